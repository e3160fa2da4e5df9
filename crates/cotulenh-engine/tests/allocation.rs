//! The search loop does without the heap.
#![allow(missing_docs, unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cotulenh::Position;
use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition, bench};

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// Sound: everything is handed to the system allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_search_loop_never_allocates() {
    let mut engine = Engine::new(EngineOptions { hash_mb: 4, ..EngineOptions::default() });
    for fen in bench::POSITIONS {
        let position = SearchPosition::from(Position::from_fen(fen).unwrap());
        engine.new_game();
        // Allocations between the first report, when everything is set up, and the end. Each report makes its own line.
        let (mut reports, mut first) = (0, None);
        let limits = Limits::nodes(30_000);
        let result = engine.search(&position, &limits, &mut |_| {
            reports += 1;
            first.get_or_insert(ALLOCATIONS.with(Cell::get));
        });
        let used = ALLOCATIONS.with(Cell::get) - first.unwrap();
        // One line a report; a small search and two lists may finish an open turn.
        assert!(
            used <= reports + 400 * u64::from(result.turn.len() > 1) + 4,
            "{used} for {reports} in {fen}"
        );
    }
}

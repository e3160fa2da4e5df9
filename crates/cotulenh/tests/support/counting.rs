//! An allocator that counts.
#![allow(unsafe_code, dead_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of each thread, and the bytes that it holds.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// More or fewer bytes are held. What another thread has allocated may be freed here.
fn hold(change: isize) {
    let held = HELD.with(|held| held.replace(held.get() + change)) + change;
    PEAK.with(|peak| peak.set(peak.get().max(held)));
}

// Sound: everything is handed to the system allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        hold(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        hold(new_size as isize - layout.size() as isize);
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread has asked for memory so far.
pub fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// The most bytes that this thread has held since [`reset_peak`].
pub fn peak() -> usize {
    PEAK.with(Cell::get).max(0) as usize
}

/// Begins a new peak; returns the bytes that are held now.
pub fn reset_peak() -> usize {
    let held = HELD.with(Cell::get);
    PEAK.with(|peak| peak.set(held));
    held.max(0) as usize
}

//! Generation, play and undo do without the heap.
#![allow(missing_docs)]

#[path = "support/counting.rs"]
mod counting;
mod support;

use cotulenh::{MoveList, Position};
use counting::allocations;

#[test]
fn generation_play_and_undo_never_allocate() {
    let positions: Vec<Position> =
        support::stock().iter().step_by(5).map(|fen| Position::from_fen(fen).unwrap()).collect();
    let mut played = 0u64;
    let mut sessions = 0u64;
    for position in &positions {
        let mut child = *position;
        let before = allocations();
        let moves = position.legal_moves();
        let pseudo = position.pseudo_legal_moves().len();
        let count = position.legal_move_count();
        for &mv in &moves {
            let undo = child.play_unchecked(mv);
            played += 1;
            if child.session().is_some() {
                // One level deeper: steps and recombinations.
                for &step in &child.legal_moves() {
                    let undo = child.play_unchecked(step);
                    sessions += 1;
                    child.undo(&undo);
                }
            }
            child.undo(&undo);
        }
        let all_legal = moves.iter().all(|&mv| position.is_legal(mv));
        assert_eq!(allocations(), before, "{position}");
        assert!(all_legal && pseudo >= count && count == moves.len());
    }
    assert!(played > 10_000 && sessions > 10_000, "{played} {sessions}");
}

/// A list of more than 512 moves needs the heap; handing out batches never does.
#[test]
fn batches_never_allocate_however_many_moves_there_are() {
    let fen = "2c8/11/+N+N(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)/11/11/\
               +N+N(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)/11/11/\
               +N+N(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)/11/11/10C r - - 0 1";
    let position = Position::from_fen(fen).unwrap();
    let mut child = position;
    let before = allocations();
    let mut count = 0;
    let _ = position.for_each_legal_batch(|batch| {
        batch.for_each(|mv| {
            count += 1;
            let undo = child.play_unchecked(mv);
            child.undo(&undo);
        });
        core::ops::ControlFlow::Continue(())
    });
    assert_eq!(count, position.legal_move_count());
    assert_eq!(allocations(), before);
    assert!(count > 1_000, "{count}");
    assert_eq!(position.legal_moves().len(), count);
    assert!(allocations() > before, "the list has spilled");
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    let list: Vec<u8> = Vec::with_capacity(10);
    drop(list);
    assert_eq!(allocations(), before + 1);
}

// More than twice what an army of 19 units has at its best, so that ordinary positions stay off the heap.
const _: () = assert!(MoveList::INLINE_CAPACITY >= 512);

//! Any FEN that is accepted survives fifty random plies, taken back again.
#![no_main]

use cotulenh::{Action, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, [u16; 50])| {
    let (fen, choices) = input;
    let Ok(start) = Position::from_fen(fen) else { return };
    let mut position = start;
    let mut undos = Vec::new();
    for choice in choices {
        let actions = position.actions();
        if actions.is_empty() {
            break;
        }
        let action = actions[choice as usize % actions.len()];
        undos.push(match action {
            Action::Step(mv) => position.play(mv).unwrap(),
            Action::Commit => position.commit().unwrap(),
        });
        position.check_consistency().unwrap_or_else(|error| panic!("{fen} {action}: {error}"));
        let _ = position.outcome();
        assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }
    for undo in undos.iter().rev() {
        position.undo(undo);
    }
    assert_eq!(position, start);
});

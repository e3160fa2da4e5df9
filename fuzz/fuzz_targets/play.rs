//! Plays up to fifty random actions from any accepted FEN and takes them back.
#![no_main]

use cotulenh::Position;
use libfuzzer_sys::fuzz_target;

// The input is a FEN up to the first line break, then two bytes for each choice of an action.
fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(2, |&b| b == b'\n');
    let (fen, choices) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Ok(fen) = str::from_utf8(fen) else { return };
    let Ok(start) = Position::from_fen(fen) else { return };
    let mut position = start;
    let mut undos = Vec::new();
    for choice in choices.as_chunks::<2>().0.iter().take(50) {
        let actions = position.actions();
        if actions.is_empty() {
            break;
        }
        let action = actions[u16::from_le_bytes(*choice) as usize % actions.len()];
        undos.push(position.play_action(action).unwrap());
        position.check_consistency().unwrap_or_else(|error| panic!("{fen} {action}: {error}"));
        let _ = position.outcome();
        assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }
    for undo in undos.iter().rev() {
        position.undo(undo);
    }
    assert_eq!(position, start);
});

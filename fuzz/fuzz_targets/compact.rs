//! Arbitrary bytes as a position, a game and a file of games: errors, or the one form of a value.
#![no_main]

use cotulenh::{CompactGame, Game, GameFileReader, GameFileWriter, Position};
use libfuzzer_sys::fuzz_target;

// The first byte chooses what the rest is.
fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    match choice % 4 {
        0 => position(bytes),
        1 => game(bytes),
        2 => file(bytes),
        _ => {
            // A file with a right checksum, so that the games behind it are reached.
            let mut writer = GameFileWriter::new(Vec::new()).unwrap();
            writer.write_bytes(bytes).unwrap();
            file(&writer.into_inner());
        }
    }
});

fn position(bytes: &[u8]) {
    match Position::from_bytes(bytes) {
        Ok(position) => {
            position.check_consistency().unwrap();
            assert_eq!(position.to_bytes(), bytes);
            assert_eq!(Position::from_fen_with(&position.fen(), position.options()), Ok(position));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn game(bytes: &[u8]) {
    let compact = match CompactGame::from_bytes(bytes) {
        Ok(compact) => compact,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let mut turns = 0;
    for turn in compact.turns() {
        match turn {
            Ok(turn) => turn.turn.after().check_consistency().unwrap(),
            Err(error) => {
                assert_eq!(compact.check(), Err(error));
                assert_eq!(compact.to_game(), Err(error));
                return;
            }
        }
        turns += 1;
    }
    assert_eq!((compact.check(), turns), (Ok(()), compact.turn_count()));
    let game = Game::from_bytes(bytes).unwrap();
    assert_eq!(game.to_bytes().unwrap(), bytes, "{}", game.to_pgn());
}

fn file(bytes: &[u8]) {
    let mut last = 0;
    for item in GameFileReader::new(bytes) {
        match item {
            Ok(compact) => game(compact.as_bytes()),
            Err(error) => {
                assert!(error.offset >= last && error.offset <= bytes.len() as u64 && !error.to_string().is_empty());
                last = error.offset;
            }
        }
    }
}

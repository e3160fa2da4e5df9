//! Games as bytes. Positions as bytes are in `snapshot.rs`.

use cotulenh::{Game, Strictness, read_pgn};
use cotulenh_wasm_protocol::{CallError, ErrorCode, rule_options};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer, data_text};

/// The bytes of the first game of a PGN. An error is the bytes of its text, which begins with
/// another byte than games.
#[wasm_bindgen]
pub fn game_bytes(pgn: &str, options: u8) -> Vec<u8> {
    let encode = || -> Result<Vec<u8>, CallError> {
        let game = read_pgn(pgn.as_bytes(), Strictness::Lenient).with_options(rule_options(options)?).next();
        let game = game.ok_or_else(|| unknown("found no game"))?.map_err(unknown)?;
        game.to_bytes().map_err(unknown)
    };
    encode().unwrap_or_else(|error| error.to_string().into_bytes())
}

/// The PGN of a game, and the byte of its rule options, as data.
#[wasm_bindgen]
pub fn game_pgn(bytes: &[u8]) -> String {
    answer(|| {
        let game = Game::from_bytes(bytes).map_err(unknown)?;
        Ok(data_text(&(game.to_pgn(), game.start().options().bits())))
    })
}

fn unknown(error: impl core::fmt::Display) -> CallError {
    CallError::new(ErrorCode::Unknown, error)
}

#[cfg(test)]
mod tests {
    use cotulenh_wasm_protocol::ERROR_MARK;

    use super::*;

    #[test]
    fn games_come_back_and_errors_are_told_apart() {
        let bytes = game_bytes("1. Ic6 Ic7 1-0", 0);
        assert_eq!(bytes, Game::from_pgn("1. Ic6 Ic7 1-0", Strictness::Strict).unwrap().to_bytes().unwrap());
        assert!(game_pgn(&bytes).contains("1. Ic6 Ic7 1-0"));
        assert_ne!(bytes[0], ERROR_MARK as u8);
        for refused in [game_bytes("1. Zz9 *", 0), game_bytes("", 0), game_bytes("*", 99)] {
            assert_eq!(refused[0], ERROR_MARK as u8);
        }
        assert!(game_pgn(&[0x20, 0, 0]).starts_with(ERROR_MARK));
    }
}

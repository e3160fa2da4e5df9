//! Changing the board by hand. The changed board is validated like a FEN.

use cotulenh::{FaultCode, Piece, Role, Setup, Square, Unit};
use cotulenh_wasm_protocol::{CallError, ErrorCode};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Answer, answer, fault_error, read, role, square};

/// Puts a unit on a point. It replaces what stands there or, with `join`, combines with it.
#[wasm_bindgen]
pub fn put(fen: &str, options: u8, point: u32, unit: &str, join: bool) -> String {
    answer(|| {
        let at = square(point)?;
        let code = ErrorCode::Fault(FaultCode::CombinationFailed);
        let unit: Unit = unit.parse().map_err(|error| CallError::new(code, error))?;
        edit(fen, options, |pieces| {
            pieces.retain(|&(square, _)| join || square != at);
            pieces.extend(unit.pieces().map(|piece| (at, piece)));
        })
    })
}

/// Removes the unit on a point, or only the pieces with the letters in `only`.
#[wasm_bindgen]
pub fn remove(fen: &str, options: u8, point: u32, only: &str) -> String {
    answer(|| {
        let at = square(point)?;
        let only = only.chars().map(role).collect::<Result<Vec<Role>, _>>()?;
        edit(fen, options, |pieces| {
            pieces
                .retain(|&(square, piece)| square != at || (!only.is_empty() && !only.contains(&piece.role)));
        })
    })
}

/// Sets or clears the heroic flag of a piece.
#[wasm_bindgen]
pub fn set_heroic(fen: &str, options: u8, point: u32, letter: char, heroic: bool) -> String {
    answer(|| {
        let (at, role) = (square(point)?, role(letter)?);
        edit(fen, options, |pieces| {
            for (square, piece) in pieces {
                if *square == at && piece.role == role {
                    piece.heroic = heroic;
                }
            }
        })
    })
}

fn edit(fen: &str, options: u8, change: impl FnOnce(&mut Vec<(Square, Piece)>)) -> Answer {
    let position = read(fen, options)?;
    if position.session().is_some() {
        let message = "the board cannot be changed while a deploy is open: commit or cancel it first";
        return Err(CallError::new(ErrorCode::InvalidSessionOperation, message));
    }
    let mut setup = Setup::from(&position);
    change(&mut setup.pieces);
    Ok(setup.position().map_err(fault_error)?.fen())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impossible_board_is_an_error_with_its_fault() {
        let fen = "6c4/11/11/11/11/11/11/11/11/11/11/4C6 r - - 0 1";
        let sea = "a5".parse::<Square>().unwrap().index() as u32;
        let refused = put(fen, 0, sea, "T", false);
        assert!(refused.starts_with("!{5:=code22:=BOARD_INVALID_TERRAIN"), "{refused}");
        assert!(refused.contains("=fault") && refused.contains("=a5"), "{refused}");
    }
}

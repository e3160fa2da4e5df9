//! Changing the board by hand. The changed set-up is validated like one from a FEN.

use cotulenh::{Piece, Position, Role, Setup, Square, Unit};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Answer, Refusal, answer, read, role, square};

/// Puts a unit on a point: in the place of what stands there, or joining it.
#[wasm_bindgen]
pub fn put(fen: &str, skip_last_guard: bool, point: u32, unit: &str, join: bool) -> String {
    answer(|| {
        let at = square(point)?;
        let unit: Unit = unit.parse().map_err(|error| Refusal::new("COMBINATION_FAILED", error))?;
        edit(fen, skip_last_guard, |pieces| {
            pieces.retain(|&(square, _)| join || square != at);
            pieces.extend(unit.pieces().map(|piece| (at, piece)));
        })
    })
}

/// Takes a whole unit off a point, or the pieces with these letters.
#[wasm_bindgen]
pub fn remove(fen: &str, skip_last_guard: bool, point: u32, only: &str) -> String {
    answer(|| {
        let at = square(point)?;
        let only = only.chars().map(role).collect::<Result<Vec<Role>, _>>()?;
        edit(fen, skip_last_guard, |pieces| {
            pieces
                .retain(|&(square, piece)| square != at || (!only.is_empty() && !only.contains(&piece.role)));
        })
    })
}

/// Sets or clears the heroic flag of a piece.
#[wasm_bindgen]
pub fn set_heroic(fen: &str, skip_last_guard: bool, point: u32, letter: char, heroic: bool) -> String {
    answer(|| {
        let (at, role) = (square(point)?, role(letter)?);
        edit(fen, skip_last_guard, |pieces| {
            for (square, piece) in pieces {
                if *square == at && piece.role == role {
                    piece.heroic = heroic;
                }
            }
        })
    })
}

fn edit(fen: &str, skip_last_guard: bool, change: impl FnOnce(&mut Vec<(Square, Piece)>)) -> Answer {
    let position = read(fen, skip_last_guard)?;
    if position.session().is_some() {
        let message = "the board cannot be changed while a deploy is open: commit or cancel it first";
        return Err(Refusal::new("SESSION_INVALID_OPERATION", message));
    }
    let mut setup = Setup::from(&position);
    change(&mut setup.pieces);
    Ok(setup.position().as_ref().map(Position::fen).map_err(Clone::clone)?)
}

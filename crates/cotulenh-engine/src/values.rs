//! What pieces are worth in exchanges.
//!
//! These are not fitted with the evaluation: there, much of what a piece is worth stands in the points that it attacks, and the margins of the search are
//! set for the values here.

use cotulenh::{Piece, Role, Unit};

/// Losing the Commander loses the game.
pub(crate) const COMMANDER_VALUE: i32 = 20_000;

/// By role; plain and heroic.
static VALUES: [[i32; 2]; Role::COUNT] = [
    [COMMANDER_VALUE, COMMANDER_VALUE],
    [110, 205], // Infantry
    [215, 330], // Tank
    [125, 190], // Militia
    [105, 180], // Engineer
    [325, 405], // Artillery
    [130, 190], // Anti-Air
    [240, 315], // Missile
    [470, 635], // Air Force
    [540, 630], // Navy
    [60, 130],  // Headquarter
];

/// The value of one piece.
#[inline]
pub(crate) fn piece_value(piece: Piece) -> i32 {
    VALUES[piece.role as usize][piece.heroic as usize]
}

/// The value of everything on a point.
#[inline]
pub(crate) fn unit_value(unit: Unit) -> i32 {
    if !unit.is_stack() {
        return piece_value(unit.top());
    }
    unit.pieces().map(piece_value).sum()
}

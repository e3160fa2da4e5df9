//! The values of pieces in exchanges.
//!
//! They are means of the fitted evaluation of a piece and its place, over positions of games,
//! rounded by hand (docs/tuning.md). Pieces that the evaluation considers worthless have a small
//! value here, so that a free piece is taken.

use cotulenh::{Piece, Role, Unit};

/// The value of a Commander: losing it loses the game.
pub(crate) const COMMANDER_VALUE: i32 = 20_000;

/// By role: plain, heroic.
static VALUES: [[i32; 2]; Role::COUNT] = [
    [COMMANDER_VALUE, COMMANDER_VALUE],
    [50, 150],  // Infantry
    [160, 360], // Tank
    [150, 240], // Militia
    [60, 150],  // Engineer
    [450, 540], // Artillery
    [120, 190], // Anti-Air
    [530, 710], // Missile
    [770, 920], // Air Force
    [700, 780], // Navy
    [30, 90],   // Headquarter
];

/// The value of one piece.
#[inline]
pub(crate) fn piece_value(piece: Piece) -> i32 {
    VALUES[piece.role as usize][piece.heroic as usize]
}

/// The value of all pieces of a unit.
#[inline]
pub(crate) fn unit_value(unit: Unit) -> i32 {
    if !unit.is_stack() {
        return piece_value(unit.top());
    }
    unit.pieces().map(piece_value).sum()
}

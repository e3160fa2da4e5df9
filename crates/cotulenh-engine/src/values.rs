//! What pieces are worth in exchanges.
//!
//! These are rounded means of what the fitted evaluation gives for a piece with its place, over positions of games (docs/tuning.md). What it takes for
//! worthless, or less, has a small value here: a piece that can be had for nothing is taken.

use cotulenh::{Piece, Role, Unit};

/// Losing the Commander loses the game.
pub(crate) const COMMANDER_VALUE: i32 = 20_000;

/// By role; plain and heroic.
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

/// The value of everything on a point.
#[inline]
pub(crate) fn unit_value(unit: Unit) -> i32 {
    if !unit.is_stack() {
        return piece_value(unit.top());
    }
    unit.pieces().map(piece_value).sum()
}

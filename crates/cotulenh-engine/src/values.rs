//! What pieces are worth in exchanges: the material weights, without phase.

use cotulenh::{Piece, Role, Unit};

use crate::eval::weights::{DEFAULT, HEROIC, MATERIAL};

/// Losing the Commander loses the game.
pub(crate) const COMMANDER_VALUE: i32 = 20_000;

/// By role and heroic flag.
static VALUES: [[i32; 2]; Role::COUNT] = {
    let mut table = [[0; 2]; Role::COUNT];
    let mut role = 0;
    while role < Role::COUNT {
        let ([mg, eg], [heroic_mg, heroic_eg]) = (DEFAULT[MATERIAL + role], DEFAULT[HEROIC + role]);
        let plain = (mg as i32 + eg as i32) / 2;
        table[role] = [plain, plain + (heroic_mg as i32 + heroic_eg as i32) / 2];
        role += 1;
    }
    table[Role::Commander as usize] = [COMMANDER_VALUE, COMMANDER_VALUE];
    table
};

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

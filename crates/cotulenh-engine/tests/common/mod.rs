//! Random positions.
#![allow(dead_code, unused_imports)]

use cotulenh::{Action, Color, Piece, Position, Role, Setup, Square, Unit, terrain};
use cotulenh_engine::bench::POSITIONS;

/// Every complete turn: its actions, and the position after them.
pub fn turns(position: &Position) -> Vec<(Vec<Action>, Position)> {
    position.whole_turns().into_iter().map(|turn| (turn.actions, turn.after)).collect()
}

/// A small random number generator (SplitMix64) for tests.
pub struct TestRandom(pub u64);

impl TestRandom {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// A position some random actions after a bench position. It may be inside a session or without
/// actions.
pub fn walk(random: &mut TestRandom) -> Position {
    let mut position = Position::from_fen(POSITIONS[random.below(POSITIONS.len())]).unwrap();
    for _ in 0..random.below(80) {
        let actions = position.actions();
        if actions.is_empty() {
            break;
        }
        position = position.after_unchecked(actions[random.below(actions.len())]);
    }
    position
}

/// Both Commanders and a few pieces on random points. The Commander of the side that is not to move
/// is not in danger.
pub fn endgame(random: &mut TestRandom, pieces: usize) -> Position {
    loop {
        let mut setup = Setup { turn: Color::ALL[random.below(2)], ..Setup::default() };
        let mut board = std::collections::BTreeMap::<Square, Unit>::new();
        let mut add = |random: &mut TestRandom, color: Color, role: Role| {
            for _ in 0..20 {
                let square = Square::all().nth(random.below(132)).unwrap();
                let piece = Piece::new(color, role).with_heroic(random.below(6) == 0);
                let unit = match board.get(&square) {
                    None => Some(Unit::from(piece)),
                    Some(unit) => unit.combine(piece.into()),
                };
                if let Some(unit) = unit.filter(|unit| terrain::standable(unit.top_role()).contains(square)) {
                    board.insert(square, unit);
                    setup.pieces.push((square, piece));
                    return;
                }
            }
        };
        for color in Color::ALL {
            add(random, color, Role::Commander);
        }
        for _ in 0..pieces {
            let color = Color::ALL[random.below(2)];
            let role = Role::ALL[1 + random.below(10)];
            add(random, color, role);
        }
        if let Ok(position) = setup.position()
            && !position.is_commander_captured()
            && !position.board().commander_in_danger(!position.turn())
        {
            return position;
        }
    }
}

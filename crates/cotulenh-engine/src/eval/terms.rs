//! The features, one after the other.

use cotulenh::attacks::{between, capture_reach, cut_off, star};
use cotulenh::{AirDefense, Bitboard, Board, Color, Position, Role, Square, terrain};

use super::weights::*;
use super::{Evaluator, FULL_PHASE, MAX_DISTANCE, PHASE, Pair, Trace};
use crate::geometry::DistancesFrom;

/// The rank as its owner counts it, 0–11.
#[inline]
fn own_rank(color: Color, square: Square) -> usize {
    match color {
        Color::Red => square.rank() as usize - 1,
        Color::Blue => 12 - square.rank() as usize,
    }
}

/// The index of a point as its owner sees the board: Blue looks from the other side.
#[inline]
pub(super) fn own_index(color: Color, square: Square) -> usize {
    let index = square.index();
    match color {
        Color::Red => index,
        Color::Blue => 0xb0 - (index & 0xf0) + (index & 0x0f),
    }
}

/// The features of one piece that follow from its colour, role and point alone.
pub(super) fn for_each_placement(color: Color, role: Role, square: Square, mut f: impl FnMut(usize)) {
    f(MATERIAL + role as usize);
    f(RANK + role as usize * 12 + own_rank(color, square));
    f(FILE + role as usize * 11 + square.file() as usize);
}

/// The half of the board on the other side of the river.
const FAR_HALF: [Bitboard; 2] = {
    let mut north = Bitboard::EMPTY;
    let mut rank = 7;
    while rank <= 12 {
        north = north.or(Bitboard::rank(rank));
        rank += 1;
    }
    [north, Bitboard::ALL.minus(north)]
};

/// Points of a bridge file, on the own bank, from which a piece that moves one, two or three points gets across.
const BEFORE_BRIDGE: [[Bitboard; 3]; 2] = [before_bridge([6, 5, 4]), before_bridge([7, 8, 9])];

const fn before_bridge(ranks: [u8; 3]) -> [Bitboard; 3] {
    let one = terrain::BRIDGE_FILES.and(Bitboard::rank(ranks[0]));
    let two = one.or(terrain::BRIDGE_FILES.and(Bitboard::rank(ranks[1])));
    let three = two.or(terrain::BRIDGE_FILES.and(Bitboard::rank(ranks[2])));
    [one, two, three]
}

/// What one side attacks, and how much of the middlegame it stands for.
#[derive(Clone, Copy, Default)]
struct Side {
    attacks: Bitboard,
    /// What its Air Forces attack past the enemy's air defence.
    air_attacks: Bitboard,
    /// What its Air Forces that mind air defence would attack if there were none.
    flights: Bitboard,
    phase: i32,
}

/// The sum of features times weights, from Red's point of view.
pub(super) struct Sum<'a, T> {
    evaluator: &'a Evaluator,
    trace: &'a mut T,
    /// By colour.
    totals: [Pair; 2],
}

impl<'a, T: Trace> Sum<'a, T> {
    pub(super) fn new(evaluator: &'a Evaluator, trace: &'a mut T) -> Sum<'a, T> {
        Sum { evaluator, trace, totals: [0; 2] }
    }

    pub(super) fn total(&self) -> Pair {
        self.totals[Color::Red as usize] - self.totals[Color::Blue as usize]
    }

    #[inline(always)]
    fn add(&mut self, color: Color, index: usize, count: i32) {
        self.totals[color as usize] += self.evaluator.pairs[index] * Pair::from(count);
        if T::ACTIVE {
            self.trace.add(color, index, count);
        }
    }

    /// Adds everything and returns the phase.
    #[inline]
    pub(super) fn add_all(&mut self, position: &Position) -> i32 {
        let board = position.board();
        let [red_zones, blue_zones] = Color::ALL.map(|color| AirDefense::new(board, color));
        let red = self.add_units(board, Color::Red, blue_zones.covered());
        let blue = self.add_units(board, Color::Blue, red_zones.covered());
        for (us, ours, theirs, zones) in
            [(Color::Red, &red, &blue, red_zones), (Color::Blue, &blue, &red, blue_zones)]
        {
            self.add_relations(board, us, ours, theirs);
            self.add_air(board, us, ours, theirs, zones);
            self.add_lanes(board, us, theirs);
            self.add_bridges(board, us);
            self.add_last_guards(board, us);
        }
        self.add_sight_line(board);
        self.add(position.turn(), TEMPO, 1);
        (red.phase + blue.phase).min(FULL_PHASE)
    }

    /// Everything that is found unit by unit. `defended`: what the enemy's air defence covers.
    #[inline]
    fn add_units(&mut self, board: &Board, us: Color, defended: Bitboard) -> Side {
        let mut side = Side::default();
        let occupied = board.occupied();
        // Of a Commander that is not there: the distance 0 has no weight.
        let from_enemy = DistancesFrom::new(board.commander(!us));
        let evaluator = self.evaluator;
        let mut total = 0;
        board.of(us).iter().for_each(|square| {
            let Some(unit) = board.get(square) else { return };
            let place = own_index(us, square);
            let to_enemy = from_enemy.to(square) % MAX_DISTANCE;
            let mut pieces = 0;
            for piece in unit.pieces() {
                let role = piece.role as usize;
                total += evaluator.placement[role][place] + evaluator.near_enemy[role][to_enemy];
                if T::ACTIVE {
                    self.trace_piece(us, piece.role, square, to_enemy);
                }
                if piece.heroic {
                    self.add(us, HEROIC + role, 1);
                }
                if pieces > 0 {
                    self.add(us, CARRIED + role, 1);
                }
                pieces += 1;
                side.phase += PHASE[role];

                let mut attacks = capture_reach(piece.role, piece.heroic, square);
                match piece.role {
                    Role::Tank => attacks = cut_off(square, attacks, occupied),
                    Role::AirForce => {
                        if !piece.heroic {
                            side.flights |= attacks;
                            // An approximation: it may also pass a zone, or strike inside one and be lost.
                            attacks -= defended;
                        }
                        side.air_attacks |= attacks;
                    }
                    _ => {}
                }
                side.attacks |= attacks;
            }
            match pieces {
                2 => self.add(us, STACK_OF_TWO, 1),
                3 => self.add(us, STACK_OF_THREE, 1),
                _ => {}
            }
        });
        self.totals[us as usize] += total;
        side
    }

    /// Tells of what [`Sum::add_units`] took from the tables of the evaluator.
    fn trace_piece(&mut self, us: Color, role: Role, square: Square, to_enemy: usize) {
        for_each_placement(us, role, square, |feature| self.trace.add(us, feature, 1));
        if (1..=DISTANCES).contains(&to_enemy) {
            self.trace.add(us, PRESSURE + role as usize * DISTANCES + to_enemy - 1, 1);
        }
    }

    /// What follows from both sides' attacks and zones together.
    #[inline]
    fn add_relations(&mut self, board: &Board, us: Color, ours: &Side, theirs: &Side) {
        let own = board.of(us);
        self.add(us, MOBILITY, ours.attacks.len() as i32);
        self.add(us, REACH, (ours.attacks & FAR_HALF[us as usize]).len() as i32);

        let attacked = own & theirs.attacks;
        attacked.iter().for_each(|square| {
            let Some(unit) = board.get(square) else { return };
            let group = if ours.attacks.contains(square) { CONTESTED } else { HANGING };
            self.add(us, group + unit.top_role() as usize, 1);
        });

        if let Some(commander) = board.commander(us) {
            let ring = star(1, commander);
            let escapes =
                (capture_reach(Role::Infantry, false, commander) & terrain::LAND) - own - theirs.attacks;
            match escapes.len() {
                0 => self.add(us, NO_ESCAPE, 1),
                count => self.add(us, ESCAPE, count as i32),
            }
            self.add(us, ZONE_ATTACKED, (ring & theirs.attacks).len() as i32);
        }
    }

    /// Cover against Air Forces, and where the own ones can fly.
    #[inline]
    fn add_air(&mut self, board: &Board, us: Color, ours: &Side, theirs: &Side, zones: AirDefense<'_>) {
        let own = board.of(us);
        if !theirs.flights.is_empty() {
            self.add(us, AIR_COVER, (own & zones.covered() & theirs.flights).len() as i32);
            if let Some(commander) = board.commander(us) {
                if zones.covered_twice().contains(commander) {
                    self.add(us, COMMANDER_COVERED_TWICE, 1);
                } else if zones.covered().contains(commander) {
                    self.add(us, COMMANDER_COVERED, 1);
                }
            }
        }
        if !ours.air_attacks.is_empty() {
            let routes = (ours.air_attacks & terrain::LAND) - own - theirs.attacks;
            self.add(us, AIR_ROUTE, routes.len() as i32 / 4);
            if let Some(target) = board.commander(!us) {
                self.add(us, AIR_RAID, (routes & star(4, target)).len() as i32);
            }
        }
    }

    /// Lanes that lead Navies to where they strike the Commander.
    #[inline]
    fn add_lanes(&mut self, board: &Board, us: Color, theirs: &Side) {
        let fleet = board.tops(Role::Navy) & board.of(us);
        let Some(target) = board.commander(!us) else { return };
        let stations = (star(3, target) & terrain::NAVY) - board.of(us) - theirs.attacks;
        if fleet.is_empty() || stations.is_empty() {
            return;
        }
        let lanes = fleet.iter().fold(Bitboard::EMPTY, |lanes, square| lanes | star(4, square));
        self.add(us, LANE, (lanes & stations).len() as i32);
    }

    /// Heavy pieces that a bridge is open to, unless something stands in the way.
    #[inline]
    fn add_bridges(&mut self, board: &Board, us: Color) {
        let [one, two, three] = BEFORE_BRIDGE[us as usize];
        let ready = board.tops(Role::AntiAir) & one
            | board.tops(Role::Missile) & two
            | board.tops(Role::Artillery) & three;
        let ready = ready & board.of(us);
        if !ready.is_empty() {
            self.add(us, BRIDGE, ready.len() as i32);
        }
    }

    /// Whoever has little left: the last unit becomes heroic, unless it carries something.
    #[inline]
    fn add_last_guards(&mut self, board: &Board, us: Color) {
        if board.unit_count(us) > 3 {
            return;
        }
        let guards = board.of(us) - board.tops(Role::Commander);
        match guards.len() {
            1 if guards.is_disjoint(board.stacks()) => self.add(us, LAST_GUARD, 1),
            2 => self.add(us, LAST_TWO_GUARDS, 1),
            _ => {}
        }
    }

    #[inline]
    fn add_sight_line(&mut self, board: &Board) {
        let (Some(red), Some(blue)) = (board.commander(Color::Red), board.commander(Color::Blue)) else {
            return;
        };
        if red.file() != blue.file() && red.rank() != blue.rank() {
            return;
        }
        let line = between(red, blue) & board.occupied();
        if let Some(screen) = line.first().filter(|_| !line.has_many())
            && let Some(unit) = board.get(screen)
        {
            self.add(unit.color(), SIGHT_PINNED, 1);
        }
    }
}

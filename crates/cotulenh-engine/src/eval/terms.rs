//! The features, one after the other.

use cotulenh::attacks::{between, capture_reach, cut_off, star};
use cotulenh::{AirDefense, Bitboard, Board, Color, Position, Role, Square, Unit, terrain, zone};

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

/// Bridge files within three points of the river, on the own bank: an Artillery can cross from there.
const BEFORE_BRIDGE: [Bitboard; 2] = [
    terrain::BRIDGE_FILES.and(Bitboard::rank(4).or(Bitboard::rank(5)).or(Bitboard::rank(6))),
    terrain::BRIDGE_FILES.and(Bitboard::rank(9).or(Bitboard::rank(8)).or(Bitboard::rank(7))),
];

/// What one side attacks and defends, and how much of the middlegame it stands for.
#[derive(Clone, Copy, Default)]
struct Side {
    attacks: Bitboard,
    /// What its Air Forces attack past the enemy's air defence.
    air_attacks: Bitboard,
    /// What its Air Forces that mind air defence would attack if there were none.
    flights: Bitboard,
    zones: Zones,
    phase: i32,
}

/// The points that the air defence of one side covers.
#[derive(Clone, Copy, Default)]
struct Zones {
    covered: Bitboard,
    /// Those that two units or more cover.
    covered_twice: Bitboard,
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
        let zones = Color::ALL.map(|color| Zones::of(board, color));
        let red = self.add_units(board, Color::Red, zones);
        let blue = self.add_units(board, Color::Blue, zones);
        self.add_relations(board, Color::Red, &red, &blue);
        self.add_relations(board, Color::Blue, &blue, &red);
        self.add_sight_line(board);
        self.add(position.turn(), TEMPO, 1);
        (red.phase + blue.phase).min(FULL_PHASE)
    }

    /// Everything that is found unit by unit.
    #[inline]
    fn add_units(&mut self, board: &Board, us: Color, zones: [Zones; 2]) -> Side {
        let mut side = Side { zones: zones[us as usize], ..Side::default() };
        let defended = zones[!us as usize].covered;
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
        self.add_air(board, us, ours, theirs);
        self.add_fleet(board, us, theirs);
        self.add_bridges(board, us);
        self.add_last_guards(board, us);
    }

    /// Cover against Air Forces, and where the own ones can fly.
    #[inline]
    fn add_air(&mut self, board: &Board, us: Color, ours: &Side, theirs: &Side) {
        let own = board.of(us);
        if !theirs.flights.is_empty() {
            self.add(us, AIR_COVER, (own & ours.zones.covered & theirs.flights).len() as i32);
            if let Some(commander) = board.commander(us) {
                if ours.zones.covered_twice.contains(commander) {
                    self.add(us, COMMANDER_COVERED_TWICE, 1);
                } else if ours.zones.covered.contains(commander) {
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

    /// The lanes of the Navies.
    #[inline]
    fn add_fleet(&mut self, board: &Board, us: Color, theirs: &Side) {
        let navies = board.tops(Role::Navy);
        let fleet = navies & board.of(us);
        if fleet.is_empty() {
            return;
        }
        let open = terrain::NAVY - board.of(us) - theirs.attacks;
        let lanes: usize = fleet.iter().map(|square| (star(4, square) & open).len()).sum();
        self.add(us, LANE, lanes as i32 / 4);
        if fleet == navies {
            self.add(us, SEA_POWER, 1);
        }
    }

    /// What can cross the river by bridge.
    #[inline]
    fn add_bridges(&mut self, board: &Board, us: Color) {
        let before_bridge = BEFORE_BRIDGE[us as usize] & board.of(us);
        let heavy = board.tops(Role::Artillery) | board.tops(Role::Missile) | board.tops(Role::AntiAir);
        // The Engineer brings what it carries.
        let engineers = before_bridge & board.tops(Role::Engineer);
        let laden = engineers.iter().filter(|&square| board.get(square).is_some_and(Unit::is_stack)).count();
        self.add(us, BRIDGE, ((before_bridge & heavy).len() + laden) as i32);
    }

    /// Whoever has little left: the last unit becomes heroic.
    #[inline]
    fn add_last_guards(&mut self, board: &Board, us: Color) {
        match (board.of(us) - board.tops(Role::Commander)).len() {
            1 => self.add(us, LAST_GUARD, 1),
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

impl Zones {
    #[inline]
    fn of(board: &Board, color: Color) -> Zones {
        let defenders = board.tops(Role::Missile) | board.tops(Role::Navy) | board.tops(Role::AntiAir);
        let mut zones = Zones::default();
        (defenders & board.of(color)).iter().for_each(|square| {
            if let Some(unit) = board.get(square) {
                let zone = zone(unit.top_role().air_defense_level(unit.top_heroic()), square);
                zones.covered_twice |= zones.covered & zone;
                zones.covered |= zone;
            }
        });
        debug_assert_eq!(zones.covered, AirDefense::new(board, color).covered());
        zones
    }
}

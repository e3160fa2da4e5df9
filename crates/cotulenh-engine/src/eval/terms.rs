//! The features of the evaluation.

use cotulenh::attacks::{capture_reach, capture_reach_on, cut_off, star};
use cotulenh::{AirDefense, Bitboard, Board, Color, FILES, Position, RANKS, Role, Square, terrain};

use super::weights::*;
use super::{Evaluator, FULL_PHASE, MAX_DISTANCE, PHASE, Pair, Trace};
use crate::geometry::DistancesFrom;

/// The rank counted from the owner's side, 0–11.
#[inline]
fn own_rank(color: Color, square: Square) -> usize {
    match color {
        Color::Red => square.rank() as usize - 1,
        Color::Blue => (RANKS - square.rank()) as usize,
    }
}

/// The first index of the last row of points, which is rank 1.
const LAST_ROW: usize = (RANKS as usize - 1) << 4;

/// The index of a point as its owner sees the board: mirrored for Blue.
#[inline]
pub(super) fn own_index(color: Color, square: Square) -> usize {
    let index = square.index();
    match color {
        Color::Red => index,
        Color::Blue => LAST_ROW - (index & 0xf0) + (index & 0x0f),
    }
}

/// The features of one piece that follow from its colour, role and point alone.
pub(super) fn for_each_placement(color: Color, role: Role, square: Square, mut f: impl FnMut(usize)) {
    f(MATERIAL + role as usize);
    f(RANK + role as usize * RANKS as usize + own_rank(color, square));
    f(FILE + role as usize * FILES as usize + square.file() as usize);
}

/// The half of the board beyond the river, by colour.
const FAR_HALF: [Bitboard; 2] = {
    let mut north = Bitboard::EMPTY;
    let mut rank = RANKS / 2 + 1;
    while rank <= RANKS {
        north = north.or(Bitboard::rank(rank));
        rank += 1;
    }
    [north, Bitboard::ALL.minus(north)]
};

const fn heavy_count() -> usize {
    let (mut count, mut i) = (0, 0);
    while i < Role::COUNT {
        count += Role::ALL[i].data().heavy as usize;
        i += 1;
    }
    count
}

/// The roles that cross the river on bridges only.
const HEAVY: [Role; heavy_count()] = {
    let mut roles = [Role::Commander; heavy_count()];
    let (mut len, mut i) = (0, 0);
    while i < Role::COUNT {
        if Role::ALL[i].data().heavy {
            roles[len] = Role::ALL[i];
            len += 1;
        }
        i += 1;
    }
    roles
};

/// [`terrain::before_bridges`] by colour and role.
const BEFORE_BRIDGE: [[Bitboard; Role::COUNT]; 2] = {
    let mut points = [[Bitboard::EMPTY; Role::COUNT]; 2];
    let mut i = 0;
    while i < Role::COUNT {
        let range = Role::ALL[i].move_range(false);
        points[0][i] = terrain::before_bridges(Color::Red, range);
        points[1][i] = terrain::before_bridges(Color::Blue, range);
        i += 1;
    }
    points
};

// The attacks of a role that does not capture past pieces are cut off at the first unit. Among the
// roles that capture further than 1, that is the Tank alone.
const _: () = {
    let mut i = 0;
    while i < Role::COUNT {
        let role = Role::ALL[i];
        let data = role.data();
        assert!(
            (data.capture_range > 1 && !data.captures_past) == matches!(role, Role::Tank),
            "the evaluation cuts off the attacks of the Tank only"
        );
        i += 1;
    }
};

/// The attacks of one side, and its part of the phase.
#[derive(Clone, Copy, Default)]
struct SideFeatures {
    attacks: Bitboard,
    /// Attacks of its Air Forces outside the enemy's air defence.
    air_attacks: Bitboard,
    /// Attacks of its Air Forces that are not heroic, regardless of air defence.
    flights: Bitboard,
    phase: i32,
}

/// The sum of features times weights.
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

    /// Adds all features and returns the phase.
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

    /// Features of single units. `defended`: the points that the enemy's air defence covers.
    #[inline]
    fn add_units(&mut self, board: &Board, us: Color, defended: Bitboard) -> SideFeatures {
        let mut side = SideFeatures::default();
        let occupied = board.occupied();
        // Without an enemy Commander all distances are 0, which has no weight.
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
                            // An approximation: suicide captures inside a zone are left out, and
                            // flights through a zone are not.
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

    /// Records what [`Sum::add_units`] took from the tables of the evaluator.
    fn trace_piece(&mut self, us: Color, role: Role, square: Square, to_enemy: usize) {
        for_each_placement(us, role, square, |feature| self.trace.add(us, feature, 1));
        if (1..=DISTANCES).contains(&to_enemy) {
            self.trace.add(us, PRESSURE + role as usize * DISTANCES + to_enemy - 1, 1);
        }
    }

    /// Mobility, attacked units, and the safety of the Commander.
    #[inline]
    fn add_relations(&mut self, board: &Board, us: Color, ours: &SideFeatures, theirs: &SideFeatures) {
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
                (capture_reach(Role::Commander, false, commander) & terrain::LAND) - own - theirs.attacks;
            match escapes.len() {
                0 => self.add(us, NO_ESCAPE, 1),
                count => self.add(us, ESCAPE, count as i32),
            }
            self.add(us, ZONE_ATTACKED, (ring & theirs.attacks).len() as i32);
        }
    }

    /// Air defence against enemy Air Forces, and where the own ones can fly.
    #[inline]
    fn add_air(
        &mut self,
        board: &Board,
        us: Color,
        ours: &SideFeatures,
        theirs: &SideFeatures,
        zones: AirDefense<'_>,
    ) {
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
                self.add(us, AIR_RAID, (routes & capture_reach(Role::AirForce, false, target)).len() as i32);
            }
        }
    }

    /// Points to which a Navy can sail and from which it attacks the enemy Commander.
    #[inline]
    fn add_lanes(&mut self, board: &Board, us: Color, theirs: &SideFeatures) {
        let fleet = board.tops(Role::Navy) & board.of(us);
        let Some(target) = board.commander(!us) else { return };
        let stations = (capture_reach_on(Role::Navy, false, target, false) & terrain::NAVY)
            - board.of(us)
            - theirs.attacks;
        if fleet.is_empty() || stations.is_empty() {
            return;
        }
        let range = Role::Navy.move_range(false);
        let lanes = fleet.iter().fold(Bitboard::EMPTY, |lanes, square| lanes | star(range, square));
        self.add(us, LANE, (lanes & stations).len() as i32);
    }

    /// Heavy pieces before a bridge, whether or not the way is free.
    #[inline]
    fn add_bridges(&mut self, board: &Board, us: Color) {
        let ready = HEAVY.iter().fold(Bitboard::EMPTY, |ready, &role| {
            ready | board.tops(role) & BEFORE_BRIDGE[us as usize][role as usize]
        });
        let ready = ready & board.of(us);
        if !ready.is_empty() {
            self.add(us, BRIDGE, ready.len() as i32);
        }
    }

    /// One or two units beside the Commander: the last one becomes heroic unless it carries a
    /// piece.
    #[inline]
    fn add_last_guards(&mut self, board: &Board, us: Color) {
        if board.unit_count(us) > 3 {
            return;
        }
        if board.last_guard(us).is_some() {
            self.add(us, LAST_GUARD, 1);
        } else if board.guards(us).len() == 2 {
            self.add(us, LAST_TWO_GUARDS, 1);
        }
    }

    /// A unit that is pinned between the Commanders.
    #[inline]
    fn add_sight_line(&mut self, board: &Board) {
        if let Some(unit) = board.sight_screen().and_then(|screen| board.get(screen)) {
            self.add(unit.color(), SIGHT_PINNED, 1);
        }
    }
}

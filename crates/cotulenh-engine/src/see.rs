//! Static exchange evaluation: what a move wins or loses on its destination if both sides keep
//! capturing there, each with its least valuable piece, as long as it pays.
//!
//! In this game, a stay capture leaves nothing to recapture, a suicide capture costs the attacker,
//! and a stack is lost as a whole, but any of its pieces may capture alone.
//!
//! Not considered: promotions during the exchange, discovered attacks on other points, sessions
//! that go on after the exchange, changes of the air defence, and that a Navy at full range
//! captures only Navies once another piece stands on the point.

use cotulenh::{Bitboard, Board, Capturer, Color, Move, MoveKind, Position, Role, Square, Unit};

use crate::exchange_values::{COMMANDER_VALUE, piece_value, unit_value};

/// Attackers of one point that are considered. There are hardly ever more; the rest is ignored.
const MAX_ATTACKERS: usize = 32;

/// A piece that can capture on the target.
#[derive(Clone, Copy)]
struct Attacker {
    capturer: Capturer,
    color: Color,
    /// What is at risk on the target, or lost in a suicide capture.
    value: i32,
}

impl Attacker {
    /// Can it capture while these points are occupied?
    #[inline]
    fn is_open(&self, color: Color, target: Square, occupied: Bitboard) -> bool {
        self.color == color
            && occupied.contains(self.capturer.from)
            && self.capturer.is_open(target, occupied)
    }
}

/// The attackers of one point, of both sides.
struct Attackers {
    target: Square,
    list: [Option<Attacker>; MAX_ATTACKERS],
    len: usize,
}

impl Attackers {
    fn new(target: Square) -> Attackers {
        Attackers { target, list: [None; MAX_ATTACKERS], len: 0 }
    }

    /// Adds every piece of one side that could capture on the target, carried pieces included.
    fn add(&mut self, board: &Board, color: Color, navy_on_target: bool) {
        board.for_each_capturer(self.target, color, navy_on_target, |capturer| {
            if self.len < MAX_ATTACKERS {
                let value = piece_value(capturer.piece);
                self.list[self.len] = Some(Attacker { capturer, color, value });
                self.len += 1;
            }
        });
    }

    fn iter(&self) -> impl Iterator<Item = &Attacker> {
        self.list[..self.len].iter().flatten()
    }

    fn remove(&mut self, index: usize) -> Option<Attacker> {
        self.len -= 1;
        let removed = self.list[index];
        self.list[index] = self.list[self.len];
        removed
    }

    /// Removes the piece that has just moved from `from`.
    fn remove_mover(&mut self, color: Color, from: Square, value: i32) {
        let is_mover = |a: &Attacker| a.capturer.from == from && a.value == value && a.color == color;
        let index = self.iter().position(is_mover);
        if let Some(index) = index {
            self.remove(index);
        }
    }

    /// Removes and returns the least valuable attacker of a side that can capture.
    fn take_least_valuable(&mut self, color: Color, occupied: Bitboard) -> Option<Attacker> {
        // A stay capture risks nothing, so it comes first.
        let risk = |a: &Attacker| if a.capturer.kind == MoveKind::StayCapture { 0 } else { a.value };
        let open = self.iter().enumerate().filter(|(_, a)| a.is_open(color, self.target, occupied));
        let (index, _) = open.min_by_key(|(_, a)| risk(a))?;
        self.remove(index)
    }

    fn any(&self, color: Color, occupied: Bitboard) -> bool {
        self.iter().any(|a| a.is_open(color, self.target, occupied))
    }
}

/// The material balance of a move on its destination in centipawns, for the side that makes it.
pub(crate) fn see(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let us = mv.unit().color();
    let target = board.get(mv.to());
    let taken = target.filter(|unit| unit.color() != us).map_or(0, unit_value);
    let moving = unit_value(mv.unit());
    let friend = target.filter(|unit| unit.color() == us);
    let has_commander = |unit: Unit| unit.has(Role::Commander);
    match mv.kind() {
        MoveKind::StayCapture => return taken,
        MoveKind::SuicideCapture => return taken - moving,
        // A legal move does not leave the Commander where it can be captured.
        _ if has_commander(mv.unit()) || friend.is_some_and(has_commander) => return taken,
        _ => {}
    }
    // After a combination the friend on the destination is at risk too.
    let arrived = moving + friend.map_or(0, unit_value);
    let is_navy = |unit: Unit| unit.top_role() == Role::Navy;
    let navy_on_target = is_navy(mv.unit()) || friend.is_some_and(is_navy);

    let mut attackers = Attackers::new(mv.to());
    attackers.add(board, !us, navy_on_target);
    if attackers.len == 0 {
        return taken;
    }
    attackers.add(board, us, navy_on_target);
    // The target itself never blocks. A stack that deploys a piece stays where it is.
    let mut occupied = board.occupied().without(mv.to());
    if mv.is_deploy() && board.get(mv.from()).is_some_and(Unit::is_stack) {
        attackers.remove_mover(us, mv.from(), moving);
    } else {
        occupied.clear(mv.from());
    }
    let balance = exchange(attackers, occupied, taken, arrived, !us);
    // A friend on the destination was at risk before, so the move itself does not lose it.
    balance.max(taken - moving)
}

/// The balance of an exchange for the side that has captured first: it has won `taken`, and
/// `standing` is now at risk on the target. `side` is to capture next.
fn exchange(
    mut attackers: Attackers,
    mut occupied: Bitboard,
    taken: i32,
    mut standing: i32,
    mut side: Color,
) -> i32 {
    let mut gains = [0; MAX_ATTACKERS + 2];
    gains[0] = taken;
    let mut depth = 0;
    while let Some(Attacker { capturer, value, .. }) = attackers.take_least_valuable(side, occupied) {
        // A suicide capture that does not pay is left out: another piece may capture instead.
        if capturer.kind == MoveKind::SuicideCapture && standing < value {
            continue;
        }
        if value == COMMANDER_VALUE {
            // The Commander may not capture a protected unit.
            occupied.clear(capturer.from);
            if attackers.any(!side, occupied) {
                break;
            }
        }
        depth += 1;
        gains[depth] = standing - gains[depth - 1];
        match capturer.kind {
            // Nothing is left to recapture.
            MoveKind::StayCapture => break,
            MoveKind::SuicideCapture => {
                gains[depth] -= value;
                break;
            }
            _ => {}
        }
        standing = value;
        if !attackers.iter().any(|other| other.capturer.from == capturer.from) {
            occupied.clear(capturer.from);
        }
        side = !side;
    }
    // Each side stops where going on does not pay.
    while depth > 0 {
        gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
        depth -= 1;
    }
    gains[0]
}

/// Is the balance of a move at least `threshold`?
#[inline]
pub(crate) fn see_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let taken = match position.board().get(mv.to()) {
        Some(unit) if mv.kind().is_capture() => unit_value(unit),
        _ => 0,
    };
    // A move wins at most what it captures.
    if taken < threshold {
        return false;
    }
    match mv.kind() {
        MoveKind::StayCapture => true,
        MoveKind::SuicideCapture => taken - unit_value(mv.unit()) >= threshold,
        // A move loses at most what moves.
        _ if taken - unit_value(mv.unit()) >= threshold => true,
        _ => see(position, mv) >= threshold,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cotulenh::Piece;

    fn value(role: Role) -> i32 {
        piece_value(Piece::new(Color::Red, role))
    }

    fn balance(fen: &str, text: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_move(text).unwrap();
        let exact = see(&position, mv);
        for threshold in [exact - 1, exact, exact + 1] {
            assert_eq!(see_at_least(&position, mv, threshold), exact >= threshold, "{text} {threshold}");
        }
        exact
    }

    #[test]
    fn plain_captures() {
        use Role::{Infantry, Tank};
        // Undefended, defended by an Infantry, defended and attacked twice.
        assert_eq!(
            balance(
                "c10/11/11/11/11/11/11/6i4/6T4/11/11/10C r - - 0 1".replace("c10/", "2c8/").as_str(),
                "Txg5"
            ),
            value(Infantry)
        );
        assert_eq!(
            balance("2c8/11/11/11/11/11/6i4/6i4/6T4/11/11/10C r - - 0 1", "Txg5"),
            value(Infantry) - value(Tank)
        );
        let twice = balance("2c8/11/11/11/11/11/6i4/6i4/6T4/6T4/11/10C r - - 0 1", "Txg5");
        assert_eq!(twice, value(Infantry) - value(Tank) + value(Infantry));
    }

    #[test]
    fn stay_captures_cannot_be_recaptured() {
        // The Artillery captures the Navy on b5 from land and stays there.
        let gain = balance(
            "5c5/11/11/11/11/11/11/1n9/2n1A6/11/11/10C r - - 0 1".replace("1n9/2n1A6", "1n2A6/1n9").as_str(),
            "A_b5",
        );
        assert_eq!(gain, value(Role::Navy));
    }

    #[test]
    fn an_air_force_makes_stay_captures_unless_it_is_carried() {
        use Role::{Infantry, Tank};
        // The Air Force on g9 captures on g5; the Tank on g3 could recapture if it landed there.
        let free = balance("2c8/11/11/6f4/11/11/11/6i4/6T4/6T4/11/10C r - - 0 1", "Tg4xg5");
        assert_eq!(free, value(Infantry) - value(Tank));
        let heroic = balance("2c8/11/11/6+f4/11/11/11/6i4/6T4/6T4/11/10C r - - 0 1", "Tg4xg5");
        assert_eq!(heroic, value(Infantry) - value(Tank));
        // A carried Air Force has to land, which does not pay.
        let carried = balance("5c5/11/11/11/11/11/11/2(nf)3i4/6T4/6T4/11/10C r - - 0 1", "Tg4xg5");
        assert_eq!(carried, value(Infantry));
    }

    #[test]
    fn a_suicide_capture_that_does_not_pay_is_left_out() {
        // The Missile shoots down every flight to c5, but Navies may capture there, one after the
        // other.
        let gain = balance("5c5/11/11/2f8/2n8/11/11/n1iS7/11/11/2A8/10C r - - 0 1", "Axc5");
        let [artillery, navy, missile] = [Role::Artillery, Role::Navy, Role::Missile].map(value);
        assert_eq!(gain, value(Role::Infantry) - (artillery - navy + missile));
    }

    #[test]
    fn suicide_captures_cost_the_attacker() {
        // g8 is inside the zone of the Anti-Air on g9.
        let gain = balance("2c8/11/11/6g4/6t4/11/11/6F4/11/11/11/10C r - - 0 1", "F@g8");
        assert_eq!(gain, value(Role::Tank) - value(Role::AirForce));
    }

    #[test]
    fn stacks_count_as_a_whole() {
        let gain = balance("2c8/11/11/11/11/11/11/6(ti)4/6T4/11/11/10C r - - 0 1", "Txg5");
        assert_eq!(gain, value(Role::Tank) + value(Role::Infantry));
        // A stack that captures a protected piece is lost as a whole; the Tank alone is not.
        let fen = "2c8/11/11/11/11/11/6i4/6i4/6(TI)4/11/11/10C r - - 0 1";
        let whole = balance(fen, "(TI)xg5");
        let alone = balance(fen, "T>xg5");
        assert_eq!(whole, value(Role::Infantry) - value(Role::Tank) - value(Role::Infantry));
        assert_eq!(alone, value(Role::Infantry) - value(Role::Tank) + value(Role::Infantry));
    }

    #[test]
    fn quiet_moves_into_attacks_lose_the_piece() {
        let fen = "2c8/11/11/11/11/11/6i4/11/6T4/11/11/10C r - - 0 1";
        assert_eq!(balance(fen, "Tg5"), -value(Role::Tank));
        assert_eq!(balance(fen, "Th4"), 0);
    }

    #[test]
    fn blockers_stop_only_what_they_can_block() {
        // The Tank on g8 attacks g6 only if g7 is empty; the Artillery on g9 attacks past it.
        let open = balance("2c8/11/11/11/6t4/11/6i4/6T4/11/11/11/10C r - - 0 1", "Txg6");
        assert_eq!(open, value(Role::Infantry) - value(Role::Tank));
        let blocked = balance("2c8/11/11/11/6t4/6h4/6i4/6T4/11/11/11/10C r - - 0 1", "Txg6");
        assert_eq!(blocked, value(Role::Infantry));
        let over = balance("2c8/11/11/6a4/11/6h4/6i4/6T4/11/11/11/10C r - - 0 1", "Txg6");
        assert_eq!(over, value(Role::Infantry) - value(Role::Tank));
    }

    #[test]
    fn the_commander_recaptures_only_unprotected_units() {
        let retaken = balance("2C8/11/11/11/11/6c4/6i4/6T4/11/11/11/11 r - - 0 1", "Txg6");
        assert_eq!(retaken, value(Role::Infantry) - value(Role::Tank));
        let covered = balance("2C8/11/11/11/11/6c4/6i4/6T4/6T4/11/11/11 r - - 0 1", "Txg6");
        assert_eq!(covered, value(Role::Infantry));
    }
}

//! Static exchange evaluation: what a move wins or loses on its destination if both sides go on taking there, each with its cheapest piece, as long
//! as it pays.
//!
//! What this game adds: a stay capture leaves nothing to retake, a suicide takes the attacker along, a stack is lost as a whole but any of its pieces may step
//! off and take alone.
//!
//! What it leaves out: promotions on the way, discovered threats on other points, sessions continued after the
//! exchange, changes of the air defence during it, and that a Navy at full range takes only Navies once
//! another piece stands there.

use cotulenh::attacks::between;
use cotulenh::{Bitboard, Board, Color, Move, MoveKind, Position, Role, Square, Unit};

use crate::values::{COMMANDER_VALUE, piece_value, unit_value};

/// More can hardly bear on one point; the rest is ignored.
const MAX_ATTACKERS: usize = 32;

#[derive(Clone, Copy)]
struct Attacker {
    from: Square,
    /// What is put at risk on the target point, or lost in a suicide.
    value: i32,
    kind: MoveKind,
    color: Color,
    /// Whatever stands between hinders it.
    blockable: bool,
}

impl Attacker {
    /// Can it strike while these points are occupied?
    #[inline]
    fn is_open(&self, color: Color, target: Square, occupied: Bitboard) -> bool {
        self.color == color
            && occupied.contains(self.from)
            && (!self.blockable || between(self.from, target).is_disjoint(occupied))
    }
}

struct Attackers {
    target: Square,
    list: [Attacker; MAX_ATTACKERS],
    len: usize,
}

impl Attackers {
    fn new(target: Square) -> Attackers {
        let unused =
            Attacker { from: target, value: 0, kind: MoveKind::Move, color: Color::Red, blockable: false };
        Attackers { target, list: [unused; MAX_ATTACKERS], len: 0 }
    }

    /// Adds everything of one side that could take on `target`, as the board stands, pieces in stacks included.
    fn add(&mut self, board: &Board, color: Color, navy_on_target: bool) {
        board.for_each_capturer(self.target, color, navy_on_target, |capturer| {
            if self.len < MAX_ATTACKERS {
                self.list[self.len] = Attacker {
                    from: capturer.from,
                    value: piece_value(capturer.piece),
                    kind: capturer.kind,
                    color,
                    blockable: capturer.blockable,
                };
                self.len += 1;
            }
        });
    }

    /// Removes and returns the cheapest attacker of a side that can strike through `occupied`.
    fn take_cheapest(&mut self, color: Color, occupied: Bitboard) -> Option<Attacker> {
        let list = &self.list[..self.len];
        // A stay capture risks nothing, so it comes first.
        let risk = |a: &Attacker| if a.kind == MoveKind::StayCapture { 0 } else { a.value };
        let open = list.iter().enumerate().filter(|(_, a)| a.is_open(color, self.target, occupied));
        let (index, _) = open.min_by_key(|(_, a)| risk(a))?;
        let cheapest = self.list[index];
        self.len -= 1;
        self.list[index] = self.list[self.len];
        Some(cheapest)
    }

    fn any(&self, color: Color, occupied: Bitboard) -> bool {
        self.list[..self.len].iter().any(|a| a.is_open(color, self.target, occupied))
    }
}

/// The balance of a move on its destination in centipawns, for the side that makes it.
pub(crate) fn see(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());
    let us = mv.unit().color();
    let target = board.get(to);
    let taken = match target {
        Some(unit) if unit.color() != us => unit_value(unit),
        _ => 0,
    };
    let moving = unit_value(mv.unit());
    let mut arrived = moving;
    let mut navy_on_target = mv.unit().top_role() == Role::Navy;
    let has_commander = |unit: Unit| unit.has(Role::Commander);
    match mv.kind() {
        MoveKind::StayCapture => return taken,
        MoveKind::SuicideCapture => return taken - moving,
        // A legal move does not leave the Commander where it can be taken.
        _ if has_commander(mv.unit())
            || target.is_some_and(|unit| unit.color() == us && has_commander(unit)) =>
        {
            return taken;
        }
        MoveKind::Combination | MoveKind::Recombination => {
            if let Some(friend) = target.filter(|unit| unit.color() == us) {
                arrived += unit_value(friend);
                navy_on_target |= friend.top_role() == Role::Navy;
            }
        }
        MoveKind::Move | MoveKind::Capture => {}
    }

    // The square itself is taken on, so it never blocks. A stack that sends one piece off stays where it is.
    let mut occupied = board.occupied().without(to);
    let leaves = !mv.is_deploy() || board.get(from).is_some_and(|unit| !unit.is_stack());
    if leaves {
        occupied.clear(from);
    }
    let mut attackers = Attackers::new(to);
    attackers.add(board, !us, navy_on_target);
    if attackers.len == 0 {
        return taken;
    }
    attackers.add(board, us, navy_on_target);
    if !leaves {
        // The piece that moved is not there any more.
        let value = moving;
        let list = &attackers.list[..attackers.len];
        if let Some(i) = list.iter().position(|a| a.from == from && a.value == value && a.color == us) {
            attackers.len -= 1;
            attackers.list[i] = attackers.list[attackers.len];
        }
    }

    let mut gains = [0; MAX_ATTACKERS + 2];
    gains[0] = taken;
    let mut depth = 0;
    // What stands on the point now, and may be taken next.
    let mut standing = arrived;
    let mut side = !us;
    while let Some(attacker) = attackers.take_cheapest(side, occupied) {
        // Nobody dies for less than his own worth while somebody else may take.
        if attacker.kind == MoveKind::SuicideCapture && standing < attacker.value {
            continue;
        }
        if attacker.value == COMMANDER_VALUE {
            // The Commander may not go where it would be taken.
            occupied.clear(attacker.from);
            if attackers.any(!side, occupied) {
                break;
            }
        }
        depth += 1;
        gains[depth] = standing - gains[depth - 1];
        match attacker.kind {
            // Nothing is left to take.
            MoveKind::StayCapture => break,
            MoveKind::SuicideCapture => {
                gains[depth] -= attacker.value;
                break;
            }
            _ => {}
        }
        standing = attacker.value;
        let rest = attackers.list[..attackers.len].iter().any(|a| a.from == attacker.from);
        if !rest {
            occupied.clear(attacker.from);
        }
        side = !side;
    }
    // Each side stops where going on does not pay.
    while depth > 0 {
        gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
        depth -= 1;
    }
    // A friend that was there already was at risk before: the move does not lose it.
    gains[0].max(taken - moving)
}

/// Is the balance of a move at least this?
#[inline]
pub(crate) fn see_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let taken = match position.board().get(mv.to()) {
        Some(unit) if mv.kind().is_capture() => unit_value(unit),
        _ => 0,
    };
    // The most it can win is what it takes.
    if taken < threshold {
        return false;
    }
    match mv.kind() {
        MoveKind::StayCapture => true,
        MoveKind::SuicideCapture => taken - unit_value(mv.unit()) >= threshold,
        // The most it can lose is what moves.
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
    fn stay_captures_cannot_be_retaken() {
        // The Navy on b5 is taken from land by an Artillery that stays where it is.
        let gain = balance(
            "5c5/11/11/11/11/11/11/1n9/2n1A6/11/11/10C r - - 0 1".replace("1n9/2n1A6", "1n2A6/1n9").as_str(),
            "A_b5",
        );
        assert_eq!(gain, value(Role::Navy));
    }

    #[test]
    fn an_air_force_takes_and_stays_unless_it_is_carried() {
        use Role::{Infantry, Tank};
        // The Air Force on g9 takes on g5; the Tank on g3 would retake if it landed there.
        let free = balance("2c8/11/11/6f4/11/11/11/6i4/6T4/6T4/11/10C r - - 0 1", "Tg4xg5");
        assert_eq!(free, value(Infantry) - value(Tank));
        let heroic = balance("2c8/11/11/6+f4/11/11/11/6i4/6T4/6T4/11/10C r - - 0 1", "Tg4xg5");
        assert_eq!(heroic, value(Infantry) - value(Tank));
        // From a Navy it has to land, and does not.
        let carried = balance("5c5/11/11/11/11/11/11/2(nf)3i4/6T4/6T4/11/10C r - - 0 1", "Tg4xg5");
        assert_eq!(carried, value(Infantry));
    }

    #[test]
    fn a_suicide_that_does_not_pay_hides_nobody() {
        // The Missile makes every flight to c5 deadly, but Navies may take there, one after the other.
        let gain = balance("5c5/11/11/2f8/2n8/11/11/n1iS7/11/11/2A8/10C r - - 0 1", "Axc5");
        let [artillery, navy, missile] = [Role::Artillery, Role::Navy, Role::Missile].map(value);
        assert_eq!(gain, value(Role::Infantry) - (artillery - navy + missile));
    }

    #[test]
    fn suicide_captures_take_both() {
        // g8 is inside the zone of the Anti-Air on g9.
        let gain = balance("2c8/11/11/6g4/6t4/11/11/6F4/11/11/11/10C r - - 0 1", "F@g8");
        assert_eq!(gain, value(Role::Tank) - value(Role::AirForce));
    }

    #[test]
    fn stacks_count_as_a_whole() {
        let gain = balance("2c8/11/11/11/11/11/11/6(ti)4/6T4/11/11/10C r - - 0 1", "Txg5");
        assert_eq!(gain, value(Role::Tank) + value(Role::Infantry));
        // A whole stack that takes a defended piece is lost as a whole; the Tank alone is not.
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
    fn blockers_matter_only_to_those_they_block() {
        // The Tank on g8 sees g6 only once g7 is empty; the Artillery on g9 sees over it.
        let open = balance("2c8/11/11/11/6t4/11/6i4/6T4/11/11/11/10C r - - 0 1", "Txg6");
        assert_eq!(open, value(Role::Infantry) - value(Role::Tank));
        let blocked = balance("2c8/11/11/11/6t4/6h4/6i4/6T4/11/11/11/10C r - - 0 1", "Txg6");
        assert_eq!(blocked, value(Role::Infantry));
        let over = balance("2c8/11/11/6a4/11/6h4/6i4/6T4/11/11/11/10C r - - 0 1", "Txg6");
        assert_eq!(over, value(Role::Infantry) - value(Role::Tank));
    }

    #[test]
    fn the_commander_retakes_only_what_is_not_covered() {
        let retaken = balance("2C8/11/11/11/11/6c4/6i4/6T4/11/11/11/11 r - - 0 1", "Txg6");
        assert_eq!(retaken, value(Role::Infantry) - value(Role::Tank));
        let covered = balance("2C8/11/11/11/11/6c4/6i4/6T4/6T4/11/11/11 r - - 0 1", "Txg6");
        assert_eq!(covered, value(Role::Infantry));
    }
}

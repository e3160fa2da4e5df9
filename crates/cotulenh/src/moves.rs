//! Moves as values.

use core::fmt;

use smallvec::SmallVec;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};
use crate::unit::Unit;

/// What a move does at its destination.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// To an empty point (RULES 3.5).
    Move,
    /// Takes what stands there and moves onto it (RULES 4.5).
    Capture,
    /// Takes what stands there without moving (RULES 4.5).
    StayCapture,
    /// Takes what stands there and is lost with it (RULES 4.2).
    SuicideCapture,
    /// Joins a friend (RULES 3.7).
    Combination,
    /// Joins a piece deployed earlier in this session, as if it had left together with it (RULES 9.3).
    Recombination,
}

impl MoveKind {
    /// All kinds.
    pub const ALL: [MoveKind; 6] = [
        MoveKind::Move,
        MoveKind::Capture,
        MoveKind::StayCapture,
        MoveKind::SuicideCapture,
        MoveKind::Combination,
        MoveKind::Recombination,
    ];

    /// Does it take something?
    #[inline]
    pub const fn is_capture(self) -> bool {
        matches!(self, MoveKind::Capture | MoveKind::StayCapture | MoveKind::SuicideCapture)
    }

    /// The flag letter (RULES 11.5).
    pub const fn letter(self) -> char {
        match self {
            MoveKind::Move => 'n',
            MoveKind::Capture => 'c',
            MoveKind::StayCapture => 's',
            MoveKind::SuicideCapture => 'k',
            MoveKind::Combination | MoveKind::Recombination => 'b',
        }
    }

    /// The separator of move text without the deploy mark (RULES 11.2).
    pub const fn separator(self) -> &'static str {
        match self {
            MoveKind::Move => "",
            MoveKind::Capture => "x",
            MoveKind::StayCapture => "_",
            MoveKind::SuicideCapture => "@",
            MoveKind::Combination | MoveKind::Recombination => "&",
        }
    }
}

/// One step: a move of a whole unit, or of one piece out of a stack (a deploy step, RULES 9.1).
///
/// It names the pieces that move as they stood before, so it can be written as text without the position.
/// [`Display`](fmt::Display) writes the LAN (RULES 11.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    unit: Unit,
    from: Square,
    to: Square,
    kind: MoveKind,
    deploy: bool,
}

impl Move {
    /// A move value; whether it is legal somewhere is for [`Position::is_legal`](crate::Position::is_legal) to say.
    #[inline]
    pub const fn new(unit: Unit, from: Square, to: Square, kind: MoveKind, deploy: bool) -> Move {
        Move { unit, from, to, kind, deploy }
    }

    /// The pieces that move, as they stood before the move.
    #[inline]
    pub const fn unit(self) -> Unit {
        self.unit
    }

    /// Where they start.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The destination: for a stay capture the point of the target.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What it does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// Is it a deploy step?
    #[inline]
    pub const fn is_deploy(self) -> bool {
        self.deploy
    }

    /// The flags of RULES 11.5, in the order n c s k d b: `n`, `cd`, `db`.
    pub fn flags(self) -> String {
        match (self.kind.letter(), self.deploy) {
            ('b', true) => "db".into(),
            (letter, true) => format!("{letter}d"),
            (letter, false) => letter.into(),
        }
    }

    /// Writes piece text, origin, separator and destination without the detour through a formatter (RULES 11.2).
    pub(crate) fn write(self, origin: Origin, out: &mut impl fmt::Write) -> fmt::Result {
        self.unit.write(true, out)?;
        match origin {
            Origin::None => {}
            Origin::File => out.write_char(self.from.file_letter())?,
            Origin::Rank => out.write_str(self.from.rank_text())?,
            Origin::Point => self.from.write(out)?,
        }
        if self.deploy {
            out.write_char('>')?;
        }
        out.write_str(self.kind.separator())?;
        self.to.write(out)
    }
}

/// How much of its start a move text tells.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    None,
    File,
    Rank,
    Point,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Origin::Point, f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}|{}", self.flags())
    }
}

/// A list of moves. Up to 512 live in the list itself, more than twice what an army of 19 units has at its best; only
/// positions with dozens of extra pieces spill to the heap. Handing out batches
/// ([`Position::for_each_legal_batch`](crate::Position::for_each_legal_batch)) never does.
pub type MoveList = SmallVec<[Move; 512]>;

/// Destinations by kind of move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// Empty points.
    pub moves: Bitboard,
    /// Enemies taken by moving onto them.
    pub captures: Bitboard,
    /// Enemies taken without moving.
    pub stay_captures: Bitboard,
    /// Enemies taken at the cost of the attacker.
    pub suicide_captures: Bitboard,
    /// Friends to join.
    pub combinations: Bitboard,
    /// Friends of the same session to rejoin, where an ordinary step leads too.
    pub recombinations: Bitboard,
}

impl Targets {
    /// How many moves these are.
    #[inline]
    pub fn len(&self) -> usize {
        // Only a stay capture can share its point with another move (RULES 4.5), and most movers have none.
        let others =
            (self.moves | self.captures | self.suicide_captures) | (self.combinations | self.recombinations);
        let mut count = others.len();
        if !self.stay_captures.is_empty() {
            count += self.stay_captures.len();
        }
        count
    }

    /// No move at all?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.union().is_empty()
    }

    /// All destinations.
    #[inline]
    pub fn union(&self) -> Bitboard {
        (self.moves | self.captures | self.stay_captures)
            | (self.suicide_captures | self.combinations | self.recombinations)
    }

    /// Is there a move of this kind to this point?
    pub fn contains(&self, kind: MoveKind, to: Square) -> bool {
        self.of_kind(kind).contains(to)
    }

    /// The destinations of one kind.
    pub fn of_kind(&self, kind: MoveKind) -> Bitboard {
        match kind {
            MoveKind::Move => self.moves,
            MoveKind::Capture => self.captures,
            MoveKind::StayCapture => self.stay_captures,
            MoveKind::SuicideCapture => self.suicide_captures,
            MoveKind::Combination => self.combinations,
            MoveKind::Recombination => self.recombinations,
        }
    }

    pub(crate) fn of_kind_mut(&mut self, kind: MoveKind) -> &mut Bitboard {
        match kind {
            MoveKind::Move => &mut self.moves,
            MoveKind::Capture => &mut self.captures,
            MoveKind::StayCapture => &mut self.stay_captures,
            MoveKind::SuicideCapture => &mut self.suicide_captures,
            MoveKind::Combination => &mut self.combinations,
            MoveKind::Recombination => &mut self.recombinations,
        }
    }
}

/// All moves of one mover: a whole unit, or one piece that deploys.
///
/// Handing out moves in bulk makes counting cheap; iterate to get them one by one, in the order of RULES 11.6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveBatch {
    /// The pieces that move.
    pub unit: Unit,
    /// Where they start.
    pub from: Square,
    /// Are these deploy steps?
    pub deploy: bool,
    /// Where they can go.
    pub targets: Targets,
    /// Recombinations where no ordinary step leads: they come last, in the order of the session's steps.
    pub appended: [Option<Square>; 2],
}

impl MoveBatch {
    /// How many moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.targets.len() + self.appended.iter().flatten().count()
    }

    /// No move at all?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.appended == [None; 2]
    }

    /// Is this move one of the batch?
    pub fn contains(&self, mv: Move) -> bool {
        (mv.unit, mv.from, mv.deploy) == (self.unit, self.from, self.deploy)
            && (self.targets.contains(mv.kind, mv.to)
                || (mv.kind == MoveKind::Recombination && self.appended.contains(&Some(mv.to))))
    }

    /// Calls `f` with each move, in no particular order: quicker than [`for_each`](MoveBatch::for_each).
    #[inline]
    pub fn for_each_unordered(&self, mut f: impl FnMut(Move)) {
        for kind in MoveKind::ALL {
            let destinations = self.targets.of_kind(kind);
            if !destinations.is_empty() {
                destinations.iter().for_each(|to| f(Move::new(self.unit, self.from, to, kind, self.deploy)));
            }
        }
        for to in self.appended.into_iter().flatten() {
            f(Move::new(self.unit, self.from, to, MoveKind::Recombination, self.deploy));
        }
    }

    /// Calls `f` with each move, in the order of RULES 3 and 11.6: ray by ray, outwards.
    #[inline]
    pub fn for_each(&self, mut f: impl FnMut(Move)) {
        let make = |to, kind| Move::new(self.unit, self.from, to, kind, self.deploy);
        let union = self.targets.union();
        for direction in Direction::ALL {
            let mut left = union & attacks::ray(direction, self.from);
            while let Some(to) = left.nearest(direction) {
                left.clear(to);
                if self.targets.moves.contains(to) {
                    f(make(to, MoveKind::Move));
                    continue;
                }
                // A point can be taken in two ways (RULES 4.5): the normal capture comes first.
                for kind in [
                    MoveKind::Capture,
                    MoveKind::StayCapture,
                    MoveKind::SuicideCapture,
                    MoveKind::Combination,
                    MoveKind::Recombination,
                ] {
                    if self.targets.contains(kind, to) {
                        f(make(to, kind));
                    }
                }
            }
        }
        for to in self.appended.into_iter().flatten() {
            f(make(to, MoveKind::Recombination));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Piece, Role};

    #[test]
    fn a_move_fits_eight_bytes() {
        assert!(size_of::<Move>() <= 8);
        assert!(size_of::<Option<Move>>() <= 8);
    }

    #[test]
    fn rules_11_2_and_11_5_text_and_flags_of_every_kind() {
        let tank = Unit::from(Piece::new(Color::Blue, Role::Tank).with_heroic(true));
        let (from, to) = ("c10".parse().unwrap(), "d10".parse().unwrap());
        for (kind, plain, plain_flags, deploy, deploy_flags) in [
            (MoveKind::Move, "+Tc10d10", "n", "+Tc10>d10", "nd"),
            (MoveKind::Capture, "+Tc10xd10", "c", "+Tc10>xd10", "cd"),
            (MoveKind::StayCapture, "+Tc10_d10", "s", "+Tc10>_d10", "sd"),
            (MoveKind::SuicideCapture, "+Tc10@d10", "k", "+Tc10>@d10", "kd"),
            (MoveKind::Combination, "+Tc10&d10", "b", "+Tc10>&d10", "db"),
        ] {
            let mv = Move::new(tank, from, to, kind, false);
            assert_eq!((mv.to_string().as_str(), mv.flags().as_str()), (plain, plain_flags));
            let mv = Move::new(tank, from, to, kind, true);
            assert_eq!((mv.to_string().as_str(), mv.flags().as_str()), (deploy, deploy_flags));
        }
    }
}

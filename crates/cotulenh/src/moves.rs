//! Moves as values.

use core::fmt;

use crate::square::Square;
use crate::unit::Unit;

/// What a move does at its destination.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
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
    /// Joins a piece deployed earlier in this session, as if it had left together with it; the
    /// original carrier of the stack combines with it instead (RULES 9.3).
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

    /// Splits a text into the separator at its beginning, as a kind of move, and the rest. A
    /// recombination is written as a combination.
    pub(crate) fn split_separator(text: &str) -> (MoveKind, &str) {
        let kinds =
            [MoveKind::Capture, MoveKind::StayCapture, MoveKind::SuicideCapture, MoveKind::Combination];
        let split = |kind: MoveKind| Some((kind, text.strip_prefix(kind.separator())?));
        kinds.into_iter().find_map(split).unwrap_or((MoveKind::Move, text))
    }
}

/// One step: a move of a whole unit, or of one piece out of a stack (a deploy step, RULES 9.1).
///
/// It names the pieces that move as they stood before, so it can be written as text without the
/// position. [`Display`](fmt::Display) writes the LAN (RULES 11.2); [`Lan`](crate::Lan) reads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    unit: Unit,
    from: Square,
    to: Square,
    kind: MoveKind,
    deploy: bool,
}

impl Move {
    /// A move value. [`Position::is_legal`](crate::Position::is_legal) tells whether it is legal in
    /// a position.
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

    /// Writes piece text, origin, separator and destination without going through a formatter
    /// (RULES 11.2).
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

/// How much of the start point a move text contains.
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

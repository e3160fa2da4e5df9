//! LAN as data (RULES 11.2).

use core::fmt;
use core::str::FromStr;

use crate::excerpt::excerpt;
use crate::moves::{Move, MoveKind};
use crate::square::Square;
use crate::unit::Unit;

/// The LAN of a move (RULES 11.2), taken apart: which pieces go where, and what they do there.
///
/// A LAN does not tell the colour of the pieces, and not whether pieces that join others of the
/// same session recombine (RULES 9.3). Within one position it identifies a move:
/// [`Position::parse_action`](crate::Position::parse_action).
///
/// ```
/// use cotulenh::{Lan, MoveKind};
/// let lan: Lan = "(+TI)d5>xd10".parse()?;
/// assert_eq!((lan.from().to_string(), lan.to().to_string()), ("d5".into(), "d10".into()));
/// assert_eq!((lan.kind(), lan.is_deploy()), (MoveKind::Capture, true));
/// assert_eq!(lan.to_string(), "(+TI)d5>xd10");
/// assert!("d5d10".parse::<Lan>().is_err());
/// # Ok::<(), cotulenh::ParseLanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lan(Move);

impl Lan {
    /// The LAN of a move.
    pub const fn of(mv: Move) -> Lan {
        let kind = match mv.kind() {
            MoveKind::Recombination => MoveKind::Combination,
            kind => kind,
        };
        Lan(Move::new(mv.unit().in_red(), mv.from(), mv.to(), kind, mv.is_deploy()))
    }

    /// The pieces that move. Their colour is not part of the LAN: they are given as Red's.
    pub const fn unit(self) -> Unit {
        self.0.unit()
    }

    /// Where they start.
    pub const fn from(self) -> Square {
        self.0.from()
    }

    /// The destination: for a stay capture the point of the target.
    pub const fn to(self) -> Square {
        self.0.to()
    }

    /// What they do there; a recombination is written as a combination.
    pub const fn kind(self) -> MoveKind {
        self.0.kind()
    }

    /// Is it a deploy step?
    pub const fn is_deploy(self) -> bool {
        self.0.is_deploy()
    }

    /// The LAN of the [mirrored](Move::mirrored) move.
    #[must_use]
    pub const fn mirrored(self) -> Lan {
        Lan::of(self.0.mirrored())
    }
}

impl fmt::Display for Lan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is not a LAN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a LAN: expected pieces, start, separator and destination, such as Tc2xc4")]
#[non_exhaustive]
pub struct ParseLanError(pub String);

impl FromStr for Lan {
    type Err = ParseLanError;

    /// Reads exactly what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Lan, ParseLanError> {
        let parsed = || {
            let start = text.find(|c: char| c.is_ascii_lowercase())?;
            let (pieces, rest) = text.split_at(start);
            let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
            let (from, rest) = rest.split_at(1 + digits);
            let (deploy, rest) = match rest.strip_prefix('>') {
                Some(rest) => (true, rest),
                None => (false, rest),
            };
            let (kind, to) = MoveKind::split_separator(rest);
            let unit: Unit = pieces.parse().ok()?;
            let lan = Lan(Move::new(unit, from.parse().ok()?, to.parse().ok()?, kind, deploy));
            // The pieces of a stack in their order (RULES 7.2), in upper case.
            (lan.to_string() == text).then_some(lan)
        };
        parsed().ok_or_else(|| ParseLanError(excerpt(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn rules_11_2_every_lan_reads_back_and_names_one_move() {
        let mut seed = 11;
        let mut position = Position::start();
        for _ in 0..2_000 {
            let moves = position.legal_moves();
            let mut lans = std::collections::HashSet::new();
            for &mv in &moves {
                let lan: Lan = mv.to_string().parse().unwrap();
                assert_eq!(lan, Lan::of(mv));
                assert!(lans.insert(lan), "{mv} twice in {position}");
            }
            let actions = position.actions();
            seed = crate::zobrist::mix(seed);
            position = match actions.get(seed as usize % actions.len().max(1)) {
                Some(&action) => position.after_unchecked(action),
                None => Position::start(),
            };
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let texts = [
            "",
            "T",
            "c2c4",
            "Tc2",
            "tc2c4",
            "Tc2xxc4",
            "(IT)c2c4",
            "(TI)c2 c4",
            "Tc2c13",
            "Tc2+c4",
            "Tc2c4é",
        ];
        for text in texts {
            assert_eq!(text.parse::<Lan>(), Err(ParseLanError(text.into())));
        }
    }
}

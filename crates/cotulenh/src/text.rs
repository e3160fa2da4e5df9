//! Move text (RULES 11.2–11.4): SAN and LAN of moves and of whole deploy turns.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::{Position, Session};
use crate::role::{Role, RoleSet};
use crate::square::Square;

/// Longer texts are no move.
pub const MAX_MOVE_TEXT_LENGTH: usize = 128;

impl Position {
    /// The SAN of a legal move (RULES 11.2, 11.3).
    ///
    /// ```
    /// use cotulenh::Position;
    /// let position = Position::start();
    /// let mv = position.parse_move("Fe2e6").unwrap();
    /// assert_eq!(position.san(mv), "Fee6"); // the other Air Force reaches e6 too
    /// ```
    pub fn san(&self, mv: Move) -> String {
        SanWriter::new(self.legal_moves()).san(mv)
    }

    /// All legal moves with their SANs, in the order of RULES 11.6.
    pub fn legal_sans(&self) -> Vec<(Move, String)> {
        let writer = SanWriter::new(self.legal_moves());
        writer.moves.iter().map(|&mv| (mv, writer.san(mv))).collect()
    }

    /// The SAN, LAN and flags of the turn so far while a deploy session is open (RULES 11.4, 11.5).
    pub fn deploy_turn_text(&self) -> Option<TurnText> {
        self.session().map(|session| TurnText::of_deploy(self, session))
    }

    /// The seventh field of the FEN while a session is open (RULES 11.1).
    pub(crate) fn deploy_suffix(&self) -> Option<String> {
        let mut text = self.deploy_turn_text()?.lan;
        if self.session_remaining().is_some() {
            text.push_str("...");
        }
        Some(text)
    }
}

/// Writes SANs that must be told apart from those of other legal moves.
pub(crate) struct SanWriter {
    moves: MoveList,
    /// For every top role and destination: the points its moves come from. Sorted for look-up.
    origins: Vec<(Role, Square, Bitboard)>,
}

impl SanWriter {
    pub(crate) fn new(moves: MoveList) -> SanWriter {
        let mut keys: Vec<(Role, Square, Square)> =
            moves.iter().map(|mv| (mv.unit().top_role(), mv.to(), mv.from())).collect();
        keys.sort_unstable();
        let mut origins: Vec<(Role, Square, Bitboard)> = Vec::with_capacity(keys.len());
        for (role, to, from) in keys {
            match origins.last_mut() {
                Some(last) if (last.0, last.1) == (role, to) => last.2.set(from),
                _ => origins.push((role, to, from.into())),
            }
        }
        SanWriter { moves, origins }
    }

    /// The moves it was made from.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(crate) fn san(&self, mv: Move) -> String {
        mv.text_with_origin(&self.disambiguator(mv)).to_string()
    }

    /// RULES 11.3.
    fn disambiguator(&self, mv: Move) -> String {
        let key = (mv.unit().top_role(), mv.to());
        let from = mv.from();
        let rivals = match self.origins.binary_search_by_key(&key, |&(role, to, _)| (role, to)) {
            Ok(at) => self.origins[at].2.without(from),
            Err(_) => Bitboard::EMPTY,
        };
        if rivals.is_empty() {
            String::new()
        } else if rivals.is_disjoint(Bitboard::file(from.file())) {
            from.file_letter().to_string()
        } else if rivals.is_disjoint(Bitboard::rank(from.rank())) {
            from.rank().to_string()
        } else {
            from.to_string()
        }
    }
}

/// The texts of one turn: a single move, or a whole deploy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnText {
    /// RULES 11.3; for a deploy 11.4.
    pub san: String,
    /// RULES 11.2; for a deploy 11.4.
    pub lan: String,
    /// RULES 11.5.
    pub flags: String,
}

impl TurnText {
    /// Of a single move, in the position before it.
    pub fn of_move(before: &Position, mv: Move) -> TurnText {
        TurnText { san: before.san(mv), lan: mv.to_string(), flags: mv.flags() }
    }

    fn of_deploy(position: &Position, session: &Session) -> TurnText {
        let steps: Vec<String> = session
            .steps()
            .iter()
            .map(|step| step.to_move(session.square()).step_text().to_string())
            .collect();
        let steps = steps.join(",");
        let stay = position.session_remaining().map(|unit| unit.move_text().to_string());
        let stay = stay.unwrap_or_default();
        let mut flags = String::from("d");
        for step in session.steps() {
            let letter = step.kind.letter();
            if !flags.contains(letter) {
                flags.push(letter);
            }
        }
        TurnText {
            san: if stay.is_empty() { steps.clone() } else { format!("{stay}<{steps}") },
            lan: format!("{}:{stay}:{steps}", session.square()),
            flags,
        }
    }
}

/// The parsed text of a deploy turn; heroic marks are not kept, for the board knows them.
pub(crate) struct DeployText<'a> {
    /// In LAN only.
    pub(crate) square: Option<Square>,
    pub(crate) stay: RoleSet,
    pub(crate) steps: Vec<StepText<'a>>,
}

pub(crate) struct StepText<'a> {
    pub(crate) text: &'a str,
    pub(crate) roles: RoleSet,
    pub(crate) kind: MoveKind,
    pub(crate) to: Square,
}

/// A text that is no deploy turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadDeployText(String);

impl fmt::Display for BadDeployText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'a> DeployText<'a> {
    /// `point:stay:step,step`, with or without `...` at the end.
    pub(crate) fn parse_lan(text: &'a str) -> Result<DeployText<'a>, BadDeployText> {
        let bad = |what: &str| BadDeployText(format!("expected point:stay:steps, {what}"));
        let text = text.strip_suffix("...").unwrap_or(text);
        let mut parts = text.splitn(3, ':');
        let (Some(square), Some(stay), Some(steps)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(bad("found fewer than two colons"));
        };
        let square = square.parse::<Square>().map_err(|error| BadDeployText(error.to_string()))?;
        DeployText::parse(Some(square), stay, steps)
    }

    /// `stay<step,step`.
    pub(crate) fn parse_san(text: &'a str) -> Result<DeployText<'a>, BadDeployText> {
        let (stay, steps) = text.split_once('<').unwrap_or(("", text));
        DeployText::parse(None, stay, steps)
    }

    fn parse(square: Option<Square>, stay: &'a str, steps: &'a str) -> Result<DeployText<'a>, BadDeployText> {
        let stay = match stay {
            "" => 0,
            _ => parse_roles(stay)?,
        };
        let steps = steps.split(',').map(StepText::parse).collect::<Result<_, _>>()?;
        Ok(DeployText { square, stay, steps })
    }
}

impl<'a> StepText<'a> {
    fn parse(text: &'a str) -> Result<StepText<'a>, BadDeployText> {
        let bad = || BadDeployText(format!("{text:?} is no deploy step"));
        let (pieces, rest) = text.split_once('>').ok_or_else(bad)?;
        let kinds =
            [MoveKind::Capture, MoveKind::StayCapture, MoveKind::SuicideCapture, MoveKind::Combination];
        let (kind, to) = kinds
            .into_iter()
            .find_map(|kind| Some((kind, rest.strip_prefix(kind.separator())?)))
            .unwrap_or((MoveKind::Move, rest));
        let to = to.parse().map_err(|_| bad())?;
        Ok(StepText { text, roles: parse_roles(pieces)?, kind, to })
    }
}

/// The roles of a piece text: `F`, `+T`, `(F+T)`.
fn parse_roles(text: &str) -> Result<RoleSet, BadDeployText> {
    let bad = || BadDeployText(format!("{text:?} is no piece or stack"));
    let inner = match text.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')').ok_or_else(bad)?,
        None => text,
    };
    let mut roles = 0;
    for c in inner.chars().filter(|&c| c != '+') {
        let role = Role::from_letter(c).filter(|_| c.is_ascii_uppercase()).ok_or_else(bad)?;
        if roles & role.bit() != 0 {
            return Err(bad());
        }
        roles |= role.bit();
    }
    if roles == 0 { Err(bad()) } else { Ok(roles) }
}

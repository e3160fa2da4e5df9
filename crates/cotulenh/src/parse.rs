//! Reading move text (RULES 14).

use crate::deploy_text::DeployText;
use crate::moves::Move;
use crate::position::Position;
use crate::role::Role;
use crate::san::{TurnText, push_san};
use crate::square::Square;

/// The longest move text that is read.
pub const MAX_MOVE_TEXT_LENGTH: usize = 128;

/// Which forms of move text are understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strictness {
    /// SAN, LAN and deploy turns only (RULES 14.1–14.3).
    Strict,
    /// Also `c2c3`, `cd4` and the like (RULES 14.4).
    #[default]
    Lenient,
}

/// What a move text stands for: one step, or a deploy turn that ends with a commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A single move or step.
    Step(Move),
    /// A whole deploy turn: the position after it, committed.
    Deploy(Box<DeployTurn>),
}

/// A deploy turn read from text, played out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeployTurn {
    /// The position with the session still open, all steps played.
    pub open: Position,
    /// The position after the commit.
    pub after: Position,
}

/// Why a text is not a move in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// It is longer than [`MAX_MOVE_TEXT_LENGTH`].
    #[error("a move text has at most {MAX_MOVE_TEXT_LENGTH} bytes, found {0}")]
    TooLong(usize),
    /// No legal move is written like this.
    #[error("no legal move matches {0:?}")]
    NoSuchMove(String),
    /// Two stacks could play this deploy turn; its LAN says which (RULES 12.4).
    #[error("{text:?} can be played from {first} and from {second}: write {first}:… or {second}:…")]
    Ambiguous {
        /// The text.
        text: String,
        /// One point it can be played from.
        first: Square,
        /// Another.
        second: Square,
    },
}

impl ParseMoveError {
    /// Untrusted text is quoted only in part: an error message must not be a megabyte long.
    pub(crate) fn no_such_move(text: &str) -> ParseMoveError {
        ParseMoveError::NoSuchMove(text.chars().take(MAX_MOVE_TEXT_LENGTH).collect())
    }
}

impl Position {
    /// The legal move that a text stands for, leniently (RULES 14). Whole deploy turns are refused
    /// here: see [`parse_turn`](Position::parse_turn).
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        match self.parse_turn(text, Strictness::Lenient)? {
            Turn::Step(mv) => Ok(mv),
            Turn::Deploy(_) => Err(ParseMoveError::NoSuchMove(text.into())),
        }
    }

    /// The move or deploy turn that a text stands for: the first of RULES 14.1–14.4 that matches.
    ///
    /// ```
    /// use cotulenh::{Position, Strictness, Turn};
    /// let position = Position::start();
    /// for text in ["Ic6", "Ic5c6", "c5c6", "c5-c6!"] {
    ///     let Ok(Turn::Step(mv)) = position.parse_turn(text, Strictness::Lenient) else { panic!() };
    ///     assert_eq!(mv.to_string(), "Ic5c6");
    /// }
    /// assert!(position.parse_turn("c5c6", Strictness::Strict).is_err());
    /// ```
    pub fn parse_turn(&self, text: &str, strictness: Strictness) -> Result<Turn, ParseMoveError> {
        if text.len() > MAX_MOVE_TEXT_LENGTH {
            return Err(ParseMoveError::TooLong(text.len()));
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        if let Some(step) = self.parse_step(text) {
            return Ok(Turn::Step(step));
        }
        if let Some(turn) = self.parse_deploy_turn(text)? {
            return Ok(turn);
        }
        if strictness == Strictness::Lenient
            && let Some(origin) = Coordinates::parse(text)
        {
            let moves = self.legal_moves();
            if let Some(step) = preferred(moves.iter().copied().filter(|&mv| origin.matches(mv))) {
                return Ok(Turn::Step(step));
            }
        }
        Err(ParseMoveError::NoSuchMove(text.into()))
    }

    /// The legal move between two points that is meant if nothing says more: a move of the whole unit
    /// before a deploy step, else the first in order (RULES 14.4). `top` selects the role on top of the
    /// unit.
    ///
    /// ```
    /// use cotulenh::{Position, Role};
    /// let position: Position = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1".parse().unwrap();
    /// let [from, to] = ["d5", "d6"].map(|name| name.parse().unwrap());
    /// assert_eq!(position.preferred_move(from, to, None).unwrap().to_string(), "(FTI)d5d6");
    /// assert_eq!(position.preferred_move(from, to, Some(Role::Tank)).unwrap().to_string(), "Td5>d6");
    /// ```
    pub fn preferred_move(&self, from: Square, to: Square, top: Option<Role>) -> Option<Move> {
        let fits = |mv: &Move| mv.to() == to && top.is_none_or(|top| top == mv.unit().top_role());
        let moves = self.legal_moves_from(from);
        preferred(moves.iter().copied().filter(fits))
    }

    /// SAN, else LAN (RULES 14.1, 14.2). Both begin with the unit, whose top comes first, and end
    /// with the destination, so only the few moves that have both are compared.
    fn parse_step(&self, text: &str) -> Option<Move> {
        let role = Role::from_letter(text.trim_start_matches(['(', '+']).chars().next()?)?;
        let moves = self.legal_moves_to(role, destination(text)?);
        let mut san = String::new();
        let has_san = |mv: &&Move| {
            san.clear();
            push_san(**mv, &moves, &mut san);
            san == text
        };
        moves.iter().find(has_san).or_else(|| moves.iter().find(|mv| mv.to_string() == text)).copied()
    }

    /// RULES 14.3.
    fn parse_deploy_turn(&self, text: &str) -> Result<Option<Turn>, ParseMoveError> {
        if self.session().is_some() {
            return Ok(None);
        }
        let stacks = self.board().stacks() & self.board().of(self.turn());
        if let Ok((square, deploy)) = DeployText::parse_lan(text) {
            let played = self.play_deploy(square, &deploy);
            let played = played.filter(|turn| turn.text().is_some_and(|t| t.lan == text));
            return Ok(played.map(|turn| Turn::Deploy(Box::new(turn))));
        }
        let Ok(deploy) = DeployText::parse_san(text) else { return Ok(None) };
        let mut found: Option<(Square, DeployTurn)> = None;
        for square in stacks {
            let played = self.play_deploy(square, &deploy);
            let Some(turn) = played.filter(|turn| turn.text().is_some_and(|t| t.san == text)) else {
                continue;
            };
            if let Some((first, _)) = found {
                return Err(ParseMoveError::Ambiguous { text: text.into(), first, second: square });
            }
            found = Some((square, turn));
        }
        Ok(found.map(|(_, turn)| Turn::Deploy(Box::new(turn))))
    }

    /// Plays the steps of a deploy turn from one stack and commits.
    fn play_deploy(&self, square: Square, deploy: &DeployText<'_>) -> Option<DeployTurn> {
        let mut open = *self;
        for step in &deploy.steps {
            open.replay_step(square, step.roles, step.kind, step.to)?;
        }
        let mut after = open;
        after.commit().ok()?;
        Some(DeployTurn { open, after })
    }
}

/// The first move of a whole unit, else the first deploy step (RULES 14.4).
fn preferred(moves: impl Iterator<Item = Move> + Clone) -> Option<Move> {
    moves.clone().find(|mv| !mv.is_deploy()).or_else(|| moves.clone().next())
}

/// The point with which a move text ends.
fn destination(text: &str) -> Option<Square> {
    let file = text.rfind(|c: char| !c.is_ascii_digit())?;
    text[file..].parse().ok()
}

impl DeployTurn {
    fn text(&self) -> Option<TurnText> {
        self.open.deploy_turn_text()
    }
}

/// `[+]from[sep]to` (RULES 14.4).
struct Coordinates {
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

impl Coordinates {
    fn parse(text: &str) -> Option<Coordinates> {
        let mut rest = text.strip_prefix('+').unwrap_or(text);
        let file = rest.bytes().next().filter(|b| (b'a'..=b'k').contains(b)).map(|b| b - b'a');
        if file.is_some() {
            rest = &rest[1..];
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rank = match digits {
            0 => None,
            // A rank is never written with a leading zero, and never beyond 12.
            _ => Some(rest[..digits].parse().ok().filter(|r| (1..=12).contains(r))?),
        };
        if rest.starts_with('0') || (file.is_none() && rank.is_none()) {
            return None;
        }
        rest = &rest[digits..];
        let separators = [">x", ">&", ">", "-", "x", "&", "+", "<"];
        let to = separators.into_iter().find_map(|s| rest.strip_prefix(s)).unwrap_or(rest);
        Some(Coordinates { file, rank, to: to.parse().ok()? })
    }

    fn matches(&self, mv: Move) -> bool {
        self.to == mv.to()
            && self.file.is_none_or(|file| file == mv.from().file())
            && self.rank.is_none_or(|rank| rank == mv.from().rank())
    }
}

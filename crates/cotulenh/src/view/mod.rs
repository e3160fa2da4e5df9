//! Views: the JSON shapes of moves, positions, sessions, game trees, faults and refusals (feature
//! `serde`).
//!
//! The bridge, its JavaScript form and the server write the same objects, so that clients parse one
//! format. A view holds texts and numbers only; it is made from the rules' own types and written
//! with any serde format. Keys are in camelCase, points are written as `d5`, pieces as in move
//! texts: upper case, a `+` before a heroic piece, a stack in parentheses.
//!
//! ```
//! use cotulenh::{Position, view::MoveView};
//! let moves = MoveView::list(&Position::start());
//! assert_eq!((moves.len(), moves[0].lan.as_str()), (116, "Ic5c6"));
//! ```

mod fault;
mod question;
mod refusal;
mod tree;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::color::Color;
use crate::game::Game;
use crate::moves::{Move, MoveKind};
use crate::position::{Outcome, Position};
use crate::san::{SanWriter, TurnText};
use crate::square::Square;
use crate::unit::Unit;

pub use fault::{FaultParams, FaultView, FenCheckView, LocationView};
pub use question::{
    CapturerView, ChangeView, DeployResultView, OutcomeView, PlacedPieceView, PointChangeView,
    PositionDiffView, UnreachableView,
};
pub use refusal::{AttackerView, RefusalParams, RefusalView};
pub use tree::{
    AnnotationsView, PgnFaultView, StageView, TreeInput, TreeInputError, TreeNodeInput, TreeNodeView,
    TreeView,
};

/// A value for each side: `{"r": …, "b": …}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// Red's.
    pub r: T,
    /// Blue's.
    pub b: T,
}

impl<T> Sides<T> {
    /// Computes both values, Red's first.
    pub fn each(mut of: impl FnMut(Color) -> T) -> Sides<T> {
        Sides { r: of(Color::Red), b: of(Color::Blue) }
    }

    /// The value of one side.
    pub const fn get(&self, color: Color) -> &T {
        match color {
            Color::Red => &self.r,
            Color::Blue => &self.b,
        }
    }

    /// The value of one side, to be changed.
    pub const fn get_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Red => &mut self.r,
            Color::Blue => &mut self.b,
        }
    }
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MoveView {
    /// RULES 11.2. Together with the flags it identifies the move.
    pub lan: String,
    /// RULES 11.2 and 11.3.
    pub san: String,
    /// RULES 11.5.
    pub flags: String,
    /// Where it starts.
    pub from: String,
    /// The destination; for a stay capture the point of the target.
    pub to: String,
    /// The pieces that move.
    pub piece: String,
    /// The enemy unit that is captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// The unit that is joined, as it stands before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combined: Option<String>,
}

impl MoveView {
    /// A move of this position with its SAN.
    pub fn new(position: &Position, mv: Move, san: String) -> MoveView {
        let there = position.board().get(mv.to()).map(piece_text);
        let (captured, combined) = match mv.kind() {
            kind if kind.is_capture() => (there, None),
            MoveKind::Combination | MoveKind::Recombination => (None, there),
            _ => (None, None),
        };
        MoveView {
            lan: mv.to_string(),
            san,
            flags: mv.flags(),
            from: mv.from().to_string(),
            to: mv.to().to_string(),
            piece: piece_text(mv.unit()),
            captured,
            combined,
        }
    }

    /// The legal moves, in the order of RULES 11.6.
    pub fn list(position: &Position) -> Vec<MoveView> {
        let writer = SanWriter::new(position.legal_moves());
        writer.moves().iter().map(|&mv| MoveView::new(position, mv, writer.san(mv))).collect()
    }
}

/// A move with what a board needs in order to offer it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MoveDetail {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveView,
    /// It rejoins pieces that were deployed earlier in this turn (RULES 9.3). Left out if it does
    /// not.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub recombine: bool,
    /// For a combination: the stack on the destination afterwards, promotions included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

impl MoveDetail {
    /// A legal move of this position with its SAN.
    pub fn new(position: &Position, mv: Move, san: String) -> MoveDetail {
        let joins = matches!(mv.kind(), MoveKind::Combination | MoveKind::Recombination);
        let result = || {
            let mut after = *position;
            after.play_without_commit(mv).ok()?;
            after.board().get(mv.to()).map(piece_text)
        };
        MoveDetail {
            mv: MoveView::new(position, mv, san),
            recombine: mv.kind() == MoveKind::Recombination,
            result: if joins { result() } else { None },
        }
    }

    /// The legal moves, in the order of RULES 11.6.
    pub fn list(position: &Position) -> Vec<MoveDetail> {
        let writer = SanWriter::new(position.legal_moves());
        writer.moves().iter().map(|&mv| MoveDetail::new(position, mv, writer.san(mv))).collect()
    }
}

/// An open deploy session (RULES 9.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionView {
    /// The point of the stack.
    pub square: String,
    /// The stack as it stood when the session began.
    pub original: String,
    /// The LANs of the steps so far.
    pub steps: Vec<String>,
    /// The pieces that may still step off, in lower case, each with its `+`: `+fe`.
    pub remaining: String,
    /// The same pieces as a unit: `(+FE)`; empty if none remains.
    pub stay: String,
    /// May the deploy be committed now?
    pub can_commit: bool,
}

impl SessionView {
    /// The open session of a position.
    pub fn of(position: &Position) -> Option<SessionView> {
        let session = position.session()?;
        let remaining = position.session_remaining();
        let steps = session.steps().iter().map(|step| step.to_move(session.square()).to_string());
        Some(SessionView {
            square: session.square().to_string(),
            original: piece_text(session.original()),
            steps: steps.collect(),
            remaining: remaining.map_or(String::new(), |unit| {
                unit.pieces().map(|piece| piece.to_string().to_ascii_lowercase()).collect()
            }),
            stay: remaining.map_or(String::new(), piece_text),
            can_commit: position.can_commit(),
        })
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PositionView {
    /// With the deploy suffix while a session is open (RULES 11.1).
    pub fen: String,
    /// The side to move: `r` or `b`.
    pub turn: char,
    /// The side to move is in check (RULES 6.6).
    pub check: bool,
    /// RULES 6.6.
    pub checkmate: bool,
    /// RULES 6.6.
    pub stalemate: bool,
    /// A hundred turns without a normal capture (RULES 10.2).
    pub draw50: bool,
    /// A Commander is missing (RULES 10.3).
    pub captured: bool,
    /// The game is over, as far as the position alone tells.
    pub over: bool,
    /// `red`, `blue` or `draw` if it is over.
    pub result: Option<String>,
    /// Where the Commanders stand, carried ones included.
    pub commanders: Sides<Option<String>>,
    /// The open deploy.
    pub session: Option<SessionView>,
    /// [`Position::hash`] as 16 hexadecimal digits.
    pub hash: String,
}

impl From<&Position> for PositionView {
    fn from(position: &Position) -> PositionView {
        let facts = position.ending_facts(1);
        PositionView {
            fen: position.fen(),
            turn: position.turn().letter(),
            check: facts.check,
            checkmate: facts.checkmate,
            stalemate: facts.stalemate,
            draw50: facts.fifty_moves,
            captured: facts.commander_captured,
            over: facts.outcome.is_some(),
            result: facts.outcome.map(result_name),
            commanders: Sides::each(|color| {
                position.board().commander(color).map(|square| square.to_string())
            }),
            session: SessionView::of(position),
            hash: format!("{:016x}", position.hash()),
        }
    }
}

/// The last turn of a game, finished or not, and the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PlayView {
    /// The position now, with the deploy suffix while a session is open.
    pub fen: String,
    /// The same without the deploy suffix.
    pub board: String,
    /// The turn has passed.
    pub completed: bool,
    /// The SAN of the turn so far.
    pub san: String,
    /// The LAN of the turn so far.
    pub lan: String,
    /// The flags of the turn so far.
    pub flags: String,
    /// The side to move is in check.
    pub check: bool,
    /// The game is over, repetition included.
    pub over: bool,
    /// The open deploy.
    pub session: Option<SessionView>,
}

impl PlayView {
    /// `None` if nothing has been played.
    pub fn of(game: &Game) -> Option<PlayView> {
        let position = game.position();
        let open = position.deploy_turn_text();
        let TurnText { san, lan, flags } = open.or_else(|| game.turns().last().map(|turn| turn.text()))?;
        Some(PlayView {
            fen: position.fen(),
            board: position.board_fen(),
            completed: position.session().is_none(),
            san,
            lan,
            flags,
            check: position.is_check(),
            over: game.is_over(),
            session: SessionView::of(position),
        })
    }
}

/// The air defence of both sides: each covered point with its defenders, sorted by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct AirDefenseView(pub Sides<BTreeMap<String, Vec<String>>>);

impl From<&Position> for AirDefenseView {
    fn from(position: &Position) -> AirDefenseView {
        AirDefenseView(Sides::each(|color| {
            let defense = position.air_defense(color);
            let defenders = |point: Square| {
                let mut names: Vec<String> =
                    defense.defenders_of(point).iter().map(|square| square.to_string()).collect();
                names.sort();
                names
            };
            defense.covered().iter().map(|point| (point.to_string(), defenders(point))).collect()
        }))
    }
}

fn piece_text(unit: Unit) -> String {
    unit.move_text().to_string()
}

fn result_name(outcome: Outcome) -> String {
    outcome.winner().map_or("draw".into(), |winner| winner.to_string())
}

#[cfg(test)]
mod tests;

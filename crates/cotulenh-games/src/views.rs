//! What the page is told: positions, turns and games, ready to be written as JSON (docs/server.md).

use std::collections::BTreeMap;

use cotulenh::{Color, Game, Move, MoveKind, PlayedTurn, Position, SanWriter, Session, Square, TurnText};
use serde::{Deserialize, Serialize};

use crate::ending::Ending;
use crate::refusal::{Refusal, commit_obstacle};

/// A value for each side, `{"r": …, "b": …}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// Red's.
    pub r: T,
    /// Blue's.
    pub b: T,
}

impl<T> Sides<T> {
    /// Asks for both, Red first.
    pub fn each(mut of: impl FnMut(Color) -> T) -> Sides<T> {
        Sides { r: of(Color::Red), b: of(Color::Blue) }
    }

    /// The value of one side.
    pub fn get(&self, color: Color) -> &T {
        match color {
            Color::Red => &self.r,
            Color::Blue => &self.b,
        }
    }

    /// The value of one side, to be changed.
    pub fn get_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Red => &mut self.r,
            Color::Blue => &mut self.b,
        }
    }
}

/// A side as `"r"` or `"b"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Red.
    #[serde(rename = "r")]
    Red,
    /// Blue.
    #[serde(rename = "b")]
    Blue,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Red => Side::Red,
            Color::Blue => Side::Blue,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Red => Color::Red,
            Side::Blue => Color::Blue,
        }
    }
}

/// Everything the page needs to show a position and to let somebody move in it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// With the deploy suffix while a session is open.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// Piece texts by point: carrier first, `+` heroic, upper case Red.
    pub units: BTreeMap<String, String>,
    /// Is the side to move in check?
    pub check: bool,
    /// How the game has ended, if it has.
    pub outcome: Option<Ending>,
    /// The open deploy.
    pub session: Option<SessionView>,
    /// Every legal action but the commit, in the order of RULES 11.6; none once the game is over.
    pub moves: Vec<MoveView>,
    /// The points that each side's air defence covers.
    pub air_defense: Sides<Vec<String>>,
    /// Where the Commanders are, carried ones included.
    pub commanders: Sides<Option<String>>,
}

/// An open deploy (RULES 9.2).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// The point of the stack.
    pub square: String,
    /// The stack as it was.
    pub original: String,
    /// The pieces that may still step off.
    pub remaining: Vec<String>,
    /// What has been done.
    pub steps: Vec<StepView>,
    /// May the turn end here?
    pub can_commit: bool,
    /// If not: why.
    pub obstacle: Option<Refusal>,
}

/// One step of a turn.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// LAN.
    pub lan: String,
    /// SAN, without anything that tells it from other moves (RULES 11.4).
    pub san: String,
    /// Where it began.
    pub from: String,
    /// Where it led, or what it took.
    pub to: String,
    /// What it did.
    pub kind: &'static str,
}

/// One legal move; `lan` and `flags` identify it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveView {
    /// LAN.
    pub lan: String,
    /// SAN.
    pub san: String,
    /// RULES 11.5.
    pub flags: String,
    /// Where it begins.
    pub from: String,
    /// Where it leads, or what it takes.
    pub to: String,
    /// What moves.
    pub unit: String,
    /// `move`, `capture`, `stay`, `suicide` or `combine`.
    pub kind: &'static str,
    /// Is it a deploy step?
    pub deploy: bool,
    /// Does it join pieces that left earlier in this session (RULES 9.3)?
    pub recombine: bool,
    /// What it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// What stands on `to` after a combination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// One completed turn.
#[derive(Clone, Debug, Serialize)]
pub struct TurnView {
    /// SAN; of a deploy, RULES 11.4.
    pub san: String,
    /// LAN.
    pub lan: String,
    /// RULES 11.5.
    pub flags: String,
    /// The position after it.
    pub fen: String,
    /// Who moved.
    pub color: Side,
    /// The number of the move.
    pub number: u32,
    /// One for a single move, several for a deploy.
    pub steps: Vec<StepView>,
    /// Does it give check?
    pub check: bool,
    /// What it took, step by step.
    pub captured: Vec<String>,
}

/// The name of a kind of move.
pub fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Move => "move",
        MoveKind::Capture => "capture",
        MoveKind::StayCapture => "stay",
        MoveKind::SuicideCapture => "suicide",
        MoveKind::Combination | MoveKind::Recombination => "combine",
    }
}

impl PositionView {
    /// The present position of a game; `outcome` is how it has ended, by the rules or otherwise.
    pub fn of_game(game: &Game, outcome: Option<Ending>) -> PositionView {
        let position = game.position();
        let board = position.board();
        PositionView {
            fen: position.fen(),
            turn: position.turn().into(),
            units: board.iter().map(|(square, unit)| (square.to_string(), unit.to_string())).collect(),
            check: position.is_check(),
            outcome,
            session: position.session().map(|session| SessionView::new(position, session)),
            moves: if outcome.is_some() { Vec::new() } else { move_views(position) },
            air_defense: Sides::each(|color| {
                position.air_defense(color).covered().iter().map(|square| square.to_string()).collect()
            }),
            commanders: Sides::each(|color| board.commander(color).map(|square| square.to_string())),
        }
    }
}

fn move_views(position: &Position) -> Vec<MoveView> {
    let writer = SanWriter::new(position.legal_moves());
    writer.moves().iter().map(|&mv| MoveView::new(position, mv, writer.san(mv))).collect()
}

impl MoveView {
    /// A move that is legal here, with its SAN.
    pub fn new(position: &Position, mv: Move, san: String) -> MoveView {
        let joins = matches!(mv.kind(), MoveKind::Combination | MoveKind::Recombination);
        let there = |position: &Position| position.board().get(mv.to()).map(|unit| unit.to_string());
        MoveView {
            lan: mv.to_string(),
            san,
            flags: mv.flags(),
            from: mv.from().to_string(),
            to: mv.to().to_string(),
            unit: mv.unit().to_string(),
            kind: kind_name(mv.kind()),
            deploy: mv.is_deploy(),
            recombine: mv.kind() == MoveKind::Recombination,
            captured: if mv.kind().is_capture() { there(position) } else { None },
            // Played out: a recombination replays its session, and promotions count.
            result: if joins {
                let mut after = *position;
                after.play_without_commit(mv).ok().and_then(|_| there(&after))
            } else {
                None
            },
        }
    }
}

impl SessionView {
    fn new(position: &Position, session: &Session) -> SessionView {
        let remaining = position.session_remaining();
        let obstacle = commit_obstacle(position);
        SessionView {
            square: session.square().to_string(),
            original: session.original().to_string(),
            remaining: remaining.into_iter().flat_map(|u| u.pieces()).map(|p| p.to_string()).collect(),
            steps: session_steps(session),
            can_commit: obstacle.is_none(),
            obstacle,
        }
    }
}

fn session_steps(session: &Session) -> Vec<StepView> {
    session.steps().iter().map(|step| StepView::new(step.to_move(session.square()))).collect()
}

impl StepView {
    /// A step by itself.
    pub fn new(mv: Move) -> StepView {
        let mark = if mv.is_deploy() { ">" } else { "" };
        StepView {
            lan: mv.to_string(),
            san: format!("{}{mark}{}{}", mv.unit().move_text(), mv.kind().separator(), mv.to()),
            from: mv.from().to_string(),
            to: mv.to().to_string(),
            kind: kind_name(mv.kind()),
        }
    }
}

impl TurnView {
    /// Turn `index` of a game.
    pub fn of_game(game: &Game, index: usize) -> Option<TurnView> {
        Some(TurnView::new(game.turns().get(index)?, game.after(index)?))
    }

    fn new(turn: &PlayedTurn, after: &Position) -> TurnView {
        let before = turn.before();
        let TurnText { san, lan, flags } = turn.text();
        let (steps, captured) = match (turn.single_move(), turn.deployed()) {
            (Some(mv), _) => {
                (vec![StepView::new(mv)], taken(before, mv.kind(), mv.to()).into_iter().collect())
            }
            (None, Some(open)) => {
                (open.session().map(session_steps).unwrap_or_default(), taken_by_deploy(open))
            }
            (None, None) => (Vec::new(), Vec::new()),
        };
        TurnView {
            san,
            lan,
            flags,
            fen: after.fen(),
            color: before.turn().into(),
            number: before.move_number(),
            steps,
            check: after.is_check(),
            captured,
        }
    }
}

/// All turns of a game.
pub fn turn_views(game: &Game) -> Vec<TurnView> {
    (0..game.turns().len()).filter_map(|index| TurnView::of_game(game, index)).collect()
}

fn taken(before: &Position, kind: MoveKind, to: Square) -> Option<String> {
    if kind.is_capture() { before.board().get(to).map(|unit| unit.to_string()) } else { None }
}

fn taken_by_deploy(open: &Position) -> Vec<String> {
    let steps = open.session().map(Session::steps).unwrap_or_default();
    let before = open.before_session_steps();
    steps.iter().zip(&before).filter_map(|(step, before)| taken(before, step.kind, step.to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(fen: &str) -> PositionView {
        PositionView::of_game(&Game::from(Position::from_fen(fen).unwrap()), None)
    }

    #[test]
    fn the_start_position_lists_its_moves_in_order() {
        let view = view(Position::START_FEN);
        assert_eq!((view.moves.len(), view.units.len()), (116, 38));
        assert_eq!(view.units["g12"], "c");
        let joins = view.moves.iter().find(|mv| mv.kind == "combine").unwrap();
        assert_eq!((joins.lan.as_str(), joins.result.as_deref()), ("Ic5&c4", Some("(NI)")));
        let expected: Vec<String> = Position::start().legal_moves().iter().map(|m| m.to_string()).collect();
        assert_eq!(view.moves.iter().map(|m| m.lan.clone()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_open_session_shows_what_is_left_and_what_can_rejoin() {
        let view = view("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d6...");
        let session = view.session.unwrap();
        assert_eq!((session.square.as_str(), session.original.as_str()), ("d5", "(TI)"));
        assert_eq!(session.remaining, ["I"]);
        assert_eq!((session.steps[0].lan.as_str(), session.steps[0].san.as_str()), ("Td5>d6", "T>d6"));
        assert!(session.can_commit && session.obstacle.is_none());
        let rejoin = view.moves.iter().find(|mv| mv.recombine).unwrap();
        assert_eq!((rejoin.to.as_str(), rejoin.result.as_deref()), ("d6", Some("(TI)")));
        assert!(view.moves.iter().all(|mv| mv.deploy));
    }

    #[test]
    fn a_turn_tells_what_it_took() {
        let mut game =
            Game::from(Position::from_fen("6c4/11/11/11/3m7/11/3i7/3(TI)7/11/11/11/4C6 r - - 0 1").unwrap());
        game.play_text("T>xd6", cotulenh::Strictness::Strict).unwrap();
        game.play_text("I>e5", cotulenh::Strictness::Strict).unwrap();
        let turn = TurnView::of_game(&game, 0).unwrap();
        assert_eq!((turn.san.as_str(), turn.flags.as_str()), ("T>xd6,I>e5", "dcn"));
        assert_eq!(turn.captured, ["i"]);
        assert_eq!(turn.steps.len(), 2);
        assert!(turn.fen.contains(" b - - 0 1"));
    }
}

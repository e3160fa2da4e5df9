//! What front ends show of positions and turns, ready to be written as JSON.
//!
//! Moves, sessions, refusals and positions have the shapes of [`cotulenh::view`]; here they are put
//! together for a game.

use std::collections::BTreeMap;

use cotulenh::view::{AirDefenseView, MoveDetail, PositionView};
use cotulenh::{Color, Game, Move, Position, Refusal, Session, TreeTurn, TurnText, Unit};
use serde::Serialize;

use crate::ending::Ending;

/// Everything a board needs to show a position and to offer its moves.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// The position.
    #[serde(flatten)]
    pub position: PositionView,
    /// The units by point as in FEN: carrier first, `+` heroic, upper case Red.
    pub units: BTreeMap<String, String>,
    /// How the game has ended, if it has.
    pub outcome: Option<Ending>,
    /// Why the open deploy cannot be committed, if it cannot.
    pub commit_refusal: Option<Refusal>,
    /// Every legal action except the commit, in the order of RULES 11.6; none once the game is
    /// over.
    pub moves: Vec<MoveDetail>,
    /// The points that each side's air defence covers, with their defenders.
    pub air_defense: AirDefenseView,
}

impl BoardView {
    /// The current position of a game; `outcome` is how it has ended, by the rules or otherwise.
    pub fn new(game: &Game, outcome: Option<Ending>) -> BoardView {
        let position = game.position();
        BoardView {
            position: PositionView::from(position),
            units: position
                .board()
                .iter()
                .map(|(square, unit)| (square.to_string(), unit.to_string()))
                .collect(),
            outcome,
            commit_refusal: position.commit_refusal(),
            moves: if outcome.is_some() { Vec::new() } else { MoveDetail::list(position) },
            air_defense: AirDefenseView::from(position),
        }
    }
}

/// One step of a turn.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// LAN.
    pub lan: String,
    /// SAN without disambiguation (RULES 11.4).
    pub san: String,
    /// RULES 11.5.
    pub flags: String,
    /// Where it starts.
    pub from: String,
    /// The destination; for a stay capture the point of the target.
    pub to: String,
}

impl StepView {
    fn new(mv: Move) -> StepView {
        StepView {
            lan: mv.to_string(),
            san: mv.step_san(),
            flags: mv.flags(),
            from: mv.from().to_string(),
            to: mv.to().to_string(),
        }
    }
}

/// One completed turn.
#[derive(Clone, Debug, Serialize)]
pub struct TurnView {
    /// SAN; for a deploy as in RULES 11.4.
    pub san: String,
    /// LAN.
    pub lan: String,
    /// RULES 11.5.
    pub flags: String,
    /// The position after it.
    pub fen: String,
    /// The side that moved.
    pub color: Color,
    /// The move number.
    pub number: u32,
    /// One for a single move, several for a deploy.
    pub steps: Vec<StepView>,
    /// Does it give check?
    pub check: bool,
    /// Does it give checkmate?
    pub mate: bool,
    /// The captured units as in FEN, step by step.
    pub captured: Vec<String>,
}

impl TurnView {
    /// Turn `index` of a game.
    pub fn of_game(game: &Game, index: usize) -> Option<TurnView> {
        let turn = game.turns().get(index)?;
        let steps = steps_of(turn.single_move(), turn.deployed());
        Some(TurnView::new(turn.before(), turn.text(), steps, turn.captures(), game.after(index)?))
    }

    /// A turn of a tree, which may be unfinished, and the position before it.
    pub fn of_tree(turn: &TreeTurn, before: &Position) -> TurnView {
        let steps = steps_of(turn.single_move(), turn.deployed());
        TurnView::new(before, turn.text(before), steps, turn.captures(before), turn.after())
    }

    fn new(
        before: &Position,
        text: TurnText,
        steps: Vec<StepView>,
        captured: Vec<Unit>,
        after: &Position,
    ) -> TurnView {
        let TurnText { san, lan, flags, .. } = text;
        TurnView {
            san,
            lan,
            flags,
            fen: after.fen(),
            color: before.turn(),
            number: before.move_number(),
            steps,
            check: after.is_check(),
            mate: after.is_checkmate(),
            captured: captured.iter().map(Unit::to_string).collect(),
        }
    }
}

/// The steps of a single move, or of a deploy before its commit.
fn steps_of(single: Option<Move>, deployed: Option<&Position>) -> Vec<StepView> {
    match (single, deployed.and_then(Position::session)) {
        (Some(mv), _) => vec![StepView::new(mv)],
        (None, Some(session)) => session_steps(session),
        (None, None) => Vec::new(),
    }
}

/// All turns of a game.
pub fn turn_views(game: &Game) -> Vec<TurnView> {
    (0..game.turns().len()).filter_map(|index| TurnView::of_game(game, index)).collect()
}

fn session_steps(session: &Session) -> Vec<StepView> {
    session.steps().iter().map(|step| StepView::new(step.to_move(session.square()))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn view(fen: &str) -> Value {
        json!(BoardView::new(&Game::from(Position::from_fen(fen).unwrap()), None))
    }

    #[test]
    fn the_start_position_lists_its_moves_in_order() {
        let view = view(Position::START_FEN);
        assert_eq!(view["units"].as_object().unwrap().len(), 38);
        assert_eq!((&view["units"]["g12"], &view["turn"]), (&json!("c"), &json!("r")));
        let moves = view["moves"].as_array().unwrap();
        let lans: Vec<&str> = moves.iter().map(|mv| mv["lan"].as_str().unwrap()).collect();
        let expected: Vec<String> = Position::start().legal_moves().iter().map(|m| m.to_string()).collect();
        assert_eq!(lans, expected);
        let joins = moves.iter().find(|mv| mv["result"].is_string()).unwrap();
        assert_eq!((&joins["lan"], &joins["result"]), (&json!("Ic5&c4"), &json!("(NI)")));
        assert_eq!(view["airDefense"], json!(AirDefenseView::from(&Position::start())));
        assert_eq!(view["airDefense"]["r"]["c3"], json!(["c4"]));
    }

    #[test]
    fn an_open_session_shows_what_is_left_and_what_can_rejoin() {
        let view = view("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d6...");
        assert_eq!(view["session"]["steps"], json!(["Td5>d6"]));
        assert_eq!((&view["session"]["canCommit"], &view["commitRefusal"]), (&json!(true), &json!(null)));
        let moves = view["moves"].as_array().unwrap();
        let rejoin = moves.iter().find(|mv| mv["recombine"] == true).unwrap();
        assert_eq!((&rejoin["to"], &rejoin["result"]), (&json!("d6"), &json!("(TI)")));
    }

    #[test]
    fn a_deploy_that_cannot_be_committed_says_why() {
        // The Navy has sailed off; the Infantry cannot stay at sea.
        let view = view("6c4/11/11/11/11/11/11/1(NI)9/11/11/11/4C6 r - - 0 1 b5:I:N>b6...");
        let refusal = &view["commitRefusal"];
        assert_eq!((&refusal["code"], &refusal["clause"]), (&json!("CANNOT_STAY"), &json!("9.5")));
    }

    #[test]
    fn a_turn_tells_what_it_captured() {
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

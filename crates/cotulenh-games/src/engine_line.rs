//! What the engine has found: scores and lines, ready for JSON.

use cotulenh::view::MoveView;
use cotulenh::{Action, Color, Game};
use cotulenh_engine::{Bound, Info, Score};
use serde::Serialize;

/// A score from Red's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreView {
    /// As [`cotulenh_engine::Score::Centipawns`].
    Cp(i32),
    /// Turns to mate; negative: Blue mates.
    Mate(i32),
}

impl ScoreView {
    /// From the score for the side to move.
    pub fn new(score: Score, turn: Color) -> ScoreView {
        let sign = if turn == Color::Red { 1 } else { -1 };
        match score {
            Score::Centipawns(value) => ScoreView::Cp(sign * value),
            Score::Mate(turns) => ScoreView::Mate(sign * turns),
        }
    }
}

/// A line: the principal variation with its score.
#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    /// Its score.
    pub score: ScoreView,
    /// `lower` or `upper` for Red, unless the score is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// Its actions except commits.
    pub moves: Vec<MoveView>,
    /// The SANs of its turns.
    pub turns: Vec<String>,
}

impl LineView {
    /// The line of a report on the position of this game.
    pub fn new(game: &Game, info: &Info) -> LineView {
        let turn = game.position().turn();
        let bound = match (info.bound, turn) {
            (Bound::Exact, _) => None,
            (Bound::Lower, Color::Red) | (Bound::Upper, Color::Blue) => Some("lower"),
            (Bound::Upper, Color::Red) | (Bound::Lower, Color::Blue) => Some("upper"),
        };
        let mut played = game.clone();
        let before = game.turns().len();
        let moves = play_actions(&mut played, &info.pv).into_iter().flatten().collect();
        let turns = played.turns()[before..].iter().map(|turn| turn.text().san).collect();
        LineView { score: ScoreView::new(info.score, turn), bound, moves, turns }
    }
}

/// Plays actions as far as they can be played, and describes them; a commit is `None`.
pub fn play_actions(game: &mut Game, actions: &[Action]) -> Vec<Option<MoveView>> {
    let mut views = Vec::with_capacity(actions.len());
    for action in actions {
        let before = *game.position();
        if game.play_action(*action).is_err() {
            break;
        }
        views.push(action.step().map(|mv| MoveView::new(&before, mv, before.san(mv))));
    }
    views
}

#[cfg(test)]
mod tests {
    use super::*;
    use cotulenh::Position;
    use cotulenh_engine::{Engine, Limits, SearchPosition};

    #[test]
    fn scores_are_for_red_and_lines_are_turns() {
        // Blue to move is about to be mated by two Tanks.
        let mate = "3c7/11/3T7/2T8/11/11/11/11/11/11/11/4C6 r - - 0 1";
        let game = Game::from(Position::from_fen(mate).unwrap());
        let mut last = None;
        let root = SearchPosition::from(&game);
        let result =
            Engine::default().search(&root, &Limits::depth(3), &mut |info| last = Some(info.clone()));
        let line = LineView::new(&game, &last.unwrap());
        assert_eq!(line.score, ScoreView::new(result.score, Color::Red));
        assert!(!line.turns.is_empty() && line.moves.len() >= line.turns.len());
        assert_eq!(ScoreView::new(Score::Mate(2), Color::Blue), ScoreView::Mate(-2));
        assert_eq!(serde_json::to_string(&ScoreView::Cp(-3)).unwrap(), r#"{"cp":-3}"#);
    }
}

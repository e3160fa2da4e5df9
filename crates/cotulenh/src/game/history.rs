//! The actions of a game: what was played, what was taken back, and playing it all again.

use crate::action::{Action, IllegalAction, PlayTextError};
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness};
use crate::position::{CommitError, Position};

use super::{Game, PlayedKind, PlayedTurn, SessionAction, Undone};

/// Why a stored game cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A text is not a legal move.
    #[error("action {}: {error}", index + 1)]
    Move {
        /// The index of the action.
        index: usize,
        /// Why not.
        error: ParseMoveError,
    },
    /// A commit is not allowed.
    #[error("action {}: {error}", index + 1)]
    Commit {
        /// The index of the action.
        index: usize,
        /// Why not.
        error: CommitError,
    },
    /// The count of actions that were not taken back is not at the end of a turn or step.
    #[error("action {found} of {total} is not the end of a turn or deploy step")]
    Count {
        /// The count.
        found: usize,
        /// The number of actions.
        total: usize,
    },
    /// The open session of the first position cannot be taken apart into single legal steps.
    #[error("the open deploy cannot be replayed step by step")]
    OpenDeploy,
}

impl ReplayError {
    fn of_action(index: usize, error: IllegalAction) -> ReplayError {
        match error {
            IllegalAction::Step(illegal) => {
                let error = ParseMoveError::NoSuchMove(illegal.0.to_string());
                ReplayError::Move { index, error }
            }
            IllegalAction::Commit(error) => ReplayError::Commit { index, error },
        }
    }

    fn of_text(index: usize, error: PlayTextError) -> ReplayError {
        match error {
            PlayTextError::Move(error) => ReplayError::Move { index, error },
            PlayTextError::Commit(error) => ReplayError::Commit { index, error },
        }
    }
}

impl Position {
    /// The single legal steps that lead from the beginning of the open session to this position;
    /// none if no session is open. They start from this position after
    /// [`cancel_session`](Position::cancel_session).
    ///
    /// A session lists pieces that recombined as one step (RULES 9.3), so a way there has to be
    /// found. `None` if there is none: a session read from a FEN need not have come about by single
    /// legal steps.
    ///
    /// ```
    /// use cotulenh::{Action, Position};
    /// let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1 d5:F:(TI)>d6...";
    /// let steps = Position::from_fen(fen)?.session_actions().unwrap();
    /// let texts: Vec<String> = steps.iter().map(Action::to_string).collect();
    /// assert_eq!(texts, ["Td5>d6", "Id5>&d6"]);
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub fn session_actions(&self) -> Option<Vec<Action>> {
        let mut start = *self;
        let _ = start.cancel_session();
        let steps = steps_between(&start, self)?;
        Some(steps.into_iter().map(Action::Step).collect())
    }
}

/// The single steps that lead from one position of a session, or its beginning, to a later one.
fn steps_between(start: &Position, end: &Position) -> Option<Vec<Move>> {
    if start == end {
        return Some(Vec::new());
    }
    let session = end.session()?;
    let is_destination = |mv: &Move| {
        mv.is_deploy() && mv.from() == session.square() && session.steps().iter().any(|s| s.to == mv.to())
    };
    start.legal_moves().into_iter().filter(is_destination).find_map(|step| {
        let mut next = *start;
        next.play_without_commit(step).ok()?;
        let mut steps = steps_between(&next, end)?;
        steps.insert(0, step);
        Some(steps)
    })
}

/// Adds the single steps of a session that ended, or stands, at `end`.
fn push_steps(actions: &mut Vec<Action>, steps: &[SessionAction], end: &Position) -> Option<()> {
    let ends = steps.iter().skip(1).map(|next| &next.before).chain([end]);
    for (action, after) in steps.iter().zip(ends) {
        push_step(actions, action, after)?;
    }
    Some(())
}

fn push_step(actions: &mut Vec<Action>, action: &SessionAction, after: &Position) -> Option<()> {
    match action.step {
        Some(mv) => actions.push(Action::Step(mv)),
        None => actions.extend(steps_between(&action.before, after)?.into_iter().map(Action::Step)),
    }
    Some(())
}

impl PlayedTurn {
    /// The single actions of the turn. The commit of a deploy is among them unless it happened by
    /// itself after the last step (RULES 9.5).
    ///
    /// `None` for a deploy read from text that no sequence of single legal steps leads to.
    pub fn actions(&self) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        self.push_actions(&mut actions)?;
        Some(actions)
    }

    fn push_actions(&self, actions: &mut Vec<Action>) -> Option<()> {
        match &self.what {
            PlayedKind::Move(mv) => actions.push(Action::Step(*mv)),
            PlayedKind::Deploy { open, steps } => {
                push_steps(actions, steps, open)?;
                if !open.is_deploy_finished() {
                    actions.push(Action::Commit);
                }
            }
        }
        Some(())
    }
}

impl Game {
    /// The game after these actions. If a session is open at the start, it is taken apart: its
    /// steps count as played, one by one.
    ///
    /// ```
    /// use cotulenh::{Game, Position, Strictness};
    /// let mut game = Game::new();
    /// for text in ["Ic6", "Ic7", "Mg6"] {
    ///     game.play_text(text, Strictness::Strict).unwrap();
    /// }
    /// let actions = game.actions().unwrap();
    /// assert_eq!(Game::replay(Position::start(), actions).unwrap(), game);
    /// ```
    pub fn replay(start: Position, actions: impl IntoIterator<Item = Action>) -> Result<Game, ReplayError> {
        let mut game = Game::by_single_steps(start)?;
        for (index, action) in actions.into_iter().enumerate() {
            game.play_action(action).map_err(|error| ReplayError::of_action(index, error))?;
        }
        Ok(game)
    }

    /// The game after the first `played` of these actions, with the others taken back: they can be
    /// redone. The reverse of [`actions`](Game::actions) followed by
    /// [`undone_actions`](Game::undone_actions).
    ///
    /// Each text is what [`Game::play_action_text`] reads; a whole deploy turn (RULES 14.3) counts
    /// as one. If a session is open at the start, its steps count as played, but not
    /// among these actions.
    pub fn replay_texts(
        start: Position,
        texts: &[impl AsRef<str>],
        played: usize,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::by_single_steps(start)?;
        // How many actions have been played at each point where an undo stops.
        let mut stops = vec![0];
        let mut turn_start = 0;
        for (index, text) in texts.iter().enumerate() {
            let played = game.play_action_text(text.as_ref(), Strictness::Strict);
            played.map_err(|error| ReplayError::of_text(index, error))?;
            if game.position().session().is_none() {
                while stops.last().is_some_and(|&stop| stop > turn_start) {
                    stops.pop();
                }
                turn_start = index + 1;
            }
            stops.push(index + 1);
        }
        while stops.last().is_some_and(|&stop| stop > played) {
            stops.pop();
            game.undo();
        }
        match stops.last() {
            Some(&stop) if stop == played => Ok(game),
            _ => Err(ReplayError::Count { found: played, total: texts.len() }),
        }
    }

    fn by_single_steps(start: Position) -> Result<Game, ReplayError> {
        let steps = start.session_actions().ok_or(ReplayError::OpenDeploy)?;
        let mut beginning = start;
        let _ = beginning.cancel_session();
        let mut game = Game::from(beginning);
        for step in steps.into_iter().filter_map(Action::step) {
            // The last step may be one after which the session would be committed by itself.
            game.play_without_commit(step).map_err(|_| ReplayError::OpenDeploy)?;
        }
        Ok(game)
    }

    /// Everything that was played, from [`start`](Game::start) to now, as single actions. A commit
    /// is among them unless it happened by itself (RULES 9.5), so playing them again gives the same
    /// game: see [`replay`](Game::replay).
    ///
    /// `None` if the game contains a deploy read from text that no sequence of single legal steps
    /// leads to.
    pub fn actions(&self) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        self.turns.iter().try_for_each(|turn| turn.push_actions(&mut actions))?;
        push_steps(&mut actions, &self.steps, &self.position)?;
        Some(actions)
    }

    /// What was taken back and can be redone, as single actions, the next one first. `None` as for
    /// [`actions`](Game::actions).
    pub fn undone_actions(&self) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        self.undone.iter().rev().try_for_each(|undone| match undone {
            Undone::Turn(undone) => undone.0.push_actions(&mut actions),
            Undone::Step(undone) => push_step(&mut actions, &undone.0, &undone.1),
        })?;
        Some(actions)
    }

    /// Is there anything to [`undo`](Game::undo)?
    pub fn can_undo(&self) -> bool {
        !self.steps.is_empty() || !self.turns.is_empty()
    }

    /// Is there anything to [`redo`](Game::redo)?
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";

    fn start() -> Position {
        Position::from_fen(STACK).unwrap()
    }

    fn texts(actions: &[Action]) -> Vec<String> {
        actions.iter().map(Action::to_string).collect()
    }

    #[track_caller]
    fn assert_replays(game: &Game) {
        let (played, undone) = (game.actions().unwrap(), game.undone_actions().unwrap());
        assert_eq!(Game::replay(*game.start(), played.clone()).unwrap().position(), game.position());
        let stored = texts(&[&played[..], &undone[..]].concat());
        let again = Game::replay_texts(*game.start(), &stored, played.len()).unwrap();
        assert_eq!(&again, game);
        assert_eq!(again.actions().unwrap(), played);
        assert_eq!(again.undone_actions().unwrap(), undone);
        assert_eq!((game.can_undo(), game.can_redo()), (!played.is_empty(), !undone.is_empty()));
    }

    #[test]
    fn a_game_replays_after_every_action_undo_and_redo() {
        let mut game = Game::from(start());
        for text in ["Td5>d7", "commit", "Cg12g11", "Id5>d6"] {
            let action = game.position().parse_action(text).unwrap();
            game.play_action(action).unwrap();
            assert_replays(&game);
        }
        assert!(game.position().parse_action("Id5>d6").is_err());
        let before = game.clone();
        let mut undone = 0;
        while game.undo() {
            undone += 1;
            assert_replays(&game);
        }
        assert_eq!(undone, 3);
        for _ in 0..undone {
            assert!(game.redo());
            assert_replays(&game);
        }
        assert!(!game.redo());
        assert_eq!(game, before);
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut game = Game::from(start());
        game.play(game.position().parse_move("Td5>d7").unwrap()).unwrap();
        game.undo();
        game.play(game.position().parse_move("(FTI)d6").unwrap()).unwrap();
        assert_eq!(texts(&game.actions().unwrap()), ["(FTI)d5d6"]);
        assert!(!game.can_redo());
        assert_replays(&game);
    }

    #[test]
    fn a_game_may_begin_inside_a_deploy_with_recombined_pieces() {
        let open = Position::from_fen(&format!("{STACK} d5:F:(TI)>d6...")).unwrap();
        let game = Game::from(open);
        assert_eq!(texts(&game.actions().unwrap()), ["Td5>d6", "Id5>&d6"]);
        // RULES 9.6: as listed in the FEN, and one by one.
        let mut listed = game.clone();
        assert!(listed.undo() && !listed.can_undo());
        assert_eq!(texts(&listed.undone_actions().unwrap()), ["Td5>d6", "Id5>&d6"]);
        let mut single = Game::replay(open, []).unwrap();
        assert_eq!(single.position(), &open);
        assert!(single.undo() && single.undo() && !single.can_undo());
        assert_replays(&single);
    }

    #[test]
    fn a_game_read_from_text_is_taken_apart() {
        let mut read = Game::from(start());
        for text in ["d5:(FI):T>d7", "Cg11", "I>d6"] {
            read.play_text(text, Strictness::Strict).unwrap();
        }
        let read = Game::from_pgn(&read.to_pgn(), Strictness::Strict).unwrap();
        let actions = read.actions().unwrap();
        assert_eq!(texts(&actions), ["Td5>d7", "commit", "Cg12g11", "Id5>d6"]);
        assert_eq!(Game::replay(*read.start(), actions).unwrap().position(), read.position());
        // Whole turns may be stored too, and count as one.
        let stored = ["d5:(FI):T>d7", "Cg12g11 n", "Id5>d6 nd"];
        let game = Game::replay_texts(start(), &stored, 1).unwrap();
        assert_eq!(game.turns().len(), 1);
        assert_eq!(game.undone_actions().unwrap().len(), 2);
    }

    #[test]
    fn a_commit_that_happens_by_itself_is_not_an_action() {
        let position = Position::from_fen("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1").unwrap();
        let mut game = Game::from(position);
        for text in ["Td5>d7", "Id5>d6"] {
            game.play(game.position().parse_move(text).unwrap()).unwrap();
        }
        assert_eq!(game.turns().len(), 1);
        assert_eq!(texts(&game.turns()[0].actions().unwrap()), ["Td5>d7", "Id5>d6"]);
        assert_replays(&game);
        // The same turn as one text.
        let mut read = Game::from(position);
        read.play_text(&game.turns()[0].text().lan, Strictness::Strict).unwrap();
        assert_eq!(read, game);
        assert_replays(&read);
    }

    #[test]
    fn damaged_actions_are_refused() {
        let replay = |actions: &[&str], played| Game::replay_texts(start(), actions, played);
        assert!(replay(&["Td5>d7 nd", "commit"], 2).is_ok());
        assert_eq!(replay(&["Td5>d7 nd", "commit"], 1), Err(ReplayError::Count { found: 1, total: 2 }));
        assert!(matches!(replay(&["Td5>d7 nd"], 7), Err(ReplayError::Count { found: 7, .. })));
        assert!(matches!(replay(&["x"], 1), Err(ReplayError::Move { index: 0, .. })));
        assert!(matches!(replay(&["Td5>d7 cd"], 1), Err(ReplayError::Move { index: 0, .. })));
        assert!(matches!(replay(&["commit"], 1), Err(ReplayError::Commit { index: 0, .. })));
        let error = replay(&["Td5>d7", "commit", "x"], 1).unwrap_err();
        assert_eq!(error.to_string(), "action 3: no legal move matches \"x\"");
    }
}

//! The moves of a game as they are stored: a list of texts and how many of them count.

use cotulenh::{CommitError, Game, Move, ParseMoveError, Position, Strictness};

use crate::command::GameError;

/// The text of a commit.
pub const COMMIT: &str = "commit";

/// Why a stored or sent text cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// It is no legal move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// It is a commit, which is not allowed.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// The actions do not split into turns where they should.
    #[error("{0} actions do not end with a turn or step")]
    BadCount(usize),
    /// The deploy of the first position cannot be taken apart into single steps.
    #[error("the open deploy cannot be replayed step by step")]
    OpenDeploy,
}

impl From<LineError> for GameError {
    fn from(error: LineError) -> GameError {
        GameError::Illegal { text: error.to_string(), why: None }
    }
}

/// A [`Game`] and the actions that lead to it.
///
/// An action is `commit`, a move as `lan flags` (together they identify it), or any other move text: whole turns come from PGN.
#[derive(Clone, Debug)]
pub struct Line {
    start: Position,
    game: Game,
    actions: Vec<String>,
    played: usize,
    /// How many actions had been played at the end of each completed turn.
    ends: Vec<usize>,
    /// The same of the turns that were taken back, the next to redo last.
    undone_ends: Vec<usize>,
}

impl Line {
    /// A game that begins here. The steps of an open deploy count as played.
    pub fn new(position: Position) -> Result<Line, LineError> {
        let mut start = position;
        let _ = start.cancel_session();
        let steps = steps_between(&start, &position).ok_or(LineError::OpenDeploy)?;
        let mut line = Line {
            start,
            game: Game::from(start),
            actions: Vec::new(),
            played: 0,
            ends: Vec::new(),
            undone_ends: Vec::new(),
        };
        for step in steps {
            line.play(step)?;
        }
        Ok(line)
    }

    /// Plays stored actions.
    pub fn replay(start: Position, actions: &[String], played: usize) -> Result<Line, LineError> {
        let mut line = Line::new(start)?;
        for action in actions {
            line.play_text(action)?;
        }
        while line.played > played {
            line.undo();
        }
        if line.played == played { Ok(line) } else { Err(LineError::BadCount(played)) }
    }

    /// The same game as read from elsewhere.
    pub fn from_game(read: &Game) -> Result<Line, LineError> {
        let mut line = Line::new(*read.start())?;
        for turn in read.turns() {
            match turn.single_move() {
                Some(mv) => line.play(mv)?,
                None => line.play_text(&turn.text().lan)?,
            }
        }
        let steps = steps_between(line.game.position(), read.position()).ok_or(LineError::OpenDeploy)?;
        for step in steps {
            line.play(step)?;
        }
        Ok(line)
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where it began; no session is open there.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Everything done, what was taken back at the end.
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// How many actions count.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Was anything taken back?
    pub fn can_redo(&self) -> bool {
        self.played < self.actions.len()
    }

    /// Plays what a text says: `commit`, `lan flags`, or a move text of RULES 14.1–14.3.
    pub fn play_text(&mut self, text: &str) -> Result<(), LineError> {
        if text == COMMIT {
            return Ok(self.commit()?);
        }
        match text.rsplit_once(' ') {
            Some((lan, flags)) => {
                let mv = find_move(self.game.position(), lan, Some(flags))
                    .ok_or_else(|| ParseMoveError::NoSuchMove(text.into()))?;
                self.play(mv)
            }
            None => {
                self.game.play_text(text, Strictness::Strict)?;
                self.record(text.into());
                Ok(())
            }
        }
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), LineError> {
        self.game.play(mv).map_err(|_| ParseMoveError::NoSuchMove(mv.to_string()))?;
        self.record(format!("{mv} {}", mv.flags()));
        Ok(())
    }

    /// Ends the open deploy.
    pub fn commit(&mut self) -> Result<(), CommitError> {
        self.game.commit()?;
        self.record(COMMIT.into());
        Ok(())
    }

    fn record(&mut self, action: String) {
        self.actions.truncate(self.played);
        self.actions.push(action);
        self.undone_ends.clear();
        self.played += 1;
        if self.game.position().session().is_none() {
            self.ends.push(self.played);
        }
    }

    /// Takes back the last step of the open deploy, or else the last turn.
    pub fn undo(&mut self) -> bool {
        let inside = self.game.position().session().is_some();
        if !self.game.undo() {
            return false;
        }
        if inside {
            self.played -= 1;
        } else {
            self.undone_ends.extend(self.ends.pop());
            self.played = self.ends.last().copied().unwrap_or(0);
        }
        true
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> bool {
        if !self.game.redo() {
            return false;
        }
        if self.game.position().session().is_some() {
            self.played += 1;
        } else if let Some(end) = self.undone_ends.pop() {
            self.ends.push(end);
            self.played = end;
        }
        true
    }

    /// Takes back the whole open deploy.
    pub fn cancel(&mut self) -> bool {
        if self.game.cancel_session().is_err() {
            return false;
        }
        self.played = self.ends.last().copied().unwrap_or(0);
        self.actions.truncate(self.played);
        self.undone_ends.clear();
        true
    }
}

/// The legal move with this LAN and these flags.
pub fn find_move(position: &Position, lan: &str, flags: Option<&str>) -> Option<Move> {
    let matches = |mv: &Move| mv.to_string() == lan && flags.is_none_or(|flags| flags == mv.flags());
    position.legal_moves().into_iter().find(matches)
}

/// The single steps that lead from the beginning of a deploy to where it stands. A session lists groups that have recombined as
/// one step, so the way there has to be found.
fn steps_between(start: &Position, open: &Position) -> Option<Vec<Move>> {
    if start == open {
        return Some(Vec::new());
    }
    let session = open.session()?;
    let is_destination = |mv: &Move| {
        mv.is_deploy() && mv.from() == session.square() && session.steps().iter().any(|s| s.to == mv.to())
    };
    start.legal_moves().into_iter().filter(is_destination).find_map(|step| {
        let mut next = *start;
        next.play_without_commit(step).ok()?;
        let mut steps = steps_between(&next, open)?;
        steps.insert(0, step);
        Some(steps)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";

    fn line(fen: &str) -> Line {
        Line::new(Position::from_fen(fen).unwrap()).unwrap()
    }

    #[track_caller]
    fn assert_replays(line: &Line) {
        let again = Line::replay(*line.start(), line.actions(), line.played()).unwrap();
        assert_eq!(again.game(), line.game());
        assert_eq!((again.ends, again.undone_ends), (line.ends.clone(), line.undone_ends.clone()));
    }

    #[test]
    fn a_line_replays_after_every_action_undo_and_redo() {
        let mut line = line(STACK);
        for text in ["Td5>d7 nd", COMMIT, "Cg12g11 n", "Id5>d6 nd"] {
            assert!(line.play_text(text).is_ok(), "{text}");
            assert_replays(&line);
        }
        assert!(line.play_text("Id5>d6 nd").is_err());
        let before = line.game().clone();
        let mut undone = 0;
        while line.undo() {
            undone += 1;
            assert_replays(&line);
        }
        assert_eq!((line.played(), line.can_redo()), (0, true));
        for _ in 0..undone {
            assert!(line.redo());
            assert_replays(&line);
        }
        assert!(!line.redo());
        assert_eq!(line.game(), &before);
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut line = line(STACK);
        line.play_text("Td5>d7 nd").unwrap();
        line.undo();
        line.play_text("(FTI)d5d6 n").unwrap();
        assert_eq!(line.actions(), ["(FTI)d5d6 n"]);
        assert!(!line.can_redo());
        assert_replays(&line);
    }

    #[test]
    fn cancel_takes_back_the_whole_deploy() {
        let mut line = line(STACK);
        for text in ["Td5>d7 nd", "Id5>d6 nd"] {
            line.play_text(text).unwrap();
        }
        assert!(line.cancel() && !line.cancel());
        assert_eq!((line.played(), line.actions().len()), (0, 0));
        assert_replays(&line);
    }

    #[test]
    fn a_game_may_begin_inside_a_deploy_with_recombined_pieces() {
        let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1 d5:F:(TI)>d6...";
        let line = line(fen);
        assert_eq!(line.game().position().fen(), fen);
        assert_eq!(line.played(), 2);
        assert_replays(&line);
    }

    #[test]
    fn a_read_game_keeps_its_deploys_and_its_open_end() {
        let mut read = Game::from(Position::from_fen(STACK).unwrap());
        for text in ["d5:(FI):T>d7", "Cg11", "I>d6"] {
            read.play_text(text, Strictness::Strict).unwrap();
        }
        let pgn = read.to_pgn();
        let line = Line::from_game(&Game::from_pgn(&pgn, Strictness::Strict).unwrap()).unwrap();
        assert_eq!(line.game().position(), read.position());
        assert_replays(&line);
    }

    #[test]
    fn damaged_actions_are_refused() {
        let start = Position::from_fen(STACK).unwrap();
        let replay = |actions: &[&str], played| {
            Line::replay(start, &actions.iter().map(|&a| a.to_owned()).collect::<Vec<_>>(), played)
        };
        assert!(replay(&["Td5>d7 nd", COMMIT], 2).is_ok());
        assert!(matches!(replay(&["Td5>d7 nd", COMMIT], 1), Err(LineError::BadCount(1))));
        assert!(matches!(replay(&["Td5>d7 nd"], 7), Err(LineError::BadCount(7))));
        assert!(matches!(replay(&["x"], 1), Err(LineError::Move(_))));
        assert!(matches!(replay(&[COMMIT], 1), Err(LineError::Commit(_))));
    }
}

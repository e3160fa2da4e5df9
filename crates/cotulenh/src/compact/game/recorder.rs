//! Recording a game while it is played.

use super::end::GameEnd;
use super::error::GameEncodeError;
use super::score::PackedScore;
use super::turn_code::{code_of_deploy, code_of_move};
use super::{CodedTurn, CompactGame, encode, header_code};
use crate::action::Action;
use crate::headers::Headers;
use crate::position::{IllegalMove, Position};

/// Records a game for training data: far less work than a [`Game`](crate::Game), which keeps every
/// position.
///
/// ```
/// use cotulenh::{GameEnd, GameRecorder, Headers, PackedScore, Position};
/// let mut recorder = GameRecorder::new(Position::start());
/// while recorder.turn_count() < 4 {
///     let action = recorder.position().actions()[0]; // a search would choose better
///     recorder.play([action], Some(PackedScore::centipawns(12)), None)?;
/// }
/// let game = recorder.finish(GameEnd::Unfinished, &Headers::default())?;
/// assert_eq!(game.turns().count(), 4);
/// # Ok::<(), cotulenh::GameEncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameRecorder {
    start: Position,
    /// The position at the beginning of the present turn.
    before: Position,
    position: Position,
    /// The repetition keys of the positions at the beginning of earlier turns.
    keys: Vec<u64>,
    turns: Vec<CodedTurn>,
    /// The notes on the turn that is not complete yet.
    score: Option<PackedScore>,
    clock: Option<u32>,
}

impl GameRecorder {
    /// A game that begins with this position. If a session is open, the game begins with that turn.
    pub fn new(position: Position) -> GameRecorder {
        let mut start = position;
        let _ = start.cancel_session();
        GameRecorder {
            start,
            before: start,
            position,
            keys: Vec::new(),
            turns: Vec::new(),
            score: None,
            clock: None,
        }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The completed turns.
    pub fn turn_count(&self) -> usize {
        self.turns.len()
    }

    /// How often the present placement with the present side to move has occurred, this time
    /// included.
    pub fn repetitions(&self) -> usize {
        let key = self.position.repetition_key();
        1 + self.keys.iter().filter(|&&earlier| earlier == key).count()
    }

    /// Plays actions, with the automatic commit of RULES 9.5: a turn, or a part of a deploy. `score`
    /// is what the player thinks of the turn, from Red's side; `clock` is the time left to the
    /// player, in milliseconds. For a deploy in several calls, the last ones given count.
    ///
    /// After an error, the actions before the illegal one have been played.
    pub fn play(
        &mut self,
        actions: impl IntoIterator<Item = Action>,
        score: Option<PackedScore>,
        clock: Option<u32>,
    ) -> Result<(), GameEncodeError> {
        for action in actions {
            // The turn may have been completed by an earlier action.
            (self.score, self.clock) = (score.or(self.score), clock.or(self.clock));
            self.play_one(action)?;
        }
        Ok(())
    }

    fn play_one(&mut self, action: Action) -> Result<(), GameEncodeError> {
        use crate::action::IllegalAction;
        let Action::Step(mv) = action else {
            let open = self.position;
            self.position.commit().map_err(IllegalAction::Commit)?;
            self.end_deploy(&open);
            return Ok(());
        };
        let step = |IllegalMove(mv)| IllegalAction::Step(IllegalMove(mv));
        self.position.play_without_commit(mv).map_err(step)?;
        if !mv.is_deploy() {
            self.push(code_of_move(&self.before, mv));
        } else {
            let open = self.position;
            if self.position.commit_if_finished() {
                self.end_deploy(&open);
            }
        }
        Ok(())
    }

    fn end_deploy(&mut self, open: &Position) {
        if let Some(session) = open.session() {
            self.push(code_of_deploy(&self.before, session));
        }
    }

    fn push(&mut self, code: super::TurnCode) {
        let (score, clock) = (self.score.take(), self.clock.take());
        self.turns.push(CodedTurn { code, mover: self.before.turn(), score, clock });
        self.keys.push(self.before.repetition_key());
        self.before = self.position;
    }

    /// The whole game. What the rules decide is recorded as such, whatever `end` says; a header
    /// `Termination` can say more about another end.
    pub fn finish(mut self, end: GameEnd, headers: &Headers) -> Result<CompactGame, GameEncodeError> {
        let outcome = self.position.outcome_if(self.repetitions(), || self.position.can_complete_turn());
        let end = header_code::end_with(headers, end);
        let end = end.settled(outcome).ok_or(GameEncodeError::NotByRules)?;
        let open = self.position;
        self.end_deploy(&open);
        encode(&self.start, headers, end, &self.turns, open.session().is_some())
    }
}

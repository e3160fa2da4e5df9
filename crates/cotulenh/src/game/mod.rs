//! A game: a position with its history.

mod annotations;
mod history;

pub use history::ReplayError;

use std::collections::BTreeMap;

use crate::game_tree::TreeTurn;
use crate::headers::Headers;
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::pgn::deploy_turn_in_pgn;
use crate::position::{CommitError, EndingFacts, IllegalMove, NoOpenSession, Outcome, Position, THREEFOLD};
use crate::rule_options::RuleOptions;
use crate::san::TurnText;
use crate::setup::InvalidSetup;
use crate::unit::Unit;

use annotations::Annotation;

/// A game from its start to now: turns, undo and redo, repetition, headers and comments.
///
/// ```
/// use cotulenh::{Game, Strictness};
/// let mut game = Game::new();
/// for text in ["Ic6", "Ic7", "Mg6"] {
///     game.play_text(text, Strictness::Lenient).unwrap();
/// }
/// assert_eq!(game.undo(), true);
/// assert_eq!(game.sans(), ["Ic6", "Ic7"]);
/// assert_eq!(game.redo(), true);
/// assert!(game.to_pgn().ends_with("1. Ic6 Ic7 2. Mg6 *\n"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    turns: Vec<PlayedTurn>,
    /// The actions of the open session.
    steps: Vec<SessionAction>,
    /// What was taken back, the next to redo last.
    undone: Vec<Undone>,
    headers: Headers,
    /// Comments and clocks, by the FEN of their position.
    annotations: BTreeMap<String, Annotation>,
}

/// One completed turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    before: Position,
    what: PlayedKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum PlayedKind {
    Move(Move),
    /// The position with the session still open, all its steps played, and the actions that led to
    /// it.
    Deploy {
        open: Box<Position>,
        steps: Vec<SessionAction>,
    },
}

/// An action of a session: a step, or a part of a session that was read from text.
#[derive(Clone, Copy, Debug)]
struct SessionAction {
    /// The position before it.
    before: Position,
    /// The step, unless it was read from text: then it may be a group of pieces that left together.
    step: Option<Move>,
}

impl SessionAction {
    fn listed(before: Position) -> SessionAction {
        SessionAction { before, step: None }
    }
}

/// How the game was entered does not matter, only what was played.
impl PartialEq for SessionAction {
    fn eq(&self, other: &SessionAction) -> bool {
        self.before == other.before
    }
}

impl Eq for SessionAction {}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Undone {
    /// A turn, and the position after it.
    Turn(Box<(PlayedTurn, Position)>),
    /// An action of an open session, and the position after it.
    Step(Box<(SessionAction, Position)>),
}

impl PlayedTurn {
    /// The position before the turn.
    pub fn before(&self) -> &Position {
        &self.before
    }

    /// The positions inside a deploy turn, after each of its actions; none for a single move.
    pub fn inside(&self) -> impl Iterator<Item = &Position> {
        let (steps, open) = match &self.what {
            PlayedKind::Move(_) => (&[][..], None),
            PlayedKind::Deploy { open, steps } => (&steps[..], Some(&**open)),
        };
        steps.iter().skip(1).map(|step| &step.before).chain(open)
    }

    /// The single move, unless the turn was a deploy.
    pub fn single_move(&self) -> Option<Move> {
        match self.what {
            PlayedKind::Move(mv) => Some(mv),
            PlayedKind::Deploy { .. } => None,
        }
    }

    /// The position at the end of a deploy turn, before its commit.
    pub fn deployed(&self) -> Option<&Position> {
        match &self.what {
            PlayedKind::Move(_) => None,
            PlayedKind::Deploy { open, .. } => Some(open),
        }
    }

    /// The units that the turn captured, in order, as they stood when they were captured.
    pub fn captures(&self) -> Vec<Unit> {
        match &self.what {
            PlayedKind::Move(mv) => self.before.captured_by(*mv).into_iter().collect(),
            PlayedKind::Deploy { open, .. } => open.session_captures(),
        }
    }

    /// The turn for a tree. `after` is the position after it.
    pub(crate) fn as_tree_turn(&self, after: Position) -> TreeTurn {
        match &self.what {
            PlayedKind::Move(mv) => TreeTurn::of_played_move(*mv, after),
            PlayedKind::Deploy { open, .. } => TreeTurn::of_played_deploy(**open, after),
        }
    }

    /// SAN, LAN and flags of the turn.
    pub fn text(&self) -> TurnText {
        match &self.what {
            PlayedKind::Move(mv) => TurnText::of_move(&self.before, *mv),
            PlayedKind::Deploy { open, .. } => open
                .deploy_turn_text()
                .unwrap_or_else(|| unreachable!("a deploy turn is recorded with its session open")),
        }
    }

    /// The text that reads back to exactly this turn: the SAN, or the LAN where the SAN could mean
    /// another (RULES 12.4).
    pub fn unambiguous_text(&self) -> String {
        match &self.what {
            PlayedKind::Move(mv) => self.before.san(*mv),
            PlayedKind::Deploy { open, .. } => deploy_turn_in_pgn(&self.before, open),
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl From<Position> for Game {
    /// A game that begins with this position. If a session is open, the game begins with that turn,
    /// and the listed steps count as played: they can be taken back one by one (RULES 9.6).
    fn from(position: Position) -> Game {
        let steps: Vec<_> = position.before_session_steps().into_iter().map(SessionAction::listed).collect();
        Game {
            start: steps.first().map_or(position, |step| step.before),
            position,
            turns: Vec::new(),
            steps,
            undone: Vec::new(),
            headers: Headers::default(),
            annotations: BTreeMap::new(),
        }
    }
}

impl Game {
    /// A game from the start position.
    pub fn new() -> Game {
        Position::start().into()
    }

    /// A game from a FEN.
    pub fn from_fen(fen: &str, options: RuleOptions) -> Result<Game, InvalidSetup> {
        Position::from_fen_with(fen, options).map(Game::from)
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position the game began with; no session is open in it.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The completed turns.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// The position after turn `index`: before the next one, or where the open session began, or
    /// now.
    pub fn after(&self, index: usize) -> Option<&Position> {
        let next = index.checked_add(1)?;
        match self.turns.get(next) {
            Some(turn) => Some(&turn.before),
            None if next == self.turns.len() => Some(self.turn_start()),
            None => None,
        }
    }

    /// The position at the beginning of the present turn.
    pub fn turn_start(&self) -> &Position {
        self.steps.first().map_or(&self.position, |step| &step.before)
    }

    /// The positions inside the present, unfinished turn, the present one included.
    pub fn inside_open_turn(&self) -> impl Iterator<Item = &Position> {
        let open = self.position.session().map(|_| &self.position);
        self.steps.iter().skip(1).map(|step| &step.before).chain(open)
    }

    /// The SANs of the completed turns.
    pub fn sans(&self) -> Vec<String> {
        self.turns.iter().map(|turn| turn.text().san).collect()
    }

    /// Plays a legal move, with the automatic commit of RULES 9.5.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.advance(mv, true)
    }

    /// Plays a legal move, but leaves a finished deploy open.
    pub fn play_without_commit(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.advance(mv, false)
    }

    fn advance(&mut self, mv: Move, auto_commit: bool) -> Result<(), IllegalMove> {
        let before = self.position;
        self.position.play_without_commit(mv)?;
        self.undone.clear();
        if self.position.session().is_none() {
            self.turns.push(PlayedTurn { before, what: PlayedKind::Move(mv) });
            return Ok(());
        }
        self.steps.push(SessionAction { before, step: Some(mv) });
        if auto_commit && self.position.is_deploy_finished() {
            // If it is not allowed, the session stays open and must be taken back (RULES 9.5).
            let _ = self.end_turn();
        }
        Ok(())
    }

    /// Plays the move, deploy step or whole deploy turn that a text stands for (RULES 14).
    pub fn play_text(&mut self, text: &str, strictness: Strictness) -> Result<(), ParseMoveError> {
        let turn = self.position.parse_turn(text, strictness)?;
        self.play_turn(turn).map_err(|IllegalMove(mv)| ParseMoveError::NoSuchMove(mv.to_string()))
    }

    fn play_turn(&mut self, turn: Turn) -> Result<(), IllegalMove> {
        match turn {
            Turn::Step(mv) => self.play(mv),
            Turn::Deploy(turn) => {
                self.undone.clear();
                self.adopt_deploy(turn.open);
                let _ = self.end_turn();
                Ok(())
            }
        }
    }

    /// Takes over a session that was played from the beginning of this turn. If it continues the
    /// one that is open here, the actions so far are kept.
    fn adopt_deploy(&mut self, open: Position) {
        let listed = open.before_session_steps();
        let left = |position: &Position| position.session_remaining().map_or(0, |unit| unit.len());
        let here = self.position;
        let square = |position: &Position| position.session().map(|session| session.square());
        if here.session().is_some() && square(&here) == square(&open) && left(&open) < left(&here) {
            let later = listed.into_iter().filter(|p| p.session().is_some() && left(p) < left(&here));
            self.steps.extend(core::iter::once(here).chain(later).map(SessionAction::listed));
        } else if here != open {
            self.steps = listed.into_iter().map(SessionAction::listed).collect();
        }
        self.position = open;
    }

    /// Takes over an open deploy of this turn, read from text.
    pub(crate) fn open_deploy(&mut self, open: Position) {
        self.undone.clear();
        self.adopt_deploy(open);
    }

    /// Plays a turn of a tree, which is known to be legal here.
    pub(crate) fn play_tree_turn(&mut self, turn: &TreeTurn) {
        if let Some(mv) = turn.single_move() {
            let before = core::mem::replace(&mut self.position, *turn.after());
            self.turns.push(PlayedTurn { before, what: PlayedKind::Move(mv) });
        } else if let Some(open) = turn.deployed() {
            self.open_deploy(*open);
            if !turn.is_unfinished() {
                self.record_deploy(*turn.after());
            }
        }
    }

    /// Commits the open deploy (RULES 9.5).
    pub fn commit(&mut self) -> Result<(), CommitError> {
        self.end_turn()?;
        self.undone.clear();
        Ok(())
    }

    fn end_turn(&mut self) -> Result<(), CommitError> {
        let mut after = self.position;
        after.commit()?;
        self.record_deploy(after);
        Ok(())
    }

    /// Ends the open deploy with the position after its commit.
    fn record_deploy(&mut self, after: Position) {
        let open = core::mem::replace(&mut self.position, after);
        let steps = core::mem::take(&mut self.steps);
        if let Some(&SessionAction { before, .. }) = steps.first() {
            let what = PlayedKind::Deploy { open: Box::new(open), steps };
            self.turns.push(PlayedTurn { before, what });
        }
    }

    /// Takes back the whole open deploy (RULES 9.6).
    pub fn cancel_session(&mut self) -> Result<(), NoOpenSession> {
        self.position.cancel_session()?;
        self.steps.clear();
        self.undone.clear();
        Ok(())
    }

    /// Takes back the last action of the open session, or else the last turn; `false` at the
    /// beginning (RULES 9.6).
    pub fn undo(&mut self) -> bool {
        let after = self.position;
        if let Some(step) = self.steps.pop() {
            self.position = step.before;
            self.undone.push(Undone::Step(Box::new((step, after))));
        } else if let Some(turn) = self.turns.pop() {
            self.position = turn.before;
            self.undone.push(Undone::Turn(Box::new((turn, after))));
        } else {
            return false;
        }
        true
    }

    /// Takes back only the commit of the last turn, if that was a deploy: its session is open
    /// again.
    pub fn reopen(&mut self) -> bool {
        match self.turns.pop() {
            Some(PlayedTurn { what: PlayedKind::Deploy { open, steps }, .. })
                if self.position.session().is_none() =>
            {
                self.position = *open;
                self.steps = steps;
                self.undone.clear();
                true
            }
            last => {
                self.turns.extend(last);
                false
            }
        }
    }

    /// Plays again what was taken back last; `false` if there is nothing to redo. A new move
    /// discards what was taken back.
    pub fn redo(&mut self) -> bool {
        match self.undone.pop() {
            None => return false,
            Some(Undone::Step(undone)) => {
                let (step, after) = *undone;
                self.steps.push(step);
                self.position = after;
            }
            Some(Undone::Turn(undone)) => {
                let (turn, after) = *undone;
                self.turns.push(turn);
                self.position = after;
            }
        }
        true
    }

    /// How often the present placement with the present side to move has occurred, this time
    /// included.
    pub fn repetitions(&self) -> usize {
        self.position.occurrences(self.turns.iter().map(|turn| turn.before.repetition_key()))
    }

    /// Has the position occurred three times (RULES 10.2)? Never inside a session.
    pub fn is_threefold_repetition(&self) -> bool {
        self.position.session().is_none() && self.repetitions() >= THREEFOLD
    }

    /// How the game has ended by the rules, if it has (RULES 10).
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome_if(self.repetitions(), || self.position.can_complete_turn())
    }

    /// Everything about the end of the game in one call.
    pub fn ending_facts(&self) -> EndingFacts {
        self.position.ending_facts(self.repetitions())
    }

    /// Has the game ended by the rules?
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The headers of PGN.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The headers of PGN, for changing them.
    pub fn headers_mut(&mut self) -> &mut Headers {
        &mut self.headers
    }
}

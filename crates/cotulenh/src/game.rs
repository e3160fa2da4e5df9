//! A game: a position with its history.

use std::collections::BTreeMap;

use crate::headers::Headers;
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::position::{CommitError, DrawReason, IllegalMove, NoOpenSession, Outcome, Position};
use crate::rule_options::RuleOptions;
use crate::san::TurnText;
use crate::setup::InvalidSetup;

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
    /// The positions before each action of the open session.
    before_steps: Vec<Position>,
    /// What was taken back, the next to redo last.
    undone: Vec<Undone>,
    headers: Headers,
    /// By FEN: comments belong to positions.
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
    /// The position with the session still open, all its steps played, and the positions before each action.
    Deploy {
        open: Box<Position>,
        before_steps: Vec<Position>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Undone {
    /// A turn, and the position after it.
    Turn(Box<(PlayedTurn, Position)>),
    /// A step of an open session, and the position after it.
    Step(Box<Position>),
}

/// What is noted at a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Annotation {
    comment: Option<String>,
    clock: Option<String>,
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
            PlayedKind::Deploy { open, before_steps } => (&before_steps[..], Some(&**open)),
        };
        steps.iter().skip(1).chain(open)
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

    /// SAN, LAN and flags of the turn.
    pub fn text(&self) -> TurnText {
        match &self.what {
            PlayedKind::Move(mv) => TurnText::of_move(&self.before, *mv),
            PlayedKind::Deploy { open, .. } => open
                .deploy_turn_text()
                .unwrap_or_else(|| unreachable!("a deploy turn is recorded with its session open")),
        }
    }

    /// The text that reads back to exactly this turn: the SAN, or the LAN where the SAN could mean another
    /// (RULES 12.4).
    pub fn unambiguous_text(&self) -> String {
        let text = self.text();
        let PlayedKind::Deploy { open, .. } = &self.what else { return text.san };
        match self.before.parse_turn(&text.san, Strictness::Strict) {
            Ok(Turn::Deploy(read)) if **open == read.open => text.san,
            _ => text.lan,
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl From<Position> for Game {
    /// A game that begins with this position. If it has a session open, the game begins with that turn, and the
    /// steps count as played: they can be taken back one by one.
    fn from(position: Position) -> Game {
        let before_steps = position.before_session_steps();
        Game {
            start: before_steps.first().copied().unwrap_or(position),
            position,
            turns: Vec::new(),
            before_steps,
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

    /// The position after turn `index`: before the next one, or where the open session began, or now.
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
        self.before_steps.first().unwrap_or(&self.position)
    }

    /// The positions inside the present, unfinished turn, the present one included.
    pub fn inside_open_turn(&self) -> impl Iterator<Item = &Position> {
        let open = self.position.session().map(|_| &self.position);
        self.before_steps.iter().skip(1).chain(open)
    }

    /// The SANs of the completed turns.
    pub fn sans(&self) -> Vec<String> {
        self.turns.iter().map(|turn| turn.text().san).collect()
    }

    /// Plays a legal move; a deploy commits by itself where RULES 9.5 says so.
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
        self.before_steps.push(before);
        if auto_commit && !self.position.has_legal_move() {
            // Not allowed: the session stays open and must be taken back (RULES 9.5).
            let _ = self.end_turn();
        }
        Ok(())
    }

    /// Plays what a text says (RULES 14): a move, a deploy step, or a whole deploy turn.
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

    /// Takes over a session that was played elsewhere from the beginning of this turn. If it goes on from the one that
    /// is open here, the actions so far stay on record.
    fn adopt_deploy(&mut self, open: Position) {
        let listed = open.before_session_steps();
        let left = |position: &Position| position.session_remaining().map_or(0, |unit| unit.len());
        let here = self.position;
        let square = |position: &Position| position.session().map(|session| session.square());
        if here.session().is_some() && square(&here) == square(&open) && left(&open) < left(&here) {
            self.before_steps.push(here);
            let later = listed.into_iter().filter(|p| p.session().is_some() && left(p) < left(&here));
            self.before_steps.extend(later);
        } else if here != open {
            self.before_steps = listed;
        }
        self.position = open;
    }

    /// Reads the rest of a game's last, unfinished deploy: `h3:(TM):F>g2...` (RULES 11.1).
    pub(crate) fn play_open_deploy(&mut self, text: &str) -> Result<(), String> {
        let open = self.turn_start().with_open_session(text).map_err(|reason| reason.to_string())?;
        self.undone.clear();
        self.adopt_deploy(open);
        Ok(())
    }

    /// Plays what a text says from the beginning of this turn, although a session has begun.
    pub(crate) fn replay_turn_text(
        &mut self,
        text: &str,
        strictness: Strictness,
    ) -> Result<(), ParseMoveError> {
        let turn = self.turn_start().parse_turn(text, strictness)?;
        if let Turn::Step(_) = turn {
            self.position = *self.turn_start();
            self.before_steps.clear();
        }
        self.play_turn(turn).map_err(|IllegalMove(mv)| ParseMoveError::NoSuchMove(mv.to_string()))
    }

    /// Commits the open deploy (RULES 9.5).
    pub fn commit(&mut self) -> Result<(), CommitError> {
        self.end_turn()?;
        self.undone.clear();
        Ok(())
    }

    fn end_turn(&mut self) -> Result<(), CommitError> {
        let open = self.position;
        self.position.commit()?;
        let before_steps = core::mem::take(&mut self.before_steps);
        if let Some(&before) = before_steps.first() {
            let what = PlayedKind::Deploy { open: Box::new(open), before_steps };
            self.turns.push(PlayedTurn { before, what });
        }
        Ok(())
    }

    /// Takes back the whole open deploy (RULES 9.6).
    pub fn cancel_session(&mut self) -> Result<(), NoOpenSession> {
        self.position.cancel_session()?;
        self.before_steps.clear();
        self.undone.clear();
        Ok(())
    }

    /// Takes back the last action of the open session, or else the last turn; `false` at the beginning (RULES 9.6).
    pub fn undo(&mut self) -> bool {
        let after = self.position;
        if let Some(before) = self.before_steps.pop() {
            self.undone.push(Undone::Step(Box::new(after)));
            self.position = before;
        } else if let Some(turn) = self.turns.pop() {
            self.position = turn.before;
            self.undone.push(Undone::Turn(Box::new((turn, after))));
        } else {
            return false;
        }
        true
    }

    /// Takes back only the commit of the last turn, if that was a deploy: its session is open again.
    pub fn reopen(&mut self) -> bool {
        match self.turns.pop() {
            Some(PlayedTurn { what: PlayedKind::Deploy { open, before_steps }, .. })
                if self.position.session().is_none() =>
            {
                self.position = *open;
                self.before_steps = before_steps;
                self.undone.clear();
                true
            }
            last => {
                self.turns.extend(last);
                false
            }
        }
    }

    /// Plays again what was taken back last; `false` if there is nothing. A new move forgets what was taken back.
    pub fn redo(&mut self) -> bool {
        match self.undone.pop() {
            None => return false,
            Some(Undone::Step(after)) => {
                self.before_steps.push(self.position);
                self.position = *after;
            }
            Some(Undone::Turn(undone)) => {
                let (turn, after) = *undone;
                self.turns.push(turn);
                self.position = after;
            }
        }
        true
    }

    /// How often the present placement with the present side to move has occurred, now included.
    pub fn repetitions(&self) -> usize {
        let key = self.position.repetition_key();
        1 + self.turns.iter().filter(|turn| turn.before.repetition_key() == key).count()
    }

    /// The third time (RULES 10.2)? Never inside a session.
    pub fn is_threefold_repetition(&self) -> bool {
        self.position.session().is_none() && self.repetitions() >= 3
    }

    /// How the game has ended by the rules, if it has (RULES 10).
    pub fn outcome(&self) -> Option<Outcome> {
        let threefold = || self.is_threefold_repetition().then_some(Outcome::Draw(DrawReason::Threefold));
        self.position.outcome().or_else(threefold)
    }

    /// Is it over by the rules?
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The headers of PGN.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The headers, to be changed.
    pub fn headers_mut(&mut self) -> &mut Headers {
        &mut self.headers
    }

    /// The comment on the present position.
    pub fn comment(&self) -> Option<&str> {
        self.comment_at(&self.position.fen())
    }

    /// The comment on the position with this FEN.
    pub fn comment_at(&self, fen: &str) -> Option<&str> {
        self.annotations.get(fen)?.comment.as_deref()
    }

    /// All comments, by FEN.
    pub fn comments(&self) -> impl Iterator<Item = (&str, &str)> {
        self.annotations.iter().filter_map(|(fen, a)| Some((fen.as_str(), a.comment.as_deref()?)))
    }

    /// Everything that is noted, by FEN: comment and clock.
    pub fn notes(&self) -> impl Iterator<Item = (&str, Option<&str>, Option<&str>)> {
        self.annotations.iter().map(|(fen, a)| (fen.as_str(), a.comment.as_deref(), a.clock.as_deref()))
    }

    /// Sets or removes the comment on the present position. White space is folded and braces become brackets,
    /// because PGN can hold neither; a clock in it, `[%clk 0:04:59]`, is noted as such.
    pub fn set_comment(&mut self, comment: Option<&str>) {
        let (text, clock) = comment.map(clean_comment).unwrap_or_default();
        self.annotate(|annotation| {
            annotation.comment = Some(text).filter(|text| !text.is_empty());
            if clock.is_some() {
                annotation.clock = clock;
            }
        });
    }

    /// The clock noted at the present position: what the player who just moved had left.
    pub fn clock(&self) -> Option<&str> {
        self.clock_at(&self.position.fen())
    }

    /// The clock noted at the position with this FEN.
    pub fn clock_at(&self, fen: &str) -> Option<&str> {
        self.annotations.get(fen)?.clock.as_deref()
    }

    /// Notes or removes a clock at the present position, e.g. `0:04:59`. Other characters than digits, colons and points
    /// are dropped.
    pub fn set_clock(&mut self, clock: Option<&str>) {
        let cleaned = clock.map(|text| text.chars().filter(is_clock_character).collect::<String>());
        self.annotate(|annotation| annotation.clock = cleaned.filter(|text| !text.is_empty()));
    }

    fn annotate(&mut self, change: impl FnOnce(&mut Annotation)) {
        let fen = self.position.fen();
        let annotation = self.annotations.entry(fen.clone()).or_default();
        change(annotation);
        if *annotation == Annotation::default() {
            self.annotations.remove(&fen);
        }
    }
}

fn is_clock_character(c: &char) -> bool {
    c.is_ascii_digit() || matches!(c, ':' | '.')
}

/// Folds white space and replaces braces, so that the comment survives a PGN unchanged, and takes clocks out of it: the
/// last one counts. What only looks like the beginning of a clock gets a parenthesis instead of its bracket, lest it be
/// read as one later.
fn clean_comment(text: &str) -> (String, Option<String>) {
    const CLOCK: &str = "[%clk";
    let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = fold(text).replace('{', "[").replace('}', "]");
    let (mut comment, mut clock) = (String::new(), None);
    let mut rest = text.as_str();
    while let Some(start) = rest.find(CLOCK) {
        comment.push_str(&rest[..start]);
        rest = &rest[start + CLOCK.len()..];
        let body = rest.split(']').next().unwrap_or_default();
        let time = body.trim();
        let is_time = !time.is_empty() && time.chars().all(|c| is_clock_character(&c));
        if is_time && body.len() < rest.len() {
            clock = Some(time.to_owned());
            comment.push(' ');
            rest = &rest[body.len() + 1..];
        } else {
            comment.push_str("(%clk");
        }
    }
    comment.push_str(rest);
    (fold(&comment), clock)
}

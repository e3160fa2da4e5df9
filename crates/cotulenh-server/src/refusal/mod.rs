//! Why a move is refused: the clause of the rules, and words that players understand.
//!
//! The rules library says whether a move is legal; here somebody wants to know why it is not. [`ray`] walks the clauses of
//! RULES 3 to 5 in their order and stops at the first that says no; the safety of the Commander (RULES 6) is tried out. What can be
//! found is a [`Cause`](cause::Cause); `words` puts it into Vietnamese and English.

mod cause;
mod ray;
mod words;

use cotulenh::{Board, Color, CommitError, Move, Options, Piece, Position, Square, Unit};
use serde::Serialize;

use cause::Cause;

/// Why something cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// For programs.
    pub code: &'static str,
    /// The clause of docs/rules.md.
    pub clause: &'static str,
    /// For people, in English.
    pub en: String,
    /// For people, in Vietnamese.
    pub vi: String,
    /// The points it is about.
    pub squares: Vec<String>,
}

impl From<Cause> for Refusal {
    fn from(cause: Cause) -> Refusal {
        Refusal {
            code: cause.code(),
            clause: cause.clause(),
            en: words::english(&cause),
            vi: words::vietnamese(&cause),
            squares: cause.squares().iter().map(|square| square.to_string()).collect(),
        }
    }
}

/// Why the open deploy cannot be committed (RULES 9.5); `None` if it can, or if there is none.
pub fn commit_obstacle(position: &Position) -> Option<Refusal> {
    position.session()?;
    let (board, turn) = (position.board(), position.turn());
    let cause = match position.commit_obstacle()? {
        CommitError::NoOpenSession => return None,
        CommitError::CannotStay { unit, square } => Cause::CannotStay { unit, square },
        CommitError::CommanderInDanger(_) => danger(board, turn).unwrap_or(Cause::Unsaid),
    };
    Some(Refusal { clause: "9.5", ..cause.into() })
}

/// Why no move leads from one point to another; `None` if one does. `unit` says which pieces are meant, the whole unit by default.
pub fn of_move(position: &Position, from: Square, to: Square, unit: Option<Unit>) -> Option<Refusal> {
    let fits = |mv: &Move| mv.to() == to && unit.is_none_or(|unit| same_roles(unit, mv.unit()));
    let whole = |mv: &Move| unit.is_some() || position.session().is_some() || !mv.is_deploy();
    if position.legal_moves_from(from).iter().any(|mv| fits(mv) && whole(mv)) && !position.is_game_over() {
        return None;
    }
    Some(find_cause(position, from, to, unit).into())
}

/// The same for a move given as LAN, if that is written like one.
pub fn of_lan(position: &Position, lan: &str) -> Option<Refusal> {
    let pieces = lan.find(|c: char| c.is_ascii_lowercase())?;
    let (pieces, points) = lan.split_at(pieces);
    let digits = points[1..].find(|c: char| !c.is_ascii_digit())? + 1;
    let (from, rest) = points.split_at(digits);
    let to = rest.trim_start_matches(['>', 'x', '_', '@', '&']);
    // Move texts are in upper case whatever the colour; only the roles count.
    let unit = if pieces.is_empty() { None } else { Some(pieces.parse().ok()?) };
    of_move(position, from.parse().ok()?, to.parse().ok()?, unit)
}

fn same_roles(a: Unit, b: Unit) -> bool {
    a.len() == b.len() && a.pieces().all(|piece| b.has(piece.role))
}

fn find_cause(position: &Position, from: Square, to: Square, asked: Option<Unit>) -> Cause {
    if position.is_game_over() {
        return Cause::GameOver;
    }
    let mover = match mover(position, from, asked) {
        Ok(mover) => mover,
        Err(cause) => return cause,
    };
    if from == to {
        return Cause::SamePoint { unit: mover, square: from };
    }
    let tried = position.pseudo_legal_moves();
    let tried = tried.iter().find(|mv| mv.from() == from && mv.to() == to && same_roles(mv.unit(), mover));
    match tried {
        // What section 3 generates is only refused for the Commander's sake.
        Some(&mv) => danger_after(position, mv).unwrap_or(Cause::Unsaid),
        None => ray::obstacle(position, mover, from, to).unwrap_or(Cause::Unsaid),
    }
}

/// The pieces that are to move, with their heroic flags, if they may at all.
fn mover(position: &Position, from: Square, asked: Option<Unit>) -> Result<Unit, Cause> {
    let session = position.session();
    if let Some(session) = session.filter(|session| session.square() != from) {
        return Err(Cause::SessionOpen { square: session.square() });
    }
    let standing = position.board().get(from);
    let Some(standing) = standing else {
        return Err(match session {
            Some(session) => Cause::NotRemaining { unit: asked.unwrap_or(session.original()) },
            None => Cause::EmptyPoint { square: from },
        });
    };
    if standing.color() != position.turn() {
        return Err(Cause::NotYourPiece { turn: position.turn(), square: from });
    }
    let movable = if session.is_some() { position.session_remaining() } else { Some(standing) };
    let Some(movable) = movable else {
        return Err(Cause::NotRemaining { unit: standing });
    };
    let Some(asked) = asked else {
        return if session.is_some() && movable.is_stack() { Err(Cause::OneByOne) } else { Ok(movable) };
    };
    let pieces: Vec<Piece> = movable.pieces().filter(|piece| asked.has(piece.role)).collect();
    match Unit::from_pieces(&pieces) {
        Some(unit) if same_roles(unit, asked) => {
            let part = session.is_some() || unit.len() < standing.len();
            if part && unit.is_stack() { Err(Cause::OneByOne) } else { Ok(unit) }
        }
        _ if session.is_some() => Err(Cause::NotRemaining { unit: asked }),
        _ => Err(Cause::EmptyPoint { square: from }),
    }
}

/// What would become of the own Commander (RULES 6.5).
fn danger_after(position: &Position, mv: Move) -> Option<Cause> {
    let careless = Options { skip_commander_safety: true, ..position.options() };
    let mut after = position.with_options(careless);
    after.play_without_commit(mv).ok()?;
    danger(after.board(), position.turn())
}

/// Why the Commander of a side is in danger (RULES 6.4).
fn danger(board: &Board, color: Color) -> Option<Cause> {
    let Some(commander) = board.commander(color) else { return Some(Cause::NoCommander) };
    let attackers = board.attackers(commander, !color);
    if !attackers.is_empty() {
        return Some(Cause::Threatened { commander, attackers });
    }
    let enemy = board.commander(!color).filter(|_| board.commanders_exposed())?;
    Some(Cause::Exposed { commander, enemy })
}

#[cfg(test)]
mod tests;

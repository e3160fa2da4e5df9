//! Playing a move. The answers are [`PlayedTurn`] records.

use core::fmt::Write;

use cotulenh::{Move, MoveKind, Position, Strictness, Turn, TurnText, Unit};
use cotulenh_wasm_protocol::{CallError, Destination, ErrorCode, OrDash, PlayedTurn, flag_bits};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Answer, answer, read, role, square};

/// Plays the move that a text describes (RULES 14).
#[wasm_bindgen]
pub fn play_text(fen: &str, options: u8, text: &str, strict: bool, auto_commit: bool) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        match position.parse_turn(text, strictness)? {
            Turn::Step(mv) => move_answer(position, mv, auto_commit),
            // The text of a whole deploy turn includes the commit.
            Turn::Deploy(turn) => deploy_answer(turn.open, auto_commit.then_some(turn.after)),
        }
    })
}

/// Plays the legal move between two points. `top` selects a role; without `deploy` or `stay`, a
/// move of the whole unit is preferred to a deploy step and another move to a stay capture.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn play_squares(
    fen: &str,
    options: u8,
    from: u32,
    to: u32,
    top: Option<char>,
    deploy: Option<bool>,
    stay: Option<bool>,
    auto_commit: bool,
) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let (from, to) = (square(from)?, square(to)?);
        let top = top.map(role).transpose()?;
        let mut found: Vec<Move> = position.legal_moves_from(from).into_iter().collect();
        found.retain(|mv| mv.to() == to && top.is_none_or(|top| top == mv.unit().top_role()));
        select(&mut found, deploy, Move::is_deploy);
        select(&mut found, stay, |mv| mv.kind() == MoveKind::StayCapture);
        match found[..] {
            [] => {
                Err(CallError::new(ErrorCode::NoMove, format!("no legal move from {from} to {to} matches")))
            }
            [mv] => move_answer(position, mv, auto_commit),
            _ => {
                let texts: Vec<String> = found.iter().map(Move::to_string).collect();
                Err(CallError::new(ErrorCode::AmbiguousMove, texts.join(", ")))
            }
        }
    })
}

/// Keeps the moves with the property or, for `Some(false)`, without it. `None` prefers moves
/// without it.
fn select(moves: &mut Vec<Move>, wanted: Option<bool>, property: impl Fn(Move) -> bool) {
    match wanted {
        Some(wanted) => moves.retain(|&mv| property(mv) == wanted),
        None if moves.iter().any(|&mv| !property(mv)) => moves.retain(|&mv| !property(mv)),
        None => {}
    }
}

/// Plays the listed move with these points, this unit and these flag bits.
#[wasm_bindgen]
pub fn play_listed(
    fen: &str,
    options: u8,
    from: u32,
    to: u32,
    unit: &str,
    bits: u32,
    auto_commit: bool,
) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let (from, to) = (square(from)?, square(to)?);
        let unit: Unit = unit.parse().map_err(|error| CallError::new(ErrorCode::NoMove, error))?;
        let same = |mv: &Move| (mv.to(), mv.unit(), flag_bits(mv.kind(), mv.is_deploy())) == (to, unit, bits);
        match position.legal_moves_from(from).into_iter().find(same) {
            Some(mv) => move_answer(position, mv, auto_commit),
            None => Err(CallError::new(
                ErrorCode::NoMove,
                format!("no legal move of {unit} from {from} to {to} has the flag bits {bits}"),
            )),
        }
    })
}

/// Commits the open deploy (RULES 9.5).
#[wasm_bindgen]
pub fn commit(fen: &str, options: u8) -> String {
    answer(|| {
        let open = read(fen, options)?;
        let mut after = open;
        after.commit().map_err(|error| CallError::new(ErrorCode::InvalidSessionOperation, error))?;
        deploy_answer(open, Some(after))
    })
}

/// The turn so far of the open deploy.
#[wasm_bindgen]
pub fn open_turn(fen: &str, options: u8) -> String {
    answer(|| deploy_answer(read(fen, options)?, None))
}

/// Plays a legal move and records it.
fn move_answer(position: Position, mv: Move, auto_commit: bool) -> Answer {
    let mut after = position;
    after.play_without_commit(mv).map_err(|error| CallError::new(ErrorCode::NoMove, error))?;
    if mv.is_deploy() {
        let mut committed = after;
        let finished = auto_commit && committed.commit_if_finished();
        return deploy_answer(after, finished.then_some(committed));
    }
    let TurnText { san, lan, flags, .. } = TurnText::of_move(&position, mv);
    let taken = position.board().get(mv.to()).filter(|_| mv.kind().is_capture());
    let turn = PlayedTurn {
        after: after.fen(),
        completed: 1,
        san,
        lan,
        flags,
        from: mv.from().index(),
        piece: mv.unit(),
        stay: '-',
        destinations: Destination { square: mv.to().index(), unit: '-' },
        captured: taken.map_or(String::new(), |unit| unit.to_string()),
        open: "",
    };
    Ok(turn.to_string())
}

/// The record of a deploy: as it stands or, if it was committed, with the position after that.
fn deploy_answer(open: Position, committed: Option<Position>) -> Answer {
    let (Some(session), Some(TurnText { san, lan, flags, .. })) = (open.session(), open.deploy_turn_text())
    else {
        return Err(CallError::new(ErrorCode::Internal, "no deploy is open in this position"));
    };
    let (start, us) = (open.turn_start_board(), open.turn());
    let mut destinations = String::new();
    let mut taken: Vec<String> = Vec::new();
    for step in session.steps() {
        let lands = !matches!(step.kind, MoveKind::StayCapture | MoveKind::SuicideCapture);
        let unit = OrDash(open.board().get(step.to).filter(|unit| lands && unit.color() == us));
        let separator = if destinations.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(destinations, "{separator}{}", Destination { square: step.to.index(), unit });
        if step.kind.is_capture() {
            // Only our pieces move in our turn: a captured unit stood there when the turn began.
            taken.extend(start.get(step.to).map(|unit| unit.to_string()));
        }
    }
    let open_fen = open.fen();
    let (after, before_commit) = match committed {
        Some(position) => (position.fen(), open_fen.as_str()),
        None => (open_fen.clone(), ""),
    };
    let turn = PlayedTurn {
        after,
        completed: u8::from(committed.is_some()),
        san,
        lan,
        flags,
        from: session.square().index(),
        piece: session.original(),
        stay: OrDash(open.session_remaining()),
        destinations,
        captured: taken.join(" "),
        open: before_commit,
    };
    Ok(turn.to_string())
}

//! Playing a move. The answers are [`PlayedTurnRecord`]s.

use cotulenh::{Move, MoveKind, Position, Setup, Square, Strictness, Turn, TurnText, Unit};
use cotulenh_wasm_protocol::{CallError, ErrorCode, OrDash, PlayedTurnRecord, TurnStepRecord, flag_bits};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Answer, answer, before_steps, read, role, square};

/// Plays the move that a text describes (RULES 14).
#[wasm_bindgen]
pub fn play_text(fen: &str, options: u8, text: &str, strict: bool, auto_commit: bool) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        match position.parse_turn(text, strictness)? {
            Turn::Step(mv) => move_answer(position, mv, auto_commit),
            // The text of a whole deploy turn includes the commit.
            Turn::Deploy(turn) => {
                let options = turn.open.options().with_skip_commander_safety(false);
                let mut after = turn.open.with_options(options);
                let commits = auto_commit && after.commit().is_ok();
                deploy_answer(turn.open, commits.then_some(after))
            }
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

/// Commits a single move that [`play_text`] or [`play_squares`] played with `auto_commit = false`;
/// `fen` and `options` are those of that call. Like the commit of a deploy, it must not leave the
/// Commander in danger (RULES 9.5).
#[wasm_bindgen]
pub fn commit_move(fen: &str, options: u8, lan: &str) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let Turn::Step(mv) = position.parse_turn(lan, Strictness::Strict)? else {
            return Err(CallError::new(ErrorCode::Internal, format!("{lan} is not a single move")));
        };
        let after = played(position, mv)?;
        if let Some(obstacle) = after.commander_obstacle(position.turn()) {
            return Err(CallError::new(ErrorCode::InvalidSessionOperation, obstacle));
        }
        single_answer(&position, mv, &after, true)
    })
}

/// Plays a legal move and records it.
fn move_answer(position: Position, mv: Move, auto_commit: bool) -> Answer {
    let after = played(position, mv)?;
    if mv.is_deploy() {
        let mut committed = after;
        let finished = auto_commit && committed.commit_if_finished();
        return deploy_answer(after, finished.then_some(committed));
    }
    let commits = auto_commit && after.commander_obstacle(position.turn()).is_none();
    single_answer(&position, mv, &after, commits)
}

/// The position after a legal move. Clears `skip_commander_safety`, so the commit is checked by
/// RULES 9.5.
fn played(mut position: Position, mv: Move) -> Result<Position, CallError> {
    position.play_without_commit(mv).map_err(|error| CallError::new(ErrorCode::NoMove, error))?;
    Ok(position.with_options(position.options().with_skip_commander_safety(false)))
}

/// The record of a move that is not a deploy step. Until its commit, the board has changed, but
/// neither the side to move nor the clocks.
fn single_answer(position: &Position, mv: Move, after: &Position, committed: bool) -> Answer {
    let TurnText { san, lan, flags, .. } = TurnText::of_move(position, mv);
    let fen = if committed {
        after.fen()
    } else {
        let (turn, halfmoves, move_number) = (position.turn(), position.halfmoves(), position.move_number());
        Setup { turn, halfmoves, move_number, ..Setup::from(after) }.position()?.fen()
    };
    let turn = PlayedTurnRecord {
        after: fen,
        completed: u8::from(committed),
        san,
        lan,
        flags,
        from: mv.from().index(),
        piece: mv.unit(),
        stay: '-',
        steps: step_text(mv.unit(), mv.to(), mv.kind(), false, position),
        open: "",
    };
    Ok(turn.to_string())
}

/// The record of a move or step that is made in this position.
fn step_text(unit: Unit, to: Square, kind: MoveKind, deploy: bool, before: &Position) -> String {
    let target = before.board().get(to);
    let combined = match kind {
        MoveKind::Combination | MoveKind::Recombination => target.and_then(|target| target.combine(unit)),
        // Only pieces that have recombined step off together.
        _ => Some(unit).filter(|unit| deploy && unit.is_stack()),
    };
    let step = TurnStepRecord {
        flags: flag_bits(kind, deploy),
        to: to.index(),
        piece: unit,
        captured: OrDash(target.filter(|_| kind.is_capture())),
        combined: OrDash(combined),
    };
    step.to_string()
}

/// The record of a deploy: as it stands or, if it was committed, with the position after that.
fn deploy_answer(open: Position, committed: Option<Position>) -> Answer {
    let (Some(session), Some(TurnText { san, lan, flags, .. })) = (open.session(), open.deploy_turn_text())
    else {
        return Err(CallError::new(ErrorCode::Internal, "no deploy is open in this position"));
    };
    let steps = session.steps().iter().zip(before_steps(&open));
    let steps = steps.map(|(step, before)| step_text(step.unit, step.to, step.kind, true, &before));
    let open_fen = open.fen();
    let (after, before_commit) = match committed {
        Some(position) => (position.fen(), open_fen.as_str()),
        None => (open_fen.clone(), ""),
    };
    let turn = PlayedTurnRecord {
        after,
        completed: u8::from(committed.is_some()),
        san,
        lan,
        flags,
        from: session.square().index(),
        piece: session.original(),
        stay: OrDash(open.session_remaining()),
        steps: steps.collect::<Vec<_>>().join(" "),
        open: before_commit,
    };
    Ok(turn.to_string())
}

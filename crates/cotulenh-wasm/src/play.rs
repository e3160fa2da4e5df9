//! Playing a move.
//!
//! The answer has eleven lines: the FEN after it; `1` if the turn has passed, else `0`; SAN, LAN and flags of the turn so far; the point it started from; the
//! unit that moved (of a deploy, the whole stack); what remains of a deploy, or a dash; words `point unit` for each destination, with a dash where nothing of ours stands; the
//! captured units; the FEN of a deploy before its commit, empty if it is still open or was none.

use core::fmt::Write;

use cotulenh::{Move, MoveKind, ParseMoveError, Position, Strictness, Turn, TurnText, Unit};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::query::flag_bits;
use crate::{Answer, Refusal, answer, push_unit, read, role, rules, square};

/// Plays what a text says (RULES 14).
#[wasm_bindgen]
pub fn play_text(
    fen: &str,
    skip_last_guard: bool,
    text: &str,
    strict: bool,
    auto_commit: bool,
    legal: bool,
) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?.with_options(rules(skip_last_guard, legal));
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        match position.parse_turn(text, strictness) {
            Ok(Turn::Step(mv)) => step(position, mv, auto_commit),
            // A whole deploy turn ends with its commit, unless somebody wants to see it first.
            Ok(Turn::Deploy(turn)) => deploy_answer(turn.open, auto_commit.then_some(turn.after)),
            Err(error @ ParseMoveError::Ambiguous { .. }) => Err(Refusal::new("AMBIGUOUS_MOVE", error)),
            Err(error) => Err(Refusal::new("NO_MOVE", error)),
        }
    })
}

/// Plays the one legal move between two points. Where the caller leaves it open, a move of the whole unit goes before a deploy step and
/// another capture before a stay capture.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn play_squares(
    fen: &str,
    skip_last_guard: bool,
    from: u32,
    to: u32,
    top: Option<char>,
    deploy: Option<bool>,
    stay: Option<bool>,
    auto_commit: bool,
    legal: bool,
) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?.with_options(rules(skip_last_guard, legal));
        let (from, to) = (square(from)?, square(to)?);
        let top = top.map(role).transpose()?;
        let mut found: Vec<Move> = position.legal_moves_from(from).into_iter().collect();
        found.retain(|mv| mv.to() == to && top.is_none_or(|top| top == mv.unit().top_role()));
        choose(&mut found, deploy, Move::is_deploy);
        choose(&mut found, stay, |mv| mv.kind() == MoveKind::StayCapture);
        match found[..] {
            [] => Err(Refusal::new("NO_MOVE", format!("no legal move from {from} to {to} matches"))),
            [mv] => step(position, mv, auto_commit),
            _ => {
                let texts: Vec<String> = found.iter().map(Move::to_string).collect();
                Err(Refusal::new("AMBIGUOUS_MOVE", texts.join(", ")))
            }
        }
    })
}

/// Keeps the moves that are as wanted; if nobody says, those that have not the property, if there are any.
fn choose(moves: &mut Vec<Move>, wanted: Option<bool>, property: impl Fn(Move) -> bool) {
    match wanted {
        Some(wanted) => moves.retain(|&mv| property(mv) == wanted),
        None if moves.iter().any(|&mv| !property(mv)) => moves.retain(|&mv| !property(mv)),
        None => {}
    }
}

/// Plays exactly this move of the list, told by its points, unit and flag bits.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn play_listed(
    fen: &str,
    skip_last_guard: bool,
    from: u32,
    to: u32,
    unit: &str,
    bits: u32,
    auto_commit: bool,
    legal: bool,
) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?.with_options(rules(skip_last_guard, legal));
        let (from, to) = (square(from)?, square(to)?);
        let unit: Unit = unit.parse().map_err(|error| Refusal::new("NO_MOVE", error))?;
        let same = |mv: &Move| (mv.to(), mv.unit(), flag_bits(mv.kind(), mv.is_deploy())) == (to, unit, bits);
        match position.legal_moves_from(from).into_iter().find(same) {
            Some(mv) => step(position, mv, auto_commit),
            None => Err(Refusal::new("NO_MOVE", format!("{unit} has no such move from {from} to {to}"))),
        }
    })
}

/// Commits the open deploy (RULES 9.5).
#[wasm_bindgen]
pub fn commit(fen: &str, skip_last_guard: bool) -> String {
    answer(|| {
        let open = read(fen, skip_last_guard)?;
        let mut after = open;
        after.commit().map_err(|error| Refusal::new("SESSION_INVALID_OPERATION", error))?;
        deploy_answer(open, Some(after))
    })
}

/// The open deploy as it stands, in the same form.
#[wasm_bindgen]
pub fn open_turn(fen: &str, skip_last_guard: bool) -> String {
    answer(|| deploy_answer(read(fen, skip_last_guard)?, None))
}

fn step(position: Position, mv: Move, auto_commit: bool) -> Answer {
    let mut after = position;
    after.play_without_commit(mv).map_err(|error| Refusal::new("NO_MOVE", error))?;
    if mv.is_deploy() {
        let mut committed = after;
        let finished = auto_commit && !after.has_legal_move() && committed.commit().is_ok();
        return deploy_answer(after, finished.then_some(committed));
    }
    let TurnText { san, lan, flags, .. } = TurnText::of_move(&position, mv);
    let mut answer = format!("{}\n1\n{san}\n{lan}\n{flags}\n", after.fen());
    let _ = write!(answer, "{}\n{}\n-\n{} -\n", mv.from().index(), mv.unit(), mv.to().index());
    if let Some(taken) = position.board().get(mv.to()).filter(|_| mv.kind().is_capture()) {
        let _ = write!(answer, "{taken}");
    }
    answer.push('\n');
    Ok(answer)
}

/// A deploy as it stands, or as it stood before it was committed.
fn deploy_answer(open: Position, committed: Option<Position>) -> Answer {
    let (Some(session), Some(TurnText { san, lan, flags, .. })) = (open.session(), open.deploy_turn_text())
    else {
        return Err(Refusal::new("INTERNAL_INCONSISTENCY", "a deploy was played without a session"));
    };
    let open_fen = open.fen();
    let (after, completed) = match committed {
        Some(position) => (position.fen(), 1),
        None => (open_fen.clone(), 0),
    };
    let mut answer = format!("{after}\n{completed}\n{san}\n{lan}\n{flags}\n");
    let _ = write!(answer, "{}\n{}\n", session.square().index(), session.original());
    push_unit(&mut answer, open.session_remaining());
    answer.push('\n');

    let (start, us) = (open.turn_start_board(), open.turn());
    let mut taken: Vec<String> = Vec::new();
    for (i, step) in session.steps().iter().enumerate() {
        let _ = write!(answer, "{}{} ", if i > 0 { " " } else { "" }, step.to.index());
        let lands = !matches!(step.kind, MoveKind::StayCapture | MoveKind::SuicideCapture);
        push_unit(&mut answer, open.board().get(step.to).filter(|unit| lands && unit.color() == us));
        if step.kind.is_capture() {
            // Nobody else moves in our turn: what was taken stood there when it began.
            taken.extend(start.get(step.to).map(|unit| unit.to_string()));
        }
    }
    let _ = write!(answer, "\n{}\n", taken.join(" "));
    if completed == 1 {
        answer.push_str(&open_fen);
    }
    Ok(answer)
}

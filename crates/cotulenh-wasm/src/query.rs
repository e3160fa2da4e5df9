//! What can be asked about a position.

use core::fmt::Write;

use cotulenh::{Color, Move, MoveKind, Position, Role, SanWriter, Square};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer, color, push_unit, read, role, rules, square};

/// The flag bits of the JavaScript API.
pub(crate) fn flag_bits(kind: MoveKind, deploy: bool) -> u32 {
    let bit = match kind {
        MoveKind::Move => 1,
        MoveKind::Capture => 2,
        MoveKind::StayCapture => 4,
        MoveKind::SuicideCapture => 8,
        MoveKind::Combination | MoveKind::Recombination => 32,
    };
    bit | if deploy { 16 } else { 0 }
}

/// The moves, in the order of RULES 11.6, all separated by spaces: the SAN or, if `verbose`, seven words each, `SAN LAN flag-bits from to piece target`, with
/// the points by name. Only those from a point and of units with a role on top, if given.
#[wasm_bindgen]
pub fn moves(
    fen: &str,
    skip_last_guard: bool,
    from: Option<u32>,
    top: Option<char>,
    legal: bool,
    verbose: bool,
) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?.with_options(rules(skip_last_guard, legal));
        let from = from.map(square).transpose()?;
        let top = top.map(role).transpose()?;
        let writer = SanWriter::new(position.legal_moves());
        let mut words = String::with_capacity(1 << 13);
        for &mv in writer.moves() {
            if from.is_some_and(|from| from != mv.from())
                || top.is_some_and(|top| top != mv.unit().top_role())
            {
                continue;
            }
            if !words.is_empty() {
                words.push(' ');
            }
            writer.push_san(mv, &mut words);
            if verbose {
                push_details(&mut words, &position, mv);
            }
        }
        Ok(words)
    })
}

/// Appends ` LAN flag-bits from to piece target`.
fn push_details(words: &mut String, position: &Position, mv: Move) {
    let bits = flag_bits(mv.kind(), mv.is_deploy());
    // Writing to a string cannot fail.
    let _ = write!(words, " {mv} {bits} {} {} {} ", mv.from(), mv.to(), mv.unit());
    push_unit(words, position.board().get(mv.to()));
}

/// What holds in a position, as bits: 1 check, 2 checkmate, 4 stalemate, 8 fifty moves, 16 a Commander is missing, 32 over (repetition apart), 64 Red's
/// Commander is in danger, 128 Blue's, 256 the open deploy can be committed, 512 nothing remains in it or no step is possible. Nothing for
/// what is no FEN.
#[wasm_bindgen]
pub fn status(fen: &str, skip_last_guard: bool) -> Option<u32> {
    let position = read(fen, skip_last_guard).ok()?;
    let open = position.session().is_some();
    // Looking for a way to complete the turn can take long, so it is done once.
    let stuck = !open && !position.can_complete_turn();
    let check = position.is_check();
    let over = stuck || position.is_draw_by_fifty_moves() || position.is_commander_captured();
    let facts = [
        check,
        stuck && check,
        stuck && !check,
        position.is_draw_by_fifty_moves(),
        position.is_commander_captured(),
        over && !open,
        position.board().commander_in_danger(Color::Red),
        position.board().commander_in_danger(Color::Blue),
        position.can_commit(),
        open && !position.has_legal_move(),
    ];
    Some(facts.into_iter().enumerate().map(|(bit, fact)| u32::from(fact) << bit).sum())
}

/// The units as they stand now: `point unit point unit …`.
#[wasm_bindgen]
pub fn board(fen: &str, skip_last_guard: bool) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?;
        let mut words = String::with_capacity(256);
        for (square, unit) in position.board().iter() {
            let _ = write!(words, "{}{} {unit}", if words.is_empty() { "" } else { " " }, square.index());
        }
        Ok(words)
    })
}

/// The FEN of the board as it stands now, without an open deploy.
#[wasm_bindgen]
pub fn bare_fen(fen: &str, skip_last_guard: bool) -> String {
    answer(|| Ok(read(fen, skip_last_guard)?.board_fen()))
}

/// The board as text, for people.
#[wasm_bindgen]
pub fn picture(fen: &str, skip_last_guard: bool) -> String {
    answer(|| Ok(read(fen, skip_last_guard)?.picture().to_string()))
}

/// The pieces of a colour that threaten a point: `point role point role …`. `target` is the role to assume on the point.
#[wasm_bindgen]
pub fn attackers(fen: &str, skip_last_guard: bool, point: u32, by: char, target: Option<char>) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?;
        let target: Option<Role> = target.map(role).transpose()?;
        let found = position.board().attackers_of_role(square(point)?, color(by), target);
        let words: Vec<String> = found
            .iter()
            .map(|(from, piece)| format!("{} {}", from.index(), piece.role.letter().to_ascii_lowercase()))
            .collect();
        Ok(words.join(" "))
    })
}

/// The air defence: a line each for Red and Blue, of words `point:defender,defender`.
#[wasm_bindgen]
pub fn air_defense(fen: &str, skip_last_guard: bool) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?;
        let lines = Color::ALL.map(|color| {
            let defense = position.air_defense(color);
            let covered = |point: Square| {
                let defenders: Vec<String> =
                    defense.defenders_of(point).iter().map(|defender| defender.index().to_string()).collect();
                format!("{}:{}", point.index(), defenders.join(","))
            };
            defense.covered().iter().map(covered).collect::<Vec<_>>().join(" ")
        });
        Ok(lines.join("\n"))
    })
}

/// The open deploy: a line `point original remaining`, then a line `flag-bits to piece target` for each step; empty if there is none. The target is
/// what stood there when the turn began.
#[wasm_bindgen]
pub fn session(fen: &str, skip_last_guard: bool) -> String {
    answer(|| {
        let position = read(fen, skip_last_guard)?;
        let Some(session) = position.session() else { return Ok(String::new()) };
        let start = position.turn_start_board();
        let mut lines = format!("{} {} ", session.square().index(), session.original());
        push_unit(&mut lines, position.session_remaining());
        for step in session.steps() {
            let _ = write!(lines, "\n{} {} {} ", flag_bits(step.kind, true), step.to.index(), step.unit);
            push_unit(&mut lines, start.get(step.to));
        }
        Ok(lines)
    })
}

/// The FENs before each step of the open deploy.
#[wasm_bindgen]
pub fn stages(fen: &str, skip_last_guard: bool) -> String {
    answer(|| {
        let before = read(fen, skip_last_guard)?.before_session_steps();
        Ok(before.iter().map(Position::fen).collect::<Vec<_>>().join("\n"))
    })
}

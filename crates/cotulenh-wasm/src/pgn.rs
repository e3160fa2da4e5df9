//! Games as PGN. They are read and written rarely, so they cross the border as JSON.

use cotulenh::{Game, PgnError, PgnErrorKind, PgnFormat, PgnTurn, Position, Strictness, Turn};
use cotulenh_wasm_protocol::{CallError, ErrorCode, rule_options};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer, read};

/// Reads the first game of a PGN. The options hold where its headers do not say otherwise. Unless
/// `strict`, words that are not moves are skipped.
///
/// Answers `{start, options, headers: [[name, value]], turns: [LAN], open, notes: [[FEN, comment,
/// clock]]}`: `options` is the byte of the game's rule options, `open` the suffix of an open deploy
/// or null, and comment and clock may be null.
#[wasm_bindgen]
pub fn read_pgn(text: &str, strict: bool, options: u8) -> String {
    answer(|| {
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        let options = rule_options(options)?;
        let games = cotulenh::read_pgn(text.as_bytes(), strictness).with_options(options);
        let game = match games.skip_unknown_moves(!strict).next() {
            Some(Ok(game)) => game,
            Some(Err(error)) => return Err(call_error(error)),
            // An empty text is a game without moves.
            None => Game::from(Position::start().with_options(options)),
        };
        let headers: Vec<Value> =
            game.headers().iter_set().map(|(name, value)| json!([name, value])).collect();
        let turns: Vec<String> = game.turns().iter().map(|turn| turn.text().lan).collect();
        let notes = game.notes().map(|(fen, comment, clock)| json!([fen, comment, clock]));
        Ok(json!({
            "start": game.start().fen(),
            "options": game.start().options().bits(),
            "headers": headers,
            "turns": turns,
            "open": game.position().deploy_suffix(),
            "notes": notes.collect::<Vec<_>>(),
        })
        .to_string())
    })
}

fn call_error(error: PgnError) -> CallError {
    let code = match &error.kind {
        PgnErrorKind::BadFen(faults) => CallError::from(faults.clone()).code(),
        PgnErrorKind::BadMove(_) | PgnErrorKind::BadDeploy(_) => ErrorCode::InvalidDestination,
        _ => ErrorCode::Unknown,
    };
    CallError::new(code, error)
}

/// Writes a game: `{headers: [[name, value]], note, turns: [[number, colour, [[text, note]]]],
/// result, newline, maxWidth}`.
#[wasm_bindgen]
pub fn write_pgn(game: &str) -> String {
    answer(|| {
        let internal = |message: &dyn core::fmt::Display| CallError::new(ErrorCode::Internal, message);
        let game: Value = serde_json::from_str(game).map_err(|error| internal(&error))?;
        pgn_from(&game).ok_or_else(|| internal(&"a field of the game is missing or has another type"))
    })
}

fn pgn_from(game: &Value) -> Option<String> {
    let headers: Option<Vec<(&str, &str)>> = game["headers"]
        .as_array()?
        .iter()
        .map(|header| Some((header[0].as_str()?, header[1].as_str()?)))
        .collect();
    let part = |part: &Value| Some((part[0].as_str()?.to_owned(), part[1].as_str().map(str::to_owned)));
    let turn = |turn: &Value| {
        Some(PgnTurn {
            number: u32::try_from(turn[0].as_u64()?).ok()?,
            color: turn[1].as_str()?.parse().ok()?,
            parts: turn[2].as_array()?.iter().map(part).collect::<Option<_>>()?,
        })
    };
    let turns: Option<Vec<PgnTurn>> = game["turns"].as_array()?.iter().map(turn).collect();
    let format = PgnFormat::default()
        .with_newline(game["newline"].as_str()?)
        .with_max_width(usize::try_from(game["maxWidth"].as_u64()?).ok()?);
    let (note, result) = (game["note"].as_str(), game["result"].as_str()?);
    Some(cotulenh::write_pgn(headers?, note, &turns?, result, &format))
}

/// The text that reads back to exactly this deploy turn: its SAN, or its LAN where the SAN could
/// mean another turn (RULES 12.4). `open` is the FEN of the deploy before its commit.
#[wasm_bindgen]
pub fn pgn_text(before: &str, options: u8, open: &str, san: &str, lan: &str) -> String {
    answer(|| {
        let (before, open) = (read(before, options)?, read(open, options)?);
        let unambiguous = match before.parse_turn(san, Strictness::Strict) {
            Ok(Turn::Deploy(turn)) => turn.open == open,
            _ => false,
        };
        Ok(if unambiguous { san } else { lan }.into())
    })
}

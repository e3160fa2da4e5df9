//! Games as text. They are read and written rarely, so they cross the border as JSON.

use cotulenh::{Color, PgnFormat, PgnTurn, Position, Strictness, Turn};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, answer, read, rules};

/// Reads a game; without a header about it, the last-guard rule is as given. `{start, skipLastGuard, headers: [[name, value]], turns: [LAN], open: deploy suffix or null, notes: [[FEN, comment or null, clock or null]]}`.
#[wasm_bindgen]
pub fn read_pgn(text: &str, strict: bool, skip_last_guard: bool) -> String {
    answer(|| {
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        let mut games =
            cotulenh::read_pgn(text.as_bytes(), strictness).with_options(rules(skip_last_guard, true));
        let none = || Err(Refusal::new("UNKNOWN_ERROR", "no game here"));
        let game = games
            .next()
            .map_or_else(none, |game| game.map_err(|error| Refusal::new("UNKNOWN_ERROR", error)))?;
        let headers: Vec<Value> = game.headers().iter().map(|(name, value)| json!([name, value])).collect();
        let turns: Vec<String> = game.turns().iter().map(|turn| turn.text().lan).collect();
        let notes = game.notes().map(|(fen, comment, clock)| json!([fen, comment, clock]));
        Ok(json!({
            "start": game.start().fen(),
            "skipLastGuard": game.start().options().skip_last_guard_promotion,
            "headers": headers,
            "turns": turns,
            "open": game.position().deploy_suffix(),
            "notes": notes.collect::<Vec<_>>(),
        })
        .to_string())
    })
}

/// Writes a game: `{headers: [[name, value]], note, turns: [[number, colour, [[text, note]]]], result, newline, maxWidth}`.
#[wasm_bindgen]
pub fn write_pgn(game: &str) -> String {
    answer(|| {
        let game: Value =
            serde_json::from_str(game).map_err(|error| Refusal::new("INTERNAL_INCONSISTENCY", error))?;
        pgn_from(&game).ok_or_else(|| Refusal::new("INTERNAL_INCONSISTENCY", "a game of another shape"))
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
            color: if turn[1] == "b" { Color::Blue } else { Color::Red },
            parts: turn[2].as_array()?.iter().map(part).collect::<Option<_>>()?,
        })
    };
    let turns: Option<Vec<PgnTurn>> = game["turns"].as_array()?.iter().map(turn).collect();
    let format = PgnFormat {
        newline: game["newline"].as_str()?.into(),
        max_width: usize::try_from(game["maxWidth"].as_u64()?).ok()?,
    };
    let (note, result) = (game["note"].as_str(), game["result"].as_str()?);
    Some(cotulenh::write_pgn(headers?, note, &turns?, result, &format))
}

/// The text that reads back to exactly this turn: the SAN, or the LAN where the SAN could mean another (RULES 12.4). `open` is the deploy before its commit.
#[wasm_bindgen]
pub fn pgn_text(before: &str, skip_last_guard: bool, open: &str, san: &str, lan: &str) -> String {
    answer(|| {
        let (before, open): (Position, Position) =
            (read(before, skip_last_guard)?, read(open, skip_last_guard)?);
        let unambiguous = match before.parse_turn(san, Strictness::Strict) {
            Ok(Turn::Deploy(turn)) => turn.open == open,
            _ => false,
        };
        Ok(if unambiguous { san } else { lan }.into())
    })
}

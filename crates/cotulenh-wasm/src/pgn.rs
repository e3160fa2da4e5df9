//! Games as PGN. They are read and written rarely, so they are passed as data.

use cotulenh::{Game, PgnError, PgnErrorKind, PgnFormat, PgnTurn, Position, Strictness, Turn};
use cotulenh_wasm_protocol::length_prefixed::read_texts;
use cotulenh_wasm_protocol::{CallError, ErrorCode, rule_options};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer, data_text, fault_error, read};

/// A game that was read.
#[derive(Serialize)]
struct ReadGame<'a> {
    start: String,
    /// The byte of the game's rule options.
    options: u8,
    headers: Vec<(&'a str, &'a str)>,
    /// LANs.
    turns: Vec<String>,
    /// The suffix of an open deploy.
    open: Option<String>,
    /// FEN, comment and clock.
    notes: Vec<(&'a str, Option<&'a str>, Option<&'a str>)>,
}

/// Reads the first game of a PGN. The options hold where its headers do not say otherwise. Unless
/// `strict`, words that are not moves are skipped. The answer is the data of a `ReadGame`.
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
        Ok(data_text(&ReadGame {
            start: game.start().fen(),
            options: game.start().options().bits(),
            headers: game.headers().iter_set().collect(),
            turns: game.turns().iter().map(|turn| turn.text().lan).collect(),
            open: game.position().deploy_suffix(),
            notes: game.notes().collect(),
        }))
    })
}

/// Where a fault of a PGN is.
#[derive(Serialize)]
struct PgnPlace<'a> {
    line: usize,
    column: usize,
    token: &'a str,
}

fn call_error(error: PgnError) -> CallError {
    let refused = match &error.kind {
        PgnErrorKind::BadFen(faults) => fault_error(faults.clone()).with_message(&error),
        PgnErrorKind::BadMove(_) | PgnErrorKind::BadDeploy(_) => {
            CallError::new(ErrorCode::InvalidDestination, &error)
        }
        _ => CallError::new(ErrorCode::Unknown, &error),
    };
    refused.with("pgn", &PgnPlace { line: error.line, column: error.column, token: &error.token })
}

/// Writes a game. It is a list of texts, as in [`read_texts`], and so are some of its items:
/// headers (names and values in turn), note, turns (number, colour and parts, which are texts and
/// notes in turn), result, newline, width. A note may be empty.
#[wasm_bindgen]
pub fn write_pgn(game: &str) -> String {
    answer(|| {
        let message = "a part of the game is missing, or not a list or number";
        pgn_from(game).ok_or_else(|| CallError::new(ErrorCode::Internal, message))
    })
}

fn pgn_from(game: &str) -> Option<String> {
    let [headers, note, turns, result, newline, width] = read_texts(game)?[..] else { return None };
    let turns: Option<Vec<PgnTurn>> = read_texts(turns)?.into_iter().map(pgn_turn).collect();
    let format = PgnFormat::default().with_newline(newline).with_max_width(width.parse().ok()?);
    Some(cotulenh::write_pgn(pairs(headers)?, some_text(note), &turns?, result, &format))
}

fn pgn_turn(turn: &str) -> Option<PgnTurn> {
    let [number, color, parts] = read_texts(turn)?[..] else { return None };
    let part = |(text, note): (&str, &str)| (text.to_owned(), some_text(note).map(str::to_owned));
    Some(PgnTurn {
        number: number.parse().ok()?,
        color: color.parse().ok()?,
        parts: pairs(parts)?.into_iter().map(part).collect(),
    })
}

fn some_text(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Texts two by two.
fn pairs(list: &str) -> Option<Vec<(&str, &str)>> {
    let texts = read_texts(list)?;
    let pairs = texts.chunks(2).map(|pair| match pair {
        &[first, second] => Some((first, second)),
        _ => None,
    });
    pairs.collect()
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

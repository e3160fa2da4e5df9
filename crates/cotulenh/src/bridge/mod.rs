//! The bridge: a stateless JSON-lines interface, described in `docs/protocol.md`.
//!
//! ```
//! let answer = cotulenh::bridge::respond(r#"{"id": 7, "method": "perft", "depth": 2}"#);
//! assert_eq!(answer, r#"{"id":7,"ok":true,"result":{"nodes":13460}}"#);
//! ```

mod request;

use std::io::{self, BufRead, Write};

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::color::Color;
use crate::fen::check_fen;
use crate::game::Game;
use crate::moves::{Move, MoveKind};
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::perft::perft_within;
use crate::position::{CommitError, Outcome, Position};
use crate::role::Role;
use crate::san::{SanWriter, TurnText};
use crate::setup::{Fault, FaultLocation};

use request::shorten;
pub use request::{BridgeError, Request};

/// Longer lines are answered with an error.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

/// A perft that would count more than this is refused: a stateless service must not hang.
pub const MAX_PERFT_NODES: u64 = 250_000_000;

/// Methods that are no matter of the rules, such as a search. Whoever serves the bridge may bring some along.
pub trait Extension {
    /// Answers a request; `None` if it has no such method.
    fn handle(&mut self, method: &str, request: Request<'_>) -> Option<Result<Value, BridgeError>>;
}

/// The rules alone.
impl Extension for () {
    fn handle(&mut self, _: &str, _: Request<'_>) -> Option<Result<Value, BridgeError>> {
        None
    }
}

/// Answers every line of `input` with one line on `output`, until the end of the input.
///
/// Only the failure of a stream is an error; whatever a line contains is answered.
pub fn serve(input: impl BufRead, output: impl Write) -> io::Result<()> {
    serve_with(input, output, &mut ())
}

/// The same with further methods.
pub fn serve_with(
    mut input: impl BufRead,
    mut output: impl Write,
    extension: &mut impl Extension,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut too_long = false;
        let mut read_any = false;
        loop {
            let buffer = input.fill_buf()?;
            let end = buffer.iter().position(|&b| b == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            read_any |= !buffer.is_empty();
            let finished = buffer.is_empty() || end.is_some();
            too_long |= line.len() + part.len() > MAX_LINE_LENGTH;
            if !too_long {
                line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            input.consume(used);
            if finished {
                break;
            }
        }
        if !read_any {
            return Ok(());
        }
        let answer = if too_long { refuse_long_line() } else { respond_bytes(&line, extension) };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

/// Answers one line of bytes that may be no text.
fn respond_bytes(line: &[u8], extension: &mut impl Extension) -> String {
    match core::str::from_utf8(line) {
        Ok(text) => respond_with(text, extension),
        Err(error) => {
            let message = format!("invalid UTF-8 at byte {}", error.valid_up_to());
            failure("null", &BridgeError::new("INVALID_UTF8", message))
        }
    }
}

fn refuse_long_line() -> String {
    let message = format!("a line has at most {MAX_LINE_LENGTH} bytes");
    failure("null", &BridgeError::new("LINE_TOO_LONG", message))
}

/// Answers one line.
pub fn respond(line: &str) -> String {
    respond_with(line, &mut ())
}

/// The same with further methods.
pub fn respond_with(line: &str, extension: &mut impl Extension) -> String {
    if line.len() > MAX_LINE_LENGTH {
        return refuse_long_line();
    }
    let request: Map<String, Value> = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => {
            let message = format!("a request is one JSON object: {error}");
            return failure("null", &BridgeError::request(message));
        }
    };
    // The id goes back letter by letter, however long its numbers are.
    let raw: Result<std::collections::BTreeMap<String, &RawValue>, _> = serde_json::from_str(line);
    let raw = raw.unwrap_or_default();
    let id = raw.get("id").map_or("null", |id| id.get());
    match handle_with(&request, extension) {
        Ok(result) => format!(r#"{{"id":{id},"ok":true,"result":{result}}}"#),
        Err(error) => failure(id, &error),
    }
}

fn failure(id: &str, error: &BridgeError) -> String {
    format!(r#"{{"id":{id},"ok":false,"error":{}}}"#, error.to_json())
}

/// Carries out one request.
pub fn handle(request: &Map<String, Value>) -> Result<Value, BridgeError> {
    handle_with(request, &mut ())
}

fn handle_with(request: &Map<String, Value>, extension: &mut impl Extension) -> Result<Value, BridgeError> {
    let request = Request(request);
    let method = request.text("method")?.ok_or_else(|| BridgeError::request("the method is missing"))?;
    match method {
        "position" => request.position().map(|position| describe(&position)),
        "moves" => moves(&request),
        "play" => play(&request),
        "attackers" => attackers(&request),
        "airDefense" => request.position().map(|position| air_defense(&position)),
        "checkFen" => Ok(checked(&check_fen(request.text("fen")?.unwrap_or(Position::START_FEN)))),
        "parseMove" => parse_move(&request),
        "perft" => perft(&request),
        _ => extension.handle(method, request).unwrap_or_else(|| {
            Err(BridgeError::new("UNKNOWN_METHOD", format!("no method {}", shorten(method))))
        }),
    }
}

fn describe(position: &Position) -> Value {
    // Looking for a way to complete the turn can take long, so it is done once.
    let completes = position.session().is_some() || position.can_complete_turn();
    let (check, outcome) = (position.is_check(), position.outcome_if(|| completes));
    let commander = |color| position.board().commander(color).map(|square| square.to_string());
    json!({
        "fen": position.fen(),
        "turn": position.turn().letter(),
        "check": check,
        "checkmate": check && !completes,
        "stalemate": !check && !completes,
        "draw50": position.is_draw_by_fifty_moves(),
        "captured": position.is_commander_captured(),
        "over": outcome.is_some(),
        "result": outcome.map(result_name),
        "commanders": {"r": commander(Color::Red), "b": commander(Color::Blue)},
        "session": session(position),
        "hash": format!("{:016x}", position.hash()),
    })
}

fn result_name(outcome: Outcome) -> String {
    outcome.winner().map_or("draw".into(), |winner| winner.to_string())
}

fn session(position: &Position) -> Value {
    let Some(session) = position.session() else { return Value::Null };
    let steps = session.steps().iter().map(|step| step.to_move(session.square()).to_string());
    let remaining = position.session_remaining();
    let letters = remaining.map_or(String::new(), |unit| {
        unit.pieces().map(|piece| piece.to_string().to_ascii_lowercase()).collect()
    });
    json!({
        "square": session.square().to_string(),
        "original": session.original().move_text().to_string(),
        "steps": steps.collect::<Vec<String>>(),
        "remaining": letters,
        "stay": remaining.map_or(String::new(), |unit| unit.move_text().to_string()),
        "canCommit": position.can_commit(),
    })
}

fn moves(request: &Request<'_>) -> Result<Value, BridgeError> {
    let position = request.position()?;
    let square = request.square()?;
    let role_of = |text: &str| {
        let mut letters = text.chars();
        let role = letters.next().and_then(Role::from_letter).filter(|_| letters.next().is_none());
        role.ok_or_else(|| BridgeError::request(format!("role: {} is no letter of a role", shorten(text))))
    };
    let role = request.text("role")?.map(role_of).transpose()?;
    let legal = request.flag("legal")?.unwrap_or(true);
    let all = if legal { position.legal_moves() } else { position.pseudo_legal_moves() };
    let writer = SanWriter::new(all);
    let wanted = |mv: &&Move| {
        square.is_none_or(|square| square == mv.from())
            && role.is_none_or(|role| role == mv.unit().top_role())
    };
    let listed = writer.moves().iter().filter(wanted).map(|&mv| {
        let mut entry = json!({
            "lan": mv.to_string(),
            "san": writer.san(mv),
            "flags": mv.flags(),
            "from": mv.from().to_string(),
            "to": mv.to().to_string(),
            "piece": mv.unit().move_text().to_string(),
        });
        let there = position.board().get(mv.to()).map(|unit| unit.move_text().to_string());
        if mv.kind().is_capture() {
            entry["captured"] = json!(there);
        } else if matches!(mv.kind(), MoveKind::Combination | MoveKind::Recombination) {
            entry["combined"] = json!(there);
        }
        entry
    });
    Ok(listed.collect())
}

fn play(request: &Request<'_>) -> Result<Value, BridgeError> {
    let mut game = Game::from(request.position()?);
    let entries = request
        .typed("moves", "a list", Value::as_array)?
        .filter(|entries| !entries.is_empty())
        .ok_or_else(|| BridgeError::request("moves: expected a list of at least one move"))?;
    for (index, entry) in entries.iter().enumerate() {
        play_entry(&mut game, entry).map_err(|error| BridgeError { index: Some(index), ..error })?;
    }
    let position = game.position();
    let open = position.deploy_turn_text();
    let TurnText { san, lan, flags } = open
        .or_else(|| game.turns().last().map(|turn| turn.text()))
        .ok_or_else(|| BridgeError::request("nothing was played"))?;
    Ok(json!({
        "fen": position.fen(),
        "board": position.board_fen(),
        "completed": position.session().is_none(),
        "san": san,
        "lan": lan,
        "flags": flags,
        "check": position.is_check(),
        "over": game.is_over(),
        "session": session(position),
    }))
}

fn play_entry(game: &mut Game, entry: &Value) -> Result<(), BridgeError> {
    match entry {
        Value::String(text) if text == "commit" => {
            let refused =
                |error: CommitError| BridgeError::new("SESSION_INVALID_OPERATION", error.to_string());
            game.commit().map_err(refused)?;
        }
        Value::String(text) => game.play_text(text, Strictness::Strict)?,
        Value::Object(fields) => {
            let fields = Request(fields);
            let lan = fields.text("lan")?.ok_or_else(|| BridgeError::request("lan: expected a string"))?;
            let flags = fields.text("flags")?;
            let matches = |mv: &Move| mv.to_string() == lan && flags.is_none_or(|flags| flags == mv.flags());
            match game.position().legal_moves().into_iter().find(matches) {
                Some(mv) => {
                    game.play(mv).map_err(|error| BridgeError::new("ILLEGAL_MOVE", error.to_string()))?;
                }
                // A whole deploy turn, in the form in which `parseMove` gives it.
                None => {
                    let turn = game.position().parse_turn(lan, Strictness::Strict)?;
                    let text = match &turn {
                        Turn::Deploy(turn) => turn.open.deploy_turn_text(),
                        Turn::Step(_) => None,
                    };
                    if !text.is_some_and(|text| text.lan == lan && flags.is_none_or(|f| f == text.flags)) {
                        let named: Vec<String> =
                            [Some(lan), flags].into_iter().flatten().map(shorten).collect();
                        let message = format!("no legal move matches {}", named.join(" "));
                        return Err(BridgeError::new("ILLEGAL_MOVE", message));
                    }
                    game.play_text(lan, Strictness::Strict)?;
                }
            }
        }
        _ => return Err(BridgeError::request("a move is a string or an object with lan and flags")),
    }
    Ok(())
}

fn attackers(request: &Request<'_>) -> Result<Value, BridgeError> {
    let position = request.position()?;
    let square = request.square()?.ok_or_else(|| BridgeError::request("square: expected a string"))?;
    let color = match request.text("color")? {
        Some("r") => Color::Red,
        Some("b") => Color::Blue,
        _ => return Err(BridgeError::request("color: expected \"r\" or \"b\"")),
    };
    let attackers = position.board().attackers(square, color);
    let mut names: Vec<String> = attackers
        .into_iter()
        .map(|(from, piece)| format!("{from}{}", piece.role.letter().to_ascii_lowercase()))
        .collect();
    names.sort();
    Ok(json!(names))
}

fn air_defense(position: &Position) -> Value {
    let side = |color| {
        let defense = position.air_defense(color);
        let names = |point| {
            let mut names: Vec<String> =
                defense.defenders_of(point).iter().map(|square| square.to_string()).collect();
            names.sort();
            names
        };
        let mut zones: Vec<(String, Vec<String>)> =
            defense.covered().iter().map(|point| (point.to_string(), names(point))).collect();
        zones.sort();
        zones.into_iter().map(|(point, names)| (point, json!(names))).collect::<Map<_, _>>()
    };
    json!({"r": side(Color::Red), "b": side(Color::Blue)})
}

fn checked(faults: &[Fault]) -> Value {
    let errors: Vec<Value> = faults
        .iter()
        .map(|fault| {
            let mut error = json!({
                "code": fault.code.name(),
                "category": fault.category.name(),
                "message": fault.to_string(),
            });
            if let Some(location) = fault.location {
                error["location"] = match location {
                    FaultLocation::Field(field) => json!({"field": field}),
                    FaultLocation::Text { rank, column } => json!({"rank": rank, "column": column}),
                    FaultLocation::Rank(rank) => json!({"rank": rank}),
                    FaultLocation::Square(square) => json!({"square": square.to_string()}),
                };
            }
            error
        })
        .collect();
    json!({"valid": errors.is_empty(), "errors": errors})
}

fn parse_move(request: &Request<'_>) -> Result<Value, BridgeError> {
    let position = request.position()?;
    let text = request.text("text")?.ok_or_else(|| BridgeError::request("text: expected a string"))?;
    match position.parse_turn(text, Strictness::Lenient) {
        Ok(Turn::Step(mv)) => Ok(json!({"lan": mv.to_string(), "flags": mv.flags()})),
        Ok(Turn::Deploy(turn)) => {
            let text = turn.open.deploy_turn_text();
            Ok(text.map_or(Value::Null, |text| json!({"lan": text.lan, "flags": text.flags})))
        }
        Err(error @ ParseMoveError::Ambiguous { .. }) => Err(error.into()),
        Err(ParseMoveError::NoSuchMove(_) | ParseMoveError::TooLong(_)) => Ok(Value::Null),
    }
}

fn perft(request: &Request<'_>) -> Result<Value, BridgeError> {
    let position = request.position()?;
    let depth = request
        .typed("depth", "a whole number from 0 to 255", |value| u8::try_from(value.as_u64()?).ok())?
        .ok_or_else(|| BridgeError::request("depth: expected a whole number from 0 to 255"))?;
    let too_many = || {
        let message = format!("more than {MAX_PERFT_NODES} nodes: choose a smaller depth");
        BridgeError::new("LIMIT_EXCEEDED", message)
    };
    let mut budget = MAX_PERFT_NODES;
    if !request.flag("divide")?.unwrap_or(false) || depth == 0 {
        let nodes = perft_within(&position, depth.into(), &mut budget).ok_or_else(too_many)?;
        return Ok(json!({"nodes": nodes}));
    }
    let mut total = 0;
    let mut parts = Map::new();
    for action in position.actions() {
        let child = position.after_unchecked(action);
        let nodes = perft_within(&child, u32::from(depth) - 1, &mut budget).ok_or_else(too_many)?;
        total += nodes;
        parts.insert(action.to_string(), json!(nodes));
    }
    Ok(json!({"nodes": total, "divide": parts}))
}

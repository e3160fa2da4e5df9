//! Requests and answers as lines.

use std::borrow::Cow;
use std::io::{self, BufRead, Write};

use serde_json::value::RawValue;

use crate::color::Color;
use crate::excerpt::excerpt;
use crate::game_tree::GameTree;
use crate::moves::Move;
use crate::parse::Strictness;
use crate::pgn::PgnFormat;
use crate::position::Position;
use crate::role::Role;
use crate::rule_options::RuleOptions;
use crate::san::SanWriter;
use crate::square::Square;
use crate::view::{
    AirDefenseView, CapturerView, FenCheckView, MoveView, PlayView, PositionDiffView, PositionView, TreeInput,
};

use super::request::read;
use super::{
    BridgeAnswer, BridgeError, BridgeParams, MAX_LINE_LENGTH, PerftView, ReadPgnView, Request, TurnName,
    bytes, methods, pgn, questions,
};

/// Methods beyond the rules, such as a search. The program that serves the bridge adds them.
pub trait Extension {
    /// Answers a request; `None` if the method is unknown here.
    fn handle(&mut self, method: &str, request: &Request<'_>) -> Option<Result<BridgeAnswer, BridgeError>>;
}

/// The rules alone.
impl Extension for () {
    fn handle(&mut self, _: &str, _: &Request<'_>) -> Option<Result<BridgeAnswer, BridgeError>> {
        None
    }
}

/// Answers every line of `input` with one line on `output`, until the end of the input.
///
/// Only a failing stream is an error. Every line gets an answer, whatever it contains.
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

/// Answers one line of bytes, which may not be UTF-8.
fn respond_bytes(line: &[u8], extension: &mut impl Extension) -> String {
    match core::str::from_utf8(line) {
        Ok(text) => respond_with(text, extension),
        Err(error) => {
            let byte = error.valid_up_to();
            let message = format!("invalid UTF-8 at byte {byte}");
            failure("null", &BridgeError::new("INVALID_UTF8", message).with(BridgeParams::byte(byte)))
        }
    }
}

fn refuse_long_line() -> String {
    let message = format!("expected a line of at most {MAX_LINE_LENGTH} bytes");
    let limit = BridgeParams::limit(MAX_LINE_LENGTH as u64);
    failure("null", &BridgeError::new("LINE_TOO_LONG", message).with(limit))
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
    let request = match Request::parse(line) {
        Ok(request) => request,
        Err(error) => return failure("null", &error),
    };
    let id = request.id();
    match handle(&request, extension) {
        Ok(answer) => format!(r#"{{"id":{id},"ok":true,"result":{}}}"#, answer.as_str()),
        Err(error) => failure(id, &error),
    }
}

fn failure(id: &str, error: &BridgeError) -> String {
    // Texts and numbers can always be written.
    let error = serde_json::to_string(error).unwrap_or_default();
    format!(r#"{{"id":{id},"ok":false,"error":{error}}}"#)
}

/// Carries out one request.
fn handle(request: &Request<'_>, extension: &mut impl Extension) -> Result<BridgeAnswer, BridgeError> {
    let method = request.text("method")?.ok_or_else(|| BridgeError::field("method", "a string"))?;
    match &*method {
        "position" => BridgeAnswer::new(&PositionView::from(&request.position()?)),
        "moves" => BridgeAnswer::new(&moves(request)?),
        "play" => BridgeAnswer::new(&play(request)?),
        "attackers" => BridgeAnswer::new(&attackers(request)?),
        "airDefense" => BridgeAnswer::new(&AirDefenseView::from(&request.position()?)),
        "checkFen" => {
            let fen = request.text("fen")?.unwrap_or(Cow::Borrowed(Position::START_FEN));
            BridgeAnswer::new(&FenCheckView::of(&fen))
        }
        "parseMove" => BridgeAnswer::new(&parse_move(request)?),
        "perft" => BridgeAnswer::new(&perft(request)?),
        "readPgn" => BridgeAnswer::new(&read_pgn(request)?),
        "writePgn" => BridgeAnswer::new(&write_pgn(request)?),
        "pgnHeaders" => BridgeAnswer::new(&pgn::pgn_headers(&required(request, "pgn")?)),
        "checks" => {
            let (position, legal) = (request.position()?, request.flag("legal")?.unwrap_or(true));
            BridgeAnswer::new(&questions::checks(&position, request.text("move")?.as_deref(), legal)?)
        }
        "capturers" => {
            let position = request.position()?;
            BridgeAnswer::new(&CapturerView::of_both(&position, required_square(request)?))
        }
        "diff" => {
            let position = request.position()?;
            let after = request.text("after")?.ok_or_else(|| BridgeError::field("after", "a FEN"))?;
            BridgeAnswer::new(&PositionDiffView::between(&position, &Position::from_fen(&after)?))
        }
        "mirror" => {
            let position = request.position()?;
            let lans: Vec<String> = request.field("moves", "a list of LANs")?.unwrap_or_default();
            BridgeAnswer::new(&questions::mirror(&position, &lans)?)
        }
        "outcome" => BridgeAnswer::new(&questions::outcome(&request.position()?)),
        "unreachable" => BridgeAnswer::new(&questions::unreachable(&request.position()?)),
        "deployResults" => {
            let position = request.position()?;
            BridgeAnswer::new(&questions::deploy_results(&position, request.square()?)?)
        }
        "encodePosition" => BridgeAnswer::new(&bytes::encode_position(&request.position()?)),
        "decodePosition" => BridgeAnswer::new(&bytes::decode_position(&required(request, "bytes")?)?),
        "encodeGame" => BridgeAnswer::new(&bytes::encode_game(&required(request, "pgn")?)?),
        "decodeGame" => BridgeAnswer::new(&bytes::decode_game(&required(request, "bytes")?)?),
        _ => extension.handle(&method, request).unwrap_or_else(|| {
            let message = format!("unknown method {:?}", excerpt(&method));
            Err(BridgeError::new("UNKNOWN_METHOD", message).with(BridgeParams::found(&method)))
        }),
    }
}

fn read_pgn(request: &Request<'_>) -> Result<ReadPgnView, BridgeError> {
    let text = required(request, "pgn")?;
    let game = request.number("game", 0, MAX_LINE_LENGTH as u64)?.unwrap_or(0) as usize;
    let strict = request.flag("strict")?.unwrap_or(false);
    let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
    let tolerant = request.flag("tolerant")?.unwrap_or(false);
    let read = pgn::read_pgn(&text, game, strictness, tolerant, RuleOptions::default())?;
    Ok(ReadPgnView::from(&read))
}

fn write_pgn(request: &Request<'_>) -> Result<String, BridgeError> {
    let expected = "a tree as readPgn writes it";
    let tree: Option<TreeInput> = request.field("tree", expected)?;
    let tree = GameTree::try_from(tree.ok_or_else(|| BridgeError::field("tree", expected))?)?;
    let format = PgnFormat::default();
    Ok(match request.number("maxWidth", 0, 1 << 30)? {
        Some(width) => tree.to_pgn_with(&format.with_max_width(width as usize)),
        None => tree.to_pgn_with(&format),
    })
}

/// A text that must be there.
fn required<'a>(request: &Request<'a>, name: &str) -> Result<Cow<'a, str>, BridgeError> {
    request.text(name)?.ok_or_else(|| BridgeError::field(name, "a string"))
}

fn moves(request: &Request<'_>) -> Result<Vec<MoveView>, BridgeError> {
    let position = request.position()?;
    let square = request.square()?;
    let role_of = |text: Cow<'_, str>| {
        let mut letters = text.chars();
        let role = letters.next().and_then(Role::from_letter).filter(|_| letters.next().is_none());
        role.ok_or_else(|| {
            BridgeError::request(format!("role: expected the letter of a role, found {:?}", excerpt(&text)))
                .with(BridgeParams::found(&text).with_field("role"))
        })
    };
    let role = request.text("role")?.map(role_of).transpose()?;
    let legal = request.flag("legal")?.unwrap_or(true);
    let all = if legal { position.legal_moves() } else { position.pseudo_legal_moves() };
    // SANs are told apart from all moves, not only from the listed ones (RULES 12.15).
    let writer = SanWriter::new(all);
    let listed = |mv: &&Move| {
        square.is_none_or(|square| square == mv.from())
            && role.is_none_or(|role| role == mv.unit().top_role())
    };
    let view = |&mv: &Move| MoveView::new(&position, mv, writer.san(mv));
    Ok(writer.moves().iter().filter(listed).map(view).collect())
}

fn play(request: &Request<'_>) -> Result<PlayView, BridgeError> {
    let position = request.position()?;
    let entries: Vec<&RawValue> = request.field("moves", methods::EXPECTED_MOVES)?.unwrap_or_default();
    methods::play(position, entries.into_iter().map(read))
}

fn required_square(request: &Request<'_>) -> Result<Square, BridgeError> {
    request.square()?.ok_or_else(|| BridgeError::field("square", "a string"))
}

fn attackers(request: &Request<'_>) -> Result<Vec<String>, BridgeError> {
    let position = request.position()?;
    let square = required_square(request)?;
    let color = match request.text("color")?.as_deref() {
        Some("r") => Color::Red,
        Some("b") => Color::Blue,
        _ => return Err(BridgeError::field("color", "\"r\" or \"b\"")),
    };
    let attackers = position.board().attackers(square, color).into_iter();
    let mut names: Vec<String> = attackers
        .map(|(from, piece)| format!("{from}{}", piece.role.letter().to_ascii_lowercase()))
        .collect();
    names.sort();
    Ok(names)
}

fn parse_move(request: &Request<'_>) -> Result<Option<TurnName>, BridgeError> {
    let position = request.position()?;
    methods::parse_move(&position, &required(request, "text")?)
}

fn perft(request: &Request<'_>) -> Result<PerftView, BridgeError> {
    let position = request.position()?;
    let depth = request.number("depth", 0, 255)?;
    let depth = depth.ok_or_else(|| BridgeError::field("depth", "a whole number from 0 to 255"))? as u32;
    methods::perft(&position, depth, request.flag("divide")?.unwrap_or(false))
}

//! The bridge: a stateless JSON-lines interface, described in `docs/protocol.md`.
//!
//! ```
//! let answer = cotulenh::bridge::respond(r#"{"id": 7, "method": "perft", "depth": 2}"#);
//! assert_eq!(answer, r#"{"id":7,"ok":true,"result":{"nodes":13460}}"#);
//! ```

mod error;
mod methods;
mod request;

use std::io::{self, BufRead, Write};

pub use error::{BridgeError, BridgeParams};
use methods::handle;
pub use request::{BridgeAnswer, Request};

/// Longer lines are answered with an error.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

/// A perft that would count more nodes is refused, because a stateless service must not hang.
pub const MAX_PERFT_NODES: u64 = 250_000_000;

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

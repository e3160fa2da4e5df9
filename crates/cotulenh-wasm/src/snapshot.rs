//! Positions as bytes, and snapshots of them as numbers: the calls of the game store.
//!
//! No FEN, SAN or JSON is involved in playing. The layout of the arrays is in
//! [`cotulenh_wasm_protocol::snapshot`]. Bytes are those of
//! [`Position::to_bytes`](cotulenh::Position::to_bytes); JavaScript gets them from here and gives
//! them back, so invalid ones are answered with an empty array or text.
//!
//! `keys` are the repetition keys of the positions at the beginning of earlier turns, lower half
//! first.

use cotulenh::view::RefusalView;
use cotulenh::{Cause, Color, Move, Piece, Position, Refusal, Strictness, Turn, Unit};
use cotulenh_wasm_protocol::snapshot::{
    DEPLOY_BIT, PackedMove, SnapshotHead, destination_word, pack_move, result_number, unit_at, unit_word,
};
use cotulenh_wasm_protocol::{CallError, ErrorCode};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::query::status_of;
use crate::{answer, data_text, read};

/// The bytes of a FEN; empty if it is invalid.
#[wasm_bindgen]
pub fn position_bytes(fen: &str, options: u8) -> Vec<u8> {
    read(fen, options).map(|position| position.to_bytes()).unwrap_or_default()
}

/// The FEN of a position.
#[wasm_bindgen]
pub fn position_fen(bytes: &[u8]) -> String {
    answer(|| Ok(decode(bytes)?.fen()))
}

/// The positions before each step of the open deploy, each after its length in one byte.
#[wasm_bindgen]
pub fn position_stages(bytes: &[u8]) -> Vec<u8> {
    let before = decode(bytes).map(|position| position.before_session_steps()).unwrap_or_default();
    before.iter().flat_map(|position| with_length(&position.to_bytes())).collect()
}

/// The LAN of a turn: of a deploy from the position before its commit, else of a packed move.
#[wasm_bindgen]
pub fn turn_lan(before: &[u8], packed: u32, open: &[u8]) -> String {
    answer(|| match last_turn(before, packed, open)? {
        Some(LastTurn::Move { mv, .. }) => Ok(mv.to_string()),
        Some(LastTurn::Deploy(open)) => Ok(open.deploy_turn_text().map_or(String::new(), |turn| turn.lan)),
        None => Err(CallError::new(ErrorCode::Internal, "not a turn")),
    })
}

/// A snapshot of a position. The turn that led to it is passed as in [`turn_lan`]; without one,
/// pass empty arrays.
#[wasm_bindgen]
pub fn snapshot(bytes: &[u8], keys: &[u32], before: &[u8], packed: u32, open: &[u8]) -> Vec<u32> {
    let taken = || Ok::<_, CallError>(words(&decode(bytes)?, keys, last_turn(before, packed, open)?));
    taken().unwrap_or_default()
}

/// Plays a packed move. A refused one is answered with a length of 0 in the head.
#[wasm_bindgen]
pub fn snapshot_play(bytes: &[u8], packed: u32, auto_commit: bool, keys: &[u32]) -> Vec<u32> {
    let Ok(position) = decode(bytes) else { return Vec::new() };
    let mv = PackedMove::read(packed).and_then(|packed| packed.in_position(&position));
    mv.and_then(|mv| play(position, mv, auto_commit, keys)).unwrap_or_else(refused)
}

/// The packed move of a text (RULES 14); 0 for a whole deploy turn, and if no move matches.
#[wasm_bindgen]
pub fn packed_move(bytes: &[u8], text: &str) -> u32 {
    let turn = decode(bytes).ok().and_then(|position| position.parse_turn(text, Strictness::Lenient).ok());
    match turn {
        Some(Turn::Step(mv)) => pack_move(mv),
        _ => 0,
    }
}

/// Plays the text of a whole deploy turn (RULES 14.3). A refused one is answered as in
/// [`snapshot_play`].
#[wasm_bindgen]
pub fn snapshot_play_deploy(bytes: &[u8], text: &str, keys: &[u32]) -> Vec<u32> {
    let Ok(position) = decode(bytes) else { return Vec::new() };
    match position.parse_turn(text, Strictness::Lenient) {
        Ok(Turn::Deploy(turn)) => words(&turn.after, keys, Some(LastTurn::Deploy(turn.open))),
        _ => refused(),
    }
}

/// Commits the open deploy. A refused commit is answered as in [`snapshot_play`].
#[wasm_bindgen]
pub fn snapshot_commit(bytes: &[u8], keys: &[u32]) -> Vec<u32> {
    let Ok(open) = decode(bytes) else { return Vec::new() };
    let mut after = open;
    match after.commit() {
        Ok(_) => words(&after, keys, Some(LastTurn::Deploy(open))),
        Err(_) => refused(),
    }
}

/// Why a packed move is refused; empty if another move of the piece leads there. `over`
/// says that the game has ended.
#[wasm_bindgen]
pub fn move_refusal(bytes: &[u8], packed: u32, over: bool) -> String {
    let (Ok(position), Some(packed)) = (decode(bytes), PackedMove::read(packed)) else {
        return String::new();
    };
    if over {
        return refusal_text(Some(Cause::GameOver.into()));
    }
    let unit = packed.piece.map(|role| Unit::from(Piece::new(position.turn(), role)));
    refusal_text(position.refusal(packed.from, packed.to, unit))
}

/// Why the open deploy cannot be committed; empty if it can.
#[wasm_bindgen]
pub fn commit_refusal(bytes: &[u8]) -> String {
    refusal_text(decode(bytes).ok().and_then(|position| position.commit_refusal()))
}

/// The data of a [`RefusalView`]: refusals are rare, and their parameters differ from code to code.
fn refusal_text(refusal: Option<Refusal>) -> String {
    refusal.map_or(String::new(), |refusal| data_text(&RefusalView::from(refusal)))
}

fn decode(bytes: &[u8]) -> Result<Position, CallError> {
    Position::from_bytes(bytes).map_err(|error| CallError::new(ErrorCode::Internal, error))
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    // A board full of stacks takes fewer than 256 bytes.
    let length = u8::try_from(bytes.len()).unwrap_or_default();
    [&[length], bytes].concat()
}

fn refused() -> Vec<u32> {
    SnapshotHead::default().words().into()
}

fn play(position: Position, mv: Move, auto_commit: bool, keys: &[u32]) -> Option<Vec<u32>> {
    let mut after = position;
    after.play_without_commit(mv).ok()?;
    if !mv.is_deploy() {
        return Some(words(&after, keys, Some(LastTurn::Move { before: position, mv })));
    }
    let open = after;
    let last = (auto_commit && after.commit_if_finished()).then_some(LastTurn::Deploy(open));
    Some(words(&after, keys, last))
}

/// The turn that was played last.
#[allow(clippy::large_enum_variant)] // it lives for one call
enum LastTurn {
    Move {
        before: Position,
        mv: Move,
    },
    /// The position before the commit.
    Deploy(Position),
}

fn last_turn(before: &[u8], packed: u32, open: &[u8]) -> Result<Option<LastTurn>, CallError> {
    if !open.is_empty() {
        return Ok(Some(LastTurn::Deploy(decode(open)?)));
    }
    if before.is_empty() {
        return Ok(None);
    }
    let before = decode(before)?;
    let mv = PackedMove::read(packed).and_then(|packed| packed.in_position(&before));
    let mv = mv.ok_or_else(|| CallError::new(ErrorCode::Internal, "not a move of this position"))?;
    Ok(Some(LastTurn::Move { before, mv }))
}

/// Repetition keys, each as its lower and its upper half.
fn repetition_keys(halves: &[u32]) -> impl Iterator<Item = u64> {
    halves.as_chunks().0.iter().map(|&[low, high]| u64::from(high) << 32 | u64::from(low))
}

fn words(position: &Position, keys: &[u32], last: Option<LastTurn>) -> Vec<u32> {
    let board = position.board();
    let facts = position.ending_facts(position.occurrences(repetition_keys(keys)));
    let (key, bytes) = (position.repetition_key(), position.to_bytes());
    let commander = |color| board.commander(color).map_or(0, |square| square.index() as u32 + 1);
    let mut movers = Vec::with_capacity(256);
    let head = SnapshotHead {
        length: bytes.len() as u32,
        turn: position.turn() as u32,
        half_moves: position.halfmoves(),
        move_number: position.move_number(),
        status: status_of(position, &facts).bits(),
        result: result_number(facts.outcome),
        key_low: key as u32,
        key_high: (key >> 32) as u32,
        red_commander: commander(Color::Red),
        blue_commander: commander(Color::Blue),
        units: board.occupied().len() as u32,
        // A game that is over has no moves, even if its position has.
        movers: if facts.outcome.is_some() { 0 } else { push_movers(position, &mut movers) },
        deploy: u32::from(position.session().is_some()),
        last_turn: u32::from(last.is_some()),
    };
    let mut out = Vec::with_capacity(512);
    out.extend(head.words());
    push_bytes(&bytes, &mut out);
    out.extend(board.iter().map(|(square, unit)| unit_at(unit, square)));
    out.extend(movers);
    if position.session().is_some() {
        push_deploy(position, 0, &mut out);
    }
    if let Some(last) = last {
        push_last_turn(&last, &mut out);
    }
    out
}

/// Four bytes in a word.
fn push_bytes(bytes: &[u8], out: &mut Vec<u32>) {
    out.extend(
        bytes.chunks(4).map(|part| part.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))),
    );
}

/// The legal moves by unit and point. Returns the number of movers.
fn push_movers(position: &Position, out: &mut Vec<u32>) -> u32 {
    let moves = position.legal_moves();
    let Some(remaining) = position.session_remaining() else { return push_groups(&moves, out) };
    // Recombinations may follow the steps of all pieces (RULES 9.3 f).
    let steps_of = |piece: Piece| moves.iter().copied().filter(move |mv| mv.unit().has(piece.role));
    push_groups(&remaining.pieces().flat_map(steps_of).collect::<Vec<Move>>(), out)
}

/// Moves of one unit follow each other. Returns the number of units.
fn push_groups(moves: &[Move], out: &mut Vec<u32>) -> u32 {
    let movers =
        moves.chunk_by(|a, b| (a.from(), a.unit(), a.is_deploy()) == (b.from(), b.unit(), b.is_deploy()));
    let mut count = 0;
    for mover in movers {
        let first = mover[0];
        let deploy = if first.is_deploy() { DEPLOY_BIT } else { 0 };
        out.extend([unit_at(first.unit(), first.from()) | deploy, mover.len() as u32]);
        out.extend(mover.iter().map(|mv| destination_word(mv.to(), mv.kind())));
        count += 1;
    }
    count
}

/// The open deploy of a position: the stack, what remains, the steps.
fn push_deploy(position: &Position, flags: u32, out: &mut Vec<u32>) {
    let Some(session) = position.session() else { return };
    let remaining = position.session_remaining().map_or(0, unit_word);
    out.extend([unit_at(session.original(), session.square()) | flags, remaining]);
    out.push(session.steps().len() as u32);
    for step in session.steps() {
        out.extend([unit_at(step.unit, session.square()), destination_word(step.to, step.kind)]);
    }
}

fn push_last_turn(last: &LastTurn, out: &mut Vec<u32>) {
    match last {
        LastTurn::Move { before, mv } => {
            let unit = unit_at(mv.unit(), mv.from());
            out.extend([unit, 0, 1, unit, destination_word(mv.to(), mv.kind())]);
            push_units(before.captured_by(*mv).as_slice(), out);
        }
        LastTurn::Deploy(open) => {
            push_deploy(open, DEPLOY_BIT, out);
            push_units(&open.session_captures(), out);
            let bytes = open.to_bytes();
            out.push(bytes.len() as u32);
            push_bytes(&bytes, out);
        }
    }
}

/// The number of units, and their words.
fn push_units(units: &[Unit], out: &mut Vec<u32>) {
    out.push(units.len() as u32);
    out.extend(units.iter().copied().map(unit_word));
}

#[cfg(test)]
mod tests {
    use cotulenh_wasm_protocol::snapshot::SNAPSHOT_FIELDS;

    use super::*;

    const STACK: &str = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";

    fn field(words: &[u32], name: &str) -> u32 {
        words[SNAPSHOT_FIELDS.iter().position(|(field, _)| *field == name).unwrap()]
    }

    /// The position in an answer.
    fn bytes_in(words: &[u32]) -> Vec<u8> {
        let bytes = words[SNAPSHOT_FIELDS.len()..].iter().flat_map(|word| word.to_le_bytes());
        bytes.take(field(words, "LENGTH") as usize).collect()
    }

    fn packed(fen: &str, text: &str) -> u32 {
        pack_move(Position::from_fen(fen).unwrap().parse_move(text).unwrap())
    }

    #[test]
    fn playing_gives_the_next_position() {
        let start = position_bytes(Position::START_FEN, 0);
        let played = snapshot_play(&start, packed(Position::START_FEN, "Ic6"), true, &[]);
        let mut expected = Position::start();
        expected.play(expected.parse_move("Ic6").unwrap()).unwrap();
        assert_eq!(position_fen(&bytes_in(&played)), expected.fen());
        assert_eq!((field(&played, "TURN"), field(&played, "UNITS")), (1, 38));
        assert_eq!(packed_move(&start, "Ic6"), packed(Position::START_FEN, "Ic6"));
        assert_eq!(
            played,
            snapshot(&bytes_in(&played), &[], &start, packed(Position::START_FEN, "Ic6"), &[])
        );
    }

    #[test]
    fn a_deploy_opens_and_commits() {
        let bytes = position_bytes(STACK, 0);
        let open = snapshot_play(&bytes, packed(STACK, "T>d7"), true, &[]);
        assert_eq!((field(&open, "DEPLOY"), field(&open, "LAST_TURN")), (1, 0));
        let committed = snapshot_commit(&bytes_in(&open), &[]);
        assert_eq!((field(&committed, "DEPLOY"), field(&committed, "LAST_TURN")), (0, 1));
        assert_eq!(turn_lan(&[], 0, &bytes_in(&open)), "d5:I:T>d7");
        assert_eq!(committed, snapshot_play_deploy(&bytes, "d5:I:T>d7", &[]));
        assert_eq!(packed_move(&bytes, "d5:I:T>d7"), 0);
        let stages = position_stages(&bytes_in(&open));
        assert_eq!(stages, with_length(&bytes));
    }

    #[test]
    fn repetitions_end_the_game() {
        let start = Position::start();
        let key = start.repetition_key();
        let keys = [key as u32, (key >> 32) as u32, key as u32, (key >> 32) as u32];
        let drawn = snapshot(&start.to_bytes(), &keys, &[], 0, &[]);
        assert_eq!(field(&drawn, "RESULT") as usize, cotulenh_wasm_protocol::snapshot::RESULTS.len() - 1);
        assert_eq!(field(&drawn, "MOVERS"), 0);
        let open = snapshot(&start.to_bytes(), &keys[..2], &[], 0, &[]);
        assert_eq!((field(&open, "RESULT"), field(&open, "MOVERS")), (0, 17));
    }

    #[test]
    fn refusals_and_broken_bytes() {
        let start = position_bytes(Position::START_FEN, 0);
        // c5 to c7: two points for an Infantry.
        let legal = PackedMove::read(packed(Position::START_FEN, "Ic6")).unwrap();
        let far = PackedMove { to: "c7".parse().unwrap(), ..legal };
        let word = destination_word(far.to, far.kind) | (packed(Position::START_FEN, "Ic6") & !0xfff);
        let refused = snapshot_play(&start, word, true, &[]);
        assert_eq!((field(&refused, "LENGTH"), refused.len()), (0, SNAPSHOT_FIELDS.len()));
        assert!(move_refusal(&start, word, false).starts_with("{5:=code13:=OUT_OF_RANGE"));
        assert_eq!(snapshot_commit(&start, &[]), refused);
        assert_eq!(snapshot_play_deploy(&start, "nonsense", &[]), refused);
        assert_eq!(packed_move(&start, "nonsense"), 0);
        assert!(move_refusal(&start, word, true).starts_with("{5:=code10:=GAME_OVER7:=clause3:=10"));
        for broken in [&[][..], &start[1..], &[0xff; 300]] {
            assert!(snapshot(broken, &[], &[], 0, &[]).is_empty());
            assert!(snapshot_play(broken, word, true, &[]).is_empty());
            assert!(snapshot_commit(broken, &[]).is_empty());
            assert!(position_fen(broken).starts_with("!INTERNAL_INCONSISTENCY"));
            assert!(position_stages(broken).is_empty());
            assert_eq!(
                (move_refusal(broken, word, false), commit_refusal(broken)),
                (String::new(), String::new())
            );
        }
        assert!(position_bytes("nonsense", 0).is_empty());
        assert!(snapshot_play(&start, u32::MAX, true, &[])[0] == 0);
    }
}

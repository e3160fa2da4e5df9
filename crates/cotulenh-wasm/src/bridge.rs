//! The methods of the bridge that no other call answers. The answers are data
//! ([`cotulenh_wasm_protocol::data`]): `{Ok: view}` or `{Err: error}`.

use cotulenh::Position;
use cotulenh::bridge::{self, BridgeError, PlayEntry};
use cotulenh::view::{FenCheckView, PositionView};
use cotulenh_wasm_protocol::data::read_texts;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::data_text;

fn respond<T: Serialize>(fen: &str, method: impl FnOnce(Position) -> Result<T, BridgeError>) -> String {
    data_text(&Position::from_fen(fen).map_err(BridgeError::from).and_then(method))
}

/// Status, Commanders, open deploy and hash of a position.
#[wasm_bindgen]
pub fn bridge_position(fen: &str) -> String {
    respond(fen, |position| Ok(PositionView::from(&position)))
}

/// Plays entries: for each a list of texts, as in [`read_texts`]. The list of a text has one item,
/// that of a move its LAN and its flags after an empty text, and that of something else none.
#[wasm_bindgen]
pub fn bridge_play(fen: &str, entries: &str) -> String {
    respond(fen, |position| {
        bridge::play(position, read_texts(entries).unwrap_or_default().into_iter().map(entry))
    })
}

fn entry(texts: &str) -> Option<PlayEntry> {
    match read_texts(texts)?[..] {
        [text] => Some(PlayEntry::Text(text.into())),
        [_, lan] => Some(PlayEntry::Move { lan: lan.into(), flags: None }),
        [_, lan, flags] => Some(PlayEntry::Move { lan: lan.into(), flags: Some(flags.into()) }),
        _ => None,
    }
}

/// The move that a text describes, or null.
#[wasm_bindgen]
pub fn bridge_parse_move(fen: &str, text: &str) -> String {
    respond(fen, |position| bridge::parse_move(&position, text))
}

/// Counts the positions at a depth in actions.
#[wasm_bindgen]
pub fn bridge_perft(fen: &str, depth: u32, divide: bool) -> String {
    respond(fen, |position| bridge::perft(&position, depth, divide))
}

/// Checks a FEN: the data of a [`FenCheckView`].
#[wasm_bindgen]
pub fn check_fen(fen: &str) -> String {
    data_text(&FenCheckView::of(fen))
}

#[cfg(test)]
mod tests {
    use cotulenh_wasm_protocol::data::push_text;

    use super::*;

    const STACK: &str = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";

    fn texts(texts: &[&str]) -> String {
        let mut list = String::new();
        texts.iter().for_each(|text| push_text(text, &mut list));
        list
    }

    #[test]
    fn answers_are_those_of_the_rules_crate() {
        let position = Position::from_fen(STACK).unwrap();
        assert_eq!(bridge_position(STACK), data_text(&Ok::<_, ()>(PositionView::from(&position))));
        let parsed = bridge::parse_move(&position, "T>d7").unwrap();
        assert_eq!(bridge_parse_move(STACK, "T>d7"), data_text(&Ok::<_, ()>(parsed)));
        let counted = bridge::perft(&position, 2, true).unwrap();
        assert_eq!(bridge_perft(STACK, 2, true), data_text(&Ok::<_, ()>(counted)));
    }

    #[test]
    fn entries_are_texts_moves_or_neither() {
        let step = texts(&["", "Td5>d7", "nd"]);
        let played = bridge_play(STACK, &texts(&[&step, &texts(&["commit"]), &texts(&["", "Cg12g11"])]));
        let entries = [
            PlayEntry::Move { lan: "Td5>d7".into(), flags: Some("nd".into()) },
            PlayEntry::Text("commit".into()),
            PlayEntry::Move { lan: "Cg12g11".into(), flags: None },
        ];
        let expected = bridge::play(Position::from_fen(STACK).unwrap(), entries.map(Some)).unwrap();
        assert_eq!(played, data_text(&Ok::<_, ()>(expected)));
        let refused = bridge_play(STACK, &texts(&[""]));
        assert!(refused.contains("INVALID_REQUEST") && refused.ends_with("2:#0"), "{refused}");
    }

    #[test]
    fn an_invalid_fen_is_an_error_with_its_first_fault() {
        let answer = bridge_position("x");
        assert!(answer.starts_with("{4:=Err") && answer.contains("FEN_INVALID_FORMAT"), "{answer}");
        assert!(check_fen("x").contains("=FEN_INVALID_FORMAT"));
    }
}

//! Questions about a position: one call for all, which keeps the bindings small.

use cotulenh::bridge::{self, BridgeError};
use cotulenh::view::{CapturerView, OutcomeView, PositionDiffView};
use cotulenh::{Position, RuleOptions, Square};
use cotulenh_wasm_protocol::data::read_texts;
use cotulenh_wasm_protocol::rule_options;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::data_text;

/// Answers the question `name`, a method of the bridge: data, `{Ok: view}` or `{Err: error}`.
///
/// The argument is a move (`checks`), the name of a point (`capturers`, `deployResults`), a FEN
/// (`diff`) or a list of LANs (`mirror`); it is empty if there is none. `outcome` is that of a
/// position that has occurred `repetitions` times.
#[wasm_bindgen]
pub fn question(name: &str, fen: &str, options: u8, argument: &str, repetitions: u32) -> String {
    let position = rule_options(options)
        .map_err(|error| BridgeError::request(error.to_string()))
        .and_then(|options| read(fen, options));
    let position = match position {
        Ok(position) => position,
        Err(error) => return answer(Err::<(), _>(error)),
    };
    let given = Some(argument).filter(|text| !text.is_empty());
    match name {
        // A move that need not be legal comes with the option that turns the test off.
        "checks" => answer(bridge::checks(&position, given, true)),
        "capturers" => answer(square(argument).map(|square| CapturerView::of_both(&position, square))),
        "diff" => {
            let after = read(argument, position.options());
            answer(after.map(|after| PositionDiffView::between(&position, &after)))
        }
        "mirror" => answer(bridge::mirror(&position, &read_texts(argument).unwrap_or_default())),
        "outcome" => {
            let facts = position.ending_facts(repetitions as usize);
            answer(Ok(facts.outcome.map(OutcomeView::from)))
        }
        "unreachable" => answer(Ok(bridge::unreachable(&position))),
        "deployResults" => {
            let from = given.map(square).transpose();
            answer(from.and_then(|square| bridge::deploy_results(&position, square)))
        }
        _ => answer(Err::<(), _>(BridgeError::request(format!("unknown question {name:?}")))),
    }
}

fn answer<T: Serialize>(result: Result<T, BridgeError>) -> String {
    data_text(&result)
}

/// Reads a FEN. Its deploy may have begun with a move that left the Commander in danger.
fn read(fen: &str, options: RuleOptions) -> Result<Position, BridgeError> {
    let position = Position::from_fen_with(fen, options.with_skip_commander_safety(true))?;
    Ok(position.with_options(options))
}

fn square(name: &str) -> Result<Square, BridgeError> {
    name.parse().map_err(|error: cotulenh::ParseSquareError| BridgeError::request(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str = "6c4/11/11/2ii7/11/11/6t4/11/6(TI)4/9I1/11/3C7 r - - 3 9";

    #[test]
    fn answers_are_those_of_the_rules_crate() {
        let position = Position::from_fen(STACK).unwrap();
        let expected = bridge::deploy_results(&position, None).unwrap();
        assert_eq!(question("deployResults", STACK, 0, "", 1), data_text(&Ok::<_, ()>(expected)));
        let expected = bridge::checks(&position, Some("Txg6"), true).err().map(|error| error.code);
        assert_eq!(expected, Some("ILLEGAL_MOVE"), "the stack moves as a whole, or a piece deploys");
        let start = question("outcome", Position::START_FEN, 0, "", 3);
        assert!(start.contains("threefold") && start.contains("10.2"), "{start}");
    }

    #[test]
    fn every_question_refuses_an_invalid_fen_and_argument() {
        for name in ["checks", "capturers", "diff", "mirror", "outcome", "unreachable", "deployResults", "x"]
        {
            assert!(question(name, "x", 0, "", 1).contains("=FEN_INVALID_FORMAT"), "{name}");
            let answer = question(name, STACK, 0, "1:?", 1);
            let ignores_argument = matches!(name, "outcome" | "unreachable");
            assert_eq!(answer.starts_with("{3:=Ok"), ignores_argument, "{name}: {answer}");
        }
        assert!(question("outcome", STACK, 77, "", 1).contains("INVALID_REQUEST"));
    }
}

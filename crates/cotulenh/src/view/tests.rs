//! The shapes as JSON.

use serde_json::{Value, json};

use super::*;
use crate::refusal::Refusal;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn to_json(view: impl Serialize) -> Value {
    serde_json::to_value(view).unwrap()
}

const OPEN: &str = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d6...";

#[test]
fn a_move_names_what_it_takes_or_joins() {
    let start = MoveView::list(&Position::start());
    let joins = start.iter().find(|mv| mv.flags == "b").unwrap();
    let expected = json!({
        "lan": "Ic5&c4", "san": "I&c4", "flags": "b", "from": "c5", "to": "c4", "piece": "I", "combined": "N",
    });
    assert_eq!(to_json(joins), expected);
    let captures = position("6c4/11/11/11/11/11/3(ti)7/3T7/11/11/11/4C6 r - - 0 1");
    let captures = MoveView::list(&captures);
    let takes = captures.iter().find(|mv| mv.flags == "c").unwrap();
    assert_eq!((takes.captured.as_deref(), &takes.combined), (Some("(TI)"), &None));
}

#[test]
fn a_detail_tells_the_stack_that_a_combination_gives() {
    let details = MoveDetail::list(&position(OPEN));
    let rejoin = details.iter().find(|detail| detail.recombine).unwrap();
    assert_eq!((rejoin.mv.to.as_str(), rejoin.result.as_deref()), ("d6", Some("(TI)")));
    let plain = details.iter().find(|detail| !detail.recombine).unwrap();
    let json = to_json(plain);
    assert!(json["lan"].is_string() && json.get("recombine").is_none() && json.get("result").is_none());
}

#[test]
fn a_session_lists_its_steps_and_what_remains() {
    let expected = json!({
        "square": "d5", "original": "(TI)", "steps": ["Td5>d6"], "remaining": "i", "stay": "I", "canCommit": true,
    });
    assert_eq!(to_json(SessionView::of(&position(OPEN))), expected);
    assert_eq!(SessionView::of(&Position::start()), None);
}

#[test]
fn a_position_tells_how_it_stands() {
    let view = to_json(PositionView::from(&Position::start()));
    assert_eq!(view["turn"], "r");
    assert_eq!(view["commanders"], json!({"r": "g1", "b": "g12"}));
    assert_eq!(
        (&view["over"], &view["result"], &view["session"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    assert_eq!(view["hash"].as_str().unwrap().len(), 16);
    let over = to_json(PositionView::from(&position("11/11/11/11/11/11/11/3T7/11/11/11/4C6 r - - 0 1")));
    assert_eq!(
        (&over["over"], &over["result"], &over["captured"]),
        (&json!(true), &json!("red"), &json!(true))
    );
}

#[test]
fn every_fault_has_a_code_and_its_data() {
    let check = |fen: &str| to_json(FenCheckView::of(fen));
    assert_eq!(check(Position::START_FEN), json!({"valid": true, "errors": []}));
    let missing = check("6c4/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1");
    let expected = json!({
        "code": "FEN_INVALID_FORMAT", "variant": "missingCommander", "category": "semantic",
        "message": "the red commander is missing", "params": {"color": "r"},
    });
    assert_eq!(missing["errors"][0], expected);
    let short = check("6c4/11 r - - 0 1");
    assert_eq!(short["errors"][0]["params"], json!({"found": "2", "expected": "12"}));
    assert_eq!(short["errors"][0]["location"], json!({"field": 1}));
    let rank = |text: &str| {
        check(&format!("6c4/11/11/11/11/11/11/{text}/11/11/11/4C6 r - - 0 1"))["errors"][0].clone()
    };
    let location = |text: &str| rank(text)["location"].clone();
    assert_eq!(location("5x5"), json!({"rank": 5, "column": 1, "charIndex": 1, "context": "x"}));
    assert_eq!(location("5)5"), json!({"rank": 5, "column": 1, "charIndex": 1, "context": ")"}));
    assert_eq!(location("2(t(i)8"), json!({"rank": 5, "column": 3, "charIndex": 3}));
    assert_eq!(location("19"), json!({"rank": 5, "column": 0, "charIndex": 1, "context": "19"}));
    assert_eq!(location("5++T5"), json!({"rank": 5, "column": 1, "charIndex": 2, "context": "++"}));
    assert_eq!(location("(T10"), json!({"rank": 5, "column": 4}));
    assert_eq!(location("11+"), json!({"rank": 5, "column": 2}));
    assert_eq!(rank("5x5")["params"], json!({"found": "x"}));
    assert_eq!(rank("T10")["variant"], "sea");
    assert_eq!(rank("T10")["location"], json!({"square": "a5"}));
    assert_eq!(rank("5(TT)5")["params"], json!({"piece": "T", "unit": "T"}));
}

#[test]
fn a_refusal_is_code_clause_squares_and_params() {
    let refusal = |fen: &str, lan: &str| to_json(position(fen).lan_refusal(lan).unwrap());
    let expected = json!({
        "code": "OUT_OF_RANGE", "clause": "2", "squares": ["c7"],
        "params": {"unit": "I", "to": "c7", "range": 1, "distance": 2},
    });
    assert_eq!(refusal(Position::START_FEN, "Ic5c7"), expected);
    let check = refusal("9c1/11/3i7/11/8I2/11/11/11/11/3t7/11/3C7 r - - 0 1", "Ii8i9");
    assert_eq!(check["params"], json!({"commander": "d1", "attackers": [{"square": "d3", "piece": "t"}]}));
    let start: Refusal = Position::start().lan_refusal("Fe2e8").unwrap();
    assert_eq!(to_json(RefusalView::from(&start)), to_json(&start));
}

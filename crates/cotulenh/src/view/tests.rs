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

/// Reads a PGN as a tree, shows it as JSON, and makes the tree again from that.
#[track_caller]
fn assert_tree_survives(pgn: &str) -> Value {
    let tree = crate::GameTree::from_pgn(pgn).unwrap();
    let json = serde_json::to_string(&TreeView::from(&tree)).unwrap();
    let input: TreeInput = serde_json::from_str(&json).unwrap();
    let again = crate::GameTree::try_from(input).unwrap();
    assert!(again == tree, "{json}");
    assert_eq!(again.to_pgn(), tree.to_pgn());
    serde_json::from_str(&json).unwrap()
}

#[test]
fn a_tree_is_a_flat_list_of_nodes() {
    let json = assert_tree_survives("[Red \"An\"]\n\n{root} 1. Ic6 $1 {a} (1. {b} Mg6) Ic7 1-0");
    let nodes = json["nodes"].as_array().unwrap();
    let parents: Vec<&Value> = nodes.iter().map(|node| &node["parent"]).collect();
    assert_eq!(parents, [&Value::Null, &json!(0), &json!(1), &json!(0)]);
    assert_eq!(nodes[0], json!({"parent": null, "fen": Position::START_FEN, "after": ["root"]}));
    assert_eq!((&nodes[1]["san"], &nodes[1]["glyphs"]), (&json!("Ic6"), &json!([1])));
    assert_eq!(nodes[3]["before"], json!(["b"]));
    assert_eq!(json["headers"], json!([["Red", "An"], ["Result", "1-0"]]));
    assert_eq!((&json["result"], &json["skipLastGuardPromotion"]), (&json!("1-0"), &json!(false)));
    let stack = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    let json = assert_tree_survives(&format!(
        "[FEN \"{stack}\"]\n[LastGuardPromotion \"off\"]\n\n1. F>d8 {{s}} (TI)<F>d8 Ci12 (1... Cf12) 2. d5:I:T>d7... *"
    ));
    assert_eq!(json["nodes"][1]["stages"], json!([{"deploy": "d5:(TI):F>d8...", "comments": ["s"]}]));
    let last = json["nodes"].as_array().unwrap().iter().find(|node| node["lan"] == "d5:I:T>d7...").unwrap();
    assert_eq!(last["san"], "I<T>d7...");
}

#[test]
fn a_game_of_ten_thousand_turns_is_not_nested() {
    let pgn = "f4f5 f9f8 f5f4 f8f9 ".repeat(2_500);
    assert_tree_survives(&pgn);
}

#[test]
fn lists_that_are_not_trees_are_refused() {
    let refused = |nodes: Value| {
        let input: TreeInput = serde_json::from_value(json!({"nodes": nodes})).unwrap();
        crate::GameTree::try_from(input).map(|tree| tree.len()).map_err(|error| error.to_string())
    };
    assert_eq!(refused(json!([])), Ok(1));
    assert_eq!(refused(json!([{}, {"parent": 0, "lan": "Ic5c6"}])), Ok(2));
    let parent =
        |index: usize| Err(format!("node {index}: expected a parent before it, and none for the root"));
    assert_eq!(refused(json!([{"parent": 0, "lan": "Ic5c6"}])), parent(0));
    assert_eq!(refused(json!([{}, {"lan": "Ic5c6"}])), parent(1));
    assert_eq!(refused(json!([{}, {"parent": 1, "lan": "Ic5c6"}])), parent(1));
    assert_eq!(refused(json!([{}, {"parent": 0}])), parent(1));
    assert_eq!(
        refused(json!([{}, {"parent": 0, "lan": "Ic6"}])),
        Err("node 1: no legal move matches \"Ic6\"".into())
    );
    assert_eq!(
        refused(json!([{}, {"parent": 0, "lan": "Ic5c6"}, {"parent": 0, "lan": "Ic5c6"}])),
        Err("node 2: its parent has the turn Ic5c6 already".into())
    );
    let open = json!({"parent": 0, "lan": "d5:I:T>d6..."});
    let root = json!({"fen": OPEN});
    assert_eq!(refused(json!([root, open])), Ok(2));
    assert_eq!(
        refused(json!([root, open, {"parent": 1, "lan": "Id5>d4"}])),
        Err("node 2: no legal move matches \"Id5>d4\"".into())
    );
    assert_eq!(
        refused(
            json!([root, {"parent": 0, "lan": "Ce1e2", "stages": [{"deploy": "d5:I:T>d6", "comments": []}]}])
        ),
        Err("node 1: no legal move matches \"d5:I:T>d6\"".into())
    );
    assert!(refused(json!([{"fen": "x"}])).is_err());
}

//! The questions of the bridge: shapes of the answers, and hostile requests.
#![allow(missing_docs)]

mod support;

use cotulenh::bridge::{MAX_DEPLOY_RESULTS, respond};
use cotulenh::{Position, Square};
use serde_json::{Value, json};
use support::{Random, mutate};

const STACK: &str = "6c4/11/11/2ii7/11/11/6t4/11/6(TI)4/9I1/11/3C7 r - - 3 9";

fn ask(request: Value) -> Value {
    let answer: Value = serde_json::from_str(&respond(&request.to_string())).unwrap();
    assert_eq!(answer["ok"], json!(true), "{request}: {answer}");
    answer["result"].clone()
}

/// The error without its message.
fn refused(request: Value) -> Value {
    let mut answer: Value = serde_json::from_str(&respond(&request.to_string())).unwrap();
    assert_eq!(answer["ok"], json!(false), "{request}: {answer}");
    let message = answer["error"].as_object_mut().unwrap().remove("message").unwrap();
    assert!(message.as_str().is_some_and(|message| !message.is_empty() && message.len() < 300));
    answer["error"].take()
}

#[test]
fn checks_now_and_after_a_move() {
    let fen = "10c/11/11/2ii7/10T/11/11/11/11/9I1/11/3C7 r - - 0 1";
    assert_eq!(ask(json!({"method": "checks", "fen": fen})), json!({"r": false, "b": false}));
    let after = |text: &str| ask(json!({"method": "checks", "fen": fen, "move": text}));
    assert_eq!(after("Tk10"), json!({"r": false, "b": true}));
    assert_eq!(after("Tk9"), json!({"r": false, "b": false}));
    let turn = json!({"method": "checks", "fen": STACK, "move": "g4:I:T>xg6"});
    assert_eq!(ask(turn), json!({"r": false, "b": false}));
    // The Tank leaves the line of another: allowed if the move need not be legal.
    let pinned = json!({"method": "checks", "fen": "11/11/11/2ii7/11/11/11/3I7/11/10t/6c3T/10C r - - 0 1", "move": "Ti2"});
    assert_eq!(refused(pinned.clone())["code"], "ILLEGAL_MOVE");
    let mut free = pinned;
    free["legal"] = json!(false);
    assert_eq!(ask(free), json!({"r": true, "b": true}));
}

#[test]
fn capturers_of_both_sides() {
    assert_eq!(
        ask(json!({"method": "capturers", "fen": STACK, "square": "g6"})),
        json!({"r": [{"square": "g4", "piece": "T", "carried": false, "flag": "c"}], "b": []})
    );
    assert_eq!(
        ask(json!({"method": "capturers", "fen": STACK, "square": "g5"})),
        json!({
            "r": [
                {"square": "g4", "piece": "T", "carried": false, "flag": "c"},
                {"square": "g4", "piece": "I", "carried": true, "flag": "c"},
            ],
            "b": [{"square": "g6", "piece": "t", "carried": false, "flag": "c"}],
        })
    );
}

#[test]
fn a_difference_has_points_pieces_side_and_clocks() {
    let mut after = Position::from_fen(STACK).unwrap();
    after.play(after.parse_move("T>xg6").unwrap()).unwrap();
    let diff = |fen: String| ask(json!({"method": "diff", "fen": STACK, "after": fen}));
    let open = diff(after.fen());
    assert_eq!(open["session"]["before"], Value::Null);
    assert_eq!(open["session"]["after"]["steps"], json!(["Tg4>xg6"]));
    after.commit().unwrap();
    assert_eq!(
        diff(after.fen()),
        json!({
            "points": [
                {"square": "g6", "before": "t", "after": "T"},
                {"square": "g4", "before": "(TI)", "after": "I"},
            ],
            "pieces": [
                {"before": {"square": "g6", "piece": "t"}, "after": null},
                {"before": {"square": "g4", "piece": "T"}, "after": {"square": "g6", "piece": "T"}},
            ],
            "turn": {"before": "r", "after": "b"},
            "halfMoves": {"before": 3, "after": 0},
        })
    );
    assert_eq!(diff(STACK.into()), json!({"points": [], "pieces": []}));
}

#[test]
fn positions_and_moves_are_mirrored() {
    let asked = json!({"method": "mirror", "moves": ["Ic5c6", "(+TI)d5>xd10"]});
    let mirrored = ask(asked);
    assert_eq!(mirrored["fen"], json!(Position::START_FEN.replace(" r ", " b ")));
    assert_eq!(mirrored["moves"], json!(["Ic8c7", "(+TI)d8>xd3"]));
    assert_eq!(ask(json!({"method": "mirror"})), json!({"fen": mirrored["fen"]}));
}

#[test]
fn rules_10_an_outcome_has_its_clauses() {
    assert_eq!(ask(json!({"method": "outcome"})), Value::Null);
    let fen = "9c1/11/11/3h7/11/11/11/11/11/10t/11/3H6(HC) r - - 0 1";
    assert_eq!(
        ask(json!({"method": "outcome", "fen": fen})),
        json!({"winner": "b", "reason": "checkmate", "clauses": ["10.3", "6.6"]})
    );
    let drawn = Position::START_FEN.replace(" 0 1", " 100 60");
    assert_eq!(
        ask(json!({"method": "outcome", "fen": drawn})),
        json!({"winner": null, "reason": "fiftyMoves", "clauses": ["10.2"]})
    );
}

#[test]
fn reasons_have_codes_clauses_and_data() {
    assert_eq!(ask(json!({"method": "unreachable"})), json!([]));
    let fen = "10c/11/11/2ii7/11/11/3TTT5/11/11/11/3H7/3C7 r - - 0 1";
    assert_eq!(
        ask(json!({"method": "unreachable", "fen": fen})),
        json!([
            {"code": "TOO_MANY_PIECES", "clause": "1.6", "color": "r", "role": "tank", "found": 3, "limit": 2},
            {"code": "HEADQUARTER_MOVED", "clause": "2", "color": "r", "square": "d2"},
        ])
    );
}

#[test]
fn results_of_deploys_can_be_played() {
    let results = ask(json!({"method": "deployResults", "fen": STACK}));
    let results = results.as_array().unwrap();
    assert_eq!(results.len(), Position::from_fen(STACK).unwrap().deploy_results().len());
    assert!(results.iter().any(|result| result["sameAs"] == "(TI)g4xg6"));
    assert!(results.iter().any(|result| result["clockOnly"] == true));
    for result in results {
        let played = ask(json!({"method": "play", "fen": STACK, "moves": result["actions"]}));
        assert_eq!((&played["fen"], &played["lan"]), (&result["fen"], &result["lan"]));
        let whole = ask(json!({"method": "play", "fen": STACK, "moves": [result["lan"]]}));
        assert_eq!(whole["fen"], result["fen"], "{result}");
    }
    let one = ask(json!({"method": "deployResults", "fen": STACK, "square": "g4"}));
    assert_eq!(one.as_array().unwrap().len(), results.len());
    assert_eq!(ask(json!({"method": "deployResults", "fen": STACK, "square": "a1"})), json!([]));
}

#[test]
fn wrong_fields_are_named() {
    let field = |name: &str| json!({"code": "INVALID_REQUEST", "params": {"field": name}});
    assert_eq!(refused(json!({"method": "capturers"})), field("square"));
    assert_eq!(refused(json!({"method": "diff"})), field("after"));
    assert_eq!(refused(json!({"method": "checks", "move": 5})), field("move"));
    assert_eq!(refused(json!({"method": "checks", "legal": "no"})), field("legal"));
    assert_eq!(refused(json!({"method": "mirror", "moves": "Ic5c6"})), field("moves"));
    assert_eq!(refused(json!({"method": "deployResults", "square": "z9"}))["code"], "BOARD_INVALID_SQUARE");
    assert_eq!(refused(json!({"method": "diff", "after": "x"}))["code"], "FEN_INVALID_FORMAT");
    let bad_lan = refused(json!({"method": "mirror", "moves": ["Ic5c6", "zz"]}));
    assert_eq!(
        bad_lan,
        json!({"code": "INVALID_REQUEST", "params": {"field": "moves", "found": "zz"}, "index": 1})
    );
    assert_eq!(refused(json!({"method": "checks", "move": "x".repeat(500)}))["variant"], "tooLong");
}

/// A board full of the largest stacks has more results than an answer may hold.
#[test]
fn too_many_results_are_refused() {
    let rank = "2(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)(+F+T+I)";
    let fen = format!("2c8/11/11/{rank}/11/11/11/{rank}/11/11/11/10C r - - 0 1");
    let limit = json!({"code": "LIMIT_EXCEEDED", "params": {"limit": MAX_DEPLOY_RESULTS}});
    assert_eq!(refused(json!({"method": "deployResults", "fen": fen})), limit);
}

#[test]
fn damaged_requests_get_an_answer() {
    let mut random = Random(0xb41d);
    let stock = support::stock();
    let square = |random: &mut Random| Square::all().nth(random.below(132)).unwrap().to_string();
    for round in 0..3_000 {
        let fen = &stock[random.below(stock.len())];
        let other = &stock[random.below(stock.len())];
        let request = match round % 7 {
            0 => json!({"method": "checks", "fen": fen, "move": "Ic6", "legal": false}),
            1 => json!({"method": "capturers", "fen": fen, "square": square(&mut random)}),
            2 => json!({"method": "diff", "fen": fen, "after": other}),
            3 => json!({"method": "mirror", "fen": fen, "moves": ["Tg4>xg6", "(FTI)g4&h4"]}),
            4 => json!({"method": "outcome", "fen": fen}),
            5 => json!({"method": "unreachable", "fen": fen}),
            _ => json!({"method": "deployResults", "fen": fen, "square": square(&mut random)}),
        };
        let line = request.to_string();
        let damaged = if round % 3 == 0 { line } else { mutate(&line, &mut random).replace('\n', "") };
        let answer: Value = serde_json::from_str(&respond(&damaged)).unwrap();
        assert!(answer["ok"].is_boolean(), "{damaged}");
    }
}

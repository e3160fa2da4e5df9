//! Trees through the bridge.
#![cfg(feature = "bridge")]
#![allow(missing_docs)]

use serde_json::{Value, json};

fn ask(requests: &[Value]) -> Vec<Value> {
    let answer = |request: &Value| serde_json::from_str(&cotulenh::bridge::respond(&request.to_string()));
    requests.iter().map(|request| answer(request).unwrap()).collect()
}

fn ask_good(requests: &[Value]) -> Vec<Value> {
    ask(requests).into_iter().map(|mut answer| answer["result"].take()).collect()
}

#[test]
fn pgns_are_read_and_written_as_trees() {
    let pgn = "[Red \"An\"]\n\n{r} 1. Ic6 $1 {a} (1. {b} Mg6) Ic7 1-0\n\n1. Mg6 (1. Zz9) *";
    let answers = ask_good(&[
        json!({"method": "readPgn", "pgn": pgn}),
        json!({"method": "readPgn", "pgn": pgn, "game": 1, "tolerant": true}),
        json!({"method": "pgnHeaders", "pgn": format!("{pgn}\n\n[Bad]\n\n*")}),
    ]);
    let tree = &answers[0];
    assert_eq!((tree["nodes"].as_array().unwrap().len(), &tree["result"]), (4, &json!("1-0")));
    let dropped = &answers[1]["dropped"];
    let expected = json!({
        "variant": "badMove", "line": 5, "column": 12, "found": "Zz9",
        "message": "line 5, column 12, at \"Zz9\": no legal move matches \"Zz9\"",
    });
    assert_eq!((&dropped[0], &answers[1]["droppedCount"]), (&expected, &json!(1)));
    let headers = answers[2].as_array().unwrap();
    assert_eq!(headers[0]["headers"], json!([["Red", "An"]]));
    assert_eq!((&headers[1]["line"], &headers[2]["fault"]["variant"]), (&json!(5), &json!("badHeader")));
    let written = ask_good(&[json!({"method": "writePgn", "tree": tree, "maxWidth": 0})]);
    let text = written[0].as_str().unwrap();
    assert!(text.ends_with("\n{r} 1. Ic6 $1 {a} (1. {b} Mg6) 1... Ic7 1-0\n"), "{text}");
    let refused = ask(&[
        json!({"method": "readPgn", "pgn": "1. Ic6\n (1. Zz9) *"}),
        json!({"method": "readPgn", "pgn": pgn, "game": 2}),
        json!({"method": "readPgn"}),
        json!({"method": "writePgn", "tree": {"nodes": [{}, {"parent": 7, "lan": "Ic5c6"}]}}),
        json!({"method": "writePgn", "tree": {"nodes": [{}, {"parent": 0, "lan": "Zz9"}]}}),
        json!({"method": "writePgn", "tree": 7}),
    ]);
    let error = |i: usize| {
        let mut error = refused[i]["error"].clone();
        error.as_object_mut().unwrap().remove("message");
        error
    };
    assert_eq!(
        error(0),
        json!({"code": "INVALID_PGN", "variant": "badMove", "params": {"found": "Zz9", "line": 2, "column": 6}})
    );
    assert_eq!(error(1)["variant"], "noGame");
    assert_eq!(error(2), json!({"code": "INVALID_REQUEST", "params": {"field": "pgn"}}));
    assert_eq!(error(3), json!({"code": "INVALID_TREE", "variant": "parent", "index": 1}));
    assert_eq!((&error(4)["code"], &error(4)["index"]), (&json!("ILLEGAL_MOVE"), &json!(1)));
    assert_eq!(error(5)["params"]["field"], "tree");
}

//! The recorded vectors through the bridge, as one stream of requests per file.
#![cfg(feature = "bridge")]
#![allow(missing_docs)]

mod support;

use std::path::Path;

use serde_json::{Value, json};
use support::records;

/// Sends all requests through the bridge. Returns the answers, after checking their ids.
fn ask(requests: &[Value]) -> Vec<Value> {
    let mut input = String::new();
    for (id, request) in requests.iter().enumerate() {
        let mut request = request.clone();
        request["id"] = json!(id);
        input.push_str(&format!("{request}\n"));
    }
    let mut output = Vec::new();
    cotulenh::bridge::serve(input.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), requests.len());
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], json!(id), "{answer}");
    }
    answers
}

/// The result of a successful answer.
#[track_caller]
fn result<'a>(request: &Value, answer: &'a Value) -> &'a Value {
    assert_eq!(answer["ok"], true, "{request} {answer}");
    &answer["result"]
}

fn ask_good(requests: &[Value]) -> Vec<Value> {
    let answers = ask(requests);
    requests.iter().zip(&answers).map(|(request, answer)| result(request, answer).clone()).collect()
}

/// `[LAN, flags]` of the moves in an answer, sorted as in the records.
fn sorted(moves: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut pairs: Vec<(String, String)> = moves
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| match mv {
            Value::Array(pair) => (text(&pair[0]), text(&pair[1])),
            _ => (text(&mv["lan"]), text(&mv["flags"])),
        })
        .collect();
    pairs.sort();
    pairs
}

#[test]
fn recorded_positions() {
    let records = records("positions");
    let request = |record: &Value, method: &str| json!({"method": method, "fen": record["fen"]});
    let requests: Vec<Value> =
        records.iter().flat_map(|r| [request(r, "moves"), request(r, "position")]).collect();
    let answers = ask_good(&requests);
    for (record, answers) in records.iter().zip(answers.chunks(2)) {
        let fen = &record["fen"];
        assert_eq!(sorted(&answers[0]), sorted(&record["moves"]), "{fen}");
        for recorded in record["moves"].as_array().unwrap().iter().filter(|mv| !mv[2].is_null()) {
            let same = |mv: &&Value| mv["lan"] == recorded[0] && mv["flags"] == recorded[1];
            let mv = answers[0].as_array().unwrap().iter().find(same).unwrap();
            assert_eq!(mv["san"], recorded[2], "{fen}");
        }
        for key in ["fen", "check", "checkmate", "stalemate", "draw50", "captured", "over"] {
            assert_eq!(answers[1][key], record[key], "{key}: {fen}");
        }
        assert_eq!(answers[1]["result"].is_null(), record["over"] == false, "{fen}");
        assert_eq!(answers[1]["hash"].as_str().unwrap().len(), 16);
    }
}

/// `LAN|flags` of the moves in an answer, in order.
fn lines(moves: &Value) -> Value {
    let line = |mv: &Value| format!("{}|{}", mv["lan"].as_str().unwrap(), mv["flags"].as_str().unwrap());
    moves.as_array().unwrap().iter().map(line).collect()
}

#[test]
fn recorded_order_of_moves() {
    let records = records("order");
    let requests: Vec<Value> = records.iter().map(|r| json!({"method": "moves", "fen": r["fen"]})).collect();
    for (record, answer) in records.iter().zip(ask_good(&requests)) {
        assert_eq!(lines(&answer), record["lan"], "{}", record["fen"]);
    }
}

#[test]
fn recorded_session_moves_in_order() {
    let records = records("session_moves");
    let mut requests = Vec::new();
    for record in &records {
        let step = |step: &Value| json!({"lan": step[0], "flags": step[1]});
        let steps: Vec<Value> = record["steps"].as_array().unwrap().iter().map(step).collect();
        requests.push(json!({"method": "play", "fen": record["fen"], "moves": steps}));
        requests.push(json!({"method": "moves", "fen": record["session"]}));
    }
    for (record, answers) in records.iter().zip(ask_good(&requests).chunks(2)) {
        assert_eq!(answers[0]["fen"], record["session"], "{}", record["fen"]);
        assert_eq!(lines(&answers[1]), record["moves"], "{}", record["session"]);
    }
}

#[test]
fn recorded_successors() {
    let mut expected = Vec::new();
    let mut requests = Vec::new();
    for record in records("successors") {
        for after in record["after"].as_array().unwrap() {
            let entry = json!({"lan": after[0], "flags": after[1]});
            requests.push(json!({"method": "play", "fen": record["fen"], "moves": [entry]}));
            expected.push(after.clone());
        }
    }
    for ((request, after), answer) in requests.iter().zip(&expected).zip(ask_good(&requests)) {
        assert_eq!((&answer["fen"], &answer["lan"]), (&after[2], &after[0]), "{request}");
        assert_eq!(json!(u8::from(answer["check"] == true)), after[3], "{request}");
        assert_eq!(json!(u8::from(answer["over"] == true)), after[4], "{request}");
        assert_eq!(answer["completed"], true, "{request}");
    }
}

#[test]
fn recorded_sessions_step_by_step() {
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    for record in records("sessions") {
        let mut played = Vec::new();
        for step in record["steps"].as_array().unwrap() {
            played.push(json!({"lan": step["move"][0], "flags": step["move"][1]}));
            let with_commit = [&played[..], &[json!("commit")]].concat();
            requests.push(json!({"method": "play", "fen": record["fen"], "moves": played}));
            requests.push(json!({"method": "moves", "fen": step["fen"]}));
            requests.push(json!({"method": "position", "fen": step["fen"]}));
            requests.push(json!({"method": "play", "fen": record["fen"], "moves": with_commit}));
            expected.push(step.clone());
        }
    }
    let answers = ask(&requests);
    let mut commits = 0;
    for ((step, answers), requests) in expected.iter().zip(answers.chunks(4)).zip(requests.chunks(4)) {
        let context = &requests[0];
        let played = result(context, &answers[0]);
        for key in ["fen", "board"] {
            assert_eq!(played[key], step[key], "{key}: {context}");
        }
        // The recording engine reports nothing for a recombination (RULES 12.11).
        for key in ["completed", "san", "lan", "flags"] {
            if !step[key].is_null() {
                assert_eq!(played[key], step[key], "{key}: {context}");
            }
        }
        let session = &played["session"];
        assert_eq!(json!(!session.is_null()), step["session"], "{context}");
        assert_eq!(json!(session["canCommit"] == true), step["canCommit"], "{context}");
        assert_eq!(session["remaining"].as_str().unwrap_or(""), step["remaining"], "{context}");
        assert_eq!(sorted(result(&requests[1], &answers[1])), sorted(&step["moves"]), "{context}");
        // The FEN alone gives the session back.
        assert_eq!(result(&requests[2], &answers[2])["session"], *session, "{context}");

        let Some(commit) = step.get("commit").filter(|commit| !commit.is_null()) else { continue };
        commits += 1;
        assert_eq!(answers[3]["ok"], commit["success"], "{context} {}", answers[3]);
        if commit["success"] == true {
            for key in ["fen", "san", "lan", "flags"] {
                assert_eq!(answers[3]["result"][key], commit[key], "{key}: {context}");
            }
        } else {
            let error = &answers[3]["error"];
            assert_eq!(error["code"], "SESSION_INVALID_OPERATION", "{context}");
            assert_eq!(
                error["index"],
                json!(requests[3]["moves"].as_array().unwrap().len() - 1),
                "{context}"
            );
        }
    }
    assert!(commits > 100, "only {commits}");
}

#[test]
fn recorded_air_defense_and_attackers() {
    let records = records("air_defense");
    let mut requests = Vec::new();
    for record in &records {
        requests.push(json!({"method": "airDefense", "fen": record["fen"]}));
        for (color, enemy) in [("r", "b"), ("b", "r")] {
            // Without a Commander, any point will do: the answer is not checked.
            let square = record["attackers"][color]["commander"].as_str().unwrap_or("e5");
            requests
                .push(json!({"method": "attackers", "fen": record["fen"], "square": square, "color": enemy}));
        }
    }
    let answers = ask_good(&requests);
    let mut attacked = 0;
    for (record, answers) in records.iter().zip(answers.chunks(3)) {
        for (color, by) in [("r", &answers[1]), ("b", &answers[2])] {
            assert_eq!(answers[0][color], record[color], "{}", record["fen"]);
            let keys: Vec<&String> = answers[0][color].as_object().unwrap().keys().collect();
            assert!(keys.is_sorted(), "{keys:?}");
            let recorded = &record["attackers"][color];
            if !recorded["commander"].is_null() {
                assert_eq!(by, &recorded["by"], "{}", record["fen"]);
                attacked += usize::from(by != &json!([]));
            }
        }
    }
    assert!(attacked > 10, "only {attacked}");
}

#[test]
fn recorded_fen_validation() {
    let records = records("fen_validation");
    let request = |record: &Value, method: &str| json!({"method": method, "fen": record["fen"]});
    let requests: Vec<Value> =
        records.iter().flat_map(|r| [request(r, "checkFen"), request(r, "position")]).collect();
    let answers = ask(&requests);
    for (record, answers) in records.iter().zip(answers.chunks(2)) {
        let checked = result(&record["fen"], &answers[0]);
        assert_eq!(checked["valid"], record["valid"], "{}", record["fen"]);
        let codes: Vec<Value> = checked["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| json!([error["code"], error["category"]]))
            .collect();
        assert_eq!(json!(codes), record["codes"], "{}", record["fen"]);
        let loaded = match answers[1]["ok"].as_bool().unwrap() {
            true => answers[1]["result"]["fen"].as_str().unwrap().to_owned(),
            false => format!("ERROR:{}", answers[1]["error"]["code"].as_str().unwrap()),
        };
        assert_eq!(json!(loaded), record["load"], "{}", record["fen"]);
    }
}

#[test]
fn recorded_move_text() {
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    for record in records("move_text") {
        for test in record["tests"].as_array().unwrap() {
            requests.push(json!({"method": "parseMove", "fen": record["fen"], "text": test[0]}));
            expected.push(test[1].clone());
        }
    }
    let mut found = 0;
    for ((request, expected), answer) in requests.iter().zip(&expected).zip(ask_good(&requests)) {
        let text = |key: &str| answer[key].as_str().unwrap().to_owned();
        let got =
            if answer.is_null() { Value::Null } else { json!(format!("{}|{}", text("lan"), text("flags"))) };
        assert_eq!(&got, expected, "{request}");
        found += usize::from(!got.is_null());
    }
    assert!(found > 100 && found < requests.len(), "{found} of {}", requests.len());
}

#[test]
fn recorded_perft() {
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/perft.txt");
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let mut parts = line.split(" ;");
        let fen = parts.next().unwrap();
        for part in parts {
            let (depth, nodes) = part.strip_prefix('D').unwrap().split_once(' ').unwrap();
            let (depth, nodes): (u64, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
            for divide in [false, true] {
                requests.push(json!({"method": "perft", "fen": fen, "depth": depth, "divide": divide}));
                expected.push(nodes);
            }
        }
    }
    assert_eq!(requests.len(), 42);
    for ((request, nodes), answer) in requests.iter().zip(expected).zip(ask_good(&requests)) {
        assert_eq!(answer["nodes"], nodes, "{request}");
        if request["divide"] == true {
            let parts = answer["divide"].as_object().unwrap();
            assert_eq!(parts.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), nodes, "{request}");
        }
    }
}

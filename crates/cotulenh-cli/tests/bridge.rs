//! `cotulenh bridge`: whatever comes in, and the library's recorded results through one process a file.
#![allow(missing_docs)]

mod support;

use std::io::{BufRead, BufReader, Write};

use serde_json::{Value, json};
use support::{perft_lines, records, run_into_closed_pipe, run_with, spawn};

/// Sends all requests through one process; the answers, each checked for its id.
fn ask(requests: &[Value]) -> Vec<Value> {
    let mut input = String::new();
    for (id, request) in requests.iter().enumerate() {
        let mut request = request.clone();
        request["id"] = json!(id);
        input.push_str(&format!("{request}\n"));
    }
    let out = run_with(&["bridge"], input.as_bytes()).good();
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), requests.len());
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], json!(id), "{answer}");
    }
    answers
}

/// The result of an answer that has to be good.
#[track_caller]
fn result<'a>(request: &Value, answer: &'a Value) -> &'a Value {
    assert_eq!(answer["ok"], true, "{request} {answer}");
    &answer["result"]
}

fn ask_good(requests: &[Value]) -> Vec<Value> {
    let answers = ask(requests);
    requests.iter().zip(&answers).map(|(request, answer)| result(request, answer).clone()).collect()
}

#[test]
fn garbage_is_answered_and_the_next_line_too() {
    let good = r#"{"id":"still here","method":"perft","depth":1}"#;
    let good_answer = r#"{"id":"still here","ok":true,"result":{"nodes":116}}"#;
    let long = format!(r#"{{"method":"{}"}}"#, "x".repeat(1 << 20));
    let deep = "[".repeat(100_000);
    for (garbage, code) in [
        (&b"{\"id\":1,"[..], "INVALID_REQUEST"),
        (b"", "INVALID_REQUEST"),
        (b"[1,2]", "INVALID_REQUEST"),
        (b"null", "INVALID_REQUEST"),
        (b"\0\x01\x02", "INVALID_REQUEST"),
        (deep.as_bytes(), "INVALID_REQUEST"),
        (long.as_bytes(), "LINE_TOO_LONG"),
        (b"{\"method\":\"\xff\"}", "INVALID_UTF8"),
        (b"{\"method\":\"fly\"}", "UNKNOWN_METHOD"),
        (b"{\"fen\":\"x\"}", "INVALID_REQUEST"),
        (b"{\"method\":7}", "INVALID_REQUEST"),
        (b"{\"method\":\"position\",\"fen\":\"x\"}", "FEN_INVALID_FORMAT"),
        (b"{\"method\":\"moves\",\"square\":\"z9\"}", "BOARD_INVALID_SQUARE"),
        (b"{\"method\":\"moves\",\"role\":\"QQ\"}", "INVALID_REQUEST"),
        (b"{\"method\":\"perft\",\"depth\":-1}", "INVALID_REQUEST"),
        (b"{\"method\":\"play\",\"moves\":[]}", "INVALID_REQUEST"),
        (b"{\"method\":\"play\",\"moves\":[\"commit\"]}", "SESSION_INVALID_OPERATION"),
        (b"{\"method\":\"attackers\",\"square\":\"e4\",\"color\":\"green\"}", "INVALID_REQUEST"),
    ] {
        let input = [garbage, b"\n", good.as_bytes(), b"\n"].concat();
        let out = run_with(&["bridge"], &input).good();
        let shown = String::from_utf8_lossy(&garbage[..garbage.len().min(80)]);
        let (first, second) = out.split_once('\n').unwrap();
        let first: Value = serde_json::from_str(first).unwrap();
        assert_eq!(
            (&first["ok"], &first["error"]["code"]),
            (&json!(false), &json!(code)),
            "{shown}: {first}"
        );
        assert!(!first["error"]["message"].as_str().unwrap().is_empty());
        assert_eq!(second.trim_end(), good_answer, "{shown}");
    }
}

#[test]
fn the_last_line_needs_no_end_and_no_line_no_answer() {
    assert_eq!(run_with(&["bridge"], b"").good(), "");
    let out = run_with(&["bridge"], b"{\"method\":\"perft\",\"depth\":1}").good();
    assert_eq!(out, "{\"id\":null,\"ok\":true,\"result\":{\"nodes\":116}}\n");
    let out =
        run_with(&["bridge"], b"{\"id\":[1.0,{\"a\":null}],\"method\":\"perft\",\"depth\":0}\r\n").good();
    assert_eq!(out, "{\"id\":[1.0,{\"a\":null}],\"ok\":true,\"result\":{\"nodes\":1}}\n");
}

#[test]
fn answers_come_while_the_input_is_open() {
    let mut child = spawn(&["bridge"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for depth in 0..3 {
        writeln!(stdin, "{{\"id\":{depth},\"method\":\"perft\",\"depth\":{depth}}}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{depth},\"ok\":true,")), "{line}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let requests = "{\"method\":\"moves\"}\n".repeat(1000);
    assert_eq!(run_into_closed_pipe(&["bridge"], requests.as_bytes()), (0, String::new()));
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

#[test]
fn recorded_order_of_moves() {
    let records = records("order");
    let requests: Vec<Value> = records.iter().map(|r| json!({"method": "moves", "fen": r["fen"]})).collect();
    for (record, answer) in records.iter().zip(ask_good(&requests)) {
        let line = |mv: &Value| format!("{}|{}", mv["lan"].as_str().unwrap(), mv["flags"].as_str().unwrap());
        let lines: Vec<String> = answer.as_array().unwrap().iter().map(line).collect();
        assert_eq!(json!(lines), record["lan"], "{}", record["fen"]);
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
            // Without a Commander any point will do: its answer is not looked at.
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
    for line in perft_lines() {
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

/// Plays what `bestMove` says; how it stands then.
fn after_best(fens: &[&str], answers: &[Value]) -> Vec<Value> {
    let plays: Vec<Value> = fens
        .iter()
        .zip(answers)
        .map(|(fen, best)| json!({"method": "play", "fen": fen, "moves": best["steps"]}))
        .collect();
    ask_good(&plays)
}

#[test]
fn best_moves_are_whole_legal_turns() {
    let mut fens: Vec<String> = Vec::new();
    for record in records("positions").iter().filter(|r| r["over"] == false).step_by(20) {
        fens.push(record["fen"].as_str().unwrap().to_owned());
    }
    // Open deploys, where the turn can be ended.
    for record in records("sessions").iter().step_by(20) {
        let steps = record["steps"].as_array().unwrap().iter();
        let open = steps.filter(|step| step["session"] == true && step["canCommit"] == true);
        fens.extend(open.map(|step| step["fen"].as_str().unwrap().to_owned()));
    }
    assert!(fens.len() > 40 && fens.iter().any(|fen| fen.ends_with("...")), "{}", fens.len());
    let requests: Vec<Value> =
        fens.iter().map(|fen| json!({"method": "bestMove", "fen": fen, "nodes": 300})).collect();
    let answers = ask_good(&requests);
    let fens: Vec<&str> = fens.iter().map(String::as_str).collect();
    for ((fen, best), played) in fens.iter().zip(&answers).zip(after_best(&fens, &answers)) {
        assert_eq!(played["completed"], true, "{fen} {best}");
        for key in ["lan", "san"] {
            assert_eq!(played[key], best[key], "{fen} {best}");
        }
        assert_eq!(best["pv"][0], best["lan"], "{fen} {best}");
        let numbers = ["score", "depth", "nodes"];
        assert!(numbers.iter().all(|key| best[key].is_i64()), "{fen} {best}");
        assert!(best["mate"].is_null() || best["mate"].is_i64(), "{fen} {best}");
        // A deploy that was begun is finished, whatever it takes.
        let deploy = best["steps"].as_array().unwrap().len() > 1;
        assert!(best["nodes"].as_u64().unwrap() <= 300 || deploy, "{fen} {best}");
    }
}

#[test]
fn best_moves_mate_where_they_can() {
    let winning: Vec<Value> = records("successors")
        .into_iter()
        .filter(|record| record["after"].as_array().unwrap().iter().any(|after| after[4] == 1))
        .collect();
    let outcomes: Vec<Value> = winning
        .iter()
        .flat_map(|record| record["after"].as_array().unwrap())
        .filter(|after| after[4] == 1)
        .map(|after| json!({"method": "position", "fen": after[2]}))
        .collect();
    let mut results = ask_good(&outcomes).into_iter();
    let mut fens = Vec::new();
    for record in &winning {
        let fen = record["fen"].as_str().unwrap();
        let mover = if fen.contains(" r ") { "red" } else { "blue" };
        let ends = record["after"].as_array().unwrap().iter().filter(|after| after[4] == 1).count();
        if results.by_ref().take(ends).filter(|position| position["result"] == mover).count() > 0 {
            fens.push(fen);
        }
    }
    assert!(fens.len() > 20, "only {}", fens.len());
    // Also by nodes: some have so many deploys that even the first iteration takes long.
    let search = |fen: &&str| json!({"method": "bestMove", "fen": fen, "depth": 3, "nodes": 20_000});
    let answers = ask_good(&fens.iter().map(search).collect::<Vec<Value>>());
    let mut missed = Vec::new();
    for ((fen, best), played) in fens.iter().zip(&answers).zip(after_best(&fens, &answers)) {
        if best["mate"] == 1 {
            assert_eq!(played["over"], true, "{fen} {best}");
            assert!(best["score"].as_i64().unwrap() > 30_000, "{best}");
        } else {
            missed.push(fen);
        }
    }
    assert!(missed.len() < 8, "{missed:?}");
}

#[test]
fn best_moves_depend_on_their_request_alone() {
    let requests: Vec<Value> = [3, 5, 3].map(|depth| json!({"method": "bestMove", "depth": depth})).into();
    let answers = ask_good(&requests);
    assert_eq!(answers[0], answers[2]);
    assert_eq!((&answers[0]["depth"], &answers[1]["depth"]), (&json!(3), &json!(5)));
}

#[test]
fn best_moves_are_sought_by_somebody_who_plays_to_win() {
    // The hundredth turn without a capture draws, whatever it is; docs/protocol.md tells what `score` says then.
    let fen = "6c4/11/11/11/11/11/11/11/2N8/11/11/3C7 r - - 99 80";
    let best = &ask_good(&[json!({"method": "bestMove", "fen": fen, "depth": 3})])[0];
    assert_eq!(best["score"], -100);
}

#[test]
fn best_moves_keep_their_limits() {
    let started = std::time::Instant::now();
    let best = &ask_good(&[json!({"method": "bestMove", "movetime": 50})])[0];
    assert!(best["depth"].as_u64().unwrap() >= 1);
    // Without any limit it ends too.
    ask_good(&[json!({"method": "bestMove", "movetime": null})]);
    assert!(started.elapsed().as_secs() < 30);
    let wrong = [json!(0), json!(-1), json!(1.5), json!("1"), json!(true), json!([]), json!(1e300)];
    for field in ["movetime", "nodes", "depth"] {
        let absurd = wrong.iter().cloned().chain([json!(u64::MAX)]);
        let requests: Vec<Value> = absurd.map(|value| json!({"method": "bestMove", field: value})).collect();
        for (request, answer) in requests.iter().zip(ask(&requests)) {
            assert_eq!(answer["error"]["code"], "INVALID_REQUEST", "{request} {answer}");
            assert!(answer["error"]["message"].as_str().unwrap().starts_with(field), "{answer}");
        }
    }
    let answer = &ask(&[json!({"method": "bestMove", "fen": "nonsense"})])[0];
    assert_eq!(answer["error"]["code"], "FEN_INVALID_FORMAT", "{answer}");
}

#[test]
fn finished_games_have_no_best_move() {
    let over = records("positions").into_iter().filter(|record| record["over"] == true);
    let requests: Vec<Value> = over.map(|r| json!({"method": "bestMove", "fen": r["fen"]})).collect();
    assert!(requests.len() > 5, "only {}", requests.len());
    for (request, answer) in requests.iter().zip(ask_good(&requests)) {
        assert!(answer.is_null(), "{request} {answer}");
    }
}

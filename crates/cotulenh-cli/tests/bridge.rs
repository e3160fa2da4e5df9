//! `cotulenh bridge`: input of all kinds, and the engine's method `bestMove`.
#![allow(missing_docs)]

mod support;

use std::io::{BufRead, BufReader, Write};

use serde_json::{Value, json};
use support::{run_into_closed_pipe, run_with, spawn};

/// Sends all requests to one process. Returns the answers, after checking their ids.
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

#[test]
fn garbage_is_answered_and_the_next_line_is_read() {
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
fn the_last_line_needs_no_line_end() {
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

/// The positions of one kind in `tests/data/best_moves.txt`.
fn positions(kind: &str) -> Vec<&'static str> {
    let lines = include_str!("data/best_moves.txt").lines();
    lines.filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' ')).collect()
}

/// Plays the answers of `bestMove`; returns the answers of `play`.
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
    let fens = positions("play");
    assert!(fens.len() > 40 && fens.iter().any(|fen| fen.ends_with("...")), "{}", fens.len());
    let requests: Vec<Value> =
        fens.iter().map(|fen| json!({"method": "bestMove", "fen": fen, "nodes": 300})).collect();
    let answers = ask_good(&requests);
    for ((fen, best), played) in fens.iter().zip(&answers).zip(after_best(&fens, &answers)) {
        assert_eq!(played["completed"], true, "{fen} {best}");
        for key in ["lan", "san"] {
            assert_eq!(played[key], best[key], "{fen} {best}");
        }
        assert_eq!(best["pv"][0], best["lan"], "{fen} {best}");
        let numbers = ["score", "depth", "nodes"];
        assert!(numbers.iter().all(|key| best[key].is_i64()), "{fen} {best}");
        assert!(best["mate"].is_null() || best["mate"].is_i64(), "{fen} {best}");
        // A deploy already begun is completed beyond the limit.
        let deploy = best["steps"].as_array().unwrap().len() > 1;
        assert!(best["nodes"].as_u64().unwrap() <= 300 || deploy, "{fen} {best}");
    }
}

#[test]
fn best_moves_win_at_once_if_possible() {
    let fens = positions("win");
    assert!(fens.len() > 20, "only {}", fens.len());
    // With a node limit: some positions have so many deploys that even the first iteration takes
    // long.
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
fn a_draw_costs_contempt() {
    // The hundredth turn without a capture is a draw.
    let fen = "6c4/11/11/11/11/11/11/11/2N8/11/11/3C7 r - - 99 80";
    let best = &ask_good(&[json!({"method": "bestMove", "fen": fen, "depth": 3})])[0];
    assert_eq!(best["score"], -100);
}

#[test]
fn best_moves_keep_their_limits() {
    let started = std::time::Instant::now();
    let best = &ask_good(&[json!({"method": "bestMove", "movetime": 50})])[0];
    assert!(best["depth"].as_u64().unwrap() >= 1);
    // A search without a limit ends, too.
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
    let over = positions("over").into_iter();
    let requests: Vec<Value> = over.map(|fen| json!({"method": "bestMove", "fen": fen})).collect();
    assert!(requests.len() > 5, "only {}", requests.len());
    for (request, answer) in requests.iter().zip(ask_good(&requests)) {
        assert!(answer.is_null(), "{request} {answer}");
    }
}

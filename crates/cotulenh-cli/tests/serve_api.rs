//! The server's interface from outside: games with and without the engine, and requests that should
//! not be.
#![allow(missing_docs)]

#[path = "support/http.rs"]
mod http;

use std::time::Duration;

use cotulenh::{Game, Position};
use http::{Answer, TestServer, text};
use serde_json::{Value, json};

fn start() -> (tempfile::TempDir, TestServer) {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path());
    (folder, server)
}

const STACK: &str = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";

fn against_engine(server: &TestServer, level: u8) -> Value {
    let players = json!({"r": {"kind": "human"}, "b": {"kind": "engine", "level": level}});
    server.begin(json!({"players": players, "thinking": 50}))
}

#[test]
fn positions_are_answered_without_state() {
    let (_folder, server) = start();
    let moves = json!(["Ic6", "Ic8c7", {"lan": "Mg5g6", "flags": "n"}]);
    let answer = server.post("/api/position", json!({"moves": moves})).json();
    assert_eq!(answer["turns"].as_array().unwrap().len(), 3);
    assert_eq!(answer["turns"][1]["san"], "Ic7");
    assert_eq!(answer["position"]["turn"], "b");
    let deploy = server.post("/api/position", json!({"fen": STACK, "moves": ["T>d7", "commit"]})).json();
    assert_eq!(deploy["turns"][0]["lan"], "d5:I:T>d7");

    let illegal = server.post("/api/position", json!({"moves": ["Ic6", "Zz9"]}));
    assert_eq!((illegal.status, illegal.code().as_str()), (422, "ILLEGAL_MOVE"));
    assert_eq!(illegal.json()["error"]["index"], 1);
    let invalid = server.post("/api/position", json!({"fen": "6c4/11 r - - 0 1"}));
    assert_eq!((invalid.status, invalid.code().as_str()), (422, "INVALID_FEN"));
    assert_eq!(invalid.json()["error"]["errors"][0]["code"], "FEN_INVALID_RANK_COUNT");

    let fault = server
        .post("/api/validate", json!({"fen": "6c4/11/11/11/11/11/11/11/11/11/11/I3C6 r - - 0 1"}))
        .json();
    assert_eq!((&fault["valid"], &fault["errors"][0]["location"]["square"]), (&json!(false), &json!("a1")));
    assert_eq!(
        server.post("/api/validate", json!({"fen": STACK})).json(),
        json!({"valid": true, "errors": []})
    );

    let why =
        |to: &str| server.post("/api/why", json!({"fen": STACK, "from": "d5", "to": to, "unit": "I"})).json();
    assert_eq!(why("d6"), json!({"legal": true}));
    let refused = why("d7");
    assert_eq!(
        (&refused["legal"], text(&refused, "code"), text(&refused, "clause")),
        (&json!(false), "OUT_OF_RANGE", "2")
    );
}

/// The turns of the nodes of a game, in the order of the list.
fn turns(read: &Value) -> Vec<&Value> {
    read["nodes"].as_array().unwrap().iter().skip(1).map(|node| &node["turn"]).collect()
}

#[test]
fn pgn_makes_the_round_trip() {
    let (_folder, server) = start();
    let pgn = format!(
        "[Event \"<b>\\\"x\\\"</b>\"]\n[Red \"Nguyễn An\"]\n[FEN \"{STACK}\"]\n\n\
         {{c}} 1. I<T>d7 $1 {{a}} (1. {{b}} Cf1 {{[%foo x]}}) Cg11 2. Id6 *"
    );
    let read = server.post("/api/pgn/read", json!({"pgn": pgn})).json();
    let header = |name: &str| {
        let headers = read["headers"].as_array().unwrap();
        headers.iter().find(|header| header[0] == name).map(|header| header[1].clone())
    };
    assert_eq!((text(&read["nodes"][0], "fen"), header("Red")), (STACK, Some(json!("Nguyễn An"))));
    let parents: Vec<&Value> = read["nodes"].as_array().unwrap().iter().map(|node| &node["parent"]).collect();
    assert_eq!(parents, [&Value::Null, &json!(0), &json!(1), &json!(2), &json!(0)]);
    assert_eq!((&read["nodes"][1]["glyphs"], &read["nodes"][4]["before"]), (&json!([1]), &json!(["b"])));

    // The page sends back what it has: the LANs, and what was written about them.
    let nodes: Vec<Value> = read["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| {
            let mut sent = node.clone();
            let turn = sent.as_object_mut().unwrap().remove("turn").unwrap();
            sent["lan"] = turn["lan"].clone();
            sent
        })
        .collect();
    let written = server.post("/api/pgn/write", json!({"headers": read["headers"], "nodes": nodes})).json();
    let moves = text(&written, "pgn").lines().last().unwrap();
    assert_eq!(moves, "{c} 1. I<T>d7 $1 {a} (1. {b} Cf1 {[%foo x]}) 1... Cg11 2. Id6 *");
    let again = server.post("/api/pgn/read", json!({"pgn": written["pgn"]})).json();
    assert_eq!(again, read);

    let answer = server.post("/api/games/import", json!({"pgn": written["pgn"]}));
    assert_eq!(answer.status, 201);
    let game = answer.json();
    assert_eq!(game["title"], "<b>\"x\"</b>");
    let main_line: Vec<&Value> = turns(&read)[..3].to_vec();
    assert_eq!(game["turns"].as_array().unwrap().iter().collect::<Vec<_>>(), main_line);
    let out = server.get(&format!("/api/games/{}/pgn", text(&game, "id")));
    assert!(
        out.head.contains("content-type: text/plain") && out.head.contains("content-disposition: attachment")
    );
    let again = server.post("/api/pgn/read", json!({"pgn": String::from_utf8(out.body).unwrap()})).json();
    assert_eq!(turns(&again), main_line);

    // The new name is the Event from now on.
    let path = format!("/api/games/{}", text(&game, "id"));
    let event = |title: &str| {
        server.send("PATCH", &path, &json!({"title": title}));
        let pgn = String::from_utf8(server.get(&format!("{path}/pgn")).body).unwrap();
        server.post("/api/pgn/read", json!({"pgn": pgn})).json()["headers"][0].clone()
    };
    assert_eq!((event("Ván 2"), event("")), (json!(["Event", "Ván 2"]), json!(["Event", "?"])));

    let bad = server.post("/api/games/import", json!({"pgn": "1. Ic6\n2. Zz9 *"}));
    assert_eq!(
        (bad.status, bad.code().as_str(), &bad.json()["error"]["line"]),
        (422, "INVALID_PGN", &json!(2))
    );
    // A bad FEN header has the faults of the FEN.
    let fen = "6c4/11/11/11/11/11/11/T10/11/11/11/4C6 r - - 0 1";
    let bad = server.post("/api/pgn/read", json!({"pgn": format!("[FEN \"{fen}\"]\n\n*")})).json();
    let fault = &bad["error"]["errors"][0];
    assert_eq!((&bad["error"]["reason"], &bad["error"]["column"]), (&json!("badFen"), &json!(1)));
    assert_eq!((&fault["code"], &fault["variant"]), (&json!("BOARD_INVALID_TERRAIN"), &json!("sea")));
    assert_eq!((&fault["location"], &fault["params"]), (&json!({"square": "a5"}), &json!({"unit": "T"})));
}

#[test]
fn pgns_that_cannot_be_read_or_written_say_why_and_where() {
    let (_folder, server) = start();
    let refused = |path: &str, body: Value| {
        let answer = server.post(path, body);
        let mut error = answer.json()["error"].clone();
        error.as_object_mut().unwrap().remove("message");
        (answer.status, error)
    };
    let read = |pgn: &str| refused("/api/pgn/read", json!({"pgn": pgn}));
    let fault = json!({"code": "INVALID_PGN", "reason": "badMove", "token": "Zz9", "line": 2, "column": 6});
    assert_eq!(read("1. Ic6\n (1. Zz9) *"), (422, fault));
    let (status, fault) = read("[FEN \"x\"]\n\n*");
    assert_eq!(
        (status, &fault["reason"], &fault["errors"][0]["code"]),
        (422, &json!("badFen"), &json!("FEN_INVALID_FORMAT"))
    );
    assert_eq!(read("[LastGuardPromotion \"off\"]\n\n*").1["reason"], "otherRules");
    assert_eq!(read("").1["reason"], "noGame");
    let (status, fault) = read(&"f4f5 f9f8 f5f4 f8f9 ".repeat(5_001));
    assert_eq!((status, &fault["reason"], &fault["limit"]), (422, &json!("tooManyTurns"), &json!(20_000)));
    assert_eq!(read(&"x".repeat(1 << 21)).1["reason"], "tooLong");
    assert_eq!(read(&"x".repeat(1 << 23)).0, 413);
    let write = |nodes: Value| refused("/api/pgn/write", json!({"nodes": nodes}));
    let (status, fault) = write(json!([{}, {"parent": 0, "lan": "Zz9"}]));
    assert_eq!((status, &fault["code"], &fault["index"]), (422, &json!("ILLEGAL_MOVE"), &json!(1)));
    assert_eq!(write(json!([{"fen": "x"}])).1["code"], "INVALID_FEN");
    assert_eq!(write(json!([{}, {"parent": 3, "lan": "Ic5c6"}])).0, 400);
    assert_eq!(write(json!(vec![json!({}); 20_002])).0, 413);
}

#[test]
fn what_an_import_leaves_out_is_counted() {
    let (_folder, server) = start();
    let pgn = "{First} 1. Ic6 {good} (1. Mg6 {not counted} (1. Tf6) (1. (NI)d4)) Ic7 {[%clk 0:05:00]} *\n\n1. Mg6 *";
    let answer = server.post("/api/games/import", json!({"pgn": pgn})).json();
    assert_eq!(answer["turns"].as_array().unwrap().len(), 2, "{answer}");
    assert_eq!(answer["leftOut"], json!({"variations": 3, "comments": 3, "games": 1}));
    let plain = server.post("/api/games/import", json!({"pgn": "1. Ic6 *"})).json();
    assert_eq!(plain["leftOut"], json!({"variations": 0, "comments": 0, "games": 0}));
    assert_eq!(server.post("/api/games/import", json!({"pgn": "{no game}"})).code(), "INVALID_PGN");
}

#[test]
fn two_people_play_undo_resign_and_agree() {
    let (_folder, server) = start();
    let start = server.new_game();
    let one = server.play(&start, "Ic5c6");
    let refused = server.act(&one, json!({"type": "move", "lan": "Ic8c6", "flags": "n"}));
    assert_eq!((refused.status, refused.code().as_str()), (422, "ILLEGAL_MOVE"));
    assert_eq!(refused.json()["error"]["why"]["clause"], "4.1");

    let stale = server.act(&start, json!({"type": "undo"}));
    assert_eq!((stale.status, stale.code().as_str()), (409, "CONFLICT"));
    assert_eq!(stale.json()["error"]["game"]["revision"], one["revision"]);

    let undone = server.act(&one, json!({"type": "undo"})).json();
    assert_eq!((&undone["position"], &undone["canRedo"]), (&start["position"], &json!(true)));
    assert_eq!(server.act(&undone, json!({"type": "undo"})).code(), "NOTHING_TO_UNDO");
    assert_eq!(server.act(&undone, json!({"type": "commit"})).code(), "NO_SESSION");
    assert_eq!(server.act(&undone, json!({"type": "flag"})).code(), "TIME_LEFT");
    let over = server.act(&undone, json!({"type": "resign", "color": "b"})).json();
    assert_eq!(over["outcome"], json!({"result": "red", "reason": "resignation"}));
    assert_eq!(over["position"]["moves"], json!([]));
    assert_eq!(server.act(&over, json!({"type": "redo"})).code(), "GAME_OVER");
    let taken_back = server.act(&over, json!({"type": "undo"})).json();
    let drawn = server.act(&taken_back, json!({"type": "draw", "color": "r"})).json();
    assert_eq!(drawn["outcome"], json!({"result": "draw", "reason": "agreement"}));
    let pgn = server.get(&format!("/api/games/{}/pgn", text(&drawn, "id")));
    assert!(String::from_utf8(pgn.body).unwrap().contains("[Result \"1/2-1/2\"]"));
}

#[test]
fn a_deploy_is_played_step_by_step() {
    let (_folder, server) = start();
    let players = json!({"r": {"kind": "human"}, "b": {"kind": "human"}});
    let game = server.begin(json!({"players": players, "fen": STACK}));
    let step = server.play(&game, "Td5>d6");
    assert_eq!(step["turns"], json!([]));
    let rejoin =
        step["position"]["moves"].as_array().unwrap().iter().find(|mv| mv["recombine"] == true).unwrap();
    assert_eq!((text(rejoin, "to"), text(rejoin, "result")), ("d6", "(TI)"));
    let cancelled = server.act(&step, json!({"type": "cancel"})).json();
    assert_eq!(cancelled["position"], game["position"]);
    let step = server.play(&cancelled, "Td5>d6");
    let done = server.play(&step, "Id5>&d6");
    assert_eq!(
        (&done["position"]["units"]["d6"], done["turns"].as_array().unwrap().len()),
        (&json!("(TI)"), 1)
    );
}

#[test]
fn the_engine_answers_takes_back_and_helps() {
    let (_folder, server) = start();
    let game = against_engine(&server, 3);
    let id = text(&game, "id").to_owned();
    let mut events = server.events(&format!("/api/games/{id}/events"));
    events.next("game").unwrap();
    let moved = server.play(&game, "Ic5c6");
    assert_eq!(moved["busy"], "engine");
    let refused = server.act(&moved, json!({"type": "move", "lan": "Ic8c7", "flags": "n"}));
    assert!(matches!(refused.code().as_str(), "NOT_YOUR_TURN" | "CONFLICT"), "{refused:?}");
    let answered = server.wait_for_engine(&id);
    assert_eq!(answered["turns"].as_array().unwrap().len(), 2);
    // The event stream has shown the search and the turn.
    assert!(events.next("thinking").unwrap()["line"].is_array());
    while events.next("game").unwrap()["revision"] != answered["revision"] {}

    let hint = server.post(&format!("/api/games/{id}/hint"), json!({})).json();
    let first = &hint["actions"][0];
    let listed = answered["position"]["moves"].as_array().unwrap();
    assert!(listed.iter().any(|mv| mv["lan"] == first["lan"] && mv["flags"] == first["flags"]), "{hint}");

    let undone = server.act(&answered, json!({"type": "undo"})).json();
    assert_eq!((&undone["turns"], &undone["busy"]), (&json!([]), &Value::Null));
    let redone = server.act(&undone, json!({"type": "redo"})).json();
    assert_eq!((&redone["turns"], &redone["busy"]), (&answered["turns"], &Value::Null));
    assert_eq!(server.act(&redone, json!({"type": "resign", "color": "b"})).code(), "NOT_YOUR_TURN");
}

/// So many turns in which nothing is taken and nothing is repeated.
fn quiet_turns(fen: &str, count: usize) -> Vec<String> {
    let mut game = Game::from(Position::from_fen(fen).unwrap());
    let mut texts = Vec::new();
    while texts.len() < count {
        let moves = game.position().legal_moves();
        let next = moves.into_iter().filter(|mv| !mv.is_deploy() && !mv.kind().is_capture()).find_map(|mv| {
            let mut next = game.clone();
            next.play(mv).unwrap();
            (next.repetitions() == 1 && !next.is_over()).then(|| (mv.to_string(), next))
        });
        let (text, next) = next.unwrap();
        texts.push(text);
        game = next;
    }
    texts
}

#[test]
fn the_engine_takes_a_draw_late_in_the_game_and_only_if_it_is_not_better_off() {
    let (_folder, server) = start();
    let players = json!({"r": {"kind": "human"}, "b": {"kind": "engine", "level": 20}});
    let offer = |fen: &str, turns: usize| {
        let moves = quiet_turns(fen, turns);
        let game = server.begin(json!({"players": players, "fen": fen, "moves": moves}));
        server.act(&game, json!({"type": "draw", "color": "r"}))
    };
    let refused = |answer: Answer| assert_eq!((answer.status, answer.code().as_str()), (409, "DRAW_REFUSED"));
    refused(offer(Position::START_FEN, 0));
    // A full army against a lone Commander, whose turn it is.
    refused(offer("6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/11/11/11/11/11/11/11/3CI6 r - - 0 1", 40));
    let lost = "3ci6/11/11/11/11/11/11/11/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";
    refused(offer(lost, 38));
    assert_eq!(offer(lost, 40).json()["outcome"]["reason"], "agreement");
}

#[test]
fn a_turn_is_taken_back_while_the_engine_thinks() {
    let (_folder, server) = start();
    let players = json!({"r": {"kind": "human"}, "b": {"kind": "engine", "level": 20}});
    let game = server.begin(json!({"players": players, "thinking": 30_000}));
    for _ in 0..5 {
        let current = server.game(text(&game, "id"));
        let moved = server.play(&current, "Ic5c6");
        assert_eq!(moved["busy"], "engine");
        let undone = server.act(&moved, json!({"type": "undo"})).json();
        assert_eq!((&undone["busy"], &undone["turns"]), (&Value::Null, &json!([])));
    }
    let moved = server.play(&server.game(text(&game, "id")), "Ic5c6");
    assert_eq!(server.send("DELETE", &format!("/api/games/{}", text(&moved, "id")), &json!({})).status, 200);
    assert_eq!(server.get(&format!("/api/games/{}", text(&moved, "id"))).code(), "UNKNOWN_GAME");
}

#[test]
fn two_engines_play_each_other() {
    let (_folder, server) = start();
    let engine = json!({"kind": "engine", "level": 0});
    let game = server.begin(json!({"players": {"r": engine, "b": engine}, "thinking": 10}));
    let mut events = server.events(&format!("/api/games/{}/events", text(&game, "id")));
    while events.next("game").unwrap()["turns"].as_array().unwrap().len() < 6 {}
}

#[test]
fn the_clock_runs_and_falls() {
    let (_folder, server) = start();
    let players = json!({"r": {"kind": "human"}, "b": {"kind": "human"}});
    let game = server.begin(json!({"players": players, "clock": {"initial": 1, "increment": 0}}));
    assert_eq!(game["clock"]["running"], Value::Null);
    let game = server.play(&game, "Ic5c6");
    assert_eq!(game["clock"]["running"], "b");
    std::thread::sleep(Duration::from_millis(1_100));
    // A move that comes too late is none.
    let late = server.act(&game, json!({"type": "move", "lan": "Ic8c7", "flags": "n"}));
    assert_eq!(late.code(), "GAME_OVER");
    let over = server.game(text(&game, "id"));
    assert_eq!(over["outcome"], json!({"result": "red", "reason": "time"}));
    assert_eq!((&over["clock"]["b"], &over["canUndo"]), (&json!(0), &json!(false)));
}

#[test]
fn games_are_listed_searched_and_renamed() {
    let (_folder, server) = start();
    let player = |name: &str| json!({"kind": "human", "name": name});
    let first =
        server.begin(json!({"players": {"r": player("Nguyễn An"), "b": player("Bình")}, "title": "Ván 1"}));
    let first = server.play(&first, "Ic5c6");
    let second = server.begin(json!({"players": {"r": player("%"), "b": player("Lan")}}));
    server.act(&second, json!({"type": "resign", "color": "r"}));
    let list = |query: &str| {
        let list = server.get(&format!("/api/games{query}")).json();
        let games = list["games"].as_array().unwrap().iter().map(|game| text(game, "id").to_owned());
        (list["total"].as_u64().unwrap(), games.collect::<Vec<_>>())
    };
    let (one, two) = (text(&first, "id").to_owned(), text(&second, "id").to_owned());
    assert_eq!(list(""), (2, vec![two.clone(), one.clone()]));
    assert_eq!(list("?limit=1&offset=1"), (2, vec![one.clone()]));
    assert_eq!(list("?state=running"), (1, vec![one.clone()]));
    assert_eq!(list("?state=finished"), (1, vec![two.clone()]));
    assert_eq!(list("?q=NGUY%E1%BB%84N"), (1, vec![one.clone()]));
    assert_eq!(list("?q=ic6%20v%C3%A1n"), (1, vec![one.clone()]));
    assert_eq!(list("?q=nguyen%20BINH"), (1, vec![one.clone()]));
    assert_eq!(list("?q=%25"), (1, vec![two]));
    assert_eq!(list("?q='%20OR%201=1%20--"), (0, vec![]));
    let renamed = server.send("PATCH", &format!("/api/games/{one}"), &json!({"title": "  Khác\n"})).json();
    assert_eq!((text(&renamed, "title"), &renamed["turns"]), ("Khác", &first["turns"]));
    assert_eq!(
        server.send("PATCH", &format!("/api/games/{one}"), &json!({"title": "x".repeat(81)})).status,
        400
    );
}

#[test]
fn of_two_requests_for_one_revision_exactly_one_wins() {
    let (_folder, server) = start();
    let mut game = server.new_game();
    for _ in 0..5 {
        let moves = game["position"]["moves"].as_array().unwrap();
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let requests = moves.iter().take(8).map(|mv| {
                let (server, game) = (&server, &game);
                scope.spawn(move || {
                    server.act(game, json!({"type": "move", "lan": mv["lan"], "flags": mv["flags"]}))
                })
            });
            requests.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let won: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
        assert_eq!(won.len(), 1);
        assert!(answers.iter().all(|answer| answer.status == 200 || answer.code() == "CONFLICT"));
        game = won[0].json();
        assert_eq!(server.game(text(&game, "id"))["position"], game["position"]);
    }
}

#[test]
fn malformed_requests_change_nothing_and_are_answered() {
    let (_folder, server) = start();
    let game = server.new_game();
    let id = text(&game, "id");
    let actions = format!("/api/games/{id}/actions");
    let json_type = "Content-Type: application/json";
    let huge = format!("{{\"fen\": \"{}\"}}", "x".repeat(9_000));
    let long_path = format!("/api/games?q={}", "x".repeat(9_000));
    let host = format!("Host: evil.example:{}", server.port);
    let bodies: [(&str, &[u8]); 12] = [
        ("INVALID_REQUEST", b""),
        ("INVALID_REQUEST", b"{"),
        ("INVALID_REQUEST", b"null"),
        ("INVALID_REQUEST", b"[]"),
        ("INVALID_REQUEST", b"\xff\xfe"),
        ("INVALID_REQUEST", br#"{"revision": "1", "action": {"type": "undo"}}"#),
        ("INVALID_REQUEST", br#"{"revision": -1, "action": {"type": "undo"}}"#),
        ("INVALID_REQUEST", br#"{"revision": 1, "action": {"type": "win"}}"#),
        ("INVALID_REQUEST", br#"{"revision": 1, "action": {"type": "resign", "color": "green"}}"#),
        ("INVALID_REQUEST", br#"{"revision": 1, "action": {"type": "undo"}, "extra": 1}"#),
        ("ILLEGAL_MOVE", br#"{"revision": 1, "action": {"type": "move", "lan": "", "flags": ""}}"#),
        ("TOO_LARGE", huge.as_bytes()),
    ];
    for (code, body) in bodies {
        let answer = server.request("POST", &actions, &[json_type], body);
        assert_eq!(answer.code(), code, "{answer:?}");
    }
    let origin = |origin: &str| format!("Origin: {origin}");
    let own = format!("Origin: http://127.0.0.1:{}", server.port);
    let resign = json!({"revision": 1, "action": {"type": "resign", "color": "r"}}).to_string();
    let refused: [(u16, &str, &[&str]); 9] = [
        (403, "FORBIDDEN_HOST", &[json_type, &host]),
        (403, "FORBIDDEN_HOST", &[json_type, "Host: 127.0.0.1"]),
        (403, "FORBIDDEN_HOST", &[json_type, "Host: "]),
        (403, "FORBIDDEN_ORIGIN", &[json_type, &origin("http://evil.example")]),
        (403, "FORBIDDEN_ORIGIN", &[json_type, &origin("null")]),
        (403, "FORBIDDEN_ORIGIN", &[json_type, &own, &origin("http://evil.example")]),
        (403, "FORBIDDEN_ORIGIN", &[json_type, "Sec-Fetch-Site: cross-site"]),
        (415, "UNSUPPORTED_MEDIA_TYPE", &["Content-Type: text/plain"]),
        (415, "UNSUPPORTED_MEDIA_TYPE", &[]),
    ];
    for (status, code, headers) in refused {
        let answer = server.request("POST", &actions, headers, resign.as_bytes());
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{headers:?}");
        assert!(answer.head.contains("content-security-policy"), "{headers:?}");
    }
    for (method, path, status, code) in [
        ("PUT", actions.as_str(), 405, "METHOD_NOT_ALLOWED"),
        ("GET", &actions, 405, "METHOD_NOT_ALLOWED"),
        ("POST", "/", 405, "METHOD_NOT_ALLOWED"),
        ("OPTIONS", "/", 405, "METHOD_NOT_ALLOWED"),
        ("OPTIONS", &actions, 405, "METHOD_NOT_ALLOWED"),
        ("GET", "/api/nothing", 404, "NOT_FOUND"),
        ("GET", "/api", 404, "NOT_FOUND"),
        ("GET", "/nothing", 404, "NOT_FOUND"),
        ("GET", "/../Cargo.toml", 404, "NOT_FOUND"),
        ("GET", "/..%2f..%2fCargo.toml", 404, "NOT_FOUND"),
        ("GET", "/src/../../Cargo.toml", 404, "NOT_FOUND"),
        ("GET", "//etc/passwd", 404, "NOT_FOUND"),
        ("GET", "/api/games/1", 404, "UNKNOWN_GAME"),
        ("GET", "/api/games/..%2f..", 404, "UNKNOWN_GAME"),
        ("GET", "/api/games/00000000000000000000000000000000", 404, "UNKNOWN_GAME"),
        ("GET", "/api/games?limit=x", 400, "INVALID_REQUEST"),
        ("GET", "/api/games?state=odd", 400, "INVALID_REQUEST"),
        ("GET", "/api/analysis?lines=6", 400, "INVALID_REQUEST"),
        ("GET", "/api/analysis?movetime=0", 400, "INVALID_REQUEST"),
        ("GET", "/api/analysis?fen=x", 422, "INVALID_FEN"),
        ("GET", &long_path, 413, "TOO_LARGE"),
    ] {
        let answer = server.request(method, path, &[json_type], b"");
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{method} {path}");
    }
    assert_eq!(server.request("OPTIONS", &actions, &[], b"").status, 405);
    let asked_first = [&origin("http://evil.example"), "Access-Control-Request-Method: POST"];
    assert_eq!(server.request("OPTIONS", &actions, &asked_first, b"").code(), "FORBIDDEN_ORIGIN");
    for bytes in [&b"\r\n\r\n"[..], b"GARBAGE\0\xff\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /"] {
        let mut stream = server.connect().unwrap();
        let _ = std::io::Write::write_all(&mut stream, bytes);
    }
    let allowed = server.request(
        "POST",
        "/api/validate",
        &[json_type, &own, "Sec-Fetch-Site: same-origin"],
        br#"{"fen": "x"}"#,
    );
    assert_eq!(allowed.status, 200);
    // A link from elsewhere may open the page, and only that.
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(server.request("GET", "/", &link, b"").status, 200);
    assert_eq!(server.request("GET", "/api/games", &link, b"").status, 403);
    assert_eq!(server.game(id), game);
    assert_eq!(server.get("/api/games").json()["total"], 1);
}

#[test]
fn games_with_bad_settings_are_refused() {
    let (_folder, server) = start();
    let human = json!({"kind": "human"});
    let players = json!({"r": human, "b": human});
    for request in [
        json!({}),
        json!({"players": {"r": human}}),
        json!({"players": {"r": human, "b": {"kind": "god"}}}),
        json!({"players": {"r": human, "b": {"kind": "engine", "level": 21}}}),
        json!({"players": {"r": human, "b": {"kind": "engine"}}}),
        json!({"players": {"r": human, "b": {"kind": "human", "name": "x".repeat(81)}}}),
        json!({"players": players, "thinking": 0}),
        json!({"players": players, "thinking": 60_001}),
        json!({"players": players, "clock": {"initial": 0}}),
        json!({"players": players, "clock": {"initial": 1e30}}),
        json!({"players": players, "title": "x".repeat(81)}),
        json!({"players": players, "fen": "x"}),
        json!({"players": players, "moves": ["Zz9"]}),
    ] {
        let answer = server.post("/api/games", request.clone());
        assert!(matches!(answer.status, 400 | 422), "{request}: {answer:?}");
        assert!(!answer.code().is_empty());
    }
    assert_eq!(server.get("/api/games").json()["total"], 0);
}

#[test]
fn an_analysis_knows_the_moves_before_it() {
    let (_folder, server) = start();
    let fen = |fen: &str| fen.replace(' ', "%20").replace('+', "%2B");
    let score = |query: &str| {
        let mut events = server.events(&format!("/api/analysis?movetime=300&{query}"));
        let infos = std::iter::from_fn(|| events.next("info"));
        infos.last().unwrap()["lines"][0]["score"].clone()
    };
    // A lone Commander against an army: lost, unless it stands on f1 for the third time.
    let begin = "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/11/11/11/11/11/11/5C1I3/11 r - - 0 1";
    let moves = "Cf2f1+Cg12g11+Cf1e1+Cg11g12+Ce1f1+Cg12g11+Cf1e1+Cg11g12";
    let texts: Vec<&str> = moves.split('+').collect();
    let now = server.post("/api/position", json!({"fen": begin, "moves": texts})).json();
    let now = fen(text(&now["position"], "fen"));
    assert_eq!(score(&format!("fen={}&moves={moves}", fen(begin))), json!({"cp": 0}));
    let without = score(&format!("fen={now}"));
    assert!(without["cp"].as_i64().or(without["mate"].as_i64()).unwrap() < 0, "{without}");

    let illegal = server.get("/api/analysis?moves=Ic6%20Zz9");
    assert_eq!((illegal.code().as_str(), &illegal.json()["error"]["index"]), ("ILLEGAL_MOVE", &json!(1)));
}

#[cfg(target_os = "linux")]
#[test]
fn abandoned_analyses_stop_and_leave_no_threads() {
    let (_folder, server) = start();
    let threads = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("Threads:")).unwrap();
        line.trim().parse::<usize>().unwrap()
    };
    let mut first = server.events("/api/analysis?lines=3&movetime=200");
    let info = first.next("info").unwrap();
    assert_eq!(info["lines"].as_array().unwrap().len(), 3);
    assert!(text(&first.next("done").unwrap()["bestmove"], "san").len() > 1);
    for round in 0..30 {
        let mut analysis = server.events("/api/analysis?lines=2");
        if round % 2 == 0 {
            analysis.next("info").unwrap();
        }
    }
    // All slots are free again: the next one does not wait for minutes of abandoned searches.
    let mut last = server.events("/api/analysis?movetime=100");
    assert!(last.next("done").is_some());
    // Meanwhile a game was never kept waiting: its slots are its own.
    let _busy: Vec<_> = (0..8).map(|_| server.events("/api/analysis")).collect();
    let game = against_engine(&server, 3);
    server.play(&game, "Ic5c6");
    server.wait_for_engine(text(&game, "id"));
    assert!(threads() < 60, "{} threads", threads());
}

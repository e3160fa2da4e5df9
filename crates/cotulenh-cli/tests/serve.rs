//! The server from outside: its start and its end, and that nothing answered is ever lost.
#![allow(missing_docs)]

#[path = "support/http.rs"]
mod http;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use http::{TestServer, text};
use serde_json::{Value, json};

const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";

/// What must be the same after a restart.
fn essence(game: &Value) -> Value {
    let names = [
        "id", "revision", "title", "players", "start", "turns", "position", "outcome", "canUndo", "canRedo",
        "updated",
    ];
    names.iter().map(|&name| (name.to_owned(), game[name].clone())).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn it_serves_the_page_and_ends_when_asked_even_with_open_streams() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path());
    let page = server.get("/");
    assert_eq!(page.status, 200);
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self'",
        "; img-src 'self';",
        "; require-trusted-types-for 'script'; trusted-types 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.head.contains(header), "{header} is missing in {}", page.head);
    }
    let game = server.new_game();
    let mut events = server.events(&format!("/api/games/{}/events", text(&game, "id")));
    assert_eq!(essence(&events.next("game").unwrap()), essence(&game));
    let mut analysis = server.events("/api/analysis");
    analysis.next("info").unwrap();
    assert_eq!(server.terminate(), Some(0));
    assert_eq!(events.next("game"), None);
}

/// `cotulenh` alone, its games in a folder of the test.
#[cfg(target_os = "linux")]
#[test]
fn without_a_command_it_serves_on_the_first_free_port() {
    let folder = tempfile::tempdir().unwrap();
    let mut ports = Vec::new();
    let mut children = Vec::new();
    for _ in 0..2 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cotulenh"))
            .env("XDG_DATA_HOME", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        children.push(child);
        let port =
            line.trim_end().strip_prefix("Cờ Tư Lệnh: http://127.0.0.1:").unwrap().trim_end_matches('/');
        ports.push(port.parse::<u16>().unwrap());
    }
    assert!((7878..7978).contains(&ports[0]) && ports[0] < ports[1], "{ports:?}");
    assert!(folder.path().join("cotulenh/games.sqlite").exists());
    for mut child in children {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_taken_port_is_an_error_if_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path());
    let run = Command::new(env!("CARGO_BIN_EXE_cotulenh"))
        .args(["serve", "--no-open", "--port", &server.port.to_string(), "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    let message = String::from_utf8(run.stderr).unwrap();
    assert!(message.starts_with(&format!("error: cannot listen on port {}", server.port)), "{message}");
    assert_eq!(message.lines().count(), 1);
}

#[test]
fn an_unusable_data_folder_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let serve = |data: &std::path::Path| {
        let run = Command::new(env!("CARGO_BIN_EXE_cotulenh"))
            .args(["serve", "--no-open", "--data"])
            .arg(data)
            .output();
        let run = run.unwrap();
        assert_eq!(run.status.code(), Some(1));
        String::from_utf8(run.stderr).unwrap()
    };
    assert!(serve(&file).starts_with("error: cannot open the games in "));
    std::fs::write(
        folder.path().join("games.sqlite"),
        "this is not a database, and longer than a header".repeat(99),
    )
    .unwrap();
    assert!(serve(folder.path()).contains("not a database"));
    let unknown = "error: unknown storage \"postgres:\": expected sqlite:FILE or the path of a folder\n";
    assert_eq!(serve(std::path::Path::new("postgres://host/games")), unknown);
}

#[test]
fn a_killed_server_has_lost_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path());
    let whole = server.new_game();
    let whole = server.play(&server.play(&whole, "Ic5c6"), "Ic8c7");
    let undone = server.act(&whole, json!({"type": "undo"})).json();
    let open = server.begin(
        json!({"players": {"r": {"kind": "human", "name": "An"}, "b": {"kind": "human"}}, "fen": STACK}),
    );
    let open = server.play(&server.play(&open, "Td5>d7"), "Id5>d6");
    assert_eq!(open["position"]["session"]["remaining"], "f");
    server.kill();

    let server = TestServer::start(folder.path());
    for game in [&undone, &open] {
        assert_eq!(essence(&server.game(text(game, "id"))), essence(game));
    }
    // Games continue where they were, even inside a deploy.
    let redone = server.act(&undone, json!({"type": "redo"})).json();
    assert_eq!(redone["turns"], whole["turns"]);
    let back = server.act(&open, json!({"type": "undo"})).json();
    assert_eq!(back["position"]["session"]["remaining"], "fi");
    let done = server.act(&back, json!({"type": "commit"})).json();
    assert_eq!(done["turns"][0]["lan"], "d5:(FI):T>d7");
}

#[test]
fn killed_at_any_moment_it_keeps_what_it_has_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = TestServer::start(folder.path());
    let mut seed = 1u64;
    for round in 0..6 {
        // A new one each time: where the machine is fast, a random game is over before the last
        // round.
        let id = text(&server.new_game(), "id").to_owned();
        let answered = AtomicU64::new(0);
        let last = std::sync::Mutex::new(Value::Null);
        std::thread::scope(|scope| {
            let (server_ref, id, answered, last) = (&server, &id, &answered, &last);
            scope.spawn(move || {
                let mut game = server_ref.game(id);
                loop {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let Some(moves) = game["position"]["moves"].as_array().filter(|moves| !moves.is_empty())
                    else {
                        return;
                    };
                    let mv = &moves[(seed >> 33) as usize % moves.len()];
                    let answer = server_ref
                        .act(&game, json!({"type": "move", "lan": mv["lan"], "flags": mv["flags"]}));
                    // Killed in the middle: no answer, no promise.
                    if answer.status != 200 {
                        return;
                    }
                    let Ok(next) = serde_json::from_slice::<Value>(&answer.body) else { return };
                    answered.store(next["revision"].as_u64().unwrap(), Ordering::SeqCst);
                    *last.lock().unwrap() = next.clone();
                    game = next;
                }
            });
            let started = Instant::now();
            while answered.load(Ordering::SeqCst) == 0 && started.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(37 * round));
            let kill = Command::new("kill").args(["-9", &server_ref.id().to_string()]).status().unwrap();
            assert!(kill.success());
        });
        seed = seed.wrapping_add(round);
        drop(server);
        server = TestServer::start(folder.path());
        let game = server.game(&id);
        let (revision, last) = (game["revision"].as_u64().unwrap(), last.into_inner().unwrap());
        let promised = answered.into_inner();
        assert!(promised > 0, "nothing was played in round {round}");
        // The last request may have been carried out without its answer having got through.
        assert!(revision == promised || revision == promised + 1, "{revision} after {promised}");
        let (kept, known) = (game["turns"].as_array().unwrap(), last["turns"].as_array().unwrap());
        assert_eq!(&kept[..known.len()], &known[..]);
        if revision == promised {
            assert_eq!(essence(&game), essence(&last));
        }
    }
}

#[test]
fn a_damaged_game_is_told_and_harms_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path());
    let (bad, good) = (server.new_game(), server.new_game());
    let good = server.play(&good, "Ic5c6");
    server.kill();
    let storage = cotulenh_games::open(folder.path().to_str().unwrap()).unwrap();
    let mut record = storage.load(text(&bad, "id").parse().unwrap()).unwrap().unwrap();
    record.revision += 1;
    record.actions = vec!["Zz9 n".into()];
    record.played = 1;
    storage.save(&record).unwrap();
    drop(storage);

    let server = TestServer::start(folder.path());
    let path = format!("/api/games/{}", text(&bad, "id"));
    for path in [path.clone(), format!("{path}/pgn"), format!("{path}/events")] {
        let answer = server.get(&path);
        assert_eq!((answer.status, answer.code().as_str()), (500, "DAMAGED_GAME"), "{path}");
    }
    assert_eq!(server.act(&bad, json!({"type": "undo"})).code(), "DAMAGED_GAME");
    assert_eq!(server.get("/api/games").json()["total"], 2);
    assert_eq!(essence(&server.game(text(&good, "id"))), essence(&good));
    assert_eq!(server.send("DELETE", &format!("/api/games/{}", text(&bad, "id")), &json!({})).status, 200);
    assert_eq!(server.get("/api/games").json()["total"], 1);
}

#[test]
fn the_engine_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path());
    let players = json!({"r": {"kind": "human"}, "b": {"kind": "engine", "level": 20}});
    let game = server.begin(json!({"players": players, "thinking": 60_000}));
    let game = server.play(&game, "Ic5c6");
    assert_eq!(game["busy"], "engine");
    server.kill();
    let server = TestServer::start(folder.path());
    let again = server.game(text(&game, "id"));
    assert_eq!((essence(&again), &again["busy"]), (essence(&game), &json!("engine")));
}

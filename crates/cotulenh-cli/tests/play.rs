//! The game in a terminal, driven through pipes.
#![allow(missing_docs)]

#[path = "support/http.rs"]
mod http;
mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use cotulenh::{Game, Position, Strictness};
use support::{OPEN, Run, STACK, folder, run_with, spawn};

/// A line that has not come by then will not come.
const PATIENCE: Duration = Duration::from_secs(20);
const TWO: [&str; 2] = ["--color", "both"];

fn arguments<'a>(data: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let data = data.to_str().unwrap();
    [&["play", "--ascii", "--lang", "en", "--data", data], more].concat()
}

/// Types some lines and ends.
fn enter(data: &Path, more: &[&str], lines: &[&str]) -> Run {
    run_with(&arguments(data, more), lines.join("\n").as_bytes())
}

/// The last FEN that was printed.
#[track_caller]
fn last_fen(out: &str) -> &str {
    out.lines().rfind(|line| Position::from_fen(line).is_ok()).unwrap_or_else(|| panic!("no FEN: {out}"))
}

/// A program that is spoken with line by line.
struct Talk {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    fn start(data: &Path, more: &[&str]) -> Talk {
        let mut child = spawn(&arguments(data, more));
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Talk { child, stdin, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    /// Reads up to and including the expected line.
    #[track_caller]
    fn read_until(&mut self, is_expected: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("{error} after: {text}"));
            text.push_str(&line);
            text.push('\n');
            if is_expected(&line) {
                return text;
            }
        }
    }

    #[track_caller]
    fn position(&mut self) -> Position {
        self.send("fen");
        let text = self.read_until(|line| Position::from_fen(line).is_ok());
        Position::from_fen(last_fen(&text)).unwrap()
    }

    /// Like `kill -9`: nothing can be tidied up.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_against_the_engine_some_turns_long() {
    let data = folder();
    let mut talk = Talk::start(data.path(), &["--level", "2", "--time", "50"]);
    for number in 1..=5 {
        let position = talk.position();
        assert_eq!((position.move_number(), position.turn()), (number, cotulenh::Color::Red));
        let mv = position.legal_moves().into_iter().find(|mv| !mv.is_deploy()).unwrap();
        talk.send(&position.san(mv));
        talk.read_until(|line| line.starts_with(&format!("{number}. Blue: ")));
    }
    talk.send("undo");
    assert_eq!(talk.position().move_number(), 5, "the engine's turn and the own one are taken back together");
    talk.send("redo");
    assert_eq!(talk.position().move_number(), 6);
    talk.send("pgn");
    let text = talk.read_until(|line| line.ends_with('*'));
    let pgn = text.find("[Event ").map(|at| &text[at..]).unwrap();
    let game = Game::from_pgn(pgn, Strictness::Strict).unwrap();
    assert_eq!((game.turns().len(), game.headers().get("Blue")), (10, Some("Engine")));
    talk.send("resign");
    talk.read_until(|line| line == "Blue wins: resignation.");
    talk.send("Cf1");
    talk.read_until(|line| line == "The game is over.");
}

#[test]
fn blue_sits_on_the_other_side_and_the_engine_begins() {
    let data = folder();
    let out = enter(data.path(), &["--color", "blue", "--level", "0", "--time", "20"], &["flip"]).good();
    let boards: Vec<&str> = out.lines().filter(|line| line.trim_start().starts_with(['a', 'k'])).collect();
    assert!(boards[0].trim_start().starts_with('k') && boards[2].trim_start().starts_with('k'), "{out}");
    assert!(boards[4].trim_start().starts_with('a'), "{out}");
    assert!(out.contains("\n1. Red: ") && !out.contains('\x1b'), "{out}");
}

#[test]
fn a_deploy_is_played_taken_back_cancelled_and_committed() {
    let data = folder();
    let options = [&TWO[..], &["--fen", STACK]].concat();
    let play = |lines: &[&str]| enter(data.path(), &options, lines).good();

    let out = play(&["T>d7", "fen"]);
    assert!(out.contains("\nDeploy from d5: I<T>d7; left: I.\n`commit` ends the turn,"), "{out}");
    assert_eq!(last_fen(&out), OPEN);
    assert_eq!(last_fen(&play(&["T>d7", "undo", "fen"])), STACK);
    assert_eq!(last_fen(&play(&["T>d7", "undo", "redo", "fen"])), OPEN);
    assert_eq!(last_fen(&play(&["T>d7", "cancel", "fen"])), STACK);

    let after = "6c4/11/11/11/11/3T7/11/3I7/11/11/11/4C6 b - - 1 1";
    assert_eq!(last_fen(&play(&["T>d7", "commit", "fen"])), after);
    assert_eq!(last_fen(&play(&["I<T>d7", "fen"])), after, "a whole turn at once");
    assert_eq!(last_fen(&play(&["d5:I:T>d7", "fen"])), after, "the same as LAN");
    assert_eq!(last_fen(&play(&["T>d7", "commit", "undo", "fen"])), STACK);
    for command in ["commit", "cancel"] {
        assert!(play(&[command]).contains("\nNo deploy is open.\n"));
    }
}

#[test]
fn a_refused_move_says_why_and_changes_nothing() {
    let data = folder();
    for (line, why) in [
        ("Tf8", "The range of the Tank in this direction is 2; f8 is 4 away. (rule 2)"),
        ("f4f8", "The range of the Tank in this direction is 2; f8 is 4 away. (rule 2)"),
        ("Hf3", "A Headquarter cannot move unless it is heroic. (rule 2.1)"),
        ("g12g11", "This piece is not yours to move: Red is to move."),
        ("Fe6", "Do you mean: Fee6, Fie6?"),
        ("fee6", "Do you mean: Fee6?"),
        ("undo", "There is nothing to take back."),
        ("redo", "There is nothing to redo."),
        ("moves z9", "z9"),
        ("resign now", "No legal move matches \"resign now\""),
    ] {
        let out = enter(data.path(), &TWO, &[line, "fen"]).good();
        assert!(out.contains(why), "{line}: {out}");
        assert_eq!(last_fen(&out), Position::START_FEN, "{line}");
    }
    assert_eq!(enter(data.path(), &["--list"], &[]).good(), "No games yet.\n", "nothing was played");
    let vietnamese = [&TWO[..], &["--lang", "vi"]].concat();
    let data = data.path().to_str().unwrap();
    let args = [&["play", "--data", data], &vietnamese[..]].concat();
    let out = run_with(&args, b"Tf8\n").good();
    assert!(out.contains("Xe tăng chỉ đi được tối đa 2 điểm theo hướng này"), "{out}");
}

#[test]
fn garbage_is_survived() {
    let data = folder();
    let mut input = b"\0\x1b[31m\n\xff\xfe\n((((\n+\n>\n:::\n   \n\xe1\xba\xbf2e4\n".to_vec();
    input.extend(std::iter::repeat_n(b'T', 1_000_000));
    input.extend(b"\nFee6\nfen");
    let run = run_with(&arguments(data.path(), &TWO), &input);
    let out = run.good();
    assert!(!out.contains('\x1b') && !out.contains('\0'), "control characters are spelled out");
    assert!(out.len() < 100_000);
    assert!(last_fen(&out).starts_with("6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/4F6/"), "{out}");
}

#[test]
fn a_killed_game_goes_on_in_the_middle_of_a_deploy() {
    let data = folder();
    let mut talk = Talk::start(data.path(), &["--color", "both", "--fen", STACK]);
    talk.send("T>d7");
    talk.read_until(|line| line.contains("left: I."));
    talk.kill();
    let out = enter(data.path(), &["--resume"], &["fen", "I>e5", "fen"]).good();
    assert!(out.contains(OPEN), "{out}");
    let after = "6c4/11/11/11/11/3T7/11/4I6/11/11/11/4C6 b - - 1 1";
    assert_eq!(last_fen(&out), after);
    // And after the end of the input.
    assert_eq!(last_fen(&enter(data.path(), &["--resume"], &["fen"]).good()), after);
}

#[test]
fn a_bad_fen_is_refused_in_the_language_of_the_game() {
    let data = folder();
    let refused = |more: &[&str]| enter(data.path(), more, &[]).bad();
    let fen = "6c4/11/11/11/11/11/11/+T10/11/11/11/4C6 r - - 0 1";
    assert_eq!(
        refused(&["--fen", fen]),
        "error: The FEN is not valid. a5: the heroic Tank cannot stand at sea."
    );
    let data = data.path().to_str().unwrap();
    let vietnamese = run_with(&["play", "--lang", "vi", "--data", data, "--fen", fen], b"").bad();
    assert_eq!(vietnamese, "error: FEN không hợp lệ. a5: Xe tăng anh hùng không đứng được trên biển.");
}

#[test]
fn games_are_listed_and_found_by_id() {
    let data = folder();
    let error = enter(data.path(), &["--resume"], &[]).bad();
    assert_eq!(error, "error: There is no unfinished game.");
    let first = enter(data.path(), &TWO, &["Fee6"]).good();
    let id = first.trim_end().trim_end_matches('`').rsplit(' ').next().unwrap().to_owned();
    enter(data.path(), &TWO, &["Tf6", "resign"]).good();

    let list = enter(data.path(), &["--list"], &[]).good();
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines.len(), 3, "{list}");
    assert!(lines[1].ends_with("Red  Blue  Red wins: resignation."), "{list}");
    assert!(lines[2].starts_with(&id) && lines[2].ends_with("Red  Blue  not finished"), "{list}");

    for resume in [&["--resume"][..], &["--resume", &id]] {
        let out = enter(data.path(), resume, &["fen"]).good();
        assert!(last_fen(&out).ends_with(" b - - 1 1") && out.contains("1. Red: Fee6"), "{out}");
    }
    assert!(enter(data.path(), &["--resume", "xyz"], &[]).bad().contains("“xyz”"));
    assert!(enter(data.path(), &["--resume", "0"], &[]).bad().contains("Several games"));
    assert!(enter(data.path(), &["--fen", "nonsense"], &[]).bad().contains("The FEN is not valid."));
}

#[test]
fn terminal_and_browser_play_the_same_games() {
    let data = folder();
    enter(data.path(), &TWO, &["Fee6"]).good();
    let server = http::TestServer::start(data.path());
    let games = server.get("/api/games").json();
    assert_eq!((&games["total"], &games["games"][0]["turns"]), (&1.into(), &1.into()));

    let game = server.new_game();
    let id = http::text(&game, "id");
    let out = enter(data.path(), &["--resume", id], &["Tf6", "fen"]).good();
    let seen = server.get(&format!("/api/games/{id}")).json();
    assert_eq!(http::text(&seen["position"], "fen"), last_fen(&out));
}

#[test]
fn an_open_page_sees_what_is_played_in_a_terminal() {
    let data = folder();
    let server = http::TestServer::start(data.path());
    let game = server.new_game();
    let id = http::text(&game, "id");
    let mut page = server.events(&format!("/api/games/{id}/events"));
    assert_eq!(page.next("game").unwrap()["revision"], game["revision"]);
    enter(data.path(), &["--resume", id], &["Tf6"]).good();
    assert_eq!(page.next("game").unwrap()["turns"][0]["san"], "Tf6");
}

#[test]
fn a_game_that_was_played_on_elsewhere_is_shown_as_it_is() {
    let data = folder();
    enter(data.path(), &TWO, &["save"]).good();
    let mut here = Talk::start(data.path(), &["--resume"]);
    here.position();
    enter(data.path(), &["--resume"], &["Fee6"]).good();
    here.send("Tf6");
    here.read_until(|line| line.starts_with("The game was continued elsewhere."));
    here.read_until(|line| line == "1. Red: Fee6");
    here.send("Fe8");
    here.read_until(|line| line == "1. Blue: Fe8");
}

#[cfg(unix)]
#[test]
fn an_interrupt_makes_the_engine_play_at_once_and_ends_the_program_at_the_prompt() {
    let data = folder();
    let mut talk = Talk::start(data.path(), &["--level", "20", "--time", "60000"]);
    let interrupt = |talk: &Talk| {
        let id = talk.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    };
    let started = Instant::now();
    talk.send("Fee6");
    talk.read_until(|line| line.starts_with("The engine is thinking"));
    interrupt(&talk);
    talk.read_until(|line| line.starts_with("1. Blue: "));
    assert_eq!(talk.position().move_number(), 2);
    assert!(started.elapsed() < Duration::from_secs(20));
    interrupt(&talk);
    assert_eq!(talk.child.wait().unwrap().code(), Some(130));
    assert!(enter(data.path(), &["--resume"], &[]).good().contains("1. Blue: "));
}

#[test]
fn draws_hints_and_new_games() {
    let data = folder();
    let out = enter(data.path(), &TWO, &["draw", "n", "draw", "y", "new", "fen"]).good();
    assert!(out.contains("The game goes on.") && out.contains("Draw: by agreement."), "{out}");
    assert_eq!(last_fen(&out), Position::START_FEN);
    let out = enter(data.path(), &["--level", "20"], &["draw"]).good();
    assert!(out.contains("The engine refuses the draw."), "before the first move: {out}");
    // The Artillery takes the Commander.
    let mate = "6c4/11/11/6A4/11/11/11/11/11/11/11/4C6 r - - 0 1";
    let out = enter(data.path(), &["--color", "red", "--fen", mate], &["hint", "moves g9"]).good();
    assert!(out.contains("\nHint: Axg12\n") && out.contains("Axg12  "), "{out}");
}

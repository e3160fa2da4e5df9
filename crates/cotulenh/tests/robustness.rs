//! Untrusted text: typed errors, no panic, no hang. The fuzz targets in `fuzz/` go on where this
//! stops.
#![allow(missing_docs)]

mod support;

use std::time::{Duration, Instant};

use cotulenh::{
    Game, MAX_FEN_LENGTH, MAX_MOVE_TEXT_LENGTH, Position, Strictness, Turn, bridge, check_fen, read_pgn,
};
use proptest::prelude::*;
use support::{Random, mutate};

/// Everything that may be asked of a FEN.
fn exercise_fen(fen: &str) {
    let faults = check_fen(fen);
    match Position::from_fen(fen) {
        Ok(position) => {
            assert!(faults.iter().all(|fault| !fault.prevents_loading()), "{fen}");
            position.check_consistency().unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(Position::from_fen(&position.fen()), Ok(position), "{fen}");
        }
        Err(error) => {
            assert_eq!(faults.first(), error.first(), "{fen}");
            assert!(error.faults.iter().all(|fault| !fault.to_string().is_empty()));
        }
    }
}

#[test]
fn damaged_fens() {
    let stock = support::stock();
    let mut open = support::records("sessions")
        .iter()
        .map(|record| record["steps"][0]["fen"].as_str().unwrap().to_owned())
        .collect::<Vec<_>>();
    open.extend(stock);
    let mut random = Random(1);
    let mut accepted = 0;
    for _ in 0..60_000 {
        let fen = mutate(&open[random.below(open.len())], &mut random);
        exercise_fen(&fen);
        accepted += usize::from(Position::from_fen(&fen).is_ok());
    }
    assert!(accepted > 500, "{accepted}");
}

#[test]
fn damaged_move_texts() {
    let stock = support::stock();
    let mut random = Random(2);
    let mut understood = 0;
    for _ in 0..1_500 {
        let position = Position::from_fen(&stock[random.below(stock.len())]).unwrap();
        let sans = position.legal_sans();
        for (mv, san) in sans.iter().step_by(9) {
            for text in [mutate(san, &mut random), mutate(&mv.to_string(), &mut random)] {
                if let Ok(Turn::Step(found)) = position.parse_turn(&text, Strictness::Lenient) {
                    assert!(position.is_legal(found));
                    understood += 1;
                }
            }
        }
    }
    assert!(understood > 200, "{understood}");
}

#[test]
fn damaged_pgns() {
    let mut game = Game::new();
    let mut random = Random(3);
    for _ in 0..40 {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]).unwrap();
        game.set_comment(Some("note"));
        if game.position().can_commit() {
            game.commit().unwrap();
        }
    }
    let pgn = game.to_pgn();
    for _ in 0..3_000 {
        let text = mutate(&pgn, &mut random);
        for game in read_pgn(text.as_bytes(), Strictness::Lenient) {
            match game {
                Ok(game) => {
                    let written = game.to_pgn();
                    let again = Game::from_pgn(&written, Strictness::Strict);
                    assert_eq!(again.unwrap().position(), game.position(), "{text}");
                }
                Err(error) => assert!(error.line > 0),
            }
        }
    }
}

#[test]
fn damaged_bridge_lines_are_all_answered() {
    let good = [
        r#"{"id":1,"method":"moves","fen":"6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1","square":"d5","role":"f"}"#,
        r#"{"id":"x","method":"play","moves":["Ic6",{"lan":"Ic8c7","flags":"n"},"commit"]}"#,
        r#"{"method":"attackers","square":"g1","color":"b"}"#,
        r#"{"method":"parseMove","text":"c5c6"}"#,
        r#"{"method":"perft","depth":1,"divide":true}"#,
    ];
    let mut random = Random(4);
    let mut input = String::new();
    for _ in 0..4_000 {
        input.push_str(&mutate(good[random.below(good.len())], &mut random).replace('\n', " "));
        input.push('\n');
    }
    input.push_str(good[0]);
    let mut output = Vec::new();
    bridge::serve(input.as_bytes(), &mut output).unwrap();
    let answers: Vec<serde_json::Value> =
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4_001);
    assert!(answers.iter().all(|answer| answer["ok"].is_boolean()));
    assert_eq!(answers.last().unwrap()["ok"], true);
    assert!(answers.iter().filter(|answer| answer["ok"] == false).count() > 500);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_at_all(text in any::<String>()) {
        exercise_fen(&text);
        let _ = Position::start().parse_turn(&text, Strictness::Lenient);
        let _ = read_pgn(text.as_bytes(), Strictness::Lenient).count();
        let _ = bridge::respond(&text);
    }
}

#[test]
fn overlong_texts_are_refused_at_once() {
    let fen = "1".repeat(MAX_FEN_LENGTH + 1);
    assert!(matches!(check_fen(&fen)[0].reason, cotulenh::FaultReason::TooLong { .. }));
    let text = "F".repeat(MAX_MOVE_TEXT_LENGTH + 1);
    assert!(Position::start().parse_turn(&text, Strictness::Lenient).is_err());
    let huge = format!(r#"{{"method":"parseMove","text":"{}"}}"#, "x".repeat(900_000));
    assert_eq!(bridge::respond(&huge), r#"{"id":null,"ok":true,"result":null}"#);
}

/// A 512-byte FEN is answered within a millisecond: the best of several tries, so that a busy
/// machine does not count.
#[test]
fn a_512_byte_fen_takes_less_than_a_millisecond() {
    let mut random = Random(5);
    let mut inputs: Vec<String> = ["x", "(", "+", "/", "1", ")", "(+n", " ", "ờ", "11/"]
        .iter()
        .map(|part| part.repeat(512 / part.len()))
        .collect();
    inputs.push("6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1 d5:I:F>d8,T>d7...".into());
    for _ in 0..300 {
        let mut text = mutate(&support::random_setup(&mut random).position().unwrap().fen(), &mut random);
        while text.len() < 512 {
            text.push_str(&text.clone());
        }
        while text.len() > 512 {
            text.pop();
        }
        inputs.push(text);
    }
    for input in inputs {
        let best = (0..5)
            .map(|_| {
                let begin = Instant::now();
                let _ = (check_fen(&input), Position::from_fen(&input));
                begin.elapsed()
            })
            .min();
        assert!(best < Some(Duration::from_millis(1)), "{best:?} for {input:?}");
    }
}

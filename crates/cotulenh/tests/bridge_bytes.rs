//! Positions and games as bytes through the bridge.
#![cfg(feature = "bridge")]
#![allow(missing_docs)]

use cotulenh::bridge::respond;
use cotulenh::{Game, Position, RuleOptions};
use serde_json::{Value, json};

fn ask(request: Value) -> Value {
    serde_json::from_str(&respond(&request.to_string())).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn positions_and_games_come_back() {
    let open = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...";
    for fen in [Position::START_FEN, open] {
        let encoded = ask(json!({"method": "encodePosition", "fen": fen}));
        let bytes = hex(&Position::from_fen(fen).unwrap().to_bytes());
        assert_eq!(encoded["result"], json!({"bytes": bytes}));
        let decoded = ask(json!({"method": "decodePosition", "bytes": bytes.to_uppercase()}));
        assert_eq!(decoded["result"], json!({"fen": fen}));
    }
    let options = RuleOptions::default().with_skip_last_guard_promotion(true);
    let start = Position::start().with_options(options);
    let decoded = ask(json!({"method": "decodePosition", "bytes": hex(&start.to_bytes())}));
    let shown = json!({"skipLastGuardPromotion": true, "skipCommanderSafety": false});
    assert_eq!(decoded["result"], json!({"fen": start.fen(), "options": shown}));

    let pgn = "[Red \"An\"]\n\n1. Ic6 {[%eval 0.35]} Ic7 2. Mg6 1-0";
    let encoded = ask(json!({"method": "encodeGame", "pgn": pgn}));
    let game = Game::from_pgn(pgn, cotulenh::Strictness::Strict).unwrap();
    assert_eq!(encoded["result"], json!({"bytes": hex(&game.to_bytes().unwrap())}));
    let decoded = ask(json!({"method": "decodeGame", "bytes": encoded["result"]["bytes"]}));
    assert_eq!(decoded["result"], json!({"pgn": game.to_pgn()}));
    let decoded = ask(json!({"method": "decodeGame", "bytes": hex(&Game::from(start).to_bytes().unwrap())}));
    assert_eq!(decoded["result"]["options"], shown);
}

#[test]
fn faults_are_errors() {
    for (request, code) in [
        (json!({"method": "decodePosition"}), "INVALID_REQUEST"),
        (json!({"method": "decodePosition", "bytes": "123"}), "INVALID_REQUEST"),
        (json!({"method": "decodeGame", "bytes": "1é"}), "INVALID_REQUEST"),
        (json!({"method": "decodePosition", "bytes": ""}), "INVALID_BYTES"),
        (json!({"method": "decodeGame", "bytes": "200000"}), "INVALID_BYTES"),
        (json!({"method": "decodeGame", "bytes": "10000114"}), "INVALID_BYTES"),
        (json!({"method": "encodeGame"}), "INVALID_REQUEST"),
        (json!({"method": "encodeGame", "pgn": "1. Zz9 *"}), "INVALID_PGN"),
        (json!({"method": "encodePosition", "fen": "x"}), "FEN_INVALID_FORMAT"),
    ] {
        assert_eq!(ask(request.clone())["error"]["code"], code, "{request}");
    }
    let message = ask(json!({"method": "decodeGame", "bytes": "10000114"}))["error"]["message"].clone();
    assert_eq!(message, "turn 1, byte 3: found unit 20 of 19");
}

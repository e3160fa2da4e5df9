//! Positions as bytes: round trips, one form for each position, hostile bytes.
//!
//! 300,000 positions of random play by default; `COTULENH_COMPACT_POSITIONS=10000000` for more.
#![allow(missing_docs)]

mod support;

use std::collections::HashMap;

use cotulenh::{Color, DecodeError, Position, RuleOptions, Setup};
use support::Random;
use support::play::{random_action, random_start};

fn assert_round_trip(position: &Position, bytes: &[u8]) {
    let read = Position::from_bytes(bytes).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(&read, position);
    assert_eq!((read.hash(), read.board()), (position.hash(), position.board()), "{position}");
    assert_eq!(read.session(), position.session());
    assert_eq!(read.to_bytes(), bytes, "{position}");
}

#[test]
fn random_play_round_trips_and_every_position_has_bytes_of_its_own() {
    let wanted = support::count_from("COTULENH_COMPACT_POSITIONS", 300_000);
    let (stock, mut random) = (support::stock(), Random(19));
    let (mut done, mut sessions, mut heroics, mut stacks) = (0usize, 0usize, 0usize, 0usize);
    let mut ordinary: Vec<usize> = Vec::new();
    // Both directions of "equal positions have equal bytes", on as many as fit into memory.
    let mut seen: HashMap<Vec<u8>, (String, u8)> = HashMap::new();
    while done < wanted {
        let mut position = random_start(&stock, &mut random);
        let from_start = position.with_options(RuleOptions::default()) == Position::start();
        for _ in 0..400 {
            let bytes = position.to_bytes();
            assert_round_trip(&position, &bytes);
            done += 1;
            sessions += usize::from(position.session().is_some());
            heroics += usize::from(!position.board().heroic_tops().is_empty());
            stacks += usize::from(!position.board().stacks().is_empty());
            if from_start {
                ordinary.push(bytes.len());
            }
            if seen.len() < 200_000 {
                let named = (position.fen(), position.options().bits());
                let known = seen.entry(bytes).or_insert_with(|| named.clone());
                assert_eq!(*known, named, "two positions with equal bytes");
            }
            let Some(action) = random_action(&position, &mut random).filter(|_| done < wanted) else { break };
            position.play_action(action).unwrap();
        }
    }
    let mut names: Vec<&(String, u8)> = seen.values().collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), seen.len(), "one position with two forms");
    ordinary.sort();
    let percentile = |percent: usize| ordinary[(ordinary.len() - 1) * percent / 100];
    eprintln!(
        "{done} positions, {sessions} in a session, {heroics} with heroic tops, {stacks} with stacks; \
         bytes of {} ordinary ones: least {}, 10 % {}, median {}, 90 % {}, 99 % {}, most {}",
        ordinary.len(),
        percentile(0),
        percentile(10),
        percentile(50),
        percentile(90),
        percentile(99),
        percentile(100),
    );
    assert!(sessions * 20 > done && heroics * 4 > done && stacks * 4 > done, "too few of a kind");
    assert!(percentile(100) <= 64, "an ordinary position takes {} bytes", percentile(100));
}

#[test]
fn recorded_positions_round_trip() {
    for fen in support::stock().iter().chain(&support::open_sessions()) {
        let position = Position::from_fen(fen).unwrap();
        assert_round_trip(&position, &position.to_bytes());
    }
}

#[test]
fn sizes() {
    let size = |fen: &str| Position::from_fen(fen).unwrap().to_bytes().len();
    assert_eq!(size(Position::START_FEN), 44);
    assert_eq!(size("11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1"), 1 + 17 + 2);
    // The largest clocks.
    let late = Position::START_FEN.replace("0 1", "4294967295 4294967295");
    assert_eq!(size(&late), 42 + 5 + 5);
    // All 38 pieces alone and heroic, two bytes for the move number.
    let mut setup = Setup::from(&Position::start());
    setup.pieces.iter_mut().for_each(|(_, piece)| piece.heroic = true);
    setup.move_number = 16_384;
    assert_eq!(setup.position().unwrap().to_bytes().len(), 64);
}

#[test]
fn open_sessions_clocks_and_options_count() {
    let open = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...";
    let open = Position::from_fen(open).unwrap();
    let mut committed = open;
    committed.commit().unwrap();
    let mut cancelled = open;
    cancelled.cancel_session().unwrap();
    let guarded = cancelled.with_options(RuleOptions::default().with_skip_last_guard_promotion(true));
    let forms = [open, committed, cancelled, guarded].map(|position| position.to_bytes());
    for (i, form) in forms.iter().enumerate() {
        assert!(forms[..i].iter().all(|other| other != form));
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let start = Position::start().to_bytes();
    let changed = |at: usize, byte: u8| {
        let mut bytes = start.clone();
        bytes[at] = byte;
        Position::from_bytes(&bytes)
    };
    assert_eq!(Position::from_bytes(&[]), Err(DecodeError::Truncated { length: 0 }));
    assert_eq!(Position::from_bytes(&start[..20]), Err(DecodeError::Truncated { length: 20 }));
    assert_eq!(
        Position::from_bytes(&[&start[..], &[0, 0]].concat()),
        Err(DecodeError::TrailingBytes { count: 2 })
    );
    assert_eq!(changed(0, 0x20), Err(DecodeError::Version { found: 2 }));
    assert_eq!(changed(0, 0x18), Err(DecodeError::Flags { found: 0x18 }));
    assert_eq!(Position::from_bytes(&[0x14, 0]), Err(DecodeError::Options { found: 0 }));
    assert_eq!(Position::from_bytes(&[0x14, 0x80]), Err(DecodeError::Options { found: 0x80 }));
    // The last byte of the units has six unused bits.
    assert_eq!(changed(41, start[41] | 0x80), Err(DecodeError::NotCanonical { offset: 41 }));
    assert_eq!(
        DecodeError::Version { found: 2 }.to_string(),
        "unknown version 2 of the position format: expected 1"
    );
}

/// A board with one unit, written by hand: colour bit and code at a point.
fn one_unit(point: usize, code: u16) -> Vec<u8> {
    let mut bits = vec![false; 132];
    bits[point] = true;
    bits.extend((0..11).map(|i| code >> i & 1 != 0));
    let mut bytes = vec![0x10];
    bytes.extend(bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |b, &bit| b << 1 | u8::from(bit))));
    bytes.extend([0, 0]);
    bytes
}

#[test]
fn illegal_boards_are_refused() {
    let a12 = "a12".parse().unwrap();
    let found = |bytes: Vec<u8>| Position::from_bytes(&bytes);
    assert_eq!(found(one_unit(0, 14 << 1)), Err(DecodeError::UnitCode { square: a12 }));
    assert!(matches!(found(one_unit(0, 2 << 1)), Err(DecodeError::Terrain { square, .. }) if square == a12));
    // A plain red Navy takes five bits; the other six are padding.
    assert!(found(one_unit(0, 9 << 1)).is_ok());
    // Two red Commanders, on a board that is otherwise empty.
    let mut setup = Setup::default();
    let commander = cotulenh::Piece::new(Color::Red, cotulenh::Role::Commander);
    setup.pieces.push(("e1".parse().unwrap(), commander));
    let infantry = cotulenh::Piece::new(Color::Red, cotulenh::Role::Infantry);
    setup.pieces.push(("g1".parse().unwrap(), infantry));
    let mut two = setup.position().unwrap().to_bytes();
    // The code of the Infantry becomes that of a Commander: 1 to 0, after 132 + 5 + 1 bits.
    assert_eq!(two[1 + 138 / 8] >> (138 % 8) & 1, 1);
    two[1 + 138 / 8] ^= 1 << (138 % 8);
    let square = "g1".parse().unwrap();
    assert_eq!(Position::from_bytes(&two), Err(DecodeError::SecondCommander { color: Color::Red, square }));
}

#[test]
fn sessions_that_cannot_be_played_are_refused() {
    let fen = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...";
    let bytes = Position::from_fen(fen).unwrap().to_bytes();
    // Two Commanders at 5 bits and a pair at 11, then the point at bit 132 + 21.
    let at = 8 + 132 + 21;
    let set = |bytes: &mut Vec<u8>, from: usize, width: usize, value: usize| {
        for i in 0..width {
            let (byte, bit) = ((from + i) / 8, (from + i) % 8);
            bytes[byte] = bytes[byte] & !(1 << bit) | ((value >> i & 1) as u8) << bit;
        }
    };
    let with = |from: usize, width: usize, value: usize| {
        let mut bytes = bytes.clone();
        set(&mut bytes, at + from, width, value);
        Position::from_bytes(&bytes)
    };
    let d5 = "d5".parse().unwrap();
    assert_eq!(with(0, 8, 200), Err(DecodeError::Point { found: 200 }));
    assert_eq!(with(8, 2, 0), Err(DecodeError::NoStep));
    let refused = Err(DecodeError::Step { number: 1, square: d5 });
    assert_eq!(with(10, 3, 0), refused, "no piece");
    assert_eq!(with(10, 3, 4), refused, "a third piece of a pair");
    assert_eq!(with(13, 3, 1), refused, "a capture of nothing");
    assert_eq!(with(13, 3, 5), refused, "a recombination");
    assert_eq!(with(13, 3, 7), refused, "an unknown kind");
    assert_eq!(with(16, 8, 0), refused, "too far");
    assert!(matches!(with(0, 8, 1), Err(DecodeError::Step { .. })), "an empty point");
}

#[test]
fn hostile_bytes_give_errors_or_canonical_positions() {
    let mut random = Random(7);
    let mut stock: Vec<Vec<u8>> = support::stock()
        .iter()
        .chain(&support::open_sessions())
        .map(|fen| Position::from_fen(fen).unwrap().to_bytes())
        .collect();
    stock.push(Vec::new());
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..support::count_from("COTULENH_COMPACT_POSITIONS", 300_000) {
        let mut bytes = stock[random.below(stock.len())].clone();
        support::damage(&mut bytes, &mut random);
        match Position::from_bytes(&bytes) {
            Ok(position) => {
                accepted += 1;
                position.check_consistency().unwrap_or_else(|error| panic!("{bytes:?}: {error}"));
                assert_eq!(position.to_bytes(), bytes, "another form of {position}");
                assert_eq!(
                    Position::from_fen_with(&position.fen(), position.options()),
                    Ok(position),
                    "{bytes:?}"
                );
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} accepted, {refused} refused");
}

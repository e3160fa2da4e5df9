//! What several test suites need.
#![allow(dead_code, missing_docs)]

pub mod play;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use cotulenh::{Color, Piece, Position, Role, Setup, Square, Unit};
use serde_json::Value;

/// The records of one of the compressed files in `tests/vectors`.
pub fn records(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(format!("{name}.jsonl.gz"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.len() > 100, "{name} has only {} records", records.len());
    records
}

/// The positions of all vector files: a varied stock to start tests from.
pub fn stock() -> Vec<String> {
    let mut fens: Vec<String> =
        ["positions", "sessions", "session_moves", "successors", "order", "air_defense"]
            .into_iter()
            .flat_map(records)
            .map(|record| record["fen"].as_str().unwrap().to_owned())
            .collect();
    fens.sort();
    fens.dedup();
    fens
}

/// Open sessions, of which many have recombinations.
pub fn open_sessions() -> Vec<String> {
    records("session_moves").iter().map(|record| record["session"].as_str().unwrap().to_owned()).collect()
}

/// How much a test does: the number in an environment variable, or else the default.
pub fn count_from(variable: &str, default: usize) -> usize {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|error| panic!("{variable}={text}: {error}")),
        Err(_) => default,
    }
}

/// Who threatens the Commander of `color`, as in the records: point and role letter, sorted. `None`
/// without a Commander.
pub fn attackers(position: &Position, color: Color) -> Option<Vec<String>> {
    let square = position.board().commander(color)?;
    let by = position.board().attackers(square, !color);
    let mut names: Vec<String> =
        by.into_iter().map(|(s, p)| format!("{s}{}", p.role.letter().to_ascii_lowercase())).collect();
    names.sort();
    Some(names)
}

/// The air defence of `color`, as in the records: covered points with their defenders, sorted.
pub fn zones(position: &Position, color: Color) -> BTreeMap<String, Vec<String>> {
    let defense = position.air_defense(color);
    let defenders = |point| {
        let mut names: Vec<String> = defense.defenders_of(point).iter().map(|s| s.to_string()).collect();
        names.sort();
        names
    };
    defense.covered().iter().map(|point| (point.to_string(), defenders(point))).collect()
}

/// A small generator of pseudo-random numbers (SplitMix64): the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// An invented position: few or many units, stacks, heroics, either side to move, sometimes a
/// Commander missing.
pub fn random_setup(random: &mut Random) -> Setup {
    let mut setup = Setup {
        turn: if random.below(2) == 0 { Color::Red } else { Color::Blue },
        halfmoves: random.below(120) as u32,
        move_number: 1 + random.below(90) as u32,
        ..Setup::default()
    };
    let heroic_in = [3, 3, 8, 50][random.below(4)];
    let crowd = [2, 6, 14, 24, 40][random.below(5)];
    for color in Color::ALL {
        if random.below(12) > 0 {
            add(&mut setup, random, color, Role::Commander, heroic_in);
        }
        for _ in 0..crowd {
            let role = Role::ALL[1 + random.below(Role::COUNT - 1)];
            add(&mut setup, random, color, role, heroic_in);
        }
    }
    setup
}

/// Puts a piece somewhere, onto a friend if that gives a stack; gives up where it does not fit.
fn add(setup: &mut Setup, random: &mut Random, color: Color, role: Role, heroic_in: usize) {
    let squares: Vec<Square> = Square::all().collect();
    for _ in 0..20 {
        // Clustered around the river mouth and the middle, so that units meet.
        let square = squares[random.below(squares.len())];
        let onto_friend = setup.pieces.iter().filter(|(_, p)| p.color == color).count();
        let square = if onto_friend > 0 && random.below(3) == 0 {
            let friends: Vec<Square> =
                setup.pieces.iter().filter(|(_, p)| p.color == color).map(|(s, _)| *s).collect();
            friends[random.below(friends.len())]
        } else {
            square
        };
        let piece = Piece::new(color, role).with_heroic(random.below(heroic_in) == 0);
        let mut there: Vec<Piece> =
            setup.pieces.iter().filter(|(s, _)| *s == square).map(|(_, p)| *p).collect();
        there.push(piece);
        let Some(unit) = Unit::from_pieces(&there) else { continue };
        if !cotulenh::terrain::standable(unit.top_role()).contains(square) {
            continue;
        }
        // Canonical order: a carrier is placed before what it carries.
        setup.pieces.retain(|(s, _)| *s != square);
        setup.pieces.extend(unit.pieces().map(|p| (square, p)));
        return;
    }
}

/// Damages a text: replaces, inserts, deletes and repeats pieces of it.
pub fn mutate(text: &str, random: &mut Random) -> String {
    const ALPHABET: &[char] = &[
        'c', 'C', 'n', 'F', 'T', 'i', 'x', 'Z', '0', '1', '2', '9', '(', ')', '+', '/', '-', ' ', ':', ',',
        '>', '<', '&', '_', '@', '.', '"', '{', '}', '[', ']', '\\', '\n', '\u{0}', 'ờ', '🂡', 'r', 'b', 'k',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(chars.len() + 1);
        let letter = ALPHABET[random.below(ALPHABET.len())];
        match random.below(4) {
            0 => chars.insert(at, letter),
            1 if at < chars.len() => chars[at] = letter,
            2 if at < chars.len() => _ = chars.remove(at),
            _ => {
                let end = (at + random.below(12)).min(chars.len());
                let part: Vec<char> = chars[at..end].to_vec();
                let to = random.below(chars.len() + 1);
                chars.splice(to..to, part);
            }
        }
    }
    chars.into_iter().collect()
}

/// Damages bytes: inserts, removes and changes some, or cuts the end off.
pub fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        let byte = random.next() as u8;
        match random.below(5) {
            0 => bytes.insert(at, byte),
            1 => bytes.truncate(at),
            2 if at < bytes.len() => _ = bytes.remove(at),
            3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => bytes.push(byte),
        }
    }
}

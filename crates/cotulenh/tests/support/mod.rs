//! What several test suites need.
#![allow(dead_code, missing_docs)]

use std::io::Read;
use std::path::Path;

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
    let mut fens: Vec<String> = ["positions", "sessions", "successors", "order", "air_defense"]
        .into_iter()
        .flat_map(records)
        .map(|record| record["fen"].as_str().unwrap().to_owned())
        .collect();
    fens.sort();
    fens.dedup();
    fens
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

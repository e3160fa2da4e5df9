//! The keys of locales/ and the sources that use them: no key is missing, none is unused.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cotulenh::{FaultCode, FaultReason};
use cotulenh_engine::Level;
use serde_json::{Map, Value};

/// Keys that the sources compose of a prefix and a value, with the values. Without values, the
/// values are data, such as codes: the first word after the prefix must be a quoted text of the
/// sources. The faults are compared with the list of the rules library.
const COMPOSED: [(&str, &[&str]); 23] = [
    ("board.airDefense.", &["none", "r", "b", "both"]),
    ("card.", &ROLES),
    ("color.", &["r", "b"]),
    ("error.", &[]),
    ("fault.", &[]),
    ("games.", &["all", "running", "finished"]),
    ("lesson.", &[]),
    ("level.", &[]),
    ("nav.", &["play", "analyse", "learn", "games"]),
    ("outcome.", &["red", "blue", "draw"]),
    (
        "outcome.reason.",
        &[
            "checkmate",
            "commander_captured",
            "stalemate",
            "fifty_moves",
            "repetition",
            "resignation",
            "agreement",
            "time",
        ],
    ),
    ("pgn.", &[]),
    ("piece.", &ROLES),
    ("piece.short.", &ROLES),
    ("refusal.", &[]),
    ("settings.board.", &["map", "paper"]),
    ("settings.pieces.", &["pictures", "names"]),
    ("settings.theme.", &["auto", "light", "dark"]),
    ("target.", &["move", "capture", "stay", "suicide", "combine", "both"]),
    ("terminal.command.", &[]),
    ("terminal.help.", &["moves", "pieces", "signs"]),
    ("terminal.list.", &["id", "played", "turns", "red", "blue", "result"]),
    ("terrain.", &["sea", "coast", "land"]),
];

/// The letters of the pieces.
const ROLES: [&str; 11] = ["C", "I", "T", "M", "E", "A", "G", "S", "F", "N", "H"];

/// The folders whose sources use texts, or name the codes of texts.
const SOURCES: [&str; 7] = [
    "crates/cotulenh/src/pgn",
    "crates/cotulenh/src/refusal",
    "locales/src",
    "web/src",
    "crates/cotulenh-cli/src",
    "crates/cotulenh-games/src",
    "crates/cotulenh-server/src",
];

#[test]
fn no_key_is_missing() {
    let (keys, sources) = (keys(), sources());
    let composed = COMPOSED
        .iter()
        .flat_map(|(prefix, values)| values.iter().map(move |value| format!("{prefix}{value}")));
    let used: BTreeSet<String> = quoted_keys(&sources, &keys).into_iter().chain(composed).collect();
    let missing: Vec<_> = used.difference(&keys).collect();
    assert!(missing.is_empty(), "locales/en.json lacks {missing:?}");
}

#[test]
fn no_key_is_unused() {
    let (keys, sources) = (keys(), sources());
    let quoted = quoted_keys(&sources, &keys);
    let is_quoted = |word: &str| ['\'', '"'].iter().any(|q| sources.contains(&format!("{q}{word}{q}")));
    let is_composed = |key: &str| {
        COMPOSED.iter().any(|(prefix, values)| {
            key.strip_prefix(prefix).is_some_and(|value| match (*prefix, *values) {
                ("fault.", _) => FAULTS.iter().any(|(code, variant)| value == fault_key(*code, variant)),
                (_, []) => is_quoted(value.split('.').next().unwrap_or(value)),
                (_, values) => values.contains(&value),
            })
        })
    };
    let unused: Vec<_> = keys.iter().filter(|key| !quoted.contains(*key) && !is_composed(key)).collect();
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}

#[test]
fn every_fault_has_a_text() {
    let keys = keys();
    let faults = FAULTS.iter().map(|(code, variant)| format!("fault.{}", fault_key(*code, variant)));
    let missing: Vec<_> = faults.filter(|key| !keys.contains(key)).collect();
    assert!(missing.is_empty(), "locales/en.json lacks {missing:?}");
}

#[test]
fn every_named_level_has_a_text() {
    let keys = keys();
    let missing: Vec<_> =
        Level::NAMED.iter().filter(|(name, _)| !keys.contains(&format!("level.{name}"))).collect();
    assert!(missing.is_empty(), "locales/en.json lacks the levels {missing:?}");
}

/// The faults of the rules library: code and variant.
const FAULTS: &[(FaultCode, &str)] = FaultReason::VARIANTS;

fn fault_key(code: FaultCode, variant: &str) -> String {
    format!("{}.{variant}", code.name())
}

#[test]
fn every_composed_prefix_is_used() {
    let sources = sources();
    // `prefix${value}` in JavaScript, "prefix{value}" in Rust.
    let is_used =
        |prefix: &str| sources.contains(&format!("{prefix}$")) || sources.contains(&format!("{prefix}{{"));
    let unused: Vec<_> = COMPOSED.iter().filter(|(prefix, _)| !is_used(prefix)).collect();
    assert!(unused.is_empty(), "nothing composes {unused:?}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The keys of every language; a test of cotulenh-locales makes sure that they are the same in
/// each.
fn keys() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("locales/en.json")).expect("locales/en.json can be read");
    let table: Map<String, Value> = serde_json::from_str(&text).expect("locales/en.json is a JSON object");
    table.into_iter().map(|(key, _)| key).collect()
}

/// All sources as one text.
fn sources() -> String {
    let mut text = String::new();
    let mut folders: Vec<PathBuf> = SOURCES.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = folders.pop() {
        // A folder may be absent: not every layer words anything.
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "js" || extension == "rs") {
                text += &fs::read_to_string(&path).expect("the source can be read");
            }
        }
    }
    text
}

/// The quoted texts that are keys, or look like one: words between dots, of which the first begins
/// some key. The key of a number of things stands for its two forms.
fn quoted_keys(sources: &str, keys: &BTreeSet<String>) -> BTreeSet<String> {
    let groups: BTreeSet<&str> = keys.iter().filter_map(|key| key.split('.').next()).collect();
    let looks_like_key = |text: &str| match text.split_once('.') {
        Some((group, rest)) => groups.contains(group) && rest.split('.').all(is_word) && !is_file_name(text),
        None => false,
    };
    let quoted = |quote| sources.lines().flat_map(move |line| line.split(quote).skip(1));
    ['\'', '"', '`']
        .into_iter()
        .flat_map(quoted)
        .filter(|text| looks_like_key(text))
        .flat_map(|text| match PLURALS.map(|form| format!("{text}.{form}")) {
            forms if forms.iter().any(|form| keys.contains(form)) => forms.to_vec(),
            _ => vec![text.to_owned()],
        })
        .collect()
}

/// The forms of a text with a number.
const PLURALS: [&str; 2] = ["one", "other"];

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

fn is_file_name(text: &str) -> bool {
    [".js", ".rs", ".json", ".db", ".sqlite"].iter().any(|extension| text.ends_with(extension))
}

//! One name, one thing; one place that plays an action.

use std::collections::BTreeMap;

use regex::Regex;

use crate::tree;

/// Type names that each file of a kind has: the arguments of a command, the arguments and commands of
/// a program, the code of a README.
const REPEATED: [&str; 4] = ["Args", "Cli", "Command", "Readme"];
/// Function names with at most one definition in the workspace.
const FUNCTIONS: [&str; 1] = ["mix"];

#[test]
fn one_name_means_one_thing() {
    // Types inside of functions, tests and implementations are indented; they have a smaller scope.
    let definition =
        Regex::new(r"(?m)^(?:pub(?:\([a-z: ]+\))?\s+)?(?:struct|enum|trait|type|union)\s+(\w+)").unwrap();
    let mut types = places(&definition, |file| file.contains("/src/"));
    // The macro `records!` defines a type for each `Name("separator") {`.
    let record = Regex::new(r#"(?m)^    (\w+)\("(?: |\\n)"\) \{$"#).unwrap();
    let records = places(&record, |file| file.ends_with("wasm-protocol/src/record.rs"));
    assert!(records.contains_key("PlayedTurnRecord"), "the records are found");
    for (name, found) in records {
        types.entry(name).or_default().extend(found);
    }
    assert_eq!(types.get("Position").map(Vec::len), Some(1), "the rules crate defines one Position");
    let function = Regex::new(r"\bfn\s+(\w+)\s*[(<]").unwrap();
    let functions = places(&function, |_| true);
    let functions = functions.iter().filter(|(name, _)| FUNCTIONS.contains(&name.as_str()));
    let types = types.iter().filter(|(name, _)| !REPEATED.contains(&name.as_str()));
    let repeated: Vec<String> = types
        .chain(functions)
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{name} is defined {} times: {}", places.len(), places.join(", ")))
        .collect();
    assert!(repeated.is_empty(), "{}", repeated.join("\n"));
}

/// `Position::play_action` and `Game::play_action` are the only places that tell a step from the commit in order to
/// play it. A `Turn::Step` is a text that was read, and may be matched.
#[test]
fn only_the_rules_crate_plays_the_two_kinds_of_action() {
    let arm = Regex::new(
        r"(?:Action::|[^:\w])Step\(\s*\w+\s*\)\)*\s*=>[^,;}]*\b(?:play|play_unchecked|after)\w*\(",
    )
    .unwrap();
    // The rules crate, and this file.
    let is_exempt = |file: &str| file.starts_with("crates/cotulenh/src/") || file.starts_with("xtask/tests/");
    let mut faults = Vec::new();
    for file in rust_files().into_iter().filter(|file| !is_exempt(file)) {
        let text = tree::read(&file);
        faults.extend(
            arm.find_iter(&text).map(|found| format!("{file}:{}", tree::line_of(&text, found.start()))),
        );
    }
    assert!(faults.is_empty(), "use play_action here: {}", faults.join(", "));
    assert!(
        arm.is_match("match action { Action::Step(mv) => game.play(mv)?, Action::Commit => game.commit()? }")
    );
    assert!(arm.is_match("match next { Some(Action::Step(mv)) => game.play(mv).unwrap(), None => break }"));
}

/// `Position::parse_action` and `Game::play_action_text` read the text of a commit. The terminal has
/// a command of the same name.
#[test]
fn only_the_rules_crate_reads_the_text_of_a_commit() {
    let read = Regex::new(r#"== *"commit"|"commit" *=>"#).unwrap();
    assert!(read.is_match("if text == \"commit\" {"));
    let files = rust_files().into_iter().filter(|file| file.contains("/src/"));
    let faults: Vec<String> = files.filter(|file| read.is_match(&tree::read(file))).collect();
    assert!(faults.is_empty(), "use play_action_text here: {}", faults.join(", "));
}

/// The names that a pattern's first group matches, with their places.
fn places(pattern: &Regex, is_searched: impl Fn(&str) -> bool) -> BTreeMap<String, Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in rust_files().into_iter().filter(|file| is_searched(file)) {
        let text = tree::read(&file);
        for found in pattern.captures_iter(&text) {
            let name = found.get(1).unwrap();
            let place = format!("{file}:{}", tree::line_of(&text, name.start()));
            places.entry(name.as_str().to_owned()).or_default().push(place);
        }
    }
    places
}

fn rust_files() -> Vec<String> {
    let mut files = tree::files("crates", &["rs"]);
    files.extend(
        ["locales", "web", "xtask"]
            .into_iter()
            .filter(|folder| tree::exists(folder))
            .flat_map(|f| tree::files(f, &["rs"])),
    );
    files
}

//! One name, one thing; one place that plays an action.

use regex::Regex;

use crate::tree;

/// Type names with at most one definition in the workspace.
const TYPES: [&str; 17] = [
    "Action",
    "Clock",
    "Entry",
    "Event",
    "Flight",
    "GameResult",
    "Line",
    "Origin",
    "Progress",
    "Random",
    "Refusal",
    "Server",
    "Side",
    "Stage",
    "Text",
    "Unit",
    "Words",
];
/// Function names with at most one definition in the workspace.
const FUNCTIONS: [&str; 1] = ["mix"];

#[test]
fn one_name_means_one_thing() {
    let definition =
        Regex::new(r"(?m)^\s*(?:pub(?:\([a-z: ]+\))?\s+)?(?:struct|enum|trait|type|union)\s+(\w+)").unwrap();
    let function = Regex::new(r"\bfn\s+(\w+)\s*[(<]").unwrap();
    let mut faults = Vec::new();
    for (names, pattern) in [(&TYPES[..], &definition), (&FUNCTIONS[..], &function)] {
        for name in names {
            let places = places(pattern, |found| found == *name);
            if places.len() > 1 {
                faults.push(format!("{name} is defined {} times: {}", places.len(), places.join(", ")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn definitions_are_found() {
    let definition =
        Regex::new(r"(?m)^\s*(?:pub(?:\([a-z: ]+\))?\s+)?(?:struct|enum|trait|type|union)\s+(\w+)").unwrap();
    assert_eq!(
        places(&definition, |found| found == "Position").len(),
        1,
        "the rules crate defines one Position"
    );
}

/// `Position::play_action` and `Game::play_action` are the only places that tell a step from the commit in order to
/// play it. A `Turn::Step` is a text that was read, and may be matched.
#[test]
fn only_the_rules_crate_plays_the_two_kinds_of_action() {
    let arm = Regex::new(
        r"(?:Action::|[^:\w])Step\(\s*\w+\s*\)\)*\s*=>[^,;}]*\b(?:play|play_unchecked|after)\w*\(",
    )
    .unwrap();
    let mut faults = Vec::new();
    for file in rust_files().into_iter().filter(|file| !file.starts_with("crates/cotulenh/src/")) {
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

/// Where a pattern's first group matches a name.
fn places(pattern: &Regex, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut places = Vec::new();
    for file in rust_files() {
        let text = tree::read(&file);
        for found in pattern.captures_iter(&text) {
            let name = found.get(1).unwrap();
            if is_wanted(name.as_str()) {
                places.push(format!("{file}:{}", tree::line_of(&text, name.start())));
            }
        }
    }
    places
}

fn rust_files() -> Vec<String> {
    let mut files = tree::files("crates", &["rs"]);
    files.extend(
        ["locales", "web"]
            .into_iter()
            .filter(|folder| tree::exists(folder))
            .flat_map(|f| tree::files(f, &["rs"])),
    );
    files
}

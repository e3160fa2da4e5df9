//! Plain English in comments, documents, messages and page texts.

use regex::Regex;

use crate::tree;

/// What is read, by extension.
const EXTENSIONS: [&str; 14] =
    ["css", "cts", "html", "js", "json", "md", "mjs", "mts", "py", "rs", "sh", "toml", "ts", "yml"];
/// Files with other people's text, and this one.
const EXCLUDED: [&str; 3] = ["package-lock.json", "package.json", "prose.rs"];
/// `is no …` is plain English before these words.
const COMPARISONS: [&str; 12] = [
    "better",
    "different",
    "faster",
    "fewer",
    "larger",
    "less",
    "longer",
    "more",
    "slower",
    "smaller",
    "such",
    "worse",
];

#[test]
fn no_riddles() {
    let mut faults = Vec::new();
    let mut read = 0;
    for file in tree::files(".", &EXTENSIONS) {
        if !EXCLUDED.iter().any(|excluded| file.ends_with(excluded)) {
            read += 1;
            let text = tree::read(&file);
            faults.extend(riddles(&text).into_iter().map(|(line, found)| format!("{file}:{line}: {found}")));
        }
    }
    assert!(read > 200, "only {read} files were read");
    assert!(faults.is_empty(), "{} places to write in plain English:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn riddles_are_recognised() {
    for bad in [
        "/// Somebody else moves.",
        "if nobody asks",
        "9 is no level",
        "these are no moves",
        "/// A move that is\n    /// no capture.",
    ] {
        assert_eq!(riddles(bad).len(), 1, "{bad}");
    }
    for good in [
        "There is no level 9.",
        "the clock is no longer kept",
        "is not a level",
        "whether there are no moves",
    ] {
        assert_eq!(riddles(good), [], "{good}");
    }
}

/// Every riddle of a text, with its line.
fn riddles(text: &str) -> Vec<(usize, String)> {
    // A phrase may go on in the next line of a comment.
    const GAP: &str = r"(?:[ \t]|\r?\n[ \t]*(?://[/!]?|#|\*|>)?[ \t]*)+";
    let persons = Regex::new(r"(?i)\b(?:somebody|whoever|nobody|anybody)\b").unwrap();
    let denials = Regex::new(&format!(r"(?i)(there{GAP})?\b(?:is|are){GAP}no{GAP}([a-z]+)")).unwrap();
    let mut found: Vec<_> = persons
        .find_iter(text)
        .map(|word| (tree::line_of(text, word.start()), word.as_str().to_owned()))
        .collect();
    for denial in denials.captures_iter(text) {
        if denial.get(1).is_none() && !COMPARISONS.contains(&&*denial[2].to_lowercase()) {
            let whole = denial.get(0).unwrap();
            let words = whole.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            found.push((tree::line_of(text, whole.start()), words));
        }
    }
    found.sort();
    found
}

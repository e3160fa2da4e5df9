//! Every numbered clause of `docs/rules.md` has a test whose name begins with its number: here, or next to the
//! code in `src` where a unit test shows it better. Each shows where the clause applies and where it stops.
#![allow(missing_docs)]

#[path = "rules/positions.rs"]
mod positions;
#[path = "rules/section_1.rs"]
mod section_1;
#[path = "rules/section_10.rs"]
mod section_10;
#[path = "rules/section_11.rs"]
mod section_11;
#[path = "rules/section_12.rs"]
mod section_12;
#[path = "rules/section_13.rs"]
mod section_13;
#[path = "rules/section_14.rs"]
mod section_14;
#[path = "rules/section_2.rs"]
mod section_2;
#[path = "rules/section_3.rs"]
mod section_3;
#[path = "rules/section_4.rs"]
mod section_4;
#[path = "rules/section_5.rs"]
mod section_5;
#[path = "rules/section_6.rs"]
mod section_6;
#[path = "rules/section_7.rs"]
mod section_7;
#[path = "rules/section_8.rs"]
mod section_8;
#[path = "rules/section_9.rs"]
mod section_9;
#[path = "rules/section_9_recombination.rs"]
mod section_9_recombination;

use std::path::Path;
use std::{fs, io};

/// The number at the start of a text: `6.3 Forbidden set …`.
fn number(text: &str) -> Option<(u32, u32)> {
    let (section, clause) = text.split_once(' ')?.0.split_once('.')?;
    Some((section.parse().ok()?, clause.parse().ok()?))
}

/// The clauses: lines that begin with a number. Section 14 has several on a line: `14.1 …; 14.2 …;`.
fn clauses(rules: &str) -> Vec<(u32, u32)> {
    let clauses_of = |line| number(line).into_iter().flat_map(move |_| line.split("; ").filter_map(number));
    rules.lines().flat_map(clauses_of).collect()
}

/// The names of all test functions in the Rust files under a directory.
fn test_names(directory: &Path, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            test_names(&path, names)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            let tests =
                text.split("#[test]").skip(1).filter_map(|rest| rest.split_once("fn ")?.1.split_once('('));
            names.extend(tests.map(|(name, _)| name.to_owned()));
        }
    }
    Ok(())
}

/// Does `rules_3_4b_heavy_pieces` cite 3.4? The number ends at a letter or an underscore, so `rules_3_14` does not.
fn cites(name: &str, (section, clause): (u32, u32)) -> bool {
    let rest = name.strip_prefix(&format!("rules_{section}_{clause}"));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()))
}

#[test]
fn every_clause_has_a_test_that_cites_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = fs::read_to_string(root.join("../../docs/rules.md")).unwrap();
    let clauses = clauses(&rules);
    assert!(clauses.len() > 70, "only {} clauses found: has the format changed?", clauses.len());
    for clause in [(1, 1), (3, 4), (6, 3), (12, 12), (13, 6), (14, 2), (14, 4)] {
        assert!(clauses.contains(&clause), "{clause:?} is not found in docs/rules.md");
    }
    let mut names = Vec::new();
    for directory in ["src", "tests"] {
        test_names(&root.join(directory), &mut names).unwrap();
    }
    let untested: Vec<String> = clauses
        .iter()
        .filter(|&&clause| !names.iter().any(|name| cites(name, clause)))
        .map(|(section, clause)| format!("{section}.{clause}"))
        .collect();
    assert!(untested.is_empty(), "clauses without a test: {}", untested.join(", "));
}

//! Every numbered clause of docs/rules.md has a test of the rules crate whose name begins with its number.

use crate::tree;

#[test]
fn every_clause_has_a_test_that_cites_it() {
    let clauses = clauses(&tree::read("docs/rules.md"));
    assert!(clauses.len() > 70, "found only {} clauses: has the format changed?", clauses.len());
    for clause in [(1, 1), (3, 4), (6, 3), (12, 12), (13, 6), (14, 2), (14, 4)] {
        assert!(clauses.contains(&clause), "clause {clause:?} not found in docs/rules.md");
    }
    let mut names = Vec::new();
    for file in tree::files("crates/cotulenh", &["rs"]) {
        names.extend(test_names(&tree::read(&file)));
    }
    let untested: Vec<String> = clauses
        .iter()
        .filter(|&&clause| !names.iter().any(|name| cites(name, clause)))
        .map(|(section, clause)| format!("{section}.{clause}"))
        .collect();
    assert!(untested.is_empty(), "clauses without a test: {}", untested.join(", "));
}

#[test]
fn every_test_cites_a_clause_that_exists() {
    let clauses = clauses(&tree::read("docs/rules.md"));
    let mut unknown = Vec::new();
    for file in tree::files("crates/cotulenh", &["rs"]) {
        for name in test_names(&tree::read(&file)) {
            // `rules_2_table_…` cites a section only.
            let cites_clause =
                name.split('_').nth(2).is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()));
            let is_known = clauses.iter().any(|&clause| cites(&name, clause));
            if name.starts_with("rules_") && cites_clause && !is_known {
                unknown.push(format!("{file}: {name}"));
            }
        }
    }
    assert!(unknown.is_empty(), "tests of unknown clauses:\n{}", unknown.join("\n"));
}

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

/// The names of the test functions of a Rust file.
fn test_names(text: &str) -> Vec<String> {
    let tests = text.split("#[test]").skip(1).filter_map(|rest| rest.split_once("fn ")?.1.split_once('('));
    tests.map(|(name, _)| name.to_owned()).collect()
}

/// Whether the name cites the clause. The number ends at a letter or an underscore: `rules_3_4b_heavy` cites 3.4 but
/// `rules_3_14_…` does not cite 3.1.
fn cites(name: &str, (section, clause): (u32, u32)) -> bool {
    let rest = name.strip_prefix(&format!("rules_{section}_{clause}"));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()))
}

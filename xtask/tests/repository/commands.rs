//! The commands that documents name exist.

use std::collections::BTreeSet;

use regex::Regex;

use crate::documents::{code, documents};
use crate::tree;
use crate::workspace::packages;

#[test]
fn commands_of_the_programs_exist() {
    let players = subcommands("crates/cotulenh-cli/src");
    let developers = subcommands("crates/cotulenh-lab/src");
    let tasks = subcommands("xtask/src");
    assert!(players.contains("serve") && developers.contains("match") && tasks.contains("pack"));
    let call =
        Regex::new(r"(?:^|[^\w./-])(cotulenh|cotulenh-lab|cargo xtask|\./test) ([a-z][a-z0-9-]*)").unwrap();
    let parts = parts();
    let mut faults = Vec::new();
    // A changelog names what was.
    for document in documents().into_iter().filter(|document| document != "CHANGELOG.md") {
        for (line, span) in code(&tree::read(&document)) {
            for found in call.captures_iter(&span) {
                let known = match &found[1] {
                    "cotulenh" => &players,
                    "cotulenh-lab" => &developers,
                    "cargo xtask" => &tasks,
                    _ => &parts,
                };
                if !known.contains(&found[2]) {
                    faults.push(format!("{document}:{line}: {} {}", &found[1], &found[2]));
                }
            }
        }
    }
    assert!(faults.is_empty(), "unknown commands:\n{}", faults.join("\n"));
}

#[test]
fn the_readme_lists_every_command() {
    let readme = tree::read("README.md");
    for (program, folder) in
        [("cotulenh", "crates/cotulenh-cli/src"), ("cotulenh-lab", "crates/cotulenh-lab/src")]
    {
        for command in subcommands(folder) {
            let row = format!("| `{program} {command}` |");
            assert!(readme.contains(&row), "README.md has no row {row}");
        }
    }
}

#[test]
fn packages_tests_and_examples_in_commands_exist() {
    let packages = packages();
    let option = Regex::new(r"\bcargo\b[^\n;&|]*").unwrap();
    let mut faults = Vec::new();
    let mut seen = 0;
    for document in documents() {
        for (line, span) in code(&tree::read(&document)) {
            for call in option.find_iter(&span) {
                let words: Vec<&str> =
                    call.as_str().split_whitespace().take_while(|word| *word != "--").collect();
                let value = |names: &[&str]| {
                    let at = words.iter().position(|word| names.contains(word))?;
                    words.get(at + 1).copied()
                };
                let Some(name) = value(&["-p", "--package"]) else { continue };
                let Some(package) = packages.iter().find(|package| package.name == name) else {
                    faults.push(format!("{document}:{line}: no package {name}"));
                    continue;
                };
                seen += 1;
                for (kind, folder) in [("--test", "tests"), ("--example", "examples"), ("--bench", "benches")]
                {
                    let Some(target) = value(&[kind]) else { continue };
                    let path = format!("{}/{folder}/{target}", package.folder);
                    if !tree::exists(&format!("{path}.rs")) && !tree::exists(&format!("{path}/main.rs")) {
                        faults.push(format!("{document}:{line}: no {path}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen > 5, "only {seen} commands with a package were found");
}

#[test]
fn variables_of_the_tests_exist() {
    let assignment = Regex::new(r"\b([A-Z]+(?:_[A-Z]+)*)=\S+ (?:cargo|node)\b").unwrap();
    let sources: Vec<String> = ["crates", "js", "web", "xtask"]
        .iter()
        .flat_map(|folder| tree::files(folder, &["rs", "mjs"]))
        .map(|file| tree::read(&file))
        .collect();
    let mut faults = Vec::new();
    for document in documents() {
        for (line, span) in code(&tree::read(&document)) {
            for found in assignment.captures_iter(&span) {
                let is_foreign = ["PROPTEST_CASES", "RUSTFLAGS", "RUSTDOCFLAGS"].contains(&&found[1]);
                if !is_foreign && !sources.iter().any(|source| source.contains(&found[1])) {
                    faults.push(format!("{document}:{line}: {}", &found[1]));
                }
            }
        }
    }
    assert!(faults.is_empty(), "variables that no test reads:\n{}", faults.join("\n"));
}

/// The parts of `./test`.
fn parts() -> BTreeSet<String> {
    let part = Regex::new(r"(?m)^part_(\w+)\(\)").unwrap();
    part.captures_iter(&tree::read("test")).map(|found| found[1].to_owned()).collect()
}

/// The names of a program's subcommands: the variants of the enum behind its `#[command(subcommand)]` that stands next
/// to `main`.
fn subcommands(folder: &str) -> BTreeSet<String> {
    let field = Regex::new(r"(?s)#\[command\(subcommand\)\]\s*\w+:\s*(?:Option<)?(\w+)").unwrap();
    let main = tree::read(&format!("{folder}/main.rs"));
    let name = &field.captures(&main).unwrap_or_else(|| panic!("no subcommands in {folder}/main.rs"))[1];
    let definition = Regex::new(&format!(r"(?s)\benum {name} \{{\n(.*?)\n\}}")).unwrap();
    let variant = Regex::new(r"(?m)^    ([A-Z]\w*)").unwrap();
    for file in tree::files(folder, &["rs"]) {
        let text = tree::read(&file);
        if let Some(body) = definition.captures(&text) {
            return variant.captures_iter(&body[1]).map(|variant| kebab_case(&variant[1])).collect();
        }
    }
    panic!("no enum {name} in {folder}");
}

fn kebab_case(name: &str) -> String {
    let mut text = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

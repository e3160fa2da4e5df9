//! The workflows of the forge name the compilers and the fuzz targets of the repository.

use std::collections::BTreeSet;

use regex::Regex;

use crate::tree;

#[test]
fn the_oldest_compiler_is_the_promised_one() {
    let promised = Regex::new(r#"(?m)^rust-version = "([\d.]+)""#).unwrap();
    let promised = promised.captures(&tree::read("Cargo.toml")).unwrap()[1].to_owned();
    let step = format!("dtolnay/rust-toolchain@{promised}\n");
    assert!(tree::read(".github/workflows/ci.yml").contains(&step), "ci.yml does not use {promised}");
    let readme = tree::read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(&format!("needs Rust {promised}")), "README.md does not name {promised}");
}

#[test]
fn every_fuzz_target_runs() {
    let matrix = Regex::new(r"target: \[([\w, ]+)\]").unwrap();
    let workflow = tree::read(".github/workflows/nightly.yml");
    let run: BTreeSet<&str> = matrix.captures(&workflow).unwrap().extract::<1>().1[0].split(", ").collect();
    let files = tree::files("fuzz/fuzz_targets", &["rs"]);
    let targets: BTreeSet<&str> =
        files.iter().map(|file| file.rsplit('/').next().unwrap().trim_end_matches(".rs")).collect();
    assert_eq!(run, targets);
    let contributing = tree::read("CONTRIBUTING.md");
    for target in targets {
        assert!(
            contributing.contains(&format!("`{target}`")),
            "CONTRIBUTING.md does not name the target {target}"
        );
    }
}

#[test]
fn every_part_of_the_test_runs() {
    let part = Regex::new(r"(?m)^part_(\w+)\(\)").unwrap();
    let workflow = tree::read(".github/workflows/ci.yml");
    let runs: Vec<&str> = workflow.lines().filter(|line| line.contains("run: ./test ")).collect();
    for part in part.captures_iter(&tree::read("test")) {
        let is_run = runs.iter().any(|line| line.split_whitespace().any(|word| word == &part[1]));
        assert!(is_run, "ci.yml does not run ./test {}", &part[1]);
    }
}

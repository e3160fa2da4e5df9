//! Every package that can be published is complete by itself.

use std::path::Path;

use regex::Regex;

use crate::tree;
use crate::workspace::{Package, packages};

#[test]
fn published_packages_are_complete() {
    let packages = packages();
    let published: Vec<&str> = packages
        .iter()
        .filter(|package| package.is_published())
        .map(|package| package.name.as_str())
        .collect();
    assert!(published.contains(&"cotulenh") && published.contains(&"cotulenh-cli"), "{published:?}");
    let mut faults = Vec::new();
    for package in packages.iter().filter(|package| package.is_published()) {
        let mut fault = |text: String| faults.push(format!("{}: {text}", package.name));
        for field in ["description", "license", "readme", "rust_version", "documentation"] {
            if package.metadata[field].as_str().is_none_or(str::is_empty) {
                fault(format!("no {field}"));
            }
        }
        for field in ["keywords", "categories"] {
            if package.metadata[field].as_array().is_none_or(|list| list.is_empty() || list.len() > 5) {
                fault(format!("expected one to five {field}"));
            }
        }
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            if !tree::exists(&format!("{}/{file}", package.folder)) {
                fault(format!("no {file}"));
            }
        }
        for dependency in package.metadata["dependencies"].as_array().unwrap() {
            let name = dependency["name"].as_str().unwrap();
            let is_local = dependency["path"].is_string();
            // Cargo drops local development dependencies without a version when it packages.
            if is_local && dependency["kind"] != "dev" {
                if dependency["req"] == "*" {
                    fault(format!("the dependency {name} has no version"));
                }
                if !published.contains(&name) {
                    fault(format!("depends on {name}, which is not published"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A pattern without a slash matches in every folder, such as `node_modules`.
#[test]
fn lists_of_packaged_files_name_their_folder() {
    let item = Regex::new(r#""([^"]+)""#).unwrap();
    let mut seen = 0;
    for package in packages() {
        let manifest = tree::read(&format!("{}/Cargo.toml", package.folder));
        for list in manifest.lines().filter(|line| line.starts_with("include = ")) {
            for pattern in item.captures_iter(list) {
                seen += 1;
                assert!(pattern[1].starts_with('/'), "{}: include {:?}", package.name, &pattern[1]);
            }
        }
    }
    assert!(seen > 0, "no package lists its files");
}

#[test]
fn the_readme_lists_the_features_of_the_rules() {
    let package = packages().into_iter().find(|package| package.name == "cotulenh").unwrap();
    let features = package.metadata["features"].as_object().unwrap();
    let readme = tree::read("README.md");
    let rows = readme.lines().skip_while(|line| !line.starts_with("| feature |")).skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let listed: Vec<&str> = rows.iter().map(|row| row.split('`').nth(1).unwrap()).collect();
    let mut expected: Vec<&str> =
        features.keys().map(String::as_str).filter(|name| *name != "default").collect();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

#[test]
fn published_packages_use_no_files_outside_their_folder() {
    let mut faults = Vec::new();
    for package in packages().iter().filter(|package| package.is_published()) {
        for file in tree::files(&package.folder, &["rs"]) {
            let text = tree::read(&file);
            for (line, path) in outside(package, &file, &text) {
                faults.push(format!("{file}:{line}: {path}"));
            }
        }
    }
    assert!(faults.is_empty(), "paths that leave the package:\n{}", faults.join("\n"));
}

#[test]
fn paths_outside_a_package_are_recognised() {
    let package = packages().into_iter().find(|package| package.name == "cotulenh").unwrap();
    for bad in [
        r#"include_str!("../../../README.md")"#,
        r#"include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"))"#,
        r#"#[path = "../../cotulenh-engine/tests/common/mod.rs"]"#,
        r#"#[folder = "../../web"]"#,
        r#"root.join("../../docs")"#,
    ] {
        assert_eq!(outside(&package, "crates/cotulenh/src/lib.rs", bad).len(), 1, "{bad}");
    }
    for good in
        [r#"include_str!("../tests/vectors/perft.txt")"#, r#"root.join("tests")"#, r#"get("/../../x")"#]
    {
        assert_eq!(outside(&package, "crates/cotulenh/src/lib.rs", good), [], "{good}");
    }
}

/// The paths in a Rust file that lead out of its package, with their lines.
fn outside(package: &Package, file: &str, text: &str) -> Vec<(usize, String)> {
    let from_file = Regex::new(r#"(?:include_(?:str|bytes)!\(\s*|#\[path\s*=\s*)"([^"]+)""#).unwrap();
    let from_package = Regex::new(
        r#"(?:CARGO_MANIFEST_DIR"\s*\)\s*,\s*|#\[folder\s*=\s*|\bjoin\(\s*|rerun-if-changed=)"?/?(\.\.[^"]*)""#,
    )
    .unwrap();
    let folder = Path::new(&package.folder);
    let file = Path::new(file).parent().unwrap();
    let mut found = Vec::new();
    for (pattern, base) in [(&from_file, file), (&from_package, folder)] {
        for path in pattern.captures_iter(text) {
            if !tree::normalize(&base.join(&path[1])).starts_with(folder) {
                found.push((tree::line_of(text, path.get(1).unwrap().start()), path[1].to_owned()));
            }
        }
    }
    found
}

//! docs/architecture.md against the tree: its table of files, and its table of layers against the manifests and the
//! `use` lines.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use crate::tree;
use crate::workspace::packages;

const PAGE: &str = "docs/architecture.md";
/// Extensions of source files.
const SOURCES: [&str; 4] = ["css", "js", "rs", "ts"];
/// Entry points, which only name the other files.
const ENTRIES: [&str; 3] = ["index.ts", "lib.rs", "main.rs"];

#[test]
fn the_page_fits_one_page() {
    let lines = tree::read(PAGE).lines().count();
    assert!(lines <= 130, "{PAGE} has {lines} lines");
}

#[test]
fn every_listed_file_exists() {
    let mut faults = Vec::new();
    for (folder, files) in listed() {
        for file in files {
            let path = format!("{folder}/{file}");
            let is_folder = tree::root().join(&path).is_dir();
            if !tree::exists(&path) || is_folder != file.ends_with('/') {
                faults.push(path);
            }
        }
    }
    assert!(faults.is_empty(), "{PAGE} lists what does not exist:\n{}", faults.join("\n"));
}

#[test]
fn every_file_is_listed() {
    let listed = listed();
    let mut faults = Vec::new();
    for (folder, names) in &listed {
        for file in tree::files(folder, &SOURCES) {
            let file = file.strip_prefix(&format!("{folder}/")).unwrap();
            let is_listed =
                |name: &String| if name.ends_with('/') { file.starts_with(name) } else { file == name };
            let listings = names.iter().filter(|name| is_listed(name)).count();
            if listings != 1 && !ENTRIES.contains(&file) {
                faults.push(format!("{folder}/{file} is listed {listings} times"));
            }
        }
    }
    for package in packages() {
        let folder = if tree::exists(&format!("{}/src", package.folder)) { "/src" } else { "" };
        let folder = format!("{}{folder}", package.folder);
        let is_listed = listed.contains_key(&folder) || listed.contains_key(&package.folder);
        if !is_listed {
            faults.push(format!("the package in {folder} is not listed"));
        }
    }
    for folder in tree::top_folders().into_iter().filter(|folder| folder != "crates" && folder != "docs") {
        let inside = format!("{folder}/");
        if !listed.keys().any(|listed| *listed == folder || listed.starts_with(&inside)) {
            faults.push(format!("the folder {folder} is not listed"));
        }
    }
    assert!(faults.is_empty(), "{PAGE}:\n{}", faults.join("\n"));
}

#[test]
fn manifests_agree_with_the_layers() {
    let layers = layers();
    let mut faults = Vec::new();
    for package in packages() {
        let Some(layer) = layers.get(&package.name) else {
            faults.push(format!("{} is missing in the table of layers", package.name));
            continue;
        };
        let mut used = package.dependencies();
        used.retain(|name| layers.contains_key(name));
        if used != layer.uses {
            faults.push(format!("{} uses {used:?}, the page says {:?}", package.name, layer.uses));
        }
        for (owner, other) in layers.iter().filter(|(name, _)| **name != package.name) {
            for name in package.dependencies().intersection(&other.alone) {
                if !layer.alone.contains(name) {
                    faults.push(format!("{} uses {name}, which belongs to {owner}", package.name));
                }
            }
        }
        for name in &layer.alone {
            if !package.dependencies().contains(name) {
                faults.push(format!("{} does not use {name}", package.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn dependencies_point_one_way() {
    let layers = layers();
    for (name, layer) in &layers {
        for used in &layer.uses {
            let below = layers.get(used).unwrap_or_else(|| panic!("{name} uses {used}, which has no row"));
            assert!(below.row < layer.row, "{used} stands below {name} in {PAGE}");
        }
    }
}

#[test]
fn use_lines_agree_with_the_layers() {
    let layers = layers();
    let path = Regex::new(r"\b(cotulenh(?:_[a-z]+)*)::").unwrap();
    let comment = Regex::new(r"(?m)^\s*//.*$").unwrap();
    let mut faults = Vec::new();
    for package in packages() {
        let Some(layer) = layers.get(&package.name) else { continue };
        let foreign: Vec<String> = layers
            .iter()
            .filter(|(name, _)| **name != package.name)
            .flat_map(|(_, other)| other.alone.difference(&layer.alone))
            .map(|name| name.replace('-', "_"))
            .collect();
        for file in tree::files(&package.folder, &["rs"]) {
            let text = comment.replace_all(&tree::read(&file), "").into_owned();
            for found in path.captures_iter(&text) {
                let name = found[1].replace('_', "-");
                if layers.contains_key(&name) && name != package.name && !layer.uses.contains(&name) {
                    faults.push(format!("{file} uses {name}"));
                }
            }
            for name in &foreign {
                if Regex::new(&format!(r"\b{name}::")).unwrap().is_match(&text) {
                    faults.push(format!("{file} uses {name}"));
                }
            }
        }
    }
    faults.dedup();
    assert!(faults.is_empty(), "against the layers of {PAGE}:\n{}", faults.join("\n"));
}

/// The rules and the engine leave files, sockets and streams to the layers above.
#[test]
fn rules_and_engine_have_no_input_or_output() {
    let input_output =
        Regex::new(r"\bstd::(?:fs|net|process)\b|\bprintln!|\beprintln!|\bstd(?:in|out|err)\(\)").unwrap();
    let comment = Regex::new(r"(?m)^\s*//.*$").unwrap();
    let mut faults = Vec::new();
    for folder in ["crates/cotulenh/src", "crates/cotulenh-engine/src"] {
        for file in tree::files(folder, &["rs"]) {
            let text = tree::read(&file);
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
            if let Some(found) = input_output.find(&comment.replace_all(code, "")) {
                faults.push(format!("{file}: {}", found.as_str()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The npm package reaches the rules and the engine only through the two WASM packages.
#[test]
fn javascript_uses_only_the_wasm_packages() {
    let name = Regex::new(r"\bcotulenh_\w+").unwrap();
    let mut found = BTreeSet::new();
    for file in tree::files("js", &["mjs", "ts"]) {
        found.extend(name.find_iter(&tree::read(&file)).map(|name| name.as_str().to_owned()));
    }
    assert_eq!(found, BTreeSet::from(["cotulenh_engine_wasm".to_owned(), "cotulenh_wasm".to_owned()]));
}

/// The page in the browser imports only its own files.
#[test]
fn the_web_page_imports_only_its_own_files() {
    let import = Regex::new(
        r#"(?m)^(?:import|export)\s+(?:[\w*{},\s]+?\bfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]"#,
    )
    .unwrap();
    let comment = Regex::new(r"(?s)/\*.*?\*/").unwrap();
    let mut faults = Vec::new();
    let mut seen = 0;
    for file in tree::files("web/src", &["js"]) {
        let folder = std::path::Path::new(&file).parent().unwrap().to_path_buf();
        // Comments also import types.
        let text = comment.replace_all(&tree::read(&file), "").into_owned();
        for found in import.captures_iter(&text) {
            seen += 1;
            let name = found.get(1).or(found.get(2)).unwrap().as_str();
            let target = tree::normalize(&folder.join(name));
            if !target.starts_with("web/src") || !tree::exists(target.to_str().unwrap()) {
                faults.push(format!("{file}: {name}"));
            }
        }
    }
    assert!(seen > 50, "only {seen} imports were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A row of the table of layers.
struct Layer {
    row: usize,
    /// The packages of the workspace that it depends on.
    uses: BTreeSet<String>,
    /// The other packages that only it depends on.
    alone: BTreeSet<String>,
}

/// The table under `| package | uses | … |`, by package.
fn layers() -> BTreeMap<String, Layer> {
    let page = tree::read(PAGE);
    let rows = page.lines().skip_while(|line| !line.starts_with("| package |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let mut layers = BTreeMap::new();
    for (row, line) in rows.enumerate() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [name, uses, alone] = cells[..] else { panic!("expected three cells: {line}") };
        for name in names(name) {
            layers.insert(name, Layer { row, uses: names(uses).collect(), alone: names(alone).collect() });
        }
    }
    assert!(layers.len() > 5, "the table of layers was not found");
    layers
}

/// The table of files: the names in the first cells of its rows, by folder. A bold row begins a folder.
fn listed() -> BTreeMap<String, Vec<String>> {
    let page = tree::read(PAGE);
    let rows = page.lines().skip_while(|line| !line.starts_with("| file |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let mut listed = BTreeMap::new();
    let mut folder = String::new();
    for line in rows {
        let (first, rest) = line.trim_start_matches('|').split_once('|').unwrap();
        assert!(!rest.trim_matches(['|', ' ']).is_empty(), "the row says nothing: {line}");
        if first.trim().starts_with("**") {
            folder = names(first).next().unwrap();
            assert!(listed.insert(folder.clone(), Vec::new()).is_none(), "{folder} is listed twice");
        } else {
            let found: Vec<String> = names(first).collect();
            assert!(!found.is_empty(), "the row names no file: {line}");
            listed.get_mut(&folder).expect("the table begins with a folder").extend(found);
        }
    }
    assert!(listed.len() > 5, "the table of files was not found");
    listed
}

/// What stands between backquotes.
fn names(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned)
}

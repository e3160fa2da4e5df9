//! Links and paths in the documents lead somewhere.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;

use crate::tree;

/// Paths that exist only after a build, a run or an installation.
const GENERATED: [&str; 7] = [
    "js/dist",
    "js/node_modules",
    "target",
    "fuzz/corpus",
    "fuzz/artifacts",
    "web/node_modules",
    "web/test-results",
];

#[test]
fn links_lead_somewhere() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut faults = Vec::new();
    let mut seen = 0;
    for document in documents() {
        let text = tree::read(&document);
        for found in link.captures_iter(&text) {
            let target = &found[1];
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            seen += 1;
            let (path, anchor) =
                target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
            let folder = Path::new(&document).parent().unwrap();
            let path = if path.is_empty() {
                document.clone()
            } else {
                tree::normalize(&folder.join(path)).to_str().unwrap().replace('\\', "/")
            };
            let leads = tree::exists(&path)
                && anchor.is_none_or(|anchor| anchors(&tree::read(&path)).contains(anchor));
            if !leads {
                faults.push(format!(
                    "{document}:{}: {target}",
                    tree::line_of(&text, found.get(0).unwrap().start())
                ));
            }
        }
    }
    assert!(seen > 30, "only {seen} links were found");
    assert!(faults.is_empty(), "links that lead nowhere:\n{}", faults.join("\n"));
}

#[test]
fn paths_exist() {
    let path = Regex::new(r"(?:^|[\s'=(])((?:\.github|\.ci|\.cargo|[a-z]+)(?:/[\w.*-]+)+/?)").unwrap();
    let mut folders = tree::top_folders();
    folders.extend([".cargo", ".ci", ".github"].map(str::to_owned));
    let mut faults = Vec::new();
    let mut seen = 0;
    for document in documents() {
        // A changelog names what was.
        if document == "CHANGELOG.md" {
            continue;
        }
        let package = package_folder(&document);
        for (line, span) in code(&tree::read(&document)) {
            for found in path.captures_iter(&span) {
                let named = found[1].trim_end_matches(['/', '.', ',', ':']);
                let first = named.split('/').next().unwrap();
                if GENERATED.iter().any(|generated| named.starts_with(generated)) || named.contains('*') {
                    continue;
                }
                // In a package's own README, paths begin at the package.
                let is_ours = folders.iter().any(|folder| folder == first);
                if is_ours {
                    seen += 1;
                    if !tree::exists(named) && !tree::exists(&format!("{package}{named}")) {
                        faults.push(format!("{document}:{line}: {named}"));
                    }
                }
            }
        }
    }
    assert!(seen > 20, "only {seen} paths were found");
    assert!(faults.is_empty(), "paths that do not exist:\n{}", faults.join("\n"));
}

/// Prose wraps at 100 columns. Rows of tables, links and code may be longer.
#[test]
fn prose_wraps() {
    let mut faults = Vec::new();
    for document in documents() {
        // Normative text, kept line by line as it was taken over.
        if document == "docs/rules.md"
            || document.starts_with("docs/records/")
            || document.ends_with(".api.md")
        {
            continue;
        }
        let mut is_code = false;
        for (index, line) in tree::read(&document).lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            let is_long = line.chars().count() > 100 && line.contains(' ');
            if is_long && !is_code && !line.trim_start().starts_with('|') {
                faults.push(format!("{document}:{}: {} columns", index + 1, line.chars().count()));
            }
        }
    }
    assert!(faults.is_empty(), "lines of prose over 100 columns:\n{}", faults.join("\n"));
}

/// All documents for readers, as paths from the root.
pub fn documents() -> Vec<String> {
    let mut documents = tree::files(".", &["md"]);
    // Records tell what was true on their day; the API report is generated.
    documents.retain(|document| !document.starts_with("docs/records/") && !document.ends_with(".api.md"));
    assert!(documents.iter().any(|document| document == "README.md"));
    documents
}

/// The code spans of a document and the lines of its code blocks, with line numbers.
pub fn code(text: &str) -> Vec<(usize, String)> {
    let span = Regex::new(r"`([^`]+)`").unwrap();
    let mut found = Vec::new();
    let mut is_block = false;
    // A span may go on in the next line of its paragraph.
    let mut paragraph = String::new();
    let mut begin = 0;
    for (index, line) in text.lines().chain([""]).enumerate() {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence || is_block || line.is_empty() {
            let spans = span.captures_iter(&paragraph);
            found.extend(spans.map(|span| {
                let line = begin + tree::line_of(&paragraph, span.get(0).unwrap().start());
                (line, span[1].split_whitespace().collect::<Vec<_>>().join(" "))
            }));
            paragraph.clear();
            begin = index + 1;
        } else {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
        if is_block && !is_fence {
            // What follows # is a comment, in prose.
            found.push((index + 1, line.split(" #").next().unwrap().to_owned()));
        }
        is_block ^= is_fence;
    }
    found
}

#[test]
fn code_is_found() {
    let text = "a `b\nc` d\n\n```sh\ne f # g\n```\n\n`h`";
    let expected = [(1, "b c".to_owned()), (5, "e f".to_owned()), (8, "h".to_owned())];
    assert_eq!(code(text), expected);
}

#[test]
fn the_tables_of_the_explorer_are_documented() {
    let table = Regex::new(r"(?s)CREATE TABLE \w+ \(.*?\n\) STRICT(?:, WITHOUT ROWID)?").unwrap();
    let tables = |file: &str| -> Vec<String> {
        table.find_iter(&tree::read(file)).map(|table| table.as_str().to_owned()).collect()
    };
    let documented = tables("docs/explorer.md");
    assert_eq!(documented, tables("crates/cotulenh-games/src/explorer/schema.rs"));
    assert_eq!(documented.len(), 3);
}

/// The folder of the package that a document belongs to, with a slash, or nothing.
fn package_folder(document: &str) -> String {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    if folder.is_empty() || folder == "docs" { String::new() } else { format!("{folder}/") }
}

/// The anchors of a document's headings, as forges make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

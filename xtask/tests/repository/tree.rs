//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold build products or downloads.
const GENERATED: [&str; 9] =
    [".git", "artifacts", "corpus", "coverage", "dist", "node_modules", "target", "test-results", "vectors"];

/// The root folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The text of a file, given by its path from the root.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("cannot read {path}: {error}"))
}

/// Whether a file or folder exists at a path from the root.
pub fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// The files below a folder with one of the extensions, as sorted paths from the root.
pub fn files(folder: &str, extensions: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut |path| {
        if path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known)) {
            found.push(from_root(path));
        }
    });
    found.sort();
    found
}

/// The folders directly below the root, without hidden and generated ones.
pub fn top_folders() -> Vec<String> {
    let entries = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<String> =
        entries.filter(|path| path.is_dir()).map(|path| from_root(&path)).collect();
    folders.retain(|name| !name.starts_with('.') && !GENERATED.contains(&name.as_str()));
    folders.sort();
    folders
}

/// Resolves `.` and `..` of a path without looking at the disk.
pub fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                normal.pop();
            }
            std::path::Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// The line number of a byte offset.
pub fn line_of(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

fn collect(folder: &Path, found: &mut impl FnMut(&Path)) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !GENERATED.contains(&name) {
                collect(&path, found);
            }
        } else {
            found(&path);
        }
    }
}

fn from_root(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap();
    path.components().map(|part| part.as_os_str().to_str().unwrap()).collect::<Vec<_>>().join("/")
}

//! The tarball for npm.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::command::output;
use crate::{js, npm, step};

/// The engine's file is an eighth of a megabyte of it.
const LARGEST: u64 = 680_000;

/// All that is published.
const FILES: [&str; 12] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "dist/engine.js",
    "dist/engine.js.map",
    "dist/index.cjs",
    "dist/index.cjs.map",
    "dist/index.d.cts",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/index.js.map",
    "package.json",
];

pub fn pack(root: &Path) -> Result<()> {
    js::build(root, false)?;
    step("pack");
    let report =
        output(npm::npm(root).args(["pack", "--json", "--pack-destination"]).arg(root.join("target")))?;
    let report: Value = serde_json::from_str(&report).context("cannot understand what npm pack says")?;
    let package = &report[0];

    let files = package["files"].as_array().context("npm pack names no files")?;
    let mut names = BTreeSet::new();
    for file in files {
        let name = file["path"].as_str().context("npm pack names no path")?;
        eprintln!("{:>9} {name}", file["size"].as_u64().context("npm pack tells no size")?);
        names.insert(name);
    }
    let expected = BTreeSet::from(FILES);
    let surplus: Vec<_> = names.difference(&expected).collect();
    let missing: Vec<_> = expected.difference(&names).collect();
    ensure!(surplus.is_empty(), "the tarball has files that do not belong there: {surplus:?}");
    ensure!(missing.is_empty(), "the tarball lacks files: {missing:?}");

    let name = package["filename"].as_str().context("npm pack tells no file name")?;
    let size = fs::metadata(root.join("target").join(name))?.len();
    step(&format!("pack: target/{name}, {size} bytes, of at most {LARGEST}"));
    ensure!(size <= LARGEST, "the tarball is too large");
    Ok(())
}

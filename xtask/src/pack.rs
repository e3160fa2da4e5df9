//! The tarball for npm.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::command::output;
use crate::{js, npm, step};

/// The maximum size of the tarball in bytes.
const MAX_SIZE: u64 = 830_000;

/// The files of the tarball.
const FILES: [&str; 19] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "dist/engine-client.js",
    "dist/engine-client.js.map",
    "dist/engine-script.js",
    "dist/engine-wasm.js",
    "dist/engine.d.ts",
    "dist/engine.js",
    "dist/engine.js.map",
    "dist/engine.wasm",
    "dist/index.cjs",
    "dist/index.cjs.map",
    "dist/index.d.cts",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/rules.js",
    "dist/rules.js.map",
    "package.json",
];

pub fn pack(root: &Path) -> Result<()> {
    js::build(root, false)?;
    step("pack");
    let report =
        output(npm::npm(root).args(["pack", "--json", "--pack-destination"]).arg(root.join("target")))?;
    let report: Value = serde_json::from_str(&report).context("the output of npm pack is not JSON")?;
    let package = &report[0];

    let files = package["files"].as_array().context("the output of npm pack has no files")?;
    let mut names = BTreeSet::new();
    for file in files {
        let name = file["path"].as_str().context("a file of npm pack has no path")?;
        eprintln!("{:>9} {name}", file["size"].as_u64().context("a file of npm pack has no size")?);
        names.insert(name);
    }
    let expected = BTreeSet::from(FILES);
    let surplus: Vec<_> = names.difference(&expected).collect();
    let missing: Vec<_> = expected.difference(&names).collect();
    ensure!(surplus.is_empty(), "the tarball contains unexpected files: {surplus:?}");
    ensure!(missing.is_empty(), "the tarball does not contain: {missing:?}");

    let name = package["filename"].as_str().context("the output of npm pack has no file name")?;
    let size = fs::metadata(root.join("target").join(name))?.len();
    step(&format!("pack: target/{name}, {size} bytes of at most {MAX_SIZE}"));
    ensure!(size <= MAX_SIZE, "the tarball has {size} bytes: expected at most {MAX_SIZE}");
    Ok(())
}

//! js/dist: the TypeScript facade with the WASM inside.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command::run;
use crate::{npm, step, wasm};

/// Cargo's version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

pub fn build(root: &Path, update_api: bool) -> Result<()> {
    wasm::build(root)?;
    npm::install(root)?;
    take_version(root)?;
    for licence in LICENCES {
        fs::copy(root.join(licence), root.join("js").join(licence))
            .with_context(|| format!("cannot copy {licence} to js"))?;
    }
    let mut build = Command::new("node");
    build.arg("build.mjs").current_dir(root.join("js"));
    if update_api {
        build.arg("--update-api");
    }
    run(&mut build)?;
    // Last, so that one can work with what is too large.
    wasm::check_size(root)
}

/// Makes the version of the package that of the workspace.
fn take_version(root: &Path) -> Result<()> {
    if version_in(root, "js/package.json")? == VERSION && version_in(root, "js/package-lock.json")? == VERSION
    {
        return Ok(());
    }
    step(&format!("js: version {VERSION}, taken from Cargo.toml"));
    run(npm::npm(root).args(["version", VERSION, "--no-git-tag-version", "--allow-same-version"]))
}

fn version_in(root: &Path, file: &str) -> Result<String> {
    let text = fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"))?;
    let json: Value = serde_json::from_str(&text).with_context(|| format!("{file} is not JSON"))?;
    let version = json["version"].as_str().with_context(|| format!("{file} has no version"))?;
    Ok(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_the_version_of_the_workspace() {
        let root = crate::repository().unwrap();
        for file in ["js/package.json", "js/package-lock.json"] {
            assert_eq!(version_in(&root, file).unwrap(), VERSION, "{file}: cargo xtask js corrects it");
        }
    }
}

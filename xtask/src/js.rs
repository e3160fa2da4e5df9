//! js/dist: the TypeScript package with the WASM inside.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command::run;
use crate::{generate, npm, step, wasm};

/// The version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

pub fn build(root: &Path, update_api: bool) -> Result<()> {
    wasm::build(root)?;
    generate::update(root)?;
    npm::install(root)?;
    update_version(root)?;
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
    // Last, so that a package that is too large can still be tried.
    wasm::check_size(root)?;
    run(Command::new("node").arg(root.join("js/sizes.mjs")))
}

/// Sets the version of the package to that of the workspace.
fn update_version(root: &Path) -> Result<()> {
    if version_in(root, "js/package.json")? == VERSION && version_in(root, "js/package-lock.json")? == VERSION
    {
        return Ok(());
    }
    step(&format!("js: set the version to {VERSION}, as in Cargo.toml"));
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
            assert_eq!(version_in(&root, file).unwrap(), VERSION, "{file} is stale: run cargo xtask js");
        }
    }
}

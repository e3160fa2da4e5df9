//! The packages of the workspace, as cargo sees them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::tree;

/// One package of the workspace.
pub struct Package {
    pub name: String,
    /// Its folder, from the root.
    pub folder: String,
    /// What cargo says about it.
    pub metadata: Value,
}

impl Package {
    /// Whether `cargo publish` would publish it.
    pub fn is_published(&self) -> bool {
        self.metadata["publish"].is_null()
    }

    /// The packages it depends on for building, tests and benchmarks.
    pub fn dependencies(&self) -> BTreeSet<String> {
        let dependencies = self.metadata["dependencies"].as_array().unwrap();
        dependencies.iter().map(|dependency| dependency["name"].as_str().unwrap().to_owned()).collect()
    }
}

/// All packages of the workspace.
pub fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps"])
        .current_dir(tree::root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter().map(package);
    packages.collect()
}

fn package(metadata: &Value) -> Package {
    let manifest = Path::new(metadata["manifest_path"].as_str().unwrap());
    // Cargo gives absolute paths; both sides resolve symbolic links.
    let folder = manifest.parent().unwrap().canonicalize().unwrap();
    let folder = folder.strip_prefix(tree::root().canonicalize().unwrap()).unwrap();
    Package {
        name: metadata["name"].as_str().unwrap().to_owned(),
        folder: folder.to_str().unwrap().replace('\\', "/"),
        metadata: metadata.clone(),
    }
}

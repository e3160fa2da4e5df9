//! npm and the tools in js/node_modules.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::command::run;
use crate::step;

/// `npm`, to be run in js/.
pub fn npm(root: &Path) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(root.join("js")).args(["--loglevel", "error", "--no-audit", "--no-fund"]);
    npm
}

/// Installs the tools of the lock file, unless they are up to date.
pub fn install(root: &Path) -> Result<()> {
    let changed = |path: &str| -> Result<SystemTime> {
        let file = root.join("js").join(path);
        fs::metadata(&file)
            .and_then(|it| it.modified())
            .with_context(|| format!("cannot read the time of js/{path}"))
    };
    // npm writes its own copy of the lock file when it has finished.
    let fresh = changed("node_modules/.package-lock.json")
        .is_ok_and(|done| changed("package-lock.json").is_ok_and(|lock| lock <= done));
    if fresh {
        return Ok(());
    }
    step("npm: install the tools");
    run(npm(root).args(["ci", "--ignore-scripts"])).context("is Node.js installed, with npm?")
}

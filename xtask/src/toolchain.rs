//! The compiler for WASM on this machine.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::command::output;

pub const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// A toolchain that compiles to WASM.
pub enum Toolchain {
    /// The active toolchain, if it has the standard library of the target.
    Active,
    /// Debian's toolchain, which builds the standard library from source.
    Debian { cargo: PathBuf, rustc: PathBuf },
}

impl Toolchain {
    pub fn find() -> Result<Toolchain> {
        let active = Toolchain::Active;
        let library = output(active.rustc().args(["--print", "target-libdir", "--target", TARGET]))?;
        if Path::new(library.trim()).exists() {
            return Ok(active);
        }
        if let Some(debian) = find_debian() {
            return Ok(debian);
        }
        bail!(
            "no compiler for {TARGET} is installed; install one with either of:\n  \
             rustup target add {TARGET}\n  \
             apt-get install {}",
            DEBIAN_PACKAGES.join(" ")
        );
    }

    pub fn name(&self) -> &str {
        match self {
            Toolchain::Active => "the active toolchain",
            Toolchain::Debian { .. } => "Debian's toolchain, including the standard library",
        }
    }

    /// The directory of the compiler's own files.
    pub fn sysroot(&self) -> Result<PathBuf> {
        Ok(output(self.rustc().args(["--print", "sysroot"]))?.trim().into())
    }

    pub fn rustc(&self) -> Command {
        match self {
            Toolchain::Active => self.clean(Command::new("rustc")),
            Toolchain::Debian { rustc, .. } => self.clean(Command::new(rustc)),
        }
    }

    /// `cargo rustc` for WASM, with these flags for the compiler.
    pub fn cargo_rustc(&self, mut flags: Vec<String>) -> Command {
        let mut command = match self {
            Toolchain::Active => self.clean(Command::new("cargo")),
            Toolchain::Debian { cargo, rustc } => {
                flags.extend(["-C".into(), "linker=wasm-ld-19".into()]);
                let mut command = self.clean(Command::new(cargo));
                command.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
                command
            }
        };
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).args(["rustc", "--target", TARGET]);
        if matches!(self, Toolchain::Debian { .. }) {
            command.args(["-Z", "build-std=std,panic_abort"]);
        }
        command
    }

    /// Removes the variables that the cargo running this program has set for its own builds.
    fn clean(&self, mut command: Command) -> Command {
        for (name, _) in env::vars_os() {
            let Some(text) = name.to_str() else { continue };
            let ours = text.starts_with("CARGO") || text.starts_with("RUST") || text == "LD_LIBRARY_PATH";
            if ours && !self.keeps(text) {
                command.env_remove(text);
            }
        }
        command
    }

    fn keeps(&self, variable: &str) -> bool {
        let place = ["CARGO_HOME", "RUSTUP_HOME"].contains(&variable);
        let network =
            ["CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTR"].iter().any(|it| variable.starts_with(it));
        let choice = ["RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"].contains(&variable);
        place || network || choice && matches!(self, Toolchain::Active)
    }
}

/// Finds Debian's programs with dpkg, because rustup's come first in the path.
fn find_debian() -> Option<Toolchain> {
    let list = |package: &str| {
        let listing = Command::new("dpkg").args(["-L", package]).stderr(Stdio::null()).output().ok()?;
        listing.status.success().then(|| String::from_utf8_lossy(&listing.stdout).into_owned())
    };
    let program = |package: &str, path: &str| {
        list(package)?.lines().find(|line| line.ends_with(path)).map(PathBuf::from)
    };
    if DEBIAN_PACKAGES.iter().any(|package| list(package).is_none()) {
        return None;
    }
    Some(Toolchain::Debian {
        cargo: program("cargo-web", "/usr/bin/cargo")?,
        rustc: program("rustc-web", "/usr/bin/rustc")?,
    })
}

/// The directory of cargo's downloads.
pub fn cargo_home() -> Result<PathBuf> {
    if let Some(home) = env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = env::home_dir().context("there is no home directory")?;
    Ok(home.join(".cargo"))
}

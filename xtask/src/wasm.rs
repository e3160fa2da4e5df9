//! Rules and engine as WASM: compile, bind, optimise, check.
//!
//! `wasm-opt` is one of the JavaScript tools, so that all builds use the same version. Debian's
//! (108) breaks the tables of modules with reference types.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::{Bindgen, EncodeInto};

use crate::command::run;
use crate::toolchain::{TARGET, Toolchain, cargo_home};
use crate::{npm, step};

/// One WASM file of the package.
struct Module {
    /// Its crate.
    package: &'static str,
    /// The name of its files.
    name: &'static str,
    /// The maximum size in bytes.
    max_size: u64,
}

/// The second one is loaded with the first search; it contains its own copy of the rules.
const MODULES: [Module; 2] = [
    Module { package: "cotulenh-wasm", name: "cotulenh_wasm", max_size: 320_000 },
    Module { package: "cotulenh-engine-wasm", name: "cotulenh_engine_wasm", max_size: 240_000 },
];

impl Module {
    fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }
}

/// The WASM features that the compiler uses. Browsers have supported them since 2022.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

pub fn build(root: &Path) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let paths = MachinePaths::find(root, &toolchain)?;
    let directory = root.join("target/wasm");
    let bindings = directory.join("bindgen");

    step(&format!("wasm: compile with {}", toolchain.name()));
    for module in &MODULES {
        let mut cargo = toolchain.cargo_rustc(paths.remap());
        cargo.current_dir(root).args(["--locked", "--profile", "wasm", "--package", module.package]);
        // Only a cdylib: for a package that is also an rlib, cargo skips link-time optimisation.
        cargo.args(["--lib", "--crate-type", "cdylib"]);
        run(cargo.arg("--target-dir").arg(&directory))?;
    }
    let compiled =
        |module: &Module| directory.join(TARGET).join("wasm").join(format!("{}.wasm", module.name));
    let xtask = env::current_exe()?;
    if MODULES.iter().all(|module| is_newer(&bindings.join(module.wasm()), &[&compiled(module), &xtask])) {
        return Ok(());
    }

    // Built in another directory first, so that the bindings are always complete.
    let draft = directory.join("bindgen-draft");
    for module in &MODULES {
        let wasm = draft.join(module.wasm());
        step(&format!("wasm: bind {}", module.name));
        bind(&compiled(module), &draft)?;
        step("wasm: optimise");
        optimise(root, &wasm)?;
        paths.check_absent(&wasm)?;
    }
    if bindings.exists() {
        fs::remove_dir_all(&bindings).context("cannot remove the old bindings")?;
    }
    fs::rename(draft, bindings).context("cannot move the bindings")
}

fn bind(compiled: &Path, directory: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .typescript(true)
        // Only `initSync` is used; the asynchronous way needs `import.meta`, which CommonJS lacks.
        .omit_default_module_path(true)
        .encode_into(EncodeInto::Always)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(directory)
        .context("cannot generate the bindings")
}

fn optimise(root: &Path, wasm: &Path) -> Result<()> {
    npm::install(root)?;
    let mut optimise = Command::new("node");
    optimise.arg(root.join("js/node_modules/binaryen/bin/wasm-opt")).args(FEATURES);
    run(optimise.args(["-O3", "--strip-target-features"]).arg(wasm).arg("-o").arg(wasm))
}

fn is_newer(file: &Path, sources: &[&Path]) -> bool {
    let changed = |path: &Path| fs::metadata(path).and_then(|it| it.modified());
    changed(file)
        .is_ok_and(|file| sources.iter().all(|source| changed(source).is_ok_and(|source| source < file)))
}

pub fn check_size(root: &Path) -> Result<()> {
    for module in &MODULES {
        let size = fs::metadata(root.join("target/wasm/bindgen").join(module.wasm()))?.len();
        step(&format!("wasm: {} has {size} bytes of at most {}", module.name, module.max_size));
        ensure!(
            size <= module.max_size,
            "{} has {size} bytes: expected at most {}",
            module.name,
            module.max_size
        );
    }
    Ok(())
}

/// Directories of this machine that the compiler writes into panic messages.
struct MachinePaths {
    root: PathBuf,
    registry: PathBuf,
    rust_source: PathBuf,
}

impl MachinePaths {
    fn find(root: &Path, toolchain: &Toolchain) -> Result<MachinePaths> {
        Ok(MachinePaths {
            root: root.to_path_buf(),
            registry: cargo_home()?.join("registry/src"),
            rust_source: toolchain.sysroot()?.join("lib/rustlib/src/rust"),
        })
    }

    /// Flags that remove the directories. The compiler uses the last one that matches.
    fn remap(&self) -> Vec<String> {
        let mut prefixes =
            vec![(self.root.clone(), ""), (self.registry.clone(), ""), (self.rust_source.clone(), "rust")];
        if let Ok(sources) = fs::read_dir(&self.registry) {
            prefixes.extend(sources.flatten().map(|source| (source.path(), "")));
        }
        prefixes
            .iter()
            .map(|(path, short)| format!("--remap-path-prefix={}={short}", path.display()))
            .collect()
    }

    fn check_absent(&self, wasm: &Path) -> Result<()> {
        let bytes = fs::read(wasm)?;
        for path in [&self.root, &self.registry, &self.rust_source] {
            let text = path.to_string_lossy();
            if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
                bail!("the WASM contains a path of this machine: {text}");
            }
        }
        Ok(())
    }
}

//! Builds the JavaScript package: `cargo xtask js`.

mod command;
mod generate;
mod generate_page;
mod js;
mod npm;
mod pack;
mod toolchain;
mod wasm;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// Builds the JavaScript package.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: XtaskCommand,
}

#[derive(Subcommand)]
enum XtaskCommand {
    /// Compiles rules and engine to WASM, with bindings, in target/wasm/bindgen
    Wasm,
    /// Builds js/dist: WASM, bindings and TypeScript
    Js {
        /// Records the public API as it is now in js/api
        #[arg(long)]
        update_api: bool,
    },
    /// Builds js/dist and packs it as target/cotulenh-bitboard-….tgz
    Pack,
}

fn main() -> ExitCode {
    match perform(&Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: &XtaskCommand) -> Result<()> {
    let root = repository()?;
    match *task {
        XtaskCommand::Wasm => {
            wasm::build(&root)?;
            wasm::check_size(&root)
        }
        XtaskCommand::Js { update_api } => js::build(&root, update_api),
        XtaskCommand::Pack => pack::pack(&root),
    }
}

/// The directory of the workspace.
fn repository() -> Result<PathBuf> {
    let xtask = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let root = xtask.parent().context("xtask has no parent directory")?;
    Ok(root.to_path_buf())
}

/// Says on the error stream what is being done.
fn step(text: &str) {
    eprintln!("-- {text}");
}

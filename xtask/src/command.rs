//! Running other programs, with errors that name them.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a program and shows its output.
pub fn run(command: &mut Command) -> Result<()> {
    let name = name(command);
    let status = command.status().with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{name} failed ({status})");
    }
    Ok(())
}

/// Runs a program and returns its output.
pub fn output(command: &mut Command) -> Result<String> {
    let name = name(command);
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!("{name} failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("{name} printed bytes that are not UTF-8"))
}

fn name(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args().take(1));
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

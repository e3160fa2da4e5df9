//! Output: standard output, errors, tables and progress bars.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{self, Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use unicode_width::UnicodeWidthStr;

/// Standard output, locked and buffered.
pub type Output = BufWriter<StdoutLock<'static>>;

/// Locks standard output.
pub fn stdout() -> Output {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Why a command ended early.
pub enum Error {
    /// Invalid input: one line for the user.
    Input(String),
    /// Writing to standard output failed.
    Output(io::Error),
}

impl Error {
    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: impl Display) -> Error {
        Error::Input(format!("{}: {error}", path.display()))
    }

    /// Reports the error and returns the exit code. A closed pipe (`… | head`) is not an error.
    pub fn report(&self) -> ExitCode {
        match self {
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Error::Output(error) => complain("error", format_args!("cannot write the output: {error}")),
            Error::Input(message) => complain("error", message),
        }
        ExitCode::FAILURE
    }
}

/// Commands write to standard output with `?`. Errors of all other streams become [`Error::Input`].
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Output(error)
    }
}

/// Returns an error if two arguments name the same file: writing one would damage the other.
pub fn refuse_twice(files: impl IntoIterator<Item = (&'static str, impl AsRef<Path>)>) -> Result<(), Error> {
    let mut known = BTreeMap::new();
    for (name, path) in files {
        let path = path.as_ref();
        if let Some(earlier) = known.insert(canonical(path), name) {
            return Err(Error::file(path, format_args!("given twice, as {earlier} and as {name}")));
        }
    }
    Ok(())
}

/// The path without links and `..`, also of a file that does not exist yet.
fn canonical(path: &Path) -> PathBuf {
    let of_new_file = || {
        let folder = path::absolute(path).ok()?.parent()?.canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(of_new_file).unwrap_or_else(|| path.into())
}

/// Writes one line to standard error: `error: …` or `warning: …`.
pub fn complain(kind: &str, message: impl Display) {
    let style = match kind {
        "error" => anstyle::AnsiColor::Red.on_default().bold(),
        _ => anstyle::AnsiColor::Yellow.on_default().bold(),
    };
    let text = printable(&message.to_string());
    // There is no other stream to report a failure on.
    let _ = writeln!(anstream::stderr(), "{style}{kind}:{style:#} {text}");
}

/// Untrusted text on one line. Control characters are escaped, so that they cannot control the
/// terminal.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// True for control characters, line separators and marks that change the text direction.
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Writes rows in columns two spaces apart; the last column is not padded.
pub fn write_table<const N: usize>(out: &mut impl Write, rows: &[[String; N]]) -> io::Result<()> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    for row in rows {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(row) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.width() + 2));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Aligns the cells of one column to its right edge.
pub fn align_right<const N: usize>(rows: &mut [[String; N]], column: usize) {
    let width = rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    for row in rows {
        let missing = width - row[column].width();
        row[column].insert_str(0, &" ".repeat(missing));
    }
}

/// `1 game`, `2 games`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// `25.0%`, or `-` if `whole` is 0.
pub fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "-".into() } else { format!("{:.1}%", 100.0 * part as f64 / whole as f64) }
}

/// A progress bar on standard error; hidden unless standard error is a terminal.
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_recognised_under_other_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("sub")).unwrap();
        std::fs::write(path("old"), "").unwrap();
        let is_refused = |a: PathBuf, b: PathBuf| match refuse_twice([("--a", &a), ("--b", &b)]) {
            Err(Error::Input(message)) => {
                assert_eq!(message, format!("{}: given twice, as --a and as --b", b.display()));
                true
            }
            _ => false,
        };
        for name in ["old", "new", "no-folder/new"] {
            assert!(is_refused(path(name), path(name)), "{name}");
            assert!(!is_refused(path(name), path("other")), "{name}");
        }
        for name in ["old", "new"] {
            assert!(is_refused(path(name), path("sub/..").join(name)), "{name}");
            assert!(!is_refused(path(name), path("sub").join(name)), "{name}");
        }
        // A bare name refers to the current folder.
        assert!(is_refused("new".into(), "./new".into()));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("old"), path("link")).unwrap();
            assert!(is_refused(path("old"), path("link")));
        }
    }
}

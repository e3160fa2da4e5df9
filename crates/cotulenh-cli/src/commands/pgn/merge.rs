//! `cotulenh pgn merge`.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cotulenh::{GameFileReader, GameFileWriter, is_game_file};
use indicatif::ProgressBar;

use crate::input::{files_bar, open};
use crate::output::{Error, Output, complain, counted};

use super::Files;
use super::replacement::Replacement;

/// Merge files of games in few bytes
#[derive(clap::Args)]
#[command(
    long_about = "\
Copies the games of several files of games in few bytes to one file, in order, without replaying them: checksums are \
checked, turns are not (`cotulenh pgn check` checks all).

Damaged records are reported on standard error and left out, and the exit code is 1; the output is then not written at \
all, unless --skip-errors is given. PGN files are merged by `cotulenh pgn convert --to games`.",
    after_help = "\
Examples:
  cotulenh pgn merge monday.ctlg tuesday.ctlg --output week.ctlg
  cotulenh pgn merge *.ctlg --unique --output all.ctlg
  cotulenh pgn merge damaged.ctlg --skip-errors --output repaired.ctlg"
)]
pub struct Args {
    #[command(flatten)]
    files: Files,

    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Leave out games that are equal to an earlier one, headers and scores included
    #[arg(long)]
    unique: bool,

    /// Leave out damaged records, without a failing exit code
    #[arg(long)]
    skip_errors: bool,
}

/// What has been merged so far.
#[derive(Default)]
struct Merged {
    written: usize,
    repeated: usize,
    errors: usize,
    /// 128 bits of hash of every game, for leaving out repeated ones.
    seen: HashSet<[u64; 2]>,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let Args { files: Files { files }, output, unique, skip_errors } = args;
    let failed = |error: io::Error| Error::file(&output, error);
    let mut target = Replacement::create(&output).map_err(failed)?;
    let mut writer = GameFileWriter::new(&mut target.writer).map_err(failed)?;
    let bar = files_bar(&files, true);
    let kind = if skip_errors { "warning" } else { "error" };
    let mut merged = Merged::default();
    for path in &files {
        merged.add(path, unique, kind, &bar, &mut writer).map_err(failed)?;
    }
    bar.finish_and_clear();
    writer.flush().map_err(failed)?;
    let Merged { written, repeated, errors, .. } = merged;
    if errors > 0 && !skip_errors {
        let errors = counted(errors, "error", "errors");
        let message = format!("nothing written, because of {errors} (--skip-errors writes the rest)");
        return Err(Error::file(&output, message));
    }
    target.finish().map_err(failed)?;
    let repeated = if unique { format!(", {repeated} repeated left out") } else { String::new() };
    let (games, files) = (counted(written, "game", "games"), counted(files.len(), "file", "files"));
    writeln!(out, "{games} from {files}{repeated}")?;
    Ok(ExitCode::SUCCESS)
}

impl Merged {
    /// Copies the games of one file. Only the output can fail; the faults of the input are counted.
    fn add(
        &mut self,
        path: &Path,
        unique: bool,
        kind: &str,
        bar: &ProgressBar,
        writer: &mut GameFileWriter<impl Write>,
    ) -> io::Result<()> {
        let mut report = |message: String| {
            bar.suspend(|| complain(kind, message));
            self.errors += 1;
        };
        let (name, reader) = if path == Path::new("-") {
            ("<stdin>".into(), Ok(Box::new(io::stdin().lock()) as Box<dyn BufRead>))
        } else {
            (path.display().to_string(), open(path, bar))
        };
        let beginning = reader.and_then(|mut reader| Ok((is_game_file(reader.fill_buf()?), reader)));
        let mut games = match beginning {
            Ok((true, reader)) => GameFileReader::new(reader),
            Ok((false, _)) => {
                report(format!(
                    "{name}: expected a file of games in few bytes (see `pgn convert --to games`)"
                ));
                return Ok(());
            }
            Err(error) => {
                report(format!("{name}: {error}"));
                return Ok(());
            }
        };
        while let Some(game) = games.next_bytes() {
            match game {
                Ok(bytes) if unique && !self.seen.insert(hash_of(bytes)) => self.repeated += 1,
                Ok(bytes) => {
                    writer.write_bytes(bytes)?;
                    self.written += 1;
                }
                Err(error) => report(format!("{name}: {error}")),
            }
        }
        Ok(())
    }
}

/// 128 bits, so that different games are never taken for equal ones: among a billion games, the
/// chance is less than 10⁻²⁰.
fn hash_of(bytes: &[u8]) -> [u64; 2] {
    [0u8, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        (half, bytes).hash(&mut hasher);
        hasher.finish()
    })
}

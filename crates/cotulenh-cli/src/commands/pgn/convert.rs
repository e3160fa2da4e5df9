//! `cotulenh pgn convert`.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use cotulenh::{Game, PgnFormat};
use serde_json::{Map, Value, json};
use tempfile::NamedTempFile;

use crate::input::for_each_game;
use crate::output::{Error, Output, counted};

use super::Files;

/// Convert games to normalised PGN, JSON, LAN or final FENs
#[derive(clap::Args)]
#[command(
    long_about = "\
Converts all games of all files, in order.

Games that cannot be read are reported on standard error and left out, and the exit code is 1; an --output file is then \
not written at all, unless --skip-errors is given. An existing file is replaced only when the new one is complete.",
    after_help = "\
Examples:
  cotulenh pgn convert games.pgn --output tidy.pgn
  cotulenh pgn convert games.pgn --to fen                the last position of each game
  cotulenh pgn convert games.pgn --to json | jq '.moves | length'
  cotulenh pgn convert *.pgn --to lan --skip-errors --output all.lan

JSON, one object per line:
  {\"headers\": {…}, \"start\": FEN, \"moves\": [{san, lan, flags, fen, comment?, clock?}], \"result\": \"1-0\"}
  Optional: comment and clock of the start, and open, the unfinished deploy at the end."
)]
pub struct Args {
    #[command(flatten)]
    files: Files,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = PgnTarget::Pgn)]
    to: PgnTarget,

    /// For PGN: the maximum line length of the moves; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 80)]
    width: usize,

    /// Leave out games that cannot be read, without a failing exit code
    #[arg(long)]
    skip_errors: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PgnTarget {
    /// Normalised PGN
    Pgn,
    /// The final position of each game, one per line
    Fen,
    /// One JSON object per game and line
    Json,
    /// The turns of each game in LAN, one game per line
    Lan,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let Args { files, output, to, width, skip_errors } = args;
    let convert = Converter { to, format: PgnFormat::default().with_max_width(width), skip_errors };
    let path = output.filter(|path| path != Path::new("-"));
    let errors = match &path {
        // A bar would mix with the games on the same terminal.
        None => convert.all(&files.files, !io::stdout().is_terminal(), out)?,
        Some(path) => {
            let failed = |error: io::Error| Error::file(path, error);
            let mut file = Replacement::create(path).map_err(failed)?;
            let errors = convert.all(&files.files, true, &mut file.writer).map_err(|error| match error {
                Error::Output(error) => failed(error),
                other => other,
            })?;
            if errors > 0 && !skip_errors {
                let bad = counted(errors, "error", "errors");
                let message = format!("nothing written, because of {bad} (--skip-errors writes the rest)");
                return Err(Error::file(path, message));
            }
            file.finish().map_err(failed)?;
            errors
        }
    };
    Ok(if errors == 0 || skip_errors { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Converter {
    to: PgnTarget,
    format: PgnFormat,
    skip_errors: bool,
}

impl Converter {
    /// Writes every game that can be read; returns the number of errors.
    fn all(&self, files: &[PathBuf], show_progress: bool, out: &mut impl Write) -> Result<usize, Error> {
        let kind = if self.skip_errors { "warning" } else { "error" };
        let (mut written, mut errors) = (0, 0);
        let unreadable = for_each_game(files, show_progress, |item| {
            match &item.game {
                Ok(game) => {
                    self.write(game, written == 0, out)?;
                    written += 1;
                }
                Err(error) => {
                    item.complain(kind, error);
                    errors += 1;
                }
            }
            Ok(())
        })?;
        Ok(errors + unreadable)
    }

    fn write(&self, game: &Game, is_first: bool, out: &mut impl Write) -> io::Result<()> {
        match self.to {
            PgnTarget::Pgn => {
                let gap = if is_first { "" } else { "\n" };
                write!(out, "{gap}{}", game.to_pgn_with(&self.format))
            }
            PgnTarget::Fen => writeln!(out, "{}", game.position()),
            PgnTarget::Json => writeln!(out, "{}", to_json(game)),
            PgnTarget::Lan => {
                let turns = game.turns().iter().map(|turn| turn.text().lan);
                let words: Vec<String> = turns.chain(open_deploy(game)).collect();
                writeln!(out, "{}", words.join(" "))
            }
        }
    }
}

/// The unfinished deploy at the end of a game, with dots as in a FEN.
fn open_deploy(game: &Game) -> Option<String> {
    game.position().deploy_turn_text().map(|text| format!("{}...", text.lan))
}

fn to_json(game: &Game) -> Value {
    let mut headers: Map<String, Value> =
        game.headers().iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    let result = json!(game.result());
    headers.insert("Result".into(), result.clone());
    if game.start().options().skip_last_guard_promotion {
        headers.insert("LastGuardPromotion".into(), json!("off"));
    }
    let moves: Vec<Value> = game
        .turns()
        .iter()
        .enumerate()
        .map(|(i, turn)| {
            let text = turn.text();
            let fen = game.after(i).unwrap_or_else(|| game.position()).fen();
            let mut entry = json!({"san": text.san, "lan": text.lan, "flags": text.flags, "fen": fen});
            annotate(&mut entry, game, &fen);
            entry
        })
        .collect();
    let start = game.start().fen();
    let mut object = json!({"headers": headers, "start": start, "moves": moves});
    annotate(&mut object, game, &start);
    if let Some(open) = open_deploy(game) {
        object["open"] = json!(open);
    }
    object["result"] = result;
    object
}

fn annotate(entry: &mut Value, game: &Game, fen: &str) {
    if let Some(comment) = game.comment_at(fen) {
        entry["comment"] = json!(comment);
    }
    if let Some(clock) = game.clock_at(fen) {
        entry["clock"] = json!(clock);
    }
}

/// An output file that replaces its target once it is complete.
struct Replacement {
    writer: BufWriter<File>,
    /// The new file and its target; none if the target is not a regular file but, for example, a
    /// pipe.
    temporary: Option<(NamedTempFile, PathBuf)>,
}

impl Replacement {
    fn create(path: &Path) -> io::Result<Replacement> {
        // For a link, replace the file it points to.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(|data| !data.is_file()) {
            let writer = BufWriter::new(File::options().write(true).open(&target)?);
            return Ok(Replacement { writer, temporary: None });
        }
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".cotulenh-");
        // The usual permissions of a new file, before the system applies the umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = builder.tempfile_in(folder).map_err(plain)?;
        if let Some(data) = existing {
            temporary.as_file().set_permissions(data.permissions())?;
        }
        let writer = BufWriter::new(temporary.reopen().map_err(plain)?);
        Ok(Replacement { writer, temporary: Some((temporary, target)) })
    }

    fn finish(self) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(|error| error.into_error())?;
        let Some((temporary, target)) = self.temporary else { return Ok(()) };
        file.sync_all()?;
        drop(file);
        temporary.persist(target).map_err(|error| error.error)?;
        Ok(())
    }
}

/// The error without the name of the temporary file, which means nothing to the user.
fn plain(error: io::Error) -> io::Error {
    error.kind().into()
}

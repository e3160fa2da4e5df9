//! `cotulenh pgn convert`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use cotulenh::{Comment, CompactGame, Game, GameFileWriter, PgnFormat};
use serde_json::{Map, Value, json};

use crate::input::for_each_game;
use crate::output::{Error, Output, complain, counted};

use super::Files;
use super::replacement::Replacement;

/// Convert games to normalised PGN, JSON, LAN, final FENs or few bytes
#[derive(clap::Args)]
#[command(
    long_about = "\
Converts all games of all files, in order.

Games that cannot be read are reported on standard error and left out, and the exit code is 1; an --output file is then \
not written at all, unless --skip-errors is given. An existing file is replaced only when the new one is complete.

Games in few bytes (--to games) have headers, turns, results, clocks and scores, but no other comments; comments that \
are left out are counted on standard error.",
    after_help = "\
Examples:
  cotulenh pgn convert games.pgn --output tidy.pgn
  cotulenh pgn convert games.pgn --to fen                the last position of each game
  cotulenh pgn convert games.pgn --to json | jq '.moves | length'
  cotulenh pgn convert *.pgn --to lan --skip-errors --output all.lan
  cotulenh pgn convert games.pgn --to games --output games.ctlg
  cotulenh pgn convert games.ctlg                        and back to PGN

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
    /// Games in few bytes (docs/compact.md of the repository)
    Games,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let Args { files, output, to, width, skip_errors } = args;
    let convert = Converter { to, format: PgnFormat::default().with_max_width(width), skip_errors };
    let path = output.filter(|path| path != Path::new("-"));
    if path.is_none() && matches!(to, PgnTarget::Games) && io::stdout().is_terminal() {
        return Err(Error::Input("games in few bytes are not for a terminal: give --output".into()));
    }
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
        match self.to {
            PgnTarget::Games => self.to_games(files, show_progress, out),
            _ => {
                let mut written = 0;
                self.each(files, show_progress, |game| {
                    self.write(game, written == 0, out)?;
                    written += 1;
                    Ok(None)
                })
            }
        }
    }

    /// Writes games in few bytes, and counts the comments that they leave out.
    fn to_games(&self, files: &[PathBuf], show_progress: bool, out: &mut impl Write) -> Result<usize, Error> {
        let mut writer = GameFileWriter::new(out)?;
        let mut comments = 0;
        let errors = self.each(files, show_progress, |game| match CompactGame::of_game(game) {
            Ok(compact) => {
                let is_lost = |text: &str| !Comment::new(text).with_command("eval", None).is_empty();
                comments += game.comments().filter(|(_, text)| is_lost(text)).count();
                writer.write(&compact)?;
                Ok(None)
            }
            Err(error) => Ok(Some(error.to_string())),
        })?;
        writer.flush()?;
        if comments > 0 {
            let comments = counted(comments, "comment", "comments");
            complain(
                "warning",
                format_args!("{comments} left out: games in few bytes have only scores and clocks"),
            );
        }
        Ok(errors)
    }

    /// Calls `write` with every game that can be read. It may refuse a game with a reason. Returns
    /// the number of errors.
    fn each(
        &self,
        files: &[PathBuf],
        show_progress: bool,
        mut write: impl FnMut(&Game) -> io::Result<Option<String>>,
    ) -> Result<usize, Error> {
        let kind = if self.skip_errors { "warning" } else { "error" };
        let mut errors = 0;
        let unreadable = for_each_game(files, show_progress, |item| {
            match &item.game {
                Ok(game) => {
                    if let Some(reason) = write(game)? {
                        complain(kind, format_args!("{}: game {}: {reason}", item.file, item.number));
                        errors += 1;
                    }
                }
                Err(fault) => {
                    item.complain(kind, fault);
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
            PgnTarget::Games => unreachable!("written as a whole"),
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

//! `cotulenh explore show`.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use cotulenh::{Game, Position, Strictness};
use cotulenh_games::{
    Explored, ExploredGame, ExploredPlayer, ExploredTurn, Explorer, GameResult, ResultCounts,
};
use serde_json::{Value, json};

use crate::input::FenOption;
use crate::output::{Error, Output, align_right, counted, percent, printable, write_table};

use super::{ExploreFormat, refused};

/// How many games are listed below the turns.
const TOP_GAMES: usize = 5;

/// Show the turns that were played in a position
#[derive(clap::Args)]
#[command(
    long_about = "\
Lists the turns that were played in a position, the most frequent first: games, their share, results, the mean rating \
and level of those who played the turn, and when it was last played. Deploys that lead to the same position are one \
turn. The strongest games follow.

A position that is not in the file has an empty answer. In an open deploy, the answer is that of the position in which \
it began.",
    after_help = "\
Examples:
  cotulenh explore show games.db
  cotulenh explore show games.db Ic6 Ic7                    after these moves
  cotulenh explore show games.db --fen '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1' '(TI)d6'
  cotulenh explore show games.db --format json | jq -r '.turns[].san'"
)]
pub struct Args {
    /// The explorer file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Moves to play first
    #[arg(value_name = "MOVE")]
    moves: Vec<OsString>,

    #[command(flatten)]
    fen: FenOption,

    /// How many turns to list; 0 for all
    #[arg(long, value_name = "N", default_value_t = 12)]
    limit: usize,

    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ExploreFormat::Table)]
    format: ExploreFormat,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let Args { file, mut moves, fen, limit, format } = args;
    let (position, rest) = fen.position()?;
    // In `--fen "…" Ic6` the move was parsed as a word of the FEN.
    moves.extend(rest);
    let game = play(position, &moves)?;
    let limit = if limit == 0 { usize::MAX } else { limit };
    let explorer = Explorer::open(&file).map_err(refused)?;
    let explored = explorer.lookup(game.position(), limit).map_err(refused)?;
    let start = game.turn_start();
    match format {
        ExploreFormat::Json => writeln!(out, "{}", to_json(start, &explored)?)?,
        ExploreFormat::Table => {
            write_explored(out, &explored)?;
            let more = explored.turn_count - explored.turns.len();
            if more > 0 {
                writeln!(out, "… {more} more")?;
            }
            write_top_games(out, &explored)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn play(position: Position, moves: &[OsString]) -> Result<Game, Error> {
    let mut game = Game::from(position);
    for (number, text) in (1..).zip(moves) {
        let played = game.play_text(&text.to_string_lossy(), Strictness::Lenient);
        played.map_err(|error| Error::Input(format!("move {number}: {error}")))?;
    }
    Ok(game)
}

fn to_json(start: &Position, explored: &Explored) -> Result<Value, Error> {
    let mut object = json!({ "fen": start.fen() });
    let answer = serde_json::to_value(explored).map_err(|error| Error::Input(error.to_string()))?;
    for (name, value) in answer.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
    Ok(object)
}

fn write_explored(out: &mut Output, explored: &Explored) -> Result<(), Error> {
    let counts = explored.counts;
    if counts.games == 0 {
        writeln!(out, "no game has a turn in this position")?;
        return Ok(());
    }
    let games = counted(counts.games as usize, "game", "games");
    let [red, draws, blue] = shares(&counts);
    writeln!(out, "{games}: Red wins {red}, draws {draws}, Blue wins {blue}\n")?;
    let heading = ["TURN", "GAMES", "SHARE", "RED", "DRAWS", "BLUE", "RATING", "LEVEL", "LAST"];
    let mut rows = vec![heading.map(String::from)];
    rows.extend(explored.turns.iter().map(|turn| row(turn, &counts)));
    (1..8).for_each(|column| align_right(&mut rows, column));
    write_table(out, &rows)?;
    Ok(())
}

fn row(turn: &ExploredTurn, all: &ResultCounts) -> [String; 9] {
    let [red, draws, blue] = shares(&turn.counts);
    let share = percent(turn.counts.games as usize, all.games as usize);
    let rating = turn.rating.map_or("-".into(), |rating| format!("{rating:.0}"));
    let level = turn.level.map_or("-".into(), |level| format!("{level:.1}"));
    let last = turn.last_date.map_or("-".into(), |date| date.to_string());
    [turn.san.clone(), turn.counts.games.to_string(), share, red, draws, blue, rating, level, last]
}

/// Red's wins, draws and Blue's wins as parts of all games.
fn shares(counts: &ResultCounts) -> [String; 3] {
    [counts.red, counts.draws, counts.blue].map(|part| percent(part as usize, counts.games as usize))
}

fn write_top_games(out: &mut Output, explored: &Explored) -> Result<(), Error> {
    let games = explored.top_games();
    if games.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nTop games")?;
    let rows: Vec<[String; 5]> =
        games.iter().take(TOP_GAMES).map(|(turn, game)| game_row(turn, game)).collect();
    write_table(out, &rows)?;
    Ok(())
}

fn game_row(turn: &ExploredTurn, game: &ExploredGame) -> [String; 5] {
    let players = format!("{} – {}", player(&game.players.r), player(&game.players.b));
    let result = game.result.map_or("*", GameResult::pgn).to_owned();
    let date = game.date.map_or("-".into(), |date| date.to_string());
    let event = game.event.as_deref().unwrap_or_default();
    [format!("  {}", turn.san), printable(&players), result, date, printable(event)]
}

/// `An (1834)`, `Máy (level 10)`, `?`.
fn player(player: &ExploredPlayer) -> String {
    let name = player.name.as_deref().unwrap_or("?");
    match (player.rating, player.level) {
        (Some(rating), _) => format!("{name} ({rating})"),
        (None, Some(level)) => format!("{name} (level {level})"),
        (None, None) => name.to_owned(),
    }
}

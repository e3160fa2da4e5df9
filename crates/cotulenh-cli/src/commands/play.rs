//! `cotulenh play`: the game in a terminal.

use std::process::ExitCode;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use cotulenh::view::Sides;
use cotulenh_games::{Moves, NewGame, Player, limits, open, open_default};
use cotulenh_locales::Locale;

use crate::output::{Error, Output};
use crate::play::wording::{Wording, of_environment};
use crate::play::{PlayOptions, TerminalGame, play, saved_games};

/// Play in the terminal, against the engine or another person
#[derive(clap::Args)]
#[command(
    long_about = "\
Plays a game in the terminal: type a move, such as Fee6 or e2e6, and Enter; Tab completes moves and commands, `help` lists the \
commands. Works over ssh and in pipes.

Every move is stored before it is shown, in the same place as the games of `cotulenh serve`: a game started in the \
terminal can be continued in the browser, and vice versa.",
    after_help = "\
Examples:
  cotulenh play                                  Red against the engine
  cotulenh play --color blue --level 12 --time 3000
  cotulenh play --color both                     two people
  cotulenh play --fen '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1'
  cotulenh play --list                           all games
  cotulenh play --resume                         continue the last one"
)]
pub struct Args {
    /// The side you play
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Sitting::Red)]
    color: Sitting,

    /// The engine's level: 0 (beginner) to 20
    #[arg(long, value_name = "LEVEL", default_value_t = 6, value_parser = RangedU64ValueParser::<u8>::new().range(..=u64::from(limits::MAX_LEVEL)))]
    level: u8,

    /// The engine's thinking time per turn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = RangedU64ValueParser::<u64>::new().range(1..=limits::MAX_THINKING))]
    time: u64,

    /// The initial position, in quotes; without it, the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Continue a stored game: a prefix of its id, or nothing for the latest unfinished game
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["color", "level", "time", "fen"])]
    resume: Option<String>,

    /// List the stored games
    #[arg(long, conflicts_with = "resume")]
    list: bool,

    /// The folder for the games, or sqlite:FILE; without it, the user's data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<String>,

    /// Draw the board with ASCII characters; without it, the locale decides
    #[arg(long)]
    ascii: bool,

    /// The language; without it, the locale decides
    #[arg(long, value_name = "LANG", value_parser = PossibleValuesParser::new(Locale::all().iter().map(Locale::language)))]
    lang: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sitting {
    /// You are Red, the engine is Blue
    Red,
    /// You are Blue, the engine is Red
    Blue,
    /// Two people
    Both,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let input = |error: &dyn std::fmt::Display| Error::Input(error.to_string());
    let (locale, unicode) = of_environment(|name| std::env::var(name).ok());
    let wording = Wording::new(args.lang.as_deref().and_then(Locale::named).unwrap_or(locale), unicode);
    let storage = args.data.as_deref().map_or_else(open_default, open).map_err(|error| input(&error))?;
    if args.list {
        saved_games::list(&*storage, wording, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let ascii = args.ascii || !unicode;
    let (game, new) = match args.resume.as_deref() {
        None => {
            let new = args.new_game(wording);
            let refused = |error| Error::Input(wording.new_game_error(&error));
            (TerminalGame::begin(storage, new.clone()).map_err(refused)?, new)
        }
        Some(id) => {
            let live = saved_games::find(&*storage, Some(id).filter(|id| !id.is_empty()), wording)?;
            let record = live.record();
            let new = NewGame {
                players: record.players.clone(),
                thinking: record.thinking,
                clock: None,
                moves: Moves::Texts(None, Vec::new()),
                title: String::new(),
            };
            (TerminalGame::resume(storage, live), new)
        }
    };
    play(out, game, PlayOptions { wording, ascii, new })?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// The game that the options describe; names as the page gives them.
    fn new_game(&self, wording: Wording) -> NewGame {
        let human = |name: String| Player::Human { name };
        let you = human(wording.text("play.you"));
        let engine = Player::Engine { name: wording.text("play.engine"), level: self.level };
        let players = match self.color {
            Sitting::Red => Sides { r: you, b: engine },
            Sitting::Blue => Sides { r: engine, b: you },
            Sitting::Both => Sides::each(|color| human(wording.side(color))),
        };
        let moves = Moves::Texts(self.fen.clone(), Vec::new());
        NewGame { players, thinking: self.time, clock: None, moves, title: String::new() }
    }
}

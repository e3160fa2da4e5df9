//! `cotulenh-lab match`: engine against engine.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{ValueEnum, value_parser};
use indicatif::ProgressBar;

use crate::arena::adjudicate::Adjudication;
use crate::arena::game::Conditions;
use crate::arena::limit::{Limit, TimeControl};
use crate::arena::opening::{BookSpec, OpeningError};
use crate::arena::pgn::{PgnFile, to_pgn};
use crate::arena::player::{Interrupt, Surroundings, Trouble};
use crate::arena::record::{RecordError, RecordFile, Settings};
use crate::arena::score::Sprt;
use crate::arena::spec::PlayerSpec;
use crate::arena::tally::Tally;
use crate::arena::{Finished, Plan};
use crate::output::{Error, Output, complain, progress_bar, refuse_twice, write_table};

/// In a pipe, the score is told about so often.
const NEWS: Duration = Duration::from_secs(60);
/// More faults than these are only counted.
const FAULTS_TOLD: usize = 20;

/// Let two engines play a match
#[derive(clap::Args)]
#[command(
    long_about = "\
Lets two players play a match: every opening twice, with colours exchanged. Tells the score with the difference in Elo and its \
95 % error, by pairs of games.

A player is a text of words:
  (nothing)            the built-in engine as it is
  FEATURE=on|off       a part of the search, e.g. null_move=on
  GROUP=off|PERCENT    a group of weights of the evaluation, e.g. mobility=50
  weights=FILE         weights that `cotulenh-lab tune` has written
  level=N threads=N hash=MB contempt=N
  tc= movetime= nodes= depth=   a limit of its own instead of the match's
  name=NAME            what to call it
  greedy               takes what is worth most, one turn ahead
  uci:COMMAND ARGUMENTS option.NAME=VALUE   a process that speaks UCI; limit and name as above

A player whose time runs out, who plays an illegal move, crashes or hangs has lost the game; this is told, and the match goes on.",
    after_help = "\
Examples:
  cotulenh-lab match --b greedy --movetime 50 --games 200
  cotulenh-lab match --b null_move=on --nodes 3000 --games 400 --sprt elo0=0,elo1=20
  cotulenh-lab match --b level=6 --tc 10+0.1 --pgn games.pgn --record match.jsonl
  cotulenh-lab match --a 'uci:./new uci option.Hash=64' --b 'uci:./old uci option.Hash=64' --tc 1+0.01 --concurrency 2"
)]
pub struct Args {
    /// The first player
    #[arg(long, value_name = "PLAYER", default_value = "", hide_default_value = true, value_parser = PlayerSpec::parse)]
    a: PlayerSpec,

    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "", hide_default_value = true, value_parser = PlayerSpec::parse)]
    b: PlayerSpec,

    /// How many games; an odd number is made even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// A clock for each: seconds, or minutes:seconds, plus seconds a turn
    #[arg(long, value_name = "TIME+INC", group = "limit")]
    tc: Option<TimeControl>,

    /// So many milliseconds a turn
    #[arg(long, value_name = "MS", group = "limit", value_parser = value_parser!(u64).range(1..=1 << 40))]
    movetime: Option<u64>,

    /// So many nodes a turn
    #[arg(long, value_name = "N", group = "limit", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// So many actions deep
    #[arg(long, value_name = "N", group = "limit", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// How many milliseconds a clock may be overstepped
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = value_parser!(u64).range(..=1 << 40))]
    timemargin: u64,

    /// How many seconds a process may be silent beyond its time before it counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_patience)]
    patience: f64,

    /// random:N for N random turns, endgame:N for N units a side on random points (or letters of units, endgame:AAT), or a file: a FEN a line, or PGN (name ends with .pgn)
    #[arg(long, value_name = "OPENINGS", default_value = "random:6")]
    openings: String,

    /// In which order the openings of a file are taken
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Order::Sequential)]
    order: Order,

    /// What openings and other chance depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games are played side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    concurrency: u16,

    /// End games that are decided: score=1000,turns=6 and draw=10,draw-turns=20,draw-after=80
    ///
    /// A side has won when all scores told in so many turns give it so many centipawns; the game is drawn when none of so
    /// many turns gave anybody more, once enough turns were played. Off without it.
    #[arg(long, value_name = "RULE")]
    adjudicate: Option<Adjudication>,

    /// Call a game drawn after so many turns of both, those of the opening included; without it only the rules end games
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    max_turns: Option<u32>,

    /// End the match when a sequential test is decided: elo0=0,elo1=10,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    /// Add the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Keep the results in this file; if it is there already, go on with its match
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Print the summary as JSON, and nothing else
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As in the file
    Sequential,
    /// Shuffled
    Random,
}

/// What keeps a match from being played.
#[derive(Debug, thiserror::Error)]
enum MatchError {
    #[error("say how long {0} may think: --tc, --movetime, --nodes or --depth")]
    NoLimit(&'static str),
    #[error("--max-turns {most}: an opening of {opening} turns leaves none to play")]
    MaxTurns { most: u32, opening: u32 },
    #[error("player {0} {1}")]
    Player(&'static str, String),
    #[error("--openings: {0}")]
    Opening(#[from] OpeningError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("{}: {error}", path.display())]
    Pgn { path: PathBuf, error: std::io::Error },
    #[error("cannot listen for Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error(transparent)]
    Output(#[from] std::io::Error),
}

impl From<MatchError> for Error {
    fn from(error: MatchError) -> Error {
        match error {
            MatchError::Output(error) => Error::Output(error),
            error => Error::Input(error.to_string()),
        }
    }
}

fn parse_patience(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.ok_or("expected a number of seconds")
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let pgn = args.pgn.iter().map(|path| ("--pgn", path));
    refuse_twice(pgn.chain(args.record.iter().map(|path| ("--record", path))))?;
    let plan = args.plan()?;
    let settings = args.settings(&plan);
    let games = args.games.next_multiple_of(2);
    let mut tally = Tally::default();
    let mut record = None;
    let mut played = vec![false; games as usize];
    if let Some(path) = &args.record {
        let (file, earlier) = RecordFile::open(path, &settings).map_err(MatchError::from)?;
        for game in &earlier {
            // The match may have been planned longer before.
            if let Some(played) = played.get_mut(game.game as usize) {
                *played = true;
                tally.add(game);
            }
        }
        record = Some(file);
    }
    let pgn = args.pgn.as_deref().map(open_pgn).transpose()?;
    if let Some(openings) = plan.book.len()
        && games as usize / 2 > openings
    {
        complain(
            "warning",
            format_args!("only {openings} openings for {} pairs: they are repeated", games / 2),
        );
    }

    let interrupt = plan.surroundings.interrupt.clone();
    listen_for_signals(&interrupt)?;
    let names = names(&plan.players);
    let mut host = Host {
        names: &names,
        limits: plan.limits,
        sprt: args.sprt.as_ref(),
        tally,
        record,
        pgn: pgn.zip(args.pgn.clone()),
        bar: progress_bar(games.into(), "{bar:20} {pos}/{len} {msg} ({elapsed}, {eta} left)"),
        told: 0,
    };
    host.show();
    let mut decided = host.is_decided();
    let mut last_news = Instant::now();
    let remaining = (0..games).filter(|&game| !decided && !played[game as usize]).collect::<Vec<_>>();
    plan.play(remaining.into_iter(), |finished| {
        // What ends after the decision was not asked for.
        if decided {
            return Ok(());
        }
        host.hear(finished)?;
        decided = host.is_decided();
        if decided {
            interrupt.raise();
        } else if host.bar.is_hidden() && !args.json && last_news.elapsed() >= NEWS {
            last_news = Instant::now();
            writeln!(out, "{} games: {}", host.tally.games(), host.tally.line(host.sprt))?;
            out.flush()?;
        }
        Ok::<(), MatchError>(())
    })?;
    host.bar.finish_and_clear();

    let tally = host.tally;
    let names = [names[0].as_str(), names[1].as_str()];
    if args.json {
        writeln!(out, "{}", tally.to_json(names, games, args.sprt.as_ref()))?;
    } else {
        write_table(out, &tally.table(names, games, args.sprt.as_ref()))?;
    }
    out.flush()?;
    if tally.games() == games || decided {
        return Ok(ExitCode::SUCCESS);
    }
    let how = match &args.record {
        Some(_) => "the same command goes on with it",
        None => "with --record FILE it could go on later",
    };
    complain("warning", format_args!("interrupted after {} of {games} games; {how}", tally.games()));
    Ok(ExitCode::from(INTERRUPTED))
}

/// What a shell reports for a program that Ctrl-C has ended.
const INTERRUPTED: u8 = 130;

/// The first signal ends the match in good order, the second at once.
fn listen_for_signals(interrupt: &Arc<Interrupt>) -> Result<(), MatchError> {
    let interrupt = interrupt.clone();
    ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            std::process::exit(INTERRUPTED.into());
        }
        interrupt.raise();
    })?;
    Ok(())
}

fn open_pgn(path: &Path) -> Result<PgnFile, MatchError> {
    PgnFile::open(path).map_err(|error| MatchError::Pgn { path: path.into(), error })
}

/// What the players are called. Two of the same name are told apart.
fn names(players: &[PlayerSpec; 2]) -> [String; 2] {
    let [a, b] = players.each_ref().map(|player| match &player.name {
        Some(name) => name.clone(),
        None if player.text.trim().is_empty() => "cotulenh".into(),
        None => player.text.trim().to_owned(),
    });
    if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a, b] }
}

impl Args {
    fn plan(&self) -> Result<Plan, MatchError> {
        let common = None
            .or(self.tc.map(Limit::Clock))
            .or(self.movetime.map(|ms| Limit::MoveTime(Duration::from_millis(ms))))
            .or(self.nodes.map(Limit::Nodes))
            .or(self.depth.map(Limit::Depth));
        let limit = |name, player: &PlayerSpec| player.limit_within(common).ok_or(MatchError::NoLimit(name));
        let limits = [limit("A", &self.a)?, limit("B", &self.b)?];
        let book = BookSpec::parse(&self.openings)?.open(self.order == Order::Random, self.seed)?;
        let opening = book.most_turns();
        if let Some(most) = self.max_turns.filter(|&most| most <= opening) {
            return Err(MatchError::MaxTurns { most, opening });
        }
        let surroundings =
            Surroundings { interrupt: Arc::default(), patience: Duration::from_secs_f64(self.patience) };
        for (name, player) in [("A", &self.a), ("B", &self.b)] {
            // A mistyped command shall not lose a match of a thousand games.
            let tried = player.process().map_or(Ok(()), |process| process.try_out(&surroundings));
            if let Err(Trouble::Fault(_, detail)) = tried {
                return Err(MatchError::Player(name, detail));
            }
        }
        Ok(Plan {
            players: [self.a.clone(), self.b.clone()],
            limits,
            book,
            seed: self.seed,
            conditions: Conditions {
                adjudication: self.adjudicate,
                max_turns: self.max_turns,
                margin: Duration::from_millis(self.timemargin),
            },
            concurrency: self.concurrency.into(),
            surroundings,
        })
    }

    fn settings(&self, plan: &Plan) -> Settings {
        let [limit_a, limit_b] = plan.limits.map(|limit| limit.to_string());
        let uses_engine = plan.players.iter().any(PlayerSpec::is_built_in_engine);
        Settings {
            a: self.a.text.clone(),
            b: self.b.text.clone(),
            limit_a,
            limit_b,
            seed: self.seed,
            openings: self.openings.clone(),
            order: if self.order == Order::Random { "random" } else { "sequential" }.into(),
            openings_fingerprint: plan.book.fingerprint().map(|number| format!("{number:016x}")),
            adjudicate: self.adjudicate.map(|rule| rule.to_string()),
            max_turns: self.max_turns,
            time_margin_ms: self.timemargin,
            sprt: self.sprt.map(|test| test.to_string()),
            weights: [0, 1].map(|side: usize| {
                let checksum = plan.players[side].weights_checksum()?;
                Some(format!("{checksum:08x}"))
            }),
            engine: (self.record.is_some() && uses_engine).then(cotulenh_engine::bench::bench),
        }
    }
}

/// Keeps the score while the match is played.
struct Host<'a> {
    names: &'a [String; 2],
    limits: [Limit; 2],
    sprt: Option<&'a Sprt>,
    tally: Tally,
    record: Option<RecordFile>,
    pgn: Option<(PgnFile, PathBuf)>,
    bar: ProgressBar,
    /// Faults that were told so far.
    told: usize,
}

impl Host<'_> {
    fn hear(&mut self, finished: Finished) -> Result<(), MatchError> {
        let Finished { record, played, opening_turns } = finished;
        let names = [self.names[0].as_str(), self.names[1].as_str()];
        // First the game, then the note that it is there: who is broken off in between has a game twice, not one too few.
        if let Some((file, path)) = &mut self.pgn {
            let pgn =
                to_pgn(played, &record, names, self.limits, opening_turns).map_err(std::io::Error::other);
            let added = pgn.and_then(|pgn| file.add(&pgn));
            added.map_err(|error| MatchError::Pgn { path: path.clone(), error })?;
        }
        if let Some(file) = &mut self.record {
            file.add(&record)?;
        }
        if let (true, Some(winner)) = (record.end.is_fault(), record.winner) {
            let name = self.names[winner.other() as usize].as_str();
            let game = record.game + 1;
            let (end, detail) = (record.end.text(), record.detail.as_str());
            self.warn(format_args!("game {game}: {name} loses by {end}: {detail}"));
        }
        self.tally.add(&record);
        self.show();
        Ok(())
    }

    fn is_decided(&self) -> bool {
        self.tally.verdict(self.sprt).is_some()
    }

    fn warn(&mut self, message: std::fmt::Arguments<'_>) {
        self.told += 1;
        if self.told <= FAULTS_TOLD {
            self.bar.suspend(|| complain("warning", message));
        }
        if self.told == FAULTS_TOLD {
            self.bar.suspend(|| complain("warning", "further faults are only counted"));
        }
    }

    fn show(&self) {
        self.bar.set_position(self.tally.games().into());
        self.bar.set_message(self.tally.line(self.sprt));
    }
}

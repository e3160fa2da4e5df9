//! `cotulenh-lab match`: matches between engines.

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
use crate::arena::player::{Interrupt, MatchContext, PlayerError};
use crate::arena::player_spec::PlayerSpec;
use crate::arena::record::{MatchSettings, RecordError, RecordFile};
use crate::arena::score::Sprt;
use crate::arena::tally::Tally;
use crate::arena::{Finished, Plan};
use crate::output::{Error, Output, complain, progress_bar, refuse_twice, write_table};

/// How often the score is written if there is no progress bar.
const REPORT_INTERVAL: Duration = Duration::from_secs(60);
/// The number of faults reported; further ones are only counted.
const FAULTS_REPORTED: usize = 20;

/// Play a match between two engines
#[derive(clap::Args)]
#[command(
    long_about = "\
Plays a match between two players: every opening twice, with colours exchanged. Reports the score and the Elo \
difference with its 95 % error, computed from pairs of games.

A player is described by words:
  (no words)           the built-in engine with its defaults
  FEATURE=on|off       a feature of the search, e.g. history=off
  GROUP=off|PERCENT    a group of weights of the evaluation, e.g. mobility=50
  weights=FILE         weights written by `cotulenh-lab tune`
  level=N threads=N hash=MB contempt=N
  tc= movetime= nodes= depth=   its own limit instead of the match's
  name=NAME            its name
  greedy               maximises material one turn ahead
  uci:COMMAND ARGUMENTS option.NAME=VALUE   a UCI process; limit and name as above

A player that runs out of time, plays an illegal move, crashes or hangs loses the game. The fault is reported, and the \
match continues.",
    after_help = "\
Examples:
  cotulenh-lab match --b greedy --movetime 50 --games 200
  cotulenh-lab match --b history=off --nodes 3000 --games 400 --sprt elo0=0,elo1=20
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

    /// The number of games; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// A clock for each player: seconds, or minutes:seconds, plus an increment per turn
    #[arg(long, value_name = "TIME+INC", group = "limit")]
    tc: Option<TimeControl>,

    /// Milliseconds per turn
    #[arg(long, value_name = "MS", group = "limit", value_parser = value_parser!(u64).range(1..=1 << 40))]
    movetime: Option<u64>,

    /// Nodes per turn
    #[arg(long, value_name = "N", group = "limit", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search depth, in actions
    #[arg(long, value_name = "N", group = "limit", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// The milliseconds by which a clock may be overstepped
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = value_parser!(u64).range(..=1 << 40))]
    timemargin: u64,

    /// The seconds by which a process may exceed its time before it counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_patience)]
    patience: f64,

    /// random:N, endgame:N, endgame:LETTERS or a file
    ///
    /// random:N plays N random turns from the start position. endgame:N puts N units per side on
    /// random points; endgame:AAT uses these units. A file holds one FEN per line, or PGN if its
    /// name ends with .pgn.
    #[arg(long, value_name = "OPENINGS", default_value = "random:6")]
    openings: String,

    /// The order of the openings of a file
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Order::Sequential)]
    order: Order,

    /// The seed of openings and other random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    concurrency: u16,

    /// End decided games: score=1000,turns=6 and draw=10,draw-turns=20,draw-after=80
    ///
    /// A side wins when all scores of the last `turns` turns favour it by at least `score`
    /// centipawns. The game is drawn when all scores of the last `draw-turns` turns are within
    /// `draw` centipawns, from turn `draw-after` on. Without this option only the rules end games.
    #[arg(long, value_name = "RULE")]
    adjudicate: Option<Adjudication>,

    /// Adjudicate a draw after this many turns of both sides, including the opening
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    max_turns: Option<u32>,

    /// End the match when a sequential probability ratio test is decided:
    /// elo0=0,elo1=10,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Store the results in this file; if it exists, resume its match
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Print only the summary, as JSON
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

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
enum MatchError {
    #[error("player {0} has no limit: expected --tc, --movetime, --nodes or --depth")]
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
    #[error("cannot handle Ctrl-C: {0}")]
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
    seconds.ok_or("expected a number of seconds from 0.001 to 1000000")
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let pgn = args.pgn.iter().map(|path| ("--pgn", path));
    refuse_twice(pgn.chain(args.record.iter().map(|path| ("--record", path))))?;
    let plan = args.plan()?;
    let games = args.games.next_multiple_of(2);
    let names = names(&plan.players);
    let (mut scorekeeper, remaining) = args.prepare(&plan, &names, games)?;
    handle_signals(&plan.context.interrupt)?;
    let decided = args.play(&plan, remaining, &mut scorekeeper, out)?;

    let tally = scorekeeper.tally;
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
        Some(_) => "the same command resumes it",
        None => "use --record FILE to resume a match",
    };
    complain("warning", format_args!("interrupted after {} of {games} games; {how}", tally.games()));
    Ok(ExitCode::from(INTERRUPTED))
}

/// The exit code that shells report for a program ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// The first signal ends the match in good order, the second ends the program at once.
fn handle_signals(interrupt: &Arc<Interrupt>) -> Result<(), MatchError> {
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

/// The names of the players. Equal names get a suffix.
fn names(players: &[PlayerSpec; 2]) -> [String; 2] {
    let [a, b] = players.each_ref().map(|player| match &player.name {
        Some(name) => name.clone(),
        None if player.text.trim().is_empty() => "cotulenh".into(),
        None => player.text.trim().to_owned(),
    });
    if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a, b] }
}

impl Args {
    /// Opens the files; returns the score of the recorded games and the numbers of the others.
    fn prepare<'a>(
        &'a self,
        plan: &Plan,
        names: &'a [String; 2],
        games: u32,
    ) -> Result<(Scorekeeper<'a>, Vec<u32>), MatchError> {
        let mut tally = Tally::default();
        let mut record = None;
        let mut played = vec![false; games as usize];
        if let Some(path) = &self.record {
            let (file, earlier) = RecordFile::open(path, &self.settings(plan))?;
            for game in &earlier {
                // An earlier run may have played more games.
                if let Some(played) = played.get_mut(game.game as usize) {
                    *played = true;
                    tally.add(game);
                }
            }
            record = Some(file);
        }
        let pgn = self.pgn.as_deref().map(open_pgn).transpose()?;
        if let Some(openings) = plan.book.len()
            && games as usize / 2 > openings
        {
            let pairs = games / 2;
            complain(
                "warning",
                format_args!("only {openings} openings for {pairs} pairs: they are repeated"),
            );
        }
        let scorekeeper = Scorekeeper {
            names,
            limits: plan.limits,
            sprt: self.sprt.as_ref(),
            tally,
            record,
            pgn: pgn.zip(self.pgn.clone()),
            bar: progress_bar(games.into(), "{bar:20} {pos}/{len} {msg} ({elapsed}, {eta} left)"),
            reported: 0,
        };
        let remaining = (0..games).filter(|&game| !played[game as usize]).collect();
        Ok((scorekeeper, remaining))
    }

    /// Plays the remaining games. Returns whether the sequential test has ended the match.
    fn play(
        &self,
        plan: &Plan,
        remaining: Vec<u32>,
        scorekeeper: &mut Scorekeeper<'_>,
        out: &mut Output,
    ) -> Result<bool, MatchError> {
        scorekeeper.show();
        let mut decided = scorekeeper.is_decided();
        if decided {
            scorekeeper.bar.finish_and_clear();
            return Ok(true);
        }
        let mut last_report = Instant::now();
        plan.play(remaining.into_iter(), |finished| {
            // Games that end after the decision are dropped.
            if decided {
                return Ok(());
            }
            scorekeeper.add(finished)?;
            decided = scorekeeper.is_decided();
            if decided {
                plan.context.interrupt.raise();
            } else if scorekeeper.bar.is_hidden() && !self.json && last_report.elapsed() >= REPORT_INTERVAL {
                last_report = Instant::now();
                let tally = &scorekeeper.tally;
                writeln!(out, "{} games: {}", tally.games(), tally.line(scorekeeper.sprt))?;
                out.flush()?;
            }
            Ok::<(), MatchError>(())
        })?;
        scorekeeper.bar.finish_and_clear();
        Ok(decided)
    }

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
        let context =
            MatchContext { interrupt: Arc::default(), patience: Duration::from_secs_f64(self.patience) };
        for (name, player) in [("A", &self.a), ("B", &self.b)] {
            // Detect a mistyped command before the match, instead of losing every game.
            let tried = player.process().map_or(Ok(()), |process| process.try_out(&context));
            if let Err(PlayerError::Fault(_, detail)) = tried {
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
            context,
        })
    }

    fn settings(&self, plan: &Plan) -> MatchSettings {
        let [limit_a, limit_b] = plan.limits.map(|limit| limit.to_string());
        let uses_engine = plan.players.iter().any(PlayerSpec::is_built_in_engine);
        MatchSettings {
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

/// Keeps the score during the match.
struct Scorekeeper<'a> {
    names: &'a [String; 2],
    limits: [Limit; 2],
    sprt: Option<&'a Sprt>,
    tally: Tally,
    record: Option<RecordFile>,
    pgn: Option<(PgnFile, PathBuf)>,
    bar: ProgressBar,
    /// The number of faults reported so far.
    reported: usize,
}

impl Scorekeeper<'_> {
    fn add(&mut self, finished: Finished) -> Result<(), MatchError> {
        let Finished { record, played, opening_turns } = finished;
        let names = [self.names[0].as_str(), self.names[1].as_str()];
        // The game first, then its record: an interruption in between duplicates a game instead of
        // losing it.
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
        self.reported += 1;
        if self.reported <= FAULTS_REPORTED {
            self.bar.suspend(|| complain("warning", message));
        }
        if self.reported == FAULTS_REPORTED {
            self.bar.suspend(|| complain("warning", "further faults are only counted"));
        }
    }

    fn show(&self) {
        self.bar.set_position(self.tally.games().into());
        self.bar.set_message(self.tally.line(self.sprt));
    }
}

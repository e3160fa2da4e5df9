//! `cotulenh-lab measure games`: sizes and speeds of positions and games as bytes.
//!
//! The games are those of a training run: random openings, then the engine against itself with few
//! nodes. Two other codes of a turn are measured beside the one of the library.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use cotulenh::{
    Action, Color, CompactGame, Game, GameEnd, GameFileReader, GameFileWriter, GameRecorder, Headers, Move,
    MoveKind, PackedScore, Position, Role, Square, Strictness,
};
use cotulenh_engine::{Engine, EngineOptions, Limits, Score, SearchPosition};
use fastrand::Rng;

use crate::output::{Error, Output, progress_bar};

/// Random turns before the engine plays.
const OPENING: usize = 8;
/// Turns of a game at most.
const TURNS: usize = 300;
/// Rounds of each measurement; the best counts.
const ROUNDS: u32 = 7;

/// A game as its actions, with what the engine thought of each turn.
struct PlayedGame {
    turns: Vec<(Vec<Action>, Option<PackedScore>)>,
    end: GameEnd,
}

/// Plays games, writes and reads them in several ways, and reports sizes and times.
pub fn measure(games: u32, nodes: u64, seed: u64, out: &mut Output) -> Result<(), Error> {
    let bar = progress_bar(games.into(), "{bar:30} {pos}/{len} games ({elapsed} elapsed, {eta} left)");
    let mut engine = Engine::new(EngineOptions::default().with_hash_mb(2));
    let mut random = Rng::with_seed(seed);
    let mut played = Vec::new();
    for _ in 0..games {
        played.push(play(&mut engine, nodes, &mut random));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let sample = GameSample::of(played);
    sizes(&sample, out)?;
    speeds(&sample, out)?;
    Ok(())
}

fn play(engine: &mut Engine, nodes: u64, random: &mut Rng) -> PlayedGame {
    let mut game = Game::new();
    let mut turns = Vec::new();
    engine.new_game();
    while turns.len() < TURNS && !game.is_over() {
        let (actions, score) = if turns.len() < OPENING {
            let choices = game.position().whole_turns();
            (random.choice(choices).map(|turn| turn.actions).unwrap_or_default(), None)
        } else {
            let found = engine.search(&SearchPosition::from(&game), &Limits::nodes(nodes), &mut |_| {});
            (found.turn, from_red(found.score, game.position().turn()))
        };
        let legal = actions.iter().all(|&action| game.play_action(action).is_ok());
        debug_assert!(legal && game.position().session().is_none());
        turns.push((actions, score));
    }
    let end = game.outcome().map_or(GameEnd::Unfinished, GameEnd::by_rules);
    PlayedGame { turns, end }
}

/// The engine's score, which is that of the side to move, from Red's side.
fn from_red(score: Score, side: Color) -> Option<PackedScore> {
    let sign = if side == Color::Red { 1 } else { -1 };
    match score {
        Score::Centipawns(value) => Some(PackedScore::centipawns(sign * value)),
        Score::Mate(moves) => PackedScore::mate(sign * moves),
    }
}

/// The games in all forms.
struct GameSample {
    played: Vec<PlayedGame>,
    plain: Vec<CompactGame>,
    scored: Vec<CompactGame>,
    clocked: Vec<CompactGame>,
    games: Vec<Game>,
    pgns: Vec<String>,
    listed: Vec<Vec<u8>>,
    fixed: Vec<Vec<u8>>,
    positions: Vec<Position>,
    turns: usize,
}

impl GameSample {
    fn of(played: Vec<PlayedGame>) -> GameSample {
        let plain: Vec<CompactGame> = played.iter().map(|game| record(game, false, false)).collect();
        let games: Vec<Game> = plain.iter().filter_map(|game| game.to_game().ok()).collect();
        let actions = |game: &PlayedGame| -> Vec<Action> {
            game.turns.iter().flat_map(|(actions, _)| actions).copied().collect()
        };
        GameSample {
            scored: played.iter().map(|game| record(game, true, false)).collect(),
            clocked: played.iter().map(|game| record(game, true, true)).collect(),
            pgns: games.iter().map(Game::to_pgn).collect(),
            positions: games.iter().flat_map(Game::turns).map(|turn| *turn.before()).collect(),
            turns: plain.iter().map(|game| game.turn_count() as usize).sum(),
            listed: played.iter().map(|game| write_listed(&actions(game))).collect(),
            fixed: played.iter().map(|game| write_fixed(&actions(game))).collect(),
            plain,
            games,
            played,
        }
    }
}

/// Records a game; clocks are made up: five minutes, three seconds more a turn, up to eight used.
fn record(game: &PlayedGame, scores: bool, clocks: bool) -> CompactGame {
    let mut recorder = GameRecorder::new(Position::start());
    let mut left = [300_000u32; 2];
    let mut random = Rng::with_seed(game.turns.len() as u64);
    for (actions, score) in &game.turns {
        let left = &mut left[recorder.position().turn() as usize];
        *left = left.saturating_sub(random.u32(100..8_000)) + 3_000;
        let (score, clock) = (score.filter(|_| scores), Some(*left).filter(|_| clocks));
        let recorded = recorder.play(actions.iter().copied(), score, clock);
        debug_assert!(recorded.is_ok());
    }
    match recorder.finish(game.end, &Headers::default()) {
        Ok(game) => game,
        Err(error) => unreachable!("games of the engine are legal: {error}"),
    }
}

fn sizes(sample: &GameSample, out: &mut Output) -> Result<(), Error> {
    let turns = sample.turns as f64;
    let deploys = sample.played.iter().flat_map(|game| &game.turns);
    let deploys =
        deploys.filter(|(actions, _)| actions.iter().any(|action| action.step().is_none_or(Move::is_deploy)));
    writeln!(
        out,
        "{} games, {:.0} turns a game, {:.1} % deploys",
        sample.played.len(),
        turns / sample.played.len() as f64,
        100.0 * deploys.count() as f64 / turns
    )?;
    let bytes = |games: &[CompactGame]| games.iter().map(|game| game.as_bytes().len()).sum();
    let sum = |games: &[Vec<u8>]| games.iter().map(Vec::len).sum();
    let (plain, file) = (bytes(&sample.plain), file_of(&sample.plain)?.len());
    let rows: [(&str, usize); 7] = [
        ("PGN", sample.pgns.iter().map(String::len).sum()),
        ("number among all legal moves", sum(&sample.listed)),
        ("from, to and kind", sum(&sample.fixed)),
        ("unit and its move", plain),
        ("the same in a file", file),
        ("with scores", bytes(&sample.scored)),
        ("with scores and clocks", bytes(&sample.clocked)),
    ];
    for (name, bytes) in rows {
        writeln!(out, "{name:30} {:6.3} bytes a turn", bytes as f64 / turns)?;
    }
    let mut lengths: Vec<usize> = sample.positions.iter().map(|position| position.to_bytes().len()).collect();
    lengths.sort_unstable();
    let (median, most) = (lengths.get(lengths.len() / 2), lengths.last());
    writeln!(out, "{:30} {:6} bytes, at most {}", "a position", median.unwrap_or(&0), most.unwrap_or(&0))?;
    Ok(())
}

fn file_of(games: &[CompactGame]) -> Result<Vec<u8>, Error> {
    let mut writer = GameFileWriter::new(Vec::new())?;
    for game in games {
        writer.write(game)?;
    }
    Ok(writer.into_inner())
}

fn speeds(sample: &GameSample, out: &mut Output) -> Result<(), Error> {
    let file = file_of(&sample.scored)?;
    let turns = sample.turns;
    let mut report = |name: &str, work: &mut dyn FnMut() -> usize| {
        let mut best = Duration::MAX;
        let mut done = 0;
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            done = black_box(work());
            best = best.min(begin.elapsed());
        }
        writeln!(
            out,
            "{name:45} {:7.0} ns a turn {:6.2} M turns/s",
            { best.as_nanos() as f64 / done as f64 },
            done as f64 / best.as_secs_f64() / 1e6
        )?;
        out.flush()
    };
    let play = |game: &PlayedGame| {
        let mut position = Position::start();
        for &action in game.turns.iter().flat_map(|(actions, _)| actions) {
            position.advance_action_unchecked(action);
        }
        position.hash()
    };
    report("play, for comparison", &mut || {
        sample.played.iter().for_each(|game| _ = black_box(play(game)));
        turns
    })?;
    report("read: number among all legal moves", &mut || {
        sample.listed.iter().for_each(|bytes| _ = black_box(read_listed(bytes)));
        turns
    })?;
    report("read: from, to and kind", &mut || {
        sample.fixed.iter().for_each(|bytes| _ = black_box(read_fixed(bytes)));
        turns
    })?;
    let count =
        |games: &[CompactGame]| -> usize { games.iter().map(|game| game.turns().flatten().count()).sum() };
    report("read: unit and its move", &mut || count(&sample.plain))?;
    report("read: with scores and clocks", &mut || count(&sample.clocked))?;
    let check = |games: &[CompactGame]| games.iter().filter(|game| game.check().is_ok()).count();
    report("check", &mut || {
        black_box(check(&sample.plain));
        turns
    })?;
    report("read a file with scores", &mut || {
        GameFileReader::new(&file[..]).flatten().map(|game| game.turns().flatten().count()).sum()
    })?;
    report("read the same without its turns", &mut || {
        GameFileReader::new(&file[..]).flatten().map(|game| game.turn_count() as usize).sum()
    })?;
    report("read as games with their history", &mut || {
        sample.plain.iter().filter_map(|game| game.to_game().ok()).map(|game| game.turns().len()).sum()
    })?;
    report("read the same as PGN", &mut || {
        let games = sample.pgns.iter().filter_map(|pgn| Game::from_pgn(pgn, Strictness::Strict).ok());
        games.map(|game| game.turns().len()).sum()
    })?;
    report("write: record", &mut || {
        sample.played.iter().map(|game| record(game, true, false).turn_count() as usize).sum()
    })?;
    report("write: games with their history", &mut || {
        let games = sample.games.iter().filter_map(|game| CompactGame::of_game(game).ok());
        games.map(|game| game.turn_count() as usize).sum()
    })?;
    report("write: PGN", &mut || {
        black_box(sample.games.iter().map(|game| game.to_pgn().len()).sum::<usize>());
        turns
    })?;
    let bytes: Vec<Vec<u8>> = sample.positions.iter().map(Position::to_bytes).collect();
    report("positions: write", &mut || {
        black_box(sample.positions.iter().map(|position| position.to_bytes().len()).sum::<usize>());
        turns
    })?;
    report("positions: read", &mut || {
        bytes.iter().filter_map(|bytes| Position::from_bytes(bytes).ok()).count()
    })?;
    Ok(())
}

// The number of an action among all of them: one byte, or three from 255 on.

fn write_listed(actions: &[Action]) -> Vec<u8> {
    let mut position = Position::start();
    let mut bytes = Vec::new();
    for &action in actions {
        let number = position.actions().iter().position(|other| *other == action).unwrap_or_default();
        match u8::try_from(number) {
            Ok(byte) if byte < u8::MAX => bytes.push(byte),
            _ => {
                bytes.push(u8::MAX);
                bytes.extend((number as u16).to_le_bytes());
            }
        }
        position.advance_action_unchecked(action);
    }
    bytes
}

fn read_listed(mut bytes: &[u8]) -> Option<Position> {
    let mut position = Position::start();
    while let Some((&first, rest)) = bytes.split_first() {
        let number = match first {
            u8::MAX => {
                let (number, rest) = rest.split_first_chunk()?;
                bytes = rest;
                u16::from_le_bytes(*number).into()
            }
            _ => {
                bytes = rest;
                usize::from(first)
            }
        };
        let moves = position.legal_moves();
        let action = match moves.get(number) {
            Some(&mv) => Action::Step(mv),
            None => Some(Action::Commit).filter(|_| number == moves.len() && position.can_commit())?,
        };
        position.advance_action_unchecked(action);
    }
    Some(position)
}

// Start, destination and what is special in two bytes: 0 nothing, 1 a stay capture, 2 a deploy step,
// whose role and kind take another byte. The largest number is the commit.

const POINTS: u16 = 132;
const FIXED_COMMIT: u16 = u16::MAX;

fn number_of(square: Square) -> u16 {
    u16::from(12 - square.rank()) * 11 + u16::from(square.file())
}

fn square_of(number: u16) -> Option<Square> {
    Square::new((number % 11) as u8, 12u8.checked_sub((number / 11) as u8)?)
}

fn write_fixed(actions: &[Action]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for action in actions {
        let Some(mv) = action.step() else {
            bytes.extend(FIXED_COMMIT.to_le_bytes());
            continue;
        };
        let special = match mv.kind() {
            _ if mv.is_deploy() => 2,
            MoveKind::StayCapture => 1,
            _ => 0,
        };
        let number = (number_of(mv.from()) * POINTS + number_of(mv.to())) * 3 + special;
        bytes.extend(number.to_le_bytes());
        if mv.is_deploy() {
            bytes.push(mv.unit().top_role() as u8 | (mv.kind() as u8) << 4);
        }
    }
    bytes
}

fn read_fixed(mut bytes: &[u8]) -> Option<Position> {
    let mut position = Position::start();
    while let Some((number, rest)) = bytes.split_first_chunk() {
        bytes = rest;
        let number = u16::from_le_bytes(*number);
        if number == FIXED_COMMIT {
            position.commit().ok()?;
            continue;
        }
        let (points, special) = (number / 3, number % 3);
        let (from, to) = (square_of(points / POINTS)?, square_of(points % POINTS)?);
        let standing = position.board().get(from)?;
        let mv = if special == 2 {
            let (&step, rest) = bytes.split_first()?;
            bytes = rest;
            let kind = *MoveKind::ALL.get(usize::from(step >> 4))?;
            Move::new(standing.extract(*Role::ALL.get(usize::from(step & 15))?)?, from, to, kind, true)
        } else {
            let kind = match position.board().get(to) {
                None => MoveKind::Move,
                Some(unit) if unit.color() == position.turn() => MoveKind::Combination,
                Some(_) if special == 1 => MoveKind::StayCapture,
                Some(_) => MoveKind::Capture,
            };
            Move::new(standing, from, to, kind, false)
        };
        let suicide = Move::new(standing, from, to, MoveKind::SuicideCapture, false);
        let mv = if mv.kind() == MoveKind::Capture && !position.is_legal(mv) { suicide } else { mv };
        if !position.is_legal(mv) {
            return None;
        }
        position.advance_unchecked(mv);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_codes_read_back() {
        let mut engine = Engine::new(EngineOptions::default().with_hash_mb(2));
        let game = play(&mut engine, 50, &mut Rng::with_seed(1));
        let actions: Vec<Action> = game.turns.iter().flat_map(|(actions, _)| actions).copied().collect();
        let mut end = Position::start();
        actions.iter().for_each(|&action| end.advance_action_unchecked(action));
        assert_eq!(read_listed(&write_listed(&actions)), Some(end));
        assert_eq!(read_fixed(&write_fixed(&actions)), Some(end));
        let recorded = record(&game, true, true);
        assert_eq!(recorded.check(), Ok(()));
        assert_eq!(recorded.to_game().unwrap().position(), &end);
    }
}

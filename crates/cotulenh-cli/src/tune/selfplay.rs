//! One game of the engine against itself, and its quiet positions.

use cotulenh::{Action, Color, Position};
use cotulenh_engine::eval::Evaluator;
use cotulenh_engine::eval::weights::Weights;
use cotulenh_engine::{Engine, EngineOptions, Limits, Score, SearchPosition, SearchResult};
use fastrand::Rng;

use super::data::{GameRecord, GameResult, Sample, Settings};

/// Random turns before the engine plays.
const OPENING_TURNS: std::ops::RangeInclusive<usize> = 6..=8;
/// An opening that gives more than this away is not played.
const OPENING_BALANCE: i32 = 400;
/// The first turns after the opening are not looked at: the engine is still putting right what chance did.
const SKIPPED_TURNS: usize = 4;
/// A game ends when both sides have agreed on so much for so many turns.
const DECIDED: (i32, u32) = (1500, 6);
/// A longer game is a draw.
const MAX_TURNS: usize = 300;
/// How far the search may be from the static value in a quiet position.
const QUIET_MARGIN: i32 = 150;
/// The table is cleared for every game, and a few thousand nodes a move do not fill more.
const HASH_MB: usize = 2;

/// An engine for games of a few nodes a move.
pub fn engine(weights: &Weights) -> Engine {
    let mut engine = Engine::new(EngineOptions { hash_mb: HASH_MB, ..EngineOptions::default() });
    engine.set_weights(weights);
    engine
}

/// Plays a game. It depends on the settings, the weights and its number alone, not on what the engine did before.
pub fn play_game(engine: &mut Engine, settings: &Settings, number: u64) -> GameRecord {
    let mut random = Rng::with_seed(settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number));
    engine.new_game();
    let limits = Limits::nodes(settings.nodes);
    let (mut earlier, mut at) = opening(engine.evaluator(), &mut random);
    let mut quiet = Vec::new();
    // How long both have agreed that one side wins.
    let (mut agreed, mut leader) = (0, Color::Red);
    let mut turns = 0;
    let winner = loop {
        if let Some(outcome) = at.outcome() {
            break outcome.winner();
        }
        let key = at.repetition_key();
        if turns == MAX_TURNS || earlier.iter().filter(|&&known| known == key).count() >= 2 {
            break None;
        }
        if agreed == DECIDED.1 {
            break Some(leader);
        }
        let us = at.turn();
        let result =
            engine.search(&SearchPosition { position: at, earlier: earlier.clone() }, &limits, &mut |_| {});
        if turns >= SKIPPED_TURNS && is_quiet(&at, &result, engine.evaluator().evaluate(&at)) {
            let score = result.score.to_centipawns();
            quiet.push(Sample { score: if us == Color::Red { score } else { -score }, position: at });
        }
        earlier.push(key);
        at = result.turn.iter().fold(at, |at, &action| at.after_unchecked(action));
        turns += 1;

        let score = result.score.to_centipawns();
        let ahead = if score > 0 { us } else { !us };
        agreed = match score.abs() >= DECIDED.0 {
            true if ahead == leader => agreed + 1,
            true => 1,
            false => 0,
        };
        leader = ahead;
    };
    let samples = some_of(quiet, settings.positions, &mut random);
    GameRecord { number, result: GameResult(winner), samples }
}

/// Random turns from the start: the keys of all positions but the last, and the last.
fn opening(evaluator: &Evaluator, random: &mut Rng) -> (Vec<u64>, Position) {
    'line: loop {
        let mut keys = Vec::new();
        let mut at = Position::start();
        for _ in 0..random.usize(OPENING_TURNS) {
            keys.push(at.repetition_key());
            // Some steps of a deploy lead nowhere; such a line is dropped.
            let Some(after) = random_turn(&at, random) else { continue 'line };
            at = after;
        }
        if !at.is_game_over() && evaluator.evaluate(&at).abs() <= OPENING_BALANCE {
            return (keys, at);
        }
    }
}

/// The position after random actions, up to the end of the turn.
fn random_turn(position: &Position, random: &mut Rng) -> Option<Position> {
    let mut at = *position;
    loop {
        let actions = at.actions();
        at = at.after_unchecked(*random.choice(&actions)?);
        if at.session().is_none() {
            return Some(at);
        }
    }
}

/// Does the static value mean something here? Not while captures are due.
fn is_quiet(position: &Position, result: &SearchResult, value: i32) -> bool {
    let captures = |action: &Action| matches!(action, Action::Step(mv) if mv.kind().is_capture());
    let Score::Centipawns(score) = result.score else { return false };
    (score - value).abs() <= QUIET_MARGIN && !position.is_check() && !result.turn.iter().any(captures)
}

/// At most `count` of them, chosen by chance, in their order: so that long games do not count more.
fn some_of(mut samples: Vec<Sample>, count: usize, random: &mut Rng) -> Vec<Sample> {
    while samples.len() > count {
        samples.remove(random.usize(..samples.len()));
    }
    samples
}

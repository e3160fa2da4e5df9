//! One game of the engine against itself, and its quiet positions.

use cotulenh::{Action, Color, Position};
use cotulenh_engine::eval::weights::Weights;
use cotulenh_engine::{Engine, EngineOptions, Features, Limits, Score, SearchPosition, SearchResult};
use fastrand::Rng;

use super::positions_file::{Sample, SampleResult, SampledGame, SelfPlaySettings};
use crate::arena::opening::{OpeningError, play, random};

/// The first turns after the random opening give no positions: they are still unbalanced.
const SKIPPED_TURNS: usize = 4;
/// Centipawns and turns: a game ends when both sides agree on such an advantage for that many
/// turns.
const DECIDED: (i32, u32) = (1500, 6);
/// A longer game is a draw.
const MAX_TURNS: usize = 300;
/// How far the search may be from the static value in a quiet position.
const QUIET_MARGIN: i32 = 150;
/// The table is cleared for every game, and a few thousand nodes per move do not fill more.
const HASH_MB: usize = 2;

/// An engine for games with few nodes per move. Its scores depend neither on the fifty-move clock
/// nor on contempt, because weights are fitted to them and quiet positions are recognised by them.
pub fn engine(weights: &Weights) -> Engine {
    let mut features = Features::default();
    features.fade = false;
    let options = EngineOptions::default().with_hash_mb(HASH_MB).with_features(features).with_contempt(0);
    let mut engine = Engine::new(options);
    engine.set_weights(weights);
    engine
}

/// Plays a game. It depends only on the settings, the weights and its number, not on earlier games.
pub fn play_game(
    engine: &mut Engine,
    settings: &SelfPlaySettings,
    number: u64,
) -> Result<SampledGame, OpeningError> {
    let mut random = random(settings.seed, number);
    let kind = settings.openings[number as usize % settings.openings.len()];
    let mut game = kind.opening(&mut random)?;
    engine.new_game();
    let limits = Limits::nodes(settings.nodes);
    let mut quiet = Vec::new();
    // The number of turns for which both sides have agreed on the leader.
    let (mut agreed, mut leader) = (0, Color::Red);
    let mut turns = 0;
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner();
        }
        if turns == MAX_TURNS {
            break None;
        }
        if agreed == DECIDED.1 {
            break Some(leader);
        }
        let at = *game.position();
        let us = at.turn();
        let result = engine.search(&SearchPosition::from(&game), &limits, &mut |_| {});
        let score = result.score.to_centipawns();
        if turns >= SKIPPED_TURNS && is_quiet(&at, &result, engine.evaluator().evaluate(&at)) {
            quiet.push(Sample { score: if us == Color::Red { score } else { -score }, position: at });
        }
        if !play(&mut game, &result.turn) {
            unreachable!("the engine plays whole legal turns");
        }
        turns += 1;

        let ahead = if score > 0 { us } else { !us };
        agreed = match score.abs() >= DECIDED.0 {
            true if ahead == leader => agreed + 1,
            true => 1,
            false => 0,
        };
        leader = ahead;
    };
    let samples = some_of(quiet, settings.positions, &mut random);
    Ok(SampledGame { number, result: SampleResult(winner), samples })
}

/// Is the static evaluation meaningful here? It is not if a capture or a check is pending.
fn is_quiet(position: &Position, result: &SearchResult, value: i32) -> bool {
    let captures = |action: &Action| action.step().is_some_and(|mv| mv.kind().is_capture());
    let Score::Centipawns(score) = result.score else { return false };
    (score - value).abs() <= QUIET_MARGIN && !position.is_check() && !result.turn.iter().any(captures)
}

/// At most `count` random samples in their order, so that long games do not count more.
fn some_of(mut samples: Vec<Sample>, count: usize, random: &mut Rng) -> Vec<Sample> {
    while samples.len() > count {
        samples.remove(random.usize(..samples.len()));
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use cotulenh_engine::eval::weights::DEFAULT;

    #[test]
    fn scores_depend_neither_on_the_clock_nor_on_contempt() {
        let mut engine = engine(&DEFAULT);
        let placement = Position::START_FEN.split(' ').next().unwrap();
        let mut search = |clock: u32| {
            let root = Position::from_fen(&format!("{placement} r - - {clock} 60")).unwrap();
            engine.new_game();
            engine.search(&root.into(), &Limits::nodes(500), &mut |_| {}).score
        };
        assert_eq!([search(20), search(80)], [search(0); 2]);
    }
}

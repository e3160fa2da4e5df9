//! The built-in players: the engine, and a greedy one that only counts material.

use std::time::{Duration, Instant};

use cotulenh::{Action, Color, Game, Outcome, Piece, Position, Role, WholeTurn};
use cotulenh_engine::eval::weights::Weights;
use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition};

use super::limit::Limit;
use super::player::{Budget, Choice, Interrupt, MatchPlayer, PlayerAnswer, PlayerError, SearchInfo};

/// The engine with some settings.
pub struct BuiltIn(Engine);

impl BuiltIn {
    pub fn new(options: &EngineOptions, weights: &Weights, interrupt: &Interrupt) -> BuiltIn {
        let mut engine = Engine::new(options.clone());
        engine.set_weights(weights);
        interrupt.add_search(engine.stop_handle());
        BuiltIn(engine)
    }
}

impl MatchPlayer for BuiltIn {
    fn begin(&mut self, seed: u64) -> Result<(), PlayerError> {
        self.0.set_seed(seed);
        Ok(())
    }

    fn turn(&mut self, game: &Game, budget: &Budget) -> Result<PlayerAnswer, PlayerError> {
        let started = Instant::now();
        let (limits, overhead) = match budget.limit {
            Limit::Clock(_) => {
                let (left, increment) = budget.clock(game.position().turn());
                (Limits::clock(left, increment), EngineOptions::default().move_overhead)
            }
            // There is no process in between: the engine may use all of its time.
            Limit::MoveTime(time) => (Limits::move_time(time), Duration::ZERO),
            Limit::Nodes(nodes) => (Limits::nodes(nodes), Duration::ZERO),
            Limit::Depth(depth) => (Limits::depth(depth), Duration::ZERO),
        };
        self.0.set_move_overhead(overhead);
        let result = self.0.search(&SearchPosition::from(game), &limits, &mut |_| {});
        Ok(PlayerAnswer {
            choice: Choice::Actions(result.turn),
            info: SearchInfo { score: Some(result.score), depth: Some(result.depth) },
            time: started.elapsed(),
        })
    }
}

/// Looks one turn ahead: wins at once if it can, else maximises material. Ties are broken at
/// random.
pub struct Greedy(fastrand::Rng);

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy(fastrand::Rng::with_seed(0))
    }
}

impl MatchPlayer for Greedy {
    fn begin(&mut self, seed: u64) -> Result<(), PlayerError> {
        self.0 = fastrand::Rng::with_seed(seed);
        Ok(())
    }

    fn turn(&mut self, game: &Game, _: &Budget) -> Result<PlayerAnswer, PlayerError> {
        let started = Instant::now();
        let (_, mut best) = best_turns(game.position());
        let choice = if best.is_empty() { Vec::new() } else { best.swap_remove(self.0.usize(..best.len())) };
        Ok(PlayerAnswer {
            choice: Choice::Actions(choice),
            info: SearchInfo::default(),
            time: started.elapsed(),
        })
    }
}

/// The value of a turn that wins at once.
pub const WIN: i32 = i32::MAX;

/// The turns with the best material balance for the side to move, and that balance.
pub fn best_turns(position: &Position) -> (i32, Vec<Vec<Action>>) {
    let us = position.turn();
    let (mut most, mut best) = (i32::MIN, Vec::new());
    for WholeTurn { actions, after, .. } in position.whole_turns() {
        let wins = matches!(after.outcome(), Some(Outcome::Win { winner, .. }) if winner == us);
        let value = if wins { WIN } else { balance(&after, us) };
        if value > most {
            most = value;
            best.clear();
        }
        if value == most {
            best.push(actions);
        }
    }
    (most, best)
}

/// The material of `us` minus that of the enemy.
pub fn balance(position: &Position, us: Color) -> i32 {
    let pieces = position.board().iter().flat_map(|(_, unit)| unit.pieces());
    pieces.map(|piece| if piece.color == us { value(piece) } else { -value(piece) }).sum()
}

/// The usual value of a piece.
fn value(piece: Piece) -> i32 {
    let value = match piece.role {
        Role::Commander => 1000,
        Role::Infantry | Role::Militia | Role::Engineer | Role::AntiAir | Role::Headquarter => 10,
        Role::Tank | Role::Missile => 20,
        Role::Artillery => 30,
        Role::AirForce => 40,
        Role::Navy => 80,
    };
    value + if piece.heroic { value / 2 } else { 0 }
}

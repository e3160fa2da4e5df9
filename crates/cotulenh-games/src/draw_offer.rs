//! How the engine answers a draw offer, in the browser and in a terminal alike.

use cotulenh::{Color, Game};
use cotulenh_engine::{Limits, Score};

/// The engine declines every draw before this many turns (20 moves of each side).
const FIRST_TURNS: usize = 40;
/// How many nodes it searches before it answers.
const NODES: u64 = 200_000;

/// An offer that the engine considers.
#[derive(Clone, Copy, Debug)]
pub struct DrawOffer {
    engine_to_move: bool,
}

impl DrawOffer {
    /// A draw offered to the engine, which plays this side. `None` if it declines without a search.
    pub fn new(game: &Game, engine: Color) -> Option<DrawOffer> {
        (game.turns().len() >= FIRST_TURNS)
            .then(|| DrawOffer { engine_to_move: game.position().turn() == engine })
    }

    /// How far to search the position. The search has full strength: a weak engine judges the
    /// position as well as a strong one.
    pub fn limits(self) -> Limits {
        Limits::nodes(NODES)
    }

    /// Does the engine accept? Only if it is not better. The score is for the side to move.
    pub fn is_taken(self, score: Score) -> bool {
        let score = score.to_centipawns();
        let for_engine = if self.engine_to_move { score } else { -score };
        for_engine <= 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which nothing is taken and nothing is repeated.
    fn game_of(turns: usize) -> Game {
        let mut game = Game::default();
        while game.turns().len() < turns {
            let moves = game.position().legal_moves();
            let quiet = moves.into_iter().filter(|mv| !mv.is_deploy() && !mv.kind().is_capture());
            let next = quiet.map(|mv| {
                let mut next = game.clone();
                next.play(mv).unwrap();
                next
            });
            let fresh = |next: &Game| next.repetitions() == 1 && !next.is_over();
            game = next.into_iter().find(fresh).unwrap();
        }
        game
    }

    #[test]
    fn no_draw_before_the_game_has_got_going() {
        for turns in [0, 1, FIRST_TURNS - 1] {
            let game = game_of(turns);
            assert!(DrawOffer::new(&game, game.position().turn()).is_none(), "after {turns} turns");
        }
        assert!(DrawOffer::new(&game_of(FIRST_TURNS), Color::Blue).is_some());
    }

    #[test]
    fn only_an_engine_that_is_not_better_off_takes_a_draw() {
        let game = game_of(FIRST_TURNS);
        let (mover, waiter) = (game.position().turn(), !game.position().turn());
        for (score, mover_takes, waiter_takes) in [
            (Score::Centipawns(1), false, true),
            (Score::Centipawns(0), true, true),
            (Score::Centipawns(-1), true, false),
            (Score::Mate(3), false, true),
            (Score::Mate(-3), true, false),
        ] {
            assert_eq!(DrawOffer::new(&game, mover).unwrap().is_taken(score), mover_takes, "{score:?}");
            assert_eq!(DrawOffer::new(&game, waiter).unwrap().is_taken(score), waiter_takes, "{score:?}");
        }
    }
}

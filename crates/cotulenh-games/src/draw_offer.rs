//! How the engine answers an offer of a draw, in the browser and in a terminal alike.

use cotulenh::{Color, Game};
use cotulenh_engine::{Limits, Score};

/// Before so many turns have been played (20 moves of both sides) the engine goes on: it has hardly begun.
const FIRST_TURNS: usize = 40;
/// How much it looks at before it answers.
const NODES: u64 = 200_000;

/// An offer that the engine thinks about before it answers.
#[derive(Clone, Copy, Debug)]
pub struct DrawOffer {
    engine_to_move: bool,
}

impl DrawOffer {
    /// Somebody offers the engine, who plays this side, a draw. `None`: it goes on without a thought.
    pub fn new(game: &Game, engine: Color) -> Option<DrawOffer> {
        (game.turns().len() >= FIRST_TURNS)
            .then(|| DrawOffer { engine_to_move: game.position().turn() == engine })
    }

    /// How far the position is to be searched, at full strength: a weak engine still knows where it stands.
    pub fn limits(self) -> Limits {
        Limits::nodes(NODES)
    }

    /// Does the engine take it? Only where it is not better off. The score is for the side to move.
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

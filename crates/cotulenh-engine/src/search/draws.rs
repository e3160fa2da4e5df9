//! Draws: what they are worth to each side, and evaluations that fade with the fifty-move clock.
//!
//! Only captures reset the clock, and a careful defender can shuffle behind the lines for fifty
//! moves. Without fading, the engine notices the draw only within its search depth and wastes won
//! games. So evaluations fade, turn by turn, towards the value of a draw. With positive contempt a
//! draw scores below 0 for the searching side, which then prefers an even fight to a draw.

use cotulenh::{Color, FIFTY_MOVE_CLOCK, Position};

use crate::splitmix::splitmix64;

/// From this half-move clock on, table keys contain the exact clock, because the search can see
/// draws by the clock.
const CLOCK_WATCH: u32 = FIFTY_MOVE_CLOCK - 12;

/// Below [`CLOCK_WATCH`], one table key covers this many turns: faded evaluations differ little
/// within them.
const CLOCK_SPAN: u32 = 8;

/// How much of an evaluation has faded at the end of the clock, in percent.
const FADE: i32 = 90;

/// How a search values draws.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draws {
    /// The side that searches.
    side: Color,
    /// What a draw costs it, in centipawns.
    contempt: i32,
    fades: bool,
    /// Separates the table entries of searches that value draws differently.
    salt: u64,
}

impl Draws {
    pub(crate) fn new(side: Color, contempt: i32, fades: bool) -> Draws {
        let salt = if contempt == 0 { 0 } else { splitmix64(contempt as u64 ^ (side as u64) << 32) };
        Draws { side, contempt, fades, salt }
    }

    /// The score of a draw for the side to move.
    #[inline]
    pub(super) fn score(&self, turn: Color) -> i32 {
        if turn == self.side { -self.contempt } else { self.contempt }
    }

    /// An evaluation faded towards a draw by the fifty-move clock of the position.
    #[inline]
    pub(crate) fn fade(&self, position: &Position, eval: i32) -> i32 {
        if !self.fades {
            return eval;
        }
        let clock = position.halfmoves().min(FIFTY_MOVE_CLOCK) as i32;
        eval + (self.score(position.turn()) - eval) * (clock * FADE) / (100 * FIFTY_MOVE_CLOCK as i32)
    }

    /// The part of a table key that depends on contempt and the fifty-move clock: scores are shared
    /// where draws are worth the same and about equally near.
    #[inline]
    pub(super) fn salt(&self, position: &Position) -> u64 {
        let span = match position.halfmoves() {
            clock if clock >= CLOCK_WATCH => clock,
            clock if self.fades => clock / CLOCK_SPAN,
            _ => 0,
        };
        self.salt ^ splitmix64(u64::from(span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(side: char, clock: u32) -> Position {
        let placement = Position::START_FEN.split(' ').next().unwrap();
        Position::from_fen(&format!("{placement} {side} - - {clock} 60")).unwrap()
    }

    #[test]
    fn a_draw_costs_one_side_what_it_gives_the_other() {
        let draws = Draws::new(Color::Blue, 40, true);
        assert_eq!((draws.score(Color::Blue), draws.score(Color::Red)), (-40, 40));
    }

    #[test]
    fn evaluations_fade_towards_the_draw() {
        let draws = Draws::new(Color::Red, 100, true);
        assert_eq!(draws.fade(&position('r', 0), 500), 500);
        assert_eq!(draws.fade(&position('r', 50), 500), 500 - 270);
        assert_eq!(draws.fade(&position('r', 99), -100), -100);
        // The same for the other side.
        assert_eq!(draws.fade(&position('b', 50), -500), -500 + 270);
        let mut last = 500;
        for clock in 1..=FIFTY_MOVE_CLOCK {
            let faded = draws.fade(&position('r', clock), 500);
            assert!(faded < last, "{clock}");
            last = faded;
        }
        assert_eq!(last, -40);
        assert_eq!(Draws::new(Color::Red, 100, false).fade(&position('r', 99), 500), 500);
    }

    /// Nothing overflows, and nothing leaves the range of evaluations.
    #[test]
    fn the_largest_values_fade_too() {
        let most = crate::score::MAX_EVAL;
        for contempt in [-crate::MAX_CONTEMPT, crate::MAX_CONTEMPT] {
            let draws = Draws::new(Color::Red, contempt, true);
            for eval in [-most, most] {
                assert!(draws.fade(&position('b', 100), eval).abs() <= most);
            }
        }
    }

    #[test]
    fn keys_differ_where_draws_are_valued_differently() {
        let keys = |draws: Draws| (0..FIFTY_MOVE_CLOCK).map(move |clock| draws.salt(&position('r', clock)));
        let spans = |draws: Draws| keys(draws).collect::<std::collections::BTreeSet<u64>>().len() as u32;
        let watched = FIFTY_MOVE_CLOCK - CLOCK_WATCH;
        assert_eq!(spans(Draws::new(Color::Red, 0, false)), 1 + watched);
        assert_eq!(spans(Draws::new(Color::Red, 0, true)), CLOCK_WATCH / CLOCK_SPAN + watched);
        let settings = [(Color::Red, 0), (Color::Red, 1), (Color::Red, 100), (Color::Blue, 100)];
        let first = settings.map(|(side, contempt)| keys(Draws::new(side, contempt, true)).next());
        assert!((1..4).all(|i| !first[..i].contains(&first[i])));
        // Without contempt, the side that searches does not matter.
        assert!(keys(Draws::new(Color::Red, 0, true)).eq(keys(Draws::new(Color::Blue, 0, true))));
    }
}

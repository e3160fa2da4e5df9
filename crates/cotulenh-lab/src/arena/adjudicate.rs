//! Adjudication: games that end before the rules end them. Off by default.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use cotulenh::Color;

use super::key_values::{KeyValueError, key_values};

/// When a game counts as decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Centipawns and turns: won when the scores of that many turns in a row all favour one side by
    /// at least that much.
    pub win: Option<(i32, u32)>,
    /// Centipawns, turns and first turn: drawn when the scores of that many turns in a row are all
    /// within that bound, but not before the first turn.
    pub draw: Option<(i32, u32, u32)>,
}

impl FromStr for Adjudication {
    type Err = KeyValueError;

    fn from_str(text: &str) -> Result<Adjudication, KeyValueError> {
        let [score, turns, draw, draw_turns, draw_after] =
            key_values(text, ["score", "turns", "draw", "draw-turns", "draw-after"])?;
        let at_least = |name: &'static str, value: Option<f64>, default: u32, least: u32| match value {
            None => Ok(default),
            Some(n) if n.fract() == 0.0 && n >= f64::from(least) && n <= 1e6 => Ok(n as u32),
            Some(_) => Err(KeyValueError::Value { name, expected: least_number(least) }),
        };
        let turns = at_least("turns", turns, 6, 1)?;
        let (draw_turns, draw_after) =
            (at_least("draw-turns", draw_turns, 20, 1)?, at_least("draw-after", draw_after, 80, 0)?);
        let score = score.map(|score| at_least("score", Some(score), 0, 1)).transpose()?;
        let draw = draw.map(|draw| at_least("draw", Some(draw), 0, 0)).transpose()?;
        if score.is_none() && draw.is_none() {
            return Err(KeyValueError::Missing("score or draw"));
        }
        Ok(Adjudication {
            win: score.map(|score| (score as i32, turns)),
            draw: draw.map(|draw| (draw as i32, draw_turns, draw_after)),
        })
    }
}

/// The error for a number below its minimum, which is 0 or 1.
fn least_number(least: u32) -> &'static str {
    if least == 0 { "a whole number from 0 to 1000000" } else { "a whole number from 1 to 1000000" }
}

impl fmt::Display for Adjudication {
    /// The text that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some((score, turns)) = self.win {
            parts.push(format!("score={score},turns={turns}"));
        }
        if let Some((draw, turns, after)) = self.draw {
            parts.push(format!("draw={draw},draw-turns={turns},draw-after={after}"));
        }
        f.write_str(&parts.join(","))
    }
}

/// Follows the scores of a game. Players that report no scores do not count.
pub struct Judge<'a> {
    rule: &'a Adjudication,
    /// The latest scores from Red's point of view, as many as the rule needs.
    scores: VecDeque<i32>,
}

impl<'a> Judge<'a> {
    pub fn new(rule: &'a Adjudication) -> Judge<'a> {
        Judge { rule, scores: VecDeque::new() }
    }

    /// Adds the score that a player reported for its own side, in centipawns.
    pub fn add_score(&mut self, us: Color, score: i32) {
        self.scores.push_front(if us == Color::Red { score } else { -score });
        let longest = self.rule.win.map_or(0, |win| win.1).max(self.rule.draw.map_or(0, |draw| draw.1));
        self.scores.truncate(longest as usize);
    }

    /// The winner, or `Some(None)` for a draw, once the scores decide the game.
    pub fn verdict(&self, turns_played: u32) -> Option<Option<Color>> {
        let last = |turns: u32, holds: &dyn Fn(i32) -> bool| {
            self.scores.len() >= turns as usize
                && self.scores.iter().take(turns as usize).all(|&score| holds(score))
        };
        if let Some((least, turns)) = self.rule.win {
            if last(turns, &|score| score >= least) {
                return Some(Some(Color::Red));
            }
            if last(turns, &|score| score <= -least) {
                return Some(Some(Color::Blue));
            }
        }
        match self.rule.draw {
            Some((most, turns, after)) if turns_played >= after => {
                last(turns, &|score| score.abs() <= most).then_some(None)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(rule: &str, scores: &[i32]) -> Option<Option<Color>> {
        let rule: Adjudication = rule.parse().unwrap();
        let mut judge = Judge::new(&rule);
        for (i, &score) in scores.iter().enumerate() {
            judge.add_score(if i % 2 == 0 { Color::Red } else { Color::Blue }, score);
        }
        judge.verdict(scores.len() as u32)
    }

    #[test]
    fn both_sides_must_agree() {
        let rule = "score=500,turns=4";
        assert_eq!(verdict(rule, &[600, -700, 500, -500]), Some(Some(Color::Red)));
        assert_eq!(verdict(rule, &[-600, 700, -500, 500]), Some(Some(Color::Blue)));
        assert_eq!(verdict(rule, &[600, -700, 500]), None);
        assert_eq!(verdict(rule, &[600, -700, 500, 500]), None);
        assert_eq!(verdict(rule, &[600, -700, 499, -500]), None);
    }

    #[test]
    fn draws_need_enough_turns() {
        let rule = "draw=10,draw-turns=3,draw-after=5";
        assert_eq!(verdict(rule, &[0, 10, -10]), None);
        assert_eq!(verdict(rule, &[900, 0, 0, 10, -10]), Some(None));
        assert_eq!(verdict(rule, &[0, 0, 0, 11, 0]), None);
    }

    #[test]
    fn texts() {
        let read = |text: &str| text.parse::<Adjudication>().map(|rule| rule.to_string());
        assert_eq!(read("score=1000").as_deref(), Ok("score=1000,turns=6"));
        let both = "score=1000,turns=6,draw=5,draw-turns=10,draw-after=60";
        assert_eq!(read(both).as_deref(), Ok(both));
        for bad in ["", "turns=6", "score=x", "score=0", "score=1000,turns=0", "score=1.5", "points=3"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}

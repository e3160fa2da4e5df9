//! The mate suite: positions with forced mates and all their solutions.
#![allow(dead_code)]

pub mod solver;
pub mod tags;

use std::fmt;

use cotulenh::{Action, Game, Position, Strictness, Turn};
use solver::{BudgetSpent, Solver};
use tags::Tag;

/// The longest mate of the suite, in turns.
pub const LONGEST: u32 = 4;

/// The node limit within which the engine has to find each mate: less than two seconds of a release
/// build.
pub const NODES: u64 = 400_000;

/// One position of the suite.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Its name.
    pub id: String,
    /// The shortest forced win of the side to move, in its turns.
    pub mate: u32,
    /// The kinds of mate.
    pub tags: Vec<Tag>,
    /// All first turns that win in time, as LAN (RULES 11.2, 11.4). Deploys that lead to the same
    /// position are listed once.
    pub solutions: Vec<String>,
    /// The position.
    pub position: Position,
}

impl Puzzle {
    /// Solves a position by exhaustive search: `None` if there is no mate in [`LONGEST`] turns.
    pub fn solve(id: &str, position: Position, solver: &mut Solver) -> Result<Option<Puzzle>, BudgetSpent> {
        let Some(mate) = solver.distance(&position, LONGEST)? else { return Ok(None) };
        let solutions = solver.solutions(&position, mate)?;
        let tags = tags::of(&position, mate, &solutions, solver)?;
        let solutions = solutions.iter().map(|(turn, _)| lan(&position, turn)).collect();
        Ok(Some(Puzzle { id: id.to_owned(), mate, tags, solutions, position }))
    }

    /// Does this turn lead to the same position as one of the solutions?
    pub fn is_solved_by(&self, turn: &[Action]) -> bool {
        let after = turn.iter().fold(self.position, |at, &action| at.after_unchecked(action));
        after.session().is_none()
            && self.solutions.iter().any(|text| {
                let solution = match self.position.parse_turn(text, Strictness::Strict) {
                    Ok(Turn::Step(mv)) => self.position.after_unchecked(Action::Step(mv)),
                    Ok(Turn::Deploy(deploy)) => deploy.after,
                    Err(error) => panic!("{}: {error}", self.id),
                };
                solution.repetition_key() == after.repetition_key()
            })
    }

    /// Parses one line of the suite's file.
    pub fn parse(line: &str) -> Option<Puzzle> {
        let mut fields = line.split(" | ");
        let mut next = || fields.next();
        let (id, mate, tags, solutions, fen) = (next()?, next()?, next()?, next()?, next()?);
        Some(Puzzle {
            id: id.trim().to_owned(),
            mate: mate.parse().ok()?,
            tags: tags.split_whitespace().map(Tag::from_name).collect::<Option<_>>()?,
            solutions: solutions.split_whitespace().map(str::to_owned).collect(),
            position: Position::from_fen(fen.trim()).ok()?,
        })
    }
}

impl fmt::Display for Puzzle {
    /// One line of the suite's file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags: Vec<&str> = self.tags.iter().map(|tag| tag.name()).collect();
        let solutions = self.solutions.join(" ");
        write!(f, "{} | {} | {} | {solutions} | {}", self.id, self.mate, tags.join(" "), self.position)
    }
}

/// The suite.
pub fn suite() -> Vec<Puzzle> {
    read(include_str!("../data/mates.txt"))
}

/// Parses a file of puzzles.
pub fn read(text: &str) -> Vec<Puzzle> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| Puzzle::parse(line).unwrap_or_else(|| panic!("expected a puzzle, found {line:?}")))
        .collect()
}

/// The LAN of a turn.
fn lan(position: &Position, turn: &[Action]) -> String {
    let mut game = Game::from(*position);
    for &action in turn {
        assert!(game.play_action(action).is_ok(), "{action} in {}", game.position());
    }
    game.turns()
        .last()
        .unwrap_or_else(|| panic!("expected a complete turn in {position}, found {turn:?}"))
        .text()
        .lan
}

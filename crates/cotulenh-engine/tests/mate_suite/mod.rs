//! The mate suite: its file, and what is claimed of each of its positions.
#![allow(dead_code)]

pub mod solver;
pub mod tags;

use std::fmt;

use cotulenh::{Action, Game, Position, Strictness, Turn};
use solver::{BudgetSpent, Solver};
use tags::Tag;

/// The longest mates of the suite, in turns.
pub const LONGEST: u32 = 4;

/// Nodes within which the engine has to find each of them: less than two seconds' work of a release build.
pub const NODES: u64 = 400_000;

/// One position of the suite.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Its name.
    pub id: String,
    /// In how many turns the side to move forces the win; in fewer it cannot.
    pub mate: u32,
    /// What kind of mate it is.
    pub tags: Vec<Tag>,
    /// All first turns that win in time, as LAN (RULES 11.2, 11.4). Of a deploy's orders of steps that lead to the same position, one.
    pub solutions: Vec<String>,
    /// The position.
    pub position: Position,
}

impl Puzzle {
    /// The truth about a position, found by exhaustion: nothing if there is no mate in [`LONGEST`].
    pub fn solve(id: &str, position: Position, solver: &mut Solver) -> Result<Option<Puzzle>, BudgetSpent> {
        let Some(mate) = solver.distance(&position, LONGEST)? else { return Ok(None) };
        let solutions = solver.solutions(&position, mate)?;
        let tags = tags::of(&position, mate, &solutions, solver)?;
        let solutions = solutions.iter().map(|(turn, _)| lan(&position, turn)).collect();
        Ok(Some(Puzzle { id: id.to_owned(), mate, tags, solutions, position }))
    }

    /// Does this turn lead where one of the solutions leads?
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

    /// Reads one line of the suite's file.
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

/// The suite as it is on record.
pub fn suite() -> Vec<Puzzle> {
    read(include_str!("../data/mates.txt"))
}

/// Reads a file of puzzles.
pub fn read(text: &str) -> Vec<Puzzle> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Puzzle::parse(line).unwrap_or_else(|| panic!("not a puzzle: {line}"))).collect()
}

/// The text of a turn that can be played here.
fn lan(position: &Position, turn: &[Action]) -> String {
    let mut game = Game::from(*position);
    for action in turn {
        let played = match action {
            Action::Step(mv) => game.play(*mv).is_ok(),
            Action::Commit => game.commit().is_ok(),
        };
        assert!(played, "{action} in {}", game.position());
    }
    game.turns().last().unwrap_or_else(|| panic!("no whole turn in {position}")).text().lan
}

//! Where games begin.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use cotulenh::{Action, Game, Options, PgnError, Strictness, read_pgn};
use cotulenh_engine::whole_turns;

use crate::input::{fen_lines, load};
use crate::output::Error;

use super::built_in::{WIN, balance, best_turns};

/// More random turns than this leave no game to play.
const MOST_TURNS: u32 = 60;
/// Nobody may be ahead by more than an Air Force, not even after the next turn.
const BALANCED: i32 = 40;
/// So many attempts fail only if nearly every line of this length is unbalanced.
const ATTEMPTS: u32 = 2000;

/// Where the openings of a match come from; each pair of games takes one.
#[derive(Debug)]
pub enum Book {
    /// So many random turns from the start position.
    Random { turns: u32, seed: u64 },
    /// Those of a file, over and over.
    List { openings: Vec<Game>, shuffled: bool, seed: u64 },
}

/// What a text says about openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookSpec {
    Random(u32),
    File(PathBuf),
}

/// Why there is no opening.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("{0:?}: expected random:N with N from 0 to {MOST_TURNS}")]
    Random(String),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: there is no opening in it", .0.display())]
    Empty(PathBuf),
    #[error("{}:{line}: {message}", path.display())]
    Fen { path: PathBuf, line: usize, message: String },
    #[error("{}: game {number}: {error}", path.display())]
    Pgn { path: PathBuf, number: usize, error: PgnError },
    #[error("{}: opening {number}: {why}", path.display())]
    Useless { path: PathBuf, number: usize, why: &'static str },
    #[error("no balanced line of {0} random turns was found")]
    Unbalanced(u32),
}

impl BookSpec {
    pub fn parse(text: &str) -> Result<BookSpec, OpeningError> {
        let Some(turns) = text.strip_prefix("random:") else { return Ok(BookSpec::File(text.into())) };
        let turns = turns.parse().ok().filter(|&turns| turns <= MOST_TURNS);
        turns.map(BookSpec::Random).ok_or_else(|| OpeningError::Random(text.into()))
    }

    /// Reads the file, if it is one.
    pub fn open(&self, shuffled: bool, seed: u64) -> Result<Book, OpeningError> {
        match self {
            BookSpec::Random(turns) => Ok(Book::Random { turns: *turns, seed }),
            BookSpec::File(path) => Ok(Book::List { openings: read(path)?, shuffled, seed }),
        }
    }
}

impl Book {
    /// The opening of a pair of games. It depends on nothing but the book and the number.
    pub fn opening(&self, pair: u32) -> Result<Game, OpeningError> {
        match self {
            Book::Random { turns, seed } => random_opening(*turns, &mut random(*seed, pair.into())),
            Book::List { openings, shuffled, seed } => {
                let (round, place) = (pair as usize / openings.len(), pair as usize % openings.len());
                let mut order: Vec<usize> = (0..openings.len()).collect();
                if *shuffled {
                    random(*seed, round as u64).shuffle(&mut order);
                }
                Ok(openings[order[place]].clone())
            }
        }
    }

    /// How many different openings a file has.
    pub fn len(&self) -> Option<usize> {
        match self {
            Book::Random { .. } => None,
            Book::List { openings, .. } => Some(openings.len()),
        }
    }

    /// How many turns the longest opening has.
    pub fn most_turns(&self) -> u32 {
        match self {
            Book::Random { turns, .. } => *turns,
            Book::List { openings, .. } => {
                openings.iter().map(|opening| opening.turns().len()).max().unwrap_or(0) as u32
            }
        }
    }

    /// A number that changes with the contents of a file.
    pub fn fingerprint(&self) -> Option<u64> {
        match self {
            Book::Random { .. } => None,
            Book::List { openings, .. } => {
                let keys = openings.iter().map(|opening| opening.position().hash());
                Some(keys.fold(openings.len() as u64, |sum, key| sum.rotate_left(7).wrapping_mul(3) ^ key))
            }
        }
    }
}

/// A source of chance of its own for everything that has a number, so that games can be played in any order.
pub fn random(seed: u64, number: u64) -> fastrand::Rng {
    // Far apart for seeds that are not, so that their numbers do not overlap.
    fastrand::Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number))
}

fn random_opening(turns: u32, random: &mut fastrand::Rng) -> Result<Game, OpeningError> {
    'attempt: for _ in 0..ATTEMPTS {
        let mut game = Game::new();
        for _ in 0..turns {
            let mut choices = whole_turns(game.position());
            if choices.is_empty() {
                continue 'attempt;
            }
            let (actions, after) = choices.swap_remove(random.usize(..choices.len()));
            if balance(&after, after.turn()).abs() > BALANCED || !play(&mut game, &actions) {
                continue 'attempt;
            }
        }
        if !game.is_over() {
            let (most, _) = best_turns(game.position());
            if turns == 0 || most != WIN && most <= BALANCED {
                return Ok(game);
            }
        }
    }
    Err(OpeningError::Unbalanced(turns))
}

/// Plays a whole turn; `false` if it is none.
pub fn play(game: &mut Game, actions: &[Action]) -> bool {
    let before = game.turns().len();
    let played = actions.iter().all(|action| match action {
        Action::Step(mv) => game.play(*mv).is_ok(),
        Action::Commit => game.commit().is_ok(),
    });
    played && game.position().session().is_none() && game.turns().len() == before + 1
}

/// PGN by the name's ending, else a FEN a line.
fn read(path: &Path) -> Result<Vec<Game>, OpeningError> {
    let failed = |error| OpeningError::File { path: path.into(), error };
    let reader = BufReader::new(File::open(path).map_err(failed)?);
    let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    let mut openings = Vec::new();
    if is_pgn {
        for (i, game) in read_pgn(reader, Strictness::Lenient).enumerate() {
            let number = i + 1;
            openings.push(game.map_err(|error| OpeningError::Pgn { path: path.into(), number, error })?);
        }
    } else {
        for line in fen_lines(reader) {
            let line = line.map_err(|error| failed(io::Error::other(message(error))))?;
            let position = line.text.and_then(|text| load(text.trim())).map_err(|error| {
                OpeningError::Fen { path: path.into(), line: line.number, message: message(error) }
            })?;
            openings.push(Game::from(position));
        }
    }
    if openings.is_empty() {
        return Err(OpeningError::Empty(path.into()));
    }
    let bare = |(i, game): (usize, Game)| {
        bare(&game).map_err(|why| OpeningError::Useless { path: path.into(), number: i + 1, why })
    };
    openings.into_iter().enumerate().map(bare).collect()
}

fn message(error: Error) -> String {
    match error {
        Error::Input(message) => message,
        Error::Output(error) => error.to_string(),
    }
}

/// The turns of a game without its headers and comments, if others can go on from there.
fn bare(game: &Game) -> Result<Game, &'static str> {
    if game.start().options() != Options::default() {
        return Err("it does not follow the usual rules of promotion, which engines expect");
    }
    if game.position().session().is_some() {
        return Err("it ends within a deploy");
    }
    let mut opening = Game::from(*game.start());
    for turn in game.turns() {
        let text = turn.text().lan;
        opening.play_text(&text, Strictness::Strict).map_err(|_| "a turn of it cannot be played again")?;
    }
    if opening.is_over() { Err("the game is over there") } else { Ok(opening) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(book: &Book, pair: u32) -> Vec<String> {
        book.opening(pair).unwrap().sans()
    }

    #[test]
    fn random_openings_follow_from_seed_and_number() {
        let book = |seed| Book::Random { turns: 6, seed };
        assert_eq!(line(&book(1), 3), line(&book(1), 3));
        assert_ne!(line(&book(1), 3), line(&book(1), 4));
        assert_ne!(line(&book(1), 1), line(&book(2), 0));
        for pair in 0..40 {
            let game = book(7).opening(pair).unwrap();
            assert_eq!(game.turns().len(), 6);
            assert!(!game.is_over());
            assert!(best_turns(game.position()).0 <= BALANCED);
        }
        assert_eq!(Book::Random { turns: 0, seed: 1 }.opening(5).unwrap(), Game::new());
    }

    #[test]
    fn lists_are_walked_in_order_or_shuffled() {
        let openings: Vec<Game> = ["Ic6", "Mg6", "Ik6", "Mf6", "Mh6"]
            .iter()
            .map(|text| {
                let mut game = Game::new();
                game.play_text(text, Strictness::Strict).unwrap();
                game
            })
            .collect();
        let book = |shuffled| Book::List { openings: openings.clone(), shuffled, seed: 5 };
        let walk = |book: &Book, from| (from..from + 5).map(|pair| line(book, pair)).collect::<Vec<_>>();
        let in_order: Vec<Vec<String>> = openings.iter().map(Game::sans).collect();
        assert_eq!(walk(&book(false), 5), in_order);
        let (first, second) = (walk(&book(true), 0), walk(&book(true), 5));
        assert_ne!(first, second);
        let sorted = |mut walk: Vec<Vec<String>>| {
            walk.sort();
            walk
        };
        assert_eq!(sorted(first), sorted(in_order.clone()));
        assert_eq!(sorted(second), sorted(in_order));
    }

    #[test]
    fn specs() {
        assert!(matches!(BookSpec::parse("random:6"), Ok(BookSpec::Random(6))));
        assert!(matches!(BookSpec::parse("random"), Ok(BookSpec::File(_))));
        for bad in ["random:", "random:x", "random:-1", "random:61"] {
            let error = BookSpec::parse(bad).unwrap_err().to_string();
            assert_eq!(error, format!("{bad:?}: expected random:N with N from 0 to 60"));
        }
    }
}

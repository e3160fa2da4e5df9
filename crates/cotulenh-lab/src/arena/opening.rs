//! The openings of a match.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use cotulenh::{
    Action, Bitboard, Color, Game, PgnError, Piece, Role, RuleOptions, Setup, Square, Strictness, WholeTurn,
    read_pgn, terrain,
};

use crate::input::{fen_lines, load};
use crate::output::Error;

use super::built_in::{balance, best_turns};

/// The maximum number of random turns.
const MOST_TURNS: u32 = 60;
/// The largest imbalance of an opening, also after the next turn: an Air Force.
const BALANCED: i32 = 40;
/// The number of random openings tried before giving up.
const ATTEMPTS: u32 = 2000;
/// The maximum number of units per side in an endgame, besides the Commander.
const MOST_UNITS: u32 = 12;

/// The openings of a match; each pair of games takes one.
#[derive(Debug)]
pub enum Book {
    /// Random openings.
    Random { kind: RandomOpening, seed: u64 },
    /// The openings of a file, repeated as needed.
    List { openings: Vec<Game>, shuffled: bool, seed: u64 },
}

/// A kind of random opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomOpening {
    /// A number of random turns from the start position.
    Turns(u32),
    /// A number of units per side, the same for both, on random points.
    Endgame(u32),
    /// Given units for each side, on random points.
    EndgameOf(Army),
}

/// The number of units of each role.
pub type Army = [u8; Role::COUNT];

impl fmt::Display for RandomOpening {
    /// The text that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RandomOpening::Turns(turns) => write!(f, "random:{turns}"),
            RandomOpening::Endgame(units) => write!(f, "endgame:{units}"),
            RandomOpening::EndgameOf(army) => {
                let letters: String = roles(army).map(|role| role.letter()).collect();
                write!(f, "endgame:{letters}")
            }
        }
    }
}

/// The openings as given on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookSpec {
    Random(RandomOpening),
    File(PathBuf),
}

/// An error in the openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error(
        "expected random:N with N from 0 to {MOST_TURNS}, endgame:N with N from 1 to {MOST_UNITS}, or endgame: with the letters of 1 to {MOST_UNITS} units, found {0:?}"
    )]
    Random(String),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: the file contains no opening", .0.display())]
    Empty(PathBuf),
    #[error("{}:{line}: {message}", path.display())]
    Fen { path: PathBuf, line: usize, message: String },
    #[error("{}: game {number}: {error}", path.display())]
    Pgn { path: PathBuf, number: usize, error: PgnError },
    #[error("{}: opening {number}: {why}", path.display())]
    Unusable { path: PathBuf, number: usize, why: &'static str },
    #[error("found no balanced opening for {0} in {ATTEMPTS} attempts")]
    NotFound(RandomOpening),
}

impl BookSpec {
    pub fn parse(text: &str) -> Result<BookSpec, OpeningError> {
        match text.split_once(':') {
            Some(("random" | "endgame", _)) => text.parse().map(BookSpec::Random),
            _ => Ok(BookSpec::File(text.into())),
        }
    }

    /// The file, if there is one.
    pub fn file(&self) -> Option<&PathBuf> {
        match self {
            BookSpec::Random(_) => None,
            BookSpec::File(path) => Some(path),
        }
    }

    /// Reads the file, if there is one.
    pub fn open(&self, shuffled: bool, seed: u64) -> Result<Book, OpeningError> {
        match self {
            BookSpec::Random(kind) => Ok(Book::Random { kind: *kind, seed }),
            BookSpec::File(path) => Ok(Book::List { openings: read(path)?, shuffled, seed }),
        }
    }
}

impl Book {
    /// The opening of a pair of games. It depends only on the book and the number.
    pub fn opening(&self, pair: u32) -> Result<Game, OpeningError> {
        match self {
            Book::Random { kind, seed } => kind.opening(&mut random(*seed, pair.into())),
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

    /// The number of openings of a file; `None` for random openings.
    pub fn len(&self) -> Option<usize> {
        match self {
            Book::Random { .. } => None,
            Book::List { openings, .. } => Some(openings.len()),
        }
    }

    /// The number of turns of the longest opening.
    pub fn most_turns(&self) -> u32 {
        match self {
            Book::Random { kind: RandomOpening::Endgame(_) | RandomOpening::EndgameOf(_), .. } => 0,
            Book::Random { kind: RandomOpening::Turns(turns), .. } => *turns,
            Book::List { openings, .. } => {
                openings.iter().map(|opening| opening.turns().len()).max().unwrap_or(0) as u32
            }
        }
    }

    /// A number that changes with the contents of the file; `None` for random openings.
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

/// A random number generator for each numbered item, so that games can be played in any order.
pub fn random(seed: u64, number: u64) -> fastrand::Rng {
    // Spread the seeds, so that the numbers of neighbouring seeds do not overlap.
    fastrand::Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number))
}

impl FromStr for RandomOpening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<RandomOpening, OpeningError> {
        let (kind, number) = text.split_once(':').unwrap_or_default();
        let within = |least, most| number.parse().ok().filter(|number| (least..=most).contains(number));
        let opening = match kind {
            "random" => within(0, MOST_TURNS).map(RandomOpening::Turns),
            "endgame" => within(1, MOST_UNITS)
                .map(RandomOpening::Endgame)
                .or_else(|| army(number).map(RandomOpening::EndgameOf)),
            _ => None,
        };
        opening.ok_or_else(|| OpeningError::Random(text.into()))
    }
}

impl RandomOpening {
    /// A random opening. It depends only on the state of the generator.
    pub fn opening(self, random: &mut fastrand::Rng) -> Result<Game, OpeningError> {
        let attempt = |_| match self {
            RandomOpening::Turns(turns) => random_line(turns, random),
            RandomOpening::Endgame(units) => {
                let units = (0..units).map(|_| Role::ALL[random.usize(1..Role::COUNT)]).collect();
                endgame(units, random)
            }
            RandomOpening::EndgameOf(army) => endgame(roles(&army).collect(), random),
        };
        (0..ATTEMPTS).find_map(attempt).ok_or(OpeningError::NotFound(self))
    }
}

/// A number of random turns, if the game is about equal after them.
fn random_line(turns: u32, random: &mut fastrand::Rng) -> Option<Game> {
    let mut game = Game::new();
    for _ in 0..turns {
        let mut choices = game.position().whole_turns();
        if choices.is_empty() {
            return None;
        }
        let WholeTurn { actions, after, .. } = choices.swap_remove(random.usize(..choices.len()));
        if balance(&after, after.turn()).abs() > BALANCED || !play(&mut game, &actions) {
            return None;
        }
    }
    (turns == 0 || is_playable(&game)).then_some(game)
}

/// An endgame with the same units for both sides besides the Commanders, each on a random point
/// where it can stand.
fn endgame(mut roles: Vec<Role>, random: &mut fastrand::Rng) -> Option<Game> {
    roles.insert(0, Role::Commander);
    let mut setup = Setup { turn: random.choice(Color::ALL)?, ..Setup::default() };
    let mut free = Bitboard::ALL;
    for color in Color::ALL {
        for &role in &roles {
            let square = random.choice((terrain::standable(role) & free).iter().collect::<Vec<Square>>())?;
            free -= Bitboard::from(square);
            setup.pieces.push((square, Piece::new(color, role)));
        }
    }
    new_game(setup)
}

/// Parses the letters of units, without the Commander.
fn army(letters: &str) -> Option<Army> {
    let mut army = Army::default();
    for letter in letters.chars() {
        let role = Role::from_letter(letter).filter(|role| *role != Role::Commander)?;
        army[role as usize] += 1;
        if roles(&army).count() > MOST_UNITS as usize {
            return None;
        }
    }
    (!letters.is_empty()).then_some(army)
}

fn roles(army: &Army) -> impl Iterator<Item = Role> + '_ {
    Role::ALL.into_iter().flat_map(|role| std::iter::repeat_n(role, army[role as usize].into()))
}

/// A game from this position, if it is valid, neither side is in check, and the game is balanced.
fn new_game(setup: Setup) -> Option<Game> {
    let position = setup.position().ok()?;
    let game = Game::from(position);
    let is_safe = !position.board().commander_in_danger(!position.turn());
    (is_safe && !position.is_check() && is_playable(&game)).then_some(game)
}

/// Is the game neither over nor decided by the next turn?
fn is_playable(game: &Game) -> bool {
    !game.is_over() && best_turns(game.position()).0 <= BALANCED
}

/// Plays a whole turn; `false` if it is not one.
pub fn play(game: &mut Game, actions: &[Action]) -> bool {
    let before = game.turns().len();
    let played = actions.iter().all(|&action| game.play_action(action).is_ok());
    played && game.position().session().is_none() && game.turns().len() == before + 1
}

/// Reads PGN if the name ends with `.pgn`, else one FEN per line.
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
        bare(&game).map_err(|why| OpeningError::Unusable { path: path.into(), number: i + 1, why })
    };
    openings.into_iter().enumerate().map(bare).collect()
}

fn message(error: Error) -> String {
    match error {
        Error::Input(message) => message,
        Error::Output(error) => error.to_string(),
    }
}

/// The turns of a game without its headers and comments, if a game can continue from there.
fn bare(game: &Game) -> Result<Game, &'static str> {
    if game.start().options() != RuleOptions::default() {
        return Err("it uses rule options, which engines do not support");
    }
    if game.position().session().is_some() {
        return Err("it ends inside a deploy");
    }
    let mut opening = Game::from(*game.start());
    for turn in game.turns() {
        let text = turn.text().lan;
        opening.play_text(&text, Strictness::Strict).map_err(|_| "one of its turns cannot be replayed")?;
    }
    if opening.is_over() { Err("the game is over") } else { Ok(opening) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(book: &Book, pair: u32) -> Vec<String> {
        book.opening(pair).unwrap().sans()
    }

    #[test]
    fn random_openings_depend_on_seed_and_number() {
        let book = |seed| Book::Random { kind: RandomOpening::Turns(6), seed };
        assert_eq!(line(&book(1), 3), line(&book(1), 3));
        assert_ne!(line(&book(1), 3), line(&book(1), 4));
        assert_ne!(line(&book(1), 1), line(&book(2), 0));
        for pair in 0..40 {
            let game = book(7).opening(pair).unwrap();
            assert_eq!(game.turns().len(), 6);
            assert!(!game.is_over());
            assert!(best_turns(game.position()).0 <= BALANCED);
        }
        assert_eq!(Book::Random { kind: RandomOpening::Turns(0), seed: 1 }.opening(5).unwrap(), Game::new());
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

    /// Material of Red and Blue by role, Commanders included.
    fn armies(game: &Game) -> [[usize; Role::COUNT]; 2] {
        let mut armies = [[0; Role::COUNT]; 2];
        for (_, unit) in game.position().board().iter() {
            unit.pieces().for_each(|piece| armies[piece.color as usize][piece.role as usize] += 1);
        }
        armies
    }

    #[test]
    fn endgames_have_the_same_units_on_both_sides() {
        for units in [1, 4, MOST_UNITS] {
            let kind = RandomOpening::Endgame(units);
            let book = Book::Random { kind, seed: 9 };
            let fen = |seed, pair| Book::Random { kind, seed }.opening(pair).unwrap().position().fen();
            assert_eq!(fen(9, 3), fen(9, 3));
            assert_ne!(fen(9, 3), fen(9, 4));
            assert_ne!(fen(9, 1), fen(10, 0));
            for pair in 0..40 {
                let game = book.opening(pair).unwrap();
                let [red, blue] = armies(&game);
                assert_eq!(red, blue);
                assert_eq!(red.iter().sum::<usize>(), units as usize + 1);
                let position = game.position();
                let in_danger = Color::ALL.map(|color| position.board().commander_in_danger(color));
                assert_eq!((in_danger[!position.turn() as usize], position.is_check()), (false, false));
                assert!(!game.is_over() && best_turns(position).0 <= BALANCED);
                // UCI engines receive the position as a FEN.
                let fen = game.position().fen();
                assert_eq!(cotulenh::Position::from_fen(&fen).unwrap().fen(), fen);
            }
        }
    }

    #[test]
    fn specs() {
        let read = |text: &str| BookSpec::parse(text).unwrap();
        assert_eq!(read("random:6"), BookSpec::Random(RandomOpening::Turns(6)));
        assert_eq!(read("endgame:12"), BookSpec::Random(RandomOpening::Endgame(12)));
        let army = read("endgame:Naa");
        assert_eq!(army, BookSpec::Random(RandomOpening::EndgameOf([0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0])));
        let BookSpec::Random(kind) = army else { panic!("{army:?}") };
        assert_eq!(kind.to_string(), "endgame:AAN");
        let game = kind.opening(&mut random(1, 2)).unwrap();
        assert_eq!(armies(&game), [[1, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0]; 2]);
        for file in ["random", "C:random", "book.pgn"] {
            assert_eq!(read(file), BookSpec::File(file.into()));
        }
        for bad in [
            "random:",
            "random:x",
            "random:-1",
            "random:61",
            "endgame:0",
            "endgame:13",
            "endgame:",
            "endgame:C",
            "endgame:TX",
            "endgame:TTTTTTTTTTTTT",
        ] {
            let error = BookSpec::parse(bad).unwrap_err().to_string();
            let expected = "expected random:N with N from 0 to 60, endgame:N with N from 1 to 12, or endgame: with the letters of 1 to 12 units";
            assert_eq!(error, format!("{expected}, found {bad:?}"));
        }
    }
}

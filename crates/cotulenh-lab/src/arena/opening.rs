//! Where games begin.

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

/// More random turns than this leave no game to play.
const MOST_TURNS: u32 = 60;
/// Nobody may be ahead by more than an Air Force, not even after the next turn.
const BALANCED: i32 = 40;
/// So many attempts fail only if nearly everything that chance gives is useless.
const ATTEMPTS: u32 = 2000;
/// With more units than these beside the Commander, it is no endgame.
const MOST_UNITS: u32 = 12;

/// Where the openings of a match come from; each pair of games takes one.
#[derive(Debug)]
pub enum Book {
    /// Made by chance.
    Random { kind: Chance, seed: u64 },
    /// Those of a file, over and over.
    List { openings: Vec<Game>, shuffled: bool, seed: u64 },
}

/// What chance makes openings of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// So many random turns from the start position.
    Turns(u32),
    /// So many units a side, the same ones for both, on random points.
    Endgame(u32),
    /// The same with these units.
    EndgameOf(Army),
}

/// How many there are of each role.
pub type Army = [u8; Role::COUNT];

impl fmt::Display for Chance {
    /// The text it is read from.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Turns(turns) => write!(f, "random:{turns}"),
            Chance::Endgame(units) => write!(f, "endgame:{units}"),
            Chance::EndgameOf(army) => {
                let letters: String = roles(army).map(|role| role.letter()).collect();
                write!(f, "endgame:{letters}")
            }
        }
    }
}

/// What a text says about openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookSpec {
    Random(Chance),
    File(PathBuf),
}

/// Why there is no opening.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error(
        "{0:?}: expected random:N with N from 0 to {MOST_TURNS}, or endgame:N with N from 1 to {MOST_UNITS}, or with letters of that many units"
    )]
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
    #[error("chance has given no opening of use for {0}")]
    NoLuck(Chance),
}

impl BookSpec {
    pub fn parse(text: &str) -> Result<BookSpec, OpeningError> {
        match text.split_once(':') {
            Some(("random" | "endgame", _)) => text.parse().map(BookSpec::Random),
            _ => Ok(BookSpec::File(text.into())),
        }
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<&PathBuf> {
        match self {
            BookSpec::Random(_) => None,
            BookSpec::File(path) => Some(path),
        }
    }

    /// Reads the file, if it is one.
    pub fn open(&self, shuffled: bool, seed: u64) -> Result<Book, OpeningError> {
        match self {
            BookSpec::Random(kind) => Ok(Book::Random { kind: *kind, seed }),
            BookSpec::File(path) => Ok(Book::List { openings: read(path)?, shuffled, seed }),
        }
    }
}

impl Book {
    /// The opening of a pair of games. It depends on nothing but the book and the number.
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
            Book::Random { kind: Chance::Endgame(_) | Chance::EndgameOf(_), .. } => 0,
            Book::Random { kind: Chance::Turns(turns), .. } => *turns,
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

impl FromStr for Chance {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Chance, OpeningError> {
        let (kind, number) = text.split_once(':').unwrap_or_default();
        let within = |least, most| number.parse().ok().filter(|number| (least..=most).contains(number));
        let chance = match kind {
            "random" => within(0, MOST_TURNS).map(Chance::Turns),
            "endgame" => {
                within(1, MOST_UNITS).map(Chance::Endgame).or_else(|| army(number).map(Chance::EndgameOf))
            }
            _ => None,
        };
        chance.ok_or_else(|| OpeningError::Random(text.into()))
    }
}

impl Chance {
    /// An opening that depends on nothing but the chance it is made of.
    pub fn opening(self, random: &mut fastrand::Rng) -> Result<Game, OpeningError> {
        let attempt = |_| match self {
            Chance::Turns(turns) => random_line(turns, random),
            Chance::Endgame(units) => {
                let units = (0..units).map(|_| Role::ALL[random.usize(1..Role::COUNT)]).collect();
                endgame(units, random)
            }
            Chance::EndgameOf(army) => endgame(roles(&army).collect(), random),
        };
        (0..ATTEMPTS).find_map(attempt).ok_or(OpeningError::NoLuck(self))
    }
}

/// So many random turns, if they leave a game that is about equal.
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
    (turns == 0 || leaves_a_game(&game)).then_some(game)
}

/// The same units for both sides beside the Commanders, each on some point where it can stand.
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

/// Letters of units, without the Commander.
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

/// A game that begins with this position, if it is one, nobody is in check, and there is a game to play.
fn new_game(setup: Setup) -> Option<Game> {
    let position = setup.position().ok()?;
    let game = Game::from(position);
    let is_safe = !position.board().commander_in_danger(!position.turn());
    (is_safe && !position.is_check() && leaves_a_game(&game)).then_some(game)
}

/// Is it neither over nor about to be decided by the next turn?
fn leaves_a_game(game: &Game) -> bool {
    !game.is_over() && best_turns(game.position()).0 <= BALANCED
}

/// Plays a whole turn; `false` if it is none.
pub fn play(game: &mut Game, actions: &[Action]) -> bool {
    let before = game.turns().len();
    let played = actions.iter().all(|&action| game.play_action(action).is_ok());
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
    if game.start().options() != RuleOptions::default() {
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
        let book = |seed| Book::Random { kind: Chance::Turns(6), seed };
        assert_eq!(line(&book(1), 3), line(&book(1), 3));
        assert_ne!(line(&book(1), 3), line(&book(1), 4));
        assert_ne!(line(&book(1), 1), line(&book(2), 0));
        for pair in 0..40 {
            let game = book(7).opening(pair).unwrap();
            assert_eq!(game.turns().len(), 6);
            assert!(!game.is_over());
            assert!(best_turns(game.position()).0 <= BALANCED);
        }
        assert_eq!(Book::Random { kind: Chance::Turns(0), seed: 1 }.opening(5).unwrap(), Game::new());
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
            let kind = Chance::Endgame(units);
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
                // Engines are told a FEN, and have to come to the same position.
                let fen = game.position().fen();
                assert_eq!(cotulenh::Position::from_fen(&fen).unwrap().fen(), fen);
            }
        }
    }

    #[test]
    fn specs() {
        let read = |text: &str| BookSpec::parse(text).unwrap();
        assert_eq!(read("random:6"), BookSpec::Random(Chance::Turns(6)));
        assert_eq!(read("endgame:12"), BookSpec::Random(Chance::Endgame(12)));
        let army = read("endgame:Naa");
        assert_eq!(army, BookSpec::Random(Chance::EndgameOf([0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0])));
        let BookSpec::Random(chance) = army else { panic!("{army:?}") };
        assert_eq!(chance.to_string(), "endgame:AAN");
        let game = chance.opening(&mut random(1, 2)).unwrap();
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
            let expected = "expected random:N with N from 0 to 60, or endgame:N with N from 1 to 12, or with letters of that many units";
            assert_eq!(error, format!("{bad:?}: {expected}"));
        }
    }
}

//! Candidates: positions that may contain a mate.

use cotulenh::{Color, Direction, MoveKind, Position, Setup, Square, Unit, terrain};
use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition};

use crate::common::TestRandom;
use crate::mate_suite::LONGEST;
use crate::mate_suite::solver::{Solver, Turn, distinct_turns, has_lost, has_step};
use crate::mate_suite::tags::takes_commander;

/// Units for a composed position. The attacker is written as Red here.
struct Theme {
    attackers: &'static [&'static str],
    defenders: &'static [&'static str],
    commanders: &'static [&'static str],
    /// The largest number of attackers and of defenders.
    most: (usize, usize),
    /// The distance of most units from the attacked Commander.
    radius: u8,
    /// The last file on which the attacked Commander may stand.
    last_file: u8,
    /// A defender next to the attacked Commander, an attacker behind it, and another attacker that
    /// may capture the defender: a stay or suicide capture opens the line.
    line: Option<[&'static [&'static str]; 3]>,
    /// A condition for the first turn of a mate by checks.
    wanted: fn(&Turn) -> bool,
}

const THEMES: [Theme; 7] = [
    // Few pieces, long mates.
    Theme {
        attackers: &["T", "A", "S", "I", "M", "G", "F", "E", "+T", "+I", "+M", "(TI)", "(EA)"],
        defenders: &["i", "e", "m", "g", "h", "t"],
        commanders: &["c"],
        most: (4, 2),
        radius: 5,
        last_file: 10,
        line: None,
        wanted: |_| true,
    },
    // Air Forces against air defence: suicide captures, and Commanders captured through a new gap.
    Theme {
        attackers: &["F", "F", "F", "T", "T", "M", "(FT)", "(FI)", "+I"],
        defenders: &["g", "g", "g", "s", "(eg)", "i", "t", "h"],
        commanders: &["c", "c", "c", "(tc)", "(hc)"],
        most: (4, 4),
        radius: 3,
        last_file: 10,
        line: Some([&["g", "g", "s"], &["T", "T", "+I"], &["F"]]),
        wanted: |(turn, _)| has_step(turn, MoveKind::SuicideCapture),
    },
    Theme {
        attackers: &["F", "T", "A", "M"],
        defenders: &["g", "g", "s", "i", "h"],
        commanders: &["c", "(hc)"],
        most: (2, 4),
        radius: 3,
        last_file: 10,
        line: Some([&["g", "g", "s"], &["(FT)", "(FTI)"], &["F", "T"]]),
        wanted: takes_commander,
    },
    // The coast: stay captures.
    Theme {
        attackers: &["N", "N", "F", "A", "T", "+T", "(NT)", "(NI)", "(NF)", "+A"],
        defenders: &["n", "n", "i", "t", "g", "m", "h", "h"],
        commanders: &["c", "c", "(nc)", "(tc)"],
        most: (4, 4),
        radius: 4,
        last_file: 4,
        line: Some([&["i", "e", "h", "t", "g"], &["T", "T", "+I", "+M"], &["N", "N", "(NF)", "F"]]),
        wanted: |(turn, _)| has_step(turn, MoveKind::StayCapture),
    },
    // Stacks on both sides: deploys, and Commanders that leave a stack.
    Theme {
        attackers: &["(FT)", "(TI)", "(TM)", "(FI)", "(EA)", "(ES)", "(FTI)", "T", "A", "M"],
        defenders: &["(ti)", "(eg)", "i", "m", "g", "(fi)"],
        commanders: &["(tc)", "(fc)", "(ftc)", "(hc)", "c"],
        most: (3, 3),
        radius: 5,
        last_file: 10,
        line: None,
        wanted: |_| true,
    },
    // A Commander in a stack and little else.
    Theme {
        attackers: &["T", "A", "F", "S", "M", "+I", "(TM)"],
        defenders: &["i", "m", "e"],
        commanders: &["(tc)", "(fc)", "(hc)", "(hc)"],
        most: (4, 1),
        radius: 5,
        last_file: 10,
        line: None,
        wanted: |_| true,
    },
    // So few pieces that mates in four can be proved.
    Theme {
        attackers: &["T", "S", "I", "M", "G", "+I", "+M", "+G", "+E", "A"],
        defenders: &["i", "e", "h"],
        commanders: &["c", "(hc)"],
        most: (3, 1),
        radius: 4,
        last_file: 10,
        line: None,
        wanted: |_| true,
    },
];

/// A few units of a theme (any theme if `None`), most of them near the attacked Commander. Not
/// every attempt gives a position.
pub fn composed(random: &mut TestRandom, theme: Option<usize>) -> Option<Position> {
    let theme = &THEMES[theme.unwrap_or_else(|| random.below(THEMES.len()))];
    let mut setup = Setup::default();
    let target = place(random, &mut setup, theme.commanders, |square| {
        let at_the_edge = square.rank() >= 11 || square.rank() <= 2;
        square.file() <= theme.last_file && (at_the_edge || theme.line.is_none())
    })?;
    place(random, &mut setup, &["C", "C", "C", "(TC)", "(HC)"], |_| true)?;
    let is_near = |square: Square| {
        square.file().abs_diff(target.file()).max(square.rank().abs_diff(target.rank())) <= theme.radius
    };
    if let Some([between, behind, takers]) = theme.line {
        let direction = one_of(random, &Direction::ALL[..4]);
        for (distance, names) in [(1, between), (2, behind)] {
            let point = target.step(direction, distance)?;
            place(random, &mut setup, names, |square| square == point)?;
        }
        place(random, &mut setup, takers, is_near)?;
    }
    let mut add = |random: &mut TestRandom, names: &[&str]| {
        let near = random.below(10) < 7;
        place(random, &mut setup, names, |square| !near || is_near(square))
    };
    for _ in 0..1 + random.below(theme.most.0) {
        add(random, theme.attackers)?;
    }
    for _ in 0..random.below(theme.most.1 + 1) {
        add(random, theme.defenders)?;
    }
    let position = setup.position().ok().filter(is_natural)?;
    let position = if random.below(2) == 0 { position.mirrored() } else { position };
    promises(&position, theme.wanted).then_some(position)
}

/// Is there a mate by checks only that begins as the theme requires? There are so many composed
/// positions and so few mates that only these are worth a full proof.
fn promises(position: &Position, wanted: fn(&Turn) -> bool) -> bool {
    let mut solver = Solver::of_checks(50_000);
    distinct_turns(position).iter().filter(|turn| wanted(turn)).any(|(_, after)| {
        has_lost(after) || (after.is_check() && solver.loses(after, LONGEST - 1) == Ok(true))
    })
}

/// Puts one of the named units on a free point for which `good` holds.
fn place(
    random: &mut TestRandom,
    setup: &mut Setup,
    names: &[&str],
    good: impl Fn(Square) -> bool,
) -> Option<Square> {
    let name = one_of(random, names);
    let unit: Unit = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    let free: Vec<Square> = terrain::standable(unit.top_role())
        .iter()
        .filter(|&square| good(square) && setup.pieces.iter().all(|&(taken, _)| taken != square))
        .collect();
    let square = *free.get(random.below(free.len()))?;
    setup.pieces.extend(unit.pieces().map(|piece| (square, piece)));
    Some(square)
}

fn one_of<T: Copy>(random: &mut TestRandom, items: &[T]) -> T {
    items[random.below(items.len())]
}

/// No Commander is in danger, and the game is not over.
fn is_natural(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| !position.board().commander_in_danger(color))
        && !position.is_game_over()
}

/// The last turns of the winner in a game of two engines of unequal strength, with the fifty-move
/// clock set to 0.
///
/// The games depend on the version of the engine.
pub fn from_game(seed: u64) -> Vec<Position> {
    let mut random = TestRandom(seed);
    let mut engine = Engine::new(EngineOptions::default().with_hash_mb(4));
    let mut nodes = [400, 4_000];
    if random.below(2) == 0 {
        nodes.reverse();
    }
    let mut at = Position::start();
    let mut line = Vec::new();
    while at.outcome().is_none() && line.len() < 200 {
        line.push(at);
        // Some variety at the beginning.
        let limit = if line.len() < 8 { 1 + random.below(200) } else { nodes[line.len() % 2] };
        let root = SearchPosition::from(at);
        for action in engine.search(&root, &Limits::nodes(limit as u64), &mut |_| {}).turn {
            at = at.after_unchecked(action);
        }
    }
    let Some(winner) = at.outcome().and_then(|outcome| outcome.winner()) else { return Vec::new() };
    let theirs = line.iter().rev().filter(|position| position.turn() == winner).take(3);
    theirs.filter_map(with_new_clock).filter(is_natural).collect()
}

fn with_new_clock(position: &Position) -> Option<Position> {
    Setup { halfmoves: 0, move_number: 1, ..Setup::from(position) }.position().ok()
}

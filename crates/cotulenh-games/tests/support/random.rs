//! Random games.

use cotulenh::{Action, Game, Position};
use fastrand::Rng;

/// Positions from which games begin. The last two have stacks that can deploy at once.
pub const STARTS: [&str; 3] = [
    Position::START_FEN,
    "6c4/1n2f2hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2(TI)E2M2EI/2N1G2TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1",
    "6c4/11/4t6/11/11/11/11/3(FTI)7/11/2(NF)8/11/4C6 r - - 0 1",
];

const PLAYERS: [&str; 4] = ["An", "Bình", "Chi", "Dũng"];

/// A random game of at most this many turns. Moves are chosen among few, so that games repeat each
/// other's positions, in the same order and in others.
pub fn random_game(random: &mut Rng, turns: usize) -> Game {
    let start: Position = STARTS[random.usize(..STARTS.len())].parse().unwrap();
    let mut game = Game::from(start);
    while game.turns().len() < turns && game.outcome().is_none() {
        let mut actions = game.position().actions();
        // A deploy that can neither continue nor be committed ends the game.
        if actions.is_empty() {
            break;
        }
        // Deploys are a small part of all moves, and most of them are those of the Air Force.
        let is_deploy = |action: &Action| action.step().is_none_or(|step| step.is_deploy());
        let pieces = |action: &Action| action.step().map(|step| step.unit());
        let one_in_two = random.bool();
        let deploys: Vec<Action> = actions.iter().copied().filter(is_deploy).collect();
        if let Some(chosen) = random.choice(&deploys).filter(|_| one_in_two) {
            actions.retain(|action| is_deploy(action) && pieces(action) == pieces(chosen));
        }
        // The same few wherever they are legal, and sometimes another one.
        actions.sort_by_cached_key(|action| scattered(&action.to_string()));
        let few = if random.u8(..12) == 0 { actions.len() } else { actions.len().min(3) };
        game.play_action(actions[random.usize(..few)]).unwrap();
    }
    let mut set = |name: &str, value: &str| game.headers_mut().set(name, value).unwrap();
    set("Result", ["1-0", "0-1", "1/2-1/2", "*"][random.usize(..4)]);
    set("Round", &random.u32(..).to_string());
    for (name, side) in [("Red", "Red"), ("Blue", "Blue")] {
        set(name, PLAYERS[random.usize(..PLAYERS.len())]);
        match random.u8(..4) {
            0 => set(&format!("{side}Elo"), &random.u32(900..2400).to_string()),
            1 => set(&format!("{side}Level"), &random.u32(0..=20).to_string()),
            2 => set(&format!("{side}Elo"), ["?", "-", "0", "10000", "x"][random.usize(..5)]),
            _ => {}
        }
    }
    if random.bool() {
        set("Date", &format!("{}.{:02}.??", random.u32(1990..2030), random.u32(1..=12)));
    }
    game
}

/// A number that depends on every letter: texts in the order of their numbers are mixed.
fn scattered(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix).rotate_left(32)
}

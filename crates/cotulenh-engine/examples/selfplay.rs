//! Plays two settings against each other: shows what a part of the search is worth.
//!
//! ```sh
//! cargo run --release -p cotulenh-engine --example selfplay -- \
//!     --a "" --b "null_move=off" --nodes 20000 --games 200
//! cargo run --release -p cotulenh-engine --example selfplay -- --b greedy --ms 50 --games 200 --adjudicate off
//! ```
//!
//! A player is a list of words: a feature with `=off` or `=on`, `nodes=N`, `ms=N`, `level=N`, `greedy`. Openings are six random turns, each played twice with
//! colours exchanged.
#![allow(clippy::print_stdout)]

use std::time::Duration;

use cotulenh::{Action, Color, Outcome, Piece, Position, Role};
use cotulenh_engine::eval::weights::{self, GROUPS, Weights};
use cotulenh_engine::{Engine, EngineOptions, Features, Level, Limits, SearchPosition};

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end.max(1) as u64) as usize
    }
}

/// Every whole turn with the position after it.
fn turns(position: &Position) -> Vec<(Vec<Action>, Position)> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), *position)];
    while let Some((actions, at)) = open.pop() {
        for action in at.actions() {
            let next = at.after_unchecked(action);
            let mut actions = actions.clone();
            actions.push(action);
            match next.session() {
                None => found.push((actions, next)),
                Some(_) => open.push((actions, next)),
            }
        }
    }
    found
}

fn greedy_value(piece: Piece) -> i32 {
    let value = match piece.role {
        Role::Commander => 1000,
        Role::Infantry | Role::Militia | Role::Engineer | Role::AntiAir | Role::Headquarter => 10,
        Role::Tank | Role::Missile => 20,
        Role::Artillery => 30,
        Role::AirForce => 40,
        Role::Navy => 80,
    };
    value + if piece.heroic { value / 2 } else { 0 }
}

/// One ply: wins at once if it can, else the best material; ties by chance.
fn greedy_turn(position: &Position, random: &mut Random) -> Option<Vec<Action>> {
    let us = position.turn();
    let value = |after: &Position| {
        if matches!(after.outcome(), Some(Outcome::Win { winner, .. }) if winner == us) {
            return i32::MAX;
        }
        let pieces = after.board().iter().flat_map(|(_, unit)| unit.pieces());
        pieces.map(|piece| if piece.color == us { greedy_value(piece) } else { -greedy_value(piece) }).sum()
    };
    let valued: Vec<(i32, Vec<Action>)> = turns(position).into_iter().map(|(t, p)| (value(&p), t)).collect();
    let best = valued.iter().map(|(value, _)| *value).max()?;
    let mut best: Vec<Vec<Action>> = valued.into_iter().filter(|(v, _)| *v == best).map(|(_, t)| t).collect();
    Some(best.swap_remove(random.below(best.len())))
}

enum Player {
    Greedy(Random),
    Engine(Box<Engine>, Limits),
}

impl Player {
    fn new(text: &str, default_limits: &Limits, seed: u64) -> Player {
        let mut options =
            EngineOptions { hash_mb: 16, seed, move_overhead: Duration::ZERO, ..EngineOptions::default() };
        let mut limits = default_limits.clone();
        let mut features = Features::default();
        let mut table: Weights = weights::DEFAULT;
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            if word == "greedy" {
                return Player::Greedy(Random(seed));
            }
            let (name, value) = word.split_once('=').unwrap_or((word, "on"));
            let number = || value.parse::<u64>().unwrap_or_else(|_| panic!("{word}: not a number"));
            match name {
                "nodes" => limits = Limits::nodes(number()),
                "ms" => limits = Limits::move_time(Duration::from_millis(number())),
                "level" => options.level = Level::new(number() as u8),
                "threads" => options.threads = number() as usize,
                "hash" => options.hash_mb = number() as usize,
                _ if features.set(name, value == "on") => {}
                _ => match GROUPS.windows(2).find(|pair| pair[0].0 == name) {
                    // A group of weights, scaled in percent.
                    Some(pair) => {
                        let percent = if value == "off" { 0 } else { number() as i32 };
                        for weight in &mut table[pair[0].1..pair[1].1] {
                            *weight = weight.map(|w| (i32::from(w) * percent / 100) as i16);
                        }
                    }
                    None => panic!("{word}: no such feature, of {:?}", Features::NAMES),
                },
            }
        }
        options.features = features;
        let mut engine = Engine::new(options);
        engine.set_weights(&table);
        Player::Engine(Box::new(engine), limits)
    }

    fn new_game(&mut self) {
        if let Player::Engine(engine, _) = self {
            engine.new_game();
        }
    }

    /// The turn and what the player thinks of its own position.
    fn turn(&mut self, root: &SearchPosition) -> (Vec<Action>, Option<i32>) {
        match self {
            Player::Greedy(random) => (greedy_turn(&root.position, random).unwrap_or_default(), None),
            Player::Engine(engine, limits) => {
                let result = engine.search(root, limits, &mut |_| {});
                (result.turn, Some(result.score.to_centipawns()))
            }
        }
    }
}

/// Random turns from the start, none of which ends the game or gives a lot away.
fn opening(random: &mut Random) -> Vec<Position> {
    'again: loop {
        let mut line = vec![Position::start()];
        for _ in 0..6 {
            let at = line[line.len() - 1];
            let next = turns(&at);
            let (_, after) = next[random.below(next.len())].clone();
            if after.is_game_over() || cotulenh_engine::evaluate(&after).abs() > 400 {
                continue 'again;
            }
            line.push(after);
        }
        return line;
    }
}

/// The points of the first player (0, 1 or 2 halves).
fn play(
    players: [&mut Player; 2],
    opening: &[Position],
    first_is_red: bool,
    adjudicate: bool,
) -> (u32, usize) {
    let [a, b] = players;
    a.new_game();
    b.new_game();
    let mut earlier: Vec<u64> = opening[..opening.len() - 1].iter().map(Position::repetition_key).collect();
    let mut at = opening[opening.len() - 1];
    // How long both have agreed that one side wins.
    let (mut agreed, mut leader) = (0, Color::Red);
    let mut count = 0;
    loop {
        let repeated = earlier.iter().filter(|&&key| key == at.repetition_key()).count() >= 2;
        let winner = match at.outcome() {
            Some(outcome) => Some(outcome.winner()),
            None if repeated || count > 300 => Some(None),
            None if adjudicate && agreed >= 6 => Some(Some(leader)),
            None => None,
        };
        if let Some(winner) = winner {
            let a_color = if first_is_red { Color::Red } else { Color::Blue };
            return (winner.map_or(1, |color| if color == a_color { 2 } else { 0 }), count);
        }
        let us = at.turn();
        let player = if (us == Color::Red) == first_is_red { &mut *a } else { &mut *b };
        let root = SearchPosition { position: at, earlier: earlier.clone() };
        let (turn, score) = player.turn(&root);
        assert!(!turn.is_empty(), "no turn in {at}");
        earlier.push(at.repetition_key());
        for action in turn {
            assert!(at.actions().contains(&action), "{action} in {at}");
            at = at.after_unchecked(action);
        }
        count += 1;
        match score {
            Some(score) if score.abs() >= 1000 => {
                let ahead = if score > 0 { us } else { !us };
                agreed = if ahead == leader { agreed + 1 } else { 1 };
                leader = ahead;
            }
            Some(_) => agreed = 0,
            None => {}
        }
    }
}

/// Elo difference of a score between 0 and 1.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    -400.0 * (1.0 / score - 1.0).log10()
}

fn main() {
    let mut settings = [
        ("a", ""),
        ("b", ""),
        ("games", "100"),
        ("nodes", "10000"),
        ("ms", ""),
        ("seed", "1"),
        ("adjudicate", "on"),
    ]
    .map(|(name, value)| (name, value.to_owned()));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for pair in arguments.chunks(2) {
        let name = pair[0].trim_start_matches('-');
        match settings.iter_mut().find(|(known, _)| *known == name) {
            Some(setting) => setting.1 = pair.get(1).cloned().unwrap_or_default(),
            None => panic!("{name}: no such option"),
        }
    }
    let get = |name: &str| settings.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
    let limits = match get("ms").parse() {
        Ok(ms) => Limits::move_time(Duration::from_millis(ms)),
        Err(_) => Limits::nodes(get("nodes").parse().expect("a number of nodes")),
    };
    let seed: u64 = get("seed").parse().expect("a seed");
    let pairs = get("games").parse::<u32>().expect("a number of games").div_ceil(2);
    let mut random = Random(seed);
    let (mut a, mut b) = (Player::new(get("a"), &limits, seed), Player::new(get("b"), &limits, seed + 1));
    let mut counts = [0u32; 3];
    let (mut sum, mut squares, mut length) = (0.0, 0.0, 0);
    for pair in 1..=pairs {
        let line = opening(&mut random);
        let mut points = 0;
        for first_is_red in [true, false] {
            let (half_points, turns) = play([&mut a, &mut b], &line, first_is_red, get("adjudicate") == "on");
            counts[half_points as usize] += 1;
            points += half_points;
            length += turns;
        }
        // The two games of an opening depend on each other: the pair is the sample.
        let score = f64::from(points) / 4.0;
        sum += score;
        squares += score * score;
        if pair % 10 == 0 || pair == pairs {
            let n = f64::from(pair);
            let mean = sum / n;
            let deviation = ((squares / n - mean * mean).max(0.0) / n).sqrt();
            let error = (elo(mean + 1.96 * deviation) - elo(mean - 1.96 * deviation)) / 2.0;
            let [losses, draws, wins] = counts;
            println!(
                "{} games: +{wins} ={draws} -{losses}, {:.1} %, Elo {:+.0} ± {error:.0}, {} turns a game",
                2 * pair,
                100.0 * mean,
                elo(mean),
                length / (2 * pair as usize)
            );
        }
    }
}

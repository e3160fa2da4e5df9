//! What JavaScript hears: four lines.
//!
//! 1. depth, longest line, score, mate in so many turns or `-`, nodes, milliseconds; of an iteration also: which line, bound, how full the
//!    table is
//! 2. the SAN of the first turn; empty if the line breaks off inside it
//! 3. the actions of that turn
//! 4. the turns of the line, as LANs

use core::fmt::Write;
use core::time::Duration;

use cotulenh::{Action, Game};
use cotulenh_engine::{Bound, Info, Score, SearchResult};

pub fn of_iteration(game: &Game, info: &Info) -> String {
    let Info { depth, seldepth, multi_pv, score, bound, nodes, hashfull, time, pv, .. } = info;
    let bound = match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let mut text = numbers(*depth, *seldepth, *score, *nodes, *time);
    let _ = write!(text, " {multi_pv} {bound} {hashfull}");
    text + &words(game, pv)
}

pub fn of_result(game: &Game, result: &SearchResult) -> String {
    if result.turn.is_empty() {
        return String::new();
    }
    let SearchResult { depth, seldepth, score, nodes, time, pv, .. } = result;
    numbers(*depth, *seldepth, *score, *nodes, *time) + &words(game, pv)
}

fn numbers(depth: u32, seldepth: u32, score: Score, nodes: u64, time: Duration) -> String {
    let mate = match score {
        Score::Mate(turns) => turns.to_string(),
        Score::Centipawns(_) => "-".into(),
    };
    format!("{depth} {seldepth} {} {mate} {nodes} {}", score.to_centipawns(), time.as_millis())
}

fn words(game: &Game, line: &[Action]) -> String {
    let turns = game.turn_texts(line);
    let mut position = *game.position();
    let mut steps = Vec::new();
    for &action in line {
        steps.push(action.to_string());
        position = position.after_unchecked(action);
        if position.session().is_none() {
            break;
        }
    }
    let san = turns.first().map_or("", |turn| &turn.san);
    let lans: Vec<&str> = turns.iter().map(|turn| turn.lan.as_str()).collect();
    format!("\n{san}\n{}\n{}", steps.join(" "), lans.join(" "))
}

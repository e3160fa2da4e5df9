//! Iterations and results of a search as [`SearchReport`] records.

use core::fmt::Display;

use cotulenh::{Action, Game};
use cotulenh_engine::{Bound, Info, Score, SearchResult};
use cotulenh_wasm_protocol::{OrDash, SearchReport};

pub fn of_iteration(game: &Game, info: &Info) -> String {
    let bound = match info.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let Texts { san, steps, pv } = texts(game, &info.pv);
    SearchReport {
        depth: info.depth,
        seldepth: info.seldepth,
        score: info.score.to_centipawns(),
        mate: mate(info.score),
        nodes: info.nodes,
        time: info.time.as_millis() as u64,
        line: info.multi_pv,
        bound,
        hashfull: info.hashfull,
        san,
        steps,
        pv,
    }
    .to_string()
}

pub fn of_result(game: &Game, result: &SearchResult) -> String {
    if result.turn.is_empty() {
        return String::new();
    }
    let Texts { san, steps, pv } = texts(game, &result.pv);
    SearchReport {
        depth: result.depth,
        seldepth: result.seldepth,
        score: result.score.to_centipawns(),
        mate: mate(result.score),
        nodes: result.nodes,
        time: result.time.as_millis() as u64,
        line: "",
        bound: "",
        hashfull: "",
        san,
        steps,
        pv,
    }
    .to_string()
}

fn mate(score: Score) -> OrDash<impl Display> {
    OrDash(match score {
        Score::Mate(turns) => Some(turns),
        Score::Centipawns(_) => None,
    })
}

/// The texts of a line of actions: SAN and actions of its first turn, LANs of all its turns.
struct Texts {
    san: String,
    steps: String,
    pv: String,
}

fn texts(game: &Game, line: &[Action]) -> Texts {
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
    let lans: Vec<&str> = turns.iter().map(|turn| turn.lan.as_str()).collect();
    let pv = lans.join(" ");
    Texts {
        san: turns.into_iter().next().map(|turn| turn.san).unwrap_or_default(),
        steps: steps.join(" "),
        pv,
    }
}

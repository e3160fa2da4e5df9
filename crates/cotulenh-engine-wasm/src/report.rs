//! Iterations and results of a search as [`SearchReportRecord`]s.

use core::fmt::Display;

use cotulenh::{Action, Game};
use cotulenh_engine::{Bound, Info, Score, SearchResult};
use cotulenh_wasm_protocol::{OrDash, SearchReportRecord};

pub fn of_iteration(game: &Game, info: &Info) -> String {
    let bound = match info.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let Texts { steps, lans, sans } = texts(game, &info.pv);
    SearchReportRecord {
        depth: info.depth,
        seldepth: info.seldepth,
        score: info.score.to_centipawns(),
        mate: mate(info.score),
        nodes: info.nodes,
        time: info.time.as_millis() as u64,
        line: info.multi_pv,
        bound,
        hashfull: info.hashfull,
        steps,
        lans,
        sans,
    }
    .to_string()
}

pub fn of_result(game: &Game, result: &SearchResult) -> String {
    if result.turn.is_empty() {
        return String::new();
    }
    let Texts { steps, lans, sans } = texts(game, &result.pv);
    SearchReportRecord {
        depth: result.depth,
        seldepth: result.seldepth,
        score: result.score.to_centipawns(),
        mate: mate(result.score),
        nodes: result.nodes,
        time: result.time.as_millis() as u64,
        line: "",
        bound: "",
        hashfull: "",
        steps,
        lans,
        sans,
    }
    .to_string()
}

fn mate(score: Score) -> OrDash<impl Display> {
    OrDash(match score {
        Score::Mate(turns) => Some(turns),
        Score::Centipawns(_) => None,
    })
}

/// The texts of a line of actions: the actions of its first turn, LANs and SANs of all its turns.
struct Texts {
    steps: String,
    lans: String,
    sans: String,
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
    let (lans, sans): (Vec<String>, Vec<String>) = turns.into_iter().map(|turn| (turn.lan, turn.san)).unzip();
    Texts { steps: steps.join(" "), lans: lans.join(" "), sans: sans.join(" ") }
}

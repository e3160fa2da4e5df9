//! The current score of a match.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::game::End;
use super::record::{MatchGame, Side};
use super::score::{EloEstimate, Pairs, Sprt, SprtVerdict, estimate};

/// Counts finished games, in any order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Won, drawn and lost by A, as Red and as Blue.
    pub results: [[u32; 3]; 2],
    pub pairs: Pairs,
    pub ends: BTreeMap<End, u32>,
    /// Faults of A and of B.
    pub faults: [BTreeMap<End, u32>; 2],
    turns: u64,
    /// Half points of A in pairs with one finished game.
    halves: BTreeMap<u32, usize>,
}

impl Tally {
    pub fn add(&mut self, game: &MatchGame) {
        let half_points = match game.winner {
            Some(Side::A) => 2,
            None => 1,
            Some(Side::B) => 0,
        };
        self.results[game.red as usize][2 - half_points] += 1;
        let pair = game.game / 2;
        match self.halves.remove(&pair) {
            Some(others) => self.pairs[others + half_points] += 1,
            None => {
                self.halves.insert(pair, half_points);
            }
        }
        *self.ends.entry(game.end).or_default() += 1;
        if let (true, Some(winner)) = (game.end.is_fault(), game.winner) {
            *self.faults[winner.other() as usize].entry(game.end).or_default() += 1;
        }
        self.turns += u64::from(game.turns);
    }

    /// Won, drawn and lost by A.
    pub fn totals(&self) -> [u32; 3] {
        let [red, blue] = self.results;
        std::array::from_fn(|i| red[i] + blue[i])
    }

    pub fn games(&self) -> u32 {
        self.totals().iter().sum()
    }

    /// A's share of the points, in percent.
    fn percent(&self) -> f64 {
        let [won, drawn, _] = self.totals();
        100.0 * (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(self.games().max(1))
    }

    pub fn estimate(&self) -> Option<EloEstimate> {
        estimate(&self.pairs)
    }

    pub fn verdict(&self, sprt: Option<&Sprt>) -> Option<SprtVerdict> {
        sprt?.verdict(&self.pairs)
    }

    /// One line: `+12 =3 -5, 67.5 %, Elo +127 ± 80, LLR 0.73 (-2.94 to 2.94)`
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        let mut line = self.score();
        if let Some(estimate) = self.estimate() {
            line.push_str(&format!(", Elo {}", elo_text(&estimate)));
        }
        if let Some(sprt) = sprt {
            line.push_str(&format!(", LLR {}", self.ratio_text(sprt)));
        }
        line
    }

    fn score(&self) -> String {
        let [won, drawn, lost] = self.totals();
        format!("+{won} ={drawn} -{lost}, {:.1} %", self.percent())
    }

    fn ratio_text(&self, sprt: &Sprt) -> String {
        let (lower, upper) = sprt.bounds();
        format!("{:.2} ({lower:.2} to {upper:.2})", sprt.log_likelihood_ratio(&self.pairs))
    }

    /// The summary, one row per item. `names` are those of A and B.
    pub fn table(&self, names: [&str; 2], games_planned: u32, sprt: Option<&Sprt>) -> Vec<[String; 2]> {
        let mut rows: Vec<[String; 2]> = Vec::new();
        let mut row = |name: &str, text: String| rows.push([name.into(), text]);
        row("A", names[0].into());
        row("B", names[1].into());
        row("games", format!("{} of {games_planned}", self.games()));
        row("A's score", self.score());
        let [red, blue] = self.results.map(|[won, drawn, lost]| format!("+{won} ={drawn} -{lost}"));
        row("as Red, Blue", format!("{red}, {blue}"));
        let pairs = self.pairs.map(|n| n.to_string()).join(" ");
        row("pairs", format!("{pairs} (with 0, ½, 1, 1½ and 2 points for A)"));
        if let Some(estimate) = self.estimate() {
            row("Elo", format!("{} (95 %)", elo_text(&estimate)));
            row("A is stronger", format!("{:.1} % likely", 100.0 * estimate.superiority));
        }
        if let Some(sprt) = sprt {
            let verdict = match self.verdict(Some(sprt)) {
                None => "undecided".into(),
                Some(SprtVerdict::AcceptElo0) => format!("elo0 = {} accepted", sprt.elo0),
                Some(SprtVerdict::AcceptElo1) => format!("elo1 = {} accepted", sprt.elo1),
            };
            row("SPRT", format!("LLR {}: {verdict}", self.ratio_text(sprt)));
        }
        let ends: Vec<String> = self.ends.iter().map(|(end, n)| format!("{} {n}", end.text())).collect();
        row("ends", ends.join(", "));
        for (side, faults) in ["A's faults", "B's faults"].into_iter().zip(&self.faults) {
            let counted = End::FAULTS.map(|(end, words)| format!("{words} {}", count(faults, end)));
            row(side, counted.join(", "));
        }
        row("turns", format!("{:.1} per game", self.turns_per_game()));
        rows
    }

    fn turns_per_game(&self) -> f64 {
        self.turns as f64 / f64::from(self.games().max(1))
    }

    /// The summary as JSON.
    pub fn to_json(&self, names: [&str; 2], games_planned: u32, sprt: Option<&Sprt>) -> Value {
        let result = |[won, drawn, lost]: [u32; 3]| json!({"won": won, "drawn": drawn, "lost": lost});
        let ends: Map<String, Value> = self.ends.iter().map(|(end, n)| (key(*end), json!(n))).collect();
        let faults = self.faults.each_ref().map(|faults| {
            let counted = End::FAULTS.map(|(end, _)| (key(end), json!(count(faults, end))));
            Value::Object(counted.into_iter().collect())
        });
        let [faults_a, faults_b] = faults;
        let mut summary = json!({
            "a": names[0], "b": names[1], "games": self.games(), "planned": games_planned,
            "score": result(self.totals()), "as_red": result(self.results[0]), "as_blue": result(self.results[1]),
            "percent": self.percent(), "pairs": self.pairs,
        });
        if let Some(estimate) = self.estimate() {
            // JSON has no infinite numbers: they become null.
            summary["elo"] = json!(estimate.elo);
            summary["error"] = json!(estimate.error);
            summary["superiority"] = json!(estimate.superiority);
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let verdict = self.verdict(Some(sprt)).map(|verdict| match verdict {
                SprtVerdict::AcceptElo0 => "elo0",
                SprtVerdict::AcceptElo1 => "elo1",
            });
            summary["sprt"] = json!({
                "llr": sprt.log_likelihood_ratio(&self.pairs), "lower": lower, "upper": upper, "accepted": verdict,
            });
        }
        summary["ends"] = Value::Object(ends);
        summary["faults"] = json!({"a": faults_a, "b": faults_b});
        summary["turns_per_game"] = json!(self.turns_per_game());
        summary
    }
}

fn count(faults: &BTreeMap<End, u32>, end: End) -> u32 {
    faults.get(&end).copied().unwrap_or(0)
}

/// The name of an end in JSON.
fn key(end: End) -> String {
    json!(end).as_str().unwrap_or_default().to_owned()
}

/// `+12 ± 34`
fn elo_text(estimate: &EloEstimate) -> String {
    let whole = |number: f64| if number.is_finite() { format!("{number:.0}") } else { "∞".into() };
    let sign = if estimate.elo < 0.0 { "-" } else { "+" };
    format!("{sign}{} ± {}", whole(estimate.elo.abs()), whole(estimate.error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(game: u32, winner: Option<Side>, end: End) -> MatchGame {
        let red = if game.is_multiple_of(2) { Side::A } else { Side::B };
        MatchGame { game, red, winner, end, detail: String::new(), turns: 10 }
    }

    #[test]
    fn pairs_are_found_in_any_order() {
        let mut games = [
            game(0, Some(Side::A), End::Checkmate),
            game(1, Some(Side::A), End::Crash),
            game(2, None, End::Threefold),
            game(3, Some(Side::B), End::Time),
            game(5, Some(Side::A), End::Checkmate),
        ];
        let tally = |games: &[MatchGame]| {
            let mut tally = Tally::default();
            games.iter().for_each(|game| tally.add(game));
            tally
        };
        let found = tally(&games);
        assert_eq!(found.pairs, [0, 1, 0, 0, 1]);
        assert_eq!(found.totals(), [3, 1, 1]);
        assert_eq!(found.results, [[1, 1, 0], [2, 0, 1]]);
        assert_eq!(found.faults, [[(End::Time, 1)].into(), [(End::Crash, 1)].into()]);
        games.reverse();
        assert_eq!(tally(&games), found);
        assert!(found.line(None).starts_with("+3 =1 -1, 70.0 %, Elo +89 ± "), "{}", found.line(None));
    }

    #[test]
    fn an_empty_match_has_a_summary() {
        let tally = Tally::default();
        assert_eq!(tally.line(None), "+0 =0 -0, 0.0 %");
        assert_eq!(tally.to_json(["a", "b"], 10, None)["games"], 0);
    }
}

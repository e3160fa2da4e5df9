//! `cotulenh pgn stats`.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use cotulenh::{Color, Game, MoveKind, PlayedTurn, Position, Role};
use cotulenh_games::{Ending, GameResult, Reason};

use crate::input::for_each_game;
use crate::output::{Error, Output, align_right, percent, printable, write_table};
use crate::play::wording::Wording;

/// The number of first moves and players listed.
const LISTED: usize = 10;

pub fn run(files: &[PathBuf], out: &mut Output) -> Result<ExitCode, Error> {
    let mut stats = Stats::default();
    let mut errors = 0;
    let unreadable = for_each_game(files, true, |item| {
        match &item.game {
            Ok(game) => stats.add(game, || format!("game {} of {}", item.number, item.file)),
            Err(error) => {
                item.complain("error", error);
                errors += 1;
            }
        }
        Ok(())
    })?;
    stats.write(out)?;
    Ok(if errors + unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How the rules end a game (RULES 10).
const REASONS: [Reason; 5] =
    [Reason::Checkmate, Reason::CommanderCaptured, Reason::Stalemate, Reason::FiftyMoves, Reason::Repetition];

/// The endings in the order of their rows: [`REASONS`], by header only, unfinished.
const ENDINGS: usize = REASONS.len() + 2;

fn ending(game: &Game, result: Option<GameResult>) -> usize {
    let by_rules = game.outcome().map(|outcome| Ending::from(outcome).reason);
    match by_rules.and_then(|reason| REASONS.iter().position(|known| *known == reason)) {
        Some(index) => index,
        None => REASONS.len() + usize::from(result.is_none()),
    }
}

/// The results of one player.
#[derive(Default)]
struct PlayerScore {
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
}

#[derive(Default)]
struct Stats {
    results: [usize; GameResult::ALL.len()],
    unfinished: usize,
    endings: [usize; ENDINGS],
    /// The length of every game in turns.
    lengths: Vec<usize>,
    /// The longest game's turns and name.
    longest: Option<(usize, String)>,
    deploy_turns: usize,
    /// Normal, stay and suicide captures.
    captures: [usize; 3],
    captured: BTreeMap<Role, usize>,
    /// Games from the start position that have a move.
    openings: usize,
    first_moves: HashMap<String, usize>,
    players: HashMap<String, PlayerScore>,
}

impl Stats {
    fn add(&mut self, game: &Game, name: impl FnOnce() -> String) {
        // By the rules or by the header.
        let result = GameResult::from_pgn(&game.result());
        for (count, kind) in self.results.iter_mut().zip(GameResult::ALL) {
            *count += usize::from(result == Some(kind));
        }
        self.unfinished += usize::from(result.is_none());
        self.endings[ending(game, result)] += 1;

        let length = game.turns().len();
        self.lengths.push(length);
        if self.longest.as_ref().is_none_or(|(longest, _)| length > *longest) {
            self.longest = Some((length, name()));
        }
        game.turns().iter().for_each(|turn| self.add_turn(turn));

        let is_start = *game.start() == Position::start().with_options(game.start().options());
        if let Some(first) = game.turns().first().filter(|_| is_start) {
            self.openings += 1;
            *self.first_moves.entry(first.text().san).or_default() += 1;
        }
        for color in Color::ALL {
            let header = if color == Color::Red { "Red" } else { "Blue" };
            if let Some(name) = game.headers().get(header).filter(|name| !matches!(*name, "?" | "")) {
                let player = self.players.entry(name.to_owned()).or_default();
                player.games += 1;
                match (result, color) {
                    (Some(GameResult::Red), Color::Red) | (Some(GameResult::Blue), Color::Blue) => {
                        player.won += 1;
                    }
                    (Some(GameResult::Red | GameResult::Blue), _) => player.lost += 1,
                    (Some(GameResult::Draw), _) => player.drawn += 1,
                    (None, _) => {}
                }
            }
        }
    }

    fn add_turn(&mut self, turn: &PlayedTurn) {
        if let Some(mv) = turn.single_move() {
            self.add_kind(mv.kind());
        }
        if let Some(session) = turn.deployed().and_then(|position| position.session()) {
            self.deploy_turns += 1;
            session.steps().iter().for_each(|step| self.add_kind(step.kind));
        }
        for piece in turn.captures().iter().flat_map(|unit| unit.pieces()) {
            *self.captured.entry(piece.role).or_default() += 1;
        }
    }

    fn add_kind(&mut self, kind: MoveKind) {
        let index = match kind {
            MoveKind::Capture => 0,
            MoveKind::StayCapture => 1,
            MoveKind::SuicideCapture => 2,
            MoveKind::Move | MoveKind::Combination | MoveKind::Recombination => return,
        };
        self.captures[index] += 1;
    }

    fn write(mut self, out: &mut Output) -> Result<(), Error> {
        let wording = Wording::english();
        let games = self.lengths.len();
        self.lengths.sort_unstable();
        let turns: usize = self.lengths.iter().sum();
        let row =
            |label: &str, n: usize, whole: usize| [format!("  {label}"), n.to_string(), percent(n, whole)];

        let mut rows = vec![["games".to_owned(), games.to_string(), String::new()]];
        let results = GameResult::ALL.into_iter().zip(self.results);
        rows.extend(results.map(|(result, n)| row(&wording.result(result), n, games)));
        rows.push(row("unfinished", self.unfinished, games));
        rows.push(["endings".into(), String::new(), String::new()]);
        let endings = REASONS.iter().map(|reason| wording.reason(*reason));
        let endings = endings.chain(["by header only", "unfinished"].map(String::from));
        rows.extend(endings.zip(self.endings).map(|(label, n)| row(&label, n, games)));

        rows.push(["turns".into(), turns.to_string(), String::new()]);
        if let Some((longest, name)) = &self.longest {
            let mean = turns as f64 / games as f64;
            rows.push(["  mean".into(), format!("{mean:.1}"), String::new()]);
            rows.push(["  median".into(), median(&self.lengths), String::new()]);
            rows.push(["  longest".into(), longest.to_string(), printable(name)]);
        }
        rows.push(row("deploys", self.deploy_turns, turns));

        let captures: usize = self.captures.iter().sum();
        rows.push(["captures".into(), captures.to_string(), String::new()]);
        let kinds = ["normal", "stay", "suicide"].iter().zip(self.captures);
        rows.extend(kinds.map(|(label, n)| row(label, n, captures)));
        let pieces: usize = self.captured.values().sum();
        rows.push(["captured pieces".into(), pieces.to_string(), String::new()]);
        let by_role = most(self.captured.into_iter().map(|(role, n)| (role.name().replace('_', "-"), n)));
        rows.extend(by_role.iter().map(|(role, n)| row(role, *n, pieces)));

        rows.push(["first moves".into(), self.openings.to_string(), "games from the start position".into()]);
        let first_moves = most(self.first_moves);
        let listed = first_moves.iter().take(LISTED);
        rows.extend(listed.map(|(san, n)| row(san, *n, self.openings)));
        rows.extend(others(first_moves.len()));
        align_right(&mut rows, 1);
        write_table(out, &rows)?;
        write_players(out, self.players)
    }
}

fn write_players(out: &mut Output, players: HashMap<String, PlayerScore>) -> Result<(), Error> {
    let mut players: Vec<(String, PlayerScore)> = players.into_iter().collect();
    players.sort_by(|a, b| b.1.games.cmp(&a.1.games).then_with(|| a.0.cmp(&b.0)));
    writeln!(out, "\nplayers  {}", players.len())?;
    if players.is_empty() {
        return Ok(());
    }
    let mut rows = vec![["  name", "games", "won", "drawn", "lost"].map(String::from)];
    for (name, player) in players.iter().take(LISTED) {
        let PlayerScore { games, won, drawn, lost } = player;
        let [games, won, drawn, lost] = [games, won, drawn, lost].map(|n| n.to_string());
        rows.push([format!("  {}", printable(name)), games, won, drawn, lost]);
    }
    (1..5).for_each(|column| align_right(&mut rows, column));
    write_table(out, &rows)?;
    if let Some([rest, ..]) = others(players.len()) {
        writeln!(out, "{rest}")?;
    }
    Ok(())
}

/// Sorted by count, the most frequent first, then by name.
fn most(counts: impl IntoIterator<Item = (String, usize)>) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}

/// A row for the entries that a list leaves out.
fn others(all: usize) -> Option<[String; 3]> {
    let more = all.checked_sub(LISTED).filter(|&more| more > 0)?;
    Some([format!("  … {more} more"), String::new(), String::new()])
}

/// The median of sorted numbers.
fn median(sorted: &[usize]) -> String {
    let middle = sorted.len() / 2;
    match (sorted.get(middle), middle.checked_sub(1).and_then(|i| sorted.get(i))) {
        (Some(high), Some(low)) if sorted.len().is_multiple_of(2) => {
            format!("{:.1}", (low + high) as f64 / 2.0)
        }
        (Some(middle), _) => format!("{middle}.0"),
        _ => "-".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&[]), "-");
        assert_eq!(median(&[7]), "7.0");
        assert_eq!(median(&[1, 4]), "2.5");
        assert_eq!(median(&[1, 4, 9]), "4.0");
    }
}

//! Questions about a position.

use core::fmt::{Display, Write};

use cotulenh::{Color, EndingFacts, Position, Role, SanWriter};
use cotulenh_wasm_protocol::{
    AirDefenseZonesRecord, AttackerRecord, BoardUnitRecord, DefenderRecord, ListedMoveRecord, OrDash,
    RecombinationRecord, Status, flag_bits,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer, before_steps, color, read, role, square};

/// The moves in the order of RULES 11.6, separated by spaces: SANs or, if `verbose`,
/// [`ListedMoveRecord`]s. `from` and `top` select a point and the role on top of the unit.
#[wasm_bindgen]
pub fn moves(fen: &str, options: u8, from: Option<u32>, top: Option<char>, verbose: bool) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let from = from.map(square).transpose()?;
        let top = top.map(role).transpose()?;
        let writer = SanWriter::new(position.legal_moves());
        let mut words = String::with_capacity(1 << 13);
        let mut san = String::new();
        for &mv in writer.moves() {
            if from.is_some_and(|from| from != mv.from())
                || top.is_some_and(|top| top != mv.unit().top_role())
            {
                continue;
            }
            if !words.is_empty() {
                words.push(' ');
            }
            if !verbose {
                writer.push_san(mv, &mut words);
                continue;
            }
            san.clear();
            writer.push_san(mv, &mut san);
            let record = ListedMoveRecord {
                san: &san,
                lan: mv,
                flags: flag_bits(mv.kind(), mv.is_deploy()),
                from: mv.from(),
                to: mv.to(),
                piece: mv.unit(),
                target: OrDash(position.board().get(mv.to())),
            };
            // Writing to a string cannot fail.
            let _ = write!(words, "{record}");
        }
        Ok(words)
    })
}

/// What holds in a position that has occurred `repetitions` times, as the bits of [`Status`].
/// `None` if the FEN is invalid.
#[wasm_bindgen]
pub fn status(fen: &str, options: u8, repetitions: u32) -> Option<u32> {
    let position = read(fen, options).ok()?;
    Some(status_of(&position, &position.ending_facts(repetitions as usize)).bits())
}

/// What holds in a position.
pub(crate) fn status_of(position: &Position, facts: &EndingFacts) -> Status {
    Status {
        check: facts.check,
        checkmate: facts.checkmate,
        stalemate: facts.stalemate,
        draw: facts.is_draw(),
        fifty_moves: facts.fifty_moves,
        threefold: facts.threefold,
        commander_captured: facts.commander_captured,
        over: facts.outcome.is_some(),
        red_in_danger: position.board().commander_in_danger(Color::Red),
        blue_in_danger: position.board().commander_in_danger(Color::Blue),
        can_commit: position.can_commit(),
        deploy_finished: position.is_deploy_finished(),
    }
}

/// The result of PGN of a position that has occurred `repetitions` times: `*` until the game is
/// over.
#[wasm_bindgen]
pub fn result(fen: &str, options: u8, repetitions: u32) -> String {
    answer(|| {
        let outcome = read(fen, options)?.ending_facts(repetitions as usize).outcome;
        Ok(outcome.map_or("*".into(), |outcome| outcome.to_string()))
    })
}

/// The units as they stand now: [`BoardUnitRecord`]s.
#[wasm_bindgen]
pub fn board(fen: &str, options: u8) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let units = position.board().iter();
        Ok(list(units.map(|(square, unit)| BoardUnitRecord { square: square.index(), unit })))
    })
}

/// The FEN of the board as it stands now, without an open deploy.
#[wasm_bindgen]
pub fn bare_fen(fen: &str, options: u8) -> String {
    answer(|| Ok(read(fen, options)?.board_fen()))
}

/// The board as text for people.
#[wasm_bindgen]
pub fn picture(fen: &str, options: u8) -> String {
    answer(|| Ok(read(fen, options)?.picture().to_string()))
}

/// The pieces of a colour that attack a point: [`AttackerRecord`]s. `target` is the role to
/// assume on the point.
#[wasm_bindgen]
pub fn attackers(fen: &str, options: u8, point: u32, by: char, target: Option<char>) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let target: Option<Role> = target.map(role).transpose()?;
        let found = position.board().attackers_of_role(square(point)?, color(by)?, target);
        Ok(list(found.iter().map(|(from, piece)| AttackerRecord {
            square: from.index(),
            role: piece.role.letter().to_ascii_lowercase(),
        })))
    })
}

/// The air defense of both sides: an [`AirDefenseZonesRecord`].
#[wasm_bindgen]
pub fn air_defense(fen: &str, options: u8) -> String {
    answer(|| {
        let position = read(fen, options)?;
        let zone = |color| {
            let defense = position.air_defense(color);
            list(defense.defenders().iter().map(|defender| {
                let covered = defense.covered_by(defender).iter();
                let covered: Vec<String> = covered.map(|point| point.index().to_string()).collect();
                DefenderRecord { square: defender.index(), covered: covered.join(",") }
            }))
        };
        Ok(AirDefenseZonesRecord { red: zone(Color::Red), blue: zone(Color::Blue) }.to_string())
    })
}

/// The recombinations of the open deploy (RULES 9.3): [`RecombinationRecord`]s, by piece and then
/// by step.
#[wasm_bindgen]
pub fn recombinations(fen: &str, options: u8) -> String {
    answer(|| {
        let position = read(fen, options)?;
        Ok(list(position.recombinations().iter().map(|mv| {
            let combined = position.board().get(mv.to()).and_then(|unit| unit.combine(mv.unit()));
            RecombinationRecord { square: mv.to().index(), piece: mv.unit(), combined: OrDash(combined) }
        })))
    })
}

/// The FENs before each step of the open deploy, one a line.
#[wasm_bindgen]
pub fn stages(fen: &str, options: u8) -> String {
    answer(|| {
        let before = before_steps(&read(fen, options)?);
        Ok(before.iter().map(Position::fen).collect::<Vec<_>>().join("\n"))
    })
}

/// Records of a list, separated by spaces.
fn list(records: impl Iterator<Item = impl Display>) -> String {
    let mut words = String::with_capacity(256);
    for record in records {
        let separator = if words.is_empty() { "" } else { " " };
        let _ = write!(words, "{separator}{record}");
    }
    words
}

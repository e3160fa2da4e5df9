//! Weights as text: one line a weight, `name middlegame endgame`.
//!
//! ```text
//! cotulenh-weights 1
//! material.tank 200 230
//! rank.tank.7 14 14
//! file.navy.c 10 10
//! mobility 2 3
//! ```
//!
//! Every weight of the table has its line, so that a file made for another table is refused instead of half applied.

use core::fmt::Write;

use cotulenh::Role;
use thiserror::Error;

use super::weights::{COUNT, FILE, GROUPS, Weight, Weights};

const MAGIC: &str = "cotulenh-weights 1";

/// Why a text is no table of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// The first line is another one.
    #[error("line 1: expected \"{MAGIC}\"")]
    NoHeader,
    /// A line does not consist of a name and two numbers that fit.
    #[error("line {line}: expected \"NAME MIDDLEGAME ENDGAME\" with whole numbers from -32768 to 32767")]
    NotAWeight {
        /// From 1.
        line: usize,
    },
    /// The table has no weight of this name.
    #[error("line {line}: no weight is called {name:?}")]
    Unknown {
        /// From 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A weight is given twice.
    #[error("line {line}: {name} is given twice")]
    Repeated {
        /// From 1, the second time.
        line: usize,
        /// The name.
        name: String,
    },
    /// A weight is not given.
    #[error("{name} is missing")]
    Missing {
        /// The first that is missing.
        name: String,
    },
}

/// The name of a weight, such as `material.tank`, `rank.tank.7`, `file.navy.c` or `mobility`; `None` beyond the table.
///
/// ```
/// use cotulenh::Role;
/// use cotulenh_engine::eval::{weight_name, weights::MATERIAL};
/// assert_eq!(weight_name(MATERIAL + Role::Tank as usize).as_deref(), Some("material.tank"));
/// ```
pub fn weight_name(index: usize) -> Option<String> {
    let group = GROUPS.windows(2).find(|pair| (pair[0].1..pair[1].1).contains(&index))?;
    let [(name, first), (_, end)] = [group[0], group[1]];
    // A group has one weight, or as many for every role: one, or one for every rank, file or distance.
    let of_role = (end - first) / Role::COUNT;
    if of_role == 0 {
        return Some(name.to_owned());
    }
    let offset = index - first;
    let role = Role::ALL[offset / of_role].name();
    Some(match offset % of_role {
        _ if of_role == 1 => format!("{name}.{role}"),
        file if first == FILE => format!("{name}.{role}.{}", char::from(b'a' + file as u8)),
        number => format!("{name}.{role}.{}", number + 1),
    })
}

/// The weights as text, which [`weights_from_text`] reads.
pub fn weights_to_text(weights: &Weights) -> String {
    let mut text = format!("{MAGIC}\n");
    for (index, [mg, eg]) in weights.iter().enumerate() {
        if let Some(name) = weight_name(index) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name} {mg} {eg}");
        }
    }
    text
}

/// Reads weights. The order does not matter; blank lines and what follows a `#` are skipped.
///
/// ```
/// use cotulenh_engine::eval::{WeightsError, weights, weights_from_text, weights_to_text};
/// let text = weights_to_text(&weights::DEFAULT);
/// assert_eq!(weights_from_text(&text), Ok(weights::DEFAULT));
/// let without_tempo = text.replace("tempo ", "# tempo ");
/// assert_eq!(weights_from_text(&without_tempo), Err(WeightsError::Missing { name: "tempo".into() }));
/// ```
pub fn weights_from_text(text: &str) -> Result<Weights, WeightsError> {
    let mut lines = (1..).zip(text.lines());
    if lines.next().is_none_or(|(_, first)| first.trim_end() != MAGIC) {
        return Err(WeightsError::NoHeader);
    }
    let names: Vec<String> = (0..COUNT).filter_map(weight_name).collect();
    let mut found: [Option<Weight>; COUNT] = [None; COUNT];
    for (line, content) in lines {
        let content = content.split('#').next().unwrap_or_default();
        let words: Vec<&str> = content.split_whitespace().collect();
        let (name, mg, eg) = match words[..] {
            [] => continue,
            [name, mg, eg] => (name, mg, eg),
            _ => return Err(WeightsError::NotAWeight { line }),
        };
        let (Ok(mg), Ok(eg)) = (mg.parse(), eg.parse()) else {
            return Err(WeightsError::NotAWeight { line });
        };
        let Some(index) = names.iter().position(|known| known == name) else {
            return Err(WeightsError::Unknown { line, name: name.to_owned() });
        };
        if found[index].replace([mg, eg]).is_some() {
            return Err(WeightsError::Repeated { line, name: name.to_owned() });
        }
    }
    let mut weights = [[0; 2]; COUNT];
    for (index, weight) in found.into_iter().enumerate() {
        weights[index] = weight.ok_or_else(|| WeightsError::Missing { name: names[index].clone() })?;
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::weights::{DEFAULT, LANE, MOBILITY, PRESSURE, RANK, TEMPO};
    use super::*;

    #[test]
    fn every_weight_has_a_name_of_its_own() {
        let names: HashSet<String> = (0..COUNT).filter_map(weight_name).collect();
        assert_eq!(names.len(), COUNT);
        assert_eq!(weight_name(COUNT), None);
        let name = |index| weight_name(index).unwrap();
        assert_eq!(name(RANK + Role::Navy as usize * 12 + 11), "rank.navy.12");
        assert_eq!(name(FILE + 10), "file.commander.k");
        assert_eq!(name(PRESSURE), "pressure.commander.1");
        assert_eq!(name(MOBILITY), "mobility");
        assert_eq!(name(TEMPO), "tempo");
    }

    #[test]
    fn a_text_is_read_back_whatever_the_order_and_the_numbers() {
        let mut weights = DEFAULT;
        for (index, weight) in weights.iter_mut().enumerate() {
            *weight = [index as i16 * 71, i16::MIN + index as i16];
        }
        let text = weights_to_text(&weights);
        assert_eq!(weights_from_text(&text), Ok(weights));
        let (header, body) = text.split_once('\n').unwrap();
        let reversed: Vec<&str> = body.lines().rev().collect();
        assert_eq!(
            weights_from_text(&format!("{header}\n\n# upside down\n{}", reversed.join(" # why\n"))),
            Ok(weights)
        );
    }

    /// Weights of a round of tuning in the present table. The rounds were fitted with other groups, and what is there under the same name now counts
    /// something else (docs/tuning.md): these begin with nothing.
    fn of_round(text: &str) -> Weights {
        const GONE: [&str; 5] = ["guard", "air_cover_commander", "air_target", "free_lane", "sea_power"];
        let is_known = |line: &&str| {
            let group = line.split(['.', ' ']).next().unwrap_or_default();
            !GONE.contains(&group) && !CLIMBED_FROM_NOTHING.contains(&group)
        };
        let of_nothing = CLIMBED_FROM_NOTHING.iter().map(|name| format!("{name} 0 0"));
        let lines: Vec<String> = text.lines().filter(is_known).map(String::from).chain(of_nothing).collect();
        weights_from_text(&lines.join("\n")).unwrap()
    }

    /// Weights of a climb in the present table.
    fn of_climb(text: &str) -> Weights {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("sea_power ")).collect();
        weights_from_text(&lines.join("\n")).unwrap()
    }

    /// Groups of one weight that no round was fitted to.
    const CLIMBED_FROM_NOTHING: [&str; 9] = [
        "commander_covered",
        "commander_covered_twice",
        "air_cover",
        "air_route",
        "air_raid",
        "lane",
        "bridge",
        "last_guard",
        "last_two_guards",
    ];

    #[test]
    fn the_weights_of_the_record_lead_to_the_shipped_ones() {
        let rounds = [
            include_str!("../../../../docs/tuning/hand-set.txt"),
            include_str!("../../../../docs/tuning/round-1.txt"),
            include_str!("../../../../docs/tuning/round-2.txt"),
            include_str!("../../../../docs/tuning/round-3.txt"),
            include_str!("../../../../docs/tuning/round-4.txt"),
        ]
        .map(of_round);
        // What matches changed after the last round: first by hand, then step by step.
        let mut weights = rounds[4];
        for weight in weights[RANK..FILE].as_flattened_mut() {
            *weight = (f64::from(*weight) * 1.3).round_ties_even() as i16;
        }
        let [start, first, second, mut third] = [
            include_str!("../../../../docs/tuning/climb-0.txt"),
            include_str!("../../../../docs/tuning/climb-1.txt"),
            include_str!("../../../../docs/tuning/climb-2.txt"),
            include_str!("../../../../docs/tuning/climb-3.txt"),
        ]
        .map(of_climb);
        // The first and the third moved the new groups only, the second no large ones either.
        let is_new = |index: &usize| {
            weight_name(*index).is_some_and(|name| CLIMBED_FROM_NOTHING.contains(&name.as_str()))
        };
        let others = |weights: &Weights| -> Vec<Weight> {
            (0..COUNT).filter(|index| !is_new(index)).map(|index| weights[index]).collect()
        };
        assert_eq!(start, weights);
        assert_eq!(others(&first), others(&weights));
        assert_eq!(second[..MOBILITY], weights[..MOBILITY]);
        assert_eq!(others(&third), others(&second));
        // Lanes mean something else than when they were climbed to.
        third[LANE] = [10, 25];
        assert_eq!(third, DEFAULT);
    }

    #[test]
    fn another_table_is_refused() {
        let text = weights_to_text(&[[100, 120]; COUNT]);
        let changed = |from: &str, to: &str| weights_from_text(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(weights_from_text(""), Err(WeightsError::NoHeader));
        assert_eq!(changed("weights 1", "weights 2"), WeightsError::NoHeader);
        let unknown = WeightsError::Unknown { line: 2, name: "material.general".into() };
        assert_eq!(changed("material.commander", "material.general"), unknown);
        assert_eq!(
            changed("material.infantry 100", "material.infantry 1e2"),
            WeightsError::NotAWeight { line: 3 }
        );
        assert_eq!(
            changed("material.infantry 100", "material.infantry 40000"),
            WeightsError::NotAWeight { line: 3 }
        );
        assert_eq!(
            changed("material.infantry 100 120", "material.infantry 100"),
            WeightsError::NotAWeight { line: 3 }
        );
        let repeated = WeightsError::Repeated { line: 3, name: "material.commander".into() };
        assert_eq!(changed("material.infantry", "material.commander"), repeated);
        assert_eq!(changed("tempo", "#"), WeightsError::Missing { name: "tempo".into() });
    }
}

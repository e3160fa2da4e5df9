//! Weights as text: one line for each weight, `name middlegame endgame`.
//!
//! ```text
//! cotulenh-weights 1
//! material.tank 200 230
//! rank.tank.7 14 14
//! file.navy.c 10 10
//! mobility 2 3
//! ```
//!
//! Every weight of the table has a line, so that a file for another table is refused instead of
//! applied in part.

use core::fmt::Write;

use cotulenh::{Role, excerpt};
use thiserror::Error;

use super::weights::{COUNT, FILE, GROUPS, Weight, Weights};

const MAGIC: &str = "cotulenh-weights 1";

/// A text is not a table of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The first line is not the header.
    #[error("line 1: expected \"{MAGIC}\", found {found:?}")]
    NoHeader {
        /// The beginning of the first line.
        found: String,
    },
    /// A line is not a name and two numbers.
    #[error(
        "line {line}: expected \"NAME MIDDLEGAME ENDGAME\" with whole numbers from -32768 to 32767, found {found:?}"
    )]
    NotAWeight {
        /// From 1.
        line: usize,
        /// The beginning of the line.
        found: String,
    },
    /// A name is not one of the table's.
    #[error("line {line}: unknown weight {name:?}: expected a name of the table, such as \"material.tank\"")]
    Unknown {
        /// From 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A weight is given twice.
    #[error("line {line}: weight {name:?} is given twice: expected one line for each weight")]
    Repeated {
        /// From 1, the second time.
        line: usize,
        /// The name.
        name: String,
    },
    /// A weight is not given.
    #[error("weight {name:?} is missing: expected a line for each weight")]
    Missing {
        /// The first that is missing.
        name: String,
    },
}

/// The name of a weight, such as `material.tank`, `rank.tank.7`, `file.navy.c` or `mobility`;
/// `None` for an index outside the table.
///
/// ```
/// use cotulenh::Role;
/// use cotulenh_engine::eval::{weight_name, weights::MATERIAL};
/// assert_eq!(weight_name(MATERIAL + Role::Tank as usize).as_deref(), Some("material.tank"));
/// ```
pub fn weight_name(index: usize) -> Option<String> {
    let group = GROUPS.windows(2).find(|pair| (pair[0].1..pair[1].1).contains(&index))?;
    let [(name, first), (_, end)] = [group[0], group[1]];
    // A group has one weight, one for every role, or one for every role and rank, file or distance.
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
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {mg} {eg}");
        }
    }
    text
}

/// Parses weights. The order of the lines does not matter; blank lines and text after a `#` are
/// skipped.
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
    let header = lines.next().map_or("", |(_, first)| first.trim_end());
    if header != MAGIC {
        return Err(WeightsError::NoHeader { found: excerpt(header.trim()) });
    }
    let names: Vec<String> = (0..COUNT).filter_map(weight_name).collect();
    let mut found: [Option<Weight>; COUNT] = [None; COUNT];
    for (line, content) in lines {
        let content = content.split('#').next().unwrap_or_default();
        let words: Vec<&str> = content.split_whitespace().collect();
        let (name, mg, eg) = match words[..] {
            [] => continue,
            [name, mg, eg] => (name, mg, eg),
            _ => return Err(WeightsError::NotAWeight { line, found: excerpt(content.trim()) }),
        };
        let (Ok(mg), Ok(eg)) = (mg.parse(), eg.parse()) else {
            return Err(WeightsError::NotAWeight { line, found: excerpt(content.trim()) });
        };
        let Some(index) = names.iter().position(|known| known == name) else {
            return Err(WeightsError::Unknown { line, name: excerpt(name.trim()) });
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

    use super::super::weights::{DEFAULT, MOBILITY, PRESSURE, RANK, TEMPO};
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
    fn a_text_is_read_back_in_any_order() {
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

    #[test]
    fn another_table_is_refused() {
        let text = weights_to_text(&[[100, 120]; COUNT]);
        let changed = |from: &str, to: &str| weights_from_text(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(weights_from_text(""), Err(WeightsError::NoHeader { found: String::new() }));
        let found = "cotulenh-weights 2".to_owned();
        assert_eq!(changed("weights 1", "weights 2"), WeightsError::NoHeader { found });
        let unknown = WeightsError::Unknown { line: 2, name: "material.general".into() };
        assert_eq!(changed("material.commander", "material.general"), unknown);
        for (from, to) in [
            ("material.infantry 100", "material.infantry 1e2"),
            ("material.infantry 100", "material.infantry 40000"),
            ("material.infantry 100 120", "material.infantry 100"),
        ] {
            let found = "material.infantry 100 120".replace(from, to);
            assert_eq!(changed(from, to), WeightsError::NotAWeight { line: 3, found });
        }
        let repeated = WeightsError::Repeated { line: 3, name: "material.commander".into() };
        assert_eq!(changed("material.infantry", "material.commander"), repeated);
        assert_eq!(changed("tempo", "#"), WeightsError::Missing { name: "tempo".into() });
    }
}

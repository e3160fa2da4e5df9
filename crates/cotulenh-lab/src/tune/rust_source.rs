//! The table of weights as Rust source.

use std::fmt::Write;

use cotulenh::Role;
use cotulenh_engine::eval::weights::{GROUPS, Weight, Weights};

const HEAD: &str = "\
/// The weights of the engine. `docs/tuning.md` describes how they were tuned.
#[rustfmt::skip]
pub const DEFAULT: Weights = [
";

/// The definition of `DEFAULT` in `eval/weights.rs`, one line for every group and role.
pub fn rust_source(weights: &Weights) -> String {
    let mut text = String::from(HEAD);
    // Writing to a string does not fail.
    let mut line = |entries: &[Weight], comment: &str| {
        let entries: Vec<String> = entries.iter().map(|[mg, eg]| format!("[{mg:>4}, {eg:>4}]")).collect();
        let _ = writeln!(text, "    {}, // {comment}", entries.join(", "));
    };
    for pair in GROUPS.windows(2) {
        let (name, group) = (pair[0].0, &weights[pair[0].1..pair[1].1]);
        let of_role = group.len() / Role::COUNT;
        if of_role == 0 {
            line(group, name);
            continue;
        }
        for (role, entries) in Role::ALL.iter().zip(group.chunks(of_role)) {
            line(entries, &format!("{name}, {}", role.name()));
        }
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use cotulenh_engine::eval::weights::{COUNT, DEFAULT};

    use super::*;

    #[test]
    fn the_source_has_every_number_in_order() {
        let source = rust_source(&DEFAULT);
        let numbers: String =
            source.lines().filter_map(|line| line.strip_prefix("    ")?.split("//").next()).collect();
        let numbers: Vec<i16> = numbers
            .split(|c: char| c != '-' && !c.is_ascii_digit())
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(numbers, DEFAULT.as_flattened());
        assert_eq!(numbers.len(), 2 * COUNT);
    }
}

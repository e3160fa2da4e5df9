//! Completion of what a player types: commands and legal moves.

use cotulenh::Position;

use super::command::COMMANDS;

/// The completions of `typed`, and the byte from which they replace it.
///
/// Moves stand before commands. If nothing fits exactly, case does not matter: `td` becomes `Td7`.
pub fn candidates(position: &Position, typed: &str) -> (usize, Vec<String>) {
    let start = typed.len() - typed.trim_start().len();
    let word = &typed[start..];
    if let Some((command, rest)) = word.split_once(char::is_whitespace) {
        let points = if command.eq_ignore_ascii_case("moves") { origins(position) } else { Vec::new() };
        let word = rest.trim_start();
        return (typed.len() - word.len(), fitting(points, word));
    }
    let mut all: Vec<String> = position.legal_sans().into_iter().map(|(_, san)| san).collect();
    all.extend(COMMANDS.iter().map(|(name, _)| (*name).to_owned()));
    // From point to point (RULES 14.4), if the text begins with a point.
    if word.chars().nth(1).is_some_and(|second| second.is_ascii_digit()) {
        all.extend(coordinates(position));
    }
    (start, fitting(all, word))
}

fn fitting(all: Vec<String>, word: &str) -> Vec<String> {
    let exact: Vec<String> = all.iter().filter(|text| text.starts_with(word)).cloned().collect();
    if !exact.is_empty() {
        return exact;
    }
    let word = word.to_lowercase();
    all.into_iter().filter(|text| text.to_lowercase().starts_with(&word)).collect()
}

/// The points from which something can move.
fn origins(position: &Position) -> Vec<String> {
    let mut points: Vec<String> = position.legal_moves().iter().map(|mv| mv.from().to_string()).collect();
    points.dedup();
    points
}

/// `e2e6` for every move of a whole unit.
fn coordinates(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let whole = moves.iter().filter(|mv| !mv.is_deploy());
    let mut texts: Vec<String> = whole.map(|mv| format!("{}{}", mv.from(), mv.to())).collect();
    // Captures by moving and by staying are written alike; the text means the first.
    texts.dedup();
    texts
}

#[cfg(test)]
mod tests {
    use cotulenh::{Strictness, Turn};

    use super::*;

    fn complete(fen: &str, typed: &str) -> Vec<String> {
        candidates(&Position::from_fen(fen).unwrap(), typed).1
    }

    #[test]
    fn moves_complete_to_legal_sans() {
        let start = Position::START_FEN;
        assert_eq!(complete(start, "C"), ["Cg2", "Ch1", "Ci1", "Cj1", "Ck1", "Cf1", "Ce1", "Cd1", "Cc1"]);
        assert_eq!(complete(start, "cf"), ["Cf1"], "capitals do not matter where nothing else fits");
        assert_eq!(complete(start, "Zz"), [""; 0]);
        assert_eq!(complete(start, "").len(), 116 + COMMANDS.len());
        let position = Position::start();
        for text in candidates(&position, "g1").1 {
            assert!(matches!(position.parse_turn(&text, Strictness::Lenient), Ok(Turn::Step(_))), "{text}");
        }
        assert_eq!(complete(start, "g1c"), ["g1c1"]);
    }

    #[test]
    fn deploy_steps_and_commands_complete() {
        let stack = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";
        assert!(complete(stack, "T>d").contains(&"T>d7".to_owned()));
        assert_eq!(complete(stack, "com"), ["commit"]);
        assert_eq!(candidates(&Position::start(), "  re"), (2, vec!["redo".into(), "resign".into()]));
    }

    #[test]
    fn moves_takes_a_point_from_which_something_can_move() {
        let position = Position::start();
        assert_eq!(candidates(&position, "moves g"), (6, vec!["g5".into(), "g3".into(), "g1".into()]));
        assert_eq!(candidates(&position, "undo g").1, [""; 0]);
    }
}

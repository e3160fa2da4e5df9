//! What differs between two positions.
#![allow(missing_docs)]

#[path = "rules/positions.rs"]
#[allow(dead_code)]
mod positions;
mod support;

use std::collections::HashMap;

use cotulenh::{Color, MoveKind, PieceChange, Position, PositionDiff, Setup, Square};
use positions::{after, red};
use support::{Random, random_setup};

/// `Tg4-g6 +Tg4-g6 tg6- -ig5`: piece as it is after, or as it was; where it stood and stands.
fn text(change: &PieceChange) -> String {
    let place = change.after.or(change.before).unwrap();
    let letter = match change.color {
        Color::Red => change.role.letter(),
        Color::Blue => change.role.letter().to_ascii_lowercase(),
    };
    let square =
        |place: Option<cotulenh::PiecePlace>| place.map(|place| place.square.to_string()).unwrap_or_default();
    let mark = if place.heroic { "+" } else { "" };
    let promoted = if change.became_heroic() { "!" } else { "" };
    format!("{mark}{letter}{}-{}{promoted}", square(change.before), square(change.after))
}

fn pieces(diff: &PositionDiff) -> String {
    diff.pieces.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// The changes that a turn makes.
fn turn(units: &str, lans: &[&str]) -> String {
    let before = red(units);
    pieces(&before.diff(&after(&before, lans)))
}

#[test]
fn a_turn_moves_captures_and_promotes() {
    let far = "Cd1 cf12 Ij2 Ik2 ic9 id9";
    assert_eq!(turn(&format!("{far} Tg4"), &["Tg4g6"]), "Tg4-g6");
    assert_eq!(turn(&format!("{far} Tg4 (ti)g6"), &["Tg4xg6"]), "tg6- ig6- Tg4-g6");
    assert_eq!(turn(&format!("{far} Td5 nb5"), &["Td5_b5"]), "nb5-", "a stay capture moves nothing");
    assert_eq!(turn(&format!("{far} Fg4 gg6"), &["Fg4@g6"]), "gg6- Fg4-", "a suicide");
    assert_eq!(turn(&format!("{far} Tf8"), &["Tf8f10"]), "+Tf8-f10!");
    assert_eq!(turn(&format!("{far} Tg4 Ig5"), &["Ig5&g4"]), "Ig5-g4");
    assert_eq!(turn(&format!("{far} (FTI)g4"), &["Fg4>g8", "Tg4>g5", "Ig4>h4"]), "Fg4-g8 Tg4-g5 Ig4-h4");
    assert_eq!(turn(&format!("{far} (FTI)g4"), &["Fg4>g8"]), "Fg4-g8", "with the deploy open");
}

#[test]
fn side_clocks_session_and_options_differ_too() {
    let before = red("Cd1 cf12 Ij2 ic9 (TI)g4");
    let step = before.diff(&after(&before, &["Tg4>g5"]));
    assert!(step.turn.is_none() && step.halfmoves.is_none());
    let session = step.session.unwrap();
    assert!(session.before.is_none());
    assert_eq!(session.after.unwrap().steps().len(), 1);
    let done = before.diff(&after(&before, &["Tg4>g5", "commit"]));
    assert!(done.session.is_none() && done.move_number.is_none());
    assert_eq!(done.turn.map(|turn| (turn.before, turn.after)), Some((Color::Red, Color::Blue)));
    assert_eq!(done.halfmoves.map(|clock| (clock.before, clock.after)), Some((0, 1)));
    let options = before.options().with_skip_commander_safety(true);
    let other = before.diff(&before.with_options(options));
    assert!(other.points.is_empty() && !other.is_empty());
    assert_eq!(other.options.unwrap().after, options);
}

#[test]
fn pieces_are_paired_with_the_nearest_of_their_kind() {
    let before = red("Cd1 cf12 Tc4 Th4");
    assert_eq!(pieces(&before.diff(&red("Cd1 cf12 Td4 Tk4"))), "Tc4-d4 Th4-k4");
    assert_eq!(pieces(&before.diff(&red("Cd1 cf12 Th6 Tc6"))), "Tc4-c6 Th4-h6");
    // One is as near as the other: the first point in order.
    assert_eq!(pieces(&red("Cd1 cf12 Te4 Tg4").diff(&red("Cd1 cf12 Tf4"))), "Te4-f4 Tg4-");
    assert_eq!(pieces(&red("Cd1 cf12 Tf4").diff(&red("Cd1 cf12 Te4 Tg4"))), "Tf4-e4 T-g4");
    // A piece of the other side is another piece, and one that stays is not paired.
    assert_eq!(pieces(&before.diff(&red("Cd1 cf12 tc4 Th4"))), "Tc4- t-c4");
    assert_eq!(pieces(&before.diff(&red("Cd1 cf12 Tc4 Td4"))), "Th4-d4");
    // Heroic flags do not matter to the pairs.
    assert_eq!(pieces(&before.diff(&red("Cd1 cf12 +Td4 Tk4"))), "+Tc4-d4! Th4-k4");
}

/// The second position, made from the first and the difference.
fn applied(before: &Position, diff: &PositionDiff) -> Position {
    let mut setup = Setup::from(before);
    for point in &diff.points {
        setup.pieces.retain(|(square, _)| *square != point.square);
        let pieces = point.after.into_iter().flat_map(|unit| unit.pieces());
        setup.pieces.extend(pieces.map(|piece| (point.square, piece)));
    }
    setup.turn = diff.turn.map_or(setup.turn, |turn| turn.after);
    setup.halfmoves = diff.halfmoves.map_or(setup.halfmoves, |clock| clock.after);
    setup.move_number = diff.move_number.map_or(setup.move_number, |number| number.after);
    setup.position().unwrap()
}

/// Each piece of either board is in the changes as often as it should be.
fn check_pieces(before: &Position, after: &Position, diff: &PositionDiff) {
    let mut balance: HashMap<_, i32> = HashMap::new();
    for (position, sign) in [(before, -1), (after, 1)] {
        for (square, unit) in position.board().iter() {
            for piece in unit.pieces() {
                *balance.entry((square, piece.color, piece.role, piece.heroic)).or_default() += sign;
            }
        }
    }
    for change in &diff.pieces {
        for (place, sign) in [(change.before, 1), (change.after, -1)] {
            if let Some(place) = place {
                *balance.entry((place.square, change.color, change.role, place.heroic)).or_default() += sign;
            }
        }
        assert_ne!(change.before, change.after, "a piece that has not changed");
    }
    assert!(balance.values().all(|&count| count == 0), "{before} {after}: {:?}", diff.pieces);
}

#[test]
fn between_any_two_positions_the_difference_is_complete() {
    let mut random = Random(0xd1ff);
    let position = |random: &mut Random| random_setup(random).position().unwrap();
    for _ in 0..2_000 {
        let (before, after) = (position(&mut random), position(&mut random));
        let diff = before.diff(&after);
        assert_eq!(applied(&before, &diff), after);
        check_pieces(&before, &after, &diff);
        let back = after.diff(&before);
        assert_eq!(back.points.len(), diff.points.len());
        assert_eq!(diff.is_empty(), before == after);
        assert!(before.diff(&before).is_empty() && before.diff(&before).pieces.is_empty());
    }
}

#[test]
fn along_games_the_difference_says_what_the_move_did() {
    let mut random = Random(0x9a3e);
    let stock = support::stock();
    let (mut steps, mut promoted, mut vanished) = (0, 0, 0);
    while steps < 20_000 {
        let mut position = Position::from_fen(&stock[random.below(stock.len())]).unwrap();
        for _ in 0..8 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let mut next = position;
            next.play(mv).unwrap();
            let diff = position.diff(&next);
            check_pieces(&position, &next, &diff);
            assert!(!diff.is_empty());
            assert!(diff.pieces.iter().all(|change| !change.appeared()), "{mv} in {position}");
            if mv.kind() != MoveKind::Recombination {
                let movers: Vec<(Square, Square)> =
                    diff.pieces.iter().filter_map(PieceChange::movement).collect();
                let stays = matches!(mv.kind(), MoveKind::StayCapture | MoveKind::SuicideCapture);
                let expected = if stays { vec![] } else { vec![(mv.from(), mv.to()); mv.unit().len()] };
                assert_eq!(movers, expected, "{mv} in {position}");
            }
            steps += 1;
            promoted += diff.pieces.iter().filter(|change| change.became_heroic()).count();
            vanished += diff.pieces.iter().filter(|change| change.vanished()).count();
            position = next;
        }
    }
    assert!(promoted > 1_000 && vanished > 1_000, "{promoted} {vanished}");
}

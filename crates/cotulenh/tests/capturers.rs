//! Attackers and defenders of a point: who could capture there (RULES 3 to 5).
#![allow(missing_docs)]

#[path = "rules/positions.rs"]
#[allow(dead_code)]
mod positions;
mod support;

use std::collections::BTreeSet;

use cotulenh::{Capturer, Color, MoveKind, Piece, Position, Role, RuleOptions, Square, Unit, terrain};
use positions::{attackers, red};
use support::{Random, random_setup};

fn text(capturer: &Capturer) -> String {
    let mark = if capturer.carried { "'" } else { "" };
    format!("{}{mark}{}{}", capturer.piece, capturer.kind.separator(), capturer.from)
}

/// The capturers of a point: piece, `'` if it is carried, separator of its capture, point.
fn capturers(position: &Position, point: &str, by: Color) -> String {
    let found = position.board().capturers(point.parse().unwrap(), by);
    found.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_enemy_has_attackers_and_defenders() {
    let position = red("Cd1 ck12 (TI)g4 Ag2 tg5 mh6 ig8");
    assert_eq!(capturers(&position, "g5", Color::Red), "Txg4 I'xg4 Axg2");
    assert_eq!(capturers(&position, "g5", Color::Blue), "mxh6");
    assert_eq!(capturers(&position, "g4", Color::Blue), "txg5");
    assert_eq!(capturers(&position, "g4", Color::Red), "Axg2");
}

#[test]
fn carried_pieces_are_told_apart_with_their_heroic_flags() {
    let position = red("Cd1 ck12 (+F+TM)f4 tf5 ic9");
    assert_eq!(capturers(&position, "f5", Color::Red), "+F_f4 +T'xf4 M'xf4");
    assert_eq!(capturers(&position, "g5", Color::Red), "+F_f4 +T'xf4 M'xf4");
    assert_eq!(capturers(&position, "f7", Color::Red), "+F_f4", "the Tank on f5 stops the Tank");
    assert_eq!(capturers(&position, "f4", Color::Red), "", "a unit does not defend itself");
}

#[test]
fn an_empty_point_is_asked_for_both_sides() {
    let position = red("Cd1 ck12 Tg4 tg8 Id5 ic9");
    assert_eq!(capturers(&position, "g6", Color::Red), "Txg4");
    assert_eq!(capturers(&position, "g6", Color::Blue), "txg8");
    assert_eq!(capturers(&position, "i6", Color::Red), "");
}

#[test]
fn rules_3_8_pieces_in_between_stop_some_captures() {
    let position = red("Cd1 ck12 Tg3 Ig4 tg5 Ae5 mf5");
    assert_eq!(capturers(&position, "g5", Color::Red), "Axe5 Ixg4");
    assert_eq!(capturers(&position, "f5", Color::Red), "Axe5");
}

#[test]
fn rules_4_3_a_commander_captures_next_to_it_and_no_lone_commander_diagonally() {
    let position = red("+Ce5 cf6 tg5 ie7 Hd1 ic9");
    assert_eq!(capturers(&position, "f6", Color::Red), "");
    assert_eq!(attackers(&position, "f6", Color::Red), "e5+C", "it threatens all the same (RULES 6.1)");
    assert_eq!(capturers(&position, "g5", Color::Red), "", "at 2 it threatens and does not capture");
    assert_eq!(attackers(&position, "g5", Color::Red), "e5+C");
    // A Commander that is carried is an ordinary target, and one that captures is bound by the rule.
    assert_eq!(capturers(&red("+Ce5 (tc)f6 Hd1 ic9"), "f6", Color::Red), "+Cxe5");
    assert_eq!(capturers(&red("+Me5 Cd1 cf6 ic9"), "f6", Color::Red), "+Mxe5");
}

#[test]
fn rules_2_2_a_missile_captures_less_far_on_diagonals_than_it_threatens() {
    let position = red("Cd1 ck12 Sg4 ti6 tg6 ic9");
    assert_eq!(capturers(&position, "i6", Color::Red), "");
    assert_eq!(attackers(&position, "i6", Color::Red), "g4S");
    assert_eq!(capturers(&position, "g6", Color::Red), "Sxg4");
}

#[test]
fn rules_4_4_a_navy_captures_a_navy_from_further_away() {
    let position = red("Cd1 ck12 Nb2 nb6 tc6 ic9");
    assert_eq!(capturers(&position, "b6", Color::Red), "Nxb2");
    let board = position.board();
    let (empty, navy) = ("c5".parse().unwrap(), Piece::new(Color::Blue, Role::Navy));
    assert!(board.capturers(empty, Color::Red).is_empty());
    let position = red("Cd1 ck12 Nc1 id9 ic9");
    let navy_on = |point: Square| position.board().capturers_of(point, navy.into());
    assert_eq!(navy_on(empty).iter().map(text).collect::<Vec<_>>(), ["Nxc1"]);
    assert_eq!(capturers(&position, "c5", Color::Red), "", "an Infantry there is out of its range");
}

#[test]
fn rules_4_5_stay_captures_where_the_piece_cannot_stand() {
    let position = red("Cd1 ck12 Ad5 nb5 Fe5 ic9");
    assert_eq!(capturers(&position, "b5", Color::Red), "A_d5 F@e5", "the Navy defends itself");
    let position = red("Cd1 ck12 Nc5 td5 ic9");
    assert_eq!(capturers(&position, "d5", Color::Red), "N_c5");
}

#[test]
fn rules_5_3_air_defence_holds_an_air_force_off() {
    let position = red("Cd1 ck12 Fg4 tg6 gg7 ic9");
    assert_eq!(capturers(&position, "g6", Color::Red), "F@g4");
    let position = red("Cd1 ck12 Fg4 tg8 gg7 ic9");
    assert_eq!(capturers(&position, "g8", Color::Red), "F@g4");
    let position = red("Cd1 ck12 Fg4 tg8 gg6 ic9");
    assert_eq!(capturers(&position, "g8", Color::Red), "");
    // An unit with air defence covers its own point, an Infantry in its place does not.
    let position = red("Cd1 ck12 Fg4 ic9 tj9");
    let (point, missile) = ("g7".parse().unwrap(), Piece::new(Color::Blue, Role::Missile));
    let of =
        |unit: Piece| position.board().capturers_of(point, unit.into()).iter().map(text).collect::<String>();
    assert_eq!(of(missile), "F@g4");
    assert_eq!(of(Piece::new(Color::Blue, Role::Infantry)), "F_g4");
}

#[test]
fn a_point_at_sea_is_looked_at_as_if_a_navy_stood_on_it() {
    let position = red("Cd1 ck12 Nb2 Fe6 ic9 tj9");
    assert_eq!(capturers(&position, "b6", Color::Red), "F@e6 Nxb2");
}

/// In random positions, for every point and both sides: the captures that the generator gives if a
/// unit of the enemy is put on the point.
#[test]
fn capturers_are_the_captures_of_the_generator() {
    let options = RuleOptions::default().with_skip_commander_safety(true);
    let stock = support::stock();
    let mut random = Random(0xca97);
    let (mut captures, mut carried) = (0, 0);
    for _ in 0..300 {
        let position = match random.below(2) {
            0 => Position::from_fen(&stock[random.below(stock.len())]).unwrap(),
            _ => random_setup(&mut random).position().unwrap(),
        };
        if position.session().is_some() {
            continue;
        }
        for (point, by) in Square::all().flat_map(|point| Color::ALL.map(|by| (point, by))) {
            let found = position.board().capturers(point, by);
            let standing = position.board().get(point);
            // A position with the enemy on the point and the right side to move.
            let mut setup = cotulenh::Setup::from(&position);
            setup.turn = by;
            setup.options = options;
            if standing.is_none_or(|unit| unit.color() == by) {
                let sea = terrain::PURE_SEA.contains(point);
                let enemy = Piece::new(!by, if sea { Role::Navy } else { Role::Infantry });
                setup.pieces.retain(|(square, _)| *square != point);
                setup.pieces.push((point, enemy));
            }
            let asked = setup.position().unwrap();
            let mut expected = BTreeSet::new();
            for mv in asked.legal_moves().into_iter().filter(|mv| mv.to() == point && mv.kind().is_capture())
            {
                let standing = asked.board().get(mv.from()).unwrap();
                let piece = mv.unit().top();
                let is_carried = standing.top_role() != piece.role;
                let chooses = piece.role == Role::AirForce && !is_carried;
                // An Air Force on top has both kinds, or as a deploy step the normal one alone.
                let kind = match mv.kind() {
                    MoveKind::Capture if chooses => MoveKind::StayCapture,
                    kind => kind,
                };
                expected.insert((mv.from(), piece.to_string(), is_carried, kind));
            }
            captures += expected.len();
            carried += expected.iter().filter(|(_, _, is_carried, _)| *is_carried).count();
            let as_tuple = |c: &Capturer| (c.from, c.piece.to_string(), c.carried, c.kind);
            assert_eq!(found.len(), expected.len(), "{point} {by} in {position}: {found:?}");
            assert_eq!(
                found.iter().map(as_tuple).collect::<BTreeSet<_>>(),
                expected,
                "{point} {by} in {position}"
            );
            let order = |c: &Capturer| (c.from, c.carried);
            assert!(found.is_sorted_by_key(order), "{found:?}");
        }
    }
    assert!(captures > 20_000 && carried > 2_000, "{captures} {carried}");
}

#[test]
fn any_unit_on_any_point_has_an_answer() {
    let position = random_setup(&mut Random(9)).position().unwrap();
    for point in Square::all() {
        for role in Role::ALL {
            for color in Color::ALL {
                let unit = Unit::from(Piece::new(color, role));
                let found = position.board().capturers_of(point, unit);
                assert!(found.iter().all(|capturer| capturer.piece.color != color && capturer.from != point));
            }
        }
    }
}

//! A move is refused exactly when the generator does not give it, and the reason given is true.
#![allow(missing_docs)]

mod support;

use std::collections::BTreeMap;

use cotulenh::{
    Cause, Color, Game, Move, MoveList, Piece, Position, Refusal, Role, RuleOptions, Square, Unit, attacks,
    terrain,
};
use support::{Random, random_setup};

/// How often each code came up, and what kinds of positions were seen.
#[derive(Default, Debug)]
struct Coverage {
    positions: usize,
    sessions: usize,
    refused: usize,
    legal: usize,
    codes: BTreeMap<String, usize>,
}

fn same_roles(a: Unit, b: Unit) -> bool {
    a.len() == b.len() && a.pieces().all(|piece| b.has(piece.role))
}

/// Does the list contain the move that `refusal` was asked about? Read from the list alone.
fn is_listed(position: &Position, moves: &MoveList, from: Square, to: Square, unit: Option<Unit>) -> bool {
    let meant = |mv: &Move| match unit {
        Some(unit) => same_roles(unit, mv.unit()),
        None => position.session().is_some() || !mv.is_deploy(),
    };
    moves.iter().any(|mv| mv.from() == from && mv.to() == to && meant(mv))
}

/// Every way to name pieces of a unit: not at all, the whole, each piece, each pair.
fn choices(unit: Unit) -> Vec<Option<Unit>> {
    let pieces: Vec<Piece> = unit.pieces().collect();
    let mut choices = vec![None, Some(unit)];
    choices.extend(pieces.iter().map(|&piece| Some(Unit::from(piece))));
    for (i, &a) in pieces.iter().enumerate() {
        choices.extend(pieces[i + 1..].iter().map(|&b| Unit::from_pieces(&[a, b])).filter(Option::is_some));
    }
    choices.sort_by_key(|choice| choice.map(|unit| unit.to_string()));
    choices.dedup();
    choices
}

fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// A unit to ask for on any point: one that stands somewhere on the board, or a lone piece of
/// either side that may be nowhere. Only its roles count.
fn stranger(position: &Position, random: &mut Random) -> Unit {
    let standing: Vec<Unit> = position.board().iter().map(|(_, unit)| unit).collect();
    match random.below(2) {
        0 if !standing.is_empty() => standing[random.below(standing.len())],
        _ => Piece::new(Color::ALL[random.below(2)], Role::ALL[random.below(Role::COUNT)]).into(),
    }
}

/// Is what the cause says about this position and question true?
fn is_true(position: &Position, from: Square, to: Square, unit: Option<Unit>, refusal: &Refusal) -> bool {
    let board = position.board();
    let us = position.turn();
    let on_ray = |square: Square| square == to || attacks::between(from, to).contains(square);
    let flies = |defenders: &[Square]| {
        let defense = position.air_defense(!us);
        !defenders.is_empty() && defenders.iter().all(|&square| defense.defenders().contains(square))
    };
    match refusal.cause() {
        Cause::EmptyPoint { square } => {
            let has_all = |standing: Unit| unit.is_none_or(|u| u.pieces().all(|p| standing.has(p.role)));
            *square == from && position.session().is_none() && !board.get(from).is_some_and(has_all)
        }
        Cause::NotYourPiece { turn, square } => {
            (*turn, *square) == (us, from) && board.get(from).is_some_and(|unit| unit.color() != us)
        }
        Cause::SessionOpen { square } => {
            position.session().is_some_and(|s| s.square() == *square && *square != from)
        }
        Cause::NotRemaining { unit } => {
            let remaining = position.session_remaining();
            position.session().is_some()
                && !remaining.is_some_and(|rest| unit.pieces().all(|piece| rest.has(piece.role)))
        }
        Cause::OneByOne => board.get(from).is_some_and(|unit| unit.is_stack()),
        Cause::SamePoint { square, .. } => from == to && *square == from,
        Cause::HeadquarterFixed { square } => {
            *square == from && board.get(from).is_some_and(|unit| unit.has(Role::Headquarter))
        }
        Cause::WrongDirection { unit, diagonals } => {
            let direction = from.direction_to(to);
            *diagonals == unit.top_role().uses_diagonals(unit.top_heroic())
                && direction.is_none_or(|direction| direction.is_diagonal() && !diagonals)
        }
        Cause::OutOfRange { to: point, range, distance: far, .. } => {
            *point == to
                && *far == distance(from, to)
                && far > range
                && board.get(to).is_none_or(|u| u.color() == us)
        }
        Cause::CaptureRange { to: point, range, distance: far, .. } => {
            *point == to
                && *far == distance(from, to)
                && far > range
                && board.get(to).is_some_and(|u| u.color() != us)
        }
        Cause::CommanderDiagonal { enemy } => *enemy == to && board.commander(!us) == Some(to),
        Cause::Blocked { by, square, .. } => {
            *square != to && on_ray(*square) && board.get(*square) == Some(*by)
        }
        Cause::Terrain { unit, square } => {
            on_ray(*square) && !terrain::standable(unit.top_role()).contains(*square)
        }
        Cause::Shore { unit, square } => unit.top_role() == Role::Navy && on_ray(*square),
        Cause::River { unit, to: point } => {
            let crosses = terrain::SOUTH_BANK.contains(from) != terrain::SOUTH_BANK.contains(*point);
            unit.top_role().data().heavy && on_ray(*point) && crosses
        }
        Cause::ShotDown { to: point, defenders } => *point == to && flies(defenders),
        Cause::SuicideOnly { to: point, defenders } => {
            *point == to && board.get(to).is_none() && defenders.len() == 1 && flies(defenders)
        }
        Cause::NoStack { unit, friend, square } => {
            *square == to && board.get(to) == Some(*friend) && unit.combine(*friend).is_none()
        }
        Cause::ForbiddenLine { square, enemy } => {
            board.commander(!us) == Some(*enemy)
                && on_ray(*square)
                && (square.file() == enemy.file() || square.rank() == enemy.rank())
        }
        Cause::Threatened { commander, attackers } => {
            !attackers.is_empty()
                && attackers.iter().all(|(square, piece)| square != commander && piece.color != us)
        }
        Cause::Exposed { commander, enemy } => {
            commander.file() == enemy.file() || commander.rank() == enemy.rank()
        }
        Cause::NoCommander => board.commander(us).is_none() || board.commander(us) == Some(from),
        Cause::GameOver | Cause::CannotStay { .. } => false,
        other => panic!("a cause that this test does not know: {other:?}"),
    }
}

/// Checks every origin and destination of one position, with units that are there and one that may
/// not be.
fn check(position: &Position, random: &mut Random, coverage: &mut Coverage) {
    let moves = position.legal_moves();
    let context = || format!("{position} {:?}", position.options());
    for from in Square::all() {
        let original = position.session().filter(|s| s.square() == from).map(|s| s.original());
        let mut units = position.board().get(from).map_or(vec![None], choices);
        units.extend(original.into_iter().flat_map(choices));
        units.push(Some(stranger(position, random)));
        for unit in units {
            for to in Square::all() {
                let refusal = position.refusal(from, to, unit);
                let listed = is_listed(position, &moves, from, to, unit);
                assert_eq!(refusal.is_none(), listed, "{} {unit:?} {from} {to}: {refusal:?}", context());
                let Some(refusal) = refusal else {
                    coverage.legal += 1;
                    continue;
                };
                assert!(
                    is_true(position, from, to, unit, &refusal),
                    "{} {unit:?} {from} {to}: {refusal:?}",
                    context()
                );
                coverage.refused += 1;
                let variant = refusal.variant().map_or(String::new(), |variant| format!(".{variant}"));
                *coverage.codes.entry(format!("{}{variant}", refusal.code())).or_default() += 1;
            }
        }
    }
    let commit = position.commit_refusal();
    assert_eq!(commit.is_some(), position.session().is_some() && !position.can_commit(), "{}", context());
    if let Some(commit) = commit {
        assert_eq!(commit.clause(), "9.5");
        let variant = commit.variant().map_or(String::new(), |variant| format!(".{variant}"));
        *coverage.codes.entry(format!("{}{variant}", commit.code())).or_default() += 1;
    }
    coverage.positions += 1;
    coverage.sessions += usize::from(position.session().is_some());
}

/// Plays a few random actions and checks before each.
fn walk(mut position: Position, plies: usize, random: &mut Random, coverage: &mut Coverage) {
    for _ in 0..plies {
        check(&position, random, coverage);
        let moves = position.legal_moves();
        if position.can_commit() && (moves.is_empty() || random.below(4) == 0) {
            position.commit().unwrap();
            continue;
        }
        // Deploy steps are rare among the moves, so they are preferred half of the time.
        let deploys: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_deploy()).collect();
        let choice = if !deploys.is_empty() && random.below(2) == 0 { &deploys } else { &moves[..] };
        if choice.is_empty() {
            return;
        }
        position.play(choice[random.below(choice.len())]).unwrap();
    }
}

#[test]
fn refusals_agree_with_the_generator() {
    let (stock, sessions) = (support::stock(), support::open_sessions());
    let mut random = Random(0x5eed);
    let mut coverage = Coverage::default();
    // Two Commanders next to each other on a diagonal are rare.
    let close = "11/11/11/11/11/4c6/3+C7/11/11/11/11/11 r - - 0 1".parse().unwrap();
    check(&close, &mut random, &mut coverage);
    while coverage.positions < 1_200 {
        let options = RuleOptions::default()
            .with_skip_last_guard_promotion(random.below(4) == 0)
            .with_skip_commander_safety(random.below(4) == 0);
        let (position, plies) = match random.below(9) {
            8 => (Position::from_fen(&sessions[random.below(sessions.len())]).unwrap(), 3),
            0 => (Position::start(), 30),
            1..=3 => (Position::from_fen(&stock[random.below(stock.len())]).unwrap(), 5),
            _ => (random_setup(&mut random).position().unwrap(), 5),
        };
        walk(position.with_options(options), plies, &mut random, &mut coverage);
    }
    eprintln!("{coverage:#?}");
    assert!(coverage.sessions > 100, "{coverage:?}");
    // Every cause but the end of the game occurred.
    let expected = [
        "AIR_DEFENSE.shotDown",
        "AIR_DEFENSE.suicideOnly",
        "BLOCKED",
        "CANNOT_STAY",
        "CAPTURE_RANGE",
        "COMMANDER_DIAGONAL",
        "COMMANDER_EXPOSED",
        "COMMANDER_THREATENED",
        "EMPTY_POINT",
        "FORBIDDEN_LINE",
        "HEADQUARTER_FIXED",
        "NOT_REMAINING",
        "NOT_YOUR_PIECE",
        "NO_COMMANDER",
        "NO_STACK",
        "ONE_BY_ONE",
        "OUT_OF_RANGE",
        "RIVER",
        "SAME_POINT",
        "SESSION_OPEN",
        "TERRAIN.land",
        "TERRAIN.sea",
        "TERRAIN.shore",
        "WRONG_DIRECTION.all",
        "WRONG_DIRECTION.orthogonal",
    ];
    for code in expected {
        assert!(coverage.codes.contains_key(code), "{code} never occurred: {:?}", coverage.codes);
    }
}

#[test]
fn a_game_refuses_what_its_position_refuses_until_it_is_over() {
    let mut random = Random(7);
    for _ in 0..40 {
        let game = Game::from(random_setup(&mut random).position().unwrap());
        let position = game.position();
        for (from, to) in position.board().of(position.turn()).iter().zip(Square::all().step_by(7)) {
            let refusal = game.refusal(from, to, None);
            if game.is_over() {
                assert_eq!(refusal.map(|refusal| refusal.code()), Some("GAME_OVER"));
            } else {
                assert_eq!(refusal, position.refusal(from, to, None));
            }
        }
    }
}

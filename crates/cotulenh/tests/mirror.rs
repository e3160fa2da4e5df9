//! The rules treat both sides alike: the moves of a mirrored position are the mirrored moves. This
//! is a property of the whole generator: terrain, captures, flights, legality, promotions, sessions.
//!
//! RULES 6.3 is the one exception, and it is tested exactly: with both Commanders on one rank the
//! forbidden set goes towards rank 1 for either side. It matters to a heroic Commander alone, because
//! only a diagonal crosses the enemy Commander's file away from its rank.
//!
//! 100,000 positions by default; `COTULENH_MIRROR_POSITIONS` sets another number.
#![allow(missing_docs)]

mod support;

use std::collections::HashSet;

use cotulenh::{
    Board, Color, Direction, Move, MoveKind, Outcome, Piece, Position, Role, Setup, Square, Unit, attacks,
};
use support::{Random, random_setup};

/// The point of the enemy Commander's file that the heroic Commander `unit` meets on its diagonal
/// from `from` to `to`, if both Commanders stand on one rank and the enemy Commander sees the point:
/// RULES 6.3 forbids it on one side of the rank only.
fn one_sided_point(board: &Board, unit: Unit, from: Square, to: Square) -> Option<Square> {
    let enemy = board.commander(!unit.color())?;
    let direction = from.direction_to(to)?;
    let is_heroic_commander = !unit.is_stack() && unit.top_role() == Role::Commander && unit.top_heroic();
    if !is_heroic_commander || from.rank() != enemy.rank() || !direction.is_diagonal() {
        return None;
    }
    let met = (attacks::between(from, to) | to.into()).iter().find(|point| point.file() == enemy.file())?;
    let seen = (attacks::between(enemy, met) | met.into()).is_disjoint(board.occupied());
    seen.then_some(met)
}

/// Has the Commander made a step in the open session that RULES 6.3 forbids in the mirror? Then the
/// mirror cannot replay the session, which recombinations need (RULES 9.3 b).
fn has_one_sided_step(position: &Position) -> bool {
    let Some(session) = position.session() else { return false };
    let before = position.before_session_steps();
    session
        .steps()
        .iter()
        .zip(&before)
        .any(|(step, before)| one_sided_point(before.board(), step.unit, session.square(), step.to).is_some())
}

#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    moves: usize,
    sessions: usize,
    recombinations: usize,
    in_check: usize,
    stacks: usize,
    /// Positions with both Commanders on one rank.
    on_one_rank: usize,
    /// Moves that only one of the two positions has.
    one_sided_moves: usize,
    /// Open sessions that the mirror cannot replay.
    one_sided_sessions: usize,
}

fn set(moves: &[Move]) -> HashSet<Move> {
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move is listed twice");
    set
}

fn compare(position: &Position, seen: &mut Seen) {
    let mirror = position.mirrored();
    assert_eq!(mirror.mirrored(), *position);
    assert_eq!(mirror.mirrored().hash(), position.hash());
    mirror.board().check_consistency().unwrap();
    let one_sided_session = has_one_sided_step(position);
    let commanders = Color::ALL.map(|color| position.board().commander(color));
    let on_one_rank = matches!(commanders, [Some(red), Some(blue)] if red.rank() == blue.rank());

    let mut one_sided_moves = 0;
    for legal in [false, true] {
        let moves = |position: &Position| match legal {
            true => position.legal_moves(),
            false => position.pseudo_legal_moves(),
        };
        let (here, there) = (moves(position), moves(&mirror));
        let mirrored: Vec<Move> = here.iter().map(|mv| mv.mirrored()).collect();
        let (here, there) = (set(&mirrored), set(&there));
        for &mv in here.union(&there) {
            let in_both = here.contains(&mv) && there.contains(&mv);
            // 9.3: a Commander that recombines does not walk; it leaves with its group.
            let walks = mv.kind() != MoveKind::Recombination;
            let met = one_sided_point(mirror.board(), mv.unit(), mv.from(), mv.to()).filter(|_| walks);
            if let Some(met) = met {
                // The side towards rank 1 is the forbidden one, in either position.
                assert!(!in_both, "{mv:?} in {position}");
                let allowed_there = met.rank() > mv.from().rank();
                assert_eq!(there.contains(&mv), allowed_there, "{mv:?} in {position}");
                one_sided_moves += usize::from(!legal);
            } else if one_sided_session && !in_both {
                let joins = matches!(mv.kind(), MoveKind::Combination | MoveKind::Recombination);
                assert!(joins && mv.is_deploy(), "{mv:?} in {position}");
            } else {
                assert!(in_both, "{mv:?} in {position}");
            }
        }
        seen.moves += here.len();
        seen.recombinations += here.iter().filter(|mv| mv.kind() == MoveKind::Recombination).count();
    }

    assert_eq!(position.can_commit(), mirror.can_commit(), "{position}");
    assert_eq!(position.is_check(), mirror.is_check(), "{position}");
    for color in Color::ALL {
        let in_danger = |position: &Position, color| position.board().commander_in_danger(color);
        assert_eq!(in_danger(position, color), in_danger(&mirror, !color), "{position}");
        let covered = position.air_defense(color).covered().mirrored();
        assert_eq!(covered, mirror.air_defense(!color).covered(), "{position}");
    }
    if !on_one_rank {
        let swapped = |outcome| match outcome {
            Outcome::Win { winner, reason } => Outcome::Win { winner: !winner, reason },
            draw => draw,
        };
        assert_eq!(position.outcome().map(swapped), mirror.outcome(), "{position}");
    }
    // A FEN can be read exactly if play reaches its session.
    let read = Position::from_fen(&mirror.fen()).ok();
    assert_eq!(read, Some(mirror).filter(|_| !one_sided_session), "{position}");
    assert!(read.is_none_or(|read| read.hash() == mirror.hash()), "{position}");

    seen.positions += 1;
    seen.sessions += usize::from(position.session().is_some());
    seen.in_check += usize::from(position.is_check());
    seen.stacks += usize::from(!position.board().stacks().is_empty());
    seen.on_one_rank += usize::from(on_one_rank);
    seen.one_sided_moves += one_sided_moves;
    seen.one_sided_sessions += usize::from(one_sided_session);
}

/// Playing and mirroring commute, but for the number of the move, which counts up after Blue.
fn compare_after(position: &Position, mv: Move) {
    let mirror = position.mirrored();
    if !mirror.is_legal(mv.mirrored()) {
        return;
    }
    let (mut here, mut there) = (*position, mirror);
    here.play(mv).unwrap();
    there.play(mv.mirrored()).unwrap();
    // A deploy that has finished commits, and the mirror of a session that cannot be replayed may
    // have fewer steps left.
    if here.session().is_some() != there.session().is_some() {
        assert!(has_one_sided_step(position), "{mv:?} in {position}");
        return;
    }
    let here = here.mirrored();
    assert_eq!((here.board(), here.turn()), (there.board(), there.turn()), "{mv:?} in {position}");
    assert_eq!(
        (here.halfmoves(), here.session()),
        (there.halfmoves(), there.session()),
        "{mv:?} in {position}"
    );
}

fn walk(mut position: Position, plies: usize, random: &mut Random, seen: &mut Seen) {
    for _ in 0..plies {
        compare(&position, seen);
        let moves = position.legal_moves();
        if position.can_commit() && (moves.is_empty() || random.below(4) == 0) {
            position.commit().unwrap();
            continue;
        }
        if moves.is_empty() {
            return;
        }
        // Deploy steps are rare among the moves, and recombinations among the steps.
        let deploys: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_deploy()).collect();
        let joins = deploys.iter().copied().filter(|mv| mv.kind() == MoveKind::Recombination).collect();
        let choices: [Vec<Move>; 2] = [joins, deploys];
        let preferred = choices.iter().find(|choice| !choice.is_empty() && random.below(2) == 0);
        let choice = preferred.map_or(&moves[..], |choice| choice);
        let mv = choice[random.below(choice.len())];
        compare_after(&position, mv);
        position.play(mv).unwrap();
    }
}

/// A random position with heroic Commanders on one rank, ours often in a stack. `None` if they did
/// not fit.
fn with_commanders_on_one_rank(random: &mut Random) -> Option<Position> {
    let mut setup: Setup = random_setup(random);
    setup.pieces.retain(|(_, piece)| piece.role != Role::Commander);
    let rank = 1 + random.below(12) as u8;
    for color in Color::ALL {
        let square = Square::new(2 + random.below(9) as u8, rank)?;
        let commander = Piece::new(color, Role::Commander).with_heroic(random.below(4) > 0);
        // A carrier before what it carries.
        setup.pieces.retain(|(at, _)| *at != square);
        if random.below(2) == 0 {
            let carriers = [Role::Tank, Role::AirForce, Role::Headquarter];
            setup.pieces.push((square, Piece::new(color, carriers[random.below(3)])));
        }
        setup.pieces.push((square, commander));
    }
    setup.position().ok()
}

#[test]
fn rules_6_3_is_the_only_rule_that_tells_the_sides_apart() {
    let wanted = support::count_from("COTULENH_MIRROR_POSITIONS", 100_000);
    let (stock, sessions) = (support::stock(), support::open_sessions());
    let read = |fen: &String| Position::from_fen(fen).unwrap();
    let mut random = Random(0x1a2b);
    let mut seen = Seen::default();
    while seen.positions < wanted {
        match random.below(10) {
            0 => walk(Position::start(), 40, &mut random, &mut seen),
            1..=2 => walk(read(&stock[random.below(stock.len())]), 6, &mut random, &mut seen),
            3..=4 => walk(read(&sessions[random.below(sessions.len())]), 4, &mut random, &mut seen),
            5..=6 => {
                if let Some(position) = with_commanders_on_one_rank(&mut random) {
                    walk(position, 4, &mut random, &mut seen);
                }
            }
            _ => walk(random_setup(&mut random).position().unwrap(), 6, &mut random, &mut seen),
        }
    }
    eprintln!("{seen:#?}");
    for (name, count, share) in [
        ("sessions", seen.sessions, 10),
        ("recombinations", seen.recombinations, 20),
        ("checks", seen.in_check, 20),
        ("stacks", seen.stacks, 2),
        ("Commanders on one rank", seen.on_one_rank, 40),
        ("moves that RULES 6.3 forbids on one side", seen.one_sided_moves, 50),
    ] {
        assert!(count * share >= wanted, "{name}: only {count} of {wanted}");
    }
    assert!(seen.one_sided_sessions > 10 || wanted < 100_000, "{}", seen.one_sided_sessions);
}

#[test]
fn the_start_position_is_its_own_mirror_image_but_for_the_side_to_move() {
    let (start, mirror) = (Position::start(), Position::start().mirrored());
    assert_eq!(mirror.board(), start.board());
    assert_eq!(mirror.turn(), Color::Blue);
    assert_eq!(mirror.fen(), Position::START_FEN.replace(" r ", " b "));
}

#[test]
fn moves_and_actions_are_mirrored_with_their_pieces() {
    let position = Position::from_fen("6c4/11/11/11/11/11/11/3(F+T)7/11/11/11/4C6 r - - 0 1").unwrap();
    let mv = position.parse_move("+T>d7").unwrap();
    let mirrored = mv.mirrored();
    assert_eq!(format!("{mirrored:?}"), "+Td8>d6|nd");
    assert_eq!((mirrored.unit().color(), mirrored.mirrored()), (Color::Blue, mv));
    assert_eq!(cotulenh::Action::Step(mv).mirrored().step(), Some(mirrored));
    assert_eq!(cotulenh::Action::Commit.mirrored(), cotulenh::Action::Commit);
}

/// The exception in one position: the heroic Commander on e5 may cross the enemy Commander's file
/// on g7, and its mirror may not cross it on g6.
#[test]
fn rules_6_3_a_heroic_commander_crosses_the_file_on_one_side_only() {
    let position = Position::from_fen("11/11/11/11/11/11/11/4+CT1c3/11/11/11/11 r - - 0 1").unwrap();
    let mirror = position.mirrored();
    let reach = |position: &Position, direction: Direction| {
        let from = position.board().commander(position.turn()).unwrap();
        let to = |mv: &Move| mv.from() == from && from.direction_to(mv.to()) == Some(direction);
        position.pseudo_legal_moves().iter().filter(|mv| to(mv)).count()
    };
    assert_eq!(reach(&position, Direction::NorthEast), 6);
    assert_eq!(reach(&mirror, Direction::SouthEast), 2, "h5 is forbidden, and everything behind it");
    assert_eq!(reach(&position, Direction::SouthEast), 2);
    assert_eq!(reach(&mirror, Direction::NorthEast), 4);
}

//! The library against a mailbox generator that was written straight from the rules and shares no
//! code with it.
//!
//! 20,000 positions by default; `COTULENH_NAIVE_POSITIONS=1000000` for more.
#![allow(missing_docs)]

mod naive;
mod support;

use cotulenh::{Color, Move, MoveKind, Position, Session};
use naive::NaivePosition;
use support::{Random, random_setup};

fn lines(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| format!("{mv}|{}", mv.flags())).collect()
}

/// What kinds of positions were compared.
#[derive(Default, Debug)]
struct Coverage {
    positions: usize,
    blue: usize,
    in_session: usize,
    recombinations: usize,
    /// Recombinations of the original carrier (RULES 9.3 d).
    carrier_joins: usize,
    /// Sessions in which it has joined, and others can still join it.
    joins_after_carrier: usize,
    /// Sessions that list recombinations after the steps of all pieces (RULES 9.3 f).
    appended: usize,
    without_commander: usize,
    in_check: usize,
    moves: usize,
}

/// Everything both can tell about one position.
fn compare(position: &Position, naive: &NaivePosition, coverage: &mut Coverage) {
    let fen = position.fen();
    assert_eq!(fen, naive.fen());
    assert_eq!(position.board_fen(), naive.board_fen(), "{fen}");
    assert_eq!(lines(&position.legal_moves()), naive.moves(), "{fen}");
    assert_eq!(lines(&position.pseudo_legal_moves()), naive.pseudo_moves(), "{fen}");
    assert_eq!(position.session().is_some(), naive.in_session(), "{fen}");
    assert_eq!(position.can_commit(), naive.can_commit(), "{fen}");
    assert_eq!(position.is_check(), naive.is_check(), "{fen}");
    for color in Color::ALL {
        if let Some(attackers) = support::attackers(position, color) {
            assert_eq!(attackers, naive.attackers(color.letter()), "{fen}");
        }
        assert_eq!(support::zones(position, color), naive.air_defense(color.letter()), "{fen}");
    }
    // 11.1: the FEN of an open session gives it back, in both.
    if position.session().is_some() {
        let read = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!((&read, read.hash()), (position, position.hash()), "{fen}");
        let naive_read = NaivePosition::from_fen(&fen).unwrap_or_else(|| panic!("{fen}"));
        assert_eq!(naive_read.board_fen(), naive.board_fen(), "{fen}");
        assert_eq!(naive_read.moves(), naive.moves(), "{fen}");
    }
    // Looking for a mate is slow in the naive generator: only where there is little to search.
    if position.legal_move_count() <= 30 {
        assert_eq!(position.is_checkmate(), naive.is_checkmate(), "{fen}");
        assert_eq!(position.is_stalemate(), naive.is_stalemate(), "{fen}");
    }
    coverage.positions += 1;
    coverage.blue += usize::from(position.turn() == Color::Blue);
    coverage.in_session += usize::from(position.session().is_some());
    coverage.in_check += usize::from(position.is_check());
    coverage.without_commander += usize::from(position.is_commander_captured());
    coverage.moves += position.legal_move_count();
    if let Some(session) = position.session() {
        cover_session(position, session, coverage);
    }
}

fn cover_session(position: &Position, session: &Session, coverage: &mut Coverage) {
    let carrier = session.original().top_role();
    let moves = position.legal_moves();
    let joins: Vec<_> = moves.iter().filter(|mv| mv.kind() == MoveKind::Recombination).collect();
    coverage.recombinations += joins.len();
    coverage.carrier_joins += joins.iter().filter(|mv| mv.unit().top_role() == carrier).count();
    let joined = session
        .steps()
        .iter()
        .any(|step| step.unit.top_role() == carrier && step.kind == MoveKind::Combination);
    coverage.joins_after_carrier += usize::from(joined && !joins.is_empty());
    // The pieces move in order, so a piece that comes again after another has an appended move.
    let mut movers: Vec<_> = moves.iter().map(|mv| mv.unit()).collect();
    movers.dedup();
    let distinct: std::collections::HashSet<_> = movers.iter().collect();
    coverage.appended += usize::from(distinct.len() < movers.len());
}

/// Plays a few random plies in both and compares before each.
fn walk(fen: &str, plies: usize, random: &mut Random, coverage: &mut Coverage) {
    let mut position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut naive = NaivePosition::from_fen(fen).unwrap_or_else(|| panic!("{fen}"));
    for _ in 0..plies {
        compare(&position, &naive, coverage);
        let moves = position.legal_moves();
        let commits = position.can_commit();
        if commits && (moves.is_empty() || random.below(4) == 0) {
            position.commit().unwrap();
            assert!(naive.commit(), "{fen}");
            continue;
        }
        if moves.is_empty() {
            break;
        }
        // Deploy steps are rare among the moves, and recombinations among the steps, so they are
        // preferred half of the time.
        let deploys: Vec<_> = moves.iter().copied().filter(|mv| mv.is_deploy()).collect();
        let joins = deploys.iter().copied().filter(|mv| mv.kind() == MoveKind::Recombination).collect();
        let choices: [Vec<Move>; 2] = [joins, deploys];
        let preferred = choices.iter().find(|choice| !choice.is_empty() && random.below(2) == 0);
        let choice = preferred.map_or(&moves[..], |choice| choice);
        let mv = choice[random.below(choice.len())];
        position.play(mv).unwrap();
        assert!(naive.play(&format!("{mv}|{}", mv.flags())), "{fen} {mv}");
    }
}

#[test]
fn agrees_with_the_naive_generator() {
    let wanted = support::count_from("COTULENH_NAIVE_POSITIONS", 20_000);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let (stock, sessions) = (support::stock(), support::open_sessions());
    let coverage: Vec<Coverage> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let (stock, sessions) = (&stock, &sessions);
                scope.spawn(move || {
                    let mut coverage = Coverage::default();
                    let mut random = Random(0x5eed + worker as u64);
                    while coverage.positions * threads < wanted {
                        // From the records, from freely invented positions, and from the start.
                        match random.below(10) {
                            8.. => {
                                let fen = &sessions[random.below(sessions.len())];
                                walk(fen, 4, &mut random, &mut coverage);
                            }
                            0 => walk(Position::START_FEN, 40, &mut random, &mut coverage),
                            1..=3 => {
                                let fen = &stock[random.below(stock.len())];
                                walk(fen, 6, &mut random, &mut coverage);
                            }
                            _ => {
                                let fen = random_setup(&mut random).position().unwrap().fen();
                                walk(&fen, 6, &mut random, &mut coverage);
                            }
                        }
                    }
                    coverage
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    eprintln!("{coverage:#?}");
    let sum = |field: fn(&Coverage) -> usize| coverage.iter().map(field).sum::<usize>();
    assert!(sum(|c| c.positions) >= wanted);
    // The comparison means something only if it saw all kinds of positions.
    for (name, count, share) in [
        ("blue to move", sum(|c| c.blue), 3),
        ("sessions", sum(|c| c.in_session), 20),
        ("recombinations", sum(|c| c.recombinations), 50),
        ("joins of a carrier", sum(|c| c.carrier_joins), 100),
        ("joins after a carrier", sum(|c| c.joins_after_carrier), 500),
        ("recombinations after all steps", sum(|c| c.appended), 400),
        ("missing commanders", sum(|c| c.without_commander), 100),
        ("checks", sum(|c| c.in_check), 20),
    ] {
        assert!(count * share >= wanted, "{name}: only {count} of {wanted}");
    }
}

/// A deploy suffix as a text might have it: groups of a stack's pieces with steps that some piece
/// can make, or that lead to a point where an earlier group went.
fn invented_suffix(position: &Position, random: &mut Random) -> Option<String> {
    let stacks = position.board().stacks() & position.board().of(position.turn());
    let stacks: Vec<_> = stacks.iter().collect();
    let square = *stacks.get(random.below(stacks.len().max(1)))?;
    let stack = position.board().get(square)?;
    let mut roles: Vec<_> = stack.pieces().map(|piece| piece.role).collect();
    let steps: Vec<Move> = position
        .pseudo_legal_moves()
        .into_iter()
        .filter(|mv| mv.from() == square && mv.is_deploy())
        .collect();
    let mut texts: Vec<String> = Vec::new();
    let mut last: Option<Move> = None;
    for _ in 0..1 + random.below(3) {
        let mut group = Vec::new();
        for _ in 0..1 + random.below(2) {
            if !roles.is_empty() {
                group.push(roles.remove(random.below(roles.len())));
            }
        }
        let own: Vec<&Move> = steps.iter().filter(|mv| group.contains(&mv.unit().top_role())).collect();
        if own.is_empty() {
            break;
        }
        let unit = group.iter().filter_map(|&role| stack.extract(role));
        let unit = unit.map(Some).reduce(|a, b| a?.combine(b?))??;
        let (to, kind) = match last {
            Some(last) if random.below(2) == 0 => (last.to(), MoveKind::Combination),
            _ => {
                let step = own[random.below(own.len())];
                (step.to(), step.kind())
            }
        };
        last = Some(Move::new(unit, square, to, kind, true));
        texts.push(format!("{}>{}{to}", unit.move_text(), kind.separator()));
    }
    let stay = roles.iter().filter_map(|&role| stack.extract(role));
    let stay = stay.map(Some).reduce(|a, b| a?.combine(b?)).flatten();
    let (stay, dots) = stay.map_or((String::new(), ""), |unit| (unit.move_text().to_string(), "..."));
    (!texts.is_empty()).then(|| format!("{square}:{stay}:{}{dots}", texts.join(",")))
}

/// RULES 11.1: a suffix that cannot be played is an error. The naive generator reads one by playing
/// it.
#[test]
fn suffixes_can_be_read_exactly_if_they_can_be_played() {
    let stock = support::stock();
    let mut random = Random(0xf1e1d);
    let (mut played, mut refused) = (0, 0);
    while played + refused < 10_000 {
        let position = Position::from_fen(&stock[random.below(stock.len())]).unwrap();
        let Some(suffix) = invented_suffix(&position, &mut random) else { continue };
        if position.is_commander_captured() {
            continue;
        }
        let text = format!("{} {suffix}", position.fen());
        match NaivePosition::from_fen(&text) {
            // The suffix as it is written has the heroic marks that the text may lack.
            Some(naive) => {
                let read = Position::from_fen(&naive.fen());
                let read = read.unwrap_or_else(|error| panic!("{}: {error}", naive.fen()));
                assert_eq!(lines(&read.legal_moves()), naive.moves(), "{text}");
                played += 1;
            }
            None => {
                assert!(Position::from_fen(&text).is_err(), "{text}");
                refused += 1;
            }
        }
    }
    assert!(played > 2_000 && refused > 2_000, "{played} played, {refused} refused");
}

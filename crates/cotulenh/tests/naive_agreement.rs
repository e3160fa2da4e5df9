//! The library against a mailbox generator that was written straight from the rules and shares no
//! code with it.
//!
//! 20,000 positions by default; `COTULENH_NAIVE_POSITIONS=1000000` for more.
#![allow(missing_docs)]

mod naive;
mod support;

use cotulenh::{Color, Position};
use naive::NaivePosition;
use support::{Random, random_setup};

fn lines(moves: &[cotulenh::Move]) -> Vec<String> {
    moves.iter().map(|mv| format!("{mv}|{}", mv.flags())).collect()
}

/// What kinds of positions were compared.
#[derive(Default, Debug)]
struct Coverage {
    positions: usize,
    blue: usize,
    in_session: usize,
    recombinations: usize,
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
    let recombinations =
        position.legal_moves().iter().filter(|mv| mv.kind() == cotulenh::MoveKind::Recombination).count();
    coverage.recombinations += recombinations;
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
        // Deploy steps are rare among the moves, so they are preferred half of the time.
        let deploys: Vec<_> = moves.iter().copied().filter(|mv| mv.is_deploy()).collect();
        let mv = if !deploys.is_empty() && random.below(2) == 0 {
            deploys[random.below(deploys.len())]
        } else {
            moves[random.below(moves.len())]
        };
        position.play(mv).unwrap();
        assert!(naive.play(&format!("{mv}|{}", mv.flags())), "{fen} {mv}");
    }
}

#[test]
fn agrees_with_the_naive_generator() {
    let wanted: usize = match std::env::var("COTULENH_NAIVE_POSITIONS") {
        Ok(number) => number.parse().expect("COTULENH_NAIVE_POSITIONS is a number"),
        Err(_) => 20_000,
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let stock = support::stock();
    let coverage: Vec<Coverage> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let stock = &stock;
                scope.spawn(move || {
                    let mut coverage = Coverage::default();
                    let mut random = Random(0x5eed + worker as u64);
                    while coverage.positions * threads < wanted {
                        // From the records, from freely invented positions, and from the start.
                        match random.below(8) {
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
        ("missing commanders", sum(|c| c.without_commander), 100),
        ("checks", sum(|c| c.in_check), 20),
    ] {
        assert!(count * share >= wanted, "{name}: only {count} of {wanted}");
    }
}

//! Searches: legal turns, limits, stop requests, draws, several lines, levels.
#![allow(missing_docs)]

mod common;

use std::time::{Duration, Instant};

use common::{TestRandom, endgame, walk};
use cotulenh::{Action, Game, Position, RuleOptions, Strictness};
use cotulenh_engine::{
    Engine, EngineOptions, Features, Level, Limits, PonderHandle, Score, SearchPosition, SearchResult, bench,
    system_clock,
};

fn options() -> EngineOptions {
    EngineOptions::default().with_hash_mb(2)
}

fn engine() -> Engine {
    Engine::new(options())
}

/// Plays actions and checks that each is legal.
fn play(position: &Position, actions: &[Action]) -> Position {
    actions.iter().fold(*position, |at, &action| {
        assert!(at.actions().contains(&action), "{action} in {at}, from {position}");
        at.after_unchecked(action)
    })
}

/// Checks that the result has a complete legal turn if there is one.
fn check(position: &Position, result: &SearchResult) {
    if !position.can_complete_turn() {
        assert!(result.turn.is_empty(), "{position}");
        return;
    }
    let after = play(position, &result.turn);
    assert!(after.session().is_none() && !result.turn.is_empty(), "{position}: {:?}", result.turn);
    assert_ne!(after.turn(), position.turn());
    play(position, &result.pv);
    assert!(result.pv.starts_with(&result.turn));
}

/// For more searches: `SEARCHES=100000 cargo test --release -p cotulenh-engine --test searches
/// legal`.
#[test]
fn every_turn_and_line_is_legal() {
    let searches = std::env::var("SEARCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let mut random = TestRandom(1);
    let mut engine = engine();
    let mut inside_sessions = 0;
    for round in 0..searches {
        let position = if round % 4 == 0 { endgame(&mut random, 1 + round % 12) } else { walk(&mut random) };
        inside_sessions += usize::from(position.session().is_some());
        if round % 16 == 0 {
            engine.new_game();
            engine.set_multi_pv(1 + round % 3);
            engine.set_threads(1 + round / 16 % 3);
            let level = if round % 5 == 0 { random.below(21) as u8 } else { 20 };
            engine.set_level(Level::new(level));
        }
        let nodes = 1 + random.below(1_000) as u64;
        let mut reports = Vec::new();
        let limits = Limits::nodes(nodes);
        let result =
            engine.search(&SearchPosition::from(position), &limits, &mut |info| reports.push(info.clone()));
        check(&position, &result);
        for info in &reports {
            play(&position, &info.pv);
        }
        // The first line of the last report begins with the turn.
        reports.retain(|info| info.multi_pv == 1);
        if let Some(last) = reports.last() {
            assert!(last.pv.starts_with(&result.turn) || result.turn.starts_with(&last.pv), "{position}");
        }
        assert_eq!(reports.is_empty(), result.turn.is_empty(), "{position}");
        assert!(
            reports.is_sorted_by_key(|info| info.depth) || engine.options().level != Level::FULL,
            "{position}"
        );
    }
    assert!(inside_sessions > searches / 50, "{inside_sessions}");
}

#[test]
fn sessions_that_cannot_be_finished_are_not_started() {
    let mut random = TestRandom(8);
    let mut engine = engine();
    let mut traps = 0;
    for _ in 0..100_000 {
        let position = endgame(&mut random, 6);
        let dead_end = |action: &Action| {
            let next = position.after_unchecked(*action);
            next.session().is_some() && !next.can_complete_turn()
        };
        if !position.actions().iter().any(dead_end) {
            continue;
        }
        traps += 1;
        for depth in 1..=3 {
            let result = engine.search(&SearchPosition::from(position), &Limits::depth(depth), &mut |_| {});
            check(&position, &result);
            assert_eq!(result.turn.is_empty(), position.outcome().is_some() && !position.can_complete_turn());
            if position.is_checkmate() {
                assert_eq!(result.score, Score::Mate(0));
            }
        }
        if traps == 40 {
            return;
        }
    }
    panic!("found only {traps} positions with a dead end: expected 40");
}

#[test]
fn the_bench_signature_is_stable() {
    assert_eq!([bench::bench(), bench::bench()], [bench::SIGNATURE; 2]);
    let mut engine = engine();
    let position = SearchPosition::from(Position::from_fen(bench::POSITIONS[2]).unwrap());
    let runs: Vec<SearchResult> = (0..2)
        .map(|_| {
            engine.new_game();
            engine.search(&position, &Limits::depth(6), &mut |_| {})
        })
        .collect();
    assert_eq!((runs[0].nodes, &runs[0].pv, runs[0].score), (runs[1].nodes, &runs[1].pv, runs[1].score));
}

#[test]
fn node_limits_are_kept() {
    let mut engine = engine();
    for nodes in [1, 2, 10, 100, 5_000, 50_000] {
        let result =
            engine.search(&SearchPosition::from(Position::start()), &Limits::nodes(nodes), &mut |_| {});
        assert!(result.nodes <= nodes + 1, "{} for {nodes}", result.nodes);
    }
    engine.set_threads(2);
    let result = engine.search(&SearchPosition::from(Position::start()), &Limits::nodes(40_000), &mut |_| {});
    assert!(result.nodes < 48_000, "{}", result.nodes);
}

#[test]
fn a_stop_request_ends_the_search_at_once() {
    let mut engine = engine();
    let handle = engine.stop_handle();
    let mut times = Vec::new();
    for round in 0..10 {
        engine.set_threads(1 + round % 2);
        let position = Position::from_fen(bench::POSITIONS[round]).unwrap();
        let (result, stopped) = std::thread::scope(|scope| {
            let handle = handle.clone();
            let stopper = scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(5 * round as u64));
                handle.stop();
                Instant::now()
            });
            let result = engine.search(&SearchPosition::from(position), &Limits::infinite(), &mut |_| {});
            (result, stopper.join().unwrap())
        });
        times.push(stopped.elapsed());
        check(&position, &result);
    }
    times.sort();
    assert!(times[7] < Duration::from_millis(50), "{times:?}");
    // On a busy machine a thread may have to wait for a processor.
    assert!(times[9] < Duration::from_millis(250), "{times:?}");
    assert!(!handle.is_stopped());
}

#[test]
fn times_are_kept() {
    let mut engine = engine();
    let start = SearchPosition::from(Position::start());
    let begin = Instant::now();
    engine.search(&start, &Limits::move_time(Duration::from_millis(60)), &mut |_| {});
    let took = begin.elapsed();
    assert!(took > Duration::from_millis(35) && took < Duration::from_millis(300), "{took:?}");
    let begin = Instant::now();
    let limits = Limits::clock(Duration::from_millis(1_000), Duration::from_millis(10));
    engine.search(&start, &limits, &mut |_| {});
    assert!(begin.elapsed() < Duration::from_millis(500));
}

#[test]
fn two_threads_find_legal_turns() {
    let mut engine = Engine::new(options().with_threads(2));
    for fen in bench::POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        let result = engine.search(&SearchPosition::from(position), &Limits::depth(4), &mut |_| {});
        check(&position, &result);
        assert_eq!(result.depth, 4);
    }
}

/// Two independent threads would search twice as many nodes as one. Runs differ, so the bound is
/// far from the usual ratio (1.2 to 1.5): the test shows that threads share their work, not how
/// well.
#[test]
fn two_threads_share_the_work() {
    let nodes = |threads: usize| -> u64 {
        let mut engine = Engine::new(EngineOptions::default().with_threads(threads));
        let mut sum = 0;
        for fen in &bench::POSITIONS[..9] {
            engine.new_game();
            let position = SearchPosition::from(Position::from_fen(fen).unwrap());
            sum += engine.search(&position, &Limits::depth(9), &mut |_| {}).nodes;
        }
        sum
    };
    let (one, two) = (nodes(1), (0..3).map(|_| nodes(2)).sum::<u64>() / 3);
    assert!(two < one * 17 / 10, "{two} nodes with two threads, {one} with one");
}

#[test]
fn the_quiescence_search_is_cut_off_on_a_board_full_of_ships() {
    let ships = "nnn8/nnn8/nnn8/nnn8/NNN8/NNN8/NNN8/NNN8/2N8/11/11/4C1c4 r - - 0 1";
    let position = SearchPosition::from(Position::from_fen(ships).unwrap());
    let result = engine().search(&position, &Limits::depth(2), &mut |_| {});
    assert!(result.nodes < 150_000, "{} nodes", result.nodes);
}

#[test]
fn several_lines_have_different_first_actions_and_are_sorted() {
    let mut engine = engine();
    engine.set_multi_pv(4);
    for (round, fen) in bench::POSITIONS[..6].iter().enumerate() {
        engine.set_threads(1 + round % 2);
        let position = Position::from_fen(fen).unwrap();
        let mut last = Vec::new();
        engine.search(&SearchPosition::from(position), &Limits::depth(4), &mut |info| {
            if info.multi_pv == 1 {
                last.clear();
            }
            last.push((info.score.to_centipawns(), info.pv[0]));
        });
        assert_eq!(last.len(), 4);
        assert!(last.windows(2).all(|pair| pair[0].0 >= pair[1].0), "{last:?}");
        for (i, (_, action)) in last.iter().enumerate() {
            assert!(last[..i].iter().all(|(_, other)| other != action));
        }
    }
}

#[test]
fn repetitions_and_the_clock_are_draws() {
    // The Navy wins, but after 99 turns without a capture every quiet turn draws.
    let fen = "6c4/11/11/11/11/11/11/11/2N8/11/11/3C7 r - - 99 80";
    let position = Position::from_fen(fen).unwrap();
    let mut engine = engine();
    for contempt in [60, -60, 0] {
        // The table still holds scores with another contempt.
        engine.set_contempt(contempt);
        let result = engine.search(&SearchPosition::from(position), &Limits::depth(4), &mut |_| {});
        assert_eq!(result.score, Score::Centipawns(-contempt));
    }

    // Blue is far behind and shuffles; the third time is a draw.
    let fen = "6c4/4+i6/11/11/11/11/11/4AAA4/4TTT4/11/11/3C7 r - - 8 30";
    let mut game = Game::from_fen(fen, Default::default()).unwrap();
    for text in ["Cc1", "Ch12", "Cd1", "Cg12", "Cc1", "Ch12", "Cd1"] {
        game.play_text(text, Strictness::Lenient).unwrap();
    }
    let root = SearchPosition::from(&game);
    assert_eq!(root.earlier.len(), 7);
    engine.new_game();
    let result = engine.search(&root, &Limits::depth(3), &mut |_| {});
    assert_eq!(result.score, Score::Centipawns(0), "{:?}", result.pv);
    let without = SearchPosition::from(root.position);
    engine.new_game();
    let result = engine.search(&without, &Limits::depth(3), &mut |_| {});
    assert!(result.score.to_centipawns() < -500, "{:?}", result.score);
}

/// The draw by the fifty-move rule lowers the score long before the search can see it.
#[test]
fn an_advantage_fades_with_the_clock() {
    let score = |clock: u32, fade: bool| {
        let mut features = Features::default();
        features.fade = fade;
        let options = options().with_features(features).with_contempt(0);
        let fen = format!("6c4/4i6/11/11/11/11/11/4AAA4/4TTT4/11/11/3C7 r - - {clock} 90");
        let root = SearchPosition::from(Position::from_fen(&fen).unwrap());
        Engine::new(options).search(&root, &Limits::depth(2), &mut |_| {}).score.to_centipawns()
    };
    let (fresh, stale) = (score(0, true), score(60, true));
    assert!(stale > 0 && stale < fresh * 6 / 10, "{fresh}, {stale}");
    assert_eq!(score(0, false), score(60, false));
}

#[test]
fn table_keys_depend_on_the_fifty_move_clock() {
    let root = |clock: u32| {
        let fen = format!("6c4/4i6/11/11/11/11/11/4AAA4/4TTT4/11/11/3C7 r - - {clock} 90");
        SearchPosition::from(Position::from_fen(&fen).unwrap())
    };
    let score = |engine: &mut Engine, clock| {
        engine.search(&root(clock), &Limits::depth(3), &mut |_| {}).score.to_centipawns()
    };
    let mut warm = engine();
    for clock in [10, 50, 90, 40, 0] {
        let (warm, fresh) = (score(&mut warm, clock), score(&mut engine(), clock));
        assert!((warm - fresh).abs() <= fresh.abs() / 10 + 20, "{clock}: {warm}, {fresh}");
    }
    // A search that ends at once uses the clock too.
    let at_once = |clock| engine().search(&root(clock), &Limits::nodes(1), &mut |_| {});
    assert_eq!(at_once(0).depth, 0);
    assert!(at_once(90).score.to_centipawns() < at_once(0).score.to_centipawns() / 4);
}

/// A draw has the same score in all threads, lines and levels.
#[test]
fn contempt_holds_for_threads_lines_and_levels() {
    // Every turn but captures draws by the clock, and there is nothing to capture.
    let fen = "6c4/11/11/11/11/11/11/11/2N8/11/11/3C7 r - - 99 80";
    let root = SearchPosition::from(Position::from_fen(fen).unwrap());
    for (threads, multi_pv, level) in
        [(2, 1, Level::FULL), (1, 3, Level::FULL), (2, 3, Level::FULL), (1, 1, Level::EXPERT)]
    {
        let options =
            options().with_threads(threads).with_multi_pv(multi_pv).with_level(level).with_contempt(70);
        let mut scores = Vec::new();
        let result =
            Engine::new(options).search(&root, &Limits::depth(3), &mut |info| scores.push(info.score));
        assert_eq!(result.score, Score::Centipawns(-70), "{threads} {multi_pv} {level:?}");
        assert!(scores.len() >= multi_pv && scores.iter().all(|&score| score == result.score), "{scores:?}");
    }
}

/// A draw by repetition is possible: with contempt the engine plays on.
#[test]
fn contempt_avoids_repetitions() {
    let fen = "6c4/4i2i3/11/11/11/11/11/4I6/4TA5/11/11/3C7 r - - 8 30";
    let mut game = Game::from_fen(fen, Default::default()).unwrap();
    for text in ["Cc1", "Ch12", "Cd1", "Cg12", "Cc1", "Ch12", "Cd1"] {
        game.play_text(text, Strictness::Lenient).unwrap();
    }
    let root = SearchPosition::from(&game);
    let plays = |contempt: i32| {
        let mut engine = engine();
        engine.set_contempt(contempt);
        engine.search(&root, &Limits::depth(3), &mut |_| {}).best().unwrap().to_string()
    };
    assert_eq!(plays(0), "Ch12g12");
    assert_ne!(plays(1000), "Ch12g12");
}

#[test]
fn a_position_without_turns_has_none() {
    let mut engine = engine();
    // A Commander is missing: the side without it has no move.
    let position = Position::from_fen("11/11/11/11/11/11/11/11/4T6/11/11/3C7 b - - 0 1").unwrap();
    let result = engine.search(&SearchPosition::from(position), &Limits::depth(3), &mut |_| {});
    assert!(result.turn.is_empty());
    assert_eq!(result.score, Score::Mate(0));
}

#[test]
fn only_the_named_moves_are_considered() {
    let position = Position::start();
    let search_moves: Vec<Action> = position.actions()[10..13].to_vec();
    let limits = Limits::depth(3).with_search_moves(search_moves.clone());
    let result = engine().search(&SearchPosition::from(position), &limits, &mut |_| {});
    assert!(search_moves.contains(&result.best().unwrap()));
    // No other action is played instead.
    let limits = Limits::depth(3).with_search_moves(vec![Action::Commit]);
    let result = engine().search(&SearchPosition::from(position), &limits, &mut |_| {});
    assert!(result.turn.is_empty());
}

#[test]
fn a_mate_ends_the_search_only_if_every_line_has_one() {
    // A mate in one; the second line needs two turns.
    let fen = "2s1sg5/5(hc)s(FT)3/11/2A8/3F2F4/11/11/2h3C4/11/11/11/11 r - - 0 1";
    let position = SearchPosition::from(Position::from_fen(fen).unwrap());
    let depth = |lines: usize| {
        let mut engine = engine();
        engine.set_multi_pv(lines);
        engine.search(&position, &Limits::depth(11), &mut |_| {}).depth
    };
    assert!(depth(1) < 11);
    assert_eq!(depth(2), 11);
}

#[test]
fn levels_are_reproducible_and_differ() {
    let position = SearchPosition::from(Position::from_fen(bench::POSITIONS[2]).unwrap());
    let play = |level: Level, seed: u64, threads: usize| {
        let mut engine = Engine::new(options().with_level(level).with_seed(seed).with_threads(threads));
        engine.search(&position, &Limits::default(), &mut |_| {}).turn
    };
    let mut turns = Vec::new();
    for seed in 0..12 {
        let turn = play(Level::BEGINNER, seed, 1);
        assert_eq!(turn, play(Level::BEGINNER, seed, 3));
        turns.push(format!("{turn:?}"));
    }
    turns.sort();
    turns.dedup();
    assert!(turns.len() > 2);
}

#[test]
fn every_level_finishes_the_first_iteration() {
    for fen in bench::POSITIONS {
        let position = SearchPosition::from(Position::from_fen(fen).unwrap());
        for level in 0..10 {
            let options = options().with_level(Level::new(level));
            let result = Engine::new(options).search(&position, &Limits::default(), &mut |_| {});
            assert!(result.depth >= 1, "level {level} in {fen}");
        }
    }
}

#[test]
fn time_counts_from_the_request() {
    let mut engine = engine();
    let requested = Duration::from_millis(1);
    while system_clock() < Duration::from_millis(300) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let limits = Limits::move_time(Duration::from_millis(250)).with_since(requested);
    let result = engine.search(&SearchPosition::from(Position::start()), &limits, &mut |_| {});
    check(&Position::start(), &result);
    assert!(result.nodes < 2_000, "{}", result.nodes);
    assert!(result.time >= Duration::from_millis(290), "{:?}", result.time);
}

#[test]
fn pondering_ends_with_a_hit_or_a_stop_request() {
    let mut engine = engine();
    let stop = engine.stop_handle();
    let without_turns = "11/11/11/11/11/11/11/11/4T6/11/11/3C7 b - - 0 1";
    for (fen, limits) in [
        (Position::START_FEN, Limits::depth(1)),
        (Position::START_FEN, Limits::nodes(10)),
        (Position::START_FEN, Limits::move_time(Duration::from_millis(20))),
        (Position::START_FEN, Limits::clock(Duration::ZERO, Duration::ZERO)),
        (without_turns, Limits::depth(1)),
    ] {
        let position = Position::from_fen(fen).unwrap();
        for hits in [true, false] {
            let ponder = PonderHandle::default();
            let limits = limits.clone().with_ponder(ponder.clone());
            let begin = Instant::now();
            let result = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(80));
                    if hits { ponder.hit(system_clock()) } else { stop.stop() }
                });
                engine.search(&SearchPosition::from(position), &limits, &mut |_| {})
            });
            assert!(begin.elapsed() >= Duration::from_millis(80), "{fen} {limits:?}");
            check(&position, &result);
        }
    }
}

#[test]
fn a_table_that_is_too_large_is_refused() {
    let start = SearchPosition::from(Position::start());
    // The nodes of a second search, with something in between.
    let second_search = |between: fn(&mut Engine)| {
        let mut engine = engine();
        engine.search(&start, &Limits::depth(6), &mut |_| {});
        between(&mut engine);
        engine.search(&start, &Limits::depth(6), &mut |_| {}).nodes
    };
    let undisturbed = second_search(|_| {});
    let refused = second_search(|engine| {
        assert_eq!(engine.set_hash(usize::MAX).unwrap_err().mebibytes, usize::MAX);
        assert_eq!(engine.options().hash_mb, 2);
    });
    assert_eq!(refused, undisturbed, "the old table is kept");
    let emptied = second_search(|engine| {
        engine.set_hash(3).unwrap();
        assert_eq!(engine.options().hash_mb, 3);
    });
    assert!(emptied > undisturbed, "{emptied} {undisturbed}");
}

/// The rule options are part of the table key, so that one table can serve searches with both
/// values.
#[test]
fn rule_options_have_table_entries_of_their_own() {
    // Without history and counter moves, which do not depend on the position, only the table is
    // shared.
    let mut features = Features::default();
    features.history = false;
    features.refutations = false;
    let engine = || Engine::new(options().with_features(features));
    let search = |engine: &mut Engine, root: &SearchPosition| {
        let result = engine.search(root, &Limits::depth(5), &mut |_| {});
        (result.score, result.turn, result.nodes)
    };
    for fen in [
        "6c4/11/11/11/11/11/11/11/11/6t4/11/6C4 r - - 0 1",
        "6c4/11/11/11/6T4/11/11/4a6/6T4/11/11/4C6 b - - 0 1",
    ] {
        let safe = Position::from_fen(fen).unwrap();
        let unsafe_options = RuleOptions::default().with_skip_commander_safety(true);
        let [safe, unsafe_] = [safe, safe.with_options(unsafe_options)].map(SearchPosition::from);
        assert_ne!(safe.position.hash(), unsafe_.position.hash());
        assert_ne!(search(&mut engine(), &safe), search(&mut engine(), &unsafe_), "{fen}");
        for (first, second) in [(&safe, &unsafe_), (&unsafe_, &safe)] {
            let mut one_table = engine();
            search(&mut one_table, first);
            assert_eq!(search(&mut one_table, second), search(&mut engine(), second), "{fen}");
        }
    }
}

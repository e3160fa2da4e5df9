//! The opening explorer: counts, and what counts as what.
#![allow(missing_docs)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use cotulenh::{Game, Position, RuleOptions};
use cotulenh_games::{Explored, Explorer, ExplorerBuilder, ExplorerErrorKind};
use support::recount::{assert_recounts, build, folder, games, lookup, naive_key, read};

/// How many positions were reached in more than one way.
fn transpositions(games: &[Game]) -> usize {
    let mut ways: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for game in games {
        let mut way = String::new();
        for turn in game.turns() {
            ways.entry(naive_key(turn.before())).or_default().insert(way.clone());
            way += &turn.text().lan;
        }
    }
    ways.values().filter(|ways| ways.len() > 1).count()
}

#[test]
fn counts_are_those_of_a_naive_recount() {
    let games = games(1, 400, 40);
    let transpositions = transpositions(&games);
    assert!(transpositions > 50, "only {transpositions} transpositions");
    let deploys = games.iter().flat_map(|game| game.turns()).filter(|turn| turn.deployed().is_some()).count();
    assert!(deploys > 200, "only {deploys} deploys");

    let (_folder, file) = folder();
    let report = build(&file, &games, 24);
    assert_eq!((report.added, report.known, report.empty), (400, 0, 0));
    let joined = assert_recounts(&file, &games, 24);
    assert!(joined >= 5, "only {joined} turns lead to a position that another leads to");
}

#[test]
fn the_order_of_games_and_the_size_of_batches_do_not_matter() {
    let games = games(2, 200, 30);
    let (_folder, file) = folder();
    let mut builder = ExplorerBuilder::open(&file, Some(30)).unwrap();
    for (index, game) in games.iter().rev().enumerate() {
        builder.add(game).unwrap();
        if index % 7 == 0 {
            builder.write().unwrap();
        }
    }
    assert_eq!(builder.finish().unwrap().added, 200);
    assert_recounts(&file, &games, 30);
}

#[test]
fn a_game_counts_once() {
    let games = games(3, 100, 20);
    let (_folder, file) = folder();
    let twice = || games[..60].iter().chain(&games[20..60]);
    let report = build(&file, twice(), 20);
    assert_eq!((report.added, report.known), (60, 40));
    assert_recounts(&file, &games[..60], 20);
    let report = build(&file, &games, 20);
    assert_eq!((report.added, report.known), (40, 60));
    assert_recounts(&file, &games, 20);
}

#[test]
fn the_headers_of_the_roster_and_all_turns_tell_games_apart() {
    let (_folder, file) = folder();
    let same = "[Red \"An\"]\n[Annotator \"x\"]\n\n1. Ic6 {good} Ic7 (1... Mg7) 1-0";
    let pgns = [
        "[Red \"An\"]\n\n1. Ic6 Ic7 1-0",
        same,
        "[Red \"Bình\"]\n\n1. Ic6 Ic7 1-0",
        "[Red \"An\"]\n[Round \"2\"]\n\n1. Ic6 Ic7 1-0",
        "[Red \"An\"]\n\n1. Ic6 Ic7 0-1",
        // Different after the turns that the file contains.
        "[Red \"An\"]\n\n1. Ic6 Ic7 2. Mg6 1-0",
        "[Red \"An\"]\n[LastGuardPromotion \"off\"]\n\n1. Ic6 Ic7 1-0",
    ];
    let games: Vec<Game> = pgns.iter().map(|pgn| read(pgn)).collect();
    let report = build(&file, &games, 2);
    assert_eq!((report.added, report.known), (6, 1));
    assert_eq!(lookup(&file, &Position::start()).counts.games, 5);
    // Other rules are another position.
    let options = RuleOptions::default().with_skip_last_guard_promotion(true);
    assert_eq!(lookup(&file, &Position::start().with_options(options)).counts.games, 1);
}

#[test]
fn the_file_limits_the_turns_of_each_game() {
    let games = games(4, 50, 30);
    let (_folder, file) = folder();
    build(&file, &games[..25], 7);
    let refused = ExplorerBuilder::open(&file, Some(8)).unwrap_err();
    assert!(matches!(refused.kind, ExplorerErrorKind::MaxTurns { found: 7, asked: 8 }), "{refused}");
    assert!(refused.to_string().ends_with("the file contains the first 7 turns of each game: expected 8"));
    let mut builder = ExplorerBuilder::open(&file, None).unwrap();
    assert_eq!(builder.max_turns(), 7);
    games[25..].iter().for_each(|game| builder.add(game).unwrap());
    builder.finish().unwrap();
    assert_recounts(&file, &games, 7);
    let other = file.with_extension("other");
    for bad in [0, 1001] {
        let refused = ExplorerBuilder::open(&other, Some(bad)).unwrap_err();
        assert!(
            refused.to_string().ends_with(&format!("expected 1 to 1000 turns of each game, found {bad}"))
        );
    }
    assert!(!other.exists());
}

#[test]
fn a_repeated_position_counts_once_with_its_last_turn() {
    let (_folder, file) = folder();
    let game = read("1. Ic6 Ic7 2. Ic5 Ic8 3. Mg6 1-0");
    assert_eq!(game.turns()[4].before().repetition_key(), Position::start().repetition_key());
    build(&file, [&game], 10);
    let explored = lookup(&file, &Position::start());
    assert_eq!(explored.counts.games, 1);
    assert_eq!(explored.turns[0].san, "Mg6");
}

#[test]
fn games_without_turns_and_unfinished_deploys() {
    let (_folder, file) = folder();
    let stack = "[FEN \"6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1\"]\n\n";
    let open = read(&format!("{stack}1. d5:(TI):F>d8... *"));
    let turn = read(&format!("{stack}1. (TI)<F>d8 Cf12 2. d5:I:T>d7... *"));
    let report = build(&file, [&Game::new(), &open, &turn], 10);
    assert_eq!((report.added, report.empty), (1, 2));
    let explored = lookup(&file, open.start());
    assert_eq!((explored.turns.len(), explored.turns[0].lan.as_str()), (1, "d5:(TI):F>d8"));
    assert_eq!(explored.counts.unfinished(), 1);
    // An open deploy has the answer of its beginning.
    assert_eq!(lookup(&file, open.position()), explored);
    // The end of a game is not a position in which a turn was played.
    assert_eq!(lookup(&file, turn.turn_start()), Explored::default());
}

#[test]
fn one_deploy_in_two_orders_is_one_turn() {
    let (_folder, file) = folder();
    let stack = "[FEN \"6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1\"]\n";
    let orders = ["1. F<T>d7,I>e5", "1. F<I>e5,T>d7", "1. F<I>e5,T>d7"];
    let pgn = |(n, turn)| read(&format!("{stack}[Round \"{n}\"]\n[RedElo \"{}\"]\n\n{turn} 1-0", 1000 + n));
    let games: Vec<Game> = (0..).zip(orders).map(pgn).collect();
    assert_ne!(games[0].turns()[0].text().lan, games[1].turns()[0].text().lan);
    build(&file, &games, 10);
    let explored = lookup(&file, games[0].start());
    let [turn] = &explored.turns[..] else { panic!("{explored:?}") };
    assert_eq!(
        (turn.lan.as_str(), &turn.same_as[..]),
        ("d5:F:I>e5,T>d7", &["d5:F:T>d7,I>e5".to_owned()][..])
    );
    assert_eq!((turn.counts.games, turn.rating), (3, Some(1001.0)));
    assert_eq!(turn.top_game.players.r.rating, Some(1002));
    assert_eq!(Explorer::open(&file).unwrap().info().unwrap().turns, 2);
}

#[test]
fn games_are_described_by_their_headers() {
    let (_folder, file) = folder();
    let headers = "[Event \"Hội xuân\"]\n[Site \"Huế\"]\n[Date \"2024.02.??\"]\n[Round \"3\"]\n[Red \"An\"]\n\
                   [Blue \"Máy\"]\n[RedElo \"1834\"]\n[BlueLevel \"10\"]\n";
    build(&file, [&read(&format!("{headers}\n1. Ic6 Ic7 2. Mg6 0-1")), &read("1. Ic6 *")], 10);
    let explored = lookup(&file, &Position::start());
    let [(turn, game)] = explored.top_games()[..] else { panic!("{explored:?}") };
    assert_eq!((turn.rating, turn.level, turn.counts.games), (Some(1834.0), None, 2));
    let expected = serde_json::json!({
        "id": 1,
        "players": {
            "r": {"name": "An", "rating": 1834, "level": null},
            "b": {"name": "Máy", "rating": null, "level": 10},
        },
        "result": "blue",
        "date": "2024.02.??",
        "event": "Hội xuân",
        "site": "Huế",
        "round": "3",
        "turns": 3,
    });
    assert_eq!(serde_json::to_value(game).unwrap(), expected);
    let mut after = Position::start();
    let step = after.parse_move("Ic6").unwrap();
    after.play(step).unwrap();
    let reply = &lookup(&file, &after).turns[0];
    assert_eq!((reply.rating, reply.level), (None, Some(10.0)));
}

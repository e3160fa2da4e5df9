//! Games: history, results, PGN text that people and other programs write.
#![allow(missing_docs)]

use cotulenh::{
    DrawReason, Game, MAX_PGN_LENGTH, Outcome, PgnErrorKind, PgnFormat, Position, RuleOptions, Strictness,
    WinReason, read_pgn,
};

fn play(game: &mut Game, texts: &[&str]) {
    for text in texts {
        game.play_text(text, Strictness::Lenient).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn games(text: &str) -> Vec<Result<Game, cotulenh::PgnError>> {
    read_pgn(text.as_bytes(), Strictness::Lenient).collect()
}

#[test]
fn threefold_repetition_counts_turns_not_clocks() {
    let mut game = Game::new();
    for round in 0..2 {
        assert_eq!(game.repetitions(), round + 1);
        assert_eq!(game.outcome(), None);
        play(&mut game, &["f4f5", "f9f8", "f5f4", "f8f9"]);
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Threefold)));
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_taken_commander_ends_the_game() {
    let mut game =
        Game::from_fen("6c4/11/11/11/11/11/11/11/11/11/6T4/3C2T4 b - - 0 1", RuleOptions::default()).unwrap();
    play(&mut game, &["Cf12"]);
    assert!(!game.is_over());
    let mut game =
        Game::from_fen("6c4/6T4/11/11/11/11/11/11/11/11/6T4/3C7 r - - 0 1", RuleOptions::default()).unwrap();
    play(&mut game, &["Txg12"]);
    let won = Outcome::Win { winner: cotulenh::Color::Red, reason: WinReason::CommanderCaptured };
    assert_eq!(game.outcome(), Some(won));
    assert!(game.to_pgn().ends_with("1. Txg12 1-0\n"));
}

#[test]
fn undo_inside_a_deploy_takes_back_one_action_and_redo_plays_it_again() {
    let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    let mut game = Game::from_fen(fen, RuleOptions::default()).unwrap();
    play(&mut game, &["F>d8", "T>&d8"]);
    assert_eq!(game.position().fen(), format!("{fen} d5:I:(FT)>d8..."));
    assert!(game.undo());
    assert_eq!(game.position().fen(), format!("{fen} d5:(TI):F>d8..."));
    assert!(game.redo());
    assert_eq!(game.position().fen(), format!("{fen} d5:I:(FT)>d8..."));
    assert!(game.undo() && game.undo());
    assert_eq!(game.position().fen(), fen);
    assert!(!game.undo());
}

#[test]
fn undo_after_a_commit_takes_back_the_turn_and_reopen_only_the_commit() {
    let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    let mut game = Game::from_fen(fen, RuleOptions::default()).unwrap();
    play(&mut game, &["F>d8"]);
    game.commit().unwrap();
    assert_eq!(game.sans(), ["(TI)<F>d8"]);
    let mut reopened = game.clone();
    assert!(reopened.reopen());
    assert_eq!(reopened.position().fen(), format!("{fen} d5:(TI):F>d8..."));
    assert!(!reopened.reopen());
    assert!(game.undo());
    assert_eq!(game.position().fen(), fen);
    assert!(game.redo());
    assert_eq!(game.sans(), ["(TI)<F>d8"]);
}

#[test]
fn a_session_read_from_a_fen_is_taken_back_step_by_step() {
    let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    let open = format!("{fen} d5:I:F>d8,T>d7...");
    let mut game = Game::from_fen(&open, RuleOptions::default()).unwrap();
    assert!(game.undo());
    assert_eq!(game.position().fen(), format!("{fen} d5:(TI):F>d8..."));
    assert!(game.undo());
    assert_eq!(game.position().fen(), fen);
    assert!(!game.undo());
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut game = Game::new();
    play(&mut game, &["Ic6", "Ic7"]);
    game.undo();
    play(&mut game, &["Mg7"]);
    assert!(!game.redo());
    assert_eq!(game.sans(), ["Ic6", "Mg7"]);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = Game::new();
    play(&mut game, &["Ic6"]);
    let before = game.clone();
    assert!(game.play_text("Cg1g12", Strictness::Lenient).is_err());
    assert!(game.commit().is_err());
    assert!(game.cancel_session().is_err());
    assert_eq!(game, before);
}

#[test]
fn the_seven_headers_come_first_and_values_are_escaped() {
    let mut game = Game::new();
    game.headers_mut().set("Annotator", r#"a "b" \ c"#).unwrap();
    game.headers_mut().set("Red", "Nguyễn Văn A").unwrap();
    let pgn = game.to_pgn();
    assert!(pgn.starts_with(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Red \"Nguyễn Văn A\"]\n"
    ));
    assert!(pgn.contains(r#"[Annotator "a \"b\" \\ c"]"#));
    assert_eq!(Game::from_pgn(&pgn, Strictness::Strict).unwrap(), game);
}

#[test]
fn options_and_custom_starts_survive() {
    let options = RuleOptions::default().with_skip_last_guard_promotion(true);
    let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 b - - 7 31";
    let mut game = Game::from_fen(fen, options).unwrap();
    play(&mut game, &["Cg11"]);
    let pgn = game.to_pgn();
    assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[LastGuardPromotion \"off\"]")));
    assert!(pgn.ends_with("31... Cg11 *\n"));
    let read = Game::from_pgn(&pgn, Strictness::Strict).unwrap();
    assert_eq!(read.position(), game.position());
    assert_eq!(read.position().options(), options);
}

#[test]
fn a_resigned_game_keeps_its_result() {
    let mut game = Game::new();
    play(&mut game, &["Ic6"]);
    game.headers_mut().set("Result", "0-1").unwrap();
    let pgn = game.to_pgn();
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.ends_with("1. Ic6 0-1\n"));
    assert_eq!(Game::from_pgn(&pgn, Strictness::Strict).unwrap(), game);
    // Without the header, the text behind the moves tells.
    assert_eq!(games("1. Ic6 0-1")[0].as_ref().unwrap().result(), "0-1");
}

#[test]
fn comments_clocks_and_other_peoples_marks_are_understood() {
    let text = "% a line for programs\n[Red \"x\"]\n\n{at the start} 1. Ic6! {[%clk 0:09:58] solid} $1 ; and good\n\
                1... Ic7?! ( 1... Mg7 {not (this)} ( 2. Mg6 ) 2. (TM)f5 ) 2.Mg6 2... Mg7 *\n";
    let mut game = games(text).remove(0).unwrap();
    assert_eq!(game.sans(), ["Ic6", "Ic7", "Mg6", "Mg7"]);
    let pgn = game.to_pgn_with(&PgnFormat::default().with_max_width(0));
    let moves = pgn.lines().last().unwrap();
    assert_eq!(moves, "{at the start} 1. Ic6 {[%clk 0:09:58] solid and good} 1... Ic7 2. Mg6 Mg7 *");
    while game.undo() {}
    game.redo();
    assert_eq!((game.clock(), game.comment()), (Some("0:09:58"), Some("solid and good")));
}

#[test]
fn lines_are_wrapped() {
    let mut game = Game::new();
    for _ in 0..20 {
        play(&mut game, &["f4f5", "f9f8", "f5f4", "f8f9"]);
    }
    let pgn = game.to_pgn_with(&PgnFormat::default().with_newline("\r\n").with_max_width(30));
    let body = pgn.split("\r\n\r\n").nth(1).unwrap();
    assert!(body.split("\r\n").all(|line| line.len() <= 30) && body.split("\r\n").count() > 10);
    assert_eq!(Game::from_pgn(&pgn, Strictness::Strict).unwrap().sans(), game.sans());
}

#[test]
fn an_ambiguous_deploy_is_written_with_its_point() {
    let alone = "6c4/11/11/11/11/11/4(TI)6/11/11/11/11/3C7 r - - 0 1";
    let mut game = Game::from_fen(alone, RuleOptions::default()).unwrap();
    play(&mut game, &["e6:I:T>f6"]);
    assert!(game.to_pgn().contains("1. I<T>f6 *"));
    // Two stacks that can both play it.
    let fen = "6c4/11/11/11/11/11/4(TI)1(TI)4/11/11/11/11/3C7 r - - 0 1";
    let mut game = Game::from_fen(fen, RuleOptions::default()).unwrap();
    let error = game.play_text("I<T>f6", Strictness::Strict).unwrap_err();
    assert!(error.to_string().contains("e6:… or g6:…"), "{error}");
    play(&mut game, &["g6:I:T>f6"]);
    assert!(game.to_pgn().contains("1. g6:I:T>f6 *"));
    assert_eq!(Game::from_pgn(&game.to_pgn(), Strictness::Strict).unwrap(), game);
}

#[test]
fn several_games_are_read_and_a_broken_one_does_not_stop_the_rest() {
    let text = "[Event \"1\"]\n\n1. Ic6 *\n\n[Event \"2\"]\n\n1. Ic6 Xx9\n\n[Event \"3\"]\n1. Mg6 1-0\n1. Ic6 {no headers} 1/2-1/2\n\n\n[Event \"5\"]\n";
    let read = games(text);
    assert_eq!(read.len(), 5);
    let error = read[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.token.as_str()), (7, "Xx9"));
    assert!(matches!(error.kind, PgnErrorKind::BadMove(_)));
    assert_eq!(read[2].as_ref().unwrap().headers().get("Event"), Some("3"));
    assert_eq!(read[3].as_ref().unwrap().result(), "1/2-1/2");
    assert_eq!(read[4].as_ref().unwrap().turns().len(), 0);
}

#[test]
fn every_kind_of_bad_pgn_has_its_error() {
    let kind = |text: &str| games(text).remove(0).unwrap_err().kind;
    assert_eq!(kind("[Event 1]\n\n1. Ic6 *"), PgnErrorKind::BadHeader);
    assert_eq!(kind("[Ev ent \"1\"]\n\n*"), PgnErrorKind::BadHeader);
    assert!(matches!(kind("[FEN \"nonsense\"]\n\n*"), PgnErrorKind::BadFen(_)));
    assert_eq!(kind("1. Ic6 { never closed"), PgnErrorKind::OpenComment);
    assert_eq!(kind("1. Ic6 ( 1. Mg6"), PgnErrorKind::BadVariation);
    assert_eq!(kind("1. Ic6 ) Ic7"), PgnErrorKind::BadVariation);
    assert!(matches!(kind("1. d5:I:T>d7... *"), PgnErrorKind::BadDeploy(_)));
    assert_eq!(Game::from_pgn(" \n\n", Strictness::Strict).unwrap_err().kind, PgnErrorKind::NoGame);
    let latin1: Vec<_> = read_pgn(&b"1. Ic6 {\xe9} *\n\n1. Mg6 *\n"[..], Strictness::Strict).collect();
    assert_eq!(latin1[0].as_ref().unwrap_err().kind, PgnErrorKind::NotUtf8);
    assert!(latin1[1].is_ok() && latin1.len() == 2, "the next game is read all the same");
}

#[test]
fn a_game_beyond_the_limit_is_refused_and_skipped() {
    let mut text =
        "{".to_owned() + &"x ".repeat(MAX_PGN_LENGTH / 2) + "\n} 1. Ic6 *\n\n[Event \"next\"]\n\n1. Mg6 *\n";
    let read = games(&text);
    assert_eq!(read[0].as_ref().unwrap_err().kind, PgnErrorKind::TooLong);
    assert!(read.last().unwrap().as_ref().is_ok_and(|game| game.headers().get("Event") == Some("next")));
    // The same without a single line break.
    text = "x".repeat(3 * MAX_PGN_LENGTH);
    assert_eq!(games(&text)[0].as_ref().unwrap_err().kind, PgnErrorKind::TooLong);
}

#[test]
fn deep_parentheses_do_not_overflow_the_stack() {
    let text = format!("1. Ic6 {} *", "( ".repeat(200_000));
    assert_eq!(games(&text)[0].as_ref().unwrap_err().kind, PgnErrorKind::BadVariation);
}

#[test]
fn comments_belong_to_positions() {
    let mut game = Game::new();
    play(&mut game, &["Ic6"]);
    game.set_comment(Some("  one\n two {three} "));
    assert_eq!(game.comment(), Some("one two [three]"));
    game.undo();
    assert_eq!(game.comment(), None);
    game.redo();
    assert_eq!(game.comments().count(), 1);
    game.set_comment(None);
    assert_eq!(game.comments().count(), 0);
}

#[test]
fn the_start_of_a_game_is_the_start_of_its_first_turn() {
    let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    let game = Game::from_fen(&format!("{fen} d5:(TI):F>d8..."), RuleOptions::default()).unwrap();
    assert_eq!(game.start(), &Position::from_fen(fen).unwrap());
    assert_eq!(Game::from_pgn(&game.to_pgn(), Strictness::Strict).unwrap(), game);
}

#[test]
fn clocks_are_taken_out_of_comments_and_half_ones_are_disarmed() {
    let mut game = Game::new();
    for (written, comment, clock) in [
        ("[%clk 0:01:02] good", Some("good"), Some("0:01:02")),
        ("a [%clk 1] b [%clk 2]", Some("a b"), Some("2")),
        ("{%clk t5602} x", Some("(%clk t5602] x"), None),
        ("[%clk[%clk 1] 5]", Some("(%clk 5]"), Some("1")),
        ("[%c[%clk 1]lk 2]", Some("[%c lk 2]"), Some("1")),
        ("[%clk 7", Some("(%clk 7"), None),
        ("[%clk 0:00:09]", None, Some("0:00:09")),
    ] {
        game.set_comment(None);
        game.set_clock(None);
        game.set_comment(Some(written));
        assert_eq!((game.comment(), game.clock()), (comment, clock), "{written}");
        let read = Game::from_pgn(&game.to_pgn(), Strictness::Strict).unwrap();
        assert_eq!(read, game, "{written}");
    }
}

#[test]
fn games_are_told_apart_however_they_are_laid_out() {
    let text = "\u{feff}[Event \"1\"]\n\n1. Ic6 * 1. Mg6 ( 1. Ic6 * ) {a * b} 1-0 1. Ej6 ; c 1-0\n*\n[Event \"4\"]\n\n[Event \"5\"]\n1. Ik6 *";
    let read: Vec<Game> = games(text).into_iter().map(Result::unwrap).collect();
    let sans: Vec<Vec<String>> = read.iter().map(Game::sans).collect();
    assert_eq!(sans, [vec!["Ic6"], vec!["Mg6"], vec!["Ej6"], vec![], vec!["Ik6"]]);
    assert_eq!(read[0].headers().get("Event"), Some("1"));
    assert_eq!(read[2].comments().count(), 1);
    assert_eq!(read[3].headers().get("Event"), Some("4"));
}

#[test]
fn comments_around_a_game_belong_to_it() {
    let text = "{intro} ; more\n[Red \"x\"]\n\n1. Ic6 Ic7 1-0 {Blue\nresigns} ; at once\n\n{between}\n[Red \"z\"]\n\n1. Mg6 *\n{the end}\n";
    let read: Vec<Game> = games(text).into_iter().map(Result::unwrap).collect();
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].comment(), Some("Blue resigns at once"));
    assert_eq!(read[0].comment_at(Position::START_FEN), Some("intro more"));
    assert_eq!(read[1].comment_at(Position::START_FEN), Some("between"));
    assert_eq!(read[1].headers().get("Red"), Some("z"));
    assert!(games("{only a comment}").is_empty());
}

#[test]
fn a_result_in_the_text_counts_where_the_header_has_none() {
    let read = games("[Result \"1-0 (time)\"]\n\n1. Ic6 1-0").remove(0).unwrap();
    assert_eq!(read.result(), "1-0");
    assert!(read.to_pgn().contains("[Result \"1-0\"]"));
}

#[test]
fn glyphs_and_variations_need_no_space_before_them() {
    let read = games("1. Ic6$1(1. Mg6)Ic7{a}2. Mg6!(2. (TM)f5)Mg7 *").remove(0).unwrap();
    assert_eq!(read.sans(), ["Ic6", "Ic7", "Mg6", "Mg7"]);
}

#[test]
fn skipped_variations_are_counted_game_by_game() {
    let text = "1. Ic6 (1. Mg6 {(} (1. (NI)d4)) Ic7 (1... Mg7) *\n\n1. Mg6 * \n\n1. Mg6 (1. Ic6 *";
    let mut reader = read_pgn(text.as_bytes(), Strictness::Lenient);
    assert!(reader.next().unwrap().is_ok());
    assert_eq!(reader.skipped_variations(), 3, "neither a stack nor a comment is a variation");
    assert!(reader.next().unwrap().is_ok());
    assert_eq!(reader.skipped_variations(), 0);
    assert!(reader.next().unwrap().is_err());
}

#[test]
fn a_setup_reports_every_fault_and_comes_back_from_a_position() {
    let position =
        Position::from_fen("6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 3 7 d5:(TI):F>d8...").unwrap();
    let setup = cotulenh::Setup::from(&position);
    assert_eq!(setup.position(), Ok(position));
    let mut bad = setup;
    bad.move_number = 0;
    bad.deploy = Some("xx".into());
    bad.pieces
        .push(("a1".parse().unwrap(), cotulenh::Piece::new(cotulenh::Color::Red, cotulenh::Role::Tank)));
    let messages: Vec<String> = bad.validate().iter().map(|fault| fault.to_string()).collect();
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert!(
        messages[0].starts_with("a1: ")
            && messages[1].starts_with("field 7: ")
            && messages[2].starts_with("field 6: ")
    );
    assert!(bad.position().is_err());
}

#[test]
fn long_moves_and_lone_glyphs_are_read_leniently() {
    let text = "1. Ic5-c6 ! Ic8c7 2. Mg5-g6 ?! Mg8-g7+ *";
    let game = Game::from_pgn(text, Strictness::Lenient).unwrap();
    let lans: Vec<String> = game.turns().iter().map(|turn| turn.text().lan).collect();
    assert_eq!(lans, ["Ic5c6", "Ic8c7", "Mg5g6", "Mg8g7"]);
    assert!(Game::from_pgn(text, Strictness::Strict).is_err());
    // The letter must be that of the unit, and the move legal.
    for text in ["Tc5-c6", "Ic5-c7", "Ic5-", "I-c6", "Ié-c6", "I5-c6"] {
        assert!(Game::from_pgn(text, Strictness::Lenient).is_err(), "{text}");
    }
    // The whole unit rather than a piece that steps off.
    let fen = "6c4/11/11/11/4i6/11/11/11/11/4(TI)6/11/4C6 r - - 0 1";
    let stack = Game::from_pgn(&format!("[FEN \"{fen}\"]\n\n1. Te3-e5 *"), Strictness::Lenient).unwrap();
    assert_eq!(stack.turns()[0].text().lan, "(TI)e3e5");
}

#[test]
fn unknown_moves_are_skipped_on_request() {
    let text = "1. Zz9 Ic6 Ic6 e4:I:T>e6... Ic7 1-0";
    let read = |skip| read_pgn(text.as_bytes(), Strictness::Lenient).skip_unknown_moves(skip).next().unwrap();
    assert!(read(false).is_err());
    let game = read(true).unwrap();
    assert_eq!(game.turns().len(), 2);
    assert_eq!(game.headers().get("Result"), Some("1-0"));
}

#[test]
fn captures_of_a_turn_are_units_as_they_stood() {
    let fen = "6c4/11/10h/11/3m7/11/3+i7/3(TI)7/11/11/11/4C6 r - - 0 1";
    let mut game = Game::from(Position::from_fen(fen).unwrap());
    game.play_text("T>xd6", Strictness::Strict).unwrap();
    let taken = |units: Vec<cotulenh::Unit>| units.iter().map(cotulenh::Unit::to_string).collect::<Vec<_>>();
    assert_eq!(taken(game.position().session_captures()), ["+i"]);
    game.play_text("I>e5", Strictness::Strict).unwrap();
    assert_eq!(taken(game.turns()[0].captures()), ["+i"]);
    game.play_text("Md7", Strictness::Strict).unwrap();
    assert!(game.turns()[1].captures().is_empty());
    let tank = game.position().legal_moves().iter().find(|mv| mv.kind().is_capture()).copied().unwrap();
    game.play(tank).unwrap();
    assert_eq!(taken(game.turns()[2].captures()), ["m"]);
    assert_eq!(tank.step_san(), "Txd7");
}

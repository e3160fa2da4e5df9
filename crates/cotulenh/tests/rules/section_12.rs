//! Where we differ from cotulenh-core, on purpose.

use cotulenh::{
    Color, DrawReason, Game, MoveKind, Outcome, ParseMoveError, Position, Strictness, Turn, check_fen,
};

use crate::positions::{after, find, legal, load, moves, pseudo_reach, red, steps, suffix, unit};

const GUARDS: &str = "Cj1 ck12 Hd1 Hc1 hd9 hk8";

fn position(units: &str) -> Position {
    red(&format!("{GUARDS} {units}"))
}

/// A game from a position, with some turns played.
fn game(start: Position, texts: &[&str]) -> Game {
    let mut game = Game::from(start);
    play(&mut game, texts);
    game
}

fn play(game: &mut Game, texts: &[&str]) {
    for text in texts {
        game.play_text(text, Strictness::Strict)
            .unwrap_or_else(|error| panic!("{}: {error}", game.position()));
    }
}

/// The same position, read from its FEN, has the same moves and the same air defence.
fn assert_pure(position: &Position) {
    let fresh = load(&position.fen());
    assert_eq!(moves(position), moves(&fresh), "{position}");
    for color in Color::ALL {
        assert_eq!(position.air_defense(color).covered(), fresh.air_defense(color).covered(), "{position}");
    }
}

#[test]
fn rules_12_1_a_promoted_defender_covers_more_at_once() {
    let start = red("Cj1 cg12 Hd1 Hc1 hd9 hk8 Gg10 fd11");
    let position = after(&start, &["Gg10g11"]);
    assert_eq!(unit(&position, "g11"), "+G");
    // e11 and f11 now lie in its zone.
    assert!(!pseudo_reach(&position, "d11").contains("e11"));
    assert!(pseudo_reach(&load(&position.fen().replace("+G", "G")), "d11").contains("e11"));
    assert_pure(&position);
}

#[test]
fn rules_12_1_a_covered_defender_does_not_defend_a_freed_one_does() {
    let covered = after(&position("Eg5 Gg4 fg9"), &["Eg5&g4"]);
    assert_eq!(unit(&covered, "g4"), "(EG)");
    assert!(legal(&covered, "Fg9g5"));
    assert_pure(&covered);
    let freed = after(&position("(EG)g4 fg9"), &["Eg4>h4", "commit"]);
    assert_eq!(unit(&freed, "g4"), "G");
    assert!(!legal(&freed, "Fg9g5") && legal(&freed, "Fg9g6"));
    assert_pure(&freed);
}

#[test]
fn rules_12_1_trial_moves_leave_no_heroic_flags() {
    // Every move of the Tank to g10 would promote it, and every answer to the check is tried out.
    let position = red("Cj1 cg12 Hd1 Hc1 hd9 hk8 Tg8 (TI)f8 tj3");
    assert!(position.is_check());
    assert!(moves(&position).iter().all(|mv| !mv.contains('+')));
    assert!(position.pseudo_legal_moves().iter().all(|mv| !mv.to_string().contains('+')));
    assert_pure(&position);
}

#[test]
fn rules_12_2_recombining_keeps_the_heroic_flag() {
    let session = after(&position("(F+TI)g4"), &["Fg4>g7"]);
    assert_eq!(unit(&after(&session, &["+Tg4>&g7"]), "g7"), "(F+T)");
    let session = after(&position("(+FTI)g4"), &["+Fg4>g8"]);
    assert_eq!(unit(&after(&session, &["Tg4>&g8"]), "g8"), "(+FT)");
}

#[test]
fn rules_12_2_a_piece_promoted_while_waiting_steps_off_heroic() {
    let start = red("Cj1 cg12 Hd1 Hc1 hd9 hk8 (FTI)g10");
    let session = after(&start, &["Fg10>e8"]);
    assert_eq!(unit(&session, "g10"), "(+TI)");
    // One point further than a plain Tank.
    assert!(legal(&session, "+Tg10>g7") && !legal(&session, "Tg10>g9"));
    assert_eq!(unit(&after(&session, &["+Tg10>d10"]), "d10"), "+T");
}

#[test]
fn rules_12_3_threefold_repetition_fires() {
    let round = ["Tg5", "Ig8", "Tg4", "Ig9"];
    let mut game = game(position("Tg4 ig9"), &round);
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, &round[..3]);
    assert!(!game.is_threefold_repetition());
    play(&mut game, &round[3..]);
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Threefold)));
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn rules_10_2_threefold_repetition_counts_side_to_move_and_heroic_flags() {
    // The Tank, Red's last guard, becomes heroic with the first move: the start never comes back.
    let mut game = game(red("Cj1 ck12 Tg4 ig9 hk8"), &["Tg5", "Ig8", "+Tg4", "Ig9"]);
    let round = ["+Tg5", "Ig8", "+Tg4", "Ig9"];
    play(&mut game, &round);
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, &round);
    assert_eq!((game.repetitions(), game.is_over()), (3, true));
    // The same placement with the other side to move does not count.
    let start = position("Tg4 ig9");
    let mut other = Game::from(start);
    play(&mut other, &["Tg5", "Ig8", "Tg4", "Ig9"]);
    play(&mut other, &["Tg6", "Ig8", "Tg5", "Ig9", "Tg4"]);
    assert_eq!(other.position().board(), start.board());
    assert_eq!((other.position().turn(), other.repetitions()), (Color::Blue, 1));
}

#[test]
fn rules_12_4_two_digit_ranks_disambiguate_in_full() {
    let position = position("Tf10 Tf12 Tf1");
    for (lan, san) in [("Tf10f11", "T10f11"), ("Tf12f11", "T12f11"), ("Tf1f2", "Tf2")] {
        assert_eq!(position.san(find(&position, lan).unwrap()), san);
        assert_eq!(
            position.parse_turn(san, Strictness::Strict),
            Ok(Turn::Step(find(&position, lan).unwrap()))
        );
    }
    assert!(position.parse_move("T1f11").is_err());
}

#[test]
fn rules_12_4_every_san_is_unique_and_parses_back() {
    for position in [
        Position::start(),
        position("(NFT)c6 (FTI)e6 Fe9 +Fi5 Td6 +Tf6 nc9 (nf)a6 ge8 ih6"),
        position("Ff10 Ff12 Fd10 (FT)h12 (EA)f9 Ag8 td11"),
    ] {
        let sans = position.legal_sans();
        for (mv, san) in &sans {
            assert_eq!(sans.iter().filter(|(_, other)| other == san).count(), 1, "{position} {san}");
            assert_eq!(position.parse_turn(san, Strictness::Strict), Ok(Turn::Step(*mv)), "{position} {san}");
        }
    }
}

#[test]
fn rules_12_4_an_ambiguous_deploy_is_an_error_and_pgn_writes_its_lan() {
    let two = position("(TI)e4 (TI)g4");
    let error = two.parse_turn("I<T>f4", Strictness::Lenient).unwrap_err();
    assert!(matches!(error, ParseMoveError::Ambiguous { .. }), "{error}");
    let ambiguous = game(two, &["g4:I:T>f4"]);
    assert!(ambiguous.to_pgn().contains("1. g4:I:T>f4"), "{}", ambiguous.to_pgn());
    let clear = game(two, &["I<T>g6"]);
    assert!(clear.to_pgn().contains("1. I<T>g6"));
}

#[test]
fn rules_12_5_fen_and_pgn_round_trip_with_deploys() {
    let mut first = game(position("(FTI)g4 (TI)e4 (ti)e9 ig9 Th4"), &["I<(FT)>g7", "I<T>e7"]);
    let read = Game::from_pgn(&first.to_pgn(), Strictness::Strict).unwrap();
    assert_eq!((read.position(), read.sans()), (first.position(), first.sans()));
    assert_eq!(read.to_pgn(), first.to_pgn());
    // An unfinished deploy at the end.
    play(&mut first, &["T>e6"]);
    assert_eq!(suffix(first.position()), "e4:I:T>e6...");
    let read = Game::from_pgn(&first.to_pgn(), Strictness::Strict).unwrap();
    assert_eq!(read.position(), first.position());
    assert_eq!(load(&first.position().fen()), *first.position());
}

#[test]
fn rules_12_5_a_pgn_without_fen_starts_from_the_start_position() {
    let game = Game::from_pgn("1. Ic6 Ic7 *", Strictness::Strict).unwrap();
    assert_eq!(*game.start(), Position::start());
    assert!(!game.to_pgn().contains("[FEN"));
    assert!(self::game(position("Tg4"), &["Tg5"]).to_pgn().contains("[FEN \""));
}

#[test]
fn rules_12_6_parentheses_are_never_stripped() {
    let position = position("(TM)g5 (TI)e3");
    assert_eq!(position.parse_move("(TM)f5").unwrap().to_string(), "(TM)g5f5");
    for other in ["(TI)f5", "(T)f5", "TMf5", "TIf5", "(TM)>f5", "TM>f5"] {
        assert!(position.parse_move(other).is_err(), "{other}");
    }
    // The Tank's step and the whole stack's move are told apart.
    assert_eq!(position.parse_move("T>f5").unwrap().to_string(), "Tg5>f5");
    assert_eq!(position.parse_move("g5f5").unwrap().to_string(), "(TM)g5f5");
    assert!(position.parse_move("Tf5").is_err());
}

#[test]
fn rules_12_7_a_suicide_or_stay_capturer_cannot_be_joined() {
    let blown = after(&position("(FTI)g4 gg7"), &["Fg4>@g7"]);
    assert_eq!(steps(&blown, "g4", "T"), "g5 g6 h4 i4 g3 g2 f4 e4");
    let fired = after(&position("(FTI)c5 nb5 na1"), &["Tc5>_b5"]);
    assert_eq!(steps(&fired, "c5", "I"), "c6 d5 c4");
    // A capture that ends on its destination can.
    let taken = after(&position("(FTI)g4 ig7"), &["Fg4>xg7"]);
    assert_eq!(find(&taken, "Tg4>&g7").map(|mv| mv.kind()), Some(MoveKind::Recombination));
}

#[test]
fn rules_12_8_a_commanders_own_stay_capture_is_tested() {
    // Taking the Navy on b5 without moving opens the rank to the Navy and the Commander on a5.
    let position = red("Cc5 (nc)a5 nb5 Hd1 Hc1 hd9 hk8");
    assert!(pseudo_reach(&position, "c5").contains("_b5") && !legal(&position, "Cc5_b5"));
    assert!(legal(&red("Cc5 ck12 nb5 Hd1 Hc1 hd9 hk8"), "Cc5_b5"));
}

#[test]
fn rules_12_9_deploy_steps_alone_do_not_save_a_commander() {
    // The Headquarter cannot move; the Commander can step off to k2, but not stay there.
    let mate = red("(HC)k1 Hd1 tk3 cj12 hd9");
    assert_eq!(moves(&mate), ["Ck1>k2|nd"]);
    assert!(mate.is_checkmate() && !mate.can_complete_turn());
    assert_eq!(mate.outcome().and_then(Outcome::winner), Some(Color::Blue));
    let stalemate = red("(HC)k1 Hd1 tk4 cj12 hd9");
    assert_eq!(moves(&stalemate), ["Ck1>k2|nd", "Ck1>k3|nd"]);
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    // With a point to stay on, the game goes on.
    let free = red("(HC)k1 Hd1 tk5 cj12 hd9");
    assert!(free.can_complete_turn() && free.outcome().is_none());
}

#[test]
fn rules_12_10_undo_and_cancel_never_lose_pieces() {
    // Deploys that begin at sea, promotions, recombinations, suicides.
    for (units, texts) in [
        ("(NFT)b5 nc7", &["Nb5>b6", "T>c5", "F>f5"][..]),
        ("(NFT)b5", &["F>f5", "T>&f5"][..]),
        ("(NT)b5 na5", &["T>_a5", "N>b6"][..]),
        ("(FTI)g4 gg7", &["F>@g7", "T>g6", "I>&g6"][..]),
    ] {
        let start = position(units);
        let mut game = Game::from(start);
        let mut before = Vec::new();
        for text in texts {
            before.push(*game.position());
            play(&mut game, &[text]);
        }
        let last = *game.position();
        if last.session().is_none() {
            // A turn that has ended is taken back as a whole.
            assert!(game.undo());
            assert_eq!(*game.position(), start, "{units}");
            assert!(game.redo());
            assert_eq!(*game.position(), last);
            continue;
        }
        while let Some(position) = before.pop() {
            assert!(game.undo());
            assert_eq!(*game.position(), position, "{units}");
        }
        assert!(!game.undo());
        play(&mut game, texts);
        game.cancel_session().unwrap();
        assert_eq!(*game.position(), start, "{units}");
        game.position().board().check_consistency().unwrap();
    }
}

#[test]
fn rules_9_6_in_a_game_undo_takes_back_the_last_action() {
    let start = position("(FTI)g4");
    let mut game = game(start, &["F>g7", "T>&g7"]);
    assert_eq!(suffix(game.position()), "g4:I:(FT)>g7...");
    // The whole recombination, then the first step, which closes the session.
    assert!(game.undo());
    assert_eq!(suffix(game.position()), "g4:(TI):F>g7...");
    assert!(game.undo());
    assert_eq!(*game.position(), start);
    assert!(!game.undo());
    // In a session read from a FEN: the last listed step.
    let fen = format!("{} g4:I:T>g6,F>g7...", start.fen());
    let mut read = Game::from(load(&fen));
    assert!(read.undo());
    assert_eq!(suffix(read.position()), "g4:(FI):T>g6...");
    assert!(read.undo());
    assert_eq!(*read.position(), start);
    assert!(!read.undo());
    let mut cancelled = Game::from(load(&fen));
    cancelled.cancel_session().unwrap();
    assert_eq!(*cancelled.position(), start);
}

#[test]
fn rules_12_11_a_recombination_reports_the_turn_so_far() {
    let joined = after(&position("(FTI)g4"), &["Fg4>g7", "Tg4>&g7"]);
    let text = joined.deploy_turn_text().unwrap();
    assert_eq!(
        (text.san.as_str(), text.lan.as_str(), text.flags.as_str()),
        ("I<(FT)>g7", "g4:I:(FT)>g7", "dn")
    );
    // The one that ends the turn too.
    let mut game = Game::from(joined);
    play(&mut game, &["I>&g7"]);
    let text = game.turns().last().unwrap().text();
    assert_eq!((text.san.as_str(), text.flags.as_str()), ("(FTI)>g7", "dn"));
    assert!(game.position().session().is_none());
}

#[test]
fn rules_12_12_a_plus_that_marks_no_piece_is_an_error() {
    let rank = |text: &str| check_fen(&format!("10c/11/11/11/11/11/{text}/11/11/11/11/9C1 r - - 0 1"));
    assert!(rank("4+T6").is_empty());
    for bad in ["+4T6", "4T+6", "4T6+", "4+(TI)6", "4(T+)6", "4++T6"] {
        assert_eq!(rank(bad).len(), 1, "{bad}");
        assert_eq!(rank(bad)[0].code().name(), "FEN_INVALID_FORMAT", "{bad}");
    }
    // In the deploy suffix too, and it may not call heroic who is not.
    let fen = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    assert!(check_fen(&format!("{fen} d5:(TI):F>d8...")).is_empty());
    for bad in
        ["d5:++I++++T:++F++>d8", "d5:(TI+):F+>d8...", "d5:(+T+I):+F>d8...", "d5:IT:F>d8", "d5:(TI):(F)>d8..."]
    {
        let faults = check_fen(&format!("{fen} {bad}"));
        assert_eq!(faults.len(), 1, "{bad}");
        assert_eq!(
            (faults[0].code().name(), faults[0].category().name()),
            ("FEN_INVALID_FORMAT", "semantic")
        );
    }
}

#[test]
fn rules_12_13_a_step_that_cannot_be_a_recombination_is_played_as_what_it_is() {
    // The Air Force would be lost on e5 in the Tank's place, so it combines with the Tank there.
    let session = after(&position("(NFT)c5 ie5 ge6"), &["Tc5>xe5"]);
    let played = after(&session, &["Fc5>&e5"]);
    assert_eq!((unit(&played, "e5"), unit(&played, "c5")), ("(FT)".into(), "N".into()));
    assert_eq!(suffix(&played), "c5:N:T>xe5,F>&e5...");
    // The target of a stay capture is empty now: an ordinary move leads there.
    let session = after(&position("(NFT)c5 if5"), &["Nc5>_f5"]);
    assert_eq!(suffix(&after(&session, &["Fc5>f5"])), "c5:T:N>_f5,F>f5...");
}

#[test]
fn rules_12_14_undo_takes_back_a_whole_recombination() {
    // Two steps are replayed when the Infantry joins the first.
    let mut game = game(position("(FTI)g4"), &["T>g6", "F>g7"]);
    let before = *game.position();
    let join = find(&before, "Ig4>&g6").unwrap();
    assert_eq!(join.kind(), MoveKind::Recombination);
    game.play_without_commit(join).unwrap();
    assert_eq!(suffix(game.position()), "g4::(TI)>g6,F>g7");
    assert!(game.undo());
    assert_eq!(*game.position(), before);
    // The join of the original carrier is one action too.
    game.undo();
    play(&mut game, &["F>&g6"]);
    assert_eq!(suffix(game.position()), "g4:I:T>g6,F>&g6...");
    let mut read = Game::from(load(&game.position().fen()));
    for game in [&mut game, &mut read] {
        assert!(game.undo());
        assert_eq!(suffix(game.position()), "g4:(FI):T>g6...");
    }
}

#[test]
fn rules_12_15_filters_by_point() {
    // Two Tanks reach f5: the SAN of one names its file, also where only its moves are listed.
    let two = position("Te5 Th5");
    let filtered = two.legal_moves_from("e5".parse().unwrap());
    let sans: Vec<String> = filtered.iter().map(|&mv| two.san(mv)).collect();
    assert!(sans.contains(&"Tef5".into()) && !sans.contains(&"Tf5".into()), "{sans:?}");
    for (san, &mv) in sans.iter().zip(&filtered) {
        assert_eq!(two.parse_turn(san, Strictness::Strict), Ok(Turn::Step(mv)));
    }
    // Inside a session too.
    let session = after(&position("(FTI)g4 Te5"), &["Fg4>g7"]);
    assert_eq!(session.legal_moves_from("g4".parse().unwrap()), session.legal_moves());
    assert!(session.legal_moves_from("e5".parse().unwrap()).is_empty());
}

#[test]
fn rules_12_15_leading_white_space_and_numbers_of_a_fen() {
    let fen = position("Te5").fen();
    assert_eq!(load(&format!(" \t\u{feff}{fen}")).fen(), fen);
    let with = |clocks: &str| check_fen(&fen.replace(" 0 1", clocks));
    assert!(with(" 4294967295 4294967295").is_empty());
    for clocks in [" 4294967296 1", " 0 4294967296"] {
        let faults = with(clocks);
        assert_eq!(faults.len(), 1, "{clocks}");
        assert_eq!(faults[0].code().name(), "FEN_INVALID_FORMAT", "{clocks}");
    }
}

#[test]
fn rules_12_15_two_hashes_at_the_end_of_a_move_text_are_dropped() {
    let position = position("Te5");
    let read = |text: &str| position.parse_turn(text, Strictness::Strict);
    assert!(read("Te6##").is_ok());
    assert_eq!(read("Te6##"), read("Te6"));
}

#[test]
fn rules_12_15_pgn_numbers_and_result() {
    let start = load(&red(&format!("{GUARDS} Te5 tg9")).fen().replace(" r - - 0 1", " b - - 0 7"));
    let mut game = Game::from(start);
    play(&mut game, &["Tg8", "Te6", "Tg9", "Te5", "Tg8"]);
    let moves = |game: &Game| game.to_pgn().lines().last().unwrap().to_owned();
    assert_eq!(moves(&game), "7... Tg8 8. Te6 Tg9 9. Te5 Tg8 *");
    // Blue goes on after a comment.
    game.undo();
    game.set_comment(Some("A pause."));
    game.redo();
    game.headers_mut().set("Result", "0-1").unwrap();
    assert_eq!(moves(&game), "7... Tg8 8. Te6 Tg9 9. Te5 {A pause.} 9... Tg8 0-1");
    let read = Game::from_pgn(&game.to_pgn(), Strictness::Strict).unwrap();
    assert_eq!((moves(&read), read.position()), (moves(&game), game.position()));
}

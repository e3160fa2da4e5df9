//! Games as bytes: round trips, one form for each game, hostile bytes.
//!
//! 2,000 random games by default; `COTULENH_COMPACT_GAMES=100000` for more.
#![allow(missing_docs)]

mod support;

use cotulenh::{
    Color, CompactGame, DecodeError, Game, GameDecodeError, GameEncodeError, GameEnd, GameRecorder,
    HeaderFault, Headers, MAX_GAME_TURNS, PackedScore, Position, RuleOptions, Strictness, Termination,
    TurnFault,
};
use support::Random;
use support::play::{random_action, random_start};

const VARIABLE: &str = "COTULENH_COMPACT_GAMES";
const GAMES: usize = 2_000;

const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";

/// A random game, recorded in both ways.
struct Recorded {
    game: Game,
    recorder: GameRecorder,
    scores: Vec<Option<PackedScore>>,
    clocks: Vec<Option<u32>>,
}

/// Scores and clocks for a game: none, on some turns, or on all.
fn random_note(share: usize, random: &mut Random) -> bool {
    random.below(4) < share
}

fn record(start: Position, most: usize, random: &mut Random) -> Recorded {
    let mut game = Game::from(start);
    let mut recorder = GameRecorder::new(start);
    let (mut scores, mut clocks) = (Vec::new(), Vec::new());
    let shares = [0, 0, 2, 4];
    let (scored, clocked, whole) = (shares[random.below(4)], shares[random.below(4)], random.below(2) == 0);
    let mut score = 0i32;
    while game.turns().len() < most {
        let Some(action) = random_action(game.position(), random) else { break };
        let turns = game.turns().len();
        game.play_action(action).unwrap();
        let (mut noted, mut left) = (None, None);
        if game.turns().len() > turns {
            score += random.below(200) as i32 - 100;
            if random_note(scored, random) {
                noted = match random.below(20) {
                    0 => PackedScore::mate(random.below(20) as i32 - 10),
                    1 => Some(PackedScore::centipawns(random.below(70_000) as i32 - 35_000)),
                    _ => Some(PackedScore::centipawns(score)),
                };
            }
            if random_note(clocked, random) {
                let milliseconds = 900_000 - turns as u32 * 1_700 + random.below(2_000) as u32;
                left = Some(if whole { milliseconds / 1000 * 1000 } else { milliseconds });
            }
            scores.push(noted);
            clocks.push(left);
            if let Some(score) = noted {
                game.set_comment(Some(&format!("[%eval {score}]")));
            }
            if let Some(left) = left {
                let seconds = left / 1000;
                game.set_clock(Some(&format!("{}:{}.{:03}", seconds / 60, seconds % 60, left % 1000)));
            }
        }
        recorder.play([action], noted, left).unwrap();
    }
    Recorded { game, recorder, scores, clocks }
}

fn random_headers(random: &mut Random) -> Headers {
    let mut headers = Headers::default();
    if random.below(3) == 0 {
        for name in ["Blue", "Annotator", "Event", "RedElo", "Date", "X_1"].iter().take(random.below(7)) {
            headers
                .set(name, ["?", "", "Đặng Văn Én", "2026.11.18", "a \"b\" \\c"][random.below(5)])
                .unwrap();
        }
    }
    headers
}

fn random_end(random: &mut Random) -> GameEnd {
    let terminations = [
        Termination::Unknown,
        Termination::Resignation,
        Termination::Time,
        Termination::Agreement,
        Termination::Adjudication,
        Termination::Infraction,
        Termination::Abandoned,
    ];
    let termination = terminations[random.below(terminations.len())];
    match random.below(6) {
        0 => GameEnd::Won(Color::Red, termination),
        1 => GameEnd::Won(Color::Blue, termination),
        2 => GameEnd::Drawn(termination),
        _ => GameEnd::Unfinished,
    }
}

/// Sizes of games of one kind.
#[derive(Default)]
struct Sizes {
    games: usize,
    turns: usize,
    bytes: usize,
}

impl Sizes {
    fn add(&mut self, game: &CompactGame) {
        self.games += 1;
        self.turns += game.turn_count() as usize;
        self.bytes += game.as_bytes().len();
    }

    fn print(&self, what: &str) {
        let Sizes { games, turns, bytes } = self;
        let (games, turns, bytes) = (*games as f64, *turns as f64, *bytes as f64);
        eprintln!(
            "{what}: {games} games of {:.0} turns, {:.1} bytes a game, {:.3} bytes a turn",
            turns / games,
            bytes / games,
            bytes / turns
        );
    }
}

#[test]
fn random_games_round_trip() {
    let wanted = support::count_from(VARIABLE, GAMES);
    let (stock, mut random) = (support::stock(), Random(190));
    let (mut turns, mut deploys, mut unfinished, mut by_rules) = (0, 0, 0, 0);
    let (mut plain, mut scored, mut clocked) = (Sizes::default(), Sizes::default(), Sizes::default());
    for _ in 0..wanted {
        let start = random_start(&stock, &mut random);
        let most = random.below(400);
        let Recorded { mut game, recorder, scores, clocks } = record(start, most, &mut random);
        let (headers, end) = (random_headers(&mut random), random_end(&mut random));
        let compact = recorder.finish(end, &headers).unwrap();
        // Both ways of writing give the same bytes.
        *game.headers_mut() = headers;
        game.headers_mut().set("Result", end.pgn()).unwrap();
        if let Some(value) = end.termination().and_then(Termination::header) {
            game.headers_mut().set("Termination", value).unwrap();
        }
        assert_eq!(game.to_bytes().unwrap(), compact.as_bytes(), "{}", game.to_pgn());

        // Everything comes back, turn by turn.
        let read = CompactGame::from_bytes(compact.as_bytes()).unwrap();
        assert_eq!(read.check(), Ok(()));
        assert_eq!(read.start(), game.start());
        assert_eq!(read.end().pgn(), game.result());
        let mut replay = read.turns();
        for (i, turn) in game.turns().iter().enumerate() {
            let replayed = replay.next().unwrap().unwrap();
            assert_eq!(
                (&replayed.before, replayed.score, replayed.clock),
                (turn.before(), scores[i], clocks[i])
            );
            assert_eq!(replayed.turn.single_move(), turn.single_move());
            assert_eq!(replayed.turn.deployed(), turn.deployed());
            assert_eq!(Some(replayed.turn.after()), game.after(i));
            deploys += usize::from(turn.deployed().is_some());
        }
        let open = game.position().session();
        if open.is_some() {
            let replayed = replay.next().unwrap().unwrap();
            assert_eq!(replayed.turn.deployed(), Some(game.position()));
            assert!(replayed.turn.is_unfinished() && read.is_last_turn_unfinished());
            unfinished += 1;
        }
        assert_eq!(replay.next(), None);
        assert_eq!(replay.position(), game.position());
        by_rules += usize::from(read.end().termination() == Some(Termination::Rules));
        turns += read.turn_count() as usize;

        // The game that is read has the same bytes and the same PGN.
        let again = read.to_game().unwrap();
        assert_eq!(again.to_bytes().unwrap(), compact.as_bytes());
        assert_eq!(again.position(), game.position());

        // Sizes of games from the start position without headers.
        if compact.headers() == &Headers::default() && start == Position::start() {
            let share =
                |notes: [usize; 2]| notes.map(|count| if count == 0 { 0 } else { 1 + count / scores.len() });
            let noted = [scores.iter().flatten().count(), clocks.iter().flatten().count()];
            match share(noted) {
                [0, 0] => plain.add(&compact),
                [2, 0] => scored.add(&compact),
                [0, 2] => clocked.add(&compact),
                _ => {}
            }
        }
    }
    eprintln!(
        "{wanted} games, {turns} turns, {deploys} deploys; {unfinished} games with an unfinished deploy, \
         {by_rules} ended by the rules"
    );
    plain.print("without notes");
    scored.print("with random scores");
    clocked.print("with random clocks");
    assert!(deploys * 20 > turns && unfinished * 20 > wanted && by_rules * 50 > wanted, "too few of a kind");
    assert!(plain.bytes < 2 * plain.turns, "a turn takes more than two bytes");
}

/// Every way to play a deploy turn from the recorded positions with sessions.
#[test]
fn deploys_with_recombinations_come_back() {
    let mut turns = 0;
    for fen in &support::open_sessions() {
        let open = Position::from_fen(fen).unwrap();
        let mut start = open;
        start.cancel_session().unwrap();
        let unfinished = CompactGame::of_game(&Game::from(open)).unwrap();
        assert_eq!(unfinished.turns().next().unwrap().unwrap().turn.deployed(), Some(&open));
        assert_eq!(unfinished.check(), Ok(()), "{fen}");
        for whole in open.whole_turns().iter().step_by(3) {
            let mut game = Game::from(open);
            let mut recorder = GameRecorder::new(open);
            whole.actions.iter().for_each(|&action| game.play_action(action).unwrap());
            recorder.play(whole.actions.iter().copied(), None, None).unwrap();
            let bytes = game.to_bytes().unwrap();
            let compact = recorder.finish(GameEnd::Unfinished, &Headers::default()).unwrap();
            assert_eq!(compact.as_bytes(), bytes);
            let replayed = compact.turns().next().unwrap().unwrap();
            assert_eq!((&replayed.before, replayed.turn.after()), (&start, &whole.after));
            assert_eq!(compact.check(), Ok(()));
            turns += 1;
        }
    }
    assert!(turns > 10_000, "{turns}");
}

#[test]
fn sizes() {
    let size = |pgn: &str| Game::from_pgn(pgn, Strictness::Lenient).unwrap().to_bytes().unwrap().len();
    assert_eq!(size("*"), 3);
    // Red has 19 units, so the unit takes five bits; the moves of c5 take one.
    assert_eq!(size("1. Ic6 *"), 4);
    assert_eq!(size("1. Ic6 Ic7 2. Mg6 *"), 6);
    // A name from the table takes one byte, a value its length and one.
    assert_eq!(size("[Red \"Lan\"]\n\n1. Ic6 *"), 4 + 1 + 1 + 4);
    assert_eq!(size("[X \"Lan\"]\n\n1. Ic6 *"), 4 + 1 + 3 + 4);
    // Known ends take nothing.
    assert_eq!(size("[Termination \"time forfeit\"]\n\n1. Ic6 1-0"), 4);
    let skip = RuleOptions::default().with_skip_last_guard_promotion(true);
    assert_eq!(Game::from(Position::start().with_options(skip)).to_bytes().unwrap().len(), 4);
}

#[test]
fn the_end_follows_from_rules_and_headers() {
    let end = |pgn: &str| {
        let game = Game::from_pgn(pgn, Strictness::Lenient).unwrap();
        let compact = CompactGame::of_game(&game).unwrap();
        assert_eq!(compact.check(), Ok(()));
        assert_eq!(compact.to_game().unwrap().to_pgn(), game.to_pgn());
        compact.end()
    };
    assert_eq!(end("1. Ic6 *"), GameEnd::Unfinished);
    assert_eq!(end("1. Ic6 1-0"), GameEnd::Won(Color::Red, Termination::Unknown));
    assert_eq!(
        end("[Termination \"resignation\"]\n\n1. Ic6 0-1"),
        GameEnd::Won(Color::Blue, Termination::Resignation)
    );
    assert_eq!(end("[Termination \"normal\"]\n\n1. Ic6 1/2-1/2"), GameEnd::Drawn(Termination::Unknown));
    assert_eq!(end("[Termination \"abandoned\"]\n\n1. Ic6 *"), GameEnd::Unfinished);
    let mate =
        "[SetUp \"1\"]\n[FEN \"9g1/4s1(hc)1sM1/6g4/3F2(FT)4/3hTC5/11/11/11/11/11/11/11 r - - 0 1\"]\n\n";
    let mate = format!("{mate}1. g9::F>@g10,+T>xg11 1-0");
    assert_eq!(end(&mate), GameEnd::Won(Color::Red, Termination::Rules));
    let claimed = format!("[Result \"0-1\"]\n{mate}");
    assert_eq!(end(&claimed), GameEnd::Won(Color::Blue, Termination::Unknown));
    let recorder = GameRecorder::new(Position::start());
    let claimed = recorder.finish(GameEnd::Drawn(Termination::Rules), &Headers::default());
    assert_eq!(claimed, Err(GameEncodeError::NotByRules));
}

/// A game of two turns, with everything that a game can have, taken apart by hand.
#[test]
fn the_layout_is_as_documented() {
    let pgn = "[Red \"An\"]\n[X \"1\"]\n\n1. Ic6 {[%eval 0.03] [%clk 0:01:00]} Ic7 1-0";
    let game = Game::from_pgn(pgn, Strictness::Lenient).unwrap();
    let bytes = game.to_bytes().unwrap();
    let head = [0x13, 0b1100_0001, 2];
    let headers = [2, 5, 2, b'A', b'n', 0, 1, b'X', 1, b'1'];
    assert_eq!(bytes[..13], [&head[..], &headers].concat());
    // Red's Infantry on c5 is the first unit in the order of points; c5 to c6 is its first move of
    // two, c4 is a combination. Scores: 3 bits for the width, then 6 for +3. Clocks: 7 bits, 60 s.
    let ordinal = |color: Color, point: &str| {
        let units = Position::start().board().of(color);
        units.iter().position(|square| square.to_string() == point).unwrap() as u64
    };
    assert_eq!((ordinal(Color::Red, "c5"), ordinal(Color::Blue, "c8")), (0, 14));
    let mut bits = 0u64;
    let mut at = 0;
    let mut push = |value: u64, width: u32| {
        bits |= value << at;
        at += width;
    };
    push(0, 5); // c5
    push(0, 1); // to c6
    push(1, 3); // a score in three bits
    push(6, 3); // +3
    push(2, 3); // a clock in seven bits
    push(2 * 60 - 16, 7); // 60 s
    push(14, 5); // c8
    let rest = bytes[13..].iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte));
    assert_eq!(rest & ((1 << at) - 1), bits);
    assert_eq!(bytes.len(), 13 + (at as usize + 1 + 6).div_ceil(8));
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let read = |bytes: &[u8]| CompactGame::from_bytes(bytes).and_then(|game| game.check());
    assert_eq!(read(&[0x10, 0, 0]), Ok(()));
    assert_eq!(read(&[]), Err(GameDecodeError::Truncated { length: 0 }));
    assert_eq!(read(&[0x10, 0]), Err(GameDecodeError::Truncated { length: 2 }));
    assert_eq!(read(&[0x10, 0, 9, 0]), Err(GameDecodeError::Truncated { length: 4 }));
    assert_eq!(read(&[0x10, 0, 0, 0]), Err(GameDecodeError::TrailingBytes { offset: 3, count: 1 }));
    assert_eq!(read(&[0x20, 0, 0]), Err(GameDecodeError::Version { found: 2 }));
    assert_eq!(read(&[0x1c, 0, 0]), Err(GameDecodeError::Flags { offset: 0, found: 0x1c }));
    // Not finished, but on time; clocks in seconds without clocks.
    assert_eq!(read(&[0x10, 0x0c, 0]), Err(GameDecodeError::Flags { offset: 1, found: 0x0c }));
    assert_eq!(read(&[0x10, 0x80, 0]), Err(GameDecodeError::Flags { offset: 1, found: 0x80 }));
    assert_eq!(
        read(&[0x10, 0, 0x80, 0x80, 4]),
        Err(GameDecodeError::TooManyTurns { found: MAX_GAME_TURNS + 1 })
    );
    assert_eq!(read(&[0x10, 0, 0x80, 0]), Err(GameDecodeError::NotCanonical { offset: 3 }));
    assert_eq!(read(&[0x14, 0, 0, 0]), Err(GameDecodeError::Options { offset: 3, found: 0 }));
    assert_eq!(read(&[0x14, 0, 0, 8]), Err(GameDecodeError::Options { offset: 3, found: 8 }));
    let version = DecodeError::Version { found: 2 };
    assert_eq!(read(&[0x18, 0, 0, 0x20]), Err(GameDecodeError::Start { offset: 3, error: version }));
    let start = [&[0x18, 0, 0][..], &Position::start().to_bytes()].concat();
    assert_eq!(read(&start), Err(GameDecodeError::StartForm { offset: 3 }));
    let open = Position::from_fen(&format!("{STACK} d5:(TI):F>d8...")).unwrap();
    let start = [&[0x18, 0, 0][..], &open.to_bytes()].concat();
    assert_eq!(read(&start), Err(GameDecodeError::StartForm { offset: 3 }));
    // An end by the rules that is not one, an unfinished deploy that is not there, scores and
    // clocks that are not there.
    assert_eq!(read(&[0x10, 0x05, 0]), Err(GameDecodeError::End));
    assert_eq!(read(&[0x10, 0x20, 0]), Err(GameDecodeError::End));
    assert_eq!(read(&[0x11, 0, 0]), Err(GameDecodeError::NotCanonical { offset: 0 }));
    assert_eq!(read(&[0x12, 0, 0]), Err(GameDecodeError::NotCanonical { offset: 0 }));
    // Unit 20 of 19; the first unit of Red has two moves.
    let fault = TurnFault::Unit { number: 20, count: 19 };
    assert_eq!(read(&[0x10, 0, 1, 20]), Err(GameDecodeError::Turn { number: 1, offset: 3, fault }));
    assert_eq!(read(&[0x10, 0, 1, 0x40]), Err(GameDecodeError::NotCanonical { offset: 3 }));
    assert_eq!(fault.to_string(), "found unit 20 of 19");
    assert!(matches!(Game::from_bytes(&[0x10, 0, 1, 20]), Err(GameDecodeError::Turn { .. })));
}

#[test]
fn headers_have_one_form() {
    let read = |second: u8, headers: &[u8]| {
        let bytes = [&[0x10, second, 0][..], headers].concat();
        CompactGame::from_bytes(bytes).map(|game| game.headers().clone())
    };
    let fault = |offset, fault| Err(GameDecodeError::Header { offset, fault });
    assert_eq!(read(0x40, &[1, 5, 1, b'A']).unwrap().get("Red"), Some("A"));
    assert_eq!(read(0x40, &[0]), Err(GameDecodeError::NotCanonical { offset: 3 }));
    assert_eq!(read(0x40, &[1, 17, 1, b'A']), fault(4, HeaderFault::NameNumber { found: 17 }));
    assert_eq!(read(0x40, &[1, 0, 3, b'R', b'e', b'd', 1, b'A']), fault(4, HeaderFault::Name));
    assert_eq!(read(0x40, &[1, 0, 3, b'F', b'E', b'N', 1, b'A']), fault(4, HeaderFault::Name));
    assert_eq!(read(0x40, &[1, 0, 0, 1, b'A']), fault(4, HeaderFault::Name));
    assert_eq!(read(0x40, &[1, 0, 1, 0xff, 1, b'A']), fault(4, HeaderFault::Name));
    assert_eq!(read(0x40, &[1, 5, 1, 0xff]), fault(4, HeaderFault::Value));
    assert_eq!(read(0x40, &[1, 5, 1, b'\n']), fault(4, HeaderFault::Value));
    // Unknown values, twice, out of order, and what the end says.
    assert_eq!(read(0x40, &[1, 5, 1, b'?']), fault(4, HeaderFault::Superfluous));
    assert_eq!(read(0x40, &[2, 5, 0, 5, 0]), fault(6, HeaderFault::Superfluous));
    assert_eq!(read(0x40, &[2, 7, 0, 7, 0]), fault(6, HeaderFault::Superfluous));
    assert_eq!(read(0x40, &[2, 6, 0, 5, 0]), fault(6, HeaderFault::Superfluous));
    assert_eq!(read(0x40, &[2, 7, 0, 5, 0]), fault(6, HeaderFault::Superfluous));
    let result = [1, 0, 6, b'R', b'e', b's', b'u', b'l', b't', 0];
    assert_eq!(read(0x40, &result), fault(4, HeaderFault::Superfluous));
    let agreement = [&[1, 10, 9][..], b"agreement"].concat();
    assert_eq!(read(0x43, &agreement), fault(4, HeaderFault::Superfluous));
    assert!(read(0x40, &agreement).is_ok());
    // A length beyond the bytes.
    assert_eq!(
        read(0x40, &[1, 5, 0xff, 0xff, 0xff, 0xff, 0x0f]),
        Err(GameDecodeError::Truncated { length: 10 })
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut headers = Headers::default();
    (0..256).for_each(|i| headers.set(&format!("H{i}"), "").unwrap());
    let recorder = GameRecorder::new(Position::start());
    assert_eq!(
        recorder.clone().finish(GameEnd::Unfinished, &headers),
        Err(GameEncodeError::TooManyHeaders { found: 256 })
    );
    let mut headers = Headers::default();
    headers.set("Red", &"x".repeat(1 << 20)).unwrap();
    let long = recorder.finish(GameEnd::Unfinished, &headers);
    assert!(matches!(long, Err(GameEncodeError::TooLong { length }) if length > 1 << 20));
    // Two Commanders go to and fro.
    let mut recorder =
        GameRecorder::new(Position::from_fen("6c4/11/11/11/11/11/11/11/11/11/11/4C6 r - - 0 1").unwrap());
    for turn in 0..=MAX_GAME_TURNS {
        let to = [["f1", "i12"], ["e1", "g12"]][turn as usize / 2 % 2][turn as usize % 2];
        let mv = recorder.position().parse_move(&format!("C{to}")).unwrap();
        recorder.play([mv.into()], None, None).unwrap();
    }
    assert_eq!(recorder.finish(GameEnd::Unfinished, &Headers::default()), Err(GameEncodeError::TooManyTurns));
    let mut recorder = GameRecorder::new(Position::start());
    let illegal = recorder.play([cotulenh::Action::Commit], None, None);
    assert!(matches!(illegal, Err(GameEncodeError::Illegal(_))));
}

#[test]
fn hostile_bytes_give_errors_or_canonical_games() {
    let (fens, mut random) = (support::stock(), Random(77));
    let stock: Vec<Vec<u8>> = (0..200)
        .map(|_| {
            let start = random_start(&fens, &mut random);
            let most = random.below(60);
            let Recorded { recorder, .. } = record(start, most, &mut random);
            let end = random_end(&mut random);
            recorder.finish(end, &random_headers(&mut random)).unwrap().into_bytes()
        })
        .collect();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20 * support::count_from(VARIABLE, GAMES) {
        let mut bytes = stock[random.below(stock.len())].clone();
        support::damage(&mut bytes, &mut random);
        match Game::from_bytes(&bytes) {
            Ok(game) => {
                accepted += 1;
                game.position().check_consistency().unwrap();
                assert_eq!(game.to_bytes().unwrap(), bytes, "another form of {}", game.to_pgn());
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    eprintln!("{accepted} accepted, {refused} refused");
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} accepted, {refused} refused");
}

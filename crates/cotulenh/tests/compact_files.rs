//! Files of games: damage costs only the records that it touches, and memory stays bounded.
#![allow(missing_docs)]

#[path = "support/counting.rs"]
mod counting;
mod support;

use std::collections::HashSet;
use std::io::{self, Read};

use cotulenh::{
    CompactGame, GameDecodeError, GameEnd, GameFileError, GameFileErrorKind, GameFileReader, GameFileWriter,
    GameRecorder, Headers, MAX_GAME_LENGTH, Position,
};
use support::Random;
use support::play::random_action;

/// The header of a file.
const HEADER: &[u8] = b"\x89CTLG\r\n\x01\0";

/// Different random games of up to sixty turns.
fn random_games(count: usize, random: &mut Random) -> Vec<CompactGame> {
    let mut headers = Headers::default();
    (0..count)
        .map(|number| {
            let mut recorder = GameRecorder::new(Position::start());
            let turns = random.below(60);
            while recorder.turn_count() < turns {
                let Some(action) = random_action(recorder.position(), random) else { break };
                recorder.play([action], None, None).unwrap();
            }
            headers.set("Round", &number.to_string()).unwrap();
            recorder.finish(GameEnd::Unfinished, &headers).unwrap()
        })
        .collect()
}

fn file_of(games: &[CompactGame]) -> Vec<u8> {
    let mut writer = GameFileWriter::new(Vec::new()).unwrap();
    games.iter().for_each(|game| writer.write(game).unwrap());
    writer.into_inner()
}

fn read(file: &[u8]) -> (Vec<CompactGame>, Vec<GameFileError>) {
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    GameFileReader::new(file).for_each(|item| match item {
        Ok(game) => games.push(game),
        Err(error) => errors.push(error),
    });
    (games, errors)
}

fn kinds(file: &[u8]) -> Vec<GameFileErrorKind> {
    read(file).1.into_iter().map(|error| error.kind).collect()
}

#[test]
fn games_come_back_also_from_concatenated_files() {
    let games = random_games(200, &mut Random(3));
    let file = file_of(&games);
    assert!(file.starts_with(HEADER));
    assert_eq!(read(&file), (games.clone(), Vec::new()));
    let both = [&file[..], &file, HEADER].concat();
    assert_eq!(read(&both), ([&games[..], &games].concat(), Vec::new()));

    // Without looking at the games: their bytes and places.
    let mut reader = GameFileReader::new(&file[..]);
    for game in &games {
        assert_eq!(reader.next_bytes().unwrap().unwrap(), game.as_bytes());
        let again = GameFileReader::new(&[HEADER, &file[reader.offset() as usize..]].concat()[..]).next();
        assert_eq!(again.unwrap().as_ref(), Ok(game), "a reader can begin at any record");
    }
    assert!(reader.next_bytes().is_none());
}

#[test]
fn damage_costs_only_the_records_that_it_touches() {
    let mut random = Random(41);
    let games = random_games(50, &mut random);
    let names: HashSet<&CompactGame> = games.iter().collect();
    let file = file_of(&games);
    for _ in 0..4_000 {
        let mut damaged = file.clone();
        let at = HEADER.len() + random.below(file.len() - HEADER.len());
        // The most games that this can cost: a record, or two if it touches what is between them.
        let cost = match random.below(4) {
            0 => {
                damaged[at] ^= 1 << random.below(8);
                2
            }
            1 => {
                damaged.insert(at, random.next() as u8);
                1
            }
            2 => {
                damaged.remove(at);
                2
            }
            _ => {
                let end = (at + random.below(40)).min(damaged.len());
                let records = damaged[at..end].iter().filter(|&&byte| byte == 0).count();
                damaged.splice(at..end, (0..random.below(40)).map(|_| random.next() as u8));
                records + 2
            }
        };
        let (read, errors) = read(&damaged);
        assert!(read.iter().all(|game| names.contains(game)), "a game that was not written");
        assert!(read.len() + cost >= games.len(), "{} of {} games", read.len(), games.len());
        // Damage that leaves all games whole is possible: a zero after another.
        assert!(!errors.is_empty() || read.len() >= games.len() - 1);
        for error in errors {
            assert!(error.offset >= HEADER.len() as u64 && error.offset <= damaged.len() as u64);
            assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn a_file_that_ends_early_keeps_its_whole_records() {
    let games = random_games(8, &mut Random(8));
    let file = file_of(&games);
    let ends: Vec<usize> = (0..file.len()).filter(|&i| file[i] == 0).map(|i| i + 1).collect();
    for length in 0..file.len() {
        let (read, errors) = read(&file[..length]);
        let whole = ends.iter().filter(|&&end| end <= length).count();
        assert_eq!(read[..], games[..whole.saturating_sub(1)], "{length}");
        let expected = match length {
            0 => Some((0, GameFileErrorKind::NoHeader)),
            _ if ends.contains(&length) => None,
            _ => {
                let begin = ends.iter().rfind(|&&end| end <= length).copied().unwrap_or(0) as u64;
                Some((begin, GameFileErrorKind::Truncated { length: length as u64 - begin }))
            }
        };
        let errors: Vec<_> = errors.into_iter().map(|error| (error.offset, error.kind)).collect();
        assert_eq!(errors, Vec::from_iter(expected), "{length}");
    }
}

#[test]
fn other_files_are_refused() {
    assert_eq!(kinds(b""), [GameFileErrorKind::NoHeader]);
    assert_eq!(kinds(b"1. Ic6 Ic7 *\n"), [GameFileErrorKind::NoHeader]);
    assert_eq!(kinds(b"\x89CTLG\n\x01\0"), [GameFileErrorKind::NoHeader], "a line end was changed");
    assert_eq!(kinds(b"\x89CTLG\r\n\x02\0\0\0"), [GameFileErrorKind::Version { found: 2 }]);
    let text = "byte 0: unknown version 2 of the file format: expected 1";
    assert_eq!(read(b"\x89CTLG\r\n\x02\0").1[0].to_string(), text);
    // A hole in a file is one damaged record.
    let hole = [HEADER, &[0; 5000]].concat();
    assert_eq!(kinds(&hole), [GameFileErrorKind::Damaged { length: 5000 }]);
    // Whole bytes that are not a game.
    let mut writer = GameFileWriter::new(Vec::new()).unwrap();
    writer.write_bytes(&[0x20, 0, 0]).unwrap();
    writer.write_bytes(&[]).unwrap();
    let version = GameDecodeError::Version { found: 2 };
    let expected = [version, GameDecodeError::Truncated { length: 0 }].map(GameFileErrorKind::Game);
    assert_eq!(kinds(&writer.into_inner()), expected);
}

/// Fails after some bytes, and is interrupted now and then.
struct Failing<'a> {
    bytes: &'a [u8],
    calls: usize,
}

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.calls % 3 {
            0 => Err(io::ErrorKind::Interrupted.into()),
            _ if self.bytes.is_empty() => Err(io::Error::other("the disk is gone")),
            _ => {
                let most = buffer.len().min(7);
                self.bytes.read(&mut buffer[..most])
            }
        }
    }
}

#[test]
fn a_stream_that_fails_ends_the_reading() {
    let games = random_games(5, &mut Random(5));
    let file = file_of(&games);
    let mut reader = GameFileReader::new(Failing { bytes: &file, calls: 0 });
    for game in &games {
        assert_eq!(reader.next().unwrap().as_ref(), Ok(game));
    }
    let error = reader.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), format!("byte {}: cannot read: the disk is gone", file.len()));
    assert_eq!(reader.next(), None);
}

#[test]
fn memory_is_bounded() {
    // Half a gigabyte without an end, then one, then a game; holes of zeros, and records at the limit.
    let game = random_games(1, &mut Random(1)).remove(0);
    let record = file_of(std::slice::from_ref(&game))[HEADER.len()..].to_vec();
    let endless = |byte: u8, length: u64| io::repeat(byte).take(length);
    let limit = 3 * MAX_GAME_LENGTH;
    for byte in [0, 1, 2, 0xff] {
        let before = counting::reset_peak();
        let stream = HEADER.chain(endless(byte, 1 << 29)).chain(&[0][..]).chain(&record[..]);
        let items: Vec<_> = GameFileReader::new(stream).collect();
        assert_eq!(items.len(), 2, "{byte}");
        assert!(matches!(&items[0], Err(GameFileError { kind: GameFileErrorKind::Damaged { .. }, .. })));
        assert_eq!(items[1].as_ref(), Ok(&game));
        let peak = counting::peak() - before;
        assert!(peak < limit, "{peak} bytes for a stream of {byte}");
    }
    // Lengths of headers and numbers of turns that are far beyond the bytes.
    for hostile in
        [&[0x10, 0x40, 0, 1, 5, 0xff, 0xff, 0xff, 0xff, 0x0f][..], &[0x10, 0, 0xff, 0xff, 3, 0, 0, 0]]
    {
        let before = counting::reset_peak();
        assert!(CompactGame::from_bytes(hostile).is_err());
        let peak = counting::peak() - before;
        assert!(peak < 4096, "{peak}");
    }
}

//! Reading files of games.

use std::io::{self, BufRead, BufReader, Read};

use super::crc32::crc32;
use super::stuffing::unstuff;
use super::{CHECKSUM_LENGTH, END, MAGIC, MAX_RECORD_LENGTH, VERSION, header};
use crate::compact::game::{CompactGame, GameDecodeError};
use crate::game::Game;

/// A fault of a file of games: where, and what.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {offset}: {kind}")]
#[non_exhaustive]
pub struct GameFileError {
    /// The first byte of the record, from 0.
    pub offset: u64,
    /// What is wrong with it.
    pub kind: GameFileErrorKind,
}

/// What is wrong with a file of games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFileErrorKind {
    /// The stream failed. Nothing more is read.
    #[error("cannot read: {0}")]
    Io(String),
    /// The file does not begin with the header. Reading goes on: perhaps only the header is damaged.
    #[error("expected the header of a file of games")]
    NoHeader,
    /// A version of the file format that is not known here. Nothing more is read.
    #[error("unknown version {found} of the file format: expected {VERSION}")]
    Version {
        /// The version.
        found: u8,
    },
    /// A record that has been damaged. The next one is read all the same.
    #[error("{length} damaged bytes")]
    Damaged {
        /// How many bytes it has.
        length: u64,
    },
    /// The file ends inside a record.
    #[error("the file ends after {length} bytes of a record")]
    Truncated {
        /// How many bytes there are.
        length: u64,
    },
    /// A record that is not damaged, but is not a game.
    #[error(transparent)]
    Game(#[from] GameDecodeError),
}

/// Iterator over the games of a file, with bounded memory. A record that is damaged or not a game
/// gives an error, and the next one is read all the same.
///
/// Of each game, the part before the turns is checked here; its
/// [turns](CompactGame::turns) are checked when they are read.
///
/// ```
/// use cotulenh::{CompactGame, Game, GameFileReader, GameFileWriter};
/// let mut writer = GameFileWriter::new(Vec::new()).unwrap();
/// for _ in 0..3 {
///     writer.write(&CompactGame::of_game(&Game::new()).unwrap()).unwrap();
/// }
/// let mut file = writer.into_inner();
/// file[19] ^= 1;
/// let games: Vec<_> = GameFileReader::new(&file[..]).collect();
/// assert!(games[0].is_ok() && games[2].is_ok());
/// assert_eq!(games[1].as_ref().unwrap_err().to_string(), "byte 18: 9 damaged bytes");
/// ```
#[derive(Debug)]
pub struct GameFileReader<R> {
    reader: BufReader<R>,
    /// The next byte to be read.
    at: u64,
    /// The first byte of the record that was read last.
    offset: u64,
    /// The stuffed record, without its end.
    record: Vec<u8>,
    /// The game and its checksum.
    plain: Vec<u8>,
    is_first: bool,
    is_done: bool,
}

/// What ended a record.
enum Ended {
    /// Its end.
    Here,
    /// Its end, after too many bytes.
    TooLong,
    /// The end of the file.
    File,
}

impl<R: Read> GameFileReader<R> {
    /// Reads a file, which needs no buffer of its own.
    pub fn new(reader: R) -> GameFileReader<R> {
        GameFileReader {
            reader: BufReader::with_capacity(1 << 16, reader),
            at: 0,
            offset: 0,
            record: Vec::new(),
            plain: Vec::new(),
            is_first: true,
            is_done: false,
        }
    }

    /// The first byte of the record that was read last.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes of the next game, whose checksum is right, without looking at them; `None` at the
    /// end. For counting, skipping and copying games.
    pub fn next_bytes(&mut self) -> Option<Result<&[u8], GameFileError>> {
        match self.next_record() {
            Ok(true) => Some(Ok(&self.plain[..self.plain.len() - CHECKSUM_LENGTH])),
            Ok(false) => None,
            Err(kind) => Some(Err(GameFileError { offset: self.offset, kind })),
        }
    }

    /// The next game with its history, all its turns checked; `None` at the end.
    pub fn next_game(&mut self) -> Option<Result<Game, GameFileError>> {
        let game = self.next()?.and_then(|game| {
            game.to_game().map_err(|error| GameFileError { offset: self.offset, kind: error.into() })
        });
        Some(game)
    }

    /// Reads records until one is a game; `false` at the end of the file.
    fn next_record(&mut self) -> Result<bool, GameFileErrorKind> {
        while !self.is_done {
            self.offset = self.at;
            let ended = self.read_record().map_err(|error| {
                self.is_done = true;
                GameFileErrorKind::Io(error.to_string())
            })?;
            let length = self.at - self.offset;
            let is_first = core::mem::take(&mut self.is_first);
            let is_header = self.record.len() == MAGIC.len() + 1 && self.record.starts_with(&MAGIC);
            match ended {
                Ended::File => {
                    self.is_done = true;
                    return match length {
                        _ if is_first && (length == 0 || !header().starts_with(&self.record)) => {
                            Err(GameFileErrorKind::NoHeader)
                        }
                        0 => Ok(false),
                        _ => Err(GameFileErrorKind::Truncated { length }),
                    };
                }
                Ended::Here if is_header => match self.record[MAGIC.len()] {
                    VERSION => continue,
                    found => {
                        self.is_done = true;
                        return Err(GameFileErrorKind::Version { found });
                    }
                },
                _ if is_first => return Err(GameFileErrorKind::NoHeader),
                Ended::Here if self.unpack().is_some() => return Ok(true),
                Ended::Here | Ended::TooLong => return Err(GameFileErrorKind::Damaged { length }),
            }
        }
        Ok(false)
    }

    /// Reads up to the next end of a record. Of a record that is too long, only the beginning is
    /// kept. Several ends in a row are one: a hole in a file is one damaged record.
    fn read_record(&mut self) -> io::Result<Ended> {
        self.record.clear();
        let (mut is_long, mut is_hole) = (false, false);
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(if is_hole { Ended::Here } else { Ended::File });
            }
            if self.record.is_empty() && !is_long && (is_hole || buffer[0] == END) {
                let zeros = buffer.iter().take_while(|&&byte| byte == END).count();
                if zeros == 0 {
                    return Ok(Ended::Here);
                }
                is_hole = true;
                self.skip(zeros);
                continue;
            }
            let end = buffer.iter().position(|&byte| byte == END);
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = MAX_RECORD_LENGTH - self.record.len();
            is_long |= part.len() > room;
            self.record.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.skip(used);
            if end.is_some() {
                return Ok(if is_long { Ended::TooLong } else { Ended::Here });
            }
        }
    }

    fn skip(&mut self, count: usize) {
        self.reader.consume(count);
        self.at += count as u64;
    }

    /// Unpacks the record, if it is whole.
    fn unpack(&mut self) -> Option<()> {
        self.plain.clear();
        unstuff(&self.record, &mut self.plain)?;
        let (game, checksum) = self.plain.split_last_chunk::<CHECKSUM_LENGTH>()?;
        (crc32(game) == u32::from_le_bytes(*checksum)).then_some(())
    }
}

impl<R: Read> Iterator for GameFileReader<R> {
    type Item = Result<CompactGame, GameFileError>;

    fn next(&mut self) -> Option<Result<CompactGame, GameFileError>> {
        let game = match self.next_bytes()? {
            Ok(bytes) => CompactGame::from_bytes(bytes),
            Err(error) => return Some(Err(error)),
        };
        Some(game.map_err(|error| GameFileError { offset: self.offset, kind: error.into() }))
    }
}

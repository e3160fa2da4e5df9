//! Writing files of games.

use std::io::{self, Write};

use super::crc32::crc32;
use super::stuffing::stuff;
use super::{END, header};
use crate::compact::game::CompactGame;

/// Writes games to a file. The destination should be buffered.
///
/// ```
/// use cotulenh::{CompactGame, Game, GameFileReader, GameFileWriter};
/// let game = CompactGame::of_game(&Game::new()).unwrap();
/// let mut writer = GameFileWriter::new(Vec::new())?;
/// writer.write(&game)?;
/// writer.write(&game)?;
/// let file = writer.into_inner();
/// let games: Vec<CompactGame> = GameFileReader::new(&file[..]).map(Result::unwrap).collect();
/// assert_eq!(games, [game.clone(), game]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct GameFileWriter<W> {
    out: W,
    record: Vec<u8>,
    plain: Vec<u8>,
}

impl<W: Write> GameFileWriter<W> {
    /// Writes the header of a file. A header may also be in the middle of a file, so this is how
    /// games are appended, too.
    pub fn new(mut out: W) -> io::Result<GameFileWriter<W>> {
        out.write_all(&header())?;
        Ok(GameFileWriter { out, record: Vec::new(), plain: Vec::new() })
    }

    /// Writes a game.
    pub fn write(&mut self, game: &CompactGame) -> io::Result<()> {
        self.write_bytes(game.as_bytes())
    }

    /// Writes the bytes of a game without looking at them: those of [`CompactGame::as_bytes`] or
    /// [`GameFileReader::next_bytes`](super::GameFileReader::next_bytes).
    pub fn write_bytes(&mut self, game: &[u8]) -> io::Result<()> {
        self.plain.clear();
        self.plain.extend_from_slice(game);
        self.plain.extend(crc32(game).to_le_bytes());
        self.record.clear();
        stuff(&self.plain, &mut self.record);
        self.record.push(END);
        self.out.write_all(&self.record)
    }

    /// Flushes the destination.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// The destination.
    pub fn into_inner(self) -> W {
        self.out
    }
}

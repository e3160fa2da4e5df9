//! Files of games in few bytes: a header, then records with checksums.
//!
//! Records contain no zero byte and end with one, so damage costs only the records that it touches:
//! the next zero begins a new one. Files can be concatenated. `docs/compact.md` of the repository
//! describes the format.

mod crc32;
mod read;
mod stuffing;
mod write;

pub use read::{GameFileError, GameFileErrorKind, GameFileReader};
pub use write::GameFileWriter;

use super::game::MAX_GAME_LENGTH;

/// Does a file with this beginning contain games in few bytes? One byte is enough to tell it from
/// text; more are better.
///
/// ```
/// use cotulenh::{GameFileWriter, is_game_file};
/// let file = GameFileWriter::new(Vec::new())?.into_inner();
/// assert!(is_game_file(&file) && !is_game_file(b"1. Ic6 *"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_game_file(beginning: &[u8]) -> bool {
    let length = beginning.len().min(MAGIC.len());
    length > 0 && beginning[..length] == MAGIC[..length]
}

/// What a file begins with, before the version. The first byte is not ASCII and the last two are a
/// line end, so that programs that take the file for text are noticed.
const MAGIC: [u8; 7] = *b"\x89CTLG\r\n";

/// The version of the file format. That of the games is in each game.
const VERSION: u8 = 1;

/// Ends the header and every record.
const END: u8 = 0;

/// The bytes of the checksum behind a game.
const CHECKSUM_LENGTH: usize = size_of::<u32>();

/// The longest record, stuffed, without its end.
const MAX_RECORD_LENGTH: usize = {
    let length = MAX_GAME_LENGTH + CHECKSUM_LENGTH;
    length + length / 254 + 1
};

/// The header with its end.
fn header() -> [u8; MAGIC.len() + 2] {
    let mut header = [END; MAGIC.len() + 2];
    header[..MAGIC.len()].copy_from_slice(&MAGIC);
    header[MAGIC.len()] = VERSION;
    header
}

//! The key of a position in an explorer file.

use cotulenh::Position;
use sha2::{Digest, Sha256};

/// What the rules see of a position at the beginning of a turn: placement with heroic flags, side
/// to move and rule options. The clocks and an open deploy do not count.
///
/// The key is the form of `docs/compact.md` without the clocks at its end. So different positions
/// have different keys, and a key with two zero bytes behind it is a position.
///
/// ```
/// use cotulenh::Position;
/// use cotulenh_games::position_key;
/// let mut bytes = position_key(&Position::start());
/// assert_eq!(bytes.len(), 42);
/// bytes.extend([0, 0]);
/// assert_eq!(Position::from_bytes(&bytes), Ok(Position::start()));
/// ```
pub fn position_key(position: &Position) -> Vec<u8> {
    let mut start = *position;
    // Without an open deploy the turn has just begun.
    let _ = start.cancel_session();
    let mut bytes = start.to_bytes();
    let clocks = number_length(start.halfmoves()) + number_length(start.move_number().saturating_sub(1));
    bytes.truncate(bytes.len().saturating_sub(clocks));
    bytes
}

/// A short name of a key: the first eight bytes of its SHA-256, the highest first.
pub fn key_hash(key: &[u8]) -> i64 {
    let hash = Sha256::digest(key);
    hash.iter().take(8).fold(0, |number, &byte| number << 8 | i64::from(byte))
}

/// How many bytes a number takes, seven bits in each.
fn number_length(number: u32) -> usize {
    let bits = u32::BITS - number.leading_zeros();
    bits.div_ceil(7).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use cotulenh::{DecodeError, Game, RuleOptions, Strictness};

    /// The position with this key, its clocks at their beginning.
    fn position_of_key(key: &[u8]) -> Result<Position, DecodeError> {
        Position::from_bytes(&[key, &[0, 0]].concat())
    }

    #[test]
    fn a_key_is_a_position_without_clocks() {
        let fen = |clocks: &str| format!("6c4/11/11/11/11/11/11/3(+FTI)7/11/11/11/4C6 r - - {clocks}");
        let first: Position = fen("0 1").parse().unwrap();
        let clocks =
            ["0 1", "1 128", "127 129", "128 2", "16383 16384", "16384 16385", "4294967295 4294967295"];
        for clocks in clocks {
            let position: Position = fen(clocks).parse().unwrap();
            let key = position_key(&position);
            assert_eq!(position_of_key(&key), Ok(first), "{clocks}");
        }
        let other = first.with_options(RuleOptions::default().with_skip_last_guard_promotion(true));
        assert_ne!(position_key(&other), position_key(&first));
        assert_eq!(position_of_key(&position_key(&other)), Ok(other));
    }

    /// The numbers are in files.
    #[test]
    fn hashes_do_not_change() {
        assert_eq!(key_hash(b""), 0xe3b0_c442_98fc_1c14_u64 as i64);
        assert_eq!(key_hash(b"abc"), 0xba78_16bf_8f01_cfea_u64 as i64);
    }

    #[test]
    fn an_open_deploy_has_the_key_of_its_beginning() {
        let before: Position = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 3 9".parse().unwrap();
        let mut open = before;
        let step = open.parse_move("T>d7").unwrap();
        open.play(step).unwrap();
        assert!(open.session().is_some());
        assert_eq!(position_key(&open), position_key(&before));
    }

    #[test]
    fn transpositions_have_one_key() {
        let after = |texts: [&str; 4]| {
            let mut game = Game::new();
            texts.iter().for_each(|text| game.play_text(text, Strictness::Strict).unwrap());
            position_key(game.position())
        };
        assert_eq!(after(["Ic6", "Ic7", "Mg6", "Mg7"]), after(["Mg6", "Mg7", "Ic6", "Ic7"]));
        assert_ne!(after(["Ic6", "Ic7", "Mg6", "Mg7"]), after(["Ic6", "Ic7", "Mg6", "Ik7"]));
    }
}

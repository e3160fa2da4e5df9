//! Explains a text that is not a legal move: which move was probably meant, and why it is refused.

use cotulenh::{Game, Move, Position, Refusal, Square, Unit};

/// The most suggestions.
const MAX_SUGGESTIONS: usize = 8;

/// Legal moves similar to the text: the same apart from case, or the same destination with a missing
/// piece, origin or separator.
pub fn suggestions(position: &Position, text: &str) -> Vec<String> {
    let meant = Meant::parse(text);
    let fits = |mv: Move, san: &str| {
        san.eq_ignore_ascii_case(text)
            || meant.as_ref().is_some_and(|meant| meant.to == mv.to() && meant.could_be(mv.unit()))
    };
    let sans = position.legal_sans().into_iter();
    sans.filter(|(mv, san)| fits(*mv, san)).map(|(_, san)| san).take(MAX_SUGGESTIONS).collect()
}

/// Why the move that a text seems to mean is refused; `None` if it does not look like a move, or if
/// a piece can go there.
pub fn refusal(game: &Game, text: &str) -> Option<Refusal> {
    let position = game.position();
    let meant = Meant::parse(text)?;
    let mut origins: Vec<Square> = match position.session() {
        Some(session) => vec![session.square()],
        None => {
            let own = position.board().iter().filter(|(_, unit)| unit.color() == position.turn());
            own.filter(|(_, unit)| meant.could_be(*unit)).map(|(square, _)| square).collect()
        }
    };
    match &meant.origin {
        // A point that is written out is meant, whatever stands on it.
        WrittenOrigin::Point(point) => origins = vec![*point],
        WrittenOrigin::File(file) => origins.retain(|square| square.file_letter() == *file),
        WrittenOrigin::Rank(rank) => origins.retain(|square| square.rank() == *rank),
        WrittenOrigin::Any => {}
    }
    // The nearest piece is the most likely one.
    origins.sort_by_key(|from| from.distance(meant.to));
    let refusals = origins.iter().map(|&from| game.refusal(from, meant.to, meant.unit));
    refusals.collect::<Option<Vec<_>>>()?.into_iter().next()
}

/// A move as it was written: `T10xf11`, `(FTI)d5d6`, `I>e5`, `e2e6`.
struct Meant {
    unit: Option<Unit>,
    origin: WrittenOrigin,
    to: Square,
}

enum WrittenOrigin {
    Any,
    File(char),
    Rank(u8),
    Point(Square),
}

impl Meant {
    fn parse(text: &str) -> Option<Meant> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let points = text.find(|c: char| !matches!(c, '(' | ')' | '+' | 'A'..='Z'))?;
        let (pieces, points) = text.split_at(points);
        // Letters of move texts are capitals for both sides: only the roles count.
        let unit = if matches!(pieces, "" | "+") { None } else { Some(pieces.parse().ok()?) };
        let to = points.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
        let (origin, to) = points.split_at(to);
        let origin = match origin.trim_end_matches(['>', '<', 'x', '_', '@', '&', '-', '+']) {
            "" => WrittenOrigin::Any,
            origin => match (origin.parse(), origin.parse(), origin.as_bytes()) {
                (Ok(point), ..) => WrittenOrigin::Point(point),
                (_, Ok(rank), _) => WrittenOrigin::Rank(rank),
                (_, _, &[file]) => WrittenOrigin::File(char::from(file)),
                _ => return None,
            },
        };
        Some(Meant { unit, origin, to: to.parse().ok()? })
    }

    /// Does the unit on a point have the pieces that were written?
    fn could_be(&self, standing: Unit) -> bool {
        self.unit.is_none_or(|unit| unit.pieces().all(|piece| standing.has(piece.role)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_refused(fen: &str, text: &str, code: &str) {
        let game = Game::from(Position::from_fen(fen).unwrap());
        assert_eq!(refusal(&game, text).map(|refusal| refusal.code()), Some(code), "{text}");
    }

    #[test]
    fn san_lan_and_coordinates_are_explained() {
        let start = Position::START_FEN;
        for text in ["Tf8", "Tf4f8", "f4f8", "Tff8", "f4-f8!", "f4+f8", "+f4<f8+"] {
            assert_refused(start, text, "OUT_OF_RANGE");
        }
        assert_refused(start, "Td6", "WRONG_DIRECTION");
        assert_refused(start, "g12g11", "NOT_YOUR_PIECE");
        assert_refused(start, "g6g7", "EMPTY_POINT");
        assert_refused(start, "Nbd2", "TERRAIN");
        assert_refused(start, "Hf3", "HEADQUARTER_FIXED");
    }

    #[test]
    fn steps_of_a_deploy_are_explained() {
        let open = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...";
        assert_refused(open, "T>d6", "NOT_REMAINING");
        assert_refused(open, "I>d9", "OUT_OF_RANGE");
        assert_refused(open, "Ce1e2", "SESSION_OPEN");
    }

    #[test]
    fn what_was_almost_right_is_suggested() {
        let position = Position::start();
        assert_eq!(suggestions(&position, "fee6"), ["Fee6"]);
        assert_eq!(suggestions(&position, "Txf6"), ["Tf6"]);
        assert_eq!(suggestions(&position, "Fe6"), ["Fee6", "Fie6"]);
        assert_eq!(refusal(&Game::new(), "Fe6"), None);
        assert_eq!(suggestions(&position, "Tf9"), [""; 0]);
    }

    #[test]
    fn nonsense_is_not_explained() {
        let game = Game::new();
        for text in ["", "x", "hello", "Zz9", "T", "Ta", "T99", "((", "Ta13", "ế2e4", "d5:I:T>d7", "(C"] {
            assert_eq!(refusal(&game, text), None, "{text}");
        }
        assert_eq!(refusal(&game, "Tf6"), None, "legal moves have no refusal");
    }
}

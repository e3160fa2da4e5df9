//! SAN of moves, and the texts of whole turns (RULES 11.3–11.5). The LAN of a move is its `Display`.

use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveList};
use crate::position::{Position, Session};
use crate::role::Role;
use crate::square::Square;

impl Position {
    /// The SAN of a legal move (RULES 11.2, 11.3).
    ///
    /// ```
    /// use cotulenh::Position;
    /// let position = Position::start();
    /// let mv = position.parse_move("Fe2e6").unwrap();
    /// assert_eq!(position.san(mv), "Fee6"); // the other Air Force reaches e6 too
    /// ```
    pub fn san(&self, mv: Move) -> String {
        SanWriter::new(self.legal_moves()).san(mv)
    }

    /// All legal moves with their SANs, in the order of RULES 11.6.
    pub fn legal_sans(&self) -> Vec<(Move, String)> {
        let writer = SanWriter::new(self.legal_moves());
        writer.moves.iter().map(|&mv| (mv, writer.san(mv))).collect()
    }

    /// The SAN, LAN and flags of the turn so far while a deploy session is open (RULES 11.4, 11.5).
    pub fn deploy_turn_text(&self) -> Option<TurnText> {
        self.session().map(|session| TurnText::of_deploy(self, session))
    }

    /// All pseudo-legal moves with texts that tell them apart.
    pub fn pseudo_legal_sans(&self) -> Vec<(Move, String)> {
        let writer = SanWriter::new(self.pseudo_legal_moves());
        writer.moves.iter().map(|&mv| (mv, writer.san(mv))).collect()
    }

    /// The seventh field of the FEN while a session is open (RULES 11.1).
    pub fn deploy_suffix(&self) -> Option<String> {
        let mut text = self.deploy_turn_text()?.lan;
        if self.session_remaining().is_some() {
            text.push_str("...");
        }
        Some(text)
    }
}

/// Writes SANs that must be told apart from those of other legal moves.
pub(crate) struct SanWriter {
    moves: MoveList,
    /// For every top role and destination: the points its moves come from. Sorted for look-up.
    origins: Vec<(Role, Square, Bitboard)>,
}

impl SanWriter {
    pub(crate) fn new(moves: MoveList) -> SanWriter {
        let mut keys: Vec<(Role, Square, Square)> =
            moves.iter().map(|mv| (mv.unit().top_role(), mv.to(), mv.from())).collect();
        keys.sort_unstable();
        let mut origins: Vec<(Role, Square, Bitboard)> = Vec::with_capacity(keys.len());
        for (role, to, from) in keys {
            match origins.last_mut() {
                Some(last) if (last.0, last.1) == (role, to) => last.2.set(from),
                _ => origins.push((role, to, from.into())),
            }
        }
        SanWriter { moves, origins }
    }

    /// The moves it was made from.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(crate) fn san(&self, mv: Move) -> String {
        mv.text_with_origin(&self.disambiguator(mv)).to_string()
    }

    /// RULES 11.3.
    fn disambiguator(&self, mv: Move) -> String {
        let key = (mv.unit().top_role(), mv.to());
        let from = mv.from();
        let rivals = match self.origins.binary_search_by_key(&key, |&(role, to, _)| (role, to)) {
            Ok(at) => self.origins[at].2.without(from),
            Err(_) => Bitboard::EMPTY,
        };
        if rivals.is_empty() {
            String::new()
        } else if rivals.is_disjoint(Bitboard::file(from.file())) {
            from.file_letter().to_string()
        } else if rivals.is_disjoint(Bitboard::rank(from.rank())) {
            from.rank().to_string()
        } else {
            from.to_string()
        }
    }
}

/// The texts of one turn: a single move, or a whole deploy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnText {
    /// RULES 11.3; for a deploy 11.4.
    pub san: String,
    /// RULES 11.2; for a deploy 11.4.
    pub lan: String,
    /// RULES 11.5.
    pub flags: String,
}

impl TurnText {
    /// Of a single move, in the position before it.
    pub fn of_move(before: &Position, mv: Move) -> TurnText {
        TurnText { san: before.san(mv), lan: mv.to_string(), flags: mv.flags() }
    }

    fn of_deploy(position: &Position, session: &Session) -> TurnText {
        let steps: Vec<String> = session
            .steps()
            .iter()
            .map(|step| step.to_move(session.square()).step_text().to_string())
            .collect();
        let steps = steps.join(",");
        let stay = position.session_remaining().map(|unit| unit.move_text().to_string());
        let stay = stay.unwrap_or_default();
        let mut flags = String::from("d");
        for step in session.steps() {
            let letter = step.kind.letter();
            if !flags.contains(letter) {
                flags.push(letter);
            }
        }
        TurnText {
            san: if stay.is_empty() { steps.clone() } else { format!("{stay}<{steps}") },
            lan: format!("{}:{stay}:{steps}", session.square()),
            flags,
        }
    }
}

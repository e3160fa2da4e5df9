//! SAN of moves, and the texts of whole turns (RULES 11.3–11.5). The LAN of a move is its
//! `Display`.

use smallvec::SmallVec;

use crate::move_list::MoveList;
use crate::moves::{Move, Origin};
use crate::position::{Position, Session};
use crate::square::{INDEX_SPACE, Square};

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
        let mut san = String::new();
        push_san(mv, &self.legal_moves_to(mv.unit().top_role(), mv.to()), &mut san);
        san
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

    /// The seventh field of the FEN while a session is open (RULES 11.1).
    pub fn deploy_suffix(&self) -> Option<String> {
        let mut text = self.deploy_turn_text()?.lan;
        if self.session_remaining().is_some() {
            text.push_str("...");
        }
        Some(text)
    }
}

/// Writes the SANs of a list of moves, each told apart from the others (RULES 11.3).
///
/// ```
/// use cotulenh::{Position, SanWriter};
/// let writer = SanWriter::new(Position::start().legal_moves());
/// let mut text = String::new();
/// for &mv in &writer.moves()[..3] {
///     writer.push_san(mv, &mut text);
///     text.push(' ');
/// }
/// assert_eq!(text, "Ic6 I&c4 Ed6 ");
/// ```
pub struct SanWriter {
    moves: MoveList,
    /// The moves by destination, as chains: the last move to each point, and for each move the one
    /// before it.
    last_to: [u16; INDEX_SPACE],
    before: SmallVec<[u16; 512]>,
}

/// The end of a chain.
const NOTHING: u16 = u16::MAX;

impl SanWriter {
    /// For these moves: all legal ones of a position.
    pub fn new(moves: MoveList) -> SanWriter {
        let mut last_to = [NOTHING; INDEX_SPACE];
        let chain = |(i, mv): (usize, &Move)| core::mem::replace(&mut last_to[mv.to().index()], i as u16);
        let before = moves.iter().enumerate().map(chain).collect();
        SanWriter { moves, last_to, before }
    }

    /// The moves it was made from.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The SAN of one of the moves.
    pub fn san(&self, mv: Move) -> String {
        let mut san = String::new();
        self.push_san(mv, &mut san);
        san
    }

    /// Appends the SAN of one of the moves to a text.
    pub fn push_san(&self, mv: Move, text: &mut String) {
        push_san(mv, self.moves_to(mv.to()), text);
    }

    /// The moves to the same point.
    fn moves_to(&self, to: Square) -> impl Iterator<Item = &Move> {
        let mut at = self.last_to[to.index()];
        core::iter::from_fn(move || {
            let mv = self.moves.get(at as usize)?;
            at = self.before[at as usize];
            Some(mv)
        })
    }
}

/// Appends the SAN of a move to a text. `others` are the legal moves to the same point, at least
/// those with the same role.
pub(crate) fn push_san<'a>(mv: Move, others: impl IntoIterator<Item = &'a Move>, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = mv.write(disambiguator(mv, others), text);
}

/// RULES 11.3.
fn disambiguator<'a>(mv: Move, others: impl IntoIterator<Item = &'a Move>) -> Origin {
    let (mut rival, mut same_file, mut same_rank) = (false, false, false);
    for other in others {
        if other.from() != mv.from() && other.unit().top_role() == mv.unit().top_role() {
            rival = true;
            same_file |= other.from().file() == mv.from().file();
            same_rank |= other.from().rank() == mv.from().rank();
        }
    }
    match (rival, same_file, same_rank) {
        (false, ..) => Origin::None,
        (_, false, _) => Origin::File,
        (_, _, false) => Origin::Rank,
        _ => Origin::Point,
    }
}

/// The texts of one turn: a single move, or a whole deploy.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TurnText {
    /// RULES 11.3; for a deploy 11.4.
    pub san: String,
    /// RULES 11.2; for a deploy 11.4.
    pub lan: String,
    /// RULES 11.5.
    pub flags: String,
}

impl Move {
    /// Its SAN without disambiguator, as in the text of a deploy turn (RULES 11.4).
    pub fn step_san(self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(Origin::None, &mut text);
        text
    }
}

impl TurnText {
    /// Of a single move, in the position before it.
    pub fn of_move(before: &Position, mv: Move) -> TurnText {
        TurnText { san: before.san(mv), lan: mv.to_string(), flags: mv.flags() }
    }

    fn of_deploy(position: &Position, session: &Session) -> TurnText {
        let steps = session.steps().iter().map(|step| step.to_move(session.square()).step_san());
        let steps = steps.collect::<Vec<_>>().join(",");
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

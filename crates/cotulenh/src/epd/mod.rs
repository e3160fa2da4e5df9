//! EPD: positions with operations, for test suites.
//!
//! A line has the first four fields of a FEN, then operations: `bm Ic6; id "first";`. The clocks are
//! the operations `hmvc` and `fmvn`, and an open deploy is the operation `deploy`. `docs/notation.md`
//! of the repository describes all of it.

mod error;
mod operation;
mod read;
mod token;

pub use error::{EpdError, EpdErrorKind};
pub use operation::{EpdOperand, EpdOperation, EpdTurn};
pub use read::{EpdLine, EpdReader, read_epd};

use core::fmt;
use core::str::FromStr;

use crate::fault::FaultLocation;
use crate::parse::Strictness;
use crate::position::Position;
use crate::rule_options::RuleOptions;
use crate::setup::InvalidSetup;
use token::{RawEpd, RawOperand, RawOperation};

/// The longest line that is read.
pub const MAX_EPD_LENGTH: usize = 8192;

/// The longest name of an operation.
const MAX_OPCODE_LENGTH: usize = 15;

/// The operations that belong to the position.
const DEPLOY: &str = "deploy";
const HALFMOVES: &str = "hmvc";
const MOVE_NUMBER: &str = "fmvn";

/// A position with operations: a line of a test suite.
///
/// [`Display`](fmt::Display) writes the canonical line: single spaces, turns in SAN, and the clocks
/// first, unless they are 0 and 1.
///
/// ```
/// use cotulenh::{Epd, Strictness};
/// let line = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 3 9  bm Td5>d7  d5:I:T>d6;dm 2 ; id \"a \\\"b\\\"\"";
/// let epd = Epd::parse(line, Strictness::Lenient)?;
/// assert_eq!(epd.number("dm"), Some(2));
/// assert_eq!(epd.turns("bm").map(|turn| turn.text()).collect::<Vec<_>>(), ["T>d7", "I<T>d6"]);
/// assert_eq!(
///     epd.to_string(),
///     r#"6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - hmvc 3; fmvn 9; bm T>d7 I<T>d6; dm 2; id "a \"b\"";"#
/// );
/// # Ok::<(), cotulenh::EpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    position: Position,
    /// Without those that belong to the position.
    operations: Vec<EpdOperation>,
}

impl From<Position> for Epd {
    /// Without operations.
    fn from(position: Position) -> Epd {
        Epd { position, operations: Vec::new() }
    }
}

impl Epd {
    /// Reads a line.
    ///
    /// Strictly, it has four fields, every operation ends with `;`, texts are in quotation marks,
    /// numbers have no superfluous characters, and turns are in SAN or LAN. Leniently, the fields may
    /// also be those of a FEN (`… r - - 0 1 bm Ic6;`, `… r - - 0 1 ;D1 116 ;D2 13460`), and turns may
    /// have the forms of RULES 14.4.
    pub fn parse(line: &str, strictness: Strictness) -> Result<Epd, EpdError> {
        Epd::parse_with(line, strictness, RuleOptions::default())
    }

    /// Reads a line, to be played by these rules.
    pub fn parse_with(line: &str, strictness: Strictness, options: RuleOptions) -> Result<Epd, EpdError> {
        if line.len() > MAX_EPD_LENGTH {
            return Err(EpdError::new(1, "", EpdErrorKind::TooLong));
        }
        let RawEpd { fields, operations } = token::split(line, strictness)?;
        for (i, operation) in operations.iter().enumerate() {
            let is_same = |other: &RawOperation| other.opcode == operation.opcode;
            if operations[..i].iter().any(is_same) {
                return Err(EpdError::new(operation.column, &operation.opcode, EpdErrorKind::Twice));
            }
        }
        let position = read_position(fields, &operations, options)?;
        let is_other =
            |operation: &RawOperation| ![DEPLOY, HALFMOVES, MOVE_NUMBER].contains(&&*operation.opcode);
        let others = operations.into_iter().filter(is_other);
        let operations =
            others.map(|raw| EpdOperation::read(raw, &position, strictness)).collect::<Result<_, _>>()?;
        Ok(Epd { position, operations })
    }

    /// The position, with clocks and open deploy.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The operations in their order, without those that belong to the position.
    pub fn operations(&self) -> &[EpdOperation] {
        &self.operations
    }

    /// The operation with this name.
    pub fn operation(&self, opcode: &str) -> Option<&EpdOperation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }

    /// The turns of an operation; none if it is missing.
    pub fn turns(&self, opcode: &str) -> impl Iterator<Item = &EpdTurn> {
        self.operation(opcode).into_iter().flat_map(EpdOperation::turns)
    }

    /// The number of an operation.
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.operation(opcode)?.number()
    }

    /// The text of an operation.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.text()
    }

    /// Sets an operation with turns, in SAN or LAN.
    ///
    /// ```
    /// use cotulenh::{Epd, Position};
    /// let mut epd = Epd::from(Position::start());
    /// epd.set_turns("bm", &["Ic5c6", "Mg6"])?;
    /// epd.set_text("id", "start")?;
    /// epd.set_number("acd", 12)?;
    /// assert!(epd.to_string().ends_with(" r - - bm Ic6 Mg6; id \"start\"; acd 12;"));
    /// assert!(epd.set_turns("am", &["Ic7"]).is_err());
    /// # Ok::<(), cotulenh::EpdError>(())
    /// ```
    pub fn set_turns(&mut self, opcode: &str, turns: &[impl AsRef<str>]) -> Result<(), EpdError> {
        self.set(opcode, turns.iter().map(|turn| (turn.as_ref().to_owned(), false)))
    }

    /// Sets an operation with a number.
    pub fn set_number(&mut self, opcode: &str, number: i64) -> Result<(), EpdError> {
        self.set(opcode, [(number.to_string(), false)])
    }

    /// Sets an operation with a text.
    pub fn set_text(&mut self, opcode: &str, text: &str) -> Result<(), EpdError> {
        if text.contains(char::is_control) {
            return Err(EpdError::new(1, text, EpdErrorKind::ControlCharacter));
        }
        self.set(opcode, [(text.to_owned(), true)])
    }

    /// Sets an operation, in the place of an earlier one. The operations of the position cannot be
    /// set: they follow from it.
    fn set(
        &mut self,
        opcode: &str,
        operands: impl IntoIterator<Item = (String, bool)>,
    ) -> Result<(), EpdError> {
        if !token::is_opcode(opcode) || [DEPLOY, HALFMOVES, MOVE_NUMBER].contains(&opcode) {
            return Err(EpdError::new(1, opcode, EpdErrorKind::Opcode));
        }
        let operands = operands.into_iter().map(|(text, quoted)| RawOperand { column: 1, text, quoted });
        let raw = RawOperation { column: 1, opcode: opcode.into(), operands: operands.collect() };
        let operation = EpdOperation::read(raw, &self.position, Strictness::Strict)?;
        match self.operations.iter_mut().find(|known| known.opcode() == opcode) {
            Some(known) => *known = operation,
            None => self.operations.push(operation),
        }
        Ok(())
    }

    /// Removes an operation. Tells whether there was one.
    pub fn remove(&mut self, opcode: &str) -> bool {
        let count = self.operations.len();
        self.operations.retain(|operation| operation.opcode() != opcode);
        self.operations.len() < count
    }
}

/// The position of the fields and of the operations that belong to it.
fn read_position<'a>(
    mut fields: Vec<(usize, &'a str)>,
    operations: &'a [RawOperation],
    options: RuleOptions,
) -> Result<Position, EpdError> {
    // A FEN has its clocks and its deploy behind the four fields.
    for (place, opcode, default) in
        [(4, HALFMOVES, Some("0")), (5, MOVE_NUMBER, Some("1")), (6, DEPLOY, None)]
    {
        let raw = operations.iter().find(|operation| operation.opcode == opcode);
        match (raw, fields.get(place)) {
            (Some(raw), Some(_)) => return Err(EpdError::new(raw.column, opcode, EpdErrorKind::Twice)),
            (Some(RawOperation { operands, column, .. }), None) => match &operands[..] {
                [RawOperand { column, text, quoted: false }] => fields.push((*column, text)),
                _ => {
                    let expected = if place == 6 { "an open deploy" } else { "a number" };
                    let kind = EpdErrorKind::Operands { opcode: opcode.into(), expected };
                    return Err(EpdError::new(*column, opcode, kind));
                }
            },
            (None, None) => fields.extend(default.map(|default| (1, default))),
            (None, Some(_)) => {}
        }
    }
    let texts: Vec<&str> = fields.iter().map(|(_, text)| *text).collect();
    Position::from_fen_with(&texts.join(" "), options).map_err(|invalid| {
        let (column, token) = place_of(&invalid, &fields);
        EpdError::new(column, token, EpdErrorKind::Position(invalid))
    })
}

/// Where the first fault of a position is in its line, and the field that has it.
fn place_of<'a>(invalid: &InvalidSetup, fields: &[(usize, &'a str)]) -> (usize, &'a str) {
    let (placement, text) = fields[0];
    let rank_begin = |rank: u8| {
        let before = text.split('/').take(12usize.saturating_sub(rank.into()));
        placement + before.map(|rank| rank.chars().count() + 1).sum::<usize>()
    };
    match invalid.first().and_then(|fault| fault.location) {
        Some(FaultLocation::Field(field)) => {
            fields.get(usize::from(field).saturating_sub(1)).copied().unwrap_or(fields[0])
        }
        Some(FaultLocation::Text { rank, column }) => (rank_begin(rank) + column, text),
        Some(FaultLocation::Rank(rank)) => (rank_begin(rank), text),
        Some(FaultLocation::Square(square)) => (rank_begin(square.rank()), text),
        None => fields[0],
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let mut fields = fen.split(' ');
        // The four fields of an EPD; the clocks are taken from the position.
        let board: Vec<&str> = fields.by_ref().take(4).collect();
        f.write_str(&board.join(" "))?;
        if let Some(deploy) = fields.nth(2) {
            write!(f, " {DEPLOY} {deploy};")?;
        }
        if self.position.halfmoves() != 0 {
            write!(f, " {HALFMOVES} {};", self.position.halfmoves())?;
        }
        if self.position.move_number() != 1 {
            write!(f, " {MOVE_NUMBER} {};", self.position.move_number())?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads a line leniently.
    fn from_str(line: &str) -> Result<Epd, EpdError> {
        Epd::parse(line, Strictness::Lenient)
    }
}

//! The operations of an EPD line, understood.

use core::fmt;

use super::error::{EpdError, EpdErrorKind};
use super::token::{RawOperand, RawOperation};
use crate::action::Action;
use crate::parse::{DeployTurn, ParseMoveError, Strictness, Turn};
use crate::pgn::deploy_turn_in_pgn;
use crate::position::Position;

/// An operation: its name and its operands.
///
/// [`Display`](fmt::Display) writes it with its `;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdOperation {
    opcode: String,
    operands: Vec<EpdOperand>,
}

/// An operand of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdOperand {
    /// A turn, or a part of one.
    Turn(EpdTurn),
    /// A number.
    Number(i64),
    /// A text in quotation marks.
    Text(String),
    /// Another word of an operation that is not known here.
    Word(String),
}

/// A turn in an operation: a move, a whole deploy, or one action of a deploy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdTurn {
    what: EpdPlay,
    /// The text that reads back to it.
    text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum EpdPlay {
    Action(Action),
    Deploy(Box<DeployTurn>),
}

impl EpdTurn {
    fn parse(position: &Position, text: &str, strictness: Strictness) -> Result<EpdTurn, ParseMoveError> {
        if position.session().is_some()
            && let Ok(action @ Action::Commit) = position.parse_action(text)
        {
            return Ok(EpdTurn { what: EpdPlay::Action(action), text: action.to_string() });
        }
        Ok(match position.parse_turn(text, strictness)? {
            Turn::Step(mv) => EpdTurn { what: EpdPlay::Action(mv.into()), text: position.san(mv) },
            Turn::Deploy(turn) => {
                let text = deploy_turn_in_pgn(position, &turn.open);
                EpdTurn { what: EpdPlay::Deploy(turn), text }
            }
        })
    }

    /// The SAN, or the LAN of a deploy whose SAN could mean another (RULES 12.4).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The single action; `None` for a whole deploy.
    pub fn action(&self) -> Option<Action> {
        match self.what {
            EpdPlay::Action(action) => Some(action),
            EpdPlay::Deploy(_) => None,
        }
    }

    /// The position after it, if it is played in this position, which must be the one before it.
    pub fn after(&self, before: &Position) -> Position {
        match &self.what {
            EpdPlay::Action(action) => {
                let mut after = *before;
                // Unchanged if the position is another one.
                let _ = after.play_action(*action);
                after
            }
            EpdPlay::Deploy(turn) => turn.after,
        }
    }
}

/// What the operands of a known operation are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Turns from the position of the line.
    Turns,
    /// One turn.
    OneTurn,
    /// Turns one after another.
    Line,
    /// A number from 0 on.
    Count,
    /// Any number.
    Number,
    /// A text.
    Text,
    /// Not known.
    Anything,
}

impl Takes {
    fn of(opcode: &str) -> Takes {
        let numbered = |prefix: &str| {
            let digits = opcode.strip_prefix(prefix).unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        };
        match opcode {
            "am" | "bm" => Takes::Turns,
            "pm" | "sm" => Takes::OneTurn,
            "pv" => Takes::Line,
            "acd" | "acn" | "acs" | "fmvn" | "hmvc" | "rc" => Takes::Count,
            "ce" | "dm" => Takes::Number,
            "eco" | "id" | "nic" => Takes::Text,
            _ if numbered("D") => Takes::Count,
            _ if opcode.len() == 2 && (numbered("c") || numbered("v")) => Takes::Text,
            _ => Takes::Anything,
        }
    }

    fn expected(self) -> &'static str {
        match self {
            Takes::Turns | Takes::Line => "at least one turn",
            Takes::OneTurn => "one turn",
            Takes::Count => "a number from 0 on",
            Takes::Number => "a number",
            Takes::Text => "a text in quotation marks",
            Takes::Anything => "words, numbers and texts",
        }
    }
}

/// A number; leniently also with leading zeros or a plus sign.
fn number(text: &str, strictness: Strictness) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (strictness == Strictness::Lenient || number.to_string() == text).then_some(number)
}

impl EpdOperation {
    /// Understands an operation in a position.
    pub(super) fn read(
        raw: RawOperation,
        position: &Position,
        strictness: Strictness,
    ) -> Result<EpdOperation, EpdError> {
        let RawOperation { column, opcode, operands } = raw;
        let takes = Takes::of(&opcode);
        let wrong = |operand: Option<&RawOperand>| {
            let (column, text) = operand.map_or((column, opcode.as_str()), |o| (o.column, o.text.as_str()));
            let kind = EpdErrorKind::Operands { opcode: opcode.clone(), expected: takes.expected() };
            EpdError::new(column, text, kind)
        };
        let is_count_right = match takes {
            Takes::Turns | Takes::Line => !operands.is_empty(),
            Takes::Anything => true,
            _ => operands.len() == 1,
        };
        if !is_count_right {
            return Err(wrong(operands.get(1)));
        }
        let mut here = *position;
        let mut understood = Vec::with_capacity(operands.len());
        for raw in &operands {
            let number = number(&raw.text, strictness).filter(|_| !raw.quoted);
            understood.push(match takes {
                Takes::Turns | Takes::OneTurn | Takes::Line if !raw.quoted => {
                    let turn = EpdTurn::parse(&here, &raw.text, strictness)
                        .map_err(|error| EpdError::new(raw.column, &raw.text, EpdErrorKind::Turn(error)))?;
                    if takes == Takes::Line {
                        here = turn.after(&here);
                    }
                    EpdOperand::Turn(turn)
                }
                Takes::Count => {
                    EpdOperand::Number(number.filter(|&n| n >= 0).ok_or_else(|| wrong(Some(raw)))?)
                }
                Takes::Number => EpdOperand::Number(number.ok_or_else(|| wrong(Some(raw)))?),
                Takes::Text if raw.quoted || strictness == Strictness::Lenient => {
                    EpdOperand::Text(raw.text.clone())
                }
                Takes::Anything if raw.quoted => EpdOperand::Text(raw.text.clone()),
                Takes::Anything => match number.filter(|number| number.to_string() == raw.text) {
                    Some(number) => EpdOperand::Number(number),
                    None => EpdOperand::Word(raw.text.clone()),
                },
                _ => return Err(wrong(Some(raw))),
            });
        }
        Ok(EpdOperation { opcode, operands: understood })
    }

    /// The name: `bm`, `id` …
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The operands, in order.
    pub fn operands(&self) -> &[EpdOperand] {
        &self.operands
    }

    /// The turns among the operands.
    pub fn turns(&self) -> impl Iterator<Item = &EpdTurn> {
        self.operands.iter().filter_map(|operand| match operand {
            EpdOperand::Turn(turn) => Some(turn),
            _ => None,
        })
    }

    /// The first operand, if it is a number.
    pub fn number(&self) -> Option<i64> {
        match self.operands.first() {
            Some(EpdOperand::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The first operand, if it is a text.
    pub fn text(&self) -> Option<&str> {
        match self.operands.first() {
            Some(EpdOperand::Text(text)) => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for EpdOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for EpdOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdOperand::Turn(turn) => f.write_str(&turn.text),
            EpdOperand::Number(number) => number.fmt(f),
            EpdOperand::Text(text) => {
                write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            EpdOperand::Word(word) => f.write_str(word),
        }
    }
}

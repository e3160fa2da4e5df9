//! From a [`Setup`], which may be anything, to a [`Position`] (RULES 13.5, 13.6).

use crate::board::Board;
use crate::color::Color;
use crate::deploy_text::DeployText;
use crate::excerpt::excerpt;
use crate::fault::{Fault, FaultLocation, FaultReason};
use crate::piece::Piece;
use crate::role::Role;
use crate::setup::{InvalidSetup, Setup};
use crate::square::Square;
use crate::terrain;
use crate::unit::Unit;

use super::Position;

impl Setup {
    /// Everything that is wrong, in the order of placement; missing Commanders come last.
    pub fn validate(&self) -> Vec<Fault> {
        self.build().1
    }

    /// The position, unless a fault prevents loading. A missing Commander does not.
    pub fn position(&self) -> Result<Position, InvalidSetup> {
        match self.build() {
            (position, faults) if faults.iter().all(|fault| !fault.prevents_loading()) => Ok(position),
            (_, faults) => Err(InvalidSetup { faults }),
        }
    }

    /// Places what can be placed and collects the faults of the rest.
    fn build(&self) -> (Position, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut board = Board::EMPTY;
        for &(square, piece) in &self.pieces {
            if let Err(fault) = place(&mut board, square, piece) {
                faults.push(fault);
            }
        }
        let mut position = Position {
            board,
            turn: self.turn,
            options: self.options,
            halfmoves: self.halfmoves,
            move_number: self.move_number,
            session: None,
        };
        if let Some(text) = &self.deploy {
            // If the board has faults, check only the syntax of the suffix.
            let restored = match faults.is_empty() {
                true => restore_session(&mut position, text),
                false => DeployText::parse_lan(text).map(drop),
            };
            faults.extend(restored.err().map(|reason| Fault::new(reason, FaultLocation::Field(7))));
        }
        if self.move_number == 0 {
            let reason = FaultReason::MoveNumber { found: "0".into() };
            faults.push(Fault::new(reason, FaultLocation::Field(6)));
        }
        for color in Color::ALL {
            let is_it = |&(_, p): &(Square, Piece)| p.color == color && p.role == Role::Commander;
            if position.board.commander(color).is_none() && !self.pieces.iter().any(is_it) {
                faults.push(Fault::new(FaultReason::MissingCommander { color }, None));
            }
        }
        (position, faults)
    }
}

/// Adds one piece to what stands on its point.
fn place(board: &mut Board, square: Square, piece: Piece) -> Result<(), Fault> {
    let at = FaultLocation::Square(square);
    let added = Unit::from(piece);
    let unit = match board.get(square) {
        None => added,
        Some(standing) => standing
            .combine(added)
            .ok_or_else(|| Fault::new(FaultReason::NoStack { piece, unit: standing }, at))?,
    };
    if !terrain::standable(unit.top_role()).contains(square) {
        return Err(Fault::new(FaultReason::Terrain { unit }, at));
    }
    if piece.role == Role::Commander && board.commander(piece.color).is_some() {
        return Err(Fault::new(FaultReason::SecondCommander { color: piece.color }, at));
    }
    board.set(square, Some(unit));
    Ok(())
}

impl From<&Position> for Setup {
    /// Everything that makes up the position, ready to be changed.
    fn from(position: &Position) -> Setup {
        let board = position.turn_start_board();
        let placed = |(square, unit): (Square, Unit)| unit.pieces().map(move |piece| (square, piece));
        Setup {
            pieces: board.iter().flat_map(placed).collect(),
            turn: position.turn,
            halfmoves: position.halfmoves,
            move_number: position.move_number,
            deploy: position.deploy_suffix(),
            options: position.options,
        }
    }
}

impl Position {
    /// This position with the session of a deploy suffix open (RULES 11.1).
    pub(crate) fn with_open_session(&self, text: &str) -> Result<Position, FaultReason> {
        let mut position = *self;
        restore_session(&mut position, text)?;
        Ok(position)
    }
}

/// Plays the steps of a deploy suffix (RULES 11.1), which stays open.
fn restore_session(position: &mut Position, text: &str) -> Result<(), FaultReason> {
    let (square, deploy) = DeployText::parse_lan(text)?;
    for step in &deploy.steps {
        let played = position.replay_step(square, step.roles, step.kind, step.to);
        played.ok_or_else(|| FaultReason::DeployStep { step: excerpt(step.text), square })?;
    }
    // The suffix must equal the one written from the restored session, except for the trailing
    // dots.
    let expected = position.deploy_suffix().unwrap_or_default();
    if text.trim_end_matches('.') != expected.trim_end_matches('.') {
        return Err(FaultReason::DeployMismatch { expected });
    }
    Ok(())
}

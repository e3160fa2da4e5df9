//! The pieces of work, without a clock.

use cotulenh::{Color, Position, Undo};

/// Counts the move tree of ordinary chess in bulk: the yardstick.
pub fn chess_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += chess_perft(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

/// How many leaves [`chess_perft`] counts from the start of chess at depth 5.
pub const CHESS_PERFT_5: u64 = 4_865_609;

/// Makes the list of legal moves.
pub fn generate(position: &Position) -> usize {
    position.legal_moves().len()
}

/// Plays every legal move and takes it back.
pub fn play_and_undo(position: &mut Position, moves: &[cotulenh::Move]) -> u64 {
    let mut hash = 0;
    for &mv in moves {
        let undo: Undo = position.play_unchecked(mv);
        hash ^= position.hash();
        position.undo(&undo);
    }
    hash
}

/// Who threatens the Commander of the side to move: is anybody there?
pub fn threats(position: &Position) -> bool {
    position.is_check()
}

/// Reads a FEN and writes it.
pub fn fen_in_and_out(fen: &str) -> usize {
    Position::from_fen(fen).map_or(0, |position| position.fen().len())
}

/// Writes the SANs of all legal moves.
pub fn sans(position: &Position) -> usize {
    position.legal_sans().len()
}

/// Both sides' Commanders in danger: used by the guard.
pub fn dangers(position: &Position) -> usize {
    Color::ALL.into_iter().filter(|&color| position.board().commander_in_danger(color)).count()
}

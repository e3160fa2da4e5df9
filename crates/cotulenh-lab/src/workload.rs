//! The pieces of work that are measured.

use cotulenh::{Color, Position, Square, Undo};

/// The yardstick: counts the move tree of chess in bulk.
pub fn chess_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += chess_perft(&child, depth - 1);
        }
        false
    });
    nodes
}

/// The number of leaves of [`chess_perft`] from the start position of chess.
pub const fn chess_leaves(depth: u32) -> u64 {
    [1, 20, 400, 8_902, 197_281, 4_865_609][depth as usize]
}

/// Generates the list of legal moves.
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

/// Is the Commander of the side to move in check?
pub fn threats(position: &Position) -> bool {
    position.is_check()
}

/// The number of units that attack a point.
pub fn attackers(position: &Position, point: Square) -> usize {
    Color::ALL.into_iter().map(|color| position.board().attackers(point, color).len()).sum()
}

/// The point with the most attackers.
pub fn busiest_point(position: &Position) -> Option<Square> {
    Square::all().max_by_key(|&point| attackers(position, point))
}

/// Reads a FEN and writes it.
pub fn fen_in_and_out(fen: &str) -> usize {
    Position::from_fen(fen).map_or(0, |position| position.fen().len())
}

/// Writes the SANs of all legal moves.
pub fn sans(position: &Position) -> usize {
    position.legal_sans().len()
}

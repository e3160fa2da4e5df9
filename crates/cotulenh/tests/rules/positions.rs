//! Small positions as lists of units, and moves as text.

use cotulenh::{Color, Move, Position};

/// The FEN of units written as in a FEN, each followed by its point: `Cj1 ck12 (T+I)e5`.
pub fn fen(side: char, units: &str) -> String {
    let mut board: [[Option<&str>; 11]; 12] = Default::default();
    for text in units.split_whitespace() {
        let at = text.rfind(|c: char| c.is_ascii_alphabetic()).unwrap();
        let file = text.as_bytes()[at] - b'a';
        let rank: usize = text[at + 1..].parse().unwrap();
        let point = &mut board[12 - rank][file as usize];
        assert!(point.replace(&text[..at]).is_none(), "two units on one point: {text}");
    }
    let mut ranks = Vec::new();
    for rank in board {
        let mut line = String::new();
        let mut empty = 0;
        for unit in rank.into_iter().chain([Some("")]) {
            match unit {
                None => empty += 1,
                Some(unit) => {
                    if empty > 0 {
                        line += &empty.to_string();
                    }
                    empty = 0;
                    line += unit;
                }
            }
        }
        ranks.push(line);
    }
    format!("{} {side} - - 0 1", ranks.join("/"))
}

/// A position with Red to move.
pub fn red(units: &str) -> Position {
    load(&fen('r', units))
}

/// A position with Blue to move.
pub fn blue(units: &str) -> Position {
    load(&fen('b', units))
}

pub fn load(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Separator and destination of each move: `e6 xe7 _b5`.
fn targets(moves: impl IntoIterator<Item = Move>) -> String {
    let target = |mv: Move| format!("{}{}", mv.kind().separator(), mv.to());
    moves.into_iter().map(target).collect::<Vec<_>>().join(" ")
}

/// Where the whole unit on a point can legally go, in order: `e6 xe7 _b5`.
pub fn reach(position: &Position, from: &str) -> String {
    targets(position.legal_moves_from(from.parse().unwrap()).into_iter().filter(|mv| !mv.is_deploy()))
}

/// The same without regard to the safety of its Commander.
pub fn pseudo_reach(position: &Position, from: &str) -> String {
    let from = from.parse().unwrap();
    targets(position.pseudo_legal_moves().into_iter().filter(|mv| mv.from() == from && !mv.is_deploy()))
}

/// The legal deploy steps of one piece, written as in moves (`T`, `+T`), of the stack on a point.
pub fn steps(position: &Position, from: &str, piece: &str) -> String {
    let moves = position.legal_moves_from(from.parse().unwrap());
    targets(moves.into_iter().filter(|mv| mv.is_deploy() && mv.unit().move_text().to_string() == piece))
}

/// All legal moves as `LAN|flags`.
pub fn moves(position: &Position) -> Vec<String> {
    position.legal_moves().iter().map(|mv| format!("{mv:?}")).collect()
}

/// The legal move with this LAN.
pub fn find(position: &Position, lan: &str) -> Option<Move> {
    position.legal_moves().into_iter().find(|mv| mv.to_string() == lan)
}

/// Is this LAN a legal move?
pub fn legal(position: &Position, lan: &str) -> bool {
    find(position, lan).is_some()
}

/// The position after some LANs; `commit` ends a deploy.
pub fn after(position: &Position, lans: &[&str]) -> Position {
    let mut position = *position;
    for &lan in lans {
        if lan == "commit" {
            position.commit().unwrap_or_else(|error| panic!("{position}: {error}"));
            continue;
        }
        let moves = moves(&position);
        let mv = find(&position, lan).unwrap_or_else(|| panic!("{position}: no {lan} in {moves:?}"));
        position.play(mv).unwrap();
    }
    position
}

/// The deploy suffix of the FEN; empty if no session is open.
pub fn suffix(position: &Position) -> String {
    position.fen().split(' ').nth(6).unwrap_or_default().into()
}

/// What stands on a point, as in a FEN; empty if nothing does.
pub fn unit(position: &Position, point: &str) -> String {
    position.board().get(point.parse().unwrap()).map(|unit| unit.to_string()).unwrap_or_default()
}

/// The pieces of `by` that threaten a point: `g4T g2A`.
pub fn attackers(position: &Position, point: &str, by: Color) -> String {
    let attackers = position.board().attackers(point.parse().unwrap(), by);
    attackers.iter().map(|(square, piece)| format!("{square}{piece}")).collect::<Vec<_>>().join(" ")
}

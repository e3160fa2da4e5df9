//! A naive reference implementation of the rules of Cờ Tư Lệnh, written straight from `RULES.md` to
//! serve as a test oracle. Comments cite its clauses.
//!
//! A plain mailbox board, no tables beyond those that RULES prints, legality by making the move on
//! a copy and looking. It shares no type with the library under test: positions and moves go in and
//! out as strings.
#![allow(dead_code)] // each test uses its own part of it

mod board;
mod rules;
mod session;

use std::collections::BTreeMap;

use board::{Board, Color, Point, Role, Stack};
use rules::Kind;
use session::{Session, separator};

/// A position, possibly with an open deploy session.
#[derive(Clone)]
pub struct NaivePosition {
    board: Board,
    turn: Color,
    half_moves: u32,
    move_number: u32,
    session: Option<Session>,
}

/// A generated move: `unit` leaves `from` as a whole, or as a deploy step.
#[derive(Clone, Copy)]
struct Move {
    unit: Stack,
    from: Point,
    to: Point,
    kind: Kind,
    deploy: bool,
    /// 9.3: it joins a group of the open session.
    recombines: bool,
}

impl Move {
    /// 11.2 and 11.5: `LAN|flags`.
    fn text(&self) -> String {
        let mut out = String::with_capacity(16);
        self.unit.write(&mut out);
        self.from.write(&mut out);
        out.push_str(separator(self.kind, self.deploy));
        self.to.write(&mut out);
        out.push('|');
        out.push_str(match (self.kind, self.deploy) {
            (Kind::Move, false) => "n",
            (Kind::Capture, false) => "c",
            (Kind::Stay, false) => "s",
            (Kind::Suicide, false) => "k",
            (Kind::Combine, false) => "b",
            (Kind::Move, true) => "nd",
            (Kind::Capture, true) => "cd",
            (Kind::Stay, true) => "sd",
            (Kind::Suicide, true) => "kd",
            (Kind::Combine, true) => "db",
        });
        out
    }
}

/// `r` is Red, anything else Blue.
fn color_of(letter: char) -> Color {
    if letter == 'r' { Color::Red } else { Color::Blue }
}

impl NaivePosition {
    /// Reads a FEN (11.1), with a deploy suffix as an optional seventh field. None if it is
    /// malformed.
    pub fn from_fen(fen: &str) -> Option<NaivePosition> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (base, suffix) = match fields.len() {
            6 => (&fields[..], None),
            7 => (&fields[..6], Some(fields[6])),
            _ => return None, // 13.1
        };
        if base[2] != "-" || base[3] != "-" {
            return None; // 13.2
        }
        let mut position = NaivePosition {
            board: Board::parse(base[0])?,
            turn: match base[1] {
                "r" => Color::Red,
                "b" => Color::Blue,
                _ => return None,
            },
            half_moves: base[4].parse().ok()?,
            move_number: board::number(base[5]).filter(|n| *n >= 1)?,
            session: None,
        };
        if let Some(suffix) = suffix {
            let (session, board) = Session::parse(suffix, &position.board)?;
            if session.stack.color != position.turn {
                return None;
            }
            position.session = Some(session);
            position.board = board;
        }
        Some(position)
    }

    fn fen_of(&self, board: &Board) -> String {
        let mut out = String::new();
        board.write(&mut out);
        let turn = if self.turn == Color::Red { 'r' } else { 'b' };
        out + &format!(" {turn} - - {} {}", self.half_moves, self.move_number)
    }

    /// The FEN; in a session that of its start with the deploy suffix (11.1).
    pub fn fen(&self) -> String {
        let Some(session) = &self.session else {
            return self.board_fen();
        };
        let mut out = self.fen_of(&session.start);
        out.push(' ');
        session.write(&self.board, &mut out);
        out
    }

    /// The FEN of the board as it is now, without a suffix.
    pub fn board_fen(&self) -> String {
        self.fen_of(&self.board)
    }

    /// Legal moves as `LAN|flags` in the order of 11.6.
    pub fn moves(&self) -> Vec<String> {
        self.legal().iter().map(Move::text).collect()
    }

    /// The same without the safety test of 6.5.
    pub fn pseudo_moves(&self) -> Vec<String> {
        self.pseudo().iter().map(Move::text).collect()
    }

    /// Plays one of `moves()`, with promotions (8) and auto-commit (9.5). False, and nothing
    /// changes, if it is not in the list.
    pub fn play(&mut self, lan_flags: &str) -> bool {
        let found = self.legal().into_iter().find(|m| m.text() == lan_flags);
        if let Some(m) = &found {
            self.play_move(m);
        }
        found.is_some()
    }

    /// Whether a deploy session is open.
    pub fn in_session(&self) -> bool {
        self.session.is_some()
    }

    /// 9.5
    pub fn can_commit(&self) -> bool {
        self.session.as_ref().is_some_and(|session| {
            session.rest_can_stand(&self.board)
                && (self.board.commander(self.turn).is_none() || !rules::in_danger(&self.board, self.turn))
        })
    }

    /// 9.5: ends the turn. False, and nothing changes, if that is not allowed.
    pub fn commit(&mut self) -> bool {
        if !self.can_commit() {
            return false;
        }
        if let Some(session) = self.session.take() {
            self.pass_turn(session.steps[0].kind);
        }
        true
    }

    /// 6.6: the Commander of the side to move is threatened or missing.
    pub fn is_check(&self) -> bool {
        self.board.commander(self.turn).is_none() || rules::is_threatened(&self.board, self.turn)
    }

    /// 6.6. In an open session: whether it can be committed, now or after further steps.
    pub fn can_complete_turn(&self) -> bool {
        if self.can_commit() {
            return true;
        }
        let legal = self.legal();
        legal.iter().any(|m| !m.deploy)
            || legal.iter().any(|m| {
                let mut next = self.clone();
                next.play_move(m);
                !next.in_session() || next.can_complete_turn()
            })
    }

    /// 6.6, 9.7
    pub fn is_checkmate(&self) -> bool {
        !self.in_session() && self.is_check() && !self.can_complete_turn()
    }

    /// 6.6, 9.7
    pub fn is_stalemate(&self) -> bool {
        !self.in_session() && !self.is_check() && !self.can_complete_turn()
    }

    /// 6.1: the pieces that threaten that side's Commander (`r` or `b`), as point and role letter
    /// (`h8a`), sorted.
    pub fn attackers(&self, commander_of: char) -> Vec<String> {
        let color = color_of(commander_of);
        let mut out = Vec::new();
        if let Some(k) = self.board.commander(color) {
            rules::for_threats(&self.board, k, color.other(), |point, role| {
                out.push(format!("{}{}", point.name(), role.letter().to_ascii_lowercase()));
            });
        }
        out.sort();
        out
    }

    /// 6.4 for that side (`r` or `b`).
    pub fn in_danger(&self, color: char) -> bool {
        rules::in_danger(&self.board, color_of(color))
    }

    /// 5.2: every covered point with the sorted points of the defenders of that side (`r` or `b`).
    pub fn air_defense(&self, color: char) -> BTreeMap<String, Vec<String>> {
        let mut out = BTreeMap::new();
        for point in Point::all() {
            let mut by = Vec::new();
            rules::for_defenders_of(&self.board, point, color_of(color), |p| by.push(p.name()));
            if !by.is_empty() {
                by.sort();
                out.insert(point.name(), by);
            }
        }
        out
    }

    /// Step-level perft (DESIGN "perft"): actions are the legal moves and, in a session, a commit
    /// if allowed.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let legal = self.legal();
        if depth == 1 {
            return legal.len() as u64 + u64::from(self.can_commit());
        }
        let mut nodes = 0;
        for m in &legal {
            let mut next = self.clone();
            next.play_move(m);
            nodes += next.perft(depth - 1);
        }
        let mut committed = self.clone();
        if committed.commit() {
            nodes += committed.perft(depth - 1);
        }
        nodes
    }

    /// All moves in the order of 11.6, without 6.5.
    fn pseudo(&self) -> Vec<Move> {
        let mut out = Vec::with_capacity(128);
        let mut reachable = Vec::with_capacity(64);
        if let Some(session) = &self.session {
            self.generate_session(session, &mut out, &mut reachable);
            return out;
        }
        for (from, stack) in self.board.stacks() {
            if stack.color != self.turn {
                continue;
            }
            if stack.carries() {
                // 9.1
                for piece in stack.pieces() {
                    let unit = Stack::single(self.turn, *piece);
                    self.generate(unit, from, true, &mut out, &mut reachable);
                }
            }
            self.generate(*stack, from, false, &mut out, &mut reachable);
        }
        out
    }

    fn generate(
        &self,
        unit: Stack,
        from: Point,
        deploy: bool,
        out: &mut Vec<Move>,
        reachable: &mut Vec<(Point, Kind)>,
    ) {
        reachable.clear();
        rules::destinations(&self.board, &unit, from, deploy, reachable);
        out.extend(reachable.iter().map(|&(to, kind)| Move {
            unit,
            from,
            to,
            kind,
            deploy,
            recombines: false,
        }));
    }

    /// 9.2, 9.3: the steps of the remaining pieces.
    fn generate_session(&self, session: &Session, out: &mut Vec<Move>, reachable: &mut Vec<(Point, Kind)>) {
        let Some(remaining) = session.remaining(&self.board) else {
            return;
        };
        // 9.3f: recombinations that take the place of no step
        let mut others = Vec::new();
        for piece in remaining.pieces() {
            let unit = Stack::single(self.turn, *piece);
            let first = out.len();
            self.generate(unit, session.square, true, out, reachable);
            for (index, step) in session.steps.iter().enumerate() {
                let to = step.to;
                if session.first_step_to(to) != Some(index)
                    || session.recombined(&self.board, &unit, to).is_none()
                {
                    continue;
                }
                let from = session.square;
                let join = Move { unit, from, to, kind: Kind::Combine, deploy: true, recombines: true };
                match out[first..].iter_mut().find(|m| m.to == to) {
                    Some(ordinary) => *ordinary = join,
                    None => others.push(join),
                }
            }
        }
        out.append(&mut others);
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = self.pseudo();
        moves.retain(|m| self.is_legal(m));
        moves
    }

    /// 6.5 and 9.4 for a generated move.
    fn is_legal(&self, m: &Move) -> bool {
        let holds_commander = self.board.at(m.from).is_some_and(|s| s.has(Role::Commander));
        if self.in_session() || (m.deploy && holds_commander) {
            return true; // 9.4
        }
        let mut board = self.board.clone();
        rules::execute(&mut board, &m.unit, m.from, m.to, m.kind);
        !rules::in_danger(&board, self.turn)
    }

    /// Plays a generated move.
    fn play_move(&mut self, m: &Move) {
        if !m.deploy {
            rules::execute(&mut self.board, &m.unit, m.from, m.to, m.kind);
            self.pass_turn(m.kind);
            return;
        }
        let open = self.session.take();
        self.session = match (open, m.recombines) {
            (Some(session), true) => {
                let joined = session.recombined(&self.board, &m.unit, m.to);
                joined.map(|(session, board)| {
                    self.board = board;
                    session
                })
            }
            (open, _) => {
                // 9.2: the first step opens the session
                let session = open.or_else(|| Session::new(&self.board, m.from));
                session.map(|mut session| {
                    let done = session.step(&mut self.board, &m.unit, m.to, m.kind);
                    assert!(done.is_some(), "a generated step can be taken");
                    session
                })
            }
        };
        // 9.5: the commit that happens by itself; `commit` does nothing where it is not allowed.
        // Without remaining pieces the list is empty too.
        if self.pseudo().is_empty() {
            self.commit();
        }
    }

    /// 10.1: ends a turn whose first step was of this kind.
    fn pass_turn(&mut self, first: Kind) {
        self.half_moves = match first {
            Kind::Capture => 0,
            _ => self.half_moves + 1,
        };
        self.move_number += u32::from(self.turn == Color::Blue);
        self.turn = self.turn.other();
    }
}

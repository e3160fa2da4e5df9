//! Points, roles, pieces, stacks and the mailbox board (RULES 1, 2, 7 and the placement part of
//! 11.1).

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    Red,
    Blue,
}

impl Color {
    /// The other side.
    pub fn other(self) -> Color {
        match self {
            Color::Red => Color::Blue,
            Color::Blue => Color::Red,
        }
    }
}

/// The kinds of pieces, in the order of the table in RULES 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Commander,
    Infantry,
    Tank,
    Militia,
    Engineer,
    Artillery,
    AntiAir,
    Missile,
    AirForce,
    Navy,
    Headquarter,
}

use Role::*;

/// Every role with its letter (RULES 2).
const LETTERS: [(Role, char); 11] = [
    (Commander, 'C'),
    (Infantry, 'I'),
    (Tank, 'T'),
    (Militia, 'M'),
    (Engineer, 'E'),
    (Artillery, 'A'),
    (AntiAir, 'G'),
    (Missile, 'S'),
    (AirForce, 'F'),
    (Navy, 'N'),
    (Headquarter, 'H'),
];

impl Role {
    /// The uppercase letter.
    pub fn letter(self) -> char {
        LETTERS[self as usize].1
    }

    /// The role of an uppercase letter.
    pub fn from_letter(letter: char) -> Option<Role> {
        LETTERS.iter().find(|(_, l)| *l == letter).map(|(r, _)| *r)
    }

    /// 2.3
    pub fn is_heavy(self) -> bool {
        matches!(self, Artillery | AntiAir | Missile)
    }

    /// Last column of the table in RULES 2.
    pub fn captures_past_pieces(self) -> bool {
        matches!(self, Artillery | Missile | AirForce | Navy)
    }
}

/// A role with its heroic flag; the colour is that of its stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub role: Role,
    pub heroic: bool,
}

impl Piece {
    /// The ranges of RULES 2: move, capture. Unlimited is 11, the longest line of the board.
    fn plain_ranges(self) -> (i8, i8) {
        match self.role {
            Commander => (11, 1),
            Infantry | Militia | Engineer | AntiAir => (1, 1),
            Tank | Missile => (2, 2),
            Artillery => (3, 3),
            AirForce | Navy => (4, 4),
            Headquarter => (0, 0),
        }
    }

    /// Move range: RULES 2 and 2.1.
    pub fn move_range(self) -> i8 {
        match self.plain_ranges().0 {
            11 => 11,
            plain => plain + i8::from(self.heroic),
        }
    }

    /// Capture range: RULES 2 and 2.1.
    pub fn capture_range(self) -> i8 {
        self.plain_ranges().1 + i8::from(self.heroic)
    }

    /// Whether it may use the four diagonals: RULES 2 and 2.1.
    pub fn uses_diagonals(self) -> bool {
        self.heroic || matches!(self.role, Militia | Artillery | Missile | AirForce | Navy)
    }

    /// 5.1: the level as an air defender, 0 for none.
    pub fn air_defense_level(self) -> i8 {
        match self.role {
            Missile => 2 + i8::from(self.heroic),
            Navy | AntiAir => 1 + i8::from(self.heroic),
            _ => 0,
        }
    }

    /// Appends `+` and the uppercase letter.
    pub fn write(self, out: &mut String) {
        if self.heroic {
            out.push('+');
        }
        out.push(self.role.letter());
    }
}

/// 1.1: file 0–10 (a–k), rank 1–12.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    pub file: i8,
    pub rank: i8,
}

/// A number in plain digits without sign or leading zero.
pub fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

/// The eight directions in generation order N E S W NW NE SE SW (RULES 3); the first four are
/// orthogonal.
pub const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, 1), (1, -1), (-1, -1)];

impl Point {
    /// The point at this offset, if it is on the board.
    pub fn offset(self, (dx, dy): (i8, i8)) -> Option<Point> {
        let (file, rank) = (self.file + dx, self.rank + dy);
        ((0..11).contains(&file) && (1..=12).contains(&rank)).then_some(Point { file, rank })
    }

    /// All points in the order of 11.6: a12…k12, a11…, … k1.
    pub fn all() -> impl Iterator<Item = Point> {
        (1..=12).rev().flat_map(|rank| (0..11).map(move |file| Point { file, rank }))
    }

    /// Reads `a1` … `k12`.
    pub fn parse(text: &str) -> Option<Point> {
        let file = text.chars().next().filter(|c| ('a'..='k').contains(c))?;
        let rank: i8 = number(&text[1..])?.try_into().ok()?;
        let file = (file as u8 - b'a') as i8;
        (1..=12).contains(&rank).then_some(Point { file, rank })
    }

    /// Appends `a1` … `k12`.
    pub fn write(self, out: &mut String) {
        out.push((b'a' + self.file as u8) as char);
        out.push_str(&self.rank.to_string());
    }

    /// `a1` … `k12`.
    pub fn name(self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// 1.2
    pub fn is_sea(self) -> bool {
        self.file <= 2 || (matches!(self.file, 3 | 4) && matches!(self.rank, 6 | 7))
    }

    /// 1.3
    pub fn is_land(self) -> bool {
        self.file >= 2
    }

    /// 1.4
    pub fn is_standable(self, top: Role) -> bool {
        if top == Navy { self.is_sea() } else { self.is_land() }
    }
}

/// One to three pieces of one colour, carrier first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    pub color: Color,
    len: u8,
    pieces: [Piece; 3],
}

/// 7.1: carrier and slots.
const LEGAL_STACKS: [(Role, &[&[Role]]); 5] = [
    (Navy, &[&[AirForce], &[Commander, Infantry, Militia, Tank]]),
    (AirForce, &[&[Tank], &[Commander, Infantry, Militia]]),
    (Tank, &[&[Commander, Infantry, Militia]]),
    (Engineer, &[&[Artillery, AntiAir, Missile]]),
    (Headquarter, &[&[Commander]]),
];

impl Stack {
    /// A lone piece.
    pub fn single(color: Color, piece: Piece) -> Stack {
        Stack { color, len: 1, pieces: [piece; 3] }
    }

    /// The pieces, carrier first.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.len as usize]
    }

    /// The carrier, or the lone piece.
    pub fn top(&self) -> Piece {
        self.pieces[0]
    }

    /// Whether it is more than a lone piece.
    pub fn carries(&self) -> bool {
        self.len > 1
    }

    /// The piece of that role.
    pub fn find(&self, role: Role) -> Option<Piece> {
        self.pieces().iter().copied().find(|p| p.role == role)
    }

    /// Whether a piece of that role is part of it.
    pub fn has(&self, role: Role) -> bool {
        self.find(role).is_some()
    }

    /// Makes the piece of that role heroic.
    pub fn promote(&mut self, role: Role) {
        for piece in &mut self.pieces[..self.len as usize] {
            piece.heroic |= piece.role == role;
        }
    }

    /// 7.1, 7.2: the union of two stacks in its only legal form, if there is one.
    pub fn union(&self, other: &Stack) -> Option<Stack> {
        let total = (self.len + other.len) as usize;
        if self.color != other.color || total > 3 {
            return None;
        }
        let find = |role| self.find(role).or(other.find(role));
        for (carrier, slots) in LEGAL_STACKS {
            let Some(top) = find(carrier) else { continue };
            let mut result = Stack::single(self.color, top);
            for slot in slots {
                if let Some(piece) = slot.iter().find_map(|role| find(*role)) {
                    result.pieces[result.len as usize] = piece;
                    result.len += 1;
                }
            }
            // A role twice, two pieces for one slot or a piece without slot is missing here.
            if result.len as usize == total {
                return Some(result);
            }
        }
        None
    }

    /// 7.3: what is left after taking out the roles of `gone`. Every part of a legal stack, in
    /// order, is itself a legal stack in its canonical order.
    pub fn without(&self, gone: &Stack) -> Option<Stack> {
        let mut rest: Option<Stack> = None;
        for piece in self.pieces().iter().filter(|p| !gone.has(p.role)) {
            match &mut rest {
                None => rest = Some(Stack::single(self.color, *piece)),
                Some(rest) => {
                    rest.pieces[rest.len as usize] = *piece;
                    rest.len += 1;
                }
            }
        }
        rest
    }

    /// 11.2: piece text: uppercase, a stack in parentheses.
    pub fn write(&self, out: &mut String) {
        if self.carries() {
            out.push('(');
        }
        self.pieces().iter().for_each(|p| p.write(out));
        if self.carries() {
            out.push(')');
        }
    }
}

/// A plain board: what stands on each point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board([[Option<Stack>; 11]; 12]);

impl Board {
    /// What stands there.
    pub fn at(&self, point: Point) -> Option<&Stack> {
        self.0[point.rank as usize - 1][point.file as usize].as_ref()
    }

    /// The cell, for writing.
    pub fn cell(&mut self, point: Point) -> &mut Option<Stack> {
        &mut self.0[point.rank as usize - 1][point.file as usize]
    }

    /// All stacks in the order of 11.6.
    pub fn stacks(&self) -> impl Iterator<Item = (Point, &Stack)> {
        Point::all().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// Where the Commander of that colour stands, carried or not.
    pub fn commander(&self, color: Color) -> Option<Point> {
        self.stacks().find(|(_, s)| s.color == color && s.has(Commander)).map(|(point, _)| point)
    }

    /// The placement field of a FEN (11.1); None if it is malformed or impossible (13.3–13.5).
    pub fn parse(text: &str) -> Option<Board> {
        let mut board = Board([[None; 11]; 12]);
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 12 {
            return None; // 13.3
        }
        for (rank, text) in (1..=12).rev().zip(ranks) {
            board.parse_rank(rank, text)?;
        }
        let fits = board.stacks().all(|(p, s)| p.is_standable(s.top().role));
        let commanders = |color| {
            let mine = board.stacks().filter(|(_, s)| s.color == color);
            mine.filter(|(_, s)| s.has(Commander)).count()
        };
        let single = commanders(Color::Red) <= 1 && commanders(Color::Blue) <= 1;
        (fits && single).then_some(board) // 13.5
    }

    fn parse_rank(&mut self, rank: i8, text: &str) -> Option<()> {
        let mut file = 0;
        let (mut inside, mut heroic) = (false, false);
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if heroic && !c.is_ascii_alphabetic() {
                return None; // 12.12
            }
            match c {
                '(' if !inside => inside = true,
                ')' if inside => {
                    inside = false;
                    self.at(Point { file, rank })?;
                    file += 1;
                }
                '+' => heroic = true,
                '0'..='9' if !inside => {
                    let mut n = c as i8 - b'0' as i8;
                    if n == 1 && chars.peek().is_some_and(char::is_ascii_digit) {
                        n = 10 + (chars.next()? as i8 - b'0' as i8);
                    }
                    file += Some(n).filter(|n| (1..=11).contains(n))?;
                }
                _ => {
                    let role = Role::from_letter(c.to_ascii_uppercase())?;
                    let color = if c.is_ascii_uppercase() { Color::Red } else { Color::Blue };
                    let one = Stack::single(color, Piece { role, heroic });
                    heroic = false;
                    let point = Some(Point { file, rank }).filter(|p| p.file < 11)?;
                    let cell = self.cell(point);
                    *cell = Some(match cell {
                        None => one,
                        Some(stack) => stack.union(&one)?,
                    });
                    file += i8::from(!inside);
                }
            }
            if file > 11 {
                return None;
            }
        }
        (file == 11 && !inside && !heroic).then_some(())
    }

    /// Appends the placement field of a FEN (11.1).
    pub fn write(&self, out: &mut String) {
        for rank in (1..=12).rev() {
            let mut empty = 0;
            for file in 0..11 {
                let Some(stack) = self.at(Point { file, rank }) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    out.push_str(&empty.to_string());
                    empty = 0;
                }
                let mut text = String::new();
                stack.write(&mut text);
                if stack.color == Color::Blue {
                    text.make_ascii_lowercase();
                }
                out.push_str(&text);
            }
            if empty > 0 {
                out.push_str(&empty.to_string());
            }
            if rank > 1 {
                out.push('/');
            }
        }
    }
}

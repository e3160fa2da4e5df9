//! FEN in and out (RULES 11.1, 13).

use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::color::Color;
use crate::excerpt::excerpt;
use crate::fault::{Fault, FaultLocation, FaultReason};
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::rule_options::RuleOptions;
use crate::setup::{InvalidSetup, Setup};
use crate::square::Square;

/// The longest FEN that is read: 132 full stacks and the longest session need less.
pub const MAX_FEN_LENGTH: usize = 2048;

impl Setup {
    /// Reads the fields of a FEN. The error has all faults of the text (RULES 13.1–13.4);
    /// [`Setup::validate`] tells whether the pieces can stand where they are.
    pub fn from_fen(fen: &str) -> Result<Setup, InvalidSetup> {
        parse(fen).map_err(|faults| InvalidSetup { faults })
    }
}

/// The faults of a FEN as RULES 13 reports them; empty for a valid one.
///
/// If the text itself is wrong, these are all faults of the text (RULES 13.1–13.4). Otherwise the
/// pieces are placed, and placing stops at the first fault (RULES 13.5). To get every fault of the
/// placement, use [`Setup::from_fen`] and [`Setup::validate`].
///
/// ```
/// use cotulenh::{Setup, check_fen};
/// let faults = check_fen("6c4/11 r - - 0 x");
/// let codes: Vec<&str> = faults.iter().map(|fault| fault.code().name()).collect();
/// assert_eq!(codes, ["FEN_INVALID_FORMAT", "FEN_INVALID_RANK_COUNT"]);
/// // Two Tanks at sea: the first stops the placement.
/// let fen = "T5c4/T10/11/11/11/11/11/11/11/11/11/6C4 r - - 0 1";
/// assert_eq!(check_fen(fen).len(), 1);
/// assert_eq!(Setup::from_fen(fen)?.validate().len(), 2);
/// # Ok::<(), cotulenh::InvalidSetup>(())
/// ```
pub fn check_fen(fen: &str) -> Vec<Fault> {
    match parse(fen) {
        Err(faults) => faults,
        Ok(setup) => {
            let mut faults = setup.validate();
            // 13.5 stops at the first failure; missing Commanders are reported only without one.
            if let Some(first) = faults.iter().position(Fault::prevents_loading) {
                faults = vec![faults.swap_remove(first)];
            }
            faults
        }
    }
}

/// RULES 13.1–13.4.
fn parse(fen: &str) -> Result<Setup, Vec<Fault>> {
    if fen.len() > MAX_FEN_LENGTH {
        return Err(vec![Fault::new(FaultReason::TooLong { length: fen.len() }, None)]);
    }
    // 13.1
    let mut fields = fields_of(fen);
    let mut field = || fields.next();
    let (Some(placement), Some(side), Some(third), Some(fourth), Some(clock), Some(number)) =
        (field(), field(), field(), field(), field(), field())
    else {
        let found = fields_of(fen).count();
        return Err(vec![Fault::new(FaultReason::FieldCount { found }, None)]);
    };

    // 13.2
    let mut faults = Vec::new();
    let mut setup = Setup::default();
    let mut wrong = |field: u8, reason| faults.push(Fault::new(reason, FaultLocation::Field(field)));
    match side {
        "r" => setup.turn = Color::Red,
        "b" => setup.turn = Color::Blue,
        _ => wrong(2, FaultReason::SideToMove { found: excerpt(side) }),
    }
    for (text, number) in [(third, 3), (fourth, 4)] {
        if text != "-" {
            wrong(number, FaultReason::UnusedField { found: excerpt(text) });
        }
    }
    match digits(clock) {
        Some(value) => setup.halfmoves = value,
        None => wrong(5, FaultReason::HalfmoveClock { found: excerpt(clock) }),
    }
    match digits(number).filter(|_| !number.starts_with('0')) {
        Some(value) => setup.move_number = value,
        None => wrong(6, FaultReason::MoveNumber { found: excerpt(number) }),
    }
    setup.deploy = fields.next().map(|first| fields.fold(first.to_owned(), |text, more| text + " " + more));

    // 13.3
    let ranks = placement.bytes().filter(|&b| b == b'/').count() + 1;
    if ranks == 12 {
        setup.pieces.reserve(40);
        for (rank, text) in (1..=12).rev().zip(placement.split('/')) {
            RankParser { rank, setup: &mut setup, faults: &mut faults }.parse(text);
        }
    } else {
        faults.push(Fault::new(FaultReason::RankCount { found: ranks }, FaultLocation::Field(1)));
    }
    if faults.is_empty() { Ok(setup) } else { Err(faults) }
}

/// The fields of a FEN (RULES 13.1).
fn fields_of(fen: &str) -> impl Iterator<Item = &str> {
    fen.split(is_white_space).filter(|field| !field.is_empty())
}

/// What `\s` of ECMAScript matches: Unicode's white space with U+FEFF and without U+0085.
pub(crate) fn is_white_space(c: char) -> bool {
    match c {
        '\u{feff}' => true,
        '\u{85}' => false,
        _ => c.is_whitespace(),
    }
}

/// A number made of digits only, if it fits.
fn digits(text: &str) -> Option<u32> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// RULES 13.4.
struct RankParser<'a> {
    rank: u8,
    setup: &'a mut Setup,
    faults: &'a mut Vec<Fault>,
}

impl RankParser<'_> {
    fn fault(&mut self, column: usize, reason: FaultReason) {
        let location = FaultLocation::Text { rank: self.rank, column };
        self.faults.push(Fault::new(reason, location));
    }

    fn parse(mut self, text: &str) {
        let mut depth = 0i32;
        // After a `)` too many, a `(` begins a stack although the depth is not positive.
        let mut inside = false;
        let mut file = 0u32;
        let mut heroic: Option<usize> = None;
        let mut chars = text.chars().enumerate().peekable();
        while let Some((column, c)) = chars.next() {
            let role = Role::from_letter(c);
            if let Some(plus) = heroic
                && role.is_none()
            {
                self.fault(plus, FaultReason::StrayPlus { found: c });
                heroic = None;
            }
            match c {
                '0'..='9' => {
                    let mut value = c as u32 - '0' as u32;
                    if c == '1'
                        && let Some((_, second)) = chars.next_if(|(_, c)| c.is_ascii_digit())
                    {
                        value = 10 + second as u32 - '0' as u32;
                    }
                    file += value;
                    if !(1..=11).contains(&value) {
                        self.fault(column, FaultReason::EmptyPoints { found: value });
                    }
                }
                '(' => {
                    if depth > 0 {
                        self.fault(column, FaultReason::NestedStack);
                    }
                    depth += 1;
                    inside = true;
                }
                ')' => {
                    depth -= 1;
                    inside = depth > 0;
                    if depth < 0 {
                        self.fault(column, FaultReason::Unopened);
                    }
                    file += 1;
                }
                '+' => heroic = Some(column),
                _ => {
                    let Some(role) = role else {
                        self.fault(column, FaultReason::UnknownPiece { found: c });
                        continue;
                    };
                    let color = if c.is_ascii_uppercase() { Color::Red } else { Color::Blue };
                    let piece = Piece::new(color, role).with_heroic(heroic.take().is_some());
                    // Off the board only in a rank that is too long, which is reported below.
                    let file_index = u8::try_from(file).unwrap_or(u8::MAX);
                    if let Some(square) = Square::new(file_index, self.rank) {
                        self.setup.pieces.push((square, piece));
                    }
                    if !inside {
                        file += 1;
                    }
                }
            }
        }
        if depth > 0 {
            let end = text.chars().count();
            self.fault(end, FaultReason::Unclosed);
        }
        if let Some(plus) = heroic {
            self.fault(plus, FaultReason::PlusAtEnd);
        }
        if file != 11 {
            let location = FaultLocation::Rank(self.rank);
            self.faults.push(Fault::new(FaultReason::RankLength { found: file }, location));
        }
    }
}

impl Position {
    /// Reads a FEN (RULES 11.1, 13), an open deploy session included.
    pub fn from_fen(fen: &str) -> Result<Position, InvalidSetup> {
        Position::from_fen_with(fen, RuleOptions::default())
    }

    /// Reads a FEN, to be played by these rules.
    pub fn from_fen_with(fen: &str, options: RuleOptions) -> Result<Position, InvalidSetup> {
        let mut setup = Setup::from_fen(fen)?;
        setup.options = options;
        setup.position()
    }

    /// The FEN; with an open session, its start FEN and the deploy suffix (RULES 11.1).
    pub fn fen(&self) -> String {
        match self.deploy_suffix() {
            None => self.board_fen(),
            Some(suffix) => {
                let mut fen = self.fen_of(&self.turn_start_board());
                fen.push(' ');
                fen.push_str(&suffix);
                fen
            }
        }
    }

    /// The FEN of the board as it stands now, without the deploy suffix.
    pub fn board_fen(&self) -> String {
        self.fen_of(self.board())
    }

    fn fen_of(&self, board: &Board) -> String {
        let mut fen = String::with_capacity(160);
        board.write_fen(&mut fen);
        fen.push(' ');
        fen.push(self.turn().letter());
        fen.push_str(" - - ");
        push_number(&mut fen, self.halfmoves());
        fen.push(' ');
        push_number(&mut fen, self.move_number());
        fen
    }
}

/// Writes a number without going through a formatter.
fn push_number(out: &mut String, number: u32) {
    let start = out.len();
    let mut rest = number;
    loop {
        out.insert(start, (b'0' + (rest % 10) as u8) as char);
        rest /= 10;
        if rest == 0 {
            return;
        }
    }
}

impl fmt::Display for Position {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl FromStr for Position {
    type Err = InvalidSetup;

    fn from_str(fen: &str) -> Result<Position, InvalidSetup> {
        Position::from_fen(fen)
    }
}

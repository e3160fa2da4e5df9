//! What stands on one point: a lone piece or a stack (RULES 7).

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::excerpt::excerpt;
use crate::piece::Piece;
use crate::role::{Role, RoleSet};

/// A lone piece or a legal stack of up to three, in 16 bits.
///
/// From the lowest bit: three slots of five bits (role + 1 in four, heroic in the fifth), carrier
/// first, then the colour. Every value of this type is a legal stack (RULES 7.1) in canonical
/// order, and any part of a legal stack is legal, so taking pieces out never fails.
///
/// ```
/// use cotulenh::{Color, Piece, Role, Unit};
/// let infantry = Unit::from(Piece::new(Color::Red, Role::Infantry));
/// let tank = Unit::from(Piece::new(Color::Red, Role::Tank));
/// // The carrier follows from the roles alone, not from who moved onto whom.
/// let stack = infantry.combine(tank).unwrap();
/// assert_eq!(stack.to_string(), "(TI)");
/// assert_eq!(stack.top_role(), Role::Tank);
/// assert!(tank.combine(tank).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unit(u16);

const SLOT_BITS: u32 = 5;
const SLOT: u16 = 0b1_1111;
const ROLE_BITS: u16 = 0b0_1111;
const HEROIC: u16 = 0b1_0000;
const BLUE: u16 = 1 << 15;
const FIRST_SLOT_HEROIC: u16 = HEROIC;

/// RULES 7.1: a carrier and, slot by slot, what may sit there.
const CARRIERS: [(Role, [RoleSet; 2]); 5] = {
    const INFANTRY_LIKE: RoleSet = Role::Commander.bit() | Role::Infantry.bit() | Role::Militia.bit();
    const HEAVY: RoleSet = Role::Artillery.bit() | Role::AntiAir.bit() | Role::Missile.bit();
    [
        (Role::Navy, [Role::AirForce.bit(), INFANTRY_LIKE | Role::Tank.bit()]),
        (Role::AirForce, [Role::Tank.bit(), INFANTRY_LIKE]),
        (Role::Tank, [INFANTRY_LIKE, 0]),
        (Role::Engineer, [HEAVY, 0]),
        (Role::Headquarter, [Role::Commander.bit(), 0]),
    ]
};

/// For every set of roles: the slots of its legal stack, or 0 where there is none.
static STACKS: [u16; 1 << Role::COUNT] = {
    let mut table = [0; 1 << Role::COUNT];
    let mut roles = 1;
    while roles < table.len() {
        if is_legal_stack(roles as RoleSet) {
            table[roles] = ordered_slots(roles as RoleSet);
        }
        roles += 1;
    }
    table
};

const fn is_legal_stack(roles: RoleSet) -> bool {
    if roles.is_power_of_two() {
        return true;
    }
    let mut i = 0;
    while i < CARRIERS.len() {
        let (carrier, [first, second]) = CARRIERS[i];
        if roles & carrier.bit() != 0 {
            // CARRIERS is in the order of Unit::STACK_ORDER, so the first one found carries the stack.
            let carried = roles & !carrier.bit();
            let (a, b) = (carried & first, carried & second);
            return a | b == carried && a.count_ones() <= 1 && b.count_ones() <= 1;
        }
        i += 1;
    }
    false
}

/// Can a stack with this carrier carry a piece of that role (RULES 7.1)?
pub(crate) const fn carries(carrier: Role, carried: Role) -> bool {
    let mut i = 0;
    while i < CARRIERS.len() {
        let (role, [first, second]) = CARRIERS[i];
        if role as u8 == carrier as u8 && (first | second) & carried.bit() != 0 {
            return true;
        }
        i += 1;
    }
    false
}

const fn ordered_slots(roles: RoleSet) -> u16 {
    let (mut slots, mut shift, mut i) = (0, 0, 0);
    while i < Unit::STACK_ORDER.len() {
        if roles & Unit::STACK_ORDER[i].bit() != 0 {
            slots |= (Unit::STACK_ORDER[i] as u16 + 1) << shift;
            shift += SLOT_BITS;
        }
        i += 1;
    }
    slots
}

/// For every role: the roles with which it forms a stack of two. Two units can only be united if
/// their tops can.
pub(crate) const PARTNERS: [RoleSet; Role::COUNT] = {
    let mut table = [0; Role::COUNT];
    let mut a = 0;
    while a < Role::COUNT {
        let mut b = 0;
        while b < Role::COUNT {
            if a != b && is_legal_stack(1 << a | 1 << b) {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

impl Unit {
    /// The order of the pieces in a stack: carriers before what they carry (RULES 7.1).
    pub const STACK_ORDER: [Role; Role::COUNT] = [
        Role::Navy,
        Role::AirForce,
        Role::Tank,
        Role::Engineer,
        Role::Headquarter,
        Role::Commander,
        Role::Infantry,
        Role::Militia,
        Role::Artillery,
        Role::AntiAir,
        Role::Missile,
    ];

    /// An empty point inside [`Board`](crate::Board); never part of the public API.
    pub(crate) const NONE: Unit = Unit(0);

    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 & !BLUE == 0
    }

    #[inline]
    pub(crate) const fn some(self) -> Option<Unit> {
        if self.is_none() { None } else { Some(self) }
    }

    /// The 16 bits, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The stack of these pieces, if they are of one colour and form a legal stack, in any order.
    pub fn from_pieces(pieces: &[Piece]) -> Option<Unit> {
        let (first, rest) = pieces.split_first()?;
        rest.iter().try_fold(Unit::from(*first), |unit, &piece| unit.combine(piece.into()))
    }

    const fn from_roles(color: Color, roles: RoleSet, heroic: RoleSet) -> Option<Unit> {
        let mut bits = STACKS[roles as usize % STACKS.len()];
        if bits == 0 {
            return None;
        }
        let mut shift = 0;
        while shift < 3 * SLOT_BITS {
            let code = bits >> shift & ROLE_BITS;
            if code != 0 && heroic >> (code - 1) & 1 != 0 {
                bits |= HEROIC << shift;
            }
            shift += SLOT_BITS;
        }
        if matches!(color, Color::Blue) {
            bits |= BLUE;
        }
        Some(Unit(bits))
    }

    /// The same pieces of the other side.
    #[must_use]
    pub const fn mirrored(self) -> Unit {
        if self.is_none() { self } else { Unit(self.0 ^ BLUE) }
    }

    /// The same pieces in red.
    pub(crate) const fn in_red(self) -> Unit {
        Unit(self.0 & !BLUE)
    }

    /// Its colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & BLUE == 0 { Color::Red } else { Color::Blue }
    }

    /// The role of the carrier or lone piece: it decides terrain, movement and air defence.
    #[inline]
    pub const fn top_role(self) -> Role {
        Role::ALL[(self.0 & ROLE_BITS) as usize - 1]
    }

    /// Is the carrier or lone piece heroic?
    #[inline]
    pub const fn top_heroic(self) -> bool {
        self.0 & FIRST_SLOT_HEROIC != 0
    }

    /// The carrier or lone piece.
    #[inline]
    pub const fn top(self) -> Piece {
        Piece { color: self.color(), role: self.top_role(), heroic: self.top_heroic() }
    }

    /// Does it carry anything?
    #[inline]
    pub const fn is_stack(self) -> bool {
        self.0 >> SLOT_BITS & ROLE_BITS != 0
    }

    /// The number of pieces, 1–3.
    #[inline]
    pub const fn len(self) -> usize {
        1 + self.is_stack() as usize + (self.0 >> (2 * SLOT_BITS) & ROLE_BITS != 0) as usize
    }

    /// Always false: a unit has at least one piece.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Its pieces, carrier first.
    #[inline]
    pub fn pieces(self) -> Pieces {
        Pieces { slots: self.0 & !BLUE, color: self.color() }
    }

    /// The set of its roles.
    #[inline]
    pub(crate) const fn roles(self) -> RoleSet {
        // Code 0 (empty slot) sets the lowest bit, which the shift drops: no branches.
        let (a, b, c) =
            (self.0 & ROLE_BITS, self.0 >> SLOT_BITS & ROLE_BITS, self.0 >> (2 * SLOT_BITS) & ROLE_BITS);
        (1 << a | 1 << b | 1 << c) >> 1
    }

    /// The set of the roles of its heroic pieces.
    #[inline]
    pub(crate) fn heroic_roles(self) -> RoleSet {
        self.pieces().filter(|p| p.heroic).map(|p| p.role.bit()).fold(0, |a, b| a | b)
    }

    /// Does it contain a piece of this role?
    #[inline]
    pub const fn has(self, role: Role) -> bool {
        self.roles() & role.bit() != 0
    }

    /// The piece of this role, if it contains one.
    pub fn get(self, role: Role) -> Option<Piece> {
        self.pieces().find(|p| p.role == role)
    }

    /// The union with another unit, if that is a legal stack (RULES 7.1, 7.2).
    #[inline]
    pub fn combine(self, other: Unit) -> Option<Unit> {
        if !self.can_combine(other) {
            return None;
        }
        let heroic = self.heroic_roles() | other.heroic_roles();
        Unit::from_roles(self.color(), self.roles() | other.roles(), heroic)
    }

    /// The role that would carry the union with another unit, if that is a legal stack.
    #[inline]
    pub(crate) fn combined_top(self, other: Unit) -> Option<Role> {
        if !self.can_combine(other) {
            return None;
        }
        let slots = STACKS[(self.roles() | other.roles()) as usize % STACKS.len()];
        Some(Role::ALL[(slots & ROLE_BITS) as usize - 1])
    }

    /// Is the union with another unit a legal stack?
    #[inline]
    pub fn can_combine(self, other: Unit) -> bool {
        let (a, b) = (self.roles(), other.roles());
        (self.0 ^ other.0) & BLUE == 0 && a & b == 0 && STACKS[(a | b) as usize % STACKS.len()] != 0
    }

    /// The pieces with these roles, in stack order (RULES 7.3); `None` if there are none.
    #[inline]
    pub(crate) fn part(self, roles: RoleSet) -> Option<Unit> {
        Unit::from_roles(self.color(), self.roles() & roles, self.heroic_roles())
    }

    /// The unit without the roles of another (RULES 7.3); `None` if no piece is left.
    #[inline]
    pub fn without(self, other: Unit) -> Option<Unit> {
        self.part(!other.roles())
    }

    /// The piece of this role alone, as a unit.
    pub fn extract(self, role: Role) -> Option<Unit> {
        self.get(role).map(Unit::from)
    }

    /// The same unit with the pieces of these roles heroic.
    pub(crate) fn promoted(self, roles: RoleSet) -> Unit {
        Unit::from_roles(self.color(), self.roles(), self.heroic_roles() | roles).unwrap_or(self)
    }

    /// The same unit with one piece's heroic flag set or cleared; unchanged if it has no such
    /// piece.
    #[must_use]
    pub fn with_heroic(self, role: Role, heroic: bool) -> Unit {
        let flags = self.heroic_roles() & !role.bit() | if heroic { role.bit() } else { 0 };
        Unit::from_roles(self.color(), self.roles(), flags).unwrap_or(self)
    }

    /// The text of moves (RULES 11.2): uppercase whatever the colour, `F`, `+T`, `(+NF)`.
    pub fn move_text(self) -> impl fmt::Display {
        UnitText { unit: self, uppercase: true }
    }
}

impl From<Piece> for Unit {
    #[inline]
    fn from(piece: Piece) -> Unit {
        let mut bits = piece.role as u16 + 1;
        if piece.heroic {
            bits |= HEROIC;
        }
        if piece.color == Color::Blue {
            bits |= BLUE;
        }
        Unit(bits)
    }
}

impl fmt::Display for Unit {
    /// As in FEN: `f`, `+T`, `(+nf)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&UnitText { unit: *self, uppercase: false }, f)
    }
}

/// A text that is not a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseUnitError {
    /// It does not have the form of a piece or stack.
    #[error("{0:?} is not a piece or stack: expected a letter such as T or +T, or a stack such as (TI)")]
    Malformed(String),
    /// Its pieces cannot form a stack (RULES 7.1).
    #[error("{0:?} is not a legal stack")]
    NoStack(String),
}

impl FromStr for Unit {
    type Err = ParseUnitError;

    /// Reads what [`Display`](fmt::Display) writes; the pieces of a stack may stand in any order.
    fn from_str(text: &str) -> Result<Unit, ParseUnitError> {
        let malformed = || ParseUnitError::Malformed(excerpt(text));
        let inner = match text.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')').ok_or_else(malformed)?,
            None => text,
        };
        let mut unit: Option<Unit> = None;
        let mut letters = inner.chars();
        while let Some(mut letter) = letters.next() {
            let heroic = letter == '+';
            if heroic {
                letter = letters.next().ok_or_else(malformed)?;
            }
            let role = Role::from_letter(letter).ok_or_else(malformed)?;
            let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Blue };
            let piece = Unit::from(Piece::new(color, role).with_heroic(heroic));
            unit = Some(match unit {
                None => piece,
                Some(unit) => unit.combine(piece).ok_or_else(|| ParseUnitError::NoStack(excerpt(text)))?,
            });
        }
        unit.filter(|unit| !unit.is_stack() || text.starts_with('(')).ok_or_else(malformed)
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("-") } else { fmt::Display::fmt(self, f) }
    }
}

struct UnitText {
    unit: Unit,
    uppercase: bool,
}

impl fmt::Display for UnitText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.unit.write(self.uppercase, f)
    }
}

impl Unit {
    /// Writes the text of FEN or, in upper case, of moves, without going through a formatter.
    pub(crate) fn write(self, uppercase: bool, out: &mut impl fmt::Write) -> fmt::Result {
        if self.is_stack() {
            out.write_char('(')?;
        }
        for piece in self.pieces() {
            if piece.heroic {
                out.write_char('+')?;
            }
            out.write_char(if uppercase { piece.role.letter() } else { piece.letter() })?;
        }
        if self.is_stack() {
            out.write_char(')')?;
        }
        Ok(())
    }
}

/// Iterator over the pieces of a [`Unit`], carrier first.
#[derive(Clone, Debug)]
pub struct Pieces {
    slots: u16,
    color: Color,
}

impl Iterator for Pieces {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        let slot = self.slots & SLOT;
        if slot == 0 {
            return None;
        }
        self.slots >>= SLOT_BITS;
        let role = Role::ALL[(slot & ROLE_BITS) as usize - 1];
        Some(Piece { color: self.color, role, heroic: slot & HEROIC != 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(text: &str) -> Option<Unit> {
        let pieces: Vec<Piece> =
            text.chars().map(|c| Piece::new(Color::Red, Role::from_letter(c).unwrap())).collect();
        Unit::from_pieces(&pieces)
    }

    #[test]
    fn rules_7_1_exactly_the_listed_stacks_are_legal() {
        // Written out from the rule, independently of the table above.
        let mut legal: Vec<String> = "CITMEAGSFNH".chars().map(String::from).collect();
        for air in ["", "F"] {
            for guest in ["", "C", "I", "M", "T"] {
                legal.push(format!("N{air}{guest}"));
            }
        }
        for tank in ["", "T"] {
            for guest in ["", "C", "I", "M"] {
                legal.push(format!("F{tank}{guest}"));
            }
        }
        legal.extend(["TC", "TI", "TM", "EA", "EG", "ES", "HC"].map(String::from));
        legal.sort();
        legal.dedup();

        let mut found = Vec::new();
        for roles in 1..1u16 << Role::COUNT {
            if let Some(unit) = Unit::from_roles(Color::Red, roles, 0) {
                let text: String = unit.pieces().map(|p| p.role.letter()).collect();
                assert_eq!(unit.roles(), roles);
                assert_eq!(unit.len(), text.len());
                found.push(text);
            }
        }
        found.sort();
        assert_eq!(found, legal);
    }

    #[test]
    fn rules_7_1_one_colour_only() {
        let red = Unit::from(Piece::new(Color::Red, Role::Tank));
        let blue = Unit::from(Piece::new(Color::Blue, Role::Infantry));
        assert_eq!(red.combine(blue), None);
    }

    #[test]
    fn rules_7_2_the_carrier_follows_from_the_roles() {
        for (pieces, text) in
            [("IT", "(TI)"), ("TFN", "(NFT)"), ("CH", "(HC)"), ("IFT", "(FTI)"), ("SE", "(ES)")]
        {
            assert_eq!(unit(pieces).unwrap().to_string(), text);
        }
        let heroic_infantry = Unit::from(Piece::new(Color::Blue, Role::Infantry).with_heroic(true));
        let tank = Unit::from(Piece::new(Color::Blue, Role::Tank));
        assert_eq!(heroic_infantry.combine(tank).unwrap().to_string(), "(t+i)");
    }

    #[test]
    fn rules_7_3_what_is_left_keeps_its_order_and_is_legal() {
        for roles in 1..1u16 << Role::COUNT {
            let Some(stack) = Unit::from_roles(Color::Blue, roles, roles & 0b1010_1010) else { continue };
            for piece in stack.pieces() {
                let rest = stack.without(piece.into());
                assert_eq!(rest.is_some(), stack.is_stack());
                if let Some(rest) = rest {
                    let expected: Vec<Piece> = stack.pieces().filter(|p| *p != piece).collect();
                    assert_eq!(rest.pieces().collect::<Vec<_>>(), expected);
                    assert_eq!(rest.combine(piece.into()), Some(stack));
                }
            }
        }
        assert_eq!(unit("NTF").unwrap().without(unit("N").unwrap()).unwrap().to_string(), "(FT)");
    }

    #[test]
    fn heroic_flags_are_set_per_piece() {
        let stack = unit("NFT").unwrap();
        assert_eq!(stack.with_heroic(Role::AirForce, true).to_string(), "(N+FT)");
        assert_eq!(stack.promoted(Role::Navy.bit() | Role::Tank.bit()).to_string(), "(+NF+T)");
        assert_eq!(stack.promoted(stack.roles()).with_heroic(Role::Navy, false).to_string(), "(N+F+T)");
        assert_eq!(stack.with_heroic(Role::Missile, true), stack);
    }

    #[test]
    fn text_reads_back() {
        for text in ["t", "+T", "(+NF)", "(n+ft)", "(H+C)"] {
            assert_eq!(text.parse::<Unit>().unwrap().to_string(), text);
        }
        assert_eq!("(IT)".parse::<Unit>().unwrap().to_string(), "(TI)");
        for text in ["", "()", "TI", "(TI", "TI)", "+", "(T+)", "x", "((T))", "++T", "é"] {
            assert!(matches!(text.parse::<Unit>(), Err(ParseUnitError::Malformed(_))), "{text}");
        }
        for text in ["(TT)", "(Ti)", "(CI)", "(NFTI)"] {
            assert!(matches!(text.parse::<Unit>(), Err(ParseUnitError::NoStack(_))), "{text}");
        }
    }

    #[test]
    fn rules_7_1_no_role_twice() {
        let tank = unit("T").unwrap();
        assert!(!tank.can_combine(tank));
        assert!(!unit("FT").unwrap().can_combine(tank));
    }
}

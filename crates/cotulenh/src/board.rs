//! The placement of units.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::role::{AIR_DEFENDERS, Role, for_all_roles};
use crate::square::{FILES, INDEX_SPACE, ROW, Square};
use crate::unit::Unit;
use crate::zobrist;

/// Which unit stands where: by point, as bitboards, and as a hash.
///
/// One private function updates all three views; nothing else writes to them.
/// A board does not check rules: any unit may stand on any point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    units: [Unit; INDEX_SPACE],
    by_top_role: [Bitboard; Role::COUNT],
    by_color: [Bitboard; 2],
    heroic_tops: Bitboard,
    stacks: Bitboard,
    commanders: [Option<Square>; 2],
    counts: [u8; 2],
    hash: u64,
}

impl core::hash::Hash for Board {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Board {
    /// No unit on any point.
    pub const EMPTY: Board = Board {
        units: [Unit::NONE; INDEX_SPACE],
        by_top_role: [Bitboard::EMPTY; Role::COUNT],
        by_color: [Bitboard::EMPTY; 2],
        heroic_tops: Bitboard::EMPTY,
        stacks: Bitboard::EMPTY,
        commanders: [None; 2],
        counts: [0; 2],
        hash: 0,
    };

    /// The unit on a point.
    #[inline]
    pub const fn get(&self, square: Square) -> Option<Unit> {
        self.units[square.index()].some()
    }

    /// The unit on a point, or [`Unit::NONE`].
    #[inline]
    pub(crate) const fn raw(&self, square: Square) -> Unit {
        self.units[square.index()]
    }

    /// Points with any unit.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.by_color[0].or(self.by_color[1])
    }

    /// Points with a unit of this colour.
    #[inline]
    pub const fn of(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// How many units this colour has.
    #[inline]
    pub const fn unit_count(&self, color: Color) -> usize {
        self.counts[color as usize] as usize
    }

    /// Points whose unit has this role on top.
    #[inline]
    pub const fn tops(&self, role: Role) -> Bitboard {
        self.by_top_role[role as usize]
    }

    /// Points with an air defender of either side on top (RULES 5.1).
    #[inline]
    pub(crate) const fn air_defender_tops(&self) -> Bitboard {
        let mut tops = Bitboard::EMPTY;
        // Spelled out role by role, so that the compiler drops the roles that do not defend.
        macro_rules! add_defenders {
            ($($role:ident)*) => {$(
                if const { AIR_DEFENDERS & Role::$role.bit() != 0 } {
                    tops = tops.or(self.tops(Role::$role));
                }
            )*};
        }
        for_all_roles!(add_defenders);
        tops
    }

    /// Points whose top piece is heroic.
    #[inline]
    pub const fn heroic_tops(&self) -> Bitboard {
        self.heroic_tops
    }

    /// Points with a stack of two or three pieces.
    #[inline]
    pub const fn stacks(&self) -> Bitboard {
        self.stacks
    }

    /// Where this side's Commander stands, alone or carried.
    #[inline]
    pub const fn commander(&self, color: Color) -> Option<Square> {
        self.commanders[color as usize]
    }

    /// Points with a unit of this colour other than the Commander alone (RULES 8.2).
    #[inline]
    pub const fn guards(&self, color: Color) -> Bitboard {
        self.of(color).minus(self.tops(Role::Commander))
    }

    /// The only guard of a colour, unless it carries something: the unit that becomes heroic by
    /// RULES 8.2, or is heroic already.
    ///
    /// ```
    /// use cotulenh::{Color, Position};
    /// let position: Position = "6c4/11/11/11/11/11/11/3I7/11/6(TI)4/11/4C6 r - - 0 1".parse().unwrap();
    /// let board = position.board();
    /// assert_eq!(board.guards(Color::Red).len(), 2);
    /// assert_eq!((board.last_guard(Color::Red), board.last_guard(Color::Blue)), (None, None));
    /// let position: Position = "6c4/11/11/11/11/11/11/3I7/11/11/11/4C6 r - - 0 1".parse().unwrap();
    /// assert_eq!(position.board().last_guard(Color::Red), "d5".parse().ok());
    /// ```
    #[inline]
    pub const fn last_guard(&self, color: Color) -> Option<Square> {
        // With three units there are two guards at least.
        if self.unit_count(color) > 2 {
            return None;
        }
        let guards = self.guards(color);
        match guards.first() {
            Some(square) if !guards.has_many() && !self.stacks.contains(square) => Some(square),
            _ => None,
        }
    }

    /// Hash of the placement, heroic flags included.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The units with their points, a12 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Unit)> + '_ {
        self.occupied().iter().map(|square| (square, self.raw(square)))
    }

    /// Puts a unit on a point, or clears it, and returns what stood there.
    ///
    /// A colour's second Commander replaces the first as [`Board::commander`]; positions never have
    /// two.
    pub fn set(&mut self, square: Square, unit: Option<Unit>) -> Option<Unit> {
        self.replace(square, unit.unwrap_or(Unit::NONE)).some()
    }

    /// The only function that changes the board.
    #[inline]
    pub(crate) fn replace(&mut self, square: Square, new: Unit) -> Unit {
        let old = core::mem::replace(&mut self.units[square.index()], new);
        if let Some(unit) = old.some() {
            self.toggle(square, unit);
            self.counts[unit.color() as usize] -= 1;
            if unit.has(Role::Commander) && self.commander(unit.color()) == Some(square) {
                self.commanders[unit.color() as usize] = None;
            }
        }
        if let Some(unit) = new.some() {
            self.toggle(square, unit);
            self.counts[unit.color() as usize] += 1;
            if unit.has(Role::Commander) {
                self.commanders[unit.color() as usize] = Some(square);
            }
        }
        old
    }

    #[inline]
    fn toggle(&mut self, square: Square, unit: Unit) {
        self.by_top_role[unit.top_role() as usize].toggle(square);
        self.by_color[unit.color() as usize].toggle(square);
        if unit.top_heroic() {
            self.heroic_tops.toggle(square);
        }
        if unit.is_stack() {
            self.stacks.toggle(square);
        }
        self.hash ^= zobrist::unit_key(square, unit);
    }

    /// Checks that all views agree; the error names the first that does not.
    pub fn check_consistency(&self) -> Result<(), String> {
        let mut fresh = Board::EMPTY;
        for index in 0..INDEX_SPACE {
            let unit = self.units[index];
            match Square::from_index(index) {
                Some(square) => _ = fresh.replace(square, unit),
                None if !unit.is_none() => return Err(format!("unit {unit} on guard index {index}")),
                None => {}
            }
        }
        let views = [
            ("red points", self.by_color[0], fresh.by_color[0]),
            ("blue points", self.by_color[1], fresh.by_color[1]),
            ("heroic tops", self.heroic_tops, fresh.heroic_tops),
            ("stacks", self.stacks, fresh.stacks),
        ];
        let roles = Role::ALL.map(|role| (role.name(), self.tops(role), fresh.tops(role)));
        for (name, kept, expected) in views.into_iter().chain(roles) {
            if kept != expected {
                return Err(format!("{name}: bitboard says {kept:?}, units say {expected:?}"));
            }
            if Bitboard::from_words(kept.words()) != kept {
                return Err(format!("{name}: a bit outside the board is set"));
            }
        }
        if self.counts != fresh.counts {
            return Err(format!("unit counts: kept {:?}, units say {:?}", self.counts, fresh.counts));
        }
        for color in Color::ALL {
            let holders: Vec<Square> = self
                .iter()
                .filter(|(_, unit)| unit.color() == color && unit.has(Role::Commander))
                .map(|(square, _)| square)
                .collect();
            if holders.first().copied() != self.commander(color) || holders.len() > 1 {
                let kept = self.commander(color);
                return Err(format!("{color} commander: kept at {kept:?}, units say {holders:?}"));
            }
        }
        if self.hash != fresh.hash {
            return Err(format!("hash: kept {:016x}, fresh {:016x}", self.hash, fresh.hash));
        }
        Ok(())
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::EMPTY
    }
}

impl Board {
    /// Writes the placement field of a FEN (RULES 11.1).
    pub(crate) fn write_fen(&self, out: &mut String) {
        let mut empty = 0;
        for row in self.units.chunks_exact(ROW as usize) {
            for &unit in &row[..FILES as usize] {
                if unit.is_none() {
                    empty += 1;
                } else {
                    push_empty(out, &mut empty);
                    // Writing to a string cannot fail.
                    let _ = unit.write(false, out);
                }
            }
            push_empty(out, &mut empty);
            out.push('/');
        }
        out.pop();
    }
}

/// Writes the number of empty points, if there are any, and resets it.
fn push_empty(out: &mut String, empty: &mut u8) {
    let count = core::mem::take(empty);
    if count >= 10 {
        out.push('1');
    }
    if count > 0 {
        out.push((b'0' + count % 10) as char);
    }
}

impl fmt::Display for Board {
    /// The placement field of a FEN (RULES 11.1).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(128);
        self.write_fen(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Piece;

    #[test]
    fn a_unit_shows_in_every_view_and_leaves_no_trace() {
        let square = Square::new(6, 1).unwrap();
        let stack = Unit::from(Piece::new(Color::Blue, Role::Tank).with_heroic(true))
            .combine(Piece::new(Color::Blue, Role::Commander).into())
            .unwrap();
        let mut board = Board::EMPTY;
        assert_eq!(board.set(square, Some(stack)), None);
        assert_eq!(board.get(square), Some(stack));
        assert_eq!(board.commander(Color::Blue), Some(square));
        for view in [
            board.occupied(),
            board.of(Color::Blue),
            board.tops(Role::Tank),
            board.heroic_tops(),
            board.stacks(),
        ] {
            assert_eq!(view, Bitboard::from(square));
        }
        assert_ne!(board.hash(), 0);
        board.check_consistency().unwrap();
        assert_eq!(board.set(square, None), Some(stack));
        assert!(board == Board::EMPTY);
    }

    #[test]
    fn the_consistency_check_names_what_is_wrong() {
        let square = Square::new(6, 1).unwrap();
        let mut board = Board::EMPTY;
        board.set(square, Some(Piece::new(Color::Red, Role::Commander).into()));
        let mut broken = board;
        broken.hash ^= 1;
        assert!(broken.check_consistency().unwrap_err().starts_with("hash"));
        let mut broken = board;
        broken.by_top_role[Role::Commander as usize] = Bitboard::EMPTY;
        assert!(broken.check_consistency().unwrap_err().starts_with("commander"));
        let mut broken = board;
        broken.commanders[0] = None;
        assert!(broken.check_consistency().unwrap_err().starts_with("red commander"));
    }
}

//! The eleven kinds of piece, as data (RULES 2, 5.1).

use core::fmt;
use core::str::FromStr;

use crate::excerpt::excerpt;

/// A kind of piece, in the order of the table in RULES 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Commander = 0,
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

/// What a piece may pass on its way (RULES 2, "moves past pieces").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Every piece blocks.
    Nothing,
    /// Only a unit with a Navy on top blocks.
    AllButNavy,
    /// Nothing blocks.
    Everything,
}

/// One row of the table in RULES 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RoleData {
    /// The letter of FEN and move text, uppercase.
    pub letter: char,
    /// How far it moves.
    pub move_range: u8,
    /// How far it captures.
    pub capture_range: u8,
    /// All eight directions, or only the four along files and ranks.
    pub diagonals: bool,
    /// How many points a diagonal is shorter than a file or rank (RULES 2.2).
    pub diagonal_penalty: u8,
    /// What it moves past.
    pub moves_past: Passing,
    /// Does it capture past pieces?
    pub captures_past: bool,
    /// Heavy: crosses the river on bridges only (RULES 2.3).
    pub heavy: bool,
    /// Level of its air defence, 0 for none (RULES 5.1).
    pub air_defense: u8,
}

/// Further than any two points of the board are apart (RULES 3.3).
pub const UNLIMITED: u8 = 11;

/// RULES 2 as a table; the columns are those of [`RoleData`].
#[rustfmt::skip]
const TABLE: [RoleData; Role::COUNT] = {
    use Passing::{AllButNavy, Everything, Nothing};
    const ORTHOGONAL: bool = false;
    const ALL_8: bool = true;
    const LIGHT: bool = false;
    const HEAVY: bool = true;
    macro_rules! row {
        (
            $letter:literal $move_range:tt $capture_range:tt $diagonals:tt $diagonal_penalty:tt
            $moves_past:tt $captures_past:tt $heavy:tt $air_defense:tt
        ) => {
            RoleData {
                letter: $letter, move_range: $move_range, capture_range: $capture_range, diagonals: $diagonals,
                diagonal_penalty: $diagonal_penalty, moves_past: $moves_past, captures_past: $captures_past,
                heavy: $heavy, air_defense: $air_defense,
            }
        };
    }
    [
        //  letter move capture directions shorter moves past captures past weight air defence
        row!('C' UNLIMITED 1    ORTHOGONAL 0       Nothing    false         LIGHT  0), // Commander
        row!('I'         1 1    ORTHOGONAL 0       Nothing    false         LIGHT  0), // Infantry
        row!('T'         2 2    ORTHOGONAL 0       Nothing    false         LIGHT  0), // Tank
        row!('M'         1 1    ALL_8      0       Nothing    false         LIGHT  0), // Militia
        row!('E'         1 1    ORTHOGONAL 0       Nothing    false         LIGHT  0), // Engineer
        row!('A'         3 3    ALL_8      0       Nothing    true          HEAVY  0), // Artillery
        row!('G'         1 1    ORTHOGONAL 0       Nothing    false         HEAVY  1), // Anti-Air
        row!('S'         2 2    ALL_8      1       Nothing    true          HEAVY  2), // Missile
        row!('F'         4 4    ALL_8      0       Everything true          LIGHT  0), // Air Force
        row!('N'         4 4    ALL_8      0       AllButNavy true          LIGHT  1), // Navy
        row!('H'         0 0    ORTHOGONAL 0       Nothing    false         LIGHT  0), // Headquarter
    ]
};

impl Role {
    /// Number of roles.
    pub const COUNT: usize = 11;

    /// All roles, in the order of RULES 2.
    pub const ALL: [Role; Role::COUNT] = [
        Role::Commander,
        Role::Infantry,
        Role::Tank,
        Role::Militia,
        Role::Engineer,
        Role::Artillery,
        Role::AntiAir,
        Role::Missile,
        Role::AirForce,
        Role::Navy,
        Role::Headquarter,
    ];

    /// This role's row of the table in RULES 2.
    #[inline]
    pub const fn data(self) -> &'static RoleData {
        &TABLE[self as usize]
    }

    /// The uppercase letter of FEN and move text.
    pub const fn letter(self) -> char {
        self.data().letter
    }

    /// Reads a letter of either case.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Role> {
        if letter.is_ascii() { BY_LETTER[letter as usize] } else { None }
    }

    /// The name in JSON and JavaScript, e.g. `air_force`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Commander => "commander",
            Role::Infantry => "infantry",
            Role::Tank => "tank",
            Role::Militia => "militia",
            Role::Engineer => "engineer",
            Role::Artillery => "artillery",
            Role::AntiAir => "anti_air",
            Role::Missile => "missile",
            Role::AirForce => "air_force",
            Role::Navy => "navy",
            Role::Headquarter => "headquarter",
        }
    }

    /// Move range, one more when heroic (RULES 2.1); unlimited stays unlimited.
    pub const fn move_range(self, heroic: bool) -> u8 {
        let range = self.data().move_range;
        if range == UNLIMITED { range } else { range + heroic as u8 }
    }

    /// The range of captures and threats along files and ranks, one more when heroic (RULES 2.1).
    ///
    /// A Commander *captures* at 1 only, heroic or not (RULES 4.3): there this is the range at
    /// which it threatens (RULES 6.1).
    pub const fn threat_range(self, heroic: bool) -> u8 {
        self.data().capture_range + heroic as u8
    }

    /// Does it go along diagonals (RULES 2, 2.1)?
    pub const fn uses_diagonals(self, heroic: bool) -> bool {
        self.data().diagonals || heroic
    }

    /// How many points a diagonal is shorter than a file or rank (RULES 2.2).
    pub const fn diagonal_penalty(self) -> u8 {
        self.data().diagonal_penalty
    }

    /// Level of its air defence, 0 for none (RULES 5.1).
    pub const fn air_defense_level(self, heroic: bool) -> u8 {
        match self.data().air_defense {
            0 => 0,
            level => level + heroic as u8,
        }
    }

    /// The bit of this role in a [`RoleSet`].
    #[inline]
    pub(crate) const fn bit(self) -> RoleSet {
        1 << self as u16
    }
}

/// Calls a macro with the names of all roles: for code that is to be compiled once per role.
macro_rules! for_all_roles {
    ($macro:ident) => {
        $macro!(Commander Infantry Tank Militia Engineer Artillery AntiAir Missile AirForce Navy Headquarter)
    };
}
pub(crate) use for_all_roles;

/// Roles by their letters, of either case.
static BY_LETTER: [Option<Role>; 128] = {
    let mut table = [None; 128];
    let mut i = 0;
    while i < Role::COUNT {
        let letter = TABLE[i].letter;
        table[letter as usize] = Some(Role::ALL[i]);
        table[letter.to_ascii_lowercase() as usize] = Some(Role::ALL[i]);
        i += 1;
    }
    table
};

/// A set of roles, one bit each.
pub(crate) type RoleSet = u16;

/// The roles that defend against aircraft (RULES 5.1).
pub(crate) const AIR_DEFENDERS: RoleSet = {
    let (mut roles, mut i) = (0, 0);
    while i < Role::COUNT {
        if TABLE[i].air_defense > 0 {
            roles |= Role::ALL[i].bit();
        }
        i += 1;
    }
    roles
};

/// A text that is not a role.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a role: expected a name such as air_force, or one of the letters CITMEAGSFNH")]
#[non_exhaustive]
pub struct ParseRoleError(pub String);

impl FromStr for Role {
    type Err = ParseRoleError;

    /// Reads a [`name`](Role::name) or a letter of either case.
    fn from_str(text: &str) -> Result<Role, ParseRoleError> {
        let mut letters = text.chars();
        let by_letter = match (letters.next(), letters.next()) {
            (Some(letter), None) => Role::from_letter(letter),
            _ => None,
        };
        let by_name = || Role::ALL.into_iter().find(|role| role.name() == text);
        by_letter.or_else(by_name).ok_or_else(|| ParseRoleError(excerpt(text)))
    }
}

impl fmt::Display for Role {
    /// The [`name`](Role::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_order_agree() {
        let letters: String = Role::ALL.iter().map(|r| r.letter()).collect();
        assert_eq!(letters, "CITMEAGSFNH");
        for (i, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, i);
            assert_eq!(Role::from_letter(role.letter()), Some(role));
            assert_eq!(Role::from_letter(role.letter().to_ascii_lowercase()), Some(role));
        }
        assert_eq!(Role::from_letter('z'), None);
        for role in Role::ALL {
            assert_eq!(role.name().parse(), Ok(role));
            assert_eq!(role.letter().to_string().parse(), Ok(role));
        }
        for text in ["", "z", "CC", "Tank", "airforce"] {
            assert_eq!(text.parse::<Role>(), Err(ParseRoleError(text.into())));
        }
    }

    #[test]
    fn rules_2_1_heroic_adds_one_and_all_directions() {
        for role in Role::ALL {
            let plain = role.move_range(false);
            let heroic = role.move_range(true);
            assert_eq!(heroic, if plain == UNLIMITED { UNLIMITED } else { plain + 1 });
            assert_eq!(role.threat_range(true), role.threat_range(false) + 1);
            assert!(role.uses_diagonals(true));
        }
        assert_eq!((Role::Headquarter.move_range(false), Role::Headquarter.move_range(true)), (0, 1));
    }

    #[test]
    fn rules_2_3_heavy_roles() {
        let heavy: String = Role::ALL.iter().filter(|r| r.data().heavy).map(|r| r.letter()).collect();
        assert_eq!(heavy, "AGS");
    }

    #[test]
    fn rules_5_1_levels_of_air_defence() {
        for role in Role::ALL {
            let level = match role {
                Role::Missile => 2,
                Role::Navy | Role::AntiAir => 1,
                _ => 0,
            };
            assert_eq!(role.air_defense_level(false), level);
            assert_eq!(role.air_defense_level(true), if level == 0 { 0 } else { level + 1 });
            assert_eq!(AIR_DEFENDERS & role.bit() != 0, level > 0);
        }
    }
}

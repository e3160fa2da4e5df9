//! A unit in 5, 9 or 11 bits: few for the frequent ones.

use super::DecodeError;
use super::bits::{BitReader, BitWriter};
use crate::color::Color;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::Square;
use crate::unit::Unit;

// The tables are part of the format: they never change within a version.

/// The number of a role is its place here.
const ROLES: [Role; Role::COUNT] = Role::ALL;

/// After the numbers of the roles: which kind of unit follows.
const HEROIC: u16 = 11;
const PAIR: u16 = 12;
const TRIPLE: u16 = 13;

const PAIRS: [[Role; 2]; 16] = {
    use Role::*;
    [
        [Navy, AirForce],
        [Navy, Commander],
        [Navy, Infantry],
        [Navy, Militia],
        [Navy, Tank],
        [AirForce, Tank],
        [AirForce, Commander],
        [AirForce, Infantry],
        [AirForce, Militia],
        [Tank, Commander],
        [Tank, Infantry],
        [Tank, Militia],
        [Engineer, Artillery],
        [Engineer, AntiAir],
        [Engineer, Missile],
        [Headquarter, Commander],
    ]
};

const TRIPLES: [[Role; 3]; 7] = {
    use Role::*;
    [
        [Navy, AirForce, Commander],
        [Navy, AirForce, Infantry],
        [Navy, AirForce, Militia],
        [Navy, AirForce, Tank],
        [AirForce, Tank, Commander],
        [AirForce, Tank, Infantry],
        [AirForce, Tank, Militia],
    ]
};

/// The number of the stack with these roles, and its heroic flags, the carrier's lowest.
fn number<const N: usize>(table: &[[Role; N]], unit: Unit) -> (u16, u16) {
    let is_it = |roles: &[Role; N]| roles.iter().all(|&role| unit.has(role));
    // The tables contain all stacks of their size, which a test checks.
    let number = table.iter().position(is_it).unwrap_or_default();
    let flags = unit.pieces().enumerate().map(|(slot, piece)| u16::from(piece.heroic) << slot).sum();
    (number as u16, flags)
}

pub(super) fn write(unit: Unit, out: &mut BitWriter<'_>) {
    out.bits(unit.color() as u16, 1);
    match unit.len() {
        1 => {
            if unit.top_heroic() {
                out.bits(HEROIC, 4);
            }
            out.bits(unit.top_role() as u16, 4);
        }
        2 => {
            let (number, flags) = number(&PAIRS, unit);
            out.bits(PAIR | number << 4 | flags << 8, 10);
        }
        _ => {
            let (number, flags) = number(&TRIPLES, unit);
            out.bits(TRIPLE | number << 4 | flags << 7, 10);
        }
    }
}

pub(super) fn read(square: Square, bits: &mut BitReader<'_>) -> Result<Unit, DecodeError> {
    let color = if bits.bits(1)? == 0 { Color::Red } else { Color::Blue };
    let unknown = DecodeError::UnitCode { square };
    let code = bits.bits(4)?;
    let (roles, flags): (&[Role], u16) = match code {
        HEROIC => {
            let role = bits.bits(4)? as usize;
            (ROLES.get(role..=role).ok_or(unknown)?, 1)
        }
        PAIR => {
            let number = bits.bits(4)? as usize;
            (PAIRS.get(number).ok_or(unknown)?, bits.bits(2)?)
        }
        TRIPLE => {
            let number = bits.bits(3)? as usize;
            (TRIPLES.get(number).ok_or(unknown)?, bits.bits(3)?)
        }
        role => (ROLES.get(role as usize..=role as usize).ok_or(unknown)?, 0),
    };
    let pieces = roles.iter().enumerate();
    let mut units =
        pieces.map(|(i, &role)| Unit::from(Piece::new(color, role).with_heroic(flags >> i & 1 != 0)));
    let first = units.next().ok_or(DecodeError::UnitCode { square })?;
    let unit = units.try_fold(first, Unit::combine);
    unit.ok_or(DecodeError::UnitCode { square })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every legal stack of every colour, with every combination of heroic flags.
    fn all_units() -> HashSet<Unit> {
        let singles: Vec<Unit> = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| Piece::new(color, role)))
            .flat_map(|piece| [piece, piece.with_heroic(true)])
            .map(Unit::from)
            .collect();
        let mut units: HashSet<Unit> = singles.iter().copied().collect();
        for _ in 0..2 {
            let more: Vec<Unit> =
                units.iter().flat_map(|unit| singles.iter().filter_map(|&s| unit.combine(s))).collect();
            units.extend(more);
        }
        units
    }

    #[test]
    fn every_unit_has_one_code() {
        let units = all_units();
        assert_eq!(units.len(), 284);
        let square = Square::from_index(0).unwrap();
        let mut codes = HashSet::new();
        for unit in units {
            let mut bytes = Vec::new();
            let mut out = BitWriter::new(&mut bytes);
            write(unit, &mut out);
            out.align();
            assert_eq!(read(square, &mut BitReader::new(&bytes)), Ok(unit));
            assert!(codes.insert(bytes), "{unit}");
        }
    }

    #[test]
    fn codes_without_a_unit_are_errors() {
        let square = Square::from_index(0).unwrap();
        // 14 and 15; heroic roles from 11; the eighth triple.
        for code in [14, 15, HEROIC | 11 << 4, HEROIC | 15 << 4, TRIPLE | 7 << 4] {
            let bytes = (code << 1).to_le_bytes();
            assert_eq!(read(square, &mut BitReader::new(&bytes)), Err(DecodeError::UnitCode { square }));
        }
    }
}

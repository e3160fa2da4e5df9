//! The flags of a move as bits.

use cotulenh::MoveKind;

/// One flag of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag {
    /// Its name in the JavaScript API.
    pub name: &'static str,
    /// Its letter (RULES 11.5).
    pub letter: char,
    /// Its bit.
    pub bit: u32,
    /// The separator of move text that stands for it (RULES 11.2); empty for a normal move.
    pub separator: &'static str,
    /// Whether it is a capture.
    pub capture: bool,
}

/// All flags, in the order of their letters in a text (RULES 11.5). The bits are those of the
/// JavaScript API.
pub const FLAGS: [Flag; 6] = [
    flag("NORMAL", MoveKind::Move, 1),
    flag("CAPTURE", MoveKind::Capture, 2),
    flag("STAY_CAPTURE", MoveKind::StayCapture, 4),
    flag("SUICIDE_CAPTURE", MoveKind::SuicideCapture, 8),
    Flag { name: "DEPLOY", letter: 'd', bit: DEPLOY, separator: ">", capture: false },
    flag("COMBINATION", MoveKind::Combination, 32),
];

const DEPLOY: u32 = 16;

const fn flag(name: &'static str, kind: MoveKind, bit: u32) -> Flag {
    Flag { name, letter: kind.letter(), bit, separator: kind.separator(), capture: kind.is_capture() }
}

/// The flag bits of a move.
pub const fn flag_bits(kind: MoveKind, deploy: bool) -> u32 {
    let flag = match kind {
        MoveKind::Move => FLAGS[0],
        MoveKind::Capture => FLAGS[1],
        MoveKind::StayCapture => FLAGS[2],
        MoveKind::SuicideCapture => FLAGS[3],
        MoveKind::Combination | MoveKind::Recombination => FLAGS[5],
    };
    flag.bit | if deploy { DEPLOY } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_for_the_letters_of_a_move() {
        for kind in MoveKind::ALL {
            for deploy in [false, true] {
                let bits = flag_bits(kind, deploy);
                let set = FLAGS.iter().filter(|flag| flag.bit & bits != 0);
                let letters: Vec<char> = set.map(|flag| flag.letter).collect();
                assert!(letters.contains(&kind.letter()), "{kind:?}");
                assert_eq!(letters.contains(&'d'), deploy, "{kind:?}");
                assert_eq!(letters.len(), 1 + usize::from(deploy), "{kind:?}");
            }
        }
    }

    #[test]
    fn each_flag_has_its_own_bit() {
        for (i, flag) in FLAGS.iter().enumerate() {
            assert_eq!(flag.bit, 1 << i, "{}", flag.name);
        }
    }
}

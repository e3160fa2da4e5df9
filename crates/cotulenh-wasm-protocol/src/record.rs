//! Records: fields in a fixed order.

use core::fmt::{self, Display};

/// How a record is written: its fields in order, with one separator between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The name of the record, which ends with `Record`.
    pub name: &'static str,
    /// What it describes.
    pub doc: &'static str,
    /// `"\n"` in records that are a whole answer, `" "` in records that are items of a list.
    pub separator: &'static str,
    /// Name and description of each field.
    pub fields: &'static [(&'static str, &'static str)],
}

impl Layout {
    /// The names of the fields.
    pub fn field_names(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|&(name, _)| name)
    }

    /// Whether the record is an item of a list. Items follow each other with the same separator.
    pub fn is_item(&self) -> bool {
        self.separator == " "
    }
}

/// Declares the records: a struct for each, which writes its fields in the order of declaration,
/// and [`RECORDS`], which lists them.
macro_rules! records {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident($separator:literal) {
            $(#[doc = $first_doc:literal])+
            $first:ident,
            $(
                $(#[doc = $field_doc:literal])+
                $field:ident,
            )*
        }
    )+) => {
        $(
            $(#[doc = $doc])+
            // The type parameter of a field has the field's name.
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, Debug)]
            pub struct $name<$first, $($field),*> {
                $(#[doc = $first_doc])+
                pub $first: $first,
                $(
                    $(#[doc = $field_doc])+
                    pub $field: $field,
                )*
            }

            #[allow(non_camel_case_types)]
            impl<$first: Display, $($field: Display),*> Display for $name<$first, $($field),*> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.$first.fmt(f)?;
                    $(
                        f.write_str($separator)?;
                        self.$field.fmt(f)?;
                    )*
                    Ok(())
                }
            }
        )+

        /// All records.
        pub const RECORDS: &[Layout] = &[$(
            Layout {
                name: stringify!($name),
                doc: concat!($($doc),+),
                separator: $separator,
                fields: &[
                    (stringify!($first), concat!($($first_doc),+)),
                    $((stringify!($field), concat!($($field_doc),+))),*
                ],
            }
        ),+];
    };
}

// Points are numbers (a12 = 0 … k1 = 186) unless a field says otherwise; units are FEN texts such
// as `(+NF)`, a missing one is a dash (`OrDash`).
records! {
    /// A move of a move list.
    ListedMoveRecord(" ") {
        /// Its SAN.
        san,
        /// Its LAN.
        lan,
        /// Its flag bits.
        flags,
        /// The name of the point where it starts.
        from,
        /// The name of its destination; of a stay capture, where the target stands.
        to,
        /// The unit that moves.
        piece,
        /// The unit that stands on the destination, or a dash.
        target,
    }

    /// A turn that was played; until its commit, the turn so far.
    PlayedTurnRecord("\n") {
        /// The FEN after it.
        after,
        /// `1` if the turn has passed, `0` while it has not been committed.
        completed,
        /// Its SAN.
        san,
        /// Its LAN.
        lan,
        /// Its flag letters.
        flags,
        /// The point where it starts.
        from,
        /// The unit that moved; of a deploy, the whole stack.
        piece,
        /// The unit that remains of a deployed stack, or a dash.
        stay,
        /// A list of `TurnStepRecord`: the steps of a deploy, or the only move.
        steps,
        /// The FEN of a deploy before its commit; empty while it is open, and for other turns.
        open,
    }

    /// A move, or a step of a deploy.
    TurnStepRecord(" ") {
        /// Its flag bits.
        flags,
        /// Its destination; of a stay capture, where the target stood.
        to,
        /// The unit that moved or stepped off.
        piece,
        /// The unit that it captured, as it stood, or a dash.
        captured,
        /// The stack that it became part of, or a dash.
        combined,
    }

    /// A unit on the board.
    BoardUnitRecord(" ") {
        /// The point.
        square,
        /// The unit.
        unit,
    }

    /// A piece that attacks a point.
    AttackerRecord(" ") {
        /// The point where it stands.
        square,
        /// The lower-case letter of its role.
        role,
    }

    /// The air defense of both sides.
    AirDefenseZonesRecord("\n") {
        /// A list of `DefenderRecord` of Red.
        red,
        /// A list of `DefenderRecord` of Blue.
        blue,
    }

    /// A unit with air defense.
    DefenderRecord(" ") {
        /// The point where it stands.
        square,
        /// The points that it covers, separated by commas.
        covered,
    }

    /// A recombination: a piece of an open deploy can join a group that left before it.
    RecombinationRecord(" ") {
        /// The point where they meet.
        square,
        /// The piece that would join.
        piece,
        /// The stack that would stand there.
        combined,
    }

    /// One line of an iteration of a search, or the result of a search.
    SearchReportRecord("\n") {
        /// The depth in actions.
        depth,
        /// The longest line in actions.
        seldepth,
        /// The score for the side to move, in centipawns.
        score,
        /// Turns to mate, negative for being mated; a dash without a forced mate.
        mate,
        /// The searched nodes.
        nodes,
        /// Milliseconds since the search began.
        time,
        /// The number of the line, from 1; empty in a result.
        line,
        /// `exact`, `lower` or `upper`; empty in a result.
        bound,
        /// Used entries of the table, in permille; empty in a result.
        hashfull,
        /// The actions of the first turn, separated by spaces.
        steps,
        /// The LANs of the line's whole turns, separated by spaces; empty if it ends inside the first.
        lans,
        /// The SANs of the same turns.
        sans,
    }
}

/// Writes a value, or a dash if there is none.
#[derive(Clone, Copy, Debug)]
pub struct OrDash<T>(pub Option<T>);

impl<T: Display> Display for OrDash<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("-"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_writes_its_fields_in_the_order_of_its_layout() {
        let joined = RecombinationRecord { square: 5, piece: "T", combined: OrDash::<&str>(None) };
        assert_eq!(joined.to_string(), "5 T -");
        let layout = RECORDS.iter().find(|layout| layout.name == "RecombinationRecord").unwrap();
        assert_eq!(layout.field_names().collect::<Vec<_>>(), ["square", "piece", "combined"]);
        assert!(layout.is_item());
    }

    #[test]
    fn records_have_different_names_and_a_known_separator() {
        for (i, layout) in RECORDS.iter().enumerate() {
            assert!(RECORDS[..i].iter().all(|other| other.name != layout.name), "{}", layout.name);
            assert!([" ", "\n"].contains(&layout.separator), "{}", layout.name);
            assert!(layout.name.ends_with("Record"), "{}", layout.name);
        }
    }
}

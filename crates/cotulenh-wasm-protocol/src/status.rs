//! What holds in a position, as bits.

/// Declares [`Status`], a bit for each of its fields, and the names of the bits in JavaScript.
macro_rules! status {
    ($($(#[$doc:meta])+ $field:ident $name:literal,)+) => {
        /// What holds in a position.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct Status {
            $($(#[$doc])+ pub $field: bool,)+
        }

        /// The names of the bits in JavaScript, from the lowest.
        pub const STATUS_NAMES: &[&str] = &[$($name),+];

        impl Status {
            /// One bit for each field, in the order of [`STATUS_NAMES`].
            pub fn bits(self) -> u32 {
                let fields = [$(self.$field),+];
                fields.into_iter().enumerate().map(|(bit, holds)| u32::from(holds) << bit).sum()
            }
        }
    };
}

status! {
    /// The side to move is in check.
    check "CHECK",
    /// The side to move is checkmated.
    checkmate "CHECKMATE",
    /// The side to move is stalemated.
    stalemate "STALEMATE",
    /// The game is drawn.
    draw "DRAW",
    /// The draw by the fifty-move rule.
    fifty_moves "FIFTY_MOVES",
    /// The draw by threefold repetition.
    threefold "THREEFOLD",
    /// A Commander is missing.
    commander_captured "COMMANDER_CAPTURED",
    /// The game is over.
    over "OVER",
    /// Red's Commander is attacked, exposed or missing.
    red_in_danger "RED_IN_DANGER",
    /// Blue's Commander is attacked, exposed or missing.
    blue_in_danger "BLUE_IN_DANGER",
    /// The open deploy can be committed.
    can_commit "CAN_COMMIT",
    /// No further step is possible in the open deploy.
    deploy_finished "DEPLOY_FINISHED",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_follow_the_names() {
        assert_eq!(Status::default().bits(), 0);
        assert_eq!(Status { check: true, ..Status::default() }.bits(), 1);
        let finished = Status { deploy_finished: true, ..Status::default() };
        assert_eq!(finished.bits(), 1 << (STATUS_NAMES.len() - 1));
    }
}

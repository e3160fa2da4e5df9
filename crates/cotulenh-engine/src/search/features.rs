//! Switches for the parts of the search, so that matches can measure what each part is worth.

/// Parts of the search that a match can switch off. All of them are on by default; `docs/records/`
/// has the matches behind that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)]
#[non_exhaustive]
pub struct Features {
    /// Scores and moves from the transposition table.
    pub table: bool,
    /// Aspiration windows.
    pub aspiration: bool,
    /// Late move reductions.
    pub late_move_reductions: bool,
    /// Late move pruning.
    pub late_move_pruning: bool,
    /// Futility pruning, reverse futility pruning and razoring.
    pub futility: bool,
    /// Killer moves and counter moves.
    pub refutations: bool,
    /// History heuristics for quiet moves and captures.
    pub history: bool,
    /// Quiet checks in the first ply of the quiescence search.
    pub quiescence_checks: bool,
    /// Evaluations that fade towards a draw with the fifty-move clock.
    pub fade: bool,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            table: true,
            aspiration: true,
            late_move_reductions: true,
            late_move_pruning: true,
            futility: true,
            refutations: true,
            history: true,
            quiescence_checks: true,
            fade: true,
        }
    }
}

impl Features {
    /// The features of a mate search ([`Limits::mate`](crate::Limits::mate)): no futility pruning,
    /// because the static evaluation does not tell how near a mate is.
    pub(crate) fn for_mates(self) -> Features {
        Features { futility: false, ..self }
    }

    /// The names of the switches.
    pub const NAMES: [&'static str; 9] = [
        "table",
        "aspiration",
        "late_move_reductions",
        "late_move_pruning",
        "futility",
        "refutations",
        "history",
        "quiescence_checks",
        "fade",
    ];

    /// Sets a switch by its name. Returns `false` if `name` is not one of [`Features::NAMES`].
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        let switch = match name {
            "table" => &mut self.table,
            "aspiration" => &mut self.aspiration,
            "late_move_reductions" => &mut self.late_move_reductions,
            "late_move_pruning" => &mut self.late_move_pruning,
            "futility" => &mut self.futility,
            "refutations" => &mut self.refutations,
            "history" => &mut self.history,
            "quiescence_checks" => &mut self.quiescence_checks,
            "fade" => &mut self.fade,
            _ => return false,
        };
        *switch = on;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_sets_one_switch() {
        for name in Features::NAMES {
            let mut features = Features::default();
            assert!(features.set(name, false));
            assert_ne!(features, Features::default(), "{name}");
        }
        assert!(!Features::default().set("null_move", true));
    }
}

//! What the search does beside plain alpha-beta, switch by switch, so that each part can be shown to help.

/// Parts of the search that can be switched on and off, for matches that show what they are worth (`docs/engine.md`). By default those are on that have been shown to help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct Features {
    /// Scores and moves from the transposition table.
    pub table: bool,
    /// Narrow windows around the last score.
    pub aspiration: bool,
    /// Passing the turn to see whether even that is good enough.
    pub null_move: bool,
    /// Late moves are searched less deeply first.
    pub late_move_reductions: bool,
    /// Very late quiet moves are not searched near the leaves.
    pub late_move_pruning: bool,
    /// Nodes far above or below the window are not searched near the leaves.
    pub futility: bool,
    /// Moves that check are searched deeper.
    pub check_extensions: bool,
    /// Killer moves and counter moves.
    pub refutations: bool,
    /// Quiet moves are ordered by what they did before.
    pub history: bool,
    /// Quiet checks in the first ply of the quiescence search.
    pub quiescence_checks: bool,
    /// Evaluations fade towards a draw with the fifty-move clock.
    pub fade: bool,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            table: true,
            aspiration: true,
            null_move: false,
            late_move_reductions: true,
            late_move_pruning: true,
            futility: true,
            check_extensions: false,
            refutations: true,
            history: true,
            quiescence_checks: true,
            fade: true,
        }
    }
}

impl Features {
    /// Those for a search that is asked for a mate: what a position is worth says nothing about how near a mate is.
    pub(crate) fn for_mates(self) -> Features {
        Features { futility: false, ..self }
    }

    /// The names of the switches.
    pub const NAMES: [&'static str; 11] = [
        "table",
        "aspiration",
        "null_move",
        "late_move_reductions",
        "late_move_pruning",
        "futility",
        "check_extensions",
        "refutations",
        "history",
        "quiescence_checks",
        "fade",
    ];

    /// Sets a switch by its name; `false` if there is none of this name.
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        let switch = match name {
            "table" => &mut self.table,
            "aspiration" => &mut self.aspiration,
            "null_move" => &mut self.null_move,
            "late_move_reductions" => &mut self.late_move_reductions,
            "late_move_pruning" => &mut self.late_move_pruning,
            "futility" => &mut self.futility,
            "check_extensions" => &mut self.check_extensions,
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

//! Late move reductions: moves that come late in the order are searched less deeply first.

/// What the reduction of a move depends on.
pub(super) struct LateMove {
    /// The depth of the node.
    pub(super) depth: i32,
    /// The place of the move in the move order, from 0.
    pub(super) order: i32,
    pub(super) pv: bool,
    pub(super) cut_node: bool,
    pub(super) improving: bool,
    /// The side to move is in check, or the move gives check.
    pub(super) check: bool,
    /// The history score of a quiet move; `None` for captures and commits.
    pub(super) quiet_history: Option<i32>,
}

impl LateMove {
    /// The reduction in plies; negative for a move that deserves more depth than it has.
    #[inline]
    pub(super) fn plies(&self) -> i32 {
        let mut reduction = base(self.depth, self.order + 1);
        reduction += if self.cut_node { 1024 } else { 0 };
        reduction -= if self.pv { 1024 } else { 0 };
        reduction += if self.improving { 0 } else { 400 };
        reduction -= if self.check { 1024 } else { 0 };
        reduction -= self.quiet_history.map_or(1024, |history| history / 6);
        reduction / 1024
    }
}

/// The part of the reduction that follows from depth and order alone, in 1024ths of a ply.
fn base(depth: i32, number: i32) -> i32 {
    600 + ((log2(depth) as i64 * log2(number) as i64 * 230) >> 20) as i32
}

/// Logarithm to base 2 in 1024ths, in integers so that it is the same on every machine.
const fn log2(x: i32) -> i32 {
    let x = if x < 1 { 1 } else { x };
    let whole = x.ilog2();
    (whole as i32) * 1024 + (((x - (1 << whole)) * 1024) >> whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_reductions_grow() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(2), 1024);
        assert_eq!(log2(3), 1536);
        assert_eq!(log2(8), 3072);
        for depth in 1..40 {
            for number in 1..200 {
                assert!(base(depth, number) <= base(depth + 1, number));
                assert!(base(depth, number) <= base(depth, number + 1));
            }
        }
    }
}

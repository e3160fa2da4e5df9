//! The parameters of a node of the search tree.

/// An alpha-beta window: only whether a score is at most `alpha` or at least `beta`, or which score
/// lies between the two, matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The null window above `alpha`: it only tells whether a score is greater than `alpha`.
    #[inline]
    pub(super) fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window as the other side sees it.
    #[inline]
    pub(super) fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A node to search in the main search.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeTask {
    /// Actions from the root.
    pub(super) ply: usize,
    /// Completed turns from the root.
    pub(super) turns: i32,
    /// Actions left to look ahead; the quiescence search takes over at 0.
    pub(super) depth: i32,
    pub(super) window: Window,
    /// The node is expected to fail high.
    pub(super) cut_node: bool,
}

/// A node to search in the quiescence search.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuiescenceTask {
    /// Actions from the root.
    pub(super) ply: usize,
    /// Completed turns from the root.
    pub(super) turns: i32,
    /// Actions from where the main search ended.
    pub(super) quiescence_ply: u32,
    pub(super) window: Window,
}

impl NodeTask {
    /// The quiescence search that replaces this node.
    #[inline]
    pub(super) fn quiescence(&self, window: Window) -> QuiescenceTask {
        QuiescenceTask { ply: self.ply, turns: self.turns, quiescence_ply: 0, window }
    }
}

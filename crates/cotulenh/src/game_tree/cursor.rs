//! A place in a tree that moves.

use crate::parse::{ParseMoveError, Strictness};
use crate::position::Position;

use super::{Annotations, DifferentStart, GameTree, NodeId, TreeNode};

/// Walks through a tree and changes it.
///
/// ```
/// use cotulenh::{GameTree, Strictness, TreeCursor};
/// let mut tree = GameTree::from_pgn("1. Ic6 Ic7 2. Mg6 *").unwrap();
/// let mut cursor = TreeCursor::new(&mut tree);
/// assert!(cursor.next() && cursor.next());
/// assert!(cursor.previous());
/// cursor.insert("Mg7", Strictness::Lenient).unwrap();
/// assert!(cursor.promote());
/// assert!(tree.to_pgn().ends_with("\n1. Ic6 Mg7 (1... Ic7 2. Mg6) *\n"));
/// ```
#[derive(Debug)]
pub struct TreeCursor<'a> {
    tree: &'a mut GameTree,
    id: NodeId,
}

impl<'a> TreeCursor<'a> {
    /// At the root.
    pub fn new(tree: &'a mut GameTree) -> TreeCursor<'a> {
        TreeCursor { id: tree.root(), tree }
    }

    /// At a node; `None` if it was deleted.
    pub fn at(tree: &'a mut GameTree, id: NodeId) -> Option<TreeCursor<'a>> {
        tree.node(id)?;
        Some(TreeCursor { tree, id })
    }

    /// Where it is.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// The node there.
    pub fn node(&self) -> &TreeNode {
        self.tree.at(self.id)
    }

    /// The position there.
    pub fn position(&self) -> &Position {
        self.node().position()
    }

    /// The tree.
    pub fn tree(&self) -> &GameTree {
        self.tree
    }

    /// Changes what was written about the node there; see [`GameTree::annotate`].
    pub fn annotate(&mut self, change: impl FnOnce(&mut Annotations)) {
        self.tree.annotate(self.id, change);
    }

    fn go(&mut self, to: Option<NodeId>) -> bool {
        self.id = to.unwrap_or(self.id);
        to.is_some()
    }

    /// One turn on in the line; `false` at its end.
    #[expect(clippy::should_implement_trait, reason = "a cursor goes both ways, which an iterator does not")]
    pub fn next(&mut self) -> bool {
        self.go(self.node().children().first().copied())
    }

    /// One turn on, into a variation: 0 is the line itself. `false` if there is none.
    pub fn enter(&mut self, variation: usize) -> bool {
        self.go(self.node().children().get(variation).copied())
    }

    /// One turn back; `false` at the root.
    pub fn previous(&mut self) -> bool {
        self.go(self.node().parent())
    }

    /// To the root.
    pub fn to_start(&mut self) {
        self.id = self.tree.root();
    }

    /// To the end of the line.
    pub fn to_end(&mut self) {
        self.id = self.tree.line_from(self.id).last().unwrap_or(self.id);
    }

    /// Back to the last turn that is on the main line.
    pub fn to_main_line(&mut self) {
        let line = self.tree.line_to(self.id);
        let common = self.tree.main_line().zip(line).take_while(|(main, ours)| main == ours).last();
        self.id = common.map_or(self.tree.root(), |(id, _)| id);
    }

    /// Plays a turn and goes to it. If the tree does not have it yet, it is added, behind the
    /// others.
    pub fn insert(&mut self, text: &str, strictness: Strictness) -> Result<NodeId, ParseMoveError> {
        self.id = self.tree.play_text(self.id, text, strictness)?;
        Ok(self.id)
    }

    /// Moves the variation that contains this node one place up; see [`GameTree::promote`].
    pub fn promote(&mut self) -> bool {
        self.tree.promote(self.id)
    }

    /// Makes the line to this node the main line; `false` if it is already.
    pub fn promote_to_main_line(&mut self) -> bool {
        self.tree.promote_to_main_line(self.id)
    }

    /// Adds what another tree has and this one has not, from here on; see [`GameTree::merge_at`].
    pub fn merge(&mut self, other: &GameTree) -> Result<usize, DifferentStart> {
        self.tree.merge_at(self.id, other)
    }

    /// Deletes this node and everything after it, and goes to its parent; `false` at the root.
    pub fn delete(&mut self) -> bool {
        let parent = self.tree.delete(self.id);
        self.go(parent)
    }
}

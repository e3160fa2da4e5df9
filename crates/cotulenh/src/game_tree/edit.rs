//! Changes of a tree.

use crate::action::{Action, IllegalAction};
use crate::parse::{ParseMoveError, Strictness};
use crate::position::Position;

use super::node::Arrival;
use super::{Annotations, GameTree, NodeId, TreeNode, TreeTurn};

/// A tree can be merged only where its start position is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the positions differ: {ours:?} here, {theirs:?} in the tree to merge")]
#[non_exhaustive]
pub struct DifferentStart {
    /// The FEN of the position here; empty if the node was deleted.
    pub ours: String,
    /// The FEN of the other tree's start.
    pub theirs: String,
}

/// Why actions cannot be added to a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeActionError {
    /// The node was deleted.
    #[error("the node is not in the tree")]
    NoSuchNode,
    /// An action is not legal.
    #[error("action {}: {error}", index + 1)]
    Illegal {
        /// The index of the action.
        index: usize,
        /// Why not.
        error: IllegalAction,
    },
}

impl GameTree {
    /// Plays the move or whole turn that a text stands for (RULES 14) and returns its node: the one
    /// that is there already, or a new one behind all others. At an unfinished deploy, the text
    /// continues it, or is played in its place.
    pub fn play_text(
        &mut self,
        id: NodeId,
        text: &str,
        strictness: Strictness,
    ) -> Result<NodeId, ParseMoveError> {
        let node = self.node(id).ok_or_else(|| ParseMoveError::no_such_move(text))?;
        let turn = match (node.turn(), node.parent) {
            (Some(turn), Some(parent)) if turn.is_unfinished() => {
                let before = self.at(parent).position();
                TreeTurn::of_text(turn.after(), text, strictness)
                    .or_else(|_| TreeTurn::of_text(before, text, strictness))?
            }
            _ => TreeTurn::of_text(node.position(), text, strictness)?,
        };
        Ok(self.advance(id, turn))
    }

    /// Plays actions and returns the node of the last turn; a deploy that they do not finish is an
    /// unfinished turn. The tree is unchanged after an error.
    pub fn play_actions(&mut self, id: NodeId, actions: &[Action]) -> Result<NodeId, TreeActionError> {
        let mut here: Position = *self.node(id).ok_or(TreeActionError::NoSuchNode)?.position();
        let mut turns = Vec::with_capacity(actions.len());
        for (index, &action) in actions.iter().enumerate() {
            let turn = TreeTurn::of_action(&here, action);
            let turn = turn.map_err(|error| TreeActionError::Illegal { index, error })?;
            here = *turn.after();
            turns.push(turn);
        }
        Ok(turns.into_iter().fold(id, |id, turn| self.advance(id, turn)))
    }

    /// Adds a turn after a node or, where that is unfinished, in its place.
    pub(crate) fn advance(&mut self, id: NodeId, turn: TreeTurn) -> NodeId {
        let node = self.at(id);
        match node.parent {
            Some(_) if node.turn().is_some_and(TreeTurn::is_unfinished) => self.replace_turn(id, turn),
            _ => self.add_turn(id, turn),
        }
    }

    /// The child for this turn, which is added if there is none yet.
    pub(crate) fn add_turn(&mut self, parent: NodeId, turn: TreeTurn) -> NodeId {
        if let Some(known) = self.child_with(parent, &turn) {
            return known;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Some(TreeNode {
            parent: Some(parent),
            children: Vec::new(),
            arrival: Arrival::Turn(turn),
            annotations: Annotations::default(),
        }));
        self.at_mut(parent).children.push(id);
        self.enter_in_index(id);
        id
    }

    /// How many nodes there have been, deleted ones included.
    pub(crate) fn nodes_ever(&self) -> usize {
        self.nodes.len()
    }

    /// Makes a node the one that continues the line of its parent.
    pub(crate) fn put_first(&mut self, id: NodeId) {
        let Some(parent) = self.at(id).parent else { return };
        let siblings = &mut self.at_mut(parent).children;
        if let Some(place) = siblings.iter().position(|&child| child == id) {
            siblings[..=place].rotate_right(1);
        }
    }

    /// Replaces an unfinished turn by one that goes further. If its parent has that already, the
    /// two become one.
    fn replace_turn(&mut self, id: NodeId, turn: TreeTurn) -> NodeId {
        let Some(parent) = self.at(id).parent else { return id };
        match self.child_with(parent, &turn) {
            Some(known) if known != id => {
                let annotations = core::mem::take(&mut self.at_mut(id).annotations);
                self.at_mut(known).annotations.append(annotations);
                let is_first = self.at(parent).children.first() == Some(&id);
                self.delete(id);
                if is_first {
                    self.put_first(known);
                }
                known
            }
            _ => {
                if let Some(node) = self.nodes.get_mut(id.0 as usize).and_then(Option::as_mut) {
                    self.index.remove(id, node);
                    node.arrival = Arrival::Turn(turn);
                }
                self.enter_in_index(id);
                id
            }
        }
    }

    /// Changes what was written about a node. Empty comments and repeated glyphs are dropped.
    /// `false` if the node was deleted.
    ///
    /// ```
    /// use cotulenh::{Comment, GameTree};
    /// let mut tree = GameTree::from_pgn("1. Ic6 *").unwrap();
    /// let node = tree.main_line().next().unwrap();
    /// tree.annotate(node, |annotations| {
    ///     annotations.glyphs.push(1);
    ///     annotations.after.push(Comment::new("[%clk 0:09:58] quick"));
    /// });
    /// assert!(tree.to_pgn().ends_with("1. Ic6 $1 {[%clk 0:09:58] quick} *\n"));
    /// ```
    pub fn annotate(&mut self, id: NodeId, change: impl FnOnce(&mut Annotations)) -> bool {
        if self.node(id).is_none() {
            return false;
        }
        let node = self.at_mut(id);
        change(&mut node.annotations);
        node.annotations.tidy();
        if id == self.root() {
            // Nothing precedes the root, so these would be read as comments after it.
            let root = self.at_mut(id);
            let before = core::mem::take(&mut root.annotations.before);
            root.annotations.after.splice(0..0, before);
            (root.annotations.glyphs, root.annotations.stages) = Default::default();
        }
        true
    }

    /// Moves the variation that contains this node one place up among the variations of its parent.
    /// `false` if there is nothing to do.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some((parent, place)) = self.branch_of(id) else { return false };
        self.at_mut(parent).children.swap(place - 1, place);
        true
    }

    /// Makes the line to this node the main line. `false` if it is the main line already.
    pub fn promote_to_main_line(&mut self, id: NodeId) -> bool {
        let line = self.line_to(id);
        let changes = line.iter().any(|&id| !self.is_first(id));
        line.into_iter().for_each(|id| self.put_first(id));
        changes
    }

    /// Does this node continue the line of its parent?
    fn is_first(&self, id: NodeId) -> bool {
        let parent = self.at(id).parent;
        parent.is_none_or(|parent| self.at(parent).children.first() == Some(&id))
    }

    /// Where the variation that contains this node begins: its parent, and its place there.
    fn branch_of(&self, id: NodeId) -> Option<(NodeId, usize)> {
        let first = self.line_to(id).into_iter().rev().find(|&id| !self.is_first(id))?;
        let parent = self.at(first).parent?;
        let place = self.at(parent).children.iter().position(|&child| child == first)?;
        Some((parent, place))
    }

    /// Deletes a node and everything after it, and returns its parent. The root and nodes that were
    /// deleted before give `None`.
    pub fn delete(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id)?.parent?;
        // From the end, where the youngest ones are.
        let siblings = &mut self.at_mut(parent).children;
        if let Some(place) = siblings.iter().rposition(|&child| child == id) {
            siblings.remove(place);
        }
        let mut gone = vec![id];
        while let Some(id) = gone.pop() {
            if let Some(node) = self.nodes.get_mut(id.0 as usize).and_then(Option::take) {
                self.index.remove(id, &node);
                self.deleted += 1;
                gone.extend(node.children);
            }
        }
        Some(parent)
    }

    /// Adds the turns and annotations of another tree that are missing here, and returns how many
    /// turns were added. The order and the headers of this tree stay.
    ///
    /// ```
    /// use cotulenh::GameTree;
    /// let mut tree = GameTree::from_pgn("1. Ic6 Ic7 *").unwrap();
    /// let other = GameTree::from_pgn("1. Ic6 {solid} Mg7 (1... Ic7 2. Mg6) *").unwrap();
    /// assert_eq!(tree.merge(&other), Ok(2));
    /// assert!(tree.to_pgn().ends_with("\n1. Ic6 {solid} 1... Ic7 (1... Mg7) 2. Mg6 *\n"));
    /// ```
    pub fn merge(&mut self, other: &GameTree) -> Result<usize, DifferentStart> {
        self.merge_at(self.root(), other)
    }

    /// Like [`merge`](GameTree::merge), for a tree that begins with the position of this node:
    /// analysis from the middle of a game.
    pub fn merge_at(&mut self, id: NodeId, other: &GameTree) -> Result<usize, DifferentStart> {
        let here = self.node(id).map(TreeNode::position);
        if here != Some(other.start()) {
            let ours = here.map(Position::fen).unwrap_or_default();
            return Err(DifferentStart { ours, theirs: other.start().fen() });
        }
        let before = self.nodes.len();
        let mut open = vec![(id, other.root())];
        while let Some((ours, theirs)) = open.pop() {
            let theirs = other.at(theirs);
            self.at_mut(ours).annotations.merge(&theirs.annotations);
            for &child in &theirs.children {
                if let Some(turn) = other.at(child).turn() {
                    let added = self.add_turn(ours, turn.clone());
                    open.push((added, child));
                }
            }
        }
        Ok(self.nodes.len() - before)
    }
}

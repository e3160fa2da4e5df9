//! A game with variations, comments and glyphs.

mod comment;
mod convert;
mod cursor;
mod edit;
mod index;
mod node;
mod path;
mod turn;

pub use comment::{Arrow, Comment, CommentCommand, CommentEval, CommentScore, PointMark};
pub use cursor::TreeCursor;
pub use edit::{DifferentStart, TreeActionError};
pub use node::{Annotations, DeployStage, NodeId, TreeNode};
pub use path::TreePath;
pub use turn::TreeTurn;

use crate::headers::Headers;
use crate::pgn::is_result;
use crate::position::{Outcome, Position};

use index::TurnIndex;
use node::Arrival;

/// A game as a tree: every node is a turn, its first child continues the line, the other children
/// are variations.
///
/// A deploy is one turn. One that is not finished ends its line.
///
/// ```
/// use cotulenh::{GameTree, Strictness};
/// let mut tree = GameTree::from_pgn("1. Ic6 $1 {a plan} (1. Mg6 Mg7) Ic7 *").unwrap();
/// let mg6 = tree.node(tree.root()).unwrap().children()[1];
/// tree.promote(mg6);
/// tree.play_text(mg6, "Ic7", Strictness::Lenient).unwrap();
/// assert!(tree.to_pgn().ends_with("\n1. Mg6 (1. Ic6 $1 {a plan} 1... Ic7) 1... Mg7 (1... Ic7) *\n"));
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    headers: Headers,
    /// The root is the first. Nodes that were deleted are `None`; identifiers are never used again.
    nodes: Vec<Option<TreeNode>>,
    deleted: usize,
    index: TurnIndex,
}

impl Default for GameTree {
    fn default() -> GameTree {
        GameTree::new()
    }
}

impl From<Position> for GameTree {
    /// A tree that begins with this position. If a session is open, the tree begins with that turn,
    /// and the session is its first, unfinished turn.
    fn from(position: Position) -> GameTree {
        let mut start = position;
        let _ = start.cancel_session();
        let root = TreeNode {
            parent: None,
            children: Vec::new(),
            arrival: Arrival::Root(start),
            annotations: Annotations::default(),
        };
        let mut tree = GameTree {
            headers: Headers::default(),
            nodes: vec![Some(root)],
            deleted: 0,
            index: TurnIndex::default(),
        };
        if position.session().is_some() {
            tree.add_turn(tree.root(), TreeTurn::unfinished(position));
        }
        tree
    }
}

/// Trees are equal if they have the same headers, result, turns in the same order, and annotations.
/// Identifiers of nodes do not count.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let without_result = |tree: &GameTree| {
            let headers = tree.headers.iter().filter(|(name, _)| *name != "Result");
            headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
        };
        if without_result(self) != without_result(other) || self.start() != other.start() {
            return false;
        }
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((ours, theirs)) = pairs.pop() {
            let (ours, theirs) = (self.at(ours), other.at(theirs));
            let same = ours.turn() == theirs.turn()
                && ours.annotations == theirs.annotations
                && ours.children.len() == theirs.children.len();
            if !same {
                return false;
            }
            pairs.extend(ours.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        self.result() == other.result()
    }
}

impl Eq for GameTree {}

impl GameTree {
    /// A tree with the start position only.
    pub fn new() -> GameTree {
        Position::start().into()
    }

    /// The position at the root; no session is open in it.
    pub fn start(&self) -> &Position {
        self.at(self.root()).position()
    }

    /// The node of the start position.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node; `None` if it was deleted.
    pub fn node(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(id.0 as usize)?.as_ref()
    }

    /// A node that is known to be there.
    pub(crate) fn at(&self, id: NodeId) -> &TreeNode {
        self.node(id).unwrap_or_else(|| unreachable!("links lead to nodes of the tree"))
    }

    fn at_mut(&mut self, id: NodeId) -> &mut TreeNode {
        let node = self.nodes.get_mut(id.0 as usize).and_then(Option::as_mut);
        node.unwrap_or_else(|| unreachable!("links lead to nodes of the tree"))
    }

    /// What was written about a node, for adding to it one by one.
    pub(crate) fn annotations_mut(&mut self, id: NodeId) -> &mut Annotations {
        &mut self.at_mut(id).annotations
    }

    /// How many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.deleted
    }

    /// Is there no turn at all?
    pub fn is_empty(&self) -> bool {
        self.at(self.root()).children.is_empty()
    }

    /// All nodes: each before its children, a line before its variations.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut open = vec![self.root()];
        core::iter::from_fn(move || {
            let id = open.pop()?;
            open.extend(self.at(id).children.iter().rev());
            Some(id)
        })
    }

    /// The nodes from this one on that continue its line, this one not included.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next_in_line(id), |&id| self.next_in_line(id))
    }

    fn next_in_line(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.children.first().copied()
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(self.root())
    }

    /// The nodes from the root to this one, without the root. Empty for a node that was deleted.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = core::iter::successors(Some(id), |&id| self.node(id)?.parent)
            .filter(|&id| id != self.root())
            .collect();
        line.retain(|&id| self.node(id).is_some());
        line.reverse();
        line
    }

    /// The path of a node.
    pub fn path(&self, id: NodeId) -> TreePath {
        let lan = |id: NodeId| self.node(id)?.turn().map(TreeTurn::lan);
        TreePath { turns: self.line_to(id).into_iter().filter_map(lan).collect() }
    }

    /// The node with this path.
    pub fn find(&self, path: &TreePath) -> Option<NodeId> {
        path.turns.iter().try_fold(self.root(), |id, lan| {
            let turn = TreeTurn::of_lan(self.at(id).position(), lan)?;
            self.child_with(id, &turn)
        })
    }

    /// The headers of PGN.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The headers of PGN, for changing them.
    pub fn headers_mut(&mut self) -> &mut Headers {
        &mut self.headers
    }

    /// How the main line has ended by the rules, if it has (RULES 10).
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.main_line().last().unwrap_or(self.root());
        let key = |id: NodeId| self.at(id).position().repetition_key();
        let line = core::iter::once(self.root()).chain(self.main_line());
        let occurrences = line.filter(|&id| key(id) == key(end)).count();
        let position = self.at(end).position();
        position.outcome_if(occurrences, || position.can_complete_turn())
    }

    /// The `Result` header or, if that is `*` or not a result, how the main line has ended by the
    /// rules.
    pub fn result(&self) -> String {
        match self.headers.get("Result") {
            Some(known) if known != "*" && is_result(known) => known.into(),
            _ => self.outcome().map_or("*".into(), |outcome| outcome.to_string()),
        }
    }
}

//! Which child of a node a turn leads to, in constant time: a node may have thousands.

use crate::zobrist;

use super::{GameTree, NodeId, TreeNode, TreeTurn};

/// A hash table of nodes by parent and turn, with linear probing.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnIndex {
    /// A power of two of them, about half of them empty at least.
    slots: Vec<IndexSlot>,
    /// How many are not empty.
    used: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum IndexSlot {
    Empty,
    Node(NodeId),
    /// Of a node that was removed: what was entered after it may follow.
    Removed,
}

impl TurnIndex {
    /// The slots in which a turn after this node may be.
    fn probe(&self, parent: NodeId, turn: &TreeTurn) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len().wrapping_sub(1);
        let start = zobrist::chain(u64::from(parent.0), turn.after().hash()) as usize;
        (0..self.slots.len()).map(move |step| start.wrapping_add(step) & mask)
    }

    /// Enters a node. There is room, and no other node has this parent and turn.
    fn insert(&mut self, id: NodeId, parent: NodeId, turn: &TreeTurn) {
        let mut slots = self.probe(parent, turn);
        if let Some(free) = slots.find(|&slot| !matches!(self.slots[slot], IndexSlot::Node(_))) {
            self.used += usize::from(self.slots[free] == IndexSlot::Empty);
            self.slots[free] = IndexSlot::Node(id);
        }
    }

    /// Removes a node, if it is there.
    pub fn remove(&mut self, id: NodeId, node: &TreeNode) {
        let Some((turn, parent)) = node.turn().zip(node.parent) else { return };
        let mut slots = self.probe(parent, turn).take_while(|&slot| self.slots[slot] != IndexSlot::Empty);
        if let Some(slot) = slots.find(|&slot| self.slots[slot] == IndexSlot::Node(id)) {
            self.slots[slot] = IndexSlot::Removed;
        }
    }
}

impl GameTree {
    /// The child that a turn leads to.
    pub(super) fn child_with(&self, parent: NodeId, turn: &TreeTurn) -> Option<NodeId> {
        for slot in self.index.probe(parent, turn) {
            match self.index.slots[slot] {
                IndexSlot::Empty => break,
                IndexSlot::Removed => {}
                IndexSlot::Node(id) => {
                    let node = self.at(id);
                    if node.parent == Some(parent) && node.turn() == Some(turn) {
                        return Some(id);
                    }
                }
            }
        }
        None
    }

    /// Enters a node, which is new or has a new turn.
    pub(super) fn enter_in_index(&mut self, id: NodeId) {
        if self.index.slots.len() > 2 * self.index.used {
            return self.enter(id);
        }
        let slots = (4 * self.len()).next_power_of_two().max(16);
        self.index = TurnIndex { slots: vec![IndexSlot::Empty; slots], used: 0 };
        for place in 0..self.nodes.len() {
            self.enter(NodeId(place as u32));
        }
    }

    fn enter(&mut self, id: NodeId) {
        let node = self.nodes.get(id.0 as usize).and_then(Option::as_ref);
        if let Some((turn, parent)) = node.and_then(|node| node.turn().zip(node.parent)) {
            self.index.insert(id, parent, turn);
        }
    }
}

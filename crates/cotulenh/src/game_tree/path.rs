//! Names of nodes that stay valid when other parts of the tree change.

use core::fmt;
use core::str::FromStr;

/// The way from the root of a [`GameTree`](crate::GameTree) to a node: the LAN of each turn. It
/// stays the same when variations are added, removed or promoted, and it means the same node in a
/// tree that was written and read again.
///
/// As text the turns are separated by `/`; the empty text is the root.
///
/// ```
/// use cotulenh::{GameTree, TreePath};
/// let tree = GameTree::from_pgn("1. Ic6 Ic7 (1... Mg7) *").unwrap();
/// let path: TreePath = "Ic5c6/Mg8g7".parse().unwrap();
/// let node = tree.find(&path).unwrap();
/// assert_eq!(tree.path(node), path);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TreePath {
    pub(super) turns: Vec<String>,
}

impl TreePath {
    /// The LANs of the turns from the root; an unfinished deploy ends with dots.
    pub fn turns(&self) -> &[String] {
        &self.turns
    }
}

impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.turns.join("/"))
    }
}

/// Any text is a path; whether a tree has such a node is for the tree to say.
impl FromStr for TreePath {
    type Err = core::convert::Infallible;

    fn from_str(text: &str) -> Result<TreePath, Self::Err> {
        let turns = if text.is_empty() { Vec::new() } else { text.split('/').map(str::to_owned).collect() };
        Ok(TreePath { turns })
    }
}

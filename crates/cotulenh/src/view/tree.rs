//! Game trees as flat lists of nodes. Readers of JSON limit how deeply objects may be nested; a
//! game may have thousands of turns.

use serde::{Deserialize, Serialize};

use crate::game_tree::{Annotations, Comment, DeployStage, GameTree, NodeId, TreeTurn};
use crate::headers::HeaderError;
use crate::parse::ParseMoveError;
use crate::pgn::PgnError;
use crate::position::Position;
use crate::rule_options::RuleOptions;
use crate::san::TurnText;
use crate::setup::InvalidSetup;

/// A game tree. A node is listed before its children, and a line before its variations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TreeView {
    /// The headers that are set, without those that follow from the game.
    pub headers: Vec<(String, String)>,
    /// The game is played without RULES 8.2.
    pub skip_last_guard_promotion: bool,
    /// How the game has ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The root first.
    pub nodes: Vec<TreeNodeView>,
}

/// A node of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TreeNodeView {
    /// The index of the node before it; null for the root.
    pub parent: Option<usize>,
    /// The turn that leads here; left out for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// It tells the turn apart from the others after the same node. That of an unfinished deploy
    /// ends with dots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lan: Option<String>,
    /// RULES 11.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<String>,
    /// The position here.
    pub fen: String,
    /// What was written about it.
    #[serde(flatten)]
    pub annotations: AnnotationsView,
}

/// A position inside a deploy that has comments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageView {
    /// The unfinished deploy, with dots: `d5:(TI):F>d8...`.
    pub deploy: String,
    /// The comments on it.
    pub comments: Vec<String>,
}

impl From<&GameTree> for TreeView {
    fn from(tree: &GameTree) -> TreeView {
        let mut places = vec![0; tree.nodes_ever()];
        let mut nodes = Vec::with_capacity(tree.len());
        for id in tree.nodes() {
            places[id.index()] = nodes.len();
            nodes.push(TreeNodeView::new(tree, id, &places));
        }
        let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        TreeView {
            headers: tree.headers().iter_set().map(pair).collect(),
            skip_last_guard_promotion: tree.start().options().skip_last_guard_promotion,
            result: tree.result(),
            nodes,
        }
    }
}

impl TreeNodeView {
    fn new(tree: &GameTree, id: NodeId, places: &[usize]) -> TreeNodeView {
        let node = tree.at(id);
        let text = node.turn().zip(node.parent()).map(|(turn, parent)| turn.text(tree.at(parent).position()));
        let (san, lan, flags) = match text {
            Some(TurnText { san, lan, flags }) => (Some(san), Some(lan), Some(flags)),
            None => (None, None, None),
        };
        TreeNodeView {
            parent: node.parent().map(|parent| places[parent.index()]),
            san,
            lan,
            flags,
            fen: node.position().fen(),
            annotations: node.annotations().into(),
        }
    }
}

/// What was written about a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnnotationsView {
    /// Comments before the turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Comments inside a deploy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageView>,
    /// Numeric annotation glyphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Comments after the turn; at the root, before the first one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}

impl From<&Annotations> for AnnotationsView {
    fn from(annotations: &Annotations) -> AnnotationsView {
        let texts = |comments: &[Comment]| comments.iter().map(Comment::to_string).collect();
        let stage = |stage: &DeployStage| StageView {
            deploy: stage.deploy_text(),
            comments: texts(stage.comments()),
        };
        AnnotationsView {
            before: texts(&annotations.before),
            stages: annotations.stages.iter().map(stage).collect(),
            glyphs: annotations.glyphs.clone(),
            after: texts(&annotations.after),
        }
    }
}

/// A tree to be made. It is what [`TreeView`] shows; what follows from the moves may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TreeInput {
    /// Names and values of headers.
    pub headers: Vec<(String, String)>,
    /// The game is played without RULES 8.2.
    pub skip_last_guard_promotion: bool,
    /// The root first, and every node after its parent.
    pub nodes: Vec<TreeNodeInput>,
}

/// A node of a tree to be made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TreeNodeInput {
    /// The index of the node before it. The root has none.
    pub parent: Option<usize>,
    /// The LAN of its turn. The root has none.
    pub lan: Option<String>,
    /// The position of the root; without one, the start position. Ignored in other nodes.
    pub fen: Option<String>,
    /// What was written about it.
    #[serde(flatten)]
    pub annotations: AnnotationsView,
}

/// Why a list is not a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeInputError {
    /// The root is not a valid position.
    #[error(transparent)]
    Fen(#[from] InvalidSetup),
    /// A header cannot be written to a PGN.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The first node has a parent, or another has none before it.
    #[error("node {index}: expected a parent before it, and none for the root")]
    Parent {
        /// The index of the node.
        index: usize,
    },
    /// A turn cannot be played.
    #[error("node {index}: {error}")]
    Move {
        /// The index of the node.
        index: usize,
        /// Why not.
        error: ParseMoveError,
    },
    /// Two nodes with the same parent have the same turn.
    #[error("node {index}: its parent has the turn {lan} already")]
    Twice {
        /// The index of the node.
        index: usize,
        /// The LAN.
        lan: String,
    },
}

impl TryFrom<TreeInput> for GameTree {
    type Error = TreeInputError;

    fn try_from(input: TreeInput) -> Result<GameTree, TreeInputError> {
        let root = input.nodes.first();
        let fen = root.and_then(|root| root.fen.as_deref()).unwrap_or(Position::START_FEN);
        let options = RuleOptions::default().with_skip_last_guard_promotion(input.skip_last_guard_promotion);
        let mut start = Position::from_fen_with(fen, options)?;
        // An open deploy is a turn, and so a node.
        let _ = start.cancel_session();
        let mut tree = GameTree::from(start);
        for (name, value) in &input.headers {
            tree.headers_mut().set(name, value)?;
        }
        let mut ids: Vec<NodeId> = Vec::with_capacity(input.nodes.len());
        for (index, node) in input.nodes.into_iter().enumerate() {
            let id = add_node(&mut tree, &ids, index, &node)?;
            let before = tree.at(id).parent().map_or(start, |parent| *tree.at(parent).position());
            let annotations = annotations_of(node.annotations, &before)
                .map_err(|error| TreeInputError::Move { index, error })?;
            tree.annotate(id, |known| *known = annotations);
            ids.push(id);
        }
        Ok(tree)
    }
}

/// The node of a list in a tree that has those before it.
fn add_node(
    tree: &mut GameTree,
    ids: &[NodeId],
    index: usize,
    node: &TreeNodeInput,
) -> Result<NodeId, TreeInputError> {
    let (parent, lan) = match (node.parent, &node.lan) {
        (None, None) if index == 0 => return Ok(tree.root()),
        (Some(parent), Some(lan)) => (parent, lan),
        _ => return Err(TreeInputError::Parent { index }),
    };
    let Some(&parent) = ids.get(parent) else { return Err(TreeInputError::Parent { index }) };
    let here = tree.at(parent).position();
    // Nothing follows an unfinished deploy.
    let turn = TreeTurn::of_lan(here, lan).filter(|_| here.session().is_none());
    let turn =
        turn.ok_or_else(|| TreeInputError::Move { index, error: ParseMoveError::no_such_move(lan) })?;
    let known = tree.nodes_ever();
    let id = tree.add_turn(parent, turn);
    if tree.nodes_ever() == known {
        return Err(TreeInputError::Twice { index, lan: lan.clone() });
    }
    Ok(id)
}

/// The annotations of a turn; `before` is the position before it.
fn annotations_of(view: AnnotationsView, before: &Position) -> Result<Annotations, ParseMoveError> {
    let mut annotations = Annotations {
        before: view.before.iter().map(|text| Comment::new(text)).collect(),
        glyphs: view.glyphs,
        after: view.after.iter().map(|text| Comment::new(text)).collect(),
        ..Annotations::default()
    };
    for StageView { deploy, comments } in view.stages {
        let turn = TreeTurn::of_lan(before, &deploy).filter(TreeTurn::is_unfinished);
        let turn = turn.ok_or_else(|| ParseMoveError::no_such_move(&deploy))?;
        comments.iter().for_each(|text| annotations.add_stage_comment(turn.after(), Comment::new(text)));
    }
    Ok(annotations)
}

/// A fault of a PGN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PgnFaultView {
    /// What is wrong: [`PgnErrorKind::name`](crate::PgnErrorKind::name).
    pub variant: &'static str,
    /// One line of English.
    pub message: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The offending piece of text, shortened; may be empty.
    pub found: String,
}

impl From<&PgnError> for PgnFaultView {
    fn from(error: &PgnError) -> PgnFaultView {
        PgnFaultView {
            variant: error.kind.name(),
            message: error.to_string(),
            line: error.line,
            column: error.column,
            found: error.token.clone(),
        }
    }
}

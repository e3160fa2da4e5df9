//! PGN in and out, without a stored game. A game with its variations is a flat list of nodes.

use axum::Json;
use cotulenh::view::{AnnotationsView, TreeInput};
use cotulenh::{GameTree, NodeId, RuleOptions, Strictness, read_trees};
use cotulenh_games::{ReadError, TurnView, blocking};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ApiError;
use super::extract::Body;
use crate::guard::MAX_PGN_MESSAGE;

/// The most turns of a game, those of variations included.
pub const MAX_TREE_TURNS: usize = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    pgn: String,
}

/// A node of a game, as the page shows it.
#[derive(Serialize)]
struct StudyNodeView {
    /// The index of the node before it.
    parent: Option<usize>,
    /// The turn that leads here; null for the root.
    turn: Option<TurnView>,
    fen: String,
    #[serde(flatten)]
    annotations: AnnotationsView,
}

pub async fn read(Body(request): Body<ReadRequest, MAX_PGN_MESSAGE>) -> Result<Json<Value>, ApiError> {
    blocking(move || {
        let games = read_trees(request.pgn.as_bytes(), Strictness::Lenient);
        let read = games.max_turns(MAX_TREE_TURNS).next().ok_or(ReadError::NoGame)?;
        let tree = read.map_err(ReadError::from)?.tree;
        if tree.start().options() != RuleOptions::default() {
            return Err(ReadError::OtherRules.into());
        }
        let headers: Vec<(&str, &str)> = tree.headers().iter().collect();
        Ok(Json(json!({"headers": headers, "result": tree.result(), "nodes": node_views(&tree)})))
    })
    .await?
}

/// The nodes of a tree: each before its children, a line before its variations.
fn node_views(tree: &GameTree) -> Vec<StudyNodeView> {
    let mut places: std::collections::HashMap<NodeId, usize> = std::collections::HashMap::new();
    let mut nodes = Vec::with_capacity(tree.len());
    for id in tree.nodes() {
        let Some(node) = tree.node(id) else { continue };
        places.insert(id, nodes.len());
        let parent = node.parent().and_then(|id| tree.node(id));
        let turn = node.turn().zip(parent).map(|(turn, parent)| TurnView::of_tree(turn, parent.position()));
        nodes.push(StudyNodeView {
            parent: node.parent().and_then(|id| places.get(&id).copied()),
            turn,
            fen: node.position().fen(),
            annotations: AnnotationsView::from(node.annotations()),
        });
    }
    nodes
}

pub async fn write(Body(tree): Body<TreeInput, MAX_PGN_MESSAGE>) -> Result<Json<Value>, ApiError> {
    if tree.nodes.len() > MAX_TREE_TURNS + 1 {
        return Err(ApiError::too_large(&format!("the game has more than {MAX_TREE_TURNS} turns")));
    }
    blocking(move || Ok(Json(json!({"pgn": GameTree::try_from(tree)?.to_pgn()})))).await?
}

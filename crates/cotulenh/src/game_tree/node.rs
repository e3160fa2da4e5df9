//! One node of a tree.

use std::collections::{HashMap, HashSet};

use crate::pgn::open_deploy_text;
use crate::position::Position;

use super::comment::Comment;
use super::turn::TreeTurn;

/// A node of a [`GameTree`](super::GameTree). It stays valid while the node is in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Its place among all nodes that there have been.
    #[cfg(feature = "serde")]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position of a tree, with the turn that leads to it and what was written about it.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub(super) parent: Option<NodeId>,
    /// The first continues the line; the others are variations.
    pub(super) children: Vec<NodeId>,
    pub(super) arrival: Arrival,
    pub(super) annotations: Annotations,
}

/// How the position of a node came about.
#[derive(Clone, Debug)]
pub(super) enum Arrival {
    Root(Position),
    Turn(TreeTurn),
}

/// What was written about a turn, in the order in which a PGN has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Annotations {
    /// Before the turn: `1. {so far equal} Ic6`.
    pub before: Vec<Comment>,
    /// Inside a deploy.
    pub stages: Vec<DeployStage>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?` …
    pub glyphs: Vec<u8>,
    /// After the turn. At the root: before the first turn.
    pub after: Vec<Comment>,
}

/// A position inside a deploy that has comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeployStage {
    /// The position, with its session open.
    pub(crate) position: Position,
    /// The comments on it.
    pub(crate) comments: Vec<Comment>,
}

impl DeployStage {
    /// The position, with its session open.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The unfinished deploy as text, with dots: `d5:(TI):F>d8...`.
    pub fn deploy_text(&self) -> String {
        open_deploy_text(&self.position)
    }

    /// The comments on it.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }
}

impl Annotations {
    /// Nothing at all?
    pub fn is_empty(&self) -> bool {
        *self == Annotations::default()
    }

    /// Adds a glyph, once.
    pub(crate) fn add_glyph(&mut self, glyph: u8) {
        if !self.glyphs.contains(&glyph) {
            self.glyphs.push(glyph);
        }
    }

    /// Adds a comment on a position inside the deploy, after those that are there.
    pub(crate) fn add_stage_comment(&mut self, position: &Position, comment: Comment) {
        match self.stages.last_mut() {
            Some(stage) if stage.position == *position => stage.comments.push(comment),
            _ => self.stages.push(DeployStage { position: *position, comments: vec![comment] }),
        }
    }

    /// Adds all of it.
    pub(super) fn append(&mut self, other: Annotations) {
        self.before.extend(other.before);
        self.stages.extend(other.stages);
        other.glyphs.into_iter().for_each(|glyph| self.add_glyph(glyph));
        self.after.extend(other.after);
    }

    /// Adds what is not there yet.
    pub(super) fn merge(&mut self, other: &Annotations) {
        merge_comments(&mut self.before, &other.before);
        let mut places: HashMap<Position, usize> =
            self.stages.iter().enumerate().map(|(place, stage)| (stage.position, place)).collect();
        for stage in &other.stages {
            match places.get(&stage.position) {
                Some(&place) => merge_comments(&mut self.stages[place].comments, &stage.comments),
                None => {
                    places.insert(stage.position, self.stages.len());
                    self.stages.push(stage.clone());
                }
            }
        }
        other.glyphs.iter().for_each(|&glyph| self.add_glyph(glyph));
        merge_comments(&mut self.after, &other.after);
    }

    /// Brings what a caller has set into the form that survives a PGN.
    pub(super) fn tidy(&mut self) {
        self.before.retain(|comment| !comment.is_empty());
        self.after.retain(|comment| !comment.is_empty());
        self.stages.iter_mut().for_each(|stage| stage.comments.retain(|comment| !comment.is_empty()));
        self.stages.retain(|stage| !stage.comments.is_empty());
        for glyph in core::mem::take(&mut self.glyphs) {
            self.add_glyph(glyph);
        }
    }
}

fn merge_comments(known: &mut Vec<Comment>, others: &[Comment]) {
    if !others.is_empty() {
        let texts: HashSet<&Comment> = known.iter().collect();
        let new: Vec<Comment> = others.iter().filter(|other| !texts.contains(other)).cloned().collect();
        known.extend(new);
    }
}

impl TreeNode {
    /// The node before it; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes after it. The first continues the line; the others are variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The position here. A session is open in it only if the turn is unfinished.
    pub fn position(&self) -> &Position {
        match &self.arrival {
            Arrival::Root(position) => position,
            Arrival::Turn(turn) => turn.after(),
        }
    }

    /// The turn that leads here; `None` for the root.
    pub fn turn(&self) -> Option<&TreeTurn> {
        match &self.arrival {
            Arrival::Root(_) => None,
            Arrival::Turn(turn) => Some(turn),
        }
    }

    /// What was written about it.
    pub fn annotations(&self) -> &Annotations {
        &self.annotations
    }
}

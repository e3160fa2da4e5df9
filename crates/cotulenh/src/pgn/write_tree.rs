//! Trees as text.

use crate::color::Color;
use crate::game_tree::{GameTree, NodeId};

use super::PgnFormat;
use super::write::{Words, push_headers};

/// What remains to be written, the next one last.
enum ToWrite {
    /// The line after a node. Its first turn needs no number if it directly follows Red's.
    LineAfter(NodeId, bool),
    /// A variation that begins with this node.
    Variation(NodeId),
    CloseVariation,
}

impl GameTree {
    /// The PGN with lines of at most 80 characters.
    pub fn to_pgn(&self) -> String {
        self.to_pgn_with(&PgnFormat::default())
    }

    /// The PGN. Reading it gives an equal tree.
    pub fn to_pgn_with(&self, format: &PgnFormat) -> String {
        let result = self.result();
        let mut headers = String::new();
        push_headers(&mut headers, self.headers(), self.start(), &result, format);
        let mut words = Words::new(headers, format);
        for comment in &self.at(self.root()).annotations().after {
            words.push_note(comment.as_str());
        }
        // No recursion: variations can be nested deeply.
        let mut tasks = vec![ToWrite::LineAfter(self.root(), false)];
        while let Some(task) = tasks.pop() {
            match task {
                ToWrite::LineAfter(parent, numbered) => {
                    let Some((&first, variations)) = self.at(parent).children().split_first() else {
                        continue;
                    };
                    let numbered = self.push_turn(&mut words, first, numbered);
                    tasks.push(ToWrite::LineAfter(first, numbered && variations.is_empty()));
                    tasks.extend(variations.iter().rev().map(|&id| ToWrite::Variation(id)));
                }
                ToWrite::Variation(first) => {
                    words.open();
                    let numbered = self.push_turn(&mut words, first, false);
                    tasks.extend([ToWrite::CloseVariation, ToWrite::LineAfter(first, numbered)]);
                }
                ToWrite::CloseVariation => words.close(),
            }
        }
        words.push(&result);
        words.finish()
    }

    /// Pushes one turn with its annotations. Tells whether a turn of Blue could follow without a
    /// number.
    fn push_turn(&self, words: &mut Words<'_>, id: NodeId, numbered: bool) -> bool {
        let node = self.at(id);
        let annotations = node.annotations();
        let (Some(turn), Some(parent)) = (node.turn(), node.parent()) else { return false };
        let before = self.at(parent).position();
        let number = before.move_number();
        match before.turn() {
            Color::Red => words.push(&format!("{number}.")),
            Color::Blue if numbered && annotations.before.is_empty() => {}
            Color::Blue => words.push(&format!("{number}...")),
        }
        for comment in &annotations.before {
            words.push_note(comment.as_str());
        }
        for stage in &annotations.stages {
            words.push(&stage.deploy_text());
            for comment in stage.comments() {
                words.push_note(comment.as_str());
            }
        }
        words.push(&turn.pgn_text(before));
        for glyph in &annotations.glyphs {
            words.push(&format!("${glyph}"));
        }
        for comment in &annotations.after {
            words.push_note(comment.as_str());
        }
        annotations.after.is_empty()
    }
}

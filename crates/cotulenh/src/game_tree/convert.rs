//! Games as trees, and lines of trees as games.

use crate::game::Game;
use crate::position::Position;

use super::{Comment, GameTree, NodeId, TreeTurn};

impl From<&GameTree> for Game {
    /// The main line, with headers and comments. Glyphs are left out, because a [`Game`] has none.
    fn from(tree: &GameTree) -> Game {
        let end = tree.main_line().last().unwrap_or(tree.root());
        tree.game_to(end)
    }
}

impl From<&Game> for GameTree {
    /// The game as the main line. What was taken back is left out.
    fn from(game: &Game) -> GameTree {
        let mut tree = GameTree::from(*game.start());
        *tree.headers_mut() = game.headers().clone();
        let comment = |position: &Position| game.note(position).map(|note| Comment::new(&note));
        let mut at = tree.root();
        tree.annotate(at, |annotations| annotations.after.extend(comment(game.start())));
        for (i, played) in game.turns().iter().enumerate() {
            let after = game.after(i).unwrap_or_else(|| unreachable!("a position follows every turn"));
            at = tree.add_turn(at, played.as_tree_turn(*after));
            tree.annotate(at, |annotations| {
                for inside in played.inside() {
                    comment(inside).into_iter().for_each(|note| annotations.add_stage_comment(inside, note));
                }
                annotations.after.extend(comment(after));
            });
        }
        let now = game.position();
        if now.session().is_some() {
            at = tree.add_turn(at, TreeTurn::unfinished(*now));
            tree.annotate(at, |annotations| {
                for inside in game.inside_open_turn().filter(|inside| *inside != now) {
                    comment(inside).into_iter().for_each(|note| annotations.add_stage_comment(inside, note));
                }
                annotations.after.extend(comment(now));
            });
        }
        tree
    }
}

impl GameTree {
    /// The game from the root to this node, with headers and comments: for repetitions, results and
    /// going on. Only the root's part of it for a node that was deleted.
    pub fn game_to(&self, id: NodeId) -> Game {
        let mut game = Game::from(*self.start());
        *game.headers_mut() = self.headers().clone();
        game.add_comments(&self.at(self.root()).annotations().after);
        for id in self.line_to(id) {
            let node = self.at(id);
            let annotations = node.annotations();
            game.add_comments(&annotations.before);
            for stage in &annotations.stages {
                game.open_deploy(*stage.position());
                game.add_comments(stage.comments());
            }
            if let Some(turn) = node.turn() {
                game.play_tree_turn(turn);
            }
            game.add_comments(&annotations.after);
        }
        game
    }
}

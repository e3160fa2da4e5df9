//! A PGN with variations as a tree: reads it, walks through it, changes it and writes it.
//!
//! `cargo run -p cotulenh --example game_tree [FILE]`
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use cotulenh::{Comment, GameTree, Strictness, TreeCursor, TreePath, read_trees};

const GAME: &str = r#"
[Red "Lan"]
[Blue "Minh"]

{A quiet opening.} 1. Ic6 $1 {[%clk 0:04:58] [%csl Gc6]} (1. Mg6 {the centre} Mg7 (1... Ic7 2. Ic6))
1... Ic7 2. Zz9 Mg7 *
"#;

fn main() -> Result<(), Box<dyn Error>> {
    // A tolerant reader keeps what it can and reports the rest.
    let stream: Box<dyn BufRead> = match std::env::args().nth(1) {
        Some(path) => Box::new(BufReader::new(File::open(path)?)),
        None => Box::new(GAME.as_bytes()),
    };
    let mut first = None;
    for read in read_trees(stream, Strictness::Lenient).tolerant(true) {
        match read {
            Ok(read) => {
                println!("{} nodes, {} dropped", read.tree.len(), read.dropped_count);
                read.dropped.iter().for_each(|fault| println!("  {fault}"));
                first.get_or_insert(read.tree);
            }
            Err(error) => println!("{error}"),
        }
    }
    let Some(mut tree) = first else { return Ok(()) };
    show(&tree);

    // A cursor walks through the tree and changes it.
    let mut cursor = TreeCursor::new(&mut tree);
    cursor.to_end();
    let position = *cursor.position();
    if let Some(&mv) = position.legal_moves().first() {
        cursor.insert(&position.san(mv), Strictness::Strict)?;
        cursor.annotate(|annotations| annotations.after.push(Comment::new("added")));
    }
    // The path of a node stays the same when other parts of the tree change.
    let path: TreePath = cursor.tree().path(cursor.id());
    cursor.to_start();
    if cursor.enter(1) {
        cursor.promote();
    }
    assert!(tree.find(&path).is_some());
    println!("\n{}", tree.to_pgn());
    Ok(())
}

/// Prints every turn, indented by its depth in variations.
fn show(tree: &GameTree) {
    for id in tree.nodes() {
        let Some(node) = tree.node(id) else { continue };
        let Some((turn, parent)) = node.turn().zip(node.parent()) else { continue };
        let line = tree.line_to(id);
        let is_variation = |id: &&cotulenh::NodeId| {
            let parent = tree.node(**id).and_then(|node| tree.node(node.parent()?));
            parent.is_some_and(|parent| parent.children().first() != Some(*id))
        };
        let depth = line.iter().filter(is_variation).count();
        let before = tree.node(parent).map(|node| *node.position()).unwrap_or_default();
        let notes = node.annotations();
        let comments: Vec<String> = notes.after.iter().map(Comment::plain_text).collect();
        println!(
            "{:indent$}{} {:?} {} {}",
            "",
            turn.pgn_text(&before),
            notes.glyphs,
            notes.after.iter().find_map(Comment::clock).unwrap_or(""),
            comments.join(" "),
            indent = 2 * depth + 2,
        );
    }
}

//! A game with its history: undo, redo, comments, PGN out and in.
#![allow(clippy::print_stdout)]

use cotulenh::{Game, Strictness};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new();
    game.headers_mut().set("Red", "An")?;
    game.headers_mut().set("Blue", "Bình")?;
    for text in ["Ic6", "Ic7", "Mg6"] {
        game.play_text(text, Strictness::Lenient)?;
    }
    game.set_comment(Some("towards the river"));

    assert!(game.undo());
    println!("after undo: {:?}, can redo: {}", game.sans(), game.can_redo());
    assert!(game.redo());

    let pgn = game.to_pgn();
    println!("{pgn}");
    let read = Game::from_pgn(&pgn, Strictness::Strict)?;
    assert_eq!(read.position(), game.position());

    // The same game as single actions, as a program would store them.
    if let Some(actions) = game.actions() {
        let replayed = Game::replay(*game.start(), actions)?;
        assert_eq!(replayed.position(), game.position());
    }
    Ok(())
}

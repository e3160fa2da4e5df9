//! A position, its legal moves, play and undo.
#![allow(clippy::print_stdout)]

use cotulenh::{Position, Role};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::start();
    println!("{}\n", position.picture());

    let moves = position.legal_moves();
    println!("{} legal moves; of the Tanks:", moves.len());
    for mv in position.legal_moves_of(Role::Tank) {
        println!("  {:8} {:8} {}", position.san(mv), mv.to_string(), mv.flags());
    }

    let mv = position.parse_move("Tf6")?;
    let undo = position.play(mv)?;
    println!("\nafter Tf6: {}", position.fen());
    println!("check: {}, over: {}", position.is_check(), position.is_game_over());

    position.undo(&undo);
    assert_eq!(position, Position::start());
    Ok(())
}

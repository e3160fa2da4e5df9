//! A deploy session: a stack sends its pieces off one by one within one turn.
#![allow(clippy::print_stdout)]

use cotulenh::{Action, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position: Position = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1".parse()?;

    for text in ["F>d8", "T>d7"] {
        let step = position.parse_move(text)?;
        position.play(step)?;
        println!("{text}: {}", position.fen());
        if let Some(remaining) = position.session_remaining() {
            println!("  may still step off: {remaining}");
        }
    }

    // While the session is open, the actions are the steps of the remaining pieces and the commit.
    let texts: Vec<String> = position.actions().iter().map(Action::to_string).collect();
    println!("actions: {}", texts.join(" "));

    position.play_action(Action::Commit)?;
    println!("after the commit: {}", position.fen());
    Ok(())
}

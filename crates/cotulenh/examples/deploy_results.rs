//! Deploy turns: how many sequences of steps lead to how many different positions.
//!
//! Pass a FEN for another position.
#![allow(clippy::print_stdout)]

use core::ops::ControlFlow;
use std::time::Instant;

use cotulenh::{Bitboard, DeployResults, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1);
    let position: Position =
        fen.as_deref().unwrap_or("6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1").parse()?;

    let mut results = DeployResults::new();
    let mut count = || {
        let (mut distinct, mut same_as_move, mut clock_only) = (0, 0, 0);
        let _ = results.for_each(&position, Bitboard::ALL, |result| {
            distinct += 1;
            same_as_move += usize::from(result.same_as.is_some());
            clock_only += usize::from(result.clock_only);
            ControlFlow::Continue(())
        });
        (distinct, same_as_move, clock_only)
    };
    let (distinct, same_as_move, clock_only) = count();
    let started = Instant::now();
    count();
    let (fast, started) = (started.elapsed(), Instant::now());
    let all = sequences(&position);
    let slow = started.elapsed();

    println!("sequences of steps: {all}, played one by one in {slow:?}");
    println!("different results:  {distinct}, found in {fast:?}");
    println!("  that a move of a whole unit gives too: {same_as_move}");
    println!("  that differ from another in the half-move clock only: {clock_only}");

    for result in position.deploy_results().iter().take(3) {
        let steps: Vec<String> = result.actions().map(|action| action.to_string()).collect();
        println!("{}: {}", steps.join(" "), result.after.fen());
    }
    Ok(())
}

/// The sequences of deploy steps that can be committed.
fn sequences(position: &Position) -> usize {
    let mut count = usize::from(position.can_commit());
    for mv in position.legal_moves().into_iter().filter(|mv| mv.is_deploy()) {
        let mut next = *position;
        next.advance_unchecked(mv);
        // Without a session, the step has committed by itself.
        count += if next.session().is_some() { sequences(&next) } else { 1 };
    }
    count
}

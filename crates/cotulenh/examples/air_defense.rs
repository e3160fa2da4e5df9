//! Air-defence zones, and where an Air Force can fly.
#![allow(clippy::print_stdout)]

use cotulenh::{Color, Flight, Position, Role};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "6c4/11/11/6g4/11/4t1s4/11/6F4/11/11/11/3C7 r - - 0 1".parse()?;
    println!("{}\n", position.picture());

    let defense = position.air_defense(Color::Blue);
    for defender in defense.defenders() {
        println!("defender on {defender}");
    }
    println!("covered: {:?}", defense.covered());

    let from = "g5".parse()?;
    let flights = defense.flights(from, Role::AirForce.move_range(false));
    println!("from {from}: safe {:?}", flights.safe);
    println!("from {from}: only as a suicide capture {:?}", flights.suicide);

    for text in ["e7", "g6", "g9"] {
        let meaning = match defense.flight(from, text.parse()?) {
            Flight::Safe => "arrives",
            Flight::Suicide => "may capture there, and is lost with its target",
            Flight::ShotDown => "is shot down on the way",
        };
        println!("a flight to {text} {meaning}");
    }
    Ok(())
}

//! Pictures of positions and consistency checks, for debugging.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::square::{FILES, Square};
use crate::terrain;

/// A picture of the board, from [`Position::picture`] or [`Position::color_picture`].
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    position: &'a Position,
    color: bool,
}

impl Position {
    /// The board in plain text, with terrain: `~` sea, `≈` sea or land, `·` land; the river with
    /// its bridges. A stack shows its carrier and how many pieces it carries; stacks are listed
    /// below the board.
    ///
    /// ```
    /// let picture = cotulenh::Position::start().picture().to_string();
    /// assert!(picture.contains("12 |  ~   ~   ≈   ·   ·   ·   c   ·   ·   ·   ·"));
    /// ```
    pub fn picture(&self) -> Picture<'_> {
        Picture { position: self, color: false }
    }

    /// The same with ANSI colours: the terrain as background, the sides in red and blue.
    pub fn color_picture(&self) -> Picture<'_> {
        Picture { position: self, color: true }
    }

    /// Checks that the parts of the position agree; the error names what does not.
    pub fn check_consistency(&self) -> Result<(), String> {
        self.board().check_consistency()?;
        for (square, unit) in self.board().iter() {
            let on_session = self.session().is_some_and(|session| session.square() == square);
            if !on_session && !terrain::standable(unit.top_role()).contains(square) {
                return Err(format!("{unit} stands on {square}, where it cannot"));
            }
        }
        let Some(session) = self.session() else { return Ok(()) };
        if session.steps().is_empty() {
            return Err("a session is open without a step".into());
        }
        let start = self.turn_start_board();
        start.check_consistency().map_err(|error| format!("start of the session: {error}"))?;
        if start.get(session.square()) != Some(session.original()) {
            let (kept, found) = (session.original(), start.get(session.square()));
            return Err(format!("session: original is {kept}, its start board has {found:?}"));
        }
        match Position::from_fen_with(&self.fen(), self.options()) {
            Ok(replayed) if replayed == *self => Ok(()),
            Ok(replayed) => Err(format!("session: {self} replays to {}", replayed.board())),
            Err(error) => Err(format!("session: {self} cannot be replayed: {error}")),
        }
    }
}

impl Picture<'_> {
    /// One cell of four columns.
    fn cell(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let unit = self.position.board().get(square);
        let text = match unit {
            Some(unit) => {
                let carried = match unit.len() {
                    1 => " ".to_owned(),
                    n => (n - 1).to_string(),
                };
                let plus = if unit.top_heroic() { '+' } else { ' ' };
                format!(" {plus}{}{carried}", unit.top().letter())
            }
            None => {
                let ground = match (terrain::NAVY.contains(square), terrain::LAND.contains(square)) {
                    (true, true) => '≈',
                    (true, false) => '~',
                    _ => '·',
                };
                format!("  {ground} ")
            }
        };
        if !self.color {
            return f.write_str(&text);
        }
        let background = match (terrain::NAVY.contains(square), terrain::LAND.contains(square)) {
            (true, true) => "48;5;73",
            (true, false) => "48;5;67",
            _ => "48;5;187",
        };
        let foreground = match unit.map(|unit| unit.color()) {
            Some(Color::Red) => "1;38;5;124",
            Some(Color::Blue) => "1;38;5;18",
            None => "38;5;244",
        };
        write!(f, "\x1b[{background};{foreground}m{text}\x1b[0m")
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=12).rev() {
            write!(f, "{rank:>2} |")?;
            for file in 0..FILES {
                if let Some(square) = Square::new(file, rank) {
                    self.cell(f, square)?;
                }
            }
            writeln!(f)?;
            if rank == 7 {
                let column = |file| {
                    let bridged = !terrain::BRIDGE_FILES.is_disjoint(Bitboard::file(file));
                    if bridged { "  ‖ " } else { " ~~~" }
                };
                let river: String = (0..FILES).map(column).collect();
                writeln!(f, "   |{river}")?;
            }
        }
        let files: String = (0..FILES).map(|file| format!("  {} ", (b'a' + file) as char)).collect();
        write!(f, "    {files}")?;
        for (square, unit) in self.position.board().iter().filter(|(_, unit)| unit.is_stack()) {
            write!(f, "\n{square} {unit}")?;
        }
        write!(
            f,
            "\n{} to move, half-moves {}, move {}",
            self.position.turn(),
            self.position.halfmoves(),
            self.position.move_number()
        )?;
        if let Some(text) = self.position.deploy_turn_text() {
            write!(f, ", deploying {}", text.lan)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_show_terrain_stacks_and_heroes() {
        let position: Position = "6c4/11/11/11/11/11/11/3(+TI)7/11/11/1N9/4C6 b - - 3 9".parse().unwrap();
        let picture = position.picture().to_string();
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[6], "   | ~~~ ~~~ ~~~ ~~~ ~~~  ‖  ~~~  ‖  ~~~ ~~~ ~~~");
        assert_eq!(lines[8], " 5 |  ~   ~   ≈  +T1  ·   ·   ·   ·   ·   ·   · ");
        assert_eq!(lines[14], "d5 (+TI)");
        assert_eq!(lines[15], "blue to move, half-moves 3, move 9");
        assert!(position.color_picture().to_string().contains("\x1b[48;5;67;1;38;5;124m  N "));
    }

    #[test]
    fn consistent_positions_pass() {
        let mut position: Position = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1".parse().unwrap();
        position.check_consistency().unwrap();
        let step = position.parse_move("T>d7").unwrap();
        position.play(step).unwrap();
        position.check_consistency().unwrap();
    }
}

//! The board as text: terrain, units, the last move and check.
//!
//! Every cell has five columns: `[+N2]` is a heroic Navy that carries two, just arrived. Colour
//! only repeats what the signs say.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Style};
use cotulenh::{Bitboard, Color, FILES, Game, Position, RANKS, Session, Square, terrain};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Only ASCII.
    pub ascii: bool,
    /// Blue at the bottom.
    pub flipped: bool,
}

/// The columns that stacks may take below the board.
const WIDTH: usize = 61;

/// The board of a game, with ANSI colours.
pub fn draw(game: &Game, look: Look) -> String {
    let drawing = Drawing { position: game.position(), last: last_move(game), look };
    let mut text = String::new();
    drawing.board(&mut text);
    drawing.stacks(&mut text);
    text
}

/// The points that the open deploy, or else the last turn, has touched.
fn last_move(game: &Game) -> Bitboard {
    let of_session = |session: &Session| {
        let steps = session.steps().iter().map(|step| step.to);
        steps.chain([session.square()]).collect::<Vec<_>>()
    };
    let points = match (game.position().session(), game.turns().last()) {
        (Some(session), _) => of_session(session),
        (None, Some(turn)) => match (turn.single_move(), turn.deployed().and_then(Position::session)) {
            (Some(mv), _) => vec![mv.from(), mv.to()],
            (None, Some(session)) => of_session(session),
            (None, None) => Vec::new(),
        },
        (None, None) => Vec::new(),
    };
    Square::all().filter(|square| points.contains(square)).collect()
}

struct Drawing<'a> {
    position: &'a Position,
    last: Bitboard,
    look: Look,
}

impl Drawing<'_> {
    fn board(&self, text: &mut String) {
        let in_order = |count: u8, first_last: bool| -> Vec<u8> {
            if first_last { (0..count).rev().collect() } else { (0..count).collect() }
        };
        let files = in_order(FILES, self.look.flipped);
        let ranks = in_order(RANKS, !self.look.flipped);
        let letters: String = files.iter().map(|file| format!("  {}  ", char::from(b'a' + file))).collect();
        let letters = letters.trim_end();
        let _ = writeln!(text, "   {letters}");
        for (row, rank) in ranks.iter().map(|rank| rank + 1).enumerate() {
            if row == usize::from(RANKS / 2) {
                self.river(text, &files);
            }
            let _ = write!(text, "{rank:>2} ");
            for square in files.iter().filter_map(|&file| Square::new(file, rank)) {
                self.cell(text, square);
            }
            let _ = writeln!(text, " {rank}");
        }
        let _ = writeln!(text, "   {letters}");
    }

    /// The river between ranks 6 and 7; the bridges cross it.
    fn river(&self, text: &mut String, files: &[u8]) {
        text.push_str("   ");
        for &file in files {
            let bridge = !terrain::BRIDGE_FILES.is_disjoint(Bitboard::file(file));
            let (sign, ground) = match (bridge, self.look.ascii) {
                (true, true) => ("  #  ", BRIDGE),
                (true, false) => ("  ‖  ", BRIDGE),
                (false, _) => ("~~~~~", SEA),
            };
            push(text, sign, Style::new().bg_color(Some(ground.into())).fg_color(Some(WATERMARK.into())));
        }
        text.push('\n');
    }

    fn cell(&self, text: &mut String, square: Square) {
        let unit = self.position.board().get(square);
        let in_check =
            self.position.is_check() && self.position.board().commander(self.position.turn()) == Some(square);
        let touched = self.last.contains(square);
        let (left, right) = match (in_check, touched) {
            (true, _) => ('!', '!'),
            (false, true) => ('[', ']'),
            (false, false) => (' ', ' '),
        };
        let middle = match unit {
            Some(unit) => {
                let plus = if unit.top_heroic() { '+' } else { ' ' };
                let carried = match unit.len() {
                    1 => ' '.to_string(),
                    n => (n - 1).to_string(),
                };
                format!("{plus}{}{carried}", unit.top().letter())
            }
            None => format!(" {} ", self.ground_sign(square)),
        };
        let ground = match (in_check, touched) {
            (true, _) => ALARM,
            (false, true) => TOUCHED,
            (false, false) if terrain::PURE_SEA.contains(square) => SEA,
            (false, false) if terrain::MIXED.contains(square) => COAST,
            (false, false) => LAND,
        };
        let style = Style::new().bg_color(Some(ground.into()));
        let style = match unit.map(|unit| unit.color()) {
            Some(Color::Red) => style.fg_color(Some(RED.into())).bold(),
            Some(Color::Blue) => style.fg_color(Some(BLUE.into())).bold(),
            None => style.fg_color(Some(WATERMARK.into())),
        };
        push(text, &format!("{left}{middle}{right}"), style);
    }

    fn ground_sign(&self, square: Square) -> char {
        match (terrain::PURE_SEA.contains(square), terrain::MIXED.contains(square), self.look.ascii) {
            (true, ..) => '~',
            (_, true, true) => '=',
            (_, true, false) => '≈',
            (_, false, true) => '.',
            (_, false, false) => '·',
        }
    }

    /// What the stacks are made of.
    fn stacks(&self, text: &mut String) {
        let stacks = self.position.board().iter().filter(|(_, unit)| unit.is_stack());
        let texts: Vec<String> = stacks.map(|(square, unit)| format!("{square} {unit}")).collect();
        for line in wrap(&texts, WIDTH) {
            let _ = writeln!(text, "   {line}");
        }
    }
}

const SEA: Ansi256Color = Ansi256Color(67);
const COAST: Ansi256Color = Ansi256Color(73);
const LAND: Ansi256Color = Ansi256Color(187);
const BRIDGE: Ansi256Color = Ansi256Color(137);
const TOUCHED: Ansi256Color = Ansi256Color(222);
const ALARM: Ansi256Color = Ansi256Color(217);
const RED: Ansi256Color = Ansi256Color(124);
const BLUE: Ansi256Color = Ansi256Color(18);
const WATERMARK: Ansi256Color = Ansi256Color(240);

fn push(text: &mut String, cell: &str, style: Style) {
    let _ = write!(text, "{style}{cell}{style:#}");
}

/// Puts words two spaces apart into lines.
pub fn wrap(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + word.len() <= width => {
                line.push_str("  ");
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use cotulenh::Strictness;

    use super::*;

    fn plain(game: &Game, look: Look) -> String {
        anstream::adapter::strip_str(&draw(game, look)).to_string()
    }

    #[test]
    fn the_start_position() {
        let picture = plain(&Game::new(), Look { ascii: true, flipped: false });
        let expected = "
     a    b    c    d    e    f    g    h    i    j    k
12   ~    ~    =    .    .    .    c    .    .    .    .   12
11   ~    n    =    .    f    h    .    h    f    .    .   11
10   ~    ~    =    a    .    .    s    .    .    a    .   10
 9   ~    ~    n    .    g    t    .    t    g    .    .   9
 8   ~    ~    i    e    .    .    m    .    .    e    i   8
 7   ~    ~    =    =    =    .    .    .    .    .    .   7
   ~~~~~~~~~~~~~~~~~~~~~~~~~  #  ~~~~~  #  ~~~~~~~~~~~~~~~
 6   ~    ~    =    =    =    .    .    .    .    .    .   6
 5   ~    ~    I    E    .    .    M    .    .    E    I   5
 4   ~    ~    N    .    G    T    .    T    G    .    .   4
 3   ~    ~    =    A    .    .    S    .    .    A    .   3
 2   ~    N    =    .    F    H    .    H    F    .    .   2
 1   ~    ~    =    .    .    .    C    .    .    .    .   1
     a    b    c    d    e    f    g    h    i    j    k
";
        assert_eq!(picture, expected.trim_start_matches('\n'));
    }

    #[test]
    fn blue_sees_it_from_the_other_side_with_marks_and_stacks() {
        let fen = "6c4/11/11/11/11/6+A4/11/3(+FTI)7/11/11/1(NF)9/4C6 b - - 0 1";
        let mut game = Game::from(Position::from_fen(fen).unwrap());
        let look = Look { ascii: false, flipped: true };
        assert!(!plain(&game, look).contains('!'));
        game.play_text("Ch12", Strictness::Strict).unwrap();
        game.play_text("A+h7", Strictness::Lenient).unwrap_err();
        game.play_text("+Ah7", Strictness::Strict).unwrap();
        let picture = plain(&game, look);
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "     k    j    i    h    g    f    e    d    c    b    a");
        assert_eq!(lines[1], " 1   ·    ·    ·    ·    ·    ·    C    ·    ≈    ~    ~   1");
        assert_eq!(lines[2], " 2   ·    ·    ·    ·    ·    ·    ·    ·    ≈    N1   ~   2");
        assert_eq!(lines[5], " 5   ·    ·    ·    ·    ·    ·    ·   +F2   ≈    ~    ~   5");
        assert_eq!(lines[7], "   ~~~~~~~~~~~~~~~  ‖  ~~~~~  ‖  ~~~~~~~~~~~~~~~~~~~~~~~~~");
        assert_eq!(lines[8], " 7   ·    ·    ·  [+A ][ · ]  ·    ≈    ≈    ≈    ~    ~   7");
        assert_eq!(lines[15], "   d5 (+FTI)  b2 (NF)");
    }

    #[test]
    fn a_commander_in_check_is_marked_and_so_is_an_open_deploy() {
        let fen = "6c4/11/6T4/11/11/11/11/3(TI)7/11/11/11/4C6 b - - 0 1";
        let look = Look { ascii: true, flipped: false };
        let game = Game::from(Position::from_fen(fen).unwrap());
        assert!(plain(&game, look).lines().nth(1).unwrap().contains("! c !"));

        let mut game = Game::from(Position::from_fen(&fen.replace(" b ", " r ")).unwrap());
        game.play_text("T>d6", Strictness::Strict).unwrap();
        let picture = plain(&game, look);
        assert!(picture.contains("[ T ]") && picture.contains("[ I ]"), "{picture}");
    }

    #[test]
    fn colours_show_terrain_and_side() {
        let coloured = draw(&Game::new(), Look { ascii: false, flipped: false });
        assert!(coloured.contains("\x1b[1m\x1b[38;5;124m\x1b[48;5;67m  N  \x1b[0m"), "{coloured:?}");
    }

    #[test]
    fn words_are_wrapped() {
        let words = ["aaa", "bb", "c"].map(String::from);
        assert_eq!(wrap(&words, 7), ["aaa  bb", "c"]);
        assert!(wrap(&[], 7).is_empty());
    }
}

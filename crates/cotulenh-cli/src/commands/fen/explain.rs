//! `cotulenh fen explain`.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use cotulenh::{Color, FIFTY_MOVE_CLOCK, Piece, Position, RANKS, Role, Unit};

use crate::output::{Output, counted};
use crate::play::wording::Wording;

/// Draws a position and describes it.
pub fn write(out: &mut Output, position: &Position, color: bool) -> io::Result<()> {
    let picture = if color { position.color_picture().to_string() } else { position.picture().to_string() };
    // The board, the river and the file letters; the rest of the picture is described below in more
    // detail.
    for line in picture.lines().take(usize::from(RANKS) + 2) {
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;

    let mut report = PositionReport { out, color };
    report.line("fen", &position.fen())?;
    report.line("hash", &format!("{:016x}", position.hash()))?;
    let (turn, number, clock) = (position.turn(), position.move_number(), position.halfmoves());
    report
        .line("to move", &format!("{turn}, move {number}, half-move clock {clock} of {FIFTY_MOVE_CLOCK}"))?;
    report.status(position)?;
    for color in Color::ALL {
        report.line(&format!("{color} commander"), &commander(position, color))?;
    }
    report.line("legal moves", &moves(position))?;
    for color in Color::ALL {
        report.line(&format!("{color} stacks"), &stacks(position, color))?;
    }
    report.session(position)?;
    for color in Color::ALL {
        report.line(&format!("{color} air defence"), &air_defense(position, color))?;
    }
    Ok(())
}

struct PositionReport<'a> {
    out: &'a mut Output,
    color: bool,
}

impl PositionReport<'_> {
    fn line(&mut self, label: &str, text: &str) -> io::Result<()> {
        self.styled(label, text, Style::new())
    }

    fn styled(&mut self, label: &str, text: &str, style: Style) -> io::Result<()> {
        if !self.color {
            return writeln!(self.out, "{label:<17} {text}");
        }
        let bold = Style::new().bold();
        writeln!(self.out, "{bold}{label:<17}{bold:#} {style}{text}{style:#}")
    }

    fn status(&mut self, position: &Position) -> io::Result<()> {
        let alarm = AnsiColor::Red.on_default().bold();
        let turn = position.turn();
        let (text, style) = match position.outcome() {
            Some(outcome) => (Wording::english().ending(outcome.into()), alarm),
            None if position.is_check() => (format!("{turn} is in check"), alarm),
            None => ("the game continues".into(), Style::new()),
        };
        self.styled("status", &text, style)
    }

    fn session(&mut self, position: &Position) -> io::Result<()> {
        let Some(session) = position.session() else { return self.line("deploy", "none open") };
        let steps: Vec<String> =
            session.steps().iter().map(|step| step.to_move(session.square()).to_string()).collect();
        self.line(
            "deploy",
            &format!("{} on {}: {}", session.original(), session.square(), steps.join(", ")),
        )?;
        let remaining = position.session_remaining().map_or("nothing".into(), name_unit);
        self.line("  remaining", &remaining)?;
        let commit = match position.commit_obstacle() {
            None => "yes".into(),
            Some(obstacle) => format!("no: {obstacle}"),
        };
        self.line("  can commit", &commit)
    }
}

/// `anti-air`.
fn name(role: Role) -> String {
    role.name().replace('_', "-")
}

/// `heroic tank`.
fn name_piece(piece: Piece) -> String {
    let heroic = if piece.heroic { "heroic " } else { "" };
    format!("{heroic}{}", name(piece.role))
}

/// `navy with air-force and tank`.
fn name_unit(unit: Unit) -> String {
    let mut text = String::new();
    for (i, piece) in unit.pieces().enumerate() {
        text.push_str(["", " with ", " and "].get(i).copied().unwrap_or(", "));
        text.push_str(&name_piece(piece));
    }
    text
}

fn commander(position: &Position, color: Color) -> String {
    let board = position.board();
    let Some(square) = board.commander(color) else { return "none".into() };
    let mut text = square.to_string();
    if let Some(unit) = board.get(square) {
        match unit.get(Role::Commander) {
            Some(piece) if piece.heroic => text.push_str(", heroic"),
            _ => {}
        }
        if unit.is_stack() {
            let _ = write!(text, " in {unit}");
        }
    }
    let by: Vec<String> = board
        .attackers(square, !color)
        .into_iter()
        .map(|(from, piece)| format!("{} {from}", name_piece(piece)))
        .collect();
    match by.is_empty() {
        true => text.push_str(", not threatened"),
        false => _ = write!(text, ", threatened by {}", by.join(", ")),
    }
    if board.commanders_exposed() {
        let _ = write!(text, ", faces the {} commander", !color);
    }
    text
}

fn moves(position: &Position) -> String {
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|mv| mv.kind().is_capture()).count();
    let deploys = moves.iter().filter(|mv| mv.is_deploy()).count();
    let captures = counted(captures, "capture", "captures");
    let deploys = counted(deploys, "deploy step", "deploy steps");
    format!("{} ({captures}, {deploys})", moves.len())
}

fn stacks(position: &Position, color: Color) -> String {
    let stacks = position.board().iter().filter(|(_, unit)| unit.is_stack() && unit.color() == color);
    let texts: Vec<String> = stacks.map(|(square, unit)| format!("{square} {unit}")).collect();
    if texts.is_empty() { "none".into() } else { texts.join(", ") }
}

fn air_defense(position: &Position, color: Color) -> String {
    let defense = position.air_defense(color);
    let defenders: Vec<String> = defense
        .defenders()
        .iter()
        .filter_map(|square| Some(format!("{} {square}", name_piece(position.board().get(square)?.top()))))
        .collect();
    if defenders.is_empty() {
        return "none".into();
    }
    let covered = defense.covered();
    let twice = covered.iter().filter(|&point| defense.defenders_of(point).len() > 1).count();
    let points = counted(covered.len(), "point", "points");
    format!("{points} covered, {twice} of them at least twice, by {}", defenders.join(", "))
}

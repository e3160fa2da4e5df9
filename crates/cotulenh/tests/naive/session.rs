//! An open deploy session (RULES 9): its steps, their replay and their text (11.1).

use super::board::{Board, Point, Role, Stack};
use super::rules::{self, Kind};

/// One deploy step: who left (a piece, or a group after a recombination), with the heroic flags it
/// had when leaving, where to and how.
#[derive(Clone)]
pub struct Step {
    pub unit: Stack,
    pub to: Point,
    pub kind: Kind,
}

impl Step {
    /// 9.3, 12.7: whether the step's unit still stands on its destination and may be joined.
    pub fn is_joinable(&self) -> bool {
        !matches!(self.kind, Kind::Stay | Kind::Suicide)
    }
}

/// An open session; the current board is the position's.
#[derive(Clone)]
pub struct Session {
    /// The board before the first step.
    pub start: Board,
    pub square: Point,
    /// The whole stack as it stood on `square` at the start.
    pub stack: Stack,
    pub steps: Vec<Step>,
}

impl Session {
    /// A session before its first step; None if there is nothing to deploy.
    pub fn new(start: &Board, square: Point) -> Option<Session> {
        let stack = *start.at(square).filter(|s| s.carries())?;
        Some(Session { start: start.clone(), square, stack, steps: Vec::new() })
    }

    /// 9.2: what may still move, with its current heroic flags. Stay-capturers stand on the point
    /// but are not part of it.
    pub fn remaining(&self, board: &Board) -> Option<Stack> {
        let mut rest = Some(*board.at(self.square)?);
        for step in &self.steps {
            rest = rest?.without(&step.unit);
        }
        rest
    }

    /// Takes one more step: the pieces of these roles leave together, if section 3 generates that.
    /// The flags are those on the board.
    pub fn step(&mut self, board: &mut Board, roles: &Stack, to: Point, kind: Kind) -> Option<()> {
        let remaining = self.remaining(board)?;
        let mut unit: Option<Stack> = None;
        for piece in roles.pieces() {
            let one = Stack::single(self.stack.color, remaining.find(piece.role)?);
            unit = Some(match unit {
                None => one,
                Some(group) => group.union(&one)?,
            });
        }
        let unit = unit?;
        let mut reachable = Vec::new();
        rules::destinations(board, &unit, self.square, true, &mut reachable);
        if !reachable.contains(&(to, kind)) {
            return None;
        }
        rules::execute(board, &unit, self.square, to, kind);
        self.steps.push(Step { unit, to, kind });
        Some(())
    }

    /// 9.3: the session and its board after the remaining piece `joiner` has joined the unit of
    /// step `index`.
    pub fn recombined(&self, index: usize, joiner: &Stack) -> Option<(Session, Board)> {
        let joined = &self.steps[index];
        if joiner.top().role == self.stack.top().role || !joined.is_joinable() {
            return None;
        }
        let group = joined.unit.union(joiner)?;
        if !joined.to.is_standable(group.top().role) {
            return None;
        }
        let mut session = Session::new(&self.start, self.square)?;
        let mut board = self.start.clone();
        for (i, step) in self.steps.iter().enumerate() {
            let unit = if i == index { &group } else { &step.unit };
            session.step(&mut board, unit, step.to, step.kind)?;
        }
        Some((session, board))
    }

    /// 9.5, the first condition: what is left on the point can stand there.
    pub fn rest_can_stand(&self, board: &Board) -> bool {
        board.at(self.square).is_none_or(|s| self.square.is_standable(s.top().role))
    }

    /// 11.1: `point:stay:steps`, with `...` while pieces remain.
    pub fn write(&self, board: &Board, out: &mut String) {
        let remaining = self.remaining(board);
        self.square.write(out);
        out.push(':');
        if let Some(stay) = &remaining {
            stay.write(out);
        }
        out.push(':');
        for (i, step) in self.steps.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            step.unit.write(out);
            out.push_str(separator(step.kind, true));
            step.to.write(out);
        }
        if remaining.is_some() {
            out.push_str("...");
        }
    }

    /// Reads a suffix and replays it from `start` (11.1). Heroic flags in the text are not needed:
    /// they follow from the replay. Returns the session and the board after its last step.
    pub fn parse(text: &str, start: &Board) -> Option<(Session, Board)> {
        let text = text.strip_suffix("...").unwrap_or(text);
        let mut fields = text.split(':');
        let square = Point::parse(fields.next()?)?;
        let _stay = fields.next()?;
        let steps = fields.next()?;
        if fields.next().is_some() {
            return None;
        }
        let mut session = Session::new(start, square)?;
        let mut board = start.clone();
        for step in steps.split(',') {
            let (who, rest) = step.split_once('>')?;
            let kind = match rest.chars().next()? {
                'x' => Kind::Capture,
                '_' => Kind::Stay,
                '@' => Kind::Suicide,
                '&' => Kind::Combine,
                _ => Kind::Move,
            };
            let to = Point::parse(&rest[usize::from(kind != Kind::Move)..])?;
            let mut unit: Option<Stack> = None;
            for letter in who.chars().filter(|c| !matches!(c, '(' | ')' | '+')) {
                let piece = session.stack.find(Role::from_letter(letter)?)?;
                let one = Stack::single(session.stack.color, piece);
                unit = Some(match unit {
                    None => one,
                    Some(group) => group.union(&one)?,
                });
            }
            session.step(&mut board, &unit?, to, kind)?;
        }
        Some((session, board))
    }
}

/// 11.2
pub fn separator(kind: Kind, deploy: bool) -> &'static str {
    match (kind, deploy) {
        (Kind::Move, false) => "",
        (Kind::Capture, false) => "x",
        (Kind::Stay, false) => "_",
        (Kind::Suicide, false) => "@",
        (Kind::Combine, false) => "&",
        (Kind::Move, true) => ">",
        (Kind::Capture, true) => ">x",
        (Kind::Stay, true) => ">_",
        (Kind::Suicide, true) => ">@",
        (Kind::Combine, true) => ">&",
    }
}

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
    /// 9.3d: the original carrier joined a group. Section 3 need not generate this step.
    pub carrier_joins: bool,
}

impl Step {
    /// 9.3a, 12.7: whether the step's unit landed on its destination. It stands there for the rest
    /// of the turn.
    fn landed(&self) -> bool {
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

    /// The pieces of these roles among the remaining, with the flags they have on the board.
    fn group(&self, board: &Board, roles: &Stack) -> Option<Stack> {
        let remaining = self.remaining(board)?;
        let mut unit: Option<Stack> = None;
        for piece in roles.pieces() {
            let one = Stack::single(self.stack.color, remaining.find(piece.role)?);
            unit = Some(match unit {
                None => one,
                Some(group) => group.union(&one)?,
            });
        }
        unit
    }

    /// Takes one more step: the pieces of these roles leave together, if section 3 generates that.
    pub fn step(&mut self, board: &mut Board, roles: &Stack, to: Point, kind: Kind) -> Option<()> {
        let unit = self.group(board, roles)?;
        let mut reachable = Vec::new();
        rules::destinations(board, &unit, self.square, true, &mut reachable);
        if !reachable.contains(&(to, kind)) {
            return None;
        }
        rules::execute(board, &unit, self.square, to, kind);
        self.steps.push(Step { unit, to, kind, carrier_joins: false });
        Some(())
    }

    /// 9.3d: the original carrier joins what stands on `to`, as a plain combination.
    fn join_as_carrier(&mut self, board: &mut Board, carrier: &Stack, to: Point) -> Option<()> {
        let unit = self.group(board, carrier)?;
        board.at(to)?.union(&unit)?;
        rules::execute(board, &unit, self.square, to, Kind::Combine);
        self.steps.push(Step { unit, to, kind: Kind::Combine, carrier_joins: true });
        Some(())
    }

    /// 9.3a: the first step that landed on the point.
    pub fn first_step_to(&self, to: Point) -> Option<usize> {
        self.steps.iter().position(|step| step.to == to && step.landed())
    }

    /// 9.3a, 9.3b: the session and its board, replayed from the start with `joiner` in the group
    /// that first landed on `to`. None if it cannot join.
    fn replayed(&self, joiner: &Stack, to: Point) -> Option<(Session, Board)> {
        let index = self.first_step_to(to)?;
        let group = self.steps[index].unit.union(joiner)?;
        if !to.is_standable(group.top().role) {
            return None;
        }
        if index == 0 && !self.may_open(group.top().role, to, self.steps[0].kind) {
            return None;
        }
        let mut session = Session::new(&self.start, self.square)?;
        let mut board = self.start.clone();
        for (i, step) in self.steps.iter().enumerate() {
            if step.carrier_joins {
                session.join_as_carrier(&mut board, &step.unit, step.to)?;
            } else {
                let unit = if i == index { &group } else { &step.unit };
                session.step(&mut board, unit, step.to, step.kind)?;
            }
        }
        Some((session, board))
    }

    /// 9.4: whether the piece of this role alone may make the first step.
    fn may_open(&self, role: Role, to: Point, kind: Kind) -> bool {
        let Some(piece) = self.stack.find(role) else {
            return false;
        };
        let alone = Stack::single(self.stack.color, piece);
        let mut board = self.start.clone();
        let Some(mut session) = Session::new(&self.start, self.square) else {
            return false;
        };
        session.step(&mut board, &alone, to, kind).is_some()
            && (self.stack.has(Role::Commander) || !rules::in_danger(&board, self.stack.color))
    }

    /// 9.3: the session and its board after the remaining piece `joiner` has joined the group on
    /// `to`. `board` is the present one.
    pub fn recombined(&self, board: &Board, joiner: &Stack, to: Point) -> Option<(Session, Board)> {
        let replayed = self.replayed(joiner, to)?;
        if joiner.top().role != self.stack.top().role {
            return Some(replayed); // 9.3c
        }
        let (mut session, mut board) = (self.clone(), board.clone());
        session.join_as_carrier(&mut board, joiner, to)?; // 9.3d
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

    /// Reads a suffix and plays it from `start` (11.1): of a group first the carrier, then the
    /// others join it. Heroic flags in the text are not needed: they follow from the play. Returns
    /// the session and the board after its last step. None if it cannot be played.
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
        for (index, step) in steps.split(',').enumerate() {
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
            let unit = unit?;
            let carrier = Stack::single(session.stack.color, unit.top());
            if index == 0 && !session.may_open(carrier.top().role, to, kind) {
                return None;
            }
            // 9.3f: where the piece can recombine, that is its step to the point.
            let joined = match kind {
                Kind::Combine => session.recombined(&board, &carrier, to),
                _ => None,
            };
            match joined {
                Some(joined) => (session, board) = joined,
                None => session.step(&mut board, &carrier, to, kind)?,
            }
            for piece in unit.pieces().iter().filter(|piece| piece.role != carrier.top().role) {
                let joiner = Stack::single(session.stack.color, *piece);
                (session, board) = session.recombined(&board, &joiner, to)?;
            }
            // The group must be the step that the text lists here.
            let last = session.steps.last().filter(|_| session.steps.len() == index + 1)?;
            if (last.to, last.kind, last.unit.pieces().len()) != (to, kind, unit.pieces().len()) {
                return None;
            }
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

//! What happens on a board, for either side: rays (RULES 3), captures (4), air defence (5),
//! Commander safety (6) and promotion (8).

use super::board::{Board, Color, DIRECTIONS, Point, Role, Stack};

/// What a move does on its destination (11.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Move,
    Capture,
    Stay,
    Suicide,
    Combine,
}

/// 5.3: the flight of a non-heroic Air Force along one ray.
struct NaiveFlight {
    defenders: Color,
    /// The one defender met so far.
    met: Option<Point>,
    destroyed: bool,
}

impl NaiveFlight {
    fn new(defenders: Color) -> NaiveFlight {
        NaiveFlight { defenders, met: None, destroyed: false }
    }

    /// Flies on to `point`.
    fn enter(&mut self, board: &Board, point: Point) {
        let mut inside_met = false;
        for_defenders_of(board, point, self.defenders, |defender| {
            match self.met {
                None => self.met = Some(defender),
                Some(met) if met != defender => self.destroyed = true, // two defenders
                Some(_) => {}
            }
            inside_met |= self.met == Some(defender);
        });
        self.destroyed |= self.met.is_some() && !inside_met; // left a zone it had entered
    }

    fn is_safe(&self) -> bool {
        self.met.is_none() && !self.destroyed
    }

    fn is_kamikaze(&self) -> bool {
        self.met.is_some() && !self.destroyed
    }
}

/// 5.1, 5.2: calls `f` with the points of all air defenders of that colour that cover `point`.
pub fn for_defenders_of(board: &Board, point: Point, color: Color, mut f: impl FnMut(Point)) {
    for dy in -3i8..=3 {
        for dx in -3i8..=3 {
            let Some(there) = point.offset((dx, dy)) else {
                continue;
            };
            let Some(stack) = board.at(there).filter(|s| s.color == color) else {
                continue;
            };
            let level = stack.top().air_defense_level();
            if level > 0 && dx * dx + dy * dy <= level * level {
                f(there);
            }
        }
    }
}

/// Sections 3 and 4: appends every destination of `unit`, which starts from `from`, with its kind,
/// in generation order. `deploying` is set for a deploy step (9.1).
pub fn destinations(board: &Board, unit: &Stack, from: Point, deploying: bool, out: &mut Vec<(Point, Kind)>) {
    let top = unit.top();
    let forbidden = match top.role {
        Role::Commander => forbidden_set(board, from, unit.color),
        _ => [[false; 11]; 12],
    };
    for (index, direction) in DIRECTIONS.into_iter().enumerate() {
        let diagonal = index >= 4;
        if diagonal && !top.uses_diagonals() {
            break;
        }
        let mut range = top.move_range().max(top.capture_range());
        if top.role == Role::Missile && diagonal {
            range -= 1; // 2.2
        }
        let flies = top.role == Role::AirForce;
        let mut flight = NaiveFlight::new(unit.color.other());
        let (mut terrain_block, mut piece_block) = (false, false);
        let (mut x, mut r) = (from, 0);
        while let Some(next) = x.offset(direction) {
            (x, r) = (next, r + 1);
            // 3.1
            if forbidden[x.rank as usize - 1][x.file as usize] {
                break;
            }
            // 3.2
            if flies && !top.heroic {
                flight.enter(board, x);
                if flight.destroyed {
                    break;
                }
            }
            // 3.3
            if r > range {
                break;
            }
            // 3.4
            terrain_block |= blocks_terrain(top.role, from, x, direction);
            let may_settle = r <= top.move_range() && !terrain_block && !piece_block;
            let Some(target) = board.at(x) else {
                // 3.5
                if may_settle && x.is_standable(top.role) && flight.is_safe() {
                    out.push((x, Kind::Move));
                }
                continue;
            };
            if target.color != unit.color {
                // 3.6
                if can_capture(unit, target, r, diagonal) {
                    let lands = x.is_standable(top.role);
                    if flight.is_kamikaze() {
                        out.push((x, Kind::Suicide)); // 4.2
                    } else {
                        // 4.5
                        if lands {
                            out.push((x, Kind::Capture));
                        }
                        if !lands || (flies && !deploying) {
                            out.push((x, Kind::Stay));
                        }
                    }
                }
            } else if may_settle
                && let Some(result) = unit.union(target)
                && x.is_standable(result.top().role)
            {
                out.push((x, Kind::Combine)); // 3.7
            }
            // 3.8
            let passes = flies || (top.role == Role::Navy && target.top().role != Role::Navy);
            piece_block |= !passes;
            if top.role == Role::Commander || (piece_block && !top.role.captures_past_pieces()) {
                break;
            }
        }
    }
}

/// 3.4: whether entering `x` sets the terrain block.
fn blocks_terrain(role: Role, from: Point, x: Point, direction: (i8, i8)) -> bool {
    // 3.4a
    if role != Role::AirForce && !x.is_standable(role) {
        return true;
    }
    // 3.4b
    let crosses = from.is_land() && x.is_land() && (from.rank <= 6) != (x.rank <= 6);
    let on_bridge = direction.0 == 0 && matches!(from.file, 5 | 7); // 1.5
    if role.is_heavy() && crosses && !on_bridge {
        return true;
    }
    // 3.4c: d6 going NE, c5 going SW, c8 going NW, d7 going SE
    role == Role::Navy
        && matches!(
            ((x.file, x.rank), direction),
            ((3, 6), (1, 1)) | ((2, 5), (-1, -1)) | ((2, 8), (-1, 1)) | ((3, 7), (1, -1))
        )
}

/// 4.1, 4.3, 4.4: whether `unit` may take `target` at distance `r`.
fn can_capture(unit: &Stack, target: &Stack, r: i8, diagonal: bool) -> bool {
    let top = unit.top();
    match top.role {
        // 4.3; its second sentence is about Commanders that capture: the vectors let every other
        // role take a lone Commander on a diagonal.
        Role::Commander => r == 1 && !(diagonal && target.top().role == Role::Commander),
        Role::Navy if target.top().role != Role::Navy => r < top.capture_range(), // 4.4
        _ => r <= top.capture_range(),
    }
}

/// 6.3: the points that the Commander of that colour, on `k`, may not enter.
fn forbidden_set(board: &Board, k: Point, us: Color) -> [[bool; 11]; 12] {
    let mut forbidden = [[false; 11]; 12];
    let Some(q) = board.commander(us.other()) else {
        return forbidden;
    };
    let vertical = if k.rank > q.rank { (0, 1) } else { (0, -1) };
    let horizontal = ((k.file - q.file).signum(), 0);
    for direction in [vertical, horizontal] {
        let mut x = q;
        while direction != (0, 0)
            && let Some(next) = x.offset(direction)
        {
            x = next;
            if x != k && board.at(x).is_some() {
                break;
            }
            forbidden[x.rank as usize - 1][x.file as usize] = true;
        }
    }
    forbidden
}

/// 6.1: calls `f` with the point and role of every piece of colour `by` that threatens the
/// Commander on `k`.
pub fn for_threats(board: &Board, k: Point, by: Color, mut f: impl FnMut(Point, Role)) {
    let navy_on_k = board.at(k).is_some_and(|s| s.top().role == Role::Navy);
    for (index, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
        let diagonal = index >= 4;
        let mut blocked = false;
        let mut x = k;
        // RULES 6.1 stops after 5 points; here the range of each piece does.
        for r in 1..12 {
            let Some(next) = x.offset((dx, dy)) else {
                break;
            };
            x = next;
            let Some(stack) = board.at(x) else { continue };
            for piece in stack.pieces().iter().filter(|_| stack.color == by) {
                let range = match piece.role {
                    Role::Navy if !navy_on_k => piece.capture_range() - 1,
                    _ => piece.capture_range(),
                };
                if (!diagonal || piece.uses_diagonals())
                    && r <= range
                    && (!blocked || piece.role.captures_past_pieces())
                    && (piece.role != Role::AirForce
                        || piece.heroic
                        || arrives(board, x, r, (-dx, -dy), by.other()))
                {
                    f(x, piece.role);
                }
            }
            blocked = true;
        }
    }
}

/// 6.1: whether a non-heroic Air Force is not destroyed on its way of `r` points.
fn arrives(board: &Board, from: Point, r: i8, direction: (i8, i8), defenders: Color) -> bool {
    let mut flight = NaiveFlight::new(defenders);
    let mut x = from;
    for _ in 0..r {
        let Some(next) = x.offset(direction) else {
            return false;
        };
        x = next;
        flight.enter(board, x);
    }
    !flight.destroyed
}

/// 6.1: whether the Commander of that colour exists and is threatened.
pub fn is_threatened(board: &Board, color: Color) -> bool {
    let Some(k) = board.commander(color) else {
        return false;
    };
    let mut threatened = false;
    for_threats(board, k, color.other(), |_, _| threatened = true);
    threatened
}

/// 6.2
fn is_exposed(board: &Board) -> bool {
    let (Some(a), Some(b)) = (board.commander(Color::Red), board.commander(Color::Blue)) else {
        return false;
    };
    if a.file != b.file && a.rank != b.rank {
        return false;
    }
    let direction = ((b.file - a.file).signum(), (b.rank - a.rank).signum());
    let mut x = a;
    while let Some(next) = x.offset(direction) {
        x = next;
        if x == b {
            return true;
        }
        if board.at(x).is_some() {
            return false;
        }
    }
    false
}

/// 6.4
pub fn in_danger(board: &Board, us: Color) -> bool {
    board.commander(us).is_none() || is_exposed(board) || is_threatened(board, us)
}

/// Executes a move or deploy step of `unit`, a part or all of what stands on `from`, promotions
/// included.
pub fn execute(board: &mut Board, unit: &Stack, from: Point, to: Point, kind: Kind) {
    // 9.2, 4.5: a stay-capturer does not move.
    if kind != Kind::Stay {
        let rest = board.at(from).and_then(|s| s.without(unit));
        *board.cell(from) = rest;
    }
    let cell = board.cell(to);
    *cell = match kind {
        Kind::Move | Kind::Capture => Some(*unit),
        Kind::Stay | Kind::Suicide => None,
        // 7.2; section 3 generated it, so the union is legal
        Kind::Combine => cell.and_then(|s| s.union(unit)),
    };
    promote(board, unit.color);
}

/// Section 8, after a move of `us`.
fn promote(board: &mut Board, us: Color) {
    // 8.1: all at once
    if let Some(k) = board.commander(us.other()) {
        let mut promoted: Vec<(Point, Role)> = Vec::new();
        for_threats(board, k, us, |point, role| promoted.push((point, role)));
        for (point, role) in promoted {
            if let Some(stack) = board.cell(point) {
                stack.promote(role);
            }
        }
    }
    // 8.2
    for color in [Color::Red, Color::Blue] {
        let mut units = board.stacks().filter(|(_, s)| s.color == color && s.top().role != Role::Commander);
        if let (Some((point, stack)), None) = (units.next(), units.next())
            && !stack.carries()
        {
            let role = stack.top().role;
            drop(units);
            if let Some(stack) = board.cell(point) {
                stack.promote(role);
            }
        }
    }
}

//! What differs between two positions, for animations and for sending changes.

use crate::color::Color;
use crate::piece::Piece;
use crate::position::{Position, Session};
use crate::role::Role;
use crate::rule_options::RuleOptions;
use crate::square::Square;
use crate::unit::Unit;

/// A value before and after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change<T> {
    /// Before.
    pub before: T,
    /// After.
    pub after: T,
}

impl<T: PartialEq> Change<T> {
    /// `None` if both are equal.
    fn between(before: T, after: T) -> Option<Change<T>> {
        (before != after).then_some(Change { before, after })
    }
}

/// A point with another unit, or with other heroic flags. `None` is an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PointChange {
    /// The point.
    pub square: Square,
    /// What stood there.
    pub before: Option<Unit>,
    /// What stands there.
    pub after: Option<Unit>,
}

/// A piece that stands elsewhere, is gone, is new, or has another heroic flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PieceChange {
    /// Its side.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// Where it stood and whether it was heroic; `None` if it is new.
    pub before: Option<PiecePlace>,
    /// Where it stands and whether it is heroic; `None` if it is gone.
    pub after: Option<PiecePlace>,
}

/// Where a piece stands, alone or in a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PiecePlace {
    /// The point.
    pub square: Square,
    /// Its heroic flag.
    pub heroic: bool,
}

impl PieceChange {
    /// Start and destination, if it stands elsewhere.
    pub fn movement(&self) -> Option<(Square, Square)> {
        let (from, to) = (self.before?.square, self.after?.square);
        (from != to).then_some((from, to))
    }

    /// Is it gone?
    pub const fn vanished(&self) -> bool {
        self.after.is_none()
    }

    /// Is it new? Play never adds a piece; taking back a capture does.
    pub const fn appeared(&self) -> bool {
        self.before.is_none()
    }

    /// Has it become heroic?
    pub fn became_heroic(&self) -> bool {
        matches!((self.before, self.after), (Some(before), Some(after)) if !before.heroic && after.heroic)
    }
}

/// What differs between two positions, from [`Position::diff`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PositionDiff {
    /// The points that differ, a12 first.
    pub points: Vec<PointChange>,
    /// The pieces that differ: those that stood on the board, by point, carrier first, then new
    /// ones likewise.
    pub pieces: Vec<PieceChange>,
    /// The side to move, if it differs.
    pub turn: Option<Change<Color>>,
    /// The half-move clock, if it differs.
    pub halfmoves: Option<Change<u32>>,
    /// The move number, if it differs.
    pub move_number: Option<Change<u32>>,
    /// The open deploy, if it differs.
    pub session: Option<Change<Option<Session>>>,
    /// The rule options, if they differ.
    pub options: Option<Change<RuleOptions>>,
}

impl PositionDiff {
    /// Are the positions equal?
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
            && self.turn.is_none()
            && self.halfmoves.is_none()
            && self.move_number.is_none()
            && self.session.is_none()
            && self.options.is_none()
    }
}

impl Position {
    /// What differs in another position: boards (inside a session, with its steps played), side to
    /// move, clocks, session and options. It is empty exactly if the positions are equal.
    ///
    /// A piece is identified by side and role. One that stands on its point in both positions has
    /// stayed there. The others are paired by distance, nearest first, then by the points where they
    /// stood and stand, a12 first; what is left has vanished or is new. Between the positions before
    /// and after one turn no choice is left: a turn moves at most one piece of each role.
    ///
    /// ```
    /// use cotulenh::Position;
    /// let before = Position::from_fen("6c4/11/11/11/11/11/6t4/11/6(TI)4/11/11/3C7 r - - 0 1")?;
    /// let mut after = before;
    /// after.play(before.parse_move("T>xg6").unwrap()).unwrap();
    /// after.commit().unwrap();
    /// let diff = before.diff(&after);
    /// let points: Vec<String> = diff.points.iter().map(|change| change.square.to_string()).collect();
    /// assert_eq!(points, ["g6", "g4"]);
    /// assert!(diff.pieces[0].vanished());
    /// assert_eq!(diff.pieces[1].movement(), Some(("g4".parse().unwrap(), "g6".parse().unwrap())));
    /// assert!(diff.turn.is_some() && after.diff(&after).is_empty());
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub fn diff(&self, after: &Position) -> PositionDiff {
        let differs = |square: &Square| self.board().raw(*square) != after.board().raw(*square);
        let points: Vec<PointChange> = Square::all()
            .filter(differs)
            .map(|square| PointChange {
                square,
                before: self.board().get(square),
                after: after.board().get(square),
            })
            .collect();
        PositionDiff {
            pieces: piece_changes(&points),
            points,
            turn: Change::between(self.turn(), after.turn()),
            halfmoves: Change::between(self.halfmoves(), after.halfmoves()),
            move_number: Change::between(self.move_number(), after.move_number()),
            session: Change::between(self.session().copied(), after.session().copied()),
            options: Change::between(self.options(), after.options()),
        }
    }
}

/// Follows the pieces from the points that differ.
fn piece_changes(points: &[PointChange]) -> Vec<PieceChange> {
    let mut changes: Vec<PieceChange> = Vec::new();
    let mut arrived: Vec<(Square, Piece)> = Vec::new();
    for point in points {
        let place = |piece: Piece| PiecePlace { square: point.square, heroic: piece.heroic };
        for piece in point.before.into_iter().flat_map(Unit::pieces) {
            let same = |unit: Unit| unit.get(piece.role).filter(|_| unit.color() == piece.color);
            let stayed = point.after.and_then(same);
            if stayed != Some(piece) {
                let (before, after) = (Some(place(piece)), stayed.map(place));
                changes.push(PieceChange { color: piece.color, role: piece.role, before, after });
            }
        }
        for piece in point.after.into_iter().flat_map(Unit::pieces) {
            let stood = |unit: Unit| unit.color() == piece.color && unit.has(piece.role);
            if !point.before.is_some_and(stood) {
                arrived.push((point.square, piece));
            }
        }
    }
    for (left, new) in nearest_pairs(&changes, &arrived) {
        let (square, piece) = arrived[new];
        changes[left].after = Some(PiecePlace { square, heroic: piece.heroic });
    }
    for (square, piece) in arrived {
        let after = Some(PiecePlace { square, heroic: piece.heroic });
        let is_paired = |change: &PieceChange| {
            (change.color, change.role, change.after) == (piece.color, piece.role, after)
        };
        if !changes.iter().any(is_paired) {
            changes.push(PieceChange { color: piece.color, role: piece.role, before: None, after });
        }
    }
    changes
}

/// Pairs pieces that have left a point with pieces like them that have arrived at one, the least
/// distance first. Both lists are in point order, so their indices decide between equal distances.
fn nearest_pairs(changes: &[PieceChange], arrived: &[(Square, Piece)]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (left, change) in changes.iter().enumerate() {
        let Some(before) = change.before.filter(|_| change.after.is_none()) else { continue };
        for (new, &(to, piece)) in arrived.iter().enumerate() {
            if (piece.color, piece.role) == (change.color, change.role) {
                pairs.push((distance(before.square, to), left, new));
            }
        }
    }
    pairs.sort_unstable();
    let mut is_left_paired = vec![false; changes.len()];
    let mut is_new_paired = vec![false; arrived.len()];
    pairs.retain(|&(_, left, new)| {
        let is_free = !is_left_paired[left] && !is_new_paired[new];
        if is_free {
            is_left_paired[left] = true;
            is_new_paired[new] = true;
        }
        is_free
    });
    pairs.into_iter().map(|(_, left, new)| (left, new)).collect()
}

/// The square of the distance between two points.
fn distance(from: Square, to: Square) -> u32 {
    let (dx, dy) = (from.file().abs_diff(to.file()) as u32, from.rank().abs_diff(to.rank()) as u32);
    dx * dx + dy * dy
}

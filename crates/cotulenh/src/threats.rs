//! Threats on a point, and whether a Commander is in danger (RULES 6.1, 6.2, 6.4).

use crate::air_defense::{self, Flight};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::piece::Piece;
use crate::role::{Role, RoleSet};
use crate::square::{Direction, Square};

/// Everything that `by` threatens `target` with (RULES 6.1), carried pieces included.
pub(crate) struct Threats<'a> {
    board: &'a Board,
    target: Square,
    occupied: Bitboard,
    navy_on_target: bool,
    by: Color,
}

impl<'a> Threats<'a> {
    #[inline]
    pub(crate) fn new(board: &'a Board, target: Square, by: Color) -> Threats<'a> {
        Threats {
            board,
            target,
            occupied: board.occupied(),
            navy_on_target: board.tops(Role::Navy).contains(target),
            by,
        }
    }

    /// The points from which `by` may threaten: a superset.
    #[inline]
    pub(crate) fn candidates(board: &Board, target: Square, by: Color) -> Bitboard {
        attacks::star(attacks::MAX_CAPTURE_RANGE, target) & board.of(by)
    }

    /// Does a piece on `from` threaten the target?
    #[inline]
    fn piece_threatens(&self, piece: Piece, from: Square) -> bool {
        let Piece { role, heroic, .. } = piece;
        let reach = attacks::threat_reach_on(role, heroic, self.target, self.navy_on_target);
        if !reach.contains(from) {
            return false;
        }
        if !role.data().captures_past {
            return attacks::between(from, self.target).is_disjoint(self.occupied);
        }
        if role == Role::AirForce && !heroic {
            return air_defense::flight(self.board, !self.by, from, self.target) != Flight::ShotDown;
        }
        true
    }

    /// The roles of the pieces on `from` that threaten the target.
    #[inline]
    pub(crate) fn roles_on(&self, from: Square) -> RoleSet {
        let pieces = self.board.raw(from).pieces();
        pieces
            .filter(|&piece| self.piece_threatens(piece, from))
            .fold(0, |roles, piece| roles | piece.role.bit())
    }

    /// The threatening units with the roles that threaten, in point order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Square, RoleSet)> + '_ {
        let candidates = Threats::candidates(self.board, self.target, self.by);
        candidates.iter().map(|from| (from, self.roles_on(from))).filter(|&(_, roles)| roles != 0)
    }

    #[inline]
    pub(crate) fn any(&self) -> bool {
        self.iter().next().is_some()
    }
}

/// The units between the Commanders if both are on one file or rank (RULES 6.2).
#[inline]
fn sight_screens(board: &Board) -> Option<Bitboard> {
    match (board.commander(Color::Red), board.commander(Color::Blue)) {
        (Some(red), Some(blue)) if attacks::aligned(red, blue) => {
            Some(attacks::between(red, blue) & board.occupied())
        }
        _ => None,
    }
}

/// Do the Commanders see each other along a file or rank (RULES 6.2)?
#[inline]
pub(crate) fn commanders_exposed(board: &Board) -> bool {
    sight_screens(board).is_some_and(Bitboard::is_empty)
}

/// Is the Commander of `color` threatened, exposed or missing (RULES 6.4)?
#[inline]
pub(crate) fn in_danger(board: &Board, color: Color) -> bool {
    match board.commander(color) {
        None => true,
        Some(square) => commanders_exposed(board) || Threats::new(board, square, !color).any(),
    }
}

impl Board {
    /// The only unit between the Commanders on a shared file or rank: without it they would be exposed
    /// (RULES 6.2).
    ///
    /// ```
    /// use cotulenh::Position;
    /// let position: Position = "6c4/11/11/11/11/11/11/6T4/11/11/11/6C4 r - - 0 1".parse().unwrap();
    /// assert_eq!(position.board().sight_screen(), "g5".parse().ok());
    /// ```
    #[inline]
    pub fn sight_screen(&self) -> Option<Square> {
        let screens = sight_screens(self)?;
        screens.first().filter(|_| !screens.has_many())
    }

    /// The pieces of `by` that threaten a point (RULES 6.1): by direction as seen from the point, in
    /// the order N E S W NW NE SE SW, then by distance, carrier before carried.
    ///
    /// Threats decide about check and promotion. [`capturers`](Board::capturers) tells who can
    /// capture.
    ///
    /// ```
    /// use cotulenh::{Color, Position};
    /// let position: Position = "6c4/11/11/11/11/11/11/11/6T4/11/6A4/3C7 r - - 0 1".parse().unwrap();
    /// let board = position.board();
    /// let attackers = board.attackers("g5".parse().unwrap(), Color::Red);
    /// let texts: Vec<String> = attackers.iter().map(|(s, p)| format!("{s}{p}")).collect();
    /// assert_eq!(texts, ["g4T", "g2A"]);
    /// ```
    pub fn attackers(&self, target: Square, by: Color) -> Vec<(Square, Piece)> {
        self.attackers_of_role(target, by, None)
    }

    /// [`attackers`](Board::attackers) of a unit with this role on top: a Navy is threatened from
    /// further away (RULES 4.4).
    pub fn attackers_of_role(&self, target: Square, by: Color, role: Option<Role>) -> Vec<(Square, Piece)> {
        let mut threats = Threats::new(self, target, by);
        if let Some(role) = role {
            threats.navy_on_target = role == Role::Navy;
        }
        let candidates = Threats::candidates(self, target, by);
        let mut found = Vec::new();
        for direction in Direction::ALL {
            let mut rest = candidates & attacks::ray(direction, target);
            while let Some(from) = rest.nearest(direction) {
                rest.clear(from);
                let roles = threats.roles_on(from);
                let pieces = self.raw(from).pieces().filter(|piece| roles & piece.role.bit() != 0);
                found.extend(pieces.map(|piece| (from, piece)));
            }
        }
        found
    }

    /// Do the Commanders see each other along a file or rank (RULES 6.2)?
    pub fn commanders_exposed(&self) -> bool {
        commanders_exposed(self)
    }

    /// Is the Commander of `color` threatened, exposed or missing (RULES 6.4)?
    pub fn commander_in_danger(&self, color: Color) -> bool {
        in_danger(self, color)
    }
}

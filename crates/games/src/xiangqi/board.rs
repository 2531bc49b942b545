//! The pieces on their points: which moves they have, and who gives check.

use quandary_core::rules::Side;

use super::geometry::{
    ADVISOR, CROSS, ELEPHANT, HORSE, HORSE_FROM, KING, LEGS, LINES, PAWN, POINTS, Points, ROOM, Ways, bit,
    file,
};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The general, who stays in the palace and may not face the other one along an open file.
    King = 1,
    /// The advisor (or guard), who stays on the diagonals of the palace.
    Advisor,
    /// The elephant (or minister): two points diagonally, never over the river; a piece in its eye stops it.
    Elephant,
    /// The horse: a step along a line and one diagonally outwards; a piece beside it blocks its leg.
    Horse,
    /// The chariot: any way along a line.
    Rook,
    /// The cannon: as a rook when it moves, over exactly one piece when it captures.
    Cannon,
    /// The soldier: forward, over the river sideways as well.
    Pawn,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] =
        [Kind::King, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn];

    /// How many of them a side begins with.
    pub const fn count(self) -> usize {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Advisor => "advisor",
            Kind::Elephant => "elephant",
            Kind::Horse => "horse",
            Kind::Rook => "rook",
            Kind::Cannon => "cannon",
            Kind::Pawn => "pawn",
        }
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is: Red begins.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// From 0 to 13: Red's king, advisor, …, pawn, then Black's.
    pub const fn index(self) -> usize {
        7 * seat(self.side) + self.kind as usize - 1
    }
}

/// A move from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// 0 for Red, 1 for Black.
#[inline]
pub(crate) const fn seat(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// What a byte of the board says: 0 for nothing, otherwise the kind in the three low bits and Black in the fourth.
const BLACK: u8 = 8;

#[inline]
const fn code(piece: Piece) -> u8 {
    (seat(piece.side) as u8) << 3 | piece.kind as u8
}

#[inline]
const fn decode(code: u8) -> Option<Piece> {
    if code == 0 {
        return None;
    }
    let side = if code & BLACK == 0 { Side::First } else { Side::Second };
    Some(Piece { side, kind: Kind::ALL[(code & 7) as usize - 1] })
}

/// The pieces, without whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    points: [u8; POINTS],
    /// Where each side's king stands; meaningless until it is placed.
    kings: [u8; 2],
    /// The points that each side holds.
    held: [u128; 2],
}

impl Board {
    /// Nothing on it.
    pub const EMPTY: Board = Board { points: [0; POINTS], kings: [0; 2], held: [0; 2] };

    /// What stands on a point.
    #[inline]
    pub fn at(&self, point: u8) -> Option<Piece> {
        decode(self.points[point as usize])
    }

    /// The points that a side holds.
    #[inline]
    pub fn held_by(&self, side: Side) -> Points {
        Points(self.held[seat(side)])
    }

    /// A side's pieces and where they stand.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (u8, Kind)> + '_ {
        self.held_by(side).filter_map(|at| Some((at, self.at(at)?.kind)))
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, side: Side) -> u8 {
        self.kings[seat(side)]
    }

    /// Puts a piece on an empty point.
    pub fn place(&mut self, point: u8, piece: Piece) {
        self.points[point as usize] = code(piece);
        self.held[seat(piece.side)] |= bit(point);
        if piece.kind == Kind::King {
            self.kings[seat(piece.side)] = point;
        }
    }

    /// Moves the piece of `side` that stands on `from`; what it captures is given back.
    #[inline]
    pub fn make(&mut self, side: Side, Move { from, to }: Move) -> Option<Piece> {
        let (moved, taken) = (self.points[from as usize], self.points[to as usize]);
        self.points[from as usize] = 0;
        self.points[to as usize] = moved;
        let own = seat(side);
        self.held[own] ^= bit(from) | bit(to);
        self.held[1 - own] &= !bit(to);
        if moved & 7 == Kind::King as u8 {
            self.kings[own] = to;
        }
        decode(taken)
    }

    /// Whether a side's king could be captured, the other king along an open file included.
    #[inline]
    pub fn is_in_check(&self, side: Side) -> bool {
        let king = self.king(side);
        let them = code(Piece { side: side.other(), kind: Kind::King }) & BLACK;
        let is = |at: u8, kind: Kind| self.points[at as usize] == them | kind as u8;
        for (line, (&step, &room)) in LINES.iter().zip(&ROOM[king as usize]).enumerate() {
            let mut at = king;
            let mut screened = false;
            for distance in 1..=room {
                at = at.wrapping_add_signed(step);
                let code = self.points[at as usize];
                if code == 0 {
                    continue;
                }
                if screened {
                    if is(at, Kind::Cannon) {
                        return true;
                    }
                    break;
                }
                let facing = line >= 2 && is(at, Kind::King);
                if is(at, Kind::Rook)
                    || facing
                    || distance == 1 && is(at, Kind::Pawn) && self.reaches(at, king)
                {
                    return true;
                }
                screened = true;
            }
        }
        HORSE_FROM[king as usize].all().iter().any(|&(leg, from)| self.is_empty(leg) && is(from, Kind::Horse))
    }

    /// Whether the pawn on `from` goes to `to`.
    #[inline]
    fn reaches(&self, from: u8, to: u8) -> bool {
        let side = usize::from(self.points[from as usize] & BLACK != 0);
        PAWN[side][from as usize].all().iter().any(|way| way.1 == to)
    }

    #[inline]
    fn is_empty(&self, point: u8) -> bool {
        self.points[point as usize] == 0
    }

    /// Hands every move of a side's pieces to `visit`, whatever becomes of its king, until that returns `true`; whether
    /// it did. The order is that of the points, from a0 on.
    #[inline]
    pub fn any_move(&self, side: Side, mut visit: impl FnMut(Move) -> bool) -> bool {
        let own = self.held[seat(side)];
        self.held_by(side).any(|from| {
            let mut go = |to: u8| own & bit(to) == 0 && visit(Move { from, to });
            let mut along = |ways: &Ways| {
                ways.all().iter().any(|&(through, to)| (through == to || self.is_empty(through)) && go(to))
            };
            let place = from as usize;
            match Kind::ALL[(self.points[place] & 7) as usize - 1] {
                Kind::King => along(&KING[place]),
                Kind::Advisor => along(&ADVISOR[place]),
                Kind::Elephant => along(&ELEPHANT[place]),
                Kind::Horse => along(&HORSE[place]),
                Kind::Pawn => along(&PAWN[seat(side)][place]),
                Kind::Rook => self.any_along(from, |to, before| before == 0 && go(to)),
                Kind::Cannon => {
                    self.any_along(from, |to, before| (before == u8::from(!self.is_empty(to))) && go(to))
                }
            }
        })
    }

    /// Hands the points along the lines from a point to `visit`, each with the number of pieces before it, up to the
    /// second piece of each line.
    #[inline]
    fn any_along(&self, from: u8, mut visit: impl FnMut(u8, u8) -> bool) -> bool {
        for (&step, &room) in LINES.iter().zip(&ROOM[from as usize]) {
            let (mut at, mut before) = (from, 0);
            for _ in 0..room {
                at = at.wrapping_add_signed(step);
                if visit(at, before) {
                    return true;
                }
                if !self.is_empty(at) {
                    before += 1;
                    if before == 2 {
                        break;
                    }
                }
            }
        }
        false
    }

    /// The same for the legal moves: those after which the own king cannot be captured.
    ///
    /// Unless the king is in check or moves itself, only three things can bring it into danger: a piece leaves its row
    /// or column (a line opens, or two pieces become one screen), a piece enters them without a capture (a cannon finds
    /// a screen), or a piece leaves one of its corners (a horse's leg is free). All other moves are not tried out.
    #[inline]
    pub fn any_legal(&self, side: Side, in_check: bool, mut visit: impl FnMut(Move) -> bool) -> bool {
        let king = self.king(side);
        let entered = CROSS[king as usize];
        let left = entered | LEGS[king as usize] | bit(king);
        self.any_move(side, |chosen| {
            let risky = in_check
                || left & bit(chosen.from) != 0
                || entered & bit(chosen.to) != 0 && self.is_empty(chosen.to);
            (!risky || self.is_safe(side, chosen)) && visit(chosen)
        })
    }

    /// Whether a side's king cannot be captured after a move of its own.
    #[inline]
    pub fn is_safe(&self, side: Side, chosen: Move) -> bool {
        let mut after = *self;
        after.make(side, chosen);
        !after.is_in_check(side)
    }

    /// Whether the kings stand on one file with nothing between them.
    pub fn kings_face(&self) -> bool {
        let [red, black] = self.kings;
        file(red) == file(black) && (red + 9..black).step_by(9).all(|at| self.is_empty(at))
    }
}

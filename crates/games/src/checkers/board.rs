//! The board, its pieces, and the moves they have.
//!
//! Squares are numbered as players and FEN do: 1 to 32, from the top, where black stands. Only these are bits, and
//! after every second row one bit stays empty, so that a step in a direction is the same shift from everywhere:
//!
//! ```text
//!     row 1      1   2   3   4          0   1   2   3
//!     row 2    5   6   7   8          4   5   6   7      (8)
//!     row 3      9  10  11  12          9  10  11  12
//!     row 4   13  14  15  16         13  14  15  16     (17)
//!     row 5     17  18  19  20         18  19  20  21
//!     row 6   21  22  23  24         22  23  24  25     (26)
//!     row 7     25  26  27  28         27  28  29  30
//!     row 8   29  30  31  32         31  32  33  34
//!                 squares                   bits
//! ```
//!
//! Down and left is +4 bits, down and right +5, up and right -4, up and left -5. From square 8 (bit 7) a step down and
//! right is bit 12, square 12; from square 4 (bit 3) it would be bit 8, which is none.

/// The bits that are squares.
pub const BOARD: u64 = 0x7_FBFD_FEFF;
/// Where white's men are crowned: squares 1 to 4.
pub const TOP: u64 = 0xF;
/// Where black's men are crowned: squares 29 to 32.
pub const BOTTOM: u64 = 0xF << 31;

const _: () = assert!(BOARD.count_ones() == 32 && BOARD >> 35 == 0 && BOTTOM & BOARD == BOTTOM);

/// The bit of a square from 1 to 32.
///
/// ```
/// use quandary_games::checkers::board::{bit, number};
/// assert_eq!((bit(1), bit(9), bit(32)), (1, 1 << 9, 1 << 34));
/// assert!((1..=32).all(|square| number(bit(square)) == square));
/// ```
#[inline]
pub const fn bit(square: u32) -> u64 {
    1 << (square - 1 + (square - 1) / 8)
}

/// The square of a bit.
#[inline]
pub const fn number(bit: u64) -> u32 {
    let at = bit.trailing_zeros();
    at - at / 9 + 1
}

/// Row and column of a square, from 0 at the top left.
pub const fn place(square: u32) -> (u32, u32) {
    let (row, along) = ((square - 1) / 4, (square - 1) % 4);
    (row, 2 * along + 1 - row % 2)
}

/// The square at a row and a column from 0; none on the light squares and outside.
pub const fn at(row: u32, column: u32) -> Option<u32> {
    if row < 8 && column < 8 && (row + column) % 2 == 1 { Some(4 * row + column / 2 + 1) } else { None }
}

/// One of the four diagonals: 0 down and left, 1 down and right, 2 up and right, 3 up and left. Opposite ones differ by 2.
pub type Direction = u32;

/// The squares a step away, never over an edge.
#[inline]
pub const fn step(squares: u64, direction: Direction) -> u64 {
    BOARD
        & match direction {
            0 => squares << 4,
            1 => squares << 5,
            2 => squares >> 4,
            _ => squares >> 5,
        }
}

/// The bits of a set, one at a time from the lowest.
#[derive(Clone, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 ^= lowest;
        (lowest != 0).then_some(lowest)
    }
}

/// Pieces and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Black's pieces.
    pub black: u64,
    /// White's pieces.
    pub white: u64,
    /// The kings among them.
    pub kings: u64,
    /// Who is to move: black begins.
    pub black_to_move: bool,
}

/// A step of one piece, or all the jumps that it makes in a turn.
///
/// The way counts, not only the result: two ways around the same pieces are two moves, as in the field's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The bit number of the square it leaves.
    from: u8,
    /// Pieces jumped; none in a step.
    jumps: u8,
    /// The directions, two bits each, the first one lowest.
    way: u32,
}

/// Most pieces jumped in a turn that a [`Move`] can hold: all of the other side's.
pub const MOST_JUMPS: usize = 12;

impl Move {
    /// A step of the piece on `from`.
    #[inline]
    fn step(from: u64, direction: Direction) -> Move {
        Move { from: from.trailing_zeros() as u8, jumps: 0, way: direction }
    }

    /// The move along these squares, if each is a step or a jump from the one before: one step, or nothing but jumps.
    pub fn along(squares: &[u32]) -> Option<Move> {
        let (&first, rest) = squares.split_first()?;
        if rest.is_empty()
            || rest.len() > MOST_JUMPS
            || squares.iter().any(|square| !(1..=32).contains(square))
        {
            return None;
        }
        let steps = |from: u32, to: u32| {
            (0..4).find_map(|direction| {
                let beside = step(bit(from), direction);
                match bit(to) {
                    to if to == beside => Some((direction, false)),
                    to if to == step(beside, direction) => Some((direction, true)),
                    _ => None,
                }
            })
        };
        let mut made = Move { from: bit(first).trailing_zeros() as u8, jumps: 0, way: 0 };
        for (index, pair) in squares.windows(2).enumerate() {
            let (direction, jumps) = steps(pair[0], pair[1])?;
            if !jumps && squares.len() > 2 {
                return None;
            }
            made.way |= direction << (2 * index);
            made.jumps += u8::from(jumps);
        }
        Some(made)
    }

    /// A number for the move, which no other of a position has unless it jumps eleven times. Never 0.
    #[inline]
    pub fn code(self) -> u32 {
        const WAY: u32 = (1 << 22) - 1;
        1 + (u32::from(self.from) << 26 | u32::from(self.jumps) << 22 | self.way & WAY)
    }

    /// The bit it leaves.
    #[inline]
    pub fn from(self) -> u64 {
        1 << self.from
    }

    /// Pieces that it captures.
    #[inline]
    pub fn captures(self) -> u32 {
        self.jumps.into()
    }

    /// The bit it ends on and the bits it jumps over.
    #[inline]
    pub fn lands(self) -> (u64, u64) {
        let (mut at, mut over, mut way) = (self.from(), 0, self.way);
        if self.jumps == 0 {
            return (step(at, way), 0);
        }
        for _ in 0..self.jumps {
            let beside = step(at, way & 3);
            over |= beside;
            at = step(beside, way & 3);
            way >>= 2;
        }
        (at, over)
    }

    /// The squares it visits, the one it leaves first.
    pub fn squares(self) -> Vec<u32> {
        let mut at = self.from();
        let mut squares = vec![number(at)];
        for index in 0..u32::from(self.jumps).max(1) {
            let direction = self.way >> (2 * index) & 3;
            at = step(at, direction);
            if self.jumps > 0 {
                at = step(at, direction);
            }
            squares.push(number(at));
        }
        squares
    }
}

/// The directions in which a side's men go.
#[inline]
const fn forward(black: bool) -> [Direction; 2] {
    if black { [0, 1] } else { [2, 3] }
}

impl Position {
    /// The starting position: black has squares 1 to 12 and begins.
    pub const START: Position =
        Position { black: 0x1EFF, white: 0x7_FBC0_0000, kings: 0, black_to_move: true };

    /// The pieces of the side to move, and of the other.
    #[inline]
    pub const fn sides(&self) -> (u64, u64) {
        if self.black_to_move { (self.black, self.white) } else { (self.white, self.black) }
    }

    /// The squares without a piece.
    #[inline]
    pub const fn empty(&self) -> u64 {
        BOARD & !(self.black | self.white)
    }

    /// Pieces on the board.
    pub const fn pieces(&self) -> u32 {
        (self.black | self.white).count_ones()
    }

    /// Those of the side to move that may go in a direction.
    #[inline]
    fn going(&self, direction: Direction) -> u64 {
        let (own, _) = self.sides();
        if (direction < 2) == self.black_to_move { own } else { own & self.kings }
    }

    /// Those of the side to move that can jump in a direction.
    #[inline]
    fn jumping(&self, direction: Direction) -> u64 {
        let (_, other) = self.sides();
        let back = direction ^ 2;
        self.going(direction) & step(other & step(self.empty(), back), back)
    }

    /// Those of the side to move that can step in a direction, were it free to.
    #[inline]
    fn stepping(&self, direction: Direction) -> u64 {
        self.going(direction) & step(self.empty(), direction ^ 2)
    }

    /// The pieces that can capture: if there are any, one of them must.
    #[inline]
    pub fn jumpers(&self) -> u64 {
        (0..4).fold(0, |all, direction| all | self.jumping(direction))
    }

    /// Whether the side to move has a move.
    pub fn can_move(&self) -> bool {
        (0..4).any(|direction| self.stepping(direction) | self.jumping(direction) != 0)
    }

    /// The number of legal moves.
    #[inline]
    pub fn count(&self) -> usize {
        match self.jumpers() {
            0 => (0..4).map(|direction| self.stepping(direction).count_ones() as usize).sum(),
            jumpers => {
                let mut count = 0;
                self.each_capture(jumpers, &mut |_| count += 1);
                count
            }
        }
    }

    /// Calls `visit` for every legal move: captures if there are any, otherwise steps; by square, then by direction.
    #[inline]
    pub fn each_move(&self, mut visit: impl FnMut(Move)) {
        match self.jumpers() {
            0 => {
                let able: [u64; 4] = std::array::from_fn(|direction| self.stepping(direction as u32));
                for from in Bits(able[0] | able[1] | able[2] | able[3]) {
                    for (direction, able) in (0..).zip(able) {
                        if able & from != 0 {
                            visit(Move::step(from, direction));
                        }
                    }
                }
            }
            jumpers => self.each_capture(jumpers, &mut visit),
        }
    }

    /// Calls `visit` for every capture of these pieces.
    pub fn each_capture(&self, jumpers: u64, visit: &mut impl FnMut(Move)) {
        let (_, other) = self.sides();
        for from in Bits(jumpers) {
            let crowns = match (self.kings & from != 0, self.black_to_move) {
                (true, _) => 0,
                (false, true) => BOTTOM,
                (false, false) => TOP,
            };
            let jumper = Jumper {
                // What a piece leaves is free when it comes back.
                empty: self.empty() | from,
                directions: if self.kings & from != 0 {
                    &[0, 1, 2, 3]
                } else {
                    forward_of(self.black_to_move)
                },
                crowns,
            };
            let start = Move { from: from.trailing_zeros() as u8, jumps: 0, way: 0 };
            jumper.go_on(from, other, start, visit);
        }
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn after(&self, chosen: Move) -> Position {
        let (to, over) = chosen.lands();
        let moved = chosen.from() | to;
        let crowned = if self.black_to_move { BOTTOM } else { TOP };
        let is_king = self.kings & chosen.from() != 0 || to & crowned != 0;
        // A king that jumps in a circle ends where it began.
        let carry = |own: u64| own & !chosen.from() | to;
        let (black, white) = if self.black_to_move {
            (carry(self.black), self.white & !over)
        } else {
            (self.black & !over, carry(self.white))
        };
        let kings = self.kings & !(moved | over) | if is_king { to } else { 0 };
        Position { black, white, kings, black_to_move: !self.black_to_move }
    }

    /// The same position with the colours exchanged and the board turned around: what it was for one side it is now for
    /// the other.
    #[must_use]
    pub fn turned(&self) -> Position {
        // Bit b goes to bit 34 - b.
        let turn = |set: u64| set.reverse_bits() >> 29;
        Position {
            black: turn(self.white),
            white: turn(self.black),
            kings: turn(self.kings),
            black_to_move: !self.black_to_move,
        }
    }
}

#[inline]
fn forward_of(black: bool) -> &'static [Direction] {
    const WAYS: [[Direction; 2]; 2] = [forward(false), forward(true)];
    &WAYS[usize::from(black)]
}

/// A piece on its way over others.
struct Jumper {
    empty: u64,
    directions: &'static [Direction],
    /// Where the move ends because the piece is crowned.
    crowns: u64,
}

impl Jumper {
    /// Goes on from `at` as long as there is something to jump: stopping short is not allowed.
    fn go_on(&self, at: u64, other: u64, so_far: Move, visit: &mut impl FnMut(Move)) {
        let mut ended = true;
        for &direction in self.directions {
            let over = step(at, direction) & other;
            let to = step(over, direction) & self.empty;
            if to == 0 {
                continue;
            }
            ended = false;
            let next =
                Move { jumps: so_far.jumps + 1, way: so_far.way | direction << (2 * so_far.jumps), ..so_far };
            if to & self.crowns != 0 {
                visit(next);
            } else {
                // No piece is jumped twice. That it stays on the board until the move is over changes nothing: a piece
                // lands on every second square, and what it jumps over stands between those.
                self.go_on(to, other & !over, next, visit);
            }
        }
        if ended && so_far.jumps > 0 {
            visit(so_far);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_to_a_neighbour_in_row_and_column() {
        for square in 1..=32 {
            let (row, column) = place(square);
            assert_eq!(at(row, column), Some(square));
            for (direction, (down, right)) in [(1, -1), (1, 1), (-1, 1), (-1, -1)].into_iter().enumerate() {
                let to = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                let expected = to.and_then(|(row, column)| at(row, column)).map_or(0, bit);
                assert_eq!(step(bit(square), direction as u32), expected, "{square} {direction}");
            }
        }
    }

    #[test]
    fn the_start_is_its_own_mirror_and_turning_twice_changes_nothing() {
        let start = Position::START;
        let turned = start.turned();
        assert_eq!(turned, Position { black_to_move: false, ..start });
        assert_eq!(turned.turned(), start);
        assert_eq!(start.pieces(), 24);
    }

    #[test]
    fn a_move_is_the_squares_it_visits() {
        for squares in [&[11, 15][..], &[1, 10], &[22, 15, 8], &[1, 10, 17, 26]] {
            assert_eq!(Move::along(squares).unwrap().squares(), squares);
        }
        for squares in [&[][..], &[5], &[1, 2], &[1, 6, 10], &[4, 9], &[0, 5], &[32, 33]] {
            assert_eq!(Move::along(squares), None, "{squares:?}");
        }
    }

    #[test]
    fn a_king_may_come_back_to_where_it_began() {
        // A white king on 26 and four black men around the square between.
        let position = Position {
            black: bit(22) | bit(14) | bit(15) | bit(23),
            white: bit(26),
            kings: bit(26),
            black_to_move: false,
        };
        let mut ways = Vec::new();
        position.each_move(|chosen| ways.push(chosen));
        let squares: Vec<Vec<u32>> = ways.iter().map(|way| way.squares()).collect();
        assert_eq!(squares, [vec![26, 19, 10, 17, 26], vec![26, 17, 10, 19, 26]]);
        let after = position.after(ways[0]);
        assert_eq!((after.black, after.white, after.kings), (0, bit(26), bit(26)));
        assert_eq!(position.count(), 2);
    }

    #[test]
    fn a_man_that_is_crowned_has_moved() {
        // 22x31 crowns; 31x24 over 27 would be a second jump.
        let position = Position { black: bit(22), white: bit(26) | bit(27), kings: 0, black_to_move: true };
        let mut ways = Vec::new();
        position.each_move(|chosen| ways.push(chosen.squares()));
        assert_eq!(ways, [vec![22, 31]]);
    }
}

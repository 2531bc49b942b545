//! Positions, moves and the end of the game.

use quandary_core::Outcome;
use quandary_core::rules::{Rules, Side, Turn};

use super::geometry::{Geometry, Standard};

/// A position: two masks of cells (see the `geometry` module for the order of the bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Stones of the player to move.
    pub mover: u64,
    /// Stones of both.
    pub stones: u64,
}

impl Position {
    /// The empty board.
    pub const START: Position = Position { mover: 0, stones: 0 };

    /// Stones of the player who is not to move.
    #[inline]
    pub fn opponent(self) -> u64 {
        self.mover ^ self.stones
    }

    /// Stones of the player who began, and of the other.
    pub fn sides(self) -> (u64, u64) {
        let (mover, opponent) = (self.mover, self.opponent());
        if self.ply().is_multiple_of(2) { (mover, opponent) } else { (opponent, mover) }
    }

    /// Stones played so far.
    #[inline]
    pub fn ply(self) -> u32 {
        self.stones.count_ones()
    }

    /// The position after a stone on `cell`, a mask of one legal cell.
    #[inline]
    #[must_use]
    pub fn with(self, cell: u64) -> Position {
        Position { mover: self.mover ^ self.stones, stones: self.stones | cell }
    }
}

/// The rules on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour<G>(pub G);

/// The rules on the board of 7 columns and 6 rows.
pub const STANDARD: ConnectFour<Standard> = ConnectFour(Standard);

impl<G: Geometry> ConnectFour<G> {
    /// The cells a stone can fall into, without regard to whether the game has ended.
    #[inline]
    pub fn playable(self, stones: u64) -> u64 {
        (stones + self.0.bottom()) & self.0.board()
    }

    /// The cell a stone in `column` (from 0) falls into; `None` when the column is full or does not exist.
    pub fn drop(self, position: Position, column: u32) -> Option<u64> {
        if column >= self.0.width() {
            return None;
        }
        let cell = self.playable(position.stones) & self.0.column(column);
        (cell != 0).then_some(cell)
    }

    /// Whether `stones` hold four in a line.
    #[inline]
    pub fn has_four(self, stones: u64) -> bool {
        let h = self.0.height();
        [1, h, h + 1, h + 2].into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// The empty cells that would complete a line of four of `own` stones, reachable now or not.
    ///
    /// In each direction a cell wins when it is the first, second, third or fourth of four with the other
    /// three present; on a column only the top cell of four can be empty.
    #[inline]
    pub fn winning_cells(self, own: u64, stones: u64) -> u64 {
        let h = self.0.height();
        let mut cells = (own << 1) & (own << 2) & (own << 3);
        for step in [h, h + 1, h + 2] {
            let up_pairs = (own << step) & (own << (2 * step));
            cells |= up_pairs & (own << (3 * step));
            cells |= up_pairs & (own >> step);
            let down_pairs = (own >> step) & (own >> (2 * step));
            cells |= down_pairs & (own << step);
            cells |= down_pairs & (own >> (3 * step));
        }
        cells & self.0.board() & !stones
    }

    /// The position after the game in which `columns` (from 0) were played, or how many moves were legal.
    pub fn after(self, columns: impl IntoIterator<Item = u32>) -> Result<Position, usize> {
        let mut position = Position::START;
        for (index, column) in columns.into_iter().enumerate() {
            let cell = self.drop(position, column).filter(|_| !self.has_four(position.opponent()));
            position = position.with(cell.ok_or(index)?);
        }
        Ok(position)
    }

    /// The mirror image: the left column becomes the right one.
    pub fn mirrored(self, position: Position) -> Position {
        let flip = |mask: u64| {
            (0..self.0.width()).fold(0, |sum, column| {
                let lane = self.0.height() + 1;
                let cells = (mask & self.0.column(column)) >> (column * lane);
                sum | cells << ((self.0.width() - 1 - column) * lane)
            })
        };
        Position { mover: flip(position.mover), stones: flip(position.stones) }
    }
}

impl<G: Geometry> Rules for ConnectFour<G> {
    type State = Position;
    /// A column, counted from 0.
    type Move = u32;

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        let mover = if position.ply().is_multiple_of(2) { Side::First } else { Side::Second };
        if self.has_four(position.opponent()) {
            Turn::Over(mover.other().wins())
        } else if position.stones == self.0.board() {
            Turn::Over(Outcome::Drawn)
        } else {
            Turn::To(mover)
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<u32>) {
        if !self.has_four(position.opponent()) {
            let playable = self.playable(position.stones);
            out.extend((0..self.0.width()).filter(|&column| playable & self.0.column(column) != 0));
        }
    }

    #[inline]
    fn apply(&self, position: &Position, column: u32) -> Position {
        position.with(self.playable(position.stones) & self.0.column(column))
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::rules::{perft, random_line};
    use quandary_core::{Budget, Seed};

    use super::*;
    use crate::connect_four::geometry::AnySize;

    #[test]
    fn perft_gives_the_published_counts() {
        // 7^6; deeper counts: the number of games of n plies (OEIS A212693 counts positions, these count games).
        let count = |depth| perft(&STANDARD, &Position::START, depth, &mut Budget::unlimited());
        assert_eq!((count(6), count(7)), (Ok(117_649), Ok(823_536)));
    }

    /// Looks at every cell and direction, one cell at a time.
    fn has_four_slowly(geometry: AnySize, stones: u64) -> bool {
        let (width, height) = (geometry.width() as i32, geometry.height() as i32);
        let at = |x: i32, y: i32| {
            (0..width).contains(&x) && (0..height).contains(&y) && stones >> (x * (height + 1) + y) & 1 == 1
        };
        (0..width).any(|x| {
            (0..height).any(|y| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .iter()
                    .any(|(dx, dy)| (0..4).all(|step| at(x + dx * step, y + dy * step)))
            })
        })
    }

    #[test]
    fn lines_of_four_and_winning_cells_agree_with_looking_at_every_cell() {
        let mut stream = Seed(4).stream(0);
        for (width, height) in [(7, 6), (4, 4), (5, 7), (9, 6), (8, 7), (3, 19)] {
            let geometry = AnySize::new(width, height).unwrap();
            let rules = ConnectFour(geometry);
            for _ in 0..300 {
                let plies = stream.index(geometry.cells() as usize + 1);
                let position = random_line(&ConnectFour(geometry), &Position::START, plies, &mut stream).1;
                for own in [position.mover, position.opponent()] {
                    assert_eq!(rules.has_four(own), has_four_slowly(geometry, own), "{position:?}");
                    if rules.has_four(own) {
                        continue;
                    }
                    let mut expected = 0;
                    for bit in 0..64 {
                        let cell = 1_u64 << bit;
                        let empty = cell & geometry.board() & !position.stones != 0;
                        if empty && has_four_slowly(geometry, own | cell) {
                            expected |= cell;
                        }
                    }
                    assert_eq!(rules.winning_cells(own, position.stones), expected, "{position:?}");
                }
                assert_eq!(rules.mirrored(rules.mirrored(position)), position);
            }
        }
    }

    #[test]
    fn a_won_game_has_no_moves_and_a_full_board_is_drawn() {
        let won = STANDARD.after([0, 1, 0, 1, 0, 1, 0]).unwrap();
        let mut moves = Vec::new();
        STANDARD.moves(&won, &mut moves);
        assert_eq!((moves, STANDARD.turn(&won).outcome()), (vec![], Some(Outcome::Won)));
        assert_eq!(STANDARD.after([0, 1, 0, 1, 0, 1, 0, 1]), Err(7));
        let tiny = ConnectFour(AnySize::new(2, 2).unwrap());
        assert_eq!(tiny.turn(&tiny.after([0, 0, 1, 1]).unwrap()).outcome(), Some(Outcome::Drawn));
    }
}

//! The first move.

use quandary_core::{Decision, InputError, Probability, Stream};

use super::Reason;
use crate::board::{Board, Cell, FirstClick};
use crate::rules::{Action, Minesweeper, Observation};

/// The best first cell of some boards under the rule `open`: rows, columns and mines, then row and column. Sequential
/// halving over all cells that are not mirror images of each other (`examples/first_cells.rs BOARD open SEED GAMES`) left
/// them, or did not tell them apart from what it left. What a cell wins less than the best on the same boards, in points,
/// with the 95 % interval of the difference:
///
/// | board | seed, games | best | next | others |
/// |---|---|---|---|---|
/// | 8x8/10 | 9003, 100,000 | 3,3: 90.6 % | 2,4: 0.4 ± 0.3 | corner: about 2 |
/// | 9x9/10 | 9002, 100,000 | 3,3: 97.3 % | 2,3: 0.1 ± 0.1 | 1,3: 0.3 ± 0.2 |
/// | 10x10/25 | 9001, 40,000 | 4,4: 47.7 % | 4,5: 0.3 ± 0.8 | 3,3: 2.1 ± 1.3 |
/// | 16x16/40 | 9004, 80,000 | 3,3: 89.0 % | 4,4: 0.2 ± 0.3 | 2,3: 0.4 ± 0.3 |
/// | 16x30/99 | 9012, 5,000 each of these | 4,4: 55.0 % | 3,3: 0.4 ± 0.8 | 4,6: 0.4 ± 0.8 |
///
/// Halving over the 120 cells of 16x30/99 (seed 9009) left 4,6 after 50,000 games, too few for so many cells; the last line
/// does not tell it from 4,4. Tu et al.'s map for PSEQ, of 2·10⁸ games, has its best cells at 3,3 on 9x9 and 16x16 and at
/// 4,4 on 16x30.
const MEASURED: [(Size, Place); 5] = [
    ((8, 8, 10), (3, 3)),
    ((9, 9, 10), (3, 3)),
    ((10, 10, 25), (4, 4)),
    ((16, 16, 40), (3, 3)),
    ((16, 30, 99), (4, 4)),
];

/// Rows, columns and mines.
type Size = (usize, usize, usize);

/// Row and column, counted from 1.
type Place = (usize, usize);

/// How many steps inside both edges the first cell is best where it opens an area: three, and four where at least a fifth
/// of the cells are mines.
///
/// By how much 4,4 wins more than 3,3 on the same boards, in points (`examples/first_cells.rs BOARD open SEED GAMES 3,3 4,4`):
///
/// | board | mines | seed, games | difference |
/// |---|---|---|---|
/// | 12x12/18 | 12.5 % | 9112, 40,000 | −0.28 ± 0.12 |
/// | 20x20/50 | 12.5 % | 9111, 20,000 | −0.21 ± 0.17 |
/// | 16x16/51 | 19.9 % | 9104, 3,000 | 0.0 ± 1.2; 5,5: −1.6 ± 1.3 |
/// | 10x10/20 | 20.0 % | 9116, 10,000 | +0.5 ± 0.7 |
/// | 12x12/29 | 20.1 % | 9103, 3,000 | +0.1 ± 1.2; 5,5: −1.7 ± 1.5 |
/// | 8x8/16 | 25.0 % | 9107, 2,500 | +2.4 ± 2.1 |
/// | 10x10/25 | 25.0 % | 31, 10,000 | +2.8 ± 1.0 |
fn steps_inside(board: Board) -> usize {
    if 5 * board.mines() >= board.cells() { 4 } else { 3 }
}

/// Which cell to open first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMove {
    /// Any cell, each equally likely (r).
    Random,
    /// The top left corner (c).
    Corner,
    /// The middle (m).
    Middle,
    /// This cell.
    Given(Cell),
}

impl FirstMove {
    /// The cell; `None` when it is drawn at random.
    pub fn cell(self, board: Board) -> Option<Cell> {
        match self {
            FirstMove::Random => None,
            FirstMove::Corner => Some(Cell(0)),
            FirstMove::Middle => board.cell(board.rows().div_ceil(2), board.cols().div_ceil(2)),
            FirstMove::Given(cell) => Some(cell),
        }
    }

    /// The best known first cell for a board and a rule.
    ///
    /// Where only the first cell is safe, or none is, it is the corner, the likeliest to open an area: no other cell was
    /// found to win more games. (A first cell that may be a mine is one that is safe times a constant, so that the two
    /// rules share their best cell.) Where its neighbours are safe too, it opens an area anyway, and what counts is what
    /// can be deduced from its rim: `MEASURED` has the boards that were searched, and elsewhere it is the cell
    /// `steps_inside` both edges.
    ///
    /// ```
    /// use quandary_minesweeper::{FirstClick, strategy::FirstMove};
    /// let best = |board: &str, rule| {
    ///     let board = board.parse().unwrap();
    ///     FirstMove::best(board, rule).name(board)
    /// };
    /// assert_eq!(best("9x9/10", FirstClick::Open), "3,3");
    /// assert_eq!(best("10x10/25", FirstClick::Open), "4,4");
    /// assert_eq!(best("10x10/25", FirstClick::Safe), "1,1");
    /// ```
    pub fn best(board: Board, rule: FirstClick) -> FirstMove {
        if rule != FirstClick::Open || board.mines() + 9 > board.cells() {
            return FirstMove::Corner;
        }
        let size = (board.rows(), board.cols(), board.mines());
        let measured = MEASURED.iter().find(|(searched, _)| *searched == size).map(|(_, cell)| *cell);
        let (row, col) = measured.unwrap_or_else(|| {
            let steps = steps_inside(board);
            (steps.min(board.rows().div_ceil(2)), steps.min(board.cols().div_ceil(2)))
        });
        board.cell(row, col).map_or(FirstMove::Corner, FirstMove::Given)
    }

    /// Its cell as people write it, or `random`.
    pub fn name(self, board: Board) -> String {
        self.cell(board).map_or_else(|| "random".to_owned(), |cell| board.name(cell))
    }

    /// Says what is wrong when some board could not be begun this way: the rule leaves no room for the mines.
    pub fn check(self, game: &Minesweeper) -> Result<(), InputError> {
        let board = game.grid().board();
        let fits = match self.cell(board) {
            Some(cell) => game.allows_first(cell),
            None => game.grid().cells().all(|cell| game.allows_first(cell)),
        };
        if fits {
            return Ok(());
        }
        let (rule, cell) = (game.first_click(), self.name(board));
        let what = format!("no board {board} keeps the rule `{rule}` when {cell} is opened first");
        Err(InputError::new(what).expected("fewer mines, another first cell or another rule"))
    }

    pub(crate) fn decide(self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        let board = seen.board();
        let cell = self.cell(board).unwrap_or_else(|| Cell::of(stream.index(board.cells())));
        let safe = 1.0 - board.mines() as f64 / board.cells() as f64;
        Decision {
            chosen: Action::Open(cell),
            reason: Reason::First,
            probability: Probability::clamped(safe),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(board: &str, rule: FirstClick) -> String {
        let board: Board = board.parse().unwrap();
        FirstMove::best(board, rule).name(board)
    }

    #[test]
    fn the_first_cell_lies_further_inside_where_mines_are_denser() {
        for (board, cell) in [
            ("12x12/18", "3,3"),
            ("20x20/50", "3,3"),
            ("12x12/36", "4,4"),
            ("16x16/51", "3,3"),
            ("16x16/52", "4,4"),
        ] {
            assert_eq!(best(board, FirstClick::Open), cell, "{board}");
        }
    }

    #[test]
    fn boards_that_were_searched_have_the_cell_that_was_found() {
        for ((rows, cols, mines), (row, col)) in MEASURED {
            let board = Board::new(rows, cols, mines).unwrap();
            assert_eq!(
                FirstMove::best(board, FirstClick::Open),
                FirstMove::Given(board.cell(row, col).unwrap())
            );
            for rule in [FirstClick::Any, FirstClick::Safe] {
                assert_eq!(FirstMove::best(board, rule), FirstMove::Corner);
            }
        }
    }

    #[test]
    fn every_board_that_can_be_begun_has_a_first_cell_that_can() {
        for (rows, cols) in [(1, 1), (1, 7), (2, 2), (3, 3), (3, 20), (4, 4), (5, 9), (30, 4)] {
            for mines in 0..rows * cols {
                let board = Board::new(rows, cols, mines).unwrap();
                for rule in [FirstClick::Any, FirstClick::Safe, FirstClick::Open] {
                    let game = Minesweeper::new(board, rule);
                    if game.grid().cells().any(|cell| game.allows_first(cell)) {
                        assert_eq!(FirstMove::best(board, rule).check(&game), Ok(()), "{board} {rule}");
                    }
                }
            }
        }
    }
}

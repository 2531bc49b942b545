//! Whether a board can be solved at all, and why not.
//!
//! Every slide swaps the empty cell with a neighbour: it changes the parity of the arrangement and the
//! parity of the empty cell's distance from home, both together. So the two parities agree with each other
//! on every board that can be reached from the goal; on boards with at least two rows and two columns the
//! converse holds too (Johnson and Story 1879; Wilson 1974). On a single row the tiles cannot pass each
//! other at all.

use std::fmt;

use quandary_core::InputError;

use crate::rules::{Board, Sliding};

/// The answer with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can be solved.
    Solvable,
    /// The parities disagree.
    WrongParity {
        /// Swaps of two tiles (the empty cell counts as one) that would turn the board into the goal.
        swaps: usize,
        /// Steps of the empty cell from its place in the goal.
        blank_steps: usize,
    },
    /// A single row or column with its tiles in another order.
    WrongOrder,
}

impl Solvability {
    /// Whether it can be solved.
    pub fn is_solvable(&self) -> bool {
        *self == Solvability::Solvable
    }
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = |n: usize| if n.is_multiple_of(2) { "even" } else { "odd" };
        match self {
            Solvability::Solvable => f.write_str("the board can be solved"),
            Solvability::WrongParity { swaps, blank_steps } => write!(
                f,
                "no sequence of moves solves this board: turning it into the goal takes {swaps} swaps ({}), \
                 but the empty cell is {blank_steps} steps from home ({}). Every move is one swap and one \
                 step, so the two must be both even or both odd. Exchanging any two tiles would make it \
                 solvable",
                parity(*swaps),
                parity(*blank_steps)
            ),
            Solvability::WrongOrder => f.write_str(
                "no sequence of moves solves this board: on a single row the tiles cannot pass each other, \
                 and they stand in another order than in the goal",
            ),
        }
    }
}

/// Whether `board` can be turned into the goal of `puzzle`. Takes time linear in the number of cells.
///
/// ```
/// use quandary_sliding::{Sliding, notation::parse_board, solvability};
/// let board = parse_board("1 2 3 4 5 6 8 7 0", None).unwrap();
/// let answer = solvability::of(&Sliding::ordered(board.size()), &board);
/// assert!(!answer.is_solvable());
/// assert!(answer.to_string().contains("takes 1 swaps (odd), but the empty cell is 0 steps from home (even)"));
/// ```
///
/// # Panics
/// When the board and the goal have different sizes.
pub fn of(puzzle: &Sliding, board: &Board) -> Solvability {
    let goal = puzzle.goal();
    assert_eq!(board.size(), goal.size(), "the board and the goal must have one size");
    if board.size().rows() == 1 || board.size().columns() == 1 {
        let tiles = |board: &Board| board.tiles().iter().copied().filter(|&t| t != 0).collect::<Vec<u8>>();
        return if tiles(board) == tiles(goal) { Solvability::Solvable } else { Solvability::WrongOrder };
    }
    let swaps = swaps_to_goal(board, goal);
    let home = goal.blank();
    let blank_steps = board.size().manhattan(board.blank(), home);
    if swaps % 2 == blank_steps % 2 {
        Solvability::Solvable
    } else {
        Solvability::WrongParity { swaps, blank_steps }
    }
}

/// The fewest swaps that sort the board into the goal: cells minus cycles.
fn swaps_to_goal(board: &Board, goal: &Board) -> usize {
    let cells = board.size().cells();
    let mut home = vec![0; cells];
    for (cell, &tile) in goal.tiles().iter().enumerate() {
        home[usize::from(tile)] = cell;
    }
    let mut seen = vec![false; cells];
    let mut cycles = 0;
    for start in 0..cells {
        if seen[start] {
            continue;
        }
        cycles += 1;
        let mut cell = start;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = home[usize::from(board.tiles()[cell])];
        }
    }
    cells - cycles
}

/// An error when a board cannot be solved, for those who need a solvable one.
pub fn check(puzzle: &Sliding, board: &Board) -> Result<(), InputError> {
    let answer = of(puzzle, board);
    if answer.is_solvable() { Ok(()) } else { Err(InputError::new(answer.to_string())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Size;
    use std::collections::HashSet;

    /// Everything that can be reached from the goal, by plain search.
    fn reachable(puzzle: &Sliding) -> HashSet<Board> {
        let mut seen = HashSet::from([puzzle.goal().clone()]);
        let mut queue = vec![puzzle.goal().clone()];
        while let Some(board) = queue.pop() {
            for next in board.slides().filter_map(|slide| board.after(slide)) {
                if seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        seen
    }

    fn all_boards(size: Size) -> Vec<Board> {
        fn extend(tiles: &mut Vec<u8>, size: Size, out: &mut Vec<Board>) {
            if tiles.len() == size.cells() {
                out.push(Board::new(size, tiles).unwrap());
                return;
            }
            for tile in 0..size.cells() as u8 {
                if !tiles.contains(&tile) {
                    tiles.push(tile);
                    extend(tiles, size, out);
                    tiles.pop();
                }
            }
        }
        let mut out = Vec::new();
        extend(&mut Vec::new(), size, &mut out);
        out
    }

    #[test]
    fn parity_agrees_with_search_on_every_small_board_and_many_goals() {
        for (rows, columns) in [(1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)] {
            let size = Size::new(rows, columns).unwrap();
            let boards = all_boards(size);
            for goal in
                [Board::ordered(size), Board::with_blank_at(size, 0), boards[boards.len() / 3].clone()]
            {
                let puzzle = Sliding::new(goal);
                let reachable = reachable(&puzzle);
                for board in &boards {
                    assert_eq!(of(&puzzle, board).is_solvable(), reachable.contains(board), "{board:?}");
                }
            }
        }
    }
}

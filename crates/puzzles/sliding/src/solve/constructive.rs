//! A solution of any board at once: legal, not shortest.
//!
//! Lines are peeled off the rectangle that is left, always one that does not hold the empty cell's home: a
//! row while it is at least as high as wide, a column otherwise. Within a line each tile is brought home by
//! a shortest route that disturbs nothing already placed; the last two go in together. What is left, at most
//! nine cells, is solved from a table of exact distances.

use std::collections::{HashMap, VecDeque};

use crate::rules::{Board, Size, Slide, Sliding};
use crate::solve::distances::Distances;

/// The largest rectangle that is left to the table.
const LAST_CELLS: usize = 9;

/// Solves a board. `None` when it cannot be solved.
///
/// Takes time proportional to cells³ at worst: each of the tiles is placed by one breadth-first search over
/// where the tile and the empty cell are. The solution has about cells^1.5 moves, some times the shortest.
///
/// ```
/// use quandary_sliding::{Size, Sliding, generate::uniform, solve::constructive};
/// use quandary_core::Seed;
/// let puzzle = Sliding::ordered(Size::new(10, 10).unwrap());
/// let board = uniform(&puzzle, &mut Seed(1).stream(0));
/// let path = constructive::solve(&puzzle, &board).unwrap();
/// let end = path.iter().fold(board, |at, &slide| at.after(slide).unwrap());
/// assert_eq!(&end, puzzle.goal());
/// ```
pub fn solve(puzzle: &Sliding, board: &Board) -> Option<Vec<Slide>> {
    if !crate::solvability::of(puzzle, board).is_solvable() {
        return None;
    }
    let mut work = Work::new(puzzle.size(), board);
    let mut left = Rectangle::whole(work.size);
    if left.rows == 1 || left.columns == 1 {
        // The tiles are in order already; only the empty cell goes home.
        work.blank_to(puzzle.goal().blank())?;
        return Some(work.path);
    }
    let home = work.size.place(puzzle.goal().blank());
    while left.has_lines() {
        let line = left.peel(home);
        let homes: Vec<(usize, usize)> =
            line.iter().map(|&(cell, inner)| (work.size_cell(cell), work.size_cell(inner))).collect();
        work.fill(&homes, puzzle.goal())?;
    }
    work.finish(&left, puzzle.goal())?;
    Some(work.path)
}

/// A way that brings home the first line that is not, and leaves those before it alone: what gets a better solver over a
/// line that it is stuck at. Empty when all lines are home; `None` when the board cannot be solved.
pub(super) fn next_line(puzzle: &Sliding, board: &Board) -> Option<Vec<Slide>> {
    if !crate::solvability::of(puzzle, board).is_solvable() {
        return None;
    }
    let mut work = Work::new(puzzle.size(), board);
    let mut left = Rectangle::whole(work.size);
    let home = work.size.place(puzzle.goal().blank());
    while left.has_lines() {
        let line = left.peel(home);
        let homes: Vec<(usize, usize)> =
            line.iter().map(|&(cell, inner)| (work.size_cell(cell), work.size_cell(inner))).collect();
        if homes.iter().any(|&(cell, _)| board.tiles()[cell] != puzzle.goal().tiles()[cell]) {
            work.fill(&homes, puzzle.goal())?;
            return Some(work.path);
        }
        for (cell, _) in homes {
            work.locked[cell] = true;
        }
    }
    Some(Vec::new())
}

/// The tiles of each line in the order in which lines are peeled off, and last those of the rectangle that is left.
pub(super) fn lines(puzzle: &Sliding) -> Vec<Vec<u8>> {
    let size = puzzle.size();
    let mut left = Rectangle::whole(size);
    let tile_at = |row: usize, column: usize| puzzle.goal().tiles()[row * size.columns() + column];
    let home = size.place(puzzle.goal().blank());
    let mut lines = Vec::new();
    while left.has_lines() {
        lines.push(left.peel(home).into_iter().map(|((row, column), _)| tile_at(row, column)).collect());
    }
    let rest = (left.top..left.top + left.rows)
        .flat_map(|row| (left.left..left.left + left.columns).map(move |column| tile_at(row, column)));
    lines.push(rest.filter(|&tile| tile != 0).collect());
    lines
}

/// What is left of the board.
struct Rectangle {
    top: usize,
    left: usize,
    rows: usize,
    columns: usize,
}

/// A place: row and column.
type Place = (usize, usize);

impl Rectangle {
    fn whole(size: Size) -> Rectangle {
        Rectangle { top: 0, left: 0, rows: size.rows(), columns: size.columns() }
    }

    /// Whether another line is taken off before the rest is left to the table.
    fn has_lines(&self) -> bool {
        self.rows.min(self.columns) > 1 && self.rows * self.columns > LAST_CELLS
    }

    /// Takes a line off and returns its places, each with its neighbour inside.
    fn peel(&mut self, blank_home: Place) -> Vec<(Place, Place)> {
        if self.rows >= self.columns {
            let first = blank_home.0 != self.top;
            let (row, inner) = if first {
                (self.top, self.top + 1)
            } else {
                (self.top + self.rows - 1, self.top + self.rows - 2)
            };
            self.top += usize::from(first);
            self.rows -= 1;
            (self.left..self.left + self.columns).map(|column| ((row, column), (inner, column))).collect()
        } else {
            let first = blank_home.1 != self.left;
            let (column, inner) = if first {
                (self.left, self.left + 1)
            } else {
                (self.left + self.columns - 1, self.left + self.columns - 2)
            };
            self.left += usize::from(first);
            self.columns -= 1;
            (self.top..self.top + self.rows).map(|row| ((row, column), (row, inner))).collect()
        }
    }
}

/// A board being solved.
struct Work {
    size: Size,
    board: Board,
    locked: Vec<bool>,
    path: Vec<Slide>,
}

impl Work {
    fn new(size: Size, board: &Board) -> Work {
        Work { size, board: board.clone(), locked: vec![false; size.cells()], path: Vec::new() }
    }

    fn size_cell(&self, (row, column): Place) -> usize {
        row * self.size.columns() + column
    }

    fn cell_of(&self, tile: u8) -> usize {
        self.board.tiles().iter().position(|&t| t == tile).unwrap_or(0)
    }

    fn slide(&mut self, slide: Slide) -> Option<()> {
        self.board = self.board.after(slide)?;
        self.path.push(slide);
        Some(())
    }

    /// Fills a line: cells in order, each with its neighbour inside.
    fn fill(&mut self, line: &[(usize, usize)], goal: &Board) -> Option<()> {
        let (ordinary, last) = line.split_at(line.len() - 2);
        for &(cell, _) in ordinary {
            self.bring(goal.tiles()[cell], cell)?;
            self.locked[cell] = true;
        }
        let [(before, _), (corner, inside)] = [last[0], last[1]];
        let (first, second) = (goal.tiles()[before], goal.tiles()[corner]);
        if self.board.tiles()[before] != first || self.board.tiles()[corner] != second {
            // The last but one waits in the corner, the last behind it; then both turn in.
            self.bring(first, corner)?;
            self.locked[corner] = true;
            let waits = self.bring(second, inside).is_some();
            self.locked[corner] = false;
            if waits {
                (self.locked[corner], self.locked[inside]) = (true, true);
                self.blank_to(before)?;
                (self.locked[corner], self.locked[inside]) = (false, false);
                self.blank_to(corner)?;
                self.blank_to(inside)?;
            } else {
                // The empty cell is shut in between the two.
                self.bring_both([first, second], [before, corner])?;
            }
        }
        (self.locked[before], self.locked[corner]) = (true, true);
        Some(())
    }

    /// Brings a tile to a cell by a shortest route through cells that are not locked.
    ///
    /// Breadth-first over (cell of the tile, empty cell).
    fn bring(&mut self, tile: u8, target: usize) -> Option<()> {
        let cells = self.size.cells();
        let start = (self.cell_of(tile), self.board.blank());
        if start.0 == target {
            return Some(());
        }
        let key = |(tile, blank): (usize, usize)| tile * cells + blank;
        let mut came: Vec<Option<Slide>> = vec![None; cells * cells];
        let mut queue = VecDeque::from([start]);
        let mut end = None;
        while let Some((tile, blank)) = queue.pop_front() {
            if tile == target {
                end = Some((tile, blank));
                break;
            }
            for slide in Slide::ALL {
                let Some(source) = self.size.source(blank, slide) else { continue };
                if self.locked[source] {
                    continue;
                }
                let next = (if source == tile { blank } else { tile }, source);
                if next != start && came[key(next)].is_none() {
                    came[key(next)] = Some(slide);
                    queue.push_back(next);
                }
            }
        }
        let mut at = end?;
        let mut route = Vec::new();
        while at != start {
            let slide = came[key(at)]?;
            route.push(slide);
            // Undo the slide: the empty cell goes back to where the tile came from.
            let before = self.size.source(at.1, slide.undo())?;
            at = (if at.0 == before { at.1 } else { at.0 }, before);
        }
        route.into_iter().rev().try_for_each(|slide| self.slide(slide))
    }

    /// Brings two tiles to two cells at once, moving only what is near the second cell.
    ///
    /// Breadth-first over where both tiles and the empty cell are: at most 14 cells each.
    fn bring_both(&mut self, tiles: [u8; 2], targets: [usize; 2]) -> Option<()> {
        let near = |&cell: &usize| !self.locked[cell] && self.size.manhattan(cell, targets[1]) <= 4;
        let window: Vec<usize> = (0..self.size.cells()).filter(near).collect();
        let start = [self.cell_of(tiles[0]), self.cell_of(tiles[1]), self.board.blank()];
        let mut came: HashMap<[usize; 3], Slide> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        let mut end = None;
        while let Some(at) = queue.pop_front() {
            if at[..2] == targets {
                end = Some(at);
                break;
            }
            for slide in Slide::ALL {
                let Some(source) = self.size.source(at[2], slide).filter(|cell| window.contains(cell)) else {
                    continue;
                };
                let moved = |cell: usize| if cell == source { at[2] } else { cell };
                let next = [moved(at[0]), moved(at[1]), source];
                if next != start && !came.contains_key(&next) {
                    came.insert(next, slide);
                    queue.push_back(next);
                }
            }
        }
        let mut at = end?;
        let mut route = Vec::new();
        while at != start {
            let slide = *came.get(&at)?;
            route.push(slide);
            let before = self.size.source(at[2], slide.undo())?;
            let moved = |cell: usize| if cell == before { at[2] } else { cell };
            at = [moved(at[0]), moved(at[1]), before];
        }
        route.into_iter().rev().try_for_each(|slide| self.slide(slide))
    }

    /// Walks the empty cell to a cell by a shortest way through cells that are not locked.
    fn blank_to(&mut self, target: usize) -> Option<()> {
        let start = self.board.blank();
        let mut came: Vec<Option<Slide>> = vec![None; self.size.cells()];
        let mut queue = VecDeque::from([start]);
        while let Some(blank) = queue.pop_front() {
            for slide in Slide::ALL {
                let Some(source) = self.size.source(blank, slide) else { continue };
                if source != start && came[source].is_none() && !self.locked[source] {
                    came[source] = Some(slide);
                    queue.push_back(source);
                }
            }
        }
        let mut at = target;
        let mut route = Vec::new();
        while at != start {
            let slide = came[at]?;
            route.push(slide);
            at = self.size.source(at, slide.undo())?;
        }
        route.into_iter().rev().try_for_each(|slide| self.slide(slide))
    }

    /// Solves the last rectangle from a table.
    fn finish(&mut self, left: &Rectangle, goal: &Board) -> Option<()> {
        let size = Size::new(left.rows, left.columns).ok()?;
        let cells: Vec<usize> = (0..size.cells())
            .map(|cell| {
                let (row, column) = size.place(cell);
                self.size_cell((left.top + row, left.left + column))
            })
            .collect();
        // The small board numbers its tiles by their homes.
        let names: Vec<u8> = cells.iter().map(|&cell| goal.tiles()[cell]).collect();
        let rename = |tile: u8| match names.iter().position(|&name| name == tile) {
            Some(place) if tile != 0 => Some(place as u8 + 1),
            _ => (tile == 0).then_some(0),
        };
        let compact = |board: &Board| -> Option<Board> {
            let tiles: Option<Vec<u8>> = cells.iter().map(|&cell| rename(board.tiles()[cell])).collect();
            // One number is missing, that of the empty cell's home: close the gap.
            let blank = names.iter().position(|&name| name == 0)? as u8 + 1;
            let tiles: Vec<u8> = tiles?.into_iter().map(|t| if t > blank { t - 1 } else { t }).collect();
            Board::new(size, &tiles).ok()
        };
        let small = Sliding::new(compact(goal)?);
        let path = Distances::new(&small)?.solution(&compact(&self.board)?)?;
        path.into_iter().try_for_each(|slide| self.slide(slide))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::uniform;
    use quandary_core::Seed;

    #[test]
    fn boards_of_every_shape_and_goal_are_solved() {
        for (rows, columns) in
            [(1, 6), (6, 1), (2, 2), (2, 7), (7, 2), (3, 3), (3, 4), (4, 4), (5, 3), (6, 6), (3, 9), (16, 16)]
        {
            let size = Size::new(rows, columns).unwrap();
            for (index, blank) in [size.cells() - 1, 0, size.cells() / 2].into_iter().enumerate() {
                let puzzle = Sliding::new(Board::with_blank_at(size, blank));
                let board = uniform(&puzzle, &mut Seed(7).stream(index as u64));
                let path = solve(&puzzle, &board).unwrap_or_else(|| panic!("{size} {blank}"));
                let end = path.iter().fold(board, |at, &slide| at.after(slide).unwrap());
                assert_eq!(&end, puzzle.goal());
            }
        }
    }

    #[test]
    fn every_board_of_a_small_size_is_solved_and_unsolvable_ones_are_refused() {
        let puzzle = Sliding::ordered(Size::new(2, 5).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        for (board, distance) in distances.boards().step_by(4001) {
            let path = solve(&puzzle, &board).unwrap_or_else(|| panic!("{board:?}"));
            assert!(path.len() >= distance as usize);
        }
        let mut swapped = puzzle.goal().tiles().to_vec();
        swapped.swap(0, 1);
        assert_eq!(solve(&puzzle, &Board::new(puzzle.size(), &swapped).unwrap()), None);
    }
}

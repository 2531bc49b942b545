//! Whether a shorter solution exists: depth first under a growing limit, with sums of pattern tables as the bound.

use quandary_core::{Budget, Exhausted};

use super::audit;
use super::patterns::{MOST_CELLS, MOST_TILES, Place, Shape, Table, bytes};
use crate::Rejection;

/// A board whose tiles are named by their homes; if the empty cell's home is in a corner, it is in the first one.
#[derive(Clone, Debug)]
pub(super) struct BoardByHomes {
    pub(super) shape: Shape,
    /// The home of the tile on each cell; for the empty cell, its own home.
    pub(super) board: Vec<usize>,
    /// By cell of the given board: the cell here.
    pub(super) renamed: Vec<usize>,
}

impl BoardByHomes {
    /// From the tiles on the cells of a board and of its goal, row by row.
    pub(super) fn new(rows: usize, columns: usize, board: &[u16], goal: &[u16]) -> BoardByHomes {
        let blank = goal.iter().position(|&tile| tile == 0).unwrap_or(0);
        let (row, column) = (blank / columns, blank % columns);
        // Mirrored so that an empty cell in a corner comes to the first.
        let corner = (row == 0 || row + 1 == rows) && (column == 0 || column + 1 == columns);
        let (down, across) = (corner && row > 0, corner && column > 0);
        let rename = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let row = if down { rows - 1 - row } else { row };
            let column = if across { columns - 1 - column } else { column };
            row * columns + column
        };
        let mut home = vec![0; goal.len()];
        for (cell, &tile) in goal.iter().enumerate() {
            home[usize::from(tile)] = rename(cell);
        }
        let mut named = vec![0; board.len()];
        for (cell, &tile) in board.iter().enumerate() {
            named[rename(cell)] = home[usize::from(tile)];
        }
        let shape = Shape { rows, columns, blank: rename(blank) };
        BoardByHomes { shape, board: named, renamed: (0..board.len()).map(rename).collect() }
    }

    fn blank(&self) -> usize {
        self.board.iter().position(|&home| home == self.shape.blank).unwrap_or(0)
    }

    /// The same board mirrored at its diagonal, when that leaves the empty cell's home where it is.
    fn mirrored(&self) -> Option<Vec<usize>> {
        let Shape { rows, columns, blank } = self.shape;
        let mirror = |cell: usize| cell % columns * columns + cell / columns;
        if rows != columns || mirror(blank) != blank {
            return None;
        }
        let mut board = vec![0; self.board.len()];
        for (cell, &home) in self.board.iter().enumerate() {
            board[mirror(cell)] = mirror(home);
        }
        Some(board)
    }
}

/// Which tiles go together, by their homes.
pub(super) type Partition = Vec<Vec<usize>>;

/// The checker's own partitions, cheaper ones first.
pub(super) fn partitions(shape: &Shape) -> Vec<Partition> {
    let drawn = |drawing: &str| -> Partition {
        let letters: Vec<char> = drawing.chars().filter(|letter| *letter != ' ').collect();
        let tiles = |letter: char| (0..16).filter(|&cell| letters[cell] == letter).collect::<Vec<usize>>();
        ['a', 'b', 'c'].into_iter().map(tiles).collect()
    };
    if (shape.rows, shape.columns, shape.blank) == (4, 4, 0) {
        return vec![drawn(".aab aabb aabb cccb"), drawn(".abb aabb aabb aabc")];
    }
    // Line by line along the shorter side, cut into pieces small enough for a modest table.
    let (rows, columns) = (shape.rows, shape.columns);
    let cells: Vec<usize> = if columns <= rows {
        (0..rows * columns).collect()
    } else {
        (0..rows * columns).map(|at| at % rows * columns + at / rows).collect()
    };
    let tiles: Vec<usize> = cells.into_iter().filter(|&cell| cell != shape.blank).collect();
    let most = |limit: usize| {
        (1..=MOST_TILES.min(tiles.len())).rev().find(|&k| bytes(shape.cells(), k) <= limit).unwrap_or(1)
    };
    let cut = |size: usize| tiles.chunks(size).map(<[usize]>::to_vec).collect::<Partition>();
    let (small, large) = (most(SMALL), most(LARGE));
    if small == large { vec![cut(small)] } else { vec![cut(small), cut(large)] }
}

/// Bytes of the tables that are tried first, and of the largest.
const SMALL: usize = 20_000_000;
const LARGE: usize = 130_000_000;

/// The tables of a partition.
pub(super) struct Tables {
    each: Vec<Table>,
    /// The pattern of each tile, by its home.
    pattern: Vec<usize>,
}

impl Tables {
    /// Fills the tables and audits each of them: a table that is not a bound is a fault of the checker, and is not
    /// used.
    pub(super) fn new(shape: &Shape, homes: &Partition, budget: &mut Budget) -> Result<Tables, Rejection> {
        debug_assert!(shape.cells() <= MOST_CELLS);
        let needed: usize = homes.iter().map(|tiles| bytes(shape.cells(), tiles.len())).sum();
        if needed > budget.memory_or(usize::MAX) {
            return Err(Exhausted::Memory.into());
        }
        let mut each = Vec::with_capacity(homes.len());
        for tiles in homes {
            let table = Table::new(shape, tiles, budget)?;
            audit::is_a_bound(&table, shape, budget)?;
            each.push(table);
        }
        let mut pattern = vec![usize::MAX; shape.cells()];
        for (number, tiles) in homes.iter().enumerate() {
            for &home in tiles {
                pattern[home] = number;
            }
        }
        Ok(Tables { each, pattern })
    }
}

/// One way to look at the board: as it is, or mirrored.
struct View {
    /// By cell of the board: the cell in this view. Tiles change their names in the same way.
    cell: Vec<usize>,
    places: Vec<Place>,
    sum: u32,
}

impl View {
    fn new(tables: &Tables, cell: Vec<usize>, board: &[usize], blank: usize) -> View {
        let places: Vec<Place> = tables.each.iter().map(|table| table.read(board, blank)).collect();
        let sum = places.iter().map(|place| u32::from(place.distance)).sum();
        View { cell, places, sum }
    }
}

/// What a slide changed in each view: the pattern, and its place before.
type Undo = [Option<(usize, Place)>; 2];

/// A node on the way down.
struct Frame {
    /// Where the empty cell came from.
    came_from: usize,
    /// The next direction to try.
    next: usize,
    undo: Undo,
}

/// How a search for a shorter solution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shorter {
    /// There is none.
    None,
    /// There is one with this many moves.
    Found(usize),
}

/// Looks for solutions of fewer than `length` moves.
///
/// All solutions have the same parity, and a pass cuts off only nodes whose bound exceeds its limit, so once all limits
/// below `length` are done, no solution is shorter. A board already at the goal has a solution without moves.
pub(super) fn shorter(
    named: &BoardByHomes,
    tables: &Tables,
    length: usize,
    budget: &mut Budget,
) -> Result<Shorter, Exhausted> {
    let mut search = Search::new(named, tables);
    if search.is_home() {
        return Ok(if length == 0 { Shorter::None } else { Shorter::Found(0) });
    }
    // Patterns may leave tiles out; a board that is not at the goal needs at least one move.
    let mut limit = search.bound().max(1);
    while index(limit) < length {
        match search.pass(limit, budget)? {
            Pass::Found(moves) => return Ok(Shorter::Found(moves)),
            Pass::Nothing { next } => limit = next,
        }
    }
    Ok(Shorter::None)
}

enum Pass {
    Found(usize),
    /// The smallest limit that could find more.
    Nothing {
        next: u32,
    },
}

struct Search<'t> {
    tables: &'t Tables,
    beside: Vec<[Option<usize>; 4]>,
    board: Vec<usize>,
    blank: usize,
    views: Vec<View>,
    stack: Vec<Frame>,
}

impl<'t> Search<'t> {
    fn new(named: &BoardByHomes, tables: &'t Tables) -> Search<'t> {
        let Shape { columns, .. } = named.shape;
        let (cells, blank) = (named.shape.cells(), named.blank());
        let mut views = vec![View::new(tables, (0..cells).collect(), &named.board, blank)];
        if let Some(board) = named.mirrored() {
            let cell: Vec<usize> = (0..cells).map(|cell| cell % columns * columns + cell / columns).collect();
            let there = cell[blank];
            views.push(View::new(tables, cell, &board, there));
        }
        let beside = (0..cells).map(|cell| named.shape.beside(cell)).collect();
        Search { tables, beside, board: named.board.clone(), blank, views, stack: Vec::new() }
    }

    fn bound(&self) -> u32 {
        self.views.iter().map(|view| view.sum).max().unwrap_or(0)
    }

    fn is_home(&self) -> bool {
        self.board.iter().enumerate().all(|(cell, &home)| cell == home)
    }

    /// Looks for a solution of at most `limit` moves. Afterwards the board is as it was before.
    fn pass(&mut self, limit: u32, budget: &mut Budget) -> Result<Pass, Exhausted> {
        let start = self.blank;
        let mut beyond = u32::MAX;
        self.stack.push(Frame { came_from: start, next: 0, undo: [None; 2] });
        let mut result = Ok(());
        let mut left = limit;
        while let Some(frame) = self.stack.last_mut() {
            let direction = frame.next;
            if direction == 4 {
                let Frame { came_from, undo, .. } = *frame;
                self.stack.pop();
                if !self.stack.is_empty() {
                    self.take_back(came_from, &undo);
                    left += 1;
                }
                continue;
            }
            frame.next += 1;
            let came_from = frame.came_from;
            let Some(source) = self.beside[self.blank][direction].filter(|&source| source != came_from)
            else {
                continue;
            };
            result = budget.spend(1);
            if result.is_err() {
                break;
            }
            match self.go(source, left - 1) {
                Err(bound) => beyond = beyond.min(limit - (left - 1) + bound),
                Ok(undo) => {
                    let came_from = std::mem::replace(&mut self.blank, source);
                    self.stack.push(Frame { came_from, next: 0, undo });
                    left -= 1;
                    if self.views[0].sum == 0 && self.is_home() {
                        break;
                    }
                    if left == 0 {
                        // The slides are used up; only the sum of an incomplete partition comes this far.
                        if let Some(frame) = self.stack.last_mut() {
                            frame.next = 4;
                        }
                        beyond = beyond.min(limit + 1);
                    }
                }
            }
        }
        let moves = self.stack.len().saturating_sub(1);
        while let Some(Frame { came_from, undo, .. }) = self.stack.pop() {
            if !self.stack.is_empty() {
                self.take_back(came_from, &undo);
            }
        }
        result?;
        Ok(if moves > 0 { Pass::Found(moves) } else { Pass::Nothing { next: beyond } })
    }

    /// Slides the tile on `source` to the empty cell, unless some view's bound exceeds `left`: then returns that bound.
    fn go(&mut self, source: usize, left: u32) -> Result<Undo, u32> {
        let tile = self.board[source];
        let mut undo: Undo = [None; 2];
        let mut after: [Option<(Place, u32)>; 2] = [None; 2];
        for (number, view) in self.views.iter().enumerate() {
            let pattern = self.tables.pattern[view.cell[tile]];
            let Some(&before) = view.places.get(pattern) else { continue };
            let place = self.tables.each[pattern].after(before, view.cell[source], view.cell[self.blank]);
            let sum = view.sum - u32::from(before.distance) + u32::from(place.distance);
            if sum > left {
                return Err(sum);
            }
            undo[number] = Some((pattern, before));
            after[number] = Some((place, sum));
        }
        for (view, (undo, after)) in self.views.iter_mut().zip(undo.iter().zip(after)) {
            if let (Some((pattern, _)), Some((place, sum))) = (undo, after) {
                view.places[*pattern] = place;
                view.sum = sum;
            }
        }
        self.board.swap(source, self.blank);
        Ok(undo)
    }

    /// Takes the last slide back; the empty cell returns to `to`.
    fn take_back(&mut self, to: usize, undo: &Undo) {
        self.board.swap(self.blank, to);
        self.blank = to;
        for (view, undo) in self.views.iter_mut().zip(undo) {
            if let Some((pattern, place)) = undo {
                view.sum = view.sum - u32::from(view.places[*pattern].distance) + u32::from(place.distance);
                view.places[*pattern] = *place;
            }
        }
    }
}

fn index(number: u32) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// All distances from a goal, by breadth-first search over whole boards.
    fn distances(rows: usize, columns: usize, goal: &[u16]) -> HashMap<Vec<u16>, usize> {
        let shape = Shape { rows, columns, blank: 0 };
        let mut seen = HashMap::from([(goal.to_vec(), 0)]);
        let mut layer = vec![goal.to_vec()];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for board in layer {
                let empty = board.iter().position(|&tile| tile == 0).unwrap();
                for source in shape.beside(empty).into_iter().flatten() {
                    let mut after = board.clone();
                    after.swap(empty, source);
                    if !seen.contains_key(&after) {
                        seen.insert(after.clone(), depth);
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        seen
    }

    #[test]
    fn partitions_name_every_tile_once_and_their_tables_keep_to_their_size() {
        for (rows, columns) in (1..=8).flat_map(|rows| (1..=8).map(move |columns| (rows, columns))) {
            for blank in [0, rows * columns / 2, rows * columns - 1] {
                let shape = Shape { rows, columns, blank };
                for partition in partitions(&shape) {
                    let mut tiles: Vec<usize> = partition.iter().flatten().copied().collect();
                    tiles.sort_unstable();
                    let expected: Vec<usize> = (0..rows * columns).filter(|&cell| cell != blank).collect();
                    assert_eq!(tiles, expected, "{rows}x{columns}");
                    let most = partition.iter().map(|tiles| bytes(shape.cells(), tiles.len())).max();
                    assert!(most <= Some(LARGE), "{rows}x{columns}: {most:?} bytes");
                }
            }
        }
    }

    #[test]
    fn the_search_finds_a_shorter_solution_exactly_when_there_is_one() {
        for (rows, columns, goal) in [
            (3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0].as_slice()),
            (3, 3, &[3, 1, 2, 4, 0, 8, 7, 5, 6]),
            (2, 4, &[0, 1, 2, 3, 4, 5, 6, 7]),
            (4, 2, &[1, 2, 3, 0, 4, 5, 6, 7]),
            (1, 5, &[1, 2, 0, 3, 4]),
        ] {
            let all = distances(rows, columns, goal);
            // Sums of small patterns, and on the smaller boards one pattern of all tiles: the exact distance.
            let shape = BoardByHomes::new(rows, columns, goal, goal).shape;
            let tiles: Vec<usize> = (0..shape.cells()).filter(|&cell| cell != shape.blank).collect();
            for size in [3, 4, 7] {
                let partition = tiles.chunks(size).map(<[usize]>::to_vec).collect();
                let mut budget = Budget::unlimited();
                let tables = Tables::new(&shape, &partition, &mut budget).unwrap();
                let mut boards: Vec<_> = all.iter().collect();
                boards.sort();
                for (board, &distance) in boards.into_iter().step_by(all.len() / 20 + 1) {
                    let named = BoardByHomes::new(rows, columns, board, goal);
                    let bound = Search::new(&named, &tables).bound();
                    assert!(index(bound) <= distance);
                    assert!(size < tiles.len() || index(bound) == distance, "{board:?} {bound} {distance}");
                    assert_eq!(shorter(&named, &tables, distance, &mut budget), Ok(Shorter::None));
                    let longer = shorter(&named, &tables, distance + 2, &mut budget);
                    assert_eq!(longer, Ok(Shorter::Found(distance)), "{board:?}");
                }
            }
        }
    }

    #[test]
    fn tables_and_searches_obey_their_budget() {
        let goal: Vec<u16> = (0..16).collect();
        let shape = BoardByHomes::new(4, 4, &goal, &goal).shape;
        let mut small = Budget::nodes(1000);
        let partition = partitions(&shape).remove(0);
        let ran_out = |budget: &mut Budget| Tables::new(&shape, &partition, budget).err();
        assert_eq!(ran_out(&mut small), Some(Exhausted::Nodes.into()));
        let mut poor = Budget::unlimited().with_memory(1000);
        assert_eq!(ran_out(&mut poor), Some(Exhausted::Memory.into()));
    }
}

//! Lower bounds of the checker's own, written for clarity: linear conflict for any board, and a search for
//! shorter solutions under the walking distance.

use std::collections::HashMap;

use super::Grid;

/// The home of every tile.
fn homes(goal: &Grid) -> Vec<usize> {
    let mut homes = vec![0; goal.tiles.len()];
    for (cell, &tile) in goal.tiles.iter().enumerate() {
        homes[usize::from(tile)] = cell;
    }
    homes
}

/// Rows plus columns that each tile is away from home, plus two for each tile that must leave its line
/// because another stands there in the wrong order.
pub(super) fn linear_conflict(board: &Grid, goal: &Grid) -> usize {
    let homes = homes(goal);
    let columns = board.columns;
    let mut bound: usize = board
        .tiles
        .iter()
        .enumerate()
        .filter(|&(_, &tile)| tile != 0)
        .map(|(cell, &tile)| board.steps(cell, homes[usize::from(tile)]))
        .sum();
    let rows = (0..board.rows).map(|row| (0..columns).map(|c| row * columns + c).collect::<Vec<usize>>());
    let lines = (0..columns).map(|column| (0..board.rows).map(|r| r * columns + column).collect());
    for line in rows.chain(lines) {
        // Homes, within this line, of the tiles that belong to it, as they stand.
        let places: Vec<usize> = line
            .iter()
            .filter(|&&cell| board.tiles[cell] != 0)
            .filter_map(|&cell| line.iter().position(|&c| c == homes[usize::from(board.tiles[cell])]))
            .collect();
        bound += 2 * (places.len() - longest_rising(&places));
    }
    bound
}

fn longest_rising(places: &[usize]) -> usize {
    let mut ending: Vec<usize> = Vec::with_capacity(places.len());
    for (index, place) in places.iter().enumerate() {
        let before = (0..index).filter(|&left| places[left] < *place).map(|left| ending[left]).max();
        ending.push(before.unwrap_or(0) + 1);
    }
    ending.into_iter().max().unwrap_or(0)
}

/// One direction of the board: how many moves along it are needed at least.
enum Axis {
    /// By state: the fewest moves that sort the lines; and the state after a tile of some home line moves
    /// towards the first line or away from it.
    Walk { lines: usize, fewest: Vec<u16>, next: Vec<u32> },
    /// The state is the sum of the tiles' distances, when there are too many counts to list.
    Sum,
}

/// More counts than this are not listed.
const MOST_COUNTS: usize = 300_000;

impl Axis {
    /// The axis and the state of a board on it, both given as (line, home line) of every tile.
    fn new(lines: usize, board: &[(usize, Option<usize>)], goal: &[(usize, Option<usize>)]) -> (Axis, u32) {
        let count = |tiles: &[(usize, Option<usize>)]| {
            let mut counts = vec![0_u8; lines * lines];
            let mut empty = 0;
            for &(line, home) in tiles {
                match home {
                    Some(home) => counts[line * lines + home] += 1,
                    None => empty = line,
                }
            }
            (counts, empty)
        };
        let start = count(goal);
        let mut number = HashMap::from([(start.clone(), 0_u32)]);
        let mut states = vec![start];
        let mut fewest = vec![0];
        let mut next = Vec::new();
        let mut at = 0;
        while at < states.len() && states.len() <= MOST_COUNTS {
            let (counts, empty) = states[at].clone();
            for source in [empty.checked_add(1), empty.checked_sub(1)] {
                for home in 0..lines {
                    let possible = source.filter(|&s| s < lines && counts[s * lines + home] > 0);
                    let Some(source) = possible else {
                        next.push(u32::MAX);
                        continue;
                    };
                    let mut after = (counts.clone(), source);
                    after.0[source * lines + home] -= 1;
                    after.0[empty * lines + home] += 1;
                    let fresh = states.len() as u32;
                    let id = *number.entry(after.clone()).or_insert(fresh);
                    if id == fresh {
                        fewest.push(fewest[at] + 1);
                        states.push(after);
                    }
                    next.push(id);
                }
            }
            at += 1;
        }
        match number.get(&count(board)) {
            Some(&state) if at == states.len() => (Axis::Walk { lines, fewest, next }, state),
            _ => {
                let apart = |&(line, home): &(usize, Option<usize>)| home.map_or(0, |h| line.abs_diff(h));
                (Axis::Sum, board.iter().map(apart).sum::<usize>() as u32)
            }
        }
    }

    #[inline]
    fn bound(&self, state: u32) -> u32 {
        match self {
            Axis::Walk { fewest, .. } => fewest[state as usize].into(),
            Axis::Sum => state,
        }
    }

    #[inline]
    fn after(&self, state: u32, home: usize, from: usize, to: usize) -> u32 {
        match self {
            Axis::Walk { lines, next, .. } => {
                next[(state as usize * 2 + usize::from(from < to)) * lines + home]
            }
            Axis::Sum => (i64::from(state) + to.abs_diff(home) as i64 - from.abs_diff(home) as i64) as u32,
        }
    }
}

/// Whether fewer than `length` moves suffice.
///
/// All solutions have the same parity, so the next shorter one has two moves less; a depth-first search that
/// gives up only when a lower bound says that the rest cannot be done in what is left misses none of them.
pub(super) fn shorter_exists(board: &Grid, goal: &Grid, length: usize) -> bool {
    let Some(bound) = length.checked_sub(2) else { return false };
    let homes = homes(goal);
    let home = |tile: u16| (tile != 0).then(|| homes[usize::from(tile)]);
    let tiles = |grid: &Grid, line_of: &dyn Fn(usize) -> usize| -> Vec<(usize, Option<usize>)> {
        grid.tiles.iter().enumerate().map(|(cell, &t)| (line_of(cell), home(t).map(line_of))).collect()
    };
    let columns = board.columns;
    let row_of = |cell: usize| cell / columns;
    let column_of = |cell: usize| cell % columns;
    let (vertical, row_state) = Axis::new(board.rows, &tiles(board, &row_of), &tiles(goal, &row_of));
    let (horizontal, column_state) = Axis::new(columns, &tiles(board, &column_of), &tiles(goal, &column_of));
    let mut search = Search { grid: board.clone(), goal, homes, vertical, horizontal };
    let empty = board.empty();
    bound as u32 >= search.bound((row_state, column_state))
        && search.descend(empty, empty, (row_state, column_state), bound as u32)
}

struct Search<'g> {
    grid: Grid,
    goal: &'g Grid,
    homes: Vec<usize>,
    vertical: Axis,
    horizontal: Axis,
}

impl Search<'_> {
    #[inline]
    fn bound(&self, state: (u32, u32)) -> u32 {
        self.vertical.bound(state.0) + self.horizontal.bound(state.1)
    }

    fn descend(&mut self, empty: usize, came_from: usize, state: (u32, u32), left: u32) -> bool {
        if self.bound(state) == 0 && self.grid.tiles == self.goal.tiles {
            return true;
        }
        if left == 0 {
            return false;
        }
        let columns = self.grid.columns;
        for letter in ['U', 'L', 'R', 'D'] {
            let Some(source) = self.grid.source(empty, letter) else { continue };
            if source == came_from {
                continue;
            }
            let tile = self.grid.tiles[source];
            let home = self.homes[usize::from(tile)];
            let next = if matches!(letter, 'U' | 'D') {
                (self.vertical.after(state.0, home / columns, source / columns, empty / columns), state.1)
            } else {
                (state.0, self.horizontal.after(state.1, home % columns, source % columns, empty % columns))
            };
            if self.bound(next) > left - 1 {
                continue;
            }
            self.grid.tiles.swap(empty, source);
            let found = self.descend(source, empty, next, left - 1);
            self.grid.tiles.swap(empty, source);
            if found {
                return true;
            }
        }
        false
    }
}

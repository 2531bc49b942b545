//! Linear conflict, the lower bound for a board of any size.

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
        // The homes, within this line, of the tiles that belong to it, in the order in which the tiles stand.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_in_the_wrong_order_of_their_line_cost_two_moves_more() {
        let goal = Grid::read("1 2 3\n4 5 6\n7 8 0").unwrap();
        for (board, bound) in [
            ("1 2 3\n4 5 6\n7 8 0", 0),
            // Two tiles of a row, two of a column, three of a row; the empty cell blocks no tile.
            ("2 1 3\n4 5 6\n7 8 0", 4),
            ("4 2 3\n1 5 6\n7 8 0", 4),
            ("3 2 1\n4 5 6\n7 8 0", 8),
            ("1 2 3\n4 5 6\n0 7 8", 2),
        ] {
            assert_eq!(linear_conflict(&Grid::read(board).unwrap(), &goal), bound, "{board}");
        }
    }
}

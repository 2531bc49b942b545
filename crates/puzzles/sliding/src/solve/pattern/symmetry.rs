//! The ways to turn and mirror a board.

use crate::rules::Size;

/// A way to lay a board over itself or, with rows and columns exchanged, over its transpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// The size it leads to.
    pub(super) size: Size,
    /// Where each cell goes.
    pub(super) cell: Vec<u8>,
}

impl Symmetry {
    /// All eight, the one that changes nothing first. Four of them exchange rows and columns.
    pub(super) fn all(size: Size) -> Vec<Symmetry> {
        let mut all = Vec::new();
        for transpose in [false, true] {
            for flip_rows in [false, true] {
                for flip_columns in [false, true] {
                    all.push(Symmetry::new(size, transpose, flip_rows, flip_columns));
                }
            }
        }
        all
    }

    fn new(size: Size, transpose: bool, flip_rows: bool, flip_columns: bool) -> Symmetry {
        let (rows, columns) = (size.rows(), size.columns());
        let image = |cell: usize| {
            let (row, column) = size.place(cell);
            let row = if flip_rows { rows - 1 - row } else { row };
            let column = if flip_columns { columns - 1 - column } else { column };
            (if transpose { column * rows + row } else { row * columns + column }) as u8
        };
        let target = if transpose { Size::new(columns, rows) } else { Ok(size) };
        Symmetry {
            size: target.expect("sides in range stay in range"),
            cell: (0..size.cells()).map(image).collect(),
        }
    }

    /// Where a cell goes.
    pub(super) fn of(&self, cell: usize) -> usize {
        self.cell[cell].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_neighbours_together() {
        for (rows, columns) in [(4, 4), (2, 5), (3, 3)] {
            let size = Size::new(rows, columns).unwrap();
            for symmetry in Symmetry::all(size) {
                for a in 0..size.cells() {
                    for b in 0..size.cells() {
                        let apart = symmetry.size.manhattan(symmetry.of(a), symmetry.of(b));
                        assert_eq!(apart, size.manhattan(a, b));
                    }
                }
            }
        }
    }
}

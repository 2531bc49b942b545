//! `.mbf`, the board files of Minesweeper X and Arbiter.
//!
//! ```text
//! byte 0      columns
//! byte 1      rows
//! bytes 2–3   mines, the high byte first
//! then        one (column, row) pair of bytes per mine, both counted from 0
//! ```

use quandary_core::InputError;

use crate::rules::Minefield;

/// Reads a board.
///
/// ```
/// use quandary_minesweeper::mbf;
/// let field = mbf::read(&[3, 2, 0, 1, 2, 1]).unwrap();
/// assert_eq!(field.to_string(), "2x3/1\n...\n..*");
/// assert_eq!(mbf::write(&field).unwrap(), [3, 2, 0, 1, 2, 1]);
/// ```
pub fn read(bytes: &[u8]) -> Result<Minefield, InputError> {
    let [cols, rows, high, low, pairs @ ..] = bytes else {
        return Err(InputError::new(format!("{} bytes are too few for an .mbf board", bytes.len()))
            .expected("columns, rows and the mine count: four bytes"));
    };
    let (cols, rows) = (usize::from(*cols), usize::from(*rows));
    let mines = usize::from(u16::from_be_bytes([*high, *low]));
    if pairs.len() != 2 * mines {
        return Err(InputError::new(format!("{mines} mines, but {} bytes of places", pairs.len()))
            .expected(format!("{} bytes after the fourth", 2 * mines)));
    }
    let mut mined = vec![false; cols * rows];
    for (index, pair) in pairs.chunks_exact(2).enumerate() {
        let (col, row) = (usize::from(pair[0]), usize::from(pair[1]));
        let fresh = col < cols && row < rows && !std::mem::replace(&mut mined[row * cols + col], true);
        if !fresh {
            return Err(InputError::new(format!(
                "byte {}: mine {} at column {col}, row {row} is off the board or there twice",
                4 + 2 * index,
                index + 1
            ))
            .expected(format!("{mines} different cells of {rows}x{cols}")));
        }
    }
    Minefield::new(rows, cols, mined)
}

/// Writes a board; an error when it has more than 255 rows or columns, or more than 65,535 mines.
pub fn write(field: &Minefield) -> Result<Vec<u8>, InputError> {
    let board = field.board();
    let (Ok(cols), Ok(rows), Ok(mines)) =
        (u8::try_from(board.cols()), u8::try_from(board.rows()), u16::try_from(board.mines()))
    else {
        return Err(InputError::new(format!("{board} does not fit into an .mbf file"))
            .expected("at most 255 rows and columns and 65535 mines"));
    };
    let mut bytes = vec![cols, rows];
    bytes.extend(mines.to_be_bytes());
    for index in 0..board.cells() {
        if field.is_mine(crate::Cell(index as u32)) {
            bytes.push((index % board.cols()) as u8);
            bytes.push((index / board.cols()) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_refused_with_the_reason() {
        for (bytes, part) in [
            (&[3, 2][..], "too few"),
            (&[3, 2, 0, 1], "0 bytes of places"),
            (&[3, 2, 0, 1, 3, 0], "off the board"),
            (&[3, 2, 0, 2, 1, 0, 1, 0], "twice"),
            (&[0, 0, 0, 0], "no cells"),
        ] {
            let error = read(bytes).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

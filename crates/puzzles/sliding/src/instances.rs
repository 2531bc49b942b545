//! Files of benchmark instances with their known optimal lengths.
//!
//! One instance a line: some numbers, two or more blanks (or a tab), and the tiles along the rows. The
//! numbers end with the optimal length and how many nodes somebody needed, and begin with the instance's own
//! number; whatever stands between is not looked at. Lines that start with `#` are comments.
//!
//! ```text
//! # no h(MD) optimal nodes tiles
//! 12 35 45 546344  14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15
//! ```

use quandary_core::InputError;

use crate::notation::parse_board;
use crate::rules::{Board, Size};

/// A board with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its number in the file.
    pub number: u64,
    /// The length of a shortest solution.
    pub optimal: u32,
    /// Nodes that the source of the file reports.
    pub nodes: u64,
    /// The board.
    pub board: Board,
}

/// Reads a file of instances. `size` says the shape of boards that are not square.
///
/// ```
/// use quandary_sliding::instances::parse;
/// let text = "# no optimal nodes tiles\n7 2 3  1 2 3 4 5 6 0 7 8";
/// let instances = parse(text, None).unwrap();
/// assert_eq!((instances[0].number, instances[0].optimal, instances[0].nodes), (7, 2, 3));
/// ```
pub fn parse(text: &str, size: Option<Size>) -> Result<Vec<Instance>, InputError> {
    let mut instances = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        instances.push(parse_line(line, size).map_err(|mut error| {
            error.place = Some(quandary_core::Place {
                line: index + 1,
                column: error.place.map_or(0, |place| place.column),
            });
            error
        })?);
    }
    if instances.is_empty() {
        return Err(InputError::new("there are no instances")
            .expected("lines such as `12 45 546344  14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15`"));
    }
    Ok(instances)
}

fn parse_line(line: &str, size: Option<Size>) -> Result<Instance, InputError> {
    let expected = "NUMBER … OPTIMAL NODES, two blanks, and the tiles along the rows";
    let (about, tiles) = line.split_once('\t').or_else(|| line.split_once("  ")).ok_or_else(|| {
        InputError::new("an instance without two blanks before its tiles").expected(expected)
    })?;
    let numbers: Option<Vec<u64>> = about.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([number, .., optimal, nodes]) if u16::try_from(*optimal).is_ok() => Ok(Instance {
            number: *number,
            optimal: *optimal as u32,
            nodes: *nodes,
            board: parse_board(tiles, size)?,
        }),
        _ => Err(InputError::new("an instance whose first numbers cannot be read").expected(expected)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bad_lines_are_named() {
        let sentence = |text: &str| parse(text, None).unwrap_err().to_string();
        assert!(sentence("# nothing").starts_with("there are no instances"));
        assert!(sentence("# c\n1 2 3 0").starts_with("line 2: an instance without two blanks"));
        assert!(sentence("1 x 3  1 2 3 0").starts_with("line 1: an instance whose first numbers"));
        assert!(sentence("\n1 2 3  1 2 3 3").starts_with("line 2, column 7: tile 3 appears twice"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_but_never_panics(text in "[0-9 #\t\n]*") {
            let _ = parse(&text, None);
        }
    }
}

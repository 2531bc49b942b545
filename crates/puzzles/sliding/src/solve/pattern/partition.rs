//! Which tiles go together: partitions of a board's tiles into patterns.

use std::fmt;
use std::str::FromStr;

use quandary_core::InputError;

use super::symmetry::Symmetry;
use super::table::Pattern;
use crate::rules::Size;

/// How much a set of tables may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Built in a second or two: patterns of up to six tiles on 16 cells, five on 25.
    Small,
    /// The strongest for the board: 7 + 8 tiles on 4 x 4 (0.7 GB), four times 6 on 5 x 5 (0.3 GB).
    Large,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strength::Small => "small",
            Strength::Large => "large",
        })
    }
}

impl FromStr for Strength {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Strength, InputError> {
        match text {
            "small" => Ok(Strength::Small),
            "large" => Ok(Strength::Large),
            _ => Err(InputError::new(format!("`{text}` is not a set of tables")).expected("small or large")),
        }
    }
}

/// Tiles, named by their homes, split into patterns: each tile is in exactly one.
pub(super) type Partition = Vec<Vec<u8>>;

/// Homes on a 4 x 4 board whose goal has the empty cell first, by pattern letter (. for the empty cell).
const FIFTEEN_LARGE: &[&str] = &[".abb aabb aabb aabb"];
const FIFTEEN_SMALL: &[&str] = &[".abb aabb acbb accc"];
/// The second one is from Clausecker 2017; with it a 24-puzzle takes about two thirds of the nodes, and as long.
const TWENTY_FOUR_LARGE: &[&str] = &[".aabb aaabb ccabb ccddd ccddd", ".aabb aabbb aabcc dddcc dddcc"];
const TWENTY_FOUR_SMALL: &[&str] = &[".aabb aaabb ccdbe ccdde cddee"];

/// The most images of one partition that are compared.
const MOST_IMAGES: usize = 4;

/// The partitions worth taking the maximum over, for a goal with the empty cell at `blank`: one or some, and their
/// images under every symmetry of the board that leaves the empty cell's home in place.
pub(super) fn partitions(size: Size, blank: usize, strength: Strength) -> Vec<Partition> {
    let firsts = drawn(size, blank, strength).unwrap_or_else(|| vec![in_rows(size, blank, strength)]);
    let mut all = Vec::new();
    for first in firsts {
        // The symmetry that changes nothing comes first.
        let keeps = |symmetry: &Symmetry| symmetry.size == size && symmetry.of(blank) == blank;
        for symmetry in Symmetry::all(size).into_iter().filter(keeps).take(MOST_IMAGES) {
            let image =
                |homes: &Vec<u8>| homes.iter().map(|&home| symmetry.cell[usize::from(home)]).collect();
            let partition = normal(first.iter().map(image).collect());
            if !all.contains(&partition) {
                all.push(partition);
            }
        }
    }
    all
}

fn normal(mut partition: Partition) -> Partition {
    for homes in &mut partition {
        homes.sort_unstable();
    }
    partition.sort();
    partition
}

/// The hand-made partitions for the usual boards with the empty cell at home in a corner.
fn drawn(size: Size, blank: usize, strength: Strength) -> Option<Vec<Partition>> {
    let drawings = match (size.rows(), size.columns(), strength) {
        (4, 4, Strength::Large) => FIFTEEN_LARGE,
        (4, 4, Strength::Small) => FIFTEEN_SMALL,
        (5, 5, Strength::Large) => TWENTY_FOUR_LARGE,
        (5, 5, Strength::Small) => TWENTY_FOUR_SMALL,
        _ => return None,
    };
    // The drawings have the empty cell first; some symmetry brings our corner there.
    let to_drawing = Symmetry::all(size).into_iter().find(|symmetry| symmetry.of(blank) == 0)?;
    let partition = |drawing: &str| {
        let letters: Vec<u8> = drawing.bytes().filter(|letter| *letter != b' ').collect();
        let homes = |letter: u8| -> Vec<u8> {
            let ours = (0..size.cells()).filter(|&cell| letters[to_drawing.of(cell)] == letter);
            ours.map(|cell| cell as u8).collect()
        };
        normal((b'a'..=b'z').map(homes).filter(|homes| !homes.is_empty()).collect())
    };
    Some(drawings.iter().map(|drawing| partition(drawing)).collect())
}

/// The most places a pattern's table may have, regions not counted.
const fn most_places(strength: Strength) -> usize {
    match strength {
        Strength::Small => 8_000_000,
        Strength::Large => 64_000_000,
    }
}

/// For any other board: cells in a snake along the longer side, cut into pieces as long as a table allows.
fn in_rows(size: Size, blank: usize, strength: Strength) -> Partition {
    let cells = size.cells();
    let mut longest = 1;
    while longest < cells.min(9) - 1
        && (0..=longest).map(|i| cells - i).product::<usize>() <= most_places(strength)
    {
        longest += 1;
    }
    let snake: Vec<u8> = snake(size).into_iter().filter(|&cell| usize::from(cell) != blank).collect();
    normal(snake.chunks(longest).map(<[u8]>::to_vec).collect())
}

/// Lines across the shorter side, every other one reversed.
fn snake(size: Size) -> Vec<u8> {
    let tall = size.rows() >= size.columns();
    let (lines, across) = if tall { (size.rows(), size.columns()) } else { (size.columns(), size.rows()) };
    let mut cells = Vec::with_capacity(size.cells());
    for line in 0..lines {
        for step in 0..across {
            let place = if line % 2 == 0 { step } else { across - 1 - step };
            let cell = if tall { line * size.columns() + place } else { place * size.columns() + line };
            cells.push(cell as u8);
        }
    }
    cells
}

/// The one of a pattern's images that stands for all of them, and the symmetry that leads there: patterns
/// that are turned or mirrored copies of each other share a table. Boards lie so that their rows are the
/// shorter side, since a slide across rows passes the cells of a row.
pub(super) fn representative(size: Size, homes: &[u8], blank: usize) -> (Pattern, Symmetry) {
    let images = Symmetry::all(size).into_iter().filter(|s| s.size.columns() <= s.size.rows());
    let named = images.map(|symmetry| {
        let image: Vec<u8> = homes.iter().map(|&home| symmetry.cell[usize::from(home)]).collect();
        let pattern = Pattern::new(symmetry.size, &image, symmetry.of(blank));
        (pattern, symmetry)
    });
    named.min_by_key(|(pattern, _)| pattern.name()).expect("a board has symmetries")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_exactly_one_pattern() {
        for (rows, columns) in [(2, 2), (3, 3), (2, 8), (3, 5), (4, 4), (5, 4), (5, 5), (4, 8)] {
            let size = Size::new(rows, columns).unwrap();
            for blank in 0..size.cells() {
                for strength in [Strength::Small, Strength::Large] {
                    for partition in partitions(size, blank, strength) {
                        let mut homes = partition.concat();
                        homes.push(blank as u8);
                        homes.sort_unstable();
                        assert_eq!(homes, (0..size.cells() as u8).collect::<Vec<u8>>());
                        assert!(partition.iter().all(|homes| homes.len() <= 8));
                    }
                }
            }
        }
    }

    #[test]
    fn the_four_corners_share_the_tables_of_the_fifteen_puzzle() {
        let size = Size::new(4, 4).unwrap();
        let names = |blank: usize| {
            let mut names: Vec<String> = partitions(size, blank, Strength::Large)
                .concat()
                .iter()
                .map(|homes| representative(size, homes, blank).0.name())
                .collect();
            names.sort();
            names.dedup();
            names
        };
        assert_eq!(names(0).len(), 2);
        for corner in [3, 12, 15] {
            assert_eq!(names(corner), names(0));
        }
    }

    #[test]
    fn four_tables_serve_all_of_the_twenty_four_puzzle() {
        let size = Size::new(5, 5).unwrap();
        let mut names: Vec<String> = partitions(size, 24, Strength::Large)
            .concat()
            .iter()
            .map(|homes| representative(size, homes, 24).0.name())
            .collect();
        // Two partitions and their mirror images, of four patterns each, two of which are in both.
        assert_eq!(names.len(), 16);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 4);
    }
}

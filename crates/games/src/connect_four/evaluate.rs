//! What a position looks like it is worth: a plain evaluation for the heuristic search.
//!
//! A line of four that the other side has no stone on is open. For the side that began, each open line is worth 1, 10
//! or 100 with one, two or three of its stones on it, and as much less for those of the other side. (The exact solver
//! needs none of this.)

use quandary_search::minimax::Heuristic;

use super::geometry::Geometry;
use super::rules::{ConnectFour, Position};

/// An open line with this many stones.
const LINE: [i32; 4] = [0, 1, 10, 100];

impl<G: Geometry> ConnectFour<G> {
    /// What the open lines of one side are worth to it.
    fn lines(self, own: u64, other: u64) -> i32 {
        let free = self.0.board() & !other;
        let h = self.0.height();
        let mut worth = 0;
        for step in [1, h, h + 1, h + 2] {
            // Bit i of `open` stands for the line that begins at cell i; the stones of all lines are added up at once,
            // as numbers of two bits whose halves lie in two words (four in a line never occur here).
            let open = free & free >> step & free >> (2 * step) & free >> (3 * step);
            let cells = [own, own >> step, own >> (2 * step), own >> (3 * step)];
            let (mut ones, mut twos) = (0_u64, 0_u64);
            for cell in cells {
                twos ^= ones & cell;
                ones ^= cell;
            }
            for (stones, lines) in [(1, ones & !twos), (2, twos & !ones), (3, ones & twos)] {
                worth += LINE[stones] * (lines & open).count_ones() as i32;
            }
        }
        worth
    }
}

impl<G: Geometry> Heuristic for ConnectFour<G> {
    fn worth(&self, position: &Position) -> i32 {
        let (first, second) = position.sides();
        self.lines(first, second) - self.lines(second, first)
    }

    fn key(&self, position: &Position) -> u64 {
        // The stones of the mover under a marker on top of each column: no two positions share it.
        position.mover.wrapping_add(position.stones).wrapping_add(self.0.bottom())
    }

    /// The middle first: most lines go through it.
    fn promise(&self, _: &Position, column: u32) -> i32 {
        -(2 * column as i32 - (self.0.width() as i32 - 1)).abs()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quandary_core::Seed;
    use quandary_core::rules::{positions, random_line};

    use super::*;
    use crate::connect_four::AnySize;

    /// Looks at every line, one cell at a time.
    fn slowly(size: AnySize, own: u64, other: u64) -> i32 {
        let (width, height) = (size.width() as i32, size.height() as i32);
        let mut worth = 0;
        for x in 0..width {
            for y in 0..height {
                for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let (last_x, last_y) = (x + 3 * dx, y + 3 * dy);
                    if last_x >= width || !(0..height).contains(&last_y) {
                        continue;
                    }
                    let bits = (0..4).map(|i| (x + i * dx) * (height + 1) + y + i * dy);
                    let (ours, theirs) = bits.fold((0, 0), |(ours, theirs), bit| {
                        (ours + (own >> bit & 1), theirs + (other >> bit & 1))
                    });
                    if theirs == 0 {
                        worth += LINE[ours as usize];
                    }
                }
            }
        }
        worth
    }

    #[test]
    fn lines_are_counted_as_if_one_looked_at_each() {
        let mut keys = HashMap::new();
        for (width, height) in [(7, 6), (4, 4), (9, 6), (5, 7)] {
            let size = AnySize::new(width, height).unwrap();
            let rules = ConnectFour(size);
            keys.clear();
            for index in 0..200 {
                let (moves, _) =
                    random_line(&rules, &Position::START, usize::MAX, &mut Seed(6).stream(index));
                for position in &positions(&rules, &Position::START, &moves)[..moves.len()] {
                    let (first, second) = position.sides();
                    let expected = slowly(size, first, second) - slowly(size, second, first);
                    assert_eq!(rules.worth(position), expected, "{position:?}");
                    assert_eq!(*keys.entry(rules.key(position)).or_insert(*position), *position);
                }
            }
        }
    }
}

//! What a stone makes of a line: a table over everything that can stand near it.
//!
//! The points near an empty one, along one line, are read as digits of base 3: 0 empty, 1 a stone of the side that asks, 2 a
//! stone of the other side or no point at all. Four points on either side are enough where longer rows count, five where a row
//! is exact. A side looks its shape up under that key, and a stone changes the key by one addition.

use std::sync::OnceLock;

/// What a stone of one's own would make on a line through it, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Shape {
    /// No row can come of it.
    #[default]
    Nothing,
    /// A stone alone with little room.
    ClosedOne,
    /// A stone alone that can become an open two.
    OpenOne,
    /// Two that can become a closed three.
    ClosedTwo,
    /// Two that can become an open three.
    OpenTwo,
    /// Three that can become a four.
    ClosedThree,
    /// Three that can become an open four.
    OpenThree,
    /// Four with one point that completes the row.
    Four,
    /// Four with more than one such point.
    OpenFour,
    /// A row.
    Five,
}

/// How many shapes there are.
pub(crate) const SHAPES: usize = Shape::Five as usize + 1;

impl Shape {
    /// From the least to the greatest.
    pub(crate) const ALL: [Shape; SHAPES] = [
        Shape::Nothing,
        Shape::ClosedOne,
        Shape::OpenOne,
        Shape::ClosedTwo,
        Shape::OpenTwo,
        Shape::ClosedThree,
        Shape::OpenThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// What is made by a stone after which the best next stone makes `next`.
    fn before(next: Shape) -> Shape {
        match next {
            Shape::Nothing | Shape::ClosedOne | Shape::OpenOne => Shape::Nothing,
            next => Shape::ALL[next as usize - 2],
        }
    }
}

/// The stones of a row.
const ROW: usize = 5;

/// How far a key reads on either side.
pub(crate) const fn reach(exact: bool) -> usize {
    if exact { ROW } else { ROW - 1 }
}

/// The shapes of all keys.
pub(crate) fn shapes(exact: bool) -> &'static [Shape] {
    static FREE: OnceLock<Vec<Shape>> = OnceLock::new();
    static EXACT: OnceLock<Vec<Shape>> = OnceLock::new();
    let table = if exact { &EXACT } else { &FREE };
    table.get_or_init(|| compute(exact))
}

/// A point on a line, as its digit says.
const OWN: u8 = 1;

fn compute(exact: bool) -> Vec<Shape> {
    let reach = reach(exact);
    let digits = 2 * reach;
    let powers: Vec<usize> = (0..digits as u32).map(|at| 3usize.pow(at)).collect();
    let mut table = vec![Shape::Nothing; 3usize.pow(digits as u32)];
    let mut line = vec![0u8; digits + 1];
    // A stone more makes a key larger: from the largest on, what comes next is known.
    for key in (0..table.len()).rev() {
        for (at, power) in powers.iter().enumerate() {
            line[at + usize::from(at >= reach)] = (key / power % 3) as u8;
        }
        line[reach] = OWN;
        let through = row_through(&line, reach);
        table[key] = if through == ROW || (!exact && through > ROW) {
            Shape::Five
        } else {
            let next = powers.iter().filter(|&power| key / power % 3 == 0);
            let (mut best, mut fives) = (Shape::Nothing, 0);
            for power in next {
                let after = table[key + power];
                fives += usize::from(after == Shape::Five);
                best = best.max(after);
            }
            match fives {
                0 => Shape::before(best),
                1 => Shape::Four,
                _ => Shape::OpenFour,
            }
        };
    }
    table
}

/// How many stones of one's own stand through a place without a gap.
fn row_through(line: &[u8], place: usize) -> usize {
    let behind = line[..place].iter().rev().take_while(|&&digit| digit == OWN).count();
    let before = line[place + 1..].iter().take_while(|&&digit| digit == OWN).count();
    behind + 1 + before
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape that a stone at `*` makes; `X` is one's own, `.` is empty, anything else blocks.
    fn shape(line: &str, exact: bool) -> Shape {
        let reach = reach(exact);
        let letters: Vec<char> = line.chars().collect();
        let place = line.find('*').unwrap();
        let digit = |at: isize| match usize::try_from(at).ok().and_then(|at| letters.get(at)) {
            Some('X') => 1,
            Some('.') => 0,
            _ => 2,
        };
        let near = (1..=reach as isize).rev().map(|by| -by).chain(1..=reach as isize);
        let key = near.rev().fold(0, |key, by| 3 * key + digit(place as isize + by));
        shapes(exact)[key]
    }

    #[test]
    fn shapes_are_what_players_call_them() {
        for (line, expected) in [
            ("....X*XXX....", Shape::Five),
            ("....*XXX.....", Shape::OpenFour),
            ("...OXX*X.....", Shape::Four),
            ("...X.X*X.....", Shape::Four),
            ("..XX*XX......", Shape::Five),
            ("..X.X*.XX....", Shape::Four),
            ("X.X*X.X", Shape::OpenFour),
            ("....X*X......", Shape::OpenThree),
            ("....X*.X.....", Shape::OpenThree),
            ("...OX*X......", Shape::ClosedThree),
            (".X*X.", Shape::ClosedThree),
            ("O.X*X.O", Shape::ClosedThree),
            ("......X*.....", Shape::OpenTwo),
            ("....OX*......", Shape::ClosedTwo),
            ("......*......", Shape::OpenOne),
            ("OX*X.O", Shape::Nothing),
        ] {
            assert_eq!(shape(line, false), expected, "{line}");
        }
    }

    #[test]
    fn longer_rows_count_only_where_they_may() {
        assert_eq!((shape(".XXX*XX.", false), shape(".XXX*XX.", true)), (Shape::Five, Shape::Nothing));
        // Six would be too long, so one end alone completes five.
        assert_eq!((shape("X.XX*X..", false), shape("X.XX*X..", true)), (Shape::OpenFour, Shape::Four));
    }
}

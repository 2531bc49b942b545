use quandary_core::Outcome;
use quandary_core::play::Size;
use quandary_core::rules::{Rules, Side, Turn};

/// A board of at most 8x8. Bit n of a state is set while cell n, counted along the rows, is lit.
#[derive(Clone, Copy, Debug)]
pub struct Lights(pub Size<8>);

impl Lights {
    /// The cells that a press toggles.
    pub fn cross(&self, cell: usize) -> u64 {
        let (y, x) = self.0.place(cell);
        let apart = |other: usize| self.0.place(other).0.abs_diff(y) + self.0.place(other).1.abs_diff(x);
        (0..self.0.cells()).filter(|&other| apart(other) <= 1).map(|other| 1 << other).sum()
    }
}

impl Rules for Lights {
    type State = u64;
    type Move = usize;

    fn turn(&self, lit: &u64) -> Turn {
        if *lit == 0 { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }

    fn moves(&self, lit: &u64, out: &mut Vec<usize>) {
        out.extend((0..self.0.cells()).filter(|_| *lit != 0));
    }

    fn apply(&self, lit: &u64, cell: usize) -> u64 {
        lit ^ self.cross(cell)
    }
}

/// The fewest cells whose presses put out the lights; `None` when none do.
///
/// Gaussian elimination over two elements; then sets of presses that change nothing are added to the solution found.
pub fn fewest_presses(rules: &Lights, lit: u64) -> Option<Vec<usize>> {
    // A row: the lights that a set of presses toggles, and the set. The lowest light of a pivot is its own.
    let reduce = |pivots: &[(u64, u64)], row: (u64, u64)| {
        let meets = |row: u64, lights: u64| row >> lights.trailing_zeros() & 1 == 1;
        pivots.iter().fold(row, |row, by| if meets(row.0, by.0) { (row.0 ^ by.0, row.1 ^ by.1) } else { row })
    };
    let (mut pivots, mut idle) = (Vec::new(), Vec::new());
    for cell in 0..rules.0.cells() {
        let row = reduce(&pivots, (rules.cross(cell), 1 << cell));
        if row.0 == 0 { idle.push(row.1) } else { pivots.push(row) }
    }
    let (left, found) = reduce(&pivots, (lit, 0));
    let with = |set: u64| (0..idle.len()).filter(|i| set >> i & 1 == 1).fold(found, |all, i| all ^ idle[i]);
    let fewest = (0..1 << idle.len()).map(with).min_by_key(|set| set.count_ones()).filter(|_| left == 0)?;
    Some((0..rules.0.cells()).filter(|cell| fewest >> cell & 1 == 1).collect())
}

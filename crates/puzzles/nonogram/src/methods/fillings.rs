//! All fillings of a line, written out: what methods 5 to 12 work with.

use quandary_core::Exhausted;

/// The longest line: fillings are bit masks.
pub(super) const LONGEST: usize = 63;

/// The most fillings one line may have: 2^26 masks are half a gigabyte.
const MOST: usize = 1 << 26;

/// Every filling of a line of `length` cells with this clue, as masks (bit i is cell i), leftmost first.
pub(super) fn fillings(clue: &[usize], length: usize) -> Result<Vec<u64>, Exhausted> {
    let mut all = Vec::new();
    extend(clue, length, 0, 0, &mut all)?;
    Ok(all)
}

fn extend(
    clue: &[usize],
    length: usize,
    from: usize,
    so_far: u64,
    all: &mut Vec<u64>,
) -> Result<(), Exhausted> {
    let Some((&block, rest)) = clue.split_first() else {
        if all.len() == MOST {
            return Err(Exhausted::Memory);
        }
        all.push(so_far);
        return Ok(());
    };
    let needed = clue.iter().sum::<usize>() + clue.len() - 1;
    for start in from..=length.saturating_sub(needed) {
        extend(rest, length, start + block + 1, so_far | ((1 << block) - 1) << start, all)?;
    }
    Ok(())
}

/// What all fillings have in common: black cells and white cells; all of both when there is none.
pub(super) fn common(fillings: &[u64], length: usize) -> (u64, u64) {
    let whole = (1 << length) - 1;
    let start = (whole, whole);
    fillings.iter().fold(start, |(black, white), &filling| (black & filling, white & !filling))
}

/// What is painted: for every row and every column the black and the white cells.
#[derive(Clone)]
pub(super) struct Painted {
    pub(super) black: Vec<u64>,
    pub(super) white: Vec<u64>,
}

impl Painted {
    /// Nothing, on `lines` lines.
    pub(super) fn nothing(lines: usize) -> Painted {
        Painted { black: vec![0; lines], white: vec![0; lines] }
    }

    /// Whether a filling agrees with what is painted on a line.
    pub(super) fn allows(&self, line: usize, filling: u64) -> bool {
        filling & self.black[line] == self.black[line] && filling & self.white[line] == 0
    }
}

/// The "Wiki techniques": what all fillings of each row, then of each column, have in common, once.
/// Returned by rows.
pub(super) fn wiki(rows: &[Vec<u64>], columns: &[Vec<u64>]) -> Painted {
    let (height, width) = (rows.len(), columns.len());
    let mut painted = Painted::nothing(height);
    for (y, fillings) in rows.iter().enumerate() {
        (painted.black[y], painted.white[y]) = common(fillings, width);
    }
    for (x, fillings) in columns.iter().enumerate() {
        let (black, white) = common(fillings, height);
        for y in 0..height {
            painted.black[y] |= (black >> y & 1) << x;
            painted.white[y] |= (white >> y & 1) << x;
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillings_are_all_masks_with_that_clue() {
        for length in 1..=9 {
            for mask in 0..1_u64 << length {
                let clue = crate::rules::blocks((0..length).map(|cell| mask >> cell & 1 == 1));
                let all = fillings(&clue, length).unwrap();
                assert!(all.contains(&mask));
                let same = (0..1_u64 << length)
                    .filter(|m| crate::rules::blocks((0..length).map(|cell| m >> cell & 1 == 1)) == clue);
                assert_eq!(all.len(), same.count());
            }
        }
    }
}

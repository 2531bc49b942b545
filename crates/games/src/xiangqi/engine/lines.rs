//! What can be said of a row or a file from the pieces on it, looked up: the board asks this many million times a second.

use std::sync::LazyLock;

use super::super::geometry::{CROSS, FILES, HORSE, HORSE_FROM, LEGS, POINTS, ROWS, bit};

/// What a rook or a cannon finds along a row or a file from one of its points, both ways: bit n is the n-th point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Along {
    /// The empty points up to the first piece.
    pub(super) free: u16,
    /// The first piece on each side: what a rook takes.
    pub(super) first: u16,
    /// The second piece on each side: what a cannon takes.
    pub(super) second: u16,
}

/// All that is looked up.
pub(super) struct Lines {
    rows: Vec<Along>,
    files: Vec<Along>,
    /// The leg of a horse between two points; [`NO_LEG`] where no horse goes.
    legs: Vec<u8>,
    /// What may matter to a king on the first point when the second changes.
    touches: Vec<u8>,
}

/// No horse goes there.
pub(super) const NO_LEG: u8 = u8::MAX;

/// A piece that leaves the point may open a line, or the leg of a horse.
pub(super) const LEFT: u8 = 1;
/// A piece that comes to the point stands on the king's row or file.
pub(super) const CROSSED: u8 = 2;
/// A horse on the point may reach the king.
pub(super) const JUMPED: u8 = 4;

static LINES: LazyLock<Lines> = LazyLock::new(Lines::new);

impl Lines {
    /// The tables, made when they are first asked for.
    pub(super) fn get() -> &'static Lines {
        &LINES
    }

    fn new() -> Lines {
        let (rows, files) = (all_along(FILES), all_along(ROWS));
        let mut legs = vec![NO_LEG; POINTS * POINTS];
        let mut touches = vec![0; POINTS * POINTS];
        for (from, ways) in HORSE.iter().enumerate() {
            for &(leg, to) in ways.all() {
                legs[from * POINTS + usize::from(to)] = leg;
            }
            let touched = &mut touches[from * POINTS..][..POINTS];
            for at in 0..POINTS as u8 {
                let crossed = CROSS[from] & bit(at) != 0;
                let own = usize::from(at) == from;
                if crossed || own || LEGS[from] & bit(at) != 0 {
                    touched[usize::from(at)] |= LEFT;
                }
                if crossed {
                    touched[usize::from(at)] |= CROSSED;
                }
            }
            for &(_, at) in HORSE_FROM[from].all() {
                touched[usize::from(at)] |= JUMPED;
            }
        }
        Lines { rows, files, legs, touches }
    }

    /// Along a row of which these points hold pieces, from one of its files.
    #[inline]
    pub(super) fn row(&self, file: u8, held: u16) -> Along {
        self.rows[usize::from(file) << FILES | usize::from(held)]
    }

    /// Along a file of which these points hold pieces, from one of its rows.
    #[inline]
    pub(super) fn file(&self, row: u8, held: u16) -> Along {
        self.files[usize::from(row) << ROWS | usize::from(held)]
    }

    #[inline]
    pub(super) fn leg(&self, from: u8, to: u8) -> u8 {
        self.legs[usize::from(from) * POINTS + usize::from(to)]
    }

    #[inline]
    pub(super) fn touch(&self, king: u8, at: u8) -> u8 {
        self.touches[usize::from(king) * POINTS + usize::from(at)]
    }
}

/// For each point of a line and each set of pieces on it.
fn all_along(points: u8) -> Vec<Along> {
    let sets = 1_u16 << points;
    (0..points).flat_map(|at| (0..sets).map(move |held| along(at, held, points))).collect()
}

fn along(at: u8, held: u16, points: u8) -> Along {
    let mut found = Along::default();
    let mut look = |way: &mut dyn Iterator<Item = u8>| {
        let mut before = 0;
        for other in way {
            let here = 1 << other;
            match (held & here != 0, before) {
                (false, 0) => found.free |= here,
                (false, _) => {}
                (true, 0) => {
                    found.first |= here;
                    before = 1;
                }
                (true, _) => {
                    found.second |= here;
                    break;
                }
            }
        }
    };
    look(&mut (at + 1..points));
    look(&mut (0..at).rev());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_seen_up_to_the_second_piece_on_each_side() {
        // . x . . R . x x .
        let found = along(4, 0b0_1101_0010, 9);
        assert_eq!((found.free, found.first, found.second), (0b0_0010_1100, 0b0_0100_0010, 0b0_1000_0000));
        let lines = Lines::get();
        assert_eq!(lines.row(4, 0b0_1101_0010).second, found.second);
        assert_eq!(lines.file(9, 0).free, 0b1_1111_1111);
    }
}

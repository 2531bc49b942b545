//! Linear conflict: tiles that stand in their own line but in the wrong order.

use crate::rules::{Size, Sliding};
use crate::solve::bound::{Bound, Choice, Homes, Slid};

/// Manhattan, plus two for each tile that must leave its line to let another pass.
///
/// In a line, the tiles at home in that line must end in the order of their homes. Those of a longest
/// rising subsequence may stay; each of the others must leave the line and come back, two moves that the
/// Manhattan distance does not count. Rows and columns count different moves, so both may be added.
///
/// Source: Hansson, Mayer and Yung 1992.
pub struct LinearConflict {
    size: Size,
    homes: Homes,
}

/// What [`LinearConflict`] keeps for a board.
#[derive(Clone, Copy, Debug)]
pub struct ConflictMemo {
    apart: u16,
    conflicts: u16,
}

/// The longest line.
const LONGEST: usize = Size::MAX;

impl LinearConflict {
    /// For the goal of a puzzle.
    pub fn new(puzzle: &Sliding) -> LinearConflict {
        LinearConflict { size: puzzle.size(), homes: Homes::new(puzzle) }
    }

    /// Tiles that must leave a row (or column) and come back; `tile_at` says what stands where.
    fn leaving(&self, is_row: bool, line: usize, tile_at: impl Fn(usize) -> u8) -> u16 {
        let columns = self.size.columns();
        let length = if is_row { columns } else { self.size.rows() };
        let mut homes = [0; LONGEST];
        let mut count = 0;
        for place in 0..length {
            let tile = tile_at(if is_row { line * columns + place } else { place * columns + line });
            if tile == 0 {
                continue;
            }
            let (home_row, home_column) = self.size.place(self.homes.of(tile).into());
            let (home_line, home_place) =
                if is_row { (home_row, home_column) } else { (home_column, home_row) };
            if home_line == line {
                homes[count] = home_place;
                count += 1;
            }
        }
        (count - longest_rise(&homes[..count])) as u16
    }
}

/// The length of the longest rising subsequence.
fn longest_rise(places: &[usize]) -> usize {
    let mut best = [0; LONGEST];
    let mut longest = 0;
    for (index, place) in places.iter().enumerate() {
        best[index] =
            1 + (0..index).filter(|&left| places[left] < *place).map(|left| best[left]).max().unwrap_or(0);
        longest = longest.max(best[index]);
    }
    longest
}

impl Bound for LinearConflict {
    type Memo = ConflictMemo;
    type Ahead = ();

    fn memo(&self, tiles: &[u8]) -> ConflictMemo {
        let rows = (0..self.size.rows()).map(|row| self.leaving(true, row, |cell| tiles[cell]));
        let columns = (0..self.size.columns()).map(|column| self.leaving(false, column, |cell| tiles[cell]));
        ConflictMemo { apart: self.homes.apart(tiles) as u16, conflicts: rows.chain(columns).sum() }
    }

    #[inline]
    fn value(&self, memo: &ConflictMemo) -> u32 {
        u32::from(memo.apart) + 2 * u32::from(memo.conflicts)
    }

    #[inline]
    fn ahead(&self, _: &ConflictMemo, _: &Choice<'_>, _: u32) {}

    fn slide(
        &self,
        memo: &ConflictMemo,
        slid: &Slid<'_>,
        (): &(),
        allowance: u32,
    ) -> Result<ConflictMemo, u32> {
        let mut next = *memo;
        next.apart = memo.apart + u16::from(self.homes.away(slid.tile, slid.to))
            - u16::from(self.homes.away(slid.tile, slid.from));
        // The tile changes one line for another of the same direction; in the crossing line nothing
        // changes its order. Only its home line can gain or lose a tile at home there.
        let (from, to) = (self.size.place(slid.from.into()), self.size.place(slid.to.into()));
        let home = self.size.place(self.homes.of(slid.tile).into());
        let is_row = from.1 == to.1;
        let (left, entered, own) = if is_row { (from.0, to.0, home.0) } else { (from.1, to.1, home.1) };
        if own == left || own == entered {
            let after = |cell: usize| slid.tiles[cell];
            let before = |cell: usize| {
                if cell == usize::from(slid.from) {
                    slid.tile
                } else if cell == usize::from(slid.to) {
                    0
                } else {
                    slid.tiles[cell]
                }
            };
            next.conflicts =
                memo.conflicts + self.leaving(is_row, own, after) - self.leaving(is_row, own, before);
        }
        let value = self.value(&next);
        if value > allowance { Err(value) } else { Ok(next) }
    }
}

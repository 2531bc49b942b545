//! The checker's own pattern tables: for some of the tiles, the fewest of their moves that bring them home.
//!
//! A place in a table keeps only two facts about a board: where the tiles of one pattern stand, and which cells the
//! empty cell can reach without moving any of them. Distances in that smaller puzzle, counting the pattern's moves
//! alone, never exceed the real ones, and those of patterns that share no tile may be added.
//!
//! A place in a table is a *set* of cells that the tiles stand on, a *region* of cells that the empty cell may be in,
//! and the *order* in which the tiles stand along the cells. A move changes the set; its effect on the order depends
//! only on how many cells of the set lie before the cell left and before the cell entered, so that all orders of a set
//! are updated together.
//!
//! A mistake in any of this could prove something false, so no table is used before the [`audit`](super::audit) has
//! shown it to be a bound.

use quandary_core::{Budget, Exhausted};

/// A board's cells and neighbours. Tiles are named by the cells of their homes.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The empty cell's home.
    pub(super) blank: usize,
}

impl Shape {
    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The cells beside a cell: below, above, right, left of it.
    pub(super) fn beside(&self, cell: usize) -> [Option<usize>; 4] {
        let (row, column) = (cell / self.columns, cell % self.columns);
        [
            (row + 1 < self.rows).then(|| cell + self.columns),
            (row > 0).then(|| cell - self.columns),
            (column + 1 < self.columns).then(|| cell + 1),
            (column > 0).then(|| cell - 1),
        ]
    }
}

/// A set of cells, a bit each.
pub(super) type Cells = u32;

/// Larger boards have no pattern tables.
pub(super) const MOST_CELLS: usize = 32;
/// The most tiles in a pattern.
pub(super) const MOST_TILES: usize = 7;

const NEVER: u8 = u8::MAX;

/// Where the tiles of a pattern stand, and their distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) set: Cells,
    pub(super) order: u16,
    pub(super) distance: u8,
}

/// The distances of one pattern.
pub(super) struct Table {
    /// The homes of its tiles, in the order in which they were named.
    homes: Vec<usize>,
    cells: usize,
    /// Ways to choose: `choose[n][k]`.
    choose: Vec<Vec<usize>>,
    /// The rank of each set, if there are few enough sets to index a list by their bits.
    rank_of: Vec<u32>,
    /// By set and empty cell: the number of the region.
    region: Vec<u32>,
    orders: usize,
    /// By two positions: the new order of each order when the tile at the first position goes to the second.
    moved: Vec<Vec<u16>>,
    tiles: usize,
    distances: Vec<u8>,
}

/// The bytes that a table of `tiles` tiles takes at most.
pub(super) fn bytes(cells: usize, tiles: usize) -> usize {
    let sets = (0..tiles).fold(1_usize, |all, i| all.saturating_mul(cells - i) / (i + 1));
    let orders: usize = (1..=tiles).product();
    // Few sets have three regions, so two per set is more than enough on average.
    sets.saturating_mul(orders.saturating_mul(2).saturating_add(4 * cells))
}

impl Table {
    /// The table for the tiles with these homes.
    pub(super) fn new(shape: &Shape, homes: &[usize], budget: &mut Budget) -> Result<Table, Exhausted> {
        let (cells, tiles) = (shape.cells(), homes.len());
        let mut table = Table::empty(cells, homes);
        let sets = table.choose[cells][tiles];
        // Regions first: they depend on the set alone.
        let mut regions: Vec<(Cells, Cells)> = Vec::with_capacity(sets);
        table.region = vec![u32::MAX; sets * cells];
        let mut set: Cells = low_bits(tiles);
        for rank in 0..sets {
            budget.spend(1)?;
            if !table.rank_of.is_empty() {
                table.rank_of[index(set)] = number(rank);
            }
            debug_assert_eq!(table.count_rank(set), rank);
            let mut free = low_bits(cells) & !set;
            while free != 0 {
                let region = flood(shape, free & free.wrapping_neg(), free);
                for cell in ones(region) {
                    table.region[rank * cells + cell] = number(regions.len());
                }
                regions.push((set, region));
                free &= !region;
            }
            set = next_set(set);
        }
        let places = regions.len() * table.orders;
        if places > budget.memory_or(usize::MAX) {
            return Err(Exhausted::Memory);
        }
        table.distances = vec![NEVER; places];
        table.fill(shape, &regions, budget)?;
        Ok(table)
    }

    /// Everything that does not depend on the choice of tiles.
    fn empty(cells: usize, homes: &[usize]) -> Table {
        let tiles = homes.len();
        let mut choose = vec![vec![0; tiles + 1]; cells + 1];
        for n in 0..=cells {
            choose[n][0] = 1;
            for k in 1..=tiles.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        let orders: usize = (1..=tiles).product();
        let mut all = vec![Vec::new()];
        for tile in 0..tiles {
            // Every order of the earlier tiles, with this one inserted at every position.
            all = all
                .iter()
                .flat_map(|order: &Vec<usize>| {
                    (0..=tile).map(move |at| {
                        let mut longer = order.clone();
                        longer.insert(at, tile);
                        longer
                    })
                })
                .collect();
        }
        all.sort_unstable();
        let mut moved = Vec::new();
        for from in 0..tiles {
            for to in 0..tiles {
                let after = all.iter().map(|order| {
                    let mut order = order.clone();
                    let tile = order.remove(from);
                    order.insert(to, tile);
                    let found = all.binary_search(&order).unwrap_or(0);
                    u16::try_from(found).unwrap_or(0)
                });
                moved.push(after.collect());
            }
        }
        let rank_of = if cells <= 16 { vec![0; 1 << cells] } else { Vec::new() };
        let (region, distances) = (Vec::new(), Vec::new());
        let homes = homes.to_vec();
        Table { homes, cells, choose, rank_of, region, orders, moved, tiles, distances }
    }

    /// Breadth first from the goal.
    fn fill(
        &mut self,
        shape: &Shape,
        regions: &[(Cells, Cells)],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        // The goal is read like any other board.
        let goal: Vec<usize> = (0..self.cells).collect();
        let Place { set, order, .. } = self.read(&goal, shape.blank);
        let start = self.region_at(set, shape.blank);
        self.distances[start * self.orders + usize::from(order)] = 0;
        let (mut now, mut next) = (vec![false; regions.len()], vec![false; regions.len()]);
        now[start] = true;
        let mut newest: Vec<u16> = Vec::with_capacity(self.orders);
        for distance in 0..NEVER - 1 {
            let mut any = false;
            for (block, &(set, region)) in regions.iter().enumerate() {
                if !std::mem::take(&mut now[block]) {
                    continue;
                }
                newest.clear();
                let own = &self.distances[block * self.orders..][..self.orders];
                newest.extend((0_u16..).zip(own).filter(|&(_, &at)| at == distance).map(|(order, _)| order));
                budget.spend(newest.len() as u64 + 1)?;
                for from in ones(set) {
                    for to in shape.beside(from).into_iter().flatten().filter(|&to| region >> to & 1 == 1) {
                        let (after, which) = self.step(set, from, to);
                        let target = self.region_at(after, from);
                        let moved = &self.moved[which];
                        let there = &mut self.distances[target * self.orders..][..self.orders];
                        let mut reached = false;
                        for &order in &newest {
                            let at = &mut there[usize::from(moved[usize::from(order)])];
                            if *at == NEVER {
                                *at = distance + 1;
                                reached = true;
                            }
                        }
                        next[target] |= reached;
                        any |= reached;
                    }
                }
            }
            if !any {
                return Ok(());
            }
            std::mem::swap(&mut now, &mut next);
        }
        Ok(())
    }

    /// The set after a tile went from one cell to another, and the two positions that say how the order changes.
    #[inline]
    pub(super) fn step(&self, set: Cells, from: usize, to: usize) -> (Cells, usize) {
        let after = set ^ (1 << from) ^ (1 << to);
        let before = |set: Cells, cell: usize| index((set & low_bits(cell)).count_ones());
        (after, before(set, from) * self.tiles + before(after, to))
    }

    #[inline]
    pub(super) fn region_at(&self, set: Cells, blank: usize) -> usize {
        let rank =
            if self.rank_of.is_empty() { self.count_rank(set) } else { index(self.rank_of[index(set)]) };
        index(self.region[rank * self.cells + blank])
    }

    /// How many sets of the same size come before.
    fn count_rank(&self, set: Cells) -> usize {
        ones(set).zip(1..).map(|(cell, place): (usize, usize)| self.choose[cell][place]).sum()
    }

    /// A place; if its tiles cannot get home from there, its distance is [`NEVER`].
    #[inline]
    fn place(&self, set: Cells, order: u16, blank: usize) -> Place {
        let at = self.region_at(set, blank) * self.orders + usize::from(order);
        Place { set, order, distance: self.distances[at] }
    }

    /// The place of the pattern on a board, given as the home of the tile on each cell.
    pub(super) fn read(&self, board: &[usize], blank: usize) -> Place {
        let mut set: Cells = 0;
        let mut standing = Vec::new();
        for (cell, home) in board.iter().enumerate().filter(|&(cell, _)| cell != blank) {
            if let Some(tile) = self.homes.iter().position(|other| other == home) {
                set |= 1 << cell;
                standing.push(tile);
            }
        }
        self.place(set, order_of(&standing), blank)
    }

    /// The homes of the tiles.
    pub(super) fn homes(&self) -> &[usize] {
        &self.homes
    }

    /// The new order of each order when the tile at one position goes to another.
    pub(super) fn moved(&self, which: usize) -> &[u16] {
        &self.moved[which]
    }

    /// The distances of all orders, with the tiles on a set of cells and the empty cell elsewhere.
    pub(super) fn distances(&self, set: Cells, blank: usize) -> &[u8] {
        &self.distances[self.region_at(set, blank) * self.orders..][..self.orders]
    }

    /// How many places there are.
    #[cfg(test)]
    pub(super) fn places(&self) -> usize {
        self.distances.len()
    }

    /// Makes one distance wrong.
    #[cfg(test)]
    pub(super) fn raise(&mut self, at: usize, by: u8) {
        self.distances[at] = self.distances[at].wrapping_add(by);
    }

    /// The place after one of its tiles went to the empty cell.
    #[inline]
    pub(super) fn after(&self, place: Place, from: usize, to: usize) -> Place {
        let (set, which) = self.step(place.set, from, to);
        self.place(set, self.moved[which][usize::from(place.order)], from)
    }
}

/// The rank among all orders, as sorted: for each tile, how many smaller ones are still to come.
pub(super) fn order_of(standing: &[usize]) -> u16 {
    let mut order = 0;
    for (at, tile) in standing.iter().enumerate() {
        let smaller = standing[at + 1..].iter().filter(|&other| other < tile).count();
        order = order * (standing.len() - at) + smaller;
    }
    u16::try_from(order).unwrap_or(u16::MAX)
}

/// All cells that can be reached from `from` within `free`.
fn flood(shape: &Shape, from: Cells, free: Cells) -> Cells {
    let mut region = from;
    loop {
        let mut wider = region;
        for cell in ones(region) {
            for near in shape.beside(cell).into_iter().flatten() {
                wider |= 1 << near & free;
            }
        }
        if wider == region {
            return region;
        }
        region = wider;
    }
}

fn low_bits(count: usize) -> Cells {
    if count >= MOST_CELLS { Cells::MAX } else { (1 << count) - 1 }
}

fn ones(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| index(set.trailing_zeros()))?;
        set &= set - 1;
        Some(cell)
    })
}

/// The next larger number with the same number of bits.
fn next_set(set: Cells) -> Cells {
    let lowest = set & set.wrapping_neg();
    let carried = set.wrapping_add(lowest);
    if lowest == 0 || carried == 0 { 0 } else { carried | (((set ^ carried) >> 2) / lowest) }
}

#[inline]
fn index(number: u32) -> usize {
    number as usize
}

/// Regions are counted in 32 bits: tables with more do not fit any memory limit.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

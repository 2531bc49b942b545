//! One pattern database: how many moves of its own tiles a pattern needs, wherever its tiles stand.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use quandary_core::{Budget, Context, Exhausted, Signature};

use super::ranking::{Cells, factorial, moved_orders, rank_order, unrank_order};
use crate::rules::{Size, Slide};

/// A pattern: some tiles, named by their homes. Tiles of other patterns are all alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    /// The homes of its tiles, in order.
    homes: Vec<u8>,
    /// A cell of the region in which the empty cell is at home; the lowest one.
    blank_region: u8,
}

impl Pattern {
    /// The most cells of a board that has pattern databases.
    pub const MAX_CELLS: usize = 32;

    /// The pattern of the tiles with these homes, on a board whose goal has the empty cell at `blank`.
    pub(super) fn new(size: Size, homes: &[u8], blank: usize) -> Pattern {
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let taken = homes.iter().fold(0_u32, |mask, &home| mask | 1 << home);
        let region = regions(size, taken).into_iter().find(|region| region >> blank & 1 == 1);
        let blank_region = region.expect("the empty cell is not at home in the pattern").trailing_zeros();
        Pattern { size, homes, blank_region: blank_region as u8 }
    }

    /// The homes of its tiles, in order: tile 0 of the pattern is at home in the first.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// A name that tells it from every other pattern.
    pub fn name(&self) -> String {
        let homes: Vec<String> = self.homes.iter().map(u8::to_string).collect();
        format!("{}-{}-{}", self.size, homes.join("_"), self.blank_region)
    }
}

/// The connected regions of the cells that are not taken, each as a mask, lowest cell first.
fn regions(size: Size, taken: u32) -> Vec<u32> {
    let cells = size.cells();
    let mut left = !taken & (((1_u64 << cells) - 1) as u32);
    let mut regions = Vec::new();
    while left != 0 {
        let mut region = 1 << left.trailing_zeros();
        loop {
            let grown = (0..cells)
                .filter(|&cell| region >> cell & 1 == 1)
                .flat_map(|cell| Slide::ALL.into_iter().filter_map(move |slide| size.source(cell, slide)))
                .fold(region, |mask, cell| mask | (1 << cell & left));
            if grown == region {
                break;
            }
            region = grown;
        }
        regions.push(region);
        left &= !region;
    }
    regions
}

/// A pattern database that knows where the empty cell is.
///
/// The value of a place is the fewest moves of the pattern's own tiles that bring them home, moves of other
/// tiles being free. It depends on the cells the tiles take, on their order, and on the region (of the cells
/// the pattern leaves free) in which the empty cell is: within a region it moves for nothing. Since only
/// moves of the pattern's own tiles count, values of disjoint patterns add up.
///
/// ```text
/// index = (first block of the cells + region) · tiles! + order
/// value = Manhattan distance of the tiles + 2 · entry              four bits an entry, lower half first
/// ```
///
/// Every move changes the Manhattan distance by one, so value and distance have the same parity and the
/// difference is even; entries above 15 are kept as 15, which is still a lower bound.
///
/// Sources: Korf and Felner 2002 (additive databases); Clausecker 2017 (the empty cell's region).
pub struct PatternTable {
    pattern: Pattern,
    layout: Arc<Layout>,
    entries: Vec<u8>,
}

/// Where the places of a table lie. All patterns with as many tiles on the same board have the same layout, and share
/// it: at one megabyte or two it competes for the processor's caches.
pub(super) struct Layout {
    size: Size,
    tiles: usize,
    cells: Cells,
    /// By number of the cells taken: its first block. One more at the end.
    first: Vec<FirstBlock>,
    /// By block: the free cells of its region.
    regions: Vec<u32>,
    orders: usize,
}

/// The first block of some cells, and the free cells of its region: mostly all that are left.
#[derive(Clone, Copy)]
struct FirstBlock {
    block: u32,
    region: u32,
}

impl Layout {
    pub(super) fn new(size: Size, tiles: usize, budget: &Budget) -> Result<Layout, Exhausted> {
        let cells = Cells::new(size.cells() as u32, tiles as u32);
        let mut first = Vec::with_capacity(cells.masks().len() + 1);
        let mut all_regions = Vec::new();
        for &mask in cells.masks() {
            budget.poll()?;
            let parts = regions(size, mask);
            let region = parts.first().copied().unwrap_or(0);
            first.push(FirstBlock { block: all_regions.len() as u32, region });
            all_regions.extend(parts);
        }
        first.push(FirstBlock { block: all_regions.len() as u32, region: 0 });
        Ok(Layout { size, tiles, cells, first, regions: all_regions, orders: factorial(tiles) })
    }

    /// The number of places: cells, region and order.
    fn places(&self) -> usize {
        self.regions.len() * self.orders
    }

    /// The blocks of the cells with this number.
    fn blocks(&self, rank: usize) -> std::ops::Range<usize> {
        self.first[rank].block as usize..self.first[rank + 1].block as usize
    }

    /// The block of these cells with the empty cell there.
    #[inline]
    fn block(&self, mask: u32, blank: usize) -> usize {
        let first = self.first[self.cells.rank(mask)];
        let mut block = first.block as usize;
        if first.region >> blank & 1 == 0 {
            block += 1;
            while self.regions[block] >> blank & 1 == 0 {
                block += 1;
            }
        }
        block
    }

    /// The slides of pattern tiles into a region of the cells left free by `mask`.
    fn steps(&self, mask: u32, region: u32) -> Vec<Step> {
        let size = self.size;
        let mut steps = Vec::new();
        for cell in (0..size.cells()).filter(|cell| mask >> cell & 1 == 1) {
            for target in Slide::ALL.into_iter().filter_map(|slide| size.source(cell, slide)) {
                if region >> target & 1 == 0 {
                    continue;
                }
                let after = mask ^ 1 << cell ^ 1 << target;
                let place = |mask: u32, cell: usize| (mask & ((1 << cell) - 1)).count_ones() as usize;
                steps.push(Step {
                    block: self.block(after, cell),
                    from: place(mask, cell),
                    to: place(after, target),
                });
            }
        }
        steps
    }
}

/// An entry that no move has reached yet.
const UNREACHED: u8 = u8::MAX;

/// The sources that decide what is in a stored table: one that other lines made is built again.
static MADE_BY: LazyLock<String> = LazyLock::new(|| {
    let mut sources = Signature::new();
    for source in [include_str!("table.rs"), include_str!("ranking.rs")] {
        sources.add(source.as_bytes());
    }
    sources.to_string()
});

impl PatternTable {
    /// Takes the table from the cache, or builds it and stores it there.
    pub fn obtain(pattern: &Pattern, context: &Context<'_>) -> Result<PatternTable, Exhausted> {
        let layout = Layout::new(pattern.size, pattern.homes.len(), &context.budget)?;
        PatternTable::with_layout(pattern, &Arc::new(layout), context)
    }

    /// The same, with the layout of such a pattern, which other tables may share.
    pub(super) fn with_layout(
        pattern: &Pattern,
        layout: &Arc<Layout>,
        context: &Context<'_>,
    ) -> Result<PatternTable, Exhausted> {
        debug_assert_eq!((pattern.size, pattern.homes.len()), (layout.size, layout.tiles));
        let name = format!("sliding-pattern-{}-{}", *MADE_BY, pattern.name());
        let mut table =
            PatternTable { pattern: pattern.clone(), layout: Arc::clone(layout), entries: Vec::new() };
        if let Some(entries) = context.cache.load(&name)
            && entries.len() == table.places().div_ceil(2)
        {
            table.entries = entries;
            return Ok(table);
        }
        table.build(context)?;
        context.cache.store(&name, &table.entries);
        Ok(table)
    }

    /// The number of places: cells, region and order.
    pub fn places(&self) -> usize {
        self.layout.places()
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Half of what the pattern needs beyond its Manhattan distance: `mask` are the cells its tiles take,
    /// `order` the number of their order, `blank` the empty cell.
    #[inline]
    pub(super) fn entry(&self, mask: u32, order: usize, blank: usize) -> u8 {
        let index = self.layout.block(mask, blank) * self.layout.orders + order;
        self.entries[index / 2] >> (4 * (index & 1)) & 15
    }

    /// Breadth-first search from the goal, a block of orders at a time.
    ///
    /// All orders of one choice of cells lie side by side, and a slide of the tile at the i-th taken cell
    /// sends the whole block to one other block: order for order where the tile passes nobody, and by a
    /// fixed permutation of the orders where it does. So the search never computes the index of a single
    /// state, and works on blocks that fit the processor's first caches.
    fn build(&mut self, context: &Context<'_>) -> Result<(), Exhausted> {
        let layout = &*self.layout;
        let orders = layout.orders;
        let tiles = self.pattern.homes.len();
        let what = format!("pattern table {} ({tiles} tiles)", self.pattern.name());
        let mut distance = vec![UNREACHED; self.places()];
        let goal = self.pattern.homes.iter().fold(0, |mask, &home| mask | 1 << home);
        let start = layout.block(goal, self.pattern.blank_region.into());
        let order = rank_order(&(0..tiles as u8).collect::<Vec<u8>>());
        distance[start * orders + order] = 0;

        let mut maps: HashMap<(usize, usize), Vec<u16>> = HashMap::new();
        let mut active = vec![false; layout.regions.len()];
        active[start] = true;
        let mut reached = 0;
        let mut here: Vec<u16> = Vec::with_capacity(orders);
        let mut copy = vec![0; orders];
        for depth in 0..UNREACHED - 1 {
            if !active.contains(&true) {
                break;
            }
            context.progress.report(&what, reached, distance.len() as u64);
            let mut next_active = vec![false; active.len()];
            for (rank, &mask) in layout.cells.masks().iter().enumerate() {
                for block in layout.blocks(rank) {
                    if !active[block] {
                        continue;
                    }
                    context.budget.poll()?;
                    copy.copy_from_slice(&distance[block * orders..][..orders]);
                    here.clear();
                    gather(&copy, depth, &mut here);
                    reached += here.len() as u64;
                    if here.is_empty() {
                        continue;
                    }
                    for step in layout.steps(mask, layout.regions[block]) {
                        let target = &mut distance[step.block * orders..][..orders];
                        next_active[step.block] = true;
                        if step.from == step.to {
                            advance_block(&copy, depth, target);
                        } else {
                            let map = maps
                                .entry((step.from, step.to))
                                .or_insert_with(|| moved_orders(tiles, step.from, step.to));
                            for &order in &here {
                                let slot = &mut target[usize::from(map[usize::from(order)])];
                                *slot = (*slot).min(depth + 1);
                            }
                        }
                    }
                }
            }
            active = next_active;
        }
        self.pack(distance, &context.budget)
    }

    /// Turns distances into entries, in place: two bytes become one, always at or before where they were.
    fn pack(&mut self, mut distance: Vec<u8>, budget: &Budget) -> Result<(), Exhausted> {
        let tiles = self.pattern.homes.len();
        let layout = &*self.layout;
        let orders: Vec<Vec<u8>> = (0..layout.orders).map(|rank| unrank_order(rank, tiles)).collect();
        let mut index = 0;
        for (rank, &mask) in layout.cells.masks().iter().enumerate() {
            budget.poll()?;
            let taken: Vec<usize> = (0..self.pattern.size.cells()).filter(|c| mask >> c & 1 == 1).collect();
            let away: Vec<[u8; 16]> = taken
                .iter()
                .map(|&cell| {
                    let mut row = [0; 16];
                    for (slot, &home) in row.iter_mut().zip(&self.pattern.homes) {
                        *slot = self.pattern.size.manhattan(cell, home.into()) as u8;
                    }
                    row
                })
                .collect();
            for _ in layout.blocks(rank) {
                for order in &orders {
                    let apart: u8 =
                        order.iter().zip(&away).map(|(&tile, row)| row[usize::from(tile & 15)]).sum();
                    let entry = (distance[index].saturating_sub(apart) / 2).min(15);
                    let half = index / 2;
                    distance[half] = if index % 2 == 0 { entry } else { distance[half] | entry << 4 };
                    index += 1;
                }
            }
        }
        distance.truncate(index.div_ceil(2));
        distance.shrink_to_fit();
        self.entries = distance;
        Ok(())
    }
}

/// A slide of one pattern tile, for all orders at once.
struct Step {
    /// The block it leads to.
    block: usize,
    /// Its tile's place among the taken cells, before and after.
    from: usize,
    to: usize,
}

/// Adds the places of `depth` in a block to `found`.
fn gather(block: &[u8], depth: u8, found: &mut Vec<u16>) {
    // Whole groups are skipped with one comparison: at most depths few orders are new.
    for (group, values) in block.chunks(16).enumerate() {
        if values.iter().fold(0, |any, &value| any | u8::from(value == depth)) == 0 {
            continue;
        }
        for (place, &value) in values.iter().enumerate() {
            if value == depth {
                found.push((group * 16 + place) as u16);
            }
        }
    }
}

/// One step for every order that is at `depth`. Written so that it compiles to vector instructions.
fn advance_block(from: &[u8], depth: u8, to: &mut [u8]) {
    for (&value, slot) in from.iter().zip(to) {
        let reached = if value == depth { depth + 1 } else { UNREACHED };
        *slot = (*slot).min(reached);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Sliding};
    use std::collections::VecDeque;

    /// The value of every arrangement of the whole board, by a search in which only moves of the pattern's
    /// tiles cost anything.
    fn reference(pattern: &Pattern, goal: &Board) -> HashMap<Vec<u8>, u32> {
        let member = |tile: u8| {
            let home = goal.tiles().iter().position(|&t| t == tile).unwrap() as u8;
            tile != 0 && pattern.homes.contains(&home)
        };
        // What the pattern sees: its own tiles, the empty cell, and everything else alike.
        let seen = |board: &Board| -> Vec<u8> {
            board.tiles().iter().map(|&t| if t == 0 || member(t) { t } else { 99 }).collect()
        };
        let mut value = HashMap::from([(seen(goal), 0)]);
        let mut queue = VecDeque::from([(goal.clone(), 0)]);
        while let Some((board, cost)) = queue.pop_front() {
            if value[&seen(&board)] < cost {
                continue;
            }
            for slide in board.slides() {
                let tile = board.tile_for(slide).unwrap();
                let next = board.after(slide).unwrap();
                let next_cost = cost + u32::from(member(tile));
                let known = value.entry(seen(&next)).or_insert(u32::MAX);
                if next_cost < *known {
                    *known = next_cost;
                    if member(tile) {
                        queue.push_back((next, next_cost));
                    } else {
                        queue.push_front((next, next_cost));
                    }
                }
            }
        }
        value
    }

    #[test]
    fn every_entry_is_the_least_number_of_pattern_moves() {
        for (rows, columns, homes, blank) in [
            (3, 3, &[0, 1, 3, 4][..], 8),
            (2, 4, &[0, 1, 4], 7),
            (3, 3, &[1, 3, 5, 7], 4),
            (4, 2, &[2, 3], 0),
        ] {
            let size = Size::new(rows, columns).unwrap();
            let goal = Board::with_blank_at(size, blank);
            let puzzle = Sliding::new(goal.clone());
            let pattern = Pattern::new(size, homes, blank);
            let table = PatternTable::obtain(&pattern, &Context::bare()).unwrap();
            let tiles: Vec<u8> = homes.iter().map(|&home| goal.tiles()[usize::from(home)]).collect();
            for (seen, value) in reference(&pattern, puzzle.goal()) {
                let blank = seen.iter().position(|&t| t == 0).unwrap();
                let (mut mask, mut order, mut apart) = (0_u32, Vec::new(), 0);
                for (cell, tile) in seen.iter().enumerate() {
                    if let Some(local) = tiles.iter().position(|t| t == tile) {
                        mask |= 1 << cell;
                        order.push(local as u8);
                        apart += size.manhattan(cell, homes[local].into()) as u32;
                    }
                }
                let entry = table.entry(mask, rank_order(&order), blank);
                assert_eq!(apart + 2 * u32::from(entry), value, "{seen:?}");
            }
        }
    }

    #[test]
    fn regions_are_the_connected_parts() {
        let size = Size::new(3, 3).unwrap();
        assert_eq!(regions(size, 0), [0b111_111_111]);
        assert_eq!(regions(size, 0b000_111_000), [0b000_000_111, 0b111_000_000]);
        assert_eq!(regions(size, 0b010_101_010), [1, 1 << 2, 1 << 4, 1 << 6, 1 << 8]);
    }
}

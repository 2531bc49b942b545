//! The sum of pattern tables, kept up from slide to slide.

use std::collections::HashMap;
use std::sync::Arc;

use quandary_core::Context;
use quandary_core::Exhausted;

use super::partition::{Strength, partitions, representative};
use super::ranking::{passing, rank_order};
use super::symmetry::Symmetry;
use super::table::{Pattern, PatternTable};
use crate::rules::{Size, Slide, Sliding};
use crate::solve::bound::{Bound, Homes, Slid};

/// The cells a slide passes in the order of a pattern's table.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// 1 when the tile goes towards later cells, -1 otherwise.
    direction: i32,
    passed: u8,
    cells: [u8; MOST_PASSED],
}

/// A slide across rows passes a row less one, and rows are the shorter side: at most 5 of 32 cells.
const MOST_PASSED: usize = 4;

/// A pattern on our board: its table, and how our cells lie on the table's board.
struct Member {
    table: Arc<PatternTable>,
    symmetry: Symmetry,
    /// By cell that the tile leaves and slide.
    lanes: Vec<[Lane; 4]>,
}

impl Member {
    fn new(table: Arc<PatternTable>, symmetry: Symmetry, size: Size) -> Member {
        let mut back = vec![0; size.cells()];
        for cell in 0..size.cells() {
            back[symmetry.of(cell)] = cell as u8;
        }
        let mut lanes = vec![[Lane::default(); 4]; size.cells()];
        for blank in 0..size.cells() {
            for slide in Slide::ALL {
                let Some(source) = size.source(blank, slide) else { continue };
                let (from, to) = (symmetry.of(source), symmetry.of(blank));
                let mut lane = Lane { direction: if to > from { 1 } else { -1 }, ..Lane::default() };
                let between = &back[from.min(to) + 1..from.max(to)];
                lane.cells[..between.len()].copy_from_slice(between);
                lane.passed = between.len() as u8;
                lanes[source][slide as usize] = lane;
            }
        }
        Member { table, symmetry, lanes }
    }
}

/// One partition of the tiles.
struct Group {
    /// By tile: the pattern it belongs to.
    owner: Vec<u8>,
    /// By tile and tile: how the number of the order changes when the first passes the second.
    passing: Vec<i32>,
}

/// The largest over several partitions of the sum of their patterns, for up to `M` patterns in all.
///
/// Where the heuristic looks: a slide moves one tile, which belongs to one pattern of each partition; only
/// those are looked up. The next partition is looked at only when the one before does not already rule the
/// board out.
pub struct Patterns<const M: usize> {
    homes: Homes,
    cells: usize,
    members: Vec<Member>,
    groups: Vec<Group>,
}

/// What [`Patterns`] keeps for a board.
#[derive(Clone, Copy, Debug)]
pub struct PatternMemo<const M: usize> {
    /// Sum of the tiles' Manhattan distances.
    apart: u16,
    /// The bound.
    value: u16,
    /// By partition: sum of entries.
    sums: [u8; MOST_GROUPS],
    /// By pattern: cells taken, number of the order, entry.
    masks: [u32; M],
    orders: [u32; M],
    entries: [u8; M],
}

/// The most partitions that are compared.
const MOST_GROUPS: usize = 4;

impl Patterns<0> {
    /// How many patterns a set of tables has in all: what `M` must be at least. `None` when the board is too
    /// large for pattern databases.
    pub fn count(puzzle: &Sliding, strength: Strength) -> Option<usize> {
        let size = puzzle.size();
        let thin = size.rows().min(size.columns());
        (size.cells() <= Pattern::MAX_CELLS && (2..=MOST_PASSED + 1).contains(&thin)).then(|| {
            let all = partitions(size, puzzle.goal().blank(), strength);
            all.iter().take(MOST_GROUPS).map(Vec::len).sum()
        })
    }

    /// The tiles of each pattern of the first partition, as the goal numbers them: what a checker needs to build the
    /// same bound. `None` when the board is too large for pattern databases.
    pub fn tiles(puzzle: &Sliding, strength: Strength) -> Option<Vec<Vec<u8>>> {
        Patterns::count(puzzle, strength)?;
        let tile = |&home: &u8| puzzle.goal().tiles()[usize::from(home)];
        let first = partitions(puzzle.size(), puzzle.goal().blank(), strength).into_iter().next()?;
        Some(first.iter().map(|homes| homes.iter().map(tile).collect()).collect())
    }
}

impl<const M: usize> Patterns<M> {
    /// Takes the tables from the cache or builds them; each table serves all turned and mirrored copies of
    /// its pattern.
    ///
    /// # Panics
    /// When there are more than `M` patterns, or none for this board: see [`Patterns::count`].
    pub fn new(
        puzzle: &Sliding,
        strength: Strength,
        context: &Context<'_>,
    ) -> Result<Patterns<M>, Exhausted> {
        let (size, blank) = (puzzle.size(), puzzle.goal().blank());
        let cells = size.cells();
        let homes = Homes::new(puzzle);
        let mut tables: HashMap<Pattern, Arc<PatternTable>> = HashMap::new();
        let mut members = Vec::new();
        let mut groups = Vec::new();
        for partition in partitions(size, blank, strength).into_iter().take(MOST_GROUPS) {
            let mut group = Group { owner: vec![0; cells], passing: vec![0; cells * cells] };
            for pattern_homes in partition {
                let (pattern, symmetry) = representative(size, &pattern_homes, blank);
                let table = match tables.get(&pattern) {
                    Some(table) => Arc::clone(table),
                    None => {
                        let table = Arc::new(PatternTable::obtain(&pattern, context)?);
                        tables.insert(pattern.clone(), Arc::clone(&table));
                        table
                    }
                };
                // Tiles of the pattern in the order of their homes on the table's board.
                let tile_at_home = |home: u8| {
                    let ours = symmetry.cell.iter().position(|&image| image == home);
                    puzzle.goal().tiles()[ours.expect("a symmetry is onto")]
                };
                let tiles: Vec<u8> = pattern.homes().iter().map(|&home| tile_at_home(home)).collect();
                for (local, &tile) in tiles.iter().enumerate() {
                    group.owner[usize::from(tile)] = members.len() as u8;
                    for (passed, &other) in tiles.iter().enumerate().filter(|&(passed, _)| passed != local) {
                        group.passing[usize::from(tile) * cells + usize::from(other)] =
                            passing(local, passed);
                    }
                }
                members.push(Member::new(table, symmetry, size));
            }
            groups.push(group);
        }
        assert!(members.len() <= M, "{} patterns do not fit", members.len());
        Ok(Patterns { homes, cells, members, groups })
    }
}

impl<const M: usize> Bound for Patterns<M> {
    type Memo = PatternMemo<M>;

    fn memo(&self, tiles: &[u8]) -> PatternMemo<M> {
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        let mut memo = PatternMemo {
            apart: self.homes.apart(tiles) as u16,
            value: 0,
            sums: [0; MOST_GROUPS],
            masks: [0; M],
            orders: [0; M],
            entries: [0; M],
        };
        for (index, member) in self.members.iter().enumerate() {
            let homes = member.table.pattern().homes();
            // Along the table's cells: which tile of the pattern stands there, if any.
            let mut standing: Vec<(usize, u8)> = tiles
                .iter()
                .enumerate()
                .filter(|&(_, &tile)| tile != 0)
                .filter_map(|(cell, &tile)| {
                    let home = member.symmetry.of(self.homes.of(tile).into()) as u8;
                    let local = homes.iter().position(|&h| h == home)?;
                    Some((member.symmetry.of(cell), local as u8))
                })
                .collect();
            standing.sort_unstable();
            let order: Vec<u8> = standing.iter().map(|&(_, local)| local).collect();
            memo.masks[index] = standing.iter().fold(0, |mask, &(cell, _)| mask | 1 << cell);
            memo.orders[index] = rank_order(&order) as u32;
            memo.entries[index] =
                member.table.entry(memo.masks[index], memo.orders[index] as usize, member.symmetry.of(blank));
        }
        for (group, sum) in self.groups.iter().zip(&mut memo.sums) {
            let mut owners: Vec<u8> =
                tiles.iter().filter(|&&tile| tile != 0).map(|&tile| group.owner[usize::from(tile)]).collect();
            owners.sort_unstable();
            owners.dedup();
            *sum = owners.iter().map(|&owner| memo.entries[usize::from(owner)]).sum();
        }
        let most = memo.sums.iter().copied().max().unwrap_or(0);
        memo.value = memo.apart + 2 * u16::from(most);
        memo
    }

    #[inline]
    fn value(&self, memo: &PatternMemo<M>) -> u32 {
        memo.value.into()
    }

    #[inline]
    fn slide(&self, memo: &PatternMemo<M>, slid: &Slid<'_>, allowance: u32) -> Result<PatternMemo<M>, u32> {
        let tile = usize::from(slid.tile);
        let mut next = *memo;
        next.apart = memo.apart + u16::from(self.homes.away(slid.tile, slid.to))
            - u16::from(self.homes.away(slid.tile, slid.from));
        let mut most = 0;
        for (group, sum) in self.groups.iter().zip(&mut next.sums) {
            let owner = usize::from(group.owner[tile]);
            let member = &self.members[owner];
            let (from, to) = (member.symmetry.of(slid.from.into()), member.symmetry.of(slid.to.into()));
            let mask = memo.masks[owner] ^ (1 << from) ^ (1 << to);
            let lane = &member.lanes[usize::from(slid.from)][slid.slide as usize];
            let row = &group.passing[tile * self.cells..][..self.cells];
            let passed: i32 = lane.cells[..usize::from(lane.passed)]
                .iter()
                .map(|&cell| row[usize::from(slid.tiles[usize::from(cell)])])
                .sum();
            let order = (memo.orders[owner] as i32 + lane.direction * passed) as u32;
            let entry = member.table.entry(mask, order as usize, from);
            *sum = *sum + entry - memo.entries[owner];
            let value = u32::from(next.apart) + 2 * u32::from(*sum);
            if value > allowance {
                return Err(value);
            }
            most = most.max(value);
            next.masks[owner] = mask;
            next.orders[owner] = order;
            next.entries[owner] = entry;
        }
        next.value = most as u16;
        Ok(next)
    }
}

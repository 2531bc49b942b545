//! The sum of pattern tables, kept up from slide to slide.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quandary_core::Context;
use quandary_core::Exhausted;

use super::partition::{Strength, partitions, representative};
use super::ranking::{passing, rank_order};
use super::symmetry::Symmetry;
use super::table::{Layout, Pattern, PatternTable};
use crate::rules::{Size, Slide, Sliding};
use crate::solve::bound::{Bound, Choice, Homes, Slid, Step};

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

/// By cell that the tile leaves and slide, for one way to lay the board on a table's.
type Lanes = Vec<[Lane; 4]>;

fn lanes_of(symmetry: &Symmetry, size: Size) -> Lanes {
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
    lanes
}

/// A pattern on our board: its table, and how our cells lie on the table's board.
struct Member {
    homes: Vec<u8>,
    table: Arc<PatternTable>,
    symmetry: Symmetry,
    lanes: Arc<Lanes>,
    /// By tile: its number in the pattern, [`OTHER`] for tiles of other patterns.
    local: Vec<u8>,
}

/// The number of a tile in a pattern that it does not belong to.
const OTHER: u8 = MOST_TILES as u8;
/// The most tiles of a pattern.
const MOST_TILES: usize = 8;

impl Member {
    /// The table's entry, with the empty cell at one of our cells.
    #[inline]
    fn entry(&self, mask: u32, order: u16, blank: u8) -> u8 {
        self.table.entry(mask, order.into(), self.symmetry.of(blank.into()))
    }
}

/// One partition of the tiles.
struct Group {
    /// By tile: the pattern it belongs to.
    owner: Vec<u8>,
    /// Its patterns.
    members: Vec<u8>,
    /// The same as bits.
    mask: u32,
}

impl Group {
    /// The value of this partition, from the entries of all patterns.
    #[inline]
    fn value(&self, apart: u16, entries: &[u8]) -> u16 {
        apart + 2 * self.members.iter().map(|&index| u16::from(entries[usize::from(index)])).sum::<u16>()
    }
}

/// The largest over several partitions of the sum of their patterns, for up to `M` patterns in all and up to `G`
/// partitions.
///
/// Where the heuristic looks: a slide moves one tile, which belongs to one pattern of each partition, and changes the
/// value of that pattern by one. So a partition whose sum is well below what is allowed cannot rule a board out for
/// some moves, and is not looked at until it could: its patterns' cells and orders are kept up, which needs no memory
/// access, and its value is known not to exceed the last one seen by more than the moves since. What must be looked at
/// is asked for together for all slides of a board ([`Bound::ahead`]), partition by partition, and no more for a slide
/// that is ruled out.
pub struct Patterns<const M: usize, const G: usize> {
    homes: Homes,
    members: Vec<Member>,
    groups: Vec<Group>,
    /// By tile: the patterns it belongs to.
    movers: Vec<Vec<u8>>,
    /// The same as bits.
    moving: Vec<u32>,
    /// By number in the pattern and number of the tile passed: how the number of the order changes.
    passing: [[i32; MOST_TILES + 1]; MOST_TILES],
}

/// What [`Patterns`] keeps for a board.
#[derive(Clone, Copy, Debug)]
pub struct PatternMemo<const M: usize, const G: usize> {
    /// Sum of the tiles' Manhattan distances.
    apart: u16,
    blank: u8,
    /// The patterns whose entries are those of an earlier board.
    stale: u32,
    /// By partition: its value when it was last looked at, and one more for each move since. Never less than its value.
    most: [u16; G],
    /// By pattern: entry, number of the order, cells taken.
    entries: [u8; M],
    orders: [u16; M],
    masks: [u32; M],
}

/// What [`Patterns`] finds out about the slides of a board.
#[derive(Clone, Copy)]
pub struct PatternAhead<const M: usize, const G: usize> {
    /// As in the memo, after a look at the partitions that might rule out a slide.
    stale: u32,
    entries: [u8; M],
    /// By way of the slide.
    slides: [SlideAhead<M, G>; 4],
}

/// What is found out about one slide.
#[derive(Clone, Copy)]
struct SlideAhead<const M: usize, const G: usize> {
    /// Sum of the tiles' Manhattan distances after it.
    apart: u16,
    /// The bound that rules it out, if one does.
    ruled_out: Option<u16>,
    /// The patterns whose new entries were looked up, and those entries.
    seen: u32,
    entries: [u8; M],
    /// By partition: as in the memo.
    most: [u16; G],
}

impl Patterns<0, 0> {
    /// How many patterns and how many partitions a set of tables has in all: what `M` and `G` must be at least. `None`
    /// when the board is too large for pattern databases.
    pub fn count(puzzle: &Sliding, strength: Strength) -> Option<(usize, usize)> {
        let size = puzzle.size();
        let thin = size.rows().min(size.columns());
        (size.cells() <= Pattern::MAX_CELLS && (2..=MOST_PASSED + 1).contains(&thin)).then(|| {
            let all = partitions(size, puzzle.goal().blank(), strength);
            let different: HashSet<&Vec<u8>> = all.iter().flatten().collect();
            (different.len(), all.len())
        })
    }

    /// How many ways there are to place the tiles of all different tables: building them takes as many steps. `None`
    /// when the board is too large for pattern databases.
    pub fn placings(puzzle: &Sliding, strength: Strength) -> Option<u64> {
        Patterns::count(puzzle, strength)?;
        let (size, blank) = (puzzle.size(), puzzle.goal().blank());
        let all = partitions(size, blank, strength);
        let tables: HashSet<Pattern> =
            all.iter().flatten().map(|homes| representative(size, homes, blank).0).collect();
        let placings =
            |tiles: usize| (0..tiles as u64).map(|taken| size.cells() as u64 - taken).product::<u64>();
        Some(tables.iter().map(|table| placings(table.homes().len())).sum())
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

impl<const M: usize, const G: usize> Patterns<M, G> {
    /// Takes the tables from the cache or builds them; each table serves all turned and mirrored copies of
    /// its pattern.
    ///
    /// # Panics
    /// When there are more than `M` patterns or `G` partitions, or none for this board: see [`Patterns::count`].
    pub fn new(
        puzzle: &Sliding,
        strength: Strength,
        context: &Context<'_>,
    ) -> Result<Patterns<M, G>, Exhausted> {
        let (size, blank) = (puzzle.size(), puzzle.goal().blank());
        let mut shared = Shared::default();
        let mut members: Vec<Member> = Vec::new();
        let mut groups = Vec::new();
        for partition in partitions(size, blank, strength) {
            let mut group = Group { owner: vec![0; size.cells()], members: Vec::new(), mask: 0 };
            for homes in partition {
                let index = match members.iter().position(|member| member.homes == homes) {
                    Some(index) => index,
                    None => {
                        members.push(shared.member(puzzle, homes.clone(), context)?);
                        members.len() - 1
                    }
                };
                for &home in &homes {
                    group.owner[usize::from(puzzle.goal().tiles()[usize::from(home)])] = index as u8;
                }
                group.members.push(index as u8);
                group.mask |= 1 << index;
            }
            groups.push(group);
        }
        assert!(members.len() <= M && groups.len() <= G, "{} patterns do not fit", members.len());
        let belongs = |tile: usize| {
            let ours = members.iter().enumerate().filter(|(_, member)| member.local[tile] != OTHER);
            ours.map(|(index, _)| index as u8).collect()
        };
        let movers: Vec<Vec<u8>> = (0..size.cells()).map(belongs).collect();
        let bits = |indices: &Vec<u8>| indices.iter().fold(0, |mask, index| mask | 1 << index);
        let moving = movers.iter().map(bits).collect();
        let mut changes = [[0; MOST_TILES + 1]; MOST_TILES];
        for (local, row) in changes.iter_mut().enumerate() {
            for (passed, change) in row[..MOST_TILES].iter_mut().enumerate().filter(|(to, _)| *to != local) {
                *change = passing(local, passed);
            }
        }
        Ok(Patterns { homes: Homes::new(puzzle), members, groups, movers, moving, passing: changes })
    }

    /// The entries of all patterns, looked up where they are stale.
    fn entries(&self, memo: &PatternMemo<M, G>) -> [u8; M] {
        let mut entries = memo.entries;
        for (index, member) in self.members.iter().enumerate() {
            if memo.stale >> index & 1 == 1 {
                entries[index] = member.entry(memo.masks[index], memo.orders[index], memo.blank);
            }
        }
        entries
    }

    /// The cells and the number of the order of a pattern after a slide of one of its tiles.
    #[inline]
    fn moved(
        &self,
        index: usize,
        memo: &PatternMemo<M, G>,
        tile: u8,
        step: Step,
        tiles: &[u8],
    ) -> (u32, u16) {
        let member = &self.members[index];
        let (from, to) = (member.symmetry.of(step.from.into()), member.symmetry.of(memo.blank.into()));
        let lane = &member.lanes[usize::from(step.from)][step.slide as usize];
        let row = &self.passing[usize::from(member.local[usize::from(tile)])];
        // The cells that are passed hold the same tiles before the slide and after.
        let passed: i32 = lane.cells[..usize::from(lane.passed)]
            .iter()
            .map(|&cell| row[usize::from(member.local[usize::from(tiles[usize::from(cell)])])])
            .sum();
        let order = (i32::from(memo.orders[index]) + lane.direction * passed) as u16;
        (memo.masks[index] ^ (1 << from) ^ (1 << to), order)
    }
}

/// What patterns share.
#[derive(Default)]
struct Shared {
    tables: HashMap<Pattern, Arc<PatternTable>>,
    /// By number of tiles. All patterns lie on boards of one size: on a square or along the shorter side.
    layouts: HashMap<usize, Arc<Layout>>,
    lanes: HashMap<Vec<u8>, Arc<Lanes>>,
}

impl Shared {
    fn member(
        &mut self,
        puzzle: &Sliding,
        homes: Vec<u8>,
        context: &Context<'_>,
    ) -> Result<Member, Exhausted> {
        let size = puzzle.size();
        let (pattern, symmetry) = representative(size, &homes, puzzle.goal().blank());
        let table = match self.tables.get(&pattern) {
            Some(table) => Arc::clone(table),
            None => {
                let tiles = pattern.homes().len();
                let layout = match self.layouts.entry(tiles) {
                    Entry::Occupied(layout) => layout.into_mut(),
                    Entry::Vacant(place) => {
                        place.insert(Arc::new(Layout::new(pattern.size(), tiles, &context.budget)?))
                    }
                };
                let table = Arc::new(PatternTable::with_layout(&pattern, layout, context)?);
                self.tables.insert(pattern.clone(), Arc::clone(&table));
                table
            }
        };
        let mut local = vec![OTHER; size.cells()];
        for (number, &home) in pattern.homes().iter().enumerate() {
            // Tiles are numbered in the order of their homes on the table's board.
            let ours = symmetry.cell.iter().position(|&image| image == home).expect("a symmetry is onto");
            local[usize::from(puzzle.goal().tiles()[ours])] = number as u8;
        }
        let lanes = self.lanes.entry(symmetry.cell.clone());
        let lanes = Arc::clone(lanes.or_insert_with(|| Arc::new(lanes_of(&symmetry, size))));
        Ok(Member { homes, table, symmetry, lanes, local })
    }
}

impl<const M: usize, const G: usize> Bound for Patterns<M, G> {
    type Memo = PatternMemo<M, G>;
    type Ahead = PatternAhead<M, G>;

    const LEADS: bool = true;

    fn memo(&self, tiles: &[u8]) -> PatternMemo<M, G> {
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        let mut memo = PatternMemo {
            apart: self.homes.apart(tiles) as u16,
            blank: blank as u8,
            stale: 0,
            most: [0; G],
            entries: [0; M],
            orders: [0; M],
            masks: [0; M],
        };
        for (index, member) in self.members.iter().enumerate() {
            // Along the table's cells: which tile of the pattern stands there, if any.
            let placed =
                tiles.iter().enumerate().map(|(cell, &tile)| (cell, member.local[usize::from(tile)]));
            let ours = placed.filter(|&(_, local)| local != OTHER);
            let mut standing: Vec<(usize, u8)> =
                ours.map(|(cell, local)| (member.symmetry.of(cell), local)).collect();
            standing.sort_unstable();
            let order: Vec<u8> = standing.iter().map(|&(_, local)| local).collect();
            memo.masks[index] = standing.iter().fold(0, |mask, &(cell, _)| mask | 1 << cell);
            memo.orders[index] = rank_order(&order) as u16;
            memo.entries[index] = member.entry(memo.masks[index], memo.orders[index], memo.blank);
        }
        for (most, group) in memo.most.iter_mut().zip(&self.groups) {
            *most = group.value(memo.apart, &memo.entries);
        }
        memo
    }

    fn value(&self, memo: &PatternMemo<M, G>) -> u32 {
        let entries = self.entries(memo);
        self.groups.iter().map(|group| group.value(memo.apart, &entries).into()).max().unwrap_or(0)
    }

    #[inline]
    fn ahead(&self, memo: &PatternMemo<M, G>, choice: &Choice<'_>, allowance: u32) -> PatternAhead<M, G> {
        let nothing = SlideAhead { apart: 0, ruled_out: None, seen: 0, entries: [0; M], most: [0; G] };
        let mut ahead = PatternAhead { stale: memo.stale, entries: memo.entries, slides: [nothing; 4] };
        for &Step { slide, from, .. } in choice.steps {
            let tile = choice.tiles[usize::from(from)];
            let (away, home) = (self.homes.away(tile, choice.blank), self.homes.away(tile, from));
            ahead.slides[slide as usize].apart = memo.apart + u16::from(away) - u16::from(home);
        }
        for (place, group) in self.groups.iter().enumerate() {
            let mut most = memo.most[place];
            let may_rule_out = |most: u16| u32::from(most) + 1 > allowance;
            if may_rule_out(most) {
                // Perhaps it lags behind what it might be at most. What a slide does not move keeps its entry.
                let mut stale = ahead.stale & group.mask;
                ahead.stale &= !stale;
                while stale != 0 {
                    let index = stale.trailing_zeros() as usize;
                    stale &= stale - 1;
                    let (mask, order) = (memo.masks[index], memo.orders[index]);
                    ahead.entries[index] = self.members[index].entry(mask, order, memo.blank);
                }
                most = group.value(memo.apart, &ahead.entries);
            }
            let looks = may_rule_out(most);
            for &step in choice.steps {
                let to = &mut ahead.slides[step.slide as usize];
                to.most[place] = most + 1;
                if !looks || to.ruled_out.is_some() {
                    continue;
                }
                let tile = choice.tiles[usize::from(step.from)];
                let owner = usize::from(group.owner[usize::from(tile)]);
                if to.seen >> owner & 1 == 0 {
                    let (mask, order) = self.moved(owner, memo, tile, step, choice.tiles);
                    to.entries[owner] = self.members[owner].entry(mask, order, step.from);
                    to.seen |= 1 << owner;
                }
                let entries = u16::from(to.entries[owner]) * 2 + most - memo.apart;
                let value = to.apart + entries - 2 * u16::from(ahead.entries[owner]);
                to.most[place] = value;
                if u32::from(value) > allowance {
                    to.ruled_out = Some(value);
                }
            }
        }
        ahead
    }

    #[inline]
    fn slide(
        &self,
        memo: &PatternMemo<M, G>,
        slid: &Slid<'_>,
        ahead: &PatternAhead<M, G>,
        _: u32,
    ) -> Result<PatternMemo<M, G>, u32> {
        let to = &ahead.slides[slid.slide as usize];
        if let Some(value) = to.ruled_out {
            return Err(value.into());
        }
        let mut next = PatternMemo {
            apart: to.apart,
            blank: slid.from,
            stale: ahead.stale,
            most: to.most,
            entries: ahead.entries,
            ..*memo
        };
        let step = Step { slide: slid.slide, from: slid.from, state: 0 };
        for &index in &self.movers[usize::from(slid.tile)] {
            let index = usize::from(index);
            (next.masks[index], next.orders[index]) = self.moved(index, memo, slid.tile, step, slid.tiles);
            next.entries[index] = to.entries[index];
        }
        let moved = self.moving[usize::from(slid.tile)];
        next.stale = (ahead.stale & !moved) | (moved & !to.seen);
        Ok(next)
    }
}

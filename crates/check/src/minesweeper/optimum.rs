//! The claim `optimum`: what perfect play wins on a small board.
//!
//! A strategy shows that this many minefields are won: for every set of minefields that is still possible during play,
//! `tree` names the cell to open next, in the order of a depth-first walk with the numbers shown ascending; `.` bets on
//! one minefield of the set. A cell is a character: `0` to `9`, `a` to `z`, `A` to `Z`, `+` and `-` for the cells 0 to
//! 63, row by row. A set of one minefield is won and needs no character.
//!
//! That no strategy wins more is shown here without the certificate's help, by searching for a better one: of a set of
//! `n` minefields with a mine under the opened cell in `m` of them, at most `n - m` are won, and fewer where the
//! numbers leave sets that are not won completely. A cell that shows the same number in all minefields in which it is
//! safe gives no information, in this set and in all its subsets. A cell that is safe in all of them and gives
//! information is opened first: it must be opened at some time, and knowing more costs nothing.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use quandary_core::{Budget, Exhausted};
use serde_json::json;

use super::sheet::Size;
use crate::evidence::Evidence;
use crate::hash::Fast;
use crate::{Rejection, Verified, malformed, wrong};

const MINE: u8 = 9;
const MOST_CELLS: usize = 64;
/// Lists of more minefields are not made.
const MOST_FIELDS: usize = 6_000_000;

pub(super) fn verify(
    instance: &str,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let size = Size::read(instance)?;
    let (wins, boards) = (evidence.whole("wins")?, evidence.whole("boards")?);
    let rule = evidence.text("first_click")?;
    if !["any", "safe", "open"].contains(&rule) {
        return malformed(format!("`{rule}` is not a valid first-click rule"));
    }
    let first = size.cell(evidence.text("first_cell")?)?;
    let tree = evidence.text("tree")?;
    if size.cells() > MOST_CELLS || size.mines > size.cells() {
        return malformed(format!("a board of more than {MOST_CELLS} cells, or with more mines than cells"));
    }
    let mut game = Game::new(size, budget)?;
    let own = game.fields(first, rule);
    if own.is_empty() {
        return wrong("the rule leaves no room for the mines with this first cell");
    }
    if own.len() as u64 != boards {
        return wrong(format!("the rule leaves {} minefields with this first cell, not {boards}", own.len()));
    }
    let won = game.walk(first, &own, tree, budget)?;
    if won != wins {
        return wrong(format!("the strategy wins {won} minefields, not {wins}"));
    }
    for cell in (0..size.cells()).filter(|&cell| is_first_of_its_kind(size, cell)) {
        let fields = game.fields(cell, rule);
        if fields.is_empty() {
            continue;
        }
        // A first cell is better if it wins a larger share: wins / boards < better / fields.
        let better = u128::from(wins) * (fields.len() as u128) / u128::from(boards) + 1;
        let Ok(better) = u32::try_from(better) else { continue };
        let most = game.most_opening(&fields, cell, better, budget)?;
        if most >= better {
            return wrong(format!(
                "opening {},{} first may win more",
                cell / size.cols + 1,
                cell % size.cols + 1
            ));
        }
    }
    let words = match rule {
        "any" => "the first cell may be a mine",
        "safe" => "the first cell is safe",
        _ => "the first cell shows 0",
    };
    Ok(Verified::fact(format!(
        "perfect play wins {wins} of {boards} minefields on {size} ({words}): a strategy wins them, and no first cell \
         allows a larger share"
    ))
    .proves("board", size.to_string())
    .proves("first_click", rule)
    .proves("verdict", "optimal")
    .proves("wins", wins)
    .proves("boards", boards)
    .proves("win_rate", json!(wins as f64 / boards as f64))
    .proves("first_cell", evidence.text("first_cell")?))
}

/// Whether no symmetry of the board maps a cell to an earlier one.
fn is_first_of_its_kind(size: Size, cell: usize) -> bool {
    let (row, col) = (cell / size.cols, cell % size.cols);
    let (other_row, other_col) = (size.rows - 1 - row, size.cols - 1 - col);
    let mut images = vec![(row, col), (other_row, col), (row, other_col), (other_row, other_col)];
    if size.rows == size.cols {
        let turned: Vec<(usize, usize)> = images.iter().map(|&(row, col)| (col, row)).collect();
        images.extend(turned);
    }
    images.iter().all(|&(row, col)| row * size.cols + col >= cell)
}

/// All minefields of a board, and the bounds known for sets of them.
struct Game {
    size: Size,
    masks: Vec<u64>,
    /// What each cell shows in each minefield.
    shows: Vec<u8>,
    /// Two random words per minefield. The key of a set is its size and the sums of its members' words, 128 bits.
    signs: Vec<u128>,
    /// An upper bound on a set's wins, and whether it is exact.
    memo: HashMap<u128, (u32, bool), Fast>,
    /// Bytes from one minefield's row to the next: the cells, padded with mines to whole blocks.
    width: usize,
    /// Sets, one after the other.
    stack: Vec<u32>,
    /// Lists of cells worth opening, one after the other.
    choices: Vec<Choice>,
}

/// Cells are examined in blocks of this size.
const BLOCK: usize = 16;

/// Bytes that remembering a set takes.
const BYTES_A_SET: usize = 64;

/// A cell worth opening, with the number of minefields of the set that have a mine there.
#[derive(Clone, Copy)]
struct Choice {
    cell: u8,
    /// By how much the numbers it may show differ.
    spread: u8,
    mines: u32,
}

/// The minefields that are left after a number: their range in the stack, and the bound known for them.
#[derive(Clone, Copy, Default)]
struct Part {
    from: usize,
    end: usize,
    key: u128,
    /// An upper bound on their wins, and whether it is exact.
    bound: u32,
    exact: bool,
}

impl Game {
    fn new(size: Size, budget: &mut Budget) -> Result<Game, Rejection> {
        let cells = size.cells();
        let mut masks = Vec::new();
        // Ascending numbers with as many bits as there are mines.
        let all = if cells == 64 { u64::MAX } else { (1 << cells) - 1 };
        let mut next = if size.mines == 64 { Some(u64::MAX) } else { Some((1 << size.mines) - 1) };
        while let Some(mask) = next.filter(|mask| mask & !all == 0) {
            budget.spend(1)?;
            masks.push(mask);
            if masks.len() > MOST_FIELDS {
                return malformed(format!("{size} has more than {MOST_FIELDS} minefields"));
            }
            let lowest = mask & mask.wrapping_neg();
            next = mask
                .checked_add(lowest)
                .filter(|_| mask != 0)
                .map(|carried| carried | (((mask ^ carried) >> 2) / lowest));
        }
        if masks.len().saturating_mul(MOST_CELLS + 24) > budget.memory_or(usize::MAX) {
            return Err(Exhausted::Memory.into());
        }
        let around: Vec<u64> =
            (0..cells).map(|cell| size.around(cell).fold(0, |mask, near| mask | 1 << near)).collect();
        let width = cells.next_multiple_of(BLOCK);
        let mut shows = Vec::with_capacity(masks.len() * width);
        for &mask in &masks {
            budget.spend(1)?;
            shows.extend(around.iter().enumerate().map(|(cell, around)| {
                let count = (mask & around).count_ones().to_le_bytes()[0];
                if mask >> cell & 1 == 1 { MINE } else { count }
            }));
            shows.resize(shows.len().next_multiple_of(BLOCK), MINE);
        }
        let mut word = 0x6A09_E667_F3BC_C908_u64;
        let mut random = || {
            // SplitMix64: Steele, Lea and Flood.
            word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        let signs = masks.iter().map(|_| u128::from(random()) << 64 | u128::from(random())).collect();
        Ok(Game {
            size,
            masks,
            shows,
            signs,
            memo: HashMap::default(),
            width,
            stack: Vec::new(),
            choices: Vec::new(),
        })
    }

    fn shows(&self, field: u32, cell: usize) -> u8 {
        self.shows[field as usize * self.width + cell]
    }

    /// The minefields that a rule allows with a first cell.
    fn fields(&self, first: usize, rule: &str) -> Vec<u32> {
        let clear = match rule {
            "any" => 0,
            "safe" => 1 << first,
            _ => self.size.around(first).fold(1_u64 << first, |mask, near| mask | 1 << near),
        };
        (0..).zip(&self.masks).filter(|&(_, mask)| mask & clear == 0).map(|(field, _)| field).collect()
    }

    /// How many of the minefields a strategy wins that opens `first` and goes on as the tree says.
    fn walk(&self, first: usize, fields: &[u32], tree: &str, budget: &mut Budget) -> Result<u64, Rejection> {
        let mut tree = tree.bytes();
        let mut waiting: Vec<Vec<u32>> = Vec::new();
        let open = |set: &[u32], cell: usize, waiting: &mut Vec<Vec<u32>>| {
            let mut by_number: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
            for &field in set {
                let number = self.shows(field, cell);
                if number != MINE {
                    by_number.entry(number).or_default().push(field);
                }
            }
            waiting.extend(by_number.into_values().rev());
        };
        open(fields, first, &mut waiting);
        let mut won = 0;
        while let Some(set) = waiting.pop() {
            budget.spend(set.len() as u64)?;
            if set.len() == 1 {
                won += 1;
                continue;
            }
            match tree.next() {
                None => return wrong("the tree ends before the game does"),
                Some(b'.') => won += 1,
                Some(name) => match read_cell(name).filter(|&cell| cell < self.size.cells()) {
                    Some(cell) => open(&set, cell, &mut waiting),
                    None => return malformed("the tree names something that is not a cell"),
                },
            }
        }
        match tree.len() {
            0 => Ok(won),
            left => wrong(format!("{left} moves of the tree are left over")),
        }
    }

    /// An upper bound on the wins when `first` is opened first. Any bound below `better` will do, here and in the
    /// functions below.
    fn most_opening(
        &mut self,
        fields: &[u32],
        first: usize,
        better: u32,
        budget: &mut Budget,
    ) -> Result<u32, Exhausted> {
        self.stack.clear();
        self.stack.extend(fields);
        self.choices.clear();
        let cells = u8::try_from(self.size.cells()).unwrap_or(u8::MAX);
        self.choices.extend((0..cells).map(|cell| Choice { cell, spread: 0, mines: 0 }));
        self.most_after(0..fields.len(), first, 0..self.choices.len(), better, budget)
    }

    /// An upper bound on the wins of a set when a cell is opened.
    fn most_after(
        &mut self,
        set: Range<usize>,
        cell: usize,
        living: Range<usize>,
        better: u32,
        budget: &mut Budget,
    ) -> Result<u32, Exhausted> {
        // Push the minefields where it is safe, sorted by what it shows.
        let start = self.stack.len();
        let mut counts = [0_usize; 10];
        for at in set.clone() {
            counts[usize::from(self.shows(self.stack[at], cell))] += 1;
        }
        let mut ends = [0_usize; 9];
        let mut end = start;
        for (from, count) in ends.iter_mut().zip(counts) {
            *from = end;
            end += count;
        }
        self.stack.resize(end, 0);
        for at in set {
            let field = self.stack[at];
            let number = usize::from(self.shows(field, cell));
            if let Some(next) = ends.get_mut(number) {
                self.stack[*next] = field;
                *next += 1;
            }
        }
        // The bounds already known for the parts may be enough; if not, they leave less room for the others.
        let mut parts = [Part::default(); 9];
        let (mut hope, mut from) = (0, start);
        for (part, end) in parts.iter_mut().zip(ends) {
            *part = self.part(std::mem::replace(&mut from, end), end, living.clone());
            hope += part.bound;
        }
        for part in parts.iter().filter(|part| !part.exact) {
            if hope < better {
                break;
            }
            let others = hope - part.bound;
            let set = part.from..part.end;
            let most = self.most(set, part.key, living.clone(), better.saturating_sub(others), budget)?;
            hope = others + most.min(part.bound);
        }
        self.stack.truncate(start);
        Ok(hope)
    }

    /// The set of minefields left by a number, with the bound known without a search.
    fn part(&self, from: usize, end: usize, living: Range<usize>) -> Part {
        let count = size_of_set(end - from);
        let set = &self.stack[from..end];
        let key =
            set.iter().fold(u128::from(count), |key, &field| key.wrapping_add(self.signs[field as usize]));
        let (bound, exact) = match *set {
            [] | [_] => (count, true),
            [one, other] => (if self.tells_apart(one, other, living) { 2 } else { 1 }, true),
            _ => self.memo.get(&key).copied().unwrap_or((count, false)),
        };
        Part { from, end, key, bound, exact }
    }

    /// An upper bound on the wins of a set of three or more minefields.
    fn most(
        &mut self,
        set: Range<usize>,
        key: u128,
        living: Range<usize>,
        better: u32,
        budget: &mut Budget,
    ) -> Result<u32, Exhausted> {
        let count = size_of_set(set.len());
        if let Some(&(known, exact)) = self.memo.get(&key)
            && (exact || known < better)
        {
            return Ok(known);
        }
        budget.spend(1)?;
        let choices = self.push_choices(set.clone(), living);
        // One minefield of a set can always be won.
        let mut bound = 1;
        for at in choices.clone() {
            let Choice { cell, mines, .. } = self.choices[at];
            let hope = count - mines;
            let target = better.max(bound + 1);
            if hope < target {
                // The same is true of all cells after it.
                bound = bound.max(hope);
                break;
            }
            bound = bound.max(self.most_after(set.clone(), cell.into(), choices.clone(), target, budget)?);
            if mines == 0 {
                break;
            }
        }
        self.choices.truncate(choices.start);
        if self.memo.len() >= budget.memory_or(usize::MAX) / BYTES_A_SET {
            return Err(Exhausted::Memory);
        }
        self.memo.insert(key, (bound, bound >= better || bound == 1));
        Ok(bound)
    }

    /// Whether some cell is safe in two minefields and shows different numbers.
    fn tells_apart(&self, one: u32, other: u32, living: Range<usize>) -> bool {
        self.choices[living].iter().any(|choice| {
            let (a, b) = (self.shows(one, choice.cell.into()), self.shows(other, choice.cell.into()));
            a != b && a != MINE && b != MINE
        })
    }

    /// Lists the cells that give information, the safest first.
    fn push_choices(&mut self, set: Range<usize>, living: Range<usize>) -> Range<usize> {
        let mut seen = [BlockNumbers::default(); MOST_CELLS / BLOCK];
        for (block, seen) in seen.iter_mut().enumerate().take(self.width / BLOCK) {
            *seen = self.look(set.clone(), block * BLOCK);
        }
        let from = self.choices.len();
        for at in living {
            let cell = self.choices[at].cell;
            let (block, lane) = (usize::from(cell) / BLOCK, usize::from(cell) % BLOCK);
            let (low, high) = (seen[block].low[lane], seen[block].high[lane]);
            if low < high {
                self.choices.push(Choice { cell, spread: high - low, mines: seen[block].mines[lane] });
            }
        }
        self.choices[from..]
            .sort_unstable_by_key(|choice| (choice.mines, u8::MAX - choice.spread, choice.cell));
        from..self.choices.len()
    }

    /// What a block of cells shows in a set. The lanes are bytes, so that the compiler can use vectors.
    fn look(&self, set: Range<usize>, from: usize) -> BlockNumbers {
        let mut seen = BlockNumbers::default();
        for fields in self.stack[set].chunks(usize::from(u8::MAX)) {
            let mut mines = [0_u8; BLOCK];
            for &field in fields {
                let row = &self.shows[field as usize * self.width + from..][..BLOCK];
                for (lane, &shows) in row.iter().enumerate().take(BLOCK) {
                    let mined = shows == MINE;
                    // At most 255 minefields per chunk.
                    mines[lane] = mines[lane].wrapping_add(u8::from(mined));
                    seen.low[lane] = seen.low[lane].min(shows);
                    seen.high[lane] = seen.high[lane].max(if mined { 0 } else { shows });
                }
            }
            for (sum, mines) in seen.mines.iter_mut().zip(mines) {
                *sum += u32::from(mines);
            }
        }
        seen
    }
}

/// What a block of cells shows in a set of minefields.
#[derive(Clone, Copy)]
struct BlockNumbers {
    /// The lowest number each may show; a mine when it is always one.
    low: [u8; BLOCK],
    high: [u8; BLOCK],
    /// In how many minefields it is a mine.
    mines: [u32; BLOCK],
}

impl Default for BlockNumbers {
    fn default() -> BlockNumbers {
        BlockNumbers { low: [MINE; BLOCK], high: [0; BLOCK], mines: [0; BLOCK] }
    }
}

fn read_cell(name: u8) -> Option<usize> {
    Some(usize::from(match name {
        b'0'..=b'9' => name - b'0',
        b'a'..=b'z' => name - b'a' + 10,
        b'A'..=b'Z' => name - b'A' + 36,
        b'+' => 62,
        b'-' => 63,
        _ => return None,
    }))
}

/// Sets are listed by 32-bit numbers, so their sizes fit.
fn size_of_set(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::read_cell;

    #[test]
    fn every_cell_has_one_name() {
        let names = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-";
        for (cell, name) in names.bytes().enumerate() {
            assert_eq!(read_cell(name), Some(cell));
        }
        let others = (0..=u8::MAX).filter(|name| !names.as_bytes().contains(name));
        assert!(others.map(read_cell).all(|cell| cell.is_none()));
    }
}

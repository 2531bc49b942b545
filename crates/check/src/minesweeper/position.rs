//! What is possible in a position: connected groups of numbers, and the cells that no number sees.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};

use quandary_core::{Budget, Exhausted};

use super::bits::Bits;
use super::group::{Demand, Group};
use super::sheet::{Sheet, Size};
use crate::Rejection;

/// Bytes that a number takes, at most, with the cells around it, while groups are made.
const BYTES_A_NUMBER: usize = 512;

/// What is open, and what single numbers already settle.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) size: Size,
    pub(super) numbers: Vec<Option<u8>>,
    /// Settled closed cells: mine or not.
    pub(super) settled: Vec<Option<bool>>,
}

impl Table {
    pub(super) fn new(size: Size, numbers: Vec<Option<u8>>) -> Table {
        let cells = numbers.len();
        Table { size, numbers, settled: vec![None; cells] }
    }

    /// The mines that a number still needs, and its unsettled cells.
    pub(super) fn demand(&self, cell: usize) -> Option<(i32, Vec<usize>)> {
        let mut need = i32::from(self.numbers[cell]?);
        let mut open = Vec::new();
        for near in self.size.around(cell) {
            match (self.numbers[near], self.settled[near]) {
                (None, None) => open.push(near),
                (None, Some(true)) => need -= 1,
                _ => {}
            }
        }
        Some((need, open))
    }

    /// Settles what single numbers settle, starting from the given ones.
    pub(super) fn settle(&mut self, mut queue: Vec<usize>) {
        while let Some(cell) = queue.pop() {
            let Some((need, open)) = self.demand(cell) else { continue };
            if open.is_empty() || need != 0 && i32::try_from(open.len()) != Ok(need) {
                continue;
            }
            for closed in open {
                self.settled[closed] = Some(need != 0);
                queue.extend(self.size.around(closed).filter(|&near| self.numbers[near].is_some()));
            }
        }
    }

    /// The connected groups of the numbers in `used`.
    pub(super) fn groups(&self, used: &[usize], budget: &mut Budget) -> Result<Vec<Group>, Rejection> {
        budget.spend(used.len() as u64)?;
        if used.len() > budget.memory_or(usize::MAX) / BYTES_A_NUMBER {
            return Err(Exhausted::Memory.into());
        }
        let mut met: BTreeSet<usize> = BTreeSet::new();
        let mut groups: Vec<Group> = Vec::new();
        let demands: Vec<(i32, Vec<usize>)> = used.iter().filter_map(|&cell| self.demand(cell)).collect();
        let mut by_cell: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, (_, cells)) in demands.iter().enumerate() {
            for &cell in cells {
                by_cell.entry(cell).or_default().push(index);
            }
        }
        let mut done = vec![false; demands.len()];
        for start in 0..demands.len() {
            if done[start] || demands[start].1.is_empty() && demands[start].0 == 0 {
                continue;
            }
            let mut own: Vec<usize> = Vec::new();
            let mut members = vec![start];
            done[start] = true;
            let mut head = 0;
            while head < members.len() {
                for &cell in &demands[members[head]].1 {
                    if met.insert(cell) {
                        own.push(cell);
                    }
                    for &other in &by_cell[&cell] {
                        if !std::mem::replace(&mut done[other], true) {
                            members.push(other);
                        }
                    }
                }
                head += 1;
            }
            // Along the longer side, so that neighbouring numbers stay close in the order.
            let wide = self.size.cols > self.size.rows;
            let cols = self.size.cols;
            own.sort_unstable_by_key(|&c| if wide { (c % cols, c / cols) } else { (c / cols, c % cols) });
            let place: HashMap<usize, usize> = own.iter().enumerate().map(|(i, &c)| (c, i)).collect();
            let demands: Vec<Demand> = members
                .iter()
                .map(|&member| {
                    let (need, cells) = &demands[member];
                    let mut places: Vec<usize> = cells.iter().map(|cell| place[cell]).collect();
                    places.sort_unstable();
                    (places, *need)
                })
                .collect();
            groups.push(Group::new(own, &demands, budget)?);
        }
        Ok(groups)
    }
}

/// Everything needed to say what is possible in a position.
pub(super) struct Position {
    pub(super) table: Table,
    pub(super) groups: Vec<Group>,
    /// By cell: the group it belongs to and its place there.
    place: HashMap<usize, (usize, usize)>,
    /// Unsettled cells beside no number.
    pub(super) unseen: Vec<usize>,
    /// Mines that are not settled; none if too many are settled.
    pub(super) left: Option<usize>,
    /// The mine counts of each group, computed on first use.
    totals: OnceCell<Vec<Bits>>,
    /// By group, computed on first use: whether each cell may be safe, and whether it may be a mine.
    choices: RefCell<HashMap<usize, Vec<[bool; 2]>>>,
    /// The same without the number of mines on the board.
    by_numbers: RefCell<HashMap<usize, Vec<[bool; 2]>>>,
}

impl Position {
    /// The position of a sheet, with what single numbers settle.
    pub(super) fn new(sheet: &Sheet, budget: &mut Budget) -> Result<Position, Rejection> {
        let mut table = Table::new(sheet.size, sheet.numbers()?);
        table.settle((0..sheet.size.cells()).collect());
        Position::of(table, budget)
    }

    pub(super) fn of(table: Table, budget: &mut Budget) -> Result<Position, Rejection> {
        let used: Vec<usize> = (0..table.numbers.len()).filter(|&c| table.numbers[c].is_some()).collect();
        let groups = table.groups(&used, budget)?;
        let mut place = HashMap::new();
        for (number, group) in groups.iter().enumerate() {
            place.extend(group.cells.iter().enumerate().map(|(at, &cell)| (cell, (number, at))));
        }
        let unsettled = |c: &usize| table.numbers[*c].is_none() && table.settled[*c].is_none();
        let unseen = (0..table.numbers.len()).filter(unsettled).filter(|c| !place.contains_key(c)).collect();
        let mines = table.settled.iter().filter(|&&s| s == Some(true)).count();
        let left = table.size.mines.checked_sub(mines);
        Ok(Position {
            table,
            groups,
            place,
            unseen,
            left,
            totals: OnceCell::new(),
            choices: RefCell::default(),
            by_numbers: RefCell::default(),
        })
    }

    fn totals(&self, budget: &mut Budget) -> Result<&[Bits], Rejection> {
        if let Some(known) = self.totals.get() {
            return Ok(known);
        }
        let totals = self.groups.iter().map(|group| group.totals(budget)).collect::<Result<_, _>>()?;
        Ok(self.totals.get_or_init(|| totals))
    }

    /// The mine counts of all groups but one.
    fn others(&self, without: Option<usize>, budget: &mut Budget) -> Result<Bits, Rejection> {
        let mut all = Bits::of(0);
        let totals = self.totals(budget)?.iter().enumerate();
        for (number, totals) in totals.filter(|(number, _)| Some(*number) != without) {
            budget.spend((all.words() * totals.words()) as u64 + number as u64)?;
            all = all.sums(totals);
        }
        Ok(all)
    }

    /// Whether the groups leave the unseen cells a number of mines within bounds.
    fn adds_up(&self, (least, most): (usize, usize), budget: &mut Budget) -> Result<bool, Rejection> {
        let Some(left) = self.left else { return Ok(false) };
        let groups = self.others(None, budget)?;
        let possible = groups
            .iter()
            .any(|count| left.checked_sub(count).is_some_and(|rest| (least..=most).contains(&rest)));
        Ok(possible)
    }

    pub(super) fn is_possible(&self, budget: &mut Budget) -> Result<bool, Rejection> {
        self.adds_up((0, self.unseen.len()), budget)
    }

    /// Whether the numbers alone show that an unsettled cell is safe, whatever the number of mines on the board.
    pub(super) fn is_safe_by_numbers(&self, cell: usize, budget: &mut Budget) -> Result<bool, Rejection> {
        let Some(&(number, at)) = self.place.get(&cell) else { return Ok(false) };
        if let Some(known) = self.by_numbers.borrow().get(&number) {
            return Ok(!known[at][1]);
        }
        let group = &self.groups[number];
        let found = group.choices(&Bits::range(0, group.cells.len()), budget)?;
        let answer = !found[at][1];
        self.by_numbers.borrow_mut().insert(number, found);
        Ok(answer)
    }

    /// Whether a closed cell may be a mine (or may be safe).
    pub(super) fn may_be(&self, cell: usize, mine: bool, budget: &mut Budget) -> Result<bool, Rejection> {
        if let Some(settled) = self.table.settled[cell] {
            return Ok(settled == mine);
        }
        let Some(&(number, at)) = self.place.get(&cell) else {
            let unseen = self.unseen.len();
            let bounds = if mine { (1, unseen) } else { (0, unseen.saturating_sub(1)) };
            return self.adds_up(bounds, budget);
        };
        if let Some(known) = self.choices.borrow().get(&number) {
            return Ok(known[at][usize::from(mine)]);
        }
        // What the group may hold: the rest goes to the other groups and the unseen cells.
        let Some(left) = self.left else { return Ok(false) };
        let others = self.others(Some(number), budget)?;
        let unseen = Bits::range(0, self.unseen.len());
        budget.spend((others.words() * unseen.words()) as u64)?;
        let elsewhere = unseen.sums(&others);
        let mut allowed = Bits::default();
        for rest in elsewhere.iter().take_while(|&rest| rest <= left) {
            allowed.add(&Bits::of(left - rest), 0);
        }
        let found = self.groups[number].choices(&allowed, budget)?;
        let answer = found[at][usize::from(mine)];
        self.choices.borrow_mut().insert(number, found);
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_refused_memory_that_is_too_small_for_them() {
        let table = Table::new(Size { rows: 1, cols: 4, mines: 2 }, vec![Some(1), None, None, Some(1)]);
        let groups =
            |memory| table.groups(&[0, 3], &mut Budget::unlimited().with_memory(memory)).map(|g| g.len());
        assert_eq!(groups(0), Err(Exhausted::Memory.into()));
        assert_eq!(groups(BYTES_A_NUMBER), Err(Exhausted::Memory.into()), "two numbers, and room for one");
        assert_eq!(groups(2 * BYTES_A_NUMBER), Ok(2));
    }
}

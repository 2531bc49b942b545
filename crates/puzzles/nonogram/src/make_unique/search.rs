//! The cheapest change, or a proof that none below a cost suffices: a search over sets of cells.
//!
//! A node is a set `S` of changed cells. If the picture with `S` changed has a switch, then whatever larger set makes it
//! unique has a further cell in a line of that switch ([the lemma](super::switch)); those cells are tried one after the
//! other, and one that was tried is left out in the branches of the next ones. So every set within the cost is looked at,
//! or excluded by a switch.
//!
//! The switches found on the way are kept: in most pictures one of those known still holds, and the solver is asked only
//! where none does. The switches alone show what was excluded:
//!
//! # The rule
//! With the switches in a list the search can be repeated without a solver (`check` does). At a node with `left` still to
//! spend, the *live* switches are those of the list that hold.
//! 1. There must be one, or the set is not excluded.
//! 2. Of the live switches, in the order of the list, each that shares no line with those taken before is taken. A cell
//!    hits at most two of them, so half the sum of their cheapest cells must be spent, and no less than the dearest of
//!    those. When that is more than `left`, the node is done: nothing can be cheap enough.
//! 3. Otherwise the cells that hit the first live switch are tried in ascending order, if they may be changed and cost at
//!    most `left`; a cell after which not even the cheapest cell of the picture could be paid must hit every live switch.
//!
//! A switch added at the end of the list excludes no less: it is first at nodes that had none before, and elsewhere it can
//! only be taken on top.

use quandary_core::{Budget, Exhausted};

use super::switch::{Switch, find, slim};
use crate::Picture;

/// A search over sets of cells to change.
pub(super) struct Search {
    /// The picture from which the search sets out.
    begin: Picture,
    /// The picture as it is changed at the present node.
    pub(super) picture: Picture,
    /// What each cell costs; `None` where it may not be changed.
    costs: Vec<Option<u32>>,
    /// What the cheapest cell costs.
    cheapest: u32,
    /// The switches known, the oldest first.
    pub(super) switches: Vec<Switch>,
    /// For each of them, whether it holds where the search sets out: there it holds until it is hit.
    at_first: Vec<bool>,
    /// For each of them, whether the last proof rests on it.
    used: Vec<bool>,
}

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SearchOutcome {
    /// These further cells make the picture unique.
    Cells(Vec<usize>),
    /// Nothing that costs so little does.
    Nothing,
}

impl Search {
    pub(super) fn new(picture: Picture, costs: Vec<Option<u32>>) -> Search {
        let cheapest = costs.iter().flatten().copied().min().unwrap_or(u32::MAX);
        let begin = picture.clone();
        Search {
            begin,
            picture,
            costs,
            cheapest,
            switches: Vec::new(),
            at_first: Vec::new(),
            used: Vec::new(),
        }
    }

    /// What each cell costs; `None` where it may not be changed.
    pub(super) fn costs(&self) -> &[Option<u32>] {
        &self.costs
    }

    pub(super) fn flip(&mut self, cell: usize) {
        let (x, y) = (cell % self.picture.width(), cell / self.picture.width());
        self.picture.paint(x, y, !self.picture.is_black(x, y));
    }

    fn learn(&mut self, switch: Switch) {
        self.at_first.push(switch.holds(&self.begin));
        self.used.push(false);
        self.switches.push(switch);
    }

    /// Switches of the picture that share no line, as many as are found one after the other; `false` when it has none.
    pub(super) fn pack(&mut self, budget: &mut Budget) -> Result<bool, Exhausted> {
        let mut frozen = vec![false; self.picture.height() + self.picture.width()];
        let mut packed = Vec::new();
        while let Some(found) = find(&self.picture, &frozen, budget)? {
            let smallest = found.into_iter().min_by_key(|switch| switch.cells().len());
            let Some(switch) = smallest else { break };
            let switch = slim(&self.picture, switch, budget)?;
            for &line in switch.lines() {
                frozen[line] = true;
            }
            packed.push(switch);
        }
        // Those with few lines are hit by few cells.
        packed.sort_by_key(|switch| switch.lines().len());
        let any = !packed.is_empty();
        for switch in packed {
            self.learn(switch);
        }
        Ok(any)
    }

    /// What must be spent at least to hit these switches, and those of them that show it.
    fn must_spend(&self, live: &[usize], open: &[bool]) -> (u64, Vec<usize>) {
        let mut taken: Vec<usize> = Vec::new();
        let (mut sum, mut dearest) = (0_u64, 0_u64);
        for &index in live {
            let switch = &self.switches[index];
            if taken.iter().any(|&other| !self.switches[other].is_apart_from(switch)) {
                continue;
            }
            taken.push(index);
            let mut least = u32::MAX;
            for cell in switch.cells_that_hit().filter(|&cell| open[cell]) {
                least = least.min(self.costs[cell].unwrap_or(u32::MAX));
                if least == self.cheapest {
                    break;
                }
            }
            if least == u32::MAX {
                return (u64::MAX, taken);
            }
            sum += u64::from(least);
            dearest = dearest.max(u64::from(least));
        }
        (sum.div_ceil(2).max(dearest), taken)
    }

    /// What must be spent at least on the picture as it is, by the switches known.
    pub(super) fn at_least(&self) -> u64 {
        let live: Vec<usize> =
            (0..self.switches.len()).filter(|&index| self.switches[index].holds(&self.picture)).collect();
        self.must_spend(&live, &self.open()).0
    }

    /// The cells that may be changed.
    fn open(&self) -> Vec<bool> {
        self.costs.iter().map(Option::is_some).collect()
    }

    /// Looks at every set of cells that costs at most `left` and has none of `closed`.
    ///
    /// One node is one picture looked at, or one decision of the solver.
    pub(super) fn run(
        &mut self,
        left: u32,
        closed: &[usize],
        budget: &mut Budget,
    ) -> Result<SearchOutcome, Exhausted> {
        let mut open = self.open();
        for &cell in closed {
            open[cell] = false;
        }
        self.used.fill(false);
        self.begin.clone_from(&self.picture);
        self.at_first = self.switches.iter().map(|switch| switch.holds(&self.begin)).collect();
        let mut chosen = Vec::new();
        let found = self.node(u64::from(left), &mut open, &mut chosen, budget);
        self.picture.clone_from(&self.begin);
        Ok(if found? { SearchOutcome::Cells(chosen) } else { SearchOutcome::Nothing })
    }

    /// The switches that the last run that found nothing rests on, in their order.
    pub(super) fn proof(&self) -> Vec<Switch> {
        let used = self.switches.iter().zip(&self.used).filter(|(_, used)| **used);
        used.map(|(switch, _)| switch.clone()).collect()
    }

    /// Whether the picture as it is, with further cells that cost at most `left`, is unique for some of them, which
    /// `chosen` then holds.
    fn node(
        &mut self,
        left: u64,
        open: &mut [bool],
        chosen: &mut Vec<usize>,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        budget.spend(1)?;
        let is_leaf = left < u64::from(self.cheapest);
        let mut live = Vec::new();
        for (index, switch) in self.switches.iter().enumerate() {
            let is_hit = chosen.iter().any(|&cell| switch.is_hit_by(cell));
            if if is_hit { switch.holds(&self.picture) } else { self.at_first[index] } {
                live.push(index);
                if is_leaf {
                    break;
                }
            }
        }
        if live.is_empty() {
            budget.poll()?;
            let anywhere = vec![false; self.picture.height() + self.picture.width()];
            let Some(found) = find(&self.picture, &anywhere, budget)? else { return Ok(true) };
            let smallest = found.into_iter().min_by_key(|switch| switch.cells().len());
            let Some(switch) = smallest else { return Ok(true) };
            let switch = slim(&self.picture, switch, budget)?;
            live.push(self.switches.len());
            self.learn(switch);
        }
        let first = live[0];
        if is_leaf {
            self.used[first] = true;
            return Ok(false);
        }
        let (least, taken) = self.must_spend(&live, open);
        if least > left {
            for index in taken {
                self.used[index] = true;
            }
            return Ok(false);
        }
        self.used[first] = true;
        let mut tried = Vec::new();
        let mut found = false;
        for cell in 0..self.costs.len() {
            let Some(cost) = self.costs[cell].map(u64::from).filter(|&cost| open[cell] && cost <= left)
            else {
                continue;
            };
            if !self.switches[first].is_hit_by(cell) {
                continue;
            }
            // The last cell has to hit them all.
            if left - cost < u64::from(self.cheapest)
                && let Some(&missed) = live.iter().find(|&&index| !self.switches[index].is_hit_by(cell))
            {
                self.used[missed] = true;
                continue;
            }
            self.flip(cell);
            chosen.push(cell);
            // A cell tried has no place in later branches, nor twice in its own.
            open[cell] = false;
            tried.push(cell);
            if self.node(left - cost, open, chosen, budget)? {
                found = true;
                break;
            }
            chosen.pop();
            self.flip(cell);
        }
        for cell in tried {
            open[cell] = true;
        }
        Ok(found)
    }
}

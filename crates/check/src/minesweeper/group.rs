//! A connected group of numbers, and all ways to put mines into the cells they leave open.
//!
//! The cells are decided one after the other. The *state* is the number of mines that each number still needs; two ways
//! that reach the same state continue alike. So all ways form a graph with one layer per cell, with an edge for a mine
//! and one for no mine, and everything is counted along it from both ends.

use std::collections::HashMap;

use num_bigint::BigUint;
use quandary_core::{Budget, Exhausted};

use super::bits::Bits;
use super::chances::BYTES_A_NUMBER;

/// A number: the indices of its cells in the group, ascending, and the mines that it still needs.
pub(super) type Demand = (Vec<usize>, i32);

/// The next state, with and without a mine; `NOWHERE` at a dead end.
type Edges = [u32; 2];

const NOWHERE: u32 = u32::MAX;

/// The group as a graph.
pub(super) struct Group {
    pub(super) cells: Vec<usize>,
    /// By cell and state: where the two choices lead.
    layers: Vec<Vec<Edges>>,
    possible: bool,
}

/// Bytes that a state takes, about.
const BYTES_A_STATE: usize = 64;

impl Group {
    pub(super) fn new(
        cells: Vec<usize>,
        demands: &[Demand],
        budget: &mut Budget,
    ) -> Result<Group, Exhausted> {
        let mut group = Group { layers: Vec::with_capacity(cells.len()), cells, possible: true };
        let count = |places: &Vec<usize>| i32::try_from(places.len()).unwrap_or(i32::MAX);
        if demands.iter().any(|(places, need)| !(0..=count(places)).contains(need)) {
            group.possible = false;
            return Ok(group);
        }
        let mut seeing: Vec<Vec<usize>> = vec![Vec::new(); group.cells.len()];
        for (number, (places, _)) in demands.iter().enumerate() {
            for &place in places {
                seeing[place].push(number);
            }
        }
        // The state: the mines still needed by the numbers that have been reached and are not complete, in the order of
        // `open`.
        let mut open: Vec<usize> = Vec::new();
        let mut left: Vec<i32> = demands.iter().map(|(places, _)| count(places)).collect();
        let mut states: Vec<Vec<i32>> = vec![Vec::new()];
        let mut kept = 0;
        for here in &seeing {
            for &number in here {
                if !open.contains(&number) {
                    open.push(number);
                    for state in &mut states {
                        state.push(demands[number].1);
                    }
                }
                left[number] -= 1;
            }
            let touched: Vec<bool> = open.iter().map(|number| here.contains(number)).collect();
            let mut next: HashMap<Vec<i32>, u32> = HashMap::new();
            let mut layer = Vec::with_capacity(states.len());
            for state in &states {
                let mut edges = [NOWHERE; 2];
                for (mine, edge) in (0..).zip(&mut edges) {
                    budget.spend(1)?;
                    let mut after = Vec::with_capacity(state.len());
                    let fits = state.iter().zip(&touched).zip(&open).all(|((&need, &touched), &number)| {
                        let need = if touched { need - mine } else { need };
                        if left[number] > 0 {
                            after.push(need);
                        }
                        (0..=left[number]).contains(&need)
                    });
                    if fits {
                        let fresh = u32::try_from(next.len()).unwrap_or(NOWHERE - 1);
                        *edge = *next.entry(after).or_insert(fresh);
                    }
                }
                layer.push(edges);
            }
            open.retain(|&number| left[number] > 0);
            kept += layer.len();
            if kept > budget.memory_or(usize::MAX) / BYTES_A_STATE {
                return Err(Exhausted::Memory);
            }
            group.layers.push(layer);
            let mut sorted: Vec<(Vec<i32>, u32)> = next.into_iter().collect();
            sorted.sort_unstable_by_key(|(_, index)| *index);
            states = sorted.into_iter().map(|(state, _)| state).collect();
        }
        group.possible = !states.is_empty();
        Ok(group)
    }

    /// Values of the states of every layer and of the end, from the first layer on, as long as they fit in memory.
    fn forward<T: Clone>(
        &self,
        none: &T,
        start: T,
        budget: &mut Budget,
        bytes: impl Fn(&T) -> usize,
        mut go: impl FnMut(&T, usize, &mut T) -> usize,
    ) -> Result<Vec<Vec<T>>, Exhausted> {
        let mut values = vec![vec![start]];
        let mut kept = 0;
        for (at, layer) in self.layers.iter().enumerate() {
            let mut next = vec![none.clone(); self.width(at + 1)];
            for (edges, value) in layer.iter().zip(&values[at]) {
                for (mine, &to) in edges.iter().enumerate().filter(|&(_, &to)| to != NOWHERE) {
                    let cost = go(value, mine, &mut next[to as usize]);
                    budget.spend(cost as u64)?;
                }
            }
            kept += next.iter().map(&bytes).sum::<usize>();
            if kept > budget.memory_or(usize::MAX) {
                return Err(Exhausted::Memory);
            }
            values.push(next);
        }
        Ok(values)
    }

    /// The same, backwards from the end.
    fn backward<T: Clone>(
        &self,
        none: &T,
        end: T,
        budget: &mut Budget,
        mut go: impl FnMut(&T, usize, &mut T) -> usize,
    ) -> Result<Vec<Vec<T>>, Exhausted> {
        let mut values = vec![vec![end; self.width(self.layers.len())]];
        for layer in self.layers.iter().rev() {
            let after = values.last().map_or(&[] as &[T], Vec::as_slice);
            let mut before = vec![none.clone(); layer.len()];
            for (edges, value) in layer.iter().zip(&mut before) {
                for (mine, &to) in edges.iter().enumerate().filter(|&(_, &to)| to != NOWHERE) {
                    let cost = go(&after[to as usize], mine, value);
                    budget.spend(cost as u64)?;
                }
            }
            values.push(before);
        }
        values.reverse();
        Ok(values)
    }

    /// States of a layer; of the end there is one, or none.
    fn width(&self, layer: usize) -> usize {
        match self.layers.get(layer) {
            Some(states) => states.len(),
            None => usize::from(self.possible),
        }
    }

    /// The mine counts of all ways.
    pub(super) fn totals(&self, budget: &mut Budget) -> Result<Bits, Exhausted> {
        if !self.possible {
            return Ok(Bits::default());
        }
        let mut now = vec![Bits::of(0)];
        for (at, layer) in self.layers.iter().enumerate() {
            let mut next = vec![Bits::default(); self.width(at + 1)];
            for (edges, value) in layer.iter().zip(&now) {
                for (mine, &to) in edges.iter().enumerate().filter(|&(_, &to)| to != NOWHERE) {
                    budget.spend(value.words() as u64 + 1)?;
                    next[to as usize].add(value, mine);
                }
            }
            now = next;
        }
        Ok(now.pop().unwrap_or_default())
    }

    /// For every cell whether it may be safe and whether it may be a mine, when the group's total is one of `allowed`.
    pub(super) fn choices(&self, allowed: &Bits, budget: &mut Budget) -> Result<Vec<[bool; 2]>, Exhausted> {
        if !self.possible {
            return Ok(vec![[false; 2]; self.cells.len()]);
        }
        let none = Bits::default();
        let bytes = |bits: &Bits| BYTES_A_NUMBER + 8 * bits.words();
        let so_far = self.forward(&none, Bits::of(0), budget, bytes, |from, mine, to| {
            to.add(from, mine);
            from.words() + 1
        })?;
        // The counts up to each state from which the end can be reached.
        let good = self.backward(&none, allowed.clone(), budget, |from, mine, to| {
            to.add_lowered(from, mine);
            from.words() + 1
        })?;
        let mut choices = vec![[false; 2]; self.cells.len()];
        for (at, layer) in self.layers.iter().enumerate() {
            for (state, edges) in layer.iter().enumerate() {
                for (mine, &to) in edges.iter().enumerate().filter(|&(_, &to)| to != NOWHERE) {
                    let mut counted = Bits::default();
                    counted.add(&so_far[at][state], mine);
                    choices[at][mine] |= counted.meets(&good[at + 1][to as usize]);
                }
            }
        }
        Ok(choices)
    }

    /// For every state of every layer and for the end, the number of ways to reach it by mine count.
    pub(super) fn ways(&self, budget: &mut Budget) -> Result<Ways, Exhausted> {
        if !self.possible {
            return Ok(Ways(Vec::new()));
        }
        let digits = |number: &BigUint| BYTES_A_NUMBER + 8 * number.iter_u64_digits().len();
        let bytes = |ways: &Vec<BigUint>| ways.iter().map(digits).sum();
        Ok(Ways(self.forward(&Vec::new(), vec![BigUint::from(1_u8)], budget, bytes, raise)?))
    }

    /// For every cell, how many ways have a mine there, when a way with `k` mines counts `weight[k]` times.
    pub(super) fn mined(
        &self,
        so_far: &Ways,
        weight: &[BigUint],
        budget: &mut Budget,
    ) -> Result<Vec<BigUint>, Exhausted> {
        let mut mined = vec![BigUint::ZERO; self.cells.len()];
        let Ways(so_far) = so_far;
        // By state of the next layer: the total weight of the ways on from there, by the mines before it.
        let mut behind = vec![weight.to_vec(); self.width(self.layers.len())];
        for (at, layer) in self.layers.iter().enumerate().rev() {
            let mut here = Vec::with_capacity(layer.len());
            for (edges, ways) in layer.iter().zip(so_far.get(at).into_iter().flatten()) {
                budget.spend(3 * ways.len() as u64 + 1)?;
                // No way has more mines than this before the cell.
                let mut own = vec![BigUint::ZERO; ways.len()];
                for (mine, &to) in edges.iter().enumerate().filter(|&(_, &to)| to != NOWHERE) {
                    let after = behind[to as usize].iter().skip(mine);
                    own.iter_mut().zip(after).for_each(|(own, after)| *own += after);
                }
                if edges[1] != NOWHERE {
                    let after = behind[edges[1] as usize].iter().skip(1);
                    mined[at] += ways.iter().zip(after).map(|(a, b)| a * b).sum::<BigUint>();
                }
                here.push(own);
            }
            behind = here;
        }
        Ok(mined)
    }
}

/// Ways by layer, state and mine count.
pub(super) struct Ways(Vec<Vec<Vec<BigUint>>>);

impl Ways {
    /// The ways of the whole group by mine count.
    pub(super) fn whole(&self) -> &[BigUint] {
        self.0.last().and_then(|end| end.last()).map_or(&[], Vec::as_slice)
    }
}

/// Ways by count, each count made larger by one for a mine.
#[allow(clippy::ptr_arg)] // the callback's type is the value's
fn raise(from: &Vec<BigUint>, mine: usize, to: &mut Vec<BigUint>) -> usize {
    if to.len() < from.len() + mine {
        to.resize(from.len() + mine, BigUint::ZERO);
    }
    from.iter().zip(&mut to[mine..]).for_each(|(from, to)| *to += from);
    from.len() + 1
}

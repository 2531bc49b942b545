//! Counts the ways to satisfy a system, by mine count: dynamic programming along the frontier.
//!
//! Boxes are assigned one after the other. All that the rest needs to know about the boxes already
//! assigned is how many mines each *open* constraint (one with boxes on both sides) still misses; those
//! numbers, four bits each, are the state. A layer is the list of states in ascending order, each with a
//! polynomial: how many assignments lead to it, by mines used. Giving `k` mines to a box subtracts the
//! same number from every state, so each `k` keeps the order and the next layer is a merge of at most nine
//! sorted lists: no hashing. The width of a layer depends on how many constraints are open at once (the
//! path width of the frontier), not on the frontier's length.
//!
//! A forward pass counts; a backward pass, started from weights that stand for the rest of the board,
//! gives each box's expected mines. Both visit each transition once.

use quandary_core::Exhausted;

use super::hold::Hold;
use super::system::System;
use super::weight::Weight;

/// A state of a layer: where its polynomial lies and which power of the mine count it starts with.
#[derive(Clone, Copy, Debug)]
struct State {
    offset: u32,
    low: u16,
    len: u16,
    first_edge: u32,
}

/// A transition: `mines` of the box's cells are mines.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    mines: u8,
}

/// The assignment of one box.
#[derive(Clone, Copy, Debug)]
struct Step {
    group: u16,
    size: u8,
    touched: u8,
    /// Where each touched constraint's four bits start.
    shift: [u8; 8],
    /// Cells that come later, per touched constraint: it may miss at most that many mines afterwards.
    room: [u8; 8],
    /// One in the four bits of each touched constraint.
    mask: u128,
    /// The needs of the constraints that this step opens.
    opened: u128,
}

/// What a box may hold: expected mines and expected safe cells, on one common scale.
#[derive(Clone, Debug)]
pub(crate) struct Tally<W> {
    pub(crate) mines: W,
    pub(crate) safe: W,
}

/// The passes over one system, with all their memory, reused from position to position.
#[derive(Clone, Debug)]
pub(crate) struct Chain<W> {
    steps: Vec<Step>,
    /// `layers[i]` is the first state after `i` steps.
    layers: Vec<u32>,
    states: Vec<State>,
    edges: Vec<Edge>,
    ways: Vec<W>,
    back: Vec<W>,
    keys: Vec<u128>,
    next: Vec<u128>,
    lists: [Vec<(u128, u32)>; 9],
    pub(crate) tallies: Vec<Tally<W>>,
    /// ln of what the ways were divided by.
    pub(crate) ln_scale: f64,
    order: Ordering,
}

/// Scratch for choosing the order of the boxes.
#[derive(Clone, Debug, Default)]
struct Ordering {
    left: Vec<u8>,
    room: Vec<u8>,
    slot: Vec<u8>,
    /// For each constraint: the step that opens it, and where its four bits start.
    opened_at: Vec<(u32, u8)>,
    placed: Vec<bool>,
    open: Vec<u16>,
    queue: Vec<u16>,
    visited: Vec<bool>,
}

/// At most this many constraints may be open at once: 32 times four bits.
const SLOTS: u32 = 32;
const CLOSED: u8 = u8::MAX;

/// C(n, k) for boxes.
pub(crate) const CHOOSE: [[u32; 9]; 9] = {
    let mut table = [[0; 9]; 9];
    let mut n = 0;
    while n < 9 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

impl<W: Weight> Chain<W> {
    pub(crate) fn new() -> Chain<W> {
        Chain {
            steps: Vec::new(),
            layers: Vec::new(),
            states: Vec::new(),
            edges: Vec::new(),
            ways: Vec::new(),
            back: Vec::new(),
            keys: Vec::new(),
            next: Vec::new(),
            lists: std::array::from_fn(|_| Vec::new()),
            tallies: Vec::new(),
            ln_scale: 0.0,
            order: Ordering::default(),
        }
    }

    /// Changes what a constraint demands, after [`Chain::plan`].
    pub(crate) fn demand(&mut self, constraint: usize, need: u8) {
        let (step, shift) = self.order.opened_at[constraint];
        let step = &mut self.steps[step as usize];
        step.opened = step.opened & !(15 << shift) | u128::from(need) << shift;
    }

    /// Counts the ways of a planned system. False when there is none.
    pub(crate) fn forward(&mut self, hold: &mut Hold) -> Result<bool, Exhausted> {
        self.states.clear();
        self.edges.clear();
        self.ways.clear();
        self.layers.clear();
        self.ln_scale = 0.0;
        self.keys.clear();
        self.keys.push(0);
        self.states.push(State { offset: 0, low: 0, len: 1, first_edge: 0 });
        self.ways.push(W::one());
        self.layers.push(0);
        self.layers.push(1);
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            self.split(&step);
            self.merge(&step, self.layers[index], hold)?;
            if self.keys.is_empty() {
                return Ok(false);
            }
            self.layers.push(self.states.len() as u32);
        }
        Ok(true)
    }

    /// The successors of every state of the current layer, by mines given to the box.
    #[inline]
    fn split(&mut self, step: &Step) {
        let size = step.size as usize;
        for list in &mut self.lists[..=size] {
            list.clear();
        }
        for (from, &key) in self.keys.iter().enumerate() {
            let key = key + step.opened;
            let (mut least, mut most) = (0_u8, step.size);
            for touched in 0..step.touched as usize {
                let misses = (key >> step.shift[touched]) as u8 & 15;
                most = most.min(misses);
                least = least.max(misses.saturating_sub(step.room[touched]));
            }
            for mines in least..=most {
                self.lists[mines as usize].push((key - u128::from(mines) * step.mask, from as u32));
            }
        }
    }

    /// Merges the sorted successor lists into the next layer, adding up the ways.
    #[inline]
    fn merge(&mut self, step: &Step, layer: u32, hold: &mut Hold) -> Result<(), Exhausted> {
        let size = step.size as usize;
        self.next.clear();
        let mut heads = [0_usize; 9];
        let first_way = self.ways.len();
        loop {
            let mut least = None;
            for (list, &head) in self.lists[..=size].iter().zip(&heads) {
                if let Some(&(key, _)) = list.get(head)
                    && least.is_none_or(|least| key < least)
                {
                    least = Some(key);
                }
            }
            let Some(key) = least else { break };
            let first_edge = self.edges.len();
            let (mut low, mut high) = (u16::MAX, 0);
            for (mines, (list, head)) in self.lists[..=size].iter().zip(&mut heads).enumerate() {
                if let Some(&(other, from)) = list.get(*head)
                    && other == key
                {
                    *head += 1;
                    let from = layer + from;
                    self.edges.push(Edge { from, mines: mines as u8 });
                    let state = &self.states[from as usize];
                    low = low.min(state.low + mines as u16);
                    high = high.max(state.low + mines as u16 + state.len);
                }
            }
            let offset = self.ways.len();
            self.ways.resize(offset + (high - low) as usize, W::zero());
            let (old, new) = self.ways.split_at_mut(offset);
            for edge in &self.edges[first_edge..] {
                let state = &self.states[edge.from as usize];
                let factor = W::one().times(CHOOSE[size][edge.mines as usize]);
                let source = &old[state.offset as usize..][..state.len as usize];
                let start = (state.low + u16::from(edge.mines) - low) as usize;
                for (sum, ways) in new[start..].iter_mut().zip(source) {
                    sum.add_product(ways, &factor);
                }
            }
            // The backward pass has a number for each of these; how large it is will be seen there.
            let numbers: usize = new.iter().map(|ways| ways.bytes() + size_of::<W>()).sum();
            let edges = self.edges.len() - first_edge;
            hold.take(numbers + size_of::<State>() + size_of::<u128>() + edges * size_of::<Edge>())?;
            self.states.push(State {
                offset: offset as u32,
                low,
                len: high - low,
                first_edge: first_edge as u32,
            });
            self.next.push(key);
        }
        self.ln_scale += W::rescale(&mut self.ways[first_way..]);
        std::mem::swap(&mut self.keys, &mut self.next);
        Ok(())
    }

    /// After a successful forward pass: the fewest mines, and the ways for that many and more.
    pub(crate) fn total(&self) -> (usize, &[W]) {
        let last = self.states.last().expect("the forward pass leaves a last state");
        (last.low as usize, &self.ways[last.offset as usize..][..last.len as usize])
    }

    /// Number of boxes assigned.
    pub(crate) fn steps_taken(&self) -> usize {
        self.steps.len()
    }

    /// The state in which everything is assigned.
    pub(crate) fn last_state(&self) -> u32 {
        self.states.len() as u32 - 1
    }

    /// The ways to reach a state with this many mines.
    pub(crate) fn ways_of(&self, state: u32, mines: usize) -> W {
        let state = &self.states[state as usize];
        let index = mines.checked_sub(state.low as usize).filter(|&index| index < state.len as usize);
        index.map_or_else(W::zero, |index| self.ways[state.offset as usize + index].clone())
    }

    /// The box that a step assigns.
    pub(crate) fn group_of_step(&self, step: usize) -> usize {
        self.steps[step].group as usize
    }

    /// The states from which a state is reached, each with the mines given to the box.
    pub(crate) fn edges_into(&self, state: u32) -> impl Iterator<Item = (u32, u8)> + '_ {
        let first = self.states[state as usize].first_edge as usize;
        let next = self.states.get(state as usize + 1);
        let last = next.map_or(self.edges.len(), |next| next.first_edge as usize);
        self.edges[first..last].iter().map(|edge| (edge.from, edge.mines))
    }

    /// Fills [`Chain::tallies`], one per box, given the weight of the rest of the board for each entry of
    /// [`Chain::total`].
    pub(crate) fn backward(&mut self, rest: &[W], groups: usize, hold: &mut Hold) -> Result<(), Exhausted> {
        self.back.clear();
        self.back.resize(self.ways.len(), W::zero());
        self.tallies.clear();
        self.tallies.resize(groups, Tally { mines: W::zero(), safe: W::zero() });
        let last = self.states.last().expect("the forward pass leaves a last state");
        self.back[last.offset as usize..].clone_from_slice(rest);
        for index in (0..self.steps.len()).rev() {
            let step = &self.steps[index];
            let size = step.size as usize;
            let tally = &mut self.tallies[step.group as usize];
            let (begin, end) = (self.layers[index + 1] as usize, self.layers[index + 2] as usize);
            let split = self.states[begin].offset as usize;
            let (older, newer) = self.back.split_at_mut(split);
            for id in begin..end {
                hold.poll()?;
                let state = self.states[id];
                let last_edge =
                    self.states.get(id + 1).map_or(self.edges.len(), |next| next.first_edge as usize);
                let target = &newer[state.offset as usize - split..][..state.len as usize];
                for edge in &self.edges[state.first_edge as usize..last_edge] {
                    let from = self.states[edge.from as usize];
                    let factor = W::one().times(CHOOSE[size][edge.mines as usize]);
                    let start = (from.low + u16::from(edge.mines) - state.low) as usize;
                    let span = from.offset as usize..from.offset as usize + from.len as usize;
                    let mut dot = W::zero();
                    for ((sum, after), ways) in
                        older[span.clone()].iter_mut().zip(&target[start..]).zip(&self.ways[span])
                    {
                        sum.add_product(after, &factor);
                        dot.add_product(after, ways);
                    }
                    if !dot.is_zero() {
                        let ways = dot.times(CHOOSE[size][edge.mines as usize]);
                        tally.mines.add_product(&ways, &W::one().times(u32::from(edge.mines)));
                        tally.safe.add_product(&ways, &W::one().times((size - edge.mines as usize) as u32));
                    }
                }
            }
            let begin = self.states[self.layers[index] as usize].offset as usize;
            W::rescale(&mut older[begin..]);
            hold.take(older[begin..].iter().map(|sum| sum.bytes() - size_of::<W>()).sum())?;
        }
        Ok(())
    }

    /// Chooses the order of the boxes: close the open constraint with the fewest boxes left, and start at
    /// an end of the frontier.
    pub(crate) fn plan(&mut self, system: &System) -> Result<(), Exhausted> {
        let count = system.constraints.len();
        self.steps.clear();
        let order = &mut self.order;
        order.left.clear();
        order.room.clear();
        for constraint in &system.constraints {
            order.left.push(constraint.groups().len() as u8);
            order.room.push(constraint.groups().iter().map(|&g| system.groups[g as usize].size).sum());
        }
        order.slot.clear();
        order.slot.resize(count, CLOSED);
        order.opened_at.clear();
        order.opened_at.resize(count, (0, 0));
        order.placed.clear();
        order.placed.resize(system.groups.len(), false);
        order.visited.clear();
        order.visited.resize(count, false);
        order.open.clear();
        let mut free = u32::MAX;
        let mut unstarted = 0;
        loop {
            let next = order.open.iter().copied().min_by_key(|&c| order.left[c as usize]);
            let next = match next {
                Some(next) => next,
                None => {
                    while unstarted < count && order.left[unstarted] == 0 {
                        unstarted += 1;
                    }
                    if unstarted == count {
                        return Ok(());
                    }
                    order.far_from(system, unstarted as u16)
                }
            };
            for &group in system.constraints[next as usize].groups() {
                if order.placed[group as usize] {
                    continue;
                }
                order.placed[group as usize] = true;
                let found = &system.groups[group as usize];
                let mut step = Step {
                    group,
                    size: found.size,
                    touched: found.constraints().len() as u8,
                    shift: [0; 8],
                    room: [0; 8],
                    mask: 0,
                    opened: 0,
                };
                for (touched, &constraint) in found.constraints().iter().enumerate() {
                    let c = constraint as usize;
                    if order.slot[c] == CLOSED {
                        if free == 0 {
                            return Err(Exhausted::Memory);
                        }
                        order.slot[c] = free.trailing_zeros() as u8;
                        free &= free - 1;
                        order.opened_at[c] = (self.steps.len() as u32, 4 * order.slot[c]);
                        order.open.push(constraint);
                        step.opened |= u128::from(system.constraints[c].need) << (4 * order.slot[c]);
                    }
                    order.left[c] -= 1;
                    order.room[c] -= found.size;
                    step.shift[touched] = 4 * order.slot[c];
                    step.room[touched] = order.room[c];
                    step.mask |= 1 << (4 * order.slot[c]);
                }
                for &constraint in found.constraints() {
                    let c = constraint as usize;
                    if order.left[c] == 0 {
                        free |= 1 << order.slot[c];
                        order.open.retain(|&open| open != constraint);
                    }
                }
                self.steps.push(step);
            }
        }
    }
}

impl Ordering {
    /// The last constraint that a breadth-first walk from `start` reaches: an end of the frontier.
    fn far_from(&mut self, system: &System, start: u16) -> u16 {
        self.queue.clear();
        self.queue.push(start);
        self.visited[start as usize] = true;
        let mut head = 0;
        while head < self.queue.len() {
            let constraint = self.queue[head];
            head += 1;
            for &group in system.constraints[constraint as usize].groups() {
                for &other in system.groups[group as usize].constraints() {
                    if !std::mem::replace(&mut self.visited[other as usize], true) {
                        self.queue.push(other);
                    }
                }
            }
        }
        *self.queue.last().expect("the start is in the queue")
    }
}

const _: () = assert!(SLOTS == 32 && CHOOSE[8][4] == 70);

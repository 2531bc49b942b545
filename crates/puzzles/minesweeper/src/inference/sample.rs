//! Draws minefields uniformly among those that agree with a position.
//!
//! The forward passes already hold all the counts: walking a part's graph back from its last state, and
//! taking each edge with the share of assignments that come through it, gives every assignment the same
//! chance.

use quandary_core::Stream;

use super::Inference;
use super::chain::CHOOSE;
use super::weight::Weight;
use crate::board::Cell;
use crate::knowledge::{Knowledge, Mark};
use crate::rules::Minefield;

impl Inference<f64> {
    /// A minefield, each that agrees equally likely. `self` must have been run on `known`.
    pub(crate) fn sample(&self, known: &Knowledge, stream: &mut Stream) -> Minefield {
        let board = known.grid().board();
        let mut mined: Vec<bool> = known.grid().cells().map(|cell| known.mark(cell) == Mark::Mine).collect();
        let lows: usize = self.parts[..self.live].iter().map(|part| part.chain.total().0).sum();
        let all = &self.prefixes[self.live];
        let most = self.mines_left as isize - lows as isize;
        let (mut choose, _) = f64::choose(self.unseen.len(), most - (all.len() as isize - 1), most);
        choose.reverse();
        // How many mines the whole frontier has above its fewest; then part by part from the last.
        let mut above = pick(all.len(), stream, |j| all[j] * choose[j]);
        let on_frontier = lows + above;
        for index in (0..self.live).rev() {
            let ways = self.parts[index].chain.total().1;
            let before = &self.prefixes[index];
            let own = pick(ways.len().min(above + 1), stream, |m| {
                before.get(above - m).map_or(0.0, |before| before * ways[m])
            });
            above -= own;
            self.sample_part(index, own, stream, &mut mined);
        }
        let mut unseen: Vec<Cell> = self.unseen.clone();
        stream.shuffle(&mut unseen);
        for cell in &unseen[..self.mines_left.saturating_sub(on_frontier).min(unseen.len())] {
            mined[cell.at()] = true;
        }
        Minefield::new(board.rows(), board.cols(), mined).expect("the board is the observation's")
    }

    fn sample_part(&self, index: usize, above: usize, stream: &mut Stream, mined: &mut [bool]) {
        let part = &self.parts[index];
        let chain = &part.chain;
        let mut state = chain.last_state();
        let mut mines = chain.total().0 + above;
        for step in (0..chain.steps_taken()).rev() {
            let group = chain.group_of_step(step);
            let size = part.system.groups[group].size as usize;
            let edges: Vec<(u32, u8)> = chain.edges_into(state).collect();
            let taken = pick(edges.len(), stream, |edge| {
                let (from, count) = edges[edge];
                let ways = mines.checked_sub(count as usize).map_or(0.0, |mines| chain.ways_of(from, mines));
                ways * f64::from(CHOOSE[size][count as usize])
            });
            let (from, count) = edges[taken];
            let mut members: Vec<Cell> = (0..part.system.cells.len())
                .filter(|&cell| part.system.group_of[cell] as usize == group)
                .map(|cell| part.system.cells[cell])
                .collect();
            stream.shuffle(&mut members);
            for cell in &members[..count as usize] {
                mined[cell.at()] = true;
            }
            mines -= count as usize;
            state = from;
        }
    }
}

/// An index with a chance in proportion to its weight.
fn pick(len: usize, stream: &mut Stream, weight: impl Fn(usize) -> f64) -> usize {
    let total: f64 = (0..len).map(&weight).sum();
    let mut left = stream.unit() * total;
    let mut last = 0;
    for index in 0..len {
        let weight = weight(index);
        if weight > 0.0 {
            last = index;
            if left < weight {
                return index;
            }
            left -= weight;
        }
    }
    last
}

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

/// Draws any number of minefields of one position.
pub(crate) struct Sampler<'a> {
    base: &'a Inference<f64>,
    /// How likely the frontier has this many mines above its fewest, up to a factor.
    above: Vec<f64>,
    /// The cells of every box of every part.
    boxes: Vec<Vec<Vec<Cell>>>,
    unseen: Vec<Cell>,
}

impl Inference<f64> {
    /// Gets ready to draw minefields. `self` must have been run.
    pub(crate) fn sampler(&self) -> Sampler<'_> {
        let all = &self.prefixes[self.live];
        let most = self.mines_left as isize - self.fewest() as isize;
        let (mut choose, _) =
            f64::choose(self.unseen.len(), most - (all.len() as isize - 1), most, &mut self.hold())
                .expect("in floating point it takes next to nothing");
        choose.reverse();
        let boxes = self.parts[..self.live].iter().map(|part| {
            let mut boxes = vec![Vec::new(); part.system.groups.len()];
            for (&cell, &group) in part.system.cells.iter().zip(&part.system.group_of) {
                boxes[group as usize].push(cell);
            }
            boxes
        });
        Sampler {
            base: self,
            above: all.iter().zip(&choose).map(|(ways, rest)| ways * rest).collect(),
            boxes: boxes.collect(),
            unseen: self.unseen.clone(),
        }
    }

    /// The fewest mines that the whole frontier can have.
    fn fewest(&self) -> usize {
        self.parts[..self.live].iter().map(|part| part.chain.total().0).sum()
    }

    /// A minefield, each that agrees equally likely. `self` must have been run on `known`.
    pub(crate) fn sample(&self, known: &Knowledge, stream: &mut Stream) -> Minefield {
        let board = known.grid().board();
        let mut mined: Vec<bool> = known.grid().cells().map(|cell| known.mark(cell) == Mark::Mine).collect();
        self.sampler().draw(stream, |cell| mined[cell.at()] = true);
        Minefield::new(board.rows(), board.cols(), mined).expect("the board is the observation's")
    }
}

impl Sampler<'_> {
    /// Draws a minefield: calls `mine` with each of its mines.
    pub(crate) fn draw(&mut self, stream: &mut Stream, mut mine: impl FnMut(Cell)) {
        let base = self.base;
        // How many mines the whole frontier has above its fewest; then part by part from the last.
        let mut above = pick(self.above.len(), stream, |j| self.above[j]);
        let unseen = base.mines_left.saturating_sub(base.fewest() + above).min(self.unseen.len());
        for index in (0..base.live).rev() {
            let ways = base.parts[index].chain.total().1;
            let before = &base.prefixes[index];
            let own = pick(ways.len().min(above + 1), stream, |m| {
                before.get(above - m).map_or(0.0, |before| before * ways[m])
            });
            above -= own;
            self.draw_part(index, own, stream, &mut mine);
        }
        draw_some(&mut self.unseen, unseen, stream, &mut mine);
    }

    fn draw_part(&mut self, index: usize, above: usize, stream: &mut Stream, mine: &mut impl FnMut(Cell)) {
        let chain = &self.base.parts[index].chain;
        let mut state = chain.last_state();
        let mut mines = chain.total().0 + above;
        for step in (0..chain.steps_taken()).rev() {
            let cells = &mut self.boxes[index][chain.group_of_step(step)];
            // A box has at most eight cells, so at most nine edges lead here.
            let mut edges = [(0, 0, 0.0); 9];
            let mut count = 0;
            for (from, given) in chain.edges_into(state) {
                let ways = mines.checked_sub(given as usize).map_or(0.0, |mines| chain.ways_of(from, mines));
                edges[count] = (from, given, ways * f64::from(CHOOSE[cells.len()][given as usize]));
                count += 1;
            }
            let (from, given, _) = edges[pick(count, stream, |edge| edges[edge].2)];
            draw_some(cells, given as usize, stream, mine);
            mines -= given as usize;
            state = from;
        }
    }
}

/// Draws `count` of the cells: they are moved to the front, so the order does not matter next time.
fn draw_some(cells: &mut [Cell], count: usize, stream: &mut Stream, mine: &mut impl FnMut(Cell)) {
    for at in 0..count {
        if cells.len() - at > 1 {
            cells.swap(at, at + stream.index(cells.len() - at));
        }
        mine(cells[at]);
    }
}

/// An index with a chance in proportion to its weight.
fn pick(len: usize, stream: &mut Stream, weight: impl Fn(usize) -> f64) -> usize {
    if len == 1 {
        return 0;
    }
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

//! What an enumeration that had to stop can say (inria 2.2.2, approximate inference).

use super::Inference;
use super::chain::CHOOSE;

/// Laplace's estimate of a probability: (mined + 1) / (met + 2). It is never 0 nor 1, so that nothing passes for certain
/// unless the search was complete.
///
/// ```
/// use quandary_minesweeper::inference::laplace;
/// assert_eq!(laplace(0.0, 0.0), 0.5);
/// assert_eq!(laplace(3.0, 8.0), 0.4);
/// assert!(laplace(8.0, 8.0) < 1.0);
/// ```
pub fn laplace(mined: f64, met: f64) -> f64 {
    (mined + 1.0) / (met + 2.0)
}

impl Inference<f64> {
    /// Walks through the solutions of the whole fringe until `most` were met, and leaves Laplace's estimate for every
    /// cell of it in `risk`; the other unknown cells share the mines that the met solutions leave. Returns how many
    /// were met: a little more than `most`, because cells that no number tells apart are exchanged at once.
    ///
    /// The order is ours, box by box along the frontier and part by part: the report does not print its own.
    pub(crate) fn estimate(&self, most: f64, risk: &mut [f64]) -> f64 {
        let parts = &self.parts[..self.live];
        let empty = || parts.iter().map(|part| vec![0.0; part.system.groups.len()]).collect();
        let lowest = parts.iter().map(|part| part.chain.total().0).sum();
        let mut walk =
            Walk { engine: self, most, lowest, mines: empty(), mined: empty(), met: 0.0, beyond: 0.0 };
        walk.enter(0, 0, 1.0);
        for (part, mined) in parts.iter().zip(&walk.mined) {
            for (cell, &group) in part.system.cells.iter().zip(&part.system.group_of) {
                risk[cell.at()] = laplace(mined[group as usize], walk.met);
            }
        }
        for cell in &self.unseen {
            risk[cell.at()] = walk.beyond / walk.met.max(1.0) / self.unseen.len() as f64;
        }
        walk.met
    }
}

struct Walk<'a> {
    engine: &'a Inference<f64>,
    most: f64,
    /// The fewest mines of the parts that are not entered yet.
    lowest: usize,
    /// The share of mines of every box of every part, now.
    mines: Vec<Vec<f64>>,
    /// The same, summed over the solutions that were met.
    mined: Vec<Vec<f64>>,
    met: f64,
    /// Mines beyond the fringe, summed.
    beyond: f64,
}

impl Walk<'_> {
    /// Goes on with part `index` after `used` mines, assigned in `ways` ways.
    fn enter(&mut self, index: usize, used: usize, ways: f64) {
        let engine = self.engine;
        if used + self.lowest > engine.mines_left {
            return;
        }
        if index < engine.live {
            let chain = &engine.parts[index].chain;
            self.lowest -= chain.total().0;
            self.back(index, chain.steps_taken(), chain.last_state(), used, ways);
            self.lowest += chain.total().0;
            return;
        }
        let left = engine.mines_left - used;
        if left > engine.unseen.len() {
            return;
        }
        self.met += ways;
        self.beyond += ways * left as f64;
        for (sums, shares) in self.mined.iter_mut().zip(&self.mines) {
            for (sum, share) in sums.iter_mut().zip(shares) {
                *sum += ways * share;
            }
        }
    }

    fn back(&mut self, index: usize, steps: usize, state: u32, used: usize, ways: f64) {
        if self.met >= self.most {
            return;
        }
        if steps == 0 {
            return self.enter(index + 1, used, ways);
        }
        let part = &self.engine.parts[index];
        let group = part.chain.group_of_step(steps - 1);
        let size = part.system.groups[group].size as usize;
        for (from, count) in part.chain.edges_into(state) {
            self.mines[index][group] = f64::from(count) / size as f64;
            let ways = ways * f64::from(CHOOSE[size][count as usize]);
            self.back(index, steps - 1, from, used + usize::from(count), ways);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Knowledge;
    use crate::rules::Observation;

    #[test]
    fn a_complete_walk_meets_every_solution_of_the_fringe() {
        let mut stream = quandary_core::Seed(8).stream(0);
        let mut walked = 0;
        for _ in 0..60 {
            let seen = Observation::scattered("6x6/7".parse().unwrap(), 0.4, &mut stream);
            let known = Knowledge::of(&seen);
            let mut engine = Inference::<f64>::new(seen.grid());
            if engine.run(&known).is_err() || engine.live == 0 {
                continue;
            }
            let mut risk = vec![f64::NAN; seen.board().cells()];
            let met = engine.estimate(f64::INFINITY, &mut risk);
            let all = engine.frontier_solutions();
            assert!((met - all).abs() < 1e-6 * all, "{met} of {all}");
            let mut mines = 0.0;
            for part in &engine.parts[..engine.live] {
                for cell in &part.system.cells {
                    let risk = risk[cell.at()];
                    assert!(0.0 < risk && risk < 1.0);
                    // Taking the estimate back gives a whole number of solutions.
                    let mined = risk * (met + 2.0) - 1.0;
                    assert!((mined - mined.round()).abs() < 1e-6, "{mined}");
                    mines += mined / met;
                }
            }
            // The mines of the fringe and those beyond are all the mines.
            mines += engine.unseen.iter().map(|cell| risk[cell.at()]).sum::<f64>();
            assert!((mines - engine.mines_left as f64).abs() < 1e-6);
            walked += 1;
        }
        assert!(walked > 30, "{walked}");
    }

    #[test]
    fn a_walk_that_is_cut_stops_soon_after() {
        let seen = "8x8/20 ?????1?? ???????? ??3????? ???????? ????3??? ???????? ??3???2? ????????";
        let seen = seen.parse::<crate::Position>().unwrap().observation;
        let known = Knowledge::of(&seen);
        let mut engine = Inference::<f64>::new(seen.grid());
        engine.run(&known).unwrap();
        assert!(engine.frontier_solutions() > 1e6);
        let mut risk = vec![f64::NAN; 64];
        let met = engine.estimate(1000.0, &mut risk);
        assert!((1000.0..100_000.0).contains(&met), "{met}");
    }
}

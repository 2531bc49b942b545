//! Null-window search with a transposition table.

use quandary_core::{Budget, Exhausted};

use super::Bounds;
use super::bounds::static_bounds;
use super::order::Candidates;
use super::table::Table;
use crate::connect_four::geometry::Geometry;
use crate::connect_four::rules::{ConnectFour, Position};

/// With at most this many empty cells, looking up every child before searching the first costs more time than
/// the nodes it saves (middle-medium: 6, 8, 10 and 14 measured).
const LOOK_AHEAD_ABOVE: u32 = 8;
/// Positions with fewer empty cells than this are kept in a table of their own that stays within the processor's cache.
///
/// There are far more of them than of all others, and what leads to one twice is mostly near in time: forgetting them
/// early costs some nodes, looking for them in main memory costs more. A prototype with tables of fixed size on the first
/// 20 positions of begin-medium, 2^24 entries, a busy machine: 12.4 million nodes in 2.66 CPU seconds with one table, 14.0
/// million in 0.97 with the near one (2^16 entries) beside it, 15.8 million in 0.95 with 24 empty cells instead of 20.
/// With it the first four positions of begin-hard take the same time whether the far table may grow to 32 or 512 MiB.
const NEAR_BELOW: u32 = 20;
/// The near table has `2^NEAR_BITS` entries: half a mebibyte, half of what such a cache usually holds.
const NEAR_BITS: u32 = 16;
/// A position and its mirror image meet only near a symmetric board; further on the image is not looked up.
const MIRROR_BELOW_PLY: u32 = 12;

/// Finds exact scores.
///
/// A score counts stones: `+k` when the mover wins with the k-th stone from the end (of his own, the full board
/// having the last), `-k` when the opponent does, 0 for a draw. So a larger score is an earlier win.
///
/// What it does: a binary search over the score with null windows; static bounds (number of stones, lines that
/// cannot be filled, follow-up); moves that lose at once left out; the others ordered by the threats they leave;
/// transposition tables that keep both bounds of every position, a small one for positions near the end and one as large
/// as it may be for the others; and a look at all children there before the first is searched. Source of the frame: Pons,
/// *Solving Connect 4* (2015 to 2019).
///
/// ```
/// use quandary_core::Budget;
/// use quandary_games::connect_four::{STANDARD, Solver};
/// // Two stones side by side in the middle of the bottom row: a third one makes two threats.
/// let position = STANDARD.after([2, 6, 3, 6]).unwrap();
/// let mut solver = Solver::new(STANDARD, 20);
/// let solution = solver.solve(position, &mut Budget::unlimited()).unwrap();
/// assert_eq!(solution.score, 18);
/// ```
pub struct Solver<G> {
    pub(super) rules: ConnectFour<G>,
    /// Positions with [`NEAR_BELOW`] empty cells or more.
    far: Table,
    /// The others.
    near: Table,
    budget: Budget,
}

impl<G: Geometry> Solver<G> {
    /// A solver with a table of up to `2^table_bits` entries of 8 bytes, and a small one beside it.
    pub fn new(rules: ConnectFour<G>, table_bits: u32) -> Solver<G> {
        let key_bits = rules.0.width() * (rules.0.height() + 1);
        let table = |bits: u32| Table::new(bits, key_bits);
        let (far, near) = (table(table_bits), table(NEAR_BITS.min(table_bits)));
        Solver { rules, far, near, budget: Budget::unlimited() }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.far.clear();
        self.near.clear();
    }

    /// Bytes of the transposition tables at their largest.
    pub fn table_bytes(&self) -> usize {
        self.far.bytes() + self.near.bytes()
    }

    /// The table for positions with this many empty cells.
    #[inline]
    fn table(&self, empty_cells: u32) -> &Table {
        if empty_cells < NEAR_BELOW { &self.near } else { &self.far }
    }

    /// Whether the score of `position` is above `alpha`: a bound on the score which proves it either way.
    ///
    /// A result above `alpha` is a lower bound on the score, any other an upper bound. Nothing is forgotten.
    pub(super) fn bound(
        &mut self,
        position: Position,
        alpha: i32,
        budget: &mut Budget,
    ) -> Result<i32, Exhausted> {
        let rules = self.rules;
        let (cells, ply) = (rules.0.cells(), position.ply());
        if rules.has_four(position.opponent()) {
            return Ok(-score_of_win(cells, ply - 1));
        }
        if rules.winning_cells(position.mover, position.stones) & rules.playable(position.stones) != 0 {
            return Ok(score_of_win(cells, ply));
        }
        if ply == cells {
            return Ok(0);
        }
        let threats = rules.winning_cells(position.opponent(), position.stones);
        std::mem::swap(&mut self.budget, budget);
        let result = self.search(position, ply, threats, alpha);
        std::mem::swap(&mut self.budget, budget);
        result
    }

    /// The key under which a position and, near the start, its mirror image are kept.
    ///
    /// The sum of the two masks is unique: the stones below the top of a column read the same in both players'
    /// masks only when they are the same, and the carry of the sum marks the top.
    #[inline]
    fn key(&self, position: Position, ply: u32) -> u64 {
        let key = position.mover + position.stones;
        if ply < MIRROR_BELOW_PLY {
            let image = self.rules.mirrored(position);
            key.min(image.mover + image.stones)
        } else {
            key
        }
    }

    /// Searches with the window `alpha..alpha + 1`.
    ///
    /// The mover cannot win at once; `threats` are the cells that complete a line of the opponent.
    fn search(&mut self, position: Position, ply: u32, threats: u64, alpha: i32) -> Result<i32, Exhausted> {
        self.budget.spend(1)?;
        let rules = self.rules;
        let empty_cells = rules.0.cells() - ply;
        let playable = rules.playable(position.stones);

        // The opponent's threats must be answered, and no stone may make one of them reachable.
        let forced = playable & threats;
        let candidates = if forced == 0 { playable } else { forced } & !(threats >> 1);
        if candidates == 0 || !(forced == 0 || forced.is_power_of_two()) {
            return Ok(-score_of_win(rules.0.cells(), ply + 1));
        }
        if empty_cells <= 2 {
            return Ok(0);
        }

        let (mut lower, mut upper) = (-((empty_cells as i32 - 2) / 2), (empty_cells as i32 - 1) / 2);
        if lower > alpha {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        let key = self.key(position, ply);
        match self.table(empty_cells).get(key) {
            Some(known) => (lower, upper) = (known.lower, known.upper),
            None => {
                (lower, upper) =
                    static_bounds(rules, position, playable, threats, empty_cells, (lower, upper));
            }
        }
        if lower > alpha {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }

        let candidates = Candidates::new(rules, position, candidates);
        if candidates.has_double_threat() {
            return Ok(score_of_win(rules.0.cells(), ply + 2));
        }
        if empty_cells > LOOK_AHEAD_ABOVE {
            for candidate in candidates.as_slice() {
                let child = position.with(candidate.cell);
                if let Some(known) = self.table(empty_cells - 1).get(self.key(child, ply + 1))
                    && -known.upper > alpha
                {
                    return Ok(-known.upper);
                }
            }
        }
        let mut best = i32::MIN;
        for candidate in candidates.as_slice() {
            let child = position.with(candidate.cell);
            let score = -self.search(child, ply + 1, candidate.threats, -alpha - 1)?;
            best = best.max(score);
            if score > alpha {
                lower = score;
                break;
            }
        }
        if best <= alpha {
            upper = best;
        }
        let table = if empty_cells < NEAR_BELOW { &mut self.near } else { &mut self.far };
        table.put(key, ply, Bounds { lower, upper });
        Ok(best)
    }
}

/// The score of winning with the stone that is played after `ply` others.
#[inline]
pub(in crate::connect_four) fn score_of_win(cells: u32, ply: u32) -> i32 {
    (cells + 1 - ply) as i32 / 2
}

//! The end game far from its end, on the 8x8 board: moves in the order of the learnt evaluation, and searches that first leave
//! out what is unlikely.

use quandary_core::Exhausted;

use super::super::bits::{Squares, flips, moves};
use super::super::pattern::DISC;
use super::core::{Candidate, Node};
use super::near::NEAR;
use super::table::{Effort, Known, NONE, SURE};
use super::{Core, evaluate::weighted_mobility, last::odd_quarters};

/// Standard deviations that the evaluation may be wrong by, for each level of confidence below [`SURE`].
const MARGINS: [f64; SURE as usize] = [1.0, 1.4, 1.9, 2.6, 3.2, 3.2, 3.2];

/// With fewer empty squares nothing is left out.
const LEAVE_OUT_FROM: u32 = 14;

impl Core {
    /// The score of a position on the 8x8 board, between `alpha` and `beta` (fail-soft): exact when `sureness` is [`SURE`].
    pub(in super::super) fn far(
        &mut self,
        node: &Node,
        mut alpha: i32,
        mut beta: i32,
        sureness: u8,
    ) -> Result<i32, Exhausted> {
        let empty = node.empty();
        let count = empty.count_ones();
        let (own, other) = (node.own, node.other);
        if count <= NEAR {
            return self.near(own, other, empty, alpha, beta);
        }
        self.spend()?;
        if let Some(bound) = self.stability_bound(own, other, alpha) {
            return Ok(bound);
        }
        let legal = moves(own, other, empty);
        if legal == 0 {
            if moves(other, own, empty) == 0 {
                return Ok(self.count(own, other));
            }
            return Ok(-self.far(&node.passed(), -beta, -alpha, sureness)?);
        }

        let effort = Effort::to_the_end(count, sureness);
        let known = self.table.get(own, other).map_or(Known::nothing(NONE), |known| known.from(effort));
        let (mut lower, mut upper) = (known.lower / DISC, known.upper / DISC);
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));

        let is_narrow = beta - alpha <= 2;
        if is_narrow
            && sureness < SURE
            && count >= LEAVE_OUT_FROM
            && let Some(score) = self.likely(node, alpha, beta, sureness)?
        {
            return Ok(score);
        }

        let begin = self.moves.len();
        self.list(node, legal, known.best, sureness)?;
        let end = self.moves.len();
        if is_narrow {
            for index in begin..end {
                let child = &self.moves[index].node;
                if let Some(found) = self.table.get(child.own, child.other) {
                    let found = found.from(Effort::to_the_end(count - 1, sureness));
                    if -found.upper >= beta * DISC {
                        self.moves.truncate(begin);
                        return Ok(-found.upper / DISC);
                    }
                }
            }
        }

        let original = alpha;
        let (mut best, mut best_square) = (i32::MIN, NONE);
        for index in begin..end {
            self.best_first(index, end);
            let Candidate { node: child, square, .. } = self.moves[index];
            let mut score = if index == begin {
                -self.far(&child, -beta, -alpha, sureness)?
            } else {
                -self.far(&child, -alpha - 1, -alpha, sureness)?
            };
            if index > begin && score > alpha && score < beta {
                score = -self.far(&child, -beta, -score, sureness)?;
            }
            if score > best {
                (best, best_square) = (score, square);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        self.moves.truncate(begin);
        if best > original {
            lower = lower.max(best);
        }
        if best < beta {
            upper = upper.min(best);
        }
        // Searches that leave something out may contradict what they found before.
        if lower > upper {
            (lower, upper) = (best, best);
        }
        let found = Known { lower: lower * DISC, upper: upper * DISC, effort, best: best_square };
        self.table.put(own, other, found);
        Ok(best)
    }

    /// What a shallow search tells with this confidence: the score is at least `beta`, or at most `alpha`.
    fn likely(&mut self, node: &Node, alpha: i32, beta: i32, sureness: u8) -> Result<Option<i32>, Exhausted> {
        let count = node.empty().count_ones();
        let depth = (count - 10) / 4 * 2 + (count & 1);
        let spread = self.judge.spread_at_end.at(count, count, depth);
        let margin = (MARGINS[sureness as usize] * spread).round() as i32;
        let worth = self.judge.worth(&node.features, count);
        let (high, low) = (beta * DISC + margin, alpha * DISC - margin);
        if worth >= beta * DISC && high < 64 * DISC && self.mid(node, high - 1, high, depth, 0)? >= high {
            return Ok(Some(beta));
        }
        if worth < alpha * DISC && low > -64 * DISC && self.mid(node, low, low + 1, depth, 0)? <= low {
            return Ok(Some(alpha));
        }
        Ok(None)
    }

    /// Puts the moves of a node on the pile, with their merits: what a small search says of each, and the replies it leaves.
    fn list(&mut self, node: &Node, legal: u64, first: u8, sureness: u8) -> Result<(), Exhausted> {
        let empty = node.empty();
        let count = empty.count_ones();
        let odd = odd_quarters(empty);
        let depth = match count {
            ..=13 => 0,
            14..=17 => 1,
            18..=21 => 2,
            _ => 3,
        };
        // What is left out is not worth much time.
        let depth = if sureness < SURE { depth / 2 } else { depth };
        for square in Squares(legal) {
            let child = node.after(square, flips(square, node.own, node.other));
            let merit = if square == u32::from(first) {
                i32::MAX
            } else {
                let worth = if depth == 0 {
                    self.judge.worth(&child.features, count - 1)
                } else {
                    self.mid(&child, -64 * DISC, 64 * DISC, depth, SURE)?
                };
                let replies = moves(child.own, child.other, child.empty());
                let parity = i32::from(odd >> square & 1 == 1);
                -worth - 6 * weighted_mobility(replies, &self.marks) + 4 * parity
            };
            self.moves.push(Candidate { node: child, square: square as u8, merit });
        }
        Ok(())
    }

    /// Brings the most promising of the moves from `index` on to its front.
    #[inline]
    pub(in super::super) fn best_first(&mut self, index: usize, end: usize) {
        let best = (index..end).rev().max_by_key(|&at| self.moves[at].merit).unwrap_or(index);
        self.moves.swap(index, best);
    }
}

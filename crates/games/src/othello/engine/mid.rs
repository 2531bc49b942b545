//! Looking some moves ahead with the learnt evaluation.

use quandary_core::Exhausted;

use super::super::bits::{Squares, flips, moves};
use super::super::pattern::DISC;
use super::super::solve::core::{Candidate, Core, Node};
use super::super::solve::table::{Effort, Known, MOST, NONE, SURE};

/// Standard deviations that a shallower search may be wrong by, for each level of confidence below [`SURE`].
const MARGINS: [f64; SURE as usize] = [1.1, 1.5, 2.0, 2.6, 3.3, 3.3, 3.3];

/// The shallower search that may stand for one of this depth; both look at the same side's last move.
fn shallower(depth: u32) -> u32 {
    match depth {
        ..=5 => depth - 2,
        6..=8 => depth - 4,
        9..=12 => (depth / 4) * 2 + (depth & 1),
        _ => (depth / 4) * 2 - 2 + (depth & 1),
    }
}

impl Core {
    /// What a position is worth when both sides look `depth` moves ahead, between `alpha` and `beta` (fail-soft), in eighths
    /// of a disc. With a `sureness` below [`SURE`] it leaves out what a shallower search finds unlikely.
    pub(in super::super) fn mid(
        &mut self,
        node: &Node,
        mut alpha: i32,
        mut beta: i32,
        depth: u32,
        sureness: u8,
    ) -> Result<i32, Exhausted> {
        let empty = node.empty();
        let count = empty.count_ones();
        let (own, other) = (node.own, node.other);
        self.spend()?;
        if depth == 0 && count > 0 {
            return Ok(self.judge.worth(&node.features, count));
        }
        let legal = moves(own, other, empty);
        if legal == 0 {
            if moves(other, own, empty) == 0 {
                return Ok(self.count(own, other) * DISC);
            }
            return Ok(-self.mid(&node.passed(), -beta, -alpha, depth, sureness)?);
        }
        if depth == 1 && count > 1 {
            return self.last_ply(node, legal, beta);
        }

        let effort = Effort { depth: depth as u8, sureness };
        let mut known = Known::nothing(NONE);
        if let Some(found) = self.table.get(own, other) {
            known = found.from(effort);
            if known.lower >= beta || known.lower == known.upper {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
            (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        }

        if depth >= 3
            && beta - alpha == 1
            && sureness < SURE
            && let Some(worth) = self.probably(node, alpha, beta, depth, sureness)?
        {
            return Ok(worth);
        }

        let begin = self.moves.len();
        for square in Squares(legal) {
            let child = node.after(square, flips(square, own, other));
            self.budget.spend(1)?;
            let merit = if square == u32::from(known.best) {
                i32::MAX
            } else {
                let replies = moves(child.own, child.other, child.empty()).count_ones() as i32;
                -self.judge.worth(&child.features, count - 1) - 3 * replies
            };
            self.moves.push(Candidate { node: child, square: square as u8, merit });
        }
        let end = self.moves.len();

        let original = alpha;
        let (mut best, mut best_square) = (i32::MIN, NONE);
        for index in begin..end {
            self.best_first(index, end);
            let Candidate { node: child, square, .. } = self.moves[index];
            let mut worth = if index == begin {
                -self.mid(&child, -beta, -alpha, depth - 1, sureness)?
            } else {
                -self.mid(&child, -alpha - 1, -alpha, depth - 1, sureness)?
            };
            if index > begin && worth > alpha && worth < beta {
                worth = -self.mid(&child, -beta, -worth, depth - 1, sureness)?;
            }
            if worth > best {
                (best, best_square) = (worth, square);
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        self.moves.truncate(begin);
        let lower = if best > original { best.max(known.lower) } else { known.lower };
        let upper = if best < beta { best.min(known.upper) } else { known.upper };
        let (lower, upper) = if lower > upper { (best, best) } else { (lower, upper) };
        self.table.put(own, other, Known { lower, upper, effort, best: best_square });
        debug_assert!(best.abs() <= MOST);
        Ok(best)
    }

    /// One move ahead: every move is looked at once.
    fn last_ply(&mut self, node: &Node, legal: u64, beta: i32) -> Result<i32, Exhausted> {
        let count = node.empty().count_ones();
        let mut best = i32::MIN;
        for square in Squares(legal) {
            self.budget.spend(1)?;
            let flipped = flips(square, node.own, node.other);
            let features = node.features.after(square, flipped);
            best = best.max(-self.judge.worth(&features, count - 1));
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// What a shallower search tells with this confidence: the worth is at least `beta`, or at most `alpha`.
    fn probably(
        &mut self,
        node: &Node,
        alpha: i32,
        beta: i32,
        depth: u32,
        sureness: u8,
    ) -> Result<Option<i32>, Exhausted> {
        let count = node.empty().count_ones();
        let shallow = shallower(depth);
        let spread = self.judge.spread.at(count, depth, shallow);
        let margin = (MARGINS[sureness as usize] * spread).round() as i32;
        let worth = self.judge.worth(&node.features, count);
        let (high, low) = (beta + margin, alpha - margin);
        // Only one of the two is worth a try.
        if worth >= beta {
            if high < MOST && self.mid(node, high - 1, high, shallow, sureness)? >= high {
                return Ok(Some(beta));
            }
        } else if low > -MOST && self.mid(node, low, low + 1, shallow, sureness)? <= low {
            return Ok(Some(alpha));
        }
        Ok(None)
    }
}

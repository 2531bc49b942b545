//! Alpha-beta on the engine's board: threats decide which points are looked at, patterns in which order.
//!
//! A position in which somebody can complete a row, or has an open four ahead, is not searched but known. A four leaves one
//! reply, an open three only the points that spoil it and fours of one's own; elsewhere the most promising points are looked
//! at. Losses after such a choice are doubted ([`values::doubted`](super::values::doubted)), so that a proved win stays one.

use quandary_core::rules::Side;
use quandary_core::{Budget, Exhausted};

use super::board::Board;
use super::forcing::{Ended, Forcing};
use super::kinds::Kind;
use super::memory::{Bound, Memory, NOWHERE, Slot};
use super::values::{INFINITE, doubted, from_table, is_decided, is_proved, loss, to_table, win};
use super::weights::worth;
use crate::gomoku::stones::Stones;

/// No line is searched further.
pub(crate) const MOST_PLIES: i32 = 120;
/// Open threes are answered this far beyond the end of a line.
const QUIET_PLIES: i32 = 4;
/// Positions that a search for fours may cost at a leaf, and above.
const FOURS_AT_LEAVES: u64 = 40;
const FOURS_ABOVE: u64 = 200;
/// Fours in a row that such a search may make.
const MOST_FOURS: u8 = 12;
/// One quiet move does not gain more than this, as a rule: at the last move, points without a threat are not tried beyond it.
const GAIN: i32 = 120;
/// Points looked at in a quiet position, by the moves still to search; further from the leaves, the last of them.
const WIDTH: [usize; 7] = [8, 8, 10, 14, 18, 22, 26];

/// A search in progress.
pub(crate) struct Search<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) memory: &'a mut Memory,
    pub(crate) budget: &'a mut Budget,
    /// How often a point refuted the move before it, for each side.
    pub(crate) history: &'a mut [Vec<i32>; 2],
    killers: Vec<[u16; 2]>,
    lists: Vec<Vec<(i32, u16)>>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        board: &'a mut Board,
        memory: &'a mut Memory,
        budget: &'a mut Budget,
        history: &'a mut [Vec<i32>; 2],
    ) -> Search<'a> {
        let plies = MOST_PLIES as usize + 2;
        let lists = (0..plies).map(|_| Vec::new()).collect();
        Search { board, memory, budget, history, killers: vec![[NOWHERE; 2]; plies], lists }
    }

    /// A search for threats from the position on the board that may cost this many positions.
    pub(crate) fn forcing(&mut self, left: u64) -> Forcing<'_> {
        Forcing { board: self.board, memory: self.memory, budget: self.budget, path: Vec::new(), left }
    }

    /// How many stones a win by fours of the side to move takes, if there is one that so much effort finds.
    fn by_fours(&mut self, left: u64) -> Result<Option<(i32, Vec<usize>)>, Exhausted> {
        let me = self.board.mover();
        if self.board.fours(me).is_empty() {
            return Ok(None);
        }
        let mut forcing = self.forcing(left);
        match forcing.fours(MOST_FOURS) {
            Ok(found) => {
                let path = std::mem::take(&mut forcing.path);
                Ok(found.map(|stones| (stones, path)))
            }
            Err(Ended::Share) => Ok(None),
            Err(Ended::Budget(why)) => Err(why),
        }
    }

    /// The value for the side to move, `depth` moves ahead, `ply` stones from the root: exact between `alpha` and `beta`.
    pub(crate) fn node(
        &mut self,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: i32,
    ) -> Result<i32, Exhausted> {
        self.budget.spend(1)?;
        let me = self.board.mover();
        let other = me.other();
        if !self.board.points(me, Kind::Five).is_empty() {
            return Ok(win(ply + 1));
        }
        let must = self.board.points(other, Kind::Five);
        if let Some(at) = must.iter().next() {
            if must.count() > 1 || !self.board.may(at) {
                return Ok(loss(ply + 2));
            }
            if ply >= MOST_PLIES {
                return Ok(worth(self.board));
            }
            // The only reply costs no depth.
            return self.child(at, depth, alpha, beta, ply);
        }
        if !self.board.allowed(me, Kind::Unstoppable).is_empty() {
            return Ok(win(ply + 3));
        }
        if self.board.empty().is_empty() {
            return Ok(0);
        }
        if ply >= MOST_PLIES {
            return Ok(worth(self.board));
        }
        alpha = alpha.max(loss(ply + 4));
        beta = beta.min(win(ply + 5));
        if alpha >= beta {
            return Ok(alpha);
        }
        let key = self.board.key();
        let mut known = NOWHERE;
        if let Some(slot) = self.memory.get(key) {
            known = slot.best;
            let value = from_table(slot.value, ply);
            let counts = match slot.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
                Bound::None => false,
            };
            if counts && (i32::from(slot.depth) >= depth || is_proved(value)) {
                return Ok(value);
            }
        }
        if let Some((stones, path)) = self.by_fours(if depth > 0 { FOURS_ABOVE } else { FOURS_AT_LEAVES })? {
            let best = path.last().map_or(NOWHERE, |&at| at as u16);
            let value = win(ply + stones);
            self.memory.put(Slot {
                key,
                value: to_table(value, ply),
                best,
                depth: 100,
                bound: Bound::AtLeast,
            });
            return Ok(value);
        }
        let threats = self.board.allowed(other, Kind::Unstoppable);
        if depth <= 0 {
            if threats.is_empty() || depth <= -QUIET_PLIES {
                return Ok(worth(self.board));
            }
            return self.answers(threats, depth, alpha, beta, ply);
        }
        let (points, is_whole) = self.choose(threats, depth)?;
        self.order(points, known, ply);
        let width = if is_whole { usize::MAX } else { WIDTH[(depth as usize).min(WIDTH.len() - 1)] };
        let list = std::mem::take(&mut self.lists[ply as usize]);
        let found = self.best_of(&list, width, depth, alpha, beta, ply);
        self.lists[ply as usize] = list;
        let (best, chosen) = found?;
        let value = match best {
            // No reply at all: whatever it was, the open four follows. Renju may also leave nothing that is allowed.
            None if is_whole && !threats.is_empty() => loss(ply + 4),
            None => doubted(loss(ply + 4)),
            Some(best) if is_whole => best,
            Some(best) => doubted(best),
        };
        let bound = if value <= alpha {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        self.memory.put(Slot {
            key,
            value: to_table(value, ply),
            best: chosen,
            depth: depth.clamp(0, 100) as i8,
            bound,
        });
        Ok(value)
    }

    /// The value after a stone, for the player who places it.
    pub(crate) fn child(
        &mut self,
        at: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Exhausted> {
        self.board.place(at);
        let value = self.node(depth, -beta, -alpha, ply + 1);
        self.board.take(at);
        Ok(-value?)
    }

    /// The points to look at, and whether every other loses.
    fn choose(&mut self, threats: Stones, depth: i32) -> Result<(Stones, bool), Exhausted> {
        let me = self.board.mover();
        let other = me.other();
        if !threats.is_empty() {
            return Ok((self.board.spoils_all(other, threats) | self.board.fours(me), true));
        }
        let near = self.board.near() | self.board.points(me, Kind::Three);
        if depth < 2 {
            return Ok((near, false));
        }
        // What would the other side win by fours if nothing were done?
        self.board.pass();
        let zone = self.by_fours(FOURS_ABOVE).map(|found| found.map(|(_, path)| self.zone(&path)));
        self.board.pass();
        let Some(zone) = zone? else { return Ok((near, false)) };
        let own = self.board.fours(me)
            | self.board.points(me, Kind::DoubleThree)
            | self.board.points(me, Kind::Three);
        Ok((zone | own, false))
    }

    /// The points that can spoil a win by fours of the side to move: its stones, the answers, and what completes rows at its end.
    fn zone(&mut self, path: &[usize]) -> Stones {
        let side = self.board.mover();
        let mut zone: Stones = path.iter().copied().collect();
        let Some((&last, before)) = path.split_first() else { return zone };
        for &at in before.iter().rev() {
            self.board.place(at);
        }
        if self.board.mover() == side {
            zone = zone | self.board.spoils(side, last);
        }
        for &at in before {
            self.board.take(at);
        }
        zone & self.board.empty()
    }

    /// Puts the points of a set in the order in which they are tried.
    fn order(&mut self, points: Stones, known: u16, ply: i32) {
        let (me, board) = (self.board.mover(), &*self.board);
        let killers = self.killers[ply as usize];
        let history = &self.history[me as usize];
        let list = &mut self.lists[ply as usize];
        list.clear();
        list.extend(points.iter().map(|at| {
            let point = at as u16;
            let mut score = urgency(board, me, at) + history[at].min(400) / 4;
            if point == known {
                score += 1 << 24;
            } else if killers.contains(&point) {
                score += 30;
            }
            (-score, point)
        }));
        list.sort_unstable();
    }

    /// The best of the points in `list`, and what it is worth; none where none of them is allowed.
    fn best_of(
        &mut self,
        list: &[(i32, u16)],
        width: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<(Option<i32>, u16), Exhausted> {
        let me = self.board.mover();
        let other = me.other();
        let (mut best, mut chosen, mut tried) = (None, NOWHERE, 0);
        let hoped = (depth == 1 && width < usize::MAX).then(|| worth(self.board) + GAIN);
        for &(_, point) in list {
            let at = usize::from(point);
            if !self.board.may(at) {
                continue;
            }
            if tried >= width {
                break;
            }
            let is_threat =
                self.board.kind(me, at) >= Kind::Three || self.board.kind(other, at) >= Kind::Three;
            if tried > 0 && !is_threat && hoped.is_some_and(|hoped| hoped <= alpha) {
                continue;
            }
            let value = if tried == 0 {
                self.child(at, depth - 1, alpha, beta, ply)?
            } else {
                let less = match tried {
                    _ if depth < 2 || is_threat => 0,
                    0..3 => 0,
                    3..10 => 1,
                    _ if depth < 3 => 1,
                    _ => 2,
                };
                let mut value = self.child(at, depth - 1 - less, alpha, alpha + 1, ply)?;
                if value > alpha && less > 0 {
                    value = self.child(at, depth - 1, alpha, alpha + 1, ply)?;
                }
                if value > alpha && value < beta {
                    value = self.child(at, depth - 1, alpha, beta, ply)?;
                }
                value
            };
            tried += 1;
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                chosen = point;
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.refuted(me, at, depth, ply);
                    break;
                }
            }
        }
        Ok((best, chosen))
    }

    fn refuted(&mut self, me: Side, at: usize, depth: i32, ply: i32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != at as u16 {
            *killers = [at as u16, killers[0]];
        }
        let seen = &mut self.history[me as usize];
        seen[at] += depth * depth;
        if seen[at] > 1 << 14 {
            for count in seen.iter_mut() {
                *count /= 2;
            }
        }
    }

    /// The value beyond the end of a line where an open four is ahead: after the points that spoil it.
    fn answers(
        &mut self,
        threats: Stones,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Exhausted> {
        let me = self.board.mover();
        let spoils = self.board.spoils_all(me.other(), threats);
        let is_whole = self.board.fours(me).is_empty();
        let mut best = loss(ply + 4);
        for at in spoils.iter() {
            if !self.board.may(at) {
                continue;
            }
            let value = self.child(at, depth - 1, alpha, beta, ply)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                return Ok(best);
            }
        }
        // Fours of one's own were not tried beyond what wins by them.
        Ok(if is_whole || best > -INFINITE && !is_decided(best) { best } else { doubted(best) })
    }
}

/// How urgent a point looks to a side: what a stone would make, and what it would keep the other side from making.
pub(crate) fn urgency(board: &Board, me: Side, at: usize) -> i32 {
    let other = me.other();
    let by_kind = match board.kind(me, at) {
        Kind::Five => 1 << 20,
        Kind::Unstoppable => 1 << 18,
        Kind::FourThree => 2_000,
        Kind::DoubleThree => 1_200,
        Kind::Three => 60,
        Kind::Four | Kind::Cross => 20,
        Kind::Quiet => 0,
    };
    let stopped = match board.kind(other, at) {
        Kind::Five => 1 << 19,
        Kind::Unstoppable => 1 << 16,
        Kind::FourThree => 1_000,
        Kind::DoubleThree => 500,
        Kind::Four => 10,
        Kind::Three => 30,
        Kind::Cross => 15,
        Kind::Quiet => 0,
    };
    by_kind + stopped + 4 * board.promise(me, at) + 3 * board.promise(other, at)
}

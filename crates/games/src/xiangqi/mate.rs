//! Forced wins: whether a side wins within this many moves whatever the other does, and the strategy by which it does.
//!
//! A win within n plies is asked of what can be seen alone. That is enough for the game with its past: let d(P) be the
//! least number of plies within which the strategy is known to win from P. Playing in every P what wins within d(P)
//! makes d smaller with every move, so no position comes up twice and no rule about repetition is ever asked. Only the
//! limit on moves without a capture remains, and n must not reach beyond it.

use std::collections::HashMap;
use std::collections::HashSet;

use quandary_core::rules::Side;
use quandary_core::{Budget, Exhausted};

use super::board::Move;
use super::notation::format_iccs;
use super::rules::Diagram;
use crate::proof_tree::{Unwritten, most_remembered};

/// The moves that the side looking for a win may use. The other side has all of them, so that both prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attack {
    /// Every move: finds every win that there is within the plies.
    Any,
    /// Checks alone: finds long mates quickly, and misses those with a quiet move.
    Checks,
}

/// What is known of a position: a win within this many plies, and no win within this many.
#[derive(Clone, Copy, Debug)]
struct MateBounds {
    wins_within: u8,
    not_within: Option<u8>,
}

/// Looks for wins within a number of plies, depth first, and remembers what it found.
pub struct Mates {
    attack: Attack,
    /// The side that is to win.
    winner: Side,
    known: HashMap<u64, MateBounds>,
    /// As many positions as the memory holds.
    most: usize,
}

/// Bytes for the positions remembered when nobody says otherwise.
const USUAL_MEMORY: usize = 1 << 28;

impl Mates {
    /// The longest that is looked for.
    pub const LONGEST: u8 = 100;

    /// Nothing known yet of how `winner` wins.
    pub fn new(winner: Side, attack: Attack, budget: &Budget) -> Mates {
        // A hash table is at least half full.
        let most = budget.memory_or(USUAL_MEMORY) / 2 / (2 * (size_of::<(u64, MateBounds)>() + 1));
        Mates { attack, winner, known: HashMap::new(), most }
    }

    /// Whether the winner wins within `plies` moves of both sides, the last one being its own.
    ///
    /// Depth first; a position is looked at again only for more plies than before. The budget is charged one for each
    /// position looked into.
    pub fn wins(&mut self, diagram: &Diagram, plies: u8, budget: &mut Budget) -> Result<bool, Exhausted> {
        if diagram.side != self.winner && diagram.is_lost() {
            return Ok(true);
        }
        if plies == 0 {
            return Ok(false);
        }
        if let Some(known) = self.known.get(&diagram.key) {
            if known.wins_within <= plies {
                return Ok(true);
            }
            if known.not_within.is_some_and(|most| plies <= most) {
                return Ok(false);
            }
        }
        budget.spend(1)?;
        let won = if diagram.side == self.winner {
            self.has_way(diagram, plies, budget)?
        } else {
            self.has_no_escape(diagram, plies, budget)?
        };
        if self.known.len() >= self.most && !self.known.contains_key(&diagram.key) {
            return Err(Exhausted::Memory);
        }
        let known =
            self.known.entry(diagram.key).or_insert(MateBounds { wins_within: u8::MAX, not_within: None });
        if won {
            known.wins_within = known.wins_within.min(plies);
        } else {
            known.not_within = known.not_within.max(Some(plies));
        }
        Ok(won)
    }

    /// The winner's moves, checks first.
    fn tries(&self, diagram: &Diagram) -> Vec<(Diagram, Move)> {
        let (mut checks, mut others) = (Vec::new(), Vec::new());
        diagram.any_legal(|chosen| {
            let (child, _) = diagram.after(chosen);
            if child.in_check {
                checks.push((child, chosen));
            } else if self.attack == Attack::Any {
                others.push((child, chosen));
            }
            false
        });
        checks.append(&mut others);
        checks
    }

    fn has_way(&mut self, diagram: &Diagram, plies: u8, budget: &mut Budget) -> Result<bool, Exhausted> {
        for (child, _) in self.tries(diagram) {
            if self.wins(&child, plies - 1, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_no_escape(
        &mut self,
        diagram: &Diagram,
        plies: u8,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if plies == 1 {
            // The winner has no move left.
            return Ok(false);
        }
        for chosen in diagram.legal() {
            if !self.wins(&diagram.after(chosen).0, plies - 1, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The least number of plies within which the winner wins, up to `most`, by asking for more and more.
    pub fn shortest(
        &mut self,
        diagram: &Diagram,
        most: u8,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Exhausted> {
        // A win ends with a move of the winner.
        let mut plies = u8::from(diagram.side == self.winner);
        while plies <= most.min(Mates::LONGEST) {
            if self.wins(diagram, plies, budget)? {
                return Ok(Some(plies));
            }
            plies += 2;
        }
        Ok(None)
    }

    /// A line of moves that wins within `plies`: the winner's shortest, and what holds out longest against it.
    pub fn line(
        &mut self,
        diagram: &Diagram,
        plies: u8,
        budget: &mut Budget,
    ) -> Result<Vec<Move>, Exhausted> {
        let (mut diagram, mut left) = (*diagram, plies);
        let mut line = Vec::new();
        while !diagram.is_lost() && left > 0 {
            let mine = diagram.side == self.winner;
            let mut best: Option<(u8, Move)> = None;
            for chosen in diagram.legal() {
                let child = diagram.after(chosen).0;
                if mine && self.attack == Attack::Checks && !child.in_check {
                    continue;
                }
                let Some(takes) = self.shortest(&child, left - 1, budget)? else { continue };
                if best.is_none_or(|(least, _)| if mine { takes < least } else { takes > least }) {
                    best = Some((takes, chosen));
                }
            }
            let Some((takes, chosen)) = best else { break };
            line.push(chosen);
            (diagram, left) = (diagram.after(chosen).0, takes);
        }
        Ok(line)
    }

    /// Writes down the winner's moves as `check`'s page on Xiangqi says: at most `limit` of them.
    pub fn write(
        &mut self,
        diagram: &Diagram,
        plies: u8,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<String, Unwritten> {
        let most = most_remembered::<(u64, u8)>(budget);
        let mut met: HashSet<(u64, u8)> = HashSet::new();
        let mut waiting = vec![(*diagram, plies)];
        let mut tree = String::new();
        while let Some((diagram, plies)) = waiting.pop() {
            budget.spend(1)?;
            if diagram.is_lost() {
                if diagram.side == self.winner {
                    return Err(Unwritten::Impossible);
                }
                continue;
            }
            let Some(left) = plies.checked_sub(1) else { return Err(Unwritten::Impossible) };
            if diagram.side != self.winner {
                let mut replies = diagram.legal();
                replies.sort_by_key(|chosen| (chosen.from, chosen.to));
                // The last one waiting comes first.
                waiting.extend(replies.into_iter().rev().map(|chosen| (diagram.after(chosen).0, left)));
                continue;
            }
            if !met.insert((diagram.key, plies)) {
                continue;
            }
            if met.len() > most {
                return Err(Exhausted::Memory.into());
            }
            if met.len() > limit {
                return Err(Unwritten::TooLong);
            }
            let mut way = None;
            for (child, chosen) in self.tries(&diagram) {
                if self.wins(&child, left, budget)? {
                    way = Some((child, chosen));
                    break;
                }
            }
            let Some((child, chosen)) = way else { return Err(Unwritten::Impossible) };
            tree += &format_iccs(chosen);
            waiting.push((child, left));
        }
        Ok(tree)
    }
}

//! The walk over a strategy of one side, against every reply of the other, for proof trees.
//!
//! A tree is a string of moves. In every position that it reaches for the first time the strategy's side plays the next
//! of them; a position reached again has no second move in the tree. Checked: every named move is legal, every end
//! gives the strategy's side its goal, and nothing is left over. Positions wait in a list, not on the machine's stack,
//! and each costs a step of the budget.

use std::collections::HashSet;
use std::hash::Hash;

use quandary_core::{Budget, Exhausted};

use crate::evidence::Evidence;
use crate::hash::Fast;
use crate::{Rejection, Verified, wrong};

/// A position of a game, with the rules that a walk needs.
pub(crate) trait Position: Clone + Eq + Hash {
    /// Characters that name a move in a tree.
    const NAME: usize;

    /// What the score counts, in words.
    const SCORE: &'static str;

    /// The side whose score it is, and the other side.
    const SIDES: [&'static str; 2] = ["the player to move", "the opponent"];

    /// Parts of the evidence besides the strategies.
    const MORE: &'static [&'static str] = &[];

    /// Whether positions in which the other side replies are remembered too: useful if a strategy has few choices of
    /// its own.
    const REPLIES_KEPT: bool = false;

    /// Reads an instance, and the evidence besides the strategies.
    fn read(text: &str, more: Evidence<'_>) -> Result<Self, Rejection>;

    /// What else is proved for an answer with this claim.
    fn binds(&self, _claim: &str, verified: Verified) -> Verified {
        verified
    }

    /// Rows and columns, as an answer writes them.
    fn size(&self) -> String;

    /// Whether the side that began the game is to move.
    fn first_to_move(&self) -> bool;

    /// Whether scores are those of the side that began; by default they are those of the side to move.
    fn scores_of_first(&self) -> bool {
        self.first_to_move()
    }

    /// The score of the side that began, when the game is over.
    fn end(&self) -> Option<i64>;

    /// Whether the rules alone give a side at least this score in a position that is not over: then nothing below it is
    /// walked.
    fn is_sure(&self, _of_first: bool, _goal: i64) -> bool {
        false
    }

    /// The legal moves into `moves`, in the order in which replies are walked. When the game is not over and there are
    /// none, the side passes.
    fn moves(&self, moves: &mut Vec<usize>);

    /// The move with this name, legal or not.
    fn named(&self, name: &[u8]) -> Option<usize>;

    /// The position after a legal move.
    fn after(&self, chosen: usize) -> Self;

    /// The position after a pass; called only if the side has no move.
    fn passed(&self) -> Self {
        self.clone()
    }
}

/// Walks a strategy of one side and returns how many positions it reached.
pub(crate) fn walk<P: Position>(
    start: &P,
    tree: &str,
    goal: i64,
    of_first: bool,
    budget: &mut Budget,
) -> Result<usize, Rejection> {
    let mut tree = tree.as_bytes();
    let mut met: HashSet<P, Fast> = HashSet::default();
    let mut waiting = vec![start.clone()];
    let mut moves = Vec::new();
    let most = budget.memory_or(usize::MAX) / (2 * size_of::<P>());
    while let Some(position) = waiting.pop() {
        budget.spend(1)?;
        if let Some(score) = position.end() {
            let score = if of_first { score } else { -score };
            if score < goal {
                return wrong(format!("a line of play ends with {score}, short of {goal}"));
            }
            continue;
        }
        if position.is_sure(of_first, goal) {
            continue;
        }
        moves.clear();
        position.moves(&mut moves);
        if moves.is_empty() {
            waiting.push(position.passed());
            continue;
        }
        let replies = position.first_to_move() != of_first;
        if (!replies || P::REPLIES_KEPT) && met.contains(&position) {
            continue;
        }
        if met.len() + waiting.len() >= most {
            return Err(Exhausted::Memory.into());
        }
        if replies {
            // The last position in the list comes first.
            waiting.extend(moves.iter().rev().map(|&reply| position.after(reply)));
            if P::REPLIES_KEPT {
                met.insert(position);
            }
            continue;
        }
        let Some((name, rest)) = tree.split_at_checked(P::NAME) else {
            return wrong("the tree ends before the game does");
        };
        tree = rest;
        match position.named(name).filter(|chosen| moves.contains(chosen)) {
            Some(chosen) => waiting.push(position.after(chosen)),
            None => return wrong(format!("`{}` cannot be played", String::from_utf8_lossy(name))),
        }
        met.insert(position);
    }
    match tree.len() {
        0 => Ok(met.len()),
        left => wrong(format!("{} moves of the tree are left over", left.div_ceil(P::NAME))),
    }
}

/// The winner from a position, and its strategy, by looking at everything: the tests of the games walk it.
#[cfg(test)]
pub(crate) fn best<P: Position>(start: &P, name: fn(&P, usize) -> char) -> (bool, String) {
    use std::collections::HashMap;

    fn wins<P: Position>(position: &P, known: &mut HashMap<P, bool>) -> bool {
        if let Some(score) = position.end() {
            return score > 0;
        }
        if let Some(&won) = known.get(position) {
            return won;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mine = position.first_to_move();
        let won = moves.iter().any(|&chosen| wins(&position.after(chosen), known) == mine) == mine;
        known.insert(position.clone(), won);
        won
    }

    let mut known = HashMap::new();
    let won = wins(start, &mut known);
    let (mut met, mut tree, mut waiting) = (HashSet::new(), String::new(), vec![start.clone()]);
    while let Some(position) = waiting.pop() {
        if position.end().is_some() || !met.insert(position.clone()) {
            continue;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if position.first_to_move() != won {
            waiting.extend(moves.iter().rev().map(|&reply| position.after(reply)));
            continue;
        }
        let chosen = moves.into_iter().find(|&chosen| wins(&position.after(chosen), &mut known) == won);
        let chosen = chosen.expect("the winner has a winning move");
        tree.push(name(&position, chosen));
        waiting.push(position.after(chosen));
    }
    (won, tree)
}

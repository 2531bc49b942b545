//! Proof trees of games for two: a strategy of one side, walked against every reply of the other.
//!
//! | claim | evidence | proves |
//! |---|---|---|
//! | `score` | `at_least` and `at_most`, with the same goal | the score is that goal |
//! | `win` | `at_least` with a goal of 1 or more | the player to move wins |
//! | `draw` | `at_least` and `at_most`, both with goal 0 | nobody wins |
//! | `loss` | `at_most` with a goal of -1 or less | the opponent wins |
//!
//! Scores are those of the player to move in the instance. `at_least` is a strategy of that player, `at_most` one of the
//! opponent: `{"goal": …, "tree": "…"}`. A tree names the strategy's moves in the order in which a depth-first walk first
//! meets the positions where its side has a choice to name; the other side's replies are all walked, in the order of the
//! game's page. A position met again has been walked before and has no second move. Checked: every move named is legal,
//! every end reached gives the strategy's side its goal, and nothing is left over.

use std::collections::HashSet;
use std::hash::Hash;

use quandary_core::Certificate;
use serde_json::Value;

use crate::{Rejection, Verified};

/// A position of a game, with as much of its rules as a walk needs.
pub(crate) trait Position: Clone + Eq + Hash {
    /// Characters that name a move in a tree.
    const NAME: usize;

    /// Reads an instance.
    fn read(text: &str) -> Result<Self, Rejection>;

    /// Whether the side that began the game is to move.
    fn first_to_move(&self) -> bool;

    /// The score of the side that began, when the game is over.
    fn end(&self) -> Option<i64>;

    /// The legal moves, in the order in which replies are walked. When the game is not over and there are none, the
    /// side passes.
    fn moves(&self) -> Vec<usize>;

    /// The move with this name, legal or not.
    fn named(&self, name: &[u8]) -> Option<usize>;

    /// The position after a legal move.
    fn after(&self, chosen: usize) -> Self;

    /// The position after a pass; only asked where the side has no move.
    fn passed(&self) -> Self {
        self.clone()
    }
}

/// Verifies a certificate about a game.
pub(crate) fn verify<P: Position>(certificate: &Certificate) -> Result<Verified, Rejection> {
    let start = P::read(&certificate.instance)?;
    let evidence = &certificate.evidence;
    let goal = |name: &str| evidence.get(name).and_then(|part| part.get("goal")).and_then(Value::as_i64);
    let (low, high) = (goal("at_least"), goal("at_most"));
    let proves = match certificate.claim.as_str() {
        "score" => low.is_some() && low == high,
        "draw" => low == Some(0) && high == Some(0),
        "win" => low.is_some_and(|goal| goal >= 1),
        "loss" => high.is_some_and(|goal| goal <= -1),
        claim => {
            return Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: claim.into() });
        }
    };
    if !proves {
        return Err(Rejection::Wrong(format!(
            "goals {low:?} and {high:?} do not prove `{}`",
            certificate.claim
        )));
    }
    let mover = start.first_to_move();
    let mut facts = Vec::new();
    if let Some(goal) = low.filter(|_| certificate.claim != "loss") {
        let walked = walk(&start, text(evidence, "at_least")?, goal, mover)?;
        facts.push(format!("the player to move scores at least {goal}: {walked} positions walked"));
    }
    if let Some(goal) = high.filter(|_| certificate.claim != "win") {
        let least = goal.checked_neg().ok_or_else(|| Rejection::Malformed("a goal out of range".into()))?;
        let walked = walk(&start, text(evidence, "at_most")?, least, !mover)?;
        facts.push(format!("the opponent allows at most {goal}: {walked} positions walked"));
    }
    Ok(Verified { facts })
}

fn text<'e>(evidence: &'e Value, name: &str) -> Result<&'e str, Rejection> {
    evidence
        .get(name)
        .and_then(|part| part.get("tree"))
        .and_then(Value::as_str)
        .ok_or_else(|| Rejection::Malformed(format!("`{name}` has no tree")))
}

/// Walks a strategy of one side and says how many of its positions it met.
fn walk<P: Position>(start: &P, tree: &str, goal: i64, of_first: bool) -> Result<usize, Rejection> {
    let mut walk = Walk { tree: tree.as_bytes(), goal, of_first, met: HashSet::new() };
    walk.from(start)?;
    match walk.tree.len() {
        0 => Ok(walk.met.len()),
        left => Err(Rejection::Wrong(format!("{} moves of the tree are left over", left.div_ceil(P::NAME)))),
    }
}

struct Walk<'t, P> {
    tree: &'t [u8],
    /// What the strategy's side must reach.
    goal: i64,
    /// Whether that side began the game.
    of_first: bool,
    met: HashSet<P>,
}

impl<P: Position> Walk<'_, P> {
    fn from(&mut self, position: &P) -> Result<(), Rejection> {
        if let Some(score) = position.end() {
            return self.judge(if self.of_first { score } else { -score });
        }
        let moves = position.moves();
        if moves.is_empty() {
            return self.from(&position.passed());
        }
        if position.first_to_move() != self.of_first {
            return moves.into_iter().try_for_each(|reply| self.from(&position.after(reply)));
        }
        if !self.met.insert(position.clone()) {
            return Ok(());
        }
        let Some((name, rest)) = self.tree.split_at_checked(P::NAME) else {
            return Err(Rejection::Wrong("the tree ends before the game does".into()));
        };
        self.tree = rest;
        match position.named(name).filter(|chosen| moves.contains(chosen)) {
            Some(chosen) => self.from(&position.after(chosen)),
            None => {
                let name = String::from_utf8_lossy(name);
                Err(Rejection::Wrong(format!("`{name}` cannot be played")))
            }
        }
    }

    fn judge(&self, score: i64) -> Result<(), Rejection> {
        if score >= self.goal {
            Ok(())
        } else {
            Err(Rejection::Wrong(format!("a line of play ends with {score}, short of {}", self.goal)))
        }
    }
}

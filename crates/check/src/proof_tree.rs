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
use std::hash::{BuildHasherDefault, Hash, Hasher};

use quandary_core::{Budget, Certificate};
use serde_json::{Value, json};

use crate::evidence::Evidence;
use crate::{Rejection, Verified, Work, malformed, wrong};

/// A position of a game, with as much of its rules as a walk needs.
pub(crate) trait Position: Clone + Eq + Hash {
    /// Characters that name a move in a tree.
    const NAME: usize;

    /// What the score counts, in words.
    const SCORE: &'static str;

    /// Whose score it is, and who the other is.
    const SIDES: [&'static str; 2] = ["the player to move", "the opponent"];

    /// Parts of the evidence beside the strategies.
    const MORE: &'static [&'static str] = &[];

    /// Whether positions where the other side replies are remembered, too: where a strategy has few choices of its own.
    const REPLIES_KEPT: bool = false;

    /// Reads an instance, and what the evidence has beside the strategies.
    fn read(text: &str, more: Evidence<'_>) -> Result<Self, Rejection>;

    /// What else follows for an answer that claims `claim`.
    fn binds(&self, _claim: &str, verified: Verified) -> Verified {
        verified
    }

    /// Rows and columns, as an answer writes them.
    fn size(&self) -> String;

    /// Whether the side that began the game is to move.
    fn first_to_move(&self) -> bool;

    /// Whether the scores of an instance are those of the side that began; they are those of the side to move, unless
    /// the game says otherwise.
    fn scores_of_first(&self) -> bool {
        self.first_to_move()
    }

    /// The score of the side that began, when the game is over.
    fn end(&self) -> Option<i64>;

    /// Whether a side has a score for certain in a position that is not over, as the rules alone show: nothing below is
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

    /// The position after a pass; only asked where the side has no move.
    fn passed(&self) -> Self {
        self.clone()
    }
}

/// Verifies a certificate about a game.
pub(crate) fn verify<P: Position>(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let parts: &[&str] = match certificate.claim.as_str() {
        "score" | "draw" => &["at_least", "at_most"],
        "win" => &["at_least"],
        "loss" => &["at_most"],
        claim => {
            return Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: claim.into() });
        }
    };
    let evidence = Evidence::with(&certificate.evidence, &[parts, P::MORE].concat())?;
    let strategies =
        parts.iter().map(|part| Strategy::read(evidence, part)).collect::<Result<Vec<_>, _>>()?;
    let goals: Vec<i64> = strategies.iter().map(|strategy| strategy.goal).collect();
    let proves = match (certificate.claim.as_str(), &goals[..]) {
        ("score", [low, high]) => low == high,
        ("draw", goals) => goals.iter().all(|&goal| goal == 0),
        ("win", [goal]) => *goal >= 1,
        (_, goals) => goals.iter().all(|&goal| goal <= -1),
    };
    if !proves {
        return wrong(format!("goals of {goals:?} do not prove `{}`", certificate.claim));
    }
    let start = P::read(&certificate.instance, evidence)?;
    let first = start.scores_of_first();
    let [own, other] = P::SIDES;
    let mut verified = Verified::default();
    for (part, strategy) in parts.iter().zip(strategies) {
        let Strategy { goal, tree } = strategy;
        if *part == "at_least" {
            let walked = walk(&start, tree, goal, first, &mut work.budget)?;
            verified = verified.and(format!("{own} scores at least {goal}: {walked} positions walked"));
        } else {
            let Some(least) = goal.checked_neg() else { return malformed("a goal out of range") };
            let walked = walk(&start, tree, least, !first, &mut work.budget)?;
            verified = verified.and(format!("{other} allows at most {goal}: {walked} positions walked"));
        }
    }
    verified = verified.and(format!("scores are {}", P::SCORE)).proves("board", start.size());
    verified = start.binds(&certificate.claim, verified);
    Ok(match (certificate.claim.as_str(), &goals[..]) {
        ("score", [score, ..]) => {
            let verdict = match score.signum() {
                1 => "win",
                0 => "draw",
                _ => "loss",
            };
            verified
                .proves("verdict", verdict)
                .proves("score", *score)
                .proves("bounds", json!({"lower": score, "upper": score}))
        }
        ("draw", _) => verified
            .proves("verdict", "draw")
            .proves("score", 0)
            .proves("bounds", json!({"lower": 0, "upper": 0})),
        (verdict, _) => verified.proves("verdict", verdict),
    })
}

/// A goal and the tree that reaches it.
struct Strategy<'e> {
    goal: i64,
    tree: &'e str,
}

impl<'e> Strategy<'e> {
    fn read(evidence: Evidence<'e>, name: &str) -> Result<Strategy<'e>, Rejection> {
        let Some(part) = evidence.get(name) else { return malformed(format!("`{name}` is missing")) };
        let part = Evidence::with(part, &["goal", "tree"])?;
        match part.get("goal").and_then(Value::as_i64) {
            Some(goal) => Ok(Strategy { goal, tree: part.text("tree")? }),
            None => malformed(format!("`{name}` has no goal")),
        }
    }
}

/// Walks a strategy of one side and says how many positions it met.
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
        if met.len() >= most {
            return Err(quandary_core::Exhausted::Memory.into());
        }
        if replies {
            // The last one waiting comes first.
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

/// Who has his way from a position, and his strategy, by looking at everything: what the tests of the games walk.
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
        let chosen = chosen.expect("whoever has his way has a move for it");
        tree.push(name(&position, chosen));
        waiting.push(position.after(chosen));
    }
    (won, tree)
}

/// A quick hash: positions are many and small, and a bad hash costs time, never truth.
#[derive(Default)]
pub(crate) struct Mixed(u64);

pub(crate) type Fast = BuildHasherDefault<Mixed>;

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u128(&mut self, word: u128) {
        for half in [word & u128::from(u64::MAX), word >> 64] {
            self.write_u64(u64::try_from(half).unwrap_or_default());
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

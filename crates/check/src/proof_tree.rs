//! Proof trees of games for two: a strategy of one side, walked against every reply of the other.
//!
//! | claim | evidence | proves |
//! |---|---|---|
//! | `score` | `at_least` and `at_most`, with the same goal | the score is that goal |
//! | `win` | `at_least` with a goal of 1 or more | the player to move wins |
//! | `draw` | `at_least` and `at_most`, both with goal 0 | nobody wins |
//! | `loss` | `at_most` with a goal of -1 or less | the opponent wins |
//!
//! Scores are those of the player to move in the instance. `at_least` is a strategy of that player, `at_most` one of
//! the opponent: `{"goal": …, "tree": "…"}`. A tree names the strategy's moves in the order in which a depth-first walk
//! first meets the positions where its side has a choice to name; the other side's replies are all walked, in the order
//! of the game's page. [`walk`](mod@crate::walk) describes how a strategy is walked.

use quandary_core::Certificate;
use serde_json::{Value, json};

use crate::evidence::Evidence;
use crate::walk::{Position, walk};
use crate::{Rejection, Verified, Work, malformed, wrong};

/// What can be claimed about a game with scores.
pub(crate) const CLAIMS: &[&str] = &["score", "win", "draw", "loss"];

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

//! Why a child is best: the winner below every child, and a line that shows it.

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::{Rules, Side};
use quandary_core::{Budget, Context, Decision, Exhausted, InputError, Seed, Stop};
use quandary_search::tree::Tree;
use quandary_verbs::{Alternative, Hint};
use schemars::JsonSchema;
use serde::Serialize;

use super::notation::{Place, format_child};
use super::question::Question;
use super::rules::{Node, PGame};
use crate::reason::{RandomGames, nudge, sentence};
use crate::value::Value;

/// `MAX` or `MIN`.
pub fn name(side: Side) -> &'static str {
    match side {
        Side::First => "MAX",
        Side::Second => "MIN",
    }
}

/// A line of play to a leaf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// The children followed, the chosen one first. The winner's are such that nothing else matters.
    pub children: String,
    /// The sum at its end; null when the budget ran out on the way.
    pub sum: Option<i32>,
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.sum {
            Some(sum) => write!(f, "{} ends with the sum {sum}", self.children),
            None => write!(f, "{} …", self.children),
        }
    }
}

/// Why a child.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// The player to move wins below it, whatever the other does.
    Wins {
        /// `MAX` or `MIN`.
        player: &'static str,
        /// One way it may go.
        line: Line,
    },
    /// The player to move loses below every child.
    Loses {
        /// `MAX` or `MIN`.
        player: &'static str,
        /// How the opponent wins below this one.
        line: Line,
    },
    /// The search was not finished: the child that does best in random games.
    SoFar {
        /// Children whose value is known.
        finished: u32,
        /// Children there are.
        of: u32,
        /// What random games below it say.
        #[serde(flatten)]
        games: RandomGames,
    },
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Wins { player, line } => {
                write!(f, "{player} wins below it whatever the other does; for example {line}")
            }
            Reason::Loses { player, line } => {
                write!(f, "{player} loses below every child; for example {line}")
            }
            Reason::SoFar { finished, of, games } => {
                let children = if *of == 1 { "child" } else { "children" };
                write!(f, "the value of {finished} of {of} {children} is known; {games}")
            }
        }
    }
}

impl quandary_core::Reason for Reason {
    fn text(&self) -> String {
        sentence(self)
    }

    fn nudge(&self) -> String {
        match self {
            Reason::Wins { .. } => nudge(Value::Win),
            Reason::Loses { .. } => nudge(Value::Loss),
            Reason::SoFar { .. } => "It is too early to know; look at the sum.",
        }
        .to_owned()
    }
}

/// A child, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// Its number, from 0.
    pub child: u32,
    /// The number on the edge that leads to it.
    pub edge: u32,
    /// Whether MAX wins below it, where that is known.
    pub max_wins: Option<bool>,
}

/// What is found of a node: the choice with its reason, and what is known of every child.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The child and why.
    pub decision: Decision<u32, Reason>,
    /// All children in their order.
    pub children: Vec<ScoredMove>,
    /// Why the search was not finished.
    pub stopped: Option<Exhausted>,
}

/// Explains a node that is not a leaf.
pub fn explain(place: &Place, budget: &mut Budget) -> Result<Explanation, InputError> {
    let (tree, node) = (place.tree, place.node);
    let Some(side) = tree.turn(&node).side() else {
        return Err(InputError::new("the game is over").expected("a node with children"));
    };
    let mut moves = Vec::new();
    tree.moves(&node, &mut moves);
    let mut stopped = None;
    let mut children = Vec::new();
    for &child in &moves {
        let below = tree.apply(&node, child);
        let mut max_wins = None;
        if stopped.is_none() {
            match (Question { tree, root: below }).max_wins(budget) {
                Ok(wins) => max_wins = Some(wins),
                Err(why) => stopped = Some(why),
            }
        }
        children.push(ScoredMove { child, edge: below.sum().abs_diff(node.sum()), max_wins });
    }
    let wanted = Some(side == Side::First);
    let won = children.iter().find(|judged| judged.max_wins == wanted);
    let known = children.iter().filter(|judged| judged.max_wins.is_some()).count() as u32;
    let decision = if let Some(judged) = won {
        let line = line(tree, node, judged.child, budget);
        Decision::certain(judged.child, Reason::Wins { player: name(side), line })
    } else if stopped.is_none() {
        let line = line(tree, node, moves[0], budget);
        Decision::certain(moves[0], Reason::Loses { player: name(side), line })
    } else {
        so_far(tree, node, &children, known)
    };
    Ok(Explanation { decision, children, stopped })
}

/// The choice where nothing is proved: the child that does best in random games.
fn so_far(tree: PGame, node: Node, children: &[ScoredMove], finished: u32) -> Decision<u32, Reason> {
    // Those that are known lose.
    let open: Vec<u32> =
        children.iter().filter(|judged| judged.max_wins.is_none()).map(|judged| judged.child).collect();
    let stream = Seed(u64::from(node.depth())).stream(u64::from(node.sum().unsigned_abs()));
    let points = RandomGames::points(&tree, &node, &open, stream);
    let best =
        open.into_iter().zip(points).max_by_key(|(child, points)| (*points, std::cmp::Reverse(*child)));
    let (child, points) = best.unwrap_or((0, 0));
    let games = RandomGames::of(points);
    let reason = Reason::SoFar { finished, of: children.len() as u32, games };
    Decision { chosen: child, reason, probability: games.probability() }
}

/// How it may go after `child`: the winner keeps to children that win, the other takes the first.
fn line(tree: PGame, node: Node, child: u32, budget: &mut Budget) -> Line {
    let mut at = tree.apply(&node, child);
    let mut children = format_child(child).to_string();
    let Ok(max_wins) = (Question { tree, root: at }).max_wins(budget) else {
        return Line { children, sum: None };
    };
    while let Some(side) = tree.turn(&at).side() {
        let mut next = 0;
        if (side == Side::First) == max_wins {
            let wins = |&index: &u32| {
                let root = tree.child(&at, index);
                (Question { tree, root }).max_wins(budget) == Ok(max_wins)
            };
            match (0..tree.branching).find(wins) {
                Some(index) => next = index,
                None => return Line { children, sum: None },
            }
        }
        children.push(format_child(next));
        at = tree.apply(&at, next);
    }
    Line { children, sum: Some(at.sum()) }
}

/// What the worth of a child counts.
const VALUE_IS: &str = "1 when the player to move wins below it, 0 when not";

/// Advice on a node that is not a leaf; and what ran out, if something did.
pub fn advise(place: &Place, context: &Context<'_>) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let found = explain(place, &mut context.budget.clone())?;
    let maximising = place.tree.turn(&place.node).side() == Some(Side::First);
    let worth = |judged: &ScoredMove| judged.max_wins.map(|max_wins| u8::from(max_wins == maximising));
    let mut children = found.children;
    children.sort_by_key(|judged| (std::cmp::Reverse(worth(judged).unwrap_or(0)), judged.child));
    let alternatives = children
        .iter()
        .map(|judged| {
            let text = match judged.max_wins {
                Some(true) => format!("edge {}, MAX wins", judged.edge),
                Some(false) => format!("edge {}, MIN wins", judged.edge),
                None => format!("edge {}, not known yet", judged.edge),
            };
            let chosen = format_child(judged.child).to_string();
            Alternative { chosen, value: worth(judged).map(f64::from), text }
        })
        .collect();
    let chosen = format_child(found.decision.chosen).to_string();
    Ok((Hint::new(found.decision, chosen, VALUE_IS).among(alternatives), found.stopped))
}

#[cfg(test)]
mod tests {
    use quandary_core::Outcome;
    use quandary_search::truth;

    use super::super::notation::parse_place;
    use super::*;

    #[test]
    fn the_children_have_the_values_that_brute_force_finds_and_the_line_ends_as_it_says() {
        for name in ["3x6/1/0", "3x6/1/1", "2x9/4/2:01", "5x4/2/3:1"] {
            let place = parse_place(name).unwrap();
            let found = explain(&place, &mut Budget::unlimited()).unwrap();
            for judged in &found.children {
                let child = place.tree.apply(&place.node, judged.child);
                let truth = truth::wins_from(&place.tree, &child, &mut Budget::unlimited()).unwrap();
                assert_eq!(judged.max_wins, Some(truth), "{name}");
            }
            let (Reason::Wins { line, .. } | Reason::Loses { line, .. }) = &found.decision.reason else {
                panic!("{name} was not finished");
            };
            let mut at = place.node;
            for letter in line.children.chars() {
                at = place.tree.apply(&at, letter.to_digit(36).unwrap());
            }
            assert_eq!(line.sum, Some(at.sum()));
            let side = place.tree.turn(&place.node).side().unwrap();
            let wins = matches!(found.decision.reason, Reason::Wins { .. });
            let winner = if wins { side } else { side.other() };
            assert_eq!(place.tree.turn(&at).outcome(), Some(winner.wins()), "{name}");
        }
    }

    #[test]
    fn a_budget_that_runs_out_still_gives_a_child() {
        let place = parse_place("8x30/1/0").unwrap();
        let found = explain(&place, &mut Budget::nodes(100)).unwrap();
        assert_eq!(found.stopped, Some(Exhausted::Nodes));
        assert!(matches!(found.decision.reason, Reason::SoFar { of: 8, .. }), "{:?}", found.decision);
        assert!(!found.decision.probability.is_certain());
        let over = parse_place("1x1/1/0:0").unwrap();
        assert!(matches!(over.tree.turn(&over.node).outcome(), Some(Outcome::Won | Outcome::Lost)));
        assert!(explain(&over, &mut Budget::unlimited()).is_err());
    }
}

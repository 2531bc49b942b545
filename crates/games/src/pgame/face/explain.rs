use std::fmt::Write;

use quandary_core::face::{Answer, Context, Request};
use quandary_core::rules::{Game, Side};
use quandary_core::{Decision, InputError};
use serde::Serialize;
use serde_json::json;

use super::{conventions, name, truth_of};
use crate::pgame::notation::{format_child, format_place, parse_place};

/// Why a child is best: who wins below every one of them.
#[derive(Serialize)]
struct Reason {
    player: &'static str,
    verdict: &'static str,
    children: Vec<Valued>,
}

#[derive(Serialize)]
struct Valued {
    child: char,
    /// The number on the edge.
    edge: i32,
    /// For MAX.
    value: &'static str,
}

/// The value of every child by brute force, and the first that the player to move wins with.
pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let place = parse_place(request.input_text()?)?;
    let (tree, node) = (&place.tree, &place.node);
    let mut moves = Vec::new();
    tree.moves(node, &mut moves);
    if moves.is_empty() {
        return Err(InputError::new("the game is over").expected("a node with children"));
    }
    let too_large = || {
        InputError::new("brute force cannot tell the values of so large a tree")
            .expected("at most 1e9 leaves")
    };
    let maximising = tree.to_move(node) == Side::First;
    let before = (context.cpu_seconds)();
    let mut children = Vec::new();
    let mut best = None;
    for index in moves {
        let child = tree.play(node, index);
        let wins = match truth_of(tree, &child, &context.budget) {
            Some(wins) => wins,
            None if context.budget.stop().raised().is_none() => return Err(too_large()),
            None => break,
        };
        if wins == maximising && best.is_none() {
            best = Some(format_child(index));
        }
        let edge = (child.sum() - node.sum()).abs();
        children.push(Valued { child: format_child(index), edge, value: name(wins) });
    }
    let player = if maximising { "MAX" } else { "MIN" };
    let verdict = name(best.is_some() == maximising);
    let mut text =
        format!("{player} to move at depth {} of {}, sum {}\n", node.depth(), tree.depth, node.sum());
    for valued in &children {
        let mark = if (valued.value == "win") == maximising { '*' } else { ' ' };
        let _ = writeln!(
            text,
            "{mark} child {}: edge {:>3}, {} for MAX",
            valued.child, valued.edge, valued.value
        );
    }
    let stopped = context.budget.stop().raised();
    let chosen = best.or(children.first().map(|valued| valued.child)).unwrap_or('0');
    let _ = match best {
        Some(best) => write!(text, "best: child {best}, which wins for {player}"),
        None if stopped.is_some() => write!(text, "not finished"),
        None => write!(text, "every child loses for {player}"),
    };
    let decision = Decision::certain(chosen, Reason { player, verdict, children });
    let json = json!({"schema": 1, "puzzle": "pgame", "tree": format_place(&place), "decision": decision,
        "cpu_seconds": (context.cpu_seconds)() - before, "conventions": conventions(tree)});
    let answer = Answer::new(json, text);
    Ok(match stopped {
        Some(why) => answer.exhausted(why),
        None => answer,
    })
}

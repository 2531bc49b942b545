//! Why a move is best: how the game ends with it, by which line, and what can be counted on the board.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_games::othello::{Endgame, explain, notation};
//!
//! let placed = notation::parse_position(&format!("{}XOOOOOO- X", "X".repeat(56))).unwrap();
//! let mut solver = Endgame::new(placed.board, 10);
//! let found = explain::explain(&placed, &mut solver, &mut Budget::unlimited()).unwrap();
//! assert_eq!(
//!     found.decision.reason.to_string(),
//!     "the only legal move; wins by 64, 64 discs to 0: h8; leaves the opponent no disc"
//! );
//! ```

use quandary_core::rules::Rules;
use quandary_core::{Budget, Context, Decision, Exhausted, InputError, Probability, Seed, Stop};
use quandary_verbs::{Alternative, Hint};

use super::advice::{Sight, Weighing};
use super::facts::arguments;
pub use super::facts::{Argument, Facts};
use super::notation::{OthelloPosition, format_action};
use super::pattern::DISC;
use super::reason::ending;
pub use super::reason::{Opinion, Outlook, Reason};
use super::rules::{Action, Othello};
use super::solve::Endgame;
use crate::reason::{RandomGames, game_over};
use crate::value::{Bounds, Value};

/// A move, and what is proved of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move.
    pub name: String,
    /// Where its score lies, for the player who makes it.
    pub bounds: Bounds,
    /// What it is probably worth, where there is an evaluation to say it.
    pub opinion: Option<Opinion>,
    /// What can be counted.
    pub facts: Facts,
}

/// What is found of a position: the choice with its reason, and what is proved of every move.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The move and why.
    pub decision: Decision<Action, Reason>,
    /// All moves, best first.
    pub moves: Vec<ScoredMove>,
    /// Why the search was not finished.
    pub stopped: Option<Exhausted>,
}

/// Explains a position in which the game goes on: first what the learnt evaluation says some moves ahead, then who wins after
/// each move, then by how much. When the budget runs out, the explanation says what is known so far.
pub fn explain(
    placed: &OthelloPosition,
    solver: &mut Endgame,
    budget: &mut Budget,
) -> Result<Explanation, InputError> {
    explain_better(placed, solver, budget, &mut |_| ())
}

/// The same, with each better explanation on the way.
pub fn explain_better(
    placed: &OthelloPosition,
    solver: &mut Endgame,
    budget: &mut Budget,
    hear: &mut dyn FnMut(&Explanation),
) -> Result<Explanation, InputError> {
    solver.forget();
    let mut weighing = Weighing::of(placed, solver);
    if weighing.moves.is_empty() {
        return Err(game_over());
    }
    let stopped = loop {
        match weighing.step(budget) {
            Ok(true) => {
                if !matches!(weighing.sight, Sight::Ahead(..HEARD_FROM) | Sight::Rough) {
                    hear(&explanation(placed, &mut weighing, &mut budget.clone()));
                }
            }
            Ok(false) => break None,
            Err(why) => break Some(why),
        }
    };
    Ok(Explanation { stopped, ..explanation(placed, &mut weighing, budget) })
}

/// Opinions that look less far ahead are not worth hearing while better ones come at once.
const HEARD_FROM: u32 = 4;

/// What can be said of the moves now.
fn explanation(placed: &OthelloPosition, weighing: &mut Weighing<'_>, budget: &mut Budget) -> Explanation {
    let (rules, sight) = (placed.rules(), weighing.sight);
    let empty = placed.empties();
    let best = weighing.moves[0];
    let other = weighing.moves.get(1).copied();
    let bounds = best.bounds.turned();
    let facts = Facts::of(placed, best.action);
    let mut probability = Probability::CERTAIN;
    let reason = if weighing.is_settled() {
        let outlook = outlook(placed, best.action, bounds.lower, weighing.solver, budget);
        if best.action == Action::Pass {
            Reason::MustPass { outlook }
        } else if other.is_none() {
            Reason::OnlyMove { outlook, facts }
        } else {
            let next_best = weighing.moves[1..].iter().map(|other| -other.bounds.lower).max();
            let exact = weighing.moves.iter().all(|one| one.bounds.is_exact());
            let better_by = next_best.filter(|_| exact).map(|next| bounds.lower.abs_diff(next));
            let arguments = arguments(placed, best.action, other.map(|other| other.action));
            Reason::Calculated { better_by, outlook, facts, arguments }
        }
    } else if sight == Sight::Rough {
        let finished = weighing.moves.iter().filter(|one| one.bounds.is_exact()).count() as u32;
        let stream = Seed(placed.position.mover).stream(placed.position.opponent);
        let games = RandomGames::points(&rules, &placed.position, &[best.action], stream)[0];
        let games = RandomGames::of(games);
        if bounds.lower <= 0 {
            probability = games.probability();
        }
        Reason::SoFar { bounds, finished, of: weighing.moves.len() as u32, games, facts }
    } else {
        let opinion = Opinion::of(best.likely(), sight, empty);
        if bounds.lower <= 0 {
            probability = opinion.probability();
        }
        let better_by = other.map(|other| f64::from(best.likely() - other.likely()) / f64::from(DISC));
        let line = weighing.solver.core.line(placed.position, best.action, opinion.ahead);
        Reason::Judged {
            opinion,
            bounds,
            better_by,
            line: line.into_iter().map(|action| format_action(placed.board, action)).collect(),
            facts,
            arguments: arguments(placed, best.action, other.map(|other| other.action)),
        }
    };
    let decision = Decision { chosen: best.action, reason, probability };
    let moves = weighing
        .moves
        .iter()
        .map(|one| ScoredMove {
            name: format_action(placed.board, one.action),
            bounds: one.bounds.turned(),
            opinion: (sight != Sight::Rough).then(|| Opinion::of(one.likely(), sight, empty)),
            facts: Facts::of(placed, one.action),
        })
        .collect();
    Explanation { decision, moves, stopped: None }
}

/// What the worth of a move counts.
const VALUE_IS: &str =
    "difference of discs at the end, empty squares to the winner; an estimate where the text says so";

/// Advice on a position in which the game goes on: the move, why, and what is known of every move; and what ran out, if
/// something did. Each better advice on the way is handed to `show`.
pub fn advise(
    placed: &OthelloPosition,
    table_bits: u32,
    context: &Context<'_>,
    show: &mut dyn FnMut(&Hint<Reason>),
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let mut solver = Endgame::new(placed.board, table_bits);
    let mut hear = |found: &Explanation| show(&hint(placed, found));
    let found = explain_better(placed, &mut solver, &mut context.budget.clone(), &mut hear)?;
    Ok((hint(placed, &found), found.stopped))
}

/// An explanation as every interface shows it.
fn hint(placed: &OthelloPosition, found: &Explanation) -> Hint<Reason> {
    let alternatives = found
        .moves
        .iter()
        .map(|judged| {
            let Bounds { lower, upper } = judged.bounds;
            let exact = lower == upper;
            let (value, known) = match judged.opinion {
                _ if exact => (Some(f64::from(lower)), ending(lower)),
                Some(opinion) if judged.bounds.value().is_none() => {
                    (Some((opinion.estimate * 10.0).round() / 10.0), opinion.to_string())
                }
                _ => (None, judged.bounds.in_words().to_owned()),
            };
            Alternative { chosen: judged.name.clone(), value, text: format!("{known}; {}", judged.facts) }
        })
        .collect();
    let chosen = format_action(placed.board, found.decision.chosen);
    Hint::new(found.decision.clone(), chosen, VALUE_IS).among(alternatives)
}

/// The line after `action` and how it ends.
fn outlook(
    placed: &OthelloPosition,
    action: Action,
    score: i32,
    solver: &mut Endgame,
    budget: &mut Budget,
) -> Outlook {
    let rules = Othello(placed.board);
    let (mut position, mut worth) = (rules.apply(&placed.position, action), -score);
    let mut line = vec![format_action(placed.board, action)];
    while let Some(action) = solver.best_action(position, worth, budget) {
        line.push(format_action(placed.board, action));
        (position, worth) = (rules.apply(&position, action), -worth);
    }
    let discs = rules.is_over(position).then(|| {
        let ours = position.black_to_move == placed.position.black_to_move;
        let (own, other) =
            if ours { (position.mover, position.opponent) } else { (position.opponent, position.mover) };
        [own.count_ones(), other.count_ones()]
    });
    Outlook { verdict: Value::of(score), score, discs, line }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::super::notation::parse_action;
    use super::super::rules::Board;
    use super::*;

    fn explained(placed: &OthelloPosition, nodes: u64) -> Explanation {
        explain(placed, &mut Endgame::new(placed.board, 14), &mut Budget::nodes(nodes)).unwrap()
    }

    #[test]
    fn the_line_ends_with_the_score_it_says() {
        for (board, plies) in [(Board::Eight, 50), (Board::Six, 22)] {
            for index in 0..40 {
                let position = Othello(board).random_position(plies, &mut Seed(41).stream(index));
                let placed = OthelloPosition { board, position };
                if placed.rules().is_over(position) {
                    continue;
                }
                let found = explained(&placed, u64::MAX);
                assert_eq!(found.stopped, None);
                let outlook = found.decision.reason.outlook().unwrap();
                let mut solver = Endgame::new(board, 14);
                let truth = solver.solve(position, &mut Budget::unlimited()).unwrap().score;
                assert_eq!(outlook.score, truth, "{placed:?}");
                let mut at = position;
                for name in &outlook.line {
                    at = placed.rules().apply(&at, parse_action(board, name).unwrap());
                }
                assert!(placed.rules().is_over(at), "{outlook:?}");
                let ours = at.black_to_move == position.black_to_move;
                let end = placed.rules().final_score(at);
                assert_eq!(if ours { end } else { -end }, truth, "{outlook:?}");
                let [own, other] = outlook.discs.unwrap();
                assert_eq!((own as i32 - other as i32).signum(), truth.signum());
            }
        }
    }

    #[test]
    fn flips_are_counted_and_corners_are_named() {
        let placed = super::super::notation::parse_position("start").unwrap();
        let facts = Facts::of(&placed, parse_action(Board::Eight, "f5").unwrap());
        assert_eq!((facts.flips, facts.corner, facts.replies, facts.opens_corner), (1, false, 3, false));
    }

    #[test]
    fn an_opinion_is_called_an_estimate_and_is_never_certain() {
        let placed = super::super::notation::parse_position("start").unwrap();
        let found = explained(&placed, 20_000);
        let Reason::Judged { opinion, line, .. } = &found.decision.reason else {
            panic!("{:?}", found.decision.reason);
        };
        assert!(opinion.ahead >= 3 && !opinion.to_the_end);
        assert!(!found.decision.probability.is_certain());
        assert!(found.decision.reason.to_string().starts_with("about "), "{}", found.decision.reason);
        assert_eq!(line[0], found.moves[0].name);
        // All four first moves are the same by symmetry.
        let estimates: Vec<i64> =
            found.moves.iter().map(|one| one.opinion.unwrap().estimate.round() as i64).collect();
        assert!(estimates.iter().all(|&estimate| (estimate - estimates[0]).abs() <= 1), "{estimates:?}");
    }

    #[test]
    fn each_better_explanation_is_heard_and_the_last_is_exact() {
        let position = Othello(Board::Eight).random_position(44, &mut Seed(44).stream(1));
        let placed = OthelloPosition { board: Board::Eight, position };
        let mut solver = Endgame::new(placed.board, 14);
        let mut heard = Vec::new();
        let found = explain_better(&placed, &mut solver, &mut Budget::unlimited(), &mut |one| {
            heard.push(one.decision.clone());
        })
        .unwrap();
        assert!(heard.len() > 3);
        assert!(!heard[0].probability.is_certain() && found.decision.probability.is_certain());
        assert_eq!(heard.last(), Some(&found.decision));
        assert!(matches!(found.decision.reason, Reason::Calculated { .. } | Reason::OnlyMove { .. }));
        let score = Endgame::new(Board::Eight, 14).solve(position, &mut Budget::unlimited()).unwrap().score;
        assert_eq!(found.decision.reason.outlook().unwrap().score, score);
    }

    #[test]
    fn every_argument_is_true_on_the_board() {
        let mut kinds = std::collections::BTreeSet::new();
        for index in 0..400 {
            let board = Board::Eight;
            let position =
                Othello(board).random_position(10 + index % 48, &mut Seed(45).stream(index.into()));
            let placed = OthelloPosition { board, position };
            let rules = placed.rules();
            let mut actions = Vec::new();
            rules.moves(&position, &mut actions);
            for pair in actions.windows(2) {
                let (child, other) = (rules.apply(&position, pair[0]), rules.apply(&position, pair[1]));
                let can = |name: &String| {
                    let Some(Action::Place(square)) = parse_action(board, name) else { panic!("{name}") };
                    (rules.legal(child) >> square & 1 == 1, rules.legal(other) >> square & 1 == 1)
                };
                for argument in arguments(&placed, pair[0], Some(pair[1])) {
                    kinds.insert(argument.to_string().split(' ').next().unwrap().to_owned());
                    match &argument {
                        Argument::WipesOut => assert_eq!(child.mover, 0),
                        Argument::TakesCorner { corner } => {
                            assert_eq!(parse_action(board, corner), Some(pair[0]));
                        }
                        Argument::ForcesPass => {
                            assert!(rules.legal(child) == 0 && rules.legal(rules.pass(child)) != 0);
                        }
                        Argument::GuardsCorner { corner } => assert!(!can(corner).0),
                        Argument::GivesCorner { corner, .. } => assert!(can(corner).0),
                        Argument::OtherGivesCorner { corner, .. } => assert_eq!(can(corner), (false, true)),
                        Argument::FewerReplies { replies, other_replies, .. } => {
                            assert_eq!(rules.legal(child).count_ones(), *replies);
                            assert_eq!(rules.legal(other).count_ones(), *other_replies);
                            assert!(replies < other_replies);
                        }
                        Argument::MoreStable { discs } => {
                            assert!(*discs <= (child.opponent).count_ones());
                        }
                        Argument::Parity { area } => assert_eq!(area % 2, 1),
                        Argument::Quiet { flips } => {
                            assert_eq!((position.opponent & child.opponent).count_ones(), *flips);
                        }
                    }
                }
            }
        }
        assert!(kinds.len() >= 7, "{kinds:?}");
    }

    #[test]
    fn a_budget_that_runs_out_keeps_what_is_proved_of_every_move() {
        let mut decided = 0;
        for index in 0..6 {
            let position = Othello(Board::Eight).random_position(46, &mut Seed(43).stream(index));
            let placed = OthelloPosition { board: Board::Eight, position };
            let mut budget = Budget::unlimited();
            let whole = explain(&placed, &mut Endgame::new(Board::Eight, 14), &mut budget).unwrap();
            for percent in [0, 1, 30, 60] {
                let part = explained(&placed, budget.spent() * percent / 100);
                assert_eq!(part.stopped, Some(Exhausted::Nodes));
                for known in &part.moves {
                    let exact = whole.moves.iter().find(|exact| exact.name == known.name).unwrap().bounds;
                    let bounds = known.bounds;
                    assert!(
                        bounds.lower <= exact.lower && exact.upper <= bounds.upper,
                        "{bounds:?} {exact:?}"
                    );
                    decided += u32::from(bounds.value().is_some());
                }
            }
        }
        assert!(decided > 20, "{decided} decided moves are too few to mean anything");
    }
}

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
//!     "the only legal move; wins by 64, 64 discs to 0: h8; takes a corner, leaves the opponent no move"
//! );
//! ```

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::Rules;
use quandary_core::words::count;
use quandary_core::{Budget, Context, Decision, Exhausted, InputError, Probability, Seed, Stop};
use quandary_verbs::{Alternative, Hint};
use schemars::JsonSchema;
use serde::Serialize;

use super::bits::stable;
use super::notation::{OthelloPosition, format_action};
use super::rules::{Action, Othello, Position};
use super::solve::Endgame;
use crate::reason::{RandomGames, game_over, margin, sentence, shown};
use crate::value::{Bounds, Value};

/// What perfect play leads to, as the player sees who chooses the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outlook {
    /// Win, draw or loss.
    pub verdict: Value,
    /// The difference of discs at the end, empty squares given to the winner.
    pub score: i32,
    /// Own discs and the opponent's at the end of the line, when the line was followed to the end.
    pub discs: Option<[u32; 2]>,
    /// What both sides play when both play well, the chosen move first.
    pub line: Vec<String>,
}

/// Moves of a line that are shown to a person.
const LINE_SHOWN: usize = 12;

impl Display for Outlook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&ending(self.score))?;
        if let Some([own, other]) = self.discs {
            write!(f, ", {} to {other}", count(own.into(), "disc"))?;
        }
        if !self.line.is_empty() {
            write!(f, ": {}", shown(&self.line, LINE_SHOWN, 0))?;
        }
        Ok(())
    }
}

/// "wins by 12".
fn ending(score: i32) -> String {
    match Value::of(score) {
        Value::Win => format!("wins by {score}"),
        Value::Draw => "leads to a draw".to_owned(),
        Value::Loss => format!("loses by {}", -score),
    }
}

/// What can be counted on the board after a move. Facts, not arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Facts {
    /// Discs that it flips.
    pub flips: u32,
    /// Whether it takes a corner.
    pub corner: bool,
    /// Moves that it leaves the opponent.
    pub replies: u32,
    /// Whether the opponent may then take a corner.
    pub opens_corner: bool,
    /// Own discs that can never be flipped again, as far as lines and corners show.
    pub stable: u32,
}

impl Facts {
    fn of(placed: &OthelloPosition, action: Action) -> Facts {
        let (rules, corners) = (placed.rules(), placed.board.corners());
        let child = rules.apply(&placed.position, action);
        let replies = rules.legal(child);
        let (flips, corner) = match action {
            Action::Place(square) => {
                ((placed.position.opponent & child.opponent).count_ones(), corners >> square & 1 == 1)
            }
            Action::Pass => (0, false),
        };
        Facts {
            flips,
            corner,
            replies: replies.count_ones(),
            opens_corner: replies & corners != 0,
            stable: stable(child.opponent, child.mover, placed.board.squares()).count_ones(),
        }
    }
}

impl Display for Facts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.corner {
            f.write_str("takes a corner, ")?;
        }
        match self.replies {
            0 => f.write_str("leaves the opponent no move")?,
            n => write!(f, "leaves the opponent {}", count(n.into(), "move"))?,
        }
        match (self.opens_corner, self.replies) {
            (true, 1) => f.write_str(", to a corner"),
            (true, _) => f.write_str(", one of them to a corner"),
            (false, _) => Ok(()),
        }
    }
}

/// Why a move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// No square flips anything, so the rules ask for a pass.
    MustPass {
        /// What follows.
        outlook: Outlook,
    },
    /// There is nothing to choose.
    OnlyMove {
        /// What follows.
        outlook: Outlook,
        /// What can be counted.
        facts: Facts,
    },
    /// The game was searched to its end.
    Calculated {
        /// By how many discs the next best move is worse; nothing where that is not known.
        better_by: Option<u32>,
        /// What follows.
        outlook: Outlook,
        /// What can be counted.
        facts: Facts,
    },
    /// The search was not finished: the best of what is proved so far, and of equals what looks best.
    SoFar {
        /// Between what the score of this move lies.
        bounds: Bounds,
        /// Moves whose score is known.
        finished: u32,
        /// Moves there are.
        of: u32,
        /// What random games say of it.
        #[serde(flatten)]
        games: RandomGames,
        /// What can be counted.
        facts: Facts,
    },
}

impl Reason {
    /// What follows, where it is known.
    pub fn outlook(&self) -> Option<&Outlook> {
        match self {
            Reason::MustPass { outlook }
            | Reason::OnlyMove { outlook, .. }
            | Reason::Calculated { outlook, .. } => Some(outlook),
            Reason::SoFar { .. } => None,
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::MustPass { outlook } => write!(f, "no square flips a disc; {outlook}"),
            Reason::OnlyMove { outlook, facts } => write!(f, "the only legal move; {outlook}; {facts}"),
            Reason::Calculated { better_by, outlook, facts } => {
                write!(f, "{outlook}; ")?;
                if let Some(by) = better_by {
                    write!(f, "{}; ", margin((*by).into(), 0))?;
                }
                write!(f, "{facts}")
            }
            Reason::SoFar { bounds, finished, of, games, facts } => {
                let moves = if *of == 1 { "move is" } else { "moves are" };
                write!(
                    f,
                    "the best of what is known so far: {}; {finished} of {of} {moves} finished; {games}; {facts}",
                    bounds.in_words()
                )
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
            Reason::MustPass { .. } => "No square flips a disc.".to_owned(),
            Reason::OnlyMove { .. } => "There is only one legal move.".to_owned(),
            Reason::Calculated { facts: Facts { corner: true, .. }, .. } => {
                "A corner is to be had.".to_owned()
            }
            Reason::Calculated { outlook, facts, .. } => {
                format!("The best move {} and {facts}.", ending(outlook.score))
            }
            Reason::SoFar { facts: Facts { corner: true, .. }, .. } => "A corner is to be had.".to_owned(),
            Reason::SoFar { .. } => "Compare how many moves each of yours leaves the opponent.".to_owned(),
        }
    }
}

/// A move, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub name: String,
    /// Where its score lies, for the player who makes it.
    pub bounds: Bounds,
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

struct Candidate {
    action: Action,
    child: Position,
    /// For the opponent.
    bounds: Bounds,
    rough: i32,
}

/// Explains a position in which the game goes on: first who wins after each move, what looks best first, then by how
/// much. When the budget runs out, the explanation says what is proved so far.
pub fn explain(
    placed: &OthelloPosition,
    solver: &mut Endgame,
    budget: &mut Budget,
) -> Result<Explanation, InputError> {
    let (rules, position) = (placed.rules(), placed.position);
    let mut actions = Vec::new();
    rules.moves(&position, &mut actions);
    let full = placed.board.squares().count_ones() as i32;
    let mut candidates: Vec<Candidate> = actions
        .into_iter()
        .map(|action| {
            let child = rules.apply(&position, action);
            let rough = solver.rough_worth(child, ROUGH_DEPTH);
            Candidate { action, child, bounds: Bounds { lower: -full, upper: full }, rough }
        })
        .collect();
    solver.forget();
    let mut stopped = None;
    for window in [(-1, 1), (-full, full)] {
        candidates.sort_by_key(|candidate| (candidate.bounds.upper, -candidate.rough));
        for candidate in &mut candidates {
            if stopped.is_none() {
                stopped = solver.narrow(candidate.child, &mut candidate.bounds, window, budget).err();
            }
        }
    }
    if stopped.is_none() {
        candidates.sort_by_key(|candidate| (candidate.bounds.upper, -candidate.rough));
    } else {
        // What is proved counts first, then what looks best.
        candidates.sort_by_key(|candidate| {
            let Bounds { lower, upper } = candidate.bounds;
            (upper.signum(), lower.signum(), -candidate.rough)
        });
    }
    let Some(best) = candidates.first() else {
        return Err(game_over());
    };
    let bounds = best.bounds.turned();
    let next_best = candidates[1..].iter().map(|other| -other.bounds.lower).max();
    let is_best = next_best.is_none_or(|next| next <= bounds.lower);
    let facts = Facts::of(placed, best.action);
    let mut probability = Probability::CERTAIN;
    let reason = if bounds.is_exact() && is_best {
        let outlook = outlook(placed, best.action, bounds.lower, solver, budget);
        if best.action == Action::Pass {
            Reason::MustPass { outlook }
        } else if candidates.len() == 1 {
            Reason::OnlyMove { outlook, facts }
        } else {
            let exact = candidates.iter().all(|candidate| candidate.bounds.is_exact());
            let better_by = next_best.filter(|_| exact).map(|next| bounds.lower.abs_diff(next));
            Reason::Calculated { better_by, outlook, facts }
        }
    } else {
        let finished = candidates.iter().filter(|candidate| candidate.bounds.is_exact()).count() as u32;
        let stream = Seed(position.mover).stream(position.opponent);
        let games = RandomGames::of(RandomGames::points(&rules, &position, &[best.action], stream)[0]);
        if bounds.lower <= 0 && !is_best {
            probability = games.probability();
        }
        let of = candidates.len() as u32;
        Reason::SoFar { bounds, finished, of, games, facts }
    };
    let decision = Decision { chosen: best.action, reason, probability };
    let moves = candidates
        .iter()
        .map(|candidate| ScoredMove {
            name: format_action(placed.board, candidate.action),
            bounds: candidate.bounds.turned(),
            facts: Facts::of(placed, candidate.action),
        })
        .collect();
    Ok(Explanation { decision, moves, stopped })
}

/// Moves are tried in the order of a search this deep; where nothing is proved it decides.
const ROUGH_DEPTH: u32 = 4;

/// What the worth of a move counts.
const VALUE_IS: &str = "difference of discs at the end, empty squares to the winner";

/// Advice on a position in which the game goes on: the move, why, and what is proved of every move; and what ran out, if
/// something did.
pub fn advise(
    placed: &OthelloPosition,
    table_bits: u32,
    context: &Context<'_>,
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let mut solver = Endgame::new(placed.board, table_bits);
    let found = explain(placed, &mut solver, &mut context.budget.clone())?;
    let alternatives = found
        .moves
        .iter()
        .map(|judged| {
            let Bounds { lower, upper } = judged.bounds;
            let exact = lower == upper;
            let known = if exact { ending(lower) } else { judged.bounds.in_words().to_owned() };
            Alternative {
                chosen: judged.name.clone(),
                value: exact.then_some(f64::from(lower)),
                text: format!("{known}; {}", judged.facts),
            }
        })
        .collect();
    let chosen = format_action(placed.board, found.decision.chosen);
    Ok((Hint::new(found.decision, chosen, VALUE_IS).among(alternatives), found.stopped))
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

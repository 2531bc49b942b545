//! The next move and why: what each of the four moves is worth, and what it does to the board.

use quandary_core::rules::Chance;
use quandary_core::{Decision, Probability};
use serde::Serialize;

use crate::rules::{Board, Direction, Rules};

/// What a move's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// The expected score still to come.
    ExpectedScore,
    /// The expected weighted sum of tiles where the search ends.
    WeightedSum,
    /// The probability of reaching the target.
    WinProbability,
}

impl Meaning {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Meaning::ExpectedScore => "expected score to come",
            Meaning::WeightedSum => "weighted sum of tiles",
            Meaning::WinProbability => "probability of the target",
        }
    }
}

/// What one move is worth and does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MoveFacts {
    /// The move.
    #[serde(rename = "move")]
    pub direction: Direction,
    /// Its value; none for a move that changes nothing.
    pub value: Option<f64>,
    /// What it earns at once.
    pub earned: u64,
    /// Empty cells after it, before the new tile.
    pub empty: usize,
    /// Pairs of equal neighbours after it.
    pub pairs: usize,
    /// The probability that a move is left after the new tile.
    pub survives: f64,
    /// Whether the largest tile stands in a corner after it.
    pub largest_in_corner: bool,
}

/// Why a move was chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// What the values are.
    pub meaning: Meaning,
    /// All four moves, in the order left, right, up, down.
    pub moves: Vec<MoveFacts>,
    /// How much more the chosen move is worth than the next best; none when there is no other.
    pub margin: Option<f64>,
}

/// A decision with its reason, from the values of the legal moves. `None` when there is no move.
///
/// The probability of the decision is that the game goes on: that a move is left after the new tile.
///
/// ```
/// use quandary_twenty48::explain::{Meaning, decide};
/// use quandary_twenty48::notation::parse_board;
/// use quandary_twenty48::rules::{Direction, Fours, Rules};
/// let (shape, board) = parse_board("2 2 / . 4", None).unwrap();
/// let rules = Rules { shape, fours: Fours::USUAL };
/// let values = [(Direction::Left, 20.0), (Direction::Right, 31.5), (Direction::Down, 7.0)];
/// let decision = decide(&rules, board, &values, Meaning::ExpectedScore).unwrap();
/// assert_eq!((decision.chosen, decision.reason.margin), (Direction::Right, Some(11.5)));
/// assert_eq!(decision.reason.moves[1].pairs, 1); // the new 4 stands above the old one
/// ```
pub fn decide(
    rules: &Rules,
    board: Board,
    values: &[(Direction, f64)],
    meaning: Meaning,
) -> Option<Decision<Direction, Reason>> {
    let value_of = |direction| values.iter().find(|(d, _)| *d == direction).map(|(_, value)| *value);
    let moves: Vec<MoveFacts> =
        Direction::ALL.into_iter().map(|d| facts(rules, board, d, value_of(d))).collect();
    let mut ranked: Vec<&MoveFacts> = moves.iter().filter(|facts| facts.value.is_some()).collect();
    // A stable sort: the first among equals stays first.
    ranked.sort_by(|a, b| b.value.partial_cmp(&a.value).unwrap_or(std::cmp::Ordering::Equal));
    let best = **ranked.first()?;
    let margin = ranked.get(1).and_then(|second| Some(best.value? - second.value?));
    Some(Decision {
        chosen: best.direction,
        probability: Probability::clamped(best.survives),
        reason: Reason { meaning, moves, margin },
    })
}

fn facts(rules: &Rules, board: Board, direction: Direction, value: Option<f64>) -> MoveFacts {
    let (after, earned, changed) = rules.slide(board, direction);
    let mut outcomes = Vec::new();
    if changed {
        rules.outcomes(&after, &mut outcomes);
    }
    let survives = outcomes.iter().filter(|(next, _)| !rules.is_dead(*next)).map(|(_, p)| p).sum();
    MoveFacts {
        direction,
        value: value.filter(|_| changed),
        earned,
        empty: rules.empty_cells(after).count(),
        pairs: pairs(rules, after),
        survives,
        largest_in_corner: largest_in_corner(rules, after),
    }
}

/// Pairs of equal neighbours: merges that the next move could make.
pub fn pairs(rules: &Rules, board: Board) -> usize {
    let (rows, cols) = (rules.shape.rows(), rules.shape.cols());
    let equal = |a: usize, b: usize| board.get(a) != 0 && board.get(a) == board.get(b);
    let across = (0..rows).flat_map(|r| (1..cols).map(move |c| (r * cols + c - 1, r * cols + c)));
    let along = (1..rows).flat_map(|r| (0..cols).map(move |c| ((r - 1) * cols + c, r * cols + c)));
    across.chain(along).filter(|&(a, b)| equal(a, b)).count()
}

fn largest_in_corner(rules: &Rules, board: Board) -> bool {
    let (cells, cols) = (rules.shape.cells(), rules.shape.cols());
    [0, cols - 1, cells - cols, cells - 1].into_iter().any(|corner| board.get(corner) == board.largest())
}

/// The reason in sentences.
pub fn sentences(decision: &Decision<Direction, Reason>) -> Vec<String> {
    let reason = &decision.reason;
    let Some(best) = reason.moves.iter().find(|facts| facts.direction == decision.chosen) else {
        return Vec::new();
    };
    let others: Vec<&MoveFacts> =
        reason.moves.iter().filter(|f| f.value.is_some() && f.direction != best.direction).collect();
    let mut lines = Vec::new();
    match reason.margin {
        None => lines.push(format!("{} is the only move.", best.direction)),
        Some(0.0) => lines.push(format!("{} is as good as the next best move.", best.direction)),
        Some(margin) => {
            let shown = if reason.meaning == Meaning::WinProbability {
                format!("{margin:.6}")
            } else {
                format!("{margin:.1}")
            };
            lines.push(format!(
                "{} has {shown} more {} than the next best.",
                best.direction,
                reason.meaning.words()
            ));
        }
    }
    let empty = counted(best.empty, "empty cell");
    if best.earned > 0 {
        lines.push(format!("It earns {} at once and leaves {empty}.", best.earned));
    } else {
        lines.push(format!("It leaves {empty} and {} to merge.", counted(best.pairs, "pair")));
    }
    if best.largest_in_corner && others.iter().any(|other| !other.largest_in_corner) {
        lines.push("It keeps the largest tile in its corner, where another move would not.".into());
    }
    let risky = others.iter().filter(|other| other.survives < best.survives - 1e-9).count();
    if best.survives < 1.0 - 1e-9 {
        lines.push(format!("The new tile ends the game with probability {:.4}.", 1.0 - best.survives));
    } else if risky > 0 {
        lines.push(format!("The game surely goes on; {risky} of the other moves may end it at once."));
    }
    lines
}

fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("one {what}") } else { format!("{number} {what}s") }
}

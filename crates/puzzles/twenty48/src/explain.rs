//! The next move and why: what each move is worth and does to the board, and what the best one keeps that the next best
//! loses.

use std::fmt;

use quandary_core::Probability;
use quandary_core::Reason;
use quandary_core::words::thousands;
use quandary_verbs::{Alternative, Hint, Recommendation};
use schemars::JsonSchema;
use serde::Serialize;

use crate::facts::{Fact, MoveFacts, Point, largest_in_corner};
use crate::rules::{Board, Direction, Rules};
pub use crate::words::Standing;
use crate::words::WordContext;

/// What a move's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Meaning {
    /// The expected score still to come.
    ExpectedScore,
    /// The expected weighted sum of tiles where the search ends.
    WeightedSum,
    /// The probability of reaching the target.
    WinProbability {
        /// The tile to reach.
        target: u64,
    },
    /// A judgement made by hand, where the search ends: only comparisons mean anything.
    Judgement {
        /// How many of the player's moves the search looked ahead, the first included.
        moves_ahead: u32,
    },
}

impl Meaning {
    /// What the values count.
    pub fn value_is(self) -> &'static str {
        match self {
            Meaning::ExpectedScore => "points still to come, expected by a trained network",
            Meaning::WeightedSum => "expected weighted sum of tiles where the search ends",
            Meaning::WinProbability { .. } => "exact probability of reaching the tile",
            Meaning::Judgement { .. } => {
                "a judgement made by hand, in no unit: only comparisons mean anything"
            }
        }
    }

    /// A value in words, beside the best one.
    fn said(self, value: f64, best: f64) -> String {
        match self {
            Meaning::ExpectedScore => format!("{} points to come", thousands(value.max(0.0).round() as u64)),
            Meaning::WeightedSum => format!("weighted sum {value:.3}"),
            Meaning::WinProbability { target } => format!("reaches {target} with probability {value:.8}"),
            Meaning::Judgement { .. } if best - value <= self.rounding() * best.abs() => "judged best".into(),
            Meaning::Judgement { .. } => format!("judged {} worse", digits(best - value)),
        }
    }

    /// The share of a value that rounding may have made: within it, two are equal.
    fn rounding(self) -> f64 {
        match self {
            // A network adds up 32 numbers of single precision, in another order for a mirror image.
            Meaning::ExpectedScore => 1e-5,
            Meaning::WeightedSum => 1e-6,
            Meaning::WinProbability { .. } | Meaning::Judgement { .. } => 1e-12,
        }
    }

    /// That one move is worth more than another by so much, with at least two digits that count.
    fn margin(self, by: f64, than: Direction) -> String {
        match self {
            Meaning::ExpectedScore => {
                format!("It is worth {} points more than {than}, the next best.", digits(by))
            }
            Meaning::WeightedSum => {
                format!("Its weighted sum of tiles is {} above that of {than}, the next best.", digits(by))
            }
            Meaning::WinProbability { target } => format!(
                "It reaches {target} more often than {than}, the next best: by {} percentage points.",
                digits(100.0 * by)
            ),
            Meaning::Judgement { moves_ahead: 1 } => format!("It looks better than {than}."),
            Meaning::Judgement { moves_ahead } => {
                format!("Looking {moves_ahead} moves ahead, it comes out better than {than}.")
            }
        }
    }
}

/// A number above 0 with at least two digits that count: 1,240; 12; 0.31; 0.0031.
fn digits(number: f64) -> String {
    if number >= 10.0 {
        return thousands(number.round() as u64);
    }
    let places = (1.0 - number.log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{number:.places$}")
}

/// Why a move was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Why {
    /// There is no other.
    OnlyMove,
    /// Other moves are worth exactly the same; it is the first of them.
    AsGood {
        /// The others.
        others: Vec<Direction>,
    },
    /// It is worth more than the next best.
    Better {
        /// The next best.
        than: Direction,
        /// How much more it is worth.
        margin: f64,
        /// What the values are.
        meaning: Meaning,
        /// The largest tile after the move.
        largest: u64,
        /// Whether it stands in a corner.
        standing: Standing,
        /// Where it does better than the next best, the most important first.
        keeps: Vec<Point>,
        /// Where the next best would do better.
        gives_up: Vec<Point>,
        /// Where it does better than a lesser move, when it does nowhere better than the next best.
        against: Option<Contrast>,
    },
}

/// What a move keeps that another loses.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Contrast {
    /// The other move.
    pub than: Direction,
    /// Where the chosen move does better, the most important first.
    pub keeps: Vec<Point>,
}

/// As many facts as a line about a move carries; the value has all of them.
const SPOKEN: usize = 3;

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::OnlyMove => f.write_str("It is the only move."),
            Why::AsGood { others } => {
                let names: Vec<&str> = others.iter().map(|direction| direction.name()).collect();
                match names.as_slice() {
                    [one] => write!(f, "No move is better; {one} is just as good."),
                    [first @ .., last] => {
                        write!(f, "No move is better; {} and {last} are just as good.", first.join(", "))
                    }
                    [] => f.write_str("No move is better."),
                }
            }
            Why::Better { than, margin, meaning, largest, standing, keeps, gives_up, against } => {
                let spoken = WordContext { largest: *largest, standing: *standing };
                let facts = spoken.reason(*than, *meaning, keeps, gives_up, against.as_ref());
                match meaning {
                    // A judgement made by hand has no unit: its margin says nothing.
                    Meaning::Judgement { .. } => f.write_str(&facts),
                    _ => write!(f, "{} {facts}", meaning.margin(*margin, *than)),
                }
            }
        }
    }
}

impl Reason for Why {
    fn probability_is(&self) -> Option<&'static str> {
        Some("that a move is left after the new tile")
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn nudge(&self) -> String {
        match self {
            Why::OnlyMove => "There is only one move.".into(),
            Why::AsGood { others } => format!("{} moves are equally good.", others.len() + 1),
            Why::Better { keeps, against, largest, .. } => match keeps
                .iter()
                .chain(against.iter().flat_map(|contrast| &contrast.keeps))
                .next()
                .map(|point| point.fact)
            {
                Some(Fact::Death) => "One move is safer than the others.".into(),
                Some(Fact::Corner) => format!("Mind the {largest} and its corner."),
                Some(Fact::FreeCells | Fact::Room) => "Make room.".into(),
                Some(Fact::Ordered) => "Keep rows and columns in order.".into(),
                Some(Fact::Earned) => "There is something to merge.".into(),
                Some(Fact::Pairs) => "Bring equal tiles together.".into(),
                Some(Fact::Doubles) => "Keep tiles beside their doubles.".into(),
                None => "Look a few moves ahead.".into(),
            },
        }
    }
}

/// A move with its reason, and what all legal moves are worth and do.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveExplanation {
    /// The move.
    pub chosen: Direction,
    /// Why.
    pub why: Why,
    /// What the values are.
    pub meaning: Meaning,
    /// All legal moves, the best first; the chosen one is the first.
    pub alternatives: Vec<MoveFacts>,
    /// The largest tile.
    pub largest: u64,
}

impl MoveExplanation {
    /// As every interface shows it.
    ///
    /// The probability of the decision is that the game goes on: that a move is left after the new tile. It is certain
    /// where there is no other move, or where every position that may follow has been looked at.
    pub fn hint(self) -> Hint<Why> {
        let exact = matches!(self.meaning, Meaning::WinProbability { .. });
        let survives = self.alternatives.first().map_or(1.0, |facts| facts.survives);
        let differing = Fact::ALL.into_iter().filter(|fact| {
            let shown = |facts: &MoveFacts| fact.shown(fact.of(facts));
            self.alternatives.windows(2).any(|pair| shown(&pair[0]) != shown(&pair[1]))
        });
        let spoken: Vec<Fact> = differing.take(SPOKEN).collect();
        let most = self.alternatives.first().map_or(0.0, |facts| facts.value);
        let largest = self.largest;
        let alternatives = self.alternatives.iter().map(|facts| Alternative {
            chosen: facts.direction.name().to_owned(),
            value: Some(facts.value),
            text: std::iter::once(self.meaning.said(facts.value, most))
                .chain(spoken.iter().map(|fact| fact.in_words(fact.of(facts), largest)))
                .collect::<Vec<_>>()
                .join(", "),
        });
        Hint {
            alternatives: alternatives.collect(),
            value_is: self.meaning.value_is().into(),
            take_back: None,
            decision: Some(Recommendation {
                chosen: self.chosen.name().to_owned(),
                certain: exact || self.why == Why::OnlyMove,
                probability: Some(Probability::clamped(survives)),
                probability_is: self.why.probability_is(),
                reason: self.why,
            }),
        }
    }
}

/// The best move with its reason, from the values of the legal moves. `None` when there is no move.
///
/// ```
/// use quandary_twenty48::explain::{Meaning, decide};
/// use quandary_twenty48::notation::parse_board;
/// use quandary_twenty48::rules::{Direction, Fours, Rules};
/// let (shape, board) = parse_board("2 2 / . 4", None).unwrap();
/// let rules = Rules { shape, fours: Fours::USUAL };
/// let values = [(Direction::Left, 7.0), (Direction::Right, 31.5), (Direction::Down, 20.0)];
/// let explained = decide(&rules, board, &values, Meaning::ExpectedScore).unwrap();
/// assert_eq!(explained.chosen, Direction::Right);
/// assert_eq!(
///     explained.why.to_string(),
///     "It is worth 12 points more than down, the next best. The game ends within three new tiles in 0.9 % of cases, \
///      after down in 10.9 %. It also leaves 2 free squares instead of 1."
/// );
/// ```
pub fn decide(
    rules: &Rules,
    board: Board,
    values: &[(Direction, f64)],
    meaning: Meaning,
) -> Option<MoveExplanation> {
    let legal = values.iter().filter(|(direction, _)| rules.slide(board, *direction).2);
    let mut alternatives: Vec<MoveFacts> =
        legal.map(|&(direction, value)| MoveFacts::new(rules, board, direction, value)).collect();
    // A stable sort: the first among equals stays first.
    alternatives.sort_by(|a, b| b.value.total_cmp(&a.value));
    // Sums over mirror images differ in their last bits: such moves are equal, and the first of them is chosen.
    let most = alternatives.first()?.value;
    let close = |facts: &MoveFacts| most - facts.value <= meaning.rounding() * most.abs();
    let ties = alternatives.iter().take_while(|facts| close(facts)).count();
    alternatives[..ties].sort_by_key(|facts| Direction::ALL.iter().position(|&d| d == facts.direction));
    let best = alternatives[0].direction;
    let why = match alternatives.get(1) {
        None => Why::OnlyMove,
        Some(_) if ties > 1 => {
            Why::AsGood { others: alternatives[1..ties].iter().map(|facts| facts.direction).collect() }
        }
        Some(_) => compare(rules, board, &alternatives, meaning),
    };
    Some(MoveExplanation { chosen: best, why, meaning, alternatives, largest: board.largest_tile() })
}

/// Tiles from this exponent on (64) are worth a corner.
const LARGE: u8 = 6;

/// Why the first of several moves is better than the second.
fn compare(rules: &Rules, board: Board, moves: &[MoveFacts], meaning: Meaning) -> Why {
    let (best, second) = (&moves[0], &moves[1]);
    let after = rules.slide(board, best.direction).0;
    let largest = after.largest();
    let standing = match (largest_in_corner(rules, board), largest_in_corner(rules, after)) {
        (true, true) => Standing::Kept,
        (false, true) => Standing::Reached,
        (_, false) => Standing::Elsewhere,
    };
    let (keeps, gives_up) = differences(best, second, largest);
    let against = moves[2..].iter().filter(|_| keeps.is_empty()).find_map(|lesser| {
        let keeps = differences(best, lesser, largest).0;
        (!keeps.is_empty()).then_some(Contrast { than: lesser.direction, keeps })
    });
    let (than, margin) = (second.direction, best.value - second.value);
    Why::Better { than, margin, meaning, largest: 1 << largest, standing, keeps, gives_up, against }
}

/// Where a move does better than another, and where worse; what looks the same is neither.
fn differences(chosen: &MoveFacts, other: &MoveFacts, largest: u8) -> (Vec<Point>, Vec<Point>) {
    let mut all = Fact::ALL;
    if largest < LARGE {
        // A corner matters little yet: it comes last.
        all[1..].rotate_left(1);
    }
    let points = all.into_iter();
    let points = points.map(|fact| Point { fact, chosen: fact.of(chosen), other: fact.of(other) });
    points.filter(Point::differs).partition(|point| match point.fact {
        Fact::Death => point.chosen < point.other,
        _ => point.chosen > point.other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use crate::strategy::hand::deepen;
    use quandary_core::{Budget, Seed};

    /// Explained games' worth of positions, by hand.
    fn explained(count: u64) -> impl Iterator<Item = MoveExplanation> {
        (0..count).filter_map(|index| {
            let rules = Rules::STANDARD;
            let start = crate::rules::Start::Usual;
            let (board, _) = crate::generate::position(&rules, start, index * 11, Seed(12), index);
            let judged = deepen(&rules, board, 2000, &mut Budget::unlimited());
            decide(&rules, board, &judged.values, Meaning::Judgement { moves_ahead: 2 })
        })
    }

    #[test]
    fn no_reason_names_a_number_that_the_next_best_shares() {
        let mut named = 0;
        for explained in explained(80) {
            let Why::Better { keeps, gives_up, than, .. } = &explained.why else { continue };
            let find = |direction| explained.alternatives.iter().find(|f| f.direction == direction).unwrap();
            let (best, second) = (find(explained.chosen), find(*than));
            for (point, better) in keeps.iter().map(|p| (p, true)).chain(gives_up.iter().map(|p| (p, false)))
            {
                assert_ne!(point.fact.shown(point.chosen), point.fact.shown(point.other));
                assert_eq!((point.chosen, point.other), (point.fact.of(best), point.fact.of(second)));
                let more = point.chosen > point.other;
                assert_eq!(if point.fact == Fact::Death { !more } else { more }, better);
                named += 1;
            }
        }
        assert!(named > 50, "{named} numbers");
    }

    #[test]
    fn a_small_margin_is_never_zero_points_more() {
        let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128", None).unwrap();
        for (more, shown) in [
            (12345.6, "12,346 points more"),
            (3.32, "3.3 points more"),
            (0.04, "0.040 points more"),
            (0.0031, "0.0031 points more"),
        ] {
            let values = [(Direction::Left, 100.0), (Direction::Down, 100.0 + more)];
            let explained = decide(&Rules::STANDARD, board, &values, Meaning::ExpectedScore).unwrap();
            let text = explained.why.to_string();
            assert!(text.contains(shown), "{text}");
        }
        let values = [(Direction::Left, 100.0), (Direction::Down, 100.0)];
        let explained = decide(&Rules::STANDARD, board, &values, Meaning::ExpectedScore).unwrap();
        assert_eq!(explained.why, Why::AsGood { others: vec![Direction::Down] });
        let values = [(Direction::Left, 0.25), (Direction::Down, 0.5)];
        let target = Meaning::WinProbability { target: 512 };
        let text = decide(&Rules::STANDARD, board, &values, target).unwrap().why.to_string();
        assert!(
            text.starts_with("It reaches 512 more often than left, the next best: by 25 percentage points."),
            "{text}"
        );
    }

    #[test]
    fn a_reason_is_a_value_with_its_kind() {
        let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128", None).unwrap();
        let judged = deepen(&Rules::STANDARD, board, 10_000, &mut Budget::unlimited());
        let explained =
            decide(&Rules::STANDARD, board, &judged.values, Meaning::Judgement { moves_ahead: 2 }).unwrap();
        let json = serde_json::to_value(&explained.why).unwrap();
        assert_eq!((&json["kind"], &json["meaning"]["kind"]), (&"better".into(), &"judgement".into()));
        let (_, only) = parse_board("2 4 8 16 / 4 8 16 32 / 2 4 8 64 / 4 2 16 .", None).unwrap();
        let values = [(Direction::Right, 1.0), (Direction::Left, 9.0)];
        // A move that changes nothing is no move, whatever it is said to be worth.
        let explained =
            decide(&Rules::STANDARD, only, &values, Meaning::Judgement { moves_ahead: 2 }).unwrap();
        assert_eq!((explained.chosen, &explained.why), (Direction::Right, &Why::OnlyMove));
    }
}

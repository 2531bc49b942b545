//! What a move does to the board, in numbers by which two moves can be compared.

use quandary_core::rules::Chance;
use quandary_core::words::thousands;
use serde::Serialize;

use crate::rules::{Board, Direction, Rules};

/// What one legal move is worth and does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct MoveFacts {
    /// The move.
    #[serde(rename = "move")]
    pub direction: Direction,
    /// Its value; the [`Meaning`] says what it is.
    pub value: f64,
    /// What it earns at once.
    pub earned: u64,
    /// Empty cells after it, before the new tile.
    pub free_cells: usize,
    /// Pairs of equal neighbours after it.
    pub pairs: usize,
    /// Neighbours of which one is twice the other after it.
    pub doubles: usize,
    /// Rows and columns whose tiles only rise or only fall after it.
    pub ordered: usize,
    /// Empty cells to be expected after the next move, played for them.
    pub room: f64,
    /// The probability that a move is left after the new tile.
    pub survives: f64,
    /// The probability that the game ends within the next [`LOOK_AHEAD`] new tiles, played to avoid that.
    pub death: f64,
    /// The probability that the largest tile can stand in a corner after the next move.
    pub corner: f64,
}

/// New tiles within which the end of a game is looked for.
pub const LOOK_AHEAD: usize = 3;

/// What two moves are compared by, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The probability that the game ends within the next three new tiles.
    Death,
    /// The probability that the largest tile can stand in a corner after the next move.
    Corner,
    /// Empty cells after the move.
    FreeCells,
    /// Empty cells to be expected after the next move.
    Room,
    /// Rows and columns in order after the move.
    Ordered,
    /// What the move earns at once.
    Earned,
    /// Pairs of equal neighbours after the move.
    Pairs,
    /// Neighbours of which one is twice the other after the move.
    Doubles,
}

impl Fact {
    pub(crate) const ALL: [Fact; 8] = [
        Fact::Death,
        Fact::Corner,
        Fact::FreeCells,
        Fact::Room,
        Fact::Ordered,
        Fact::Earned,
        Fact::Pairs,
        Fact::Doubles,
    ];

    pub(crate) fn of(self, facts: &MoveFacts) -> f64 {
        match self {
            Fact::Death => facts.death,
            Fact::Corner => facts.corner,
            Fact::FreeCells => facts.free_cells as f64,
            Fact::Room => facts.room,
            Fact::Ordered => facts.ordered as f64,
            Fact::Earned => facts.earned as f64,
            Fact::Pairs => facts.pairs as f64,
            Fact::Doubles => facts.doubles as f64,
        }
    }

    /// The number as it is shown: two that look the same are the same.
    pub(crate) fn shown(self, value: f64) -> String {
        match self {
            Fact::Death | Fact::Corner => format!("{:.1} %", 100.0 * value).replace(".0 %", " %"),
            Fact::Room => format!("{value:.1}"),
            Fact::FreeCells | Fact::Ordered | Fact::Earned | Fact::Pairs | Fact::Doubles => {
                thousands(value as u64)
            }
        }
    }

    pub(crate) fn in_words(self, value: f64, largest: u64) -> String {
        let number = self.shown(value);
        let one = value == 1.0;
        match self {
            Fact::Death => format!("{number} risk that the game ends within three new tiles"),
            Fact::Corner => format!("{number} chance to keep the {largest} in a corner"),
            Fact::FreeCells => format!("{number} free square{}", if one { "" } else { "s" }),
            Fact::Room => format!("about {number} free squares after the next move"),
            Fact::Ordered if one => format!("{number} row or column in order"),
            Fact::Ordered => format!("{number} rows and columns in order"),
            Fact::Earned => format!("{number} point{} at once", if one { "" } else { "s" }),
            Fact::Pairs => format!("{number} pair{} to merge", if one { "" } else { "s" }),
            Fact::Doubles if one => format!("{number} pair like 4 and 8 side by side"),
            Fact::Doubles => format!("{number} pairs like 4 and 8 side by side"),
        }
    }
}

/// One number in which two moves differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Point {
    /// What it is.
    pub fact: Fact,
    /// The chosen move's.
    pub chosen: f64,
    /// The other move's.
    pub other: f64,
}

impl Point {
    /// Whether the two numbers look different.
    pub(crate) fn differs(&self) -> bool {
        self.fact.shown(self.chosen) != self.fact.shown(self.other)
    }
}

impl MoveFacts {
    /// Of a legal move with this value.
    pub fn new(rules: &Rules, board: Board, direction: Direction, value: f64) -> MoveFacts {
        let (after, earned, _) = rules.slide(board, direction);
        MoveFacts {
            direction,
            value,
            earned,
            free_cells: rules.empty_cells(after).count(),
            pairs: neighbours(rules, after).filter(|(a, b)| a == b).count(),
            doubles: neighbours(rules, after).filter(|(a, b)| a.abs_diff(*b) == 1).count(),
            ordered: ordered(rules, after),
            room: room(rules, after),
            survives: rules.survival(after),
            death: death(rules, after, LOOK_AHEAD),
            corner: corner(rules, after),
        }
    }
}

/// The least probability that the game ends within the next `tiles` new tiles, for an afterstate.
fn death(rules: &Rules, after: Board, tiles: usize) -> f64 {
    // Each new tile fills one cell, and only a full board can be the end.
    if tiles == 0 || rules.empty_cells(after).count() > tiles {
        return 0.0;
    }
    mean(rules, after, |next| {
        let moves = Direction::ALL.into_iter().map(|direction| rules.slide(next, direction));
        let least =
            moves.filter(|moved| moved.2).map(|moved| death(rules, moved.0, tiles - 1)).reduce(f64::min);
        least.unwrap_or(1.0)
    })
}

/// The probability that the largest tile can stand in a corner after the next move.
fn corner(rules: &Rules, after: Board) -> f64 {
    mean(rules, after, |next| {
        let mut moved =
            Direction::ALL.into_iter().map(|direction| rules.slide(next, direction)).filter(|m| m.2);
        f64::from(u8::from(moved.any(|(after, ..)| largest_in_corner(rules, after))))
    })
}

/// Empty cells to be expected after the next move, played for them.
fn room(rules: &Rules, after: Board) -> f64 {
    mean(rules, after, |next| {
        let moved = Direction::ALL.into_iter().map(|direction| rules.slide(next, direction)).filter(|m| m.2);
        moved.map(|(after, ..)| rules.empty_cells(after).count()).max().unwrap_or(0) as f64
    })
}

/// Rows and columns whose tiles only rise or only fall, empty cells aside.
fn ordered(rules: &Rules, board: Board) -> usize {
    let (rows, cols) = (rules.shape.rows(), rules.shape.cols());
    let sorted = |cells: &mut dyn Iterator<Item = usize>| {
        let tiles: Vec<u8> = cells.map(|cell| board.get(cell)).filter(|&exponent| exponent > 0).collect();
        tiles.is_sorted() || tiles.is_sorted_by(|a, b| a >= b)
    };
    let across = (0..rows).filter(|r| sorted(&mut (0..cols).map(|c| r * cols + c))).count();
    let along = (0..cols).filter(|c| sorted(&mut (0..rows).map(|r| r * cols + c))).count();
    across + along
}

/// The mean over the answers of chance, exact where all are the same.
fn mean(rules: &Rules, after: Board, value: impl Fn(Board) -> f64) -> f64 {
    let mut next = Vec::new();
    rules.outcomes(&after, &mut next);
    let values: Vec<f64> = next.iter().map(|(board, _)| value(*board)).collect();
    match values.first() {
        Some(&first) if values.iter().all(|&value| value == first) => first,
        _ => next.iter().zip(values).map(|((_, probability), value)| probability * value).sum(),
    }
}

/// The exponents of neighbouring tiles.
fn neighbours(rules: &Rules, board: Board) -> impl Iterator<Item = (u8, u8)> {
    let (rows, cols) = (rules.shape.rows(), rules.shape.cols());
    let across = (0..rows).flat_map(move |r| (1..cols).map(move |c| (r * cols + c - 1, r * cols + c)));
    let along = (1..rows).flat_map(move |r| (0..cols).map(move |c| ((r - 1) * cols + c, r * cols + c)));
    let tiles = across.chain(along).map(move |(a, b)| (board.get(a), board.get(b)));
    tiles.filter(|&(a, b)| a != 0 && b != 0)
}

pub(crate) fn largest_in_corner(rules: &Rules, board: Board) -> bool {
    let (cells, cols) = (rules.shape.cells(), rules.shape.cols());
    [0, cols - 1, cells - cols, cells - 1].into_iter().any(|corner| board.get(corner) == board.largest())
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules as _;

    use super::*;

    #[test]
    fn the_risk_looked_ahead_is_the_least_one_a_player_can_have() {
        // By plain recursion, without the short cut for boards with room.
        fn plain(rules: &Rules, after: Board, tiles: usize) -> f64 {
            if tiles == 0 {
                return 0.0;
            }
            let mut next = Vec::new();
            rules.outcomes(&after, &mut next);
            next.iter()
                .map(|(board, probability)| {
                    let mut moves = Vec::new();
                    rules.moves(board, &mut moves);
                    let least = moves
                        .into_iter()
                        .map(|d| plain(rules, rules.apply(board, d), tiles - 1))
                        .reduce(f64::min);
                    probability * least.unwrap_or(1.0)
                })
                .sum()
        }
        let rules =
            Rules { shape: crate::rules::Shape::new(2, 3).unwrap(), fours: crate::rules::Fours::USUAL };
        let mut risky = 0;
        for index in 0..40 {
            let (board, _) =
                crate::generate::position(&rules, crate::rules::Start::Usual, index % 25, Seed(3), index);
            for direction in Direction::ALL {
                let (after, _, legal) = rules.slide(board, direction);
                if legal {
                    let found = death(&rules, after, 3);
                    assert!((found - plain(&rules, after, 3)).abs() < 1e-12);
                    risky += u32::from(found > 0.0);
                }
            }
        }
        assert!(risky > 10, "{risky}");
    }
}

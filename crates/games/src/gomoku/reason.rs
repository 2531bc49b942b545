//! Why a point is recommended, as a value and in words.

use std::fmt;

use quandary_core::words::count;
use schemars::JsonSchema;
use serde::Serialize;

use crate::reason::{nudge, sentence};
use crate::value::Value;

/// Why a point is recommended. Points are written as players do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// It completes a row.
    Completes {
        /// The stones of the row, the new one among them.
        row: Vec<String>,
    },
    /// It stops a row that the opponent would complete there.
    Stops {
        /// The stones of that row with the point.
        row: Vec<String>,
    },
    /// The opponent completes a row whatever is done.
    CannotStop {
        /// Where.
        points: Vec<String>,
    },
    /// A win by threats, proved: every reply has been looked at.
    ForcedWin {
        /// Threats that are not fours in one line, at most.
        threats: u32,
        /// How it may go on, with the move itself.
        line: Vec<String>,
    },
    /// The exact value, by looking at everything.
    Exact {
        /// What it is for the player to move.
        verdict: Value,
    },
    /// What a search of this many moves considers best, by patterns.
    Judged {
        /// Moves ahead.
        depth: u32,
        /// The worth of the position, for the player to move.
        value: i32,
        /// How it expects the game to go on, with the move itself.
        line: Vec<String>,
    },
    /// What the patterns around the point say, without a search.
    Urgent,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = |row: &[String]| match row {
            [first, .., last] => format!("from {first} to {last}"),
            row => format!("at {}", row.concat()),
        };
        match self {
            Reason::Completes { row } => write!(f, "completes a row {}", ends(row)),
            Reason::Stops { row } => {
                write!(f, "stops the row {} that the opponent would complete", ends(row))
            }
            Reason::CannotStop { points } => match points.as_slice() {
                [only] => write!(f, "the opponent completes a row at {only}, which renju forbids to block"),
                all => write!(
                    f,
                    "the opponent can complete a row at {}: only one of them can be taken",
                    all.join(" and ")
                ),
            },
            Reason::ForcedWin { threats: 0, line } => {
                write!(f, "wins by fours that must all be answered: {}", line.join(" "))
            }
            Reason::ForcedWin { threats, line } => {
                let other = count(u64::from(*threats), "other threat");
                write!(f, "wins by fours and {other}, whatever is replied: {}", line.join(" "))
            }
            Reason::Exact { verdict: Value::Win } => f.write_str("wins, as looking at everything shows"),
            Reason::Exact { verdict: Value::Draw } => {
                f.write_str("keeps the draw; more cannot be forced, as looking at everything shows")
            }
            Reason::Exact { verdict: Value::Loss } => f.write_str("loses like every other move"),
            Reason::Judged { depth, value, line } => {
                let ahead = count(u64::from(*depth), "move");
                write!(f, "looks best {ahead} ahead (patterns {value:+}): {}", line.join(" "))
            }
            Reason::Urgent => {
                f.write_str("looks most urgent by the patterns around it; nothing was searched")
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
            Reason::Completes { .. } => "A row can be completed.",
            Reason::Stops { .. } => "The opponent threatens to complete a row.",
            Reason::CannotStop { .. } => "The opponent threatens more than one stone can stop.",
            Reason::ForcedWin { threats: 0, .. } => "Fours alone win.",
            Reason::ForcedWin { .. } => "A chain of threats wins.",
            Reason::Exact { verdict } => nudge(*verdict),
            Reason::Judged { value: 0.., .. } => "Build on your own lines.",
            Reason::Judged { .. } => "Look at what the opponent builds.",
            Reason::Urgent => "Look where lines cross.",
        }
        .to_owned()
    }
}

impl Reason {
    /// Whether the move cannot be wrong.
    pub fn is_proof(&self) -> bool {
        !matches!(self, Reason::Judged { .. } | Reason::Urgent)
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Reason as _;

    use super::*;

    #[test]
    fn reasons_are_sentences() {
        let points = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let told = Reason::Completes { row: points("d8 e8 f8 g8 h8") }.text();
        assert_eq!(told, "completes a row from d8 to h8.");
        let told = Reason::CannotStop { points: points("c8 h8") }.text();
        assert!(told.contains("at c8 and h8"), "{told}");
    }
}

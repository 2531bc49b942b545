//! Why a point is recommended, as a value and in words.

use std::fmt;

use quandary_core::words::count;
use schemars::JsonSchema;
use serde::Serialize;

use super::tactics::Shaped;
use crate::reason::{nudge, sentence, shown};
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
        /// What the move itself makes.
        #[serde(skip_serializing_if = "Option::is_none")]
        makes: Option<Shaped>,
    },
    /// Every other move loses to a win by threats, proved move by move.
    OnlyDefence {
        /// The win that the opponent has if nothing is done.
        threat: Vec<String>,
        /// What the move itself says.
        #[serde(flatten)]
        does: Does,
    },
    /// Every move loses to a win by threats, proved; this one holds out as long as any that was found.
    ForcedLoss {
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
        /// What the move itself says.
        #[serde(flatten)]
        does: Does,
    },
    /// What the patterns around the point say, without a search.
    Urgent,
}

/// What a move does, as far as it can be seen on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Does {
    /// The win by threats of the opponent that it stops: his moves and the answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<String>,
    /// The stones of an open three of the opponent that it blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<String>,
    /// What it makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makes: Option<Shaped>,
    /// Where the next stone would complete a row, or make a four that cannot be stopped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goes_on_at: Vec<String>,
    /// What the opponent would have made there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<Shaped>,
    /// Whether it stands near the middle of the board.
    pub is_central: bool,
}

impl fmt::Display for Does {
    /// "blocks the open three f8 g8 h8 and makes a closed three".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = Vec::new();
        match self.stops.as_slice() {
            [] => {}
            // The three that it blocks says it already.
            [_] if !self.blocks.is_empty() => {}
            [one] => said.push(format!("stops the forced win at {one} that the opponent threatens")),
            line => {
                let line = shown(line, SHOWN, 0);
                said.push(format!("stops the forced win {line} that the opponent threatens"));
            }
        }
        if !self.blocks.is_empty() {
            said.push(format!("blocks the open three {}", self.blocks.join(" ")));
        }
        if let Some(makes) = self.makes {
            let points = &self.goes_on_at;
            let next = match makes {
                Shaped::Four | Shaped::FourAndOpenThree => {
                    format!(", which must be answered at {}", either(points))
                }
                Shaped::OpenThree | Shaped::TwoOpenThrees => {
                    format!(", which can become an open four at {}", either(points))
                }
                _ => String::new(),
            };
            let next = if points.is_empty() { String::new() } else { next };
            said.push(format!("makes {makes}{next}"));
        }
        let is_worth_taking = |takes: &Shaped| *takes >= Shaped::TwoOpenTwos && Some(*takes) > self.makes;
        let takes = self.takes.filter(is_worth_taking).filter(|_| self.blocks.is_empty());
        if let Some(takes) = takes {
            said.push(format!("takes the point where the opponent would make {takes}"));
        }
        if said.is_empty() {
            let place =
                if self.is_central { "keeps to the middle of the board" } else { "stays near the stones" };
            said.push(format!("{place}, where lines can still cross"));
        }
        match said.as_slice() {
            [one] => f.write_str(one),
            [before @ .., last] => write!(f, "{} and {last}", before.join(", ")),
            [] => Ok(()),
        }
    }
}

/// "g7", "g7 or k11", "d5, g7 or k11".
fn either(points: &[String]) -> String {
    match points {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
    }
}

/// As many moves of a line are said in a sentence.
const SHOWN: usize = 9;

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
            Reason::ForcedWin { threats, line, makes } => {
                if let Some(makes) = makes.filter(|&makes| makes >= Shaped::OpenThree) {
                    write!(f, "makes {makes} and ")?;
                }
                match threats {
                    0 => write!(f, "wins by fours that must all be answered: {}", line.join(" ")),
                    threats => {
                        let other = count(u64::from(*threats), "other threat");
                        write!(f, "wins by fours and {other}, whatever is replied: {}", line.join(" "))
                    }
                }
            }
            Reason::OnlyDefence { threat, does } => {
                let threat = shown(threat, SHOWN, 0);
                write!(
                    f,
                    "is the only move that stops the forced win {threat} that the opponent threatens; it {does}"
                )
            }
            Reason::ForcedLoss { line } => {
                write!(f, "holds out, but the opponent wins by threats whatever is done: {}", line.join(" "))
            }
            Reason::Exact { verdict: Value::Win } => f.write_str("wins: everything was searched"),
            Reason::Exact { verdict: Value::Draw } => {
                f.write_str("keeps the draw: everything was searched, and more cannot be forced")
            }
            Reason::Exact { verdict: Value::Loss } => f.write_str("loses like every other move"),
            Reason::Judged { depth, line, does, .. } => {
                write!(f, "{does}; looks best {} ahead", count(u64::from(*depth), "move"))?;
                if line.len() > 1 { write!(f, ": {}", shown(line, SHOWN, 0)) } else { Ok(()) }
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
            Reason::OnlyDefence { .. } => "The opponent threatens a forced win, and one move stops it.",
            Reason::ForcedLoss { .. } => "The opponent has a forced win.",
            Reason::Judged { does, .. } if !does.stops.is_empty() => "The opponent threatens a forced win.",
            Reason::Judged { does, .. } if !does.blocks.is_empty() => "The opponent has an open three.",
            Reason::Judged { does, .. } if does.makes >= Some(Shaped::OpenThree) => "Make a threat.",
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
        let text = Reason::Completes { row: points("d8 e8 f8 g8 h8") }.text();
        assert_eq!(text, "completes a row from d8 to h8.");
        let text = Reason::CannotStop { points: points("c8 h8") }.text();
        assert!(text.contains("at c8 and h8"), "{text}");
        let does = Does { makes: Some(Shaped::OpenThree), goes_on_at: points("f8 j8"), ..Does::default() };
        let text =
            Reason::Judged { depth: 8, value: 40, line: points("h8 g7 f6"), does: does.clone() }.text();
        assert_eq!(
            text,
            "makes an open three, which can become an open four at f8 or j8; looks best 8 moves ahead: h8 g7 f6."
        );
        let does = Does { blocks: points("f8 g8 h8"), takes: Some(Shaped::OpenFour), ..does };
        let text = Reason::OnlyDefence { threat: points("i8 e8 j8"), does }.text();
        assert_eq!(
            text,
            "is the only move that stops the forced win i8 e8 j8 that the opponent threatens; it blocks the open three \
             f8 g8 h8 and makes an open three, which can become an open four at f8 or j8."
        );
        let text = Reason::Judged { depth: 1, value: 0, line: points("h8"), does: Does::default() }.text();
        assert_eq!(text, "stays near the stones, where lines can still cross; looks best 1 move ahead.");
    }
}

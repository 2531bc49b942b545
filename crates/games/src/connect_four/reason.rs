//! Why a column, as a value: what can be seen on the board, what follows, and the words for both.

use std::fmt::{self, Display, Formatter};

use quandary_core::words::count;
use schemars::JsonSchema;
use serde::Serialize;

use super::solve::{Bounds, Value};
use crate::reason::{RandomGames, nudge, sentence, shown};

/// A cell of the board, both numbers from 1: columns from the left, rows from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cell {
    /// Its column.
    pub column: u32,
    /// Its row.
    pub row: u32,
}

impl Display for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "column {}, row {}", self.column, self.row)
    }
}

/// What perfect play leads to, as the player sees who chooses the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outlook {
    /// Win, draw or loss.
    pub verdict: Value,
    /// The exact score.
    pub score: i32,
    /// In how many stones of the winner, the one that completes four included; nothing for a draw.
    pub moves: Option<u32>,
    /// The columns that both sides play when both play well, from 1, the chosen one first.
    pub line: Vec<u32>,
}

impl Display for Outlook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&ending(self.verdict, self.moves))?;
        if !self.line.is_empty() {
            let whole = self.moves.map_or(0, |moves| 2 * moves - u32::from(self.verdict == Value::Win));
            write!(f, ": {}", shown(&self.line, LINE_SHOWN, whole as usize))?;
        }
        Ok(())
    }
}

/// "wins in 3 moves".
pub(super) fn ending(verdict: Value, moves: Option<u32>) -> String {
    let moves = moves.map_or(String::new(), |moves| format!(" in {}", count(moves.into(), "move")));
    match verdict {
        Value::Win => format!("wins{moves}"),
        Value::Draw => "leads to a draw".to_owned(),
        Value::Loss => format!("loses{moves}"),
    }
}

/// Moves of a line that are shown to a person.
const LINE_SHOWN: usize = 15;

/// Why a column.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// It completes a line of four.
    WinsAtOnce {
        /// The line.
        four: Vec<Cell>,
    },
    /// The opponent would complete four there with the next stone.
    MustBlock {
        /// Where.
        cell: Cell,
        /// What follows.
        outlook: Outlook,
    },
    /// The opponent can complete four in several places; one of them stays open.
    CannotBlock {
        /// Where.
        cells: Vec<Cell>,
        /// What follows.
        outlook: Outlook,
    },
    /// It makes two threats at once, side by side or one above the other.
    DoubleThreat {
        /// Where four would be completed.
        cells: Vec<Cell>,
        /// Whether the second lies above the first: the stone that blocks one makes the other reachable.
        stacked: bool,
        /// What follows.
        outlook: Outlook,
    },
    /// Every stone from here on threatens to complete four, so that each answer is forced.
    ChainOfThreats {
        /// What follows.
        outlook: Outlook,
    },
    /// From now on every stone of the opponent can be answered in the same column.
    FollowUp {
        /// What follows.
        outlook: Outlook,
    },
    /// The exact search says so.
    Calculated {
        /// Whether every other column has a worse verdict.
        only: bool,
        /// What follows.
        outlook: Outlook,
    },
    /// The search was not finished: the best of what is proved so far.
    SoFar {
        /// Whether it is proved all the same: that this column wins, or that no other is better.
        proved: bool,
        /// Between what the score of this column lies.
        bounds: Bounds,
        /// Columns whose score is exact, from 1.
        exact: Vec<u32>,
        /// Those of which it is only known between what it lies.
        bounded: Vec<u32>,
        /// What decides between columns of which as much is proved.
        #[serde(flatten)]
        games: RandomGames,
    },
}

impl Reason {
    /// What follows, where it is known.
    pub fn outlook(&self) -> Option<&Outlook> {
        match self {
            Reason::WinsAtOnce { .. } | Reason::SoFar { .. } => None,
            Reason::MustBlock { outlook, .. }
            | Reason::CannotBlock { outlook, .. }
            | Reason::DoubleThreat { outlook, .. }
            | Reason::ChainOfThreats { outlook }
            | Reason::FollowUp { outlook }
            | Reason::Calculated { outlook, .. } => Some(outlook),
        }
    }
}

/// "columns 1, 7", "column 3", "no column".
fn columns(columns: &[u32]) -> String {
    let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => "no column".to_owned(),
        [one] => format!("column {one}"),
        more => format!("columns {}", more.join(", ")),
    }
}

fn listed(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
    names.join(" and ")
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::WinsAtOnce { four } => {
                let (first, last) = (four[0], four[four.len() - 1]);
                write!(f, "completes four from {first} to {last}")
            }
            Reason::MustBlock { cell, outlook } => {
                write!(f, "blocks {cell}, where the opponent would complete four; {outlook}")
            }
            Reason::CannotBlock { cells, outlook } => {
                write!(f, "the opponent threatens {} and only one can be blocked; {outlook}", listed(cells))
            }
            Reason::DoubleThreat { cells, stacked: false, outlook } => {
                write!(f, "threatens {} at once: only one of them can be blocked; {outlook}", listed(cells))
            }
            Reason::DoubleThreat { cells, stacked: true, outlook } => write!(
                f,
                "threatens {}, and blocking it opens {} above; {outlook}",
                cells[0],
                cells.get(1).unwrap_or(&cells[0])
            ),
            Reason::ChainOfThreats { outlook } => {
                write!(f, "every stone threatens to complete four, so that each answer is forced; {outlook}")
            }
            Reason::FollowUp { outlook } => {
                f.write_str("from now on every stone can be answered in the same column: ")?;
                match outlook.verdict {
                    Value::Win => {
                        write!(f, "the opponent never completes four and this side does; {outlook}")
                    }
                    _ => write!(f, "the opponent never completes four; {outlook}"),
                }
            }
            Reason::Calculated { only, outlook } => {
                write!(f, "{outlook}")?;
                match (only, outlook.verdict) {
                    (true, Value::Win) => f.write_str("; no other column wins"),
                    (true, _) => f.write_str("; every other column loses"),
                    (false, Value::Loss) => f.write_str("; no column loses later"),
                    (false, _) => Ok(()),
                }
            }
            Reason::SoFar { proved: true, bounds, exact, bounded, .. } => write!(
                f,
                "proved before the search had ended: {}{}; exact: {}; bounded: {}",
                bounds.in_words(),
                if bounds.lower > 0 { "" } else { ", and no other column is better" },
                columns(exact),
                columns(bounded)
            ),
            Reason::SoFar { bounds, exact, bounded, games, .. } => write!(
                f,
                "the best guess so far: {}; exact: {}; bounded: {}; {games}",
                bounds.in_words(),
                columns(exact),
                columns(bounded)
            ),
        }
    }
}

impl quandary_core::Reason for Reason {
    fn text(&self) -> String {
        sentence(self)
    }

    fn nudge(&self) -> String {
        match self {
            Reason::WinsAtOnce { .. } => "Four can be completed.",
            Reason::MustBlock { .. } => "The opponent threatens to complete four.",
            Reason::CannotBlock { .. } => "The opponent threatens to complete four in more than one place.",
            Reason::DoubleThreat { .. } => "One stone makes two threats.",
            Reason::ChainOfThreats { .. } => "Threats alone win from here.",
            Reason::FollowUp { .. } => "Look for a column after which every stone can be answered above it.",
            Reason::Calculated { outlook, .. } => nudge(outlook.verdict),
            Reason::SoFar { bounds, .. } => {
                bounds.value().map_or("It is too early to know; the centre is rarely wrong.", nudge)
            }
        }
        .to_owned()
    }
}

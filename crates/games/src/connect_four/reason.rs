//! Why a column, as a value: what can be seen on the board, what follows, and the words for both.

use std::fmt::{self, Display, Formatter};

use quandary_core::words::count;
use schemars::JsonSchema;
use serde::Serialize;

use super::solve::{Bounds, Value};
use crate::reason::{nudge, sentence, shown};

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

/// What perfect play leads to, for the player who chooses the move.
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

/// An empty cell in which a side completes four once it can play there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Threat {
    /// Where.
    pub cell: Cell,
    /// Whether it is a threat of the side that chooses the column.
    pub ours: bool,
    /// Whether the chosen stone makes it.
    pub is_new: bool,
}

impl Threat {
    /// "odd threat": odd rows are good for the side that began, even ones for the other.
    fn name(self) -> &'static str {
        if self.cell.row.is_multiple_of(2) { "even threat" } else { "odd threat" }
    }
}

/// The best of the columns that were not chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Next {
    /// From 1.
    pub columns: Vec<u32>,
    /// What they lead to.
    pub verdict: Value,
    /// In how many stones of the winner; nothing for a draw.
    pub moves: Option<u32>,
}

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
    /// A threat waits in an odd row, and the opponent has to play below it in the end.
    OddThreat {
        /// Where.
        cell: Cell,
        /// What follows.
        outlook: Outlook,
    },
    /// The exact search says so.
    Calculated {
        /// Whether every other column has a worse verdict.
        only: bool,
        /// The threat by which the line is won, where it is on the board already.
        threat: Option<Threat>,
        /// The best of the other columns, where all are exact.
        next: Option<Next>,
        /// What follows.
        outlook: Outlook,
    },
    /// The search is not finished: the best of what is known so far.
    SoFar {
        /// Whether it is proved all the same that no other column is better.
        proved: bool,
        /// Between what the score of this column lies.
        bounds: Bounds,
        /// Columns whose score is exact, from 1.
        exact: Vec<u32>,
        /// Those of which it is only known between what it lies.
        bounded: Vec<u32>,
        /// The other columns that are proved to lose.
        lost: Vec<u32>,
        /// Stones that were looked ahead for an estimate, which decides between columns of which as much is proved.
        ahead: u32,
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
            | Reason::OddThreat { outlook, .. }
            | Reason::Calculated { outlook, .. } => Some(outlook),
        }
    }
}

/// "columns 1, 3 and 7", "column 3".
fn columns(columns: &[u32]) -> String {
    match columns {
        [] => "no column".to_owned(),
        [one] => format!("column {one}"),
        [more @ .., last] => {
            let more: Vec<String> = more.iter().map(ToString::to_string).collect();
            format!("columns {} and {last}", more.join(", "))
        }
    }
}

/// What is proved of a column that is not exact yet.
pub(super) fn proved_so_far(bounds: Bounds) -> &'static str {
    match (Value::of(bounds.lower), Value::of(bounds.upper)) {
        (Value::Win, _) => "wins; how soon is not known yet",
        (Value::Draw, _) => "at least a draw",
        (Value::Loss, Value::Loss) => "loses; how soon is not known yet",
        (Value::Loss, Value::Draw) => "does not win; whether it loses is not known yet",
        (Value::Loss, Value::Win) => "nothing is proved yet",
    }
}

/// How the best of the other columns compares with the one that was chosen.
fn compared(next: &Next, outlook: &Outlook) -> String {
    let (names, one) = (columns(&next.columns), next.columns.len() == 1);
    let verb = |one_does: &'static str, many_do: &'static str| if one { one_does } else { many_do };
    let later = next.moves.unwrap_or(0).abs_diff(outlook.moves.unwrap_or(0));
    match (outlook.verdict, next.verdict) {
        (Value::Win, Value::Win) if later == 0 => format!("; {names} {} as soon", verb("wins", "win")),
        (Value::Win, Value::Win) => {
            let later = count(later.into(), "move");
            format!("; the next best, {names}, {} {later} longer", verb("takes", "take"))
        }
        (Value::Win, Value::Draw) => "; no other column wins".to_owned(),
        (Value::Draw, Value::Draw) => format!("; so {} {names}", verb("does", "do")),
        (Value::Win, Value::Loss) | (Value::Draw, _) => "; every other column loses".to_owned(),
        (Value::Loss, _) if later == 0 => {
            format!("; every column loses, and {names} {} out as long", verb("holds", "hold"))
        }
        (Value::Loss, _) => "; every other column loses sooner".to_owned(),
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
            Reason::OddThreat { cell, outlook } => write!(
                f,
                "the odd threat at {cell} decides: from now on every stone can be answered in the same column, until the \
                 opponent has to play below it; {outlook}"
            ),
            Reason::Calculated { only, threat, next, outlook } => {
                if let Some(threat) = threat {
                    let (name, cell) = (threat.name(), threat.cell);
                    match (threat.ours, threat.is_new) {
                        (true, true) => write!(f, "makes an {name} at {cell}, which decides in the end; ")?,
                        (true, false) => write!(f, "keeps the {name} at {cell}, which decides in the end; ")?,
                        (false, _) => write!(f, "the opponent's {name} at {cell} decides in the end; ")?,
                    }
                }
                write!(f, "{outlook}")?;
                match (next, only, outlook.verdict) {
                    (Some(next), ..) => f.write_str(&compared(next, outlook)),
                    (None, true, Value::Win) => f.write_str("; no other column wins"),
                    (None, true, _) => f.write_str("; every other column loses"),
                    (None, false, Value::Loss) => f.write_str("; no column loses later"),
                    (None, false, _) => Ok(()),
                }
            }
            Reason::SoFar { proved: true, bounds, .. } => {
                write!(f, "{}, and no other column is better", proved_so_far(*bounds))
            }
            Reason::SoFar { bounds, lost, ahead, .. } => match bounds.value() {
                Some(Value::Win) => f.write_str("wins; whether another column wins sooner is not known yet"),
                Some(Value::Draw) => {
                    f.write_str("leads to a draw; whether another column wins is not known yet")
                }
                Some(Value::Loss) => {
                    f.write_str("every column loses; which of them holds out longest is not known yet")
                }
                None => {
                    match ahead {
                        0 => f.write_str("a guess, not a proof: the centre is rarely wrong")?,
                        ahead => {
                            let ahead = count((*ahead).into(), "stone");
                            write!(f, "an estimate, not a proof: it looks best {ahead} ahead")?;
                        }
                    }
                    match Value::of(bounds.lower) {
                        Value::Draw => f.write_str("; it is at least a draw")?,
                        _ if bounds.upper <= 0 => f.write_str("; it does not win")?,
                        _ => {}
                    }
                    match lost.as_slice() {
                        [] => Ok(()),
                        [one] => write!(f, "; column {one} loses"),
                        more => write!(f, "; {} lose", columns(more)),
                    }
                }
            },
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
            Reason::OddThreat { .. } => "Look for a threat in an odd row that the opponent cannot wait for.",
            Reason::Calculated { outlook, .. } => nudge(outlook.verdict),
            Reason::SoFar { bounds, .. } => {
                bounds.value().map_or("It is too early to know; the centre is rarely wrong.", nudge)
            }
        }
        .to_owned()
    }
}

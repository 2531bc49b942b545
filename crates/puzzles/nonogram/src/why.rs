//! Why cells are to be painted, as a value and in the words of people.

use quandary_core::Reason;
use serde::Serialize;

use crate::human::{Rule, Technique, Ways};
use crate::words::{self, Remark, along, cell_is, list, paints, place, without_capital};
use crate::{Cell, Clue, Line, Paint};

/// Why cells are to be painted, or painted otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Why {
    /// A block of a line overlaps itself, or a cell is out of reach of all of its blocks.
    Overlap {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// In how many ways its blocks still fit.
        ways: Ways,
        /// The cells that it settles.
        cells: Vec<Paint>,
        /// What is noticed in the line, the easiest first: together they settle the cells.
        remarks: Vec<Remark>,
    },
    /// All ways to complete a line agree.
    LineLogic {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// In how many ways its blocks still fit.
        ways: Ways,
        /// The cells that it settles.
        cells: Vec<Paint>,
        /// What is noticed in the line, the easiest first: together they settle the cells.
        remarks: Vec<Remark>,
    },
    /// The opposite colour breaks a line.
    Contradiction {
        /// What was supposed.
        supposed: Paint,
        /// The line that breaks.
        broken: Line,
        /// Its clue.
        clue: Clue,
        /// How many cells the supposition settles before that.
        settled: usize,
        /// What follows, line by line, as far as it takes to break the line; empty where nobody asked for it.
        steps: Vec<Consequence>,
        /// The cells that it settles.
        cells: Vec<Paint>,
    },
    /// Both colours of a cell lead to it.
    EitherWay {
        /// The cell, such as `r3c12`.
        cell: String,
        /// The cells that it settles.
        cells: Vec<Paint>,
    },
    /// The opposite colour leads nowhere, as probing under it shows.
    Nested {
        /// What was supposed.
        supposed: Paint,
        /// The cell that can then be neither black nor white, such as `r3c12`.
        cell: String,
        /// The cells that it settles.
        cells: Vec<Paint>,
    },
    /// No technique tells more; the solver knows.
    Search {
        /// Whether it is so in the only solution, or in one of several.
        unique: bool,
        /// The cell that settles most others by line logic.
        cells: Vec<Paint>,
    },
    /// The puzzle has one solution, and painted cells differ from it.
    Wrong {
        /// The wrong cells, each as it should be.
        cells: Vec<Paint>,
    },
    /// A line cannot be completed any more.
    Broken {
        /// The line.
        line: Line,
        /// Its clue.
        clue: Clue,
        /// Painted cells of the line that alone rule out every completion; none of them can be spared.
        cells: Vec<Paint>,
    },
    /// Every line can still be completed, but not all of them together.
    Conflict {
        /// Painted cells that cannot stand together in any solution.
        cells: Vec<Paint>,
        /// Whether each of them is needed for that; when the budget ran out there may be more than needed.
        irreducible: bool,
    },
}

/// A step on the way to a contradiction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Consequence {
    /// The line.
    pub line: Line,
    /// What it settles.
    pub cells: Vec<Paint>,
}

impl Consequence {
    /// `in column 10, rows 3–4 are filled and row 6 is empty`.
    fn text(&self) -> String {
        format!("in {}, {}", self.line, self.known())
    }

    /// The same without the line.
    fn known(&self) -> String {
        let of = |cell: Cell| {
            let these = self.cells.iter().filter(|paint| paint.cell == cell);
            let index = |paint: &Paint| match self.line {
                Line::Row(_) => paint.x,
                Line::Column(_) => paint.y,
            };
            let these: Vec<usize> = these.map(index).collect();
            let be = if these.len() == 1 { "is" } else { "are" };
            (!these.is_empty()).then(|| format!("{} {be} {}", along(self.line, &these), cell_is(cell)))
        };
        list(&[Cell::Black, Cell::White].into_iter().filter_map(of).collect::<Vec<_>>())
    }
}

impl Why {
    /// The technique that this is an instance of, if it is one.
    pub fn technique(&self) -> Option<Technique> {
        match self {
            Why::Overlap { .. } => Some(Technique::Overlap),
            Why::LineLogic { .. } => Some(Technique::LineLogic),
            Why::Contradiction { .. } => Some(Technique::Probe),
            Why::EitherWay { .. } | Why::Nested { .. } => Some(Technique::Deeper),
            Why::Search { .. } | Why::Wrong { .. } | Why::Broken { .. } | Why::Conflict { .. } => None,
        }
    }

    /// Whether something painted is wrong.
    pub fn is_fault(&self) -> bool {
        matches!(self, Why::Wrong { .. } | Why::Broken { .. } | Why::Conflict { .. })
    }

    /// The cells it is about.
    pub fn cells(&self) -> &[Paint] {
        match self {
            Why::Overlap { cells, .. }
            | Why::LineLogic { cells, .. }
            | Why::Contradiction { cells, .. }
            | Why::EitherWay { cells, .. }
            | Why::Nested { cells, .. }
            | Why::Search { cells, .. }
            | Why::Wrong { cells }
            | Why::Broken { cells, .. }
            | Why::Conflict { cells, .. } => cells,
        }
    }

    /// What to do about it: every cell that is settled; where it is only known that one of several cells is wrong,
    /// clearing any of them.
    pub fn paints(&self) -> Vec<Paint> {
        match self {
            Why::Broken { cells, .. } | Why::Conflict { cells, .. } => match cells[..] {
                [only] => vec![only.opposite()],
                _ => cells.iter().map(|cell| cell.cleared()).collect(),
            },
            _ => self.cells().to_vec(),
        }
    }

    /// Whether every cell is settled, and not only that one of several is wrong.
    pub(crate) fn is_certain(&self) -> bool {
        self.cells().len() == 1 || !matches!(self, Why::Broken { .. } | Why::Conflict { .. })
    }
}

impl Reason for Why {
    /// Sentences, the first without a capital, that name every cell they are about.
    fn text(&self) -> String {
        match self {
            Why::Overlap { remarks, .. } | Why::LineLogic { remarks, .. } => {
                let all: Vec<&str> = remarks.iter().map(|remark| remark.text.as_str()).collect();
                without_capital(&all.join(" "))
            }
            Why::Contradiction { supposed, broken, clue, settled, steps, cells } => {
                contradiction_in_words(*supposed, (*broken, clue), *settled, steps, cells)
            }
            Why::EitherWay { cell, cells } => {
                format!("whether {} is filled or empty, {}.", spoken(cell), paints(cells, ["is", "are"]))
            }
            Why::Nested { supposed, cell, cells } => format!(
                "suppose {}: then {} can be neither filled nor empty. So {}.",
                is(*supposed),
                spoken(cell),
                paints(cells, ["is", "are"])
            ),
            Why::Search { unique: true, cells } => {
                format!(
                    "no single step leads on from here; in the only solution {}.",
                    paints(cells, ["is", "are"])
                )
            }
            Why::Search { unique: false, cells } => format!(
                "no single step leads on from here, and more than one picture fits; in one of them {}.",
                paints(cells, ["is", "are"])
            ),
            Why::Wrong { cells } => match cells[..] {
                [cell] => format!(
                    "{} is wrong: in the only solution it is {}.",
                    place(cell.x, cell.y),
                    cell_is(cell.cell)
                ),
                _ => format!(
                    "{} squares are wrong: {}.",
                    cells.len(),
                    paints(cells, ["should be", "should be"])
                ),
            },
            Why::Broken { line, clue, cells: painted } => {
                let wrong = match painted.len() {
                    1 => "that square is wrong",
                    2 => "one of the two is wrong",
                    _ => "one of these squares is wrong",
                };
                let known = Consequence { line: *line, cells: painted.clone() }.known();
                format!("{line} ({}) cannot be completed while {known}: {wrong}.", clue_in_words(clue))
            }
            Why::Conflict { cells: painted, .. } => {
                let wrong =
                    if painted.len() == 1 { "that square is wrong" } else { "one of these squares is wrong" };
                format!("no solution has all of this: {}. So {wrong}.", paints(painted, ["is", "are"]))
            }
        }
    }

    fn nudge(&self) -> String {
        match self {
            Why::Overlap { line, remarks, .. } | Why::LineLogic { line, remarks, .. } => {
                let hardest = remarks.last().map_or(Rule::AllWays, |remark| remark.rule);
                words::nudge(*line, hardest)
            }
            Why::Contradiction { supposed, .. } | Why::Nested { supposed, .. } => {
                format!("What would follow if {}?", were(*supposed))
            }
            Why::EitherWay { cell, .. } => {
                format!("Try {} both ways, filled and empty: what is the same in both?", spoken(cell))
            }
            Why::Search { cells, .. } => {
                let row = cells.first().map_or(0, |cell| cell.y + 1);
                format!(
                    "No single step leads on from here. Try something in row {row} and see where it leads."
                )
            }
            Why::Wrong { cells } | Why::Conflict { cells, .. } => {
                let mut rows: Vec<usize> = cells.iter().map(|cell| cell.y + 1).collect();
                rows.sort_unstable();
                rows.dedup();
                let names: Vec<String> = rows.iter().map(ToString::to_string).collect();
                let rows = if rows.len() == 1 { "row" } else { "rows" };
                match self {
                    Why::Wrong { .. } => format!("Something in {rows} {} is wrong.", list(&names)),
                    _ => format!("Not everything in {rows} {} can be right.", list(&names)),
                }
            }
            Why::Broken { line, .. } => format!("Look at {line}: it cannot be completed any more."),
        }
    }
}

/// `row 2, column 10 is filled`.
fn is(paint: Paint) -> String {
    format!("{} is {}", place(paint.x, paint.y), cell_is(paint.cell))
}

/// `row 2, column 10 were filled`.
fn were(paint: Paint) -> String {
    format!("{} were {}", place(paint.x, paint.y), cell_is(paint.cell))
}

/// `row 3, column 12` from `r3c12`.
fn spoken(cell: &str) -> String {
    format!("{cell}=#").parse().map_or_else(|_| cell.to_owned(), |Paint { x, y, .. }| place(x, y))
}

/// A supposition, what follows from it, and the line that breaks. Up to two steps are part of the sentence, more stand
/// on lines of their own.
fn contradiction_in_words(
    supposed: Paint,
    (broken, clue): (Line, &Clue),
    settled: usize,
    steps: &[Consequence],
    cells: &[Paint],
) -> String {
    let end = format!("{broken} ({}) can no longer be completed", clue_in_words(clue));
    let so = paints(cells, ["is", "are"]);
    let supposed = is(supposed);
    match (steps, settled) {
        ([], 0) => format!("suppose {supposed}: then {end}. So {so}."),
        ([], more) => {
            let more = quandary_core::words::count(more as u64, "more square");
            format!("suppose {supposed}: after {more} {end}. So {so}.")
        }
        ([_] | [_, _], _) => {
            let parts: Vec<String> = steps.iter().map(Consequence::text).collect();
            format!("suppose {supposed}: then {}, and {end}. So {so}.", parts.join("; "))
        }
        _ => {
            let mut text = format!("suppose {supposed}, then:");
            for (index, step) in steps.iter().enumerate() {
                text += &format!("\n  {}. {};", index + 1, step.text());
            }
            text + &format!("\n  {}. {end}.\nSo {so}.", steps.len() + 1)
        }
    }
}

/// A clue as it is printed: `3 1`, or `0` for an empty line.
fn clue_in_words(clue: &[usize]) -> String {
    match clue {
        [] => "0".to_owned(),
        blocks => blocks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    }
}

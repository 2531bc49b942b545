//! Squares, blocks and what is noticed of them in the words of people: `columns 2–7`, `the first 3`, and sentences.

use quandary_core::words::{sentence_case, thousands};
use serde::Serialize;

use crate::human::insight::{Insight, Pattern, Rule};
use crate::human::sight::Sight;
use crate::{Cell, Colour, ColourRun, Ink, Line, Paint};

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// Numbers from 0 as people count, runs in one: `2–7 and 9`.
fn numbers(cells: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &cell in cells {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == cell => *last = cell,
            _ => runs.push((cell, cell)),
        }
    }
    let run = |&(first, last): &(usize, usize)| match last - first {
        0 => (first + 1).to_string(),
        _ => format!("{}–{}", first + 1, last + 1),
    };
    list(&runs.iter().map(run).collect::<Vec<_>>())
}

/// The same beginning with a small letter, for what follows a colon.
pub(crate) fn without_capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn plural(noun: &str, count: usize) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Cells of a line, in order: `column 3`, `columns 2–7 and 9`; `row 3` where the line is a column.
pub(crate) fn along(line: Line, cells: &[usize]) -> String {
    let noun = match line {
        Line::Row(_) => "column",
        Line::Column(_) => "row",
    };
    format!("{} {}", plural(noun, cells.len()), numbers(cells))
}

/// A cell of the board: `row 3, column 12`.
pub(crate) fn place(x: usize, y: usize) -> String {
    format!("row {}, column {}", y + 1, x + 1)
}

/// What a cell is: `filled` and `empty` in black and white, the letter of a colour where there are colours.
pub(crate) fn is_what(colour: Colour, plain: bool) -> String {
    match (colour, plain) {
        (Colour::BLANK, _) => "empty".to_owned(),
        (_, true) => "filled".to_owned(),
        (colour, false) => format!("colour {}", colour.symbol()),
    }
}

/// What a cell of a black and white board is.
pub(crate) fn cell_is(cell: Cell) -> &'static str {
    match cell {
        Cell::Black => "filled",
        Cell::White => "empty",
        Cell::Unknown => "open",
    }
}

/// Cells all over the board, by rows, or in one where they are of one column: `row 2, columns 1–7 and row 3, column 2`,
/// `rows 1–4, column 3`.
pub(crate) fn places(cells: &[(usize, usize)]) -> String {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    cells.dedup();
    if let [(x, y)] = cells[..] {
        return place(x, y);
    }
    let columns: std::collections::BTreeSet<usize> = cells.iter().map(|&(x, _)| x).collect();
    if columns.len() == 1 && cells.len() > 1 {
        let rows: Vec<usize> = cells.iter().map(|&(_, y)| y).collect();
        return format!("{}, column {}", along(Line::Column(0), &rows), cells[0].0 + 1);
    }
    let rows = cells.chunk_by(|a, b| a.1 == b.1).map(|row| {
        let columns: Vec<usize> = row.iter().map(|&(x, _)| x).collect();
        format!("row {}, {}", row[0].1 + 1, along(Line::Row(0), &columns))
    });
    // Every item has a comma of its own.
    match rows.collect::<Vec<_>>().as_slice() {
        [first, second] => format!("{first} and {second}"),
        [rest @ .., last] if !rest.is_empty() => format!("{}; and {last}", rest.join("; ")),
        rows => rows.concat(),
    }
}

/// Cells and what they are or should be: `row 2, columns 1–7 are filled and row 3, column 2 is empty`.
pub(crate) fn paints(paints: &[Paint], verb: [&str; 2]) -> String {
    let of = |cell: Cell| -> Option<String> {
        let cells: Vec<(usize, usize)> =
            paints.iter().filter(|paint| paint.cell == cell).map(|paint| (paint.x, paint.y)).collect();
        let verb = verb[usize::from(cells.len() != 1)];
        (!cells.is_empty()).then(|| format!("{} {verb} {}", places(&cells), cell_is(cell)))
    };
    list(&[Cell::Black, Cell::White].into_iter().filter_map(of).collect::<Vec<_>>())
}

/// A block as its clue shows it: its length, with the letter of its colour where there are colours.
fn name(run: ColourRun, plain: bool) -> String {
    if plain { run.cells.to_string() } else { run.to_string() }
}

/// A block of a line, named so that it differs from its equals: `the 7`, `the first 3`, `the last 3`.
fn block_name(blocks: &[ColourRun], block: usize, plain: bool) -> String {
    let run = blocks[block];
    let equal = |other: &&ColourRun| **other == run;
    let (nth, all) = (blocks[..block].iter().filter(equal).count(), blocks.iter().filter(equal).count());
    let which = match nth {
        _ if all == 1 => String::new(),
        _ if nth + 1 == all => "last ".to_owned(),
        0 => "first ".to_owned(),
        1 => "second ".to_owned(),
        2 => "third ".to_owned(),
        nth => format!("{}th ", nth + 1),
    };
    format!("the {which}{}", name(run, plain))
}

/// One thing that is noticed in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Remark {
    /// What settles the cells.
    pub rule: Rule,
    /// The cells that it settles, as moves: `r3c12=#`.
    pub cells: Vec<String>,
    /// The same as a sentence.
    pub text: String,
}

/// Says what was noticed in a line: a sentence for every rule, the line named in the first.
pub(crate) fn remarks(line: Line, sight: &Sight, insights: &[Insight], plain: bool) -> Vec<Remark> {
    let speaker = Speaker { line, sight, plain };
    let mut remarks: Vec<Remark> = Vec::new();
    for same in insights.chunk_by(|a, b| a.rule == b.rule) {
        let place = if remarks.is_empty() { format!(" in {line}") } else { String::new() };
        let symbol = |colour: Colour| match (colour, plain) {
            (Colour::BLANK, _) => '.',
            (_, true) => '#',
            (colour, false) => colour.symbol(),
        };
        let written = |&(index, colour): &(usize, Colour)| {
            let (x, y) = line.cell(index);
            format!("r{}c{}={}", y + 1, x + 1, symbol(colour))
        };
        remarks.push(Remark {
            rule: same[0].rule,
            cells: same.iter().flat_map(|insight| &insight.cells).map(written).collect(),
            text: sentence_case(&speaker.sentence(same, &place)),
        });
    }
    remarks
}

/// Puts insights about one line into words.
struct Speaker<'s> {
    line: Line,
    sight: &'s Sight,
    plain: bool,
}

impl Speaker<'_> {
    fn along(&self, cells: impl IntoIterator<Item = usize>) -> String {
        along(self.line, &cells.into_iter().collect::<Vec<_>>())
    }

    /// `column` or `columns` in a row, `row` or `rows` in a column.
    fn noun(&self, cells: usize) -> String {
        match self.line {
            Line::Row(_) => plural("column", cells),
            Line::Column(_) => plural("row", cells),
        }
    }

    fn block(&self, block: usize) -> String {
        block_name(&self.sight.blocks, block, self.plain)
    }

    fn names(&self) -> Vec<String> {
        self.sight.blocks.iter().map(|&run| name(run, self.plain)).collect()
    }

    /// `columns 3 and 7 are empty`, and the same of every colour that is settled; nothing for no cells.
    fn settled(&self, cells: &[(usize, Colour)]) -> String {
        let mut colours: Vec<Colour> = cells.iter().map(|&(_, colour)| colour).collect();
        // What is painted comes before what is empty.
        colours.sort_unstable_by_key(|&colour| (colour == Colour::BLANK, colour));
        colours.dedup();
        let of = |&colour: &Colour| {
            let mut these: Vec<usize> =
                cells.iter().filter(|&&(_, other)| other == colour).map(|&(cell, _)| cell).collect();
            these.sort_unstable();
            let count = these.len();
            format!("{} {} {}", self.along(these), are(count), is_what(colour, self.plain))
        };
        list(&colours.iter().map(of).collect::<Vec<_>>())
    }

    fn empty(&self, same: &[Insight]) -> String {
        let all: Vec<(usize, Colour)> =
            same.iter().flat_map(|insight| insight.cells.iter().copied()).collect();
        self.settled(&all)
    }

    /// One sentence about everything that one rule settles. `place` says which line it is about, if that is to be said.
    fn sentence(&self, same: &[Insight], place: &str) -> String {
        let line = self.line;
        let here = if place.is_empty() { "it".to_owned() } else { line.to_string() };
        match same[0].rule {
            Rule::NoBlocks => format!("{line} has no blocks, so it is empty."),
            Rule::AllBlocks => match self.names().as_slice() {
                [only] => format!("{line} has its {only}: the rest is empty."),
                _ => format!("{line} has all its blocks: the rest is empty."),
            },
            Rule::AllGaps => format!("{line} has all its empty squares: the rest is filled."),
            Rule::Full => self.full(),
            Rule::Complete => self.complete(same, place),
            Rule::Edge => each(same, place, |insight, place| self.edge(insight, place)),
            Rule::Overlap => self.overlap(same, place),
            Rule::Joining => each(same, place, |insight, place| {
                let Pattern::Joins { block, from, to } = insight.found else { return String::new() };
                let cells = self.along(insight.cells.iter().map(|&(cell, _)| cell));
                format!(
                    "{}{place} belong to the same block, {}, so it covers {cells}, too.",
                    self.along([from, to]),
                    self.block(block)
                )
            }),
            Rule::SmallGap => self.small_gap(same, place),
            Rule::Splitting => each(same, place, |insight, place| {
                let Pattern::Splits { run, longest } = insight.found else { return String::new() };
                let cell = self.along([insight.cells[0].0]);
                format!(
                    "filling {cell}{place} would make a run of {run}, and the longest block that fits there is \
                         the {longest}, so it is empty."
                )
            }),
            Rule::OutOfReach => {
                let cells: Vec<usize> = same[0].cells.iter().map(|&(cell, _)| cell).collect();
                let count = cells.len();
                let no_block = match self.names().as_slice() {
                    [only] => format!("the {only}{place} does not reach"),
                    _ => format!("no block{place} reaches"),
                };
                let they = if count == 1 { "it is" } else { "they are" };
                format!("{no_block} {}, so {they} empty.", self.along(cells))
            }
            Rule::OnePlace => each(same, place, |insight, place| {
                let Pattern::Place { block, from, to } = insight.found else { return String::new() };
                let beside = self.beside(insight);
                format!("{}{place} fits only at {}{beside}.", self.block(block), self.along(from..to))
            }),
            Rule::OneWay => self.one_way(&here),
            Rule::AllWays => self.all_ways(&same[0], &here),
        }
    }

    fn full(&self) -> String {
        let names = self.names();
        let gaps = self.sight.blocks.windows(2).filter(|pair| pair[0].colour == pair[1].colour).count();
        match (names.as_slice(), gaps) {
            ([only], _) => format!("the {only} fills {}.", self.line),
            (names, 0) => format!("{} is full: {}, one right after the other.", self.line, list(names)),
            (names, 1) if names.len() == 2 => {
                format!("{} is full: {} with one gap.", self.line, list(names))
            }
            (names, gaps) if gaps + 1 == names.len() => {
                format!("{} is full: {} with one gap each.", self.line, list(names))
            }
            (names, _) => {
                format!("{} is full: {} with one gap between equal colours.", self.line, list(names))
            }
        }
    }

    fn complete(&self, same: &[Insight], place: &str) -> String {
        let runs: Vec<String> = same
            .iter()
            .filter_map(|insight| {
                let Pattern::Complete { from, to } = insight.found else { return None };
                let run = ColourRun { cells: to - from, colour: self.sight.known(from)? };
                Some(format!("the {} at {}", name(run, self.plain), self.along(from..to)))
            })
            .collect();
        format!("{}{place} {} complete, so {}.", list(&runs), are(runs.len()), self.empty(same))
    }

    fn edge(&self, insight: &Insight, place: &str) -> String {
        let Pattern::Edge { block, from, to, at_end, border } = insight.found else { return String::new() };
        let how = match (border, at_end) {
            (true, _) => "touches the edge".to_owned(),
            (false, false) => format!("begins at {}, right after an empty square", self.along([from])),
            (false, true) => format!("ends at {}, right before an empty square", self.along([to - 1])),
        };
        let (painted, empty): (Vec<_>, Vec<_>) =
            insight.cells.iter().copied().partition(|&(_, colour)| colour != Colour::BLANK);
        let mut follows = Vec::new();
        if !painted.is_empty() {
            follows.push(format!("it covers {}", self.along(from..to)));
        }
        if !empty.is_empty() {
            follows.push(self.settled(&empty));
        }
        format!("{}{place} {how}, so {}.", self.block(block), follows.join(", and "))
    }

    /// `, so columns 2 and 6 are empty` after what a block covers.
    fn beside(&self, insight: &Insight) -> String {
        let empty: Vec<(usize, Colour)> =
            insight.cells.iter().copied().filter(|&(_, colour)| colour == Colour::BLANK).collect();
        if empty.is_empty() { String::new() } else { format!(", so {}", self.settled(&empty)) }
    }

    fn overlap(&self, same: &[Insight], place: &str) -> String {
        let covers: Vec<(String, String)> = same
            .iter()
            .filter_map(|insight| {
                let Pattern::Covers { block, from, to } = insight.found else { return None };
                Some((self.block(block), self.along(from..to)))
            })
            .collect();
        match covers.as_slice() {
            [(block, cells)] => format!("{block}{place} covers {cells} wherever it starts."),
            all => {
                let parts: Vec<String> =
                    all.iter().map(|(block, cells)| format!("{block} covers {cells}")).collect();
                format!("wherever the blocks{place} start, {}.", list(&parts))
            }
        }
    }

    fn small_gap(&self, same: &[Insight], place: &str) -> String {
        let gaps: Vec<String> = same
            .iter()
            .filter_map(|insight| match insight.found {
                Pattern::Gap { from, to, .. } => Some(numbers(&(from..to).collect::<Vec<_>>())),
                _ => None,
            })
            .collect();
        let cells: usize = same.iter().map(|insight| insight.cells.len()).sum();
        let mut blocks: Vec<usize> = same
            .iter()
            .flat_map(|insight| match &insight.found {
                Pattern::Gap { blocks, .. } => blocks.clone(),
                _ => Vec::new(),
            })
            .collect();
        blocks.sort_unstable();
        blocks.dedup();
        let which = match blocks[..] {
            [only] => self.block(only),
            _ if blocks.len() == self.sight.blocks.len() => "any block".to_owned(),
            _ => "the blocks around there".to_owned(),
        };
        let noun = self.noun(cells);
        match gaps.as_slice() {
            [gap] => format!("the gap at {noun} {gap}{place} is too small for {which}, so it is empty."),
            gaps => format!(
                "the gaps at {noun} {}{place} are too small for {which}, so they are empty.",
                list(gaps)
            ),
        }
    }

    fn one_way(&self, here: &str) -> String {
        let sight = self.sight;
        let runs: Vec<String> = (0..sight.blocks.len())
            .filter_map(|block| {
                let from = sight.starts(block).next()?;
                Some(numbers(&(from..from + sight.blocks[block].cells).collect::<Vec<_>>()))
            })
            .collect();
        let painted = sight.blocks.iter().map(|run| run.cells).sum::<usize>();
        let noun = self.noun(painted);
        match self.names().as_slice() {
            [only] => format!("only one place is left in {here} for the {only}: {noun} {}.", list(&runs)),
            names => format!("{} fit into {here} in only one way: at {noun} {}.", list(names), list(&runs)),
        }
    }

    fn all_ways(&self, insight: &Insight, here: &str) -> String {
        let names = list(&self.names());
        let settled = self.settled(&insight.cells);
        let from = self.sight.ways();
        match from {
            2 => format!("{names} fit into {here} in 2 ways, and in both {settled}."),
            3..=1_000_000 => {
                format!("{names} fit into {here} in {} ways, and in all of them {settled}.", thousands(from))
            }
            _ => format!("however {names} are placed in {here}, {settled}."),
        }
    }
}

/// A sentence for each insight; only the first says which line it is about.
fn each(same: &[Insight], place: &str, say: impl Fn(&Insight, &str) -> String) -> String {
    let sentence = |(index, insight): (usize, &Insight)| {
        sentence_case(&say(insight, if index == 0 { place } else { "" }))
    };
    same.iter().enumerate().map(sentence).collect::<Vec<_>>().join(" ")
}

/// Where to look in a line, without giving the step away.
pub(crate) fn nudge(line: Line, rule: Rule) -> String {
    let what = match rule {
        Rule::NoBlocks => "its clue is 0",
        Rule::AllBlocks => "are all its blocks there?",
        Rule::AllGaps => "are all its gaps there?",
        Rule::Full => "how much room do its blocks need?",
        Rule::Complete => "is one of its blocks complete?",
        Rule::Edge => "which block begins or ends at a border?",
        Rule::Overlap => "push its blocks to one end, then to the other",
        Rule::Joining => "which filled squares belong together?",
        Rule::SmallGap => "is every gap wide enough?",
        Rule::Splitting => "which square would make a block too long?",
        Rule::OutOfReach => "how far do its blocks reach?",
        Rule::OnePlace => "one of its blocks has only one place",
        Rule::OneWay => "in how many ways do its blocks fit?",
        Rule::AllWays => "go through the ways to place its blocks",
    };
    let stop = if what.ends_with('?') { "" } else { "." };
    format!("Look at {line}: {what}{stop}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::insight::insights;

    fn cells(text: &str) -> Vec<Cell> {
        let cell = |symbol| match symbol {
            '#' => Cell::Black,
            '.' => Cell::White,
            _ => Cell::Unknown,
        };
        text.chars().map(cell).collect()
    }

    fn said(line: Line, clue: &[usize], known: &str) -> String {
        let sight = Sight::plain(clue, &cells(known)).unwrap();
        let remarks = remarks(line, &sight, &insights(&sight, &sight.settled()), true);
        remarks.iter().map(|remark| remark.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_is_explained_in_words() {
        for (clue, known, words) in [
            (&[7, 1][..], "??????????", "The 7 in row 8 covers columns 2–7 wherever it starts."),
            (
                &[4, 4],
                "??????????",
                "Wherever the blocks in row 8 start, the first 4 covers columns 2–4 and the last 4 covers columns 7–9.",
            ),
            (&[2, 5, 1], "??????????", "Row 8 is full: 2, 5 and 1 with one gap each."),
            (&[4, 5], "??????????", "Row 8 is full: 4 and 5 with one gap."),
            (&[10], "??????????", "The 10 fills row 8."),
            (&[], "??????????", "Row 8 has no blocks, so it is empty."),
            (&[2, 1], "?##??#????", "Row 8 has all its blocks: the rest is empty."),
            (&[3], "???.###???", "Row 8 has its 3: the rest is empty."),
            (&[1, 1, 1, 3], "?..?.?.???", "Row 8 has all its empty squares: the rest is filled."),
            (
                &[3, 2],
                "#?????????",
                "The 3 in row 8 touches the edge, so it covers columns 1–3, and column 4 is empty.",
            ),
            (
                &[2, 3],
                "???#.?????",
                "The 2 in row 8 ends at column 4, right before an empty square, so it covers columns 3–4, and column 2 \
                 is empty. The 3 covers column 8 wherever it starts. No block reaches column 1, so it is empty.",
            ),
            (
                &[5],
                "??#?#?????",
                "Columns 3 and 5 in row 8 belong to the same block, the 5, so it covers column 4, too. The 5 does not \
                 reach columns 8–10, so they are empty.",
            ),
            (&[2, 2], "?#?#??????", "2 and 2 fit into row 8 in only one way: at columns 1–2 and 4–5."),
            (
                &[4, 2],
                "?.????????",
                "Wherever the blocks in row 8 start, the 4 covers columns 4–6 and the 2 covers column 9. The gap at \
                 column 1 is too small for any block, so it is empty.",
            ),
            (
                &[1, 2, 1],
                "?#?##?????",
                "The 1 at column 2 and the 2 at columns 4–5 in row 8 are complete, so columns 1, 3 and 6 are empty.",
            ),
        ] {
            assert_eq!(said(Line::Row(7), clue, known), words, "{clue:?} {known}");
        }
        assert_eq!(
            said(Line::Column(0), &[3], "..?????"),
            "The 3 in column 1 covers row 5 wherever it starts."
        );
    }
}

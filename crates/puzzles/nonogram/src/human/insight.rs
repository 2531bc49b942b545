//! What a person notices in one line, each thing by its name: a block that covers cells wherever it starts, a block
//! that touches the edge, a gap that is too small.
//!
//! Every cell that line logic settles is explained by the easiest of these that settles it. What none of them does
//! follows from going through all ways to place the blocks.

use serde::Serialize;

use super::sight::{Sight, black};
use crate::{Colour, Ink};

/// What settles cells of a line, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The line has no blocks.
    NoBlocks,
    /// All blocks are painted: the rest is empty.
    AllBlocks,
    /// All empty cells are known: the rest is filled.
    AllGaps,
    /// The blocks and one gap between them need the whole line.
    Full,
    /// A painted run is a whole block: the cells beside it are empty.
    Complete,
    /// A block touches the edge or an empty cell, so where it lies is known.
    Edge,
    /// Two painted cells belong to one block, so the cells between them do, too.
    Joining,
    /// A block covers these cells wherever it starts.
    Overlap,
    /// A gap is too small for the blocks that could go there.
    SmallGap,
    /// Painted, the cell would join two runs to one that is too long.
    Splitting,
    /// No block reaches the cells.
    OutOfReach,
    /// Only one place is left for a block.
    OnePlace,
    /// Only one way is left for all blocks.
    OneWay,
    /// All ways to place the blocks agree.
    AllWays,
}

/// A rule at work, with what its sentence says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// A rule that is about the line as a whole: no blocks, all blocks, all gaps, full, one way, all ways.
    Whole,
    /// The run is a whole block.
    Complete { from: usize, to: usize },
    /// The block begins (or ends) at the edge or beside an empty cell.
    Edge { block: usize, from: usize, to: usize, at_end: bool, border: bool },
    /// The block covers these cells.
    Covers { block: usize, from: usize, to: usize },
    /// Painted cells of one block.
    Joins { block: usize, from: usize, to: usize },
    /// A gap, and blocks that could go there if it were larger.
    Gap { from: usize, to: usize, blocks: Vec<usize> },
    /// The run that painting the cell would make, and the longest block there.
    Splits { run: usize, longest: usize },
    /// Nothing reaches the cells.
    Reach,
    /// The block lies here.
    Place { block: usize, from: usize, to: usize },
}

/// What a rule settles in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Insight {
    pub(crate) rule: Rule,
    pub(crate) found: Pattern,
    /// The cells that it settles, with what they are.
    pub(crate) cells: Vec<(usize, Colour)>,
}

/// At work on one line.
struct Finder<'s> {
    sight: &'s Sight,
    /// What is still to be explained.
    left: Vec<Option<Colour>>,
    /// For each block, where it may begin first and last.
    ends: Vec<(usize, usize)>,
    insights: Vec<Insight>,
}

/// Explains cells that follow from a line, each by the easiest rule that settles it; the easiest rule first.
pub(crate) fn insights(sight: &Sight, settled: &[(usize, Colour)]) -> Vec<Insight> {
    let mut left = vec![None; sight.len()];
    for &(cell, colour) in settled {
        left[cell] = Some(colour);
    }
    let ends = (0..sight.blocks.len()).map(|block| {
        let mut starts = sight.starts(block);
        let first = starts.next().unwrap_or(0);
        (first, starts.next_back().unwrap_or(first))
    });
    let mut finder = Finder { sight, left, ends: ends.collect(), insights: Vec::new() };
    finder.whole_line();
    finder.complete();
    finder.edges();
    finder.joins();
    finder.overlaps();
    finder.small_gaps();
    finder.splits();
    finder.reach();
    finder.places();
    let mut rest = finder.open();
    if !rest.is_empty() || finder.places_found() > 1 {
        if sight.ways() == 1 {
            finder.insights.clear();
            rest = settled.to_vec();
            finder.add(Rule::OneWay, Pattern::Whole, rest);
        } else {
            finder.add(Rule::AllWays, Pattern::Whole, rest);
        }
    }
    finder.insights.sort_by_key(|insight| insight.rule);
    finder.insights
}

impl Finder<'_> {
    fn open(&self) -> Vec<(usize, Colour)> {
        self.left.iter().enumerate().filter_map(|(cell, colour)| Some((cell, (*colour)?))).collect()
    }

    fn places_found(&self) -> usize {
        self.insights.iter().filter(|insight| insight.rule == Rule::OnePlace).count()
    }

    /// Takes what a rule explains, if it is anything.
    fn add(&mut self, rule: Rule, found: Pattern, cells: Vec<(usize, Colour)>) {
        if cells.is_empty() {
            return;
        }
        for &(cell, _) in &cells {
            self.left[cell] = None;
        }
        self.insights.push(Insight { rule, found, cells });
    }

    /// The cells of a range that are still open and turn out to have this colour.
    fn of_colour(&self, cells: impl IntoIterator<Item = usize>, colour: Colour) -> Vec<(usize, Colour)> {
        let wanted = |&cell: &usize| self.left.get(cell).is_some_and(|&left| left == Some(colour));
        cells.into_iter().filter(wanted).map(|cell| (cell, colour)).collect()
    }

    /// The cells beside a block, where the block alone makes them empty: not where another colour may touch it.
    fn beside(&self, block: usize, from: usize, to: usize) -> Vec<(usize, Colour)> {
        let colour = |block: usize| self.sight.blocks.get(block).map(|run| run.colour);
        let apart = |other: Option<usize>| other.and_then(colour).is_none_or(|c| Some(c) == colour(block));
        let mut cells = Vec::new();
        if let Some(left) = from.checked_sub(1).filter(|_| apart(block.checked_sub(1))) {
            cells.extend(self.of_colour([left], Colour::BLANK));
        }
        if apart(Some(block + 1)) {
            cells.extend(self.of_colour([to], Colour::BLANK));
        }
        cells
    }

    /// Maximal runs of painted cells of one colour, from and to.
    fn runs(&self) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for cell in (0..self.sight.len()).filter(|&cell| self.sight.is_painted(cell)) {
            match runs.last_mut() {
                Some((_, to)) if *to == cell && self.sight.known(cell - 1) == self.sight.known(cell) => {
                    *to = cell + 1;
                }
                _ => runs.push((cell, cell + 1)),
            }
        }
        runs
    }

    fn whole_line(&mut self) {
        let sight = self.sight;
        let all = self.open();
        if sight.blocks.is_empty() {
            return self.add(Rule::NoBlocks, Pattern::Whole, all);
        }
        let painted: Vec<(usize, Option<Colour>)> =
            self.runs().iter().map(|&(from, to)| (to - from, sight.known(from))).collect();
        let blocks: Vec<(usize, Option<Colour>)> =
            sight.blocks.iter().map(|run| (run.cells, Some(run.colour))).collect();
        if painted == blocks {
            return self.add(Rule::AllBlocks, Pattern::Whole, all);
        }
        let total: usize = sight.blocks.iter().map(|run| run.cells).sum();
        let empty = (0..sight.len()).filter(|&cell| sight.is_empty_at(cell)).count();
        let one_colour = sight.blocks.iter().all(|run| run.colour == sight.blocks[0].colour);
        if one_colour && empty > 0 && empty + total == sight.len() {
            return self.add(Rule::AllGaps, Pattern::Whole, all);
        }
        if crate::rules::cells_needed(&sight.blocks) == sight.len() {
            self.add(Rule::Full, Pattern::Whole, all);
        }
    }

    fn complete(&mut self) {
        for (from, to) in self.runs() {
            let owners = self.sight.owners(from);
            if owners.iter().any(|&block| self.sight.blocks[block].cells != to - from) {
                continue;
            }
            // Every block that this may be is as long: whichever it is, it ends here.
            let mut cells = owners.iter().map(|&block| self.beside(block, from, to));
            let Some(first) = cells.next() else { continue };
            let shared =
                cells.fold(first, |all, other| all.into_iter().filter(|cell| other.contains(cell)).collect());
            self.add(Rule::Complete, Pattern::Complete { from, to }, shared);
        }
    }

    fn edges(&mut self) {
        let n = self.sight.len();
        for (from, to) in self.runs() {
            let (border_before, border_behind) = (from == 0, to == n);
            let before = border_before || self.sight.is_empty_at(from - 1);
            let behind = border_behind || self.sight.is_empty_at(to);
            let [block] = self.sight.owners(from)[..] else { continue };
            let length = self.sight.blocks[block].cells;
            let (start, at_end, border) = match (before, behind) {
                (true, _) => (from, false, border_before),
                (false, true) if to >= length => (to - length, true, border_behind),
                _ => continue,
            };
            let end = start + length;
            if end > n {
                continue;
            }
            let mut cells = self.of_colour(start..end, self.sight.blocks[block].colour);
            cells.extend(self.beside(block, start, end));
            cells.sort_unstable_by_key(|&(cell, _)| cell);
            self.add(Rule::Edge, Pattern::Edge { block, from: start, to: end, at_end, border }, cells);
        }
    }

    fn overlaps(&mut self) {
        for block in 0..self.sight.blocks.len() {
            let run = self.sight.blocks[block];
            let (first, last) = self.ends[block];
            if first == last || last >= first + run.cells {
                continue;
            }
            let (from, to) = (last, first + run.cells);
            let cells = self.of_colour(from..to, run.colour);
            self.add(Rule::Overlap, Pattern::Covers { block, from, to }, cells);
        }
    }

    fn joins(&mut self) {
        for pair in self.runs().windows(2) {
            let [(_, from), (to, _)] = *pair else { continue };
            let [block] = self.sight.owners(from - 1)[..] else { continue };
            if self.sight.owners(to)[..] != [block] {
                continue;
            }
            let cells = self.of_colour(from..to, self.sight.blocks[block].colour);
            self.add(Rule::Joining, Pattern::Joins { block, from: from - 1, to }, cells);
        }
    }

    fn small_gaps(&mut self) {
        let n = self.sight.len();
        let mut from = 0;
        while from < n {
            let to = (from..n).find(|&cell| self.sight.is_empty_at(cell)).unwrap_or(n);
            let gap = from..to;
            from = to + 1;
            let empty = self.of_colour(gap.clone(), Colour::BLANK);
            if empty.len() < gap.len() || gap.is_empty() {
                continue;
            }
            // The blocks that lie around here: those that could begin before it ends and end after it begins.
            let near = |&block: &usize| {
                let (first, last) = self.ends[block];
                first < gap.end && last + self.sight.blocks[block].cells > gap.start
            };
            let all = 0..self.sight.blocks.len();
            let mut blocks: Vec<usize> = all.clone().filter(near).collect();
            if blocks.is_empty() {
                blocks = all.collect();
            }
            if blocks.iter().any(|&block| self.sight.blocks[block].cells <= gap.len()) {
                continue;
            }
            let found = Pattern::Gap { from: gap.start, to: gap.end, blocks };
            self.add(Rule::SmallGap, found, empty);
        }
    }

    fn splits(&mut self) {
        let runs = self.runs();
        for pair in runs.windows(2) {
            let [(start, cell), (next, end)] = *pair else { continue };
            if next != cell + 1 || self.sight.known(start) != self.sight.known(next) {
                continue;
            }
            let owners = [self.sight.owners(start), self.sight.owners(next)].concat();
            let longest = owners.iter().map(|&block| self.sight.blocks[block].cells).max().unwrap_or(0);
            // Where other colours are about, the cell may be one of those.
            if end - start > longest && self.sight.blocks.iter().all(|run| run.colour == black()) {
                let cells = self.of_colour([cell], Colour::BLANK);
                self.add(Rule::Splitting, Pattern::Splits { run: end - start, longest }, cells);
            }
        }
    }

    fn reach(&mut self) {
        let reached = |cell: usize| {
            let covers = |(block, &(first, last)): (usize, &(usize, usize))| {
                first <= cell && cell < last + self.sight.blocks[block].cells
            };
            self.ends.iter().enumerate().any(covers)
        };
        let beyond: Vec<usize> = (0..self.sight.len()).filter(|&cell| !reached(cell)).collect();
        let cells = self.of_colour(beyond, Colour::BLANK);
        self.add(Rule::OutOfReach, Pattern::Reach, cells);
    }

    fn places(&mut self) {
        for block in 0..self.sight.blocks.len() {
            let run = self.sight.blocks[block];
            let (first, last) = self.ends[block];
            if first != last {
                continue;
            }
            let (from, to) = (first, first + run.cells);
            let mut cells = self.of_colour(from..to, run.colour);
            if cells.is_empty() {
                continue;
            }
            cells.extend(self.beside(block, from, to));
            cells.sort_unstable_by_key(|&(cell, _)| cell);
            self.add(Rule::OnePlace, Pattern::Place { block, from, to }, cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rules::blocks;
    use crate::{Block, ColourRun, Colours};
    use quandary_core::Seed;

    /// The blocks of a full line with where they lie.
    fn lies(line: &[Colour]) -> Vec<(usize, usize)> {
        let mut at = 0;
        let place = |run: ColourRun| {
            while line[at] == Colour::BLANK {
                at += 1;
            }
            let from = at;
            at += run.cells();
            (from, at)
        };
        blocks(line.iter().copied()).into_iter().map(place).collect()
    }

    /// Every line that has these blocks and agrees with what is known.
    fn all_lines(clue: &[ColourRun], cells: &[Colours], colours: usize) -> Vec<Vec<Colour>> {
        let mut lines: Vec<Vec<Colour>> = vec![Vec::new()];
        for cell in cells {
            let longer = lines.iter().flat_map(|line| {
                let colours = Colours::all(colours).iter().filter(|&colour| cell.has(colour));
                colours.map(|colour| [line.as_slice(), &[colour]].concat())
            });
            lines = longer.collect();
        }
        lines.retain(|line| blocks(line.iter().copied()) == clue);
        lines
    }

    /// Where the blocks of a line lie, from and to.
    type Places = [(usize, usize)];

    /// What a rule says of a line, held against all ways to complete it.
    fn holds(sight: &Sight, insight: &Insight, lines: &[Vec<Colour>]) -> bool {
        let n = sight.len();
        let total: usize = sight.blocks.iter().map(|run| run.cells).sum();
        let always = |what: &dyn Fn(&Places) -> bool| lines.iter().all(|line| what(&lies(line)));
        let wall = |cell: Option<usize>| cell.is_none_or(|cell| cell >= n || sight.is_empty_at(cell));
        let painted = (0..n).filter(|&cell| sight.is_painted(cell)).count();
        match (&insight.found, insight.rule) {
            (Pattern::Whole, Rule::NoBlocks) => sight.blocks.is_empty(),
            (Pattern::Whole, Rule::AllBlocks) => painted == total,
            (Pattern::Whole, Rule::AllGaps) => {
                (0..n).filter(|&cell| sight.is_empty_at(cell)).count() + total == n
            }
            (Pattern::Whole, Rule::Full) => Sight::new(sight.blocks.clone(), vec![Colours::all(26); n])
                .is_some_and(|blank| blank.ways() == 1),
            (Pattern::Whole, Rule::OneWay) => lines.len() == 1,
            (Pattern::Whole, Rule::AllWays) => lines.len() > 1 && sight.ways() == lines.len() as u64,
            (&Pattern::Complete { from, to }, Rule::Complete) => {
                (from..to).all(|cell| sight.is_painted(cell)) && always(&|lies| lies.contains(&(from, to)))
            }
            (&Pattern::Edge { block, from, to, at_end, border }, Rule::Edge) => {
                let (end, beyond) = if at_end { (to - 1, Some(to)) } else { (from, from.checked_sub(1)) };
                sight.is_painted(end)
                    && wall(beyond)
                    && border == beyond.is_none_or(|cell| cell == n)
                    && always(&|lies| lies[block] == (from, to))
            }
            (&Pattern::Covers { block, from, to }, Rule::Overlap) => {
                from < to
                    && always(&|lies| lies[block].0 <= from && to <= lies[block].1)
                    && !always(&|other| other[block] == lies(&lines[0])[block])
            }
            (&Pattern::Joins { block, from, to }, Rule::Joining) => {
                sight.is_painted(from)
                    && sight.is_painted(to)
                    && always(&|lies| lies[block].0 <= from && to < lies[block].1)
            }
            (Pattern::Gap { from, to, blocks }, Rule::SmallGap) => {
                let (from, to) = (*from, *to);
                wall(from.checked_sub(1))
                    && wall(Some(to))
                    && !blocks.is_empty()
                    && blocks.iter().all(|&block| sight.blocks[block].cells > to - from)
                    && always(&|lies| lies.iter().all(|&(start, end)| end <= from || to <= start))
            }
            (&Pattern::Splits { run, longest }, Rule::Splitting) => {
                let (cell, _) = insight.cells[0];
                let first = (0..cell).rev().take_while(|&cell| sight.is_painted(cell)).count();
                let second = (cell + 1..n).take_while(|&cell| sight.is_painted(cell)).count();
                let near = |&(start, end): &(usize, usize)| {
                    (start < cell && cell - first < end) || (start <= cell + second && cell + 1 < end)
                };
                first > 0
                    && second > 0
                    && run == first + 1 + second
                    && run > longest
                    && always(&|lies| {
                        lies.iter().filter(|lie| near(lie)).all(|(from, to)| to - from <= longest)
                    })
            }
            (Pattern::Reach, Rule::OutOfReach) => insight.cells.iter().all(|&(cell, _)| {
                let reaches = |block: usize| {
                    let places = lines.iter().map(|line| lies(line)[block]);
                    let (first, last) =
                        places.fold((n, 0), |(first, last), (from, to)| (first.min(from), last.max(to)));
                    first <= cell && cell < last
                };
                !(0..sight.blocks.len()).any(reaches)
            }),
            (&Pattern::Place { block, from, to }, Rule::OnePlace) => {
                always(&|lies| lies[block] == (from, to))
            }
            _ => false,
        }
    }

    #[test]
    fn every_rule_says_what_all_ways_to_complete_the_line_show() {
        let mut stream = Seed(17).stream(0);
        let mut seen: BTreeMap<(Rule, bool), usize> = BTreeMap::new();
        for round in 0..20_000 {
            let colours = if round % 4 == 3 { 2 } else { 1 };
            let n = 1 + stream.index(if colours == 1 { 13 } else { 8 });
            let (share, shown) = ([0.45, 0.6, 0.75][round % 3], [0.0, 0.15, 0.3, 0.5][stream.index(4)]);
            let picture: Vec<Colour> = (0..n)
                .map(|_| if stream.chance(share) { 1 + stream.index(colours) } else { 0 })
                .map(|colour| Colour::new(colour).unwrap())
                .collect();
            let clue: Vec<ColourRun> = blocks(picture.iter().copied());
            let cells: Vec<Colours> = picture
                .iter()
                .map(
                    |&colour| if stream.chance(shown) { Colours::one(colour) } else { Colours::all(colours) },
                )
                .collect();
            let sight = Sight::new(clue.clone(), cells.clone()).expect("part of a true line");
            let settled = sight.settled();
            let found = insights(&sight, &settled);
            let lines = all_lines(&clue, &cells, colours);
            let mut explained: Vec<(usize, Colour)> =
                found.iter().flat_map(|one| one.cells.clone()).collect();
            explained.sort_unstable();
            assert_eq!(explained, settled, "every cell once: {clue:?} {cells:?}");
            assert!(lines.iter().all(|line| settled.iter().all(|&(cell, colour)| line[cell] == colour)));
            for insight in &found {
                assert!(holds(&sight, insight, &lines), "{insight:?}: {clue:?} {cells:?}");
                *seen.entry((insight.rule, colours == 1)).or_default() += 1;
            }
        }
        for plain in [true, false] {
            let rules = seen.iter().filter(|((_, kind), times)| *kind == plain && **times >= 5).count();
            assert!(rules >= if plain { 14 } else { 12 }, "{seen:?}");
        }
    }
}

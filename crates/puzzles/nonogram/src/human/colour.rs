//! Puzzles in colours as people solve them: the same ladder, on what each cell may still be.
//!
//! | technique | what a person does |
//! |---|---|
//! | line logic | everything that one line alone can tell: what a cell is, and what it cannot be |
//! | probe | supposes a colour for one cell and finds a line that breaks |
//! | deeper | supposes a colour and probes under that supposition, or finds what all colours of a cell have in common |
//!
//! Overlap is not distinguished from line logic: where blocks may touch, people look at colours first.

use std::cmp::Reverse;

use quandary_core::words::count;
use quandary_core::{Budget, Exhausted, Trace};
use quandary_search::learn::Constraints;

use super::insight::{Insight, insights};
use super::lesson::lesson;
use super::note::{Note, cannot_be, notes_in_words};
use super::sight::Sight;
use super::{End, Grade, Halt, Rule, Technique};
use crate::explain::Remark;
use crate::ink::PartialPicture;
use crate::line::{Wide, Word};
use crate::rules::Line;
use crate::solve::canvas::{Coloured, Domains, bits_for};
use crate::solve::{Goal, Solved, solve_colours};
use crate::words::{self, is_what, place, remarks, without_capital};
use crate::{Colour, ColourRun, Nonogram, Picture};

/// Why something follows about cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColourWhy {
    /// All ways to complete a line agree.
    Line(Line),
    /// The colour breaks a line, after this many cells were settled.
    Contradiction(Note, Line, usize),
    /// Every colour of a cell (x, y) leads to it.
    EitherWay(usize, usize),
    /// The colour leads nowhere, as probing under it shows.
    Nested(Note),
}

/// One step: what follows and why, and how many places there were to find one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourStep {
    /// Why.
    pub why: ColourWhy,
    /// What follows: for a cell that is settled its colour, for others the colours that they cannot have.
    pub notes: Vec<Note>,
    /// B: places where this technique could be tried: open lines, or all colours of the open cells.
    pub options: u32,
    /// b: places among them where it tells something.
    pub plausible: u32,
    /// What is noticed in the line, where it is about one: together they settle the cells that get a colour.
    pub remarks: Vec<Remark>,
}

impl ColourStep {
    /// The technique it is an instance of.
    pub fn technique(&self) -> Technique {
        match self.why {
            ColourWhy::Line(_) => Technique::LineLogic,
            ColourWhy::Contradiction(..) => Technique::Probe,
            ColourWhy::EitherWay(..) | ColourWhy::Nested(_) => Technique::Deeper,
        }
    }

    /// Sentences, the first without a capital.
    pub fn text(&self, puzzle: &Nonogram<ColourRun>) -> String {
        let so = notes_in_words(&self.notes);
        match self.why {
            ColourWhy::Line(line) => {
                let mut all: Vec<String> = self.remarks.iter().map(|remark| remark.text.clone()).collect();
                let others: Vec<Note> = self.notes.iter().filter(|note| !note.is).copied().collect();
                if !others.is_empty() {
                    all.push(format!(
                        "However the blocks in {line} are placed, {}.",
                        cannot_be(line, &others)
                    ));
                }
                without_capital(&all.join(" "))
            }
            ColourWhy::Contradiction(supposed, broken, settled) => {
                let after = match settled {
                    0 => "then".to_owned(),
                    more => format!("after {}", count(more as u64, "more square")),
                };
                let clue: Vec<String> = puzzle.clue(broken).iter().map(ToString::to_string).collect();
                let clue = if clue.is_empty() { "0".to_owned() } else { clue.join(" ") };
                format!(
                    "suppose {supposed}: {after} {broken} ({clue}) can no longer be completed. So {so}.",
                    supposed = supposed.in_words()
                )
            }
            ColourWhy::EitherWay(x, y) => format!("whatever {} is, {so}.", place(x, y)),
            ColourWhy::Nested(supposed) => {
                format!("suppose {}: then some square can be nothing at all. So {so}.", supposed.in_words())
            }
        }
    }

    /// Where to look, without giving the step away.
    pub fn nudge(&self) -> String {
        match self.why {
            ColourWhy::Line(line) => {
                words::nudge(line, self.remarks.last().map_or(Rule::AllWays, |remark| remark.rule))
            }
            ColourWhy::Contradiction(supposed, ..) | ColourWhy::Nested(supposed) => {
                format!(
                    "What would follow if {} were {}?",
                    place(supposed.x, supposed.y),
                    is_what(supposed.colour, false)
                )
            }
            ColourWhy::EitherWay(x, y) => {
                format!("Try everything that {} can be: what is always the same?", place(x, y))
            }
        }
    }
}

/// A puzzle in colours worked on by technique, as far as the techniques lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourWalk {
    /// Every step.
    pub steps: Vec<ColourStep>,
    /// What is known at the end.
    pub board: PartialPicture,
    /// Why it ended.
    pub end: End,
}

impl ColourWalk {
    /// The hardest technique used; line logic, the easiest, when there was nothing to do.
    pub fn hardest(&self) -> Technique {
        self.steps.iter().map(ColourStep::technique).max().unwrap_or(Technique::LineLogic)
    }

    /// How often each technique was used.
    pub fn counts(&self) -> [(Technique, usize); 4] {
        Technique::ALL.map(|technique| {
            (technique, self.steps.iter().filter(|step| step.technique() == technique).count())
        })
    }

    /// The steps as the measures see them: every step is certain, b of B places tell something.
    pub fn trace(&self) -> Trace {
        self.end.trace(self.steps.iter().map(|step| (step.options, step.plausible)))
    }
}

/// Works by technique from a board on until the techniques, or the budget, are at their end; at most `most` steps.
///
/// One node is one line looked at. What the board says is taken for true.
pub fn walk_colours(
    puzzle: &Nonogram<ColourRun>,
    board: &PartialPicture,
    most: usize,
    budget: &mut Budget,
) -> ColourWalk {
    walk_by(puzzle, board, most, Order::Most, budget)
}

/// The same, but always the step that is easiest to see, as a person would give it to another.
pub fn walk_colour_lessons(
    puzzle: &Nonogram<ColourRun>,
    board: &PartialPicture,
    most: usize,
    budget: &mut Budget,
) -> ColourWalk {
    walk_by(puzzle, board, most, Order::Easiest, budget)
}

/// Which line comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The one that tells most.
    Most,
    /// The one that is easiest to see.
    Easiest,
}

fn walk_by(
    puzzle: &Nonogram<ColourRun>,
    board: &PartialPicture,
    most: usize,
    order: Order,
    budget: &mut Budget,
) -> ColourWalk {
    match bits_for(puzzle) {
        ..=64 => walk_with::<u64>(puzzle, board, most, order, budget),
        65..=128 => walk_with::<u128>(puzzle, board, most, order, budget),
        129..=256 => walk_with::<Wide<4>>(puzzle, board, most, order, budget),
        _ => walk_with::<Wide<16>>(puzzle, board, most, order, budget),
    }
}

fn walk_with<W: Word>(
    puzzle: &Nonogram<ColourRun>,
    board: &PartialPicture,
    most: usize,
    order: Order,
    budget: &mut Budget,
) -> ColourWalk {
    let mut person = Person { canvas: Coloured::<W>::new(puzzle), puzzle };
    let mut state = person.canvas.start();
    for (cell, colour) in board.0.iter().enumerate() {
        if let Some(colour) = colour {
            person.set(&mut state, cell, *colour, true);
        }
    }
    let mut steps = Vec::new();
    let end = loop {
        if person.open_cells(&state).next().is_none() {
            // A full board has no next step; whether it is right is still a question.
            let broken = (0..person.canvas.constraints()).find(|&line| !person.is_possible(&state, line));
            break broken.map_or(End::Solved, |line| End::Broken(person.line(line)));
        }
        if steps.len() >= most {
            break End::Open;
        }
        match person.easiest_step(&state, order, budget) {
            Ok(Some(step)) => {
                for note in &step.notes {
                    person.set(&mut state, note.y * puzzle.width() + note.x, note.colour, note.is);
                }
                steps.push(step);
            }
            Ok(None) => break End::Open,
            Err(Halt::Broken(line)) => break End::Broken(line),
            Err(Halt::Exhausted(why)) => break End::Exhausted(why),
        }
    };
    let cells = (0..puzzle.cells()).map(|cell| Coloured::<W>::domain(&state, cell).only()).collect();
    ColourWalk { steps, board: PartialPicture(cells), end }
}

/// Someone at work on a puzzle.
struct Person<'p, W> {
    canvas: Coloured<W>,
    puzzle: &'p Nonogram<ColourRun>,
}

/// What follows from a supposition: what the lines leave, or the line that breaks and how many cells were settled.
type Follows = Result<Domains, (Line, usize)>;

/// A colour supposed for a cell.
struct Supposed {
    cell: usize,
    colour: Colour,
    outcome: Follows,
}

impl<W: Word> Person<'_, W> {
    fn set(&self, state: &mut Domains, cell: usize, colour: Colour, is: bool) {
        let literal = self.canvas.literal(cell, colour, is);
        if self.canvas.value(state, literal).is_none() || is {
            self.canvas.set(state, literal);
        }
    }

    fn line(&self, line: usize) -> Line {
        match line.checked_sub(self.puzzle.height()) {
            None => Line::Row(line),
            Some(column) => Line::Column(column),
        }
    }

    fn note(&self, cell: usize, colour: Colour, is: bool) -> Note {
        Note { x: cell % self.puzzle.width(), y: cell / self.puzzle.width(), colour, is }
    }

    fn open_cells<'s>(&self, state: &'s Domains) -> impl Iterator<Item = usize> + use<'s, W> {
        (0..self.puzzle.cells()).filter(|&cell| Coloured::<W>::domain(state, cell).len() > 1)
    }

    fn is_possible(&mut self, state: &Domains, line: usize) -> bool {
        self.canvas.propagate(state, line, &mut Vec::new())
    }

    /// What a person writes down of the difference between two states.
    fn notes(&self, before: &Domains, after: &Domains) -> Vec<Note> {
        let mut notes = Vec::new();
        for cell in self.open_cells(before) {
            let (was, is) = (Coloured::<W>::domain(before, cell), Coloured::<W>::domain(after, cell));
            match is.only() {
                Some(colour) => notes.push(self.note(cell, colour, true)),
                None => notes.extend(was.without(is).iter().map(|colour| self.note(cell, colour, false))),
            }
        }
        notes
    }

    fn easiest_step(
        &mut self,
        state: &Domains,
        order: Order,
        budget: &mut Budget,
    ) -> Result<Option<ColourStep>, Halt> {
        if order == Order::Easiest
            && let Some(step) = self.by_lesson(state, budget)?
        {
            return Ok(Some(step));
        }
        if let Some(step) = self.by_line(state, budget)? {
            return Ok(Some(step));
        }
        Ok(self.by_supposing(state, budget)?)
    }

    /// The line that settles most cells, then the one that says most.
    fn by_line(&mut self, state: &Domains, budget: &mut Budget) -> Result<Option<ColourStep>, Halt> {
        let (mut options, mut plausible) = (0, 0);
        let mut best: Option<((usize, usize), Line, Vec<Note>)> = None;
        let mut literals = Vec::new();
        for line in 0..self.canvas.constraints() {
            budget.spend(1)?;
            literals.clear();
            if !self.canvas.propagate(state, line, &mut literals) {
                return Err(Halt::Broken(self.line(line)));
            }
            options += u32::from(self.is_open(state, line));
            if literals.is_empty() {
                continue;
            }
            plausible += 1;
            let mut next = state.clone();
            for &literal in &literals {
                self.canvas.set(&mut next, literal);
            }
            let notes = self.notes(state, &next);
            let worth = (notes.iter().filter(|note| note.is).count(), notes.len());
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, self.line(line), notes));
            }
        }
        Ok(best.map(|(_, line, notes)| {
            let decided: Vec<(usize, Colour)> = notes
                .iter()
                .filter(|note| note.is)
                .map(|note| (if let Line::Row(_) = line { note.x } else { note.y }, note.colour))
                .collect();
            let sight = self.sight(state, line);
            let remarks = sight
                .map_or_else(Vec::new, |sight| remarks(line, &sight, &insights(&sight, &decided), false));
            ColourStep { why: ColourWhy::Line(line), notes, options, plausible, remarks }
        }))
    }

    /// A line as a person looks at it.
    fn sight(&self, state: &Domains, line: Line) -> Option<Sight> {
        let cells = (0..self.puzzle.length(line)).map(|index| {
            let (x, y) = line.cell(index);
            Coloured::<W>::domain(state, y * self.puzzle.width() + x)
        });
        Sight::new(self.puzzle.clue(line).to_vec(), cells.collect())
    }

    /// Of all lines that settle a cell the one that is easiest to see; among those the one with most painted cells.
    fn by_lesson(&mut self, state: &Domains, budget: &mut Budget) -> Result<Option<ColourStep>, Halt> {
        let (mut options, mut plausible) = (0, 0);
        let mut best: Option<(_, Line, Vec<Insight>)> = None;
        for line in self.puzzle.lines() {
            budget.spend(1)?;
            let sight = self.sight(state, line).ok_or(Halt::Broken(line))?;
            let painted = (0..sight.len()).filter(|&cell| sight.known(cell).is_some()).count();
            options += u32::from(painted < sight.len());
            let Some((rule, found)) = lesson(&sight) else { continue };
            plausible += 1;
            let key = (rule, Reverse(painted), line);
            if best.as_ref().is_none_or(|(least, ..)| key < *least) {
                best = Some((key, line, found));
            }
        }
        let Some((_, line, found)) = best else { return Ok(None) };
        let decided: Vec<(usize, Colour)> = found.iter().flat_map(|insight| insight.cells.clone()).collect();
        let Some(sight) = self.sight(state, line) else { return Err(Halt::Broken(line)) };
        let number = |index: usize| {
            let (x, y) = line.cell(index);
            y * self.puzzle.width() + x
        };
        // What other lines have ruled out is not on the board: what is needed of it is said first.
        let all = Coloured::<W>::domain(&self.canvas.start(), 0);
        let mut cells = sight.cells.clone();
        let mut given = Vec::new();
        for index in 0..cells.len() {
            let ruled_out = all.without(cells[index]);
            if sight.known(index).is_some() || ruled_out.is_empty() {
                continue;
            }
            let noted = std::mem::replace(&mut cells[index], all);
            let widened = Sight::new(sight.blocks.clone(), cells.clone());
            if !widened.is_some_and(|wide| decided.iter().all(|cell| wide.settled().contains(cell))) {
                cells[index] = noted;
                given.extend(ruled_out.iter().map(|colour| self.note(number(index), colour, false)));
            }
        }
        let Some(sight) = Sight::new(sight.blocks, cells) else { return Err(Halt::Broken(line)) };
        let mut remarks = remarks(line, &sight, &insights(&sight, &decided), false);
        if let (Some(first), false) = (remarks.first_mut(), given.is_empty()) {
            first.text = format!("In {line}, {}. {}", cannot_be(line, &given), first.text);
        }
        let mut decided = decided;
        decided.sort_unstable_by_key(|&(index, _)| index);
        let notes = decided.iter().map(|&(index, colour)| self.note(number(index), colour, true)).collect();
        Ok(Some(ColourStep { why: ColourWhy::Line(line), notes, options, plausible, remarks }))
    }

    fn is_open(&self, state: &Domains, line: usize) -> bool {
        let line = self.line(line);
        (0..self.puzzle.length(line)).any(|index| {
            let (x, y) = line.cell(index);
            Coloured::<W>::domain(state, y * self.puzzle.width() + x).len() > 1
        })
    }

    fn by_supposing(
        &mut self,
        state: &Domains,
        budget: &mut Budget,
    ) -> Result<Option<ColourStep>, Exhausted> {
        let mut all = Vec::new();
        for cell in self.open_cells(state) {
            for colour in Coloured::<W>::domain(state, cell).iter() {
                let outcome = self.suppose(state, cell, colour, budget)?;
                all.push(Supposed { cell, colour, outcome });
            }
        }
        match self.contradiction(&all).or_else(|| self.either_way(state, &all)) {
            Some(step) => Ok(Some(step)),
            None => self.nested(&all, budget),
        }
    }

    /// Follows a supposition until the lines have nothing to add or one of them breaks.
    fn suppose(
        &mut self,
        state: &Domains,
        cell: usize,
        colour: Colour,
        budget: &mut Budget,
    ) -> Result<Follows, Exhausted> {
        let mut next = state.clone();
        let supposed = self.canvas.literal(cell, colour, true);
        self.canvas.set(&mut next, supposed);
        let mut dirty: Vec<usize> = self.canvas.affected(supposed.variable()).collect();
        let mut literals = Vec::new();
        while let Some(line) = dirty.pop() {
            budget.spend(1)?;
            literals.clear();
            if !self.canvas.propagate(&next, line, &mut literals) {
                let settled = self.open_cells(state).count() - self.open_cells(&next).count();
                return Ok(Err((self.line(line), settled.saturating_sub(1))));
            }
            for &literal in &literals {
                self.canvas.set(&mut next, literal);
                for crossing in self.canvas.affected(literal.variable()) {
                    if crossing != line && !dirty.contains(&crossing) {
                        dirty.push(crossing);
                    }
                }
            }
        }
        Ok(Ok(next))
    }

    /// The supposition that breaks soonest.
    fn contradiction(&self, all: &[Supposed]) -> Option<ColourStep> {
        let broken = all
            .iter()
            .filter_map(|one| one.outcome.as_ref().err().map(|&(line, settled)| (one, line, settled)));
        let plausible = broken.clone().count() as u32;
        let (supposed, line, settled) = broken.min_by_key(|&(_, _, settled)| settled)?;
        let note = |is: bool| self.note(supposed.cell, supposed.colour, is);
        Some(ColourStep {
            why: ColourWhy::Contradiction(note(true), line, settled),
            notes: vec![note(false)],
            options: all.len() as u32,
            plausible,
            remarks: Vec::new(),
        })
    }

    /// The cell whose colours have most in common.
    fn either_way(&self, state: &Domains, all: &[Supposed]) -> Option<ColourStep> {
        let mut best: Option<(usize, Vec<Note>)> = None;
        let mut plausible = 0;
        for colours in all.chunk_by(|a, b| a.cell == b.cell) {
            let outcomes: Vec<&Domains> =
                colours.iter().filter_map(|one| one.outcome.as_ref().ok()).collect();
            let mut common = state.clone();
            for cell in self.open_cells(state) {
                for colour in Coloured::<W>::domain(state, cell).iter() {
                    if outcomes.iter().all(|outcome| !Coloured::<W>::domain(outcome, cell).has(colour)) {
                        self.canvas.set(&mut common, self.canvas.literal(cell, colour, false));
                    }
                }
            }
            let notes = self.notes(state, &common);
            plausible += u32::from(!notes.is_empty());
            if notes.len() > best.as_ref().map_or(0, |(_, most)| most.len()) {
                best = Some((colours[0].cell, notes));
            }
        }
        let (cell, notes) = best?;
        let why = ColourWhy::EitherWay(cell % self.puzzle.width(), cell / self.puzzle.width());
        Some(ColourStep { why, notes, options: all.len() as u32, plausible, remarks: Vec::new() })
    }

    /// The first supposition under which some cell can have no colour.
    fn nested(&mut self, all: &[Supposed], budget: &mut Budget) -> Result<Option<ColourStep>, Exhausted> {
        for supposed in all {
            let Ok(state) = &supposed.outcome else { continue };
            for cell in self.open_cells(state) {
                let mut dead = true;
                for colour in Coloured::<W>::domain(state, cell).iter() {
                    dead = self.suppose(state, cell, colour, budget)?.is_err();
                    if !dead {
                        break;
                    }
                }
                if dead {
                    let note = |is: bool| self.note(supposed.cell, supposed.colour, is);
                    return Ok(Some(ColourStep {
                        why: ColourWhy::Nested(note(true)),
                        notes: vec![note(false)],
                        options: all.len() as u32,
                        plausible: 1,
                        remarks: Vec::new(),
                    }));
                }
            }
        }
        Ok(None)
    }
}

/// A puzzle in colours graded: the solver's verdict, the walk by technique, and the grade that follows from both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourGraded {
    /// What the solver says.
    pub solved: Solved<Picture<Colour>>,
    /// The walk from an empty board.
    pub walk: ColourWalk,
    /// The grade.
    pub grade: Grade,
    /// Why the grade is unknown or steps are missing, if that is so.
    pub stopped: Option<Exhausted>,
}

/// Grades a puzzle in colours, as [`super::graded`] does one in black and white.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::human::{Grade, graded_colours};
/// use quandary_nonogram::{Colour, Nonogram, Picture};
/// let cells = "aabbba".chars().map(|symbol| Colour::from_symbol(symbol).unwrap()).collect();
/// let puzzle = Nonogram::of(&Picture::from_cells(3, cells));
/// assert_eq!(graded_colours(&puzzle, &mut Budget::unlimited()).grade, Grade::LineLogic);
/// ```
pub fn graded_colours(puzzle: &Nonogram<ColourRun>, budget: &mut Budget) -> ColourGraded {
    let solved = solve_colours(puzzle, Goal::Unique, budget);
    let walk = walk_colours(puzzle, &PartialPicture(vec![None; puzzle.cells()]), usize::MAX, budget);
    let (grade, stopped) = walk.end.grade(&solved.verdict, walk.hardest());
    ColourGraded { solved, walk, grade, stopped }
}

//! From a conflict to a clause.

use super::{Learner, Literal, Reason};
use crate::line::Word;

/// What a conflict taught.
pub(crate) struct Lesson {
    /// The level to go back to.
    pub(crate) level: usize,
    /// Number of decision levels in the clause.
    pub(crate) glue: u32,
}

/// Room for the analysis of a conflict.
pub(crate) struct Analysis {
    /// The clause, the asserting literal first.
    pub(crate) clause: Vec<Literal>,
    seen: Vec<Mark>,
    touched: Vec<usize>,
    /// Cells whose reasons the derivation uses.
    pub(crate) used: Vec<usize>,
    /// Literals of reasons already worked out in this conflict, and where each cell's are.
    why: Vec<Literal>,
    span: Vec<(u32, u32)>,
    spanned: Vec<usize>,
    stack: Vec<(usize, u32)>,
    levels: Vec<u32>,
    /// How many literals of the clause each decision level has.
    at_level: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// In the clause, or resolved away.
    Seen,
    /// Follows from the clause's other literals.
    Removable,
    /// Does not follow.
    Needed,
}

impl Analysis {
    pub(crate) fn new(cells: usize) -> Analysis {
        Analysis {
            clause: Vec::new(),
            seen: vec![Mark::None; cells],
            touched: Vec::new(),
            used: Vec::new(),
            why: Vec::new(),
            span: vec![(0, 0); cells],
            spanned: Vec::new(),
            stack: Vec::new(),
            levels: Vec::new(),
            at_level: vec![0; cells + 1],
        }
    }

    fn mark(&mut self, cell: usize, mark: Mark) {
        if self.seen[cell] == Mark::None {
            self.touched.push(cell);
        }
        self.seen[cell] = mark;
    }
}

impl<W: Word> Learner<W> {
    /// Finds the first unique implication point of a conflict and the smallest clause around it.
    pub(crate) fn analyse(&mut self, conflict: Reason) -> Lesson {
        self.analysis.clause.clear();
        self.analysis.used.clear();
        self.analysis.why.clear();
        self.analysis.clause.push(Literal(0));
        let (from, to) = self.reason_of_conflict(conflict);
        // A line may be impossible at an earlier level than the one at which it was looked at.
        let deepest = (from..to).map(|i| self.level[self.analysis.why[i].cell()]).max().unwrap_or(0);
        self.backtrack(deepest as usize);
        let (mut open, mut index) = (0, self.trail.len());
        let (mut from, mut to) = (from, to);
        let top = deepest;
        let assert = loop {
            for i in from..to {
                let literal = self.analysis.why[i];
                let cell = literal.cell();
                if self.analysis.seen[cell] == Mark::None && self.level[cell] > 0 {
                    self.analysis.mark(cell, Mark::Seen);
                    self.order.bump(cell);
                    if self.level[cell] >= top {
                        open += 1;
                    } else {
                        self.analysis.clause.push(literal);
                    }
                }
            }
            loop {
                index -= 1;
                if self.analysis.seen[self.trail[index].cell()] == Mark::Seen {
                    break;
                }
            }
            let literal = self.trail[index];
            open -= 1;
            if open == 0 {
                break !literal;
            }
            self.analysis.used.push(literal.cell());
            (from, to) = self.reason_of_cell(literal.cell());
        };
        self.analysis.clause[0] = assert;
        self.minimise();
        let lesson = self.place_second_watch();
        for cell in self.analysis.touched.drain(..) {
            self.analysis.seen[cell] = Mark::None;
        }
        for cell in self.analysis.spanned.drain(..) {
            self.analysis.span[cell] = (0, 0);
        }
        lesson
    }

    /// Drops literals that follow from the others.
    fn minimise(&mut self) {
        for literal in &self.analysis.clause {
            self.analysis.at_level[self.level[literal.cell()] as usize] += 1;
        }
        let mut kept = 1;
        for index in 1..self.analysis.clause.len() {
            let literal = self.analysis.clause[index];
            let alone = self.analysis.at_level[self.level[literal.cell()] as usize] == 1;
            if alone || self.reason[literal.cell()] == Reason::Decision || !self.follows(literal.cell()) {
                self.analysis.clause[kept] = literal;
                kept += 1;
            }
        }
        for literal in &self.analysis.clause {
            self.analysis.at_level[self.level[literal.cell()] as usize] = 0;
        }
        self.analysis.clause.truncate(kept);
        let (seen, used) = (&self.analysis.seen, &mut self.analysis.used);
        used.extend(self.analysis.touched.iter().filter(|&&cell| seen[cell] == Mark::Removable));
    }

    /// Whether a cell of the clause follows from the clause's other cells: all roots of its reasons are
    /// in the clause (Sörensson and Biere 2009), by a walk with its own stack.
    fn follows(&mut self, cell: usize) -> bool {
        self.analysis.stack.clear();
        let (from, to) = self.reason_of_cell(cell);
        self.analysis.stack.push((cell, from as u32));
        let mut end = vec![to];
        while let Some(&(current, next)) = self.analysis.stack.last() {
            let depth = self.analysis.stack.len() - 1;
            if next as usize == end[depth] {
                self.analysis.stack.pop();
                end.pop();
                self.analysis.mark(current, Mark::Removable);
                continue;
            }
            self.analysis.stack[depth].1 += 1;
            let below = self.analysis.why[next as usize].cell();
            match self.analysis.seen[below] {
                _ if self.level[below] == 0 => {}
                Mark::Seen | Mark::Removable => {}
                mark => {
                    let strange = self.analysis.at_level[self.level[below] as usize] == 0;
                    if strange || mark == Mark::Needed || self.reason[below] == Reason::Decision {
                        for &(open, _) in &self.analysis.stack[1..] {
                            if self.analysis.seen[open] == Mark::None {
                                self.analysis.touched.push(open);
                            }
                            self.analysis.seen[open] = Mark::Needed;
                        }
                        return false;
                    }
                    let (from, to) = self.reason_of_cell(below);
                    self.analysis.stack.push((below, from as u32));
                    end.push(to);
                }
            }
        }
        true
    }

    /// Puts the literal of the second highest level in second place; that level is where to go back to.
    fn place_second_watch(&mut self) -> Lesson {
        let clause = &mut self.analysis.clause;
        let mut level = 0;
        if clause.len() > 1 {
            let highest = (1..clause.len()).max_by_key(|&i| self.level[clause[i].cell()]).unwrap_or(1);
            clause.swap(1, highest);
            level = self.level[clause[1].cell()];
        }
        let levels = &mut self.analysis.levels;
        levels.clear();
        levels.extend(clause.iter().map(|literal| self.level[literal.cell()]));
        levels.sort_unstable();
        levels.dedup();
        Lesson { level: level as usize, glue: levels.len() as u32 }
    }

    /// The false literals of a conflict, as a range of `why`.
    fn reason_of_conflict(&mut self, conflict: Reason) -> (usize, usize) {
        let from = self.analysis.why.len();
        match conflict {
            Reason::Clause(id) => self.analysis.why.extend(self.clauses.literals(id)),
            Reason::Line(line) => self.explain_line(line as usize, None),
            Reason::Decision => {}
        }
        (from, self.analysis.why.len())
    }

    /// The false literals that force a cell, as a range of `why`.
    fn reason_of_cell(&mut self, cell: usize) -> (usize, usize) {
        let (from, to) = self.analysis.span[cell];
        if to > 0 {
            return (from as usize, to as usize);
        }
        let from = self.analysis.why.len();
        match self.reason[cell] {
            Reason::Clause(id) => {
                self.analysis.why.extend(self.clauses.literals(id).filter(|literal| literal.cell() != cell));
            }
            Reason::Line(line) => self.explain_line(line as usize, Some(cell)),
            Reason::Decision => {}
        }
        let to = self.analysis.why.len();
        self.analysis.span[cell] = (from as u32, to as u32);
        self.analysis.spanned.push(cell);
        (from, to)
    }

    /// The known cells of a line that force `forced`, or that make it impossible: as false literals.
    fn explain_line(&mut self, line: usize, forced: Option<usize>) {
        self.explains += 1;
        let (mut filled, mut empty) = (self.filled[line], self.empty[line]);
        let (mut free, mut target) = (W::ZERO, W::ZERO);
        let before = forced.map_or(u32::MAX, |cell| self.position[cell]);
        for index in (filled | empty).ones() {
            let cell = self.cell(line, index);
            let bit = W::bit(index);
            if Some(cell) == forced {
                target = bit;
            } else if self.position[cell] >= before {
                filled &= !bit;
                empty &= !bit;
            } else if self.level[cell] == 0 {
                free |= bit;
            }
        }
        // The opposite of the forced colour leaves no completion; that is what has to be explained.
        if !(filled & target).is_zero() {
            (filled, empty) = (filled & !target, empty | target);
        } else if !target.is_zero() {
            (filled, empty) = (filled | target, empty & !target);
        }
        let why = self.lines[line].explain(filled, empty, free | target, &mut self.scratch);
        for index in (why & !free & !target).ones() {
            let literal = Literal::new(self.cell(line, index), filled.has(index));
            self.analysis.why.push(!literal);
        }
    }
}

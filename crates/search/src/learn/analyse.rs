//! From a conflict to a clause.

use super::{ClauseId, Constraints, GOOD_GLUE, Learner, Literal, Reason, Times};

/// The result of analysing a conflict.
pub(super) struct Lesson {
    /// The level to go back to.
    pub(super) level: usize,
    /// Number of decision levels in the clause.
    pub(super) glue: u32,
}

/// Room for the analysis of a conflict.
pub(super) struct Analysis {
    /// The clause, the asserting literal first.
    pub(super) clause: Vec<Literal>,
    seen: Vec<Mark>,
    touched: Vec<usize>,
    /// Variables whose reasons the derivation uses.
    pub(super) used: Vec<usize>,
    /// For each variable that a constraint forced, the false literals that force it, once they were computed. They are
    /// valid as long as the variable stays known, which for variables of low levels is many conflicts.
    why: Vec<Vec<Literal>>,
    explained: Vec<bool>,
    stack: Vec<(usize, usize)>,
    levels: Vec<u32>,
    /// How many literals of the clause each decision level has.
    at_level: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// In the clause, or resolved away.
    Visited,
    /// Follows from the clause's other literals.
    Removable,
    /// Does not follow.
    Needed,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Analysis {
        Analysis {
            clause: Vec::new(),
            seen: vec![Mark::None; variables],
            touched: Vec::new(),
            used: Vec::new(),
            why: vec![Vec::new(); variables + 1],
            explained: vec![false; variables],
            stack: Vec::new(),
            levels: Vec::new(),
            at_level: vec![0; variables + 1],
        }
    }

    /// A variable is no longer known.
    pub(super) fn forget(&mut self, variable: usize) {
        self.explained[variable] = false;
    }

    fn mark(&mut self, variable: usize, mark: Mark) {
        if self.seen[variable] == Mark::None {
            self.touched.push(variable);
        }
        self.seen[variable] = mark;
    }
}

impl<C: Constraints> Learner<C> {
    /// Finds the first unique implication point of a conflict and the smallest clause around it.
    pub(super) fn analyse(&mut self, conflict: Reason) -> Lesson {
        self.analysis.clause.clear();
        self.analysis.used.clear();
        self.analysis.clause.push(Literal(0));
        let mut slot = self.reasons_of_conflict(conflict);
        // A constraint may have become impossible at an earlier level than the one at which this was noticed.
        let deepest = self.analysis.why[slot].iter().map(|literal| self.level[literal.variable()]).max();
        let top = deepest.unwrap_or(0);
        self.backtrack(top as usize);
        let (mut open, mut index) = (0, self.trail.len());
        let assert = loop {
            let why = std::mem::take(&mut self.analysis.why[slot]);
            for &literal in &why {
                let variable = literal.variable();
                if self.analysis.seen[variable] == Mark::None && self.level[variable] > 0 {
                    self.analysis.mark(variable, Mark::Visited);
                    self.order.bump(variable);
                    if self.level[variable] >= top {
                        open += 1;
                    } else {
                        self.analysis.clause.push(literal);
                    }
                }
            }
            self.analysis.why[slot] = why;
            loop {
                index -= 1;
                if self.analysis.seen[self.trail[index].variable()] == Mark::Visited {
                    break;
                }
            }
            let literal = self.trail[index];
            open -= 1;
            if open == 0 {
                break !literal;
            }
            self.analysis.used.push(literal.variable());
            slot = self.reasons_of_variable(literal.variable());
        };
        self.analysis.clause[0] = assert;
        self.minimise();
        let lesson = self.place_second_watch();
        for variable in self.analysis.touched.drain(..) {
            self.analysis.seen[variable] = Mark::None;
        }
        lesson
    }

    /// Drops literals that follow from the others.
    fn minimise(&mut self) {
        for literal in &self.analysis.clause {
            self.analysis.at_level[self.level[literal.variable()] as usize] += 1;
        }
        let mut kept = 1;
        for index in 1..self.analysis.clause.len() {
            let literal = self.analysis.clause[index];
            let alone = self.analysis.at_level[self.level[literal.variable()] as usize] == 1;
            if alone
                || self.reason[literal.variable()] == Reason::Decision
                || !self.follows(literal.variable())
            {
                self.analysis.clause[kept] = literal;
                kept += 1;
            }
        }
        for literal in &self.analysis.clause {
            self.analysis.at_level[self.level[literal.variable()] as usize] = 0;
        }
        self.analysis.clause.truncate(kept);
        let (seen, used) = (&self.analysis.seen, &mut self.analysis.used);
        used.extend(self.analysis.touched.iter().filter(|&&variable| seen[variable] == Mark::Removable));
    }

    /// Whether a variable of the clause follows from the clause's other variables: all roots of its reasons are
    /// in the clause (Sörensson and Biere 2009), by a walk with its own stack.
    fn follows(&mut self, variable: usize) -> bool {
        self.analysis.stack.clear();
        self.reasons_of_variable(variable);
        self.analysis.stack.push((variable, 0));
        while let Some((current, next)) = self.analysis.stack.last_mut() {
            let current = *current;
            let Some(literal) = self.analysis.why[current].get(*next) else {
                self.analysis.stack.pop();
                self.analysis.mark(current, Mark::Removable);
                continue;
            };
            *next += 1;
            let below = literal.variable();
            let mark = self.analysis.seen[below];
            if self.level[below] == 0 || matches!(mark, Mark::Visited | Mark::Removable) {
                continue;
            }
            let elsewhere = self.analysis.at_level[self.level[below] as usize] == 0;
            if elsewhere || mark == Mark::Needed || self.reason[below] == Reason::Decision {
                for index in 1..self.analysis.stack.len() {
                    self.analysis.mark(self.analysis.stack[index].0, Mark::Needed);
                }
                return false;
            }
            self.reasons_of_variable(below);
            self.analysis.stack.push((below, 0));
        }
        true
    }

    /// Puts the literal of the second highest level in second place; that level is where to go back to.
    fn place_second_watch(&mut self) -> Lesson {
        let clause = &mut self.analysis.clause;
        let mut level = 0;
        if clause.len() > 1 {
            let highest = (1..clause.len()).max_by_key(|&i| self.level[clause[i].variable()]).unwrap_or(1);
            clause.swap(1, highest);
            level = self.level[clause[1].variable()];
        }
        let glue =
            glue(&mut self.analysis.levels, clause.iter().map(|literal| self.level[literal.variable()]));
        Lesson { level: level as usize, glue }
    }

    /// A clause takes part in a conflict. While the search proves that no solution is left, its glue is computed again.
    fn note_use(&mut self, id: ClauseId) {
        self.clauses.put_in_use(id);
        if self.is_proving() && self.clauses.glue(id) > GOOD_GLUE {
            let levels = self.clauses.literals(id).map(|literal| self.level[literal.variable()]);
            let glue = glue(&mut self.analysis.levels, levels);
            if glue < self.clauses.glue(id) {
                self.clauses.set_glue(id, glue);
            }
        }
    }

    /// Works out the false literals of a conflict; returns the slot of `why` that holds them.
    fn reasons_of_conflict(&mut self, conflict: Reason) -> usize {
        let slot = self.analysis.explained.len();
        self.work_out(slot, conflict, None);
        slot
    }

    /// Works out the false literals that force a variable, unless they are known; they are in slot `variable` of `why`.
    fn reasons_of_variable(&mut self, variable: usize) -> usize {
        if !self.analysis.explained[variable] {
            self.analysis.explained[variable] = true;
            let forced = Literal::new(variable, self.value[2 * variable] > 0);
            self.work_out(variable, self.reason[variable], Some(forced));
        }
        variable
    }

    fn work_out(&mut self, slot: usize, reason: Reason, forced: Option<Literal>) {
        let mut why = std::mem::take(&mut self.analysis.why[slot]);
        why.clear();
        match reason {
            Reason::Clause(id) => {
                self.note_use(id);
                why.extend(self.clauses.literals(id).filter(|&literal| Some(literal) != forced));
            }
            Reason::Constraint(constraint) => {
                let times = Times { position: &self.position, level: &self.level };
                self.problem.explain(&self.state, constraint as usize, forced, times, &mut why);
            }
            Reason::Sibling => {
                if let Some(literal) = forced {
                    self.problem.why_sibling(&self.state, literal, &mut why);
                }
            }
            Reason::Decision => {}
        }
        self.analysis.why[slot] = why;
    }
}

/// The number of different decision levels of a clause's literals.
fn glue(room: &mut Vec<u32>, levels: impl Iterator<Item = u32>) -> u32 {
    room.clear();
    room.extend(levels);
    room.sort_unstable();
    room.dedup();
    room.len() as u32
}

//! Clause learning on problems it was not made for: sudoku and one-in-three, against brute force. Its proofs are
//! verified by other code.

use quandary_core::{Budget, Seed};
use quandary_search::learn::{Constraints, Learner, Literal, Times};

/// Sets of variables; exactly one variable of each set is true.
#[derive(Clone)]
struct ExactlyOne {
    variables: usize,
    units: Vec<Vec<usize>>,
}

type State = Vec<Option<bool>>;

impl Constraints for ExactlyOne {
    type State = State;
    type Solution = Vec<bool>;

    fn variables(&self) -> usize {
        self.variables
    }

    fn constraints(&self) -> usize {
        self.units.len()
    }

    fn start(&self) -> State {
        vec![None; self.variables]
    }

    fn affected(&self, variable: usize) -> impl Iterator<Item = usize> {
        (0..self.units.len()).filter(move |&unit| self.units[unit].contains(&variable))
    }

    fn set(&self, state: &mut State, literal: Literal) {
        state[literal.variable()] = Some(literal.holds());
    }

    fn unset(&self, state: &mut State, literal: Literal) {
        state[literal.variable()] = None;
    }

    fn value(&self, state: &State, literal: Literal) -> Option<bool> {
        state[literal.variable()].map(|holds| holds == literal.holds())
    }

    fn propagate(&mut self, state: &State, unit: usize, implied: &mut Vec<Literal>) -> bool {
        let all = &self.units[unit];
        let holding = all.iter().filter(|&&variable| state[variable] == Some(true)).count();
        let open: Vec<usize> = all.iter().copied().filter(|&variable| state[variable].is_none()).collect();
        match (holding, open.as_slice()) {
            (0, &[only]) => implied.push(Literal::new(only, true)),
            (1, open) => implied.extend(open.iter().map(|&variable| Literal::new(variable, false))),
            _ => {}
        }
        holding == 1 || holding == 0 && !open.is_empty()
    }

    fn explain(
        &mut self,
        state: &State,
        unit: usize,
        forced: Option<Literal>,
        times: Times<'_>,
        why: &mut Vec<Literal>,
    ) {
        let before = forced.map_or(u32::MAX, |literal| times.position[literal.variable()]);
        let known = |variable: &usize| state[*variable].is_some() && times.position[*variable] < before;
        let known = self.units[unit].iter().copied().filter(known);
        why.extend(known.map(|variable| Literal::new(variable, state[variable] != Some(true))));
    }

    fn solution(&self, state: &State) -> Vec<bool> {
        state.iter().map(|holds| *holds == Some(true)).collect()
    }

    fn literals(&self, solution: &Vec<bool>) -> Vec<Literal> {
        solution.iter().enumerate().map(|(variable, &holds)| Literal::new(variable, holds)).collect()
    }

    fn write_literal(&self, literal: Literal, text: &mut String) {
        *text += &format!("{}{}", if literal.holds() { "" } else { "-" }, literal.variable() + 1);
    }

    fn write_constraint(&self, unit: usize, text: &mut String) {
        *text += &format!("u{unit}");
    }
}

/// Follows a proof by unit propagation alone: from the opposite of every step, its hints lead to a contradiction.
fn follows(problem: &ExactlyOne, excluded: Option<&Vec<bool>>, steps: &[String]) -> bool {
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for unit in &problem.units {
        clauses.push(unit.iter().map(|&variable| variable as i32 + 1).collect());
        for (at, &one) in unit.iter().enumerate() {
            clauses.extend(unit[at + 1..].iter().map(|&two| vec![-(one as i32 + 1), -(two as i32 + 1)]));
        }
    }
    let signed = |literal: Literal| (literal.variable() as i32 + 1) * if literal.holds() { 1 } else { -1 };
    clauses
        .extend(excluded.map(|known| problem.literals(known).into_iter().map(|one| -signed(one)).collect()));
    let contradicts = |clauses: &[Vec<i32>], assumed: Vec<i32>| {
        let mut known = assumed;
        loop {
            let mut changed = false;
            for clause in clauses {
                if clause.iter().any(|literal| known.contains(literal)) {
                    continue;
                }
                let open: Vec<i32> =
                    clause.iter().copied().filter(|literal| !known.contains(&-literal)).collect();
                match open.as_slice() {
                    [] => return true,
                    &[only] => {
                        known.push(only);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return false;
            }
        }
    };
    for step in steps {
        let (_, rest) = step.split_once(": ").or(step.split_once(':')).unwrap();
        let clause: Vec<i32> =
            rest.split('|').next().unwrap().split_whitespace().map(|word| word.parse().unwrap()).collect();
        if !contradicts(&clauses, clause.iter().map(|literal| -literal).collect()) {
            return false;
        }
        clauses.push(clause);
    }
    contradicts(&clauses, Vec::new())
}

/// The learner's verdict on a problem, with every proof verified: 0, 1 or 2 for "more" solutions, and the steps of the
/// proof.
fn verdict(problem: &ExactlyOne, expected: &[Vec<bool>]) -> (usize, usize) {
    let mut learner = Learner::new(problem.clone());
    learner.keep_proof();
    let first = learner.search(&mut Budget::unlimited()).unwrap();
    if let Some(first) = &first {
        assert!(expected.contains(first), "{first:?} is not a solution");
        learner.exclude(first);
        if let Some(second) = learner.search(&mut Budget::unlimited()).unwrap() {
            assert!(second != *first && expected.contains(&second), "{second:?} is not another solution");
            return (2, 0);
        }
    }
    assert_eq!(expected.len(), usize::from(first.is_some()));
    let proof = learner.proof().expect("the search has ended");
    assert!(follows(problem, first.as_ref(), &proof), "{proof:?}");
    (expected.len(), proof.len())
}

/// All solutions, by trying everything that the sets already filled allow.
fn by_brute_force(problem: &ExactlyOne) -> Vec<Vec<bool>> {
    fn fill(problem: &ExactlyOne, known: &mut Vec<bool>, found: &mut Vec<Vec<bool>>) {
        let fits = |unit: &Vec<usize>| {
            let holding = unit.iter().filter(|&&at| at < known.len() && known[at]).count();
            holding == 1 || holding == 0 && unit.iter().any(|&at| at >= known.len())
        };
        if !problem.units.iter().all(fits) {
            return;
        }
        if known.len() == problem.variables {
            found.push(known.clone());
            return;
        }
        for holds in [false, true] {
            known.push(holds);
            fill(problem, known, found);
            known.pop();
        }
    }
    let mut found = Vec::new();
    fill(problem, &mut Vec::new(), &mut found);
    found
}

#[test]
fn verdicts_on_one_in_three_are_those_of_brute_force_and_their_proofs_can_be_followed() {
    let mut counts = [0; 3];
    let mut steps = 0;
    for number in 0..400 {
        let mut stream = Seed(7).stream(number);
        let variables = 14 + stream.index(6);
        // Every second problem is made for a given solution, in which every third variable is true.
        let planted = number % 2 == 0;
        let count = if planted { variables * 5 / 4 } else { variables * 2 / 3 };
        let units = (0..count).map(|_| {
            let mut unit: Vec<usize> = (0..3)
                .map(|place| {
                    loop {
                        let variable = stream.index(variables);
                        if !planted || variable.is_multiple_of(3) == (place == 0) {
                            break variable;
                        }
                    }
                })
                .collect();
            unit.sort_unstable();
            unit.dedup();
            unit
        });
        let problem = ExactlyOne { variables, units: units.collect() };
        let (verdict, proof) = verdict(&problem, &by_brute_force(&problem));
        counts[verdict] += 1;
        steps += proof;
    }
    assert!(counts.iter().all(|&count| count > 10) && steps > 100, "{counts:?}, {steps} steps");
}

/// Four by four cells in boxes of two by two. Variable `4 * cell + digit` says that a cell has a digit (from 0).
fn sudoku(givens: &str) -> ExactlyOne {
    let variable = |row: usize, column: usize, digit: usize| 4 * (4 * row + column) + digit;
    let mut units = Vec::new();
    for a in 0..4 {
        for b in 0..4 {
            units.push((0..4).map(|digit| variable(a, b, digit)).collect());
            units.push((0..4).map(|column| variable(a, column, b)).collect());
            units.push((0..4).map(|row| variable(row, a, b)).collect());
            let boxed = |at: usize| variable(a / 2 * 2 + at / 2, a % 2 * 2 + at % 2, b);
            units.push((0..4).map(boxed).collect());
        }
    }
    let givens = givens.bytes().enumerate().filter(|(_, byte)| *byte != b'.');
    units.extend(givens.map(|(cell, digit)| vec![4 * cell + usize::from(digit - b'1')]));
    ExactlyOne { variables: 64, units }
}

#[test]
fn a_sudoku_is_solved_and_shown_to_have_no_other_solution() {
    let problem = sudoku("1...|..3.|.4..|...2".replace('|', "").as_str());
    let all = by_brute_force(&problem);
    let (verdict, _) = verdict(&problem, &all);
    assert_eq!(verdict, all.len().min(2));
    assert_eq!(by_brute_force(&sudoku("................")).len(), 288, "the published number of grids");
}

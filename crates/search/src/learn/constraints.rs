//! The problem, as the search sees it.

use super::Literal;

/// When each variable became known: its place in the order, and the number of decisions before it.
#[derive(Clone, Copy, Debug)]
pub struct Times<'t> {
    /// For each known variable, its place in the order.
    pub position: &'t [u32],
    /// For each known variable, how many decisions were made before it.
    pub level: &'t [u32],
}

/// A problem as variables and numbered constraints.
///
/// A constraint is a part of the problem that can say what follows from a partial assignment, and why: a line of a
/// nonogram, a unit of a sudoku. What it implies must follow from the constraint alone.
pub trait Constraints {
    /// What is known of the variables, in the form that suits the constraints.
    type State: Clone;
    /// The meaning of a full assignment.
    type Solution: Clone;
    /// Whether variables have siblings: a group of variables of which exactly one is true.
    const SIBLINGS: bool = false;

    /// Number of variables.
    fn variables(&self) -> usize;
    /// Number of constraints.
    fn constraints(&self) -> usize;
    /// The state in which nothing is known.
    fn start(&self) -> Self::State;
    /// The constraints that a variable takes part in.
    fn affected(&self, variable: usize) -> impl Iterator<Item = usize>;
    /// Whether a decision first tries a variable as true.
    fn first_try(&self, variable: usize) -> bool {
        let _ = variable;
        false
    }

    /// Makes a literal true.
    fn set(&self, state: &mut Self::State, literal: Literal);
    /// Takes it back. Literals are taken back in reverse order.
    fn unset(&self, state: &mut Self::State, literal: Literal);
    /// Whether a literal is known to be true, or false.
    fn value(&self, state: &Self::State, literal: Literal) -> Option<bool>;

    /// Adds the literals of its siblings that follow from a literal that has just been set.
    fn siblings(&self, state: &Self::State, literal: Literal, out: &mut Vec<Literal>) {
        let _ = (state, literal, out);
    }
    /// The false literals that force one that [`Constraints::siblings`] reported.
    fn why_sibling(&self, state: &Self::State, literal: Literal, why: &mut Vec<Literal>) {
        let _ = (state, literal, why);
    }

    /// Adds to `implied` the new literals that a constraint implies; false if the constraint cannot be met.
    fn propagate(&mut self, state: &Self::State, constraint: usize, implied: &mut Vec<Literal>) -> bool;
    /// The false literals that force one that [`Constraints::propagate`] implied, or, without one, those that make the
    /// constraint impossible. The fewer there are, the stronger is the learned clause. Literals known without a
    /// decision may be left out; those that became known after `forced` must be.
    fn explain(
        &mut self,
        state: &Self::State,
        constraint: usize,
        forced: Option<Literal>,
        times: Times<'_>,
        why: &mut Vec<Literal>,
    );

    /// The solution, once every variable is known.
    fn solution(&self, state: &Self::State) -> Self::Solution;
    /// Literals that hold in a solution and together in no other.
    fn literals(&self, solution: &Self::Solution) -> Vec<Literal>;
    /// Writes a literal in the notation of proofs.
    fn write_literal(&self, literal: Literal, text: &mut String);
    /// Writes the name of a constraint in the notation of proofs.
    fn write_constraint(&self, constraint: usize, text: &mut String);
}

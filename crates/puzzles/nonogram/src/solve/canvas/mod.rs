//! What a search works on: variables that say something about cells, and lines that know what follows.
//!
//! The search of [`super::learn`] and its proofs know nothing of blocks and colours. They know [`Literal`]s, and that
//! each crosses a row and a column; a [`Canvas`] says what they mean. In black and white ([`Monochrome`]) a cell is one
//! variable: it is black, or it is not. In colours ([`Coloured`]) it is one for every colour, of which exactly one
//! holds.

mod coloured;
mod literal;
mod monochrome;

use crate::{Ink, Picture};

pub(crate) use coloured::bits_for;
pub use coloured::{Coloured, Domains};
pub use literal::Literal;
pub use monochrome::{KnownCells, Monochrome};

/// When each variable became known: its place in the order of events, and the decisions made before.
#[derive(Clone, Copy, Debug)]
pub struct Times<'t> {
    /// For each known variable, its place in the order.
    pub position: &'t [u32],
    /// For each known variable, how many decisions stood before it.
    pub level: &'t [u32],
}

/// A puzzle as variables and lines. Lines are numbered: the rows from the top, then the columns from the left.
pub trait Canvas {
    /// What is known of the cells, in a form that the lines like.
    type State: Clone;
    /// What cells are painted with.
    type Ink: Ink;
    /// Whether a variable may settle others of the same cell.
    const SIBLINGS: bool;

    /// How many variables there are.
    fn variables(&self) -> usize;
    /// Number of rows, which is also the line of the first column.
    fn height(&self) -> usize;
    /// Number of lines.
    fn lines(&self) -> usize;
    /// Nothing is known.
    fn blank(&self) -> Self::State;
    /// The row and the column that a variable is about.
    fn crossing(&self, variable: usize) -> [usize; 2];
    /// Whether a decision about a variable first tries that it holds.
    fn first_try(&self, variable: usize) -> bool;

    /// Makes a literal known to be true.
    fn set(&self, state: &mut Self::State, literal: Literal);
    /// Takes that back. Literals are taken back in the reverse order.
    fn unset(&self, state: &mut Self::State, literal: Literal);
    /// Whether a literal is known to be true, or false.
    fn value(&self, state: &Self::State, literal: Literal) -> Option<bool>;

    /// What a literal that has just been set settles about the other variables of its cell, and was not known.
    fn siblings(&self, state: &Self::State, literal: Literal, out: &mut Vec<Literal>);
    /// The false literals that force one that [`Canvas::siblings`] told.
    fn why_sibling(&self, state: &Self::State, literal: Literal, why: &mut Vec<Literal>);

    /// What a line tells that was not known; false when it cannot be completed.
    fn solve(&mut self, state: &Self::State, line: usize, told: &mut Vec<Literal>) -> bool;
    /// Makes everything known that a line tells, and names each line that it tells something about a cell of; false when
    /// the line cannot be completed.
    fn narrow(&mut self, state: &mut Self::State, line: usize, crossing: impl FnMut(usize)) -> bool;
    /// The false literals that force one that [`Canvas::solve`] told, or without one those that make the line
    /// impossible. None of them can be spared; those known without a decision are left out.
    fn explain(
        &mut self,
        state: &Self::State,
        line: usize,
        forced: Option<Literal>,
        times: Times<'_>,
        why: &mut Vec<Literal>,
    );

    /// Whether every variable is known.
    fn is_settled(&self, state: &Self::State) -> bool;
    /// The picture, once every variable is known.
    fn picture(&self, state: &Self::State) -> Picture<Self::Ink>;
    /// Literals that hold in a picture and in no other.
    fn literals(&self, picture: &Picture<Self::Ink>) -> Vec<Literal>;
    /// Writes a literal as proofs have it.
    fn write(&self, literal: Literal, text: &mut String);
}

//! One line and its clue: the exact solver everything else stands on.

mod automaton;
#[cfg(test)]
mod tests;
mod word;

pub use automaton::{Automaton, Scratch};
pub use word::{Ones, Wide, Word};

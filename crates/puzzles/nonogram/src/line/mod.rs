//! One line and its clue: the exact solver everything else stands on.

mod automaton;
mod colour;
mod states;
#[cfg(test)]
mod tests;
mod word;

pub use automaton::Automaton;
pub use colour::ColourAutomaton;
pub use states::Scratch;
pub use word::{Ones, Wide, Word};

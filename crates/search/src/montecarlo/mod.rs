//! Searches led by random games: the MCTS solver with UCT, and pure Monte-Carlo.

pub mod pure;
pub mod uct;

pub use pure::MonteCarlo;
pub use uct::Uct;

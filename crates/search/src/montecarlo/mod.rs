//! Searches guided by random games: the MCTS solver with UCT, the same with proof numbers, and pure Monte-Carlo.

pub mod pnmcts;
pub mod pure;
pub mod uct;

pub use pnmcts::ProofNumberGuide;
pub use pure::MonteCarlo;
pub use uct::{Uct, Unguided};

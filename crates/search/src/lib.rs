#![doc = include_str!("../README.md")]
//!
//! | search | for | answers |
//! |---|---|---|
//! | [`astar`] | [`Rules`](quandary_core::rules::Rules) | a shortest solution, with the open list at every step |
//! | [`engine`] | [`Rules`](quandary_core::rules::Rules) | a move under a budget, better the longer it thinks: the players |
//! | [`minimax`] | [`Heuristic`](minimax::Heuristic) | the estimated value of a position, a given number of moves ahead |
//! | [`alphabeta`] | [`Rules`](quandary_core::rules::Rules) | the exact value of a position |
//! | [`proof`] | [`Tree`](tree::Tree) | a proof or disproof of a win: PNS, PN², df-pn, MCPNS, PPNS, product propagation |
//! | [`montecarlo`] | [`Tree`](tree::Tree) | the same by UCT and by pure Monte-Carlo |
//! | [`truth`] | [`Tree`](tree::Tree) | the exact value of a small tree, by looking at all of it |
//! | [`expectimax`] | [`Chance`](quandary_core::rules::Chance) | the value of every move against dice |
//! | [`scn`] | [`Chance`](quandary_core::rules::Chance), [`Rules`](quandary_core::rules::Rules) | how many leaves must change before a position is worth T |
//! | [`learn`] | [`learn::Constraints`] | a solution, and a proof that there is none, or no other |
//! | [`idastar`] | [`idastar::Deepening`] | a shortest solution in the memory of one path, and how many nodes each pass made |
//!
//! [`inhibitor`] turns a puzzle for one player into a tree of two sides.
//!
//! Every search takes a [`Budget`](quandary_core::Budget), polls it, and says so when it ran out.

pub mod alphabeta;
pub mod astar;
pub mod engine;
pub mod expectimax;
pub mod idastar;
pub mod inhibitor;
pub mod learn;
pub mod minimax;
pub mod montecarlo;
pub mod proof;
#[cfg(test)]
mod random_tree;
pub mod scn;
pub mod strategy;
pub mod tree;
pub mod truth;

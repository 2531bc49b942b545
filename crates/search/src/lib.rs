//! Searches, generic over the rules in [`quandary_core::rules`]. None of them knows a puzzle by name.
//!
//! | search | for | answers |
//! |---|---|---|
//! | [`astar`] | [`Puzzle`](quandary_core::rules::Puzzle) | a shortest solution, and what the open list looked like |
//! | [`idastar`] | [`idastar::Deepening`] | a shortest solution in the memory of one path, and how many nodes each pass made |
//!
//! Every search takes a [`Budget`](quandary_core::Budget), polls it, and says so when it ran out.

pub mod astar;
pub mod idastar;

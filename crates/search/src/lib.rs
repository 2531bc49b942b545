//! Searches that know no puzzle.
//!
//! | module | what it finds |
//! |---|---|
//! | [`alphabeta`] | the exact value of a two-player game |
//! | [`proof`] | a proof or disproof of a win: PNS, PN², df-pn, MCPNS, PPNS, product propagation |
//! | [`montecarlo`] | the same by UCT and by pure Monte-Carlo |
//! | [`truth`] | the exact value of a small tree, by looking at all of it |

pub mod alphabeta;
pub mod montecarlo;
pub mod proof;
pub mod tree;
pub mod truth;

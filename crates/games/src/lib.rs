#![doc = include_str!("../README.md")]
// Without the verbs some helpers have no caller.
#![cfg_attr(not(feature = "verbs"), allow(dead_code, unused_imports))]

pub mod checkers;
pub mod connect_four;
#[cfg(feature = "verbs")]
pub mod contest;
pub mod gomoku;
#[cfg(feature = "verbs")]
pub mod levels;
pub mod othello;
pub mod pgame;
pub mod player;
pub mod progress;
pub mod proof_tree;
#[cfg(feature = "verbs")]
pub mod protocol;
#[cfg(feature = "verbs")]
pub mod reason;
#[cfg(feature = "verbs")]
pub mod seat;
pub mod value;
#[cfg(feature = "verbs")]
mod verbs;
pub mod watch;
pub mod xiangqi;

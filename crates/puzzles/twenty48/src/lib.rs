#![doc = include_str!("../README.md")]
//!
//! | room | what is in it |
//! |---|---|
//! | [`line`], [`rules`] | the rules: one line, then boards of any size, exact for every tile |
//! | [`quad`] | the 4x4 board in one word, moved by tables (512 KiB): about 100 times as fast |
//! | [`notation`] | boards and records of games as text |
//! | [`solve`] | small boards valued completely: 2x2 in a millisecond, 3x3 (48,713,519 classes of positions) in 45 CPU seconds and 405 MB |
//! | [`strategy`] | players: random, the access article's expectimax, one with a judgement made by hand, and the strong one over a network of patterns |
//! | [`simulate`], [`generate`] | games to their end; positions to begin from |
//! | [`facts`], [`explain`], [`hint`] | the value of every move and why the best is best; a first hint within a second |
//! | [`measure`] | single conspiracy numbers and motion in mind through a game |
//! | [`play`] | the game as people play it |
//! | [`verbs`] | the verbs |
//!
//! # What the players cost
//! The judgement made by hand needs no training: 57,852 points on average at 70,803 moves a CPU second with 1,000
//! positions a move (100 games), 94,704 at 11,032 with 10,000 (40 games). A hint looks at millions, in some tenths of a
//! second.
//!
//! The other players look ahead over the strongest network in the cache. Where there is none, a small one is trained first
//! (less than 20 CPU seconds, the same on every machine). `quandary train 2048 --minutes N` goes on learning for as long as
//! one likes, in 768 MiB, or 1.5 GiB with all eight patterns; an interruption keeps what is done. Playing takes a third of
//! that.

// Without the verbs some helpers have no caller.
#![cfg_attr(not(feature = "verbs"), allow(dead_code, unused_imports))]

#[cfg(feature = "verbs")]
pub mod explain;
pub mod facts;
pub mod generate;
#[cfg(feature = "verbs")]
pub mod hint;
pub mod line;
pub mod measure;
pub mod notation;
#[cfg(feature = "verbs")]
pub mod play;
pub mod quad;
pub mod rules;
mod setting;
pub mod simulate;
pub mod solve;
pub mod strategy;
#[cfg(feature = "verbs")]
pub mod verbs;
#[cfg(feature = "verbs")]
mod words;

#[cfg(feature = "verbs")]
pub use play::Twenty48;
#[cfg(feature = "verbs")]
pub use verbs::ENTRY;

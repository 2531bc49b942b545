#![doc = include_str!("../README.md")]
//!
//! What is the chance of a mine? Exactly, with the mine count:
//!
//! ```
//! use quandary_minesweeper::{Position, inference};
//! let position: Position = "3x3/2 1?? 2?? 1??".parse().unwrap();
//! let found = inference::probabilities(&position.observation).unwrap();
//! // The mines of the second column are two, in rows 1 and 3 or around row 2: the third column is free.
//! assert_eq!(found.mine[2], Some(0.0));
//! ```
//!
//! # The rooms
//!
//! | module | what it knows |
//! |---|---|
//! | [`board`], [`rules`] | cells and neighbours; first-click rules, opening, flags, chording |
//! | [`notation`], [`mbf`], [`game`] | text for positions, boards and games; `.mbf` files; records |
//! | [`replay`] | `.rmv`, `.avf` and `.evf` files of the clients people play on |
//! | [`opening`] | the first move by arithmetic |
//! | [`knowledge`] | what single numbers prove |
//! | [`inference`] | exact probabilities, "what if", enumeration and sampling of minefields |
//! | [`strategy`] | the players, by name |
//! | [`endgame`], [`optimum`] | exact play when few minefields are left; perfect play on small boards |
//! | [`simulate`], [`generate`], [`border`], [`measure`] | many games; boards without guessing; 3BV |
//! | [`grade`] | the hardest deduction that a board takes |
//! | [`argument`] | why a cell is certain, as a person would say it |
//! | [`explain`], [`why`], [`contradiction`], [`autopsy`] | reasons in words; what contradicts what; luck and skill |
//!
//! # Formats
//!
//! Positions: a line `RxC/M`, then R rows of C characters: `0`–`8` open, `?` hidden, `F` flag. Full boards:
//! `*` mine, `.` safe; their first line may name the first-click rule and the first cell (`16x30/99 open 4,4`).
//! See [`notation`], [`game`] and [`mbf`]. Replays: [`replay`].

// Without the verbs some helpers have no caller.
#![cfg_attr(not(feature = "verbs"), allow(dead_code, unused_imports))]

pub mod argument;
pub mod autopsy;
pub mod board;
pub mod border;
pub mod contradiction;
pub mod endgame;
pub mod explain;
pub mod game;
pub mod generate;
pub mod grade;
pub mod inference;
pub mod knowledge;
pub mod mbf;
pub mod measure;
pub mod notation;
pub mod opening;
pub mod optimum;
#[cfg(feature = "verbs")]
pub mod play;
#[cfg(feature = "verbs")]
mod print;
pub mod reason;
pub mod replay;
pub mod rules;
pub mod simulate;
pub mod strategy;
#[cfg(feature = "verbs")]
pub mod verbs;
mod words;

pub use board::{Board, Cell, Coord, FirstClick, Grid};
pub use notation::{AnyPosition, FullBoard, Position};
pub use rules::{Action, CellView, Minefield, Minesweeper, Observation, World};

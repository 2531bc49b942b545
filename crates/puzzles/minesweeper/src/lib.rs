//! Minesweeper: rules, exact probabilities, the documents' strategies, and a player that is as strong as we
//! can make it.
//!
//! # Deal one, play one, ask one
//!
//! ```
//! use quandary_core::{Outcome, Seed};
//! use quandary_minesweeper::strategy::{Player, Strategy};
//! use quandary_minesweeper::{FirstClick, Minesweeper};
//!
//! let game = Minesweeper::new("9x9/10".parse().unwrap(), FirstClick::Open);
//! let strategy: Strategy = "best".parse().unwrap();
//! let mut player = strategy.player(&game, None);
//! let mut ties = Seed(1).stream(0);
//!
//! let mut world = game.deal(Seed(2026).stream(4));
//! let outcome = loop {
//!     // The player sees the observation; where the mines are is the world's secret.
//!     let decision = player.decide(world.observation(), &mut ties);
//!     if let Some(outcome) = game.play(&mut world, decision.chosen) {
//!         break outcome;
//!     }
//! };
//! assert!(matches!(outcome, Outcome::Won | Outcome::Lost));
//! ```
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
pub mod play;
pub mod reason;
pub mod replay;
pub mod rules;
pub mod simulate;
pub mod strategy;
pub mod verbs;
mod words;

pub use board::{Board, Cell, Coord, FirstClick, Grid};
pub use notation::{AnyPosition, FullBoard, Position};
pub use rules::{Action, CellView, Minefield, Minesweeper, Observation, World};

//! Minesweeper (draft front page).
pub mod autopsy;
pub mod board;
pub mod border;
pub mod contradiction;
pub mod endgame;
pub mod explain;
pub mod face;
pub mod game;
pub mod generate;
pub mod inference;
pub mod knowledge;
pub mod mbf;
pub mod measure;
pub mod notation;
pub mod optimum;
pub mod rules;
pub mod simulate;
pub mod strategy;

pub use board::{Board, Cell, FirstClick, Grid};
pub use notation::Position;
pub use rules::{Action, Minefield, Minesweeper, Observation, Seen, World};

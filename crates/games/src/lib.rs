//! Games.
pub mod connect_four;
pub mod othello;
pub mod pgame;

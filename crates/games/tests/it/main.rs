//! The games against brute force, and as people and programs meet them.

mod checkers;
mod faces;
mod gomoku;
mod truth;
mod xiangqi;

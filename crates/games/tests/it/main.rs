//! The games against brute force, and as people and programs meet them.

mod checkers;
mod gomoku;
mod truth;
mod verbs;
mod xiangqi;

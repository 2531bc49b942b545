//! The games against brute force, and as people and programs meet them.

mod faces;
mod truth;
mod xiangqi;

//! Positions after random moves.

use quandary_core::Seed;
use quandary_core::rules::random_line;

use super::geometry::AnySize;
use super::notation::Record;
use super::rules::{ConnectFour, Position};

/// Position number `index` under `seed`: uniformly random legal columns, drawn again from the same stream until
/// `plies` stones are on the board and nobody has won.
pub fn undecided(size: AnySize, plies: u32, seed: Seed, index: u64) -> Record {
    let rules = ConnectFour(size);
    let mut stream = seed.stream(index);
    // On a tiny board every game may end early; then the longest undecided one found is given.
    let mut longest = Record { size, columns: Vec::new(), position: Position::START };
    for _ in 0..10_000 {
        let (columns, position) = random_line(&rules, &Position::START, plies as usize, &mut stream);
        let record = Record { size, columns, position };
        if !record.is_over() {
            if record.columns.len() as u32 == plies {
                return record;
            }
            if record.columns.len() > longest.columns.len() {
                longest = record;
            }
        }
    }
    longest
}

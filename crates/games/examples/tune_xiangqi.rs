//! Learns what the Xiangqi engine adds to the numbers of its judgement, and prints the source of
//! `crates/games/src/xiangqi/engine/learnt.rs`:
//!
//! ```sh
//! cargo run --release -p quandary-games --example tune_xiangqi -- 1500 1 > learnt.rs
//! ```
//!
//! The first number counts games of the engine against itself, the second is the seed.

use quandary_core::Seed;
use quandary_games::xiangqi::engine::tune::{fit, game};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |usual| arguments.next().and_then(Result::ok).unwrap_or(usual);
    let (games, seed) = (next(1500), Seed(next(1)));
    let mut samples = Vec::new();
    for number in 0..games {
        samples.append(&mut game(seed, number));
        if number % 100 == 99 {
            eprintln!("{} of {games} games, {} positions", number + 1, samples.len());
        }
    }
    let fit = fit(&samples);
    eprintln!("mean squared error: {:.5} before, {:.5} after", fit.errors.0, fit.errors.1);
    print!("{}", fit.source());
}

//! The engine of Othello against the search that needs nothing but a judgement, with as many positions a move each, or more for
//! the other:
//!
//! ```sh
//! cargo run --release -p quandary-games --example othello_match -- 100 20000 20000
//! ```
//!
//! Games (two from each opening of eight random discs, once as each colour), positions a move of the engine, and of the other.

use std::time::{Duration, Instant};

use quandary_core::rules::Rules;
use quandary_core::{Budget, Seed};
use quandary_games::othello::{Board, Othello, Thinker};
use quandary_search::engine::{ByMinimax, Engine};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let &[games, ours, theirs] = numbers.as_slice() else {
        println!("expected games, positions a move of the engine, and of the other");
        return;
    };
    let rules = Othello(Board::Eight);
    let (mut won, mut drawn, mut discs) = (0, 0, 0);
    let mut spent = [Duration::ZERO; 2];
    let (mut depths, mut moves) = ([0_u64; 2], [0_u64; 2]);
    for game in 0..games {
        let mut position = rules.random_position(8, &mut Seed(2029).stream(game / 2));
        let black = game % 2 == 0;
        let mut players: [(Box<dyn Engine<Othello>>, u64); 2] =
            [(Box::new(Thinker::new(18)), ours), (Box::new(ByMinimax::new(18)), theirs)];
        while !rules.is_over(position) {
            let at = usize::from(position.black_to_move != black);
            let (player, nodes) = &mut players[at];
            let start = Instant::now();
            let thought = player.think(&rules, &position, &mut Budget::nodes(*nodes), &mut |_| ());
            spent[at] += start.elapsed();
            let Some(thought) = thought else {
                println!("{nodes} positions are too few to think");
                return;
            };
            if !thought.proved {
                depths[at] += u64::from(thought.depth);
                moves[at] += 1;
            }
            position = rules.apply(&position, thought.best);
        }
        let score = rules.final_score(position);
        let score = if position.black_to_move == black { score } else { -score };
        won += u64::from(score > 0);
        drawn += u64::from(score == 0);
        discs += score;
    }
    println!(
        "{games} games: {won} won, {drawn} drawn, {} lost; {:+.1} discs a game",
        games - won - drawn,
        f64::from(discs) / games as f64
    );
    for (at, name) in ["the engine", "the other"].into_iter().enumerate() {
        let depth = depths[at] as f64 / moves[at].max(1) as f64;
        println!("{name}: {depth:.1} moves ahead, {:.1} s in all", spent[at].as_secs_f64());
    }
}

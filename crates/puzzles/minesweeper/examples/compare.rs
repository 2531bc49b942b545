//! Compares settings of the strongest player on the same boards.
//!
//! The first player is the measure; for every other one it prints by how much it wins more often, with the 95 %
//! interval of the paired difference, which is far narrower than that of two separate rates.
//!
//! ```text
//! cargo run --release -p quandary-minesweeper --example compare -- 16x30/99 safe SEED GAMES \
//!     settled endgame_boards=1000,endgame_nodes=5000 candidate_share=0.86
//! ```

use std::time::{Duration, Instant};

use quandary_core::{Outcome, Seed};
use quandary_minesweeper::strategy::{Best, FirstMove, Judgement, Parts, Player, Tuning};
use quandary_minesweeper::{Board, FirstClick, Minesweeper};

struct Side {
    name: String,
    player: Best,
    wins: u64,
    only_this: u64,
    only_first: u64,
    time: Duration,
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, rule, seed, games, settings @ ..] = arguments.as_slice() else {
        return Err("usage: compare BOARD RULE SEED GAMES SETTINGS...".to_owned());
    };
    let board: Board = board.parse().map_err(|error| format!("{error}"))?;
    let rule: FirstClick = rule.parse().map_err(|error| format!("{error}"))?;
    let seed = Seed(seed.parse().map_err(|error| format!("SEED: {error}"))?);
    let games: u64 = games.parse().map_err(|error| format!("GAMES: {error}"))?;
    let game = Minesweeper::new(board, rule);
    let mut sides = Vec::new();
    for name in settings {
        let player = Best::tuned(game.grid(), Parts::ALL, FirstMove::best(board, rule), read(board, name)?);
        let name = name.clone();
        sides.push(Side { name, player, wins: 0, only_this: 0, only_first: 0, time: Duration::ZERO });
    }
    for index in 0..games {
        let mut first = false;
        for (place, side) in sides.iter_mut().enumerate() {
            let start = Instant::now();
            let won = play(&game, &mut side.player, seed, index);
            side.time += start.elapsed();
            side.wins += u64::from(won);
            if place == 0 {
                first = won;
            }
            side.only_this += u64::from(won && !first);
            side.only_first += u64::from(first && !won);
        }
        if (index + 1) % 10_000 == 0 || index + 1 == games {
            report(&sides, index + 1);
        }
    }
    Ok(())
}

fn play(game: &Minesweeper, player: &mut Best, seed: Seed, index: u64) -> bool {
    let mut world = game.deal(seed.stream(index));
    let mut draws = seed.named("draws").stream(index);
    loop {
        let decision = player.decide(world.observation(), &mut draws);
        if let Some(outcome) = game.play(&mut world, decision.chosen) {
            return outcome == Outcome::Won;
        }
    }
}

fn report(sides: &[Side], games: u64) {
    let n = games as f64;
    println!("{games} games");
    for side in sides {
        let rate = side.wins as f64 / n;
        let differ = (side.only_this + side.only_first) as f64;
        println!(
            "  {:.3} % ± {:.3}, difference {:+.3} ± {:.3}, {:.0} games/s: {}",
            100.0 * rate,
            196.0 * (rate * (1.0 - rate) / n).sqrt(),
            100.0 * (side.only_this as f64 - side.only_first as f64) / n,
            196.0 * differ.sqrt() / n,
            n / side.time.as_secs_f64(),
            side.name,
        );
    }
}

/// Reads `setting=value,...`; `dense` takes the weights of dense boards, other words change nothing.
fn read(board: Board, text: &str) -> Result<Tuning, String> {
    let mut tuning = Tuning::for_board(board);
    if text.split(',').any(|word| word == "dense") {
        tuning.judgement = Judgement::DENSE;
    }
    for (name, value) in text.split(',').filter_map(|pair| pair.split_once('=')) {
        let value: f64 = value.parse().map_err(|error| format!("{name}: {error}"))?;
        match name {
            "endgame_boards" => tuning.endgame_boards = value as usize,
            "endgame_nodes" => tuning.endgame_nodes = value as u64,
            "sealed_boards" => tuning.sealed_boards = value as usize,
            "candidate_share" => tuning.candidate_share = value,
            "unseen_share" => tuning.unseen_share = value,
            "unseen_near" => tuning.unseen_near = value as usize,
            _ => return Err(format!("there is no setting `{name}`")),
        }
    }
    Ok(tuning)
}

//! Exact mine probabilities: ours beside `ms_toollib::cal_probability_onboard`, on expert positions in which a player
//! has to guess or could be certain, drawn from seeded games. One ratio per line.
//!
//! `cargo run --release -p peers-minesweeper -- 10000` (positions; 10,000 without an argument).

use std::time::{Duration, Instant};

use quandary_core::Seed;
use quandary_minesweeper::inference::probabilities;
use quandary_minesweeper::strategy::Strategy;
use quandary_minesweeper::{CellView, FirstClick, Minesweeper, Observation};

fn main() {
    let wanted: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let positions = positions(wanted);
    let (mut ours, mut theirs, mut theirs_marked) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let (mut cells, mut worst, mut refused) = (0_u64, 0.0_f64, 0);
    for seen in &positions {
        let start = Instant::now();
        let found = probabilities(seen).expect("a position from a real game");
        ours += start.elapsed();
        let board = view(seen);
        let mines = seen.board().mines() as f64;
        let start = Instant::now();
        let answer = ms_toollib::cal_probability_onboard(&board, mines);
        theirs += start.elapsed();
        let mut marked = board.clone();
        let start = Instant::now();
        let known = ms_toollib::mark_board(&mut marked, true);
        let answer_marked = ms_toollib::cal_probability_onboard(&marked, mines);
        theirs_marked += start.elapsed();
        let _ = (known, answer_marked);
        let Ok((map, _)) = answer else {
            refused += 1;
            continue;
        };
        for cell in seen.grid().cells() {
            if let Some(mine) = found.mine[cell.at()] {
                let (row, col) = seen.board().place(cell);
                worst = worst.max((map[row - 1][col - 1] - mine).abs());
                cells += 1;
            }
        }
    }
    let count = positions.len() as f64;
    let micro = |time: Duration| time.as_secs_f64() * 1e6 / count;
    println!(
        "expert positions {}, closed cells compared {cells}, refused by the peer {refused}",
        positions.len()
    );
    println!("largest difference {worst:.2e}");
    println!("ours {:.1} us a position", micro(ours));
    println!("ms_toollib {:.1} us a position, ratio {:.1}", micro(theirs), micro(theirs) / micro(ours));
    println!(
        "ms_toollib with mark_board first {:.1} us a position, ratio {:.1}",
        micro(theirs_marked),
        micro(theirs_marked) / micro(ours)
    );
    assert!(worst < 1e-9, "the two disagree");
}

/// Positions of seeded expert games: whenever single numbers settle nothing, and some in between.
fn positions(wanted: usize) -> Vec<Observation> {
    let game = Minesweeper::new("16x30/99".parse().expect("a board"), FirstClick::Open);
    let strategy: Strategy = "pseq".parse().expect("a strategy");
    let mut player = strategy.player(&game, None);
    let mut found = Vec::new();
    for index in 0.. {
        let mut world = game.deal(Seed(2026).stream(index));
        let mut ties = Seed(2027).stream(index);
        let mut step = 0;
        loop {
            let decision = player.decide(world.observation(), &mut ties);
            step += 1;
            if step > 1 && (!decision.probability.is_certain() || step % 40 == 0) {
                found.push(world.observation().clone());
                if found.len() == wanted {
                    return found;
                }
            }
            if game.play(&mut world, decision.chosen).is_some() {
                break;
            }
        }
    }
    unreachable!("there are always more games")
}

/// The peer's view codes: 0 to 8 open, 10 closed.
fn view(seen: &Observation) -> Vec<Vec<i32>> {
    let code = |seen: &CellView| match seen {
        CellView::Number(number) => i32::from(*number),
        CellView::Hidden | CellView::Flag => 10,
    };
    seen.seen().chunks(seen.board().cols()).map(|row| row.iter().map(code).collect()).collect()
}

//! Our 2048 boards and strong player beside play-2048 (expectimax over heuristics, its own defaults), on the
//! same positions in one run.
//!
//! `cargo run --release -p peer-twenty48 [N]`: N positions from the middle of games (200). One ratio per line: CPU time
//! of ours over theirs. The network is trained only for a moment: its speed does not depend on what it has learnt.

use std::hint::black_box;

use cpu_time::ProcessTime;
use play_2048::board::{Board as Theirs, Direction as TheirDirection};
use play_2048::evaluators::{
    AlignmentEvaluator, CombinedBoardEvaluator, EmptyTileEvaluator, MonotonicityEvaluator,
    PrecomputedBoardEvaluator,
};
use play_2048::solver::{Solver, SolverBuilder};
use quandary_core::context::Sequential;
use quandary_core::{Seed, StopFlag};
use quandary_twenty48::generate::position;
use quandary_twenty48::quad::{Quad, Tables};
use quandary_twenty48::rules::{Fours, Rules, Start};
use quandary_twenty48::strategy::best::{Best, Setting};
use quandary_twenty48::strategy::training::{SMALL, Trainer};

fn main() {
    let count = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    let boards: Vec<Quad> = (0..count)
        .map(|index| position(&Rules::STANDARD, Start::Usual, 40 + index % 160, Seed(4), index).0)
        .filter_map(Quad::from_board)
        .collect();
    let theirs: Vec<Theirs> = boards
        .iter()
        .map(|board| {
            let tiles: Vec<u16> = (0..16)
                .map(|cell| match board.get(cell) {
                    0 => 0,
                    exponent => 1 << exponent,
                })
                .collect();
            Theirs::from(tiles)
        })
        .collect();
    moves(&boards, &theirs);
    decisions(&boards, &theirs);
}

/// All four pushes of every position, many times.
fn moves(boards: &[Quad], theirs: &[Theirs]) {
    const ROUNDS: usize = 20_000;
    let tables = Tables::get();
    let ours = timed(|| {
        for _ in 0..ROUNDS {
            for &board in boards {
                black_box(tables.afters(black_box(board)));
            }
        }
    });
    let others = timed(|| {
        for _ in 0..ROUNDS {
            for &board in theirs {
                for &direction in TheirDirection::all() {
                    black_box(black_box(board).move_to(direction));
                }
            }
        }
    });
    report("four pushes of a board", ours, others, (ROUNDS * boards.len()) as f64);
}

/// One decision in every position, each program with its own settings.
fn decisions(boards: &[Quad], theirs: &[Theirs]) {
    let mut trainer = Trainer::new(SMALL);
    trainer.train(1_000_000, &Sequential, &StopFlag::new(), &|_| {}).expect("nobody stops it");
    let network = trainer.network();
    for moves in [3, 4] {
        let setting = Setting { name: "best", moves, least_probability: 0.01 };
        let mut best = Best::new(&network, setting, Fours::USUAL);
        let ours = timed(|| {
            for &board in boards {
                black_box(best.best(board));
            }
        });
        let mut solver = their_solver();
        let others = timed(|| {
            for &board in theirs {
                black_box(solver.next_best_move(board));
            }
        });
        let what = format!("a decision, {moves} moves ahead, beside its depth 3");
        report(&what, ours, others, boards.len() as f64);
    }
}

/// With the constants and defaults of its own program.
fn their_solver() -> Solver {
    let evaluator = CombinedBoardEvaluator::default()
        .combine(MonotonicityEvaluator { gameover_penalty: -200_000., monotonicity_power: 4 }, 1.0)
        .combine(EmptyTileEvaluator { gameover_penalty: 0., power: 1 }, 200.0)
        .combine(AlignmentEvaluator { gameover_penalty: 0., power: 1 }, 500.0);
    SolverBuilder::default()
        .board_evaluator(PrecomputedBoardEvaluator::new(evaluator))
        .proba_4(0.1)
        .base_max_search_depth(3)
        .min_branch_proba(0.001)
        .build()
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = ProcessTime::now();
    work();
    start.elapsed().as_secs_f64()
}

fn report(what: &str, ours: f64, others: f64, times: f64) {
    println!(
        "{what}: ours {:.3} us, play-2048 {:.3} us, ratio of CPU time {:.3}",
        ours / times * 1e6,
        others / times * 1e6,
        ours / others
    );
}

//! Our Connect Four solver beside connect-four-ai without its book, on the same positions in one run.
//!
//! `cargo run --release -p peer-connect-four -- FILE [N]`: FILE holds `moves score` lines; the first N are
//! solved by both. Both forget everything between positions, both use one thread, times are CPU seconds.

use cpu_time::ProcessTime;
use quandary_games::connect_four::{STANDARD, Solver};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: peer-connect-four FILE [N]");
        std::process::exit(2);
    };
    let limit = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
    let text = std::fs::read_to_string(&file).expect("the file can be read");
    let cases: Vec<(&str, i32)> = text
        .lines()
        .take(limit)
        .map(|line| {
            let (moves, score) = line.split_once(' ').expect("`moves score` on each line");
            (moves, score.parse().expect("a score"))
        })
        .collect();

    let start = ProcessTime::now();
    let mut ours = Solver::new(STANDARD, 24);
    let (mut our_nodes, mut our_right) = (0, 0);
    for (moves, score) in &cases {
        let position = STANDARD.after(moves.bytes().map(|c| u32::from(c - b'1'))).expect("legal moves");
        let solution = ours.solve(position, &mut quandary_core::Budget::unlimited()).expect("no budget");
        our_nodes += solution.nodes;
        our_right += usize::from(solution.score == *score);
    }
    let our_seconds = start.elapsed().as_secs_f64();

    let start = ProcessTime::now();
    let mut theirs = connect_four_ai::Solver::empty();
    let (mut their_nodes, mut their_right) = (0, 0);
    for (moves, score) in &cases {
        let position = connect_four_ai::Position::from_moves(moves).expect("legal moves");
        theirs.reset();
        their_right += usize::from(i32::from(theirs.solve(&position)) == *score);
        their_nodes += theirs.explored_positions as u64;
    }
    let their_seconds = start.elapsed().as_secs_f64();

    let n = cases.len() as f64;
    println!(
        "{file}: {} positions; ours {our_right} right, {:.1} nodes, {:.1} us; connect-four-ai {their_right} right, {:.1} nodes, {:.1} us; ratio of CPU time {:.3}",
        cases.len(),
        our_nodes as f64 / n,
        our_seconds / n * 1e6,
        their_nodes as f64 / n,
        their_seconds / n * 1e6,
        our_seconds / their_seconds
    );
}

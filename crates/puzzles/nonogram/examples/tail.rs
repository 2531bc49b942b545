//! Which puzzles of a set are the slow ones: decisions and CPU seconds of each, the slowest first, and the sum.
//!
//! `cargo run --release -p quandary-nonogram --example tail -- [unique] SET.txt [NUMBER ...]`, on Linux; numbers count
//! from 1. With `unique` each is also shown to have no other solution, or given one.

use quandary_core::Budget;
use quandary_nonogram::notation::read;
use quandary_nonogram::solve::{Goal, Method, solve};

/// CPU seconds of this thread, as the kernel counts them.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let goal = arguments.next_if_eq("unique").map_or(Goal::First, |_| Goal::Unique);
    let file = arguments.next().expect("a file of puzzles");
    let wanted: Vec<usize> = arguments.map(|word| word.parse().expect("a number")).collect();
    let puzzles = read(&std::fs::read(&file).expect("a file"), None).expect("puzzles");
    let mut seen = Vec::new();
    for (index, document) in puzzles.iter().enumerate() {
        if !wanted.is_empty() && !wanted.contains(&(index + 1)) {
            continue;
        }
        let before = cpu_seconds();
        let solved = solve(&document.puzzle, goal, Method::Best, &mut Budget::unlimited());
        let picture = solved.verdict.picture().expect("a picture");
        assert!(document.puzzle.fits(picture), "puzzle {}", index + 1);
        seen.push((cpu_seconds() - before, index + 1, solved.nodes));
    }
    seen.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (seconds, number, nodes) in seen.iter().take(25) {
        println!("{number:>5} {seconds:>8.3} s {nodes:>9} decisions");
    }
    let sum: f64 = seen.iter().map(|one| one.0).sum();
    println!("{} puzzles, {sum:.2} CPU seconds, the slowest {:.2}", seen.len(), seen[0].0);
}

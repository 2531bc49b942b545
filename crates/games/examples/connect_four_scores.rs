//! How long all scores of a Connect Four position take, on random positions of every number of stones.
//!
//! `cargo run --release -p quandary-games --example connect_four_scores -- [FROM [TO [COUNT [SEED [TABLE BITS]]]]]`
//!
//! A position is drawn by random legal stones, and drawn again while the game is over or decided within two moves: some column
//! wins at once or with the next stone of the same side, or every column loses as soon. Each is explained as `explain` does it:
//! with the book that comes with the program, from an empty table. The program holds every answer against the rules of
//! advice: each column is exact, the recommended one is a best one, no step in between called another one certain, and, from
//! 12 stones on, a search of the position itself, without book, finds the same score.

use std::time::Instant;

use quandary_core::{Budget, Seed};
use quandary_games::connect_four::book::Book;
use quandary_games::connect_four::generate::undecided;
use quandary_games::connect_four::notation::{Record, format_record, parse_size};
use quandary_games::connect_four::{AnySolver, explain};

/// Seconds of the processor that this program has had; of the wall where the system does not say.
fn seconds(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// What one position took.
struct Cost {
    nodes: u64,
    seconds: f64,
    record: Record,
}

fn main() {
    let arguments: Vec<u64> =
        std::env::args().skip(1).map(|text| text.parse().expect("a whole number")).collect();
    let argument = |at: usize, usual: u64| arguments.get(at).copied().unwrap_or(usual);
    let (from, to, count, seed) = (argument(0, 0), argument(1, 20), argument(2, 100), Seed(argument(3, 1)));
    let size = parse_size("6x7").expect("the usual board");
    let mut solver = AnySolver::new(size, argument(4, 24) as u32);
    let book = Book::shipped(size);
    let start = Instant::now();
    println!(
        "| stones | positions | nodes: mean | 99th percentile | most | seconds: mean | 99th percentile | most | dearest |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut asked = 0;
    for stones in from..=to {
        let (mut costs, mut index, mut wrong) = (Vec::new(), 0, Vec::new());
        // With few stones there are fewer positions than are asked for: the same ones come again.
        while costs.len() < count as usize {
            let record = undecided(size, stones as u32, Seed(seed.0 + stones), index);
            index += 1;
            let mut budget = Budget::unlimited();
            let (before, mut certain) = (seconds(start), Vec::new());
            let found = explain::refine(&record, &mut solver, book.as_deref(), &mut budget, &mut |step| {
                if step.decision.probability.is_certain() {
                    certain.push(step.decision.chosen);
                }
            })
            .expect("the game goes on");
            let taken = seconds(start) - before;
            let score = |column: u32| {
                found.columns.iter().find(|judged| judged.column == column).map(|judged| judged.bounds)
            };
            let best = found.columns.iter().map(|judged| judged.bounds.lower).max().expect("a move");
            // The winner's last stones but this many are still to come, the one that wins included.
            let empty = 42 - stones as i32;
            let most = if best > 0 { (empty + 1) / 2 } else { empty / 2 };
            if best != 0 && most - best.abs() < 2 {
                continue;
            }
            let is_exact = found.columns.iter().all(|judged| judged.bounds.is_exact());
            let is_best = |column: &u32| score(*column).is_some_and(|bounds| bounds.lower == best);
            let mut agrees = is_exact && is_best(&found.decision.chosen) && certain.iter().all(is_best);
            if stones >= 12 {
                let alone = solver.solve(record.position, &mut Budget::unlimited()).expect("no limit");
                agrees &= alone.score == best;
            }
            if !agrees {
                wrong.push(format_record(&record));
            }
            costs.push(Cost { nodes: budget.spent(), seconds: taken, record });
        }
        asked += costs.len();
        let last = costs.len() - 1;
        let ninety_nine = (costs.len() * 99).div_ceil(100) - 1;
        let mut times: Vec<f64> = costs.iter().map(|cost| cost.seconds).collect();
        times.sort_by(f64::total_cmp);
        costs.sort_by_key(|cost| cost.nodes);
        let mean_nodes = costs.iter().map(|cost| cost.nodes).sum::<u64>() / costs.len() as u64;
        let mean_time = times.iter().sum::<f64>() / times.len() as f64;
        println!(
            "| {stones} | {} | {mean_nodes} | {} | {} | {mean_time:.3} | {:.3} | {:.3} | {} |",
            costs.len(),
            costs[ninety_nine].nodes,
            costs[last].nodes,
            times[ninety_nine],
            times[last],
            format_record(&costs[last].record)
        );
        assert!(wrong.is_empty(), "wrong advice: {wrong:?}");
    }
    println!("{asked} positions, no wrong advice; {:.0} s in all", seconds(start));
}

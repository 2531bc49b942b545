//! x
use quandary_core::*;
use quandary_games::pgame::*;
use quandary_search::{proof::*, truth};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u64 = a[1].parse().unwrap();
    for (b, d) in [(2, 20), (8, 8)] {
        for m in Method::ALL {
            let t = Instant::now();
            let (mut it, mut nodes, mut wrong) = (0u64, 0u64, 0);
            let mut bytes = 0;
            for i in 0..n {
                let tree = PGame::new(b, d, Seed(1), i);
                let r =
                    Settings { index: i, ..Settings::default() }.solve(&tree, m, &mut Budget::unlimited());
                it += r.iterations;
                nodes += r.nodes;
                bytes = bytes.max(r.bytes);
                if r.conclusion.answer() != Some(truth::wins(&tree, &mut Budget::unlimited()).unwrap()) {
                    wrong += 1
                }
            }
            let e = t.elapsed().as_secs_f64();
            println!(
                "{b}x{d} {}: it {:.0} nodes {:.0} wrong {wrong} {:.2} ms/tree {:.2} Mn/s {} MB",
                m.name(),
                it as f64 / n as f64,
                nodes as f64 / n as f64,
                e / n as f64 * 1e3,
                nodes as f64 / e / 1e6,
                bytes >> 20
            );
        }
    }
}

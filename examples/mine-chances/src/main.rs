//! The exact chance of a mine on every hidden cell of a position.

use quandary_minesweeper::{Position, inference};

fn main() {
    let position: Position = "3x4/3 1??? 2??? 1???".parse().expect("a position");
    let found = inference::probabilities(&position.observation).expect("the numbers can be true");
    for row in found.mine.chunks(4) {
        let cells = row.iter().map(|chance| chance.map_or("  open".into(), |mine| format!("{mine:6.3}")));
        println!("{}", cells.collect::<Vec<_>>().join(" "));
    }
    let expected: f64 = found.mine.iter().flatten().sum();
    assert!((expected - 3.0).abs() < 1e-9, "the chances sum to the number of mines");
}

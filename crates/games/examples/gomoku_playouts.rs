//! Replays games that another program played, and compares what it says of them with the rules here.
//!
//! Reads lines `BOARD;POINTS;COUNTS;SUMS;RESULT` from standard input: the board, the points played as numbers (row x
//! columns + column), how many points were legal before each move and after the last, the sums of their numbers, and the
//! result to the side that began (1, 0 or -1). `peers/gomoku/playouts.py` writes them with OpenSpiel.

use std::io::BufRead;

use quandary_core::Outcome;
use quandary_core::rules::{Rules, Turn};
use quandary_games::gomoku::{Gomoku, Position};

fn numbers<N: std::str::FromStr>(text: &str) -> Option<Vec<N>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

/// How a game differs, if it does; and how many positions were compared.
fn compare(line: &str) -> Option<Result<usize, String>> {
    let mut parts = line.split(';');
    let rules: Gomoku = parts.next()?.parse().ok()?;
    let moves: Vec<usize> = numbers(parts.next()?)?;
    let (counts, sums): (Vec<usize>, Vec<usize>) = (numbers(parts.next()?)?, numbers(parts.next()?)?);
    let result: i32 = parts.next()?.trim().parse().ok()?;
    let mut position = Position::START;
    for (ply, (&count, &sum)) in counts.iter().zip(&sums).enumerate() {
        let mut legal = Vec::new();
        rules.moves(&position, &mut legal);
        let number = |point| {
            let (row, column) = rules.place(point);
            row * rules.columns() + column
        };
        let own: usize = legal.iter().map(|&point| number(point)).sum();
        if (legal.len(), own) != (count, sum) {
            return Some(Err(format!("ply {ply}: {} legal points, {count} there: {line}", legal.len())));
        }
        let over = rules.turn(&position).outcome().is_some();
        if over != (ply == moves.len()) {
            return Some(Err(format!("ply {ply}: over is {over}: {line}")));
        }
        if let Some(&next) = moves.get(ply) {
            let point = rules.point(next / rules.columns(), next % rules.columns())?;
            position = rules.apply(&position, point);
        }
    }
    let own = match rules.turn(&position) {
        Turn::Over(Outcome::Won) => 1,
        Turn::Over(Outcome::Lost) => -1,
        _ => 0,
    };
    Some(if own == result { Ok(counts.len()) } else { Err(format!("result {own}: {line}")) })
}

fn main() {
    let (mut games, mut positions, mut results) = (0, 0, std::collections::BTreeMap::new());
    let mut differences = Vec::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Some(compared) = compare(&line) else {
            eprintln!("not a game: {line}");
            std::process::exit(2);
        };
        games += 1;
        match compared {
            Ok(met) => positions += met,
            Err(difference) => differences.push(difference),
        }
        let result = line.rsplit(';').next().unwrap_or_default().to_owned();
        *results.entry(result).or_insert(0) += 1;
    }
    println!("{games} games, {positions} positions, results {results:?}, {} differences", differences.len());
    for difference in differences.iter().take(10) {
        println!("{difference}");
    }
    std::process::exit(i32::from(!differences.is_empty() || games == 0));
}

//! Random games of Xiangqi for `peers/xiangqi/compare.py`, which compares them with Fairy-Stockfish:
//! `cargo run --release -p quandary-games --example xiangqi_playouts -- 10000 1 | python peers/xiangqi/compare.py`
//!
//! A line `game FEN`, then one for every position (`FEN|legal moves|move played|the move as the world federation writes
//! it`), then `end` with the result as Red sees it. A third of the games choose uniformly; the others often move a piece
//! back or give check, and half of those begin in endings, so that repetitions and perpetual checks come up.

use std::io::{self, BufWriter, Write};

use quandary_core::rules::{Rules, Turn};
use quandary_core::{Outcome, Seed, Stream};
use quandary_games::xiangqi::notation::{START_FEN, format_fen, format_iccs, format_wxf, parse_fen};
use quandary_games::xiangqi::{Move, Position, Xiangqi};

/// Endings in which checks and retreats repeat easily.
const ENDINGS: [&str; 5] = [
    "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1",
    "3ak4/4a4/4b4/9/9/9/9/4C4/4A4/R2AK3r w - - 0 1",
    "2b1k4/4a4/9/9/2n6/9/9/4N4/4A4/3K1C3 b - - 0 1",
    "4k4/4a4/3a5/9/9/9/9/9/9/2rK1R2c w - - 0 1",
    "5k3/9/9/6P2/9/9/9/3p5/9/3RK4 w - - 0 1",
];

fn choose(
    rules: Xiangqi,
    position: &Position,
    last: Option<Move>,
    style: u64,
    stream: &mut Stream,
) -> Option<Move> {
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    if style > 0 {
        if stream.chance(0.4) {
            let checks: Vec<Move> =
                moves.iter().copied().filter(|&chosen| position.diagram().after(chosen).0.in_check).collect();
            if !checks.is_empty() {
                return stream.choose(&checks).copied();
            }
        }
        if let Some(last) = last
            && stream.chance(0.6)
        {
            let back = Move { from: last.to, to: last.from };
            if moves.contains(&back) {
                return Some(back);
            }
        }
    }
    stream.choose(&moves).copied()
}

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap_or(1));
    let (games, seed) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(1));
    let rules = Xiangqi::default();
    let mut out = BufWriter::new(io::stdout().lock());
    for index in 0..games {
        let mut stream = Seed(seed).stream(index);
        let style = index % 3;
        let start = if style == 2 { ENDINGS[(index / 3 % 5) as usize] } else { START_FEN };
        let Ok(mut position) = parse_fen(start) else { return Err(io::Error::other(start)) };
        writeln!(out, "game {start}")?;
        let mut played: Vec<Move> = Vec::new();
        loop {
            let mut moves = Vec::new();
            position.any_legal(|chosen| {
                moves.push(format_iccs(chosen));
                false
            });
            let last = played.len().checked_sub(2).map(|before| played[before]);
            let chosen = choose(rules, &position, last, style, &mut stream);
            let (name, wxf) = match chosen {
                Some(chosen) => (format_iccs(chosen), format_wxf(&position, chosen).unwrap_or_default()),
                None => (String::new(), String::new()),
            };
            writeln!(out, "{}|{}|{name}|{wxf}", format_fen(&position), moves.join(","))?;
            let Some(chosen) = chosen else { break };
            played.push(chosen);
            position = rules.apply(&position, chosen);
        }
        let result = match rules.turn(&position) {
            Turn::Over(Outcome::Won) => 1,
            Turn::Over(Outcome::Lost) => -1,
            _ => 0,
        };
        writeln!(out, "end {result}")?;
    }
    out.flush()
}

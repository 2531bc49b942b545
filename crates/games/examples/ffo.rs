//! x
use quandary_core::*;
use quandary_games::othello::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (from, to): (usize, usize) = (a[1].parse().unwrap(), a[2].parse().unwrap());
    let text: String = ["20-39", "40-59"]
        .iter()
        .map(|n| std::fs::read_to_string(format!("/work/shared/data/othello/fforum-{n}.obf")).unwrap())
        .collect();
    let mut e = Endgame::new(Board::Eight, 23);
    for (i, l) in text.lines().filter(|l| l.len() > 64).enumerate() {
        let i = i + 20;
        if i < from || i > to {
            continue;
        }
        let (mut x, mut o) = (0u64, 0u64);
        for (j, c) in l.bytes().take(64).enumerate() {
            match c {
                b'X' => x |= 1 << j,
                b'O' => o |= 1 << j,
                _ => {}
            }
        }
        let black = l.as_bytes()[65] == b'X';
        let p = if black {
            Position { mover: x, opponent: o, black_to_move: true }
        } else {
            Position { mover: o, opponent: x, black_to_move: false }
        };
        let want = l[67..].split(';').next().unwrap().trim();
        let t = Instant::now();
        let s = e.solve(p, &mut Budget::unlimited()).unwrap();
        let el = t.elapsed().as_secs_f64();
        println!(
            "#{i} empties {} {:?} want {want} nodes {} {:.2}s {:.1} Mn/s",
            64 - (x | o).count_ones(),
            s.best.map(|b| if let Action::Place(q) = b {
                format!("{}{}", (b'A' + (q % 8) as u8) as char, q / 8 + 1)
            } else {
                "pass".into()
            }),
            s.nodes,
            el,
            s.nodes as f64 / el / 1e6
        );
        println!("   score {}", s.score);
    }
}

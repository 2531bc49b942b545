//! Trial of a training: speed, learning curve. `learn PATTERNS PHASES MINUTES LAMBDA LATE SEED GAMES1 GAMES3 MARKS OUT`
use std::time::Instant;

use quandary_core::context::Sequential;
use quandary_core::stats::Summary;
use quandary_core::{Seed, StopFlag};
use quandary_twenty48::quad::Quad;
use quandary_twenty48::rules::{Fours, Rules, Start};
use quandary_twenty48::simulate::play;
use quandary_twenty48::strategy::best::{Best, Setting, Worth};
use quandary_twenty48::strategy::network::Layout;
use quandary_twenty48::strategy::training::{Plan, Trainer};

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn measure(worth: &impl Worth, moves: u32, games: u64) {
    if games == 0 {
        return;
    }
    let (mut score, mut all, begun) = (Summary::default(), 0, cpu());
    let mut reached = [0_u64; 18];
    for index in 0..games {
        let setting = Setting { name: "test", moves, least_probability: 0.0 };
        let mut player = Best::new(worth, setting, Fours::USUAL);
        let mut stream = Seed(11).stream(index);
        let first = Rules::STANDARD.start(Start::Usual, &mut stream);
        let end = play(&Rules::STANDARD, first, &mut player, &mut stream, |_, _| true);
        score.add(end.score as f64);
        all += end.moves;
        (0..=end.board.largest().min(17)).for_each(|e| reached[e as usize] += 1);
    }
    let seconds = cpu() - begun;
    println!(
        "  ahead {moves}: {games} games mean {:.0} se {:.0}  8192 {} 16384 {} 32768 {}  {:.0} moves/s {seconds:.0} s",
        score.mean(),
        score.deviation() / (games as f64).sqrt(),
        reached[13],
        reached[14],
        reached[15],
        all as f64 / seconds
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args[i].parse::<f64>().unwrap();
    let layout = Layout { patterns: number(0) as usize, phases: number(1) as usize };
    let plan = Plan {
        layout,
        seed: Seed(number(5) as u64),
        fours: Fours::USUAL,
        lambda: number(3) as f32,
        late_from: (number(4) * 1e6) as u64,
    };
    let marks: Vec<f64> = args[8].split(',').map(|m| m.parse().unwrap()).collect();
    let mut trainer = Trainer::new(plan);
    let (mut used, wall) = (0.0, Instant::now());
    let (mut next, mut last) = (0, (0, 0.0));
    while used < number(2) * 60.0 {
        let before = cpu();
        let until = trainer.moves() + 1_000_000;
        trainer.train(until, &Sequential, &StopFlag::new(), &|_| {}).unwrap();
        used += cpu() - before;
        if used - last.1 > 15.0 {
            let moves = trainer.moves();
            println!(
                "{:.0} s ({:.0} wall) {} M moves, {:.0} moves/s",
                used,
                wall.elapsed().as_secs_f64(),
                moves / 1_000_000,
                (moves - last.0) as f64 / (used - last.1)
            );
            last = (moves, used);
        }
        if next < marks.len() && used >= marks[next] * 60.0 {
            println!("{} CPU minutes, {} moves", marks[next], trainer.moves());
            next += 1;
            measure(&trainer, 1, number(6) as u64);
            measure(&trainer, 3, number(7) as u64);
        }
    }
    let _ = Quad(0);
}

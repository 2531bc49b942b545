//! Trial of a training: speed, learning curve. `learn PATTERNS PHASES MINUTES LAMBDA LATE SEED GAMES1 GAMES3 MARKS OUT`
use std::time::Instant;

use quandary_core::context::Sequential;
use quandary_core::stats::Summary;
use quandary_core::{Seed, StopFlag};
use quandary_twenty48::rules::{Fours, Rules, Start};
use quandary_twenty48::simulate::play;
use quandary_twenty48::strategy::best::{Best, Setting, Worth};
use quandary_twenty48::strategy::checkpoint;
use quandary_twenty48::strategy::hand::ByHand;
use quandary_twenty48::strategy::network::{Network, Size};
use quandary_twenty48::strategy::training::{Plan, Trainer};

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn measure(worth: &impl Worth, moves: u32, games: u64, first: u64) {
    let (mut score, mut all, begun) = (Summary::default(), 0, cpu());
    let mut reached = [0_u64; 18];
    for index in first..first + games {
        let setting = Setting { name: "test", moves, least_probability: 0.0 };
        let mut player = Best::new(worth, setting, Fours::USUAL);
        let mut stream = Seed(11).stream(index);
        let first = Rules::STANDARD.start(Start::Usual, &mut stream);
        let end = play(&Rules::STANDARD, first, &mut player, &mut stream, |_, _| true);
        println!("{index} {}", end.score);
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
    if args[0] == "eval" {
        let network = Network::from_bytes(&std::fs::read(&args[1]).unwrap()).unwrap();
        return measure(&network, number(2) as u32, number(3) as u64, number(4) as u64);
    }
    if args[0] == "hand" {
        let (mut score, nodes) = (Summary::default(), number(1) as u64);
        let begun = cpu();
        for index in 0..number(2) as u64 {
            let mut player = ByHand { rules: Rules::STANDARD, nodes, stop: StopFlag::new() };
            let mut stream = Seed(11).stream(index);
            let first = Rules::STANDARD.start(Start::Usual, &mut stream);
            score.add(play(&Rules::STANDARD, first, &mut player, &mut stream, |_, _| true).score as f64);
        }
        return println!("hand {nodes}: {} games {:?} {:.1} s", args[2], score.estimate(), cpu() - begun);
    }
    let size = if args[0] == "8" { Size::Eight } else { Size::Four };
    let plan = Plan {
        size,
        seed: Seed(number(5) as u64),
        fours: Fours::USUAL,
        lambda: number(3) as f32,
        late_from: (number(4) * 1e6) as u64,
    };
    let folder = std::path::Path::new(&args[6]);
    std::fs::create_dir_all(folder).unwrap();
    let kept = folder.join("checkpoint");
    let mut trainer = std::fs::read(&kept).ok().map_or_else(
        || Trainer::new(plan),
        |bytes| checkpoint::from_bytes(plan, &bytes).expect("of this plan"),
    );
    let wall = Instant::now();
    let save = |trainer: &Trainer| {
        let beside = folder.join("checkpoint.part");
        std::fs::write(&beside, checkpoint::to_bytes(trainer)).unwrap();
        std::fs::rename(&beside, &kept).unwrap();
    };
    let mut last = (trainer.moves(), trainer.record().cpu_seconds);
    let mut saved = last.1;
    while trainer.record().cpu_seconds < number(2) * 60.0 {
        let (before, from) = (cpu(), trainer.record().cpu_seconds);
        let until = trainer.moves() + 1_000_000;
        trainer.train(until, &Sequential, &StopFlag::new(), &|_| {}).unwrap();
        trainer.took(cpu() - before, 1);
        let (moves, used) = (trainer.moves(), trainer.record().cpu_seconds);
        if used - last.1 > 15.0 {
            println!(
                "{used:.0} s ({:.0} wall) {} M moves, {:.0} moves/s",
                wall.elapsed().as_secs_f64(),
                moves / 1_000_000,
                (moves - last.0) as f64 / (used - last.1)
            );
            last = (moves, used);
        }
        for minutes in [1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0, 60.0] {
            if (from..used).contains(&(60.0 * minutes)) {
                println!("{minutes} CPU minutes, {moves} moves, {used} s");
                let begun = cpu();
                std::fs::write(folder.join(format!("network-{minutes}")), trainer.network().to_bytes())
                    .unwrap();
                save(&trainer);
                saved = used;
                println!("  saved in {:.1} s", cpu() - begun);
            }
        }
        if used - saved > 180.0 {
            save(&trainer);
            saved = used;
        }
    }
}

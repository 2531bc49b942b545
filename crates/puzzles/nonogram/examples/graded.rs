//! Graded puzzles: how likely each grade is among random pictures, and how long it takes to draw some.
//!
//! `cargo run --release -p quandary-nonogram --example graded -- survey 20x20 300`: of this many drawings of each shape and
//! share, how many have each grade. `… -- draw 20x20 100 [GRADE ...]`: this many puzzles of each grade, each graded again.

use quandary_core::{Budget, Seed};
use quandary_nonogram::generate::PictureKind;
use quandary_nonogram::human::{Level, graded};
use quandary_nonogram::shape::Shape;
use quandary_nonogram::solve::{Goal, Method, Verdict, solve};
use quandary_nonogram::{Nonogram, Size};

/// CPU seconds of this thread, as the kernel counts them.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn survey(size: Size, count: u64) {
    println!(
        "{:<10} {:>5} {:>9} {:>5} {:>5} {:>5} {:>5} {:>5} {:>7}",
        "shape", "share", "several", 1, 2, 3, 4, 5, "s"
    );
    for shape in [Shape::Noise, Shape::Symmetric, Shape::Blobs] {
        for share in [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8] {
            let wanted = PictureKind { size, share, unique: false, shape };
            let begin = cpu_seconds();
            let mut seen = [0; 6];
            for index in 0..count {
                let picture = wanted.draw(Seed(100), index, &mut Budget::unlimited()).expect("no limit");
                let puzzle = Nonogram::of(&picture);
                let verdict = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
                let level = match verdict {
                    Verdict::Unique(_) => graded(&puzzle, &mut Budget::unlimited()).level(),
                    _ => None,
                };
                seen[level.map_or(0, |level| usize::from(level.number()))] += 1;
            }
            let [several, a, b, c, d, e] = seen;
            let seconds = cpu_seconds() - begin;
            println!(
                "{:<10} {share:>5} {several:>9} {a:>5} {b:>5} {c:>5} {d:>5} {e:>5} {seconds:>7.2}",
                shape.name()
            );
        }
    }
}

fn draw(size: Size, count: u64, levels: &[Level]) {
    for &level in levels {
        let (shape, share) = level.usual();
        let wanted = PictureKind { size, share, unique: true, shape };
        let begin = cpu_seconds();
        let mut drawings = 0;
        let puzzles: Vec<Nonogram> = (0..count)
            .map(|index| {
                let drawn = wanted.draw_graded(level, Seed(1), index, &mut Budget::unlimited());
                let drawn = drawn.expect("no limit");
                drawings += drawn.seen.total();
                Nonogram::of(&drawn.picture)
            })
            .collect();
        let seconds = cpu_seconds() - begin;
        let again = puzzles
            .iter()
            .filter(|puzzle| graded(puzzle, &mut Budget::unlimited()).level() == Some(level))
            .count();
        println!(
            "grade {level}, {size}: {again} of {count} graded {level} again; {drawings} drawings, {seconds:.2} CPU seconds"
        );
        assert_eq!(again as u64, count, "a puzzle has another grade than it was drawn for");
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(what), Some(size), Some(count)) = (arguments.first(), arguments.get(1), arguments.get(2))
    else {
        eprintln!("usage: graded survey RxC N | graded draw RxC N [GRADE ...]");
        return;
    };
    let (size, count) = (size.parse().expect("a size"), count.parse().expect("a number"));
    if what == "survey" {
        return survey(size, count);
    }
    let wanted =
        if arguments.len() > 3 { &arguments[3..] } else { &["1", "2", "3", "4", "5"].map(String::from)[..] };
    let levels: Vec<Level> = wanted.iter().map(|word| word.parse().expect("a grade")).collect();
    draw(size, count, &levels);
}

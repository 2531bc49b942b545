//! Colours against brute force and against the verifier, in numbers beyond those of the tests.
//!
//! `cargo run --release -p quandary-nonogram --example colours -- lines 100000`: random states of coloured lines, each
//! against every filling. `… -- puzzles 500`: random puzzles of up to 30×30 cells in 2 to 6 colours, each solved or proved
//! to have several solutions, each verdict checked, and every proof rejected once it is damaged.

use quandary_check::verify;
use quandary_core::{Budget, Certificate, Seed, Stream};
use quandary_nonogram::generate::{PictureKind, random_colours};
use quandary_nonogram::line::{ColourAutomaton, Scratch};
use quandary_nonogram::rules::blocks;
use quandary_nonogram::shape::Shape;
use quandary_nonogram::solve::{Goal, Verdict, solve_colours};
use quandary_nonogram::{Colour, Colours, Nonogram, Size};

/// CPU seconds of this thread, as the kernel counts them.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["lines", count] => lines(count.parse().expect("a number")),
        ["puzzles", count] => puzzles(count.parse().expect("a number")),
        _ => eprintln!("usage: colours lines N | colours puzzles N"),
    }
}

/// What every filling of a line that agrees with `cells` and has `clue` makes of each cell; `None` without any.
fn by_brute_force(line: &[Colour], cells: &[Colours]) -> Option<Vec<Colours>> {
    let clue = blocks(line.iter().copied());
    let mut found: Option<Vec<Colours>> = None;
    let choices: Vec<Vec<Colour>> = cells.iter().map(|colours| colours.iter().collect()).collect();
    let mut index = vec![0; cells.len()];
    loop {
        let filling: Vec<Colour> = index.iter().zip(&choices).map(|(&at, choice)| choice[at]).collect();
        if blocks(filling.iter().copied()) == clue {
            let seen = found.get_or_insert_with(|| vec![Colours::NONE; cells.len()]);
            seen.iter_mut().zip(&filling).for_each(|(set, &colour)| set.insert(colour));
        }
        let Some(next) = (0..cells.len()).find(|&at| index[at] + 1 < choices[at].len()) else { return found };
        index[next] += 1;
        index[..next].fill(0);
    }
}

fn colour(index: usize) -> Colour {
    Colour::new(index).expect("a few colours")
}

/// A line of up to 8 cells in up to 4 colours and what its cells may be: usually with itself among it.
fn random_line(stream: &mut Stream) -> (Vec<Colour>, Vec<Colours>, usize) {
    let (length, colours) = (1 + stream.index(8), 1 + stream.index(4));
    let line: Vec<Colour> = (0..length).map(|_| colour(stream.index(colours + 1))).collect();
    let cell = |&own: &Colour| {
        let mut set = Colours::one(if stream.chance(0.97) { own } else { colour(stream.index(colours + 1)) });
        for other in 0..=colours {
            if stream.chance(0.4) {
                set.insert(colour(other));
            }
        }
        set
    };
    let cells = line.iter().map(cell).collect();
    (line, cells, colours)
}

fn lines(count: u64) {
    let mut impossible = 0;
    let before = cpu_seconds();
    for index in 0..count {
        let (line, cells, colours) = random_line(&mut Seed(18).named("colour lines").stream(index));
        let automaton = ColourAutomaton::<u64>::new(&blocks(line.iter().copied()), line.len(), colours);
        let mut left_over = Vec::new();
        let possible = automaton.solve(&cells, &mut Scratch::new(line.len()), |left| left_over.push(left));
        left_over.reverse();
        let expected = by_brute_force(&line, &cells);
        assert_eq!(possible.then_some(left_over), expected, "state {index}: {line:?} in {cells:?}");
        assert_eq!(automaton.feasible(&cells), expected.is_some());
        impossible += u64::from(expected.is_none());
    }
    println!(
        "{count} states of lines, {impossible} impossible, all as brute force has them; {:.1} CPU seconds",
        cpu_seconds() - before
    );
}

fn puzzles(count: u64) {
    let (mut unique, mut multiple, mut steps, mut damaged) = (0, 0, 0, 0);
    let (mut solving, mut checking, mut slowest) = (0.0, 0.0, (0.0, 0));
    for index in 0..count {
        let stream = &mut Seed(18).named("colour puzzles").stream(index);
        let size = Size { rows: 3 + stream.index(28), columns: 3 + stream.index(28) };
        let colours = 2 + stream.index(5);
        let wanted =
            PictureKind { size, share: 0.3 + 0.65 * stream.unit(), unique: false, shape: Shape::Noise };
        let picture = random_colours(&wanted, colours, Seed(18), index, &mut Budget::unlimited());
        let puzzle = Nonogram::of(&picture.expect("without a budget"));
        let before = cpu_seconds();
        let solved = solve_colours(&puzzle, Goal::Unique, &mut Budget::unlimited());
        let took = cpu_seconds() - before;
        solving += took;
        slowest = if took > slowest.0 { (took, index) } else { slowest };
        let certificate = solved.certificate(&puzzle).expect("a verdict");
        let before = cpu_seconds();
        let verdict = verify(&certificate);
        checking += cpu_seconds() - before;
        assert!(verdict.is_ok(), "puzzle {index}: {verdict:?}");
        match solved.verdict {
            Verdict::Unique(_) => unique += 1,
            Verdict::Multiple(..) => multiple += 1,
            other => panic!("puzzle {index}: {}", other.name()),
        }
        let proof = solved.steps.unwrap_or_default();
        steps += proof.len();
        if certificate.claim == "unique" {
            for number in (0..proof.len()).step_by(1 + proof.len() / 5) {
                assert!(verify(&without_step(&certificate, &proof, number)).is_err(), "puzzle {index}");
                damaged += 1;
            }
            // Another colour for the first block, if there is one.
            let mut other = certificate.clone();
            if let Some(letter) = other.instance.chars().find(char::is_ascii_lowercase) {
                let another = if letter == 'a' { "b" } else { "a" };
                other.instance = other.instance.replacen(letter, another, 1);
                assert!(verify(&other).is_err(), "puzzle {index}");
                damaged += 1;
            }
        }
    }
    println!(
        "{count} puzzles: {unique} unique ({steps} steps), {multiple} multiple, every certificate accepted, {damaged} \
         damaged ones rejected; {solving:.1} CPU seconds to solve (slowest {:.2}, puzzle {}), {checking:.1} to check",
        slowest.0, slowest.1
    );
}

/// The certificate with one step fewer and everything else in order.
fn without_step(certificate: &Certificate, proof: &[String], number: usize) -> Certificate {
    let mut less = proof.to_vec();
    less.remove(number);
    let mut changed = certificate.clone();
    let rows: Vec<String> = serde_json::from_value(changed.evidence["solution"].clone()).expect("rows");
    let head = [changed.instance.as_str(), changed.claim.as_str()];
    let lines = head.into_iter().chain(rows.iter().chain(&less).map(String::as_str));
    changed.evidence["digest"] = quandary_nonogram::solve::digest(lines).into();
    changed.evidence["steps"] = less.into();
    changed
}

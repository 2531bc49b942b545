//! Sentences of section VIII: what makes a nonogram difficult, and how the methods' work grows.

use std::cmp::Ordering;

use quandary_core::stats::{Rate, Summary};
use quandary_core::{Budget, Seed};
use quandary_nonogram::Nonogram;
use quandary_nonogram::generate::{Boardgen, random_puzzle};
use quandary_nonogram::methods::{self, run};
use quandary_nonogram::solve::{Goal, Method, Verdict, solve};

use crate::judge::{LEAST, LEVEL};
use crate::papers::sentences::{self, Finding, compare, word};
use crate::papers::{Bench, Table};
use crate::reproduction::Reproduced;

/// The share of black cells that the document's boards have on average.
const SHARE: f64 = 0.425;
/// Nodes of method 11 for one puzzle; a puzzle that takes more counts with these.
const NODES: u64 = 2_000;

pub(in crate::papers) fn section_8(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let puzzles = bench.scale.all(600);
    let computed = format!(
        "{} random pictures of each size and share and {puzzles} for the sentences about solutions, by method 11 (intersection, guessing in order) within {NODES} nodes; which \
         have one solution is proved by our own solver; method 5 on the document's ten 7x7 boards.",
        puzzles / 3
    );
    let mut found = vec![by_size(puzzles / 3, bench), by_share(puzzles / 3, bench)];
    found.extend(by_solutions(puzzles, bench));
    found.push(depth_first(bench));
    sentences::judged(table, &computed, &found)
}

/// The logarithm of the nodes that method 11 takes.
fn effort(puzzle: &Nonogram) -> f64 {
    let mut budget = Budget::nodes(NODES);
    let method = methods::Method::named("11").expect("ids are 1 to 12");
    // What is found does not matter here, and a budget that ran out is its own measure.
    let _ = run(method, puzzle, &mut budget);
    (budget.spent().clamp(1, NODES) as f64).ln()
}

fn efforts(seed: Seed, side: usize, share: f64, puzzles: u64, bench: &Bench<'_>) -> Summary {
    let all = bench.context.map("nonograms by method 11", puzzles, |index| {
        effort(&random_puzzle(seed, index, side, side, share).0)
    });
    all.0.into_iter().collect()
}

fn by_size(puzzles: u64, bench: &Bench<'_>) -> Finding {
    let all = [5, 7, 10].map(|side| (side, efforts(bench.seed.named("size"), side, SHARE, puzzles, bench)));
    let steps: Vec<Option<Ordering>> = all.windows(2).map(|pair| compare(&pair[1].1, &pair[0].1)).collect();
    let same = steps.iter().all(|step| *step == steps[0]);
    let shown: Vec<String> =
        all.iter().map(|(side, summary)| format!("{side}x{side} {:.2}", summary.mean())).collect();
    let note = format!("mean log of the nodes: {}", shown.join(", "));
    Finding::new("size", word(steps[0].filter(|_| same), "harder", "easier"), note)
}

fn by_share(puzzles: u64, bench: &Bench<'_>) -> Finding {
    let all: Vec<(usize, Summary)> = (1..=9)
        .map(|tenths| {
            let seed = bench.seed.named(&format!("share {tenths}"));
            (tenths, efforts(seed, 10, tenths as f64 / 10.0, puzzles, bench))
        })
        .collect();
    let near = |tenths: usize| (4..=6).contains(&tenths);
    let hardest = |inside: bool| {
        let some = all.iter().filter(|(tenths, _)| near(*tenths) == inside);
        some.max_by(|a, b| a.1.mean().total_cmp(&b.1.mean()))
    };
    let ours = match (hardest(true), hardest(false)) {
        (Some((_, inside)), Some((tenths, outside))) => match compare(inside, outside) {
            Some(Ordering::Greater) => Some("near a half".to_owned()),
            Some(_) => Some(format!("at 0.{tenths}")),
            None => None,
        },
        _ => None,
    };
    let shown: Vec<String> =
        all.iter().map(|(at, summary)| format!("0.{at}: {:.2}", summary.mean())).collect();
    let note = format!("10x10, mean log of the nodes by the share of boxes: {}", shown.join(", "));
    Finding::new("boxes", ours, note)
}

fn by_solutions(puzzles: u64, bench: &Bench<'_>) -> [Finding; 2] {
    let seed = bench.seed.named("solutions");
    let stop = bench.context.budget.stop();
    let all = bench.context.map("nonograms with one solution or more", puzzles, |index| {
        let (puzzle, _) = random_puzzle(seed, index, 10, 10, SHARE);
        let mut budget = Budget::unlimited().with_stop(stop.clone());
        let several =
            matches!(solve(&puzzle, Goal::Unique, Method::Best, &mut budget).verdict, Verdict::Multiple(..));
        let stalls = matches!(
            solve(&puzzle, Goal::Unique, Method::Line, &mut Budget::unlimited()).verdict,
            Verdict::Open(_)
        );
        (several, stalls, effort(&puzzle))
    });
    let of = |several: bool| -> Summary {
        all.0.iter().filter(|(has, _, _)| *has == several).map(|(_, _, effort)| *effort).collect()
    };
    let (one, more) = (of(false), of(true));
    let note = format!(
        "10x10, mean log of the nodes: {:.2} of the {} with one solution, {:.2} of the {} with several",
        one.mean(),
        one.count(),
        more.mean(),
        more.count()
    );
    let harder = Finding::new("solutions", word(compare(&more, &one), "harder", "easier"), note);
    let stalled = || all.0.iter().filter(|(_, stalls, _)| *stalls);
    let with_several =
        Rate::new(stalled().filter(|(has, _, _)| *has).count() as u64, stalled().count() as u64);
    let half = LEVEL * 0.5 / (with_several.trials.max(1) as f64).sqrt();
    let ours = match with_several.value() - 0.5 {
        _ if with_several.trials < LEAST => None,
        gap if gap > half => Some("usually"),
        gap if gap < -half => Some("seldom"),
        _ => None,
    };
    let note = format!("10x10: several solutions where lines alone leave cells open: {with_several}");
    [harder, Finding::new("stall", ours, note)]
}

/// "The time of DFS is n times the fillings of a row": nodes against n times the most fillings of any row.
fn depth_first(bench: &Bench<'_>) -> Finding {
    const SIDE: usize = 7;
    const LIMIT: u64 = 20_000_000;
    let boards = bench.scale.all(10).min(10) as usize;
    let limit = bench.scale.by_number().map_or(LIMIT, |runs| runs.saturating_mul(10_000).min(LIMIT));
    let method = methods::Method::named("DFS").expect("one of the twelve");
    let (mut within, mut beyond) = (0, 0);
    let mut most = 0.0_f64;
    for picture in Boardgen::document(SIDE).pictures().iter().take(boards) {
        let puzzle = Nonogram::of(picture);
        let bound = SIDE as f64 * puzzle.rows().iter().map(|clue| fillings(clue, SIDE)).fold(0.0, f64::max);
        let mut budget = Budget::nodes(limit).with_stop(bench.context.budget.stop().clone());
        let finished = run(method, &puzzle, &mut budget).is_ok();
        let spent = budget.spent() as f64;
        most = most.max(spent / bound);
        if spent > bound {
            beyond += 1;
        } else if finished {
            within += 1;
        }
    }
    let ours = match (within, beyond) {
        (_, 1..) => Some("more"),
        (10.., 0) => Some("at most"),
        _ => None,
    };
    let note = format!(
        "7x7: more nodes than n times the fillings of the freest row on {beyond} of {boards} boards, up to {most:.0} times as many; the \
         bound is the product over the rows"
    );
    Finding::new("dfs", ours, note)
}

/// The number of fillings of a line: its white cells spread over the gaps.
fn fillings(clue: &[usize], length: usize) -> f64 {
    let used = clue.iter().sum::<usize>() + clue.len().saturating_sub(1);
    let free = length.saturating_sub(used);
    // free + k choose k.
    (1..=clue.len()).map(|at| (free + at) as f64 / at as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_as_many_fillings_as_its_spaces_can_be_spread() {
        assert_eq!(
            [fillings(&[], 5), fillings(&[5], 5), fillings(&[1], 5), fillings(&[1, 1], 5)],
            [1.0, 1.0, 5.0, 6.0]
        );
    }
}

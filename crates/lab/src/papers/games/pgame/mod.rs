//! The P-game experiment: 200 trees of 2x20 and 200 of 8x8.

mod facts;
mod figures;
mod smooth;

use std::fmt::Write;

use quandary_core::Budget;
use quandary_core::stats::{Interval, Rate, Summary};
use quandary_games::pgame::PGame;
use quandary_search::proof::{Conclusion, Method, Report};
use quandary_search::truth;
use serde_json::json;

use self::facts::{ITERATIONS, Iterations, ProofCounts, RELAPSES, SEARCHES, WRONG_ESTIMATES, WrongEstimates};
use super::claims::{claim, side, together};
use super::tally::{Contender, Run};
use crate::judge::{LEAST, Ratio};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Reproduced, Verdict};

/// The article's two kinds of trees.
const SHAPES: [(u32, u32); 2] = [(2, 20), (8, 8)];
/// Independent sets of trees, to distinguish a ranking from luck.
const SETS: u64 = 5;
/// Bytes for the tree of a search.
const BYTES: usize = 1 << 28;

/// Trees per set for the moves selected during the search; on about half of them a wrong move is possible.
const MOVES_TREES: u64 = 60;

/// PN-MCTS takes about as long as all the others together: it gets one tree in this many.
const SPARSE: u64 = 10;

/// The first four are the article's; PPNS is compared with each of them.
const METHODS: [(&str, Method); 9] = [
    ("PNS", Method::Pns),
    ("MCPNS", Method::Mcpns),
    ("UCT", Method::Uct),
    ("MC", Method::Mc),
    ("PPNS", Method::Ppns),
    ("PP", Method::Pp),
    ("df-pn", Method::DfPn),
    ("PN2", Method::Pn2),
    ("PN-MCTS", Method::PnMcts),
];
const RIVALS: usize = 4;

/// The playouts are not printed: these are tried in addition to our ten. The article uses sixty for 2048.
const OTHER_PLAYOUTS: [u32; 2] = [1, 60];

/// The stop rules tried; the article names the first two, for Othello and for Connect Four.
const PRECISIONS: [f64; 6] = [1e-5, 1e-3, 1e-1, 1e-2, 1e-4, 1e-6];

/// The results of a method on the sets of one shape.
struct Outcome {
    name: &'static str,
    playouts: u32,
    /// One run per set, all of the same length.
    sets: Vec<Run>,
}

impl Outcome {
    fn reports(&self) -> impl Iterator<Item = &Report> {
        self.sets.iter().flat_map(|run| &run.proofs)
    }

    fn iterations(&self) -> Summary {
        self.reports().map(|report| report.iterations as f64).collect()
    }

    /// Mean iterations of each set.
    fn set_means(&self) -> Vec<f64> {
        let mean = |run: &Run| run.proofs.iter().map(|r| r.iterations as f64).collect::<Summary>().mean();
        self.sets.iter().filter(|run| !run.proofs.is_empty()).map(mean).collect()
    }

    /// The iterations of both on each tree.
    fn pairs(&self, other: &Outcome) -> Vec<(f64, f64)> {
        let pair = |(ours, theirs): (&Report, &Report)| (ours.iterations as f64, theirs.iterations as f64);
        self.sets
            .iter()
            .zip(&other.sets)
            .flat_map(|(ours, theirs)| ours.proofs.iter().zip(&theirs.proofs).map(pair))
            .collect()
    }

    /// The ratio of iterations to those of `other`: over trees, and over sets.
    fn against(&self, other: &Outcome) -> (Option<Ratio>, Option<Ratio>) {
        let ratios: Vec<f64> =
            self.set_means().iter().zip(other.set_means()).map(|(ours, theirs)| ours / theirs).collect();
        (Ratio::of_means(&self.pairs(other)), Ratio::over_sets(&ratios))
    }

    /// The ratio of CPU time to that of `other`, over sets.
    fn time_against(&self, other: &Outcome) -> Option<Ratio> {
        let ratios: Vec<f64> =
            self.sets.iter().zip(&other.sets).map(|(o, t)| o.cpu_seconds / t.cpu_seconds).collect();
        Ratio::over_sets(&ratios)
    }

    /// Proofs, and of these the wrong ones.
    fn proved_and_wrong(&self, truths: &[Vec<bool>]) -> (u64, u64) {
        let (mut proved, mut wrong) = (0, 0);
        for (run, truths) in self.sets.iter().zip(truths) {
            for (report, truth) in run.proofs.iter().zip(truths) {
                let answer = report.conclusion.answer();
                proved += u64::from(answer.is_some());
                wrong += u64::from(answer.is_some_and(|answer| answer != *truth));
            }
        }
        (proved, wrong)
    }
}

/// The trees of one shape with all questions about them.
struct Laboratory<'b> {
    shape: (u32, u32),
    trees: u64,
    bench: &'b Bench<'b>,
    /// Whether MAX wins, a list for each set.
    truths: Vec<Vec<bool>>,
}

impl<'b> Laboratory<'b> {
    fn open(shape: (u32, u32), trees: u64, bench: &'b Bench<'b>) -> Laboratory<'b> {
        let what = format!("P-games {}x{} brute force", shape.0, shape.1);
        let truths = (0..SETS)
            .map(|set| {
                let seed = bench.seed.named(&format!("set {set}"));
                let wins = |index| {
                    let tree = PGame::new(shape.0, shape.1, seed, index);
                    truth::wins(&tree, &mut Budget::unlimited()).unwrap_or(false)
                };
                bench.context.map(&what, trees, wins).0
            })
            .collect();
        Laboratory { shape, trees, bench, truths }
    }

    fn ask(&self, name: &'static str, method: Method, playouts: u32) -> Outcome {
        let (branching, depth) = self.shape;
        let one_in = if method == Method::PnMcts { SPARSE } else { 1 };
        let contender = Contender::new(name, method).playouts(playouts).one_in(one_in);
        let what = format!("P-games {branching}x{depth} k={playouts}");
        let sets = (0..SETS)
            .map(|set| {
                let seed = self.bench.seed.named(&format!("set {set}"));
                Run::new(&contender, &PRECISIONS, (&what, self.trees), (seed, BYTES), self.bench, |index| {
                    PGame::new(branching, depth, seed, index)
                })
            })
            .collect();
        Outcome { name, playouts, sets }
    }

    fn place(&self) -> String {
        format!("{}x{}", self.shape.0, self.shape.1)
    }
}

pub(super) fn experiment(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let trees = bench.scale.runs(20, 200);
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "On 200 P-game trees with two branches and 20 layers and 200 with eight branches and eight layers, \
        PPNS takes less time and fewer iterations than PNS, MCPNS, UCT and the pure MCTS solver, and converges to the \
        correct solution; the error rate of its moves decreases more smoothly."
        .into();
    entry.computed = format!(
        "{SETS} sets of {trees} trees of each shape, every method until it has a proof, brute force for the truth; \
         PPNS against each rival on the same trees; again with other numbers of playouts; and PPNS with the stop rule pr, \
         as an estimate."
    );
    conventions(&mut entry);
    entry.fewer_runs(trees, 200, "trees per set");
    for (row, shape) in SHAPES.into_iter().enumerate() {
        settings_row(table, row, shape, trees, &mut entry);
        let laboratory = Laboratory::open(shape, trees, bench);
        one_shape(&laboratory, &mut entry);
        smooth::cells(shape, bench.scale.runs(MOVES_TREES, 200), bench, &mut entry);
    }
    entry.figures.push(figures::inside(bench));
    entry
}

fn settings_row(table: &Table, row: usize, shape: (u32, u32), trees: u64, entry: &mut Reproduced) {
    let place = format!("{}x{}", shape.0, shape.1);
    for (column, ours) in [("trees", trees), ("branches", u64::from(shape.0)), ("layers", u64::from(shape.1))]
    {
        let printed = table.printed(row, column);
        let note = "a setting; the figures are in Song et al. 2019";
        let mut cell = Cell::without_ours(&place, column, printed, Verdict::Quoted, note);
        cell.ours = json!(ours);
        entry.cells.push(cell);
    }
}

/// Runs every method on one shape, and adds its cells, facts and figures.
fn one_shape(laboratory: &Laboratory<'_>, entry: &mut Reproduced) {
    let outcomes: Vec<Outcome> =
        METHODS.iter().map(|&(name, method)| laboratory.ask(name, method, 10)).collect();
    for outcome in &outcomes {
        method_fact(laboratory, outcome, entry);
    }
    let ppns = &outcomes[RIVALS];
    let others: Vec<[Outcome; 3]> = OTHER_PLAYOUTS
        .into_iter()
        .map(|k| {
            [("MCPNS", Method::Mcpns), ("MC", Method::Mc), ("PPNS", Method::Ppns)]
                .map(|(name, method)| laboratory.ask(name, method, k))
        })
        .collect();
    for outcome in others.iter().flatten() {
        method_fact(laboratory, outcome, entry);
    }
    for rival in &outcomes[..RIVALS] {
        let comparison = Comparison::new(ppns, rival, &others);
        entry.cells.push(comparison.iterations(laboratory));
        entry.cells.push(comparison.time(laboratory));
    }
    correctness_claim(laboratory, &outcomes, entry);
    estimates(laboratory, ppns, entry);
    entry.figures.push(figures::iterations(&laboratory.place(), &outcomes));
    entry.figures.push(figures::guesses(&laboratory.place(), &wrong_by_precision(laboratory, ppns)));
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let mut sentences = Vec::new();
    for (branching, depth) in SHAPES {
        let place = format!("{branching}x{depth}");
        let against: Vec<String> = METHODS[..RIVALS]
            .iter()
            .filter_map(|(rival, _)| {
                entry.cell(&place, &format!("iterations against {rival}")).map(|cell| (rival, cell))
            })
            .map(|(rival, cell)| {
                let ratio = cell.ours.as_f64().map_or("–".into(), |ratio| format!("{ratio:.3}"));
                format!("{ratio} times {rival} ({})", cell.verdict)
            })
            .collect();
        sentences.push(format!(
            "On {place} PPNS takes {:.0} iterations per tree: {}.",
            entry.fact(&ITERATIONS.of(&[&place, &"PPNS", &10])).map_or(f64::NAN, |found| found.value),
            against.join(", ")
        ));
        let relapses =
            |name: &str| entry.fact(&RELAPSES.of(&[&place, &name])).map_or(f64::NAN, |found| found.relapses);
        let smooth: Vec<String> = ["PNS", "MCPNS", "MC"]
            .iter()
            .filter_map(|rival| Some((rival, entry.cell(&place, &format!("smoothness against {rival}"))?)))
            .map(|(rival, cell)| format!("{:.2} in {rival} ({})", relapses(rival), cell.verdict))
            .collect();
        sentences.push(format!(
            "On the way to a proof on {place}, PPNS turns from a right first move to a wrong one {:.2} times per tree; {}.",
            relapses("PPNS"),
            smooth.join(", ")
        ));
        sentences.extend(entry.fact(&SEARCHES.of(&[&place])).map(|ProofCounts { searches, proved, wrong }| {
            format!(
                "{proved} of {searches} searches of all methods on {place} end in a proof, {wrong} of them wrong."
            )
        }));
        let estimate = |precision: &str| entry.fact(&WRONG_ESTIMATES.of(&[&place, &precision]));
        if let (Some(fine), Some(coarse)) = (estimate("1e-5"), estimate("1e-3")) {
            sentences.push(format!(
                "As an estimate on {place} PPNS is wrong on {} of {} trees with pr = 1e-5 and on {} with pr = 1e-3.",
                fine.wrong, fine.trees, coarse.wrong
            ));
        }
    }
    sentences.push(tally(entry));
    sentences
}

fn method_fact(laboratory: &Laboratory<'_>, outcome: &Outcome, entry: &mut Reproduced) {
    let over_trees = outcome.iterations().estimate();
    let sets = outcome.set_means();
    let (proved, wrong) = outcome.proved_and_wrong(&laboratory.truths);
    let nodes: Summary = outcome.reports().map(|report| report.nodes as f64).collect();
    let seconds: f64 = outcome.sets.iter().map(|run| run.cpu_seconds).sum();
    let count = over_trees_count(outcome);
    entry.state(
        &ITERATIONS.of(&[&laboratory.place(), &outcome.name, &outcome.playouts]),
        Iterations {
            value: over_trees.value,
            over_trees: over_trees.interval,
            over_sets: Ratio::over_sets(&sets).map(|ratio| ratio.estimate().interval),
            sets,
            proved,
            wrong,
            trees: count,
            mean_nodes: nodes.mean(),
            cpu_milliseconds_per_tree: 1000.0 * seconds / count.max(1) as f64,
        },
        &format!("{proved} of {count} proved, {wrong} wrong; 95 % intervals over trees and over sets"),
    );
}

fn over_trees_count(outcome: &Outcome) -> usize {
    outcome.reports().count()
}

/// How PPNS compares with a rival: with ten playouts, and with the other numbers tried.
struct Comparison<'o> {
    rival: &'static str,
    /// Ten playouts first.
    pairs: Vec<(&'o Outcome, &'o Outcome)>,
}

impl<'o> Comparison<'o> {
    fn new(ppns: &'o Outcome, rival: &'o Outcome, others: &'o [[Outcome; 3]]) -> Comparison<'o> {
        let other_k = others.iter().map(|[mcpns, mc, ppns]| match rival.name {
            "MCPNS" => (ppns, mcpns),
            "MC" => (ppns, mc),
            // The others play no k games at a leaf.
            _ => (ppns, rival),
        });
        Comparison { rival: rival.name, pairs: std::iter::once((ppns, rival)).chain(other_k).collect() }
    }

    /// A cell for ratios of which "below 1" is claimed: one for each number of playouts, in the order of the pairs.
    fn cell(&self, place: &str, what: &str, printed: &str, ratios: &[Option<Ratio>], note: &str) -> Cell {
        let mut note = note.to_owned();
        for ((ppns, _), ratio) in self.pairs.iter().zip(ratios).skip(1) {
            if let Some(ratio) = ratio {
                let Interval { low, high } = ratio.estimate().interval;
                let _ =
                    write!(note, "; with k = {}: {:.3} [{low:.3}, {high:.3}]", ppns.playouts, ratio.value);
            }
        }
        let trees = self.pairs.first().map_or(0, |(ppns, rival)| ppns.pairs(rival).len() as u64);
        let sides: Vec<_> = ratios.iter().map(|ratio| ratio.and_then(|ratio| side(&ratio, trees))).collect();
        let known: Vec<_> = sides.iter().flatten().collect();
        if known.windows(2).any(|pair| pair[0] != pair[1]) {
            note = format!("depends on k, which is not printed; {note}");
        }
        let ours = ratios.first().copied().flatten().map(|ratio| ratio.estimate());
        let column = format!("{what} against {}", self.rival);
        claim((place, &column), (printed, "more"), printed, ours, together(&sides), &note)
    }

    /// "Fewer iterations", on the same trees.
    fn iterations(&self, laboratory: &Laboratory<'_>) -> Cell {
        let both: Vec<_> = self.pairs.iter().map(|(ppns, rival)| ppns.against(rival)).collect();
        let mut note = format!("iterations of PPNS over those of {}, interval over trees", self.rival);
        if let Some((_, Some(sets))) = both.first() {
            let Interval { low, high } = sets.estimate().interval;
            let _ = write!(note, "; over sets [{low:.3}, {high:.3}]");
        }
        let over_trees: Vec<_> = both.iter().map(|(over_trees, _)| *over_trees).collect();
        self.cell(&laboratory.place(), "iterations", "fewer", &over_trees, &note)
    }

    /// "Less time": CPU time is shown but not judged, since it depends on the machine and its load; iterations are the
    /// same on every machine.
    fn time(&self, laboratory: &Laboratory<'_>) -> Cell {
        let column = format!("time against {}", self.rival);
        let note = format!(
            "CPU time of PPNS over that of {} on this machine, interval over sets; no verdict rests on a clock",
            self.rival
        );
        let place = laboratory.place();
        let ratio = self.pairs.first().and_then(|(ppns, rival)| ppns.time_against(rival));
        let ratio = ratio.filter(|ratio| ratio.value.is_finite()).map(|ratio| ratio.estimate());
        let found = ratio.map_or_else(String::new, |ratio| {
            format!(": {:.3} [{:.3}, {:.3}]", ratio.value, ratio.interval.low, ratio.interval.high)
        });
        let note = format!("{note}{found}");
        Cell::without_ours(&place, &column, "less", Verdict::NotReproducible, &note)
    }
}

/// "Converges to the correct solution": a proof by any method is right.
fn correctness_claim(laboratory: &Laboratory<'_>, outcomes: &[Outcome], entry: &mut Reproduced) {
    let (mut proved, mut wrong, mut trees) = (0, 0, 0);
    for outcome in outcomes {
        let (p, w) = outcome.proved_and_wrong(&laboratory.truths);
        (proved, wrong, trees) = (proved + p, wrong + w, trees + over_trees_count(outcome) as u64);
    }
    let place = laboratory.place();
    entry.state(
        &SEARCHES.of(&[&place]),
        ProofCounts { searches: trees, proved, wrong },
        "against brute force, pr = 0",
    );
    // One wrong proof refutes it; enough proofs that are all right support it.
    let found = if wrong > 0 { "some" } else { "none" };
    let decided = wrong > 0 || (proved == trees && trees >= LEAST);
    let accepts = if decided { vec![found.to_owned()] } else { Vec::new() };
    let cell = Cell::words((&place, "wrong proofs"), "none", found, accepts);
    let note = format!("of {trees} searches {proved} proved and {wrong} wrong against brute force, pr = 0");
    entry.cells.push(cell.saying(note));
}

/// How often the stop rule is wrong, and its cost, for each precision from small to large.
fn wrong_by_precision(laboratory: &Laboratory<'_>, ppns: &Outcome) -> Vec<(f64, Rate, f64)> {
    let mut rows: Vec<(f64, Rate, f64)> = PRECISIONS
        .into_iter()
        .enumerate()
        .map(|(lane, precision)| {
            let (mut wrong, mut trees, mut iterations) = (0, 0, Summary::default());
            for (run, truths) in ppns.sets.iter().zip(&laboratory.truths) {
                for (report, truth) in run.stops[lane].iter().zip(truths) {
                    trees += 1;
                    wrong += u64::from(report.conclusion.answer().is_some_and(|answer| answer != *truth));
                    iterations.add(report.iterations as f64);
                }
            }
            (precision, Rate::new(wrong, trees), iterations.mean())
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows
}

/// The stop rule's answers compared with the truth.
fn estimates(laboratory: &Laboratory<'_>, ppns: &Outcome, entry: &mut Reproduced) {
    let rows = wrong_by_precision(laboratory, ppns);
    for (lane, precision) in PRECISIONS.into_iter().enumerate() {
        let Some((_, rate, iterations)) = rows.iter().find(|row| row.0 == precision) else { continue };
        let estimated = ppns
            .sets
            .iter()
            .flat_map(|run| &run.stops[lane])
            .filter(|report| matches!(report.conclusion, Conclusion::Estimated(_)))
            .count();
        let interval = rate.interval();
        entry.state(
            &WRONG_ESTIMATES.of(&[&laboratory.place(), &format!("{precision:e}")]),
            WrongEstimates {
                wrong: rate.successes,
                trees: rate.trials,
                low: interval.low,
                high: interval.high,
                mean_iterations: *iterations,
                estimated,
            },
            &format!("{rate} wrong; {iterations:.0} iterations; {estimated} ended by the stop rule"),
        );
    }
}

fn conventions(entry: &mut Reproduced) {
    entry.convention(
        "edges",
        "whole numbers from 0 to 127, uniform, as in Kocsis and Szepesvári 2006, whom the article names for the trees",
    );
    entry.convention("rule", "MAX adds at even depth, MIN subtracts at odd depth, MAX wins above 0");
    entry.convention("playouts", format!("k = 10 for each new child; not printed; also {OTHER_PLAYOUTS:?}"));
    entry.convention("theta", "0.001; printed for Connect Four only");
    entry.convention("UCT", "C = 1, a leaf is expanded on its second visit, one playout per iteration");
    entry.convention(
        "PN-MCTS",
        format!("UCT as above, C_pn = 1, ranks of proof numbers; one tree in {SPARSE} of each set"),
    );
    entry.convention(
        "MC",
        "follows the best share of wins without exploration, k playouts for each new child",
    );
    entry.convention("MCPNS", "leaf: proof 1 - R, disproof R");
    entry.convention("df-pn", "1 + epsilon = 1.25, transposition table");
    entry.convention(
        "pr",
        "estimate mode: stops when the root is nearer than pr to 0 or 1; the beginning of the proof",
    );
    entry.convention("budget", "until a proof; 256 MiB per tree");
    entry.convention(
        "intervals",
        format!("over trees: of the ratio of means of paired trees, by the delta method; over sets: Student's, {SETS} sets"),
    );
    entry.convention(
        "smoothly",
        "not printed: fewer turns from a right first move to a wrong one on the same trees; undecided where the rises of the \
         error rate, over sets, say the contrary",
    );
    entry.convention("matters", "which of two is the smaller, at 99.9 % from at least 100 trees");
}

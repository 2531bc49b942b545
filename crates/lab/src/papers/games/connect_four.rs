//! Figure 2: 200 Connect Four positions of 12 random plies.

use quandary_core::Budget;
use quandary_core::stats::{Estimate, Interval, Rate};
use quandary_games::connect_four::generate::undecided;
use quandary_games::connect_four::{AnySize, Position, Question, STANDARD, Solver};
use quandary_search::proof::{Method, Report};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::cmp::Ordering;

use super::authors;
use super::claims::{Setting, claim, open_ended};
use super::tally::{Contender, Counts, Run, Tally, within};
use crate::judge::{LEAST, Print, Ratio};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Printed, Table};
use crate::reproduction::{Cell, Fact, Figure, Marks, Reproduced, Series, Verdict};

/// The article's number of positions, and the differences that matter: a fifth of them, and ten points of a reduction.
const PRINTED_POSITIONS: u64 = 200;
const POINTS: f64 = 20.0;
const SAVED_POINTS: f64 = 10.0;

/// The printed number of positions: a count, which is not rounded.
const COUNTED: Print = Print { runs: Some(PRINTED_POSITIONS), rounding: 0.0, matters: POINTS };

/// What a contender proved, and what it concluded with a stop rule.
const PROOFS: Fact<Counts> = Fact::new("{}");
const STOPPED: Fact<Counts> = Fact::new("{} pr={}");

/// The true outcomes of the positions for the player to move.
#[derive(Serialize, Deserialize)]
struct Outcomes {
    wins: usize,
    draws: usize,
    losses: usize,
}

const OUTCOMES: Fact<Outcomes> = Fact::new("true outcomes");

/// Positions for the article's program, switch by switch.
const AUTHORS_POSITIONS: u64 = 10;

const PLIES: u32 = 12;
/// Nodes that a tree search may make for one position, 16 bytes each.
const NODES: u64 = 500_000;
/// Smaller budgets, read from the same searches.
const FEWER_NODES: [u64; 2] = [50_000, 150_000];
/// PNS plays no random games and is that much faster: this gives it about the time of the others.
const PNS_NODES: u64 = 20 * NODES;
/// Positions that df-pn may expand for one position.
const DFPN_NODES: u64 = 400_000_000;
/// One position in this many for settings that the article does not use or print: other values of theta and k, df-pn,
/// and more nodes.
const ONE_IN: u64 = 4;

/// The stop rules tried: the article's first.
const PRECISIONS: [f64; 4] = [1e-3, 1e-2, 1e-4, 1e-5];

/// The main run of PPNS, then PPNS with other values of theta and k, then the others.
const CONTENDERS: [Contender; 9] = [
    Contender::new("PPNS", Method::Ppns).nodes(NODES),
    Contender::new("PPNS theta=0.01", Method::Ppns).nodes(NODES).theta(0.01).one_in(ONE_IN),
    Contender::new("PPNS theta=0.0001", Method::Ppns).nodes(NODES).theta(0.0001).one_in(ONE_IN),
    Contender::new("PPNS k=1", Method::Ppns).nodes(NODES).playouts(1),
    Contender::new("PPNS k=60", Method::Ppns).nodes(NODES).playouts(60).one_in(ONE_IN),
    Contender::new("PNS", Method::Pns).nodes(NODES),
    Contender::new("PNS, 20 times the nodes", Method::Pns).nodes(PNS_NODES).one_in(ONE_IN),
    Contender::new("MCPNS", Method::Mcpns).nodes(NODES),
    Contender::new("df-pn", Method::DfPn).nodes(DFPN_NODES).one_in(ONE_IN),
];
/// Those of them that show the sensitivity to an open parameter.
const OTHER_K: [usize; 2] = [3, 4];
const OTHER_THETA: [usize; 2] = [1, 2];

/// Asks a contender about all positions. Only df-pn sees wins one stone ahead: the others are the article's.
fn ask(contender: &Contender, positions: &[(Position, bool)], bench: &Bench<'_>) -> Run {
    let dfpn = contender.method == Method::DfPn;
    let bytes = if dfpn { 1 << 30 } else { 1 << 28 };
    let count = positions.len() as u64;
    Run::new(contender, &PRECISIONS, ("Connect Four", count), (bench.seed, bytes), bench, |index| Question {
        rules: STANDARD,
        root: positions[index as usize].0,
        draw_wins: false,
        sight: dfpn,
    })
}

pub(super) fn figure_2(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let given: Vec<Position> = bench
        .positions
        .iter()
        .filter_map(|text| authors::positions::connect_four(text).ok())
        .flatten()
        .collect();
    let count = bench.scale.runs(PRINTED_POSITIONS, PRINTED_POSITIONS);
    let count = if given.is_empty() { count } else { count.min(given.len() as u64) };
    let size = AnySize::new(7, 6).expect("the standard board fits");
    let (positions, _) = bench.context.map("Connect Four truth", count, |index| {
        let root = match given.get(index as usize) {
            Some(&given) => given,
            None => undecided(size, PLIES, bench.seed, index).position,
        };
        let solved = Solver::new(STANDARD, 22).solve_weakly(root, &mut Budget::unlimited());
        (root, solved.map_or(0, |solution| solution.score).signum())
    });
    let of = |sign: i32| positions.iter().filter(|(_, score)| *score == sign).count();
    let outcomes = Outcomes { wins: of(1), draws: of(0), losses: of(-1) };
    let positions: Vec<(Position, bool)> =
        positions.into_iter().map(|(root, score)| (root, score > 0)).collect();
    let runs: Vec<Run> = CONTENDERS.iter().map(|contender| ask(contender, &positions, bench)).collect();
    let truths: Vec<Option<bool>> = positions.iter().map(|(_, win)| Some(*win)).collect();
    let mut entry = Figure2 { table, runs: &runs, truths: &truths }.entry();
    entry.state(&OUTCOMES, outcomes, "of the positions, for the player to move, by alpha-beta");
    if !given.is_empty() {
        entry.convention("positions", format!("{} of {} that were handed in", positions.len(), given.len()));
    }
    let few = bench.scale.runs(AUTHORS_POSITIONS, PRINTED_POSITIONS) as usize;
    let roots: Vec<Position> = positions.iter().take(few).map(|(root, _)| *root).collect();
    let truth = |root: Position| positions.iter().find(|(known, _)| *known == root).map(|(_, win)| *win);
    authors::connect_four(&mut entry, &roots, &truth, bench);
    entry
}

/// What was run, to be judged.
struct Figure2<'f> {
    table: &'f Table,
    runs: &'f [Run],
    truths: &'f [Option<bool>],
}

impl Figure2<'_> {
    fn tally(&self, reports: &[Report]) -> Tally {
        Tally::of(reports, self.truths)
    }

    /// The share of positions concluded with the article's pr, for one run of PPNS and a budget.
    fn concluded(&self, name: &str, run: usize, nodes: u64) -> Setting {
        let reports: Vec<Report> =
            self.runs[run].stops[0].iter().map(|report| within(report, nodes)).collect();
        let mut setting = Setting::share(name, self.tally(&reports).completion(), &COUNTED);
        // Scaled to the article's 200 positions, as printed.
        let of_200 = |percent: f64| 2.0 * percent;
        let Interval { low, high } = setting.estimate.interval;
        setting.estimate = Estimate {
            value: of_200(setting.estimate.value),
            interval: Interval { low: of_200(low), high: of_200(high) },
        };
        setting.held = setting.held.times(2.0);
        setting
    }

    /// Nodes with a pr and without it, on the positions that the search without it solves within `nodes` nodes.
    fn needed(&self, run: usize, lane: usize, nodes: u64) -> Vec<(f64, f64)> {
        let run = &self.runs[run];
        let both = run.proofs.iter().zip(&run.stops[lane]);
        both.filter(|(proof, _)| within(proof, nodes).conclusion.answer().is_some())
            .map(|(proof, stop)| (stop.nodes as f64, proof.nodes as f64))
            .collect()
    }

    /// The share of the nodes needed to solve that remains with a pr. None if too few positions are solved.
    fn left(&self, run: usize, lane: usize, nodes: u64) -> Option<Ratio> {
        Ratio::of_means(&self.needed(run, lane, nodes))
    }

    /// The mean of the share left on each position.
    fn left_by_position(&self, run: usize, lane: usize) -> Option<Ratio> {
        let pairs: Vec<(f64, f64)> =
            self.needed(run, lane, NODES).iter().map(|(with, without)| (with / without, 1.0)).collect();
        Ratio::of_means(&pairs)
    }

    /// The same over all positions, the unsolved ones counted with the whole budget.
    fn left_of_all(&self, run: usize, lane: usize) -> Option<Ratio> {
        let run = &self.runs[run];
        let pairs: Vec<(f64, f64)> =
            run.proofs.iter().zip(&run.stops[lane]).map(|(p, s)| (s.nodes as f64, p.nodes as f64)).collect();
        Ratio::of_means(&pairs)
    }

    fn concluded_cell(&self, name: &str, printed: &Printed) -> Cell {
        let guessing = self.tally(&self.runs[0].stops[0]);
        let dfpn = self.tally(&self.runs[CONTENDERS.len() - 1].proofs);
        let mut settings = vec![self.concluded("the declared set-up", 0, NODES)];
        settings.extend(FEWER_NODES.map(|nodes| self.concluded(&format!("{nodes} nodes"), 0, nodes)));
        settings.extend(OTHER_K.map(|run| self.concluded(CONTENDERS[run].name, run, NODES)));
        let note = format!(
            "{} of {} positions with {NODES} nodes, shown for 200; {} of them wrong; time, memory and k are not printed; \
             df-pn proves {} of {}",
            guessing.concluded(),
            guessing.positions,
            guessing.wrong,
            dfpn.concluded(),
            dfpn.positions
        );
        open_ended((name, "value"), printed, &settings, true, &note)
    }

    fn reduction_cell(&self, name: &str, printed: &Printed) -> Cell {
        let mut settings = Vec::new();
        let mut add = |name: &str, left: Option<Ratio>| {
            settings.extend(left.map(|left| Setting::saved(name, left, SAVED_POINTS)));
        };
        add("the declared set-up", self.left(0, 0, NODES));
        for nodes in FEWER_NODES {
            add(&format!("{nodes} nodes"), self.left(0, 0, nodes));
        }
        for run in OTHER_K {
            add(CONTENDERS[run].name, self.left(run, 0, NODES));
        }
        add("the unsolved counted too", self.left_of_all(0, 0));
        add("the mean over positions", self.left_by_position(0, 0));
        let solved = self.tally(&self.runs[0].proofs).concluded();
        let most = self.grid().into_iter().map(|(_, _, saved)| saved.value).reduce(f64::max);
        let note = format!(
            "with theta = pr = 0.001 on the {solved} positions that PPNS solves without pr within {NODES} nodes; k, the \
             limits and how positions are averaged are not printed; {}",
            most.map_or_else(|| "nothing solved".into(), |most| format!("up to {most:.1} over theta and pr"))
        );
        open_ended((name, "value"), printed, &settings, false, &note)
    }

    /// The reduction for every theta and pr tried.
    fn grid(&self) -> Vec<(f64, f64, Estimate)> {
        std::iter::once(0)
            .chain(OTHER_THETA)
            .flat_map(|run| {
                PRECISIONS.into_iter().enumerate().filter_map(move |(lane, precision)| {
                    let saved = Setting::saved("", self.left(run, lane, NODES)?, SAVED_POINTS);
                    Some((CONTENDERS[run].theta, precision, saved.estimate))
                })
            })
            .collect()
    }

    /// "The pr parameter increases the total positions concluded": it cannot decrease them.
    fn increase_cell(&self) -> Cell {
        let (with, without) = (self.tally(&self.runs[0].stops[0]), self.tally(&self.runs[0].proofs));
        let more = with.concluded() as i64 - without.concluded() as i64;
        let note = format!(
            "{} with pr = 0.001 and {} without, of {}; with a stop rule the search is the beginning of the one without, so it \
             concludes wherever that does; {} of its conclusions are wrong",
            with.concluded(),
            without.concluded(),
            with.positions,
            with.wrong
        );
        // It cannot conclude fewer, so the only question is whether it concludes more.
        let enough = with.positions >= LEAST;
        let found = (enough && more > 0).then_some(Ordering::Greater);
        let place = ("positions concluded", "with pr against without");
        let mut cell = claim(place, ("fewer", "more"), "more", None, found, &note);
        cell.ours = json!(more);
        cell
    }

    fn entry(&self) -> Reproduced {
        let mut entry = Reproduced::new(&self.table.id, &self.table.title);
        let wins = self.truths.iter().filter(|truth| **truth == Some(true)).count();
        let count = self.truths.len();
        entry.claimed =
            "Of 200 positions after 12 random plies, PPNS with theta = pr = 0.001 concludes most: 135. The stop \
            rule pr reduces the nodes explored that are needed to solve by up to 57 %."
                .into();
        entry.computed = format!(
            "{count} positions of 12 random plies, without a win; PNS, MCPNS and PPNS with {NODES} nodes each, PPNS with \
             and without pr; on one position in {ONE_IN} other values of theta and k, PNS with {PNS_NODES} nodes, and df-pn \
             with {DFPN_NODES} expansions; alpha-beta for the truth of every position ({wins} wins for the player to move)."
        );
        for row in 0..self.table.rows.len() {
            let printed = self.table.printed(row, "value");
            let name = self.table.row_name(row);
            entry.cells.push(match name {
                "positions concluded" => self.concluded_cell(name, printed),
                "theta" | "pr" => Cell::without_ours(name, "value", printed, Verdict::Quoted, "a setting"),
                _ => self.reduction_cell(name, printed),
            });
        }
        entry.cells.push(self.increase_cell());
        self.facts(&mut entry);
        conventions(&mut entry);
        entry.fewer_runs(count as u64, PRINTED_POSITIONS, "positions");
        entry.convention(
            "matters",
            format!("{} of 200 positions, {SAVED_POINTS} points of a reduction", 2.0 * POINTS),
        );
        entry.figures.push(self.figure());
        entry
    }

    fn facts(&self, entry: &mut Reproduced) {
        for run in self.runs {
            let Contender { name, nodes, .. } = run.contender;
            let note = format!("proofs within {nodes} nodes; {:.1} CPU seconds", run.cpu_seconds);
            entry.state(&PROOFS.of(&[&name]), self.tally(&run.proofs).counts(), &note);
            for (precision, reports) in PRECISIONS.iter().zip(&run.stops).filter(|(_, r)| !r.is_empty()) {
                let note = "the same searches, ended by the stop rule: an estimate";
                let fact = STOPPED.of(&[&name, &format!("{precision:e}")]);
                entry.state(&fact, self.tally(reports).counts(), note);
            }
        }
        for (theta, precision, reduction) in self.grid() {
            entry.mention(
                &format!("nodes saved by pr={precision:e} at theta={theta}, per cent"),
                json!({"value": reduction.value, "low": reduction.interval.low, "high": reduction.interval.high}),
                "on the positions that PPNS solves without pr",
            );
        }
    }

    fn figure(&self) -> Figure {
        let mut bars: Vec<(String, Tally)> = Vec::new();
        for run in self.runs.iter().filter(|run| run.contender.one_in == 1) {
            bars.push((run.contender.name.to_owned(), self.tally(&run.proofs)));
            if let Some(reports) = run.stops[0].first().map(|_| &run.stops[0]) {
                bars.push((format!("{}* pr=1e-3", run.contender.name), self.tally(reports)));
            }
        }
        let series = |value: &dyn Fn(&Tally) -> u64, name: &str, shift: f64| {
            let points =
                bars.iter().enumerate().map(|(x, (_, tally))| (x as f64 + shift, value(tally) as f64));
            Series::new(name, Marks::Points, points)
        };
        Figure {
            title: "Connect Four positions by conclusion".into(),
            x_label: "method".into(),
            y_label: "positions".into(),
            x_names: bars.iter().map(|(name, _)| name.clone()).collect(),
            series: vec![
                series(&|tally| tally.solved, "solved (win)", -0.15),
                series(&|tally| tally.unsolved, "unsolved (no win)", -0.05),
                series(&|tally| tally.out, "out", 0.05),
                series(&|tally| tally.wrong, "wrong", 0.15),
            ],
            caption: "The article draws solved, unsolved and out; here is also what was wrong.".into(),
        }
    }
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let number =
        |counts: Option<Counts>, of: fn(&Counts) -> u64| counts.map_or(f64::NAN, |counts| of(&counts) as f64);
    let proofs = |name: &str, of: fn(&Counts) -> u64| number(entry.fact(&PROOFS.of(&[&name])), of);
    let precision = format!("{:e}", PRECISIONS[0]);
    let stopped = |of: fn(&Counts) -> u64| number(entry.fact(&STOPPED.of(&[&"PPNS", &precision])), of);
    let (wrong, checked) = (stopped(|counts| counts.wrong), stopped(|counts| counts.checked));
    let rate = Rate::new((wrong as u64).min(checked as u64), checked as u64);
    let mut sentences = vec![
        format!(
            "df-pn proves {} of {}, {} wrong.",
            proofs("df-pn", |counts| counts.concluded),
            proofs("df-pn", |counts| counts.positions),
            proofs("df-pn", |counts| counts.wrong)
        ),
        format!(
            "With {NODES} nodes PPNS proves {} of {}, PNS {}; PNS in about the same time {} of {}.",
            proofs("PPNS", |counts| counts.concluded),
            proofs("PPNS", |counts| counts.positions),
            proofs("PNS", |counts| counts.concluded),
            proofs("PNS, 20 times the nodes", |counts| counts.concluded),
            proofs("PNS, 20 times the nodes", |counts| counts.positions)
        ),
        format!(
            "PPNS with theta = pr = 0.001 concludes {}, of which {wrong} are wrong (error rate {rate}), and saves {:.0} % of the nodes \
             where PPNS proves.",
            stopped(|counts| counts.concluded),
            entry.ours("reduction of explored nodes up to pct", "value")
        ),
        tally(entry),
    ];
    if let Some(Outcomes { wins, draws, losses }) = entry.fact(&OUTCOMES) {
        sentences.push(format!(
            "For the player to move {wins} of the positions are won, {draws} drawn and {losses} lost."
        ));
    }
    sentences.extend(authors::conclude(entry, authors::FOUR));
    sentences
}

fn conventions(entry: &mut Reproduced) {
    entry.convention("question", "does the player to move win? a draw is not a win");
    entry.convention("positions", "uniformly random columns, without a win within 12 plies");
    entry.convention(
        "playouts",
        format!("k = 10 for each new child; not printed; also 1, and 60 on one position in {ONE_IN}"),
    );
    entry.convention("theta", format!("0.001 as printed; also 0.01 and 0.0001 on one position in {ONE_IN}"));
    entry.convention(
        "budget",
        format!(
            "{NODES} nodes of 16 bytes, not printed; also {FEWER_NODES:?}; PNS also {PNS_NODES}; df-pn {DFPN_NODES} \
             expansions and a table of at most 1 GiB"
        ),
    );
    entry.convention(
        "needed to solve",
        "all nodes on the positions that PPNS solves without pr, with pr against without",
    );
    entry.convention("pr", "estimate mode: stops when the root is nearer than pr to 0 or 1, not as near");
    entry.convention(
        "df-pn",
        "1 + epsilon = 1.25, mirror images share an entry, sees wins with the next stone",
    );
}

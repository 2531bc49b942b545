//! Figure 2: 200 Connect Four positions of 12 random plies.

use quandary_core::Budget;
use quandary_core::stats::{Estimate, Rate};
use quandary_games::connect_four::generate::undecided;
use quandary_games::connect_four::{Position, Question, STANDARD, Sized, Solver};
use quandary_search::proof::{Method, Report};
use serde_json::json;

use super::claims::{Setting, open_ended, per_cent, ratio_of_means};
use super::tally::{Contender, Run, Tally, within};
use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Reproduced, Figure, Marks, Series, Verdict};

const PLIES: u32 = 12;
/// Nodes that a tree search may make for one position, 16 bytes each.
const NODES: u64 = 500_000;
/// Smaller budgets, read off the same searches.
const FEWER_NODES: [u64; 2] = [50_000, 150_000];
/// PNS plays no random games and is that much faster: this gives it about the time of the others.
const PNS_NODES: u64 = 20 * NODES;
/// Positions that df-pn may expand for one position.
const DFPN_NODES: u64 = 400_000_000;
/// One position in so many for the values of theta and k that the article does not use or print.
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
    Contender::new("PNS, 20 times the nodes", Method::Pns).nodes(PNS_NODES),
    Contender::new("MCPNS", Method::Mcpns).nodes(NODES),
    Contender::new("df-pn", Method::DfPn).nodes(DFPN_NODES),
];
/// Those of them that the sensitivity to an open parameter is read from.
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
    let count = bench.scale.runs(6, 200);
    let size = Sized::new(7, 6).expect("the standard board fits");
    let (positions, _) = bench.context.map("Connect Four truth", count, |index| {
        let root = undecided(size, PLIES, bench.seed, index).position;
        let solved = Solver::new(STANDARD, 22).solve_weakly(root, &mut Budget::unlimited());
        (root, solved.map_or(0, |solution| solution.score) > 0)
    });
    let runs: Vec<Run> = CONTENDERS.iter().map(|contender| ask(contender, &positions, bench)).collect();
    let truths: Vec<Option<bool>> = positions.iter().map(|(_, win)| Some(*win)).collect();
    Figure2 { table, bench, runs: &runs, truths: &truths }.entry()
}

/// What was run, to be judged.
struct Figure2<'f> {
    table: &'f Table,
    bench: &'f Bench<'f>,
    runs: &'f [Run],
    truths: &'f [Option<bool>],
}

impl Figure2<'_> {
    fn tally(&self, reports: &[Report]) -> Tally {
        Tally::of(reports, self.truths)
    }

    /// Positions concluded with the article's pr, in its 200, for one run of PPNS and a budget.
    fn concluded(&self, run: usize, nodes: u64) -> Estimate {
        let reports: Vec<Report> =
            self.runs[run].stops[0].iter().map(|report| within(report, nodes)).collect();
        let rate = per_cent(self.tally(&reports).completion());
        let of_200 = |share: f64| 2.0 * share;
        Estimate {
            value: of_200(rate.value),
            interval: quandary_core::stats::Interval {
                low: of_200(rate.interval.low),
                high: of_200(rate.interval.high),
            },
        }
    }

    /// Nodes with a pr and without it, on the positions that the search without it solves with so many nodes.
    fn needed(&self, run: usize, lane: usize, nodes: u64) -> Vec<(f64, f64)> {
        let run = &self.runs[run];
        let both = run.proofs.iter().zip(&run.stops[lane]);
        both.filter(|(proof, _)| within(proof, nodes).conclusion.answer().is_some())
            .map(|(proof, stop)| (stop.nodes as f64, proof.nodes as f64))
            .collect()
    }

    /// By how many per cent a pr reduces the nodes needed to solve. Nothing when nothing is solved.
    fn reduction(&self, run: usize, lane: usize, nodes: u64) -> Option<Estimate> {
        ratio_of_means(&self.needed(run, lane, nodes), self.bench.seed.named("bootstrap")).map(saved)
    }

    /// The mean of what is saved on each position.
    fn reduction_by_position(&self, run: usize, lane: usize) -> Option<Estimate> {
        let left: Vec<f64> =
            self.needed(run, lane, NODES).iter().map(|(with, without)| with / without).collect();
        (!left.is_empty()).then(|| saved(quandary_core::stats::mean(left)))
    }

    /// The same over all positions, the unsolved ones counted with the whole budget.
    fn reduction_of_all(&self, run: usize, lane: usize) -> Option<Estimate> {
        let run = &self.runs[run];
        let pairs: Vec<(f64, f64)> =
            run.proofs.iter().zip(&run.stops[lane]).map(|(p, s)| (s.nodes as f64, p.nodes as f64)).collect();
        ratio_of_means(&pairs, self.bench.seed.named("bootstrap")).map(saved)
    }

    /// An estimate with as many positions as its run has.
    fn setting(&self, name: &str, run: usize, estimate: Estimate) -> Setting {
        Setting { name: name.to_owned(), estimate, positions: self.runs[run].proofs.len() as u64 }
    }

    fn concluded_cell(&self, name: &str, printed: serde_json::Value) -> Cell {
        let guessing = self.tally(&self.runs[0].stops[0]);
        let mut others: Vec<Setting> = FEWER_NODES
            .iter()
            .map(|&nodes| self.setting(&format!("{nodes} nodes"), 0, self.concluded(0, nodes)))
            .collect();
        others.extend(OTHER_K.map(|run| self.setting(CONTENDERS[run].name, run, self.concluded(run, NODES))));
        let note = format!(
            "{} of {} positions with {NODES} nodes, shown for 200; {} of them wrong; time, memory and k are not printed; \
             df-pn proves {}",
            guessing.concluded(),
            guessing.positions,
            guessing.wrong,
            self.tally(&self.runs[CONTENDERS.len() - 1].proofs).concluded()
        );
        let ours = self.setting("the declared set-up", 0, self.concluded(0, NODES));
        open_ended((name, "value"), printed, &ours, &others, true, &note)
    }

    fn reduction_cell(&self, name: &str, printed: serde_json::Value) -> Cell {
        let Some(ours) = self.reduction(0, 0, NODES) else {
            return Cell::without_ours(name, "value", printed, Verdict::Undecided, "nothing was solved");
        };
        let mut others = Vec::new();
        let mut add = |name: &str, run: usize, found: Option<Estimate>| {
            others.extend(found.map(|estimate| self.setting(name, run, estimate)));
        };
        for nodes in FEWER_NODES {
            add(&format!("{nodes} nodes"), 0, self.reduction(0, 0, nodes));
        }
        for run in OTHER_K {
            add(CONTENDERS[run].name, run, self.reduction(run, 0, NODES));
        }
        add("the unsolved counted too", 0, self.reduction_of_all(0, 0));
        add("the mean over positions", 0, self.reduction_by_position(0, 0));
        let solved = self.tally(&self.runs[0].proofs).concluded();
        let note = format!(
            "with theta = pr = 0.001 on the {solved} positions that PPNS solves without pr within {NODES} nodes; k, the \
             limits and how positions are averaged are not printed; up to {:.1} over theta and pr",
            self.grid().into_iter().map(|(_, _, r)| r.value).fold(f64::NEG_INFINITY, f64::max)
        );
        let ours = self.setting("the declared set-up", 0, ours);
        open_ended((name, "value"), printed, &ours, &others, false, &note)
    }

    /// The reduction for every theta and pr tried.
    fn grid(&self) -> Vec<(f64, f64, Estimate)> {
        std::iter::once(0)
            .chain(OTHER_THETA)
            .flat_map(|run| {
                PRECISIONS.into_iter().enumerate().filter_map(move |(lane, precision)| {
                    Some((CONTENDERS[run].theta, precision, self.reduction(run, lane, NODES)?))
                })
            })
            .collect()
    }

    /// "The pr parameter increases the total positions concluded": it cannot do otherwise.
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
        let verdict = if more > 0 { Verdict::AgreesAs } else { Verdict::Undecided };
        let mut cell = Cell::without_ours(
            "positions concluded",
            "with pr against without",
            json!("more"),
            verdict,
            &note,
        );
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
            "{count} positions of 12 random plies, nobody having won; PNS, MCPNS and PPNS with {NODES} nodes each, PPNS with \
             and without pr, other values of theta, pr, k and the budget, PNS with {PNS_NODES} nodes, df-pn with \
             {DFPN_NODES} expansions; alpha-beta for the truth of every position ({wins} wins for the player to move)."
        );
        for row in 0..self.table.rows.len() {
            let printed = self.table.rows[row][self.table.column("value")].json();
            let name = self.table.row_name(row);
            entry.cells.push(match name {
                "positions concluded" => self.concluded_cell(name, printed),
                "theta" | "pr" => Cell::without_ours(name, "value", printed, Verdict::Quoted, "a setting"),
                _ => self.reduction_cell(name, printed),
            });
        }
        entry.cells.push(self.increase_cell());
        self.facts(&mut entry);
        entry.found = self.found();
        conventions(&mut entry);
        entry.figures.push(self.figure());
        entry
    }

    fn facts(&self, entry: &mut Reproduced) {
        for run in self.runs {
            let Contender { name, nodes, .. } = run.contender;
            let note = format!("proofs within {nodes} nodes; {:.1} CPU seconds", run.cpu_seconds);
            self.tally(&run.proofs).fact(entry, name, &note);
            for (precision, reports) in PRECISIONS.iter().zip(&run.stops).filter(|(_, r)| !r.is_empty()) {
                let note = "the same searches, ended by the stop rule: an estimate";
                self.tally(reports).fact(entry, &format!("{name} pr={precision:e}"), note);
            }
        }
        for (theta, precision, reduction) in self.grid() {
            entry.fact(
                &format!("nodes saved by pr={precision:e} at theta={theta}, per cent"),
                json!({"value": reduction.value, "low": reduction.interval.low, "high": reduction.interval.high}),
                "on the positions that PPNS solves without pr",
            );
        }
    }

    fn found(&self) -> String {
        let dfpn = self.tally(&self.runs[CONTENDERS.len() - 1].proofs);
        let (guessing, proving) = (self.tally(&self.runs[0].stops[0]), self.tally(&self.runs[0].proofs));
        let (pns, patient) = (self.tally(&self.runs[5].proofs), self.tally(&self.runs[6].proofs));
        let saved = self.reduction(0, 0, NODES).map_or(f64::NAN, |r| r.value);
        format!(
            "df-pn proves {} of {}, {} wrong. With {NODES} nodes PPNS proves {}, PNS {}, and PNS in about the same time {}. PPNS \
             with theta = pr = 0.001 concludes {}, of which {} are wrong (error rate {}), and saves {saved:.0} % of the nodes \
             where PPNS proves. With theta = pr one child of the root whose playouts are all won ends the search: what pr \
             saves is the proof.",
            dfpn.concluded(),
            dfpn.positions,
            dfpn.wrong,
            proving.concluded(),
            pns.concluded(),
            patient.concluded(),
            guessing.concluded(),
            guessing.wrong,
            Rate::new(guessing.wrong, guessing.checked.max(1)),
        )
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
            x_names: bars.iter().map(|(name, _)| name.replace(", 20 times the nodes", " x20")).collect(),
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

/// What is saved, in per cent, given what is left.
fn saved(left: Estimate) -> Estimate {
    let share = |left: f64| 100.0 * (1.0 - left);
    Estimate {
        value: share(left.value),
        interval: quandary_core::stats::Interval {
            low: share(left.interval.high),
            high: share(left.interval.low),
        },
    }
}

fn conventions(entry: &mut Reproduced) {
    entry.convention("question", "does the player to move win? a draw is no win");
    entry.convention("positions", "uniformly random columns, nobody having won within 12 plies");
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

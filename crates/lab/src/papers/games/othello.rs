//! Table 1: 600 Othello positions.

use quandary_core::Budget;
use std::cmp::Ordering;

use quandary_core::stats::{Estimate, Interval, Rate, mcnemar};
use quandary_games::othello::{Board, Endgame, Othello, Position, Question};
use quandary_search::proof::{Method, Report};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::authors;
use super::claims::{Setting, claim, open_ended};
use super::tally::{Contender, Counts, Run, Tally, within};
use crate::judge::{LEAST, Print, Test};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Printed, Table};
use crate::reproduction::{Cell, Fact, Figure, Marks, Reproduced, Series, Verdict};

/// Over all printed stages, by contender.
const COMPLETION: Fact<Completion> = Fact::new("all printed stages, {}");
/// What a contender concluded after a number of moves.
const ESTIMATES: Fact<Counts> = Fact::new("{} moves, {} pr=1e-5 (estimate)");
const PROOFS: Fact<Counts> = Fact::new("{} moves, {} (proofs)");
const CONTRADICTIONS: Fact<u64> = Fact::new("{} moves, estimates that contradict each other");

#[derive(Serialize, Deserialize)]
struct Completion {
    concluded: u64,
    positions: u64,
    percent: Option<f64>,
}

/// The name of PPNS with the fewest nodes tried.
fn with_fewer_nodes() -> String {
    format!("PPNS with {} nodes", FEWER_NODES[0])
}

/// The article's number of positions per stage, and the points of a completion that matter.
const PRINTED_POSITIONS: u64 = 200;
const POINTS: f64 = 20.0;

/// The article's stages: moves played.
const PRINTED: [u32; 3] = [18, 26, 32];
/// The stage that we add: 20 empty squares, where the truth of every position is known.
const OUR_PLIES: u32 = 40;
/// Nodes that a search may make for one position.
const NODES: u64 = 25_000;
/// Smaller budgets, read from the same searches.
const FEWER_NODES: [u64; 2] = [2_500, 8_000];
/// PNS plays no random games and is that much faster: this gives it about the time of PPNS.
const PNS_NODES: u64 = 100 * NODES;
/// Nodes that alpha-beta may search for the truth of a position with more than 20 empty squares.
const TRUTH_NODES: u64 = 10_000_000;
/// With more empty squares than this the truth is not computed: it takes too long.
const TRUTH_EMPTIES: u32 = 28;
/// With more empty squares than this the truth of the program's conclusions is not computed.
const AUTHORS_TRUTH_EMPTIES: u32 = 22;
/// One position in this many for the largest number of playouts.
const ONE_IN: u64 = 8;
/// The article's pr, for PPNS alone.
const PRECISIONS: [f64; 1] = [1e-5];

const CONTENDERS: [Contender; 6] = [
    Contender::new("PPNS", Method::Ppns).nodes(NODES),
    Contender::new("PNS", Method::Pns).nodes(NODES),
    Contender::new("MCPNS", Method::Mcpns).nodes(NODES),
    Contender::new("PNS, 100 times the nodes", Method::Pns).nodes(PNS_NODES),
    Contender::new("PPNS k=1", Method::Ppns).nodes(NODES).playouts(1),
    Contender::new("PPNS k=60", Method::Ppns).nodes(NODES).playouts(60).one_in(ONE_IN),
];
const PPNS: usize = 0;
const PATIENT_PNS: usize = 3;
const OTHER_K: [usize; 2] = [4, 5];

/// The results of all contenders at one stage.
struct Stage {
    plies: u32,
    /// Whether the player to move wins, where alpha-beta found out.
    truths: Vec<Option<bool>>,
    runs: Vec<Run>,
}

impl Stage {
    fn play(plies: u32, positions: u64, bench: &Bench<'_>) -> Stage {
        let rules = Othello(Board::Eight);
        let seed = bench.seed.named(&format!("after {plies} moves"));
        let root = |index: u64| rules.random_position(plies, &mut seed.stream(index));
        let what = format!("Othello after {plies}");
        let (truths, _) =
            bench.context.map(&format!("{what} truth"), positions, |index| truth(root(index), bench));
        let count = truths.len() as u64;
        let runs =
            CONTENDERS
                .iter()
                .map(|contender| {
                    Run::new(contender, &PRECISIONS, (&what, count), (seed, 1 << 26), bench, |index| {
                        Question { rules, root: root(index), draw_wins: false }
                    })
                })
                .collect();
        Stage { plies, truths, runs }
    }

    /// What the article would have counted: with pr for PPNS, proofs for the others.
    fn answers(&self, place: usize) -> &[Report] {
        let run = &self.runs[place];
        if run.contender.method == Method::Ppns { &run.stops[0] } else { &run.proofs }
    }

    fn tally(&self, place: usize, nodes: u64) -> Tally {
        let reports: Vec<Report> = self.answers(place).iter().map(|report| within(report, nodes)).collect();
        Tally::of(&reports, &self.truths)
    }

    /// The share concluded.
    fn completion(&self, place: usize, nodes: u64) -> Rate {
        self.tally(place, nodes).completion()
    }

    fn known(&self) -> usize {
        self.truths.iter().flatten().count()
    }

    /// Completion as declared, and with other values of what is open: the budget, and for PPNS the playouts.
    fn settings(&self, place: usize, rounding: f64) -> Vec<Setting> {
        let print = Print { runs: Some(PRINTED_POSITIONS), rounding, matters: POINTS };
        let setting = |name: &str, place, nodes| Setting::share(name, self.completion(place, nodes), &print);
        let mut settings = vec![setting("the declared set-up", place, u64::MAX)];
        settings.extend(FEWER_NODES.map(|nodes| setting(&format!("{nodes} nodes"), place, nodes)));
        match CONTENDERS[place].method {
            Method::Ppns => {
                settings.extend(OTHER_K.map(|other| setting(CONTENDERS[other].name, other, NODES)));
            }
            Method::Pns => {
                settings.push(setting(&format!("{PNS_NODES} nodes"), PATIENT_PNS, PNS_NODES));
            }
            _ => {}
        }
        settings
    }

    /// Positions on which the estimates with one and with ten playouts contradict each other, so that one of them is
    /// wrong.
    fn contradictions(&self) -> u64 {
        let pairs = self.answers(PPNS).iter().zip(self.answers(OTHER_K[0]));
        let opposite = |(ten, one): &(&Report, &Report)| matches!((ten.conclusion.answer(), one.conclusion.answer()), (Some(a), Some(b)) if a != b);
        pairs.filter(opposite).count() as u64
    }
}

/// Whether the player to move wins: always known with at most 20 empty squares, sometimes with a few more.
fn truth(position: Position, bench: &Bench<'_>) -> Option<bool> {
    let empties = Othello(Board::Eight).empty(position).count_ones();
    let nodes = match empties {
        0..=20 => u64::MAX,
        21..=TRUTH_EMPTIES => TRUTH_NODES,
        _ => return None,
    };
    let mut budget = Budget::nodes(nodes).with_stop(bench.context.budget.stop().clone());
    Endgame::new(Board::Eight, 18).reaches(position, 1, &mut budget).ok()
}

pub(super) fn table_1(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let positions = bench.scale.when_quick(bench.scale.runs(4, PRINTED_POSITIONS), 2);
    let stages: Vec<Stage> =
        PRINTED.into_iter().chain([OUR_PLIES]).map(|plies| Stage::play(plies, positions, bench)).collect();
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "On 200 random Othello positions after 18, 26 and 32 moves each, PPNS with pr = 0.00001 solves most in \
        every stage, 72 % on average."
        .into();
    entry.computed = format!(
        "{positions} positions of each stage, {NODES} nodes for each method and position, also fewer, other numbers of \
         playouts, and {PNS_NODES} nodes for PNS; the truth by alpha-beta, and a stage of our own after {OUR_PLIES} moves, \
         where the truth of every position is known."
    );
    conventions(&mut entry);
    entry.fewer_runs(positions, PRINTED_POSITIONS, "positions per stage");
    for row in 0..table.rows.len() {
        let plies = table.number(row, "moves").unwrap_or(0.0) as u32;
        let algorithm = table.printed(row, "algorithm").text.clone();
        let found = stages.iter().find(|stage| stage.plies == plies);
        let place = CONTENDERS.iter().position(|contender| contender.name == algorithm);
        if let (Some(stage), Some(place)) = (found, place) {
            push_row(table, row, &format!("{plies} {algorithm}"), stage, place, &mut entry);
        }
    }
    let printed_stages = &stages[..PRINTED.len()];
    entry.cells.extend(printed_stages.iter().flat_map(best_in_stage));
    entry.cells.push(average(printed_stages));
    facts(&stages, &mut entry);
    run_the_program(&mut entry, positions, bench);
    entry.convention("matters", format!("{POINTS} points of a completion; which of two is the larger"));
    entry.figures.push(figure(printed_stages));
    entry
}

/// The article's program on the user's positions, or on those of each stage.
fn run_the_program(entry: &mut Reproduced, positions: u64, bench: &Bench<'_>) {
    let truth = |root: Position| {
        let empties = Othello(Board::Eight).empty(root).count_ones();
        let over = Othello(Board::Eight).is_over(root);
        (over || empties <= AUTHORS_TRUTH_EMPTIES).then(|| truth(root, bench)).flatten()
    };
    let given = bench.positions.iter().filter_map(|text| authors::positions::othello(text).ok());
    let given: Vec<Vec<Position>> = given.filter(|file| !file.is_empty()).collect();
    for (file, all) in (1..).zip(&given) {
        let few = &all[..all.len().min(positions as usize)];
        entry.state(&FILE.of(&[&file]), File::of(few), "what kind of positions they are");
        authors::othello(entry, &file_name(file), few, &truth, bench);
    }
    if !given.is_empty() {
        return;
    }
    for plies in PRINTED {
        let seed = bench.seed.named(&format!("after {plies} moves"));
        let rules = Othello(Board::Eight);
        let roots: Vec<Position> =
            (0..positions).map(|index| rules.random_position(plies, &mut seed.stream(index))).collect();
        authors::othello(entry, &stage_name(plies), &roots, &truth, bench);
    }
}

/// A file of the user's positions.
#[derive(Serialize, Deserialize)]
struct File {
    positions: usize,
    /// The discs on the boards: the fewest, the median and the most.
    discs: [u32; 3],
    /// Positions in which it is black's turn by the number of discs, if nobody has passed.
    black_by_parity: usize,
    /// Positions in which neither side has a move.
    finished: usize,
    /// Positions of the others in which black has none, but white does.
    black_must_pass: usize,
}

/// What the user's positions are, by the number of the file.
const FILE: Fact<File> = Fact::new("given positions, file {}");

impl File {
    fn of(positions: &[Position]) -> File {
        let rules = Othello(Board::Eight);
        let discs = |position: &Position| (position.mover | position.opponent).count_ones();
        let mut counts: Vec<u32> = positions.iter().map(discs).collect();
        counts.sort_unstable();
        let at = |place: usize| counts.get(place).copied().unwrap_or(0);
        let finished = |position: &&Position| rules.is_over(**position);
        File {
            positions: positions.len(),
            discs: [at(0), at(counts.len() / 2), at(counts.len().saturating_sub(1))],
            black_by_parity: counts.iter().filter(|count| count.is_multiple_of(2)).count(),
            finished: positions.iter().filter(finished).count(),
            black_must_pass: positions
                .iter()
                .filter(|position| !finished(position) && rules.legal(**position) == 0)
                .count(),
        }
    }

    fn sentence(&self, file: usize) -> String {
        let [fewest, median, most] = self.discs;
        format!(
            "File {file}: {} positions with {fewest} to {most} discs (median {median}); it is black's turn in {} by the number of \
             discs, {} are finished games, and black must pass in {} more.",
            self.positions, self.black_by_parity, self.finished, self.black_must_pass
        )
    }
}

/// The stage of a file of the user's positions.
fn file_name(file: usize) -> String {
    format!("Othello, file {file}")
}

fn stage_name(plies: u32) -> String {
    format!("Othello after {plies}")
}

fn push_row(table: &Table, row: usize, name: &str, stage: &Stage, contender: usize, entry: &mut Reproduced) {
    let printed = |column: &str| table.printed(row, column);
    let tally = stage.tally(contender, u64::MAX);
    for (column, ours) in [("solved", tally.solved), ("unsolved", tally.unsolved), ("out", tally.out)] {
        let note = "a part of the completion, which is judged";
        let mut cell = Cell::without_ours(name, column, printed(column), Verdict::NotReproducible, note);
        cell.ours = json!(ours);
        entry.cells.push(cell);
    }
    let all: f64 = ["solved", "unsolved", "out"].iter().filter_map(|column| table.number(row, column)).sum();
    let total = PRINTED_POSITIONS as f64;
    let accepts = Interval { low: total, high: total };
    let test = Test::Arithmetic { accepts };
    entry.cells.push(Cell::judged((name, "sum"), all, json!(total), test, None));
    let counts = ["solved", "unsolved"].map(|column| table.number(row, column).unwrap_or(0.0));
    let derived = 100.0 * (counts[0] + counts[1]) / total;
    let completion = printed("completion_pct");
    let half = 1.02 * completion.rounding();
    let accepts = Interval { low: derived - half, high: derived + half };
    let place = (name, "completion_pct of the counts");
    let test = Test::Arithmetic { accepts };
    entry.cells.push(Cell::judged(place, completion, json!(derived), test, None));
    let note = format!(
        "{} positions, {} wrong of {} checked; time, memory and k are not printed",
        tally.positions, tally.wrong, tally.checked
    );
    let place = (name, "completion_pct");
    let settings = stage.settings(contender, completion.rounding());
    entry.cells.push(open_ended(place, completion, &settings, true, &note));
}

/// "PPNS performs the best in every stage": compared with each rival on the same positions.
fn best_in_stage(stage: &Stage) -> Vec<Cell> {
    let concluded = |place: usize| -> Vec<bool> {
        stage.answers(place).iter().map(|report| report.conclusion.answer().is_some()).collect()
    };
    let ppns = concluded(PPNS);
    (1..=PATIENT_PNS)
        .map(|rival| {
            let name = CONTENDERS[rival].name;
            let theirs = concluded(rival);
            let only = |first: &[bool], second: &[bool]| {
                first.iter().zip(second).filter(|(a, b)| **a && !**b).count() as u64
            };
            let trials = ppns.len().min(theirs.len()) as u64;
            let paired = mcnemar(only(&theirs, &ppns), only(&ppns, &theirs), trials.max(1));
            // Their share less ours, so that below 0 means that PPNS concludes more.
            let per_cent = |share: f64| 100.0 * share;
            let difference = Estimate {
                value: per_cent(paired.difference),
                interval: Interval { low: per_cent(paired.interval.low), high: per_cent(paired.interval.high) },
            };
            let note = format!(
                "completion of {name} less that of PPNS with pr, in points, on the same positions; McNemar p = {:.1e}; {}",
                paired.p_value,
                if rival == PATIENT_PNS { "about the same time" } else { "the same nodes" }
            );
            let column = format!("completion against {name}");
            let shown = (trials > 0).then_some(difference);
            // At the level of verdicts: McNemar's exact test, with the number of positions that any verdict needs.
            let clear = trials >= LEAST && paired.p_value < 0.001;
            let found: Option<Ordering> = clear.then(|| difference.value.total_cmp(&0.0));
            claim((&format!("{} PPNS", stage.plies), &column), ("more", "fewer"), "more", shown, found, &note)
        })
        .collect()
}

/// The mean share of independent stages of equal size is the share of all their positions together.
fn mean(stages: &[Rate]) -> Rate {
    Rate::new(stages.iter().map(|rate| rate.successes).sum(), stages.iter().map(|rate| rate.trials).sum())
}

/// "72 % positions on average": by the printed counts, and by ours.
fn average(stages: &[Stage]) -> Cell {
    let printed = Printed::from("72");
    let print = Print { runs: Some(3 * PRINTED_POSITIONS), rounding: printed.rounding(), matters: POINTS };
    let over = |name: &str, place: usize, nodes: u64| {
        let rates: Vec<Rate> = stages.iter().map(|stage| stage.completion(place, nodes)).collect();
        Setting::share(name, mean(&rates), &print)
    };
    let mut settings = vec![over("the declared set-up", PPNS, u64::MAX)];
    settings.extend(FEWER_NODES.map(|nodes| over(&format!("{nodes} nodes"), PPNS, nodes)));
    settings.extend(OTHER_K.map(|other| over(CONTENDERS[other].name, other, NODES)));
    let proofs: Vec<Rate> =
        stages.iter().map(|stage| Tally::of(&stage.runs[PPNS].proofs, &stage.truths).completion()).collect();
    let note = format!(
        "all positions of the three stages with pr = 0.00001; time, memory and k are not printed; without pr PPNS proves {}",
        mean(&proofs)
    );
    open_ended(("PPNS", "average completion_pct"), &printed, &settings, true, &note)
}

fn facts(stages: &[Stage], entry: &mut Reproduced) {
    let printed = &stages[..PRINTED.len()];
    let completion = |place: usize, nodes: u64| {
        let rate = mean(&printed.iter().map(|stage| stage.completion(place, nodes)).collect::<Vec<_>>());
        Completion {
            concluded: rate.successes,
            positions: rate.trials,
            percent: (rate.trials > 0).then(|| 100.0 * rate.value()),
        }
    };
    for (place, contender) in CONTENDERS.iter().enumerate() {
        let note = "with pr for PPNS, proofs for the others";
        entry.state(&COMPLETION.of(&[&contender.name]), completion(place, u64::MAX), note);
    }
    entry.state(&COMPLETION.of(&[&with_fewer_nodes()]), completion(PPNS, FEWER_NODES[0]), "with pr");
    for stage in stages {
        let truth = match stage.known() {
            0 => "the truth of none is known, so these answers cannot be checked".to_owned(),
            known => format!("the truth of {known} of {} is known", stage.truths.len()),
        };
        for (place, run) in stage.runs.iter().enumerate() {
            let name: [&dyn std::fmt::Display; 2] = [&stage.plies, &run.contender.name];
            let note = format!("{truth}; {:.1} CPU seconds", run.cpu_seconds);
            if run.contender.method == Method::Ppns {
                entry.state(&ESTIMATES.of(&name), stage.tally(place, u64::MAX).counts(), &note);
            }
            entry.state(&PROOFS.of(&name), Tally::of(&run.proofs, &stage.truths).counts(), &note);
        }
        entry.state(
            &CONTRADICTIONS.of(&[&stage.plies]),
            stage.contradictions(),
            "positions on which PPNS with pr = 1e-5 concludes one thing with k = 10 and the other with k = 1",
        );
    }
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let completion = |name: &str| entry.fact(&COMPLETION.of(&[&name]));
    let percent = |name: &str| completion(name).and_then(|all| all.percent).unwrap_or(f64::NAN);
    let contradictions: f64 = PRINTED.iter().map(|plies| entry.number(&CONTRADICTIONS.of(&[plies]))).sum();
    let counts = |fact: &Fact<Counts>, name: &str| entry.fact(&fact.of(&[&OUR_PLIES, &name]));
    let ours =
        |of: fn(&Counts) -> u64| counts(&ESTIMATES, "PPNS").map_or(f64::NAN, |counts| of(&counts) as f64);
    let proofs: f64 = CONTENDERS
        .iter()
        .map(|contender| counts(&PROOFS, contender.name).map_or(f64::NAN, |counts| counts.wrong as f64))
        .sum();
    let mut sentences = vec![
        format!(
            "Of {:.0} positions after {PRINTED:?} moves PPNS with pr concludes {:.0} %, PNS {:.0} % with the same nodes and \
             {:.0} % in about the same time, MCPNS {:.0} %.",
            completion("PPNS").map_or(f64::NAN, |all| all.positions as f64),
            percent("PPNS"),
            percent("PNS"),
            percent(CONTENDERS[PATIENT_PNS].name),
            percent("MCPNS")
        ),
        format!(
            "A tenth of the nodes gives PPNS with pr {:.0} %, one playout instead of ten {:.0} % and sixty {:.0} %.",
            percent(&with_fewer_nodes()),
            percent(CONTENDERS[OTHER_K[0]].name),
            percent(CONTENDERS[OTHER_K[1]].name)
        ),
        format!("The estimates with k = 10 and k = 1 contradict each other {contradictions:.0} times."),
        format!(
            "After {OUR_PLIES} moves {} of the {} conclusions of PPNS with pr whose truth is known are wrong, and {proofs:.0} of the \
             proofs of all methods.",
            ours(|counts| counts.wrong),
            ours(|counts| counts.checked)
        ),
        tally(entry),
    ];
    let stages = PRINTED.map(stage_name);
    sentences.extend(stages.iter().flat_map(|stage| authors::conclude(entry, stage)));
    for file in 1.. {
        let Some(found) = entry.fact(&FILE.of(&[&file])) else { break };
        sentences.push(found.sentence(file));
        sentences.extend(authors::conclude(entry, &file_name(file)));
    }
    sentences
}

/// Completion by the number of nodes allowed.
fn figure(stages: &[Stage]) -> Figure {
    let budgets: Vec<u64> =
        (0..=20).map(|step| (NODES as f64 * 10_f64.powf(f64::from(step - 20) / 10.0)) as u64).collect();
    let line = |name: &str, place: usize| {
        let points = budgets.iter().map(|&nodes| {
            let completion: Vec<Rate> = stages.iter().map(|stage| stage.completion(place, nodes)).collect();
            ((nodes as f64).log10(), 100.0 * mean(&completion).value())
        });
        Series::new(name, Marks::Line, points)
    };
    Figure {
        title: "Othello positions concluded, mean of the three stages".into(),
        x_label: "log10 of the nodes allowed".into(),
        y_label: "per cent".into(),
        x_names: Vec::new(),
        series: vec![
            line("PPNS, pr = 1e-5 (estimate)", PPNS),
            line("PPNS k=1, pr = 1e-5 (estimate)", OTHER_K[0]),
            line("PNS", 1),
            line("MCPNS", 2),
        ],
        caption: "The article's limits are not printed: its 72 % for PPNS, 21 % for PNS and 12 % for MCPNS belong to some place \
            on the horizontal axis, or to none."
            .into(),
    }
}

fn conventions(entry: &mut Reproduced) {
    entry.convention("question", "does the player to move win? a draw is not a win");
    entry.convention("positions", "uniformly random legal squares from the start; passes are free");
    entry.convention(
        "playouts",
        format!("k = 10 for each new child; not printed; also 1, and 60 on one position in {ONE_IN}"),
    );
    entry.convention("theta", "0.001; printed for Connect Four only");
    entry.convention("pr", "0.00001 for PPNS, as printed: an estimate; 0 for the others");
    entry.convention(
        "budget",
        format!("{NODES} nodes of 16 bytes, not printed; also {FEWER_NODES:?}; PNS also {PNS_NODES}"),
    );
    entry.convention(
        "truth",
        format!(
            "alpha-beta: always with at most 20 empty squares; within {TRUTH_NODES} nodes up to {TRUTH_EMPTIES}; not tried \
             with more"
        ),
    );
}

//! Table 2: inhibitors of a puzzle's player, tried on its 8-puzzle.
//!
//! The article names "limited move direction" for the 8-puzzle but does not try it. Here its three searches, and df-pn,
//! answer the closest question in which an opponent limits the directions.

use quandary_core::Budget;
use quandary_core::stats::Summary;
use quandary_search::proof::{Method, Report};
use quandary_search::truth;
use quandary_sliding::generate::at_depth;
use quandary_sliding::solve::distances::Distances;
use quandary_sliding::solve::inhibitor::{Inhibitor, Limited};
use quandary_sliding::{Board, Size, Sliding};
use serde_json::json;

use super::tally::{Contender, Run, Tally};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Table, listed_only};
use crate::reproduction::{Fact, Figure, Marks, Reproduced, Series};

const QUESTIONS: Fact<u64> = Fact::new("questions");
const SETS: Fact<usize> = Fact::new("sets of boards");
const EXACT_SETS: Fact<usize> = Fact::new("sets on whose boards every bar costs exactly two moves");
/// Questions that a contender left open or answered wrongly.
const OPEN: Fact<u64> = Fact::new("{}: without a conclusion");
const WRONG: Fact<u64> = Fact::new("{}: wrong");

/// Distances of the boards.
const DEPTHS: [u32; 4] = [2, 4, 6, 8];
/// Slides beyond the distance: a detour and the way back.
const DETOUR: u32 = 2;
/// With one detour the player can afford one bar but not two: one question to prove and one to disprove.
const BARS: [u16; 2] = [1, 2];
const NODES: u64 = 300_000;

const CONTENDERS: [Contender; 4] = [
    Contender::new("PNS", Method::Pns).nodes(NODES),
    Contender::new("MCPNS", Method::Mcpns).nodes(NODES),
    Contender::new("PPNS", Method::Ppns).nodes(NODES),
    Contender::new("df-pn", Method::DfPn).nodes(NODES),
];

fn question(puzzle: &Sliding, board: &Board, within: u32, bars: u16) -> Limited {
    Limited::new(puzzle, board, within as u16, bars, Inhibitor::Opponent).expect("the 8-puzzle fits")
}

/// Whether an opponent with `bars` bars cannot prevent the goal, by brute force.
fn forced(puzzle: &Sliding, board: &Board, within: u32, bars: u16) -> Option<bool> {
    let tree = question(puzzle, board, within, bars);
    truth::winning_probability(&tree, &mut Budget::nodes(20_000_000)).ok().map(|value| value == 1.0)
}

/// The moves beyond its distance that the player needs to solve a board against every barring.
fn price(puzzle: &Sliding, board: &Board, distance: u32, bars: u16) -> Option<u32> {
    (0..=6).step_by(2).find(|extra| forced(puzzle, board, distance + extra, bars) == Some(true))
}

/// The questions about the boards of one distance, with a number of bars.
struct Level {
    depth: u32,
    bars: u16,
    boards: u64,
    wins: usize,
    tallies: Vec<(Tally, Summary)>,
    /// Boards that need 0, 2, 4 and 6 moves more to be sure of the goal.
    prices: [usize; 4],
}

impl Level {
    fn play(boards: &[Board], depth: u32, bars: u16, puzzle: &Sliding, bench: &Bench<'_>) -> Level {
        let what = format!("8-puzzle at {depth}, bars {bars}");
        let count = boards.len() as u64;
        let (truths, _) = bench.context.map(&format!("{what}, truth"), count, |index| {
            let board = &boards[index as usize];
            (forced(puzzle, board, depth + DETOUR, bars), price(puzzle, board, depth, bars))
        });
        let mut prices = [0; 4];
        for price in truths.iter().filter_map(|(_, price)| *price) {
            prices[price as usize / 2] += 1;
        }
        let known: Vec<Option<bool>> = truths.iter().map(|(win, _)| *win).collect();
        let tallies = CONTENDERS
            .iter()
            .map(|contender| {
                let run = Run::new(contender, &[], (&what, count), (bench.seed, 1 << 26), bench, |index| {
                    question(puzzle, &boards[index as usize], depth + DETOUR, bars)
                });
                let iterations = run.proofs.iter().map(|report: &Report| report.iterations as f64);
                (Tally::of(&run.proofs, &known), iterations.collect())
            })
            .collect();
        let wins = known.iter().filter(|win| **win == Some(true)).count();
        Level { depth, bars, boards: count, wins, tallies, prices }
    }
}

pub(super) fn table_2(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = listed_only(table);
    let puzzle = Sliding::ordered(Size::new(3, 3).expect("a known size"));
    let distances = Distances::new(&puzzle).expect("the 8-puzzle has a table");
    let count = bench.scale.runs(4, 50);
    let mut levels = Vec::new();
    for depth in DEPTHS {
        let mut stream = bench.seed.named("boards").stream(u64::from(depth));
        let count = count.min(distances.by_length()[depth as usize]) as usize;
        let boards = at_depth(&distances, depth as usize, count, &mut stream).expect("enough boards");
        levels.extend(BARS.map(|bars| Level::play(&boards, depth, bars, &puzzle, bench)));
    }
    entry.claimed =
        "What inhibits the player of a puzzle can take the place of a second player: for the 8-puzzle, the \
        limited directions. Only 2048 is tried."
            .into();
    entry.computed = format!(
        "The 8-puzzle with an opponent who may bar a direction once, or twice: is a board at distance d solved within d + {DETOUR} \
         moves? {count} boards of each distance, or all there are; PNS, MCPNS, PPNS and df-pn with {NODES} nodes; brute force for the truth."
    );
    for level in &levels {
        let place = format!("distance {}, bars {}", level.depth, level.bars);
        for (contender, (tally, iterations)) in CONTENDERS.iter().zip(&level.tallies) {
            let note =
                format!("{:.0} iterations on average; {} boards are wins", iterations.mean(), level.wins);
            entry.mention(&format!("{place}, {}", contender.name), json!(tally.counts()), &note);
        }
        let prices = level.prices;
        entry.mention(
            &format!("{place}, moves that they cost"),
            json!({"boards": level.boards, "0": prices[0], "2": prices[1], "4": prices[2], "6": prices[3]}),
            "boards by how many more moves the player needs to be sure of the goal, by brute force",
        );
    }
    let questions: u64 = levels.iter().map(|level| level.boards).sum();
    entry.state(&QUESTIONS, questions, "boards of all distances, with one bar and with two");
    let exact = |level: &&Level| level.prices[usize::from(level.bars)] as u64 == level.boards;
    entry.state(&SETS, levels.len(), "a distance and a number of bars each");
    let exactly = levels.iter().filter(exact).count();
    entry.state(&EXACT_SETS, exactly, "by brute force");
    for (place, contender) in CONTENDERS.iter().enumerate() {
        let sum = |of: fn(&Tally) -> u64| levels.iter().map(|level| of(&level.tallies[place].0)).sum::<u64>();
        let name: [&dyn std::fmt::Display; 1] = [&contender.name];
        entry.state(&OPEN.of(&name), sum(|tally| tally.out), "of all questions");
        entry.state(&WRONG.of(&name), sum(|tally| tally.wrong), "of all questions");
    }
    conventions(&mut entry);
    entry.figures.extend(BARS.map(|bars| figure(&levels, bars)));
    entry
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let of = |fact: &Fact<u64>| {
        let of_one = |contender: &Contender| {
            format!("{} {}", contender.name, entry.number(&fact.of(&[&contender.name])))
        };
        CONTENDERS.iter().map(of_one).collect::<Vec<_>>().join(", ")
    };
    vec![
        format!(
            "In {} of {} sets of boards every bar costs the player exactly two moves on every board.",
            entry.number(&EXACT_SETS),
            entry.number(&SETS)
        ),
        format!(
            "Of {} questions without a conclusion: {}; wrong: {}.",
            entry.number(&QUESTIONS),
            of(&OPEN),
            of(&WRONG)
        ),
        tally(entry),
    ]
}

fn figure(levels: &[Level], bars: u16) -> Figure {
    let line = |(place, contender): (usize, &Contender)| {
        let points = levels.iter().filter(|level| level.bars == bars).map(|level| {
            let iterations = level.tallies[place].1.mean().max(1.0);
            (f64::from(level.depth), iterations.log10())
        });
        Series::new(contender.name, Marks::Line, points)
    };
    Figure {
        title: format!("The 8-puzzle against limited directions, bars: {bars}"),
        x_label: "distance".into(),
        y_label: "log10 of the mean iterations".into(),
        x_names: Vec::new(),
        series: CONTENDERS.iter().enumerate().map(line).collect(),
        caption: format!(
            "Within {DETOUR} moves more than the distance, at most {NODES} nodes. Only df-pn sees that \
             positions repeat."
        ),
    }
}

fn conventions(entry: &mut Reproduced) {
    entry.convention(
        "inhibitor",
        "before each slide one of the directions that the walls leave may be barred for that slide, never the only one; \
         our reading, the article gives no rule",
    );
    entry.convention("bars", "one or two in a game; with none the question is the distance");
    entry.convention("goal", "1 to 8 along the rows, the empty cell last");
    entry.convention("playouts", "k = 10 for each new child, theta = 0.001; df-pn: 1 + epsilon = 1.25");
}

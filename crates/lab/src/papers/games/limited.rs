//! Table 2: what inhibits the player of a puzzle, tried on its 8-puzzle.
//!
//! The article names "limited move direction" for the 8-puzzle and tries nothing. Here is what its three searches, and
//! df-pn, make of the nearest question in which somebody decides about the directions.

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
use crate::papers::{Bench, Table, listed_only};
use crate::study::{Entry, Figure, Marks, Series};

/// Distances of the boards.
const DEPTHS: [u32; 4] = [2, 4, 6, 8];
/// Slides beyond the distance: a detour and the way back.
const DETOUR: u32 = 2;
const BARS: u16 = 2;
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

/// Whether an opponent with so many bars cannot prevent it, by brute force.
fn forced(puzzle: &Sliding, board: &Board, within: u32, bars: u16) -> Option<bool> {
    let tree = question(puzzle, board, within, bars);
    truth::winning_probability(&tree, &mut Budget::nodes(20_000_000)).ok().map(|value| value == 1.0)
}

/// The fewest moves in which the player solves a board whatever is barred, beyond its distance.
fn price(puzzle: &Sliding, board: &Board, distance: u32, bars: u16) -> Option<u32> {
    (0..=6).step_by(2).find(|extra| forced(puzzle, board, distance + extra, bars) == Some(true))
}

/// All that was asked about the boards of one distance.
struct Level {
    depth: u32,
    boards: u64,
    wins: usize,
    tallies: Vec<(Tally, Summary)>,
    /// Boards that need 0, 2, 4 and 6 moves more, for one bar and for two.
    prices: [[usize; 4]; 2],
}

fn level(puzzle: &Sliding, distances: &Distances, depth: u32, count: u64, bench: &Bench<'_>) -> Level {
    let mut stream = bench.seed.named("boards").stream(u64::from(depth));
    let count = count.min(distances.by_length()[depth as usize]) as usize;
    let boards = at_depth(distances, depth as usize, count, &mut stream).expect("as many as there are");
    let count = boards.len() as u64;
    let what = format!("8-puzzle at {depth}");
    let (truths, _) = bench.context.map(&format!("{what} truth"), count, |index| {
        let board = &boards[index as usize];
        (forced(puzzle, board, depth + DETOUR, BARS), [1, 2].map(|bars| price(puzzle, board, depth, bars)))
    });
    let mut prices = [[0; 4]; 2];
    for (_, of_board) in &truths {
        for (counts, price) in prices.iter_mut().zip(of_board) {
            if let Some(price) = price {
                counts[*price as usize / 2] += 1;
            }
        }
    }
    let known: Vec<Option<bool>> = truths.iter().map(|(win, _)| *win).collect();
    let tallies = CONTENDERS
        .iter()
        .map(|contender| {
            let run = Run::new(contender, &[], (&what, count), (bench.seed, 1 << 26), bench, |index| {
                question(puzzle, &boards[index as usize], depth + DETOUR, BARS)
            });
            let iterations = run.proofs.iter().map(|report: &Report| report.iterations as f64).collect();
            (Tally::of(&run.proofs, &known), iterations)
        })
        .collect();
    Level {
        depth,
        boards: count,
        wins: known.iter().filter(|win| **win == Some(true)).count(),
        tallies,
        prices,
    }
}

pub(super) fn table_2(table: &Table, bench: &Bench<'_>) -> Entry {
    let mut entry = listed_only(table);
    let puzzle = Sliding::ordered(Size::new(3, 3).expect("a known size"));
    let distances = Distances::new(&puzzle).expect("the 8-puzzle has a table");
    let count = bench.scale.runs(4, 50);
    let levels: Vec<Level> =
        DEPTHS.into_iter().map(|depth| level(&puzzle, &distances, depth, count, bench)).collect();
    entry.claimed =
        "What inhibits the player of a puzzle can take the place of a second player: for the 8-puzzle, the \
        limited directions. Only 2048 is tried."
            .into();
    entry.computed = format!(
        "The 8-puzzle with an opponent who may bar a direction {BARS} times: is a board at distance d solved within d + {DETOUR} \
         moves? {count} boards of each distance, or all there are; PNS, MCPNS, PPNS and df-pn with {NODES} nodes; brute force for the truth."
    );
    for level in &levels {
        for (contender, (tally, iterations)) in CONTENDERS.iter().zip(&level.tallies) {
            let note =
                format!("{:.0} iterations on average; {} boards are wins", iterations.mean(), level.wins);
            tally.fact(&mut entry, &format!("distance {}, {}", level.depth, contender.name), &note);
        }
        for (bars, prices) in level.prices.iter().enumerate() {
            entry.fact(
                &format!("distance {}, moves that {} cost", level.depth, ["one bar", "two bars"][bars]),
                json!({"boards": level.boards, "0": prices[0], "2": prices[1], "4": prices[2], "6": prices[3]}),
                "boards by how many more moves the player needs to be sure of the goal, by brute force",
            );
        }
    }
    entry.found = found(&levels);
    conventions(&mut entry);
    entry.figures.push(figure(&levels));
    entry
}

fn found(levels: &[Level]) -> String {
    let wrong: u64 = levels.iter().flat_map(|level| &level.tallies).map(|(tally, _)| tally.wrong).sum();
    let out = |place: usize| levels.iter().map(|level| level.tallies[place].0.out).sum::<u64>();
    let outs: Vec<String> = CONTENDERS
        .iter()
        .enumerate()
        .map(|(place, contender)| format!("{} {}", contender.name, out(place)))
        .collect();
    let boards: u64 = levels.iter().map(|level| level.boards).sum();
    let wins: usize = levels.iter().map(|level| level.wins).sum();
    format!(
        "Of {boards} boards {wins} are solved within {DETOUR} more moves whatever is barred. Without a conclusion: {}; wrong: \
         {wrong}. An opponent without a limit on its bars would bar the last slide for ever.",
        outs.join(", ")
    )
}

fn figure(levels: &[Level]) -> Figure {
    let line = |(place, contender): (usize, &Contender)| {
        let points = levels.iter().map(|level| {
            let iterations = level.tallies[place].1.mean().max(1.0);
            (f64::from(level.depth), iterations.log10())
        });
        Series::new(contender.name, Marks::Line, points)
    };
    Figure {
        title: "The 8-puzzle against limited directions".into(),
        x_label: "distance".into(),
        y_label: "log10 of the mean iterations".into(),
        x_names: Vec::new(),
        series: CONTENDERS.iter().enumerate().map(line).collect(),
        caption: format!(
            "Within {DETOUR} moves more than the distance, {BARS} bars for the opponent, at most {NODES} nodes. Only df-pn sees that \
             positions repeat."
        ),
    }
}

fn conventions(entry: &mut Entry) {
    entry.convention(
        "inhibitor",
        "before each slide one of the directions that the walls leave may be barred for that slide, never the only one; \
         our reading, the article gives no rule",
    );
    entry.convention("bars", format!("{BARS} in a game; with none the question is the distance"));
    entry.convention("goal", "1 to 8 along the rows, the empty cell last");
    entry.convention("playouts", "k = 10 for each new child, theta = 0.001; df-pn: 1 + epsilon = 1.25");
}

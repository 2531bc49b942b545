//! Figure 2: 200 Connect Four positions of 12 random plies.

use quandary_core::Budget;
use quandary_core::stats::Rate;
use quandary_games::connect_four::generate::undecided;
use quandary_games::connect_four::{Position, Question, STANDARD, Sized, Solver};
use quandary_search::proof::{Method, Report, Settings};

use super::tally::{Contender, Tally, uncomparable};
use crate::papers::{Bench, Table};
use crate::study::{Cell, Entry, Figure, Marks, Series, Verdict};

const PLIES: u32 = 12;
/// Nodes that a tree search may make for one position: 16 bytes each. With ten playouts for each this takes seconds.
const NODES: u64 = 500_000;
/// Positions that df-pn may expand for one position.
const DFPN_NODES: u64 = 400_000_000;

const CONTENDERS: [Contender; 6] = [
    Contender::proving("PNS", Method::Pns),
    Contender::proving("MCPNS", Method::Mcpns),
    Contender::proving("PPNS", Method::Ppns),
    Contender { name: "PPNS* pr=1e-5", method: Method::Ppns, precision: 1e-5 },
    Contender { name: "PPNS* pr=1e-3", method: Method::Ppns, precision: 1e-3 },
    Contender::proving("df-pn", Method::DfPn),
];

/// Asks one contender about one position. Only df-pn sees wins one stone ahead: the others are the article's.
fn ask(root: Position, contender: &Contender, index: u64, bench: &Bench<'_>) -> Report {
    let dfpn = contender.method == Method::DfPn;
    let base = Settings {
        bytes: if dfpn { 1 << 30 } else { 1 << 26 },
        seed: bench.seed.named("playouts"),
        index,
        ..Settings::default()
    };
    let question = Question { rules: STANDARD, root, draw_wins: false, sight: dfpn };
    let nodes = if dfpn { DFPN_NODES } else { NODES };
    let mut budget = Budget::nodes(nodes).with_stop(bench.context.budget.stop().clone());
    contender.settings(&base).solve(&question, contender.method, &mut budget)
}

pub(super) fn figure_2(table: &Table, bench: &Bench<'_>) -> Entry {
    let count = bench.scale.runs(6, 200);
    let mut solver = Solver::new(STANDARD, 22);
    let size = Sized::new(7, 6).expect("the standard board fits");
    let positions: Vec<(Position, bool)> = (0..count)
        .map(|index| {
            let root = undecided(size, PLIES, bench.seed, index).position;
            let score =
                solver.solve_weakly(root, &mut Budget::unlimited()).map_or(0, |solution| solution.score);
            (root, score > 0)
        })
        .collect();
    let mut tallies = Vec::new();
    for contender in &CONTENDERS {
        let what = format!("Connect Four {}", contender.name);
        let (reports, _) = bench
            .context
            .map(&what, count, |index| ask(positions[index as usize].0, contender, index, bench));
        let mut tally = Tally::default();
        for (report, (_, truth)) in reports.iter().zip(&positions) {
            tally.add(report, Some(*truth));
        }
        tallies.push((contender.name, tally));
    }
    entry(table, count, positions.iter().filter(|(_, win)| *win).count(), &tallies)
}

fn entry(table: &Table, count: u64, wins: usize, tallies: &[(&'static str, Tally)]) -> Entry {
    let mut entry = Entry::new(&table.id, &table.title);
    entry.claimed =
        "Of 200 positions after 12 random plies, PPNS with theta = pr = 0.001 concludes most: 135. The stop \
        rule pr reduces the nodes explored by up to 57 %."
            .into();
    entry.computed = format!(
        "{count} positions of 12 random plies, nobody having won; PNS, MCPNS and PPNS with {NODES} nodes each, \
         PPNS also with pr as an estimate, df-pn with {DFPN_NODES} expansions; alpha-beta for the truth of every \
         position ({wins} wins for the player to move)."
    );
    let of = |name: &str| {
        tallies.iter().find(|(known, _)| *known == name).map(|(_, tally)| *tally).unwrap_or_default()
    };
    let (proving, guessing, dfpn) = (of("PPNS"), of("PPNS* pr=1e-3"), of("df-pn"));
    let saved = 100.0 * (1.0 - guessing.nodes.mean() / proving.nodes.mean().max(1.0));
    for row in 0..table.rows.len() {
        let printed = table.rows[row][table.column("value")].json();
        let name = table.row_name(row);
        entry.cells.push(match name {
            "positions concluded" => uncomparable(
                name,
                "value",
                printed,
                guessing.concluded() as f64,
                &format!(
                    "of {count} with our budget, {} of them wrong; the article's time and memory limits are not printed; \
                     df-pn proves {} of {count}",
                    guessing.wrong,
                    dfpn.concluded()
                ),
            ),
            "theta" | "pr" => Cell::without_ours(name, "value", printed, Verdict::Quoted, "a setting"),
            _ => uncomparable(
                name,
                "value",
                printed,
                saved,
                "mean nodes of PPNS with pr = 0.001 against pr = 0 within our budget: fewer nodes, and no proof",
            ),
        });
    }
    for (name, tally) in tallies {
        tally.facts(&mut entry, name, &format!("{count} positions"));
    }
    entry.found = format!(
        "df-pn proves {} of {count}, {} wrong. PPNS with pr = 0.001 concludes {} and {} of them are wrong (error rate {}); \
         it makes {saved:.0} % fewer nodes than PPNS that proves, which concludes {} with {} wrong. What pr saves is the proof.",
        dfpn.concluded(),
        dfpn.wrong,
        guessing.concluded(),
        guessing.wrong,
        Rate::new(guessing.wrong, guessing.checked.max(1)),
        proving.concluded(),
        proving.wrong,
    );
    entry.convention("question", "does the player to move win? a draw is no win");
    entry.convention("playouts", "k = 10 for each new child; not printed");
    entry.convention("theta", 0.001);
    entry.convention(
        "budget",
        format!("{NODES} nodes of 16 bytes; df-pn {DFPN_NODES} expansions, 1 GiB table"),
    );
    entry.convention(
        "df-pn",
        "1 + epsilon = 1.25, mirror images share an entry, sees wins with the next stone",
    );
    entry.figures.push(figure(tallies));
    entry
}

fn figure(tallies: &[(&'static str, Tally)]) -> Figure {
    let bars = |value: &dyn Fn(&Tally) -> u64, name: &str, shift: f64| {
        let points =
            tallies.iter().enumerate().map(|(x, (_, tally))| (x as f64 + shift, value(tally) as f64));
        Series::new(name, Marks::Points, points)
    };
    Figure {
        title: "Connect Four positions by conclusion".into(),
        x_label: "method".into(),
        y_label: "positions".into(),
        x_names: tallies.iter().map(|(name, _)| (*name).to_owned()).collect(),
        series: vec![
            bars(&|tally| tally.solved, "solved (win)", -0.15),
            bars(&|tally| tally.unsolved, "unsolved (no win)", -0.05),
            bars(&|tally| tally.out, "out", 0.05),
            bars(&|tally| tally.wrong, "wrong", 0.15),
        ],
        caption: "The article draws solved, unsolved and out; here is also what was wrong.".into(),
    }
}

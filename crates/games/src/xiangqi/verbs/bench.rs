use std::fmt;

use quandary_core::rules::perft;
use quandary_core::{Context, Signature, Stop};
use quandary_search::minimax::{Table, search};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::xiangqi::explain::shown_value;
use crate::xiangqi::notation::{format_iccs, parse_fen};
use crate::xiangqi::rules::Xiangqi;

const DEPTH: Opt<u64> = Opt::whole("depth", "N", 1, 32, "Moves ahead of the searches").or("4");

/// Fixed work: the beginning, and positions that chess programmers count moves from (Chess Programming Wiki, "Chinese
/// Chess Perft Results"), with the moves deep to which they are counted here.
const POSITIONS: [(&str, u32); 5] = [
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 4),
    ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", 4),
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", 4),
    ("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", 4),
    ("1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w", 4),
];

/// The searches' table: 2^18 entries of 16 bytes.
const TABLE_BITS: u32 = 18;

pub(super) struct Bench;

/// Moves counted and positions searched.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchAnswer {
    /// Moves ahead of the searches.
    depth: u32,
    /// Leaves counted a CPU second, in all positions.
    counted_per_second: f64,
    /// Positions searched a CPU second.
    searched_per_second: f64,
    results: Vec<Row>,
}

/// The result of one position.
#[derive(Serialize, JsonSchema)]
struct Row {
    position: String,
    /// Sequences of four legal moves.
    perft: u64,
    /// CPU seconds of counting them.
    perft_seconds: f64,
    /// The value this many moves ahead, as `explain` shows it.
    value: i32,
    /// The best move.
    best: Option<String>,
    /// Positions searched.
    nodes: u64,
    /// CPU seconds of searching.
    cpu_seconds: f64,
}

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Count moves and search in five fixed positions",
        input: InputSpec::None,
        options: &[DEPTH.spec],
        examples: &["bench xiangqi", "bench xiangqi --depth 5 --json"],
        conventions: &[
            ("count", "the last move is counted and not made"),
            ("search", "a new table for each position"),
        ],
    };
    type Answer = BenchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        let (rules, depth) = (Xiangqi::default(), request.get(DEPTH) as u32);
        let mut budget = context.budget.clone();
        let mut signature = Signature::new();
        let (mut results, mut stopped) = (Vec::new(), None);
        for (index, (fen, plies)) in POSITIONS.into_iter().enumerate() {
            let position = parse_fen(fen)?;
            let start = (context.cpu_seconds)();
            let count = match perft(&rules, &position, plies, &mut budget) {
                Ok(count) => count,
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            };
            let counted = (context.cpu_seconds)();
            let (found, out) = search(&rules, &position, depth, &mut Table::new(TABLE_BITS), &mut budget);
            stopped = out;
            if stopped.is_some() {
                break;
            }
            signature.add(&count.to_le_bytes());
            signature.add(&found.value.to_le_bytes());
            signature.add(&found.nodes.to_le_bytes());
            results.push(Row {
                position: fen.to_owned(),
                perft: count,
                perft_seconds: counted - start,
                value: shown_value(found.value),
                best: found.best.map(format_iccs),
                nodes: found.nodes,
                cpu_seconds: (context.cpu_seconds)() - counted,
            });
            context.progress.report("positions", index as u64 + 1, POSITIONS.len() as u64);
        }
        let sum = |of: fn(&Row) -> f64| results.iter().map(of).sum::<f64>();
        let rate = |done: f64, seconds: f64| if seconds > 0.0 { done / seconds } else { 0.0 };
        let benched = BenchAnswer {
            depth,
            counted_per_second: rate(sum(|row| row.perft as f64), sum(|row| row.perft_seconds)),
            searched_per_second: rate(sum(|row| row.nodes as f64), sum(|row| row.cpu_seconds)),
            results,
        };
        Ok(Reply::from(benched).cut(stopped).signed(signature))
    }
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.results {
            writeln!(
                f,
                "  {:>9} counted in {:.3} s; depth {} {:>+6} {:<5} {:>9} nodes {:>7.3} s",
                row.perft,
                row.perft_seconds,
                self.depth,
                row.value,
                row.best.as_deref().unwrap_or(""),
                row.nodes,
                row.cpu_seconds
            )?;
        }
        write!(
            f,
            "  {:.1} million counted and {:.2} million searched a second of CPU",
            self.counted_per_second / 1e6,
            self.searched_per_second / 1e6
        )
    }
}

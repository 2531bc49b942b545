use std::fmt;

use quandary_core::words::count;
use quandary_core::{Context, Seed, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::connect_four::any::AnySolver;
use crate::connect_four::book::{Draft, MAX_DEPTH};
use crate::connect_four::notation::{Record, draw, format_size};
use crate::connect_four::play::BOARD;
use crate::verbs::table_bits;

const DEPTH: Opt<u64> = Opt::whole(
    "depth",
    "STONES",
    1,
    MAX_DEPTH as u64,
    "The book holds every position up to this many stones",
)
.or("8");
const RECOMPUTE: Opt<bool> =
    Opt::switch("recompute", "Recompute the bundled book as well").formerly("afresh");
const TABLE: Opt<u64> =
    Opt::whole("table", "BITS", 16, 30, "The solver's table has up to 2^BITS entries of 8 bytes").or("24");
const SAMPLE: Opt<u64> =
    Opt::whole("sample", "N", 0, 1_000_000, "Positions of the finished book to solve again and compare")
        .or("20");

pub(super) struct Train;

/// How far a book is.
#[derive(Serialize, JsonSchema)]
pub(super) struct TrainAnswer {
    /// Rows and columns.
    board: String,
    /// Stones of the deepest positions.
    depth: u64,
    /// Positions with this many stones, one of each pair of mirror images; the others follow from them.
    positions: u64,
    /// Those whose score is known.
    known: u64,
    /// Whether all are: only then `explain` uses the book.
    finished: bool,
    /// Whether what is known is kept for the next run.
    kept: bool,
    /// Bytes it takes.
    bytes: u64,
    /// Nodes that this run spent on it.
    nodes: u64,
    /// CPU seconds of this run for them.
    cpu_seconds: f64,
    /// Positions of the finished book that were solved again.
    sample: u64,
    /// Those of them whose score is another one than the book's.
    wrong: Vec<Wrong>,
    /// CPU seconds for the sample.
    sample_cpu_seconds: f64,
}

/// A score that does not stand up.
#[derive(Serialize, JsonSchema)]
struct Wrong {
    /// The board as it is drawn.
    position: String,
    /// What the book says.
    book: i32,
    /// What a fresh search says.
    score: i32,
}

impl Command for Train {
    const SPEC: VerbSpec = VerbSpec {
        name: "train",
        about: "Compute the opening book that lets `explain` answer the first moves at once; continue where it stopped",
        input: InputSpec::None,
        options: &[BOARD.spec, DEPTH.spec, RECOMPUTE.spec, TABLE.spec, SAMPLE.spec, SEED.spec],
        examples: &["train connect-four --depth 8", "train connect-four --board 4x5 --depth 4 --json"],
        conventions: &[
            (
                "book",
                "exact scores, found by the same solver without any book; that of the first stones on the standard board comes \
                 with the program, others are kept in the cache of this machine",
            ),
            ("sample", "drawn with the seed from the deepest positions, each solved from an empty table"),
        ],
    };
    type Answer = TrainAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<TrainAnswer>, Stop> {
        let (size, depth) = (request.get(BOARD), request.get(DEPTH));
        let (sample, seed) = (request.get(SAMPLE), Seed(request.get(SEED)));
        let mut draft = Draft::resume(size, depth as u32, request.is_on(RECOMPUTE), context)?;
        let mut solver = AnySolver::new(size, table_bits(request.get(TABLE), 8, context));
        let start = (context.cpu_seconds)();
        let (nodes, mut stopped) = draft.compute(&mut solver, context);
        let cpu_seconds = (context.cpu_seconds)() - start;
        let mut trained = TrainAnswer {
            board: format_size(size),
            depth: draft.depth().into(),
            positions: draft.positions() as u64,
            known: draft.known() as u64,
            finished: false,
            kept: context.cache.keeps(),
            bytes: draft.positions() as u64,
            nodes,
            cpu_seconds,
            sample: 0,
            wrong: Vec::new(),
            sample_cpu_seconds: 0.0,
        };
        if let Some(book) = draft.finish() {
            trained.finished = true;
            let left = context.budget.remaining().saturating_sub(nodes);
            let context = context.with_budget(context.budget.with_nodes(left));
            let checked = book.check(sample, seed, &mut solver, &context);
            trained.sample = checked.sample;
            trained.sample_cpu_seconds = (context.cpu_seconds)() - start - cpu_seconds;
            trained.wrong = checked
                .wrong
                .into_iter()
                .map(|(position, book, score)| {
                    let record = Record { size, columns: Vec::new(), position };
                    Wrong { position: draw(&record), book, score }
                })
                .collect();
            stopped = stopped.or(checked.stopped);
        }
        let is_wrong = !trained.wrong.is_empty();
        Ok(if is_wrong { Reply::negative(trained) } else { trained.into() }.cut(stopped))
    }
}

impl fmt::Display for TrainAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TrainAnswer { board, depth, positions, known, nodes, cpu_seconds, .. } = self;
        write!(
            f,
            "the book of {board} up to {}: {known} of {positions} positions known ({nodes} nodes and \
             {cpu_seconds:.1} s of CPU in this run)",
            count(*depth, "stone")
        )?;
        if !self.finished {
            return f.write_str(if self.kept {
                "\n  the same command goes on from here"
            } else {
                "\n  nothing was kept: without a cache, the same command starts from the beginning"
            });
        }
        write!(f, "\n  finished: {} bytes", self.bytes)?;
        if self.sample > 0 {
            let right = self.sample - self.wrong.len() as u64;
            let seconds = self.sample_cpu_seconds;
            write!(f, "\n  {right} of {} solved again agree ({seconds:.1} s of CPU)", self.sample)?;
        }
        for Wrong { position, book, score } in &self.wrong {
            write!(f, "\n{position}\n  the book says {book}, a fresh search {score}")?;
        }
        Ok(())
    }
}

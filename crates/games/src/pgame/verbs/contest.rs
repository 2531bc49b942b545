use std::fmt;
use std::str::FromStr;

use quandary_core::{Context, InputError, Stop};
use quandary_search::proof::Method;
use quandary_verbs::proving::{self as proving, Setting};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;

use super::{MOST_LEAVES, THE_TREE};
use crate::pgame::contest::{Tally, trial};
use crate::pgame::play::BOARD;

/// Several methods, written with commas between them.
#[derive(Clone, Debug)]
struct Methods(Vec<Method>);

impl FromStr for Methods {
    type Err = InputError;

    fn from_str(list: &str) -> Result<Methods, InputError> {
        list.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>().map(Methods)
    }
}

const COUNT: Opt<u64> = Opt::whole("count", "N", 1, u64::MAX, "How many trees").or("20").formerly("trees");
const METHODS: Opt<Methods> =
    Opt::text("methods", "LIST", &Method::NAMES, "The methods, separated by commas")
        .or("pns,pn2,df-pn,mcpns,ppns,pp,uct,pn-mcts,mc");

const OPTIONS: [OptionSpec; 9] = join([BOARD.spec, COUNT.spec, METHODS.spec], proving::OPTIONS);

pub(super) struct Contest;

/// What every method made of many trees.
#[derive(Serialize, JsonSchema)]
pub(super) struct ContestAnswer {
    /// Branching and depth.
    board: String,
    seed: u64,
    /// Trees asked for.
    trees: u64,
    methods: Vec<OfMethod>,
}

/// What one method made of them.
#[derive(Serialize, JsonSchema)]
struct OfMethod {
    settings: Setting,
    /// Trees tried.
    trees: u64,
    /// Leaves expanded, on the average; null without trees.
    mean_iterations: Option<f64>,
    /// Its interval at 95 %.
    mean_iterations_ci95: Option<[f64; 2]>,
    /// Nodes made, on the average.
    mean_nodes: Option<f64>,
    /// Trees proved or disproved.
    proved: u64,
    /// Trees with an estimate.
    estimated: u64,
    /// Trees without a conclusion.
    out: u64,
    /// Of these for want of memory.
    out_of_memory: u64,
    /// Conclusions that are not the truth.
    wrong: u64,
    /// CPU seconds, with brute force for the truth of every tree.
    cpu_seconds: f64,
}

impl Command for Contest {
    const SPEC: VerbSpec = VerbSpec {
        name: "contest",
        about: "Many trees, every method: iterations, solved, and wrong against brute force",
        input: InputSpec::None,
        options: &OPTIONS,
        examples: &[
            "contest pgame --board 8x8 --count 200",
            "contest pgame --methods ppns --pr 0.001 --count 200",
        ],
        conventions: &[
            THE_TREE,
            ("cpu_seconds", "with brute force for the truth of every tree"),
            ("interval", "normal, 95 %, over trees"),
        ],
    };
    type Answer = ContestAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<ContestAnswer>, Stop> {
        let shape = request.get(BOARD);
        if shape.leaves() > MOST_LEAVES {
            return Err(InputError::new("trees of this size are too large for brute force")
                .expected("at most 1e9 leaves")
                .of_option("board")
                .into());
        }
        let (trees, settings) = (request.get(COUNT), proving::settings(request, context));
        let mut answer =
            ContestAnswer { board: shape.to_string(), seed: settings.seed.0, trees, methods: Vec::new() };
        for method in request.get(METHODS).0 {
            let before = (context.cpu_seconds)();
            let mut trials = Vec::new();
            let (_, stopped) = context.fold(
                method.name(),
                trees,
                |index| Ok(trial(shape, settings.seed, index, method, &settings, &context.budget)?),
                |_, trial| trials.push(trial),
            );
            let cpu_seconds = (context.cpu_seconds)() - before;
            let tally: Tally = trials.into_iter().collect();
            let iterations = tally.iterations.estimate();
            let any = tally.trees > 0;
            answer.methods.push(OfMethod {
                settings: Setting::of(method, &settings),
                trees: tally.trees,
                mean_iterations: any.then_some(iterations.value),
                mean_iterations_ci95: any.then_some([iterations.interval.low, iterations.interval.high]),
                mean_nodes: any.then(|| tally.nodes.mean()),
                proved: tally.proved,
                estimated: tally.estimated,
                out: tally.out,
                out_of_memory: tally.out_of_memory,
                wrong: tally.wrong,
                cpu_seconds,
            });
            if let Some(why) = Stop::cut(stopped)? {
                return Ok(Reply::from(answer).cut(Some(why)));
            }
        }
        Ok(answer.into())
    }
}

impl fmt::Display for ContestAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} trees of {}, seed {}\n  {:<7} {:>26} {:>12} {:>7} {:>9} {:>5} {:>6} {:>9}",
            self.trees,
            self.board,
            self.seed,
            "method",
            "mean iterations",
            "nodes",
            "proved",
            "estimated",
            "out",
            "wrong",
            "CPU s"
        )?;
        for row in &self.methods {
            let (mean, [_, high]) =
                (row.mean_iterations.unwrap_or(0.0), row.mean_iterations_ci95.unwrap_or_default());
            writeln!(
                f,
                "  {:<7} {mean:>12.1} ± {:>11.1} {:>12.0} {:>7} {:>9} {:>5} {:>6} {:>9.2}",
                row.settings.method,
                high - mean,
                row.mean_nodes.unwrap_or(0.0),
                row.proved,
                row.estimated,
                row.out,
                row.wrong,
                row.cpu_seconds
            )?;
        }
        Ok(())
    }
}

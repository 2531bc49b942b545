use std::fmt;

use quandary_core::{Context, Seed, Signature, Stop};
use quandary_search::proof::{Method, Settings};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pgame::rules::PGame;

pub(super) struct Bench;

/// Proof-number search on fixed trees.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchAnswer {
    method: &'static str,
    /// Trees solved.
    instances: u64,
    /// Nodes made.
    nodes: u64,
    /// CPU seconds of the searches.
    cpu_seconds: f64,
    nodes_per_second: Option<f64>,
    bytes_per_node: usize,
}

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Proof-number search on 20 fixed trees: nodes per second and bytes per node",
        input: InputSpec::None,
        options: &[],
        examples: &["bench pgame"],
        conventions: &[],
    };
    type Answer = BenchAnswer;

    fn run(_: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        let mut signature = Signature::new();
        let settings = Settings::default();
        let settings = Settings { bytes: context.budget.memory_or(settings.bytes), ..settings };
        let before = (context.cpu_seconds)();
        let (mut instances, mut nodes, mut bytes_per_node) = (0, 0, 0);
        let mut stopped = None;
        let shapes = (0..10).flat_map(|index| [(index, 2, 20), (index, 8, 8)]);
        for (index, branching, depth) in shapes {
            let tree = PGame::new(branching, depth, Seed(1), index);
            let report = settings.solve(&tree, Method::Pns, &mut context.budget.clone());
            stopped = report.conclusion.out();
            if stopped.is_some() {
                break;
            }
            instances += 1;
            nodes += report.nodes;
            bytes_per_node = report.node_bytes;
            signature.add(&report.nodes.to_le_bytes());
        }
        let cpu_seconds = (context.cpu_seconds)() - before;
        let nodes_per_second = (cpu_seconds > 0.0).then(|| nodes as f64 / cpu_seconds);
        let benched =
            BenchAnswer { method: "pns", instances, nodes, cpu_seconds, nodes_per_second, bytes_per_node };
        Ok(Reply::from(benched).cut(stopped).signed(signature))
    }
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "  pns on {} trees: {} nodes of {} bytes, {:.1} million nodes per CPU second",
            self.instances,
            self.nodes,
            self.bytes_per_node,
            self.nodes_per_second.unwrap_or(0.0) / 1e6
        )
    }
}

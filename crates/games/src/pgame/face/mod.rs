//! The registered face of P-games: one file a verb, the short ones here.

mod explain;
mod simulate;
mod solve;

use quandary_core::face::{Answer, Context, Entry, InputSpec, OptionSpec, Preset, Request, VerbSpec};
use quandary_core::rules::{Game, Side, Verdict};
use quandary_core::{Budget, InputError, Outcome, Seed, Signature, Stream};
use quandary_search::proof::face::{EPSILON, EXPLORATION, MEMORY, PLAYOUTS, PRECISION, THETA, check_budget};
use quandary_search::proof::{Method, Settings};
use quandary_search::tree::Tree;
use quandary_search::truth;
use serde_json::{Value, json};

use super::notation::{Place, format_child, format_place, parse_place, parse_shape};
use super::rules::{Node, PGame};
use crate::face::SEED;
use crate::{matches, watch};

/// P-games.
pub static ENTRY: PGameEntry = PGameEntry;

/// See [`ENTRY`].
pub struct PGameEntry;

const TREE: &str = "A tree: BxD/SEED/INDEX, such as 2x20/1/0";
const METHOD: OptionSpec = OptionSpec::value(
    "method",
    "METHOD",
    "truth (brute force), or pns, pn2, df-pn, mcpns, ppns, pp, uct, pn-mcts, mc",
)
.or("pns");

static PRESETS: [Preset; 3] = [
    Preset { name: "deep", board: "2x20" },
    Preset { name: "wide", board: "8x8" },
    Preset { name: "small", board: "3x6" },
];

static VERBS: [VerbSpec; 7] = [
    VerbSpec {
        name: "solve",
        about: "Whether MAX wins, by one method, with the truth beside it",
        input: InputSpec::Required(TREE),
        options: &[METHOD, PLAYOUTS, THETA, PRECISION, EPSILON, EXPLORATION, MEMORY, SEED],
        examples: &["solve pgame 2x20/1/0 --method ppns", "solve pgame 2x40/1/0 --memory 64 --json"],
    },
    VerbSpec {
        name: "explain",
        about: "Who wins below every child, and the best one",
        input: InputSpec::Required("A tree or a node in it, such as 2x20/1/0 or 2x20/1/0:01"),
        options: &[],
        examples: &["explain pgame 8x8/1/0", "explain pgame 2x20/1/0:01"],
    },
    VerbSpec {
        name: "generate",
        about: "Names of trees with their values",
        input: InputSpec::None,
        options: &[
            OptionSpec::value("board", "BxD", "Branching and depth").or("2x20"),
            OptionSpec::value("count", "N", "How many").or("5"),
            SEED,
        ],
        examples: &["generate pgame --board 8x8 --count 3"],
    },
    VerbSpec {
        name: "simulate",
        about: "Many trees, every method: iterations, solved, and wrong against brute force",
        input: InputSpec::None,
        options: &[
            OptionSpec::value("board", "BxD", "Branching and depth").or("2x20"),
            OptionSpec::value("trees", "N", "How many").or("20"),
            OptionSpec::value("methods", "LIST", "Which, separated by commas")
                .or("pns,pn2,df-pn,mcpns,ppns,pp,uct,pn-mcts,mc"),
            PLAYOUTS,
            THETA,
            PRECISION,
            EPSILON,
            EXPLORATION,
            MEMORY,
            SEED,
        ],
        examples: &[
            "simulate pgame --board 8x8 --trees 200",
            "simulate pgame --methods ppns --pr 0.001 --trees 200",
        ],
    },
    VerbSpec {
        name: "measure",
        about: "Branching, length, game refinement and progress at several strengths of play",
        input: InputSpec::Optional(TREE),
        options: &[
            OptionSpec::value("board", "BxD", "Branching and depth, without INPUT").or("2x20"),
            matches::PLAYERS,
            matches::GAMES,
            SEED,
        ],
        examples: &["measure pgame --board 8x8", "measure pgame 2x20/1/0 --players random,mc:10"],
    },
    VerbSpec {
        name: "watch",
        about: "A look into a search: the root's numbers through the iterations",
        input: InputSpec::Required(TREE),
        options: &[
            OptionSpec::value("method", "METHOD", "pns, mcpns, ppns or pp").or("pns"),
            PLAYOUTS,
            THETA,
            MEMORY,
            SEED,
            OptionSpec::FIGURE,
        ],
        examples: &["watch pgame 2x20/1/0 --method ppns --figure inside.svg"],
    },
    VerbSpec {
        name: "bench",
        about: "Proof-number search on 20 fixed trees: nodes per second and bytes per node",
        input: InputSpec::None,
        options: &[],
        examples: &["bench pgame"],
    },
];

impl Entry for PGameEntry {
    fn name(&self) -> &'static str {
        "pgame"
    }

    fn about(&self) -> &'static str {
        "P-games: random trees whose value brute force knows"
    }

    fn presets(&self) -> &'static [Preset] {
        &PRESETS
    }

    fn verbs(&self) -> &'static [VerbSpec] {
        &VERBS
    }

    fn run(&self, verb: &str, request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
        check_budget(context)?;
        match verb {
            "solve" => solve::run(request, context),
            "explain" => explain::run(request, context),
            "measure" => {
                let place = place(request)?;
                matches::measure(self.name(), &place.tree, &place.node, request, context)
            }
            "generate" => generate(request),
            "simulate" => simulate::run(request, context),
            "watch" => {
                let place = root(request)?;
                let mut json = json!({"schema": 1, "puzzle": "pgame", "tree": format_place(&place)});
                let moves = self.moves(&format_place(&place))?;
                let moves = moves.into_iter().map(|child| format!("child {child}")).collect();
                Ok(watch::run(&place.tree, moves, request, context)?.answer(&mut json))
            }
            "bench" => Ok(bench(context)),
            other => Err(InputError::new(format!("pgame has no verb `{other}`"))),
        }
    }

    fn sample(&self, preset: &Preset, seed: Seed, index: u64) -> Result<String, InputError> {
        Ok(format!("{}/{}/{index}", preset.board, seed.0))
    }

    fn normalise(&self, position: &str) -> Result<String, InputError> {
        Ok(format_place(&parse_place(position)?))
    }

    fn moves(&self, position: &str) -> Result<Vec<String>, InputError> {
        let place = parse_place(position)?;
        let mut children = Vec::new();
        place.tree.moves(&place.node, &mut children);
        Ok(children.into_iter().map(|child| format_child(child).to_string()).collect())
    }

    fn play(&self, position: &str, chosen: &str, _: &mut Stream) -> Result<String, InputError> {
        let place = parse_place(position)?;
        let legal = self.moves(position)?;
        if !legal.iter().any(|child| child == chosen) {
            return Err(InputError::new(format!("`{chosen}` is not a legal move")).expected(legal.join(", ")));
        }
        let before = format_place(&place);
        let colon = if place.path.is_empty() { ":" } else { "" };
        self.normalise(&format!("{before}{colon}{chosen}"))
    }

    /// As MAX sees it.
    fn outcome(&self, position: &str) -> Result<Option<Outcome>, InputError> {
        let place = parse_place(position)?;
        Ok(place.tree.verdict(&place.node).map(|verdict| match verdict {
            Verdict::Win(Side::First) => Outcome::Won,
            _ => Outcome::Lost,
        }))
    }
}

/// The tree in INPUT.
fn root(request: &Request) -> Result<Place, InputError> {
    let place = parse_place(request.input_text()?)?;
    if !place.path.is_empty() {
        return Err(InputError::new("a node inside a tree").expected("a whole tree, such as 2x20/1/0"));
    }
    Ok(place)
}

fn conventions(tree: &PGame) -> Value {
    json!({"branching": tree.branching, "depth": tree.depth, "edges": format!("0 to {}", tree.values - 1),
        "rule": format!("MAX adds at even depth, MIN subtracts at odd depth, MAX wins above {}", tree.threshold)})
}

/// The node in INPUT, or the root of the first tree of a shape.
fn place(request: &Request) -> Result<Place, InputError> {
    match request.input() {
        Some(input) => parse_place(input.text()?),
        None => parse_place(&format!("{}/1/0", request.text("board").unwrap_or("2x20"))),
    }
}

/// The value of a node for MAX.
fn name(wins: bool) -> &'static str {
    if wins { "win" } else { "loss" }
}

/// Whether MAX wins below a node, by brute force where that can be afforded.
fn truth_of(tree: &PGame, node: &Node, budget: &Budget) -> Option<bool> {
    let leaves = f64::from(tree.branching).powi((tree.depth - node.depth()) as i32);
    if leaves > 1e9 {
        return None;
    }
    truth::wins_from(tree, node, &mut Budget::unlimited().with_stop(budget.stop().clone())).ok()
}

fn generate(request: &Request) -> Result<Answer, InputError> {
    let (branching, depth) = parse_shape(request.text("board").unwrap_or("2x20"))?;
    let seed: u64 = request.need("seed", "a whole number")?;
    let trees: Vec<Value> = (0..request.positive("count")?)
        .map(|index| {
            let tree = PGame::new(branching, depth, Seed(seed), index);
            let wins = truth_of(&tree, &tree.root(), &Budget::unlimited());
            json!({"tree": format!("{branching}x{depth}/{seed}/{index}"), "max_wins": wins})
        })
        .collect();
    let lines: Vec<String> = trees
        .iter()
        .map(|tree| {
            let value = match tree["max_wins"].as_bool() {
                Some(true) => "win",
                Some(false) => "loss",
                None => "unknown",
            };
            format!("{} {value}", tree["tree"].as_str().unwrap_or(""))
        })
        .collect();
    Ok(Answer::new(json!({"schema": 1, "puzzle": "pgame", "trees": trees}), lines.join("\n")))
}

/// Proof-number search on fixed trees.
fn bench(context: &Context<'_>) -> Answer {
    let mut signature = Signature::new();
    let settings = Settings::default();
    let before = (context.cpu_seconds)();
    let (mut nodes, mut node_bytes) = (0, 0);
    for index in 0..10 {
        for (branching, depth) in [(2, 20), (8, 8)] {
            let tree = PGame::new(branching, depth, Seed(1), index);
            let report = settings.solve(&tree, Method::Pns, &mut Budget::unlimited());
            nodes += report.nodes;
            node_bytes = report.node_bytes;
            signature.add(&report.nodes.to_le_bytes());
        }
    }
    let cpu_seconds = (context.cpu_seconds)() - before;
    let per_second = nodes as f64 / cpu_seconds.max(1e-9);
    let json = json!({"schema": 1, "puzzle": "pgame", "method": "pns", "nodes": nodes, "cpu_seconds": cpu_seconds,
        "nodes_per_second": per_second, "bytes_per_node": node_bytes, "signature": signature.to_string()});
    let text = format!(
        "  pns on 20 trees: {nodes} nodes of {node_bytes} bytes, {:.1} million nodes per CPU second\n  signature {signature}",
        per_second / 1e6
    );
    Answer::new(json, text)
}

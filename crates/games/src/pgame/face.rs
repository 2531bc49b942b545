//! The registered face of P-games.

use std::fmt::Write;

use quandary_core::face::{Answer, Context, Entry, InputSpec, OptionSpec, Preset, Request, VerbSpec};
use quandary_core::rules::{Game, Side, Verdict};
use quandary_core::{Budget, InputError, Outcome, Seed, Signature, Stream};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::truth;
use serde_json::{Value, json};

use super::contest::{Tally, trial};
use super::notation::{Place, format_child, format_place, parse_place, parse_shape};
use super::rules::PGame;
use crate::face::{
    EPSILON, EXPLORATION, MEMORY, PLAYOUTS, PRECISION, SEED, THETA, check_budget, method, positive,
    report_json, report_text, settings, settings_json,
};
use crate::watch;

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

static VERBS: [VerbSpec; 5] = [
    VerbSpec {
        name: "solve",
        about: "Whether MAX wins, by one method, with the truth beside it",
        input: InputSpec::Required(TREE),
        options: &[METHOD, PLAYOUTS, THETA, PRECISION, EPSILON, EXPLORATION, MEMORY, SEED],
        examples: &["solve pgame 2x20/1/0 --method ppns", "solve pgame 2x40/1/0 --memory 64 --json"],
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
        name: "watch",
        about: "A look into a search: the root's numbers through the iterations",
        input: InputSpec::Required(TREE),
        options: &[
            OptionSpec::value("method", "METHOD", "pns, mcpns, ppns or pp").or("pns"),
            PLAYOUTS,
            THETA,
            MEMORY,
            SEED,
        ],
        examples: &["watch pgame 2x20/1/0 --method ppns"],
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
            "solve" => solve(request, context),
            "generate" => generate(request),
            "simulate" => simulate(request, context),
            "watch" => {
                let place = root(request)?;
                let mut json = json!({"schema": 1, "puzzle": "pgame", "tree": format_place(&place)});
                Ok(watch::run(&place.tree, request, context)?.answer(&mut json))
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

/// Brute force where it can be afforded.
fn truth_of(tree: &PGame, budget: &Budget) -> Option<bool> {
    let nodes = f64::from(tree.branching).powi(tree.depth as i32);
    if nodes > 1e9 {
        return None;
    }
    truth::wins(tree, &mut Budget::unlimited().with_stop(budget.stop().clone())).ok()
}

fn solve(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let place = root(request)?;
    let truth = truth_of(&place.tree, &context.budget);
    let name = |won: bool| if won { "win" } else { "loss" };
    let Some(method) = method(request, "truth")? else {
        let json = json!({"schema": 1, "puzzle": "pgame", "tree": format_place(&place), "method": "truth",
            "verdict": truth.map_or("unknown", name), "conventions": conventions(&place.tree)});
        return Ok(Answer::new(
            json,
            truth.map_or("too large for brute force".into(), |won| {
                format!("{} for MAX (brute force)", name(won))
            }),
        ));
    };
    let settings = settings(request)?;
    let before = (context.cpu_seconds)();
    let report = settings.solve(&place.tree, method, &mut context.budget.clone());
    let cpu_seconds = (context.cpu_seconds)() - before;
    let verdict = match report.conclusion {
        Conclusion::Estimated(won) => format!("estimated {}", name(won)),
        other => other.answer().map_or("unknown".into(), |won| name(won).into()),
    };
    let json = json!({
        "schema": 1, "puzzle": "pgame", "tree": format_place(&place),
        "settings": settings_json(method, &settings), "verdict": verdict,
        "truth": truth.map(name), "report": report_json(&report), "cpu_seconds": cpu_seconds,
        "nodes": report.nodes, "nodes_per_second": report.nodes as f64 / cpu_seconds.max(1e-9),
        "conventions": conventions(&place.tree),
    });
    let text = format!(
        "{verdict} for MAX ({}); the truth is {}\n{}\n{cpu_seconds:.3} s of CPU",
        method.name(),
        truth.map_or("not known", name),
        report_text(&report)
    );
    let answer = Answer::new(json, text);
    Ok(match report.conclusion {
        Conclusion::Out(why) => answer.exhausted(why),
        _ => answer,
    })
}

fn generate(request: &Request) -> Result<Answer, InputError> {
    let (branching, depth) = parse_shape(request.text("board").unwrap_or("2x20"))?;
    let seed: u64 = request.need("seed", "a whole number")?;
    let trees: Vec<Value> = (0..positive(request, "count")?)
        .map(|index| {
            let tree = PGame::new(branching, depth, Seed(seed), index);
            let wins = truth_of(&tree, &Budget::unlimited());
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

fn methods(request: &Request) -> Result<Vec<Method>, InputError> {
    let list = request.text("methods").unwrap_or("pns");
    list.split(',')
        .map(|name| {
            Method::named(name.trim()).ok_or_else(|| {
                let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
                InputError::new(format!("--methods: `{name}` is not a method"))
                    .expected(format!("some of {}", names.join(", ")))
            })
        })
        .collect()
}

fn simulate(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let shape = parse_shape(request.text("board").unwrap_or("2x20"))?;
    if f64::from(shape.0).powi(shape.1 as i32) > 1e9 {
        return Err(InputError::new("brute force cannot tell the truth about trees of this size")
            .expected("at most 1e9 leaves"));
    }
    let trees = positive(request, "trees")?;
    let settings = settings(request)?;
    let mut text = format!(
        "{trees} trees of {}x{}, seed {}\n  {:<7} {:>26} {:>12} {:>7} {:>9} {:>5} {:>6} {:>9}\n",
        shape.0,
        shape.1,
        settings.seed.0,
        "method",
        "mean iterations",
        "nodes",
        "proved",
        "estimated",
        "out",
        "wrong",
        "CPU s"
    );
    let mut rows = Vec::new();
    for method in methods(request)? {
        let before = (context.cpu_seconds)();
        let (trials, stopped) = context.map(method.name(), trees, |index| {
            trial(shape, settings.seed, index, method, &settings, context.budget.remaining())
        });
        let cpu_seconds = (context.cpu_seconds)() - before;
        let tally: Tally = trials.into_iter().collect();
        let iterations = tally.iterations.estimate();
        let _ = writeln!(
            text,
            "  {:<7} {:>12.1} ± {:>11.1} {:>12.0} {:>7} {:>9} {:>5} {:>6} {:>9.2}",
            method.name(),
            iterations.value,
            iterations.interval.high - iterations.value,
            tally.nodes.mean(),
            tally.proved,
            tally.estimated,
            tally.out,
            tally.wrong,
            cpu_seconds
        );
        rows.push(json!({"settings": settings_json(method, &settings), "trees": tally.trees,
            "iterations": iterations, "mean_nodes": tally.nodes.mean(), "proved": tally.proved,
            "estimated": tally.estimated, "out": tally.out, "out_of_memory": tally.out_of_memory,
            "wrong": tally.wrong, "cpu_seconds": cpu_seconds}));
        if let Some(why) = stopped {
            return Ok(
                Answer::new(json!({"schema": 1, "puzzle": "pgame", "methods": rows}), text).exhausted(why)
            );
        }
    }
    let json = json!({"schema": 1, "puzzle": "pgame", "board": format!("{}x{}", shape.0, shape.1),
        "trees": trees, "seed": settings.seed.0,
        "conventions": {"tree": conventions(&PGame::new(shape.0, shape.1, settings.seed, 0)),
            "cpu_seconds": "with brute force for the truth of every tree",
            "interval": "normal, 95 %, over trees"},
        "methods": rows});
    Ok(Answer::new(json, text.trim_end()))
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

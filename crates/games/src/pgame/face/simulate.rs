use std::fmt::Write;

use quandary_core::InputError;
use quandary_core::face::{Answer, Context, Request};
use quandary_search::proof::Method;
use quandary_search::proof::face::{settings, settings_json};
use serde_json::json;

use super::conventions;
use crate::pgame::contest::{Tally, trial};
use crate::pgame::notation::parse_shape;
use crate::pgame::rules::PGame;

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

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let shape = parse_shape(request.text("board").unwrap_or("2x20"))?;
    if f64::from(shape.0).powi(shape.1 as i32) > 1e9 {
        return Err(InputError::new("brute force cannot tell the truth about trees of this size")
            .expected("at most 1e9 leaves"));
    }
    let trees = request.positive("trees")?;
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

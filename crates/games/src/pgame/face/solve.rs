use quandary_core::InputError;
use quandary_core::face::{Answer, Context, Request};
use quandary_search::proof::face::{method, report_json, report_text, settings, settings_json};
use serde_json::json;

use super::{conventions, name, root, truth_of};
use crate::pgame::notation::format_place;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let place = root(request)?;
    let truth = truth_of(&place.tree, &place.node, &context.budget);
    let Some(method) = method(request, &["truth"])? else {
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
    let verdict = report.conclusion.verdict();
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
    Ok(match report.conclusion.out() {
        Some(why) => answer.exhausted(why),
        None => answer,
    })
}

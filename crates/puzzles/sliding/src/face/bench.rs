use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Budget, InputError};
use serde_json::{Value, json};

use super::{bench_fixed, exact_solver, puzzle};
use crate::instances::{self, Instance};
use crate::rules::Sliding;
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::Solver;

pub(super) const INSTANCES: OptionSpec = OptionSpec::value(
    "instances",
    "FILE",
    "Solve the boards of a file with known lengths: NUMBER … OPTIMAL NODES, two blanks, the tiles",
);
pub(super) const ONLY: OptionSpec =
    OptionSpec::value("only", "LIST", "Numbers of the instances to solve, such as 1-20,38");

/// What became of one instance.
struct Row {
    length: Option<u32>,
    lower_bound: u32,
    nodes: u64,
    cpu_seconds: f64,
}

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    // An option whose value is a FILE arrives as what the file holds.
    let Some(text) = request.text("instances") else { return bench_fixed::run(context) };
    let in_file = |error: InputError| InputError { what: format!("--instances: {}", error.what), ..error };
    let mut instances = instances::parse(text, None).map_err(in_file)?;
    if let Some(list) = request.text("only") {
        let wanted = numbers(list)?;
        instances.retain(|instance| wanted.contains(&instance.number));
    }
    let Some(first) = instances.first() else {
        return Err(InputError::new("--only: no instance has one of these numbers"));
    };
    let size = first.board.size();
    if let Some(other) = instances.iter().find(|instance| instance.board.size() != size) {
        return Err(InputError::new(format!("instance {} is not {size} like the first", other.number)));
    }
    let puzzle = puzzle(request, size)?;
    let heuristic: Heuristic = request.need("heuristic", &Heuristic::names(&Heuristic::DEEPENING))?;
    let before = (context.cpu_seconds)();
    let solver = exact_solver(&puzzle, heuristic, context)?;
    let table_seconds = (context.cpu_seconds)() - before;
    let solver = match solver {
        Ok(solver) => solver,
        Err(why) => {
            return Ok(report(&puzzle, heuristic, &instances, &[], (0.0, table_seconds)).exhausted(why));
        }
    };

    let before = (context.cpu_seconds)();
    let (rows, stopped) = context.map("instances", instances.len() as u64, |index| {
        solve(&*solver, &instances[index as usize], context)
    });
    let cpu_seconds = (context.cpu_seconds)() - before;
    let answer = report(&puzzle, heuristic, &instances, &rows, (cpu_seconds, table_seconds));
    Ok(match stopped {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}

/// Solves one instance on one thread; the threads are for the instances.
fn solve(solver: &dyn Solver, instance: &Instance, context: &Context<'_>) -> Row {
    let before = (context.cpu_seconds)();
    let mut budget: Budget = context.budget.clone();
    let answer =
        solver.solve_within(&instance.board, u32::MAX, &mut budget, &quandary_core::face::Sequential);
    let cpu_seconds = (context.cpu_seconds)() - before;
    match answer {
        Ok(found) => Row {
            length: found.path.as_ref().map(|path| path.len() as u32),
            lower_bound: found.lower_bound,
            nodes: found.generated(),
            cpu_seconds,
        },
        Err(cut) => Row { length: None, lower_bound: cut.lower_bound, nodes: cut.generated, cpu_seconds },
    }
}

fn report(
    puzzle: &Sliding,
    heuristic: Heuristic,
    instances: &[Instance],
    rows: &[Row],
    (cpu_seconds, table_seconds): (f64, f64),
) -> Answer {
    let pairs = || instances.iter().zip(rows);
    let correct = pairs().filter(|(instance, row)| row.length == Some(instance.optimal)).count();
    // The published counts include the start itself.
    let same_nodes = pairs().filter(|(instance, row)| row.nodes + 1 == instance.nodes).count();
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let results: Vec<Value> = pairs()
        .map(|(instance, row)| {
            json!({"number": instance.number, "optimal": instance.optimal, "length": row.length,
                "lower_bound": row.lower_bound, "nodes": row.nodes, "published_nodes": instance.nodes,
                "cpu_seconds": row.cpu_seconds})
        })
        .collect();
    let mut text = String::from("  no  known  found         nodes     published  CPU s\n");
    for (instance, row) in pairs() {
        let found = row.length.map_or_else(|| format!("≥{}", row.lower_bound), |length| length.to_string());
        text += &format!(
            "{:>4} {:>6} {found:>6} {:>13} {:>13} {:>6.2}\n",
            instance.number, instance.optimal, row.nodes, instance.nodes, row.cpu_seconds
        );
    }
    text += &format!(
        "{correct} of {} lengths right, {nodes} nodes in {cpu_seconds:.2} s of CPU ({heuristic}), tables \
         {table_seconds:.2} s",
        rows.len()
    );
    if same_nodes > 0 {
        text += &format!("\n{same_nodes} node counts equal the published ones (which count the start too)");
    }
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "board": puzzle.size().to_string(),
        "method": "idastar",
        "heuristic": heuristic.to_string(),
        "instances": rows.len(),
        "correct": correct,
        "nodes": nodes,
        "cpu_seconds": cpu_seconds,
        "table_seconds": table_seconds,
        "same_nodes_as_published": same_nodes,
        "conventions": {
            "nodes": "children made in all passes, the start not counted",
            "cpu_seconds": "solving; loading or building tables is table_seconds",
        },
        "results": results,
    });
    let answer = Answer::new(json, text);
    if correct == rows.len() { answer } else { answer.negative() }
}

/// Reads `1-20,38`.
fn numbers(list: &str) -> Result<Vec<u64>, InputError> {
    let bad = || {
        InputError::new(format!("--only: `{list}` cannot be used"))
            .expected("numbers and ranges, such as 1-20,38")
    };
    let mut all = Vec::new();
    for part in list.split(',') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let low: u64 = low.trim().parse().map_err(|_| bad())?;
        let high: u64 = high.trim().parse().map_err(|_| bad())?;
        if high < low || high - low > 1_000_000 {
            return Err(bad());
        }
        all.extend(low..=high);
    }
    Ok(all)
}

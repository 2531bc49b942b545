use quandary_core::face::{Answer, Context, OptionSpec, Request, Status};
use quandary_core::{Budget, InputError};
use serde_json::{Value, json};

use super::documents;
use crate::notation::{write_solution, write_svg};
use crate::solve::{Goal, Method, Solved, Verdict, solve};
use crate::{Nonogram, Picture, methods};

pub(super) const FIRST: OptionSpec =
    OptionSpec::switch("first", "Any one solution; do not ask whether it is the only one");
pub(super) const JSON_LINES: OptionSpec =
    OptionSpec::switch("json-lines", "One JSON object a puzzle, as soon as it is known");
pub(super) const METHOD: OptionSpec = OptionSpec::value(
    "method",
    "METHOD",
    "best, line, probe, search, or one of the twelve methods by id or name (see `reproduce nono.METHODS`)",
)
.or("best");
pub(super) const WRITE: OptionSpec =
    OptionSpec::value("write", "FORMAT", "How to print a solution: picture, tcga or svg").or("picture");

/// Which engine is to solve.
#[derive(Clone, Copy)]
enum Engine {
    Ours(Method),
    Document(methods::Method),
}

impl Engine {
    fn named(name: &str) -> Result<Engine, InputError> {
        Ok(Engine::Ours(match name {
            "best" => Method::Best,
            "line" => Method::Line,
            "probe" => Method::Probe,
            "search" => Method::Search,
            other => return methods::Method::named(other).map(Engine::Document),
        }))
    }

    fn solve(self, puzzle: &Nonogram, goal: Goal, budget: &mut Budget) -> Solved {
        match self {
            Engine::Ours(method) => solve(puzzle, goal, method, budget),
            Engine::Document(method) => {
                let spent = budget.spent();
                let verdict = match methods::run(method, puzzle, budget) {
                    Ok(Some(picture)) => Verdict::Solved(picture),
                    Ok(None) => Verdict::None,
                    Err(why) => Verdict::Budget { why, found: None },
                };
                Solved { verdict, nodes: budget.spent() - spent, steps: None }
            }
        }
    }
}

/// A puzzle, what was found, and what it took.
struct Row {
    index: usize,
    solved: Solved,
    seconds: f64,
    json: Value,
}

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let engine = Engine::named(request.text("method").unwrap_or("best"))?;
    let goal = if request.is_on("first") { Goal::First } else { Goal::Unique };
    let puzzles = documents(request)?;
    let lines = request.is_on("json-lines");
    let mut status = Status::Answered;
    let (mut texts, mut rows, mut certificates) = (Vec::new(), Vec::new(), Vec::new());
    for (index, document) in puzzles.iter().enumerate() {
        let mut row = solve_one(engine, goal, &document.puzzle, index + 1, context);
        status = worse(status, &row.solved.verdict);
        if lines {
            (context.emit)(&row.json);
        } else {
            certificates.push(row.json["certificate"].take());
            texts.push(text(&row, &document.puzzle, request.text("write").unwrap_or("picture"))?);
            rows.push(row.json);
        }
        context.progress.report("puzzles", index as u64 + 1, puzzles.len() as u64);
        if context.budget.stop().raised().is_some() {
            break;
        }
    }
    if lines {
        return Ok(Answer { json: Value::Null, text: String::new(), status, figure: None });
    }
    let mut json = json!({
        "schema": 1,
        "puzzle": "nonogram",
        "method": request.text("method"),
        "conventions": {"goal": if goal == Goal::First { "first" } else { "unique" }, "node": "a decision or a probe"},
    });
    if let [row] = &mut rows[..] {
        row["certificate"] = certificates.remove(0);
        for (key, value) in row.as_object_mut().into_iter().flatten() {
            json[key.as_str()] = value.take();
        }
    } else {
        json["puzzles"] = rows.into();
        json["certificates"] = certificates.into_iter().filter(|one| !one.is_null()).collect();
    }
    Ok(Answer { json, text: texts.join("\n\n"), status, figure: None })
}

fn solve_one(engine: Engine, goal: Goal, puzzle: &Nonogram, index: usize, context: &Context<'_>) -> Row {
    let before = (context.cpu_seconds)();
    let mut budget = context.budget.clone();
    let solved = engine.solve(puzzle, goal, &mut budget);
    let seconds = (context.cpu_seconds)() - before;
    let certificate = solved.certificate(puzzle);
    let mut json = json!({
        "index": index,
        "verdict": solved.verdict.name(),
        "solution": solved.verdict.picture().map(Picture::rows),
        "nodes": solved.nodes,
        "cpu_seconds": seconds,
        "certificate": certificate,
    });
    match &solved.verdict {
        Verdict::Multiple(first, second) => {
            json["other"] = json!(second.rows());
            json["differences"] = json!(cells(&first.differences(second)));
        }
        Verdict::Open(board) => json["board"] = json!(board.rows()),
        _ => {}
    }
    Row { index, solved, seconds, json }
}

/// Cells as people count them.
fn cells(cells: &[(usize, usize)]) -> Vec<String> {
    cells.iter().map(|(x, y)| format!("r{}c{}", y + 1, x + 1)).collect()
}

fn worse(status: Status, verdict: &Verdict) -> Status {
    match (status, verdict) {
        (Status::Exhausted(_), _) => status,
        (_, Verdict::Budget { why, .. }) => Status::Exhausted(*why),
        // A method that gives up has said no: not by this.
        (_, Verdict::None | Verdict::Open(_)) => Status::Negative,
        _ => status,
    }
}

/// The answer for a person.
fn text(row: &Row, puzzle: &Nonogram, format: &str) -> Result<String, InputError> {
    let verdict = &row.solved.verdict;
    match (format, verdict.picture()) {
        ("tcga", Some(picture)) => return Ok(write_solution(picture, row.index).trim_end().to_owned()),
        ("svg", Some(picture)) => return Ok(write_svg(puzzle, Some(picture)).trim_end().to_owned()),
        ("picture", _) | ("tcga" | "svg", None) => {}
        (other, _) => {
            return Err(InputError::new(format!("--write: `{other}` cannot be written"))
                .expected("picture, tcga or svg"));
        }
    }
    let size = format!("puzzle {}, {}x{}", row.index, puzzle.width(), puzzle.height());
    let cost = format!("{} nodes, {:.3} s of CPU", row.solved.nodes, row.seconds);
    let proof = match &row.solved.steps {
        Some(steps) => format!("; proved in {} steps", steps.len()),
        None => String::new(),
    };
    let body = match verdict {
        Verdict::Solved(picture) => format!("a solution\n{picture}"),
        Verdict::Unique(picture) => format!("the only solution\n{picture}"),
        Verdict::Multiple(first, second) => {
            let different = first.differences(second);
            format!(
                "more than one solution\n{first}\n\nanother, different at {}\n{second}",
                cells(&different).join(" ")
            )
        }
        Verdict::None => "no solution".into(),
        Verdict::Open(board) => format!("{} cells stay open by this method\n{board}", board.open()),
        Verdict::Budget { why, found: Some(picture) } => {
            format!("{why}; a solution, perhaps not the only one\n{picture}")
        }
        Verdict::Budget { why, found: None } => format!("{why}; nothing is known yet"),
    };
    Ok(format!("{size}: {body}\n{cost}{proof}"))
}

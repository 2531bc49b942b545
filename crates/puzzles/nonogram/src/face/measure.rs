use std::fmt::Write;

use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{InputError, Seed};
use quandary_measures::of_traces;
use serde_json::{Value, json};

use super::{document, parse_size};
use crate::enumerate::enumerate;
use crate::human::{Grading, grade};
use crate::solve::{Goal, Method, Verdict, solve};
use crate::{Board, Nonogram};

pub(super) const ENUMERATE: OptionSpec =
    OptionSpec::value("enumerate", "RxC", "Count all uniquely solvable puzzles of R rows and C columns");

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    match request.text("enumerate") {
        Some(size) => census(size, context),
        None => one(request, context),
    }
}

fn census(size: &str, context: &Context<'_>) -> Result<Answer, InputError> {
    let (height, width) = parse_size(size)?;
    let before = (context.cpu_seconds)();
    let mut budget = context.budget.clone();
    let census = match enumerate(height, width, &mut budget)? {
        Ok(census) => census,
        Err(why) => {
            let json = json!({"schema": 1, "puzzle": "nonogram", "size": size, "verdict": "budget"});
            return Ok(Answer::new(json, format!("{why} before every picture was seen")).exhausted(why));
        }
    };
    let seconds = (context.cpu_seconds)() - before;
    let percent = |part: u64| 100.0 * part as f64 / census.pictures as f64;
    let text = format!(
        "{height}x{width}: {} pictures\n  uniquely solvable   {:>12}  {:>6.2} %\n  by line logic alone {:>12}  {:>6.2} %\n  {seconds:.2} s of CPU",
        census.pictures,
        census.unique,
        percent(census.unique),
        census.by_lines,
        percent(census.by_lines),
    );
    let json = json!({"schema": 1, "puzzle": "nonogram", "size": size, "pictures": census.pictures,
        "unique": census.unique, "line_solvable": census.by_lines, "cpu_seconds": seconds,
        "conventions": {"unique": "no other picture has the same clues",
            "line_solvable": "unique, and solved by exact line logic alone"}});
    Ok(Answer::new(json, text))
}

fn one(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let document = document(request)?;
    let puzzle = &document.puzzle;
    let verdict = solve(puzzle, Goal::Unique, Method::Best, &mut context.budget.clone()).verdict;
    let grading = grade(puzzle, &Board::unknown(puzzle.width(), puzzle.height()), usize::MAX);
    let seed = Seed(request.need("seed", "a whole number")?);
    let name = grade_name(&grading);
    let mut text = format!(
        "{}x{}, {}: {} solution{}\ngrade: {name}\n",
        puzzle.width(),
        puzzle.height(),
        verdict.name(),
        match verdict {
            Verdict::Unique(_) => "one",
            Verdict::Multiple(..) => "more than one",
            Verdict::None => "no",
            _ => "an unknown number of",
        },
        if matches!(verdict, Verdict::Unique(_)) { "" } else { "s" },
    );
    for (technique, count) in grading.counts() {
        let _ = writeln!(text, "  {:<11} {count:>5} steps", technique.name());
    }
    if grading.board.open() > 0 {
        let _ = writeln!(text, "  left to search: {} cells", grading.board.open());
    }
    let measures = measures(&grading, seed);
    for (name, value) in measures.as_object().into_iter().flatten() {
        let _ = writeln!(text, "  {name:<4} {:>8.4}", value.as_f64().unwrap_or(f64::NAN));
    }
    Ok(Answer::new(report(puzzle, &verdict, &grading, name, &measures), text.trim_end()))
}

/// overlap, line-logic, probe, deeper, or search.
fn grade_name(grading: &Grading) -> &'static str {
    if grading.possible {
        grading.grade().map_or("search", |technique| technique.name())
    } else {
        "impossible"
    }
}

/// v, GR and E_p of the one trace.
fn measures(grading: &Grading, seed: Seed) -> Value {
    match of_traces(&[grading.trace()], seed) {
        None => Value::Null,
        Some(all) => {
            json!({"D": all.length.value, "B": all.options.value, "v": all.v.value, "m": all.m.value,
            "GR": all.gr_velocity.value, "E_p": all.energy.value})
        }
    }
}

fn report(puzzle: &Nonogram, verdict: &Verdict, grading: &Grading, name: &str, measures: &Value) -> Value {
    let counts: serde_json::Map<String, Value> = grading
        .counts()
        .iter()
        .map(|(technique, count)| (technique.name().to_owned(), json!(count)))
        .collect();
    json!({
        "schema": 1,
        "puzzle": "nonogram",
        "width": puzzle.width(),
        "height": puzzle.height(),
        "verdict": verdict.name(),
        "grade": name,
        "techniques": counts,
        "open": grading.board.open(),
        "measures": measures,
        "steps": grading.steps,
        "trace": grading.trace(),
        "conventions": {
            "grade": "the hardest technique needed: overlap, line logic, probe, deeper; search when they do not suffice",
            "B": "places where the step's technique could be tried: open lines, or both colours of the open cells",
            "b": "places among them where it tells something",
            "GR": "sqrt(2v/D)",
            "E_p": "2 m v^2",
        },
    })
}

//! `solve`: what a small board is worth, exactly; what a position's moves are worth, by search.

use num_rational::BigRational;
use quandary_core::face::{Answer, Context, InputSpec, OptionSpec, Request, VerbSpec};
use quandary_core::{Budget, Certificate, InputError};
use quandary_search::proof::Method;
use serde_json::{Value, json};

use super::{common, prove};
use crate::notation::{compact, grid, parse_target};
use crate::rules::{Board, Rules, Start};
use crate::solve::exact::{Counts, Unsolved, start_worth};
use crate::solve::worth::Number;
use crate::solve::{Question, Solution, Worth, solve};

pub(super) const SPEC: VerbSpec = VerbSpec {
    name: "solve",
    about: "the exact probability of reaching a tile, against chance and against an opponent",
    input: InputSpec::Optional(
        "a board to solve from (rows of tiles, or one digit a cell); otherwise the start",
    ),
    options: &[
        common::BOARD,
        OptionSpec::value(
            "target",
            "TILE",
            "the tile to reach; by default the largest possible, at most 2048",
        ),
        common::P4,
        OptionSpec::value("start", "HOW", "two-twos, usual or three-twos-and-four").or("two-twos"),
        OptionSpec::value(
            "method",
            "NAME",
            "exact (the whole board), expectimax (the moves of a position), or pns, pn2, df-pn, mcpns, ppns, pp, uct, pn-mcts, mc",
        )
        .or("exact"),
        OptionSpec::switch("certificate", "add the value of every position, for `quandary check`"),
        common::DEPTH,
        common::COUNT,
        common::WEIGHTS,
        prove::INHIBITOR,
        prove::PLAYOUTS,
        prove::THETA,
        prove::PRECISION,
        prove::MEMORY,
        common::SEED,
    ],
    examples: &[
        "solve 2048 --board 2x2 --target 16 --json",
        "solve 2048 --board 3x3 --target 1024",
        "solve 2048 --board 2x2 --target 16 --method ppns",
        "solve 2048 '2 . / 4 8' --target 32",
    ],
};

/// Boards of at most this many cells are solved with fractions: there they stay short enough to read.
const FRACTION_CELLS: usize = 4;

/// Boards of at most this many cells are played on after the target, so that the whole game is known.
const WHOLE_GAME_CELLS: usize = 9;

/// Memory for the boards of an exact solution.
const MEMORY: u64 = 3 << 30;

/// Beyond this many classes a certificate would be too long to keep.
const CERTIFICATE_CLASSES: u64 = 100_000;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    match request.text("method") {
        Some("exact") | None => {}
        Some("expectimax") => return super::explain::by_expectimax(request, context),
        Some(other) => {
            let Some(method) = Method::named(other) else {
                return Err(InputError::new(format!("--method: `{other}` is not known"))
                    .expected("exact, expectimax, pns, pn2, df-pn, mcpns, ppns, pp, uct, pn-mcts or mc"));
            };
            let Asked { rules, target, boards, .. } = Asked::new(request)?;
            return prove::run(method, (rules, target, &boards), request, context);
        }
    }
    let asked = Asked::new(request)?;
    if asked.rules.shape.cells() <= FRACTION_CELLS {
        answer::<BigRational>(
            &asked,
            context,
            |n| json!({"numerator": digits(n.numer()), "denominator": digits(n.denom()), "value": n.value()}),
        )
    } else {
        answer::<f64>(
            &asked,
            context,
            |n| json!({"numerator": null, "denominator": null, "value": n, "rounding": "double precision"}),
        )
    }
}

/// A JSON number where it fits one, otherwise its digits.
fn digits(number: &num_bigint::BigInt) -> Value {
    u64::try_from(number).map_or_else(|_| json!(number.to_string()), |small| json!(small))
}

/// What the command asks.
struct Asked {
    rules: Rules,
    target: u8,
    /// The positions whose worth is asked: one given board, or every start of a kind.
    boards: Vec<Board>,
    start: Option<Start>,
    certificate: bool,
}

impl Asked {
    fn new(request: &Request) -> Result<Asked, InputError> {
        let given = common::position(request)?;
        let rules = match given {
            Some((rules, _)) => rules,
            None => common::rules(request)?,
        };
        let fours_spawn = rules.fours.numerator() > 0;
        let target = match request.text("target") {
            Some(text) => parse_target(text, rules.shape, fours_spawn)?,
            None => rules.shape.largest_exponent(fours_spawn).min(11),
        };
        let (boards, start) = if let Some((_, board)) = given {
            (vec![board], None)
        } else {
            let start = common::start(request)?;
            let boards = rules.starts(start).into_iter().map(|(board, _)| board).collect();
            (boards, Some(start))
        };
        Ok(Asked { rules, target, boards, start, certificate: request.is_on("certificate") })
    }
}

fn answer<N: Number>(
    asked: &Asked,
    context: &Context<'_>,
    fraction: impl Fn(&N) -> Value,
) -> Result<Answer, InputError> {
    let whole_game = asked.rules.shape.cells() <= WHOLE_GAME_CELLS;
    let question = Question {
        rules: asked.rules,
        target: asked.target,
        play_on: whole_game,
        keep_all: asked.certificate,
        memory: MEMORY,
    };
    let before = (context.cpu_seconds)();
    let mut budget = context.budget.clone();
    let solution = match find::<N>(&question, asked, &mut budget, context) {
        Ok(solution) => solution,
        Err(Unsolved::Input(error)) => return Err(error),
        Err(Unsolved::Exhausted(why)) => {
            let json = json!({"schema": 1, "puzzle": "2048", "board": asked.rules.shape.to_string(),
                "target": 1_u64 << asked.target, "win_probability": null, "positions_seen": budget.spent()});
            let text = format!("not solved: {why} after {} positions", common::thousands(budget.spent()));
            return Ok(Answer::new(json, text).exhausted(why));
        }
    };
    let cpu_seconds = (context.cpu_seconds)() - before;
    let stopping = stop_counts(&question, asked, whole_game, &solution.counts, context);

    let worth = overall(asked, &solution);
    let counts = solution.counts;
    let mut json = json!({
        "schema": 1,
        "puzzle": "2048",
        "method": "exact",
        "board": asked.rules.shape.to_string(),
        "target": 1_u64 << asked.target,
        "p4": common::fours_json(asked.rules.fours),
        "start": asked.start.map_or_else(|| json!(grid(asked.rules.shape, asked.boards[0])), |start| json!(start.name())),
        "win_probability": fraction(&worth.win),
        "adversarial": verdict(&solution.worths, |w| w.forced.by_both),
        "reachability": verdict(&solution.worths, |w| w.possible),
        "adversarial_with": {
            "twos_and_fours": verdict(&solution.worths, |w| w.forced.by_both),
            "twos": verdict(&solution.worths, |w| w.forced.by_twos),
            "fours": verdict(&solution.worths, |w| w.forced.by_fours),
        },
        "guaranteed_tile": guaranteed(&solution.worths, whole_game),
        "expected_score": if whole_game { fraction(&worth.score) } else { Value::Null },
        "states": counts.states,
        "canonical": counts.canonical,
        "afterstates_canonical": counts.afterstates,
        "states_are": if whole_game { "the whole game, player to move" } else { "play stops at the target, player to move" },
        "until_target": stopping.map(counts_json),
        "longest_game": solution.layers,
        "cpu_seconds": cpu_seconds,
    });
    if asked.certificate {
        json["certificate"] = certificate(asked, &solution, &fraction)?;
    }
    let exactly = &json["win_probability"];
    let exactly = match (&exactly["numerator"], &exactly["denominator"]) {
        (Value::Null, _) => String::new(),
        (above, below) => format!("{above}/{below} = ").replace('"', ""),
    };
    let text = text(asked, &worth, &exactly, &solution, whole_game, cpu_seconds);
    Ok(Answer::new(json, text))
}

fn find<N: Number>(
    question: &Question,
    asked: &Asked,
    budget: &mut Budget,
    context: &Context<'_>,
) -> Result<Solution<N>, Unsolved> {
    solve::<N>(question, &asked.boards, budget, |what, done, total| {
        context.progress.report(what, done, total);
    })
}

/// The worth of the start, or of the given board.
fn overall<N: Number>(asked: &Asked, solution: &Solution<N>) -> Worth<N> {
    let Some(start) = asked.start else { return solution.worths[0].clone() };
    let worth_of = |board: Board| {
        let index = asked.boards.iter().position(|&b| b == board).expect("every start was asked for");
        solution.worths[index].clone()
    };
    start_worth(&asked.rules, start, &worth_of, asked.target)
}

/// The counts when play stops at the target, where that is a second, smaller enumeration.
fn stop_counts(
    question: &Question,
    asked: &Asked,
    whole_game: bool,
    counts: &Counts,
    context: &Context<'_>,
) -> Option<Counts> {
    if !whole_game {
        return Some(*counts);
    }
    // On 3x3 the second enumeration costs as much as the first; there the first one's classes say enough.
    if asked.rules.shape.cells() > 6 {
        return None;
    }
    let stopping = Question { play_on: false, keep_all: false, ..*question };
    find::<f64>(&stopping, asked, &mut context.budget.clone(), context).ok().map(|solution| solution.counts)
}

fn counts_json(counts: Counts) -> Value {
    let pair = |(states, canonical): (u64, u64)| json!({"states": states, "canonical": canonical});
    json!({"live": pair(counts.live), "dead": pair(counts.dead), "won": pair(counts.won)})
}

/// "win", "loss", or "mixed" when it depends on the start.
fn verdict<N>(worths: &[Worth<N>], holds: impl Fn(&Worth<N>) -> bool) -> &'static str {
    match worths.iter().filter(|worth| holds(worth)).count() {
        0 => "loss",
        n if n == worths.len() => "win",
        _ => "mixed",
    }
}

fn guaranteed<N>(worths: &[Worth<N>], whole_game: bool) -> Value {
    let least = worths.iter().map(|worth| worth.guaranteed).min().filter(|_| whole_game);
    least.map_or(Value::Null, |exponent| json!(1_u64 << exponent))
}

fn certificate<N: Number>(
    asked: &Asked,
    solution: &Solution<N>,
    fraction: &impl Fn(&N) -> Value,
) -> Result<Value, InputError> {
    let shape = asked.rules.shape;
    if shape.cells() > FRACTION_CELLS || solution.counts.canonical > CERTIFICATE_CLASSES {
        return Err(InputError::new(format!("{shape} has no certificate: its values are not fractions"))
            .expected("--certificate with boards of at most four cells"));
    }
    let values: serde_json::Map<String, Value> = solution
        .table
        .iter()
        .map(|(board, worth)| {
            let win = fraction(&worth.win);
            let row = json!([win["numerator"], win["denominator"], worth.forced.by_both, worth.possible]);
            (compact(shape, *board), row)
        })
        .collect();
    let starts: Vec<String> = asked.boards.iter().map(|&board| compact(shape, board)).collect();
    let claim: Vec<Value> = solution.worths.iter().map(|worth| fraction(&worth.win)).collect();
    let evidence = json!({
        "board": shape.to_string(),
        "target": 1_u64 << asked.target,
        "p4": [asked.rules.fours.numerator(), asked.rules.fours.denominator()],
        "win_probability": claim.iter().map(|w| json!([w["numerator"], w["denominator"]])).collect::<Vec<_>>(),
        "adversarial": solution.worths.iter().map(|w| w.forced.by_both).collect::<Vec<_>>(),
        "reachability": solution.worths.iter().map(|w| w.possible).collect::<Vec<_>>(),
        "values": values,
    });
    let certificate = Certificate::new("2048", "win-probability", starts.join(" "), evidence);
    Ok(serde_json::to_value(certificate).unwrap_or(Value::Null))
}

fn text<N: Number>(
    asked: &Asked,
    worth: &Worth<N>,
    exactly: &str,
    solution: &Solution<N>,
    whole_game: bool,
    cpu_seconds: f64,
) -> String {
    let target = 1_u64 << asked.target;
    let from = match asked.start {
        Some(Start::TwoTwos) => "from two 2s".to_owned(),
        Some(Start::Usual) => "from the usual start".to_owned(),
        Some(Start::ThreeTwosAndFour) => "from three 2s and a 4".to_owned(),
        None => "from this position".to_owned(),
    };
    let yes = |holds: &str| match holds {
        "win" => "yes",
        "loss" => "no",
        _ => "depends on the start",
    };
    let rows = [
        ("best chance against dice", format!("{exactly}{:.12}", worth.win.value())),
        ("forced against an opponent", yes(verdict(&solution.worths, |w| w.forced.by_both)).to_owned()),
        ("  who places 2s only", yes(verdict(&solution.worths, |w| w.forced.by_twos)).to_owned()),
        ("  who places 4s only", yes(verdict(&solution.worths, |w| w.forced.by_fours)).to_owned()),
        ("possible with luck", yes(verdict(&solution.worths, |w| w.possible)).to_owned()),
        ("largest tile that can be forced", guaranteed(&solution.worths, whole_game).to_string()),
        (
            "best expected score",
            if whole_game { format!("{:.6}", worth.score.value()) } else { "not computed".to_owned() },
        ),
        (
            "positions",
            format!(
                "{} ({} up to symmetry)",
                common::thousands(solution.counts.states),
                common::thousands(solution.counts.canonical)
            ),
        ),
        ("CPU seconds", format!("{cpu_seconds:.2}")),
    ];
    let mut lines = vec![format!(
        "{} to {target} {from}, a 4 with probability {}",
        asked.rules.shape,
        asked.rules.fours.value()
    )];
    lines.extend(rows.iter().map(|(name, value)| format!("  {name:<34}{value}")));
    lines.join("\n")
}

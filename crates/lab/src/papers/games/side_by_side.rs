//! Every game and puzzle side by side: GR, v and E_p, with the agent that they belong to.
//!
//! The documents quote a zone of game refinement that people like, 0.07 to 0.08, from studies of other games. The
//! measures of a game depend on the player; so each row names its agent, and an agent is measured by the same verb that
//! a user would call.

use quandary_core::stats::Interval;
use quandary_verbs::{Input, Request};
use serde_json::{Value, json};

use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Figure, Marks, Point, Reproduced, Series, Verdict};

/// How one game is measured: its name, INPUT, options, and the agent if the answer does not name it.
struct Measurement {
    puzzle: &'static str,
    input: Option<&'static str>,
    options: &'static [(&'static str, &'static str)],
    agent: &'static str,
    /// The usual number of games.
    games: Option<u64>,
}

const BOARD_GAMES: [&str; 3] = ["random", "depth:1", "depth:2"];

/// The first unique nonogram of 10x10: `quandary generate nonogram --unique --board 10x10 --seed 1 --write inline`.
const NONOGRAM: &str = "3-1-1 3-2-2 1-3-1-1 2-3 1-1-2 1-5 1-3-3 1-4 2-1-1 1/\
    1-1-1-1 2-2-2 4 3-1 1-1-1 2-4-1 1-1-1 2-3 1-5 7-1";

const MEASUREMENTS: [Measurement; 10] = [
    Measurement { puzzle: "connect-four", input: None, options: &[], agent: "", games: Some(100) },
    Measurement { puzzle: "othello", input: None, options: &[], agent: "", games: Some(40) },
    Measurement { puzzle: "checkers", input: None, options: &[], agent: "", games: Some(20) },
    Measurement { puzzle: "gomoku", input: None, options: &[], agent: "", games: Some(10) },
    Measurement { puzzle: "xiangqi", input: None, options: &[], agent: "", games: Some(10) },
    Measurement { puzzle: "pgame", input: None, options: &[], agent: "", games: Some(100) },
    Measurement {
        puzzle: "minesweeper",
        input: None,
        options: &[("board", "beginner")],
        agent: "best",
        games: Some(100),
    },
    Measurement {
        puzzle: "2048",
        input: None,
        options: &[("depth", "2")],
        agent: "expectimax, depth 2",
        games: Some(20),
    },
    Measurement {
        puzzle: "sliding",
        input: Some("8 6 7 2 5 4 3 0 1"),
        options: &[("samples", "200")],
        agent: "optimal solutions of the hardest board",
        games: None,
    },
    Measurement {
        puzzle: "nonogram",
        input: Some(NONOGRAM),
        options: &[],
        agent: "a person's techniques on one puzzle of 10x10",
        games: None,
    },
];

pub(super) fn table(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "Games that people have refined over centuries have GR = sqrt(B)/D between 0.07 and 0.08.".into();
    entry.computed = "Each game by its own `measure`, with the agents named in its rows.".into();
    entry.cells.push(Cell::without_ours(
        table.row_name(0),
        "GR",
        table.printed(0, "GR"),
        Verdict::Quoted,
        "quoted by the documents from studies of other games",
    ));
    entry.convention("GR", "GR2 = sqrt(B)/D: B legal moves at a decision, D decisions of a game");
    entry.convention("v and E_p", "v: mean of b/B over the decisions; E_p = 2 m v^2");
    entry.convention("interval", "95 % bootstrap over games; one solution alone has none");
    entry.convention("left out", "Lights Out, which has nothing to measure: its solutions have no order");
    let mut points = Vec::new();
    for measurement in &MEASUREMENTS {
        let Some(answer) = measured(measurement, bench) else { continue };
        for (agent, measures) in agents(measurement, &answer) {
            let of = |symbol: &str| find(measures, symbol);
            let (Some(gr), Some(v), Some(energy)) = (of("GR2"), of("v"), of("E_p")) else { continue };
            let name = format!("{}, {agent}", measurement.puzzle);
            let estimate = |(value, interval): (f64, Interval)| json!({"value": value, "low": interval.low, "high": interval.high});
            let note = answer_note(&answer, measurement);
            entry.mention(
                &name,
                json!({"GR": estimate(gr), "v": estimate(v), "E_p": estimate(energy)}),
                &note,
            );
            points.push((name, gr));
        }
    }
    entry.figures.extend(figure(&points));
    entry
}

/// The answer of a game's `measure`.
fn measured(measurement: &Measurement, bench: &Bench<'_>) -> Option<Value> {
    let entry = quandary_registry::find(measurement.puzzle)?;
    let verb = entry.verb("measure")?;
    let mut options: Vec<(&str, String)> =
        measurement.options.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    if let Some(games) = measurement.games {
        options.push(("games", bench.scale.runs(games, games).to_string()));
    }
    if measurement.agent.is_empty() {
        options.push(("players", BOARD_GAMES.join(",")));
    }
    let request = Request::new(&verb.spec, measurement.input.map(Input::inline), options).ok()?;
    Some(verb.run(entry.name, &request, bench.context).ok()?.json())
}

/// Each agent's measures.
fn agents<'a>(measurement: &'a Measurement, answer: &'a Value) -> Vec<(&'a str, &'a Value)> {
    match answer["players"].as_array() {
        Some(players) => {
            players.iter().map(|one| (one["player"].as_str().unwrap_or(""), &one["measures"])).collect()
        }
        None => vec![(measurement.agent, &answer["measures"])],
    }
}

fn find(measures: &Value, symbol: &str) -> Option<(f64, Interval)> {
    let one = measures.as_array()?.iter().find(|one| one["symbol"] == symbol)?;
    let number = |key: &str| one[key].as_f64();
    Some((number("value")?, Interval { low: number("low")?, high: number("high")? }))
}

fn answer_note(answer: &Value, measurement: &Measurement) -> String {
    let games = answer["games"].as_u64().or(answer["traces"].as_u64()).or(measurement.games);
    match games {
        Some(games) => format!("{games} games, `measure {}`", measurement.puzzle),
        None => format!("`measure {}`", measurement.puzzle),
    }
}

fn figure(points: &[(String, (f64, Interval))]) -> Option<Figure> {
    let drawn: Vec<Point> = (0..)
        .zip(points)
        .map(|(place, (_, (value, interval)))| Point {
            x: f64::from(place),
            y: *value,
            interval: Some(*interval),
        })
        .collect();
    (!drawn.is_empty()).then(|| Figure {
        title: "Game refinement of every game and agent".into(),
        x_label: "game and agent".into(),
        y_label: "GR = sqrt(B)/D".into(),
        x_names: points.iter().map(|(name, _)| name.clone()).collect(),
        series: vec![Series { name: "GR".into(), marks: Marks::Intervals, points: drawn }],
        caption: "The zone is 0.07 to 0.08.".into(),
    })
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let inside = |value: &Value| value["GR"]["value"].as_f64().is_some_and(|gr| (0.07..=0.08).contains(&gr));
    let all = entry.facts.len();
    let zone: Vec<&str> =
        entry.facts.iter().filter(|fact| inside(&fact.value)).map(|fact| fact.name.as_str()).collect();
    vec![match zone.as_slice() {
        [] => format!("None of {all} games and agents lies in the zone."),
        names => format!("{} of {all} games and agents lie in the zone: {}.", names.len(), names.join("; ")),
    }]
}

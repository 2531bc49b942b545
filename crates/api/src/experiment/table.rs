use std::collections::BTreeMap;

use quandary_core::stats::Rate;
use quandary_measures::motion::{Motion, acceleration};
use quandary_measures::refinement;
use quandary_verbs::SCHEMA;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Attempt, LEVELS};

/// The printed success rates of ten players as (D, players who solved it): table 3.3 begins at D = 10.
pub const PRINTED: [(u8, u64); 20] = [
    (10, 10),
    (11, 9),
    (12, 9),
    (13, 7),
    (14, 5),
    (15, 4),
    (16, 2),
    (17, 2),
    (18, 4),
    (19, 2),
    (20, 2),
    (21, 1),
    (22, 1),
    (23, 1),
    (24, 1),
    (25, 1),
    (26, 1),
    (27, 1),
    (28, 1),
    (29, 0),
];

/// The players of the printed table.
pub const PRINTED_PLAYERS: u64 = 10;

/// Table 3.3 as some attempts make it, beside the printed one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExperimentTable")]
pub struct Table {
    schema: u32,
    status: &'static str,
    /// The players.
    pub players: Vec<String>,
    /// How many attempts there are; the table counts the first of each player at each level.
    pub attempts: usize,
    /// A row for each level.
    pub rows: Vec<Row>,
    /// What the numbers rest on.
    pub conventions: BTreeMap<&'static str, &'static str>,
}

/// A level.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExperimentRow")]
pub struct Row {
    /// D: the length of the shortest solution.
    pub level: u8,
    /// Players who tried it.
    pub tried: u64,
    /// Players who solved it within D moves at their first attempt.
    pub solved: u64,
    /// v = solved / tried; null without attempts, like all that follows from it.
    pub v: Option<f64>,
    /// The Wilson interval of v, 95 %.
    pub ci95: Option<[f64; 2]>,
    /// m = 1 - v.
    pub m: Option<f64>,
    /// GR = sqrt(2 v / D).
    pub gr: Option<f64>,
    /// F = m a, where a = 2 v / D.
    pub f: Option<f64>,
    /// p = m v.
    pub p: Option<f64>,
    /// E_p = 2 m v^2.
    pub ep: Option<f64>,
    /// What is printed for this level, where something is.
    pub printed: Option<PrintedRow>,
}

/// A row of the printed table.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExperimentPrinted")]
pub struct PrintedRow {
    /// The players.
    pub tried: u64,
    /// How many solved it.
    pub solved: u64,
    /// v.
    pub v: f64,
    /// The Wilson interval of v, 95 %.
    pub ci95: [f64; 2],
}

/// The table that attempts make.
pub fn table(attempts: &[Attempt]) -> Table {
    let mut first: BTreeMap<(&str, u8), &Attempt> = BTreeMap::new();
    for attempt in attempts {
        let kept = first.entry((&attempt.player, attempt.level)).or_insert(attempt);
        if attempt.began < kept.began {
            *kept = attempt;
        }
    }
    let mut players: Vec<String> = first.keys().map(|(player, _)| (*player).to_owned()).collect();
    players.dedup();
    let rows = LEVELS.map(|level| {
        let of_level = || first.values().filter(|attempt| attempt.level == level);
        row(
            level,
            Rate::new(of_level().filter(|attempt| attempt.within).count() as u64, of_level().count() as u64),
        )
    });
    let conventions = BTreeMap::from([
        ("counted", "the first attempt of each player at each level"),
        ("v", "players who solved it within D moves / players who tried"),
        ("interval", "Wilson, 95 %"),
        ("GR", "sqrt(2 v / D)"),
        ("E_p", "2 m v^2"),
    ]);
    Table {
        schema: SCHEMA,
        status: "answered",
        players,
        attempts: attempts.len(),
        rows: rows.collect(),
        conventions,
    }
}

fn row(level: u8, rate: Rate) -> Row {
    let length = f64::from(level);
    let motion = (rate.trials > 0).then(|| Motion::new(rate.value()));
    let printed = PRINTED.iter().find(|(d, _)| *d == level).map(|&(_, solved)| {
        let rate = Rate::new(solved, PRINTED_PLAYERS);
        PrintedRow { tried: rate.trials, solved, v: rate.value(), ci95: rate.interval().into() }
    });
    Row {
        level,
        tried: rate.trials,
        solved: rate.successes,
        v: motion.map(|it| it.v),
        ci95: motion.map(|_| rate.interval().into()),
        m: motion.map(|it| it.m),
        gr: motion.map(|it| refinement::by_velocity(it.v, length)),
        f: motion.map(|it| it.m * acceleration(it.v, length)),
        p: motion.map(|it| it.p1),
        ep: motion.map(|it| it.energy),
        printed,
    }
}

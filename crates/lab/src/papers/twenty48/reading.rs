//! Table 7 and figures 11 and 12: what the numbers are said to mean, and whether that is true.

use quandary_core::stats::Rate;
use quandary_twenty48::measure::reading::{
    Cuts, Level, Reading, Trap, changeovers, milestones, table7, traps,
};
use quandary_twenty48::measure::turns::{Over, Turn, normalise};
use serde_json::json;

use super::games::{MANY, P4, Setting, WEIGHTS, conventions, rules, threshold, weights};
use crate::judge::{LEVEL, Test, newcombe};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Fact, Figure, Marks, Reproduced, Series, number};

/// Games at each depth, usually.
const GAMES: [(u32, u64); 3] = [(2, 400), (3, 200), (4, 40)];

const LEVELS: [Level; 3] = [Level::Low, Level::Middle, Level::High];
const READINGS: [Reading; 4] = [Reading::Trap, Reading::TrapStar, Reading::Favourable, Reading::Uncertain];

/// How often a reading was the last of its game, by depth and reading.
const WAS_LAST: Fact<f64> = Fact::new("d = {}: {} was the last milestone");
const TRAP_LESS_FAVOURABLE_LOWEST: Fact<f64> =
    Fact::new("d = {}: ended after a trap less ended after favourable, lowest");
const TRAP_LESS_FAVOURABLE_HIGHEST: Fact<f64> =
    Fact::new("d = {}: ended after a trap less ended after favourable, highest");

/// The data of a game.
struct Game {
    /// Each milestone's reading, and whether it was the game's last.
    readings: Vec<(Reading, bool)>,
    traps: Vec<Trap>,
    turns: Vec<Turn>,
    numbers: Vec<f64>,
}

impl Game {
    fn new(turns: Vec<Turn>) -> Game {
        let numbers = normalise(&turns, Over::Game);
        let changes = changeovers(&milestones(&turns, &numbers), Cuts::DECLARED);
        let last = changes.len().saturating_sub(1);
        let readings = changes.iter().enumerate().map(|(i, change)| (change.reading, i == last)).collect();
        Game { readings, traps: traps(&turns, &numbers, Cuts::DECLARED), turns, numbers }
    }
}

pub(super) fn table_7(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "A position is read from the level of its number and from the gap to the milestone before: trap, \
        favourable or uncertain."
            .into();
    for (row, scn) in LEVELS.into_iter().enumerate() {
        for (column, gap) in ["gap_low", "gap_medium", "gap_high"].into_iter().zip(LEVELS) {
            let printed = table.printed(row, column);
            let ours = table7(scn, gap).word();
            let test = Test::Rule { must_be: ours.to_owned() };
            let cell = Cell::judged((table.row_name(row), column), printed, json!(ours), test, None);
            entry.cells.push(cell.saying("a rule, not a result"));
        }
    }
    let (matrix, tables) = weights(WEIGHTS);
    let c0 = threshold(bench);
    let mut sizes = Vec::new();
    for (depth, usual) in GAMES {
        let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
        let seed = bench.seed.named(&format!("d{depth}"));
        let what = format!("2048 readings, depth {depth}");
        let count = bench.scale.runs(usual, MANY);
        setting.played(seed, count, bench);
        let (games, _) = bench.context.map(&what, count, |index| Game::new(setting.turns(seed, index, c0)));
        sizes.push(format!("{} at d = {depth}", games.len()));
        facts(&mut entry, depth, &games);
        entry.figures.extend(trap_figure(depth, &games));
    }
    entry.computed = format!("The rule, and its readings in games: {}.", sizes.join(", "));
    conventions(&mut entry);
    entry.convention("threshold", format!("{c0:.4} x largest tile: the median at d = 2; not printed"));
    entry.convention(
        "levels",
        "number: low below 1/3, high from 2/3; gap: low below 0.1, high from 0.25; not printed",
    );
    entry.convention(
        "stability trap",
        "8 or more turns with a low number, and within 12 turns a high one under the same largest tile; escaped once \
         the number is low again or a new largest tile stands",
    );
    entry
}

/// How often each reading came before the end, and how the traps ended.
fn facts(entry: &mut Reproduced, depth: u32, games: &[Game]) {
    let all: Vec<(Reading, bool)> = games.iter().flat_map(|game| game.readings.iter().copied()).collect();
    let rate = |reading: Reading| {
        let of = all.iter().filter(|(r, _)| *r == reading);
        Rate::new(of.clone().filter(|(_, last)| *last).count() as u64, of.count() as u64)
    };
    for reading in READINGS {
        let rate = rate(reading);
        if rate.trials > 0 {
            entry.state(&WAS_LAST.of(&[&depth, &reading.word()]), rate.value(), &format!("{rate}"));
        }
    }
    let found: Vec<&Trap> = games.iter().flat_map(|game| &game.traps).collect();
    let escaped = found.iter().filter(|trap| trap.escaped.is_some()).count() as u64;
    let traps = Rate::new(escaped, found.len() as u64);
    let per_game = found.len() as f64 / games.len().max(1) as f64;
    entry.mention(&format!("d = {depth}: stability traps per game"), per_game, "found by the declared rule");
    if traps.trials > 0 {
        let name = format!("d = {depth}: traps escaped");
        entry.mention(&name, number(traps.value()), &format!("{traps}"));
    }
    let (trap, good) = (rate(Reading::Trap), rate(Reading::Favourable));
    if trap.trials > 0 && good.trials > 0 {
        let of = |rate: Rate| (rate.value(), Some(rate.trials as f64));
        let difference = newcombe(of(trap), of(good), LEVEL);
        let note = "share of milestones; Newcombe, 99.9 %";
        entry.state(&TRAP_LESS_FAVOURABLE_LOWEST.of(&[&depth]), difference.low, note);
        entry.state(&TRAP_LESS_FAVOURABLE_HIGHEST.of(&[&depth]), difference.high, note);
    }
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let mut sentences: Vec<String> = GAMES
        .iter()
        .map(|(depth, _)| {
            let of = |reading: Reading| entry.number(&WAS_LAST.of(&[&depth, &reading.word()]));
            let lowest = entry.number(&TRAP_LESS_FAVOURABLE_LOWEST.of(&[depth]));
            let highest = entry.number(&TRAP_LESS_FAVOURABLE_HIGHEST.of(&[depth]));
            let says = match (lowest > 0.0, highest < 0.0) {
                (true, _) => "a trap predicts the end",
                (_, true) => "a trap predicts that the game goes on",
                _ => "the two do not differ significantly",
            };
            format!(
                "At d = {depth} the game ended in {:.0} % of milestones read as traps and in {:.0} % of those read as favourable: \
                 {says}.",
                100.0 * of(Reading::Trap),
                100.0 * of(Reading::Favourable)
            )
        })
        .collect();
    sentences.push(tally(entry));
    sentences
}

/// Figures 11 (d = 4, an escape) and 12 (d = 3, none): the turns around a trap.
fn trap_figure(depth: u32, games: &[Game]) -> Option<Figure> {
    const AROUND: usize = 60;
    let (figure, wants_escape) = match depth {
        3 => ("figure 12", false),
        4 => ("figure 11", true),
        _ => return None,
    };
    let (game, trap) = games
        .iter()
        .flat_map(|game| game.traps.iter().map(move |trap| (game, trap)))
        .find(|(_, trap)| trap.escaped.is_some() == wants_escape)?;
    let from = trap.quiet_from.saturating_sub(AROUND / 2);
    let to = (trap.escaped.unwrap_or(trap.closed) + AROUND).min(game.numbers.len());
    let line = (from..to).map(|turn| (turn as f64, game.numbers[turn]));
    let marks = [trap.quiet_from, trap.quiet_to, trap.closed].into_iter().chain(trap.escaped);
    let marks = marks.map(|turn| (turn as f64, game.numbers[turn]));
    let end = match trap.escaped {
        Some(turn) => format!("escaped at turn {turn}"),
        None => "the game ends in it".into(),
    };
    Some(Figure {
        title: format!("A stability trap at d = {depth} ({figure})"),
        x_label: "turn".into(),
        y_label: "normalised single conspiracy number".into(),
        x_names: Vec::new(),
        series: vec![Series::new("SCN", Marks::Line, line), Series::new("trap", Marks::Points, marks)],
        caption: format!(
            "Quiet in turns {} to {}, closed at turn {}, {end}; largest tile {}. The first such trap of the seed.",
            trap.quiet_from,
            trap.quiet_to,
            trap.closed,
            1_u64 << game.turns[trap.closed].largest
        ),
    })
}

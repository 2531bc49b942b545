//! Sentences of sections III to VI about 2048, figures 7 to 13 among them.

use std::cmp::Ordering;

use quandary_core::stats::{Rate, Summary};
use quandary_twenty48::rules::{Board, Direction, Fours, Rules, Shape, Start};

use super::games::CANDIDATE;
use super::motion::{GAMES, Game, games_at};
use crate::judge::LEAST;
use crate::papers::sentences::{self, Finding, compare, compare_shares, word};
use crate::papers::{Bench, Table, tables};
use crate::reproduction::Reproduced;

pub(super) fn sections_3_to_6(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let all: Vec<(u32, Vec<Game>)> = GAMES
        .into_iter()
        .filter(|(depth, ..)| *depth < 5)
        .map(|(depth, ..)| (depth, games_at(depth, bench)))
        .collect();
    let sizes: Vec<String> =
        all.iter().map(|(depth, games)| format!("{} at d = {depth}", games.len())).collect();
    let computed = format!(
        "The games of table 6 ({}), the printed table 6, and every position of 2x2 2048.",
        sizes.join(", ")
    );
    // The article prints neither weights nor a threshold; that the number rises when the threshold doubles needs neither.
    let of_games = std::iter::once(deeper(&all)).chain(courses(&all));
    let mut found: Vec<Finding> = of_games.map(|finding| finding.by_choice(table, CANDIDATE)).collect();
    found.extend([rookies(), milestones(&all)]);
    found.extend(tiny());
    let mut entry = sentences::judged(table, &computed, &found);
    super::games::conventions(&mut entry);
    entry.convention("number", "normalised over the game, finite numbers only; an infinite one counts as 1");
    entry.convention("low, middle, high", "thirds of the range");
    entry.convention("stability trap", "as for table 7");
    entry
}

/// "Sufficient challenge except for the rookie with d = 2, by having M > 1/2": which rows have it.
fn rookies() -> Finding {
    let table = tables().iter().find(|table| table.id == "access.T6").expect("a table of the article");
    let rows = 0..table.rows.len();
    let above: Vec<&str> = rows
        .filter(|&row| table.number(row, "M").unwrap_or(0.0) > 0.5)
        .map(|row| table.row_name(row))
        .collect();
    let ours = if above.iter().all(|depth| *depth == "2") { "d = 2 alone" } else { "every depth" };
    Finding::new(
        "rookie-mass",
        Some(ours),
        format!("M > 1/2 in {} of the printed {} rows", above.len(), table.rows.len()),
    )
}

/// Each step in depth reaches 2048 more often.
fn deeper(all: &[(u32, Vec<Game>)]) -> Finding {
    let reached = |games: &Vec<Game>| {
        Rate::new(games.iter().filter(|game| game.largest >= 2048).count() as u64, games.len() as u64)
    };
    let rates: Vec<Rate> = all.iter().map(|(_, games)| reached(games)).collect();
    let steps = rates.windows(2).map(|pair| compare_shares(pair[1], pair[0])).collect::<Vec<_>>();
    let shown: Vec<String> =
        all.iter().zip(&rates).map(|((depth, _), rate)| format!("d = {depth}: {rate}")).collect();
    Finding::new(
        "deeper",
        throughout(&steps, "more", "not always more"),
        format!("reached 2048: {}", shown.join("; ")),
    )
}

/// A word if every step goes up, another if one goes down, none in between.
fn throughout(steps: &[Option<Ordering>], up: &'static str, down: &'static str) -> Option<&'static str> {
    if steps.contains(&Some(Ordering::Less)) {
        return Some(down);
    }
    (!steps.is_empty() && steps.iter().all(|step| *step == Some(Ordering::Greater))).then_some(up)
}

/// Figures 7 to 12: how the numbers go at each depth.
fn courses(all: &[(u32, Vec<Game>)]) -> Vec<Finding> {
    let of = |measure: fn(&Game) -> f64| -> Vec<(u32, Summary)> {
        all.iter().map(|(depth, games)| (*depth, games.iter().map(measure).collect())).collect()
    };
    let shown = |all: &[(u32, Summary)]| {
        let parts: Vec<String> =
            all.iter().map(|(depth, one)| format!("d = {depth} {:.3}", one.mean())).collect();
        parts.join(", ")
    };
    let rising = |all: &[(u32, Summary)]| {
        all.windows(2).map(|pair| compare(&pair[1].1, &pair[0].1)).collect::<Vec<_>>()
    };
    let deviation = of(|game| game.course.deviation);
    let (low, high) = (of(|game| game.course.low), of(|game| game.course.high));
    let middle = of(|game| 1.0 - game.course.low - game.course.high);
    let largest = |depth: u32| {
        let thirds = [("low", &low), ("middle", &middle), ("high", &high)];
        let at = |all: &[(u32, Summary)]| {
            all.iter().find(|(of, _)| *of == depth).map(|(_, one)| *one).unwrap_or_default()
        };
        let best = thirds.iter().find(|(name, one)| {
            let others = thirds.iter().filter(|(other, _)| other != name);
            others.clone().all(|(_, other)| compare(&at(one), &at(other)) == Some(Ordering::Greater))
        });
        let parts = thirds.map(|(name, one)| format!("{name} {:.2}", at(one).mean()));
        (best.map(|(name, _)| *name), format!("mean share of the turns at d = {depth}: {}", parts.join(", ")))
    };
    let (rookie, rookie_note) = largest(2);
    let (casual, casual_note) = largest(3);
    let peaks = all.first().map_or((0, 0), |(_, games)| {
        (games.iter().filter(|game| game.peak_momentum() >= 0.2475).count(), games.len())
    });
    let never = (peaks.1 as u64 >= LEAST).then_some(if peaks.0 == 0 { "never" } else { "sometimes" });
    let traps = |depth: u32| {
        let games = all.iter().filter(|(of, _)| *of == depth).flat_map(|(_, games)| games);
        let (mut escaped, mut found) = (0, 0);
        for game in games {
            escaped += u64::from(game.course.escaped);
            found += u64::from(game.course.traps);
        }
        Rate::new(escaped, found)
    };
    let (casual_traps, expert_traps) = (traps(3), traps(4));
    vec![
        Finding::new(
            "fluctuation",
            throughout(&rising(&deviation), "grows", "does not grow"),
            format!("mean standard deviation: {}", shown(&deviation)),
        ),
        Finding::new(
            "rookie-low",
            rookie.map(|name| if name == "high" { "high" } else { "low to middle" }),
            rookie_note,
        ),
        Finding::new("casual-high", casual, casual_note),
        Finding::new(
            "expert-high",
            throughout(&rising(&high), "most at d = 4", "not most at d = 4"),
            format!("mean share of high numbers: {}", shown(&high)),
        ),
        Finding::new(
            "rookie-peak",
            never,
            format!("a stretch with p of at least 0.2475 in {} of {} games at d = 2", peaks.0, peaks.1),
        ),
        Finding::new(
            "trap",
            word(compare_shares(expert_traps, casual_traps), "more often", "less often"),
            format!("traps escaped: d = 3 {casual_traps}; d = 4 {expert_traps}"),
        ),
    ]
}

/// The change of the number from the turn before a new largest tile to the turn after.
fn milestones(all: &[(u32, Vec<Game>)]) -> Finding {
    let change =
        |games: &[Game]| -> Summary { games.iter().map(|game| game.course.after_milestone).collect() };
    let changes: Vec<(u32, Summary)> = all.iter().map(|(depth, games)| (*depth, change(games))).collect();
    let order = changes.first().and_then(|(_, one)| compare(one, &one_zero(one.count())));
    let shown: Vec<String> =
        changes.iter().map(|(depth, one)| format!("d = {depth} {:.3}", one.mean())).collect();
    let note = format!("mean change where a new largest tile stands: {}", shown.join(", "));
    Finding::new("milestone", word(order, "rises", "falls"), note)
}

/// Zeros to compare a mean with.
fn one_zero(count: u64) -> Summary {
    (0..count).map(|_| 0.0).collect()
}

/// 2x2 2048 from two 2s: the smallest largest tile of a finished game, and the most answers to a move.
fn tiny() -> [Finding; 2] {
    let rules = Rules { shape: Shape::new(2, 2).expect("a known size"), fours: Fours::USUAL };
    let mut seen = std::collections::HashSet::new();
    let mut waiting: Vec<Board> = rules.starts(Start::TwoTwos).into_iter().map(|(board, _)| board).collect();
    let (mut smallest, mut answers) = (u64::MAX, 0);
    while let Some(board) = waiting.pop() {
        if !seen.insert(board) {
            continue;
        }
        if rules.is_dead(board) {
            smallest = smallest.min(board.largest_tile());
            continue;
        }
        for direction in Direction::ALL {
            let (after, _, changed) = rules.slide(board, direction);
            if !changed {
                continue;
            }
            let empty: Vec<usize> = rules.empty_cells(after).collect();
            answers = answers.max(2 * empty.len());
            waiting.extend(empty.into_iter().flat_map(|cell| [1, 2].map(|tile| after.with(cell, tile))));
        }
    }
    let note = format!("all {} positions that can arise from two 2s", seen.len());
    [
        Finding::new("tiny-end", Some(format!("{smallest}")).map(|tile| format!("tile {tile}")), &note),
        Finding::new("tiny-answers", Some(format!("{answers} answers")), &note),
    ]
}

//! Sentences about Minesweeper: the thesis (chapters 4 and 5) with the kbs paper, and Inria's report.

use std::cmp::Ordering;
use std::sync::Arc;

use quandary_core::stats::{Rate, Summary};
use quandary_minesweeper::rules::Action;
use quandary_minesweeper::simulate::GameRecord;
use quandary_minesweeper::strategy::FirstMove;
use quandary_minesweeper::{Board, FirstClick, Minesweeper};

use super::inria::{StatisticsRow, statistic};
use super::{Setting, share};
use crate::papers::sentences::{self, Finding, compare, compare_shares, word};
use crate::papers::{Bench, Table, tables};
use crate::reproduction::Reproduced;

pub(super) fn chapter_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(20_000, 40_000);
    let computed = format!(
        "Exact probabilities of a zero, games of each player on 9x9|10 and 8x10|12 (the notes have their numbers), and {games} first \
         openings from every cell of a quarter of 8x10|12."
    );
    let mut found = vec![zero_by_cell("8x10|12"), opening_to_the_centre("8x10|12", games, bench)];
    found.extend(ladder(bench.scale.all(20_000), bench));
    found.push(far_or_near(games, bench));
    found.extend(first_cells(bench.scale.all(20_000), bench));
    found.push(size_alone(games, bench));
    sentences::judged(table, &computed, &found)
}

/// The probability of a zero for a safe cell with this many neighbours.
fn zero(board: Board, neighbours: u32) -> f64 {
    let (cells, mines) = (board.cells() as f64 - 1.0, board.mines() as f64);
    (0..neighbours).map(|at| (cells - mines - f64::from(at)) / (cells - f64::from(at))).product()
}

fn zero_by_cell(board: &str) -> Finding {
    let at = Setting::new(board, FirstClick::Safe, "par").board;
    let [corner, edge, inner] = [3, 5, 8].map(|neighbours| zero(at, neighbours));
    let ours = if corner > edge && edge > inner { "in the corner" } else { "elsewhere" };
    let note = format!("exact on {board}: corner {corner:.4}, edge {edge:.4}, inside {inner:.4}");
    Finding::new("zero", Some(ours), note)
}

/// The size of the first opening, from every cell of a quarter of the board: does it grow with each step to the centre?
fn opening_to_the_centre(name: &str, games: u64, bench: &Bench<'_>) -> Finding {
    let board = Setting::new(name, FirstClick::Open, "par").board;
    let rules = Minesweeper::new(board, FirstClick::Open);
    let (rows, columns) = (board.rows().div_ceil(2), board.cols().div_ceil(2));
    let seed = bench.seed.named("openings");
    let opened = |row: usize, column: usize| -> Summary {
        let Some(cell) = board.cell(row, column) else { return Summary::default() };
        let sizes = bench.context.map("first openings", games, |index| {
            let mut world = rules.deal(seed.stream(index));
            rules.play(&mut world, Action::Open(cell));
            let seen = world.observation();
            seen.opened().iter().filter(|&&cell| seen.number(cell) == Some(0)).count() as f64
        });
        sizes.0.into_iter().collect()
    };
    let all: Vec<Vec<Summary>> =
        (1..=rows).map(|row| (1..=columns).map(|column| opened(row, column)).collect()).collect();
    let down = (1..rows).flat_map(|row| (0..columns).map(move |column| ((row - 1, column), (row, column))));
    let right = (0..rows).flat_map(|row| (1..columns).map(move |column| ((row, column - 1), (row, column))));
    let orders: Vec<Option<Ordering>> = down
        .chain(right)
        .map(|(out, inside)| compare(&all[inside.0][inside.1], &all[out.0][out.1]))
        .collect();
    let count = |order| orders.iter().filter(|found| **found == Some(order)).count();
    let (larger, smaller) = (count(Ordering::Greater), count(Ordering::Less));
    let ours = match (larger, smaller) {
        (1.., 0) => Some("larger"),
        (0, 1..) => Some("smaller"),
        (1.., 1..) => Some("not everywhere larger"),
        _ => None,
    };
    let note = format!(
        "zeros in the first opening on {name}: {:.2} from the corner, {:.2} from the middle; of {} steps to the centre {larger} \
         make it larger, {smaller} smaller",
        all[0][0].mean(),
        all[rows - 1][columns - 1].mean(),
        orders.len()
    );
    Finding::new("opening", ours, note)
}

/// Each further strategy of P, A, F and G wins more: G as its text has it, and with what it leaves open.
fn ladder(games: u64, bench: &Bench<'_>) -> [Finding; 2] {
    let wins = |name: &str| Setting::new("9x9|10", FirstClick::Safe, name).wins_shared(games, bench);
    [None, Some("G weighs solutions by the mines left and looks beyond the frontier")].map(|reading| {
        let best = if reading.is_some() { "pafg+weights+everywhere" } else { "pafg" };
        let rates = ["pr", "par", "pafr", best].map(|name| (name, wins(name)));
        let steps: Vec<Option<Ordering>> =
            rates.windows(2).map(|pair| compare_shares(pair[1].1, pair[0].1)).collect();
        let ours = if steps.contains(&Some(Ordering::Less)) {
            Some("not always more")
        } else {
            steps.iter().all(|step| *step == Some(Ordering::Greater)).then_some("more")
        };
        let shown: Vec<String> =
            rates.iter().map(|(name, rate)| format!("{name} {:.1} %", 100.0 * rate.value())).collect();
        let note = format!("9x9|10, first cell safe, {games} games: {}", shown.join(", "));
        let found = Finding::new("ladder", ours, note);
        match reading {
            Some(reading) => found.reading(reading),
            None => found,
        }
    })
}

/// A guess far from the numbers against one beside them.
fn far_or_near(games: u64, bench: &Bench<'_>) -> Finding {
    let [far, near] = ["par+beyond", "par+beside"]
        .map(|name| Setting::new("9x9|10", FirstClick::Open, name).wins(games, bench));
    let note = format!(
        "9x9|10, safe neighbourhood, {games} games: R guesses beyond the numbers {:.1} %, beside them {:.1} %",
        100.0 * far.value(),
        100.0 * near.value()
    );
    Finding::new("far", word(compare_shares(far, near), "far is better", "near is better"), note)
}

/// The best first cell under both rules, of the corner, the edge and the middle. The games are cheap.
fn first_cells(games: u64, bench: &Bench<'_>) -> [Finding; 2] {
    const BOARD: &str = "8x10|12";
    [(FirstClick::Safe, "best-safe"), (FirstClick::Open, "best-open")].map(|(rule, key)| {
        let wins = |first: FirstMove| Setting::new(BOARD, rule, "par").from(first).wins(games, bench);
        let board = Setting::new(BOARD, rule, "par").board;
        let edge = board.cell(1, 5).map_or(FirstMove::Corner, FirstMove::Given);
        let all =
            [("corner", wins(FirstMove::Corner)), ("edge", wins(edge)), ("middle", wins(FirstMove::Middle))];
        let best = all.iter().find(|(name, rate)| {
            let others = all.iter().filter(|(other, _)| other != name);
            others.clone().count() == 2
                && others.clone().all(|(_, other)| compare_shares(*rate, *other) == Some(Ordering::Greater))
        });
        let shown: Vec<String> =
            all.iter().map(|(name, rate)| format!("{name} {:.1} %", 100.0 * rate.value())).collect();
        let note = format!("{BOARD}, first click {rule}, par, {games} games: {}", shown.join(", "));
        Finding::new(key, best.map(|(name, _)| *name), note)
    })
}

/// A larger board with the same density.
fn size_alone(games: u64, bench: &Bench<'_>) -> Finding {
    let [small, large] =
        ["9x9|10", "16x16|32"].map(|board| Setting::new(board, FirstClick::Open, "pafg").wins(games, bench));
    let note = format!(
        "pafg, safe neighbourhood: 9x9|10 (12.3 % mines) {:.1} %, 16x16|32 (12.5 %) {:.1} % of {} games",
        100.0 * small.value(),
        100.0 * large.value(),
        large.trials
    );
    Finding::new("size", word(compare_shares(large, small), "higher", "lower"), note)
}

pub(super) fn inria(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let games = bench.scale.runs(20_000, 40_000);
    let computed = "The games of tables 5 and 8, and first openings on 16x16|40.";
    let mut found = vec![zero_by_cell("16x16|40"), opening_to_the_centre("16x16|40", games / 2, bench)];
    found.extend(enumerating(&Games { id: "inria.T5", bench }));
    found.push(corner_first(&Games { id: "inria.T8", bench }));
    sentences::judged(table, computed, &found)
}

/// The games of a table of statistics.
struct Games<'g, 'b> {
    id: &'static str,
    bench: &'g Bench<'b>,
}

impl Games<'_, '_> {
    /// Those of one strategy: the same that the table's own entry plays.
    fn of(&self, strategy: &str) -> Arc<Vec<GameRecord>> {
        let table = tables().iter().find(|table| table.id == self.id).expect("a table of the report");
        let rows = (0..table.rows.len()).map(|row| StatisticsRow::new(table, row, table, self.bench));
        let row = rows.into_iter().find(|row| row.strategy == strategy).expect("a strategy of the report");
        let setting = Setting::new(&row.board, super::inria::RULE, strategy);
        setting.play_shared(self.bench.of_entry(self.id), row.games, self.bench)
    }
}

fn mean(games: &[GameRecord], column: &str) -> Summary {
    let of = statistic(column).expect("a column of the tables");
    games.iter().map(of).collect()
}

/// Sentences about how hard the enumerations are.
fn enumerating(played: &Games<'_, '_>) -> Vec<Finding> {
    let wins = |games: &[GameRecord]| share(games, |game| game.won);
    let percent = |rate: Rate| format!("{:.1} %", 100.0 * rate.value());
    let [plain, simple] = ["rEnuRan", "rSimEnuRan"].map(|name| played.of(name));
    let problems = [&plain, &simple].map(|games| mean(games, "nbSolvedCSPs"));
    let rules = Finding::new(
        "simple-rules",
        word(compare(&problems[0], &problems[1]), "fewer", "more"),
        format!(
            "enumerations in a game: {:.1} without Sim, {:.2} with it",
            problems[0].mean(),
            problems[1].mean()
        ),
    );
    let [away, close, frame] = ["rSimEnuLoAwf", "rSimEnuLoCl", "rSimEnuLoClf"].map(|name| played.of(name));
    let cells = [&away, &close].map(|games| mean(games, "nbCellsInFringe"));
    let variables = Finding::new(
        "middle-variables",
        word(compare(&cells[0], &cells[1]), "more", "fewer"),
        format!("mean cells in a fringe: LoAwf {:.2}, LoCl {:.2}", cells[0].mean(), cells[1].mean()),
    );
    let success = Finding::new(
        "middle-wins",
        word(compare_shares(wins(&away), wins(&frame)), "more", "fewer"),
        format!("wins: LoAwf {}, LoClf {}", percent(wins(&away)), percent(wins(&frame))),
    );
    let largest = [&away, &close].map(|games| mean(games, "maxCellsInFringe"));
    let timeouts = [&away, &close].map(|games| share(games, |game| game.csps.timeouts > 0));
    let extremes = Finding::new(
        "away-largest",
        word(compare(&largest[0], &largest[1]), "larger", "smaller"),
        format!(
            "mean of the largest fringe of a game: LoAwf {:.2}, LoCl {:.2}; too many solutions to list in {} and {}",
            largest[0].mean(),
            largest[1].mean(),
            percent(timeouts[0]),
            percent(timeouts[1])
        ),
    );
    // Games of one strategy, halved by the cells in their fringes.
    let cells_of = statistic("nbCellsInFringe").expect("a column of the tables");
    let solutions_of = statistic("totNbSolutions").expect("a column of the tables");
    let mut with_problems: Vec<&GameRecord> = close.iter().filter(|game| game.csps.problems > 0).collect();
    with_problems.sort_by(|a, b| cells_of(a).total_cmp(&cells_of(b)));
    let (few, many) = with_problems.split_at(with_problems.len() / 2);
    let logs = |games: &[&GameRecord]| -> Summary {
        games.iter().map(|game| solutions_of(game).max(1.0).ln()).collect()
    };
    let halves = [logs(few), logs(many)];
    let harder = Finding::new(
        "variables-harder",
        word(compare(&halves[1], &halves[0]), "harder", "easier"),
        format!(
            "mean log of the solutions in the half of LoCl's games with fewer cells in their fringes {:.2}, with more {:.2}",
            halves[0].mean(),
            halves[1].mean()
        ),
    );
    vec![rules, variables, success, extremes, harder, good_rules(played)]
}

/// Whether the strategies that win more have easier problems, over all pairs of those that enumerate after Sim and tell
/// apart.
fn good_rules(played: &Games<'_, '_>) -> Finding {
    const NAMES: [&str; 8] = [
        "rSimEnuRan",
        "rSimEnuLo",
        "rSimEnuAwRan",
        "rSimEnuAwLo",
        "rSimEnuLoAw",
        "rSimEnuLoCl",
        "rSimEnuLoAwf",
        "rSimEnuLoClf",
    ];
    let all: Vec<(Rate, Summary)> = NAMES
        .iter()
        .map(|name| {
            let games = played.of(name);
            let of = statistic("totNbSolutions").expect("a column of the tables");
            let logs: Summary = games.iter().map(|game| of(game).max(1.0).ln()).collect();
            (share(&games, |game| game.won), logs)
        })
        .collect();
    let (mut easier, mut harder) = (0, 0);
    for (at, (rate, solutions)) in all.iter().enumerate() {
        for (other_rate, other_solutions) in &all[at + 1..] {
            match (compare_shares(*rate, *other_rate), compare(solutions, other_solutions)) {
                (Some(better), Some(more)) if better == more => harder += 1,
                (Some(_), Some(_)) => easier += 1,
                _ => {}
            }
        }
    }
    let ours = match (easier, harder) {
        (0, 0) => None,
        _ if easier > harder => Some("easier"),
        _ if harder > easier => Some("harder"),
        _ => Some("neither"),
    };
    let note = format!(
        "of the pairs of {} strategies that differ in both wins and solutions, the better one has easier problems in {easier} and \
         harder ones in {harder}",
        NAMES.len()
    );
    Finding::new("good-rules", ours, note)
}

fn corner_first(played: &Games<'_, '_>) -> Finding {
    const NAMES: [&str; 5] = ["SimRan", "SimEnuAwLo", "SimEnuLoAw", "SimEnuLoCl", "SimEnuLoClf"];
    let wins = |letter: &str, name: &str| share(&played.of(&format!("{letter}{name}")), |game| game.won);
    let mut orders = Vec::new();
    let mut shown = Vec::new();
    for name in NAMES {
        let [corner, middle, random] = ["c", "m", "r"].map(|letter| wins(letter, name));
        orders.extend([middle, random].map(|other| compare_shares(corner, other)));
        shown.push(format!(
            "{name} {:.1}, {:.1}, {:.1} %",
            100.0 * corner.value(),
            100.0 * middle.value(),
            100.0 * random.value()
        ));
    }
    let ours = if orders.contains(&Some(Ordering::Less)) {
        Some("not always the corner")
    } else if orders.iter().all(|order| *order == Some(Ordering::Greater)) {
        Some("the corner")
    } else {
        None
    };
    Finding::new("corner", ours, format!("from the corner, the middle and anywhere: {}", shown.join("; ")))
}

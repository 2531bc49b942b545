//! Sentences of chapters 3 and 5 about the 8-puzzle.

use quandary_core::stats::Summary;
use quandary_measures::motion::Motion;
use quandary_search::astar::Ties;
use quandary_sliding::solve::heuristic::Heuristic;

use super::eight_puzzle::{Blank, PATHS, share_within};
use super::n_puzzle::NPuzzle;
use crate::judge::{LEAST, LEVEL};
use crate::papers::sentences::{self, Finding, compare, word};
use crate::papers::{Bench, Table, tables};
use crate::reproduction::Reproduced;

/// Searches of the sentences about A*.
const SEARCHES: u64 = 200;

pub(super) fn chapter_3(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let searches = bench.scale.all(SEARCHES);
    let computed = format!(
        "Exact distances of all 181,440 boards, the formulas on the printed values, and {searches} searches by A* on uniform \
         boards (first in, first out)."
    );
    let mut found = vec![gr_grows(), gr_of_people(), levels_in_the_zone()];
    found.extend(levels());
    found.extend(searching(searches, bench));
    sentences::judged(table, &computed, &found)
}

/// "The GR value and the success rate increase gradually": GR = sqrt(2v/D) with the exact v.
fn gr_grows() -> Finding {
    let gr = |d: u32| (2.0 * share_within(Blank::Corner, d as usize + 1) / f64::from(d)).sqrt();
    let falls = (10..29).find(|&d| gr(d + 1) < gr(d));
    let ours = falls.map_or_else(|| "at every D".to_owned(), |d| format!("until D = {d}"));
    let note =
        format!("exact, D = length - 1: {:.4} at D = 25, {:.4} at 26, {:.4} at 29", gr(25), gr(26), gr(29));
    Finding::new("gr-grows", Some(ours), note)
}

/// The printed table with this id.
fn printed(id: &str) -> &'static Table {
    tables().iter().find(|table| table.id == id).expect("the documents' tables are all there")
}

fn gr_of_people() -> Finding {
    let table = printed("thesis.T3.3");
    let above = (0..table.rows.len())
        .filter(|&row| {
            let of = |column: &str| table.number(row, column).unwrap_or(0.0);
            (2.0 * of("v") / of("D")).sqrt() >= 0.08
        })
        .count();
    let most = 2 * above > table.rows.len();
    let note = format!("by the formula on the printed v: {above} of {}", table.rows.len());
    Finding::new("gr-of-people", Some(if most { "in most" } else { "in few" }), note)
}

/// Level 3 is printed as 16 to 20 steps: the boards with those lengths, not with at most 20.
fn levels_in_the_zone() -> Finding {
    let boards = || PATHS.iter().filter(|path| (16..=20).contains(&(path.length - 1)));
    let count = boards().count() as f64;
    let options = boards().map(|path| path.options).sum::<f64>() / count;
    let steps = boards().map(|path| f64::from(path.length) - 1.0).sum::<f64>() / count;
    let gr = [options.sqrt() / steps, (options * (options - 1.0)).sqrt() / steps];
    let inside = gr.iter().all(|gr| (0.07..=0.08).contains(gr));
    let note = format!("exact, D from 16 to 20: {:.4} as a board game, {:.4} as a sport", gr[0], gr[1]);
    Finding::new("level-3", Some(if inside { "in the zone" } else { "not in the zone" }), note)
}

/// The levels with the most momentum and energy, by the formulas on the printed n and D.
fn levels() -> Vec<Finding> {
    let most = |table: &Table, v: &dyn Fn(usize) -> f64, of: fn(Motion) -> f64| {
        let rows = 0..table.rows.len();
        let best = rows.max_by(|&a, &b| of(Motion::new(v(a))).total_cmp(&of(Motion::new(v(b)))));
        best.map_or_else(String::new, |row| table.row_name(row).to_owned())
    };
    let measures: [fn(Motion) -> f64; 2] = [|at| at.p1, |at| at.energy];
    let board = printed("thesis.T3.4");
    let v = |row: usize| board.number(row, "v").unwrap_or(0.0);
    let both = measures.map(|of| most(board, &v, of));
    let as_board = if both[0] == both[1] {
        format!("level {}", both[0])
    } else {
        format!("levels {} and {}", both[0], both[1])
    };
    let sport = printed("thesis.T3.5");
    let v = |row: usize| 1.0 / sport.number(row, "n").unwrap_or(1.0);
    let [p, e] = measures.map(|of| most(sport, &v, of));
    let note = "by the formulas on the printed n; the columns p and E_p are printed in each other's place";
    vec![
        Finding::new("board-levels", Some(as_board), "by the formulas on the printed v"),
        Finding::new("sport-energy", Some(format!("level {e}")), note),
        Finding::new("sport-momentum", Some(format!("level {p}")), note),
        Finding::new("sport-fair", Some(format!("level {p}")), note),
    ]
}

/// A jump of p_i that begins a new level of f.
const JUMP: f64 = 0.25;

/// Sentences about the course of a search.
fn searching(searches: u64, bench: &Bench<'_>) -> Vec<Finding> {
    let of = |heuristic: Heuristic| {
        let what = format!("searches by {heuristic}");
        // The other heuristics expand many times more nodes.
        let count = if heuristic == Heuristic::Manhattan { searches } else { searches.min(LEAST) };
        let found = bench.context.map(&what, count, |index| {
            let made = NPuzzle::ALL[0].search(heuristic, Ties::Fifo, bench.seed, index);
            made.map(|made| made.shares).unwrap_or_default()
        });
        found.0
    };
    let [manhattan, chebyshev, misplaced] =
        [Heuristic::Manhattan, Heuristic::Chebyshev, Heuristic::Misplaced].map(of);
    let lengths = |all: &[Vec<f64>]| -> Summary { all.iter().map(|shares| shares.len() as f64).collect() };
    let [near, middle, far] = [&manhattan, &chebyshev, &misplaced].map(|all| lengths(all));
    let faster = compare(&far, &near).filter(|order| compare(&middle, &near) == Some(*order));
    let note = format!(
        "mean expansions: {:.0} with Manhattan, {:.0} with Chebyshev, {:.0} with misplaced tiles",
        near.mean(),
        middle.mean(),
        far.mean()
    );
    let speed = Finding::new("heuristic", word(faster, "the nearer is faster", "the nearer is slower"), note);
    let jumps =
        || manhattan.iter().flat_map(|shares| shares.windows(2).filter(|pair| pair[1] - pair[0] >= JUMP));
    let ones = jumps().filter(|pair| pair[1] > 1.0 - 1e-9).count();
    let enough = jumps().count() as u64 >= LEAST;
    let peaks = if 20 * ones >= 19 * jumps().count() { "at 1" } else { "not at 1" };
    let note = format!(
        "{ones} of {} rises by {JUMP} or more end at 1; one in twenty that does not would matter",
        jumps().count()
    );
    let peaks = Finding::new("peaks", enough.then_some(peaks), note);
    let lowest = |shares: &Vec<f64>| shares.iter().copied().fold(1.0, f64::min);
    let lows: Summary = manhattan.iter().filter(|shares| shares.len() > 100).map(lowest).collect();
    let near_0 = lows.mean() + LEVEL * lows.deviation() / (lows.count().max(1) as f64).sqrt() < 0.1;
    let troughs = (lows.count() >= LEAST).then_some(if near_0 { "near 0" } else { "not near 0" });
    let note = format!(
        "mean of the lowest v of {} searches with more than 100 expansions: {:.4}",
        lows.count(),
        lows.mean()
    );
    vec![speed, peaks, Finding::new("troughs", troughs, note), falling(&manhattan)]
}

/// "The number of nodes decreases with the increase of the solving rate": classes of a tenth, and v = 1.
fn falling(searches: &[Vec<f64>]) -> Finding {
    const CLASSES: usize = 11;
    let class = |share: f64| if share > 1.0 - 1e-9 { CLASSES - 1 } else { (share * 10.0) as usize };
    let shares = |search: &Vec<f64>| -> [f64; CLASSES] {
        let mut counts = [0.0; CLASSES];
        for &share in search {
            counts[class(share)] += 1.0 / search.len() as f64;
        }
        counts
    };
    let all: Vec<[f64; CLASSES]> = searches.iter().filter(|search| !search.is_empty()).map(shares).collect();
    let none = Summary::default();
    let steps: Vec<Summary> =
        (1..CLASSES).map(|at| all.iter().map(|of| of[at] - of[at - 1]).collect()).collect();
    let zero: Summary = all.iter().map(|_| 0.0).collect();
    let rises: Vec<usize> = (1..CLASSES)
        .filter(|&at| compare(steps.get(at - 1).unwrap_or(&none), &zero) == Some(std::cmp::Ordering::Greater))
        .collect();
    let ends: Summary = all.iter().map(|of| of[CLASSES - 1] - of[0]).collect();
    let ours = match (rises.is_empty(), compare(&ends, &zero)) {
        (false, _) => Some("not throughout"),
        (true, Some(std::cmp::Ordering::Less)) => Some("falls"),
        _ => None,
    };
    let mean = |at: usize| 100.0 * all.iter().map(|of| of[at]).sum::<f64>() / all.len().max(1) as f64;
    let shown: Vec<String> = (0..CLASSES).map(|at| format!("{:.1}", mean(at))).collect();
    let note =
        format!("per cent of the expansions of a search, by tenths of v and at 1: {}", shown.join(", "));
    Finding::new("falls", ours, note)
}

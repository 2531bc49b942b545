//! Slips about Minesweeper in the thesis and the kbs paper.

use quandary_core::Seed;
use quandary_core::stats::{Rate, clopper_pearson};
use quandary_minesweeper::border::needing_a_guess;
use quandary_minesweeper::opening::{zero_probability, zero_probability_of_the_thesis};
use quandary_minesweeper::simulate::Games;
use quandary_minesweeper::strategy::{Matrix, Sign};
use quandary_minesweeper::{Board, FirstClick, Minesweeper};

use super::{Check, Published};

pub(super) static CHECKS: &[Check] = &[
    Check { id: "A1", place: "thesis and kbs, conjecture 3", look: printed_sign },
    Check { id: "M1", place: "thesis 4.9, kbs 11", look: probability_of_a_zero },
    Check { id: "M2", place: "thesis.T4.1, player", look: wrong_player },
    Check { id: "M3", place: "thesis.T4.2, PAFG", look: mixed_rules },
    Check { id: "M6", place: "thesis.F5.6 and F5.7", look: unclassified },
    Check { id: "M7", place: "thesis 5.4, 37.5 %", look: unsolvable },
    Check { id: "M8", place: "thesis.F5.6, p = 1", look: not_deterministic },
    Check { id: "M9", place: "thesis.T4.1, first row", look: a_row_that_follows },
    Check { id: "A2", place: "kbs algorithm 1, thesis 2", look: algorithm_1 },
    Check { id: "A3", place: "kbs algorithm 2, thesis 3", look: algorithm_2 },
];

fn printed_sign(_: &Published<'_>) -> Option<String> {
    // x1 + x2 - x3 = 1, the smallest row in which the signs matter.
    let row = vec![1, 1, -1, 1];
    let matrix = Matrix::new(3, vec![row.clone()]);
    let meets = |bits: u32| (0..3).map(|i| row[i] * i64::from(bits >> i & 1)).sum::<i64>() == row[3];
    let solutions: Vec<u32> = (0..8).filter(|&bits| meets(bits)).collect();
    let broken = |sign: Sign| {
        let fixed = matrix.conclude(sign);
        fixed.iter().any(|f| solutions.iter().any(|bits| (bits >> f.variable & 1 == 1) != f.value))
    };
    (broken(Sign::Printed) && !broken(Sign::Corrected)).then(|| {
        format!(
            "on x1 + x2 - x3 = 1 the printed test fixes what {} solutions contradict; with the other sign it does not",
            solutions.len()
        )
    })
}

/// The share of the minefields with a safe corner whose corner shows 0, by trying all of them.
fn zeros_by_counting(side: usize, mines: u32) -> f64 {
    let cells = side * side;
    let near: u32 = 1 << 1 | 1 << side | 1 << (side + 1);
    let (mut all, mut zero) = (0_u64, 0_u64);
    for field in 0_u32..1 << cells {
        if field.count_ones() == mines && field & 1 == 0 {
            all += 1;
            zero += u64::from(field & near == 0);
        }
    }
    zero as f64 / all as f64
}

fn probability_of_a_zero(_: &Published<'_>) -> Option<String> {
    // Of a board's corner: as kbs 11 has it, and as thesis 4.9 with its binomials the right way up.
    let corner = |text: &str| {
        let board: Board = text.parse().ok()?;
        let game = Minesweeper::new(board, FirstClick::Safe);
        let first = board.cell(1, 1)?;
        Some((zero_probability(&game, first), zero_probability_of_the_thesis(game.grid(), first)))
    };
    let counted = zeros_by_counting(4, 3);
    let same = |value: f64| (value - counted).abs() < 1e-9;
    let ((kbs, thesis), beginner) = (corner("4x4/3")?, corner("9x9/10")?);
    (same(kbs) && !same(thesis)).then(|| {
        format!(
            "all minefields of 4x4|3 with a safe corner give {counted:.4}, as kbs 11; thesis 4.9 gives {thesis:.4} (and its \
             binomials are printed upside down). On 9x9|10: {:.5} and {:.5}",
            beginner.0, beginner.1
        )
    })
}

/// The first row of table 4.1 is the second times the chance that the first cell is safe, and says nothing else.
fn a_row_that_follows(published: &Published<'_>) -> Option<String> {
    const GAMES: f64 = 10_000.0;
    let mut all = Vec::new();
    for (column, cells, mines) in
        [("9x9|10", 81.0, 10.0), ("16x16|40", 256.0, 40.0), ("16x30|99", 480.0, 99.0)]
    {
        let of = |row: &str| Some(published.number("thesis.T4.1", row, column)? / 100.0);
        let (any, safe) = (of("first action rule")?, of("safe first action rule")?);
        let survives = 1.0 - mines / cells;
        let variance = |p: f64| p * (1.0 - p) / GAMES;
        let error = (variance(any) + survives * survives * variance(safe)).sqrt();
        all.push((any - safe * survives) / error);
    }
    let shown: Vec<String> = all.iter().map(|z| format!("{z:.1}")).collect();
    all.iter().all(|z| z.abs() < 2.0).then(|| {
        format!(
            "the row is the one below it times 1 - mines/cells (z = {}): what the rule gains is that the first cell is not a mine, and \
             nothing that the player does; no slip",
            shown.join(", ")
        )
    })
}

/// Games that a check plays.
const GAMES: u64 = 400;

/// Win rates of PAFR on the beginner's board, as meant and with a slip as printed.
fn as_printed(slip: &str, published: &Published<'_>) -> Option<(Rate, Rate)> {
    let wins = |strategy: &str| {
        let board: Board = "9x9/10".parse().ok()?;
        let game = Minesweeper::new(board, FirstClick::Open);
        let games = Games::new(game, strategy.parse().ok()?, None, Seed(1)).ok()?;
        let (records, _) = games.run(GAMES, published.context);
        let won = records.iter().filter(|record| record.won).count() as u64;
        Some(Rate::new(won, records.len() as u64))
    };
    Some((wins("pafr")?, wins(&format!("pafr{slip}"))?))
}

fn algorithm_1(published: &Published<'_>) -> Option<String> {
    let (meant, printed) = as_printed("+both+always-guess", published)?;
    (printed.interval().high < meant.interval().low).then(|| {
        format!(
            "with \"S1 and S2\" and a guess in every round PAFR wins {printed} of 9x9|10, with \"or\" and a guess only where \
             nothing was found {meant}"
        )
    })
}

fn algorithm_2(published: &Published<'_>) -> Option<String> {
    let (meant, printed) = as_printed("+overwrite", published)?;
    let (both, alone) = as_printed("+both+overwrite", published)
        .zip(as_printed("+both", published))
        .map(|(both, alone)| (both.1, alone.1))?;
    Some(format!(
        "sets that are overwritten lose cells until a later round finds them again: PAFR wins {printed} of 9x9|10 instead of \
         {meant}; together with \"S1 and S2\" {both} instead of {alone}"
    ))
}

fn wrong_player(published: &Published<'_>) -> Option<String> {
    let named = published.number("thesis.T4.1", "safe first action rule", "16x30|99")?;
    let easier = published.number("thesis.T4.2", "PAFR*", "expert")?;
    // 10,000 games each: four points are far outside what chance allows.
    (named > easier + 4.0).then(|| {
        let pseq = ["beginner", "intermediate", "expert"]
            .map(|level| published.number("thesis.T4.2", "PSEQ-D256", level).unwrap_or(f64::NAN));
        format!(
            "the row is called random guessing and wins {named} % of expert boards with a safe first cell; table 4.2 gives the same \
             player {easier} % under the easier rule. The text compares the row with PSEQ-D256 ({} / {} / {})",
            pseq[0], pseq[1], pseq[2]
        )
    })
}

fn mixed_rules(published: &Published<'_>) -> Option<String> {
    let of = |row: &str, level: &str| published.number("thesis.T4.2", row, level);
    let same = |level: &&str| of("PAFG", level).is_some() && of("PAFG", level) == of("PAFG*", level);
    let copied: Vec<&str> = ["beginner", "intermediate", "expert"].into_iter().filter(same).collect();
    (!copied.is_empty()).then(|| {
        format!(
            "PAFG and PAFG* are printed alike for {}: the row takes the safe neighbourhood there and the safe first cell elsewhere",
            copied.join(" and ")
        )
    })
}

/// Mine counts between 1 and the largest possible one that are in no class of a table.
fn gaps(published: &Published<'_>, id: &str, most: usize) -> Vec<usize> {
    let Some(table) = published.table(id) else { return Vec::new() };
    let inside = |mines: usize| {
        (0..table.rows.len()).any(|row| {
            let at = |column: &str| table.number(row, column).unwrap_or(f64::NAN);
            (at("M_from")..=at("M_to")).contains(&(mines as f64))
        })
    };
    (1..=most).filter(|&mines| !inside(mines)).collect()
}

fn unclassified(published: &Published<'_>) -> Option<String> {
    let (small, large) = (gaps(published, "thesis.F5.6", 72), gaps(published, "thesis.F5.7", 247));
    // The largest mine count is left out of both figures; another one is a slip.
    (large.len() > 1).then(|| format!("mine counts in no class: {small:?} on 9x9, {large:?} on 16x16"))
}

fn unsolvable(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.F5.6")?;
    let runs = table.runs? as f64;
    let game = (0..table.rows.len()).find(|&row| table.row_name(row).starts_with("game"))?;
    let counts = table.number(game, "M_to")? - table.number(game, "M_from")? + 1.0;
    let (share, all) = (counts / 72.0, counts * runs);
    // Where games are won at all, some are lost: between the first stochastic count and the class game.
    let stochastic =
        (0..table.rows.len()).filter(|&row| table.row_name(row).starts_with("stochastic")).count();
    ((share - 0.375).abs() < 0.0005 && stochastic > 0).then(|| {
        format!(
            "{:.1} % ({all:.0}) are the runs of the class game, {counts} mine counts of {runs} runs; games lost at the {stochastic} \
             stochastic ranges are not counted",
            100.0 * share
        )
    })
}

fn not_deterministic(published: &Published<'_>) -> Option<String> {
    let table = published.table("thesis.F5.6")?;
    let border = table.number(0, "M_to")? as usize;
    let board = Board::new(9, 9, border).ok()?;
    let game = Minesweeper::new(board, FirstClick::Open);
    let counted = |row, col| {
        needing_a_guess(&game, board.cell(row, col)?, published.context)
            .filter(|found| found.stopped.is_none())
    };
    let (centre, corner) = (counted(5, 5)?, counted(1, 1)?);
    let least = clopper_pearson(2000, 2000, 0.95).low;
    (centre.need_a_guess > 0).then(|| {
        format!(
            "with {border} mines {} of {} boards need a guess from the centre, {} of {} from a corner; 2,000 wins of 2,000 show no \
             more than p >= {least:.4}",
            centre.need_a_guess, centre.boards, corner.need_a_guess, corner.boards
        )
    })
}

//! The drawn examples: a system of equations, unsolved blocks, and what simple rules see.

use std::collections::BTreeSet;

use quandary_core::Budget;
use quandary_minesweeper::inference::{exact_counts, probabilities};
use quandary_minesweeper::knowledge::{Knowledge, Mark};
use quandary_minesweeper::strategy::{Matrix, Sign, frontiers, unsolved_blocks};
use quandary_minesweeper::{Cell as Square, CellView, Observation, Position};
use serde_json::json;

use super::printed_sign::AUDIT;
use crate::judge::{Evidence, Print, Test};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Fact, Reproduced};

const BLOCKS: Fact<usize> = Fact::new("blocks");
const TRANSCRIBED: Fact<String> = Fact::new("figure 5a, numbers as transcribed");
const ALSO_MINED: Fact<String> = Fact::new("mined, by counting, and left open by figure 2");
const ALSO_SAFE: Fact<String> = Fact::new("safe, by counting, and left open by figure 2");

/// A stated list beside ours.
fn reading(entry: &mut Reproduced, row: &str, stated: &[&str], ours: &[String], note: &str) {
    let (stated, ours) = (stated.join(" "), ours.join(" "));
    entry.cells.push(Cell::words((row, "value"), stated, &ours, vec![ours.clone()]).saying(note));
}

pub(super) fn equation_4_2(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let rows: Vec<Vec<i64>> = vec![
        vec![1, 1, 0, 0, 0, 0, 1],
        vec![1, 1, 1, 0, 0, 0, 2],
        vec![0, 1, 1, 1, 0, 0, 2],
        vec![0, 0, 1, 1, 1, 0, 2],
        vec![0, 0, 0, 1, 1, 1, 2],
    ];
    let meets = |bits: u32| {
        rows.iter().all(|row| {
            let sum: i64 = row[..6].iter().enumerate().map(|(i, a)| a * i64::from(bits >> i & 1)).sum();
            sum == row[6]
        })
    };
    let text = |bits: u32| (0..6).map(|i| char::from(b'0' + (bits >> i & 1) as u8)).collect::<String>();
    let mut solutions: Vec<String> = (0..64).filter(|&bits| meets(bits)).map(text).collect();
    solutions.sort();
    let mut matrix = Matrix::new(6, rows);
    matrix.reduce();
    let fixed: Vec<String> = matrix
        .conclude(Sign::Corrected)
        .iter()
        .map(|f| format!("x{}={}", f.variable + 1, u8::from(f.value)))
        .collect();
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "Five equations over six cells; x3 and x6 are mines.".into();
    entry.computed = "All 64 assignments, and Gauss–Jordan elimination with the conjectures.".into();
    reading(&mut entry, "solutions", &["011011", "101101"], &solutions, "by trying all 64");
    reading(&mut entry, "invariables", &["x3=1", "x6=1"], &fixed, "by elimination");
    super::printed_sign::audit(&mut entry, bench);
    entry
}

pub(super) fn figure_4a(table: &Table, _: &Bench<'_>) -> Reproduced {
    // Colours are lost in the text; hidden and empty cells follow from the blocks and the numbers.
    let text =
        "9x9/10 ????????? 122211??? 00000113? 00000002? 11100112? 1F2111F?? 22??????? ????????? ?????????";
    let position: Position = text.parse().expect("the board is well formed");
    let board = position.observation.board();
    let name = |cells: &Vec<Square>| {
        cells.iter().map(|&c| format!("({})", board.name(c))).collect::<Vec<_>>().join(" ")
    };
    let blocks: Vec<String> = unsolved_blocks(&position.observation).iter().map(name).collect();
    let stated = [
        "(2,1) (2,2) (2,3) (2,4) (2,5) (2,6) (3,6) (3,7) (3,8) (4,8) (5,7) (5,8)",
        "(6,3) (6,4) (6,5) (6,6)",
        "(7,1) (7,2)",
    ];
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "The unsolved numbers of the board form three blocks, U1, U2 and U3.".into();
    entry.computed =
        "4-connected groups of numbers that have a hidden neighbour; flags are not hidden.".into();
    for (index, stated) in stated.iter().enumerate() {
        let ours: Vec<String> = blocks.get(index).cloned().into_iter().collect();
        reading(&mut entry, &format!("U{}", index + 1), &[stated], &ours, "");
    }
    entry.state(&BLOCKS, blocks.len(), "of numbers joined by shared edges");
    entry.convention("block", "numbers joined by shared edges; the worked example needs it");
    figure_4b(&mut entry);
    figure_5a(&mut entry);
    entry
}

/// The cells of a position that are not flagged and that single numbers settle.
fn settled(seen: &Observation, mark: Mark) -> Vec<String> {
    let known = Knowledge::of(seen);
    let open =
        seen.grid().cells().filter(|&cell| seen.at(cell) != CellView::Flag && known.mark(cell) == mark);
    open.map(|cell| format!("({})", seen.board().name(cell))).collect()
}

/// Figure 4(b) as the text describes it: the 3 in (2,1) makes (3,1) and (3,2) mines, the 3 in (2,2) makes (1,3), (2,3)
/// and (3,3) safe. The board is not in the text. The first statement needs a flag in (1,1) or (1,2), and then the other
/// cell is a 1: both are tried, and must give the same.
fn figure_4b(entry: &mut Reproduced) {
    let hidden = "?????????";
    let boards = ["F1???????", "1F???????"].map(|first| {
        let text = format!("9x9/10 {first} 33??????? {}", [hidden; 7].join(" "));
        text.parse::<Position>().expect("the board is well formed")
    });
    for (row, stated, mark) in [
        ("mines (figure 4b)", &["(3,1)", "(3,2)"][..], Mark::Mine),
        ("safe (figure 4b)", &["(1,3)", "(2,3)", "(3,3)"], Mark::Safe),
    ] {
        let [one, other] = [0, 1].map(|board| settled(&boards[board].observation, mark));
        let note = "the flag that the sentence needs may stand in (1,1) or in (1,2)";
        let both = if one == other { one } else { vec![one.join(" "), "or".into(), other.join(" ")] };
        reading(entry, row, stated, &both, note);
    }
}

/// Figure 5(a): the hidden cells of a board fall into a blue, an orange and a green part.
fn figure_5a(entry: &mut Reproduced) {
    const READING: &str =
        "the 1s of rows 1 and 2 in column 2; what is blank is hidden where a number would touch a mine there";
    // The transcription has lost colours and columns. The parts depend on which cells are hidden, not on the numbers.
    let text =
        "9x9/10 ?100001?? ?100001?? 11000012? 00000001? 00000011? 0122111F1 23???1111 ?????2110 ???????10";
    let position: Position = text.parse().expect("the board is well formed");
    let board = position.observation.board();
    let parts = frontiers(&position.observation);
    let print = Print { runs: None, rounding: 0.0, matters: 1.0 };
    let test = Test::Number(Evidence::Exact(parts.len() as f64).against(&print));
    let place = ("independent parts (figure 5a)", "value");
    let cell = Cell::judged(place, "3", json!(parts.len()), test, Some(READING));
    entry.cells.push(cell.saying("blue, orange and green; the drawing's colours are not in the text"));
    for (index, part) in parts.iter().enumerate() {
        let cells: Vec<String> = part.iter().map(|&cell| format!("({})", board.name(cell))).collect();
        entry.mention(&format!("figure 5a, part {}", index + 1), cells.join(" "), "by frontier division");
    }
    let possible = exact_counts(&position.observation, &Budget::unlimited()).is_ok();
    let said = if possible { "some minefield" } else { "no minefield" };
    entry.state(&TRANSCRIBED, said.to_owned(), "that agrees with all of them");
}

pub(super) fn figure_1(table: &Table, _: &Bench<'_>) -> Reproduced {
    let text = "8x8/10 ???????? ???????? 12?????? 01?????? 01112??? 00002??? 00012??? 0001????";
    let position: Position = text.parse().expect("the board is well formed");
    let seen = &position.observation;
    let board = seen.board();
    // The report writes (column, row).
    let name = |cell: Square| {
        let (row, col) = board.place(cell);
        format!("({col},{row})")
    };
    let known = Knowledge::of(seen);
    let marked = |mark: Mark| {
        let mut cells: Vec<String> =
            seen.grid().cells().filter(|&c| known.mark(c) == mark).map(name).collect();
        cells.sort();
        cells
    };
    let found = probabilities(seen).expect("the board is possible");
    let shown = ["(3,2)", "(3,3)", "(4,4)", "(5,4)", "(3,4)", "(5,8)"];
    let more = |probability: f64| {
        let cells = seen.grid().cells().filter(|c| found.mine[c.at()] == Some(probability)).map(name);
        cells.filter(|cell| !shown.contains(&cell.as_str())).collect::<Vec<_>>()
    };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "After the first probe, simple rules settle six cells of the fringe (figure 2).".into();
    entry.computed = "Single-number rules, and the exact count of all minefields that agree.".into();
    reading(&mut entry, "mines by simple rules", &shown[4..], &marked(Mark::Mine), "");
    let note = "(3,2) follows only from two numbers together, which the three rules of Sim (section 4.1) never compare";
    reading(&mut entry, "safe by simple rules", &shown[..4], &marked(Mark::Safe), note);
    // "These simple deductions (plus some others)": the next simplest.
    let [mines, safe] = contained(seen).map(|cells| {
        let mut names: Vec<String> = cells.into_iter().map(name).collect();
        names.sort();
        names.join(" ")
    });
    let others = "plus some others: a number whose hidden cells are all beside another number too";
    for (row, stated, ours) in
        [("mines by simple rules", &shown[4..], mines), ("safe by simple rules", &shown[..4], safe)]
    {
        let place = format!("{row} (plus some others)");
        let cell = Cell::words((&place, "value"), stated.join(" "), &ours, vec![ours.clone()]);
        entry.cells.push(cell.about(format!("{row}|value")).reading(others));
    }
    let counts = exact_counts(seen, &Budget::unlimited()).expect("the board is possible");
    entry.mention("minefields that agree", counts.boards.to_string(), "exact, with the mine count");
    entry.state(&ALSO_MINED, more(1.0).join(" "), "in every minefield that agrees");
    entry.state(&ALSO_SAFE, more(0.0).join(" "), "in every minefield that agrees");
    entry
}

/// The mines and the safe cells that follow from single numbers, and from two numbers of which one's hidden cells are among
/// the other's.
fn contained(seen: &Observation) -> [BTreeSet<Square>; 2] {
    let grid = seen.grid();
    let (mut mines, mut safe) = (BTreeSet::new(), BTreeSet::new());
    loop {
        let number = |cell: Square| {
            let around = grid.around(cell);
            let known = around.iter().filter(|at| mines.contains(*at)).count();
            let hidden =
                |at: &&Square| seen.at(**at).is_closed() && !mines.contains(*at) && !safe.contains(*at);
            let cells: BTreeSet<Square> = around.iter().filter(hidden).copied().collect();
            Some((cells, usize::from(seen.number(cell)?) - known))
        };
        let mut all: Vec<(BTreeSet<Square>, usize)> = grid.cells().filter_map(number).collect();
        let differences: Vec<(BTreeSet<Square>, usize)> = all
            .iter()
            .flat_map(|(small, few)| {
                let larger = all.iter().filter(move |(large, many)| few <= many && small.is_subset(large));
                larger.map(move |(large, many)| (large - small, many - few))
            })
            .collect();
        all.extend(differences);
        let before = mines.len() + safe.len();
        for (cells, count) in all {
            match count {
                0 => safe.extend(cells),
                count if count == cells.len() => mines.extend(cells),
                _ => {}
            }
        }
        if mines.len() + safe.len() == before {
            return [mines, safe];
        }
    }
}

/// The list that was found in a row.
fn found<'e>(entry: &'e Reproduced, row: &str) -> &'e str {
    entry.cell(row, "value").and_then(|cell| cell.ours.as_str()).unwrap_or("?")
}

pub(super) fn conclude_4_2(entry: &Reproduced) -> Vec<String> {
    let audit = |strategy: &str| entry.fact(&AUDIT.of(&[&strategy, &"9x9|10"]));
    let opened = |strategy: &str| audit(strategy).map_or(f64::NAN, |audit| audit.mines_opened_as_safe as f64);
    vec![
        format!(
            "Solutions: {}; elimination fixes {}.",
            found(entry, "solutions"),
            found(entry, "invariables")
        ),
        format!(
            "Mines opened in the belief that they were safe, on 9x9|10: {} in {} games with conjecture 3 corrected, {} with its \
             second half as printed.",
            opened("pafg"),
            audit("pafg").map_or(f64::NAN, |audit| audit.games as f64),
            opened("pafg+printed-sign")
        ),
        tally(entry),
    ]
}

pub(super) fn conclude_4a(entry: &Reproduced) -> Vec<String> {
    vec![
        format!("{} blocks; U3 is {}.", entry.number(&BLOCKS), found(entry, "U3")),
        format!(
            "Figure 4b: mines {}, safe {}. The board of figure 5a has {} independent parts; {} agrees with its numbers as they are \
             transcribed.",
            found(entry, "mines (figure 4b)"),
            found(entry, "safe (figure 4b)"),
            entry.ours("independent parts (figure 5a)", "value"),
            entry.words(&TRANSCRIBED)
        ),
        tally(entry),
    ]
}

pub(super) fn conclude_1(entry: &Reproduced) -> Vec<String> {
    vec![
        format!(
            "Counting everything also proves mined: {}; safe: {}; figure 2 leaves them open.",
            entry.words(&ALSO_MINED),
            entry.words(&ALSO_SAFE)
        ),
        tally(entry),
    ]
}

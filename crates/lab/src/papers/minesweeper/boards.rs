//! The drawn examples: a system of equations, unsolved blocks, and what simple rules see.

use quandary_minesweeper::inference::{exact_counts, probabilities};
use quandary_minesweeper::knowledge::{Knowledge, Mark};
use quandary_minesweeper::strategy::{Matrix, Sign, unsolved_blocks};
use quandary_minesweeper::{Cell as Square, Position};
use serde_json::{Value, json};

use crate::papers::{Bench, Table};
use crate::reproduction::{Cell, Reproduced, Verdict};

/// One stated reading beside ours.
fn reading(entry: &mut Reproduced, row: &str, stated: &Value, ours: &Value, note: &str) {
    let verdict = if stated == ours { Verdict::Agrees } else { Verdict::Disagrees };
    let mut cell = Cell::without_ours(row, "value", stated.clone(), verdict, note);
    cell.ours = ours.clone();
    entry.cells.push(cell);
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
    entry.found = format!("{} solutions; elimination fixes {}.", solutions.len(), fixed.join(", "));
    reading(&mut entry, "solutions", &json!(["011011", "101101"]), &json!(solutions), "by trying all 64");
    reading(&mut entry, "invariables", &json!(["x3=1", "x6=1"]), &json!(fixed), "by elimination");
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
    entry.found = format!("{} blocks.", blocks.len());
    for (index, stated) in stated.iter().enumerate() {
        let ours = blocks.get(index).cloned().unwrap_or_default();
        reading(&mut entry, &format!("U{}", index + 1), &json!(stated), &json!(ours), "");
    }
    entry.convention("block", "numbers joined by shared edges; the worked example needs it (errata A8)");
    entry
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
    let more = |probability: f64| {
        let cells = seen.grid().cells().filter(|&c| known.mark(c) == Mark::Unknown);
        cells.filter(|c| found.mine[c.at()] == Some(probability)).map(name).collect::<Vec<_>>()
    };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = "After the first probe, simple rules settle six cells of the fringe (figure 2).".into();
    entry.computed = "Single-number rules, and the exact count of all minefields that agree.".into();
    reading(&mut entry, "mines by simple rules", &json!(["(3,4)", "(5,8)"]), &json!(marked(Mark::Mine)), "");
    let safe = json!(["(3,2)", "(3,3)", "(4,4)", "(5,4)"]);
    let note = "(3,2) follows only from two numbers together, which the three rules of Sim (section 4.1) never compare";
    reading(&mut entry, "safe by simple rules", &safe, &json!(marked(Mark::Safe)), note);
    entry.found = format!(
        "Counting everything also proves {} mined and {} safe, which figure 2 leaves open.",
        more(1.0).join(" "),
        more(0.0).join(" ")
    );
    let counts = exact_counts(seen).expect("the board is possible");
    entry.fact("minefields that agree", counts.boards.to_string(), "exact, with the mine count");
    entry
}

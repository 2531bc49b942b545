//! Players and searches against brute force.

use quandary_core::Context;
use quandary_core::{Budget, Seed};
use quandary_minesweeper::autopsy::autopsy;
use quandary_minesweeper::contradiction::find_clash;
use quandary_minesweeper::game::Record;
use quandary_minesweeper::inference::probabilities;
use quandary_minesweeper::optimum::optimum;
use quandary_minesweeper::simulate::{Study, Totals};
use quandary_minesweeper::strategy::{Reason, Strategy};
use quandary_minesweeper::{FirstClick, Minesweeper, Observation, Position, Seen};

use crate::brute::{agreeing, random_position};

/// What the documents print about a small board can be had exactly: the share of minefields best wins.
#[test]
fn best_comes_close_to_perfect_play_on_a_small_board() {
    let board = "4x4/4".parse().unwrap();
    let perfect = optimum(board, FirstClick::Safe, &mut Budget::unlimited()).unwrap();
    let study = Study {
        game: Minesweeper::new(board, FirstClick::Safe),
        strategy: "best".parse().unwrap(),
        first: Some(quandary_minesweeper::strategy::FirstMove::Given(perfect.first)),
        seed: Seed(5),
    };
    let (records, _) = study.run(300, &Context::bare());
    let rate = Totals::of(&records).wins;
    let perfect = perfect.wins as f64 / perfect.boards as f64;
    assert!(
        rate.interval().high >= perfect,
        "{rate} against {perfect}: the end game is exact from the start"
    );
}

#[test]
fn every_strategy_opens_only_closed_cells_and_calls_certain_only_what_is() {
    let names = ["best", "pseq", "pafg", "pafg+weights", "par", "cSimEnuLoClf", "mEnuRan"];
    for index in 0..300 {
        let seen = random_position(&mut Seed(77).stream(index), 13).without_flags();
        if seen.closed() == seen.board().mines() || seen.opened().is_empty() {
            continue;
        }
        let fields = agreeing(&seen);
        let game = Minesweeper::new(seen.board(), FirstClick::Any);
        for name in names {
            let strategy: Strategy = name.parse().unwrap();
            let mut player = strategy.player(&game, None);
            let decision = player.decide(&seen, &mut Seed(1).stream(index));
            let cell = decision.chosen.cell();
            assert!(seen.at(cell).is_closed(), "{name}");
            let mined = fields.iter().filter(|&&field| field >> cell.at() & 1 == 1).count();
            if decision.probability.is_certain() {
                assert_eq!(mined, 0, "{name} {seen:?} {decision:?}");
            }
            if let Reason::Endgame { wins, boards } = decision.reason {
                assert!(wins <= boards && boards as usize <= fields.len(), "{name}");
            }
        }
    }
}

#[test]
fn a_clash_is_contradictory_and_every_member_is_needed() {
    let mut found = 0;
    for index in 0..600 {
        let mut stream = Seed(12).stream(index);
        let seen = random_position(&mut stream, 11).without_flags();
        let Some(&cell) = stream.choose(seen.opened()) else { continue };
        let mut cells: Vec<Seen> = seen.seen().to_vec();
        cells[cell.at()] = Seen::Number(stream.below(9) as u8);
        let changed = Observation::from_seen(seen.grid(), cells);
        let Some(clash) = find_clash(&changed) else {
            assert!(!agreeing(&changed).is_empty(), "{changed:?}");
            continue;
        };
        found += 1;
        assert!(agreeing(&changed).is_empty());
        assert!(!clash.numbers.is_empty() || clash.mine_count);
        assert!(probabilities(&changed).is_err());
    }
    assert!(found > 100, "{found}");
}

#[test]
fn the_reports_example_is_read_as_the_report_reads_it() {
    // inria figure 1; single numbers settle six cells, counting two more.
    let text = "8x8/10 ???????? ???????? 12?????? 01?????? 01112??? 00002??? 00012??? 0001????";
    let seen = text.parse::<Position>().unwrap().observation;
    let found = probabilities(&seen).unwrap();
    let at = |col: usize, row: usize| found.mine[seen.board().cell(row, col).unwrap().at()];
    for (col, row) in [(3, 4), (5, 8), (6, 5)] {
        assert_eq!(at(col, row), Some(1.0), "({col},{row})");
    }
    for (col, row) in [(3, 3), (4, 4), (5, 4), (3, 2), (6, 8)] {
        assert_eq!(at(col, row), Some(0.0), "({col},{row})");
    }
}

#[test]
fn an_autopsy_knows_that_the_rule_keeps_the_first_cell_clear() {
    let record: Record = "3x4/2\n*...\n....\n...*\nopen 1,2\nopen 3,1".parse().unwrap();
    for (rule, risk) in [(FirstClick::Any, 2.0 / 12.0), (FirstClick::Safe, 0.0)] {
        let game = Minesweeper::new(record.field.board(), rule);
        let found = autopsy(&game, &record, 20, Seed(4)).unwrap();
        let risks: Vec<f64> = found.findings.iter().map(|finding| finding.mine).collect();
        // The 1 at 1,2 has five closed neighbours, the other mine is among the six cells it does not see.
        assert!((risks[0] - risk).abs() < 1e-12, "{risks:?}");
        assert!((risks[1] - 1.0 / 6.0).abs() < 1e-12, "{risks:?}");
    }
}

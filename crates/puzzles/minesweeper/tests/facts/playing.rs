//! Players and searches against brute force.

use quandary_core::Context;
use quandary_core::{Budget, Exhausted, Outcome, Seed, StopFlag};
use quandary_minesweeper::autopsy::{Autopsy, Chance, autopsy, examine};
use quandary_minesweeper::contradiction::find_clash;
use quandary_minesweeper::game::Record;
use quandary_minesweeper::inference::probabilities;
use quandary_minesweeper::optimum::optimum;
use quandary_minesweeper::simulate::{Games, Totals};
use quandary_minesweeper::strategy::{Reason, Strategy};
use quandary_minesweeper::{Action, Cell, CellView, FirstClick, Minesweeper, Observation, Position};

use crate::brute::{agreeing, random_position};

/// What the documents print about a small board can be had exactly: the share of minefields best wins.
#[test]
fn best_comes_close_to_perfect_play_on_a_small_board() {
    let board = "4x4/4".parse().unwrap();
    let perfect = optimum(board, FirstClick::Safe, &mut Budget::unlimited()).unwrap();
    let first = quandary_minesweeper::strategy::FirstMove::Given(perfect.first);
    let game = Minesweeper::new(board, FirstClick::Safe);
    let games = Games::new(game, "best".parse().unwrap(), Some(first), Seed(5)).unwrap();
    let (records, _) = games.run(300, &Context::bare());
    let rate = Totals::of(&records).wins;
    let perfect = perfect.wins as f64 / perfect.boards as f64;
    assert!(
        rate.interval().high >= perfect,
        "{rate} against {perfect}: the end game is exact from the start"
    );
}

#[test]
fn every_strategy_opens_only_closed_cells_and_calls_certain_only_what_is() {
    let names = ["best", "pseq", "pseq-d256", "pafg", "pafg+weights", "par", "cSimEnuLoClf", "mEnuRan"];
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
        let mut cells: Vec<CellView> = seen.seen().to_vec();
        cells[cell.at()] = CellView::Number(stream.below(9) as u8);
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
        let found = whole(&game, &record, 20, Seed(4));
        let risks: Vec<f64> = found.findings.iter().map(|finding| finding.mine).collect();
        // The 1 at 1,2 has five closed neighbours, the other mine is among the six cells it does not see.
        assert!((risks[0] - risk).abs() < 1e-12, "{risks:?}");
        assert!((risks[1] - 1.0 / 6.0).abs() < 1e-12, "{risks:?}");
    }
}

/// Sixteen million minefields agree here: listing them, as a hundred million samples would allow, takes longer than the
/// budget is meant to.
#[test]
fn an_autopsy_with_many_samples_does_not_list_them_all_first() {
    let text =
        "8x8/6\n.*......\n........\n...*....\n........\n.*......\n.....*..\n........\n*.....*.\nopen 5,5";
    let record: Record = text.parse().unwrap();
    let game = Minesweeper::new(record.field.board(), FirstClick::Any);
    let mut world = game.world_on(record.field.clone());
    game.play(&mut world, Action::Open(Cell(0)));
    let mut budget = Budget::nodes(20);
    let found = examine(&game, world, &record.actions, 100_000_000, Seed(1), &mut budget).unwrap();
    assert_eq!((found.stopped, found.findings.len()), (Some(Exhausted::Nodes), 0));
}

/// Records of games that a weak player made: some won, some lost, with mistakes in them.
fn records(board: &str, rule: FirstClick, games: u64) -> Vec<(Minesweeper, Record)> {
    let game = Minesweeper::new(board.parse().unwrap(), rule);
    let strategy: Strategy = "rSimRan".parse().unwrap();
    (0..games)
        .map(|index| {
            let mut player = strategy.player(&game, None);
            let mut world = game.deal(Seed(31).stream(index));
            let mut ties = Seed(32).stream(index);
            let mut actions = Vec::new();
            while world.outcome().is_none() {
                let action = player.decide(world.observation(), &mut ties).chosen;
                actions.push(action);
                game.try_play(&mut world, action).unwrap();
            }
            let field = world.reveal().unwrap().clone();
            (game.clone(), Record { field, first_click: Some(rule), actions })
        })
        .collect()
}

fn whole(game: &Minesweeper, record: &Record, samples: u64, seed: Seed) -> Autopsy {
    autopsy(game, record, samples, seed, &mut Budget::unlimited()).unwrap()
}

#[test]
fn luck_and_skill_add_up_to_the_outcome_exactly() {
    let mut mistakes = 0;
    for (game, record) in records("8x8/10", FirstClick::Safe, 5) {
        for cut in [record.actions.len(), 3.min(record.actions.len())] {
            let actions = record.actions[..cut].to_vec();
            let record = Record { actions, ..record.clone() };
            let found = whole(&game, &record, 30, Seed(9));
            let Some(start) = found.start else { continue };
            let sum: f64 = found.findings.iter().map(|finding| finding.skill() + finding.luck()).sum();
            let end = match found.outcome {
                Some(outcome) => f64::from(u8::from(outcome == Outcome::Won)),
                None => found.end().unwrap().value(),
            };
            assert!((start.value() + sum - end).abs() < 1e-12, "{} {sum} {end}", start.value());
            // One estimate for each position, shared by the moves around it.
            for pair in found.findings.windows(2) {
                assert_eq!(pair[0].after, pair[1].before);
            }
            for finding in &found.findings {
                let inside = finding.before.interval().contains(finding.chosen.value());
                assert!(!inside || finding.skill() == 0.0, "a move inside the interval is not charged");
                assert_eq!(finding.better.is_some(), finding.chosen.value() < finding.before.interval().low);
                mistakes += u32::from(finding.is_mistake());
            }
            let total = found.skill().value + found.luck().value;
            assert!((start.value() + total - end).abs() < 1e-12);
        }
    }
    assert!(mistakes > 0, "a player that guesses at random makes mistakes that show");
}

#[test]
fn an_autopsy_stops_when_its_budget_runs_out_and_keeps_what_it_has() {
    let (game, record) =
        records("8x8/10", FirstClick::Safe, 5).into_iter().max_by_key(|(_, r)| r.actions.len()).unwrap();
    let all = whole(&game, &record, 20, Seed(2));
    assert!(all.stopped.is_none() && all.findings.len() > 2);
    let nothing = autopsy(&game, &record, 20, Seed(2), &mut Budget::nodes(10)).unwrap();
    assert!(nothing.findings.is_empty() && nothing.start.is_none());
    assert_eq!(nothing.stopped, Some(Exhausted::Nodes));
    let part = autopsy(&game, &record, 20, Seed(2), &mut Budget::nodes(90)).unwrap();
    assert_eq!(part.stopped, Some(Exhausted::Nodes));
    assert!(!part.findings.is_empty() && part.findings.len() < all.findings.len());
    for (some, same) in part.findings.iter().zip(&all.findings) {
        assert_eq!((some.before, some.after), (same.before, same.after));
    }
    let stop = StopFlag::new();
    stop.raise(Exhausted::Time);
    let late = autopsy(&game, &record, 20, Seed(2), &mut Budget::unlimited().with_stop(stop)).unwrap();
    assert_eq!(late.stopped, Some(Exhausted::Time));
}

#[test]
fn a_chord_on_a_wrong_flag_is_a_mistake() {
    // The mine is at 1,1, the flag at 1,3: the chord opens the mine, which the 1 at 1,2 did not tell.
    let record: Record = "1x6/1\n*.....\nopen 1,2\nflag 1,3\nchord 1,2".parse().unwrap();
    let game = Minesweeper::new(record.field.board(), FirstClick::Safe);
    let found = whole(&game, &record, 50, Seed(3));
    let chord = found.findings.last().unwrap();
    // Opening 1,4 first would have shown on which side of the 1 the mine is.
    assert_eq!((chord.mine, chord.before, chord.chosen), (0.5, Chance::Known(1.0), Chance::Known(0.5)));
    assert!(chord.is_mistake() && chord.skill() == -0.5 && chord.luck() == -0.5);
}

#[test]
fn a_board_of_mines_alone_is_lost_by_its_first_move_in_play_as_in_the_optimum() {
    let board = "3x3/9".parse().unwrap();
    let perfect = optimum(board, FirstClick::Any, &mut Budget::unlimited()).unwrap();
    assert_eq!((perfect.wins, perfect.boards), (0, 1));
    for name in ["best", "pseq", "rSimRan"] {
        let game = Minesweeper::new("3x3/9".parse().unwrap(), FirstClick::Any);
        let games = Games::new(game, name.parse().unwrap(), None, Seed(1)).unwrap();
        let (records, stopped) = games.run(3, &Context::bare());
        assert!(stopped.is_none() && records.iter().all(|record| !record.won && record.moves == 1), "{name}");
    }
}

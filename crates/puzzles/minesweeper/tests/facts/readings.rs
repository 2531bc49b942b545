//! Where a document can be read in more than one way: what each reading does.

use quandary_core::{Context, Seed};
use quandary_minesweeper::contradiction::find_clash;
use quandary_minesweeper::inference::probabilities;
use quandary_minesweeper::knowledge::{Knowledge, Mark};
use quandary_minesweeper::simulate::{GameRecord, Games};
use quandary_minesweeper::strategy::{Strategy, frontiers};
use quandary_minesweeper::{Cell, FirstClick, Minesweeper, Position};

use crate::brute::random_position;

fn games(board: &str, rule: FirstClick, strategy: &str, seed: u64) -> Games {
    let game = Minesweeper::new(board.parse().unwrap(), rule);
    Games::new(game, strategy.parse().unwrap(), None, Seed(seed)).unwrap()
}

fn play(board: &str, rule: FirstClick, strategy: &str, count: u64) -> Vec<GameRecord> {
    games(board, rule, strategy, 4).run(count, &Context::bare()).0
}

#[test]
fn false_conclusions_that_contradict_the_numbers_end_in_a_guess() {
    // In this game an area opens through a cell that was concluded to be a mine.
    let game = games("16x16/40", FirstClick::Open, "pafg+printed-sign", 1).record(1888);
    assert!(game.guesses > 0 && game.moves > 1);
    for name in ["pafg+printed-sign", "afg+printed-sign", "pag+printed-sign+weights", "pag+printed-sign+tree"]
    {
        let records = play("9x9/20", FirstClick::Open, name, 200);
        assert!(records.iter().any(|record| record.lost_on_certain), "{name}");
    }
}

#[test]
fn the_tree_and_the_count_see_the_same_risks() {
    let mut guesses = 0;
    for index in 0..600 {
        let seen = random_position(&mut Seed(5).stream(index), 16).without_flags();
        if seen.closed() == seen.board().mines() || seen.opened().is_empty() {
            continue;
        }
        let game = Minesweeper::new(seen.board(), FirstClick::Any);
        let decided =
            ["pag+scan", "pag+scan+tree", "pag+scan+everywhere", "pag+scan+everywhere+tree"].map(|name| {
                let strategy: Strategy = name.parse().unwrap();
                strategy.player(&game, None).decide(&seen, &mut Seed(1).stream(index))
            });
        for pair in decided.chunks(2) {
            assert_eq!(pair[0].chosen, pair[1].chosen, "{seen:?}");
            let (counted, searched) = (pair[0].probability.get(), pair[1].probability.get());
            assert!((counted - searched).abs() < 1e-9, "{counted} {searched} {seen:?}");
        }
        guesses += u32::from(!decided[0].probability.is_certain());
    }
    assert!(guesses > 100, "{guesses}");
}

#[test]
fn without_sim_and_without_flood_every_move_is_a_problem() {
    for record in play("6x6/5", FirstClick::Safe, "rEnuRan+no-flood+one-pick", 40) {
        assert_eq!(record.csps.problems, record.moves);
        assert_eq!(record.moves, record.opened + u32::from(!record.won));
    }
}

#[test]
fn an_enumeration_that_opens_one_cell_is_asked_for_the_next_one_again() {
    let all = play("9x9/10", FirstClick::Safe, "cSimEnuLo+scan", 200);
    let one = play("9x9/10", FirstClick::Safe, "cSimEnuLo+scan+one-pick", 200);
    let problems = |records: &[GameRecord]| records.iter().map(|r| r.csps.problems).sum::<u32>();
    assert!(problems(&one) > problems(&all), "{} {}", problems(&one), problems(&all));
    // What is opened before the next guess is the same in the end.
    for (all, one) in all.iter().zip(&one) {
        assert_eq!((all.won, all.opened, all.guesses), (one.won, one.opened, one.guesses));
    }
}

/// The board is left with a wide fringe on purpose: every third cell of every third row is open.
#[test]
fn a_fringe_with_too_many_solutions_counts_those_that_are_listed() {
    let text = "9x12/20 ???????????? ?1??2??2??1? ???????????? ???????????? ?2??2??2??2? ???????????? ???????????? \
        ?1??2??2??1? ????????????";
    let position: Position = text.parse().unwrap();
    let game = Minesweeper::new(position.observation.board(), FirstClick::Any);
    let decide = |name: &str| {
        let strategy: Strategy = name.parse().unwrap();
        let mut player = strategy.player(&game, None);
        let decision = player.decide(&position.observation, &mut Seed(1).stream(0));
        (decision, player.csps())
    };
    let (blind, tally) = decide("rSimEnuLo+scan");
    assert_eq!((tally.problems, tally.timeouts, tally.solutions), (1, 1, 4e6));
    // Without the fringe's probabilities all cells are alike; with Laplace's estimate some are safer than others.
    let (estimated, _) = decide("rSimEnuLo+scan+laplace");
    assert_eq!(blind.chosen.cell(), Cell(0));
    assert!((blind.probability.get() - (1.0 - 20.0 / 96.0)).abs() < 1e-9);
    assert!(estimated.probability.get() > blind.probability.get());
}

#[test]
fn sim_makes_up_for_areas_that_do_not_open_by_themselves() {
    let flooded = play("9x9/10", FirstClick::Safe, "cSimEnuLoAw+scan+one-pick", 200);
    let cell_by_cell = play("9x9/10", FirstClick::Safe, "cSimEnuLoAw+scan+one-pick+no-flood", 200);
    for (flooded, slow) in flooded.iter().zip(&cell_by_cell) {
        assert_eq!((flooded.won, flooded.opened, flooded.csps), (slow.won, slow.opened, slow.csps));
        assert_eq!(slow.moves, slow.opened + u32::from(!slow.won));
        assert!(flooded.moves <= slow.moves);
    }
}

#[test]
fn scan_order_never_draws_lots() {
    let seen: Position = "5x5/6 ????? ????? ??1?? ????? ?????".parse().unwrap();
    let game = Minesweeper::new(seen.observation.board(), FirstClick::Any);
    let cells = |name: &str| -> Vec<_> {
        let strategy: Strategy = name.parse().unwrap();
        let decide =
            |index| strategy.player(&game, None).decide(&seen.observation, &mut Seed(1).stream(index));
        let mut cells: Vec<_> = (0..20).map(|index| decide(index).chosen.cell()).collect();
        cells.sort();
        cells.dedup();
        cells
    };
    for name in ["pafg", "rSimEnuLo"] {
        assert!(cells(name).len() > 1, "{name}");
        // The first of the eight cells around the 1, row by row.
        assert_eq!(cells(&format!("{name}+scan")), [seen.observation.board().cell(2, 2).unwrap()], "{name}");
    }
    assert!(cells("rSimEnuLoRan+scan").len() > 1, "Ran is a draw however the document is read");
}

#[test]
fn beyond_the_frontier_may_be_safer() {
    // Two of the three cells beside the 2 are mines; the other twenty hold two.
    let seen: Position = "4x6/4 2????? ?????? ?????? ??????".parse().unwrap();
    let board = seen.observation.board();
    let game = Minesweeper::new(board, FirstClick::Any);
    let decide = |name: &str| {
        let strategy: Strategy = name.parse().unwrap();
        strategy.player(&game, None).decide(&seen.observation, &mut Seed(1).stream(0))
    };
    let (near, far) = (decide("pafg"), decide("pafg+everywhere"));
    let corner = [(1, 2), (2, 1), (2, 2)].map(|(row, col)| board.cell(row, col).unwrap());
    assert!(corner.contains(&near.chosen.cell()) && !corner.contains(&far.chosen.cell()));
    assert!((near.probability.get() - 1.0 / 3.0).abs() < 1e-9);
    assert!((far.probability.get() - 18.0 / 20.0).abs() < 1e-9, "two mines among twenty cells");
}

/// Why G loses more with Inf than without it when a corner was opened first: in this position, the one in which the two
/// part most often, its equations have nine solutions, in three of which 2,2 is a mine, and in three 1,4. So G as printed
/// holds both for equally safe, and Inf must take 2,2: if that is safe, 2,1 is a mine, while nothing follows from a safe
/// 1,4. But six of the nine solutions need one more mine than the other three and are that much rarer.
#[test]
fn inf_prefers_a_probable_mine_where_equal_weights_see_two_safe_cells() {
    let position: Position =
        format!("9x9/10 111?????? ??2?????? {}", "????????? ".repeat(7)).parse().unwrap();
    let seen = &position.observation;
    let board = seen.board();
    let cells =
        [(2, 1), (2, 2), (1, 4), (2, 4), (3, 2), (3, 3), (3, 4)].map(|(r, c)| board.cell(r, c).unwrap());
    let solutions: Vec<u32> = (0..1_u32 << cells.len())
        .filter(|bits| {
            seen.opened().iter().all(|&open| {
                let near = |i: &usize| bits >> i & 1 == 1 && seen.grid().around(open).contains(&cells[*i]);
                (0..cells.len()).filter(near).count() == usize::from(seen.number(open).unwrap())
            })
        })
        .collect();
    let mined = |cell: usize| solutions.iter().filter(|&&bits| bits >> cell & 1 == 1).count();
    assert_eq!((solutions.len(), mined(1), mined(2)), (9, 3, 3));
    let invariables = |safe: usize| {
        let rest: Vec<u32> = solutions.iter().copied().filter(|bits| bits >> safe & 1 == 0).collect();
        let is_fixed = |&cell: &usize| {
            cell != safe
                && [0, rest.len()].contains(&rest.iter().filter(|&bits| bits >> cell & 1 == 1).count())
        };
        (0..cells.len()).filter(is_fixed).count()
    };
    assert_eq!((invariables(1), invariables(2), invariables(3)), (1, 0, 0));
    let game = Minesweeper::new(board, FirstClick::Safe);
    let decide = |name: &str| {
        let strategy: Strategy = name.parse().unwrap();
        strategy.player(&game, None).decide(seen, &mut Seed(1).stream(0)).chosen.cell()
    };
    assert_eq!((decide("pafg"), decide("pafg+inf-by-elimination")), (cells[1], cells[1]));
    assert_eq!(decide("pafg+no-inf+scan"), cells[2]);
    let risk = probabilities(seen).unwrap().mine;
    let (near, far) = (risk[cells[1].at()].unwrap(), risk[cells[2].at()].unwrap());
    assert!(near > 0.75 && far < 0.15, "{near} {far}");
}

#[test]
fn from_a_corner_inf_costs_the_g_of_the_frontier_wins() {
    const GAMES: u64 = 20_000;
    let wins =
        |name: &str| play("9x9/10", FirstClick::Safe, name, GAMES).iter().filter(|r| r.won).count() as f64;
    let points = (wins("pafg+no-inf") - wins("pafg")) / GAMES as f64 * 100.0;
    // Two and a half; the standard error of the difference is below 0.45.
    assert!((1.0..4.0).contains(&points), "{points} points");
}

/// kbs, figure 4b: the 3 at 2,1 makes its closed neighbours mines, and then the 3 at 2,2 makes its others safe. The
/// picture is lost; around the stated cells this is what they say.
#[test]
fn the_worked_example_of_primary_reasoning_holds() {
    let position: Position = "4x4/4 ?1?? 33?? ???? ????".parse().unwrap();
    let board = position.observation.board();
    let known = Knowledge::of(&position.observation);
    let mark = |row, col| known.mark(board.cell(row, col).unwrap());
    assert_eq!([mark(3, 1), mark(3, 2)], [Mark::Mine; 2]);
    assert_eq!([mark(1, 3), mark(2, 3), mark(3, 3)], [Mark::Safe; 3]);
}

/// kbs, figure 5a divides a board into three frontiers. Of its picture the numbers are left, and they cannot all stand
/// where the text has them: even if every blank cell is closed, four of row 6 contradict each other.
#[test]
fn the_numbers_of_the_board_of_frontier_division_contradict_each_other() {
    let text =
        "9x9/10 1?????1?? 1?????1?? 11????12? ???????1? ??????11? ?122111F1 23???1111 ?????211? ???????1?";
    let position: Position = text.parse().unwrap();
    let clash = find_clash(&position.observation).unwrap();
    let names: Vec<String> =
        clash.numbers.iter().map(|&cell| position.observation.board().name(cell)).collect();
    assert_eq!((names.join(" ").as_str(), clash.mine_count), ("6,2 6,3 6,5 6,6", false));
}

/// The division itself: frontiers do not affect each other because no number sees cells of two of them.
#[test]
fn a_board_is_divided_into_frontiers_that_no_number_joins() {
    let three: Position = "1x11/3 ?1???1???1?".parse().unwrap();
    let columns = |cells: &Vec<Cell>| cells.iter().map(|cell| cell.at() + 1).collect::<Vec<_>>();
    let found: Vec<_> = frontiers(&three.observation).iter().map(columns).collect();
    assert_eq!(found, [vec![1, 3], vec![5, 7], vec![9, 11]]);
    for index in 0..200 {
        let seen = random_position(&mut Seed(9).stream(index), 25).without_flags();
        let found = frontiers(&seen);
        for &open in seen.opened() {
            let sees = |cell: &Cell| seen.grid().around(open).contains(cell);
            assert!(
                found.iter().filter(|frontier| frontier.iter().any(sees)).count() <= 1,
                "{open:?} joins two"
            );
        }
        let mut all = found.concat();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "no cell is in two");
    }
}

//! The exact solver against plain recursion and against the published results on 2x2.

use std::collections::HashMap;

use num_rational::BigRational;
use quandary_core::rules::Chance;
use quandary_core::{Budget, Exhausted, Stop, StopFlag};
use quandary_twenty48::notation::parse_board;
use quandary_twenty48::rules::{Board, Direction, Fours, Rules, Shape, Start};
use quandary_twenty48::solve::exact::start_worth;
use quandary_twenty48::solve::worth::Number;
use quandary_twenty48::solve::{Question, Solution, Worth, solve};

fn rules(rows: usize, cols: usize) -> Rules {
    Rules { shape: Shape::new(rows, cols).unwrap(), fours: Fours::USUAL }
}

fn solved<N: Number>(rules: Rules, target: u8, play_on: bool, positions: &[Board]) -> Solution<N> {
    let question = Question { rules, target, play_on, keep_all: false, memory: 1 << 30 };
    solve(&question, positions, &mut Budget::unlimited(), |_, _, _| {}).unwrap()
}

fn openings(rules: &Rules, start: Start) -> Vec<Board> {
    rules.starts(start).into_iter().map(|(board, _)| board).collect()
}

#[test]
fn the_fractions_of_2x2_are_the_published_ones() {
    let rules = rules(2, 2);
    // 16 and 32: from two 2s, from a 2 and a 4, from two 4s, from the usual start.
    let cases = [
        (4, ["7700903/8000000", "769187/800000", "38911/40000", "770009003/800000000"]),
        (
            5,
            [
                "6631667660933/80000000000000",
                "662406171417/8000000000000",
                "33500605909/400000000000",
                "663098312572433/8000000000000000",
            ],
        ),
    ];
    for (target, fractions) in cases {
        let boards = openings(&rules, Start::Usual);
        let solution = solved::<BigRational>(rules, target, true, &boards);
        let worth = |board: Board| -> Worth<BigRational> {
            solution.worths[boards.iter().position(|&b| b == board).unwrap()].clone()
        };
        for (&board, found) in boards.iter().zip(&solution.worths) {
            let kind = match board.sum() {
                4 => 0,
                6 => 1,
                _ => 2,
            };
            assert_eq!(found.win.to_string(), fractions[kind], "{board:?} to {}", 1 << target);
        }
        assert_eq!(start_worth(&rules, Start::TwoTwos, &worth, target).win.to_string(), fractions[0]);
        assert_eq!(start_worth(&rules, Start::Usual, &worth, target).win.to_string(), fractions[3]);
    }
}

#[test]
fn on_2x2_only_8_can_be_forced() {
    let rules = rules(2, 2);
    let boards = openings(&rules, Start::TwoTwos);
    for (target, twos, fours, both) in
        [(3, true, true, true), (4, true, true, false), (5, false, true, false)]
    {
        for worth in solved::<f64>(rules, target, true, &boards).worths {
            assert_eq!(
                (worth.forced.by_twos, worth.forced.by_fours, worth.forced.by_both),
                (twos, fours, both)
            );
            assert!(worth.possible);
            assert_eq!(worth.guaranteed, 3);
        }
    }
}

#[test]
fn the_positions_of_2x2_are_counted_as_published() {
    let rules = rules(2, 2);
    for start in [Start::TwoTwos, Start::Usual] {
        let boards = openings(&rules, start);
        let whole = solved::<f64>(rules, 5, true, &boards).counts;
        assert_eq!((whole.states, whole.canonical), (662, 110));
        let to_32 = solved::<f64>(rules, 5, false, &boards).counts;
        assert_eq!((to_32.live, to_32.dead), ((348, 57), (74, 18)));
        let to_16 = solved::<f64>(rules, 4, false, &boards).counts;
        assert_eq!((to_16.live.0, to_16.dead.0), (196, 18));
        assert_eq!((to_16.live.1, to_16.dead.1), (35, 6));
    }
}

/// Win probability, expected score, forced and possible by recursion over the rules, nothing else.
struct Recursion {
    rules: Rules,
    target: u8,
    known: HashMap<Board, (f64, f64, bool, bool)>,
}

impl Recursion {
    fn value(&mut self, board: Board) -> (f64, f64, bool, bool) {
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        let won = board.largest() >= self.target;
        let mut best: Option<(f64, f64, bool, bool)> = None;
        for direction in Direction::ALL {
            let (after, earned, changed) = self.rules.slide(board, direction);
            if !changed {
                continue;
            }
            let mut outcomes = Vec::new();
            self.rules.outcomes(&after, &mut outcomes);
            let mut value = (0.0, earned as f64, true, false);
            for (next, p) in outcomes {
                let worth = self.value(next);
                value = (value.0 + p * worth.0, value.1 + p * worth.1, value.2 & worth.2, value.3 | worth.3);
            }
            best = Some(
                best.map_or(value, |b| (b.0.max(value.0), b.1.max(value.1), b.2 | value.2, b.3 | value.3)),
            );
        }
        let mut value = best.unwrap_or((0.0, 0.0, false, false));
        if won {
            value = (1.0, value.1, true, true);
        }
        self.known.insert(board, value);
        value
    }
}

#[test]
fn layers_agree_with_plain_recursion() {
    for (rows, cols, target) in [(2, 2, 4), (2, 2, 5), (2, 3, 5), (2, 3, 6), (3, 2, 6)] {
        for fours in ["0.1", "0", "1"] {
            let rules = Rules { fours: fours.parse().unwrap(), ..rules(rows, cols) };
            let boards = openings(&rules, Start::Usual);
            let solution = solved::<f64>(rules, target, true, &boards);
            let mut recursion = Recursion { rules, target, known: HashMap::new() };
            for (&board, worth) in boards.iter().zip(&solution.worths) {
                let (win, score, forced, possible) = recursion.value(board);
                assert!((worth.win - win).abs() < 1e-12, "{rows}x{cols}: {} is not {win}", worth.win);
                assert!((worth.score - score).abs() < 1e-9 * score);
                assert_eq!((worth.forced.by_both, worth.possible), (forced, possible));
            }
            assert_eq!(solution.counts.states, recursion.known.len() as u64);
        }
    }
}

#[test]
fn a_small_budget_or_memory_ends_the_solver_with_its_reason() {
    use quandary_core::Exhausted;
    let rules = rules(3, 3);
    let boards = openings(&rules, Start::TwoTwos);
    let question = Question { rules, target: 6, play_on: false, keep_all: false, memory: 1 << 30 };
    let spent = solve::<f64>(&question, &boards, &mut Budget::nodes(1000), |_, _, _| {});
    assert_eq!(spent.unwrap_err(), Stop::Exhausted(Exhausted::Nodes));
    let question = Question { memory: 1000, ..question };
    let full = solve::<f64>(&question, &boards, &mut Budget::unlimited(), |_, _, _| {});
    assert_eq!(full.unwrap_err(), Stop::Exhausted(Exhausted::Memory));
}

#[test]
fn a_board_that_cannot_be_solved_is_refused_before_it_starts_and_says_what_can() {
    let question =
        Question { rules: Rules::STANDARD, target: 11, play_on: false, keep_all: false, memory: 3 << 30 };
    let starts: Vec<Board> = Rules::STANDARD.starts(Start::TwoTwos).into_iter().map(|(b, _)| b).collect();
    let mut budget = Budget::unlimited();
    let Err(Stop::Input(error)) = solve::<f64>(&question, &starts, &mut budget, |_, _, _| {}) else {
        panic!("4x4 to 2048 cannot be solved");
    };
    assert_eq!(budget.spent(), 0);
    assert_eq!(
        error.to_string(),
        "4x4 to 2048 cannot be solved exactly: about 10^15 positions up to symmetry, 10^16 bytes of memory, \
         where 3.2 GB may be used; expected a target of at most 16 on 4x4, or a smaller board; up to 3x3 every \
         target can be reached with 3 GB"
    );
}

#[test]
fn every_target_up_to_3x3_fits() {
    use quandary_twenty48::solve::size::{Part, check, largest_target};
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let shape = Shape::new(rows, cols).unwrap();
        let target = shape.largest_exponent(true);
        let rules = Rules { shape, fours: Fours::USUAL };
        let question = Question { rules, target, play_on: true, keep_all: false, memory: 3 << 30 };
        assert_eq!(check(&question, &[Board::EMPTY], Part::Begun), Ok(()), "{shape}");
        assert_eq!(largest_target(shape, 3 << 30), target);
    }
}

#[test]
fn a_position_from_the_middle_of_a_game_is_looked_at_before_it_is_refused() {
    // No move is left: nothing to look at, though the whole of 4x4 would never fit.
    let (_, board) = parse_board("2 4 8 16 / 32 64 128 256 / 512 1024 2 4 / 8 16 32 64", None).unwrap();
    let question =
        Question { rules: Rules::STANDARD, target: 11, play_on: false, keep_all: false, memory: 3 << 30 };
    let solution = solve::<f64>(&question, &[board], &mut Budget::unlimited(), |_, _, _| {}).unwrap();
    assert_eq!((solution.counts.canonical, solution.worths[0].win), (1, 0.0));
    // With room to move it is refused once it has filled a sixteenth of the memory.
    let (_, board) = parse_board("2 4 8 16 / . . . 256 / 512 1024 . . / . . . .", None).unwrap();
    let question = Question { memory: 1 << 20, ..question };
    let mut budget = Budget::unlimited();
    let Err(Stop::Input(error)) = solve::<f64>(&question, &[board], &mut budget, |_, _, _| {}) else {
        panic!("it does not fit into a mebibyte");
    };
    assert!(error.to_string().contains("cannot be solved exactly"), "{error}");
    assert!(budget.spent() > 0 && budget.spent() < 1 << 17, "{}", budget.spent());
}

#[test]
fn a_raised_flag_ends_the_listing_within_a_layer() {
    let rules = Rules { shape: Shape::new(3, 3).unwrap(), fours: Fours::USUAL };
    let question = Question { rules, target: 10, play_on: true, keep_all: false, memory: 3 << 30 };
    let starts: Vec<Board> = rules.starts(Start::Usual).into_iter().map(|(board, _)| board).collect();
    let stop = StopFlag::new();
    let mut budget = Budget::unlimited().with_stop(stop.clone());
    let mut layers = 0;
    let ended = solve::<f64>(&question, &starts, &mut budget, |_, _, _| {
        layers += 1;
        if layers == 30 {
            stop.raise(Exhausted::Cancelled);
        }
    });
    assert_eq!(ended.err(), Some(Stop::Exhausted(Exhausted::Cancelled)));
    assert_eq!(layers, 30);
}

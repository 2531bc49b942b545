//! Exact inference against brute force.

use quandary_core::{Budget, Exhausted, Seed};
use quandary_minesweeper::inference::{NoAnswer, exact_counts, probabilities};
use quandary_minesweeper::{CellView, Observation, Position};

use crate::brute::{agreeing, random_position};

#[test]
fn probabilities_equal_brute_force_counts_on_20000_small_positions() {
    let seed = Seed(20260101);
    let mut frontier_positions = 0;
    for index in 0..20_000 {
        let seen = random_position(&mut seed.stream(index), 13);
        let fields = agreeing(&seen);
        let exact = exact_counts(&seen, &Budget::unlimited()).expect("a position from a real minefield");
        let fast = probabilities(&seen).expect("a position from a real minefield");
        assert_eq!(*exact.boards, (fields.len() as u64).into(), "{seen:?}");
        assert!((fast.ln_boards - (fields.len() as f64).ln()).abs() < 1e-9);
        for cell in seen.grid().cells() {
            let expected = seen
                .at(cell)
                .is_closed()
                .then(|| fields.iter().filter(|&&field| field >> cell.at() & 1 == 1).count());
            assert_eq!(
                exact.mined[cell.at()].as_deref(),
                expected.map(Into::into).as_ref(),
                "{seen:?} {cell:?}"
            );
            let share = expected.map(|count| count as f64 / fields.len() as f64);
            match (share, fast.mine[cell.at()]) {
                (Some(share), Some(mine)) => {
                    assert!((share - mine).abs() < 1e-12, "{seen:?} {cell:?}: {share} {mine}");
                    // Certainty is certainty, not rounding.
                    assert_eq!(share == 0.0, mine == 0.0);
                    assert_eq!(share == 1.0, mine == 1.0);
                }
                (None, None) => {}
                _ => panic!("open and closed disagree"),
            }
        }
        frontier_positions += u32::from(!seen.opened().is_empty());
    }
    assert!(frontier_positions > 10_000, "most positions have numbers: {frontier_positions}");
}

#[test]
fn impossible_positions_are_recognised_exactly_when_no_minefield_agrees() {
    let seed = Seed(4);
    let mut impossible = 0;
    for index in 0..4_000 {
        let mut stream = seed.stream(index);
        let seen = random_position(&mut stream, 12);
        // Change one number: often nothing agrees any more.
        let mut cells: Vec<CellView> = seen.seen().to_vec();
        let Some(&cell) = stream.choose(seen.opened()) else { continue };
        cells[cell.at()] = CellView::Number(stream.below(9) as u8);
        let changed = Observation::from_seen(seen.grid(), cells);
        let answer = probabilities(&changed);
        if agreeing(&changed).is_empty() {
            impossible += 1;
            assert!(matches!(answer, Err(NoAnswer::Impossible { .. })), "{changed:?}");
        } else {
            assert!(answer.is_ok(), "{changed:?}");
        }
    }
    assert!(impossible > 1_000, "{impossible}");
}

#[test]
fn a_whole_expert_board_is_counted_exactly() {
    let position: Position =
        format!("16x30/99{}", ("\n".to_owned() + &"?".repeat(30)).repeat(16)).parse().unwrap();
    let counts = exact_counts(&position.observation, &Budget::unlimited()).unwrap();
    // C(480, 99), computed independently.
    assert!(counts.boards.to_string().starts_with("56022099933742134542"), "{}", counts.boards);
    assert_eq!(counts.mined[0].as_deref().unwrap() * 480_u32, &*counts.boards * 99_u32);
}

#[test]
fn exact_counts_hold_no_more_than_their_budget_and_end_with_it() {
    let closed = |rows: usize, mines: usize| -> Position {
        format!("{rows}x{rows}/{mines}\n{}", format!("{}\n", "?".repeat(rows)).repeat(rows)).parse().unwrap()
    };
    let seen = closed(200, 20_000).observation;
    let ended = Budget::unlimited();
    ended.stop().raise(Exhausted::Time);
    assert_eq!(exact_counts(&seen, &ended), Err(NoAnswer::TooWide(Exhausted::Time)));
    let small = Budget::unlimited().with_memory(1000);
    assert_eq!(exact_counts(&seen, &small), Err(NoAnswer::TooWide(Exhausted::Memory)));
    // All cells share one number of 5 kB: together they take no more than that.
    let counts = exact_counts(&seen, &Budget::unlimited().with_memory(100_000)).unwrap();
    assert_eq!(*counts.boards, counts.mined[0].as_deref().unwrap() * 2_u32);
}

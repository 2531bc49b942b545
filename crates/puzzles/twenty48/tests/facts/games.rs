//! Games keep their record and their trace while they are played, and end where they are stopped.

use quandary_core::{Exhausted, Outcome, Seed, StopFlag};
use quandary_search::expectimax::Depth;
use quandary_twenty48::rules::{Board, Direction, Fours, Rules, Shape, Start};
use quandary_twenty48::simulate::{Game, Keep, game, play};
use quandary_twenty48::strategy::linear::{Linear, LinearPlayer, WEIGHTS};
use quandary_twenty48::strategy::{Considered, Player};

const ALL: Keep = Keep { record: true, trace: true };

fn linear_game(rules: Rules, index: u64, keep: Keep, stop: &StopFlag) -> Game {
    let linear = Linear::new(&WEIGHTS[0]);
    let mut player =
        LinearPlayer::new(rules, &WEIGHTS[0], &linear, Depth::BelowRoot(1)).with_stop(stop.clone());
    game(&rules, Start::Usual, &mut player, &mut Seed(31).stream(index), keep, stop)
}

#[test]
fn a_record_kept_while_playing_is_the_game_that_was_played() {
    for (rows, cols) in [(2, 2), (3, 4), (4, 4), (5, 5)] {
        let rules = Rules { shape: Shape::new(rows, cols).unwrap(), fours: Fours::USUAL };
        let played = linear_game(rules, 0, ALL, &StopFlag::new());
        let bare = linear_game(rules, 0, Keep::default(), &StopFlag::new());
        assert_eq!(played.end, bare.end, "keeping changes nothing");
        assert_eq!((bare.record, bare.trace), (None, None));
        let record = played.record.unwrap();
        let replayed = record.replay(|_, _| {}).unwrap();
        assert_eq!((replayed.board, replayed.score), (played.end.board, played.end.score));
        assert_eq!(record.plies.len() as u64, played.end.moves);
        // The other way to play meets the same luck.
        let linear = Linear::new(&WEIGHTS[0]);
        let mut player = LinearPlayer::new(rules, &WEIGHTS[0], &linear, Depth::BelowRoot(1));
        let mut stream = Seed(31).stream(0);
        let first = rules.start(Start::Usual, &mut stream);
        assert_eq!(play(&rules, first, &mut player, &mut stream, |_, _| true), played.end);
    }
}

#[test]
fn a_step_counts_the_legal_moves_and_the_chance_to_go_on() {
    let rules = Rules { shape: Shape::new(2, 3).unwrap(), fours: Fours::USUAL };
    let (mut risky, mut only) = (0, 0);
    for index in 0..20 {
        let played = linear_game(rules, index, ALL, &StopFlag::new());
        let (record, trace) = (played.record.unwrap(), played.trace.unwrap());
        assert_eq!((trace.outcome, trace.length()), (played.outcome, record.plies.len()));
        let mut steps = trace.steps.iter();
        record
            .replay(|board, ply| {
                let step = steps.next().unwrap();
                let legal = Direction::ALL.into_iter().filter(|&d| rules.slide(board, d).2).count() as u32;
                assert_eq!(step.options, legal);
                assert!((1..=legal).contains(&step.plausible));
                assert_eq!(step.certain, legal == 1);
                let (after, ..) = rules.slide(board, ply.chosen);
                let alive = |exponent| {
                    let cells: Vec<usize> = rules.empty_cells(after).collect();
                    let on = cells.iter().filter(|&&cell| !rules.is_dead(after.with(cell, exponent))).count();
                    on as f64 / cells.len() as f64
                };
                assert!((step.probability - (0.9 * alive(1) + 0.1 * alive(2))).abs() < 1e-12);
                risky += u32::from(step.probability < 1.0);
                only += u32::from(step.certain);
            })
            .unwrap();
    }
    assert!(risky > 3 && only > 3, "the games must hold both: {risky} risky, {only} forced");
}

#[test]
fn a_stopped_game_is_unfinished_and_keeps_its_moves() {
    /// Raises the flag at its fifth move.
    struct Tired(u32, StopFlag);
    impl Player for Tired {
        fn consider(&mut self, board: Board) -> Option<Considered> {
            self.0 += 1;
            if self.0 == 5 {
                self.1.raise(Exhausted::Cancelled);
            }
            let legal = Direction::ALL.into_iter().filter(|&d| Rules::STANDARD.slide(board, d).2);
            Considered::best(legal.map(|d| (d, 0.0)))
        }
    }
    let stop = StopFlag::new();
    let mut player = Tired(0, stop.clone());
    let played = game(&Rules::STANDARD, Start::Usual, &mut player, &mut Seed(1).stream(0), ALL, &stop);
    assert_eq!((played.outcome, played.end.moves), (Outcome::Unfinished, 5));
    assert_eq!(played.trace.unwrap().outcome, Outcome::Unfinished);

    // A search that would take hours ends as well.
    let linear = Linear::new(&WEIGHTS[0]);
    let deep = LinearPlayer::new(Rules::STANDARD, &WEIGHTS[0], &linear, Depth::Plies(12));
    let board = Rules::STANDARD.start(Start::Usual, &mut Seed(1).stream(0));
    assert_eq!(deep.with_stop(stop).choose(board), None);
}

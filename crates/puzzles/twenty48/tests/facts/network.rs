//! The network learns, is the same for the same plan, survives storage, and its search is expectimax.

use std::ops::ControlFlow;

use quandary_core::context::{Cache, Progress, Sequential, Workers};
use quandary_core::{Budget, Context, Exhausted, Seed, StopFlag};
use quandary_twenty48::generate::position;
use quandary_twenty48::quad::{Quad, Tables};
use quandary_twenty48::rules::{Fours, Rules, Start};
use quandary_twenty48::strategy::best::{Best, Setting, best_of};
use quandary_twenty48::strategy::champion::{load, strongest};
use quandary_twenty48::strategy::checkpoint;
use quandary_twenty48::strategy::course::{Course, Goal};
use quandary_twenty48::strategy::network::{Network, Size};
use quandary_twenty48::strategy::training::{Plan, SMALL, Trainer, greedy};

fn trained(plan: Plan, moves: u64) -> Network {
    let mut trainer = Trainer::new(plan);
    trainer.train(moves, &Sequential, &StopFlag::new(), &|_| {}).unwrap();
    trainer.network()
}

fn boards(count: u64) -> Vec<Quad> {
    (0..count)
        .map(|index| position(&Rules::STANDARD, Start::Usual, index * 7 % 500, Seed(21), index).0)
        .map(|board| Quad::from_board(board).unwrap())
        .collect()
}

/// Mean score of greedy games.
fn mean_score(network: &Network, games: u64) -> f64 {
    let total: u64 = (0..games)
        .map(|index| {
            let mut stream = Seed(22).stream(index);
            let mut board = Quad::default().spawn(Fours::USUAL, &mut stream).spawn(Fours::USUAL, &mut stream);
            let mut score = 0;
            while let Some(slide) = greedy(Tables::get(), board, |after| network.value(after)) {
                score += u64::from(slide.score);
                board = slide.after.spawn(Fours::USUAL, &mut stream);
            }
            score
        })
        .sum();
    total as f64 / games as f64
}

/// Expectimax over the network, without tables, caches or cuts.
fn plain(network: &Network, after: Quad, moves: u32) -> f64 {
    if moves == 0 {
        return f64::from(network.value(after));
    }
    let cells: Vec<usize> = (0..16).filter(|&cell| after.get(cell) == 0).collect();
    let state = |board: Quad| {
        let slides = Tables::get().slides(board);
        let legal = slides.iter().filter(|slide| slide.after != board);
        legal
            .map(|slide| f64::from(slide.score) + plain(network, slide.after, moves - 1))
            .reduce(f64::max)
            .unwrap_or(0.0)
    };
    let sum: f64 = cells
        .iter()
        .map(|&cell| {
            let bit = 1_u64 << (60 - 4 * cell);
            0.9 * state(Quad(after.0 | bit)) + 0.1 * state(Quad(after.0 | bit << 1))
        })
        .sum();
    sum / cells.len() as f64
}

#[test]
fn a_short_training_learns_repeats_itself_and_survives_storage() {
    let network = trained(SMALL, 150_000);
    let (before, after) = (mean_score(&Network::blank(SMALL.size), 40), mean_score(&network, 40));
    assert!(after > 2.0 * before, "{before} before, {after} after training");

    let again = trained(SMALL, 150_000);
    let bytes = network.to_bytes();
    assert_eq!(bytes, again.to_bytes(), "the same plan gives the same network");

    let restored = Network::from_bytes(&bytes).unwrap();
    for board in boards(200) {
        assert_eq!(restored.value(board), network.value(board));
        for image in board.symmetries() {
            assert!(
                (network.value(image) - network.value(board)).abs()
                    <= 1e-3 * network.value(board).abs().max(1.0)
            );
        }
    }
    for damaged in [0, bytes.len() / 2, bytes.len() - 1] {
        let mut bad = bytes.clone();
        bad[damaged] ^= 4;
        assert!(Network::from_bytes(&bad).is_none(), "byte {damaged}");
    }
    assert!(Network::from_bytes(&bytes[..bytes.len() / 3]).is_none());
    assert!(Network::from_bytes(&[]).is_none());

    // The search of the strong player is plain expectimax once nothing is cut off.
    for moves in 1..=2 {
        let setting = Setting { name: "test", moves, least_probability: 0.0 };
        let mut player = Best::new(&network, setting, Fours::USUAL);
        for board in boards(60) {
            let values = player.values(board);
            for valued in &values {
                let slide = Tables::get().slide(board, valued.chosen);
                let expected = f64::from(slide.score) + plain(&network, slide.after, moves - 1);
                assert!(
                    (valued.value - expected).abs() <= 1e-3 * expected.abs().max(1.0),
                    "{board:?}: {valued:?} is not {expected}"
                );
            }
            assert_eq!(best_of(&values).map(|v| v.chosen), player.best(board));
        }
    }
}

#[test]
fn all_eight_patterns_learn_and_see_all_images_of_a_board_alike() {
    let network = trained(Plan { size: Size::Eight, ..SMALL }, 40_000);
    assert!(mean_score(&network, 20) > 1.5 * mean_score(&Network::blank(Size::Eight), 20));
    let restored = Network::from_bytes(&network.to_bytes()).unwrap();
    for board in boards(50) {
        let value = network.value(board);
        assert_eq!(restored.value(board), value);
        for image in board.symmetries() {
            assert!((network.value(image) - value).abs() <= 1e-3 * value.abs().max(1.0));
        }
    }
}

/// A thread for each task.
struct Together(usize);

impl Workers for Together {
    fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) {
        std::thread::scope(|scope| (0..tasks).for_each(|index| drop(scope.spawn(move || task(index)))));
    }

    fn threads(&self) -> usize {
        self.0
    }
}

#[test]
fn threads_learn_in_the_same_tables() {
    let mut trainer = Trainer::new(SMALL);
    trainer.train(60_000, &Together(2), &StopFlag::new(), &|_| {}).unwrap();
    let (record, network) = (trainer.record(), trainer.network());
    assert!(record.moves >= 60_000 && record.games > 1);
    assert!(mean_score(&network, 30) > 1.5 * mean_score(&Network::blank(SMALL.size), 30));
    // What both have learnt survives.
    let restored = checkpoint::from_bytes(SMALL, &checkpoint::to_bytes(&trainer)).unwrap();
    assert!(restored.record() == record && restored.network().to_bytes() == network.to_bytes());
}

#[test]
fn a_stopped_training_says_why() {
    let stop = StopFlag::new();
    stop.raise(quandary_core::Exhausted::Cancelled);
    let result = Trainer::new(SMALL).train(1000, &Sequential, &stop, &|_| {});
    assert_eq!(result.err(), Some(quandary_core::Exhausted::Cancelled));
}

/// A cache in memory.
#[derive(Default)]
struct Shelf(std::sync::Mutex<std::collections::BTreeMap<String, Vec<u8>>>);

impl Cache for Shelf {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(name).cloned()
    }

    fn store(&self, name: &str, bytes: &[u8]) {
        self.0.lock().unwrap().insert(name.to_owned(), bytes.to_vec());
    }
}

/// Raises a flag once this many moves are trained.
struct Impatient(u64, StopFlag);

impl Progress for Impatient {
    fn report(&self, _: &str, done: u64, _: u64) {
        if done >= self.0 {
            self.1.raise(Exhausted::Cancelled);
        }
    }
}

#[test]
fn a_training_interrupted_twice_ends_in_the_network_of_one_that_was_not() {
    // Late games begin on the way.
    let plan = Plan { late_from: 20_000, ..SMALL };
    let whole = trained(plan, 60_000).to_bytes();
    let course = Course { plan, goal: Goal::Moves(60_000), games: 1 };
    let shelf = Shelf::default();
    for patience in [10_000, 40_000] {
        let stop = StopFlag::new();
        let impatient = Impatient(patience, stop.clone());
        let budget = Budget::unlimited().with_stop(stop);
        let context = Context { cache: &shelf, progress: &impatient, budget, ..Context::bare() };
        let (_, cut) = course.run(&context).unwrap();
        assert_eq!(cut.stopped, Some(Exhausted::Cancelled));
        assert!((patience..60_000).contains(&cut.record.moves), "{cut:?}");
        let kept = shelf.load(&checkpoint::name(&plan)).unwrap();
        assert_eq!(checkpoint::from_bytes(plan, &kept).unwrap().moves(), cut.record.moves);
        assert!(
            String::from_utf8_lossy(&kept[..200]).contains(&plan.cache_name()),
            "the header says what it is"
        );
        let other = Plan { lambda: 0.25, ..plan };
        assert!(checkpoint::from_bytes(other, &kept).is_none(), "another plan does not go on from it");
        let mut damaged = kept.clone();
        damaged[kept.len() / 2] ^= 1;
        assert!(checkpoint::from_bytes(plan, &damaged).is_none());
        assert!(load(plan.fours, &context).is_none(), "half a training is not a player");
    }
    let context = Context { cache: &shelf, ..Context::bare() };
    let (trainer, done) = course.run(&context).unwrap();
    assert!(trainer.network().to_bytes() == whole, "the same to the last bit");
    assert!(done.stopped.is_none() && done.is_strongest && done.record.curve.len() == 2, "{done:?}");
    let champion = load(plan.fours, &context).unwrap();
    assert!(champion.network.to_bytes() == whole && champion.card.record == done.record);
    let (_, again) = course.run(&context).unwrap();
    assert_eq!((again.moves, &again.record), (0, &done.record), "nothing is left to do");

    // The next goal goes on from there.
    let (trainer, _) = Course { goal: Goal::Moves(80_000), ..course }.run(&context).unwrap();
    assert!(trainer.network().to_bytes() == trained(plan, 80_000).to_bytes());
}

#[test]
fn players_use_the_strongest_network_and_begin_with_a_small_one() {
    let shelf = Shelf::default();
    let context = Context { cache: &shelf, ..Context::bare() };
    let mut plans = [SMALL, Plan { seed: Seed(5), ..SMALL }].into_iter();
    let mut run = |moves| {
        let course = Course { plan: plans.next().unwrap(), goal: Goal::Moves(moves), games: 5 };
        course.run(&context).unwrap().1
    };
    let (strong, weak) = (run(150_000), run(1_000));
    assert!(strong.is_strongest && !weak.is_strongest);
    let champion = strongest(SMALL.fours, &context).ok().unwrap();
    assert_eq!(champion.card.record, strong.record);

    // Where there is none, a small one is trained; a budget that ends before it says how far it came.
    let other: Fours = "0.2".parse().unwrap();
    let unfinished = strongest(other, &context.at_most(3_000)).err().unwrap();
    assert_eq!(unfinished.why, Exhausted::Nodes);
    assert!((3_000..unfinished.of).contains(&unfinished.moves));
}

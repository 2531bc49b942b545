//! A search stops when the flag is raised, however long one of its steps would take.

use std::cell::Cell;

use quandary_core::{Budget, Exhausted, StopFlag, Stream};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::tree::{Chooser, Look, Tree};

/// An endless tree in which the flag is raised during the hundredth random game.
struct Impatient {
    played: Cell<u32>,
    stop: StopFlag,
}

impl Tree for Impatient {
    type Position = u64;
    type Key = u64;

    fn root(&self) -> u64 {
        1
    }
    fn look(&self, _: &u64) -> Look {
        Look::Open { turn: Chooser::Or, children: 2 }
    }
    fn child(&self, place: &u64, index: u32) -> u64 {
        place.wrapping_mul(3).wrapping_add(u64::from(index))
    }
    fn key(&self, place: &u64) -> u64 {
        *place
    }
    fn playout(&self, _: &u64, _: &mut Stream) -> bool {
        self.played.set(self.played.get() + 1);
        if self.played.get() == 100 {
            self.stop.raise(Exhausted::Cancelled);
        }
        true
    }
}

#[test]
fn any_number_of_random_games_ends_when_the_flag_is_raised() {
    for method in [Method::Mcpns, Method::Ppns, Method::Mc] {
        let stop = StopFlag::new();
        let tree = Impatient { played: Cell::new(0), stop: stop.clone() };
        let settings = Settings { playouts: u32::MAX, ..Settings::default() };
        let report = settings.solve(&tree, method, &mut Budget::unlimited().with_stop(stop));
        assert_eq!(report.conclusion, Conclusion::Out(Exhausted::Cancelled), "{method:?}");
        assert!(tree.played.get() < 200, "{method:?}: {}", tree.played.get());
        assert_eq!(report.playouts, u64::from(tree.played.get()));
    }
}

//! Games that can go round in circles, small enough to know the value of every position.

use quandary_core::{Budget, Seed, Stream};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::tree::{Chooser, Look, Repetition, Tree};
use quandary_search::truth;

/// A node of a graph: a choice between moves, or the end of the game.
#[derive(Clone, Debug)]
enum Place {
    Over(bool),
    Open(Chooser, Vec<usize>),
}

/// A game on a graph in which reaching a node for the second time is a win, or none.
#[derive(Clone, Debug)]
struct Circles {
    places: Vec<Place>,
    root: usize,
    repetition: bool,
}

impl Circles {
    fn random(places: usize, ways: u64, repetition: bool, stream: &mut Stream) -> Circles {
        let place = |_| match stream.below(8) {
            0 => Place::Over(true),
            1 => Place::Over(false),
            kind => {
                let turn = if kind % 2 == 0 { Chooser::Or } else { Chooser::And };
                let count = 1 + stream.below(ways);
                Place::Open(turn, (0..count).map(|_| stream.index(places)).collect())
            }
        };
        Circles { places: (0..places).map(place).collect(), root: 0, repetition }
    }

    /// The winner at every node, working backwards from the ends until nothing changes; `None` if the game goes on for
    /// ever.
    fn by_retrograde_analysis(&self) -> Vec<Option<bool>> {
        let mut won = vec![None; self.places.len()];
        loop {
            let before = won.clone();
            for (index, place) in self.places.iter().enumerate().filter(|(index, _)| before[*index].is_none())
            {
                won[index] = match place {
                    Place::Over(result) => Some(*result),
                    Place::Open(turn, ways) => {
                        let decisive = *turn == Chooser::Or;
                        if ways.iter().any(|&way| before[way] == Some(decisive)) {
                            Some(decisive)
                        } else {
                            ways.iter().all(|&way| before[way].is_some()).then_some(!decisive)
                        }
                    }
                };
            }
            if won == before {
                return won;
            }
        }
    }
}

impl Tree for Circles {
    type Position = usize;
    type Key = usize;

    fn root(&self) -> usize {
        self.root
    }

    fn look(&self, place: &usize) -> Look {
        match &self.places[*place] {
            Place::Over(won) => Look::Over(*won),
            Place::Open(turn, ways) => Look::Open { turn: *turn, children: ways.len() as u32 },
        }
    }

    fn child(&self, place: &usize, index: u32) -> usize {
        match &self.places[*place] {
            Place::Over(_) => *place,
            Place::Open(_, ways) => ways[index as usize],
        }
    }

    fn key(&self, place: &usize) -> usize {
        *place
    }

    fn repetition(&self) -> Repetition {
        Repetition::Worth(self.repetition)
    }
}

/// Compares methods with the truth from every node of many games; returns how many nodes were endless.
fn agree_with_the_truth(games: u64, places: usize, ways: u64, methods: &[Method]) -> usize {
    let mut endless = 0;
    for index in 0..games {
        let mut game = Circles::random(places, ways, index % 2 == 0, &mut Seed(31).stream(index));
        let truth = game.by_retrograde_analysis();
        endless += truth.iter().filter(|won| won.is_none()).count();
        for (root, won) in truth.into_iter().enumerate() {
            game.root = root;
            let won = won.unwrap_or(game.repetition);
            let expected = if won { Conclusion::Proved } else { Conclusion::Disproved };
            for &method in methods {
                let settings = Settings { index, playouts: 2, bytes: 1 << 20, ..Settings::default() };
                let report = settings.solve(&game, method, &mut Budget::nodes(4_000_000));
                assert_eq!(report.conclusion, expected, "{method:?} on {game:?}");
            }
        }
    }
    endless
}

#[test]
fn every_method_finds_the_value_of_the_endless_game() {
    let endless = agree_with_the_truth(150, 8, 3, &Method::ALL);
    assert!(endless > 100, "{endless} places without an end are too few to mean anything");
}

#[test]
fn depth_first_search_keeps_no_value_that_depends_on_the_path() {
    let endless = agree_with_the_truth(1000, 14, 3, &[Method::DfPn])
        + agree_with_the_truth(200, 30, 2, &[Method::DfPn]);
    assert!(endless > 1000, "{endless} places without an end are too few to mean anything");
}

#[test]
fn visiting_every_path_agrees_with_working_backwards() {
    for index in 0..300 {
        let mut game = Circles::random(8, 3, index % 2 == 0, &mut Seed(32).stream(index));
        for (root, won) in game.by_retrograde_analysis().into_iter().enumerate() {
            game.root = root;
            let won = won.unwrap_or(game.repetition);
            assert_eq!(truth::wins(&game, &mut Budget::unlimited()), Ok(won), "{game:?}");
            let probability = truth::winning_probability(&game, &mut Budget::unlimited());
            assert_eq!(probability, Ok(f64::from(u8::from(won))), "{game:?}");
        }
    }
}

#[test]
fn a_position_lost_only_because_of_its_path_is_won_on_another() {
    use Chooser::{And, Or};
    // 1 may go to 2, from which the only move leads back: no win there on this path. But the opponent may also send us
    // to 2 directly, and then 1 and 3 are open.
    let places = vec![
        Place::Open(And, vec![1, 2]),
        Place::Open(Or, vec![2, 3]),
        Place::Open(Or, vec![1]),
        Place::Open(And, vec![4, 4]),
        Place::Over(true),
    ];
    let game = Circles { places, root: 0, repetition: false };
    for method in Method::ALL {
        let report = Settings::default().solve(&game, method, &mut Budget::nodes(10_000));
        assert_eq!(report.conclusion, Conclusion::Proved, "{method:?}");
    }
}

/// One path that never ends.
struct Chain;

impl Tree for Chain {
    type Position = u64;
    type Key = u64;

    fn root(&self) -> u64 {
        0
    }
    fn look(&self, _: &u64) -> Look {
        Look::Open { turn: Chooser::Or, children: 2 }
    }
    fn child(&self, place: &u64, _: u32) -> u64 {
        place + 1
    }
    fn key(&self, place: &u64) -> u64 {
        *place
    }
}

#[test]
fn a_path_without_end_does_not_use_up_the_stack() {
    let report = Settings::default().solve(&Chain, Method::DfPn, &mut Budget::nodes(1 << 20));
    assert!(matches!(report.conclusion, Conclusion::Out(_)), "{report:?}");
}

//! "The error rate of selected moves decreases more smoothly as the number of iterations increases."

use std::cell::RefCell;

use quandary_core::stats::Summary;
use quandary_core::{Budget, Stream};
use quandary_games::pgame::{Node, PGame};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::tree::{Look, Tree};
use quandary_search::truth;

use super::super::claims::{claim, side, together};
use super::facts::{MoveChanges, RELAPSES};
use super::{BYTES, SETS};
use crate::judge::Ratio;
use crate::papers::Bench;
use crate::reproduction::{Cell, Figure, Marks, Reproduced, Series};

/// PPNS, and those that the article's sentence compares it with.
const METHODS: [(&str, Method); 4] =
    [("PPNS", Method::Ppns), ("PNS", Method::Pns), ("MCPNS", Method::Mcpns), ("MC", Method::Mc)];

/// The most nodes of a search; the end of the curve beyond them does not matter.
const NODES: u64 = 100_000;

/// Iterations at which the error rate is measured, each a fifth more than the one before.
fn checkpoints() -> Vec<usize> {
    let mut all: Vec<usize> = (0..=55).map(|step| 1.2_f64.powi(step) as usize).collect();
    all.dedup();
    all
}

/// A tree that records below which child of its root each leaf is expanded: the move that the search considers best.
struct BestMoveRecorder<'t> {
    tree: &'t PGame,
    chosen: RefCell<Vec<u32>>,
}

impl Tree for BestMoveRecorder<'_> {
    /// A position, and the child of the root above it.
    type Position = (Node, Option<u32>);
    type Key = Node;

    fn root(&self) -> (Node, Option<u32>) {
        (self.tree.root(), None)
    }

    fn look(&self, position: &(Node, Option<u32>)) -> Look {
        self.tree.look(&position.0)
    }

    fn child(&self, position: &(Node, Option<u32>), index: u32) -> (Node, Option<u32>) {
        (Tree::child(self.tree, &position.0, index), Some(position.1.unwrap_or(index)))
    }

    fn each_child<E>(
        &self,
        position: &(Node, Option<u32>),
        count: u32,
        mut visit: impl FnMut((Node, Option<u32>)) -> Result<(), E>,
    ) -> Result<(), E> {
        self.chosen.borrow_mut().extend(position.1);
        (0..count).try_for_each(|index| visit(self.child(position, index)))
    }

    fn key(&self, position: &(Node, Option<u32>)) -> Node {
        position.0
    }

    fn playout(&self, position: &(Node, Option<u32>), stream: &mut Stream) -> bool {
        self.tree.playout(&position.0, stream)
    }
}

/// The moves that one search of one tree considered best.
struct Course {
    /// Whether it was wrong, at each checkpoint.
    wrong: Vec<bool>,
    /// How often it went from a right move to a wrong one.
    relapses: u32,
}

impl Course {
    fn new(tree: &PGame, right: &[bool], method: Method, settings: &Settings) -> Course {
        let watched = BestMoveRecorder { tree, chosen: RefCell::default() };
        let report = settings.solve(&watched, method, &mut Budget::nodes(NODES));
        let chosen = watched.chosen.into_inner();
        let wrong_at = |iteration: usize| match chosen.get(iteration) {
            Some(&index) => !right[index as usize],
            // A proof names a winning move; a search that ran out keeps its last choice.
            None if report.conclusion == Conclusion::Proved => false,
            None => chosen.last().is_none_or(|&index| !right[index as usize]),
        };
        let relapses = chosen.windows(2).filter(|pair| right[pair[0] as usize] && !right[pair[1] as usize]);
        Course { relapses: relapses.count() as u32, wrong: checkpoints().into_iter().map(wrong_at).collect() }
    }
}

/// The courses of all methods on the trees of one set on which a wrong first move is possible.
fn courses(shape: (u32, u32), trees: u64, set: u64, bench: &Bench<'_>) -> Vec<[Course; METHODS.len()]> {
    let seed = bench.seed.named(&format!("moves, set {set}"));
    let what = format!("P-games {}x{} moves", shape.0, shape.1);
    let (found, _) = bench.context.map(&what, trees, |index| {
        let tree = PGame::new(shape.0, shape.1, seed, index);
        let root = tree.root();
        let right: Vec<bool> = (0..shape.0)
            .map(|child| truth::wins_from(&tree, &Tree::child(&tree, &root, child), &mut Budget::unlimited()))
            .map(|won| won.unwrap_or(false))
            .collect();
        let settings =
            Settings { playouts: 10, theta: 0.001, bytes: BYTES, seed, index, ..Settings::default() };
        (right.contains(&true) && right.contains(&false))
            .then(|| METHODS.map(|(_, method)| Course::new(&tree, &right, method, &settings)))
    });
    found.into_iter().flatten().collect()
}

/// The share of wrong moves at each checkpoint.
fn errors(courses: &[[Course; METHODS.len()]], method: usize) -> Vec<f64> {
    let at = |checkpoint: usize| {
        let wrong = courses.iter().filter(|all| all[method].wrong[checkpoint]).count();
        wrong as f64 / courses.len().max(1) as f64
    };
    (0..checkpoints().len()).map(at).collect()
}

/// The sum of all rises of a curve.
fn rises(curve: &[f64]) -> f64 {
    curve.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).sum()
}

/// Two readings of "more smoothly", for each rival: fewer relapses on the same trees, and smaller rises of the curve.
pub(super) fn cells(shape: (u32, u32), trees: u64, bench: &Bench<'_>, entry: &mut Reproduced) {
    let place = format!("{}x{}", shape.0, shape.1);
    let sets: Vec<_> = (0..SETS).map(|set| courses(shape, trees, set, bench)).collect();
    let all: Vec<&[Course; METHODS.len()]> = sets.iter().flatten().collect();
    let of_set = |method: usize| sets.iter().map(|set| rises(&errors(set, method))).collect::<Vec<f64>>();
    for (method, (name, _)) in METHODS.iter().enumerate() {
        let relapses: Summary = all.iter().map(|courses| f64::from(courses[method].relapses)).collect();
        let rise: Summary = of_set(method).into_iter().collect();
        entry.state(
            &RELAPSES.of(&[&place, name]),
            MoveChanges { relapses: relapses.mean(), rises: rise.mean(), trees: all.len() },
            "how often a search goes from a right first move to a wrong one, and how far the error rate of a set rises on its way",
        );
    }
    for (rival, (name, _)) in METHODS.iter().enumerate().skip(1) {
        let pairs: Vec<(f64, f64)> =
            all.iter().map(|c| (f64::from(c[0].relapses), f64::from(c[rival].relapses))).collect();
        let ratios: Vec<f64> =
            of_set(0).iter().zip(of_set(rival)).map(|(ours, theirs)| ours / theirs).collect();
        let by_rises = Ratio::over_sets(&ratios).filter(|ratio| ratio.value.is_finite());
        let both = [Ratio::of_means(&pairs), by_rises];
        entry.cells.push(smoother((&place, name), &both, all.len() as u64));
    }
    entry.figures.push(figure(&place, &sets));
}

/// One comparison: the relapses decide, unless the rises contradict them.
fn smoother((place, rival): (&str, &str), ratios: &[Option<Ratio>; 2], trees: u64) -> Cell {
    let sides = ratios.map(|ratio| ratio.and_then(|ratio| side(&ratio, trees)));
    let shown =
        |ratio: Option<Ratio>| ratio.map_or_else(|| "unknown".into(), |ratio| format!("{:.3}", ratio.value));
    let note = format!(
        "relapses of PPNS from a right move to a wrong one over those of {rival}, on {trees} trees where both are possible; ratio \
         of the rises of the error rate: {}; the article does not define smoothness",
        shown(ratios[1])
    );
    let ours = ratios[0].map(|ratio| ratio.estimate());
    let column = format!("smoothness against {rival}");
    claim(
        (place, &column),
        ("more smoothly", "less smoothly"),
        "more smoothly",
        ours,
        together(&sides),
        &note,
    )
}

fn figure(place: &str, sets: &[Vec<[Course; METHODS.len()]>]) -> Figure {
    let trees: usize = sets.iter().map(Vec::len).sum();
    let line = |method: usize, name: &str| {
        let points = checkpoints().into_iter().enumerate().map(|(at, iteration)| {
            let wrong = sets.iter().flatten().filter(|all| all[method].wrong[at]).count();
            ((iteration as f64).log10(), wrong as f64 / trees.max(1) as f64)
        });
        Series::new(name, Marks::Line, points)
    };
    Figure {
        title: format!("Wrong first moves by iteration, {place}"),
        x_label: "log10 of the iterations".into(),
        y_label: "share of trees".into(),
        x_names: Vec::new(),
        series: METHODS.iter().enumerate().map(|(at, (name, _))| line(at, name)).collect(),
        caption: format!("{trees} trees on which a wrong first move is possible."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Seed;

    #[test]
    fn the_watched_search_is_the_search_and_ends_with_a_right_move() {
        let settings = Settings { playouts: 10, seed: Seed(5), ..Settings::default() };
        for index in 0..20 {
            let tree = PGame::new(3, 6, Seed(7), index);
            let root = tree.root();
            let wins =
                |child| truth::wins_from(&tree, &Tree::child(&tree, &root, child), &mut Budget::unlimited());
            let right: Vec<bool> = (0..3).map(|child| wins(child).unwrap()).collect();
            for (_, method) in METHODS {
                let plain = settings.solve(&tree, method, &mut Budget::unlimited());
                let watched = BestMoveRecorder { tree: &tree, chosen: RefCell::default() };
                assert_eq!(settings.solve(&watched, method, &mut Budget::unlimited()), plain);
                // One note per iteration, except for the root's own.
                assert_eq!(watched.chosen.into_inner().len() as u64 + 1, plain.iterations);
                if right.contains(&true) {
                    let course = Course::new(&tree, &right, method, &settings);
                    assert_eq!(course.wrong.last(), Some(&false));
                }
            }
        }
    }

    #[test]
    fn a_curve_that_only_falls_does_not_rise() {
        assert_eq!(rises(&[0.5, 0.4, 0.4, 0.1]), 0.0);
        assert!((rises(&[0.5, 0.6, 0.2, 0.3]) - 0.2).abs() < 1e-12);
    }
}

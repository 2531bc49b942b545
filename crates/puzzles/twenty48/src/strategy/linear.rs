//! The access article's player: expectimax over E(s) = Σ w\[i\]\[j\] · b\[i\]\[j\] (equation 9).
//!
//! The article does not print its weights, so several well known ones are shipped under names of their
//! own, and a run says which it used.

use quandary_core::{Budget, Exhausted, InputError, StopFlag};
use quandary_search::expectimax::{Depth, Evaluate, Evaluation, Expectimax};

use super::view::view;
use super::{Considered, Player};
use crate::quad::{Quad, QuadRules};
use crate::rules::{Board, Direction, Rules, Shape};

/// A named matrix of weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Its name on the command line.
    pub name: &'static str,
    /// Where it comes from.
    pub about: &'static str,
    /// Row by row.
    pub matrix: [f64; 16],
}

/// The weights we ship. The first is the default: the only published ones made for this very evaluation.
pub const WEIGHTS: &[Weights] = &[
    Weights {
        name: "lee",
        about: "Yiyuan Lee 2014, found by a randomised search",
        matrix: [
            0.135759, 0.121925, 0.102812, 0.099937, 0.0997992, 0.0888405, 0.076711, 0.0724143, 0.060654,
            0.0562579, 0.037116, 0.0161889, 0.0125498, 0.00992495, 0.00575871, 0.00335193,
        ],
    },
    Weights {
        name: "snake",
        about: "16 down to 1 along a snake",
        matrix: [16., 15., 14., 13., 9., 10., 11., 12., 8., 7., 6., 5., 1., 2., 3., 4.],
    },
    Weights {
        name: "snake2",
        about: "powers of 2 along a snake",
        matrix: [32768., 16384., 8192., 4096., 256., 512., 1024., 2048., 128., 64., 32., 16., 1., 2., 4., 8.],
    },
    Weights {
        name: "snake4",
        about: "powers of 4 along a snake",
        matrix: [
            1073741824.,
            268435456.,
            67108864.,
            16777216.,
            65536.,
            262144.,
            1048576.,
            4194304.,
            16384.,
            4096.,
            1024.,
            256.,
            1.,
            4.,
            16.,
            64.,
        ],
    },
    Weights {
        name: "corner",
        about: "falling away from one corner",
        matrix: [6., 5., 4., 1., 5., 4., 1., 0., 4., 1., 0., -1., 1., 0., -1., -2.],
    },
];

impl Weights {
    /// The names of all that we ship, in their order.
    pub const NAMES: &'static [&'static str] = &["lee", "snake", "snake2", "snake4", "corner"];

    /// The weights with a name.
    pub fn named(name: &str) -> Result<&'static Weights, InputError> {
        WEIGHTS.iter().find(|weights| weights.name == name).ok_or_else(|| {
            InputError::new(format!("the weights `{name}` are not known"))
                .expected(format!("one of {}", Weights::NAMES.join(", ")))
        })
    }
}

/// E(s) for 4x4 boards: one table look-up a row, 1 MiB in all.
pub struct Linear {
    rows: [Box<[f32; 65536]>; 4],
}

impl Linear {
    /// Tables for these weights.
    pub fn new(weights: &Weights) -> Linear {
        let rows = std::array::from_fn(|row| {
            let table: Vec<f32> = (0..=u16::MAX)
                .map(|bits| {
                    let tile = |col: usize| match bits >> (12 - 4 * col) & 15 {
                        0 => 0.0,
                        exponent => f64::from(1_u32 << exponent),
                    };
                    (0..4).map(|col| weights.matrix[4 * row + col] * tile(col)).sum::<f64>() as f32
                })
                .collect();
            table.into_boxed_slice().try_into().expect("made with this length")
        });
        Linear { rows }
    }

    /// E of a board.
    #[inline]
    pub fn value(&self, board: Quad) -> f64 {
        let row = |index: usize| self.rows[index][(board.0 >> (48 - 16 * index)) as u16 as usize];
        f64::from((row(0) + row(1)) + (row(2) + row(3)))
    }
}

impl Evaluate<QuadRules> for Linear {
    #[inline]
    fn state(&self, state: &Quad) -> f64 {
        self.value(*state)
    }
}

/// E(s) for a board of any shape: the weights of its cells, laid over the top left corner; powers of 2
/// along a snake where the board is larger than the matrix.
#[derive(Clone, Debug)]
pub struct AnyLinear {
    weights: Vec<f64>,
}

impl AnyLinear {
    /// The weights for this shape.
    pub fn new(weights: &Weights, shape: Shape) -> AnyLinear {
        let fits = shape.rows() <= 4 && shape.cols() <= 4;
        let weight = |row: usize, col: usize| {
            if fits {
                return weights.matrix[4 * row + col];
            }
            let along = if row.is_multiple_of(2) { col } else { shape.cols() - 1 - col };
            2_f64.powi((shape.cells() - 1 - (row * shape.cols() + along)) as i32)
        };
        let cells = (0..shape.rows()).flat_map(|row| (0..shape.cols()).map(move |col| (row, col)));
        AnyLinear { weights: cells.map(|(row, col)| weight(row, col)).collect() }
    }
}

impl Evaluate<Rules> for AnyLinear {
    fn state(&self, state: &Board) -> f64 {
        let cells = state.exponents(self.weights.len()).zip(&self.weights);
        cells.filter(|(e, _)| *e > 0).map(|(e, weight)| weight * f64::from(1_u32 << e)).sum()
    }
}

/// Plays by expectimax over a weighted sum, on a board of any shape.
pub struct LinearPlayer<'p> {
    rules: Rules,
    quads: QuadRules,
    linear: &'p Linear,
    any: AnyLinear,
    depth: Depth,
    stop: StopFlag,
}

impl<'p> LinearPlayer<'p> {
    /// With these weights, whose tables are `linear`, and this depth.
    pub fn new(rules: Rules, weights: &Weights, linear: &'p Linear, depth: Depth) -> LinearPlayer<'p> {
        let any = AnyLinear::new(weights, rules.shape);
        LinearPlayer { rules, quads: QuadRules::new(rules.fours), linear, any, depth, stop: StopFlag::new() }
    }

    /// The same player, who has no move any more once `stop` is raised, even within a search: one move of a deep one
    /// takes minutes.
    #[must_use]
    pub fn with_stop(mut self, stop: StopFlag) -> LinearPlayer<'p> {
        self.stop = stop;
        self
    }

    /// The value of every legal move of a 4x4 board.
    #[inline]
    pub fn search_quad(&self, board: Quad, budget: &mut Budget) -> Result<Evaluation<Direction>, Exhausted> {
        let search = Expectimax {
            rules: &self.quads,
            evaluation: self.linear,
            depth: self.depth,
            rewards: false,
            least_probability: 0.0,
        };
        search.run(&board, budget)
    }

    /// The value of every legal move of any board.
    pub fn search(&self, board: Board, budget: &mut Budget) -> Result<Evaluation<Direction>, Exhausted> {
        if self.rules.shape == Shape::STANDARD
            && let Some(quad) = view(board)
        {
            return self.search_quad(quad, budget);
        }
        let search = Expectimax {
            rules: &self.rules,
            evaluation: &self.any,
            depth: self.depth,
            rewards: false,
            least_probability: 0.0,
        };
        search.run(&board, budget)
    }
}

impl Player for LinearPlayer<'_> {
    fn consider(&mut self, board: Board) -> Option<Considered> {
        let mut budget = Budget::unlimited().with_stop(self.stop.clone());
        let found = self.search(board, &mut budget).ok()?;
        Considered::best(found.options.iter().map(|choice| (choice.chosen, choice.value)))
    }
}

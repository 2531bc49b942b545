//! A player that needs no training: expectimax over a judgement of lines made by hand, as deep as its nodes reach.
//!
//! A board is judged by its rows and columns, so that all eight rotations and reflections of it are worth the same.
//! Good is a line with empty cells, with equal neighbours, with tiles that only rise or only fall; bad are many large
//! tiles that wait to be merged. Terms and weights are those of Robert Xiao's well known program (2014), who found the
//! weights by search; they are a matter of experience, and the unit of the sum has no meaning. Only comparisons do.

use std::fmt;
use std::sync::LazyLock;

use quandary_core::words::thousands;
use quandary_core::{Budget, Exhausted, StopFlag};
use quandary_search::expectimax::{Depth, Evaluate, Evaluation, Expectimax, Table, Unfold};

use serde::Serialize;

use super::view::view;
use super::{Considered, Player};
use crate::quad::{Quad, QuadRules};
use crate::rules::{Board, Direction, Rules, Shape};

/// What every line is worth to begin with, so that to be alive is better than anything else: a dead board is worth 0.
const ALIVE: f64 = 200_000.0;
const EMPTY: f64 = 270.0;
const MERGES: f64 = 700.0;
const DISORDER: f64 = 47.0;
const CLUTTER: f64 = 11.0;

/// The judgement of one line of exponents; 0 is an empty cell.
///
/// ```
/// use quandary_twenty48::strategy::hand::line;
/// assert!(line(&[8, 7, 6, 0]) > line(&[7, 8, 6, 0])); // in order
/// assert!(line(&[5, 5, 6, 7]) > line(&[5, 4, 6, 7])); // two to merge
/// assert_eq!(line(&[8, 7, 6, 0]), line(&[0, 6, 7, 8]));
/// ```
pub fn line(exponents: &[u8]) -> f64 {
    let (mut merges, mut falling, mut rising) = (0, 0.0, 0.0);
    let fourth = |exponent: u8| f64::from(u32::from(exponent).pow(4));
    for pair in exponents.windows(2) {
        let (first, second) = (fourth(pair[0]), fourth(pair[1]));
        if first > second {
            falling += first - second;
        } else {
            rising += second - first;
        }
    }
    let mut tiles = exponents.iter().filter(|&&exponent| exponent > 0);
    let empty = exponents.len() - tiles.clone().count();
    let mut run = (tiles.next(), 1);
    for tile in tiles {
        run = if run.0 == Some(tile) { (run.0, run.1 + 1) } else { (Some(tile), 1) };
        // A run of n equal tiles counts n.
        merges += match run.1 {
            1 => 0,
            2 => 2,
            _ => 1,
        };
    }
    // The power 3.5, by operations that give the same double everywhere.
    let clutter: f64 = exponents
        .iter()
        .map(|&exponent| f64::from(u32::from(exponent).pow(3)) * f64::from(exponent).sqrt())
        .sum();
    ALIVE + EMPTY * empty as f64 + MERGES * f64::from(merges)
        - DISORDER * f64::min(falling, rising)
        - CLUTTER * clutter
}

/// The judgement of 4x4 boards: one table look-up a line, 256 KiB.
struct Lines(Box<[f32; 65536]>);

static LINES: LazyLock<Lines> = LazyLock::new(|| {
    let table: Vec<f32> = (0..=u16::MAX)
        .map(|bits| line(&[12, 8, 4, 0].map(|shift| (bits >> shift) as u8 & 15)) as f32)
        .collect();
    Lines(table.into_boxed_slice().try_into().expect("made with this length"))
});

impl Lines {
    #[inline]
    fn rows(&self, board: Quad) -> f32 {
        let row = |shift: u32| self.0[(board.0 >> shift) as u16 as usize];
        (row(48) + row(32)) + (row(16) + row(0))
    }
}

impl Evaluate<QuadRules> for Lines {
    #[inline]
    fn state(&self, state: &Quad) -> f64 {
        f64::from(self.rows(*state) + self.rows(state.transposed()))
    }

    fn dead(&self, _: &Quad) -> f64 {
        0.0
    }
}

/// The judgement of boards of one shape.
struct AnyLines(Shape);

impl Evaluate<Rules> for AnyLines {
    fn state(&self, state: &Board) -> f64 {
        let (rows, cols) = (self.0.rows(), self.0.cols());
        let row = |r: usize| line(&(0..cols).map(|c| state.get(r * cols + c)).collect::<Vec<_>>());
        let column = |c: usize| line(&(0..rows).map(|r| state.get(r * cols + c)).collect::<Vec<_>>());
        (0..rows).map(row).sum::<f64>() + (0..cols).map(column).sum::<f64>()
    }

    fn dead(&self, _: &Board) -> f64 {
        0.0
    }
}

/// What a search by hand found.
#[derive(Clone, Debug, PartialEq)]
pub struct HandEvaluation {
    /// Every legal move with its judgement, in the order of [`Direction::ALL`]. None: the game is over.
    pub values: Vec<(Direction, f64)>,
    /// How many layers of moves and of chance were looked at.
    pub plies: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Why it looked no deeper, where that was neither its own choice nor its own limit of nodes.
    pub stopped: Option<Exhausted>,
}

/// Nodes of a hint on a board of this shape: some tenths of a second. The 4x4 board has tables, the others have not.
pub fn hint_nodes(shape: Shape) -> u64 {
    if shape == Shape::STANDARD { 4_000_000 } else { 150_000 }
}

/// How strong the player by hand is, where it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Strength {
    /// Positions looked at before a move.
    pub nodes: u64,
    /// Games played.
    pub games: u64,
    /// Their mean score.
    pub score_mean: f64,
    /// Its interval at 95 %.
    pub score_ci95: [f64; 2],
}

/// What `quandary simulate 2048 --positions 10000 --games 40 --seed 11` gave. A hint looks at many more positions than that, for
/// which whole games would take days.
pub const STRENGTH: Strength =
    Strength { nodes: 10_000, games: 40, score_mean: 94_704.0, score_ci95: [81_127.0, 108_281.0] };

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, low, high] =
            [self.score_mean, self.score_ci95[0], self.score_ci95[1]].map(|score| thousands(score as u64));
        let (nodes, games) = (thousands(self.nodes), self.games);
        write!(f, "mean score {mean} [{low}, {high}] of {games} games with {nodes} positions a move")
    }
}

/// Branches less likely than this end in a judgement.
const LEAST_PROBABILITY: f64 = 0.0001;

/// No deeper than this, however few branches there are.
const MOST_PLIES: u32 = 15;

/// Afterstates remembered within a search, as a power of two: as many as it has nodes, at most 2^16 of 48 bytes.
fn table_bits(nodes: u64) -> u32 {
    nodes.max(1).ilog2().clamp(8, 16)
}

/// The judgement of every legal move, looking deeper and deeper until `nodes` are spent or `budget` says so.
///
/// One layer is always looked at, so there is an answer whatever the budget; what a deeper search could not finish is
/// dropped. The same board and nodes give the same values everywhere.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_twenty48::notation::parse_board;
/// use quandary_twenty48::rules::Rules;
/// use quandary_twenty48::strategy::hand::deepen;
/// let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128", None).unwrap();
/// let judged = deepen(&Rules::STANDARD, board, 100_000, &mut Budget::unlimited());
/// assert_eq!(judged.values.len(), 2); // left and down; no tile can go right or up
/// assert!(judged.plies >= 5 && judged.stopped.is_none());
/// ```
pub fn deepen(rules: &Rules, board: Board, nodes: u64, budget: &mut Budget) -> HandEvaluation {
    let seen = if rules.shape == Shape::STANDARD { view(board) } else { None };
    match seen {
        Some(quad) => deepened(&QuadRules::new(rules.fours), &*LINES, &quad, nodes, budget),
        None => deepened(rules, &AnyLines(rules.shape), &board, nodes, budget),
    }
}

fn deepened<C, E>(
    rules: &C,
    evaluation: &E,
    state: &C::State,
    nodes: u64,
    budget: &mut Budget,
) -> HandEvaluation
where
    C: Unfold<Move = Direction, State: std::hash::Hash + Clone + Eq>,
    E: Evaluate<C>,
{
    let mut table = Table::new(table_bits(nodes));
    let mut own = Budget::nodes(nodes).with_stop(budget.stop().clone());
    let mut search = |plies: u32, allowed: &mut Budget| {
        let depth = Depth::Plies(plies);
        Expectimax { rules, evaluation, depth, rewards: false, least_probability: LEAST_PROBABILITY }
            .run_with_table(state, allowed, &mut table)
    };
    let first = search(1, &mut Budget::unlimited()).unwrap_or(Evaluation { options: Vec::new(), nodes: 0 });
    let values = |found: &Evaluation<Direction>| found.options.iter().map(|c| (c.chosen, c.value)).collect();
    let mut judged = HandEvaluation { values: values(&first), plies: 1, nodes: first.nodes, stopped: None };
    judged.stopped = budget.spend(first.nodes).err();
    // A single move needs no thought.
    let most = if judged.values.len() > 1 { MOST_PLIES } else { 1 };
    let mut plies = 3;
    while judged.stopped.is_none() && plies <= most {
        let before = own.spent();
        let found = search(plies, &mut own);
        let spent = own.spent() - before;
        judged.nodes += spent;
        judged.stopped = budget.spend(spent).err();
        match found {
            Ok(found) => (judged.values, judged.plies) = (values(&found), plies),
            Err(Exhausted::Nodes) => break,
            Err(why) => judged.stopped = Some(why),
        }
        plies += 2;
    }
    judged
}

/// Plays by [`deepen`] with this many nodes per move.
pub struct ByHand {
    /// The rules.
    pub rules: Rules,
    /// Nodes of one move.
    pub nodes: u64,
    /// Once it is raised, a move is what was seen so far: with many nodes one alone can take hours.
    pub stop: StopFlag,
}

impl Player for ByHand {
    fn consider(&mut self, board: Board) -> Option<Considered> {
        let mut budget = Budget::unlimited().with_stop(self.stop.clone());
        Considered::best(deepen(&self.rules, board, self.nodes, &mut budget).values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use quandary_core::{Seed, StopFlag};

    #[test]
    fn a_move_of_endless_nodes_ends_when_it_is_stopped() {
        let (_, board) =
            parse_board("2 4 8 16 2 / 4 8 16 32 4 / 2 4 8 64 2 / . . 2 128 4 / . . . 2 .", None).unwrap();
        let rules = Rules { shape: Shape::new(5, 5).unwrap(), ..Rules::STANDARD };
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        // Without the flag this would look at fifteen layers of a board of 25 cells.
        let mut player = ByHand { rules, nodes: u64::MAX, stop };
        assert!(player.consider(board).is_some());
    }

    #[test]
    fn the_table_judges_as_the_lines_do_and_all_images_alike() {
        for index in 0..60 {
            let start = crate::rules::Start::Usual;
            let (board, _) = crate::generate::position(&Rules::STANDARD, start, index * 12, Seed(8), index);
            let slow = AnyLines(Shape::STANDARD).state(&board);
            let quad = Quad::from_board(board).unwrap();
            for image in quad.symmetries() {
                let fast = LINES.state(&image);
                assert!((fast - slow).abs() <= 1e-6 * slow.abs() + 1.0, "{fast} is not {slow}");
            }
        }
    }

    #[test]
    fn a_stopped_search_still_has_a_move_and_says_why() {
        let stop = StopFlag::new();
        stop.raise(Exhausted::Cancelled);
        let (_, board) = parse_board("2 4 8 16 / 4 8 16 32 / . . 8 64 / . . 2 128", None).unwrap();
        let mut budget = Budget::unlimited().with_stop(stop);
        let judged = deepen(&Rules::STANDARD, board, 1_000_000, &mut budget);
        assert_eq!((judged.plies, judged.stopped), (1, Some(Exhausted::Cancelled)));
        assert!(!judged.values.is_empty());

        let judged = deepen(&Rules::STANDARD, board, 1_000_000, &mut Budget::nodes(3000));
        assert_eq!(judged.stopped, Some(Exhausted::Nodes));
        let (_, dead) = parse_board("2 4 / 4 2", None).unwrap();
        let rules = Rules { shape: Shape::new(2, 2).unwrap(), ..Rules::STANDARD };
        assert!(deepen(&rules, dead, 1000, &mut Budget::unlimited()).values.is_empty());
    }

    #[test]
    fn a_thousand_nodes_a_move_reach_2048_in_most_games() {
        let games = 6;
        let reached = (0..games)
            .filter(|&index| {
                let mut player = ByHand { rules: Rules::STANDARD, nodes: 1000, stop: StopFlag::new() };
                let mut stream = Seed(17).stream(index);
                let first = Rules::STANDARD.start(crate::rules::Start::Usual, &mut stream);
                let end =
                    crate::simulate::play(&Rules::STANDARD, first, &mut player, &mut stream, |_, _| true);
                end.board.largest() >= 11
            })
            .count();
        assert!(reached * 2 > games as usize, "{reached} of {games}");
    }
}

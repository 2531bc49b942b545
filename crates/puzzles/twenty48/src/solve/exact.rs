//! The worth of every position, backwards from the last layer.

use quandary_core::rules::{Chance, Rules as _};
use quandary_core::{Budget, Exhausted, Stop};

use super::layers::{CHUNK, Layer, Reach, each_after, enumerate};
use super::packed::Packing;
use super::size::{self, Part};
use super::worth::{Combine, Number, Worth};
use crate::rules::{Board, Direction, Rules, Start};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The rules.
    pub rules: Rules,
    /// The exponent of the target tile.
    pub target: u8,
    /// Whether positions that hold the target are played on. The whole game must be looked at for the
    /// expected score and for the guaranteed tile; the other values need only the way to the target.
    pub play_on: bool,
    /// Whether the worth of every position is kept, for a certificate.
    pub keep_all: bool,
    /// Memory for the boards, in bytes.
    pub memory: u64,
}

/// How many positions there are, with the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub states: u64,
    /// One for each class of rotations and reflections.
    pub canonical: u64,
    /// Those without the target that can still be moved in, and their classes.
    pub live: (u64, u64),
    /// Those without the target that cannot, and their classes.
    pub dead: (u64, u64),
    /// Those that hold the target, and their classes.
    pub won: (u64, u64),
    /// Classes of afterstates.
    pub afterstates: u64,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Solution<N> {
    /// The worth of each given position, in the order given.
    pub worths: Vec<Worth<N>>,
    /// The worth of every position as (representative, worth), if it was to be kept.
    pub table: Vec<(Board, Worth<N>)>,
    /// How many positions there are.
    pub counts: Counts,
    /// Number of layers: no game is longer.
    pub layers: usize,
}

/// The worth of each of `positions` under optimal play.
///
/// Exact when `N` is a fraction; with doubles every value carries the rounding of at most 40 operations a
/// layer. Memory: eight bytes a class of positions, and the worths of two layers.
///
/// ```
/// use num_rational::BigRational;
/// use quandary_core::Budget;
/// use quandary_twenty48::rules::{Board, Fours, Rules, Shape};
/// use quandary_twenty48::solve::{Question, solve};
/// let rules = Rules { shape: Shape::new(2, 2).unwrap(), fours: Fours::USUAL };
/// let question = Question { rules, target: 4, play_on: true, keep_all: false, memory: 1 << 20 };
/// let openings = [[1, 1, 0, 0], [1, 0, 0, 1]].map(|tiles| Board::from_exponents(&tiles)); // two 2s
/// let solution =
///     solve::<BigRational>(&question, &openings, &mut Budget::unlimited(), |_, _, _| {}).unwrap();
/// assert_eq!(solution.worths[0].win.to_string(), "7700903/8000000"); // 2^4 = 16
/// assert_eq!(solution.worths[0].guaranteed, 3); // 2^3 = 8 can be forced
/// assert_eq!((solution.counts.states, solution.counts.canonical), (662, 110));
/// ```
pub fn solve<N: Number>(
    question: &Question,
    positions: &[Board],
    budget: &mut Budget,
    mut progress: impl FnMut(&str, u64, u64),
) -> Result<Solution<N>, Stop> {
    let Question { rules, target, .. } = *question;
    let largest = rules.shape.largest_exponent(true);
    let packing = Packing::new(rules.shape, if question.play_on { largest } else { target })?;
    let combine = Combine::<N>::new(target, rules.fours);
    let reach = Reach {
        packing: &packing,
        spawns: combine.spawns(),
        stop_at: (!question.play_on).then_some(target),
        memory: question.memory,
    };
    size::check(question, positions, Part::Nothing)?;
    let packed: Vec<u64> = positions.iter().map(|&board| packing.pack(board)).collect();
    let probe = size::probe(question.memory);
    let mut judged = false;
    let layers = enumerate(&reach, packed.iter().copied(), budget, |sum, classes| {
        progress("listing positions", sum, 4 << largest);
        if classes >= probe && !judged {
            judged = true;
            size::check(question, positions, Part::Begun)?;
        }
        Ok::<(), Stop>(())
    })?;

    let mut solution = Solution {
        worths: vec![combine.dead(0); positions.len()],
        table: Vec::new(),
        counts: Counts::default(),
        layers: layers.len(),
    };
    // The valued layers that earlier ones still depend on.
    let mut later: Vec<Valued<N>> = Vec::new();
    let count = layers.len();
    for (done, layer) in layers.into_iter().rev().enumerate() {
        progress("valuing positions", done as u64, count as u64);
        later.retain(|valued| valued.sum <= layer.sum + 4);
        let valued = value_layer(&reach, &combine, target, layer, &later, &mut solution.counts, budget)?;
        for (index, &board) in packed.iter().enumerate() {
            if let Some(worth) = valued.find(packing.canonical(board)) {
                solution.worths[index] = worth.clone();
            }
        }
        if question.keep_all {
            let boards = valued.boards.iter().map(|&board| packing.unpack(board));
            solution.table.extend(boards.zip(valued.worths.iter().cloned()));
        }
        later.push(valued);
    }
    Ok(solution)
}

/// The probability of reaching the target after each legal move of a position, played as well as possible.
pub fn move_values(
    rules: &Rules,
    board: Board,
    target: u8,
    memory: u64,
    budget: &mut Budget,
    progress: impl FnMut(&str, u64, u64),
) -> Result<Vec<(Direction, f64)>, Stop> {
    let mut legal = Vec::new();
    rules.moves(&board, &mut legal);
    let mut following = Vec::new();
    let mut spans = Vec::new();
    for &direction in &legal {
        let first = following.len();
        rules.outcomes(&rules.apply(&board, direction), &mut following);
        spans.push((direction, first..following.len()));
    }
    let boards: Vec<Board> = following.iter().map(|(next, _)| *next).collect();
    let question = Question { rules: *rules, target, play_on: false, keep_all: false, memory };
    let solution = solve::<f64>(&question, &boards, budget, progress)?;
    let mean = |span: std::ops::Range<usize>| {
        span.map(|index| following[index].1 * solution.worths[index].win).sum::<f64>()
    };
    Ok(spans.into_iter().map(|(direction, span)| (direction, mean(span))).collect())
}

/// A layer with the worths of its positions.
struct Valued<N> {
    sum: u64,
    boards: Vec<u64>,
    worths: Vec<Worth<N>>,
}

impl<N> Valued<N> {
    fn find(&self, board: u64) -> Option<&Worth<N>> {
        self.boards.binary_search(&board).ok().map(|index| &self.worths[index])
    }
}

fn value_layer<N: Number>(
    reach: &Reach<'_>,
    combine: &Combine<N>,
    target: u8,
    layer: Layer,
    later: &[Valued<N>],
    counts: &mut Counts,
    budget: &mut Budget,
) -> Result<Valued<N>, Exhausted> {
    let packing = reach.packing;
    let plays_on = |board: u64| reach.stop_at.is_none_or(|stop| Packing::largest(board) < stop);
    let mut afters = Vec::new();
    for &board in layer.boards.iter().filter(|&&board| plays_on(board)) {
        each_after(packing, board, |after, _| afters.push(after));
    }
    afters.sort_unstable();
    afters.dedup();
    counts.afterstates += afters.len() as u64;
    let layer_at = |sum: u64| later.iter().find(|valued| valued.sum == sum);
    let (after_two, after_four) = (layer_at(layer.sum + 2), layer_at(layer.sum + 4));
    // A board with a tile that chance never puts there may be met all the same, by merging: it does not follow here.
    let (twos, fours) = combine.spawns();
    let (after_two, after_four) = (after_two.filter(|_| twos), after_four.filter(|_| fours));
    let mut spawns = Vec::with_capacity(16);
    let mut after_worths: Vec<Worth<N>> = Vec::with_capacity(afters.len());
    for chunk in afters.chunks(CHUNK) {
        if let Some(why) = budget.stop().raised() {
            return Err(why);
        }
        after_worths.extend(chunk.iter().map(|&after| {
            spawns.clear();
            packing.each_spawn(after, 1, |with_two| {
                let with_four = with_two + (with_two ^ after);
                let two = after_two.and_then(|valued| valued.find(packing.canonical(with_two)));
                let four = after_four.and_then(|valued| valued.find(packing.canonical(with_four)));
                spawns.push((two, four));
            });
            combine.chance(&spawns)
        }));
    }
    let mut worths = Vec::with_capacity(layer.boards.len());
    for chunk in layer.boards.chunks(CHUNK) {
        budget.spend(chunk.len() as u64)?;
        worths.extend(chunk.iter().map(|&board| {
            let largest = Packing::largest(board);
            let mut moves = [(0, 0); 4];
            let mut legal = 0;
            if plays_on(board) {
                each_after(packing, board, |after, earned| {
                    moves[legal] = (after, earned);
                    legal += 1;
                });
            }
            let orbit = packing.orbit(board);
            counts.states += orbit;
            counts.canonical += 1;
            let kind = if largest >= target {
                &mut counts.won
            } else if legal == 0 {
                &mut counts.dead
            } else {
                &mut counts.live
            };
            *kind = (kind.0 + orbit, kind.1 + 1);
            let options = moves[..legal].iter().map(|&(after, earned)| {
                let index = afters.binary_search(&after).expect("every afterstate was listed");
                (earned, &after_worths[index])
            });
            combine.player(largest, options)
        }));
    }
    Ok(Valued { sum: layer.sum, boards: layer.boards, worths })
}

/// The starting positions of a kind and, from the worths of all of them, the worth of starting.
///
/// For the usual start chance has dealt two tiles; the printed starts place theirs with equal probability.
pub fn start_worth<N: Number>(
    rules: &Rules,
    start: Start,
    worth_of: &impl Fn(Board) -> Worth<N>,
    target: u8,
) -> Worth<N> {
    let combine = Combine::<N>::new(target, rules.fours);
    match start {
        Start::Usual => dealt(rules, &combine, Board::EMPTY, 2, worth_of),
        Start::TwoTwos | Start::ThreeTwosAndFour => {
            let worths: Vec<Worth<N>> =
                rules.starts(start).into_iter().map(|(board, _)| worth_of(board)).collect();
            // Equal shares without a choice between 2 and 4: the same worth on either side of each cell.
            let spawns: Vec<_> = worths.iter().map(|worth| (Some(worth), Some(worth))).collect();
            combine.chance(&spawns)
        }
    }
}

fn dealt<N: Number>(
    rules: &Rules,
    combine: &Combine<N>,
    board: Board,
    tiles: u32,
    worth_of: &impl Fn(Board) -> Worth<N>,
) -> Worth<N> {
    if tiles == 0 {
        return worth_of(board);
    }
    let (twos, fours) = combine.spawns();
    let next = |wanted: bool, cell: usize, exponent: u8| {
        wanted.then(|| dealt(rules, combine, board.with(cell, exponent), tiles - 1, worth_of))
    };
    let spawns: Vec<_> =
        rules.empty_cells(board).map(|cell| (next(twos, cell, 1), next(fours, cell, 2))).collect();
    let spawns: Vec<_> = spawns.iter().map(|(two, four)| (two.as_ref(), four.as_ref())).collect();
    combine.chance(&spawns)
}

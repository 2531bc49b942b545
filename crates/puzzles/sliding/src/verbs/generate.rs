use std::fmt;

use quandary_core::{Context, InputError, Seed, Stop};
use quandary_verbs::{
    COUNT, Command, InputSpec, JSON_LINES, Opt, Reply, Request, SEED, VerbSpec, make_items,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::{at_depth, uniform, walk_to_depth};
use crate::notation::format_board;
use crate::play::{BOARD, GOAL};
use crate::rules::{Board, Sliding};
use crate::solve::answer::ALWAYS_EXACT_CELLS;
use crate::solve::distances::Distances;
use crate::solve::oracle::Oracle;

const DISTANCE: Opt<u64> = Opt::whole(
    "distance",
    "MOVES",
    0,
    10_000,
    "Exact length of the shortest solution [default: uniform boards]",
)
.formerly("depth");

pub(super) struct Generate;

/// Boards that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct GenerateAnswer {
    /// Rows and columns.
    board: String,
    /// The arrangement to reach.
    goal: String,
    /// Length of a shortest solution, where it was asked for.
    depth: Option<u64>,
    seed: u64,
    /// The boards.
    items: Vec<Item>,
}

/// A board.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// The tiles along the rows, 0 for the empty cell.
    position: String,
}

/// Slides of a walk before a depth is given up.
const LONGEST_WALK: usize = 4000;

impl Command for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Boards: uniform, or at an exact distance from the goal",
        input: InputSpec::None,
        options: &[BOARD.spec, GOAL.spec, DISTANCE.spec, COUNT.spec, SEED.spec, JSON_LINES.spec],
        examples: &[
            "generate sliding --board 3x3 --distance 31 --count 2 --seed 1",
            "generate sliding --board 4x4 --distance 40",
        ],
        conventions: &[("uniform", "every solvable board equally likely")],
    };
    type Answer = GenerateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<GenerateAnswer>, Stop> {
        let puzzle = super::puzzle_of(request)?;
        let (seed, depth) = (Seed(request.get(SEED)), request.find(DISTANCE));
        let maker = Maker::new(&puzzle, depth, request.get(COUNT), seed, context)?;
        let item = |index| Ok(Item { position: format_board(&maker.board(index)?) });
        let (items, cut) = make_items(request, context, ("boards", request.get(COUNT)), item, |_| {})?;
        let goal = format_board(puzzle.goal());
        let made = GenerateAnswer { board: puzzle.size().to_string(), goal, depth, seed: seed.0, items };
        Ok(Reply::from(made).cut(cut))
    }
}

/// How boards are made.
enum Maker<'p> {
    Uniform(&'p Sliding, Seed),
    /// Drawn from a table of all distances, all different.
    Listed(Vec<Board>),
    /// Walked to, and solved, where there is no table.
    Walk(&'p Sliding, Oracle, u32, Seed),
}

impl<'p> Maker<'p> {
    fn new(
        puzzle: &'p Sliding,
        depth: Option<u64>,
        count: u64,
        seed: Seed,
        context: &Context<'_>,
    ) -> Result<Maker<'p>, Stop> {
        let Some(depth) = depth else { return Ok(Maker::Uniform(puzzle, seed)) };
        if let Some(distances) = Distances::within(puzzle, &context.budget)? {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            let boards = at_depth(&distances, depth as usize, count, &mut seed.stream(0));
            return Ok(Maker::Listed(boards.map_err(|error| error.of_option("distance"))?));
        }
        let size = puzzle.size();
        if size.cells() > ALWAYS_EXACT_CELLS {
            return Err(InputError::new(format!("exact depths of {size} are not available"))
                .expected(format!("a board of at most {ALWAYS_EXACT_CELLS} cells"))
                .of_option("distance")
                .into());
        }
        let oracle = Oracle::new(puzzle, context.budget.remaining(), context)?;
        Ok(Maker::Walk(puzzle, oracle, depth as u32, seed))
    }

    fn board(&self, index: u64) -> Result<Board, Stop> {
        match self {
            Maker::Uniform(puzzle, seed) => Ok(uniform(puzzle, &mut seed.stream(index))),
            Maker::Listed(boards) => Ok(boards[index as usize].clone()),
            Maker::Walk(puzzle, oracle, depth, seed) => {
                let found = walk_to_depth(puzzle, oracle, *depth, LONGEST_WALK, &mut seed.stream(index))?;
                Ok(found.ok_or_else(|| {
                    InputError::new(format!("no board at {depth} moves was come across"))
                        .expected("a smaller depth: a random board of 4x4 needs about 53")
                        .of_option("distance")
                })?)
            }
        }
    }
}

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.items.iter().map(|item| item.position.as_str()).collect();
        f.write_str(&texts.join("\n\n"))
    }
}

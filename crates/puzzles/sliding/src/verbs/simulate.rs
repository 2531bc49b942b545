use std::fmt;

use quandary_core::stats::{Rate, Summary};
use quandary_core::study::{Column, Field, PlayedGame, Study, Wins, run};
use quandary_core::{Context, Outcome, Seed, Stop};
use quandary_verbs::{Command, InputSpec, Opt, ROWS, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SHAPE, board_and_puzzle, puzzle_of};
use crate::generate::uniform;
use crate::notation::format_board;
use crate::play::GOAL;
use crate::player::Erring;
use crate::rules::{Board, Sliding};
use crate::solvability;
use crate::solve::oracle::Oracle;

const GAMES: Opt<u64> = Opt::whole("games", "N", 1, u64::MAX, "How many games").or("1000");
const SKILL: Opt<f64> =
    Opt::real("skill", "Q", 0.0, 1.0, "Probability of a best slide; otherwise any slide").or("0.9");
const WITHIN: Opt<u64> =
    Opt::whole("within", "MOVES", 0, 1_000_000_000, "Give up a game after this many moves").or("200");

pub(super) struct Simulate;

/// Games of an imperfect player.
struct Games {
    puzzle: Sliding,
    /// The board of every game; a uniform one for each without.
    fixed: Option<Board>,
    oracle: Oracle,
    player: Erring,
    within: usize,
    seed: Seed,
}

impl Games {
    fn new(request: &Request, context: &Context<'_>) -> Result<Games, Stop> {
        let (fixed, puzzle) = if request.input().is_some() {
            let (board, puzzle) = board_and_puzzle(request)?;
            solvability::check(&puzzle, &board)?;
            (Some(board), puzzle)
        } else {
            (None, puzzle_of(request)?)
        };
        let oracle = Oracle::new(&puzzle, context.budget.remaining(), context)?;
        Ok(Games {
            puzzle,
            fixed,
            oracle,
            player: Erring { skill: request.get(SKILL) },
            within: request.get(WITHIN) as usize,
            seed: Seed(request.get(SEED)),
        })
    }
}

const COLUMNS: [Column; 1] = [Column::word("position", "the board at the start")];

impl Study for Games {
    fn columns(&self) -> &[Column] {
        &COLUMNS
    }

    fn game(&self, index: u64, _: &Context<'_>) -> Result<PlayedGame, Stop> {
        let mut stream = self.seed.stream(index);
        let board = self.fixed.clone().unwrap_or_else(|| uniform(&self.puzzle, &mut stream));
        let trace = self.player.play(&self.oracle, &board, self.within, &mut stream)?;
        Ok(PlayedGame { trace, more: vec![Field::Word(format_board(&board).replace('\n', " / "))] })
    }
}

/// How often the board was solved, and how fast.
#[derive(Serialize, JsonSchema)]
pub(super) struct Simulation {
    /// Rows and columns.
    board: String,
    /// Which boards were played.
    boards: &'static str,
    /// Probability of a best slide; otherwise any slide.
    skill: f64,
    /// Moves after which a game was given up.
    within: u64,
    seed: u64,
    #[serde(flatten)]
    solved: Wins,
    /// Mean number of moves of the solved games.
    moves_when_won: Option<f64>,
    /// Its interval at 95 %.
    moves_when_won_ci95: Option<[f64; 2]>,
}

impl Command for Simulate {
    const SPEC: VerbSpec = VerbSpec {
        name: "simulate",
        about: "Games of an imperfect player: how often the board is solved within --within moves",
        input: InputSpec::Optional("A board to play instead of random ones"),
        options: &[SHAPE.spec, GOAL.spec, GAMES.spec, SKILL.spec, WITHIN.spec, SEED.spec, ROWS.spec],
        examples: &[
            "simulate sliding --skill 0.9 --within 60 --games 10000",
            "simulate sliding \"8 6 7 2 5 4 3 0 1\" --skill 0.95",
        ],
        conventions: &[
            (
                "strategy",
                "a best slide (equally likely among them) with probability skill, otherwise any slide",
            ),
            ("interval", "Wilson, 95 %"),
        ],
    };
    type Answer = Simulation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Simulation>, Stop> {
        let games = Games::new(request, context)?;
        let (mut wins, mut trials, mut lengths) = (0, 0, Summary::default());
        let cut = run(&games, request.get(GAMES), context, |played| {
            trials += 1;
            if played.trace.outcome == Outcome::Won {
                wins += 1;
                lengths.add(played.trace.length() as f64);
            }
        })?;
        let (rate, moves) = (Rate::new(wins, trials), lengths.estimate());
        let simulation = Simulation {
            board: games.puzzle.size().to_string(),
            boards: if games.fixed.is_some() { "the given one" } else { "uniform over all solvable ones" },
            skill: games.player.skill,
            within: request.get(WITHIN),
            seed: games.seed.0,
            solved: rate.into(),
            moves_when_won: (wins > 0).then_some(moves.value),
            moves_when_won_ci95: (wins > 0).then_some(moves.interval.into()),
        };
        Ok(Reply::from(simulation).cut(cut))
    }

    fn study(request: &Request, context: &Context<'_>) -> Option<Result<Box<dyn Study>, Stop>> {
        Some(Games::new(request, context).map(|games| Box::new(games) as Box<dyn Study>))
    }
}

impl fmt::Display for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "skill {} on {}, at most {} moves", self.skill, self.board, self.within)?;
        if self.solved.games == 0 {
            return f.write_str("  no game was finished");
        }
        write!(f, "  solved       {}", self.solved)?;
        match (self.moves_when_won, self.moves_when_won_ci95) {
            (Some(mean), Some([low, high])) => write!(f, "\n  moves if so  {mean:.2} [{low:.2}, {high:.2}]"),
            _ => Ok(()),
        }
    }
}

use std::collections::BTreeMap;
use std::fmt;

use quandary_core::context::Nowhere;
use quandary_core::stats::{Paired, Summary, mcnemar};
use quandary_core::study::{Study, Wins, run};
use quandary_core::{Context, InputError, Outcome, Seed, Stop};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, ROWS, Reply, Request, SEED, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;

use super::{BOARD, FIRST, STRATEGY};
use crate::board::{Board, FirstClick};
use crate::play::FIRST_CLICK;
use crate::rules::Minesweeper;
use crate::simulate::{Games, Problems, Totals};
use crate::strategy::{Block, Strategy};

const GAMES: Opt<u64> = Opt::whole("games", "N", 1, u64::MAX, "How many").or("10000");
const AGAINST: Opt<Strategy> = Opt::text(
    "against",
    "NAME",
    &["best", "pseq", "pafg", "pafr", "par", "cSimEnuLoClf", "rSimRan"],
    "A second strategy on the same boards",
);

/// Which games: the board, the rule and the player.
pub(super) const PLAYED: [OptionSpec; 4] = [BOARD.spec, FIRST_CLICK.spec, FIRST.spec, STRATEGY.spec];

const OPTIONS: [OptionSpec; 8] = join(PLAYED, [GAMES.spec, AGAINST.spec, SEED.spec, ROWS.spec]);

pub(super) struct Simulate;

/// Many games of a strategy.
#[derive(Serialize, JsonSchema)]
pub(super) struct Simulation {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    /// The cell that is opened first, or `random`.
    first_cell: String,
    strategy: String,
    seed: u64,
    /// Games finished.
    #[serde(flatten)]
    won: Wins,
    /// Mean guesses a game.
    guesses_mean: Option<f64>,
    /// Mean moves a game.
    length_mean: Option<f64>,
    /// Games lost by a move that was called certain.
    losses_on_certain_moves: u64,
    games_per_cpu_second: Option<f64>,
    /// The share of the moves that each building block made.
    moves_by_block: BTreeMap<&'static str, f64>,
    /// The constraint problems of a player that enumerates.
    problems: Option<Enumerated>,
    against: Option<Against>,
}

/// The constraint problems of the games, games without any included.
#[derive(Serialize, JsonSchema)]
struct Enumerated {
    /// How many were solved a game.
    mean: f64,
    mean_ci95: [f64; 2],
    /// The cells in a fringe: the mean over a game's problems, averaged over games.
    fringe_mean: f64,
    fringe_ci95: [f64; 2],
    /// The solutions that were listed of a problem: the mean over a game's problems, averaged over games.
    solutions_mean: f64,
    solutions_ci95: [f64; 2],
    /// Games in which a fringe had too many solutions to list.
    games_cut: u64,
}

impl Enumerated {
    /// Nothing when no game had any.
    fn of(problems: &Problems) -> Option<Enumerated> {
        let ci95 = |summary: &Summary| {
            let interval = summary.estimate().interval;
            [interval.low, interval.high]
        };
        let Problems { count, fringe, solutions, cut } = problems;
        (count.count() > 0 && count.mean() > 0.0).then(|| Enumerated {
            mean: count.mean(),
            mean_ci95: ci95(count),
            fringe_mean: fringe.mean(),
            fringe_ci95: ci95(fringe),
            solutions_mean: solutions.mean(),
            solutions_ci95: ci95(solutions),
            games_cut: *cut,
        })
    }
}

/// A second strategy on the same boards.
#[derive(Serialize, JsonSchema)]
struct Against {
    strategy: String,
    first_cell: String,
    /// Boards that both have played.
    games: u64,
    /// Boards that only the first wins.
    only_first: u64,
    /// Boards that only the second wins.
    only_second: u64,
    /// The difference of the win rates; null when no board was played by both.
    paired: Option<Paired>,
}

impl Command for Simulate {
    const SPEC: VerbSpec = VerbSpec {
        name: "simulate",
        about: "Many seeded games of a strategy",
        input: InputSpec::None,
        options: &OPTIONS,
        examples: &[
            "simulate minesweeper --board 16x30/99 --first-click open --strategy best --games 200000 --seed 7",
            "simulate minesweeper --board beginner --strategy cSimEnuLoAw --against pseq",
            "simulate minesweeper --board 16x16/40 --strategy cSimEnuLoAw+scan+one-pick",
        ],
        conventions: &[
            ("mines_alone", "a board of nothing but mines is lost by its first click, not won without one"),
            ("boards", "uniform among those the first-click rule allows"),
            ("mine_count", "known to the player"),
            ("interval", "Wilson, 95 %"),
            ("guesses", "moves after the first that were not certain"),
            ("length", "cells the player chose; areas open by themselves, except with +no-flood"),
            (
                "enumerations",
                "of the whole fringe, for players with Enu; at most 4,000,000 solutions are listed",
            ),
        ],
    };
    type Answer = Simulation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Simulation>, Stop> {
        let games = games(request)?;
        let other = request.find(AGAINST).map(|other| with_strategy(request, other)).transpose()?;
        let before = (context.cpu_seconds)();
        let (mut totals, mut won) = (Totals::none(), Vec::new());
        let mut cut = run(&games, request.get(GAMES), context, |played| {
            totals.take(&played);
            if other.is_some() {
                won.push(played.trace.outcome == Outcome::Won);
            }
        })?;
        let seconds = (context.cpu_seconds)() - before;
        let against = match &other {
            None => None,
            Some(other) => {
                let (against, stopped) = against(other, &won, context)?;
                cut = cut.or(stopped);
                Some(against)
            }
        };
        Ok(Reply::from(simulation(&games, &totals, seconds, against)).cut(cut))
    }

    fn study(request: &Request, _: &Context<'_>) -> Option<Result<Box<dyn Study>, Stop>> {
        Some(games(request).map(|games| Box::new(games) as Box<dyn Study>).map_err(Stop::from))
    }
}

/// The games that the options describe.
pub(super) fn games(request: &Request) -> Result<Games, InputError> {
    with_strategy(request, request.get(STRATEGY))
}

fn with_strategy(request: &Request, strategy: Strategy) -> Result<Games, InputError> {
    let board = request.get(BOARD);
    let first = request.find(FIRST).map(|first| first.on(board)).transpose()?;
    let game = Minesweeper::new(board, request.get(FIRST_CLICK));
    Games::new(game, strategy, first, Seed(request.get(SEED)))
}

/// Lets another strategy play the boards that were played, as far as time allows.
fn against(
    other: &Games,
    won: &[bool],
    context: &Context<'_>,
) -> Result<(Against, Option<quandary_core::Exhausted>), InputError> {
    let (mut games, mut only_first, mut only_second) = (0, 0, 0);
    // The rows are those of the first strategy.
    let without_rows = Context { sink: &Nowhere, ..context.clone() };
    let stopped = run(other, won.len() as u64, &without_rows, |played| {
        let (ours, theirs) = (won[games as usize], played.trace.outcome == Outcome::Won);
        games += 1;
        only_first += u64::from(ours && !theirs);
        only_second += u64::from(theirs && !ours);
    })?;
    let against = Against {
        strategy: other.strategy().name().to_owned(),
        first_cell: other.first_move().name(other.rules().grid().board()),
        games,
        only_first,
        only_second,
        paired: (games > 0).then(|| mcnemar(only_first, only_second, games)),
    };
    Ok((against, stopped))
}

fn simulation(games: &Games, totals: &Totals, seconds: f64, against: Option<Against>) -> Simulation {
    let board = games.rules().grid().board();
    let played = totals.wins.trials;
    let moves: u64 = totals.blocks.iter().sum();
    let share = |count: u64| count as f64 / moves.max(1) as f64;
    Simulation {
        board,
        first_click: games.rules().first_click(),
        first_cell: games.first_move().name(board),
        strategy: games.strategy().name().to_owned(),
        seed: games.seed().0,
        won: totals.wins.into(),
        guesses_mean: (played > 0).then_some(totals.guesses),
        length_mean: (played > 0).then_some(totals.moves),
        losses_on_certain_moves: totals.lost_on_certain,
        games_per_cpu_second: (seconds > 0.0).then(|| played as f64 / seconds),
        moves_by_block: Block::ALL.iter().map(|block| block.name()).zip(totals.blocks.map(share)).collect(),
        problems: Enumerated::of(&totals.problems),
        against,
    }
}

impl fmt::Display for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, first click {}, first cell {}, strategy {}, seed {}",
            self.board, self.first_click, self.first_cell, self.strategy, self.seed
        )?;
        let (Some(guesses), Some(length)) = (self.guesses_mean, self.length_mean) else {
            return f.write_str("  no game was finished");
        };
        write!(
            f,
            "  win rate {}\n  guesses {guesses:.3} a game, length {length:.1} moves, losses on certain moves {}",
            self.won, self.losses_on_certain_moves
        )?;
        if let Some(speed) = self.games_per_cpu_second {
            write!(f, "\n  {speed:.0} games per CPU second")?;
        }
        f.write_str("\n  moves:")?;
        for block in Block::ALL.iter().map(|block| block.name()) {
            let share = self.moves_by_block.get(block).copied().unwrap_or(0.0);
            if share > 0.0 {
                write!(f, " {block} {:.2} %", 100.0 * share)?;
            }
        }
        if let Some(Enumerated { mean, mean_ci95, fringe_mean, fringe_ci95, games_cut, .. }) = &self.problems
        {
            let [low, high] = mean_ci95;
            write!(f, "\n  enumerations {mean:.3} [{low:.3}, {high:.3}] a game")?;
            let [low, high] = fringe_ci95;
            write!(
                f,
                ", {fringe_mean:.2} [{low:.2}, {high:.2}] cells in a fringe, too many solutions in {games_cut} games"
            )?;
        }
        if let Some(Against { strategy, games, only_first, only_second, paired, .. }) = &self.against {
            write!(f, "\n  against {strategy} on the same boards: ")?;
            match paired {
                None => f.write_str("no game was finished")?,
                Some(paired) => write!(
                    f,
                    "{:+.4} [{:+.4}, {:+.4}], p = {:.4} ({only_first} wins only, {only_second} losses only in {games})",
                    paired.difference, paired.interval.low, paired.interval.high, paired.p_value
                )?,
            }
        }
        Ok(())
    }
}

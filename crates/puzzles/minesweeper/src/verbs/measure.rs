use std::fmt;

use quandary_core::stats::{Estimate, Summary};
use quandary_core::words::count;
use quandary_core::{Context, InputError, Seed, Stop};
use quandary_measures::{Measures, Symbol, derived, motion, of_traces};
use quandary_verbs::{Command, Input, InputSpec, Opt, OptionSpec, Reply, Request, SEED, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;

use super::simulate::PLAYED;
use super::{BOARD, FIRST, STRATEGY, full_board};
use crate::board::{Board, Coord, FirstClick};
use crate::border::{Border, MOST_BOARDS, needing_a_guess};
use crate::grade::{BoardGrade, Grader, Level};
use crate::measure::{Clicks, clicks};
use crate::notation::FullBoard;
use crate::play::FIRST_CLICK;
use crate::rules::{Minefield, Minesweeper};
use crate::simulate::Games;
use crate::strategy::FirstMove;

const GAMES: Opt<u64> = Opt::whole("games", "N", 1, 100_000_000, "How many games of the strategy").or("1000");
const BORDER: Opt<bool> =
    Opt::switch("border", "Count exactly the boards that need a guess (small mine counts, first click open)");

const OPTIONS: [OptionSpec; 7] = join(PLAYED, [GAMES.spec, BORDER.spec, SEED.spec]);

pub(super) struct Measure;

/// A measurement of games and their boards, of one board, or of the border of certainty.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Measurement {
    Many(Box<Many>),
    One(Box<One>),
    Border(Bordered),
}

/// Games of a strategy and the boards they were played on.
#[derive(Serialize, JsonSchema)]
pub(super) struct Many {
    #[serde(flatten)]
    games: Motion,
    /// The fewest left clicks that open a board.
    #[serde(rename = "3bv")]
    three_bv: Distribution,
    /// Connected areas of zeros.
    openings: Distribution,
    /// Connected groups of numbers that touch no zero.
    islands: Distribution,
}

/// One board, and games of a strategy on it.
#[derive(Serialize, JsonSchema)]
pub(super) struct One {
    #[serde(flatten)]
    games: Motion,
    /// The full board.
    position: String,
    /// The fewest left clicks that open it: openings and isolated numbers.
    #[serde(rename = "3bv")]
    three_bv: u32,
    /// Connected areas of zeros.
    openings: u32,
    /// Safe numbers that touch no zero.
    isolated_numbers: u32,
    /// Connected groups of such numbers.
    islands: u32,
    zeros: u32,
    /// How many cells show each number, 0 to 8.
    numbers: [u32; 9],
    /// The hardest deduction it takes from its first cell; null where it has none: see `grade_meaning`.
    grade: Option<&'static str>,
    /// What the grade means, or why there is none.
    grade_meaning: &'static str,
    /// The grade as `generate --grade` counts, 1 to 4.
    level: Option<Level>,
    /// How often each level was needed to find a safe cell, because none was known and all easier ones were silent.
    needed: Option<[u32; Level::ALL.len()]>,
}

/// The motion in mind of a strategy's games.
#[derive(Serialize, JsonSchema)]
struct Motion {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    /// The cell that is opened first, or `random`.
    first_cell: String,
    strategy: String,
    /// Games played.
    games: u64,
    seed: u64,
    /// The solving rate: the mean over a game's moves of the probability that the move was safe, averaged over games.
    solving_rate: Option<f64>,
    /// Motion in mind with the solving rate for v, as the thesis has it for Minesweeper.
    by_solving_rate: Vec<Symbol>,
    #[serde(flatten)]
    measured: Option<Measures>,
}

/// What follows from v alone when v is the solving rate.
fn by_solving_rate(v: Estimate) -> Vec<Symbol> {
    let symbol = |symbol, of: fn(motion::Motion) -> f64, formula, meaning| {
        let Estimate { value, interval } = derived(v, |v| of(motion::Motion::new(v)));
        Symbol { symbol, value, low: interval.low, high: interval.high, formula, meaning }
    };
    vec![
        symbol("v", |at| at.v, "mean safety", "how safe a move is: the certainty of progress"),
        symbol("m", |at| at.m, "1 - v", "how unsafe a move is: the weight of the puzzle"),
        symbol("p1", |at| at.p1, "m v", "momentum: the push of playing it"),
        symbol("E_p", |at| at.energy, "2 m v^2", "potential energy: what keeps a player at it"),
        symbol("p2", |at| at.p2, "E_p - p1", "momentum in mind"),
    ]
}

/// How a number is spread over boards.
#[derive(Serialize, JsonSchema)]
struct Distribution {
    mean: f64,
    mean_ci95: [f64; 2],
    deviation: f64,
    p05: u32,
    median: u32,
    p95: u32,
}

impl Distribution {
    fn of(all: &[Clicks], value: fn(&Clicks) -> u32) -> Distribution {
        let summary: Summary = all.iter().map(|clicks| f64::from(value(clicks))).collect();
        let mut sorted: Vec<u32> = all.iter().map(value).collect();
        sorted.sort_unstable();
        let at = |share: usize| sorted.get(sorted.len() * share / 100).copied().unwrap_or(0);
        let mean = summary.estimate();
        Distribution {
            mean: mean.value,
            mean_ci95: [mean.interval.low, mean.interval.high],
            deviation: summary.deviation(),
            p05: at(5),
            median: at(50),
            p95: at(95),
        }
    }
}

/// How many boards need a guess, by trying them all.
#[derive(Serialize, JsonSchema)]
pub(super) struct Bordered {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    first_cell: Coord,
    /// Minefields tried: all that the rule allows, unless it was cut short.
    boards: u64,
    /// Those that cannot be won without guessing.
    need_a_guess: u64,
    mine_count_known: bool,
    /// One of them, as a full board.
    example: Option<String>,
}

impl Command for Measure {
    const SPEC: VerbSpec = VerbSpec {
        name: "measure",
        about: "The motion in mind of a strategy's games and the 3BV of their boards; with INPUT, those of one board",
        input: InputSpec::Optional("A full board (* mine, . safe) or an .mbf file"),
        options: &OPTIONS,
        examples: &[
            "measure minesweeper --board beginner",
            "measure minesweeper board.mbf --games 10",
            "measure minesweeper --board 9x9/3 --border --first-cell 5,5",
        ],
        conventions: &[
            ("B", "closed cells"),
            (
                "b",
                "cells the player knew to be safe when it opened one of them; all closed cells where the rule makes the \
                 first one safe; 1 when it guessed",
            ),
            (
                "by_solving_rate",
                "v is how safe a game's moves were on average; the rest follows from v alone",
            ),
            ("3bv", "the fewest left clicks that open a board, without chording"),
            (
                "grade",
                "the hardest deduction without which a board is not won: 1 from one number, 2 from two, 3 from any of the \
                 numbers, 4 from these and the number of mines; what is deduced stays known",
            ),
        ],
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        match request.input() {
            Some(input) => {
                request.refuse(&[BOARD.spec, BORDER.spec], "no INPUT")?;
                one_board(input, request, context)
            }
            None if request.is_on(BORDER) => {
                let of_games = [STRATEGY.spec, FIRST_CLICK.spec, GAMES.spec, SEED.spec];
                request.refuse(&of_games, "no --border, which counts boards and plays no games")?;
                border(request, context)
            }
            None => many_boards(request, context),
        }
    }
}

/// Plays games and measures their traces and boards.
fn play(
    games: &Games,
    request: &Request,
    context: &Context<'_>,
) -> Result<(Motion, Vec<Clicks>, Option<quandary_core::Exhausted>), Stop> {
    let (mut traces, mut boards, mut safety) = (Vec::new(), Vec::new(), Summary::default());
    // A node is a decision, as it is for `simulate`.
    let mut budget = context.budget.clone();
    let (played, stopped) = context.fold_while(
        "games",
        request.get(GAMES),
        |index| {
            let (_, trace, world) = games.trace_until(index, context.budget.stop())?;
            Ok((trace, world.reveal().map(|field| clicks(games.rules().grid(), field))))
        },
        |_, (trace, clicks)| {
            budget.spend(trace.length() as u64)?;
            trace.mean_safety().into_iter().for_each(|mean| safety.add(mean));
            traces.push(trace);
            boards.extend(clicks);
            Ok(())
        },
    );
    let cut = Stop::cut(stopped)?;
    if let Some(why) = cut.filter(|_| played == 0) {
        return Err(why.into());
    }
    let board = games.rules().grid().board();
    let solving = (safety.count() > 0).then(|| safety.estimate());
    let motion = Motion {
        board,
        first_click: games.rules().first_click(),
        first_cell: games.first_move().name(board),
        strategy: games.strategy().name().to_owned(),
        games: played,
        seed: games.seed().0,
        solving_rate: solving.map(|rate| rate.value),
        by_solving_rate: solving.map_or_else(Vec::new, by_solving_rate),
        measured: of_traces(&traces, games.seed()).as_ref().map(Measures::from),
    };
    Ok((motion, boards, cut))
}

fn one_board(input: &Input, request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
    let FullBoard { field, first_click, first } = full_board(input)?;
    let board = field.board();
    let rule =
        first_click.filter(|_| !request.given(FIRST_CLICK)).unwrap_or_else(|| request.get(FIRST_CLICK));
    let first = match request.find(FIRST) {
        Some(asked) => Some(asked.on(board)?),
        None => first.map(FirstMove::Given),
    };
    let game = Minesweeper::new(board, rule);
    let Clicks { openings, isolated_numbers, islands, zeros, numbers } = clicks(game.grid(), &field);
    let full = FullBoard { first_click, ..FullBoard::from(field.clone()) };
    let games =
        Games::new(game.clone(), request.get(STRATEGY), first, Seed(request.get(SEED)))?.on(field.clone());
    let (motion, _, cut) = play(&games, request, context)?;
    let (grade_meaning, graded) = graded(&game, &field, games.first_move(), context);
    let level = graded.as_ref().map(|graded| graded.level);
    let one = One {
        games: motion,
        position: full.to_string(),
        three_bv: openings + isolated_numbers,
        openings,
        isolated_numbers,
        islands,
        zeros,
        numbers,
        grade: level.map(Level::name),
        grade_meaning,
        level,
        needed: graded.map(|graded| graded.needed),
    };
    Ok(Reply::from(Measurement::One(Box::new(one))).cut(cut))
}

/// What is to be said of a board's grade, and the grade if it has one.
fn graded(
    game: &Minesweeper,
    field: &Minefield,
    first: FirstMove,
    context: &Context<'_>,
) -> (&'static str, Option<BoardGrade>) {
    let Some(first) = first.cell(field.board()) else { return ("the first cell is drawn", None) };
    if field.is_mine(first) {
        return ("the first cell is a mine", None);
    }
    match Grader::new(game, first).grade(field, &mut context.budget.clone()) {
        Ok(Some(graded)) => (graded.level.meaning(), Some(graded)),
        Ok(None) => ("it needs a guess", None),
        Err(_) => ("its grade was not determined", None),
    }
}

fn many_boards(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
    let games = super::simulate::games(request)?;
    let (motion, boards, cut) = play(&games, request, context)?;
    let many = Many {
        games: motion,
        three_bv: Distribution::of(&boards, Clicks::three_bv),
        openings: Distribution::of(&boards, |clicks| clicks.openings),
        islands: Distribution::of(&boards, |clicks| clicks.islands),
    };
    Ok(Reply::from(Measurement::Many(Box::new(many))).cut(cut))
}

/// The border between certainty and guessing, by enumeration.
fn border(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
    let board = request.get(BOARD);
    let rule = FirstClick::Open;
    let first = request.find(FIRST).map(|first| first.on(board)).transpose()?.unwrap_or(FirstMove::Middle);
    let cell = first.cell(board).ok_or_else(|| {
        InputError::new("the border needs a given cell").expected("row,column").of_option("first-cell")
    })?;
    let game = Minesweeper::new(board, rule);
    let counted = needing_a_guess(&game, cell, context).ok_or_else(|| {
        InputError::new(format!("{board} has too many minefields to try them all"))
            .expected(format!("at most {}", count(MOST_BOARDS, "minefield")))
            .of_option("border")
    })?;
    let Border { boards, need_a_guess, example, stopped } = counted;
    let bordered = Bordered {
        board,
        first_click: rule,
        first_cell: board.spot(cell),
        boards,
        need_a_guess,
        mine_count_known: true,
        example: example
            .map(|field| FullBoard { field, first_click: Some(rule), first: Some(cell) }.to_string()),
    };
    Ok(Reply::from(Measurement::Border(bordered)).cut(stopped))
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measurement::Many(many) => {
                let Many { games, three_bv, openings, islands } = &**many;
                write!(f, "{games}")?;
                write!(f, "  3BV      {three_bv}\n  openings {openings}\n  islands  {islands}")
            }
            Measurement::One(one) => {
                let One { games, position, three_bv, openings, isolated_numbers, islands, zeros, .. } =
                    &**one;
                let grade = one.level.map_or_else(String::new, |level| format!("grade {level}, "));
                write!(
                    f,
                    "{position}\n\n3BV {three_bv} = {} + {} that touch none (in {}); {}\nfrom {}: {grade}{}\n{games}",
                    count(u64::from(*openings), "opening"),
                    count(u64::from(*isolated_numbers), "number"),
                    count(u64::from(*islands), "island"),
                    count(u64::from(*zeros), "zero"),
                    games.first_cell,
                    one.grade_meaning,
                )?;
                match one.level {
                    Some(level) => {
                        write!(f, "It needs no guess from {}: grade {level} of 4.", games.first_cell)
                    }
                    None => write!(f, "It has no grade from {}: {}.", games.first_cell, one.grade_meaning),
                }
            }
            Measurement::Border(Bordered { board, first_cell, boards, need_a_guess, example, .. }) => {
                write!(
                    f,
                    "{board} from {first_cell}: {need_a_guess} of {} a guess (exact, mine count known)",
                    if *boards == 1 { "1 board needs".to_owned() } else { format!("{boards} boards need") }
                )?;
                match example {
                    Some(example) => write!(f, "\nfor example\n{example}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Motion { board, first_click, first_cell, strategy, games, .. } = self;
        writeln!(
            f,
            "{board}, first click {first_click}, first cell {first_cell}, strategy {strategy}, {}",
            count(*games, "game")
        )?;
        if let Some(measured) = &self.measured {
            measured.fmt(f)?;
        }
        if !self.by_solving_rate.is_empty() {
            writeln!(f, "  with the solving rate for v (how safe a move was, on average):")?;
        }
        for Symbol { symbol, value, low, high, formula, meaning } in &self.by_solving_rate {
            writeln!(f, "  {symbol:<4} {value:>8.4}  [{low:.4}, {high:.4}]  {formula:<18} {meaning}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Distribution { mean, deviation, p05, median, p95, .. } = self;
        write!(f, "mean {mean:.2}, sd {deviation:.2}, 5-50-95 %: {p05} {median} {p95}")
    }
}

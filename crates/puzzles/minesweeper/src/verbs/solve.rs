use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use quandary_core::{Certificate, Context, Exhausted, InputError, Stop};
use quandary_verbs::{Command, Input, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::{FIRST, full_board, is_text, spots};
use crate::board::{Board, Cell, Coord, FirstClick};
use crate::contradiction;
use crate::explain::map;
use crate::generate::{Attempt, NoGuessMaker};
use crate::inference::{Hold, NoAnswer, exact_counts_so_far, probabilities_within};
use crate::notation::{AnyPosition, FullBoard, show};
use crate::optimum::{MOST_BOARDS, NoOptimum, Optimum, optimum};
use crate::play::FIRST_CLICK;
use crate::rules::{Minesweeper, Observation};
use crate::words::many;

const OPTIMAL: Opt<Board> =
    Opt::text("optimal", "RxC/M", &["4x4/4", "3x3/2"], "The win chance of perfect play on a small board");
const EXACT: Opt<bool> =
    Opt::switch("exact", "Count minefields in whole numbers (up to 512 MiB of them without --memory)");

pub(super) struct Solve;

/// What is certain in a position, whether a board needs a guess, or what perfect play wins.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum SolveAnswer {
    Position(Box<Certain>),
    Impossible(Impossible),
    Board(Box<Winnable>),
    Optimum(Perfect),
}

quandary_verbs::names! {
    /// Whether some cell is certain.
    enum Certainty {
        Certain = "certain",
        Open = "open",
    }
}

quandary_verbs::names! {
    /// No minefield agrees.
    enum Impossibility {
        Impossible = "impossible",
    }
}

quandary_verbs::names! {
    /// Whether a board can be won without guessing.
    enum GuessVerdict {
        NoGuess = "no-guess",
        NeedsGuess = "needs-guess",
        FirstIsMine = "first-is-mine",
        Budget = "budget",
    }
}

quandary_verbs::names! {
    /// Whether perfect play is known.
    enum OptimumVerdict {
        Optimal = "optimal",
        Budget = "budget",
    }
}

/// Everything that is certain in a position.
#[derive(Serialize, JsonSchema)]
pub(super) struct Certain {
    /// Rows, columns and mines.
    board: Board,
    /// The header and the rows.
    position: String,
    /// `certain` when some cell is certain, `open` when none is.
    verdict: Certainty,
    mine_count_known: bool,
    /// Cells that are certainly safe.
    safe: Vec<Coord>,
    /// Cells that are certainly mines.
    mines: Vec<Coord>,
    /// The mine probability of every closed cell, row by row; null where a cell is open.
    probabilities: Vec<Vec<Option<f64>>>,
    /// The natural logarithm of the number of minefields that agree.
    ln_minefields: f64,
    /// With --exact: the number of minefields that agree; null when the budget ran out first.
    minefields: Option<String>,
    /// With --exact: how many of them have a mine in each closed cell, row by row; null when the budget ran out
    /// first.
    mined: Option<Vec<Vec<Option<String>>>>,
    certificate: Certificate,
    #[serde(skip)]
    seen: Observation,
}

/// A position that no minefield agrees with.
#[derive(Serialize, JsonSchema)]
pub(super) struct Impossible {
    /// Rows, columns and mines.
    board: Board,
    /// The header and the rows.
    position: String,
    /// `impossible`.
    verdict: Impossibility,
    #[serde(flatten)]
    clash: Clash,
}

/// Facts that contradict each other; leave any of them out and the rest can be true.
#[derive(Serialize, JsonSchema)]
pub(super) struct Clash {
    /// The open numbers.
    contradiction: Vec<Coord>,
    /// Whether the number of mines on the board is one of the facts.
    mine_count: bool,
    /// The same in words.
    text: String,
    certificate: Certificate,
}

/// Whether certain moves alone win a board.
#[derive(Serialize, JsonSchema)]
pub(super) struct Winnable {
    /// Rows, columns and mines.
    board: Board,
    /// The full board, with its rule and first cell.
    position: String,
    /// `no-guess`, `needs-guess`, `first-is-mine` or `budget` (not known yet).
    verdict: GuessVerdict,
    /// Whether certain moves alone win it; null when that is not known yet.
    no_guess: Option<bool>,
    first_cell: Coord,
    mine_count_known: bool,
    /// The cells opened by certain moves, in order, the first one included.
    opened: Vec<Coord>,
    /// The position in which no closed cell is certainly safe.
    stuck: Option<String>,
    certificate: Option<Certificate>,
    /// The same position with its mine probabilities, row by row, where they can be counted.
    #[serde(skip)]
    chances: Option<(Observation, Vec<Vec<Option<f64>>>)>,
}

impl Winnable {
    /// The verdict is a claim of the same name about the position.
    fn prove(&mut self, evidence: Value) {
        let instance = self.position.clone();
        self.certificate = Some(Certificate::new("minesweeper", self.verdict.name(), instance, evidence));
    }
}

/// What perfect play wins.
#[derive(Serialize, JsonSchema)]
pub(super) struct Perfect {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    /// `optimal`, or `budget` when it is not known yet.
    verdict: OptimumVerdict,
    /// Minefields that perfect play wins.
    wins: Option<u64>,
    /// All minefields.
    boards: Option<u64>,
    win_rate: Option<f64>,
    /// The cell that perfect play opens first.
    first_cell: Option<Coord>,
    /// Positions searched.
    nodes: u64,
    certificate: Option<Certificate>,
}

impl Command for Solve {
    const SPEC: VerbSpec = VerbSpec {
        name: "solve",
        about: "Everything that is certain in a position; a full board without guessing; --optimal: perfect play",
        input: InputSpec::Optional("A position, or a full board (* mine, . safe) as text or .mbf"),
        options: &[OPTIMAL.spec, EXACT.spec, FIRST_CLICK.spec, FIRST.spec],
        examples: &[
            "solve minesweeper --optimal 4x4/4 --first-click any --json",
            "solve minesweeper \"3x3/1 1?? ??? ???\"",
            "solve minesweeper board.mbf --first-cell 1,1",
        ],
        conventions: &[
            ("mines_alone", "a board of nothing but mines is lost by its first click, not won without one"),
            (
                "no_guess",
                "won by moves that are certain, with the mine count known, once the first cell is open",
            ),
            (
                "first_cell",
                "the one given, or the one in the board's header, or the first cell that opens an area",
            ),
        ],
    };
    type Answer = SolveAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<SolveAnswer>, Stop> {
        if let Some(board) = request.find(OPTIMAL) {
            request.refuse(&[EXACT.spec, FIRST.spec], "no --optimal")?;
            if request.input().is_some() {
                let error = InputError::new("INPUT has no effect here").expected("INPUT or --optimal");
                return Err(error.into());
            }
            return perfect_play(board, request.get(FIRST_CLICK), context);
        }
        let Some(input) = request.input() else {
            let expected = "a position, a full board, or --optimal RxC/M";
            return Err(InputError::new("INPUT is missing").expected(expected).into());
        };
        match written(input)? {
            AnyPosition::Position(position) => {
                request.refuse(&[FIRST_CLICK.spec, FIRST.spec], "a full board")?;
                solve_position(&position.observation, request.is_on(EXACT), context)
            }
            AnyPosition::Full(full) => {
                request.refuse(&[EXACT.spec], "a position")?;
                Ok(solve_board(full, request, context)?)
            }
        }
    }
}

fn written(input: &Input) -> Result<AnyPosition, InputError> {
    if is_text(input) { input.text()?.parse() } else { full_board(input).map(AnyPosition::Full) }
}

/// Everything that is certain.
fn solve_position(
    seen: &Observation,
    exact: bool,
    context: &Context<'_>,
) -> Result<Reply<SolveAnswer>, Stop> {
    context.budget.poll()?;
    let board = seen.board();
    let found = match probabilities_within(seen, &context.budget) {
        Ok(found) => found,
        Err(NoAnswer::TooWide(why)) => return Err(why.into()),
        Err(NoAnswer::Impossible { .. }) => {
            let (position, clash) = (show(seen), impossible(seen, context)?);
            let found = Impossible { board, position, verdict: Impossibility::Impossible, clash };
            return Ok(Reply::negative(SolveAnswer::Impossible(found)));
        }
    };
    let with = |probability: f64| {
        let cells = seen.grid().cells().filter(|cell| found.mine[cell.at()] == Some(probability));
        spots(board, &cells.collect::<Vec<_>>())
    };
    let (safe, mines) = (with(0.0), with(1.0));
    let evidence = json!({"safe": safe, "mines": mines});
    let mut certain = Certain {
        board,
        position: show(seen),
        verdict: if safe.is_empty() && mines.is_empty() { Certainty::Open } else { Certainty::Certain },
        mine_count_known: true,
        certificate: Certificate::new("minesweeper", "chances", show(seen), evidence),
        safe,
        mines,
        probabilities: found.rows(board),
        ln_minefields: found.ln_boards,
        minefields: None,
        mined: None,
        seen: seen.clone(),
    };
    let mut cut = None;
    if exact {
        cut = certain.count(seen, context).err();
    }
    Ok(Reply::from(SolveAnswer::Position(Box::new(certain))).cut(cut))
}

impl Certain {
    /// Adds the counts in whole numbers, as many as there is time and memory for.
    fn count(&mut self, seen: &Observation, context: &Context<'_>) -> Result<(), Exhausted> {
        let (boards, mined) = match exact_counts_so_far(seen, &context.budget) {
            Ok(counted) => counted,
            Err(NoAnswer::TooWide(why)) => return Err(why),
            Err(NoAnswer::Impossible { .. }) => unreachable!("there are probabilities"),
        };
        self.minefields = Some(boards.to_string());
        let mined = mined?;
        let mut hold = Hold::under(&context.budget);
        let mut written: HashMap<*const BigUint, String> = HashMap::new();
        for count in mined.iter().flatten() {
            let text = written.entry(Arc::as_ptr(count)).or_insert_with(|| count.to_string());
            // Once in the answer, once in its JSON and once in the text of that.
            hold.take(3 * text.len())?;
        }
        let texts: Vec<Option<String>> = mined
            .iter()
            .map(|count| count.as_ref().map(|count| written[&Arc::as_ptr(count)].clone()))
            .collect();
        self.mined = Some(texts.chunks(self.board.cols()).map(<[Option<String>]>::to_vec).collect());
        Ok(())
    }
}

/// What contradicts what in a position that no minefield agrees with.
pub(super) fn impossible(seen: &Observation, context: &Context<'_>) -> Result<Clash, Exhausted> {
    let clash = contradiction::find_clash_within(seen, &context.budget)?;
    let none: &[Cell] = &[];
    let contradiction = spots(seen.board(), clash.as_ref().map_or(none, |clash| &clash.numbers));
    let mine_count = clash.as_ref().is_some_and(|clash| clash.mine_count);
    let evidence = json!({"numbers": contradiction, "mine_count": mine_count});
    Ok(Clash {
        text: clash.map_or_else(
            || "no minefield agrees with the numbers".to_owned(),
            |clash| contradiction::in_words(seen, &clash),
        ),
        certificate: Certificate::new("minesweeper", "impossible", show(seen), evidence),
        contradiction,
        mine_count,
    })
}

/// Whether a full board can be won by certain moves alone.
fn solve_board(
    full: FullBoard,
    request: &Request,
    context: &Context<'_>,
) -> Result<Reply<SolveAnswer>, InputError> {
    let FullBoard { field, first_click, first } = full;
    let board = field.board();
    let rule =
        first_click.filter(|_| !request.given(FIRST_CLICK)).unwrap_or_else(|| request.get(FIRST_CLICK));
    let game = Minesweeper::new(board, rule);
    let asked = match request.find(FIRST) {
        None => None,
        Some(first) => Some(first.on(board)?.cell(board).ok_or_else(|| {
            InputError::new("solving needs a given cell").expected("row,column").of_option("first-cell")
        })?),
    };
    // Without a first cell, the first zero: where a person would have been lucky.
    let zero = || game.grid().cells().find(|&c| !field.is_mine(c) && field.number(game.grid(), c) == 0);
    let first = asked.or(first).or_else(zero).unwrap_or(Cell(0));
    if rule == FirstClick::Open && !field.is_mine(first) && field.number(game.grid(), first) > 0 {
        let what = format!("{} shows a number, and the rule `open` promises an area", board.name(first));
        return Err(InputError::new(what).expected("another first cell, or --first-click any or safe"));
    }
    let attempt = NoGuessMaker::new(&game, first).attempt(&field, &mut context.budget.clone());
    let given = FullBoard { field, first_click: Some(rule), first: Some(first) };
    let mut found = Winnable {
        board,
        position: given.to_string(),
        verdict: GuessVerdict::NoGuess,
        no_guess: Some(false),
        first_cell: board.spot(first),
        mine_count_known: true,
        opened: Vec::new(),
        stuck: None,
        certificate: None,
        chances: None,
    };
    let mut cut: Option<Exhausted> = None;
    match attempt {
        Attempt::Won { opened } => {
            found.no_guess = Some(true);
            found.opened = spots(board, &opened);
            found.prove(json!({"opened": found.opened}));
        }
        Attempt::FirstIsMine => {
            found.verdict = GuessVerdict::FirstIsMine;
            found.prove(json!({"first_cell": found.first_cell}));
        }
        Attempt::NeedsGuess { opened, seen } => {
            found.verdict = GuessVerdict::NeedsGuess;
            found.opened = spots(board, &opened);
            found.stuck = Some(show(&seen));
            let chances = probabilities_within(&seen, &context.budget).ok();
            found.chances = chances.map(|chances| (seen, chances.rows(board)));
            found.prove(json!({"opened": found.opened}));
        }
        Attempt::Stopped { opened, why } => {
            found.verdict = GuessVerdict::Budget;
            found.no_guess = None;
            found.opened = spots(board, &opened);
            cut = Some(why);
        }
    }
    let refuted = found.no_guess == Some(false);
    let answer = SolveAnswer::Board(Box::new(found));
    Ok(if refuted { Reply::negative(answer) } else { Reply::from(answer).cut(cut) })
}

/// The exact optimum of a small board.
fn perfect_play(board: Board, rule: FirstClick, context: &Context<'_>) -> Result<Reply<SolveAnswer>, Stop> {
    let mut budget = context.budget.clone();
    let mut found = Perfect {
        board,
        first_click: rule,
        verdict: OptimumVerdict::Budget,
        wins: None,
        boards: None,
        win_rate: None,
        first_cell: None,
        nodes: 0,
        certificate: None,
    };
    let result = optimum(board, rule, &mut budget);
    found.nodes = budget.spent();
    match result {
        Ok(Optimum { wins, boards, first, tree }) => {
            let first = board.spot(first);
            let evidence = json!({"first_click": rule, "wins": wins, "boards": boards, "first_cell": first,
                "tree": tree});
            found.verdict = OptimumVerdict::Optimal;
            found.win_rate = Some(wins as f64 / boards as f64);
            found.wins = Some(wins);
            found.boards = Some(boards);
            found.first_cell = Some(first);
            found.certificate = Some(Certificate::new("minesweeper", "optimum", board.to_string(), evidence));
            Ok(SolveAnswer::Optimum(found).into())
        }
        Err(NoOptimum::Exhausted(why)) => Ok(Reply::from(SolveAnswer::Optimum(found)).cut(Some(why))),
        Err(error) => Err(InputError::new(format!("{board}: {error}"))
            .expected(format!(
                "a board with at most {}, with room for the rule",
                quandary_core::words::count(MOST_BOARDS, "minefield")
            ))
            .of_option("optimal")
            .into()),
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveAnswer::Position(found) => found.fmt(f),
            SolveAnswer::Impossible(found) => write!(f, "{}\n\n{}", found.position, found.clash),
            SolveAnswer::Board(found) => found.fmt(f),
            SolveAnswer::Optimum(found) => found.fmt(f),
        }
    }
}

impl fmt::Display for Certain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |cells: &[Coord]| match cells {
            [] => "none is certain".to_owned(),
            _ => cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        let drawn = map(&self.seen, &self.probabilities, None);
        write!(f, "{drawn}\n\nsafe: {}\nmines: {}", listed(&self.safe), listed(&self.mines))?;
        match &self.minefields {
            Some(count) => write!(f, "\nminefields: {count}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "impossible: {}.", self.text)
    }
}

impl fmt::Display for Winnable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, clicks) = (self.first_cell, many(self.opened.len(), "click"));
        write!(f, "{}\n\n", self.position)?;
        match self.verdict {
            GuessVerdict::NoGuess => write!(f, "From {first} it needs no guess: {clicks}."),
            GuessVerdict::FirstIsMine => write!(f, "{first} is a mine: the first click would lose the game."),
            GuessVerdict::NeedsGuess => {
                let drawn = self.chances.as_ref().map(|(seen, mine)| map(seen, mine, None));
                write!(
                    f,
                    "From {first} it needs a guess. After {clicks} no cell is certain (mine probabilities in per cent):\n\n{}",
                    drawn.or_else(|| self.stuck.clone()).unwrap_or_default()
                )
            }
            GuessVerdict::Budget => write!(f, "From {first} not decided yet, after {clicks}."),
        }
    }
}

impl fmt::Display for Perfect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Perfect { board, first_click, .. } = self;
        match (self.wins, self.boards, self.first_cell, self.win_rate) {
            (Some(wins), Some(boards), Some(first), Some(rate)) => write!(
                f,
                "{board}, first click {first_click}: perfect play wins {wins} of {} ({rate:.6}), opening {first} first.",
                quandary_core::words::count(boards, "minefield")
            ),
            _ => write!(f, "{board}, first click {first_click}: not decided yet."),
        }
    }
}

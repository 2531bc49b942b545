use std::fmt;

use quandary_core::face::{
    Ask, COUNT, InputSpec, JSON_LINES, Opt, Reply, Request, SEED, VerbSpec, make_items,
};
use quandary_core::{Certificate, Context, InputError, Seed, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{BOARD, FIRST, spots};
use crate::board::{Board, Cell, FirstClick, Spot};
use crate::generate::{NoGuess, NoGuessMaker, uniform};
use crate::measure::clicks;
use crate::notation::FullBoard;
use crate::play::{FIRST_CLICK, NO_GUESS};
use crate::rules::{Minefield, Minesweeper};
use crate::strategy::FirstMove;

const RULE: Opt<FirstClick> = FIRST_CLICK.or("open");

pub(super) struct Generate;

/// Boards that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct Made {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    /// The cell that is opened first, or `random`.
    first_cell: String,
    /// Whether only boards were taken that certain moves alone win.
    no_guess: bool,
    mine_count_known: bool,
    seed: u64,
    /// Boards made.
    count: u64,
    /// Boards drawn until they were found.
    drawn: u64,
    /// The boards.
    items: Vec<Item>,
}

/// A board.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// The full board: `*` mine, `.` safe; its header names the rule and the first cell.
    position: String,
    first_cell: Spot,
    /// The fewest left clicks that open it.
    #[serde(rename = "3bv")]
    three_bv: u32,
    /// Connected areas of zeros.
    openings: u32,
    /// Boards drawn until it was found.
    drawn: u64,
    /// The certain moves that win it, where it needs no guess.
    certificate: Option<Certificate>,
}

impl Ask for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Boards: uniform under the rule, or (--no-guess) uniform among those that need no guess",
        input: InputSpec::None,
        options: &[
            BOARD.spec,
            RULE.spec,
            FIRST.spec,
            NO_GUESS.with_help("Only boards that certainty alone wins, each with a certificate").spec,
            COUNT.spec,
            SEED.spec,
            JSON_LINES.spec,
        ],
        examples: &[
            "generate minesweeper --board 16x30/99 --no-guess --count 200 --seed 3",
            "generate minesweeper --board beginner --first-click safe --first corner",
        ],
        conventions: &[
            ("uniform", "every minefield that the rule allows for the first cell is equally likely"),
            (
                "no_guess",
                "won by moves that are certain, with the mine count known, once the first cell is open",
            ),
        ],
    };
    type Answer = Made;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Made>, Stop> {
        let maker = Maker::new(request)?;
        let (mut count, mut drawn) = (0, 0);
        let (items, cut) = make_items(
            request,
            context,
            ("boards", request.get(COUNT)),
            |index| maker.item(index, context),
            |item: &Item| {
                count += 1;
                drawn += item.drawn;
            },
        )?;
        let board = maker.game.grid().board();
        let made = Made {
            board,
            first_click: maker.game.first_click(),
            first_cell: maker.first.name(board),
            no_guess: maker.no_guess,
            mine_count_known: true,
            seed: maker.seed.0,
            count,
            drawn,
            items,
        };
        Ok(Reply::from(made).cut(cut))
    }
}

struct Maker {
    game: Minesweeper,
    first: FirstMove,
    no_guess: bool,
    seed: Seed,
}

impl Maker {
    fn new(request: &Request) -> Result<Maker, InputError> {
        let board = request.get(BOARD);
        let game = Minesweeper::new(board, request.get(RULE));
        let first = match request.find(FIRST) {
            Some(first) => first.on(board)?,
            None => FirstMove::best(board, game.first_click()),
        };
        first.check(&game)?;
        Ok(Maker { game, first, no_guess: request.is_on(NO_GUESS), seed: Seed(request.get(SEED)) })
    }

    fn item(&self, index: u64, context: &Context<'_>) -> Result<Item, Stop> {
        let mut stream = self.seed.stream(index);
        let board = self.game.grid().board();
        let first = self.first.cell(board).unwrap_or_else(|| Cell(stream.below(board.cells() as u64) as u32));
        if !self.no_guess {
            let field = uniform(&self.game, first, &mut stream);
            let field = field.ok_or_else(|| InputError::new("there is no room"))?;
            return Ok(self.describe(field, first, 1));
        }
        let made = NoGuessMaker::new(&self.game, first).draw(&mut stream, &mut context.budget.clone())?;
        let NoGuess { field, opened, drawn } = made.ok_or_else(|| {
            InputError::new(format!("every board {board} needs a guess from {}", board.name(first)))
                .expected("a larger board, fewer mines or another first cell")
                .of_option("no-guess")
        })?;
        let evidence = json!({"opened": spots(board, &opened)});
        let mut item = self.describe(field, first, drawn);
        item.certificate = Some(Certificate::new("minesweeper", "no-guess", item.position.clone(), evidence));
        Ok(item)
    }

    fn describe(&self, field: Minefield, first: Cell, drawn: u64) -> Item {
        let found = clicks(self.game.grid(), &field);
        let first_cell = field.board().spot(first);
        let full = FullBoard { field, first_click: Some(self.game.first_click()), first: Some(first) };
        Item {
            position: full.to_string(),
            first_cell,
            three_bv: found.three_bv(),
            openings: found.openings,
            drawn,
            certificate: None,
        }
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.items.iter().map(|item| item.position.as_str()).collect();
        f.write_str(&texts.join("\n\n"))
    }
}

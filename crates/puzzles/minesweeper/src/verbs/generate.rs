use std::fmt;

use quandary_core::stats::{Interval, Rate};
use quandary_core::{Budget, Certificate, Context, InputError, Seed, Stop, Stream};
use quandary_verbs::figure::{Figure, Marks, Point, Series};
use quandary_verbs::{
    COUNT, Command, FIGURE, InputSpec, JSON_LINES, Opt, Reply, Request, SEED, VerbSpec, make_items,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{BOARD, FIRST, spots};
use crate::board::{Board, Cell, Coord, FirstClick};
use crate::generate::{NoGuess, NoGuessMaker, uniform};
use crate::grade::{Grader, Level, LevelBoard};
use crate::measure::clicks;
use crate::notation::FullBoard;
use crate::play::{FIRST_CLICK, NO_GUESS};
use crate::rules::{Minefield, Minesweeper};
use crate::strategy::FirstMove;

const RULE: Opt<FirstClick> = FIRST_CLICK.or("open");
const GRADE: Opt<Level> = Opt::text(
    "grade",
    "1..4",
    &["1", "2", "3", "4"],
    "Draw until the hardest deduction needs: 1 one number, 2 two numbers, 3 more at once, 4 counting the mines",
);

pub(super) struct Generate;

/// Boards that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct GenerateAnswer {
    /// Rows, columns and mines.
    board: Board,
    first_click: FirstClick,
    /// The cell that is opened first, or `random`.
    first_cell: String,
    /// Whether only boards were taken that certain moves alone win.
    no_guess: bool,
    /// With `--grade`: how hard they are.
    grade: Option<Level>,
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
    first_cell: Coord,
    /// The fewest left clicks that open it.
    #[serde(rename = "3bv")]
    three_bv: u32,
    /// Connected areas of zeros.
    openings: u32,
    /// Boards drawn until it was found.
    drawn: u64,
    /// With `--grade`: how hard it is.
    grade: Option<Level>,
    /// The certain moves that win it, where it needs no guess; with `--grade`, and that it takes no less.
    certificate: Option<Certificate>,
}

impl Command for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Boards: uniform under the rule, or (--no-guess) uniform among those that need no guess",
        input: InputSpec::None,
        options: &[
            BOARD.spec,
            RULE.spec,
            FIRST.spec,
            NO_GUESS.with_help("Only boards that can be won without guessing, each with a certificate").spec,
            GRADE.spec,
            COUNT.spec,
            SEED.spec,
            JSON_LINES.spec,
            FIGURE
                .only_with("grade", &[])
                .with_help("Draw the grades of random boards beside those made")
                .spec,
        ],
        examples: &[
            "generate minesweeper --board 16x30/99 --no-guess --count 200 --seed 3",
            "generate minesweeper --board beginner --grade 3 --count 5 --figure grades.svg",
            "generate minesweeper --board beginner --first-click safe --first-cell corner",
        ],
        conventions: &[
            ("uniform", "every minefield that the rule allows for the first cell is equally likely"),
            (
                "no_guess",
                "won by moves that are certain, with the mine count known, once the first cell is open",
            ),
            (
                "grade",
                "the hardest deduction without which a board is not won: 1 from one number, 2 from two, 3 from any of the \
                 numbers, 4 from these and the number of mines; what is deduced stays known",
            ),
        ],
    };
    type Answer = GenerateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<GenerateAnswer>, Stop> {
        let maker = Maker::new(request)?;
        let (mut count, mut drawn, mut made) = (0, 0, Grades::default());
        let (items, cut) = make_items(
            request,
            context,
            ("boards", request.get(COUNT)),
            |index| maker.item(index, context),
            |item: &Item| {
                count += 1;
                drawn += item.drawn;
                if item.grade.is_some() {
                    made.add(graded_again(&item.position));
                }
            },
        )?;
        let board = maker.game.grid().board();
        let figure = maker.grade.filter(|_| cut.is_none()).map(|level| maker.figure(level, &made, context));
        let answer = GenerateAnswer {
            board,
            first_click: maker.game.first_click(),
            first_cell: maker.first.name(board),
            no_guess: maker.no_guess || maker.grade.is_some(),
            grade: maker.grade,
            mine_count_known: true,
            seed: maker.seed.0,
            count,
            drawn,
            items,
        };
        let reply = Reply::from(answer).cut(cut);
        Ok(match figure {
            Some(figure) => reply.with_figure(figure?),
            None => reply,
        })
    }
}

struct Maker {
    game: Minesweeper,
    first: FirstMove,
    no_guess: bool,
    grade: Option<Level>,
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
        let grade = request.find(GRADE);
        if grade.is_some() {
            request.refuse(&[NO_GUESS.spec], "--grade alone: a graded board needs no guess")?;
        }
        let no_guess = request.is_on(NO_GUESS);
        Ok(Maker { game, first, no_guess, grade, seed: Seed(request.get(SEED)) })
    }

    /// The first cell of a board that is drawn from `stream`.
    fn first(&self, stream: &mut Stream) -> Cell {
        let board = self.game.grid().board();
        self.first.cell(board).unwrap_or_else(|| Cell(stream.below(board.cells() as u64) as u32))
    }

    fn item(&self, index: u64, context: &Context<'_>) -> Result<Item, Stop> {
        let mut stream = self.seed.stream(index);
        let board = self.game.grid().board();
        let first = self.first(&mut stream);
        if let Some(level) = self.grade {
            return self.graded(level, first, &mut stream, context);
        }
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

    fn graded(
        &self,
        level: Level,
        first: Cell,
        stream: &mut Stream,
        context: &Context<'_>,
    ) -> Result<Item, Stop> {
        let board = self.game.grid().board();
        let mut grader = Grader::new(&self.game, first);
        let found = grader.draw(level, stream, &mut context.budget.clone())?;
        let LevelBoard { field, graded, drawn } = found.ok_or_else(|| {
            InputError::new(format!("no board {board} has the grade {level} from {}", board.name(first)))
                .expected("another grade, another board or another first cell")
                .of_option("grade")
        })?;
        let mut item = self.describe(field, first, drawn);
        let evidence = json!({"opened": spots(board, &graded.opened), "level": level});
        item.grade = Some(graded.level);
        item.certificate = Some(Certificate::new("minesweeper", "graded", item.position.clone(), evidence));
        Ok(item)
    }

    /// The grades of random boards beside those of the boards that were made.
    fn figure(&self, asked: Level, made: &Grades, context: &Context<'_>) -> Result<Figure, Stop> {
        let seed = self.seed.named("random boards");
        let mut random = Grades::default();
        let grade = |index| {
            let mut stream = seed.stream(index);
            let first = self.first(&mut stream);
            let field = uniform(&self.game, first, &mut stream);
            let field = field.ok_or_else(|| InputError::new("there is no room"))?;
            let mut budget = context.budget.with_nodes(u64::MAX);
            Ok(Grader::new(&self.game, first).grade(&field, &mut budget)?.map(|graded| graded.level))
        };
        let board = self.game.grid().board();
        let boards = (RANDOM_CELLS / board.cells() as u64).clamp(20, 500);
        let (_, stopped) = context.fold("random boards", boards, grade, |_, level| random.add(level));
        Stop::cut(stopped)?;
        let names = Level::ALL.map(|level| format!("{level}: {}", level.name()));
        Ok(Figure {
            title: format!("{board}: boards of grade {asked}, and boards as they come"),
            x_label: "grade".into(),
            y_label: "% of the boards".into(),
            x_names: ["a guess is needed".to_owned()].into_iter().chain(names).collect(),
            series: vec![
                made.series(&format!("asked for grade {asked}"), Marks::Bars),
                random.series("drawn at random", Marks::Intervals),
            ],
            caption: format!(
                "Bars: {} boards, asked for by grade and then graded again. Points: {} random boards under the rule \
                 `{}`, with 95 % intervals.",
                made.all(),
                random.all(),
                self.game.first_click()
            ),
        })
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
            grade: None,
            certificate: None,
        }
    }
}

/// The grade of a board as it is written.
fn graded_again(position: &str) -> Option<Level> {
    let FullBoard { field, first_click, first } = position.parse().ok()?;
    let game = Minesweeper::new(field.board(), first_click?);
    let graded = Grader::new(&game, first?).grade(&field, &mut Budget::unlimited());
    graded.ok().flatten().map(|graded| graded.level)
}

/// Cells of the random boards that are graded for the figure, together: 500 boards of the usual sizes, fewer large ones.
const RANDOM_CELLS: u64 = 250_000;

/// How many boards need a guess, and how many are of each level.
#[derive(Default)]
struct Grades([u64; 1 + Level::ALL.len()]);

impl Grades {
    fn add(&mut self, level: Option<Level>) {
        self.0[level.map_or(0, |level| usize::from(level.number()))] += 1;
    }

    fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    fn series(&self, name: &str, marks: Marks) -> Series {
        let percent = |share: f64| 100.0 * share;
        let point = |(place, &count): (usize, &u64)| {
            let Interval { low, high } = Rate::new(count, self.all()).interval();
            let interval = Some(Interval { low: percent(low), high: percent(high) });
            Point { x: place as f64, y: percent(Rate::new(count, self.all()).value()), interval }
        };
        let points =
            if self.all() == 0 { Vec::new() } else { self.0.iter().enumerate().map(point).collect() };
        Series { name: name.into(), marks, points }
    }
}

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.items.iter().map(|item| item.position.as_str()).collect();
        f.write_str(&texts.join("\n\n"))
    }
}

//! Nonograms as they are played.

use std::fmt;
use std::sync::Arc;

use quandary_core::face::{Opt, OptionSpec, Options};
use quandary_core::play::{Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::words::count;
use quandary_core::{Context, Exhausted, Hint, InputError, Outcome, Seed, Stop, Stream};
use schemars::JsonSchema;
use serde::Serialize;

use crate::explain::{Next, Why, next};
use crate::generate::Wanted;
use crate::human::{Grade, graded};
use crate::notation::{Document, draw_board, read_one, write_inline};
use crate::shape::Shape;
use crate::{Board, Cell, Clue, Nonogram, Paint, Size};

/// Rows and columns.
pub const BOARD: Opt<Size> =
    Opt::text("board", "RxC", &["5x5", "10x10", "15x15", "25x25"], "Rows and columns").or("10x10");

/// How much of the picture is black. Around 0.6 most random pictures are the only ones with their clues.
pub const SHARE: Opt<f64> =
    Opt::real("share", "P", 0.0, 1.0, "Share of black cells; around 0.6 most have one solution").or("0.6");

/// Puzzles of a size and a share of black cells, to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// Rows and columns of the puzzles that are drawn. A position may have another size.
    pub size: Size,
    /// Share of black cells.
    pub share: f64,
}

/// A puzzle and what the player has painted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The clues.
    pub puzzle: Arc<Nonogram>,
    /// The cells.
    pub board: Board,
}

impl From<Document> for Position {
    /// The puzzle of a file with what is painted in it.
    fn from(Document { puzzle, saved, .. }: Document) -> Position {
        let board = saved.unwrap_or_else(|| Board::unknown(puzzle.width(), puzzle.height()));
        Position { puzzle: Arc::new(puzzle), board }
    }
}

impl Rules for Game {
    type State = Position;
    type Move = Paint;

    fn turn(&self, at: &Position) -> Turn {
        if at.puzzle.is_won(&at.board) { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }

    fn moves(&self, at: &Position, out: &mut Vec<Paint>) {
        at.puzzle.paints(&at.board, out);
    }

    fn apply(&self, at: &Position, chosen: Paint) -> Position {
        let mut next = at.clone();
        next.board.apply(&[chosen]);
        next
    }
}

/// What the player sees, which is everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "Shown")]
#[schemars(with = "Shown")]
pub struct View(pub Position);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct Shown {
    /// Rows and columns.
    board: Size,
    /// The clues and the cells in one line.
    position: String,
    /// The clues of the rows, from the top.
    rows: Vec<Clue>,
    /// The clues of the columns, from the left.
    columns: Vec<Clue>,
    /// The cells, a string a row: `#` black, `.` white, `?` open.
    cells: Vec<String>,
    /// Cells that are open.
    open: usize,
}

impl From<View> for Shown {
    fn from(View(Position { puzzle, board }): View) -> Shown {
        Shown {
            board: puzzle.size(),
            position: write_inline(&puzzle, Some(&board)),
            rows: puzzle.rows().to_vec(),
            columns: puzzle.columns().to_vec(),
            cells: board.rows(),
            open: board.open(),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw_board(&self.0.puzzle, &self.0.board))
    }
}

/// Nodes for drawing a puzzle with one solution before one with several has to do: a second or two.
const DRAWING: u64 = 50_000;

/// Nodes for the grade at the end of a game.
const GRADING: u64 = 200_000;

impl Play for Game {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "medium", setup: "board=10x10" },
        Preset { name: "small", setup: "board=5x5" },
        Preset { name: "large", setup: "board=15x15" },
        Preset { name: "tournament", setup: "board=25x25" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, SHARE.spec];
    type View = View;
    type Reason = Why;

    fn new(setup: &Options) -> Result<Game, InputError> {
        Ok(Game { size: setup.get(BOARD), share: setup.get(SHARE) })
    }

    fn start(&self, stream: &mut Stream, context: &Context<'_>) -> Result<Position, Stop> {
        let seed = Seed(stream.next_u64());
        // Without a black cell there is nothing to play.
        let share = self.share.max(1.0 / self.size.cells() as f64);
        let unique = Wanted { size: self.size, share, unique: true, shape: Shape::Noise };
        let mut lent = context.at_most(DRAWING).budget;
        let picture = match unique.draw(seed, 0, &mut lent) {
            // Its own limit, not the user's.
            Err(Exhausted::Nodes) if context.budget.remaining() > DRAWING => {
                Wanted { unique: false, ..unique }.draw(seed, 0, &mut context.budget.clone())?
            }
            drawn => drawn?,
        };
        Ok(Document::plain(Nonogram::of(&picture)).into())
    }

    fn view(&self, state: &Position) -> View {
        View(state.clone())
    }

    fn hint(&self, View(at): &View, context: &Context<'_>) -> Result<Hint<Why>, Stop> {
        match next(&at.puzzle, &at.board, &mut context.budget.clone())? {
            Next::Unsolvable => Err(InputError::new("no picture fits these clues").into()),
            next => Ok(next.hint()),
        }
    }

    fn write(&self, state: &Position) -> String {
        write_inline(&state.puzzle, Some(&state.board))
    }

    /// Any format of [`crate::notation`] that is text, of any size.
    fn read(&self, text: &str) -> Result<Position, InputError> {
        Ok(read_one(text.as_bytes(), None)?.into())
    }

    fn write_move(&self, chosen: Paint) -> String {
        chosen.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Paint, InputError> {
        text.parse()
    }

    fn scene(&self, View(at): &View) -> Scene {
        let square = |cell: &Cell| match cell {
            Cell::Unknown => Square::new("", Tone::Closed),
            Cell::Black => Square::new("■", Tone::Filled),
            Cell::White => Square::new("×", Tone::Dim),
        };
        let rows =
            at.board.cells().chunks(at.board.width()).map(|row| row.iter().map(square).collect()).collect();
        let words = |clue: &Clue| -> Vec<String> {
            if clue.is_empty() {
                vec!["0".to_owned()]
            } else {
                clue.iter().map(ToString::to_string).collect()
            }
        };
        Scene {
            above: at.puzzle.columns().iter().map(words).collect(),
            left: at.puzzle.rows().iter().map(|clue| words(clue).join(" ")).collect(),
            ..Scene::new(
                rows,
                Steering::Cursor,
                "space paints black or clears, x crosses out or clears; so do the mouse buttons",
            )
        }
    }

    fn touch(&self, View(at): &View, touch: Touch) -> Option<Paint> {
        let (y, x, colour) = match touch {
            Touch::Press(row, column) => (row, column, Cell::Black),
            Touch::Mark(row, column) => (row, column, Cell::White),
            Touch::Arrow(_) | Touch::Carry(..) => return None,
        };
        let inside = x < at.board.width() && y < at.board.height();
        inside.then(|| {
            let cell = if at.board.get(x, y) == colour { Cell::Unknown } else { colour };
            Paint { x, y, cell }
        })
    }

    fn square(&self, _: &View, chosen: Paint) -> Option<(usize, usize)> {
        Some((chosen.y, chosen.x))
    }

    fn summary(
        &self,
        start: &Position,
        moves: &[Paint],
        context: &Context<'_>,
    ) -> Result<Option<String>, Stop> {
        let mut board = start.board.clone();
        let mut corrected = 0;
        for &paint in moves {
            corrected += u64::from(board.get(paint.x, paint.y) != Cell::Unknown);
            board.apply(&[paint]);
        }
        let grade = match graded(&start.puzzle, &mut context.at_most(GRADING).budget).grade {
            Grade::Unknown => "How hard it is was not found out.".to_owned(),
            grade => format!("Its grade is {}: {}.", grade.name(), grade.meaning()),
        };
        let moves = count(moves.len() as u64, "move");
        Ok(Some(format!("{moves}, {corrected} of them on cells painted before. {grade}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rows: usize, columns: usize, share: f64) -> Game {
        Game { size: Size { rows, columns }, share }
    }

    fn start(game: &Game, seed: u64) -> Position {
        game.start(&mut Seed(seed).stream(0), &Context::bare()).unwrap()
    }

    #[test]
    fn a_press_paints_and_clears_and_a_mark_crosses_out_and_clears() {
        let game = game(3, 4, 0.6);
        let at = start(&game, 1);
        let touched = |at: &Position, touch: Touch| {
            let chosen = game.touch(&game.view(at), touch).unwrap();
            game.apply(at, chosen)
        };
        let black = touched(&at, Touch::Press(2, 3));
        assert_eq!(black.board.get(3, 2), Cell::Black);
        assert_eq!(touched(&black, Touch::Press(2, 3)), at);
        let white = touched(&black, Touch::Mark(2, 3));
        assert_eq!(white.board.get(3, 2), Cell::White);
        assert_eq!(touched(&white, Touch::Mark(2, 3)), at);
        assert_eq!(touched(&white, Touch::Press(2, 3)), black);
        assert_eq!(game.touch(&game.view(&at), Touch::Press(3, 0)), None);
    }

    #[test]
    fn hints_alone_win_a_game_and_mend_a_wrong_cell_on_the_way() {
        let game = game(7, 9, 0.6);
        let mut at = start(&game, 3);
        // The first hint's cell, painted the other way round.
        let hint = game.hint(&game.view(&at), &Context::bare()).unwrap();
        let right: Paint = hint.decision.unwrap().chosen.parse().unwrap();
        at = game.apply(&at, right.opposite());
        let hint = game.hint(&game.view(&at), &Context::bare()).unwrap();
        let advice = hint.decision.unwrap();
        assert_eq!((advice.chosen.as_str(), advice.certain), (right.to_string().as_str(), true));
        assert!(matches!(advice.reason.why, Why::Wrong { .. }), "{:?}", advice.reason);
        let mut moves = 0;
        while game.turn(&at) == Turn::To(Side::First) {
            let hint = game.hint(&game.view(&at), &Context::bare()).unwrap();
            let chosen = game.read_move(&hint.decision.unwrap().chosen).unwrap();
            let mut legal = Vec::new();
            game.moves(&at, &mut legal);
            assert!(legal.contains(&chosen), "{chosen}");
            at = game.apply(&at, chosen);
            moves += 1;
        }
        assert!(moves <= 63 && game.hint(&game.view(&at), &Context::bare()).unwrap().decision.is_none());
    }

    #[test]
    fn a_puzzle_of_ones_own_can_be_played_whatever_its_size_and_format() {
        let game = game(5, 5, 0.6);
        let text = "title \"mine\"\nwidth 3\nheight 2\nrows\n1,1\n3\ncolumns\n2\n1\n2\nsaved \"#?????\"\n";
        let at = game.read(text).unwrap();
        assert_eq!((at.puzzle.size().to_string().as_str(), at.board.get(0, 0)), ("2x3", Cell::Black));
        assert_eq!(game.read(&game.write(&at)).unwrap(), at);
        assert!(game.read("nonsense").is_err());
    }

    #[test]
    fn a_puzzle_is_drawn_even_where_none_has_one_solution_and_never_without_a_black_cell() {
        // Sparse pictures hardly ever have unique clues: then one with several solutions has to do.
        let sparse = start(&game(12, 12, 0.2), 5);
        assert_eq!(sparse.puzzle.size(), Size { rows: 12, columns: 12 });
        for seed in 0..3 {
            assert_eq!(game(1, 1, 0.0).turn(&start(&game(1, 1, 0.0), seed)), Turn::To(Side::First));
        }
        let context = Context::bare().at_most(2);
        let drawn = game(12, 12, 0.2).start(&mut Seed(5).stream(0), &context);
        assert_eq!(drawn, Err(Stop::Exhausted(Exhausted::Nodes)));
    }

    #[test]
    fn the_end_of_a_game_tells_corrections_and_the_grade() {
        let game = game(2, 2, 0.6);
        let at = game.read("2 1/2 1").unwrap();
        let moves: Vec<Paint> =
            ["r2c2=#", "r2c2=.", "r1c1=#", "r1c2=#", "r2c1=#"].map(|text| text.parse().unwrap()).into();
        let told = game.summary(&at, &moves, &Context::bare()).unwrap().unwrap();
        assert_eq!(
            told,
            "5 moves, 1 of them on cells painted before. Its grade is overlap: the overlap rule suffices."
        );
    }
}

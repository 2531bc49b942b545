//! Nonograms as they are played, in black and white or in colours.

mod colour;
mod plain;
mod stroke;

use std::fmt;

use quandary_core::Reason;
use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::words::count;
use quandary_core::{Context, Exhausted, InputError, Outcome, Seed, Stop, Stream};
use quandary_verbs::Hint;
use quandary_verbs::play::{Play, Preset, Scene, Steering, Touch};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use colour::wrong_in_words;
pub use colour::{ColourPosition, ColourReason, ColourView};
pub use plain::{Position, View};
pub use stroke::{Dab, Stroke};

use crate::explain::{Next, Why, next};
use crate::generate::{PictureKind, random_colours};
use crate::human::{Grade, graded, graded_colours};
use crate::notation::{Document, Sheet, read_one_sheet, write_inline};
use crate::shape::Shape;
use crate::shelf::{ShelfPicture, Wanted, with_clues, with_coloured_clues};
use crate::{Block, Clue, Colour, Nonogram, Size};

/// Rows and columns.
pub const BOARD: Opt<Size> =
    Opt::text("board", "RxC", &["5x5", "10x10", "15x15", "25x25"], "Rows and columns").or("10x10");

/// How much of the picture is black. Around 0.6 most random pictures are the only ones with their clues.
pub const SHARE: Opt<f64> =
    Opt::real("share", "P", 0.0, 1.0, "Share of black cells; around 0.6 most have one solution").or("0.6");

/// How many colours there are beside the background.
pub const COLOURS: Opt<u64> =
    Opt::whole("colours", "K", 1, Colour::MOST as u64, "Colours beside the background; 1 is black and white")
        .or("1");

/// Which pictures are played: those drawn at random, or those of the shelf.
pub const PICTURE: Opt<Wanted> = Opt::text(
    "picture",
    "WHICH",
    &Wanted::NAMES,
    "A picture of the shelf, by size or by its title, or a random one",
)
.or("random");

/// Puzzles of a size, a share of painted cells and a number of colours, to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// Rows and columns of the puzzles that are drawn. A position may have another size.
    pub size: Size,
    /// Share of painted cells.
    pub share: f64,
    /// Colours beside the background; 1 is black and white.
    pub colours: usize,
    /// Which pictures of the shelf, if not random ones.
    pub wanted: Wanted,
}

/// A puzzle and what the player has painted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// In black and white.
    Plain(Position),
    /// In colours.
    Coloured(ColourPosition),
}

impl From<Sheet> for State {
    /// The puzzle of a file with what is painted in it.
    fn from(sheet: Sheet) -> State {
        match sheet {
            Sheet::Plain(document) => State::Plain((*document).into()),
            Sheet::Coloured(document) => State::Coloured((*document).into()),
        }
    }
}

impl State {
    /// A picture of the shelf with nothing painted.
    fn of(picture: ShelfPicture) -> State {
        match picture.sheet {
            Sheet::Plain(document) => State::Plain(Document::plain(document.puzzle.clone()).into()),
            Sheet::Coloured(document) => State::Coloured(Document::plain(document.puzzle.clone()).into()),
        }
    }

    /// The puzzle as a file would hold it, with title and colours if it is of the shelf.
    pub(crate) fn into_sheet(self) -> Sheet {
        if let Some(picture) = self.picture() {
            return picture.sheet.clone();
        }
        match self {
            State::Plain(at) => Sheet::Plain(Box::new(Document::plain((*at.puzzle).clone()))),
            State::Coloured(at) => Sheet::Coloured(Box::new(Document::plain((*at.puzzle).clone()))),
        }
    }

    /// The picture of the shelf that has these clues.
    fn picture(&self) -> Option<ShelfPicture> {
        match self {
            State::Plain(at) => with_clues(&at.puzzle),
            State::Coloured(at) => with_coloured_clues(&at.puzzle),
        }
    }
}

/// What there is to know about a picture of the shelf while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct Shown {
    /// What it shows, once it is solved.
    title: Option<&'static str>,
    /// How its colours look, `#rrggbb`, the background first.
    palette: Vec<String>,
}

impl Shown {
    fn new(picture: ShelfPicture, is_won: bool) -> Shown {
        Shown {
            title: is_won.then(|| picture.title()),
            palette: picture.palette().iter().map(|(_, swatch)| swatch.hex()).collect(),
        }
    }
}

impl Rules for Game {
    type State = State;
    type Move = Stroke;

    fn turn(&self, at: &State) -> Turn {
        let is_won = match at {
            State::Plain(at) => at.puzzle.is_won(&at.board),
            State::Coloured(at) => at.is_won(),
        };
        if is_won { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }

    fn moves(&self, at: &State, out: &mut Vec<Stroke>) {
        match at {
            State::Plain(at) => {
                let mut paints = Vec::new();
                at.puzzle.paints(&at.board, &mut paints);
                out.extend(paints.into_iter().map(Stroke::from));
            }
            State::Coloured(at) => at.strokes(out),
        }
    }

    fn apply(&self, at: &State, chosen: Stroke) -> State {
        match at.clone() {
            State::Plain(mut next) => {
                next.board.apply(chosen.paint().as_slice());
                State::Plain(next)
            }
            State::Coloured(next) => State::Coloured(next.painted(chosen)),
        }
    }
}

/// What the player sees, which is everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnyView {
    /// In black and white.
    Plain(View),
    /// In colours.
    Coloured(ColourView),
}

impl fmt::Display for AnyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyView::Plain(view) => view.fmt(f),
            AnyView::Coloured(view) => view.fmt(f),
        }
    }
}

/// Why a cell is to be painted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HintReason {
    /// In black and white.
    Plain(Why),
    /// In colours.
    Coloured(ColourReason),
}

impl Reason for HintReason {
    fn text(&self) -> String {
        match self {
            HintReason::Plain(why) => why.text(),
            HintReason::Coloured(why) => why.text(),
        }
    }

    fn nudge(&self) -> String {
        match self {
            HintReason::Plain(why) => why.nudge(),
            HintReason::Coloured(why) => why.nudge(),
        }
    }
}

/// Nodes for drawing a puzzle with one solution before one with several has to do: a second or two.
const DRAWING: u64 = 50_000;

/// Nodes for the grade at the end of a game.
const GRADING: u64 = 200_000;

impl Game {
    /// Draws a puzzle.
    fn draw(
        &self,
        wanted: &PictureKind,
        seed: Seed,
        budget: &mut quandary_core::Budget,
    ) -> Result<State, Exhausted> {
        Ok(if self.colours > 1 {
            let picture = random_colours(wanted, self.colours, seed, 0, budget)?;
            State::Coloured(Document::plain(Nonogram::of(&picture)).into())
        } else {
            let picture = wanted.draw(seed, 0, budget)?;
            State::Plain(Document::plain(Nonogram::of(&picture)).into())
        })
    }
}

impl Play for Game {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "pictures", setup: "picture=any" },
        Preset { name: "small-pictures", setup: "picture=small" },
        Preset { name: "medium-pictures", setup: "picture=medium" },
        Preset { name: "large-pictures", setup: "picture=large" },
        Preset { name: "colour-pictures", setup: "picture=colours" },
        Preset { name: "random", setup: "board=10x10" },
        Preset { name: "random-small", setup: "board=5x5" },
        Preset { name: "random-large", setup: "board=15x15" },
        Preset { name: "tournament", setup: "board=25x25" },
        Preset { name: "random-colours", setup: "board=10x10; colours=3" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[PICTURE.spec, BOARD.spec, SHARE.spec, COLOURS.spec];
    type View = AnyView;
    type Reason = HintReason;

    fn new(setup: &Options) -> Result<Game, InputError> {
        Ok(Game {
            size: setup.get(BOARD),
            share: setup.get(SHARE),
            colours: setup.get(COLOURS) as usize,
            wanted: setup.get(PICTURE),
        })
    }

    fn start(&self, stream: &mut Stream, context: &Context<'_>) -> Result<State, Stop> {
        if let Some(picture) = self.wanted.draw(stream) {
            return Ok(State::of(picture));
        }
        let seed = Seed(stream.next_u64());
        // Without a painted cell there is nothing to play.
        let share = self.share.max(1.0 / self.size.cells() as f64);
        let unique = PictureKind { size: self.size, share, unique: true, shape: Shape::Noise };
        let mut lent = context.at_most(DRAWING).budget;
        Ok(match self.draw(&unique, seed, &mut lent) {
            // Its own limit, not the user's.
            Err(Exhausted::Nodes) if context.budget.remaining() > DRAWING => {
                self.draw(&PictureKind { unique: false, ..unique }, seed, &mut context.budget.clone())?
            }
            drawn => drawn?,
        })
    }

    fn view(&self, state: &State) -> AnyView {
        match state.clone() {
            State::Plain(at) => AnyView::Plain(View(at)),
            State::Coloured(at) => AnyView::Coloured(ColourView(at)),
        }
    }

    fn hint(&self, view: &AnyView, context: &Context<'_>) -> Result<Hint<HintReason>, Stop> {
        let mut budget = context.budget.clone();
        let hint = match view {
            AnyView::Plain(View(at)) => match next(&at.puzzle, &at.board, &mut budget)? {
                Next::Unsolvable => None,
                next => Some(next.hint().map(HintReason::Plain)),
            },
            AnyView::Coloured(ColourView(at)) => {
                at.hint(&mut budget)?.map(|hint| hint.map(HintReason::Coloured))
            }
        };
        Ok(hint.ok_or_else(|| InputError::new("no picture fits these clues"))?)
    }

    fn write(&self, state: &State) -> String {
        match state {
            State::Plain(at) => write_inline(&at.puzzle, Some(&at.board)),
            State::Coloured(at) => at.in_a_line(),
        }
    }

    /// Any format of [`crate::notation`] that is text, of any size.
    fn read(&self, text: &str) -> Result<State, InputError> {
        Ok(read_one_sheet(text.as_bytes(), None)?.into())
    }

    fn write_move(&self, chosen: Stroke) -> String {
        chosen.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Stroke, InputError> {
        text.parse()
    }

    fn scene(&self, view: &AnyView) -> Scene {
        fn labels<B: Block>(clues: &[Clue<B>]) -> Vec<Vec<String>> {
            let words = |clue: &Clue<B>| -> Vec<String> {
                if clue.is_empty() {
                    vec!["0".to_owned()]
                } else {
                    clue.iter().map(ToString::to_string).collect()
                }
            };
            clues.iter().map(words).collect()
        }
        let (rows, above, left, keys) = match view {
            AnyView::Plain(View(at)) => (
                at.squares(),
                labels(at.puzzle.columns()),
                labels(at.puzzle.rows()),
                "space paints black or clears, x crosses out or clears; so do the mouse buttons",
            ),
            AnyView::Coloured(ColourView(at)) => (
                at.squares(),
                labels(at.puzzle.columns()),
                labels(at.puzzle.rows()),
                "space takes the next colour and after the last clears, x crosses out or clears; so do the mouse buttons",
            ),
        };
        Scene {
            above,
            left: left.iter().map(|words| words.join(" ")).collect(),
            ..Scene::new(rows, Steering::Cursor, keys)
        }
    }

    fn touch(&self, view: &AnyView, touch: Touch) -> Option<Stroke> {
        match view {
            AnyView::Plain(View(at)) => at.touched(touch).map(Stroke::from),
            AnyView::Coloured(ColourView(at)) => at.touched(touch),
        }
    }

    fn square(&self, _: &AnyView, chosen: Stroke) -> Option<(usize, usize)> {
        Some((chosen.y, chosen.x))
    }

    fn summary(
        &self,
        start: &State,
        moves: &[Stroke],
        context: &Context<'_>,
    ) -> Result<Option<String>, Stop> {
        let mut painted: std::collections::HashSet<(usize, usize)> = match start {
            State::Plain(at) => at.board.painted().iter().map(|paint| (paint.x, paint.y)).collect(),
            State::Coloured(at) => {
                let width = at.puzzle.width();
                let cells = at.board.0.iter().enumerate().filter(|(_, cell)| cell.is_some());
                cells.map(|(index, _)| (index % width, index / width)).collect()
            }
        };
        let mut corrected = 0;
        for stroke in moves {
            let cell = (stroke.x, stroke.y);
            let is_open = stroke.dab == Dab::of(None);
            corrected += u64::from(if is_open { painted.remove(&cell) } else { !painted.insert(cell) });
        }
        let mut budget = context.at_most(GRADING).budget;
        let grade = match start {
            State::Plain(at) => graded(&at.puzzle, &mut budget).grade,
            State::Coloured(at) => graded_colours(&at.puzzle, &mut budget).grade,
        };
        let grade = match grade {
            Grade::Unknown => "How hard it is could not be worked out.".to_owned(),
            grade => format!("Its grade is {}: {}.", grade.name(), grade.meaning()),
        };
        let moves = count(moves.len() as u64, "move");
        let corrections = match corrected {
            0 => "no corrections".to_owned(),
            some => count(some, "correction"),
        };
        let title = start.picture().map(|picture| format!(" The picture is \"{}\".", picture.title()));
        Ok(Some(format!("{moves}, {corrections}. {grade}{}", title.unwrap_or_default())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Paint};

    fn game(rows: usize, columns: usize, share: f64) -> Game {
        Game { size: Size { rows, columns }, share, colours: 1, wanted: Wanted::Random }
    }

    fn start(game: &Game, seed: u64) -> State {
        game.start(&mut Seed(seed).stream(0), &Context::bare()).unwrap()
    }

    fn plain(state: &State) -> &Position {
        let State::Plain(at) = state else { panic!("{state:?} is in colours") };
        at
    }

    fn coloured(state: &State) -> &ColourPosition {
        let State::Coloured(at) = state else { panic!("{state:?} is in black and white") };
        at
    }

    /// Plays the hints to the end; the number of moves.
    fn play_out(game: &Game, mut at: State) -> usize {
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
        assert!(game.hint(&game.view(&at), &Context::bare()).unwrap().decision.is_none());
        moves
    }

    #[test]
    fn in_colours_a_press_takes_the_next_colour_and_hints_alone_win() {
        let game = Game { colours: 3, ..game(6, 7, 0.7) };
        let at = start(&game, 2);
        assert_eq!(coloured(&at).puzzle.size().to_string(), "6x7");
        assert_eq!(game.read(&game.write(&at)).unwrap(), at);
        let touched = |at: &State, touch: Touch| {
            let chosen = game.touch(&game.view(at), touch).unwrap();
            assert_eq!(game.read_move(&game.write_move(chosen)).unwrap(), chosen);
            (game.write_move(chosen), game.apply(at, chosen))
        };
        let mut now = at.clone();
        for expected in ["r2c3=a", "r2c3=b", "r2c3=c", "r2c3=?", "r2c3=a"] {
            let (written, next) = touched(&now, Touch::Press(1, 2));
            assert_eq!(written, expected);
            now = next;
        }
        let (written, crossed) = touched(&now, Touch::Mark(1, 2));
        assert_eq!(
            (written.as_str(), coloured(&crossed).board.0[7 + 2]),
            ("r2c3=.", Some(Colour::new(0).unwrap()))
        );
        assert_eq!(game.read(&game.write(&crossed)).unwrap(), crossed);
        assert_eq!(game.touch(&game.view(&at), Touch::Press(6, 0)), None);
        // A wrong cell is corrected on the way.
        let hint = game.hint(&game.view(&at), &Context::bare()).unwrap();
        let right = game.read_move(&hint.decision.unwrap().chosen).unwrap();
        let wrong = game.apply(
            &at,
            Stroke {
                dab: Dab::of(Colour::new(if right.dab == Dab::of(Colour::new(1)) { 2 } else { 1 })),
                ..right
            },
        );
        let hint = game.hint(&game.view(&wrong), &Context::bare()).unwrap().decision.unwrap();
        assert_eq!((hint.chosen, hint.certain), (right.to_string(), true));
        assert!(matches!(hint.reason, HintReason::Coloured(ColourReason::Wrong { .. })));
        assert!(play_out(&game, wrong) <= 43);
    }

    #[test]
    fn a_puzzle_in_colours_of_ones_own_can_be_played() {
        let game = game(5, 5, 0.6);
        let at = game.read("2a-1b 1b/1a 1a-1b 1b").unwrap();
        assert_eq!(coloured(&at).puzzle.size().to_string(), "2x3");
        assert!(play_out(&game, at.clone()) <= 6);
        let summary = game.summary(
            &at,
            &["r1c1=a", "r1c1=b", "r1c1=a"].map(|text| text.parse().unwrap()),
            &Context::bare(),
        );
        assert!(summary.unwrap().unwrap().starts_with("3 moves, 2 corrections."));
    }

    #[test]
    fn a_picture_of_the_shelf_names_itself_when_it_is_solved() {
        for (title, colours) in [("Cat", 1), ("Tomato", 3)] {
            let game = Game { wanted: title.parse().unwrap(), ..game(5, 5, 0.6) };
            let at = start(&game, 1);
            let shown = |at: &State| serde_json::to_value(game.view(at)).unwrap()["picture"].clone();
            assert_eq!(shown(&at)["title"], serde_json::Value::Null);
            assert_eq!(shown(&at)["palette"].as_array().unwrap().len(), colours + 1);
            // A saved game has the clues alone: they are enough.
            let mut now = game.read(&game.write(&at)).unwrap();
            let goal = match at.picture().unwrap().sheet {
                Sheet::Plain(document) => crate::notation::write_inline(&document.puzzle, None),
                Sheet::Coloured(document) => crate::notation::write_inline(&document.puzzle, None),
            };
            assert_eq!(game.write(&at), goal);
            let mut moves = Vec::new();
            while game.turn(&now) == Turn::To(Side::First) {
                let hint = game.hint(&game.view(&now), &Context::bare()).unwrap().decision.unwrap();
                moves.push(game.read_move(&hint.chosen).unwrap());
                now = game.apply(&now, moves[moves.len() - 1]);
            }
            assert_eq!(shown(&now)["title"], title);
            let summary = game.summary(&at, &moves, &Context::bare()).unwrap().unwrap();
            assert!(summary.ends_with(&format!("The picture is \"{title}\".")), "{summary}");
        }
        let random = start(&game(5, 5, 0.6), 1);
        assert_eq!(
            serde_json::to_value(game(5, 5, 0.6).view(&random)).unwrap()["picture"],
            serde_json::Value::Null
        );
    }

    #[test]
    fn a_press_paints_and_clears_and_a_mark_crosses_out_and_clears() {
        let game = game(3, 4, 0.6);
        let at = start(&game, 1);
        let touched = |at: &State, touch: Touch| {
            let chosen = game.touch(&game.view(at), touch).unwrap();
            game.apply(at, chosen)
        };
        let black = touched(&at, Touch::Press(2, 3));
        assert_eq!(plain(&black).board.get(3, 2), Cell::Black);
        assert_eq!(touched(&black, Touch::Press(2, 3)), at);
        let white = touched(&black, Touch::Mark(2, 3));
        assert_eq!(plain(&white).board.get(3, 2), Cell::White);
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
        at = game.apply(&at, right.opposite().into());
        let hint = game.hint(&game.view(&at), &Context::bare()).unwrap();
        let decision = hint.decision.unwrap();
        assert_eq!((decision.chosen.as_str(), decision.certain), (right.to_string().as_str(), true));
        assert!(matches!(decision.reason, HintReason::Plain(Why::Wrong { .. })), "{:?}", decision.reason);
        assert!(play_out(&game, at) <= 63);
    }

    #[test]
    fn a_puzzle_of_ones_own_can_be_played_whatever_its_size_and_format() {
        let game = game(5, 5, 0.6);
        let text = "title \"mine\"\nwidth 3\nheight 2\nrows\n1,1\n3\ncolumns\n2\n1\n2\nsaved \"#?????\"\n";
        let at = game.read(text).unwrap();
        let Position { puzzle, board } = plain(&at);
        assert_eq!((puzzle.size().to_string().as_str(), board.get(0, 0)), ("2x3", Cell::Black));
        assert_eq!(game.read(&game.write(&at)).unwrap(), at);
        assert!(game.read("nonsense").is_err());
    }

    #[test]
    fn a_puzzle_is_drawn_even_where_none_has_one_solution_and_never_without_a_black_cell() {
        // Sparse pictures hardly ever have unique clues: then one with several solutions has to do.
        let sparse = start(&game(12, 12, 0.2), 5);
        assert_eq!(plain(&sparse).puzzle.size(), Size { rows: 12, columns: 12 });
        for seed in 0..3 {
            assert_eq!(game(1, 1, 0.0).turn(&start(&game(1, 1, 0.0), seed)), Turn::To(Side::First));
        }
        let context = Context::bare().at_most(2);
        let drawn = game(12, 12, 0.2).start(&mut Seed(5).stream(0), &context);
        assert_eq!(drawn, Err(Stop::Exhausted(Exhausted::Nodes)));
    }

    #[test]
    fn the_end_of_a_game_shows_corrections_and_the_grade() {
        let game = game(2, 2, 0.6);
        let at = game.read("2 1/2 1").unwrap();
        let moves: Vec<Stroke> =
            ["r2c2=#", "r2c2=.", "r1c1=#", "r1c2=#", "r2c1=#"].map(|text| text.parse().unwrap()).into();
        let summary = game.summary(&at, &moves, &Context::bare()).unwrap().unwrap();
        assert_eq!(summary, "5 moves, 1 correction. Its grade is overlap: the overlap rule suffices.");
    }
}

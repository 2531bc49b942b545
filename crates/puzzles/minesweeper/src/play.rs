//! Minesweeper as it is played.

use std::fmt;

use quandary_core::rules::Side;
use quandary_core::{Context, InputError, Outcome, Seed, Stop, Stream};
use quandary_verbs::play::{Line, Play, Preset, Scene, Square, Steering, Tone, Touch, Worth};
use quandary_verbs::{Alternative, Hint};
use quandary_verbs::{Opt, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

use crate::autopsy::{Autopsy, Finding, examine};
use crate::board::{Board, Cell, Coord, FirstClick};
use crate::explain::{Advice, advise, lay_out};
use crate::game::{parse_action, read, refusal, show_action, write};
use crate::generate::NoGuessMaker;
use crate::inference::NoAnswer;
use crate::notation::show;
use crate::reason::Why;
use crate::rules::{Action, CellView, Minesweeper, Observation, World};
use crate::strategy::{FirstMove, Strategy};
use crate::words::many;

/// Rows, columns and mines.
pub const BOARD: Opt<Board> = Opt::text(
    "board",
    "RxC/M",
    &["beginner", "intermediate", "expert", "8x8/10"],
    "Rows, columns and mines, or beginner, intermediate, expert",
)
.or("beginner");

/// What the first click is promised.
pub const FIRST_CLICK: Opt<FirstClick> = Opt::one_of(
    "first-click",
    "RULE",
    &["any", "safe", "open"],
    "any (may be a mine), safe (the cell is safe) or open (its neighbours too)",
)
.or("safe");

/// Only boards that can be won without guessing.
pub const NO_GUESS: Opt<bool> = Opt::switch("no-guess", "Only boards that can be won without guessing");

/// What the player sees: the board, and once it is over where the mines were.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View {
    /// What the first click is promised.
    pub first_click: FirstClick,
    /// What is open, closed and flagged, as if opened row by row: advice depends on what is seen alone.
    pub observation: Observation,
    /// How it ended, the mines, and the mine that ended it.
    pub end: Option<End>,
}

/// What is shown when it is over.
#[derive(Clone, Debug)]
pub struct End {
    /// How it ended.
    pub outcome: Outcome,
    /// Where the mines were.
    pub mines: Vec<Cell>,
    /// The mine that was opened.
    pub exploded: Option<Cell>,
}

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows, columns and mines.
    board: Board,
    /// What the first click is promised.
    first_click: FirstClick,
    /// The header and the rows: 0 to 8 open, `?` hidden, `F` flag.
    position: String,
    /// Mines without a flag; negative when there are too many flags.
    mines_left: i64,
    /// How it ended, once it has.
    outcome: Option<Outcome>,
    /// Where the mines were, once it is over.
    mines: Option<Vec<Coord>>,
    /// The mine that ended it.
    exploded: Option<Coord>,
}

impl From<View> for ViewJson {
    fn from(view: View) -> ViewJson {
        let board = view.board();
        ViewJson {
            board,
            first_click: view.first_click,
            position: show(&view.observation),
            mines_left: view.mines_left(),
            outcome: view.end.as_ref().map(|end| end.outcome),
            mines: view.end.as_ref().map(|end| end.mines.iter().map(|&cell| board.spot(cell)).collect()),
            exploded: view.end.and_then(|end| end.exploded).map(|cell| board.spot(cell)),
        }
    }
}

impl View {
    /// What is seen under a rule, of a game that goes on.
    pub fn of(first_click: FirstClick, observation: &Observation) -> View {
        View { first_click, observation: observation.in_order(), end: None }
    }

    fn board(&self) -> Board {
        self.observation.board()
    }

    fn mines_left(&self) -> i64 {
        let flags = self.observation.seen().iter().filter(|&&seen| seen == CellView::Flag).count();
        self.board().mines() as i64 - flags as i64
    }

    fn square_of(&self, cell: Cell) -> Square {
        let mine = |end: &End| end.mines.contains(&cell);
        match (self.observation.at(cell), &self.end) {
            (CellView::Number(0), _) => Square::new("·", Tone::Dim),
            (CellView::Number(number), _) => Square::new(number.to_string(), Tone::Scale(number)),
            (_, Some(end)) if end.exploded == Some(cell) => Square::new("X", Tone::Bad),
            (CellView::Flag, Some(end)) if !mine(end) => Square::new("!", Tone::Bad),
            (CellView::Flag, _) => Square::new("F", Tone::Marked),
            (CellView::Hidden, Some(end)) if mine(end) => Square::new("*", Tone::Bad),
            (CellView::Hidden, _) => Square::new("?", Tone::Closed),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.board().cols().to_string().len() + 1;
        writeln!(f, "{}", lay_out(self.board(), wide, |cell| self.square_of(cell).text))?;
        match self.end {
            None => write!(f, "{}, {} without a flag", many(self.board().mines(), "mine"), self.mines_left()),
            Some(End { outcome, .. }) => f.write_str(outcome.name()),
        }
    }
}

/// What the value of a move is.
const VALUE_IS: &str = "probability that the cell is safe";

impl Minesweeper {
    /// An error when no minefield keeps the first-click rule, whatever is opened first.
    pub(crate) fn check_first_click(&self) -> Result<(), InputError> {
        if self.grid().cells().any(|cell| self.allows_first(cell)) {
            return Ok(());
        }
        let what = format!("no board {} keeps the rule `{}`", self.grid().board(), self.first_click());
        Err(InputError::new(what).expected("fewer mines or another rule").of_option("first-click"))
    }
}

impl Play for Minesweeper {
    const PRESETS: &'static [Preset] = &[
        Preset { name: "beginner", setup: "board=9x9/10" },
        Preset { name: "beginner-8x8", setup: "board=8x8/10" },
        Preset { name: "intermediate", setup: "board=16x16/40" },
        Preset { name: "expert", setup: "board=16x30/99" },
    ];
    const OPTIONS: &'static [OptionSpec] = &[BOARD.spec, FIRST_CLICK.spec, NO_GUESS.spec];
    type View = View;
    type Reason = Why;

    fn new(setup: &Options) -> Result<Minesweeper, InputError> {
        let (board, rule) = (setup.get(BOARD), setup.get(FIRST_CLICK));
        let game = Minesweeper::new(board, rule);
        if board.mines() == board.cells() {
            let what = format!("{board} is nothing but mines: the first move loses");
            return Err(InputError::new(what).expected("fewer mines than cells").of_option("board"));
        }
        game.check_first_click()?;
        Ok(if setup.is_on(NO_GUESS) { game.without_guessing() } else { game })
    }

    fn start(&self, stream: &mut Stream, context: &Context<'_>) -> Result<World, Stop> {
        let mut own = Stream::from_u64(stream.next_u64());
        if !self.is_without_guessing() {
            return Ok(self.deal(own));
        }
        let board = self.grid().board();
        let first = FirstMove::best(board, self.first_click()).cell(board).unwrap_or(Cell(0));
        let made = NoGuessMaker::new(self, first).draw(&mut own, &mut context.budget.clone())?;
        let made = made.ok_or_else(|| {
            InputError::new(format!("every board {board} needs a guess"))
                .expected("a larger board or fewer mines")
                .of_option("no-guess")
        })?;
        let mut world = self.world_on(made.field);
        Minesweeper::play(self, &mut world, Action::Open(first));
        Ok(world)
    }

    fn view(&self, world: &World) -> View {
        let mines = |world: &World| {
            let field = world.reveal()?;
            Some(self.grid().cells().filter(|&cell| field.is_mine(cell)).collect())
        };
        let end = world.outcome().map(|outcome| End {
            outcome,
            mines: mines(world).unwrap_or_default(),
            exploded: world.exploded(),
        });
        View { end, ..View::of(self.first_click(), world.observation()) }
    }

    fn hint(&self, view: &View, context: &Context<'_>) -> Result<Hint<Why>, Stop> {
        if view.end.is_some() || view.observation.is_won() {
            return Ok(Hint::none(VALUE_IS));
        }
        context.budget.poll()?;
        let game = Minesweeper::new(view.board(), view.first_click);
        // Ties between equal cells are broken the same way every time.
        let advice =
            advise(&game, &Strategy::best(), &view.observation, &mut Seed(0).stream(0), &context.budget);
        Ok(hint_of(&game, &view.observation, advice.map_err(|error| no_answer(&view.observation, &error))?))
    }

    fn write(&self, world: &World) -> String {
        write(self, world)
    }

    fn read(&self, text: &str) -> Result<World, InputError> {
        read(self, text)
    }

    fn write_move(&self, chosen: Action) -> String {
        show_action(self.grid().board(), chosen)
    }

    fn read_move(&self, text: &str) -> Result<Action, InputError> {
        parse_action(self.grid().board(), text)
    }

    fn scene(&self, view: &View) -> Scene {
        let board = view.board();
        let squares: Vec<Square> = self.grid().cells().map(|cell| view.square_of(cell)).collect();
        let rows = squares.chunks(board.cols()).map(<[Square]>::to_vec).collect();
        let digits = |number: usize| number.to_string().chars().map(String::from).collect();
        Scene {
            above: (1..=board.cols()).map(digits).collect(),
            left: (1..=board.rows()).map(|row| row.to_string()).collect(),
            ..Scene::new(rows, Steering::Cursor, "enter opens (a number: its other neighbours), f flags")
        }
    }

    fn touch(&self, view: &View, touch: Touch) -> Option<Action> {
        let place = |row: usize, col: usize| view.board().cell(row + 1, col + 1);
        match touch {
            Touch::Press(row, col) => {
                let cell = place(row, col)?;
                match view.observation.at(cell) {
                    CellView::Hidden => Some(Action::Open(cell)),
                    CellView::Number(_) if view.observation.can_chord(cell) => Some(Action::Chord(cell)),
                    CellView::Number(_) | CellView::Flag => None,
                }
            }
            Touch::Mark(row, col) => {
                place(row, col).filter(|&cell| view.observation.at(cell).is_closed()).map(Action::Flag)
            }
            Touch::Arrow(_) | Touch::Carry(..) => None,
        }
    }

    fn square(&self, view: &View, chosen: Action) -> Option<(usize, usize)> {
        let (row, col) = view.board().place(chosen.cell());
        Some((row - 1, col - 1))
    }

    fn summary(
        &self,
        start: &World,
        moves: &[Action],
        context: &Context<'_>,
    ) -> Result<Option<String>, Stop> {
        Ok(look_back(self.grid().board(), &self.examined(start, moves, context)?))
    }

    /// The win chance at every move: more than the safety of a cell says.
    fn line(&self, start: &World, moves: &[Action], context: &Context<'_>) -> Result<Option<Line>, Stop> {
        Ok(Some(time_line(self.grid().board(), moves, &self.examined(start, moves, context)?)))
    }
}

impl Minesweeper {
    /// A short look back, not the whole autopsy: some two seconds of games on a large board.
    fn examined(&self, start: &World, moves: &[Action], context: &Context<'_>) -> Result<Autopsy, Stop> {
        const GAMES: u64 = 2_000;
        let openings = moves.iter().filter(|action| !matches!(action, Action::Flag(_))).count() as u64;
        let samples = (GAMES / (2 * openings + 1)).clamp(10, 100);
        let lent = context.at_most(GAMES);
        Ok(examine(self, start.clone(), moves, samples, Seed(0), &mut lent.budget.clone())?)
    }
}

/// The win chance of each position: flags and other moves that open nothing leave it as it was.
fn time_line(board: Board, moves: &[Action], found: &Autopsy) -> Line {
    let mut findings = found.findings.iter().peekable();
    let mut now = found.start;
    let mut points = Vec::new();
    for at in 0..=moves.len() {
        let turn = (at < moves.len() || found.outcome.is_none()).then_some(Side::First);
        let mut point = Worth::unknown(at, turn, moves.get(at).map(|&action| show_action(board, action)));
        if let Some(chance) = now {
            point.value = Some(chance.value());
            point.ci95 = Some(chance.interval().into());
        }
        if let Some(finding) = findings.next_if(|finding| finding.at == at) {
            point.played_value = Some(finding.chosen.value());
            point.best = Some(show_action(board, finding.better.unwrap_or(finding.action)));
            point.mistake = finding.is_mistake();
            now = Some(finding.after);
        } else if findings.peek().is_none() && found.stopped.is_some() {
            // What follows was not examined.
            points.push(point);
            break;
        }
        points.push(point);
    }
    Line { value_is: "win chance of our strongest player".into(), points, stopped: found.stopped }
}

/// Why a position has no probabilities, as a reason to stop.
pub(crate) fn no_answer(seen: &Observation, error: &NoAnswer) -> Stop {
    match error {
        NoAnswer::TooWide(why) => Stop::Exhausted(*why),
        NoAnswer::Impossible { .. } => Stop::Input(refusal(seen, error)),
    }
}

/// Advice as a hint, with the safety of every closed cell.
pub(crate) fn hint_of(game: &Minesweeper, seen: &Observation, advice: Advice) -> Hint<Why> {
    let board = seen.board();
    let fresh = seen.opened().is_empty();
    let by_rule = fresh && game.first_click() != FirstClick::Any;
    let mut weighed: Vec<(Action, f64)> = Vec::new();
    for cell in game.grid().cells() {
        let Some(mine) = advice.probabilities.mine[cell.at()] else { continue };
        if fresh && !game.allows_first(cell) {
            continue;
        }
        let action = if seen.at(cell) == CellView::Flag { Action::Flag(cell) } else { Action::Open(cell) };
        weighed.push((action, if by_rule { 1.0 } else { 1.0 - mine }));
    }
    // The recommended one leads where others are equally safe.
    let chosen = advice.decision.chosen;
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1).then((b.0 == chosen).cmp(&(a.0 == chosen))));
    let alternatives = weighed.into_iter().map(|(action, safe)| Alternative {
        chosen: show_action(board, action),
        value: Some(safe),
        text: match safe {
            1.0 => "certainly safe".to_owned(),
            0.0 => "certainly a mine".to_owned(),
            _ => format!("safe in {:.2} % of cases", 100.0 * safe),
        },
    });
    let Advice { decision, why, .. } = advice;
    let decision =
        quandary_core::Decision { chosen: decision.chosen, reason: why, probability: decision.probability };
    let written = show_action(board, decision.chosen);
    Hint::new(decision, written, VALUE_IS).among(alternatives.collect())
}

/// An autopsy in two or three sentences.
fn look_back(board: Board, found: &Autopsy) -> Option<String> {
    let start = found.start?;
    let points = |share: f64| format!("{:+.0}", 100.0 * share);
    let mut text = format!(
        "At the start the chance to win was about {:.0} %; skill {} points, luck {} points.",
        100.0 * start.value(),
        points(found.skill().value),
        points(found.luck().value)
    );
    let worst = found.findings.iter().filter(|finding| finding.is_mistake());
    if let Some(worst) = worst.min_by(|a, b| a.skill().total_cmp(&b.skill())) {
        let Finding { action, better, .. } = worst;
        text.push_str(&format!(
            " The costliest move was {} ({} points)",
            show_action(board, *action),
            points(worst.skill())
        ));
        if let Some(better) = better {
            text.push_str(&format!("; {} was better", show_action(board, *better)));
        }
        text.push('.');
    }
    if found.stopped.is_some() {
        text.push_str(&format!(" Only the first {} were looked at.", many(found.findings.len(), "move")));
    }
    Some(text)
}

//! A puzzle with levels, small but whole: pushing boxes. The level is an instance beside the setting, pushes cost and steps
//! do not, a lost position is to be taken back, and squares say what stands on them.

use std::collections::BTreeSet;
use std::fmt;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Budget, Context, Decision, Direction, InputError, Outcome, Reason, Seed, Stop, Stream};
use quandary_search::astar::{Ties, astar};
use quandary_verbs::play::{AnySession, Occupant, Play, Preset, Scene, Square, Steering, Tone, Touch};
use quandary_verbs::{Entry, Hint, OptionSpec, Options};
use schemars::JsonSchema;
use serde::Serialize;

/// `#` a wall, `.` a goal, `$` a box, `@` the player; every row is equally long and the border is walls.
const LEVELS: [&str; 2] = ["######\n#@ $.#\n#    #\n######", "#######\n#  #  #\n# $ . #\n#@    #\n#######"];
const ENTRY: Entry = Entry::of::<Boxes>("boxes", "Push every box to a goal", &[]);
const WAYS: [(Direction, &str); 4] = [
    (Direction::Up, "up"),
    (Direction::Down, "down"),
    (Direction::Left, "left"),
    (Direction::Right, "right"),
];

/// The level, in the rules. Without one there is nothing but a position to refuse.
#[derive(Default)]
struct Boxes {
    level: String,
    width: usize,
    walls: BTreeSet<usize>,
    goals: BTreeSet<usize>,
    start: Position,
}

/// What changes: the player and the boxes.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Position {
    player: usize,
    boxes: BTreeSet<usize>,
}

impl Boxes {
    fn step(&self, from: usize, direction: Direction) -> usize {
        match direction {
            Direction::Up => from - self.width,
            Direction::Down => from + self.width,
            Direction::Left => from - 1,
            Direction::Right => from + 1,
        }
    }

    fn drawn(&self, position: &Position) -> String {
        let letter = |cell: usize| match cell {
            cell if cell == position.player => '@',
            cell if position.boxes.contains(&cell) => '$',
            cell if self.walls.contains(&cell) => '#',
            cell if self.goals.contains(&cell) => '.',
            _ => ' ',
        };
        let letters: Vec<char> = (0..self.level.replace('\n', "").len()).map(letter).collect();
        letters.chunks(self.width.max(1)).map(String::from_iter).collect::<Vec<_>>().join("\n")
    }
}

impl Rules for Boxes {
    type State = Position;
    type Move = Direction;

    fn turn(&self, position: &Position) -> Turn {
        if position.boxes.is_subset(&self.goals) { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Direction>) {
        if self.is_solved(position) {
            return;
        }
        out.extend(WAYS.map(|(direction, _)| direction).into_iter().filter(|&direction| {
            let next = self.step(position.player, direction);
            let is_blocked = |cell| self.walls.contains(&cell) || position.boxes.contains(&cell);
            !self.walls.contains(&next)
                && (!position.boxes.contains(&next) || !is_blocked(self.step(next, direction)))
        }));
    }

    fn apply(&self, position: &Position, direction: Direction) -> Position {
        let player = self.step(position.player, direction);
        let mut boxes = position.boxes.clone();
        if boxes.remove(&player) {
            boxes.insert(self.step(player, direction));
        }
        Position { player, boxes }
    }

    fn cost(&self, position: &Position, direction: Direction) -> u32 {
        u32::from(position.boxes.contains(&self.step(position.player, direction)))
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Why {
    Pushes { left: u32 },
    Lost,
}

impl Reason for Why {
    fn text(&self) -> String {
        match self {
            Why::Pushes { left } => format!("{left} pushes are enough"),
            Why::Lost => "no pushes bring every box to a goal".into(),
        }
    }

    fn nudge(&self) -> String {
        if let Why::Lost = self { "A box is stuck." } else { "Look for a push." }.into()
    }
}

#[derive(Serialize, JsonSchema)]
struct View {
    position: String,
    #[serde(skip)]
    #[schemars(skip)]
    at: Position,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position)
    }
}

impl Play for Boxes {
    const OPTIONS: &'static [OptionSpec] = &[];
    const PRESETS: &'static [Preset] = &[Preset { name: "usual", setup: "" }];
    type View = View;
    type Reason = Why;

    fn new(_: &Options) -> Result<Boxes, InputError> {
        Ok(Boxes::default())
    }

    fn instance(&self) -> Option<String> {
        Some(self.level.clone())
    }

    fn with_instance(self, text: &str) -> Result<Boxes, InputError> {
        let width = text.lines().next().map_or(0, str::len);
        let letters: String = text.lines().collect();
        let cells = |letter| letters.match_indices(letter).map(|(cell, _)| cell).collect::<BTreeSet<_>>();
        let (Some(player), boxes) = (letters.find('@'), cells('$')) else {
            return Err(InputError::new("a level without a player"));
        };
        let start = Position { player, boxes };
        Ok(Boxes { level: text.to_owned(), width, walls: cells('#'), goals: cells('.'), start })
    }

    fn draw_instance(self, stream: &mut Stream, _: &Context<'_>) -> Result<Boxes, Stop> {
        Ok(self.with_instance(LEVELS[stream.index(LEVELS.len())])?)
    }

    fn start(&self, _: &mut Stream, _: &Context<'_>) -> Result<Position, Stop> {
        Ok(self.start.clone())
    }

    fn view(&self, at: &Position) -> View {
        View { position: self.drawn(at), at: at.clone() }
    }

    fn hint(&self, view: &View, _: &Context<'_>) -> Result<Hint<Why>, Stop> {
        let (mut stream, mut budget) = (Seed(0).stream(0), Budget::unlimited());
        let found = astar(self, view.at.clone(), |_| 0, Ties::Fifo, &mut stream, &mut budget, |_| {});
        let path = found.map_err(|cut| cut.why)?.path;
        let Some(path) = path else { return Ok(Hint::take_back(Why::Lost, "pushes")) };
        let Some(&first) = path.first() else { return Ok(Hint::none("pushes")) };
        let (mut at, mut left) = (view.at.clone(), 0);
        for step in path {
            left += self.cost(&at, step);
            at = self.apply(&at, step);
        }
        let decision = Decision::certain(first, Why::Pushes { left });
        Ok(Hint::new(decision, self.write_move(first), "pushes"))
    }

    fn write(&self, position: &Position) -> String {
        let cells: Vec<String> =
            std::iter::once(&position.player).chain(&position.boxes).map(usize::to_string).collect();
        cells.join(" ")
    }

    fn read(&self, text: &str) -> Result<Position, InputError> {
        let cells: Option<Vec<usize>> = text.split_whitespace().map(|cell| cell.parse().ok()).collect();
        match cells.as_deref() {
            Some([player, boxes @ ..]) if self.width > 0 && boxes.len() == self.start.boxes.len() => {
                Ok(Position { player: *player, boxes: boxes.iter().copied().collect() })
            }
            _ => Err(InputError::new("not a position of this level")),
        }
    }

    fn write_move(&self, chosen: Direction) -> String {
        WAYS.iter().find(|(direction, _)| *direction == chosen).map_or("", |(_, name)| name).to_owned()
    }

    fn read_move(&self, text: &str) -> Result<Direction, InputError> {
        let way = WAYS.iter().find(|(_, name)| *name == text);
        way.map(|(direction, _)| *direction).ok_or_else(|| InputError::new("not a direction"))
    }

    fn scene(&self, view: &View) -> Scene {
        let square = |letter: char| {
            let square = Square::new(letter, Tone::Plain);
            match letter {
                '@' => square.with_occupant(Occupant::Player),
                '$' => square.with_occupant(Occupant::Box),
                '.' => square.with_occupant(Occupant::Goal),
                '#' => square.with_occupant(Occupant::Wall),
                _ => square,
            }
        };
        let rows = view.position.lines().map(|row| row.chars().map(square).collect()).collect();
        Scene::new(rows, Steering::Arrows, "arrows walk and push")
    }

    fn touch(&self, _: &View, touch: Touch) -> Option<Direction> {
        if let Touch::Arrow(direction) = touch { Some(direction) } else { None }
    }
}

fn at(text: &str) -> Box<dyn AnySession> {
    ENTRY.begin_at(&ENTRY.options([]).unwrap(), text, Seed(1)).unwrap()
}

fn advice(session: &dyn AnySession) -> String {
    session.hint(&Context::bare()).unwrap().text
}

#[test]
fn a_new_game_draws_its_level_and_a_level_alone_can_be_played() {
    let setup = ENTRY.options([]).unwrap();
    let drawn: BTreeSet<String> =
        (0..20).map(|seed| ENTRY.begin(&setup, Seed(seed), &Context::bare()).unwrap().text()).collect();
    assert_eq!(drawn, LEVELS.map(String::from).into());
    assert_eq!(at(LEVELS[1]).text(), LEVELS[1]);
    assert!(ENTRY.begin_at(&setup, "##", Seed(1)).is_err());
}

#[test]
fn the_level_is_saved_and_linked_with_the_game() {
    let mut session = at(LEVELS[0]);
    session.play("down").unwrap();
    assert_eq!(at(&session.link()).text(), session.text());
    let again = ENTRY.load(&session.save()).unwrap();
    assert_eq!((again.text(), again.save(), again.link()), (session.text(), session.save(), session.link()));
}

#[test]
fn the_hint_counts_what_moves_cost() {
    assert_eq!(advice(&*at(LEVELS[0])), "right: 1 pushes are enough");
    assert!(advice(&*at(LEVELS[1])).ends_with("2 pushes are enough"));
}

#[test]
fn a_lost_position_is_to_be_taken_back_unless_the_game_began_there() {
    let mut session = at(LEVELS[1]);
    for step in ["right", "up"] {
        session.play(step).unwrap();
    }
    let hint = session.hint(&Context::bare()).unwrap();
    assert_eq!(
        (hint.text.as_str(), hint.nudge.as_str()),
        ("Undo: no pushes bring every box to a goal", "A box is stuck.")
    );
    assert_eq!(hint.json()["decision"], serde_json::Value::Null);
    assert_eq!(hint.json()["take_back"]["reason"]["kind"], "lost");
    let lost = at(&session.link()).hint(&Context::bare()).unwrap();
    assert_eq!(lost.take_back, None);
    assert_eq!(lost.text, "This is lost from the start: no pushes bring every box to a goal");
    assert!(session.undo());
    let hint = session.hint(&Context::bare()).unwrap();
    assert!(hint.decision.is_some() && hint.json().get("take_back").is_none());
}

#[test]
fn squares_say_what_stands_on_them() {
    let scene = serde_json::to_value(at(LEVELS[0]).scene()).unwrap();
    let occupants: Vec<&str> =
        (1..5).filter_map(|column| scene["rows"][1][column]["occupant"].as_str()).collect();
    assert_eq!(occupants, ["player", "box", "goal"]);
}

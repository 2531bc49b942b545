//! A game in progress.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use quandary_api::{Action, SessionRequest, SessionView, Sessions};
use quandary_core::Direction;
use quandary_core::rules::Turn;
use quandary_core::{InputError, Stop};
use quandary_verbs::play::{AnySession, Steering, Tone, Touch};

use crate::error::raise;
use crate::work::WorkLimits;

/// A game in progress.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Session(Mutex<Box<dyn AnySession>>);

/// The visible board as numbers: rows, columns, and for each square the meaning of its colour and its content.
type Layers = (usize, usize, Vec<i32>, Vec<i32>);

#[pymethods]
impl Session {
    /// A new game, one that begins at a position, or a saved one: what the api's `sit` takes, without actions.
    #[new]
    fn new(
        py: Python<'_>,
        puzzle: String,
        setup: String,
        seed: u64,
        position: Option<String>,
        saved: Option<String>,
        limits: WorkLimits,
    ) -> PyResult<Session> {
        let request = SessionRequest { puzzle, setup, seed, position, saved, ..SessionRequest::default() };
        let session = limits.work(py, |context, _| request.begin(&Sessions::new(), context))?;
        Ok(Session(Mutex::new(session.map_err(|stop| raise(py, &stop))?)))
    }

    /// Does what a player does (JSON, as in the api); the program answers where it plays the other side.
    fn act(&self, py: Python<'_>, action: &str, limits: WorkLimits) -> PyResult<()> {
        let action: Action = serde_json::from_str(action).map_err(|error| {
            raise(py, &Stop::from(InputError::new(format!("the action cannot be read: {error}"))))
        })?;
        let done = limits.work(py, |context, _| quandary_api::act(&mut **self.held(), &action, context))?;
        done.map_err(|stop| raise(py, &stop))
    }

    /// Everything that can be seen, as the api says it (JSON).
    fn seen(&self, py: Python<'_>, hint: bool, summary: bool, limits: WorkLimits) -> PyResult<String> {
        let seen = limits.work(py, |context, _| SessionView::of(&**self.held(), hint, summary, context))?;
        let seen = seen.map_err(|stop| raise(py, &stop))?;
        Ok(serde_json::to_string(&seen).expect("our own types serialise"))
    }

    /// The legal moves.
    fn moves(&self) -> Vec<String> {
        self.held().moves()
    }

    /// What the player sees, as text.
    fn text(&self) -> String {
        self.held().text()
    }

    /// The setting, as text.
    fn setup(&self) -> String {
        self.held().setup()
    }

    /// The whole game as text, to continue it later.
    fn save(&self) -> String {
        self.held().save()
    }

    /// How it ended, from the view of the player who began; none while it goes on.
    fn outcome(&self) -> Option<&'static str> {
        match self.held().turn() {
            Turn::Over(outcome) => Some(outcome.name()),
            Turn::To(_) => None,
        }
    }

    /// The points, in games that have them.
    fn score(&self) -> Option<i64> {
        self.held().score()
    }

    /// The legal move that each touch means: every square pressed, row by row; every square marked; the four arrows.
    fn touches(&self, rows: usize, columns: usize) -> Vec<Option<String>> {
        let session = self.held();
        let squares = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let arrows = match session.scene().steering {
            Steering::Arrows => vec![Direction::Up, Direction::Down, Direction::Left, Direction::Right],
            Steering::Cursor | Steering::Pieces => Vec::new(),
        };
        let legal = session.moves();
        squares()
            .map(|(row, column)| Touch::Press(row, column))
            .chain(squares().map(|(row, column)| Touch::Mark(row, column)))
            .chain(arrows.into_iter().map(Touch::Arrow))
            .map(|touch| session.move_of(touch).filter(|chosen| legal.contains(chosen)))
            .collect()
    }

    /// The visible board, as numbers.
    fn layers(&self) -> Layers {
        let scene = self.held().scene();
        let columns = scene.rows.first().map_or(0, Vec::len);
        let squares = || scene.rows.iter().flatten();
        let tones = squares().map(|square| tone(square.tone)).collect();
        (scene.rows.len(), columns, tones, squares().map(|square| number(&square.text)).collect())
    }

    /// The labels above the columns and left of the rows, as numbers.
    fn labels(&self) -> (Vec<Vec<i32>>, Vec<Vec<i32>>) {
        let scene = self.held().scene();
        let above = scene.above.iter().map(|column| column.iter().map(|text| number(text)).collect());
        let left = scene.left.iter().map(|text| text.split_whitespace().map(number).collect());
        (above.collect(), left.collect())
    }
}

impl Session {
    fn held(&self) -> MutexGuard<'_, Box<dyn AnySession>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A colour's meaning as a number; a scale begins at 10.
fn tone(tone: Tone) -> i32 {
    match tone {
        Tone::Plain => 0,
        Tone::Dim => 1,
        Tone::Closed => 2,
        Tone::Filled => 3,
        Tone::First => 4,
        Tone::Second => 5,
        Tone::Good => 6,
        Tone::Bad => 7,
        Tone::Marked => 8,
        Tone::Scale(step) => 10 + i32::from(step),
    }
}

/// The content of a square as a number: the number itself, the code of a letter, 0 for nothing.
fn number(text: &str) -> i32 {
    let text = text.trim();
    let letter = || text.chars().next().and_then(|letter| i32::try_from(u32::from(letter)).ok());
    text.parse().ok().or_else(letter).unwrap_or(0)
}

//! A game against an external program: the game of two people at one board, in which the program plays one side.
//!
//! The saved game does not name the program: after loading it, one person plays both sides and nothing is started.

use quandary_core::rules::{Side, Turn};
use quandary_core::{Context, InputError, Stop, StopFlag};
use quandary_games::protocol::ask::Limits;
use quandary_games::protocol::outside::{self, Outside};
use quandary_runtime::Started;
use quandary_verbs::Options;
use quandary_verbs::play::{AnyHint, AnySession, Appearance, Line, SavedGame, Scene, Step, Touch};
use serde_json::Value;

use crate::arguments::OptionValues;

/// What stands before the command line of a program, where a player is named.
pub(super) const PREFIX: &str = outside::PREFIX;

/// Takes the program out of the setting: what is left is a game in which the person plays both sides. Gives the program's
/// command and side.
pub(super) fn take(given: &mut OptionValues) -> Result<Option<(String, Side)>, InputError> {
    let named = given.iter().position(|(name, value)| *name == "opponent" && value.starts_with(PREFIX));
    let Some(at) = named else { return Ok(None) };
    let (_, value) = given.remove(at);
    let command = value[PREFIX.len()..].trim().to_owned();
    let side = match given.iter().position(|(name, _)| *name == "side").map(|at| given.remove(at).1) {
        None => Side::Second,
        Some(side) => match side.as_str() {
            "first" => Side::Second,
            "second" => Side::First,
            _ => {
                return Err(InputError::new("with an engine as opponent you play one side")
                    .expected("first or second")
                    .of_option("side"));
            }
        },
    };
    given.push(("side", "both".into()));
    Ok(Some((command, side)))
}

/// Where a game began, as its puzzle writes it.
pub(crate) fn start_of(session: &dyn AnySession) -> String {
    let saved: Value = serde_json::from_str(&session.save()).unwrap_or_default();
    saved["start"].as_str().unwrap_or_default().to_owned()
}

/// A game, and the program that plays one side of it.
pub(super) struct Partnered {
    session: Box<dyn AnySession>,
    setup: Options,
    command: String,
    side: Side,
    limits: Limits,
    /// None before its first move, and after an error: then it is started again.
    program: Option<Box<dyn Outside>>,
}

impl Partnered {
    /// The same game, in which the program with this command line plays a side. It is started at once, to say early that it
    /// cannot be.
    pub(super) fn new(
        session: Box<dyn AnySession>,
        setup: Options,
        (command, side): (String, Side),
        seconds: f64,
        stop: &StopFlag,
    ) -> Result<Partnered, Stop> {
        let limits = Limits { seconds };
        let mut game = Partnered { session, setup, command, side, limits, program: None };
        game.program = Some(game.started(stop)?);
        Ok(game)
    }

    fn started(&self, stop: &StopFlag) -> Result<Box<dyn Outside>, Stop> {
        outside::start(self.session.puzzle(), &self.setup, &self.command, &Started(stop.clone()))
    }

    fn asked(&mut self, stop: &StopFlag) -> Result<String, Stop> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => self.started(stop)?,
        };
        program.heed(stop);
        let word = program.ask(&start_of(&*self.session), &self.session.played(), self.limits)?;
        self.program = Some(program);
        Ok(word.best)
    }
}

impl AnySession for Partnered {
    fn awaits_reply(&self) -> bool {
        self.session.turn() == Turn::To(self.side)
    }

    fn reply(&mut self, context: &Context<'_>) -> Result<Option<String>, Stop> {
        if !self.awaits_reply() {
            return Ok(None);
        }
        let chosen = self.asked(context.budget.stop())?;
        self.session.play(&chosen)?;
        Ok(Some(chosen))
    }

    fn undo(&mut self) -> bool {
        let mut taken = 0;
        while self.session.undo() {
            taken += 1;
            if !self.awaits_reply() {
                return true;
            }
        }
        // Only the program has moved so far.
        for _ in 0..taken {
            self.session.redo();
        }
        false
    }

    fn redo(&mut self) -> bool {
        let mut any = false;
        while self.session.redo() {
            any = true;
            if !self.awaits_reply() {
                break;
            }
        }
        any
    }

    fn setup(&self) -> String {
        let side = if self.side == Side::First { "second" } else { "first" };
        let parts = self.session.setup();
        let parts = parts.split("; ").map(|part| match part.split_once('=') {
            Some(("side", _)) => format!("side={side}"),
            Some(("opponent", _)) => format!("opponent={PREFIX}{}", self.command),
            _ => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("; ")
    }

    fn puzzle(&self) -> &'static str {
        self.session.puzzle()
    }

    fn view(&self) -> Value {
        self.session.view()
    }

    fn text(&self) -> String {
        self.session.text()
    }

    fn scene(&self) -> Scene {
        self.session.scene()
    }

    fn appearance(&self) -> Appearance {
        self.session.appearance()
    }

    fn turn(&self) -> Turn {
        self.session.turn()
    }

    fn score(&self) -> Option<i64> {
        self.session.score()
    }

    fn moves(&self) -> Vec<String> {
        self.session.moves()
    }

    fn steps(&self) -> Vec<Step> {
        self.session.steps()
    }

    fn last(&self) -> Option<Step> {
        self.session.last()
    }

    fn played(&self) -> Vec<String> {
        self.session.played()
    }

    fn play(&mut self, chosen: &str) -> Result<(), InputError> {
        self.session.play(chosen)
    }

    fn move_of(&self, touch: Touch) -> Option<String> {
        self.session.move_of(touch)
    }

    fn touch(&mut self, touch: Touch) -> Result<bool, InputError> {
        self.session.touch(touch)
    }

    fn go_to(&mut self, at: usize) -> bool {
        self.session.go_to(at)
    }

    fn undone(&self) -> usize {
        self.session.undone()
    }

    fn len(&self) -> usize {
        self.session.len()
    }

    fn hint(&self, context: &Context<'_>) -> Result<AnyHint, Stop> {
        self.session.hint(context)
    }

    fn refine(&self, context: &Context<'_>, show: &mut dyn FnMut(&AnyHint)) -> Result<AnyHint, Stop> {
        self.session.refine(context, show)
    }

    fn line(&self, context: &Context<'_>) -> Result<Line, Stop> {
        self.session.line(context)
    }

    fn summary(&self, context: &Context<'_>) -> Result<Option<String>, Stop> {
        self.session.summary(context)
    }

    fn save(&self) -> String {
        self.session.save()
    }

    fn began_as(&self, saved: &SavedGame) -> bool {
        self.session.began_as(saved)
    }

    fn follow(&mut self, saved: &SavedGame) -> Result<usize, InputError> {
        self.session.follow(saved)
    }

    fn link(&self) -> String {
        self.session.link()
    }

    fn replay(&self) -> Vec<String> {
        self.session.replay()
    }
}

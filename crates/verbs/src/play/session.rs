use serde_json::Value;

use super::{
    AnyHint, AnyReason, AnySession, Appearance, Line, Opponent, Play, SavedGame, Scene, Step, Touch, Worth,
    from_link, to_link,
};
use crate::{Hint, Options, TakeBack};
use quandary_core::rules::Turn;
use quandary_core::{Context, Exhausted, InputError, Reason, Seed, Stop, Stream};

/// A position of the game, and the chances that are still to come from there.
struct Moment<P: Play> {
    state: P::State,
    stream: Stream,
}

impl<P: Play> Clone for Moment<P> {
    fn clone(&self) -> Moment<P> {
        Moment { state: self.state.clone(), stream: self.stream.clone() }
    }
}

/// The game in progress of a puzzle: the one implementation of [`AnySession`].
///
/// Every position is kept with the stream it was met with. Taking a move back and playing it again therefore meets the
/// same chances, and nothing is computed twice.
pub struct Session<P: Play> {
    puzzle: &'static str,
    rules: P,
    opponent: Option<Box<dyn Opponent<P>>>,
    setup: Options,
    start: Moment<P>,
    /// The moves and where they led, those taken back included.
    line: Vec<(P::Move, Moment<P>)>,
    /// How many of them are played.
    at: usize,
}

/// Stands between the instance and the position of a link: [`to_link`] never writes it.
const AFTER_INSTANCE: &str = "~~";

/// `a=1; b=2 3` as pairs.
pub(crate) fn pairs(text: &str) -> Result<Vec<(&str, String)>, InputError> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| match part.split_once('=') {
            Some((name, value)) => Ok((name.trim(), value.trim().to_owned())),
            None => Err(InputError::new(format!("`{part}` is not a setting")).expected("name=value")),
        })
        .collect()
}

impl<P: Play> Session<P> {
    fn at_start(puzzle: &'static str, rules: P, setup: Options, start: Moment<P>) -> Session<P> {
        let opponent = P::opponent(&setup);
        Session { puzzle, rules, opponent, setup, start, line: Vec::new(), at: 0 }
    }

    /// A new game, for [`Entry`](crate::Entry).
    pub(crate) fn begin(
        puzzle: &'static str,
        setup: &Options,
        seed: Seed,
        context: &Context<'_>,
    ) -> Result<Box<dyn AnySession>, Stop> {
        let mut stream = seed.stream(0);
        let rules = P::new(setup)?.draw_instance(&mut stream, context)?;
        let state = rules.start(&mut stream, context)?;
        Ok(Box::new(Session::at_start(puzzle, rules, setup.clone(), Moment { state, stream })))
    }

    /// A game from a position, for [`Entry`](crate::Entry).
    pub(crate) fn begin_at(
        puzzle: &'static str,
        setup: &Options,
        position: &str,
        seed: Seed,
    ) -> Result<Box<dyn AnySession>, InputError> {
        let mut stream = seed.stream(0);
        let mut rules = P::new(setup)?;
        let mut position = position;
        if let Some((instance, rest)) = position.trim().split_once(AFTER_INSTANCE) {
            rules = rules.with_instance(&from_link(instance)?)?;
            position = rest;
        }
        // A link never looks like a position that is not one as well: try the plain text first.
        let state = rules.read(position).or_else(|error| {
            from_link(position.trim()).and_then(|text| rules.read(&text)).map_err(|_| error)
        });
        let (rules, state) = match state {
            Ok(state) => (rules, state),
            // A level alone: the game begins as it says.
            Err(error) => {
                let rules = P::new(setup)?.with_instance(position).map_err(|_| error.clone())?;
                let state = rules.start(&mut stream, &Context::bare()).map_err(|_| error)?;
                (rules, state)
            }
        };
        let start = Moment { state, stream };
        Ok(Box::new(Session::at_start(puzzle, rules, setup.clone(), start)))
    }

    /// A saved game, for [`Entry`](crate::Entry).
    pub(crate) fn load(puzzle: &'static str, saved: &str) -> Result<Box<dyn AnySession>, InputError> {
        let saved = SavedGame::read(puzzle, saved)?;
        let setup = Options::new(puzzle, P::OPTIONS, pairs(&saved.setup)?)?;
        let mut rules = P::new(&setup)?;
        if let Some(instance) = &saved.instance {
            rules = rules.with_instance(instance)?;
        }
        let start = Moment { state: rules.read(&saved.start)?, stream: saved.stream.parse()? };
        let mut session = Session::at_start(puzzle, rules, setup, start);
        session.follow(&saved)?;
        Ok(Box::new(session))
    }

    fn now(&self) -> &Moment<P> {
        match self.at.checked_sub(1) {
            None => &self.start,
            Some(last) => &self.line[last].1,
        }
    }

    fn legal(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.rules.moves(&self.now().state, &mut moves);
        moves
    }

    fn push(&mut self, chosen: P::Move) {
        let Moment { state, mut stream } = self.now().clone();
        let mut state = self.rules.apply(&state, chosen);
        self.rules.roll(&mut state, &mut stream);
        self.line.truncate(self.at);
        self.line.push((chosen, Moment { state, stream }));
        self.at += 1;
    }

    /// The legal moves, or that there are none.
    fn choices(&self) -> Result<Vec<P::Move>, InputError> {
        let legal = self.legal();
        if legal.is_empty() {
            return Err(InputError::new("the game is over").expected("undo, or a new game"));
        }
        Ok(legal)
    }

    /// Plays a move if it is legal; `written` is how the player wrote it.
    fn make(&mut self, chosen: P::Move, legal: &[P::Move], written: &str) -> Result<(), InputError> {
        if !legal.contains(&chosen) {
            // A long list helps nobody.
            let some: Vec<String> = legal.iter().take(12).map(|&m| self.rules.write_move(m)).collect();
            let more = if legal.len() > some.len() { ", …" } else { "" };
            return Err(InputError::new(format!("`{written}` is not a legal move here"))
                .expected(format!("one of {}{more}", some.join(", "))));
        }
        self.push(chosen);
        Ok(())
    }

    /// The move that a touch means.
    fn touched(&self, touch: Touch) -> Option<P::Move> {
        self.rules.touch(&self.rules.view(&self.now().state), touch)
    }

    /// The moves played.
    fn chosen(&self) -> Vec<P::Move> {
        self.line[..self.at].iter().map(|(chosen, _)| *chosen).collect()
    }

    /// What the hint of a position says about it and about the move that was played there.
    fn worth(
        &self,
        at: usize,
        state: &P::State,
        context: &Context<'_>,
        value_is: &mut String,
    ) -> Result<Worth, Stop> {
        context.budget.poll()?;
        let played = self.line[..self.at].get(at).map(|(chosen, _)| self.rules.write_move(*chosen));
        let Turn::To(side) = self.rules.turn(state) else { return Ok(Worth::unknown(at, None, played)) };
        let blank = Worth::unknown(at, Some(side), played);
        let hint = match self.rules.hint(&self.rules.view(state), context) {
            Ok(hint) => hint,
            // A position that is too hard leaves a gap; a clock that has run out leaves no time for the others either.
            Err(Stop::Exhausted(Exhausted::Nodes | Exhausted::Memory)) => return Ok(blank),
            Err(stop) => return Err(stop),
        };
        if value_is.is_empty() {
            *value_is = hint.value_is.into_owned();
        }
        let value_of = |chosen: &str| hint.alternatives.iter().find(|other| other.chosen == chosen)?.value;
        let value = hint.alternatives.iter().filter_map(|other| other.value).max_by(f64::total_cmp);
        let played_value = blank.played.as_deref().and_then(value_of);
        let for_first = |value: f64| self.rules.for_first(side, value);
        Ok(Worth {
            value: value.map(for_first),
            best: hint.decision.map(|decision| decision.chosen),
            played_value: played_value.map(for_first),
            mistake: played_value.zip(value).is_some_and(|(played, best)| played < best),
            ..blank
        })
    }

    /// A hint about the position on the board, with its types hidden.
    fn any_hint(&self, view: &P::View, hint: &Hint<P::Reason>) -> AnyHint {
        let place = |text: &str| {
            let chosen = self.rules.read_move(text).ok()?;
            self.rules.square(view, chosen)
        };
        let squares = hint.alternatives.iter().map(|other| place(&other.chosen)).collect();
        let decision = hint.decision.as_ref().map(|decision| decision.with(AnyReason::new(&decision.reason)));
        let lost = hint.take_back.as_ref().filter(|_| decision.is_none());
        // A game that began in a lost position has nothing to take back.
        let (take_back, text) = match lost {
            Some(lost) if !self.can_undo() => {
                (None, format!("This is lost from the start: {}", lost.reason.text()))
            }
            lost => (lost.map(|lost| TakeBack { reason: AnyReason::new(&lost.reason) }), hint.headline()),
        };
        let nudge = match (&decision, &take_back) {
            (Some(decision), _) => decision.reason.nudge(),
            (None, Some(lost)) => lost.reason.nudge(),
            (None, None) => String::new(),
        };
        let read = decision.as_ref().and_then(|decision| self.rules.read_move(&decision.chosen).ok());
        let from = read.and_then(|chosen| self.rules.origin(view, chosen));
        let (alternatives, value_is) = (hint.alternatives.clone(), hint.value_is.clone());
        AnyHint { decision, take_back, alternatives, squares, from, value_is, nudge, text }
    }

    /// Where a move is on the board of a position.
    fn step(&self, view: &P::View, chosen: P::Move) -> Step {
        Step { from: self.rules.origin(view, chosen), to: self.rules.square(view, chosen) }
    }

    /// Whether the player has a move to take back.
    fn can_undo(&self) -> bool {
        let before = self.line[..self.at].iter().map(|(_, moment)| moment).rev().skip(1).chain([&self.start]);
        self.at > 0 && before.into_iter().any(|moment| !self.awaits(moment))
    }

    /// Whether the opponent is to move.
    fn awaits(&self, moment: &Moment<P>) -> bool {
        let side = self.opponent.as_ref().map(|opponent| opponent.side());
        side.is_some_and(|side| self.rules.turn(&moment.state) == Turn::To(side))
    }

    /// The opponent, if it is its turn.
    fn to_reply(&self) -> Option<&dyn Opponent<P>> {
        self.opponent.as_deref().filter(|_| self.awaits(self.now()))
    }
}

impl<P: Play> AnySession for Session<P> {
    fn puzzle(&self) -> &'static str {
        self.puzzle
    }

    fn setup(&self) -> String {
        let values: Vec<String> =
            self.setup.values().map(|(name, value)| format!("{name}={value}")).collect();
        values.join("; ")
    }

    fn view(&self) -> Value {
        serde_json::to_value(self.rules.view(&self.now().state)).unwrap_or(Value::Null)
    }

    fn text(&self) -> String {
        self.rules.view(&self.now().state).to_string()
    }

    fn scene(&self) -> Scene {
        self.rules.scene(&self.rules.view(&self.now().state))
    }

    fn appearance(&self) -> Appearance {
        let view = self.rules.view(&self.now().state);
        let scene = self.rules.scene(&view);
        Appearance { text: view.to_string(), view: serde_json::to_value(view).unwrap_or(Value::Null), scene }
    }

    fn turn(&self) -> Turn {
        self.rules.turn(&self.now().state)
    }

    fn score(&self) -> Option<i64> {
        self.rules.score(&self.now().state)
    }

    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|chosen| self.rules.write_move(chosen)).collect()
    }

    fn steps(&self) -> Vec<Step> {
        let view = self.rules.view(&self.now().state);
        self.legal().into_iter().map(|chosen| self.step(&view, chosen)).collect()
    }

    fn last(&self) -> Option<Step> {
        let at = self.at.checked_sub(1)?;
        let before = at.checked_sub(1).map_or(&self.start, |earlier| &self.line[earlier].1);
        Some(self.step(&self.rules.view(&before.state), self.line[at].0))
    }

    fn played(&self) -> Vec<String> {
        self.line[..self.at].iter().map(|(chosen, _)| self.rules.write_move(*chosen)).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), InputError> {
        let legal = self.choices()?;
        let chosen = self.rules.read_move(text.trim())?;
        self.make(chosen, &legal, text.trim())
    }

    fn move_of(&self, touch: Touch) -> Option<String> {
        self.touched(touch).map(|chosen| self.rules.write_move(chosen))
    }

    fn touch(&mut self, touch: Touch) -> Result<bool, InputError> {
        let Some(chosen) = self.touched(touch) else { return Ok(false) };
        let legal = self.choices()?;
        self.make(chosen, &legal, &self.rules.write_move(chosen))?;
        Ok(true)
    }

    fn awaits_reply(&self) -> bool {
        self.to_reply().is_some()
    }

    fn reply(&mut self, context: &Context<'_>) -> Result<Option<String>, Stop> {
        let Some(opponent) = self.to_reply() else { return Ok(None) };
        let Moment { state, stream } = self.now();
        // What the program draws for itself must not change the dice of the game.
        let chosen = opponent.reply(&self.rules, state, &mut stream.fork(), context)?;
        let written = self.rules.write_move(chosen);
        self.push(chosen);
        Ok(Some(written))
    }

    fn undo(&mut self) -> bool {
        let before = self.at;
        while self.at > 0 {
            self.at -= 1;
            if !self.awaits_reply() {
                return true;
            }
        }
        // Only the program has moved so far: there is nothing of the player's to take back.
        self.at = before;
        false
    }

    fn redo(&mut self) -> bool {
        let before = self.at;
        while self.at < self.line.len() {
            self.at += 1;
            if !self.awaits_reply() {
                break;
            }
        }
        self.at > before
    }

    fn go_to(&mut self, at: usize) -> bool {
        let there = at <= self.line.len();
        if there {
            self.at = at;
        }
        there
    }

    fn undone(&self) -> usize {
        self.line.len() - self.at
    }

    fn len(&self) -> usize {
        self.line.len()
    }

    fn hint(&self, context: &Context<'_>) -> Result<AnyHint, Stop> {
        let view = self.rules.view(&self.now().state);
        Ok(self.any_hint(&view, &self.rules.hint(&view, context)?))
    }

    fn refine(&self, context: &Context<'_>, show: &mut dyn FnMut(&AnyHint)) -> Result<AnyHint, Stop> {
        let view = self.rules.view(&self.now().state);
        let mut last: Option<AnyHint> = None;
        let mut better = |hint: &Hint<P::Reason>| {
            let hint = self.any_hint(&view, hint);
            if last.as_ref() != Some(&hint) {
                show(&hint);
                last = Some(hint);
            }
        };
        match self.rules.refine(&view, context, &mut better) {
            Ok(hint) => better(&hint),
            // What was shown is known, whatever ran out since.
            Err(Stop::Exhausted(_)) if last.is_some() => {}
            Err(stop) => return Err(stop),
        }
        Ok(last.expect("one was shown"))
    }

    fn line(&self, context: &Context<'_>) -> Result<Line, Stop> {
        if let Some(line) = self.rules.line(&self.start.state, &self.chosen(), context)? {
            line.points.iter().for_each(|point| context.emit(point));
            return Ok(line);
        }
        let mut line = Line { value_is: String::new(), points: Vec::new(), stopped: None };
        let moments = std::iter::once(&self.start).chain(self.line[..self.at].iter().map(|(_, m)| m));
        for (at, moment) in moments.enumerate() {
            match self.worth(at, &moment.state, context, &mut line.value_is) {
                Ok(point) => {
                    context.emit(&point);
                    line.points.push(point);
                }
                Err(Stop::Exhausted(why)) => {
                    line.stopped = Some(why);
                    break;
                }
                Err(refused) => return Err(refused),
            }
            context.progress.report("positions", at as u64 + 1, self.at as u64 + 1);
        }
        Ok(line)
    }

    fn summary(&self, context: &Context<'_>) -> Result<Option<String>, Stop> {
        let moves = self.chosen();
        self.rules.summary(&self.start.state, &moves, context)
    }

    fn save(&self) -> String {
        let mut saved = SavedGame::at_start(
            self.puzzle,
            self.setup(),
            self.rules.write(&self.start.state),
            self.start.stream.to_string(),
        );
        saved.instance = self.rules.instance();
        saved.moves = self.line.iter().map(|(chosen, _)| self.rules.write_move(*chosen)).collect();
        saved.undone = self.line.len() - self.at;
        // Strings and numbers always serialise.
        serde_json::to_string_pretty(&saved).unwrap_or_default()
    }

    fn began_as(&self, saved: &SavedGame) -> bool {
        // What is cheap to write comes first: it also differs most often.
        self.puzzle == saved.puzzle
            && self.start.stream.to_string() == saved.stream
            && self.setup() == saved.setup
            && self.rules.write(&self.start.state) == saved.start
    }

    fn follow(&mut self, saved: &SavedGame) -> Result<usize, InputError> {
        let both = self.line.iter().zip(&saved.moves);
        let shared = both.take_while(|((chosen, _), text)| self.rules.write_move(*chosen) == **text).count();
        self.at = shared;
        let missing = &saved.moves[shared..];
        if missing.is_empty() {
            self.line.truncate(shared);
        }
        for chosen in missing {
            self.play(chosen)?;
        }
        self.at = self.at.saturating_sub(saved.undone);
        Ok(missing.len())
    }

    fn link(&self) -> String {
        let position = to_link(&self.rules.write(&self.now().state));
        match self.rules.instance() {
            Some(instance) => to_link(&instance) + AFTER_INSTANCE + &position,
            None => position,
        }
    }

    fn replay(&self) -> Vec<String> {
        let moments = std::iter::once(&self.start).chain(self.line[..self.at].iter().map(|(_, m)| m));
        moments.map(|moment| self.rules.view(&moment.state).to_string()).collect()
    }
}

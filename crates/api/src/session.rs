use quandary_core::Direction;
use quandary_core::rules::{Side, Turn};
use quandary_core::{Context, InputError, Outcome, Seed, Stop};
use quandary_verbs::SCHEMA;
use quandary_verbs::play::{AnyHint, AnySession, Appearance, Scene, Steering, Step, Touch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Sessions;

/// The most actions of one request.
const MOST_ACTIONS: usize = 10_000;

/// A game in progress. The caller keeps `saved`, so any server can answer, and a reload loses nothing.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    /// The puzzle's name.
    pub puzzle: String,
    /// The setting: a preset's name, or `name=value` pairs joined by `; `.
    #[serde(default)]
    pub setup: String,
    /// What a new game is drawn from.
    #[serde(default)]
    pub seed: u64,
    /// A game as an earlier answer saved it.
    pub saved: Option<String>,
    /// Otherwise a position to begin at: as the puzzle writes it, or a link's.
    pub position: Option<String>,
    /// What is done, one after the other.
    #[serde(default)]
    pub actions: Vec<Action>,
    /// Whether a hint is wanted beside the position; `hint` asks for one alone.
    #[serde(default)]
    pub hint: bool,
    /// Whether a game that is over is to be looked back on, which can take seconds.
    #[serde(default)]
    pub summary: bool,
    /// The most nodes, within what the surroundings allow.
    pub nodes: Option<u64>,
}

/// What a player does. Where the program plays the other side, it answers at once.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A move, as the puzzle writes it.
    Play(String),
    /// A square touched: row and column from 0.
    Press(usize, usize),
    /// The same for a marked square.
    Mark(usize, usize),
    /// An arrow: `up`, `down`, `left` or `right`.
    Arrow(Direction),
    /// A piece carried from one square to another.
    Carry((usize, usize), (usize, usize)),
    /// Takes back the last move.
    Undo,
    /// Plays it again.
    Redo,
    /// Goes to the position after this many moves; those behind it can be played again.
    Goto(usize),
}

/// What the player sees of a game, and what he may do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SessionView {
    schema: u32,
    status: &'static str,
    /// The puzzle's name.
    pub puzzle: &'static str,
    /// The setting as text.
    pub setup: String,
    /// The puzzle's own view. Never the hidden part.
    pub view: Value,
    /// What there is to see, as squares.
    pub scene: Scene,
    /// The same as text.
    pub text: String,
    /// The legal moves.
    pub moves: Vec<String>,
    /// Where each of them is on the board, in their order, in games in which pieces are carried; otherwise empty.
    pub steps: Vec<Step>,
    /// Where the last move was on the board, if one was played.
    pub last: Option<Step>,
    /// The moves played.
    pub played: Vec<String>,
    /// How many moves were taken back and can be played again.
    pub undone: usize,
    /// Who is to move; null when the game is over.
    pub turn: Option<Side>,
    /// The points, in games that have them.
    pub score: Option<i64>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// What there is to say about a game that is over, if that was wanted.
    pub summary: Option<String>,
    /// The hint, if one was wanted and the game is not over.
    pub hint: Option<AnyHint>,
    /// The position as short text that can stand in a link.
    pub link: String,
    /// Everything, to go on from.
    pub saved: String,
}

/// The position after a move of the player's, while the program thinks about its reply.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Landed {
    /// What there is to see, as squares.
    pub scene: Scene,
    /// Where the move was on the board.
    pub last: Option<Step>,
    /// How many moves are played by now.
    pub played: usize,
}

impl SessionView {
    /// A game as it stands, with a hint and a look back at its end where they are wanted.
    pub fn of(
        session: &dyn AnySession,
        hint: bool,
        summary: bool,
        context: &Context<'_>,
    ) -> Result<SessionView, Stop> {
        let (turn, outcome) = match session.turn() {
            Turn::Over(outcome) => (None, Some(outcome)),
            Turn::To(side) => (Some(side), None),
        };
        let hint = if hint && outcome.is_none() { Some(session.hint(context)?) } else { None };
        let Appearance { view, text, scene } = session.appearance();
        let steps = if scene.steering == Steering::Pieces { session.steps() } else { Vec::new() };
        Ok(SessionView {
            schema: SCHEMA,
            status: "answered",
            puzzle: session.puzzle(),
            setup: session.setup(),
            view,
            scene,
            text,
            moves: session.moves(),
            steps,
            last: session.last(),
            played: session.played(),
            undone: session.undone(),
            turn,
            score: session.score(),
            summary: if summary && outcome.is_some() { session.summary(context)? } else { None },
            outcome,
            hint,
            link: session.link(),
            saved: session.save(),
        })
    }
}

impl SessionRequest {
    /// The game after the actions; `show` gets every position in which the program begins to think.
    pub fn answer(
        &self,
        sessions: &Sessions,
        context: &Context<'_>,
        show: &mut dyn FnMut(Landed),
    ) -> Result<SessionView, Stop> {
        let context = &self.nodes.map_or_else(|| context.clone(), |nodes| context.at_most(nodes));
        if self.actions.len() > MOST_ACTIONS {
            let what = format!("{} actions", self.actions.len());
            return Err(InputError::new(what).expected(format!("at most {MOST_ACTIONS} at once")).into());
        }
        let mut session = self.begin(sessions, context)?;
        let answer = self.seen(&mut *session, context, show);
        // A game that an action was refused in is still a game: the next request goes on from what it shares with it.
        sessions.keep(session);
        answer
    }

    fn seen(
        &self,
        session: &mut dyn AnySession,
        context: &Context<'_>,
        show: &mut dyn FnMut(Landed),
    ) -> Result<SessionView, Stop> {
        for (index, action) in self.actions.iter().enumerate() {
            context.budget.poll()?;
            act_showing(session, action, context, show).map_err(|stop| match stop {
                Stop::Input(error) => {
                    let what = format!("action {}: {}", index + 1, error.what);
                    Stop::Input(InputError { what, ..error })
                }
                exhausted @ Stop::Exhausted(_) => exhausted,
            })?;
        }
        SessionView::of(session, self.hint, self.summary, context)
    }

    /// The game before the actions.
    pub fn begin(&self, sessions: &Sessions, context: &Context<'_>) -> Result<Box<dyn AnySession>, Stop> {
        let entry = crate::entry(&self.puzzle)?;
        if let Some(saved) = &self.saved {
            return Ok(sessions.load(entry, saved)?);
        }
        let setup = entry.read_setup(&self.setup)?;
        let mut session = match &self.position {
            Some(position) => entry.begin_at(&setup, position, Seed(self.seed))?,
            None => entry.begin(&setup, Seed(self.seed), context)?,
        };
        while session.awaits_reply() {
            session.reply(context)?;
        }
        Ok(session)
    }
}

/// Does what a player does, and lets the program answer where it plays the other side.
pub fn act(session: &mut dyn AnySession, action: &Action, context: &Context<'_>) -> Result<(), Stop> {
    act_showing(session, action, context, &mut |_| {})
}

/// The same; the position before each reply is shown, so that people see their own move at once.
fn act_showing(
    session: &mut dyn AnySession,
    action: &Action,
    context: &Context<'_>,
    show: &mut dyn FnMut(Landed),
) -> Result<(), Stop> {
    let nothing = |what: &str| Stop::from(InputError::new(format!("there is nothing to {what}")));
    // A touch that means nothing is not a mistake: fingers slip.
    let moved = match action {
        Action::Undo => return if session.undo() { Ok(()) } else { Err(nothing("take back")) },
        Action::Redo => return if session.redo() { Ok(()) } else { Err(nothing("play again")) },
        Action::Goto(at) => {
            let there = session.go_to(*at);
            let most = session.len();
            let nowhere = || {
                let what = format!("there is no position after {at} moves");
                Stop::from(InputError::new(what).expected(format!("0 to {most}")))
            };
            return if there { Ok(()) } else { Err(nowhere()) };
        }
        Action::Play(chosen) => session.play(chosen).map(|()| true)?,
        Action::Press(row, column) => session.touch(Touch::Press(*row, *column))?,
        Action::Mark(row, column) => session.touch(Touch::Mark(*row, *column))?,
        Action::Arrow(direction) => session.touch(Touch::Arrow(*direction))?,
        Action::Carry(from, to) => session.touch(Touch::Carry(*from, *to))?,
    };
    while moved && session.awaits_reply() {
        show(Landed { scene: session.scene(), last: session.last(), played: session.played().len() });
        session.reply(context)?;
    }
    Ok(())
}

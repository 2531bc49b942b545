//! `quandary play PUZZLE`: a session at a terminal, on the whole screen or line by line.

mod partner;
mod plain;
mod screen;

use std::io::IsTerminal;
use std::process::ExitCode;

use quandary_core::rules::{Side, Turn};
use quandary_core::{Budget, InputError, Outcome, Seed, Stop};
use quandary_runtime::{Limits, Runtime, say};
use quandary_verbs::play::AnySession;
use quandary_verbs::{Entry, Input, Options};

use self::partner::Partnered;
pub(crate) use self::partner::start_of;
use crate::arguments::{Common, OptionValues, PlayOptions};
use crate::{input, output};

/// Plays until the player has had enough.
pub(crate) fn play(
    entry: &'static Entry,
    given: OptionValues,
    options: &PlayOptions,
    common: Common,
) -> ExitCode {
    let session = match begin(entry, given, options, &common) {
        Ok(session) => session,
        Err(error) => return output::refusal(&error, common.json.then_some((Some(entry.name), "play"))),
    };
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let ended = if options.plain {
        plain::play(entry, session, &common, std::io::stdin().lock(), std::io::stdout())
    } else if terminal {
        screen::play(entry, session, options.load.as_deref(), &common)
    } else {
        let error =
            InputError::new("this is not a terminal").expected("--plain, to play line by line on a pipe");
        return output::refusal(&error, common.json.then_some((Some(entry.name), "play")));
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("the game cannot go on: {error}"));
            ExitCode::from(output::REFUSED)
        }
    }
}

fn begin(
    entry: &'static Entry,
    given: OptionValues,
    options: &PlayOptions,
    common: &Common,
) -> Result<Box<dyn AnySession>, InputError> {
    let runtime = Runtime::open(&common.limits);
    let budget = &runtime.context().budget;
    if let Some(file) = &options.load {
        return load(entry, file, budget);
    }
    let mut given = given;
    let partner = partner::take(&mut given)?;
    // Without options a new game is what most people want.
    let setup = match entry.presets.first() {
        Some(usual) if given.is_empty() && options.at.is_none() => entry.read_setup(usual.setup)?,
        _ => entry.options(input::files(entry.setup, given, budget)?)?,
    };
    let session = begun(entry, &setup, options, &runtime)?;
    let Some(partner) = partner else { return Ok(session) };
    let game = Partnered::new(session, setup, partner, options.move_seconds, runtime.stop());
    let game = game.map_err(|stop| match stop {
        Stop::Input(error) => error.of_option("opponent"),
        Stop::Exhausted(why) => InputError::new(format!("the opponent is not ready: {why}")),
    })?;
    Ok(Box::new(game))
}

fn begun(
    entry: &'static Entry,
    setup: &Options,
    options: &PlayOptions,
    runtime: &Runtime,
) -> Result<Box<dyn AnySession>, InputError> {
    let budget = &runtime.context().budget;
    if let Some(at) = input::read(options.at.as_deref(), budget)? {
        let position = at.text().and_then(|text| entry.begin_at(setup, text, Seed(options.seed)));
        return position.map_err(|error| match at.source.as_str() {
            Input::INLINE => error,
            file => error.in_source(file),
        });
    }
    let begun = entry.begin(setup, Seed(options.seed), &runtime.context());
    runtime.clear();
    begun.map_err(|stop| match stop {
        Stop::Input(error) => error,
        Stop::Exhausted(why) => InputError::new(format!("no game could be drawn: {why}")),
    })
}

/// Reads a saved game.
fn load(entry: &'static Entry, file: &str, budget: &Budget) -> Result<Box<dyn AnySession>, InputError> {
    let saved = input::text(file, budget).map_err(|error| error.expected("a saved game"))?;
    entry.load(&saved).map_err(|error| error.in_source(file))
}

/// How long a hint may go on getting better, in seconds, where nobody set a limit.
const PATIENCE: f64 = 3.0;

/// What a hint may take: what the player said, or a few seconds, twice as many each time the same position is asked about.
fn hint_limits(common: &Common, looks: u32) -> Limits {
    let Limits { nodes, seconds, .. } = common.limits;
    let usual = nodes.is_none().then(|| PATIENCE * f64::from(1 << looks.saturating_sub(1).min(6)));
    Limits { seconds: seconds.or(usual), ..common.limits }
}

/// Leaves out what a longer search repeats: it begins with the hints of the one before it. Only the last of those may have
/// been cut short, and comes again.
struct Beyond {
    before: usize,
    met: usize,
}

impl Beyond {
    /// Beyond a search that came to this many hints.
    fn hints(before: usize) -> Beyond {
        Beyond { before, met: 0 }
    }

    /// Another hint was found: whether it is to be shown.
    fn is_news(&mut self) -> bool {
        self.met += 1;
        self.met >= self.before
    }

    /// Whether the search came as far as the one before it.
    fn is_there(&self) -> bool {
        self.met >= self.before
    }
}

/// Saves a game. A save that fails does not cost the one before.
fn save(session: &dyn AnySession, file: &str) -> std::io::Result<()> {
    quandary_lab::report::replace(std::path::Path::new(file), &(session.save() + "\n"))
}

/// Whose turn it is, or how it ended, in words.
fn standing(session: &dyn AnySession) -> String {
    let score = session.score().map_or_else(String::new, |score| format!(" {score} points."));
    let turn = match session.turn() {
        Turn::Over(Outcome::Won) => "Won.",
        Turn::Over(Outcome::Lost) => "Lost.",
        Turn::Over(Outcome::Drawn) => "Drawn.",
        Turn::Over(Outcome::Unfinished) => "Over.",
        Turn::To(Side::First) => "First to move.",
        Turn::To(Side::Second) => "Second to move.",
    };
    let alone = matches!(session.turn(), Turn::To(Side::First)) && !two_sided(session);
    if alone { score.trim_start().to_owned() } else { format!("{turn}{score}") }
}

/// Whether the setting names sides: a game for two.
fn two_sided(session: &dyn AnySession) -> bool {
    session.setup().split("; ").any(|part| part.starts_with("side="))
}

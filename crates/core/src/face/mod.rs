//! How a puzzle shows itself to the command line, the web page and Python: one erased [`Entry`] each.
//!
//! An entry reads top to bottom as the life of a puzzle: its name, its presets, its text codec, and the
//! verbs it answers. Faces know entries only; entries know nothing of faces. Options are declared as data
//! ([`VerbSpec`], [`OptionSpec`]), so that help, completion, validation and the web form are written once.

mod answer;
mod context;
mod request;
mod spec;

pub use answer::{Answer, Status};
pub use context::{Cache, Context, NoCache, Progress, Quiet, Sequential, Workers};
pub use request::{Input, Request};
pub use spec::{InputSpec, OptionSpec, Preset, VerbSpec};

use crate::{InputError, Outcome, Seed, Stream};

/// A registered puzzle or game.
///
/// The codec methods speak text, so that save files, undo, links and the conformance tests are written
/// once for all puzzles. A *position* is whatever is needed to go on playing; where information is hidden
/// it includes the hidden part, and only [`Entry::shown`] goes to the player.
pub trait Entry: Sync {
    /// The name on the command line: lower case, such as `sliding` or `connect-four`.
    fn name(&self) -> &'static str;

    /// One line about it.
    fn about(&self) -> &'static str;

    /// Sizes and settings people ask for by name. At least one; the first is the default.
    fn presets(&self) -> &'static [Preset];

    /// What it can do.
    fn verbs(&self) -> &'static [VerbSpec];

    /// Does it. `request` has been checked against the verb's specification.
    fn run(&self, verb: &str, request: &Request, context: &Context<'_>) -> Result<Answer, InputError>;

    /// A position to play from: number `index` under `seed`.
    fn sample(&self, preset: &Preset, seed: Seed, index: u64) -> Result<String, InputError>;

    /// Reads a position and writes it in the one standard way.
    fn normalise(&self, position: &str) -> Result<String, InputError>;

    /// What the player may see of a position. All of it, unless information is hidden.
    fn shown(&self, position: &str) -> Result<String, InputError> {
        self.normalise(position)
    }

    /// The legal moves, as text, always in the same order. None when it has ended.
    fn moves(&self, position: &str) -> Result<Vec<String>, InputError>;

    /// The position after a move; chance, where the rules have any, draws from `stream`.
    fn play(&self, position: &str, chosen: &str, stream: &mut Stream) -> Result<String, InputError>;

    /// How it ended, if it has.
    fn outcome(&self, position: &str) -> Result<Option<Outcome>, InputError>;
}

//! `quandary engine GAME`: a player of ours for the boards and tournament managers of the field, on standard input and output.
//!
//! What is said is up to the protocol (`quandary_games::protocol`). Here are the clock, the threads and the lines.

mod desk;

use std::io::Write;
use std::process::ExitCode;

use quandary_core::InputError;
use quandary_games::levels::Level;
use quandary_games::protocol::{self, Strength};
use quandary_runtime::Runtime;
use quandary_verbs::Entry;

use crate::arguments::{Common, OptionValues};
use crate::{input, output};

/// How the engine is to play.
pub(crate) struct EngineOptions {
    /// A level; none: all that it can.
    pub(crate) level: Option<Level>,
    /// From which a level draws what it overlooks.
    pub(crate) seed: u64,
}

/// Bytes for the tables of an engine, unless `--memory` says otherwise.
const USUAL_BYTES: usize = 64 << 20;

/// Speaks until the client leaves.
pub(crate) fn serve(
    entry: &'static Entry,
    given: OptionValues,
    options: &EngineOptions,
    common: Common,
) -> ExitCode {
    let server = open(entry, given, options, &common);
    let mut server = match server {
        Ok(server) => server,
        Err(error) => return output::refusal(&error, None),
    };
    desk::sit(&mut *server, std::io::BufReader::new(std::io::stdin()), &mut |line| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
    });
    ExitCode::SUCCESS
}

fn open(
    entry: &'static Entry,
    given: OptionValues,
    options: &EngineOptions,
    common: &Common,
) -> Result<Box<dyn protocol::Server>, InputError> {
    // Ctrl-C ends an engine at once: there is nothing to keep.
    let runtime = Runtime::open(&common.limits);
    let setup = entry.options(input::files(entry.setup, given, &runtime.context().budget)?)?;
    let strength = Strength {
        level: options.level,
        bytes: common.limits.bytes.unwrap_or(USUAL_BYTES),
        seed: options.seed,
    };
    let server = protocol::server(entry.name, &setup, strength)?;
    server.ok_or_else(|| InputError::new(format!("{} has no protocol", entry.name)))
}

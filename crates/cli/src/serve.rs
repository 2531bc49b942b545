//! `quandary serve`: the page and the lab behind it, on this machine.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use quandary_runtime::{Limits, say};
use quandary_web::{Server, Settings};

use crate::output;

/// What `serve` was told.
pub(crate) struct Serve {
    pub(crate) host: Option<IpAddr>,
    pub(crate) port: u16,
    pub(crate) open: bool,
    pub(crate) token: Option<String>,
    /// The folder of the study's database.
    pub(crate) data: Option<PathBuf>,
    /// `--threads` was given.
    pub(crate) threads: Option<usize>,
    pub(crate) limits: Limits,
}

/// Serves until Ctrl-C.
pub(crate) fn serve(wanted: Serve) -> ExitCode {
    let usual = Settings::usual();
    let data = wanted.data.map(|folder| folder.join("study.sqlite")).or(usual.data);
    let settings = Settings {
        host: wanted.host.unwrap_or(usual.host),
        port: wanted.port,
        threads: wanted.threads.unwrap_or(usual.threads),
        time: wanted.limits.seconds.map_or(usual.time, Duration::from_secs_f64),
        memory: wanted.limits.bytes.unwrap_or(usual.memory),
        data,
        token: wanted.token,
        no_cache: wanted.limits.no_cache,
        no_clock: wanted.limits.no_clock,
        ..usual
    };
    let (host, port) = (settings.host, settings.port);
    if settings.token.as_deref().is_some_and(|token| !quandary_web::is_token(token)) {
        say("--token: expected at least 8 characters of A-Z, a-z, 0-9, - . _ ~");
        return ExitCode::from(output::REFUSED);
    }
    if !host.is_loopback() && settings.token.is_none() {
        say(format_args!(
            "{host} is not loopback: anybody who can reach it could read and delete the study; \
             add --token TOKEN, which the experimenter keeps to themselves and participants do not need"
        ));
        return ExitCode::from(output::REFUSED);
    }
    let server = match Server::bind(settings) {
        Ok(server) => server,
        Err(error) => {
            say(format_args!("cannot listen on {host} port {port}: {error}; --port 0 takes a free one"));
            return ExitCode::from(output::REFUSED);
        }
    };
    if let Some(failure) = server.study_failure() {
        say(format_args!("the study's attempts cannot be kept: {failure}"));
    }
    let url = server.url();
    // The address is the answer: it alone goes to standard output.
    if output::print(&url).is_err() {
        return ExitCode::from(output::REFUSED);
    }
    if !wanted.limits.quiet {
        if !host.is_loopback() {
            say(
                "the address with its token is for the experimenter; participants open it without the token, \
                 use this machine's time, and see only their own attempts",
            );
        }
        say("serving; Ctrl-C ends it");
    }
    if wanted.open {
        show(&url);
    }
    match server.run_until_interrupted() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(error);
            ExitCode::from(output::REFUSED)
        }
    }
}

/// Opens the page in the user's browser, with what the system has for that.
fn show(url: &str) {
    let opener: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["cmd", "/C", "start", ""]
    } else {
        &["xdg-open"]
    };
    if let Err(error) = Command::new(opener[0]).args(&opener[1..]).arg(url).spawn() {
        say(format_args!("no browser was opened ({error}); the page is at {url}"));
    }
}

//! `quandary serve`: the page and the lab behind it, on this machine.

use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use quandary_runtime::{Limits, say};
use quandary_web::{Server, Settings};

use crate::output;

/// The options of `serve`.
pub(crate) struct Serve {
    pub(crate) host: Option<IpAddr>,
    pub(crate) port: u16,
    pub(crate) open: bool,
    pub(crate) token: Option<String>,
    /// The folder of the experiment's database.
    pub(crate) data: Option<PathBuf>,
    /// `--threads` was given.
    pub(crate) threads: Option<usize>,
    pub(crate) limits: Limits,
}

/// Serves until Ctrl-C or SIGTERM.
pub(crate) fn serve(wanted: Serve) -> ExitCode {
    let usual = Settings::usual();
    let data = wanted.data.map(|folder| folder.join("study.sqlite")).or(usual.data);
    let settings = Settings {
        host: wanted.host.unwrap_or(usual.host),
        port: wanted.port,
        threads: wanted.threads.unwrap_or(usual.threads),
        time: wanted.limits.seconds.map_or(usual.time, Duration::from_secs_f64),
        memory: wanted.limits.bytes.unwrap_or(usual.memory),
        data: data.clone(),
        token: wanted.token,
        no_cache: wanted.limits.no_cache,
        no_clock: wanted.limits.no_clock,
        ..usual
    };
    let (host, port) = (settings.host, settings.port);
    if settings.token.as_deref().is_some_and(|token| !quandary_web::is_token(token)) {
        say(format_args!("--token: {}", quandary_web::TOKENS));
        return ExitCode::from(output::REFUSED);
    }
    if !host.is_loopback() && settings.token.is_none() {
        say(format_args!(
            "{host} is not loopback, so others can reach the server: add --token TOKEN. Anyone with the token can read, \
             export and delete the experiment; participants do not need it"
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
    if let Some(failure) = server.experiment_failure() {
        say(format_args!("the experiment's attempts cannot be kept: {failure}"));
    }
    let url = server.url();
    // The address is the answer: it alone goes to standard output.
    if output::print(&url).is_err() {
        return ExitCode::from(output::REFUSED);
    }
    if !wanted.limits.quiet {
        if !host.is_loopback() {
            say(
                "the address with the token is for the experimenter alone; participants open it without the token, use \
                 this machine's processor, and reach only their own attempts",
            );
        }
        say("serving; Ctrl-C ends it");
    }
    let door = if wanted.open { open(&url, data.as_deref().and_then(Path::parent)) } else { None };
    let served = server.run_until_interrupted();
    if let Some(door) = door {
        let _ = std::fs::remove_file(door);
    }
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(error);
            ExitCode::from(output::REFUSED)
        }
    }
}

/// Opens the page in the user's browser. Other users of the machine can see the options of every program, so the browser is
/// not given the address with its token, but a file that only its user can read and that leads there. Gives the file.
fn open(url: &str, folder: Option<&Path>) -> Option<PathBuf> {
    let folder = folder.map_or_else(std::env::temp_dir, Path::to_path_buf);
    let door = folder.join(format!("open-{}.html", std::process::id()));
    match write_door(&door, url) {
        Ok(()) => show(&door, url),
        Err(error) => {
            say(format_args!("no browser was opened ({}: {error}); the page is at {url}", door.display()));
            return None;
        }
    }
    Some(door)
}

fn write_door(door: &Path, url: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new();
    file.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    write!(
        file.open(door)?,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"0; url={url}\">\n\
         <title>Quandary</title>\n<p><a href=\"{url}\">The page</a></p>\n"
    )
}

/// Shows a file in the user's browser, with what the system has for that.
fn show(door: &Path, url: &str) {
    let opener: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["cmd", "/C", "start", ""]
    } else {
        &["xdg-open"]
    };
    if let Err(error) = Command::new(opener[0]).args(&opener[1..]).arg(door).spawn() {
        say(format_args!("no browser was opened ({error}); the page is at {url}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_file_that_opens_the_page_is_its_users_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("quandary-door-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let door = folder.join("open.html");
        write_door(&door, "http://127.0.0.1:1/?token=abc").unwrap();
        assert_eq!(std::fs::metadata(&door).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(std::fs::read_to_string(&door).unwrap().contains("url=http://127.0.0.1:1/?token=abc"));
        assert!(write_door(&door, "").is_err(), "a file that is there already is not used");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

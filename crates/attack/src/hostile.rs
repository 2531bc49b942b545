//! The built program with hostile options and inputs: it must always answer, refuse, or say that its budget ran out.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::string::FromUtf8Error;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use quandary_core::{Seed, Stream};
use quandary_verbs::OptionSpec;
use wait4::Wait4;

use crate::Finding;
use crate::draw::{RandomQuestion, draw, input_for, options};
use crate::limits::{GRACE, GRACE_AFTER_INTERRUPT, MEMORY, overrun};
use crate::mutate::other_bytes;

/// Seconds that a command is given.
const SECONDS: [f64; 4] = [0.05, 0.1, 0.2, 0.3];
/// Seconds after which a command without a limit is interrupted.
const INTERRUPT: [f64; 3] = [0.3, 0.6, 1.2];
/// Further seconds after which it is killed: on a busy machine a command may wait long for a processor.
const END: f64 = 60.0;
/// What is typed in a game.
const LINES: [&str; 12] =
    ["help", "hint", "undo", "redo", "1", "L", "1,1", "4", "f5", "save /nonexistent/x", "quit", "\u{1b}[A"];

/// One command.
#[derive(Clone, Debug)]
struct Call {
    arguments: Vec<String>,
    stdin: Vec<u8>,
    /// Its time limit, by its own option or by an interrupt.
    seconds: f64,
    /// Whether it gets a Ctrl-C when the time is over.
    interrupted: bool,
}

impl Call {
    /// Seconds that it may go on beyond its time.
    fn grace(&self) -> f64 {
        if self.interrupted { GRACE_AFTER_INTERRUPT } else { GRACE }
    }
}

/// The signal that Ctrl-C sends.
const SIGINT: i32 = 2;
/// The signal that nothing survives.
const SIGKILL: i32 = 9;
/// Seconds of processor time after which a program has certainly started.
const BEGUN: f64 = 0.1;

/// How it ended.
struct CommandResult {
    code: Option<i32>,
    signal: Option<i32>,
    wall: f64,
    /// Seconds of processor time: its own work, however busy the machine was.
    cpu: f64,
    peak: u64,
    stderr: String,
}

/// The attack on the command line.
pub struct Hostile {
    program: PathBuf,
    folder: PathBuf,
    seed: Seed,
    /// Peak memory of doing nothing, in bytes.
    base: u64,
    number: u64,
    /// Runs so far.
    pub runs: u64,
    /// Exit codes 0 to 3.
    pub codes: [u64; 4],
    /// Commands that were still at work when they were interrupted.
    pub interrupted: u64,
    /// Overruns that did not happen again when the command ran alone: the machine was busy.
    pub not_repeated: u64,
    /// What fell.
    pub findings: Vec<Finding>,
}

impl Hostile {
    /// Runs of a program, with a folder for what it writes.
    pub fn new(program: &Path, folder: &Path, seed: Seed) -> Result<Hostile, String> {
        let mut hostile = Hostile {
            program: program.to_owned(),
            folder: folder.to_owned(),
            seed: seed.named("hostile"),
            base: 0,
            number: 0,
            runs: 0,
            codes: [0; 4],
            interrupted: 0,
            not_repeated: 0,
            findings: Vec::new(),
        };
        let nothing =
            Call { arguments: vec!["--version".into()], stdin: Vec::new(), seconds: END, interrupted: false };
        hostile.base = hostile.run(&nothing)?.peak;
        Ok(hostile)
    }

    /// One command drawn from the seed.
    pub fn once(&mut self) -> Result<(), String> {
        let mut stream = self.seed.stream(self.number);
        self.number += 1;
        let call = command(&mut stream, &self.folder);
        let ran = self.run(&call)?;
        self.runs += 1;
        self.interrupted += u64::from(call.interrupted && ran.wall >= call.seconds);
        if let Some(count) = ran.code.and_then(|code| self.codes.get_mut(usize::try_from(code).ok()?)) {
            *count += 1;
        }
        let Some(fault) = self.fault(&call, &ran) else { return Ok(()) };
        // Time on a busy machine is the machine's; memory and exit codes are the program's.
        let again = self.run(&call)?;
        match self.fault(&call, &again) {
            Some(fault) => self.findings.push(Finding::new("hostile", fault, self.describe(&call))),
            None if fault.starts_with("time") => self.not_repeated += 1,
            None => {
                let what = format!("{fault} (once; not when repeated)");
                self.findings.push(Finding::new("hostile", what, self.describe(&call)));
            }
        }
        Ok(())
    }

    fn fault(&self, call: &Call, ran: &CommandResult) -> Option<String> {
        let place = ran.stderr.lines().find(|line| line.contains("panicked at")).unwrap_or_default();
        match ran.code {
            // Interrupted before it could install its handler.
            None if call.interrupted && ran.signal == Some(SIGINT) && ran.cpu < BEGUN => return None,
            // Killed by us. It hangs, and then it will again; or it waited for a processor.
            None if ran.signal == Some(SIGKILL) && ran.wall >= END => {
                return Some(format!("time: killed after {:.0} s (CPU {:.2})", ran.wall, ran.cpu));
            }
            None => {
                return Some(format!("ended by a signal: {}", ran.stderr.lines().next().unwrap_or_default()));
            }
            Some(0..=3) => {}
            Some(code) => return Some(format!("exit code {code} {place}")),
        }
        if !place.is_empty() {
            return Some(format!("a thread panicked: {place}"));
        }
        overrun(call.seconds, call.grace(), ran.wall, ran.cpu, ran.peak.saturating_sub(self.base))
    }

    fn describe(&self, call: &Call) -> String {
        let words: Vec<String> = call
            .arguments
            .iter()
            .map(|word| {
                if word.chars().count() > 300 {
                    format!("<{} bytes>", word.len())
                } else {
                    format!("{word:?}")
                }
            })
            .collect();
        let stdin = if call.stdin.is_empty() {
            String::new()
        } else {
            format!(
                " <<< {:?} ({} bytes)",
                String::from_utf8_lossy(&call.stdin[..call.stdin.len().min(200)]),
                call.stdin.len()
            )
        };
        let end =
            if call.interrupted { format!(" (Ctrl-C after {} s)", call.seconds) } else { String::new() };
        format!("{} {}{stdin}{end}", self.program.display(), words.join(" "))
    }

    fn run(&self, call: &Call) -> Result<CommandResult, String> {
        let fail = |error: std::io::Error| format!("{}: {error}", self.program.display());
        let stderr = self.folder.join("stderr");
        let mut child = Command::new(&self.program)
            .args(&call.arguments)
            .current_dir(&self.folder)
            .env("XDG_CACHE_HOME", self.folder.join("cache"))
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(File::create(&stderr).map_err(fail)?)
            .spawn()
            .map_err(fail)?;
        let start = Instant::now();
        let mut pipe = child.stdin.take();
        let bytes = call.stdin.clone();
        // A program may close its input without reading it: then the pipe breaks.
        let writer = std::thread::spawn(move || {
            if let Some(pipe) = &mut pipe {
                let _ = pipe.write_all(&bytes);
            }
        });
        let id = child.id();
        let (done, ended) = std::sync::mpsc::channel::<()>();
        let (seconds, interrupted) = (Duration::from_secs_f64(call.seconds), call.interrupted);
        let killer = std::thread::spawn(move || {
            let send = |signal: &str| {
                // A program that has ended in the meantime needs no signal.
                let _ = Command::new("kill").args([signal, &id.to_string()]).stderr(Stdio::null()).status();
            };
            for (signal, after, wanted) in
                [("-INT", seconds, interrupted), ("-KILL", Duration::from_secs_f64(END), true)]
            {
                if ended.recv_timeout(after) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                if wanted {
                    send(signal);
                }
            }
        });
        let waited = child.wait4().map_err(fail)?;
        let _ = done.send(());
        let wall = start.elapsed().as_secs_f64();
        let _ = (writer.join(), killer.join());
        let usage = waited.rusage;
        let stderr = std::fs::read(&stderr).map_err(fail)?;
        Ok(CommandResult {
            code: waited.status.code(),
            signal: signal(waited.status),
            wall,
            cpu: (usage.utime + usage.stime).as_secs_f64(),
            peak: usage.maxrss,
            stderr: String::from_utf8_lossy(&stderr[..stderr.len().min(20_000)]).into_owned(),
        })
    }
}

/// The signal that ended a process, where there are signals.
fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    {
        std::os::unix::process::ExitStatusExt::signal(&status)
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        None
    }
}

/// A command drawn from a stream.
fn command(stream: &mut Stream, folder: &Path) -> Call {
    let drawn = draw(stream, folder, &SECONDS);
    let RandomQuestion { entry, verb, .. } = drawn;
    let mut stdin = Vec::new();
    let mut arguments: Vec<String>;
    match stream.below(30) {
        0 => {
            arguments = vec!["check".into(), "-".into()];
            stdin = input_for(verb, stream);
        }
        1 => {
            arguments = vec!["play".into(), entry.name.into(), "--plain".into()];
            write_options(entry.setup, options(entry.setup, stream, folder), &mut arguments);
            for _ in 0..stream.below(20) {
                stdin.extend(LINES[stream.index(LINES.len())].bytes().chain([b'\n']));
            }
            other_bytes(&mut stdin, stream);
        }
        _ => {
            arguments = vec![verb.spec.name.into(), entry.name.into()];
            write_options(verb.spec.options, drawn.options, &mut arguments);
            match drawn.input.map(String::from_utf8) {
                None => {}
                // A word of a command line has no zero byte and a limited length.
                Some(Ok(text)) if text.len() < 100_000 && !text.contains('\0') && stream.chance(0.5) => {
                    arguments.push(text);
                }
                Some(read) => {
                    stdin = read.map_or_else(FromUtf8Error::into_bytes, String::into_bytes);
                    arguments.push("-".into());
                }
            }
        }
    }
    if !stream.chance(0.3) {
        arguments.push("--json".into());
    }
    if let Some(nodes) = drawn.nodes {
        arguments.extend(["--nodes".into(), nodes.to_string()]);
    }
    if drawn.threads != 1 {
        arguments.extend(["--threads".into(), drawn.threads.to_string()]);
    }
    let interrupted = stream.chance(0.15);
    let seconds = if interrupted {
        // Mostly a long command: an example of the help.
        if let Some(example) = stream.choose(verb.spec.examples).filter(|_| stream.chance(0.8)) {
            (arguments, stdin) = (words(example), Vec::new());
        }
        INTERRUPT[stream.index(INTERRUPT.len())]
    } else {
        arguments.extend(["--time".into(), drawn.seconds.to_string()]);
        drawn.seconds
    };
    arguments.extend(["--memory".into(), MEMORY.to_string(), "--quiet".into()]);
    if stream.chance(0.9) {
        arguments.push("--no-cache".into());
    }
    Call { arguments, stdin, seconds, interrupted }
}

/// The words of a command line, quoted ones whole.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (part, piece) in line.replace('\'', "\"").split('"').enumerate() {
        if part % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn write_options(specs: &[OptionSpec], given: Vec<(&'static str, String)>, arguments: &mut Vec<String>) {
    for (name, value) in given {
        let spec = specs.iter().find(|spec| spec.name == name);
        let words = spec.map_or(1, |spec| spec.value.split(' ').count());
        if spec.is_some_and(OptionSpec::is_switch) {
            arguments.push(format!("--{name}"));
        } else if words > 1 {
            arguments.push(format!("--{name}"));
            arguments.extend(value.splitn(words, ' ').map(str::to_owned));
        } else {
            arguments.push(format!("--{name}={value}"));
        }
    }
}

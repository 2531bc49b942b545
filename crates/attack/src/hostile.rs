//! The built program with hostile options and inputs: whatever it is told, it answers, refuses or says that its budget
//! ran out.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use quandary_core::face::{Entry, InputSpec, Kind, OptionSpec, Verb};
use quandary_core::{Seed, Stream};
use wait4::Wait4;

use crate::Finding;
use crate::mutate::other_bytes;

/// Mebibytes that a command is given.
const MEMORY: u64 = 64;
/// Seconds that a command may take longer than it was given.
const GRACE: f64 = 1.0;
/// Seconds after which it is ended.
const END: f64 = 5.0;

/// One command.
#[derive(Clone, Debug)]
struct Call {
    arguments: Vec<String>,
    stdin: Vec<u8>,
    seconds: f64,
}

/// What became of it.
struct Ran {
    code: Option<i32>,
    wall: f64,
    /// Seconds of processor time: what it did itself, however busy the machine was.
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
    /// Overruns that did not happen again when the command ran alone: a busy machine.
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
            not_repeated: 0,
            findings: Vec::new(),
        };
        let nothing = Call { arguments: vec!["--version".into()], stdin: Vec::new(), seconds: END };
        hostile.base = hostile.run(&nothing)?.peak;
        Ok(hostile)
    }

    /// One command drawn from the seed.
    pub fn once(&mut self) -> Result<(), String> {
        let mut stream = self.seed.stream(self.number);
        self.number += 1;
        let call = draw(&mut stream, &self.folder);
        let ran = self.run(&call)?;
        self.runs += 1;
        if let Some(count) = ran.code.and_then(|code| self.codes.get_mut(usize::try_from(code).ok()?)) {
            *count += 1;
        }
        let Some(fault) = self.fault(&call, &ran) else { return Ok(()) };
        // Time on a busy machine is the machine's; memory and exit codes are the program's.
        let again = self.run(&call)?;
        match self.fault(&call, &again) {
            Some(fault) => self.findings.push(Finding::new("hostile", fault, self.shown(&call))),
            None if fault.starts_with("time") => self.not_repeated += 1,
            None => {
                let what = format!("{fault} (once; not when repeated)");
                self.findings.push(Finding::new("hostile", what, self.shown(&call)));
            }
        }
        Ok(())
    }

    fn fault(&self, call: &Call, ran: &Ran) -> Option<String> {
        let place = ran.stderr.lines().find(|line| line.contains("panicked at")).unwrap_or_default();
        match ran.code {
            None => {
                return Some(format!("ended by a signal: {}", ran.stderr.lines().next().unwrap_or_default()));
            }
            Some(0..=3) => {}
            Some(code) => return Some(format!("exit code {code} {place}")),
        }
        if !place.is_empty() {
            return Some(format!("a thread panicked: {place}"));
        }
        // It slept or waited for a processor if it took less of one: that is not its doing.
        if ran.wall > call.seconds + GRACE && ran.cpu > call.seconds + GRACE {
            return Some(format!("time: {:.2} s (CPU {:.2}) of {}", ran.wall, ran.cpu, call.seconds));
        }
        let most = self.base + (MEMORY << 20) * 11 / 10;
        (ran.peak > most)
            .then(|| format!("memory: {} MiB of {MEMORY} and {}", ran.peak >> 20, self.base >> 20))
    }

    fn shown(&self, call: &Call) -> String {
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
        format!("{} {}{stdin}", self.program.display(), words.join(" "))
    }

    fn run(&self, call: &Call) -> Result<Ran, String> {
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
        // Who does not read its input breaks the pipe: its right.
        let writer = std::thread::spawn(move || {
            if let Some(pipe) = &mut pipe {
                let _ = pipe.write_all(&bytes);
            }
        });
        let id = child.id();
        let (done, ended) = std::sync::mpsc::channel::<()>();
        let limit = Duration::from_secs_f64(call.seconds + END);
        let killer = std::thread::spawn(move || {
            if ended.recv_timeout(limit).is_err() {
                let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
            }
        });
        let waited = child.wait4().map_err(fail)?;
        let _ = done.send(());
        let wall = start.elapsed().as_secs_f64();
        let _ = (writer.join(), killer.join());
        let usage = waited.rusage;
        let stderr = std::fs::read(&stderr).map_err(fail)?;
        Ok(Ran {
            code: waited.status.code(),
            wall,
            cpu: (usage.utime + usage.stime).as_secs_f64(),
            peak: usage.maxrss,
            stderr: String::from_utf8_lossy(&stderr[..stderr.len().min(20_000)]).into_owned(),
        })
    }
}

/// Values that no option expects, and some that only just fit.
fn hostile_value(stream: &mut Stream) -> String {
    const VALUES: [&str; 41] = [
        "",
        " ",
        "-1",
        "0",
        "1",
        "2",
        "-0",
        "NaN",
        "nan",
        "inf",
        "-inf",
        "1e308",
        "1e-320",
        "0.5",
        "1/0",
        "0/0",
        "1/3",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999",
        "1000000",
        "0x10",
        "1 000",
        "5s",
        "1GB",
        "true",
        "--json",
        "-",
        "/",
        "\u{1b}[2J",
        "a\tb\nc",
        "\u{202e}x",
        "ß𝟙",
        "1x1",
        "99999x99999",
        "1000x1000/999999",
        "2x2/1",
    ];
    match stream.below(12) {
        0 => "9".repeat(1 + stream.index(400)),
        1 => "x".repeat(stream.index(20_000)),
        _ => VALUES[stream.index(VALUES.len())].to_owned(),
    }
}

/// A value for an option: one that it takes, or one that it should refuse.
fn value_for(option: &OptionSpec, stream: &mut Stream, folder: &Path) -> String {
    let path = folder.join("out.csv").display().to_string();
    match option.kind {
        // What never ends can be read by nobody: no such device is among them.
        Kind::File => {
            let paths =
                [path.as_str(), "/nonexistent/folder/x.csv", ".", "", "/dev/null", "x\u{7}.jsonl", "stderr"];
            return paths[stream.index(paths.len())].to_owned();
        }
        Kind::Output => {
            let paths =
                [path.as_str(), "/nonexistent/folder/x.csv", ".", "", "/dev/full", "x\u{7}.jsonl", "out.svg"];
            return paths[stream.index(paths.len())].to_owned();
        }
        _ => {}
    }
    if stream.chance(0.5) {
        return hostile_value(stream);
    }
    match option.kind {
        Kind::Whole { least, most } => match stream.below(5) {
            0 => least.to_string(),
            1 => most.to_string(),
            2 => most.wrapping_add(1).to_string(),
            3 => least.wrapping_sub(1).to_string(),
            _ => (least + stream.below((most - least).clamp(1, 10_000))).to_string(),
        },
        Kind::Real { low, high } => match stream.below(3) {
            0 => low.to_string(),
            1 => high.to_string(),
            _ => (low + stream.unit() * (high - low).min(1e6)).to_string(),
        },
        _ => {
            let known: Vec<&str> = option.known().iter().copied().chain(option.default).collect();
            stream.choose(&known).map_or_else(|| hostile_value(stream), |value| (*value).to_owned())
        }
    }
}

/// An input: what an example of the verb has, damaged or not, or nonsense.
fn input_for(verb: &Verb, stream: &mut Stream) -> Vec<u8> {
    let quoted: Vec<&str> = verb
        .spec
        .examples
        .iter()
        .filter_map(|example| {
            let quote = example.find(['"', '\''])?;
            let mark = &example[quote..=quote];
            example[quote + 1..].split(mark).next()
        })
        .collect();
    let plain = verb.spec.examples.iter().filter_map(|example| {
        example.split_whitespace().nth(2).filter(|word| !word.starts_with(['-', '"', '\'']))
    });
    let known: Vec<&str> = quoted.iter().copied().chain(plain).filter(|word| !word.contains('.')).collect();
    let mut bytes = stream.choose(&known).map(|text| text.as_bytes().to_vec()).unwrap_or_default();
    match stream.below(10) {
        0..=3 => {}
        4..=6 => other_bytes(&mut bytes, stream),
        7 => bytes = (0..stream.below(2000)).map(|_| stream.next_u64() as u8).collect(),
        8 => bytes = bytes.repeat(1 + 100_000 / (bytes.len() + 1)),
        _ => {
            let (open, depth) = (["[", "{\"a\":", "<a>", "1 "][stream.index(4)], stream.index(60_000));
            bytes = open.repeat(depth).into_bytes();
        }
    }
    bytes
}

fn draw(stream: &mut Stream, folder: &Path) -> Call {
    let seconds = if stream.chance(0.005) { 1.0 } else { [0.05, 0.1, 0.2, 0.3][stream.index(4)] };
    let entries = quandary_registry::all();
    let entry: &Entry = entries[stream.index(entries.len())];
    let verb = &entry.verbs[stream.index(entry.verbs.len())];
    let mut arguments: Vec<String>;
    let mut stdin = Vec::new();
    match stream.below(30) {
        0 => {
            arguments = vec!["check".into(), "-".into()];
            stdin = input_for(verb, stream);
        }
        1 => {
            arguments = vec!["play".into(), entry.name.into(), "--plain".into()];
            options(entry.setup, &mut arguments, stream, folder);
            let lines = [
                "help",
                "hint",
                "undo",
                "redo",
                "1",
                "L",
                "1,1",
                "4",
                "f5",
                "save /nonexistent/x",
                "quit",
                "\u{1b}[A",
            ];
            for _ in 0..stream.below(20) {
                stdin.extend(lines[stream.index(lines.len())].bytes().chain([b'\n']));
            }
            other_bytes(&mut stdin, stream);
        }
        _ => {
            arguments = vec![verb.spec.name.into(), entry.name.into()];
            options(verb.spec.options, &mut arguments, stream, folder);
            if !matches!(verb.spec.input, InputSpec::None) || stream.chance(0.02) {
                let input = input_for(verb, stream);
                match String::from_utf8(input) {
                    // A word of a command line has no zero byte and is not endless.
                    Ok(text) if text.len() < 100_000 && !text.contains('\0') && stream.chance(0.5) => {
                        arguments.push(text);
                    }
                    Ok(text) => {
                        stdin = text.into_bytes();
                        arguments.push("-".into());
                    }
                    Err(error) => {
                        stdin = error.into_bytes();
                        arguments.push("-".into());
                    }
                }
            }
        }
    }
    if !stream.chance(0.3) {
        arguments.push("--json".into());
    }
    if stream.chance(0.3) {
        arguments.extend(["--nodes".into(), [1, 100, 20_000][stream.index(3)].to_string()]);
    }
    if stream.chance(0.2) {
        arguments.extend(["--threads".into(), ["2", "0", "3"][stream.index(3)].to_owned()]);
    }
    arguments.extend([
        "--time".into(),
        seconds.to_string(),
        "--memory".into(),
        MEMORY.to_string(),
        "--quiet".into(),
    ]);
    if stream.chance(0.9) {
        arguments.push("--no-cache".into());
    }
    Call { arguments, stdin, seconds }
}

/// Up to three options.
fn options(specs: &'static [OptionSpec], arguments: &mut Vec<String>, stream: &mut Stream, folder: &Path) {
    for _ in 0..stream.below(4) {
        let Some(option) = stream.choose(specs) else { return };
        if arguments.iter().any(|word| word.starts_with(&format!("--{}", option.name))) {
            continue;
        }
        if option.is_switch() {
            arguments.push(format!("--{}", option.name));
            continue;
        }
        let words = option.value.split(' ').count();
        if words > 1 {
            arguments.push(format!("--{}", option.name));
            arguments.extend((0..words).map(|_| hostile_value(stream).replace('\0', "")));
        } else {
            arguments.push(format!(
                "--{}={}",
                option.name,
                value_for(option, stream, folder).replace('\0', "")
            ));
        }
    }
}

//! Hostile questions to the api, many per second: faults that show without a process of their own.
//!
//! Panics are caught, time and memory are measured in this process. If a question never returns, a watchdog names it
//! and ends the process.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use quandary_api::{Event, Sessions, stream};
use quandary_core::{Seed, Stream};
use quandary_runtime::{Limits, Runtime};
use serde_json::{Value, json};

use crate::bombs::bomb;
use crate::draw::{RandomQuestion, draw, hostile_value, options};
use crate::limits::{GRACE, MEMORY, overrun};
use crate::memory;
use crate::mutate::change;
use crate::{Finding, Witness, caught};

/// The time limit of a question, in seconds.
const SECONDS: [f64; 4] = [0.005, 0.01, 0.02, 0.05];
/// Seconds of processor time after which it is not waited for any longer.
const END: f64 = 8.0;

/// How the questions ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions asked.
    pub runs: u64,
    /// Answered with yes or no.
    pub answered: u64,
    /// Refused in words.
    pub refused: u64,
    /// Ended by their budget.
    pub exhausted: u64,
    /// Overruns of time that did not happen again.
    pub not_repeated: u64,
}

/// The attack on the api.
pub struct Requests<'w> {
    seed: Seed,
    folder: PathBuf,
    watched: CurrentQuestion,
    /// What happened.
    pub counts: Counts,
    /// What fell.
    pub findings: Vec<Finding>,
    witness: &'w mut Witness,
}

/// The current question, and the processor time when it began.
type CurrentQuestion = Arc<Mutex<Option<(String, ProcessTime)>>>;

/// One question with its limits.
struct Question {
    text: String,
    limits: Limits,
    seconds: f64,
}

/// How it ended.
struct RequestResult {
    status: Result<String, String>,
    wall: f64,
    cpu: f64,
    peak: u64,
}

impl<'w> Requests<'w> {
    /// Questions drawn from a seed. The folder is for the names of files, which are never opened here.
    pub fn new(seed: Seed, folder: &Path, witness: &'w mut Witness) -> Requests<'w> {
        let watched: CurrentQuestion = Arc::default();
        let watching = Arc::clone(&watched);
        std::thread::spawn(move || watch(&watching));
        let (seed, folder) = (seed.named("requests"), folder.to_owned());
        Requests { seed, folder, watched, counts: Counts::default(), findings: Vec::new(), witness }
    }

    /// One question.
    pub fn once(&mut self) {
        let question = ask(&mut self.seed.stream(self.counts.runs), &self.folder);
        self.counts.runs += 1;
        self.witness.keep(&question.describe());
        let ended = self.put(&question);
        match ended.status.as_deref() {
            Ok("answered" | "negative") => self.counts.answered += 1,
            Ok("refused") => self.counts.refused += 1,
            Ok("exhausted") => self.counts.exhausted += 1,
            _ => {}
        }
        let Some(fault) = ended.fault(&question) else { return };
        match self.put(&question).fault(&question) {
            None if fault.starts_with("time") => self.counts.not_repeated += 1,
            again => {
                let once = if again.is_none() { " (once; not when repeated)" } else { "" };
                self.findings.push(Finding::new("requests", format!("{fault}{once}"), question.describe()));
            }
        }
    }

    fn put(&self, question: &Question) -> RequestResult {
        let set = |what| *self.watched.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = what;
        set(Some((question.describe(), ProcessTime::now())));
        let before = memory::begin();
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let last = Mutex::new(None);
        let done = caught(|| {
            let runtime = Runtime::open(&question.limits);
            stream(&question.text, &Sessions::new(), &runtime.context(), &|event| {
                if let Event::Answer { answer } = event {
                    *last.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(answer);
                }
            });
        });
        let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
        let peak = memory::peak().saturating_sub(before);
        set(None);
        let answer = last.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let status = done.map_err(|panic| format!("a panic: {panic}")).and_then(|()| match answer {
            Some(answer) => Ok(answer["status"].as_str().unwrap_or_default().to_owned()),
            None => Err("no answer came".to_owned()),
        });
        RequestResult { status, wall, cpu, peak }
    }
}

impl RequestResult {
    fn fault(&self, question: &Question) -> Option<String> {
        match self.status.as_deref() {
            Ok("answered" | "negative" | "refused" | "exhausted") => {
                overrun(question.seconds, GRACE, self.wall, self.cpu, self.peak)
            }
            Ok(other) => Some(format!("a status that does not exist: {other}")),
            Err(what) => Some(what.to_owned()),
        }
    }
}

impl Question {
    fn describe(&self) -> String {
        let Limits { nodes, threads, .. } = self.limits;
        format!("{} s, {nodes:?} nodes, {threads} threads: {}", self.seconds, self.text)
    }
}

/// Ends the process if a question does not return: nothing else would.
fn watch(watched: &CurrentQuestion) {
    loop {
        std::thread::sleep(Duration::from_millis(500));
        let under_way = watched.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((question, began)) = under_way.as_ref()
            && began.elapsed().as_secs_f64() > END
        {
            let fell =
                format!("it took more than {END} s of processor time and was ended, and this part with it");
            println!("  FELL {}", Finding::new("requests", fell, question.clone()));
            std::process::exit(1);
        }
    }
}

/// A verb with hostile options and input, a game with hostile actions, or a small certificate that makes much work;
/// sometimes the request itself is damaged.
fn ask(stream: &mut Stream, folder: &Path) -> Question {
    let drawn = draw(stream, folder, &SECONDS);
    let RandomQuestion { entry, verb, nodes, threads, seconds, .. } = drawn;
    let input = drawn.input.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let mut request = if stream.chance(0.15) {
        json!({"ask": "check", "text": bomb(stream)})
    } else if stream.chance(0.1) {
        let setup: Vec<String> = options(entry.setup, stream, folder)
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let actions: Vec<Value> = (0..stream.below(12)).map(|_| action(stream)).collect();
        json!({
            "ask": "sit", "puzzle": entry.name, "setup": setup.join("; "), "seed": stream.below(9),
            "position": input.filter(|_| stream.chance(0.5)), "actions": actions, "hint": stream.chance(0.3),
        })
    } else {
        let options: serde_json::Map<String, Value> =
            drawn.options.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        json!({
            "ask": "run", "puzzle": entry.name, "verb": verb.spec.name, "input": input, "options": options,
        })
    };
    if stream.chance(0.05) {
        change(&mut request, stream);
    }
    let limits = Limits {
        nodes,
        seconds: Some(seconds),
        bytes: Some((MEMORY << 20) as usize),
        threads,
        no_cache: true,
        quiet: true,
        no_clock: false,
    };
    Question { text: request.to_string(), limits, seconds }
}

fn action(stream: &mut Stream) -> Value {
    let place = |stream: &mut Stream| json!([stream.below(20), stream.below(20)]);
    match stream.below(7) {
        0 => json!({"play": hostile_value(stream)}),
        1 => json!({"press": place(stream)}),
        2 => json!({"mark": place(stream)}),
        3 => json!({"arrow": stream.choose(&["up", "down", "left", "right"])}),
        4 => json!({"play": stream.choose(&["1", "4", "L", "1,1", "d3"])}),
        5 => json!("undo"),
        _ => json!("redo"),
    }
}

//! Files damaged, swapped or left behind by a killed program: the answers must stay the same, nothing may be lost, and
//! nothing left over.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use quandary_core::{Seed, Stream};
use serde_json::Value;

use crate::Finding;
use crate::mutate::other_bytes;

/// Boards whose solution uses tables of the cache: two sizes, so that tables can be swapped between them.
const BOARDS: [&str; 3] = [
    "5 1 2 4 / 9 6 3 8 / 13 0 7 12 / 14 10 11 15",
    "1 2 3 4 / 5 6 7 8 / 10 9 11 15 / 13 14 12 0",
    "0 11 10 9 / 8 7 6 5 / 4 3 1 2",
];
/// Entries that take a few seconds to compute.
const ENTRIES: [&str; 3] = ["thesis.T2.1", "thesis.eq4.2", "thesis.T3.2"];

/// The attack on caches and running programs.
pub struct Disk {
    program: PathBuf,
    folder: PathBuf,
    stream: Stream,
    answers: Vec<Vec<u8>>,
    lines: Option<String>,
    /// Cache files damaged or exchanged.
    pub damaged: u64,
    /// Programs killed.
    pub killed: u64,
    /// What fell.
    pub findings: Vec<Finding>,
}

type Done = Result<(), String>;

impl Disk {
    /// Attacks on a program, in a folder of its own.
    pub fn new(program: &Path, folder: &Path, seed: Seed) -> Disk {
        Disk {
            program: program.to_owned(),
            folder: folder.to_owned(),
            stream: seed.named("disk").stream(0),
            answers: Vec::new(),
            lines: None,
            damaged: 0,
            killed: 0,
            findings: Vec::new(),
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .args(["--no-clock", "--quiet"])
            .current_dir(&self.folder)
            .env("XDG_CACHE_HOME", &self.folder)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    fn output(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let output = self.command(arguments).output().map_err(|error| error.to_string())?;
        Ok(output.stdout)
    }

    fn solve(&self, board: &str, more: &[&str]) -> Result<Vec<u8>, String> {
        let solve = ["solve", "sliding", board, "--method", "idastar", "--heuristic", "patterns", "--json"];
        self.output(&[&solve[..], more].concat())
    }

    fn report(&mut self, what: &str, how: String) {
        self.findings.push(Finding::new("disk", what, how));
    }

    fn cache(&self) -> PathBuf {
        self.folder.join("quandary")
    }

    fn tables(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.cache()).into_iter().flatten();
        let mut paths: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        paths.sort();
        paths
    }

    /// No program is writing any more, so the next command must remove every half-written file when it starts.
    fn look_for_leftovers(&mut self, folder: &Path, how: &str) {
        let parts: Vec<String> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(|file| Some(file.ok()?.path().display().to_string()))
            .filter(|path| {
                Path::new(path).extension().is_some_and(|ending| ending == "part" || ending == "tmp")
            })
            .collect();
        if !parts.is_empty() {
            self.report("a half-written file is left", format!("{how}: {}", parts.join(" ")));
        }
    }

    /// Damages or exchanges one file of the cache; every answer must stay as it was.
    pub fn damage(&mut self) -> Done {
        if self.answers.is_empty() {
            for board in BOARDS {
                self.answers.push(self.solve(board, &["--no-cache"])?);
            }
        }
        for board in BOARDS {
            self.solve(board, &[])?;
        }
        let tables = self.tables();
        let Some(path) = self.stream.choose(&tables).cloned() else {
            return Err("the program keeps no tables to be damaged".into());
        };
        let io = |error: std::io::Error| error.to_string();
        let what = match self.stream.below(6) {
            0 | 1 => {
                let other = self.stream.choose(&tables).cloned().unwrap_or_else(|| path.clone());
                let (one, two) = (fs::read(&path).map_err(io)?, fs::read(&other).map_err(io)?);
                fs::write(&path, two).map_err(io)?;
                fs::write(&other, one).map_err(io)?;
                format!("exchanged with {}", other.display())
            }
            2 => {
                let mut bytes = fs::read(&path).map_err(io)?;
                let length = bytes.len();
                let place = self.stream.index(length);
                bytes[place] ^= 1 << self.stream.below(8);
                fs::write(&path, bytes).map_err(io)?;
                format!("byte {place} changed")
            }
            3 => {
                let file = File::options().write(true).open(&path).map_err(io)?;
                let length = file.metadata().map_err(io)?.len();
                let keep = self.stream.below(length.max(1));
                file.set_len(keep).map_err(io)?;
                format!("cut to {keep} of {length} bytes")
            }
            4 => {
                fs::remove_file(&path).and_then(|()| fs::create_dir(&path)).map_err(io)?;
                "a folder in its place".into()
            }
            _ => {
                let mut bytes = fs::read(&path).map_err(io)?;
                other_bytes(&mut bytes, &mut self.stream);
                fs::write(&path, bytes).map_err(io)?;
                "damaged".into()
            }
        };
        self.damaged += 1;
        for (board, answer) in BOARDS.iter().zip(self.answers.clone()) {
            if self.solve(board, &[])? != answer {
                self.report("another answer", format!("{} {what}; solve sliding {board:?}", path.display()));
            }
        }
        if path.is_dir() {
            fs::remove_dir(&path).map_err(io)?;
        }
        Ok(())
    }

    /// Starts a command and kills it after some milliseconds, or sooner when it has ended.
    fn kill(&mut self, arguments: &[&str], stdout: Stdio, most: u64) -> Done {
        let mut child = self.command(arguments).stdout(stdout).spawn().map_err(|error| error.to_string())?;
        std::thread::sleep(Duration::from_millis(20 + self.stream.below(most)));
        let _ = child.kill();
        let _ = child.wait();
        self.killed += 1;
        Ok(())
    }

    /// Kills a solver while it makes tables, then asks again.
    pub fn kill_while_tables_are_made(&mut self) -> Done {
        let _ = fs::remove_dir_all(self.cache());
        let chosen = self.stream.index(BOARDS.len());
        let solve = ["solve", "sliding", BOARDS[chosen], "--method", "idastar", "--heuristic", "patterns"];
        self.kill(&solve, Stdio::null(), 1500)?;
        let answer = self.solve(BOARDS[chosen], &["--no-cache"])?;
        if self.solve(BOARDS[chosen], &[])? != answer {
            self.report("another answer after a kill", format!("{solve:?}"));
        }
        self.look_for_leftovers(&self.cache(), &format!("{solve:?}"));
        Ok(())
    }

    /// Kills a command that prints a line for each item: what was printed is the beginning of the whole.
    pub fn kill_while_lines_are_printed(&mut self) -> Done {
        let generate = |count: &'static str| {
            [
                "generate",
                "nonogram",
                "--board",
                "8x8",
                "--unique",
                "--json-lines",
                "--seed",
                "7",
                "--count",
                count,
            ]
        };
        if self.lines.is_none() {
            let lines = self.output(&generate("4000"))?;
            self.lines = Some(String::from_utf8_lossy(&lines).into_owned());
        }
        let path = self.folder.join("lines");
        let file = File::create(&path).map_err(|error| error.to_string())?;
        self.kill(&generate("4000"), file.into(), 1200)?;
        let printed = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if !self.lines.as_deref().is_some_and(|lines| lines.starts_with(&printed)) {
            self.report("lines before a kill are not the beginning", format!("{:?}", generate("4000")));
        }
        Ok(())
    }

    /// Kills a reproduction and starts it again: the report is complete, and nothing else is in its folder.
    pub fn kill_a_reproduction(&mut self) -> Done {
        let folder = self.folder.join("report");
        let _ = fs::remove_dir_all(&folder);
        let name = folder.display().to_string();
        let reproduce = [&["reproduce"], &ENTRIES[..], &["--report", &name]].concat();
        self.kill(&reproduce, Stdio::null(), 4000)?;
        let entries = folder.join("entries.json");
        let ids = |text: &str| -> Option<usize> {
            serde_json::from_str::<Value>(text).ok()?["entries"].as_array().map(Vec::len)
        };
        let kept = match fs::read_to_string(&entries) {
            Err(_) => 0,
            Ok(text) => match ids(&text) {
                Some(kept) => kept,
                None => {
                    self.report("half a report", format!("{reproduce:?}"));
                    0
                }
            },
        };
        self.output(&reproduce)?;
        let text = fs::read_to_string(&entries).unwrap_or_default();
        if ids(&text).is_none_or(|made| made < ENTRIES.len() || made < kept) {
            self.report("the report is not complete after a kill and a second run", format!("{reproduce:?}"));
        }
        self.look_for_leftovers(&folder, &format!("{reproduce:?}"));
        Ok(())
    }

    /// Interrupts a training, kills the next one, and checks that what the first had learned is still there.
    pub fn kill_a_training(&mut self) -> Done {
        let train = |seconds: &'static str| {
            ["simulate", "2048", "--strategy", "quick", "--games", "1", "--json", "--time", seconds]
        };
        let _ = fs::remove_dir_all(self.cache());
        self.output(&train("4"))?;
        let before = self.tables();
        self.kill(&train("60"), Stdio::null(), 4000)?;
        let after = self.tables();
        if before.is_empty() || !before.iter().all(|path| after.contains(path)) {
            self.report("a killed training lost its checkpoint", format!("{:?}", train("60")));
        }
        self.output(&train("1"))?;
        self.look_for_leftovers(&self.cache(), &format!("{:?}", train("60")));
        let _ = fs::remove_dir_all(self.cache());
        Ok(())
    }
}

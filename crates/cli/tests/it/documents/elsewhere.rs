//! Commands that this test cannot run: other programs, and what takes too long or needs a person, each with the reason and
//! with what is checked in its place.

use std::path::{Path, PathBuf};

/// What is done instead of running a command as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instead {
    /// These words are added, so that it ends soon; then it may also answer no (1) or run out of its budget (3).
    Short(&'static str),
    /// Help is asked for: a name or an option that does not exist is refused.
    Help,
}

/// Commands with this text (at their end, if it ends with `$`) are not run as they stand, unless they also have the other
/// text.
pub(crate) struct Exception {
    pub(crate) text: &'static str,
    pub(crate) unless: Option<&'static str>,
    pub(crate) why: &'static str,
    pub(crate) instead: Instead,
}

impl Exception {
    pub(crate) fn fits(&self, command: &str) -> bool {
        let found = match self.text.strip_suffix('$') {
            Some(end) => command.ends_with(end),
            None => command.contains(self.text),
        };
        found && !self.unless.is_some_and(|other| command.contains(other))
    }
}

const fn short(text: &'static str, why: &'static str) -> Exception {
    Exception { text, unless: None, why, instead: Instead::Short("--time 0.2 --quiet") }
}

/// The first that fits counts. One that fits no command is a mistake.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception { text: "quandary serve", unless: None, why: "a server does not end", instead: Instead::Help },
    Exception {
        text: "quandary play",
        unless: Some("--plain"),
        why: "needs a terminal: it is played line by line, and ends with its input",
        instead: Instead::Short("--plain"),
    },
    Exception {
        text: "quandary table F5.6",
        unless: None,
        why: "the study before it is not played to its end here",
        instead: Instead::Help,
    },
    Exception {
        text: "train 2048 --minutes 60 --figure",
        unless: None,
        why: "a curve has its first point after a minute of learning",
        instead: Instead::Help,
    },
    Exception {
        text: "--time 2160",
        unless: None,
        why: "36 minutes, which it says itself",
        instead: Instead::Short("--cpu-time 0.2 --quiet"),
    },
    short("quandary reproduce$", "two CPU minutes"),
    short("reproduce --crate", "two CPU minutes"),
    short("reproduce --against", "two CPU minutes"),
    short("--scale usual", "many CPU minutes for all entries"),
    short("reproduce inria.T", "tens of thousands of games"),
    short("reproduce nono.T1 nono.T2", "half a CPU minute"),
    short("reproduce thesis.C3 thesis.C4", "a CPU minute"),
    Exception {
        text: "reproduce access.T3 --scale paper",
        unless: None,
        why: "some of its work goes on for seconds after its time is over",
        instead: Instead::Help,
    },
    short("--scale paper", "76 CPU minutes for all entries"),
    short("reproduce thesis.T3.3 thesis.T3.5", "half a CPU minute"),
    short("reproduce thesis.T5.1", "a CPU minute"),
    short("--games 1000000", "a million games: 18 CPU minutes"),
    short("--games 200000", "200,000 games: minutes"),
    short("--games 20000", "20,000 games: half a minute"),
    short("--strategy pafg+weights+everywhere --games 10000", "10,000 games on a large board"),
    short("studies/minesweeper-presets.toml", "600,000 games: three CPU minutes"),
    short("studies/thesis-F5", "hundreds of thousands of games"),
    short("--enumerate 5x5", "33,554,432 pictures"),
    short("--optimal 6x6/4", "a second of a release build, many of a test's"),
    short("--grade 1 --count 100", "87,828 boards are drawn"),
    short("bench sliding --instances", "builds tables for 46 CPU seconds"),
    short("--improve 40000000", "a CPU minute"),
    short("quandary train", "learns or computes for as long as it is asked to"),
    short("simulate 2048", "hundreds of games: minutes"),
    short("solve connect-four start", "577,665,077 nodes"),
    short("bench othello --positions", "two billion nodes"),
    short("perft xiangqi --depth 5", "133,312,995 games are counted"),
    short("perft checkers --depth 11", "85,242,128 games are counted"),
    short("endings checkers --pieces 4", "seven million placements"),
    short("5x5/4: start", "proves a draw in seconds of a release build"),
];

/// A command of another program: what was checked, or what is wrong with it. `None`: a shell can run it here.
pub(crate) fn elsewhere(text: &str, root: &Path) -> Option<Result<&'static str, String>> {
    let words: Vec<&str> = text.split_whitespace().skip_while(|word| word.contains('=')).collect();
    let exists = |path: &Path, checked| {
        if path.exists() { Ok(checked) } else { Err(format!("there is no {}", path.display())) }
    };
    let after =
        |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1)).copied();
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap_or_default();
    Some(match words[..] {
        ["cargo", "xtask", task, ..] => {
            let usage = read("xtask/src/main.rs");
            let options = words.iter().filter(|word| word.starts_with("--"));
            let unknown: Vec<_> = options.filter(|option| !usage.contains(**option)).collect();
            if usage.contains(&format!("  cargo xtask {task} ")) && unknown.is_empty() {
                Ok("builds the workspace: the task and its options are in the usage")
            } else {
                Err(format!("xtask does not know `{task}` or {unknown:?}"))
            }
        }
        ["cargo", "install", "--path", path, ..] => {
            exists(&root.join(path).join("Cargo.toml"), "installs: the package is there")
        }
        ["cargo", "install", "cargo-fuzz", ..] => Ok("fetches: a tool of others"),
        ["cargo", "add", ..] => match after("--path") {
            Some(path) => exists(
                &root.join(path.trim_start_matches("../quandary/")).join("Cargo.toml"),
                "changes another project: the package is there",
            ),
            None => Err("only `cargo add --path` works".into()),
        },
        ["cargo", "doc", "-p", package, ..] if folder(package, root).is_some() => {
            Ok("builds the documentation: the package is there")
        }
        ["cargo", "fuzz", "run", target, ..] => exists(
            &root.join("fuzz/fuzz_targets").join(target).with_extension("rs"),
            "needs nightly: the target is there",
        ),
        ["cargo", "test", "-p", "quandary-pegs"] => Ok("the package is made by the command before it"),
        ["cargo", ..] => match (after("-p").and_then(|package| folder(package, root)), after("--example")) {
            (None, _) => Err("its package is not in the workspace".into()),
            (Some(folder), Some(example)) => {
                let file = folder.join("examples").join(example);
                let path = if file.is_dir() { file } else { file.with_extension("rs") };
                exists(&path, "builds in release: the example is there")
            }
            (Some(_), None) => Ok("builds the workspace: the package is there"),
        },
        ["npm", "ci", ..] => exists(&root.join("web/package-lock.json"), "fetches: the lock file is there"),
        ["npm", "run", script, ..] if read("web/package.json").contains(&format!("\"{script}\":")) => {
            Ok("needs node: the script is there")
        }
        ["pip", "install", what, ..] => {
            let project = read("pyproject.toml");
            let extra = what.trim_matches(['\'', '.', '[', ']']);
            if extra.is_empty() || project.contains(&format!("\n{extra} = [")) {
                Ok("needs Python: the package and its extra are there")
            } else {
                Err(format!("pyproject.toml has no extra `{extra}`"))
            }
        }
        ["podman", "build", ..] => {
            exists(&root.join(after("-f").unwrap_or("")), "needs podman: the recipe is there")
        }
        ["podman", "run", ..] => Ok("needs podman"),
        ["python", script, ..] => exists(&root.join(script), "needs Python: the script is there"),
        ["jupyter", ..] => Ok("needs Jupyter"),
        ["cd", ".."] => Ok("changes the folder"),
        ["cd", folder] => exists(&root.join(folder), "changes the folder: it is there"),
        _ => return None,
    })
}

/// The folder of a package of the workspace.
fn folder(package: &str, root: &Path) -> Option<PathBuf> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).ok()?;
    let members = manifest.split("members = [").nth(1)?.split(']').next()?;
    let mut folders = members.split('"').skip(1).step_by(2).map(|member| root.join(member));
    folders.find(|folder| {
        let own = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        own.contains(&format!("\nname = \"{package}\"\n"))
    })
}

/// Programs that are there wherever a shell is.
pub(crate) const USUAL: [&str; 8] = ["quandary", "cat", "printf", "head", "tail", "ls", "grep", "cut"];

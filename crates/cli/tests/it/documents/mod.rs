//! Every command that the documents show is run, and what it prints is compared with what they show: a document cannot grow
//! old. After a change of words, `UPDATE_DOCUMENTS=1 cargo test -p quandary-cli --test it documents` writes the new output
//! into the blocks.

mod commands;
mod elsewhere;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use commands::{ShownCommand, commands, is_placeholder};
use elsewhere::{EXCEPTIONS, Instead, USUAL, elsewhere};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The documents that people read first, and the pages of the book. Generated pages hold no commands of their own.
fn documents() -> Vec<PathBuf> {
    let mut all = vec![PathBuf::from("README.md"), "CONTRIBUTING.md".into(), "ARCHITECTURE.md".into()];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}

/// How a command was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HowTested {
    Compared,
    Ran,
    RanShort,
    Mentioned,
    Elsewhere,
}

/// A folder with the files that documents speak of, where their commands are run.
struct Bench {
    folder: tempfile::TempDir,
    bin: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
        for entry in std::fs::read_dir(fixtures).unwrap() {
            let path = entry.unwrap().path();
            std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
        let repository = root();
        for (from, to) in [
            ("docs/report.png", "photo.png"),
            ("docs/report.png", "photo.jpg"), // a format is known by its content
            ("fuzz/seeds/minesweeper_replay/vienna.rmv", "game.rmv"),
        ] {
            std::fs::copy(repository.join(from), folder.path().join(to)).unwrap();
        }
        std::fs::create_dir(folder.path().join("docs")).unwrap();
        std::os::unix::fs::symlink(repository.join("studies"), folder.path().join("studies")).unwrap();
        // The program under its own name; what a document does not show but a test needs comes from EXTRA.
        let bin = tempfile::tempdir().unwrap();
        let program = assert_cmd::cargo::cargo_bin("quandary");
        let script = format!("#!/bin/sh\nexec '{}' \"$@\" $EXTRA\n", program.display());
        let path = bin.path().join("quandary");
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        Bench { folder, bin }
    }

    fn run(&self, text: &str, extra: &str) -> Output {
        let path = format!("{}:{}", self.bin.path().display(), std::env::var("PATH").unwrap_or_default());
        Command::new("sh")
            .args(["-c", text])
            .current_dir(self.folder.path())
            .env("PATH", path)
            .env("EXTRA", extra)
            .env("XDG_CACHE_HOME", self.folder.path().join(".cache"))
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// Checks one command: how, or what is wrong.
    fn check(
        &self,
        shown: &ShownCommand,
        lines: &[&str],
        used: &Mutex<BTreeSet<&'static str>>,
    ) -> Result<HowTested, String> {
        let text = shown.text.replacen("cargo run --release -- ", "quandary ", 1);
        let text = text.split(" # ").next().unwrap_or(&text).trim().to_owned();
        if shown.mention && text.starts_with("quandary ") {
            return ends(&self.run(&mentioned(&text), "--help"), &[0]).map(|()| HowTested::Mentioned);
        }
        if let Some(inner) = on_a_cluster(&text) {
            return ends(&self.run(&inner, ""), &[0]).map(|()| HowTested::Ran);
        }
        if let Some(checked) = elsewhere(&text, &root()) {
            return checked.map(|_| HowTested::Elsewhere);
        }
        for program in programs(&text) {
            if !USUAL.contains(&program.as_str()) {
                return Err(format!("`{program}` is in no class: see documents/elsewhere.rs"));
            }
        }
        if let Some(exception) = EXCEPTIONS.iter().find(|exception| exception.fits(&text)) {
            used.lock().unwrap().insert(exception.text);
            return match exception.instead {
                Instead::Short(extra) => {
                    ends(&self.run(&text, extra), &[0, 1, 3]).map(|()| HowTested::RanShort)
                }
                Instead::Help => ends(&self.run(&text, "--help"), &[0]).map(|()| HowTested::RanShort),
            };
        }
        let output = self.run(&text, "");
        ends(&output, &[shown.exit])?;
        let expected = &lines[shown.output.clone()];
        if expected.iter().all(|line| line.trim().is_empty()) {
            return Ok(HowTested::Ran);
        }
        let printed = printed(&output);
        if same(expected, &printed) {
            Ok(HowTested::Compared)
        } else {
            Err(format!("it prints\n{printed}\ninstead of\n{}", expected.join("\n")))
        }
    }
}

fn printed(output: &Output) -> String {
    let shown = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
    String::from_utf8_lossy(shown).trim_end().to_owned()
}

fn ends(output: &Output, codes: &[i32]) -> Result<(), String> {
    match output.status.code() {
        Some(code) if codes.contains(&code) => Ok(()),
        _ => Err(format!("it ends with {}: {}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}

/// Whether a document shows what was printed: line by line, long lines wrapped, and a line `…` for any number of lines.
fn same(shown: &[&str], printed: &str) -> bool {
    fn fits(shown: &[&str], printed: &[&str]) -> bool {
        match shown {
            [] => printed.is_empty(),
            ["…", rest @ ..] => (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..])),
            [first, rest @ ..] => printed.first() == Some(first) && fits(rest, &printed[1..]),
        }
    }
    let wrapped: String = printed.lines().map(wrapped).collect();
    let lines: Vec<&str> = wrapped.trim_end().lines().collect();
    let end = shown.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    fits(&shown[..end], &lines)
}

/// A mention with something in the place of what stands for something else.
fn mentioned(text: &str) -> String {
    let words = text.split(' ').filter(|word| !word.starts_with('[') && *word != "…");
    let filled = words.map(|word| match word {
        "VERB" => "solve",
        "PUZZLE" => "sliding",
        "GAME" => "othello",
        "I/N" => "1/2",
        _ if is_placeholder(word) => "1",
        _ => word,
    });
    filled.collect::<Vec<_>>().join(" ")
}

/// What a job of a cluster runs: here one job plays all of it.
fn on_a_cluster(text: &str) -> Option<String> {
    let clusters = ["sbatch ", "kubectl "];
    if !clusters.iter().any(|program| text.contains(program)) {
        return None;
    }
    let from = text.find("quandary ")?;
    let end = text[from..].find('\'').map_or(text.len(), |end| from + end);
    let part = text[from..end].replace("$SLURM_ARRAY_TASK_ID/100", "1/1");
    Some(part.replace("$((JOB_COMPLETION_INDEX + 1))/100", "1/1").replace("/shared/", ""))
}

/// The programs that a line of a shell runs.
fn programs(text: &str) -> Vec<String> {
    let first = text.lines().next().unwrap_or("");
    let parts = first.replace("&&", "|").replace(';', "|");
    let program = |part: &str| {
        part.split_whitespace()
            .find(|word| !word.contains('=') || word.starts_with('-'))
            .map(ToOwned::to_owned)
    };
    let mut quote = None;
    let mut cut = vec![String::new()];
    for letter in parts.chars() {
        match (quote, letter) {
            (None, '|') => {
                cut.push(String::new());
                continue;
            }
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
        cut.last_mut().expect("it has one").push(letter);
    }
    cut.iter().filter_map(|part| program(part)).collect()
}

/// The failures of a document, and how its commands were checked.
fn check_document(
    text: &str,
    update: Option<&Path>,
    used: &Mutex<BTreeSet<&'static str>>,
) -> (Vec<String>, Vec<HowTested>) {
    let all = match commands(text) {
        Ok(all) => all,
        Err(error) => return (vec![error], Vec::new()),
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut changed: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    let (mut failures, mut checked) = (Vec::new(), Vec::new());
    let bench = Bench::new();
    for shown in &all {
        match bench.check(shown, &lines, used) {
            Ok(how) => checked.push(how),
            Err(_)
                if update.is_some()
                    && !shown.output.is_empty()
                    && !lines[shown.output.clone()].contains(&"…") =>
            {
                let text = shown.text.split(" # ").next().unwrap_or("");
                let printed = printed(&bench.run(text, ""));
                changed.insert(shown.output.start, (shown.output.end, printed));
            }
            Err(error) => failures.push(format!("line {}: {}: {error}", shown.line, shown.text)),
        }
    }
    if let Some(path) = update.filter(|_| !changed.is_empty()) {
        std::fs::write(path, replaced(&lines, &changed)).unwrap();
    }
    (failures, checked)
}

/// The document with other output in its blocks.
fn replaced(lines: &[&str], changed: &BTreeMap<usize, (usize, String)>) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < lines.len() {
        if let Some((end, printed)) = changed.get(&at) {
            for line in printed.lines() {
                text.push_str(&wrapped(line));
            }
            at = *end;
        }
        text.push_str(lines[at]);
        text.push('\n');
        at += 1;
    }
    text
}

/// A line of output in lines of at most 110 characters.
fn wrapped(line: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in line.split_inclusive(' ') {
        if length + word.trim_end().chars().count() > 110 {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
            length = 0;
        }
        text.push_str(word);
        length += word.chars().count();
    }
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
    text
}

#[test]
fn what_is_shown_is_compared_line_by_line() {
    let printed = "a  board\n\nthe end";
    assert!(same(&["a  board", "", "the end", ""], printed));
    assert!(same(&["…", "the end"], printed) && same(&["a  board", "…"], printed));
    assert!(!same(&["a board", "", "the end"], printed));
    assert!(!same(&["a  board", ""], printed) && !same(&["…", "the"], printed));
    let long = "word ".repeat(40);
    let halves = ["word ".repeat(22).trim_end().to_owned(), "word ".repeat(18).trim_end().to_owned()];
    assert!(same(&halves.each_ref().map(String::as_str), &long));
}

#[test]
fn every_command_in_the_documents_runs_and_prints_what_they_show() {
    let update = std::env::var_os("UPDATE_DOCUMENTS").is_some();
    let used = Mutex::new(BTreeSet::new());
    let waiting = Mutex::new(documents());
    let results = Mutex::new((Vec::new(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = { waiting.lock().unwrap().pop() } {
                    let whole = root().join(&path);
                    let text = std::fs::read_to_string(&whole).unwrap();
                    let (failures, checked) = check_document(&text, update.then_some(&whole), &used);
                    let mut results = results.lock().unwrap();
                    results
                        .0
                        .extend(failures.into_iter().map(|failure| format!("{}, {failure}", path.display())));
                    results.1.extend(checked);
                }
            });
        }
    });
    let (failures, checked) = results.into_inner().unwrap();
    let count = |how: HowTested| checked.iter().filter(|one| **one == how).count();
    println!(
        "{} commands: {} compared with the output shown, {} run, {} cut short, {} mentioned, {} for other programs",
        checked.len(),
        count(HowTested::Compared),
        count(HowTested::Ran),
        count(HowTested::RanShort),
        count(HowTested::Mentioned),
        count(HowTested::Elsewhere),
    );
    assert!(failures.is_empty(), "{} commands fail:\n{}", failures.len(), failures.join("\n\n"));
    let used = used.into_inner().unwrap();
    let unused: Vec<_> =
        EXCEPTIONS.iter().map(|exception| exception.text).filter(|text| !used.contains(text)).collect();
    assert!(unused.is_empty(), "exceptions that fit no command: {unused:?}");
    assert!(EXCEPTIONS.iter().all(|exception| !exception.why.is_empty()));
    assert!(count(HowTested::Compared) >= 20, "{} compared", count(HowTested::Compared));
}

#[test]
fn a_document_that_grew_old_is_noticed() {
    let used = Mutex::new(BTreeSet::new());
    let failures = |text: &str| check_document(text, None, &used).0.join("\n");
    let solve = "quandary solve sliding \"1 2 3 4 5 6 7 0 8\"";
    let right = format!("```console\n$ {solve} | head -n 1\n…\n```\n");
    assert_eq!(failures(&right), "");
    let other = format!("```console\n$ {solve}\nanother answer\n```\n");
    assert!(failures(&other).contains("instead of\nanother answer"), "{}", failures(&other));
    for (text, problem) in [
        ("```sh\nquandary solve sliding \"1 2 3 0\" --no-such-option\n```\n", "unexpected argument"),
        ("Ask `quandary solve chess \"1 2\"`.", "unrecognized subcommand"),
        ("Ask `quandary slove PUZZLE`.", "unrecognized subcommand"),
        ("```sh\nquandary check no-such-file.json\n```\n", "there is no file"),
        ("```sh\nmake install\n```\n", "is in no class"),
        ("Run `cargo xtask tset --minutes 3`.", "xtask does not know"),
        ("Run `cargo run --release -p quandary-nonogram --example no_such`.", "there is no"),
        ("```\nquandary man\n```\n", "a block of ``"),
    ] {
        assert!(failures(text).contains(problem), "{text}: {}", failures(text));
    }
}

#[test]
fn the_front_page_is_short() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (lines, words) = (text.lines().count(), text.split_whitespace().count());
    assert!(lines <= 110 && words <= 900, "{lines} lines, {words} words");
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 120).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn every_link_leads_somewhere_and_every_page_and_picture_is_linked() {
    let mut linked = BTreeSet::new();
    let mut broken = Vec::new();
    for path in documents() {
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://") && !target.starts_with('#')) {
            let target = target.split('#').next().unwrap_or(target);
            match root().join(&path).parent().unwrap().join(target).canonicalize() {
                Ok(found) => {
                    linked.insert(found);
                }
                Err(_) => broken.push(format!("{}: {target}", path.display())),
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for path in documents().iter().filter(|path| path.starts_with("docs") && !path.ends_with("SUMMARY.md")) {
        let name = path.strip_prefix("docs").unwrap().display().to_string();
        assert!(summary.contains(&format!("]({name})")), "docs/SUMMARY.md does not list {name}");
    }
    for folder in ["docs", "docs/screens"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path().canonicalize().unwrap();
            let picture =
                path.extension().is_some_and(|kind| ["webp", "png", "svg"].iter().any(|one| kind == *one));
            assert!(!picture || linked.contains(&path), "nothing links to {}", path.display());
        }
    }
}

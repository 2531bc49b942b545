//! Would a test notice? `mutants [--minutes M] [--only TEXT] [--from N]` changes one comparison, operator, number or index of
//! `crates/check` at a time and runs the crate's tests. When the time is over, the changes that were tried are an even
//! sample.
//!
//! All changes are built at once, each behind a switch that is set by an environment variable: a build takes a minute,
//! and the tests of a change seconds. A change that the crate's tests do not notice is tried again with the short
//! attack, which forges certificates. A change that neither notices is printed; it is a gap in the tests, or it has no
//! visible effect.

mod places;

use std::fmt::Write as _;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use places::Place;

/// One change of one file.
struct Mutant {
    file: PathBuf,
    place: Place,
}

/// The result of the tests for a change.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Noticed,
    TooLong,
    Missed,
}

const SWITCH: &str = "
/// The active change, if any.
pub(crate) mod mutant {
    /// Whether this is the active change.
    pub(crate) fn on(id: u32) -> bool {
        static ON: std::sync::LazyLock<u32> =
            std::sync::LazyLock::new(|| std::env::var(\"MUTANT\").ok().and_then(|id| id.parse().ok()).unwrap_or(0));
        *ON == id
    }
}
";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let (mut minutes, mut only, mut from) = (f64::INFINITY, String::new(), 1);
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--minutes" => {
                minutes = value.parse().map_err(|_| format!("`{value}` is not a number of minutes"))?;
            }
            "--only" => only = value,
            "--from" => from = value.parse().map_err(|_| format!("`{value}` is not a number of changes"))?,
            _ => return Err(format!("{name} is not known; expected --minutes, --only or --from")),
        }
    }
    let work = copy()?;
    let mut mutants = all(&work)?;
    write(&work, &mutants, &[])?;
    let found = mutants.len();
    let broken = build(&work, &mut mutants)?;
    println!("{found} changes of crates/check, {broken} of which do not compile");
    let programs = binaries(&work, "quandary-check", &["--lib", "--tests"])?;
    let quiet =
        |binary: &PathBuf| !["core-", "independence-"].iter().any(|name| file_name(binary).starts_with(name));
    let own: Vec<PathBuf> = programs.into_iter().filter(quiet).collect();
    let patience = unchanged(&own)?;
    let begun = Instant::now();
    let (mut noticed, mut slow, mut unnoticed, mut number, mut tried) = (0, 0, Vec::new(), 0, 0);
    // A prime step, so that all files have had their share whenever the time is over.
    for index in (0..mutants.len()).map(|step| step * 7919 % mutants.len()) {
        let mutant = &mutants[index];
        if mutant.place.after.is_empty() || !mutant.file.to_string_lossy().contains(&only) {
            continue;
        }
        if begun.elapsed().as_secs_f64() > minutes * 60.0 {
            println!("the time is over");
            break;
        }
        number += 1;
        if number < from {
            continue;
        }
        tried += 1;
        match fate(&own, index + 1, &mutant.file, patience) {
            Fate::Noticed => noticed += 1,
            Fate::TooLong => slow += 1,
            Fate::Missed => {
                println!("change {number} is not noticed by the tests of the crate: {}", mutant.named(&work));
                unnoticed.push(index);
            }
        }
    }
    let missed = missed_by_the_attack(&work, &mutants, &unnoticed)?;
    let by_attack = unnoticed.len() - missed;
    println!(
        "{tried} tried: {noticed} noticed by the tests of the crate, {slow} made them run for too long, {by_attack} noticed by \
         the short attack, {missed} missed"
    );
    Ok(missed == 0)
}

/// Tries changes again with the short attack, which takes minutes to build; returns how many it misses, too.
fn missed_by_the_attack(work: &Path, mutants: &[Mutant], unnoticed: &[usize]) -> Result<usize, String> {
    if unnoticed.is_empty() {
        return Ok(0);
    }
    let programs = binaries(work, "quandary-attack", &["--test", "short"])?;
    let patience = unchanged(&programs)?;
    let mut missed = 0;
    for &index in unnoticed {
        let seen = fate(&programs, index + 1, Path::new(""), patience) != Fate::Missed;
        println!("{}: {}", if seen { "only by the attack" } else { "missed" }, mutants[index].named(work));
        missed += usize::from(!seen);
    }
    Ok(missed)
}

impl Mutant {
    fn named(&self, work: &Path) -> String {
        let file = self.file.strip_prefix(work).unwrap_or(&self.file);
        format!("{}:{}: `{}` -> `{}`", file.display(), self.place.line, self.place.before, self.place.after)
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A copy of the workspace, so that nothing here is changed. Its earlier builds are kept.
fn copy() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).ok_or("there is no workspace")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let work = target.join("mutants");
    std::fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|error| error.to_string())?;
    for name in String::from_utf8_lossy(&listed.stdout).split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root.join(name), work.join(name));
        // An unchanged file is not written, so that it is not compiled again.
        let Ok(text) = std::fs::read(&from) else { continue };
        if std::fs::read(&to).is_ok_and(|there| there == text) {
            continue;
        }
        std::fs::create_dir_all(to.parent().unwrap_or(&work)).map_err(|error| error.to_string())?;
        std::fs::write(&to, text).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(work)
}

/// Every change of the crate, file by file.
fn all(work: &Path) -> Result<Vec<Mutant>, String> {
    let mut files = Vec::new();
    sources(&work.join("crates/check/src"), &mut files)?;
    files.sort();
    let mut mutants = Vec::new();
    for file in files {
        // These are built only for tests.
        if ["tests.rs", "counts.rs"].contains(&file_name(&file).as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let read = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        let places = places::places(&read).into_iter();
        mutants.extend(places.map(|place| Mutant { file: file.clone(), place }));
    }
    Ok(mutants)
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Writes the crate with all changes but these behind their switches.
fn write(work: &Path, mutants: &[Mutant], but: &[usize]) -> Result<(), String> {
    let mut rest = mutants;
    let mut first = 0;
    while let Some(mutant) = rest.first() {
        let here = rest.iter().take_while(|other| other.file == mutant.file).count();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(work);
        let original = root.join(mutant.file.strip_prefix(work).unwrap_or(&mutant.file));
        let text = std::fs::read_to_string(original).map_err(|error| error.to_string())?;
        let mut numbered: Vec<(usize, &Place)> = (first..)
            .zip(&rest[..here])
            .filter(|(index, mutant)| !but.contains(index) && !mutant.place.after.is_empty())
            .map(|(index, mutant)| (index + 1, &mutant.place))
            .collect();
        numbered.sort_by_key(|(id, place)| (place.at.start, std::cmp::Reverse(place.at.end), *id));
        let mut switched = between(&text, 0..text.len(), &numbered);
        if mutant.file.ends_with("src/lib.rs") {
            switched.push_str(SWITCH);
        }
        std::fs::write(&mutant.file, switched).map_err(|error| error.to_string())?;
        (rest, first) = (&rest[here..], first + here);
    }
    Ok(())
}

/// A part of a text with its changes behind their switches. No line is added, so that messages have the right line
/// numbers.
fn between(text: &str, part: std::ops::Range<usize>, places: &[(usize, &Place)]) -> String {
    let (mut out, mut at, mut rest) = (String::new(), part.start, places);
    while let Some((_, first)) = rest.first() {
        let inside = rest.iter().take_while(|(_, place)| place.at.start < first.at.end).count();
        let same = rest.iter().take_while(|(_, place)| place.at == first.at).count();
        out.push_str(&text[at..first.at.start]);
        out.push('(');
        for (id, place) in &rest[..same] {
            let _ = write!(out, "if crate::mutant::on({id}) {{ {} }} else ", place.after);
        }
        let _ = write!(out, "{{ {} }})", between(text, first.at.clone(), &rest[same..inside]));
        (at, rest) = (first.at.end, &rest[inside..]);
    }
    out.push_str(&text[at..part.end]);
    out
}

fn cargo(work: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    // A change that always overflows must fail when it runs, not when it is compiled.
    let allowed = "-Awarnings -Aarithmetic_overflow -Aunconditional_panic";
    cargo.current_dir(work).env("CARGO_TARGET_DIR", work.join("target")).env("RUSTFLAGS", allowed);
    cargo
}

/// Compiles without the changes that do not compile; returns how many these are. They are left out.
fn build(work: &Path, mutants: &mut [Mutant]) -> Result<usize, String> {
    let mut broken: Vec<usize> = Vec::new();
    loop {
        let output = cargo(work)
            .args(["check", "--quiet", "-p", "quandary-check", "--message-format", "short"])
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            for &index in &broken {
                mutants[index].place.after.clear();
            }
            return Ok(broken.len());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let before = broken.len();
        for line in said.lines().filter(|line| line.contains(": error")) {
            let mut words = line.split(':');
            let (Some(file), Some(Ok(row)), Some(Ok(column))) =
                (words.next(), words.next().map(str::parse::<usize>), words.next().map(str::parse::<usize>))
            else {
                continue;
            };
            let path = work.join(file);
            // The last change before the error's place is its cause.
            let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let Some(written) = text.lines().nth(row - 1) else { continue };
            let ahead: String = written.chars().take(column).collect();
            let blamed = ahead.rfind("mutant::on(").or_else(|| written.find("mutant::on("));
            let id = blamed.and_then(|at| written[at + 11..].split(')').next()?.parse::<usize>().ok());
            if let Some(index) = id.map(|id| id - 1).filter(|index| !broken.contains(index)) {
                broken.push(index);
            }
        }
        if broken.len() == before {
            return Err(format!("the crate does not compile:\n{said}"));
        }
        write(work, mutants, &broken)?;
    }
}

/// The test programs of a package.
fn binaries(work: &Path, package: &str, which: &[&str]) -> Result<Vec<PathBuf>, String> {
    let output = cargo(work)
        .args(["test", "--no-run", "-p", package])
        .args(which)
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("the tests do not compile:\n{said}"));
    }
    // Cargo names a program from the folder it runs in.
    let of = |line: &str| {
        Some(work.join(line.split_once("Executable ")?.1.rsplit_once('(')?.1.strip_suffix(')')?))
    };
    Ok(said.lines().filter_map(of).collect())
}

/// The seconds of CPU time that the tests may take: several times more than without a change, however busy the machine is.
fn unchanged(binaries: &[PathBuf]) -> Result<u64, String> {
    let begun = children_cpu();
    for binary in binaries {
        if test(binary, None, 0, 100_000) != Fate::Missed {
            return Err(format!("{} fails when nothing is changed", binary.display()));
        }
    }
    let took = children_cpu() - begun;
    println!("the tests take {took:.0} CPU seconds when nothing is changed");
    Ok((took * 3.0) as u64 + 10)
}

/// The seconds of CPU time of all children that have ended, in hundredths of seconds as Linux counts them.
fn children_cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    // User and system time of waited-for children, counted after the name.
    [13, 14].iter().filter_map(|&field| fields.get(field)?.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The result of the tests for a change; the tests of its own file come first.
fn fate(binaries: &[PathBuf], id: usize, file: &Path, patience: u64) -> Fate {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = file.parent().map(file_name).unwrap_or_default();
    let own = if ["mod", "lib", ""].contains(&name.as_str()) || folder != "src" { folder } else { name };
    let mut runs: Vec<(&PathBuf, Option<&str>)> = Vec::new();
    if let Some(lib) = binaries.iter().find(|binary| file_name(binary).starts_with("quandary_check-"))
        && !["", "src"].contains(&own.as_str())
    {
        runs.push((lib, Some(&own)));
    }
    runs.extend(binaries.iter().map(|binary| (binary, None)));
    for (binary, filter) in runs {
        match test(binary, filter, id, patience) {
            Fate::Missed => {}
            seen => return seen,
        }
    }
    Fate::Missed
}

fn test(binary: &Path, filter: Option<&str>, id: usize, patience: u64) -> Fate {
    // A change may ask for unlimited memory, or never end.
    let limited = format!("ulimit -v 6000000; ulimit -t {patience}; exec {} \"$@\"", binary.display());
    let folder = binary.ancestors().nth(4).unwrap_or(Path::new("."));
    let ended = Command::new("sh")
        .args(["-c", &limited, "sh"])
        .args(filter)
        .args(["--test-threads", "2"])
        .current_dir(folder.join("crates/check"))
        .env("MUTANT", id.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match ended {
        Ok(status) if status.success() => Fate::Missed,
        // The signals of a limit of CPU time that was reached.
        Ok(status) if [Some(9), Some(24)].contains(&status.signal()) => Fate::TooLong,
        _ => Fate::Noticed,
    }
}

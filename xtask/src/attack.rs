//! The standing attack: what `crates/attack` tries, and the fuzz targets where there is a fuzzer.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{cargo, run};

/// The share of the time that the fuzz targets get.
const FUZZ_SHARE: f64 = 0.25;

/// Attacks for some minutes; fails if anything fell.
pub(crate) fn all(mut words: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut minutes, mut seed, mut program) = (30.0, "1".to_owned(), None);
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--minutes" => {
                minutes = value.parse().map_err(|_| format!("`{value}` is not a valid number of minutes"))?;
            }
            "--seed" => seed = value,
            "--program" => program = Some(PathBuf::from(value)),
            _ => return Err(format!("{name} is not known; expected --minutes, --seed or --program")),
        }
    }
    // Building is not part of the attack: it takes none of the minutes.
    let mut build = cargo();
    build.args(["build", "--release", "-p", "quandary-attack"]);
    if program.is_none() {
        build.args(["-p", "quandary-cli"]);
    }
    run(&mut build)?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let built = |name: &str| folder.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let fuzzer = has_fuzzer();
    if fuzzer {
        run(Command::new("cargo").args(FUZZ_BUILD))?;
    }
    let share = if fuzzer { 1.0 - FUZZ_SHARE } else { 1.0 };
    let mut attack = Command::new(built("quandary-attack"));
    attack.args(["--minutes", &(minutes * share).to_string(), "--seed", &seed]);
    let held = run(attack.arg("--program").arg(program.unwrap_or_else(|| built("quandary"))));
    let fuzzed = if fuzzer {
        fuzz(minutes * 60.0 * FUZZ_SHARE)
    } else {
        println!(
            "> no fuzzer: `rustup toolchain install nightly && cargo install cargo-fuzz` would run the fuzz targets too"
        );
        Ok(())
    };
    held.and(fuzzed)
}

/// Tries every claim on every small shape; fails if a false one is accepted or a true one is not.
pub(crate) fn shapes(words: impl Iterator<Item = String>) -> Result<(), String> {
    let mut command = cargo();
    command.args(["run", "--release", "--quiet", "-p", "quandary-attack", "--", "--part", "shapes"]);
    run(command.args(words))
}

/// Changes the checker in one place at a time; fails if there is a change that no test notices.
pub(crate) fn mutants(words: impl Iterator<Item = String>) -> Result<(), String> {
    let mut command = cargo();
    command.args([
        "run",
        "--quiet",
        "--locked",
        "--manifest-path",
        "xtask/mutants/Cargo.toml",
        "--target-dir",
    ]);
    run(command.arg(crate::tools::target().join("mutants/tool")).arg("--").args(words))
}

/// Where the fuzz targets are built, and how.
const FUZZ_TARGETS: &str = "fuzz/target";
const FUZZ_BUILD: [&str; 5] = ["+nightly", "fuzz", "build", "--target-dir", FUZZ_TARGETS];

/// Whether the fuzz targets can be run on this machine.
fn has_fuzzer() -> bool {
    let mut asked = Command::new("cargo");
    asked.args(["+nightly", "fuzz", "--version"]);
    asked.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Targets that run side by side.
const LANES: usize = 2;

/// Runs every target for its share, from the seeds in the repository, and prints how many inputs each had.
fn fuzz(seconds: f64) -> Result<(), String> {
    let manifest = std::fs::read_to_string("fuzz/Cargo.toml").map_err(|error| error.to_string())?;
    let names: Vec<&str> = manifest
        .split("[[bin]]")
        .skip(1)
        .filter_map(|bin| bin.split_once("name = \"")?.1.split('"').next())
        .collect();
    let each = (seconds * LANES as f64 / names.len() as f64).max(1.0);
    let lanes: Vec<Vec<&str>> =
        (0..LANES).map(|lane| names.iter().copied().skip(lane).step_by(LANES).collect()).collect();
    let fuzzed: Vec<FuzzResult<'_>> = std::thread::scope(|scope| {
        let running: Vec<_> = lanes
            .iter()
            .map(|lane| scope.spawn(move || lane.iter().map(|name| one(name, each)).collect::<Vec<_>>()))
            .collect();
        running.into_iter().flat_map(|lane| lane.join().unwrap_or_default()).collect()
    });
    let total: u64 = fuzzed.iter().map(|fuzzed| fuzzed.inputs).sum();
    println!("fuzz: {total} inputs for {} of {} targets", fuzzed.len(), names.len());
    for FuzzResult { name, inputs, fell } in &fuzzed {
        println!("  {name:<28}{inputs:>10}");
        if let Some(fell) = fell {
            println!("  FELL {fell}");
        }
    }
    let failed = fuzzed.iter().filter(|fuzzed| fuzzed.fell.is_some()).count() + names.len() - fuzzed.len();
    if failed == 0 { Ok(()) } else { Err(format!("{failed} fuzz targets failed")) }
}

/// The result of one target.
struct FuzzResult<'n> {
    name: &'n str,
    inputs: u64,
    /// The end of the fuzzer's output, if it failed.
    fell: Option<String>,
}

/// The program of a target, in the folder for the machine's own platform.
fn program_of(name: &str) -> Option<PathBuf> {
    let kinds = std::fs::read_dir(FUZZ_TARGETS).ok()?;
    kinds.filter_map(|kind| Some(kind.ok()?.path().join("release").join(name))).find(|path| path.is_file())
}

fn one(name: &str, seconds: f64) -> FuzzResult<'_> {
    let Some(program) = program_of(name) else {
        return FuzzResult { name, inputs: 0, fell: Some(format!("it is not in {FUZZ_TARGETS}")) };
    };
    // New inputs go to the first folder, which is temporary.
    let (found, seeds) = (format!("fuzz/corpus/{name}"), format!("fuzz/seeds/{name}"));
    let (found, seeds) = (found.as_str(), seeds.as_str());
    for folder in [found, seeds, "fuzz/artifacts"] {
        if let Err(error) = std::fs::create_dir_all(folder) {
            return FuzzResult { name, inputs: 0, fell: Some(format!("{folder}: {error}")) };
        }
    }
    let limit = format!("-max_total_time={seconds:.0}");
    let words = [found, seeds, &limit, "-rss_limit_mb=2048", "-print_final_stats=1"];
    let kept = format!("-artifact_prefix=fuzz/artifacts/{name}-");
    let output = Command::new(program).args(words).arg(kept).output();
    let (said, ended_well) = match output {
        Ok(output) => (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.success()),
        Err(error) => (error.to_string(), false),
    };
    let counted = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let inputs = counted.and_then(|count| count.trim().parse().ok()).unwrap_or(0);
    let last: Vec<&str> = said.lines().rev().take(30).collect();
    let fell =
        (!ended_well || inputs == 0).then(|| last.into_iter().rev().collect::<Vec<_>>().join("\n       "));
    FuzzResult { name, inputs, fell }
}

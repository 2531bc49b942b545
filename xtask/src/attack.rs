//! The standing attack: what `crates/attack` tries, and the fuzz targets where there is a fuzzer.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{cargo, run};

/// The share of the time that the fuzz targets get.
const FUZZ_SHARE: f64 = 0.25;

/// Attacks for some minutes; fails when anything fell.
pub(crate) fn all(mut words: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut minutes, mut seed, mut program) = (30.0, "1".to_owned(), None);
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--minutes" => {
                minutes = value.parse().map_err(|_| format!("`{value}` is no number of minutes"))?;
            }
            "--seed" => seed = value,
            "--program" => program = Some(PathBuf::from(value)),
            _ => return Err(format!("{name} is not known; expected --minutes, --seed or --program")),
        }
    }
    let program = match program {
        Some(program) => program,
        None => {
            run(cargo().args(["build", "--release", "-p", "quandary-cli"]))?;
            let folder =
                std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
            folder.join("release").join(format!("quandary{}", std::env::consts::EXE_SUFFIX))
        }
    };
    let fuzzer = has_fuzzer();
    let share = if fuzzer { 1.0 - FUZZ_SHARE } else { 1.0 };
    let minutes_here = (minutes * share).to_string();
    let attack =
        ["run", "--release", "-p", "quandary-attack", "--", "--minutes", &minutes_here, "--seed", &seed];
    let held = run(cargo().args(attack).arg("--program").arg(program));
    if fuzzer {
        fuzz(minutes * 60.0 * FUZZ_SHARE)?;
    } else {
        println!(
            "> no fuzzer: `rustup toolchain install nightly && cargo install cargo-fuzz` would run the fuzz targets too"
        );
    }
    held
}

/// Whether the fuzz targets can be run on this machine.
fn has_fuzzer() -> bool {
    let mut asked = Command::new("cargo");
    asked.args(["+nightly", "fuzz", "--version"]);
    asked.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Runs every target for its share, from the seeds in the repository.
fn fuzz(seconds: f64) -> Result<(), String> {
    let manifest = std::fs::read_to_string("fuzz/Cargo.toml").map_err(|error| error.to_string())?;
    let names: Vec<&str> = manifest
        .split("[[bin]]")
        .skip(1)
        .filter_map(|bin| bin.split_once("name = \"")?.1.split('"').next())
        .collect();
    let each = (seconds / names.len() as f64).max(1.0);
    for name in names {
        // What is found on the way goes to the first folder, which is nobody's.
        let (found, seeds) = (format!("fuzz/corpus/{name}"), format!("fuzz/seeds/{name}"));
        for folder in [&found, &seeds] {
            std::fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
        }
        let limit = format!("-max_total_time={each:.0}");
        let fuzz = ["+nightly", "fuzz", "run", name, &found, &seeds, "--", &limit, "-rss_limit_mb=2048"];
        run(Command::new("cargo").args(fuzz))?;
    }
    Ok(())
}

//! `quandary-attack --minutes N --program PATH`: all parts of the attack, each in a process of its own, so that an
//! abort in one is a finding and not the end.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::time::{Duration, Instant};

use quandary_attack::certificates::Forger;
use quandary_attack::disk::Disk;
use quandary_attack::hostile::Hostile;
use quandary_attack::parsers::Damage;
use quandary_attack::quota::{self, TrialCounts};
use quandary_attack::requests::{Counts, Requests};
use quandary_attack::{Finding, Witness, shapes};
use quandary_core::Seed;

const USAGE: &str = "usage: quandary-attack --program PATH [--minutes N] [--seed S]
       quandary-attack --part shapes [--every N]";

/// The arguments.
struct Arguments {
    seconds: f64,
    seed: Seed,
    program: PathBuf,
    /// One part, in this process.
    part: Option<String>,
    witness: Option<PathBuf>,
    /// For shapes with many boards: every Nth board.
    every: usize,
    /// The file in which a part records how much it tried.
    tried: Option<PathBuf>,
}

fn main() -> ExitCode {
    let asked = match read(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(what) => {
            eprintln!("quandary-attack: {what}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = match &asked.part {
        Some(part) => alone(part, &asked).and_then(|(tried, fell)| {
            asked.tried.as_deref().map_or(Ok(()), |path| tried.write(path))?;
            Ok(fell)
        }),
        None => all(&asked),
    };
    match done {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("quandary-attack: {error}");
            ExitCode::from(2)
        }
    }
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut asked = Arguments {
        seconds: 1800.0,
        seed: Seed(1),
        program: PathBuf::new(),
        part: None,
        every: 1,
        witness: None,
        tried: None,
    };
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number =
            || value.parse::<f64>().ok().filter(|n| (0.0..1e6).contains(n)).ok_or("not a number of minutes");
        match name.as_str() {
            "--minutes" => asked.seconds = 60.0 * number()?,
            "--seconds" => asked.seconds = number()?,
            "--seed" => {
                asked.seed = Seed(value.parse().map_err(|_| format!("`{value}` is not a valid seed"))?);
            }
            "--program" => asked.program = std::path::absolute(&value).map_err(|error| error.to_string())?,
            "--part" => asked.part = Some(value),
            "--every" => {
                asked.every = value.parse().ok().filter(|&n| n > 0).ok_or("--every: not a number")?;
            }
            "--witness" => asked.witness = Some(value.into()),
            "--tried" => asked.tried = Some(value.into()),
            _ => return Err(format!("{name} is not known")),
        }
    }
    if asked.program.is_file() || asked.part.is_some() {
        Ok(asked)
    } else {
        Err("--program is missing".into())
    }
}

/// The parts in two rows that run at the same time, with their shares of the time.
const ROWS: [&[(&str, f64)]; 2] =
    [&[("certificates", 0.6), ("parsers", 0.4)], &[("hostile", 0.35), ("requests", 0.45), ("disk", 0.2)]];

/// Runs every part in a process of its own, prints how much was tried, and says how many parts failed and how many
/// quotas were missed.
fn all(asked: &Arguments) -> Result<usize, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    // Copies: a build in the meantime must not change what is attacked.
    let copy = |from: &Path, name: &str| -> Result<PathBuf, String> {
        let to = folder.path().join(name);
        std::fs::copy(from, &to).map_err(|error| format!("{}: {error}", from.display()))?;
        Ok(to)
    };
    let program = copy(&asked.program, "quandary")?;
    let own = copy(&std::env::current_exe().map_err(|error| error.to_string())?, "attack")?;
    let results: Vec<Vec<Result<bool, String>>> = std::thread::scope(|scope| {
        let rows = ROWS.map(|row| {
            let (own, program, folder) = (&own, &program, folder.path());
            scope.spawn(move || {
                let run = |&(part, share): &(&str, f64)| {
                    let mut command = Command::new(own);
                    command.args(["--part", part, "--seconds", &(asked.seconds * share).to_string()]);
                    command.args(["--seed", &asked.seed.0.to_string()]).arg("--program").arg(program);
                    spawn(part, command, folder)
                };
                row.iter().map(run).collect()
            })
        });
        rows.into_iter()
            .map(|row| row.join().unwrap_or_else(|_| vec![Err("a part panicked".into())]))
            .collect()
    });
    let mut failed = 0;
    for held in results.into_iter().flatten() {
        failed += usize::from(!held?);
    }
    let parts = ROWS.iter().flat_map(|row| row.iter());
    let mut tried = TrialCounts::default();
    for (part, _) in parts {
        tried.add(TrialCounts::read(&folder.path().join(format!("{part}.tried"))));
    }
    let missed = quota::table(&tried, asked.seconds);
    println!("{}", if failed == 0 { "nothing fell" } else { "SOMETHING FELL" });
    Ok(failed + missed)
}

/// Runs one part to its end, prints its output, and returns whether it passed.
fn spawn(part: &str, mut command: Command, folder: &Path) -> Result<bool, String> {
    let witness = folder.join(format!("{part}.witness"));
    let tried = folder.join(format!("{part}.tried"));
    let run = command.arg("--witness").arg(&witness).arg("--tried").arg(&tried).output();
    let Output { status, stdout, stderr } = run.map_err(|error| error.to_string())?;
    let mut text = String::from_utf8_lossy(&stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&stderr));
    if !matches!(status.code(), Some(0 | 1)) {
        let last = std::fs::read_to_string(&witness).unwrap_or_default();
        let fell = format!("the process ended with {status}");
        text.push_str(&format!("{}\n", Finding { part: "attack", what: fell, how: last }));
    }
    println!("{}\n", text.trim_end());
    Ok(status.success())
}

/// Runs one part in this process, and returns how much it tried and how many findings there are.
fn alone(part: &str, asked: &Arguments) -> Result<(TrialCounts, usize), String> {
    let end = Instant::now() + Duration::from_secs_f64(asked.seconds);
    let in_time = || Instant::now() < end;
    let mut witness = Witness::new(asked.witness.as_deref()).map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    match part {
        "certificates" => {
            let mut forger = Forger::new(asked.seed, &mut witness);
            while in_time() {
                forger.round(200);
            }
            println!("certificates: {} forgeries of answers and certificates", forger.forged());
            println!(
                "  {:<28}{:>8}{:>10}{:>10}{:>10}{:>8}{:>10}{:>10}",
                "claim", "issued", "forged", "claimed", "true", "FALSE", "undecided", "no budget"
            );
            for ((puzzle, claim), tally) in &forger.tallies {
                println!(
                    "  {:<28}{:>8}{:>10}{:>10}{:>10}{:>8}{:>10}{:>10}",
                    format!("{puzzle} {claim}"),
                    tally.issued,
                    tally.mutated,
                    tally.named,
                    tally.accepted_true,
                    tally.accepted_false,
                    tally.undecided,
                    tally.exhausted
                );
            }
            let known = quandary_registry::verifiers().flat_map(|verifier| {
                verifier.claims.iter().map(move |claim| (verifier.puzzle.to_owned(), (*claim).to_owned()))
            });
            let (attacked, left): (Vec<_>, Vec<_>) =
                known.partition(|claim| forger.tallies.get(claim).is_some_and(|tally| tally.named > 0));
            for (puzzle, claim) in &left {
                println!("  no forgery claimed `{claim}` about {puzzle}");
            }
            let issued = forger.tallies.values().map(|tally| tally.issued).sum();
            let tried = TrialCounts::default()
                .with("certificates issued", issued)
                .with("certificates forged", forger.forged())
                .with("claims", attacked.len() as u64)
                .with("claims that exist", (attacked.len() + left.len()) as u64);
            Ok((tried, tell(&forger.findings)))
        }
        "shapes" => {
            let mut findings = Vec::new();
            println!("{}", shapes::Row::HEAD);
            for (rows, columns, blanks) in shapes::sliding_shapes() {
                let (row, found) = shapes::sliding(rows, columns, &blanks, asked.every);
                println!("{row}");
                findings.extend(found);
            }
            println!(
                "\n{:<24}{:>8}{:>10}{:>8}{:>8}{:>11}",
                "shape", "issued", "forged", "true", "FALSE", "undecided"
            );
            let mut forger = Forger::new(asked.seed, &mut witness);
            for (name, questions) in shapes::others() {
                let kept: Vec<_> = questions.into_iter().step_by(asked.every).collect();
                let tally = forger.shape(&kept);
                println!(
                    "{name:<24}{:>8}{:>10}{:>8}{:>8}{:>11}",
                    tally.issued, tally.mutated, tally.accepted_true, tally.accepted_false, tally.undecided
                );
            }
            findings.append(&mut forger.findings);
            Ok((TrialCounts::default(), tell(&findings)))
        }
        "parsers" => {
            let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
            let mut damage = Damage::new(asked.seed, &seeds, &mut witness);
            while in_time() {
                damage.round();
            }
            println!("parsers: {} damaged inputs", damage.total());
            for (target, inputs) in &damage.inputs {
                println!("  {target:<28}{inputs:>10}");
            }
            Ok((TrialCounts::default().with("inputs damaged", damage.total()), tell(&damage.findings)))
        }
        "hostile" => {
            let mut hostile = Hostile::new(&asked.program, folder.path(), asked.seed)?;
            while in_time() {
                hostile.once()?;
            }
            let [answered, no, refused, exhausted] = hostile.codes;
            println!(
                "hostile: {} runs: {answered} answered, {no} answered no, {refused} refused, {exhausted} out of budget; \
                 {} interrupted; {} slow once and not again",
                hostile.runs, hostile.interrupted, hostile.not_repeated
            );
            let tried =
                TrialCounts::default().with("commands", hostile.runs).with("interrupts", hostile.interrupted);
            Ok((tried, tell(&hostile.findings)))
        }
        "requests" => {
            let mut requests = Requests::new(asked.seed, folder.path(), &mut witness);
            while in_time() {
                requests.once();
            }
            let Counts { runs, answered, refused, exhausted, not_repeated } = requests.counts;
            println!(
                "requests: {runs} runs: {answered} answered, {refused} refused, {exhausted} out of budget; \
                 {not_repeated} slow once and not again"
            );
            Ok((TrialCounts::default().with("requests", runs), tell(&requests.findings)))
        }
        "disk" => {
            let mut disk = Disk::new(&asked.program, folder.path(), asked.seed);
            while in_time() {
                disk.damage()?;
                disk.kill_while_lines_are_printed()?;
                disk.damage()?;
                disk.kill_a_reproduction()?;
                disk.kill_while_tables_are_made()?;
                if asked.seconds >= 60.0 && in_time() {
                    disk.kill_a_training()?;
                }
            }
            println!(
                "disk: {} cache files damaged or exchanged, {} programs killed",
                disk.damaged, disk.killed
            );
            let tried =
                TrialCounts::default().with("cache files", disk.damaged).with("programs killed", disk.killed);
            Ok((tried, tell(&disk.findings)))
        }
        other => Err(format!("there is no part `{other}`")),
    }
}

/// Findings of one kind beyond this many are only counted.
const SHOWN: usize = 3;

fn tell(findings: &[Finding]) -> usize {
    let kind = |finding: &Finding| {
        finding.what.chars().filter(|letter| !letter.is_ascii_digit()).take(60).collect::<String>()
    };
    let mut kinds: Vec<String> = findings.iter().map(kind).collect();
    kinds.sort();
    kinds.dedup();
    for name in kinds {
        let same: Vec<&Finding> = findings.iter().filter(|finding| kind(finding) == name).collect();
        for finding in same.iter().take(SHOWN) {
            println!("  FELL {finding}");
        }
        if same.len() > SHOWN {
            println!("  … and {} more like it", same.len() - SHOWN);
        }
    }
    findings.len()
}

//! The programs in `examples/`: each runs, and its build has the number of crates in the table of their README.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::{cargo, run};

/// Runs every program of the table and compares its number of crates.
pub(crate) fn check() -> Result<(), String> {
    let readme =
        fs::read_to_string("examples/README.md").map_err(|error| format!("examples/README.md: {error}"))?;
    let stated = table(&readme);
    if stated.is_empty() {
        return Err("examples/README.md has no table of programs".into());
    }
    for (name, crates) in stated {
        run(in_examples(cargo().args(["run", "--quiet", "-p", &name])))?;
        let counted = count(&name)?;
        if counted != crates {
            return Err(format!(
                "{name} has {counted} crates in its build; examples/README.md says {crates}"
            ));
        }
    }
    Ok(())
}

/// The programs of the table and their numbers of crates.
fn table(readme: &str) -> Vec<(String, usize)> {
    let row = |line: &str| {
        let name = line.strip_prefix("| [")?.split(']').next()?;
        let crates = line.trim_end_matches(['|', ' ']).rsplit('|').next()?.trim().parse().ok()?;
        Some((name.to_owned(), crates))
    };
    readme.lines().filter_map(row).collect()
}

/// How many crates are compiled into a program.
fn count(name: &str) -> Result<usize, String> {
    let mut tree = cargo();
    in_examples(tree.args(["tree", "-p", name, "-e", "normal", "--prefix", "none", "--format", "{p}"]));
    let output = tree.output().map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree -p {name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // `(*)` marks a crate whose own dependencies were listed before.
    let crates = text.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty());
    Ok(crates.collect::<BTreeSet<_>>().len())
}

fn in_examples(command: &mut Command) -> &mut Command {
    command.current_dir("examples")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_programs_and_their_crates() {
        let readme =
            "| program | x | crates |\n|---|---|---|\n| [own-game](own-game/src/main.rs) | df-pn | 14 |\n";
        assert_eq!(table(readme), [("own-game".to_owned(), 14)]);
    }
}

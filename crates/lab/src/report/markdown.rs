use std::fmt::Write;

use super::shown;
use crate::judge::mutation::Mutation;
use crate::judge::{Test, short};
use crate::reproduction::{Reproduced, Reproduction, Verdict};

/// The reproduction as one page of Markdown: what it took, what came out, and every cell.
pub fn markdown(all: &Reproduction) -> String {
    let mut out = String::new();
    let cpu: f64 =
        all.entries.iter().filter_map(|entry| entry.made.as_ref()).map(|made| made.cpu_seconds).sum();
    let _ = write!(
        out,
        "# The published values, again\n\nMade by `quandary reproduce --scale {} --seed {} --markdown FILE` in {cpu:.0} CPU \
         seconds.\n\n",
        all.scale, all.seed
    );
    let mutation = Mutation::of_all(&all.entries);
    let _ = write!(
        out,
        "Moved by the difference that matters, {} of {} printed values that agree would agree all the same.\n\n",
        mutation.remain, mutation.moved
    );
    let used: Vec<Verdict> = Verdict::ALL.into_iter().filter(|&verdict| all.count(verdict) > 0).collect();
    let names: Vec<String> = used.iter().map(ToString::to_string).collect();
    let _ =
        writeln!(out, "| entry | CPU s | {} |\n|---|---|{}", names.join(" | "), "---|".repeat(used.len()));
    for entry in &all.entries {
        let counts: Vec<String> = used.iter().map(|&verdict| entry.count(verdict).to_string()).collect();
        let cpu = entry.made.as_ref().map_or(0.0, |made| made.cpu_seconds);
        let _ = writeln!(out, "| {} | {cpu:.1} | {} |", entry.id, counts.join(" | "));
    }
    let counts: Vec<String> = used.iter().map(|&verdict| all.count(verdict).to_string()).collect();
    let _ = writeln!(out, "| all | {cpu:.1} | {} |", counts.join(" | "));
    for entry in all.entries.iter().filter(|entry| !entry.computed.is_empty()) {
        section(&mut out, entry);
    }
    out
}

fn section(out: &mut String, entry: &Reproduced) {
    let _ = write!(
        out,
        "\n## {}: {}\n\nClaimed: {}\n\nComputed: {}\n\nFound: {}\n\n",
        entry.id,
        escape(&entry.title),
        escape(&entry.claimed),
        escape(&entry.computed),
        escape(&entry.found)
    );
    out.push_str("| row | column | printed | ours | 95 % | sees | matters | verdict |\n|---|---|---|---|---|---|---|---|\n");
    for cell in &entry.cells {
        let interval =
            cell.interval.map_or_else(String::new, |i| format!("{} to {}", short(i.low), short(i.high)));
        let told = |value: Option<f64>| value.map_or_else(String::new, short);
        let test = cell.test.as_ref();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {interval} | {} | {} | {} |",
            escape(&cell.row),
            escape(&cell.column),
            escape(&shown(&cell.printed)),
            escape(&shown(&cell.ours)),
            told(test.and_then(Test::sees)),
            told(test.and_then(Test::matters)),
            cell.verdict
        );
    }
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

use std::fmt::Write;

use super::{printed, shown};
use crate::judge::mutation::Mutation;
use crate::judge::{Test, short};
use crate::reproduction::{Reproduced, Reproduction, Verdict};

/// The reproduction as one page of Markdown: its cost, its conclusions, and every cell.
pub fn markdown(all: &Reproduction) -> String {
    let mut out = String::new();
    let cpu: f64 =
        all.entries.iter().filter_map(|entry| entry.made.as_ref()).map(|made| made.cpu_seconds).sum();
    let _ = write!(
        out,
        "# The published values, recomputed\n\nMade by `quandary reproduce --scale {} --seed {} --markdown FILE` in {cpu:.0} CPU \
         seconds.\n\n",
        all.scale, all.seed
    );
    let mutation = Mutation::of_all(&all.entries);
    let _ = write!(
        out,
        "The table counts printed values, each once; the entries below list every comparison.\n\nSensitivity: of {1} agreeing printed values moved by the difference that matters, {0} would still agree.\n\n",
        mutation.remain, mutation.moved
    );
    let used: Vec<Verdict> =
        Verdict::ALL.into_iter().filter(|&verdict| all.count_values(verdict) > 0).collect();
    let names: Vec<String> = used.iter().map(ToString::to_string).collect();
    let _ =
        writeln!(out, "| entry | CPU s | {} |\n|---|---|{}", names.join(" | "), "---|".repeat(used.len()));
    for entry in &all.entries {
        let counts: Vec<String> =
            used.iter().map(|&verdict| entry.count_values(verdict).to_string()).collect();
        let cpu = entry.made.as_ref().map_or(0.0, |made| made.cpu_seconds);
        let _ = writeln!(out, "| {} | {cpu:.1} | {} |", entry.id, counts.join(" | "));
    }
    let counts: Vec<String> = used.iter().map(|&verdict| all.count_values(verdict).to_string()).collect();
    let _ = writeln!(out, "| all | {cpu:.1} | {} |", counts.join(" | "));
    sharpness(&mut out, all);
    for entry in all.entries.iter().filter(|entry| !entry.computed.is_empty()) {
        section(&mut out, entry);
    }
    out
}

/// The smallest difference that each entry could have seen.
fn sharpness(out: &mut String, all: &Reproduction) {
    out.push_str(
        "\n## The smallest difference that each entry could have seen\n\nWith probability 95 %, by column: for the most sensitive \
         cell, for the least sensitive, and the difference that matters there.\n\n| entry | column | cells | most sensitive | least sensitive | matters |\n\
         |---|---|---|---|---|---|\n",
    );
    for (id, row) in super::sharpness_rows(all) {
        let _ = writeln!(out, "| {id} | {} |", row.map(|text| escape(&text)).join(" | "));
    }
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
    for (name, value) in &entry.conventions {
        let _ = writeln!(out, "- {}: {}", escape(name), escape(value));
    }
    if let Some(made) = &entry.made {
        let _ = writeln!(
            out,
            "- command: `quandary reproduce {} --scale {} --seed {}`; its games are {} commands in `--json` (`samples`), each with \
             `--rows FILE`",
            entry.id,
            made.scale,
            made.seed,
            entry.samples.len()
        );
    }
    out.push_str(
        "\n| row | column | printed | ours | 95 % | sees | matters | verdict | reading |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for cell in &entry.cells {
        let interval =
            cell.interval.map_or_else(String::new, |i| format!("{} to {}", short(i.low), short(i.high)));
        let number = |value: Option<f64>| value.map_or_else(String::new, short);
        let test = cell.test.as_ref();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {interval} | {} | {} | {} | {} |",
            escape(&cell.row),
            escape(&cell.column),
            escape(&printed(cell)),
            escape(&shown(&cell.ours)),
            number(test.and_then(Test::sees)),
            number(test.and_then(Test::matters)),
            cell.verdict,
            cell.reading.as_deref().map_or_else(String::new, escape)
        );
    }
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

//! A reproduction as a research object: a folder that describes itself by the rules of RO-Crate 1.2, so that a
//! reviewer, an archive or a program finds the inputs, the commands, the results and the program that made them.

use std::fmt::Write;
use std::io;
use std::path::Path;

use quandary_core::Signature;
use serde_json::{Value, json};

use super::folder::replace;
use super::{printed, shown};
use crate::papers::{DOCUMENTS, PUBLISHED, maker_of};
use crate::reproduction::{Reproduced, Reproduction, Verdict};

/// How a reproduction was made, besides its scale and seed.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// The program with its version and build.
    pub program: String,
    /// The machine in words.
    pub machine: String,
    /// The day, such as 2026-11-18.
    pub date: String,
}

/// The file with the whole answer, which [`super::Changes`] reads back.
pub const ANSWER: &str = "reproduction.json";

/// Writes the folder. `answer` is what `quandary reproduce --json` prints.
pub fn write(made: &Reproduction, answer: &str, by: &Circumstances, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let files = [
        (
            ANSWER,
            "application/json",
            "Every cell, fact and convention, as `quandary reproduce --json` prints them",
            answer.to_owned(),
        ),
        ("cells.csv", "text/csv", "One row per comparison: printed, ours, interval, verdict", cells(made)),
        (
            "entries.csv",
            "text/csv",
            "One row per table or figure: command, CPU seconds, hash of its rows, hash of the sources that made it",
            entries(made),
        ),
        (
            "commands.txt",
            "text/plain",
            "The commands that make it again, and those that play its games again",
            commands(made),
        ),
        (
            "published.toml",
            "application/toml",
            "The input: every value as the documents print it",
            PUBLISHED.to_owned(),
        ),
    ];
    for (name, _, _, text) in &files {
        replace(&folder.join(name), text)?;
    }
    super::folder::write(made, &folder.join("report"))?;
    let metadata = metadata(made, by, &files.map(|(name, kind, what, text)| (name, kind, what, text.len())));
    replace(&folder.join("ro-crate-metadata.json"), &format!("{metadata:#}\n"))
}

fn metadata(made: &Reproduction, by: &Circumstances, files: &[(&str, &str, &str, usize)]) -> Value {
    let id = |name: &str| json!({"@id": name});
    let page = "report/index.html";
    let parts: Vec<Value> = files.iter().map(|(name, ..)| id(name)).chain([id(page)]).collect();
    let results: Vec<Value> =
        files.iter().filter(|(name, ..)| *name != "published.toml").map(|(name, ..)| id(name)).collect();
    let count = |verdict: Verdict| made.count_values(verdict);
    let measured: Vec<Value> = Verdict::ALL
        .into_iter()
        .map(|verdict| {
            json!({"@id": format!("#{verdict}"), "@type": "PropertyValue",
            "name": format!("printed values: {verdict}"), "value": count(verdict)})
        })
        .collect();
    let cited: Vec<Value> = DOCUMENTS
        .iter()
        .map(|document| {
            json!({"@id": document.link.unwrap_or(document.short), "@type": "ScholarlyArticle",
            "name": document.title, "creditText": document.citation})
        })
        .collect();
    let of = |all: &[Value]| -> Vec<Value> { all.iter().map(|one| json!({"@id": one["@id"]})).collect() };
    let command = command(made);
    let properties = ["#machine", "#scale", "#seed", "#cpu-seconds"].map(id);
    let mut graph = vec![
        json!({"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": id("./"),
            "conformsTo": id("https://w3id.org/ro/crate/1.2")}),
        json!({"@id": "./", "@type": "Dataset", "name": "Five published documents, computed again",
            "description": "Every value that five documents on puzzles print, beside what Quandary computes, with an interval, a \
                verdict and the command that makes it again.",
            "datePublished": by.date, "license": id("https://spdx.org/licenses/MIT"), "author": id("#contributors"),
            "hasPart": parts, "mentions": [id("#run")], "citation": of(&cited), "variableMeasured": of(&measured)}),
        json!({"@id": "#contributors", "@type": "Organization", "name": "The Quandary contributors"}),
        json!({"@id": "https://spdx.org/licenses/MIT", "@type": "CreativeWork", "name": "MIT License",
            "identifier": "MIT"}),
        json!({"@id": "#quandary", "@type": "SoftwareApplication", "name": "Quandary", "version": by.program}),
        json!({"@id": "#run", "@type": "CreateAction", "name": command, "description": "Computed the published values again",
            "instrument": id("#quandary"), "object": [id("published.toml")], "result": results, "endTime": by.date,
            "additionalProperty": properties}),
        json!({"@id": "#machine", "@type": "PropertyValue", "name": "machine", "value": by.machine}),
        json!({"@id": "#scale", "@type": "PropertyValue", "name": "scale", "value": made.scale.to_string()}),
        json!({"@id": "#seed", "@type": "PropertyValue", "name": "seed", "value": made.seed}),
        json!({"@id": "#cpu-seconds", "@type": "PropertyValue", "name": "CPU seconds", "value": seconds(made)}),
        json!({"@id": page, "@type": "File", "name": "The report as a page", "encodingFormat": "text/html"}),
    ];
    graph.extend(files.iter().map(|(name, kind, what, bytes)| {
        json!({"@id": name, "@type": "File", "name": what, "encodingFormat": kind, "contentSize": bytes.to_string()})
    }));
    graph.extend(measured);
    graph.extend(cited);
    json!({"@context": "https://w3id.org/ro/crate/1.2/context", "@graph": graph})
}

fn seconds(made: &Reproduction) -> f64 {
    made.entries.iter().filter_map(|entry| entry.made.as_ref()).map(|made| made.cpu_seconds).sum()
}

fn command(made: &Reproduction) -> String {
    format!("quandary reproduce --scale {} --seed {}", made.scale, made.seed)
}

/// A field of a table with commas.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn line(out: &mut String, fields: &[&str]) {
    let fields: Vec<String> = fields.iter().map(|text| field(text)).collect();
    let _ = writeln!(out, "{}", fields.join(","));
}

fn row(cell: &crate::reproduction::Cell) -> [String; 9] {
    let end = |of: fn(&quandary_core::stats::Interval) -> f64| {
        cell.interval.as_ref().map_or_else(String::new, |interval| of(interval).to_string())
    };
    [
        cell.row.clone(),
        cell.column.clone(),
        cell.about.clone(),
        printed(cell),
        shown(&cell.ours),
        end(|interval| interval.low),
        end(|interval| interval.high),
        cell.verdict.to_string(),
        cell.reading.clone().unwrap_or_default(),
    ]
}

fn cells(made: &Reproduction) -> String {
    let mut out = "entry,row,column,printed_value,printed,ours,low,high,verdict,reading\n".to_owned();
    for entry in &made.entries {
        for cell in &entry.cells {
            let row = row(cell);
            let fields: Vec<&str> =
                std::iter::once(entry.id.as_str()).chain(row.iter().map(String::as_str)).collect();
            line(&mut out, &fields);
        }
    }
    out
}

/// A hash of everything in an entry's rows.
fn rows_hash(entry: &Reproduced) -> String {
    let mut signature = Signature::new();
    for cell in &entry.cells {
        for text in row(cell) {
            signature.add(text.as_bytes());
            signature.add(b"\n");
        }
    }
    signature.to_string()
}

fn entries(made: &Reproduction) -> String {
    let mut out = "entry,cells,cpu_seconds,rows_hash,sources_hash,command\n".to_owned();
    for entry in &made.entries {
        let seconds = entry.made.as_ref().map_or(0.0, |made| made.cpu_seconds);
        let command = format!("quandary reproduce {} --scale {} --seed {}", entry.id, made.scale, made.seed);
        line(
            &mut out,
            &[
                &entry.id,
                &entry.cells.len().to_string(),
                &format!("{seconds:.2}"),
                &rows_hash(entry),
                &maker_of(&entry.id).unwrap_or_default(),
                &command,
            ],
        );
    }
    out
}

fn commands(made: &Reproduction) -> String {
    let mut out = format!("{}\n", command(made));
    for entry in &made.entries {
        let _ = writeln!(out, "quandary reproduce {} --scale {} --seed {}", entry.id, made.scale, made.seed);
        for sample in &entry.samples {
            let _ = writeln!(out, "{}", sample.command);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use crate::reproduction::Cell;

    #[test]
    fn a_research_object_describes_every_file_in_it_and_its_hash_follows_its_rows() {
        let folder = tempfile::tempdir().unwrap();
        let mut entry = Reproduced::new("thesis.T3.1", "a table");
        entry.cells = vec![Cell::without_ours("a, b", "n", "1.94", Verdict::Agrees, "")];
        let mut made = Reproduction { entries: vec![entry], scale: Scale::Quick, seed: 1, cpu_seconds: 0.5 };
        let by =
            Circumstances { program: "0.1.0".into(), machine: "two cores".into(), date: "2026-11-18".into() };
        write(&made, "{}", &by, folder.path()).unwrap();
        let text = std::fs::read_to_string(folder.path().join("ro-crate-metadata.json")).unwrap();
        let metadata: Value = serde_json::from_str(&text).unwrap();
        let graph = metadata["@graph"].as_array().unwrap();
        let find = |id: &str| graph.iter().find(|one| one["@id"] == id).unwrap();
        assert_eq!(find("ro-crate-metadata.json")["conformsTo"]["@id"], "https://w3id.org/ro/crate/1.2");
        for part in find("./")["hasPart"].as_array().unwrap() {
            let name = part["@id"].as_str().unwrap();
            assert!(folder.path().join(name).is_file(), "{name}");
            assert_eq!(find(name)["@type"], "File");
        }
        let cells = std::fs::read_to_string(folder.path().join("cells.csv")).unwrap();
        assert!(cells.contains("thesis.T3.1,\"a, b\",n,"), "{cells}");
        let before = rows_hash(&made.entries[0]);
        made.entries[0].cells[0].verdict = Verdict::Disagrees;
        assert_ne!(rows_hash(&made.entries[0]), before);
    }
}

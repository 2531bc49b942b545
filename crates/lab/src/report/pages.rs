//! The pages of a report: one for everything, and one for each document.

use std::fmt::Write;

use super::html::{escape, framed, listed, mutation};
use super::{printed, shown};
use crate::judge::short;
use crate::papers::{DOCUMENTS, Document, ids};
use crate::reproduction::{PrintedValue, Reproduced, Reproduction, Verdict};

const INTRODUCTION: &str = include_str!("introduction.html");

/// The document that an entry belongs to.
pub(super) fn document_of(id: &str) -> &str {
    id.split('.').next().unwrap_or("")
}

/// Where the values of an entry are printed.
pub(super) fn place(id: &str) -> String {
    let (document, name) = id.split_once('.').unwrap_or((id, ""));
    let number = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let of = DOCUMENTS.iter().find(|known| known.short == document).map_or(document, |known| known.citation);
    match name.chars().next() {
        Some('C') => format!("Sentences of: {of}"),
        _ if number.is_empty() => format!("The text of: {of}"),
        Some('T') => format!("Table {number} of: {of}"),
        Some('F') => format!("Figure {number} of: {of}"),
        _ => format!("Equation {number} of: {of}"),
    }
}

/// What a reader wants to know first: the five possible results for a printed value.
const ENDS: [(&str, &str, &[Verdict]); 5] = [
    ("stands", "stand", &[Verdict::Agrees, Verdict::AgreesAs]),
    ("falls", "fall", &[Verdict::Disagrees, Verdict::FormulaSlip]),
    ("slight", "differ slightly", &[Verdict::DiffersSlightly]),
    ("open", "are open", &[Verdict::Undecided, Verdict::NotReproducible, Verdict::NotYet]),
    ("given", "follow or are quoted", &[Verdict::Arithmetic, Verdict::Definition, Verdict::Quoted]),
];

fn counted(values: &[PrintedValue<'_>], verdicts: &[Verdict]) -> usize {
    values.iter().filter(|value| verdicts.contains(&value.verdict())).count()
}

/// A bar with a part for each result, and the same in words.
fn bar(out: &mut String, values: &[PrintedValue<'_>]) {
    let all = values.len().max(1) as f64;
    out.push_str("<div class=\"bar\" role=\"img\" aria-label=\"");
    let parts = ENDS.map(|(class, words, verdicts)| (class, words, counted(values, verdicts)));
    let said: Vec<String> = parts
        .iter()
        .filter(|(_, _, count)| *count > 0)
        .map(|(_, words, count)| format!("{count} {words}"))
        .collect();
    let _ = write!(out, "{}\">", said.join(", "));
    for (class, _, count) in parts.into_iter().filter(|(_, _, count)| *count > 0) {
        let _ = write!(out, "<i class=\"{class}\" style=\"width:{:.2}%\"></i>", 100.0 * count as f64 / all);
    }
    let _ = write!(
        out,
        "</div>\n<p class=\"legend\">{} printed values: {}.</p>\n",
        values.len(),
        said.join(", ")
    );
}

fn progress(out: &mut String, waiting: usize) {
    if waiting > 0 {
        let _ = writeln!(
            out,
            "<p class=\"filling\">{waiting} entries are still being made; this page loads itself again until they are there.</p>"
        );
    }
}

/// The page for everything; `waiting` entries are not finished yet.
pub(super) fn overview(all: &Reproduction, waiting: usize) -> String {
    // First what it is, then the results, then how to read it.
    let (first, rest) = INTRODUCTION.split_at(INTRODUCTION.find("<p><b>The 8-puzzle").unwrap_or(0));
    let mut out = first.to_owned();
    progress(&mut out, waiting);
    out.push_str("<h2>The five documents</h2>\n");
    for document in DOCUMENTS {
        let entries: Vec<&Reproduced> = of(all, &document);
        if entries.is_empty() {
            continue;
        }
        let values: Vec<PrintedValue<'_>> = entries.iter().flat_map(|entry| entry.values()).collect();
        let _ = writeln!(
            out,
            "<div class=\"card\"><h3><a href=\"{0}.html\">{0}</a></h3>\n<p>{1}</p>",
            document.short,
            cited(&document)
        );
        bar(&mut out, &values);
        out.push_str("</div>\n");
    }
    glance(&mut out, all);
    mutation(&mut out, all);
    let _ = write!(out, "<h2>The puzzles, the measures and the verdicts</h2>\n{rest}");
    let seconds: f64 =
        all.entries.iter().filter_map(|entry| entry.made.as_ref()).map(|made| made.cpu_seconds).sum();
    let _ = writeln!(
        out,
        "<footer>Made by <code>quandary reproduce --scale {} --seed {}</code> in {seconds:.1} CPU seconds; each entry names the \
         command that recomputes it.</footer>",
        all.scale, all.seed
    );
    framed("Quandary: the published values, recomputed", waiting > 0, &out)
}

/// Printed values by entry and verdict.
fn glance(out: &mut String, all: &Reproduction) {
    let used: Vec<Verdict> =
        Verdict::ALL.into_iter().filter(|&verdict| all.count_values(verdict) > 0).collect();
    out.push_str("<h2>At a glance</h2>\n<p>Printed values, each counted once, however many readings it is compared with.</p>\n");
    out.push_str("<div class=\"scroll\"><table class=\"summary\">\n<tr><th>entry</th><th>what it is</th>");
    for verdict in &used {
        let _ = write!(out, "<th class=\"{verdict}\">{verdict}</th>");
    }
    out.push_str("</tr>\n");
    for entry in &all.entries {
        let _ = write!(
            out,
            "<tr><td><a href=\"{1}.html#{0}\">{0}</a></td><td>{2}</td>",
            entry.id,
            document_of(&entry.id),
            escape(&entry.title)
        );
        for &verdict in &used {
            let count = entry.count_values(verdict);
            let _ = write!(
                out,
                "<td class=\"n\">{}</td>",
                if count == 0 { String::new() } else { count.to_string() }
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("<tr><th>all</th><th></th>");
    for &verdict in &used {
        let _ = write!(out, "<th>{}</th>", all.count_values(verdict));
    }
    out.push_str("</tr>\n</table></div>\n");
}

fn of<'a>(all: &'a Reproduction, document: &Document) -> Vec<&'a Reproduced> {
    all.entries.iter().filter(|entry| document_of(&entry.id) == document.short).collect()
}

fn cited(document: &Document) -> String {
    let citation = escape(document.citation);
    match document.link {
        Some(link) => {
            format!("{citation}. <a href=\"{link}\">{}</a>", link.split_once("//").map_or(link, |(_, at)| at))
        }
        None => format!("{citation}."),
    }
}

/// The page of one document; `sections` are its complete entries.
pub(super) fn document(all: &Reproduction, document: &Document, sections: &str, waiting: usize) -> String {
    let entries = of(all, document);
    let values: Vec<PrintedValue<'_>> = entries.iter().flat_map(|entry| entry.values()).collect();
    let mut out = format!(
        "<nav><a href=\"index.html\">All documents</a></nav>\n<h1>{}</h1>\n<p>{}</p>\n",
        escape(document.title),
        cited(document)
    );
    let here = ids().iter().filter(|id| document_of(id) == document.short).count();
    progress(&mut out, if waiting > 0 { here - entries.len() } else { 0 });
    bar(&mut out, &values);
    out.push_str("<div class=\"ends\">\n");
    for (class, title, verdicts) in [
        ("stands", "What stands", ENDS[0].2),
        ("falls", "What falls", ENDS[1].2),
        ("open", "What is open", &[Verdict::Undecided, Verdict::NotReproducible][..]),
    ] {
        let _ = writeln!(out, "<div class=\"{class}\"><h2>{title}</h2>\n<ul>");
        for entry in &entries {
            let own = entry.values();
            let these: Vec<&PrintedValue<'_>> =
                own.iter().filter(|value| verdicts.contains(&value.verdict())).collect();
            if !these.is_empty() {
                let _ = writeln!(
                    out,
                    "<li><a href=\"#{0}\">{0}</a> {1} of {2}{3}</li>",
                    entry.id,
                    these.len(),
                    own.len(),
                    if class == "falls" { examples(&these) } else { String::new() }
                );
            }
        }
        out.push_str("</ul></div>\n");
    }
    out.push_str("</div>\n");
    out.push_str(sections);
    listed(&mut out, &entries);
    framed(document.title, waiting > 0, &out)
}

/// The first refuted values, as printed and as found.
fn examples(values: &[&PrintedValue<'_>]) -> String {
    let Some(PrintedValue { cell, .. }) = values.first() else { return String::new() };
    let ours = cell.ours.as_f64().map_or_else(|| shown(&cell.ours), short);
    let text = format!("{}, {}: {} → {ours}", cell.row, cell.column, printed(cell));
    format!(" <span class=\"small\">({}{})</span>", escape(&text), if values.len() > 1 { "; …" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_where_its_values_are_printed() {
        assert!(place("thesis.T3.2").starts_with("Table 3.2 of: Liu Chang"));
        assert!(place("thesis.eq4.2").starts_with("Equation 4.2 of"));
        assert!(place("kbs.F7a").starts_with("Figure 7a of"));
        assert!(place("access.PGAME").starts_with("The text of"));
        assert!(place("inria.C4").starts_with("Sentences of: Marc Legendre"));
    }
}

//! What the pages of a report have in common. Each is one self-contained file without scripts or fonts.

use std::fmt::Write;

use super::{chart, drawn, printed, shown};
use crate::judge::mutation::Mutation;
use crate::reproduction::{Cell, Reproduced, Reproduction, Sample, Verdict};

const STYLE: &str = include_str!("style.css");

/// A page around its content. A page that is still growing reloads itself.
pub(super) fn framed(title: &str, filling: bool, content: &str) -> String {
    let again = if filling { "<meta http-equiv=\"refresh\" content=\"3\">\n" } else { "" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{again}\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{content}</body>\n</html>\n",
        escape(title)
    )
}

/// The sensitivity of the report, and the smallest difference that each entry could have shown.
pub(super) fn mutation(out: &mut String, all: &Reproduction) {
    let found = Mutation::of_all(&all.entries);
    if let Some(share) = found.share() {
        let _ = writeln!(
            out,
            "<p>Sensitivity: of {1} agreeing printed values moved by the difference that matters, {0} ({2:.1}&nbsp;%) would still agree.</p>",
            found.remain,
            found.moved,
            100.0 * share
        );
    }
    out.push_str(
        "<details><summary>The smallest difference that each entry could have seen</summary>\n<div class=\"scroll\"><table>\n\
         <tr><th>entry</th><th>column</th><th>cells</th><th>most sensitive</th><th>least sensitive</th><th>matters</th></tr>\n",
    );
    for (id, row) in super::sharpness_rows(all) {
        let document = super::pages::document_of(id);
        let cells = row.map(|text| escape(&text)).join("</td><td>");
        let _ = writeln!(out, "<tr><td><a href=\"{document}.html#{id}\">{id}</a></td><td>{cells}</td></tr>");
    }
    out.push_str("</table></div></details>\n");
}

/// Everything about one entry.
pub(super) fn section(out: &mut String, entry: &Reproduced) {
    let _ = write!(
        out,
        "<section id=\"{0}\">\n<h2>{0}: {1} <span class=\"badge {2}\">{2}</span></h2>\n<p class=\"legend\">{6}</p>\n\
         <dl><dt>Claimed</dt><dd>{3}</dd><dt>Computed</dt><dd>{4}</dd><dt>Found</dt><dd><strong>{5}</strong></dd></dl>\n",
        entry.id,
        escape(&entry.title),
        entry.verdict(),
        escape(&entry.claimed),
        escape(&entry.computed),
        escape(&entry.found),
        escape(&super::pages::place(&entry.id)),
    );
    drawn::figures(out, entry);
    for figure in &entry.figures {
        match chart::svg(figure) {
            Ok(svg) => {
                let _ = writeln!(
                    out,
                    "<figure>{svg}<figcaption>{}</figcaption></figure>",
                    escape(&figure.caption)
                );
            }
            Err(error) => {
                let _ = writeln!(out, "<p>{}: {}</p>", escape(&figure.title), escape(&error));
            }
        }
    }
    table(out, entry);
    details(out, entry);
    out.push_str("</section>\n");
}

/// Rows and columns as in the document; each cell shows the printed value over ours.
fn table(out: &mut String, entry: &Reproduced) {
    let mut rows: Vec<&str> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for cell in &entry.cells {
        if !rows.contains(&cell.row.as_str()) {
            rows.push(&cell.row);
        }
        if !columns.contains(&cell.column.as_str()) {
            columns.push(&cell.column);
        }
    }
    out.push_str("<div class=\"scroll\"><table>\n<tr><th></th>");
    for column in &columns {
        let _ = write!(out, "<th>{}</th>", escape(column));
    }
    out.push_str("</tr>\n");
    for row in rows {
        let _ = write!(out, "<tr><th>{}</th>", escape(row));
        for column in &columns {
            let cell = entry.cells.iter().find(|cell| cell.row == row && cell.column == *column);
            match cell {
                Some(cell) => table_cell(out, &entry.id, cell),
                None => out.push_str("<td></td>"),
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n<p class=\"legend\">Each cell: printed above, ours below. Hover over a cell for its interval and note.</p>\n");
}

fn table_cell(out: &mut String, id: &str, cell: &Cell) {
    let mut title = format!("{}, {}, {}: {}", super::pages::place(id), cell.row, cell.column, cell.verdict);
    if let Some(interval) = cell.interval {
        let _ = write!(title, "; [{:.4}, {:.4}]", interval.low, interval.high);
    }
    if !cell.note.is_empty() {
        let _ = write!(title, "; {}", cell.note);
    }
    let _ = write!(
        out,
        "<td class=\"{}\" title=\"{}\"><span>{}</span><br>{}</td>",
        cell.verdict,
        escape(&title),
        escape(&printed(cell)),
        escape(&ours(cell))
    );
}

/// Our value, or only the interval of the printed one.
fn ours(cell: &Cell) -> String {
    match cell.interval {
        Some(interval) if cell.ours.is_null() => format!("[{:.2}, {:.2}]", interval.low, interval.high),
        _ => shown(&cell.ours),
    }
}

fn details(out: &mut String, entry: &Reproduced) {
    if let Some(made) = &entry.made {
        let _ = writeln!(
            out,
            "<p class=\"legend\">Command: <code>quandary reproduce {} --scale {} --seed {}</code> ({:.1} CPU seconds).</p>",
            entry.id, made.scale, made.seed, made.cpu_seconds
        );
    }
    out.push_str("<details><summary>Conventions, numbers and notes</summary>\n<dl>");
    for (name, value) in &entry.conventions {
        let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
    }
    out.push_str("</dl>\n<ul>");
    for fact in &entry.facts {
        let note = if fact.note.is_empty() { String::new() } else { format!(" ({})", fact.note) };
        let _ =
            write!(out, "<li>{}: {}{}</li>", escape(&fact.name), escape(&shown(&fact.value)), escape(&note));
    }
    for cell in entry.cells.iter().filter(|cell| {
        matches!(cell.verdict, Verdict::FormulaSlip | Verdict::DiffersSlightly | Verdict::Disagrees)
    }) {
        let _ = write!(
            out,
            "<li class=\"{0}\">{1}, {2}: printed {3}, ours {4}. {5}</li>",
            cell.verdict,
            escape(&cell.row),
            escape(&cell.column),
            escape(&printed(cell)),
            escape(&shown(&cell.ours)),
            escape(&cell.note)
        );
    }
    out.push_str("</ul></details>\n");
    samples(out, entry);
}

/// The games: each command plays the same games again, and `--rows` writes them to a file.
fn samples(out: &mut String, entry: &Reproduced) {
    if entry.samples.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<details><summary>The games it is based on, one row per game: {} commands</summary>\n<ul>",
        entry.samples.len()
    );
    for Sample { command, .. } in &entry.samples {
        let _ = write!(out, "<li><code>{} --rows games.csv</code></li>", escape(command));
    }
    out.push_str("</ul></details>\n");
}

/// Entries that were not computed: definitions, quotations and puzzles that are not implemented yet.
pub(super) fn listed(out: &mut String, entries: &[&Reproduced]) {
    let others: Vec<&&Reproduced> = entries.iter().filter(|entry| entry.computed.is_empty()).collect();
    if others.is_empty() {
        return;
    }
    out.push_str("<section><h2>Listed only</h2>\n<ul>\n");
    for entry in others {
        let _ = writeln!(
            out,
            "<li id=\"{0}\"><b>{0}</b> {1} <span class=\"badge {3}\">{3}</span> {2}</li>",
            entry.id,
            escape(&entry.title),
            escape(&entry.found),
            entry.verdict()
        );
    }
    out.push_str("</ul></section>\n");
}

/// Text escaped for HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

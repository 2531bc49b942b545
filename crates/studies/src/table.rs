//! The summaries of a study as a table: for the terminal, a page, a paper or a spreadsheet.

use quandary_core::stats::Estimate;
use quandary_core::words::csv_field;

use crate::summary::CellSummary;

/// How a table is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Columns that line up.
    Text,
    /// A table of a Markdown page.
    Markdown,
    /// A `tabular` for LaTeX, with booktabs' rules.
    Latex,
    /// Values and the ends of their intervals in separate columns.
    Csv,
}

impl Layout {
    /// Their names, in the order of [`Layout::ALL`].
    pub const NAMES: [&'static str; 4] = ["text", "markdown", "latex", "csv"];
    /// All of them.
    pub const ALL: [Layout; 4] = [Layout::Text, Layout::Markdown, Layout::Latex, Layout::Csv];
}

/// A measure of a summary, by its name in tables and plots.
pub(crate) fn measure(summary: &CellSummary, name: &str) -> Option<Estimate> {
    let measures = summary.measures.as_ref();
    Some(match name {
        "win_rate" => Estimate {
            value: summary.won.win_rate?,
            interval: quandary_core::stats::Rate::new(summary.won.wins, summary.won.games).interval(),
        },
        "guesses" => summary.guesses,
        "length" => measures?.length,
        "options" => measures?.options,
        "v" => measures?.v,
        "m" => measures?.m,
        "p1" => measures?.p1,
        "E_p" => measures?.energy,
        "p2" => measures?.p2,
        "GR1" => measures?.gr_branching,
        "GR2" => measures?.gr_board,
        "GR3" => measures?.gr_velocity,
        _ => return None,
    })
}

/// The measures for tables and plots.
pub(crate) const MEASURES: [&str; 12] =
    ["win_rate", "guesses", "length", "options", "v", "m", "p1", "E_p", "p2", "GR1", "GR2", "GR3"];
/// The measures that a table shows; the others follow from v.
const SHOWN: [&str; 8] = ["win_rate", "guesses", "length", "options", "v", "m", "E_p", "GR3"];

/// The table.
pub fn table(summaries: &[CellSummary], layout: Layout) -> String {
    let settings: Vec<&str> = summaries
        .first()
        .map_or_else(Vec::new, |first| first.settings.iter().map(|(name, _)| *name).collect());
    let measures = if layout == Layout::Csv { &MEASURES[..] } else { &SHOWN[..] };
    let mut head: Vec<String> = settings.iter().map(|name| (*name).to_owned()).collect();
    head.push("games".into());
    for name in measures {
        head.push((*name).to_owned());
        if layout == Layout::Csv {
            head.extend([format!("{name}_low"), format!("{name}_high")]);
        }
    }
    head.extend(["class".to_owned(), "zone".to_owned()]);
    let row = |summary: &CellSummary| {
        let mut row: Vec<String> = summary.settings.iter().map(|(_, value)| value.clone()).collect();
        row.push(summary.won.games.to_string());
        for name in measures {
            match (measure(summary, name), layout) {
                (Some(Estimate { value, interval }), Layout::Csv) => {
                    row.extend([value, interval.low, interval.high].map(|number| number.to_string()));
                }
                (None, Layout::Csv) => row.extend([const { String::new() }; 3]),
                (Some(Estimate { value, interval }), _) => {
                    row.push(format!("{value:.4} [{:.4}, {:.4}]", interval.low, interval.high));
                }
                (None, _) => row.push("-".into()),
            }
        }
        row.push(summary.class.class.to_string());
        row.push(summary.zone.map_or_else(String::new, |zone| zone.to_string()));
        row
    };
    let rows: Vec<Vec<String>> = [head].into_iter().chain(summaries.iter().map(row)).collect();
    match layout {
        Layout::Text => text(&rows),
        Layout::Markdown => markdown(&rows),
        Layout::Latex => latex(&rows),
        Layout::Csv => rows
            .iter()
            .map(|row| row.iter().map(|field| csv_field(field)).collect::<Vec<_>>().join(","))
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

fn text(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(field, &width)| format!("{field:<width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn markdown(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        format!("| {} |", row.iter().map(|field| field.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
    };
    let rule = format!("|{}", "---|".repeat(rows[0].len()));
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    lines.insert(1, rule);
    lines.join("\n")
}

fn latex(rows: &[Vec<String>]) -> String {
    let escaped = |field: &String| -> String {
        field.chars().flat_map(|c| if "&%$#_{}".contains(c) { vec!['\\', c] } else { vec![c] }).collect()
    };
    let line = |row: &Vec<String>| {
        let fields = row.iter().map(escaped).collect::<Vec<String>>();
        format!("  {} \\\\", fields.join(" & "))
    };
    let body: Vec<String> = rows[1..].iter().map(line).collect();
    format!(
        "\\begin{{tabular}}{{{}}}\n  \\toprule\n{}\n  \\midrule\n{}\n  \\bottomrule\n\\end{{tabular}}",
        "l".repeat(rows[0].len()),
        line(&rows[0]),
        body.join("\n")
    )
}

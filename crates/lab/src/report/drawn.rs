//! Drawings made from an entry's cells: printed beside ours.

use std::fmt::Write;

use super::html::escape;
use crate::reproduction::{Cell, Reproduced};

/// All drawings of an entry.
pub(super) fn figures(out: &mut String, entry: &Reproduced) {
    if entry.id.starts_with("kbs.F7") {
        heat_maps(out, entry);
    }
    stacked(out, entry);
    ratios(out, entry);
}

/// The printed values and ours, as two maps with one scale.
fn heat_maps(out: &mut String, entry: &Reproduced) {
    let printed = |cell: &Cell| cell.printed_number();
    let ours = |cell: &Cell| cell.ours.as_f64();
    // The first comparison of each printed value: the one that the document names.
    let cells: Vec<&Cell> = entry
        .cells
        .iter()
        .enumerate()
        .filter(|(at, cell)| !entry.cells[..*at].iter().any(|before| before.about == cell.about))
        .map(|(_, cell)| cell)
        .filter(|cell| printed(cell).is_some() && ours(cell).is_some())
        .collect();
    let all = || cells.iter().flat_map(|cell| [printed(cell), ours(cell)]).flatten();
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    if cells.is_empty() || high <= low {
        return;
    }
    let mut rows: Vec<&str> = Vec::new();
    for cell in &cells {
        if !rows.contains(&cell.row.as_str()) {
            rows.push(&cell.row);
        }
    }
    out.push_str("<figure class=\"maps\">\n");
    for (name, of) in [("printed", &printed as &dyn Fn(&Cell) -> Option<f64>), ("ours", &ours)] {
        let _ = writeln!(out, "<table class=\"map\"><caption>{name}</caption>");
        for row in &rows {
            out.push_str("<tr>");
            for cell in cells.iter().filter(|cell| cell.row == **row) {
                let value = of(cell).unwrap_or(f64::NAN);
                let share = (value - low) / (high - low);
                let _ = write!(
                    out,
                    "<td style=\"background:hsl({:.0} 70% {:.0}%)\">{value:.1}</td>",
                    220.0 - 180.0 * share,
                    88.0 - 26.0 * share
                );
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table>\n");
    }
    let _ = writeln!(
        out,
        "<figcaption>% won by first cell of a quarter board, printed and ours; both from blue ({low:.1}) to yellow ({high:.1}).</figcaption></figure>"
    );
}

/// Shares that add up to one, as bars of equal length: for facts whose values are shares by name.
fn stacked(out: &mut String, entry: &Reproduced) {
    let bars: Vec<(&str, Vec<(&str, f64)>)> = entry
        .facts
        .iter()
        .filter_map(|fact| {
            let parts: Vec<(&str, f64)> = fact
                .value
                .as_object()?
                .iter()
                .filter_map(|(name, share)| Some((name.as_str(), share.as_f64()?)))
                .collect();
            let sum: f64 = parts.iter().map(|(_, share)| share).sum();
            let shares = parts.len() > 2 && parts.iter().all(|(_, share)| (0.0..=1.0).contains(share));
            (shares && (sum - 1.0).abs() < 1e-6).then_some((fact.name.as_str(), parts))
        })
        .collect();
    if bars.is_empty() {
        return;
    }
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in bars.iter().flat_map(|(_, parts)| parts).filter(|(_, share)| *share > 0.0) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let colour = |name: &str| names.iter().position(|known| *known == name).map_or(0, |at| at % 7);
    out.push_str("<figure>\n");
    for (name, parts) in &bars {
        let _ = write!(out, "<div class=\"stack\"><span>{}</span><div class=\"bar\">", escape(name));
        for (part, share) in parts.iter().filter(|(_, share)| *share > 0.0) {
            let _ = write!(
                out,
                "<i class=\"part{}\" style=\"width:{:.2}%\" title=\"{}: {:.1} %\"></i>",
                colour(part),
                100.0 * share,
                escape(part),
                100.0 * share
            );
        }
        out.push_str("</div></div>\n");
    }
    out.push_str("<figcaption>");
    for name in &names {
        let _ =
            write!(out, "<span class=\"key\"><i class=\"part{}\"></i>{}</span> ", colour(name), escape(name));
    }
    out.push_str("</figcaption></figure>\n");
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 200.0;
/// The range of drawn ratios, in doublings: from 5 % to a factor of four, as far as needed.
const DOUBLINGS: (f64, f64) = (0.07, 2.0);

/// Every printed number as a multiple of ours, with our interval around 1, in one plot.
fn ratios(out: &mut String, entry: &Reproduced) {
    let cells: Vec<(&Cell, f64, f64)> = entry
        .cells
        .iter()
        .filter(|cell| cell.interval.is_some())
        .filter_map(|cell| Some((cell, cell.printed_number()?, cell.ours.as_f64()?)))
        .filter(|(_, printed, ours)| *printed > 0.0 && *ours > 0.0)
        .collect();
    if cells.len() < 3 {
        return;
    }
    let reach = |(cell, printed, ours): &(&Cell, f64, f64)| {
        let ends = cell.interval.map_or([*ours; 2], |interval| [interval.low, interval.high]);
        let off = |value: f64| (value.max(1e-9) / ours).log2().abs();
        off(*printed).max(off(ends[0])).max(off(ends[1]))
    };
    let most = cells.iter().map(reach).fold(0.0, f64::max).clamp(DOUBLINGS.0, DOUBLINGS.1);
    let height = |ratio: f64| HEIGHT / 2.0 * (1.0 - ratio.log2().clamp(-most, most) / most / 1.05);
    let step = (WIDTH - 50.0) / cells.len() as f64;
    let _ = writeln!(
        out,
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"printed over ours, {} cells\">",
        cells.len()
    );
    for part in [1.0, 0.5, 0.0, -0.5, -1.0] {
        let ratio = (part * most).exp2();
        let text = match ratio {
            _ if part == 0.0 => "same".to_owned(),
            1.5.. => format!("×{ratio:.1}"),
            ..0.67 => format!("÷{:.1}", 1.0 / ratio),
            _ => format!("{:+.0} %", 100.0 * (ratio - 1.0)),
        };
        let y = height(ratio);
        let _ = writeln!(
            out,
            "<line x1=\"45\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"grid\"/><text x=\"2\" y=\"{:.1}\">{text}</text>",
            y + 4.0
        );
    }
    for (at, (cell, printed, ours)) in cells.iter().enumerate() {
        let x = 50.0 + (at as f64 + 0.5) * step;
        let ratio = printed / ours;
        if let Some(interval) = cell.interval {
            let ends = [interval.low, interval.high].map(|end| height((end / ours).max(1e-9)));
            let _ = write!(
                out,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" class=\"interval\"/>",
                ends[0], ends[1]
            );
        }
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{:.1}\" class=\"dot {}\"><title>{}, {}: printed {printed}, ours {ours:.4}</title></circle>",
            height(ratio),
            (step / 2.0).clamp(1.5, 4.0),
            cell.verdict,
            escape(&cell.row),
            escape(&cell.column)
        );
    }
    out.push_str(
        "</svg><figcaption>Each dot is a printed number as a multiple of ours, in the order of the table; the line through “same” is \
         our 95&nbsp;% interval. Colours as in the table.</figcaption></figure>\n",
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduction::Verdict;
    use serde_json::json;

    fn cell(row: &str, column: &str, printed: &str, ours: f64) -> Cell {
        let mut cell = Cell::without_ours(row, column, printed, Verdict::Agrees, "");
        cell.ours = json!(ours);
        cell.interval = Some(quandary_core::stats::Interval { low: ours - 1.0, high: ours + 1.0 });
        cell
    }

    #[test]
    fn our_heat_map_is_beside_the_printed_one_and_every_number_has_a_dot() {
        let mut entry = Reproduced::new("kbs.F7a", "by first cell");
        entry.cells =
            vec![cell("1", "c1", "60.1", 61.0), cell("1", "c2", "55.0", 54.0), cell("2", "c1", "50", 52.0)];
        let mut out = String::new();
        figures(&mut out, &entry);
        assert_eq!(out.matches("class=\"map\"").count(), 2);
        assert!(out.contains(">60.1<") && out.contains(">61.0<"));
        assert_eq!(out.matches("<circle").count(), 3);
    }

    #[test]
    fn shares_that_add_up_to_one_are_drawn_as_bars_of_one_length() {
        let mut entry = Reproduced::new("inria.F3", "usage");
        entry.mention("on 9x9", json!({"Sim": 0.5, "Enu": 0.3, "Ran": 0.2}), "");
        entry.mention("another", json!({"low": 0.5, "high": 0.9, "value": 0.7}), "");
        let mut out = String::new();
        figures(&mut out, &entry);
        assert_eq!(out.matches("class=\"stack\"").count(), 1);
        assert!(out.contains("width:30.00%"));
    }
}

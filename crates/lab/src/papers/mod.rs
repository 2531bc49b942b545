//! The published values, and for each entry a way to regenerate it.
//!
//! `published.toml` has the printed values. A [`Regenerator`] recomputes one entry; those of one document share a
//! folder. Entries without a regenerator are listed as `not-yet` (or `quoted`, for definitions and quotations), so the
//! report always shows what is missing.

mod cache;
mod compare;
mod conclusions;
pub mod errata;
mod formula;
mod games;
mod minesweeper;
mod nono;
mod printed;
mod published;
mod sentences;
mod thesis;
mod twenty48;

pub use compare::Judge;
pub use formula::Formula;
pub use printed::Printed;
pub use published::{PUBLISHED, Table, tables};

use std::sync::{LazyLock, Mutex};

use quandary_core::Context;
use quandary_core::{Exhausted, InputError, Seed};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::reproduction::{Cell, Provenance, Reproduced, Reproduction, Sample, Verdict};
use crate::{RunCount, RunRequest, Scale};

/// One of the five documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Document {
    /// The prefix of its entries' ids.
    pub short: &'static str,
    /// What it is.
    pub title: &'static str,
    /// How to cite it.
    pub citation: &'static str,
    /// Its permanent address, where it has one.
    pub link: Option<&'static str>,
}

/// The documents, in the order of their entries.
pub const DOCUMENTS: [Document; 5] = [
    Document {
        short: "thesis",
        title: "Liu, doctoral thesis, JAIST 2022: the 8-puzzle, Minesweeper, and the border between puzzles and games",
        citation: "Liu Chang: Solving Puzzles and Its Entertaining Analysis in Informational Progresses. Doctoral thesis, Japan \
                   Advanced Institute of Science and Technology, September 2022",
        link: Some("http://hdl.handle.net/10119/18136"),
    },
    Document {
        short: "kbs",
        title: "Liu et al., Knowledge-Based Systems 2022: the PAFG solver of Minesweeper",
        citation: "Chang Liu, Shunqi Huang, Gao Naying, Mohd Nor Akmal Khalid, Hiroyuki Iida: A solver of single-agent stochastic \
                   puzzle: A case study with Minesweeper. Knowledge-Based Systems 246, 108630, 2022",
        link: None,
    },
    Document {
        short: "access",
        title: "Primanita et al., IEEE Access 2021: probability-based proof-number search, conspiracy numbers, 2048",
        citation: "Anggina Primanita, Mohd Nor Akmal Khalid, Hiroyuki Iida: Computing Games: Bridging the Gap Between Search and \
                   Entertainment. IEEE Access, 2021",
        link: Some("https://doi.org/10.1109/ACCESS.2021.3079356"),
    },
    Document {
        short: "nono",
        title: "Liao 2016: twelve methods for nonograms",
        citation: "Liao Wei-Chung: Computer Gaming Theory, Homework 1. National Taiwan University, 2016",
        link: None,
    },
    Document {
        short: "inria",
        title: "Legendre et al., Inria RR-8041, 2012: Minesweeper: where to probe?",
        citation: "Marc Legendre, Kévin Hollard, Olivier Buffet, Alain Dutech: MineSweeper: Where to Probe? Research report \
                   RR-8041, Inria, July 2012",
        link: Some("https://inria.hal.science/hal-00723550"),
    },
];

/// The ids of all published entries.
pub fn ids() -> &'static [&'static str] {
    static IDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| tables().iter().map(|table| table.id.as_str()).collect());
    &IDS
}

/// The environment of a regenerator.
pub struct Bench<'b> {
    /// Budget, progress, workers and clock.
    pub context: &'b Context<'b>,
    /// How much to run.
    pub scale: RunCount,
    /// The seed of all entries.
    pub root: Seed,
    /// The seed of this entry: every entry has its own, so that one can be run alone with the same result.
    pub seed: Seed,
    /// The user's positions, as text: each entry that can use them reads those of its own game.
    pub positions: &'b [String],
    /// The games that were played for it.
    samples: Mutex<Vec<Sample>>,
    /// A hash of the sources that make it, if known: part of the name under which its blocks are cached.
    maker: Option<String>,
    /// CPU seconds that cached blocks took when they were made.
    cached_seconds: Mutex<f64>,
}

impl<'b> Bench<'b> {
    /// For one entry.
    pub fn new(context: &'b Context<'b>, scale: Scale, root: Seed, id: &str) -> Bench<'b> {
        let family = regenerators().find(|(_, regenerator)| regenerator.id == id);
        Bench {
            context,
            scale: scale.into(),
            root,
            seed: root.named(id),
            positions: &[],
            samples: Mutex::default(),
            maker: family.and_then(|(family, _)| cache::maker(family)),
            cached_seconds: Mutex::default(),
        }
    }

    /// Runs `0..runs` of something expensive, block by block, and caches the blocks: after being killed it continues
    /// where it stopped, and a larger scale reuses the blocks of a smaller one. The name must include everything that
    /// the runs depend on except the code.
    fn cached_runs<T: Serialize + DeserializeOwned + Send>(
        &self,
        name: &str,
        runs: u64,
        run: impl Fn(u64) -> T + Sync,
    ) -> Vec<T> {
        let mut all = Vec::new();
        let blocks = cache::Blocks::new(name, self.maker.as_deref(), self.context);
        while (all.len() as u64) < runs && self.context.budget.stop().raised().is_none() {
            let begun = all.len() as u64;
            let (seconds, block) = blocks.get(begun, (runs - begun).min(cache::Blocks::RUNS), &run);
            all.extend(block);
            if let Ok(mut sum) = self.cached_seconds.lock() {
                *sum += seconds;
            }
            self.context.progress.report(name, all.len() as u64, runs);
        }
        all
    }

    /// One expensive value, cached under a name that must include everything it depends on except the code.
    fn cached_value<T: Serialize + DeserializeOwned>(&self, name: &str, make: impl FnOnce() -> T) -> T {
        let (seconds, value) = cache::value(name, self.maker.as_deref(), self.context, make);
        if let Ok(mut sum) = self.cached_seconds.lock() {
            *sum += seconds;
        }
        value
    }

    /// Records that `runs` games were played, and the command that plays them again.
    fn played(&self, runs: u64, command: String) {
        if let Ok(mut samples) = self.samples.lock()
            && !samples.iter().any(|known| known.command == command)
        {
            samples.push(Sample { runs, command });
        }
    }

    /// The seed of another entry, for tables that are halves of one experiment.
    fn of_entry(&self, id: &str) -> Seed {
        self.root.named(id)
    }
}

/// Recomputes one published entry.
pub struct Regenerator {
    /// The entry's id.
    pub id: &'static str,
    /// Fills in the entry from the printed table: its cells, facts and figures.
    pub run: fn(&Table, &Bench<'_>) -> Reproduced,
    /// The conclusion, sentence by sentence. It depends only on the entry's cells and facts.
    pub conclude: fn(&Reproduced) -> Vec<String>,
}

/// The regenerators by family. The entries of a family are made by the same code.
static FAMILIES: [(&str, &[Regenerator]); 5] = [
    ("thesis", thesis::REGENERATORS),
    ("twenty48", twenty48::REGENERATORS),
    ("games", games::REGENERATORS),
    ("nono", nono::REGENERATORS),
    ("minesweeper", minesweeper::REGENERATORS),
];

/// All regenerators with their families.
fn regenerators() -> impl Iterator<Item = (&'static str, &'static Regenerator)> {
    FAMILIES.iter().flat_map(|(family, all)| all.iter().map(|regenerator| (*family, regenerator)))
}

/// The sources that make an entry, as a hash.
pub(crate) fn maker_of(id: &str) -> Option<String> {
    let (family, _) = regenerators().find(|(_, regenerator)| regenerator.id == id)?;
    cache::maker(family)
}

/// Makes one entry, or takes it from the cache if the same sources made it before.
fn make(
    table: &Table,
    (family, regenerator): (&str, &Regenerator),
    wanted: &RunRequest,
    context: &Context<'_>,
) -> (Reproduced, Option<Exhausted>) {
    let place = cache::EntryCache::new(family, table, wanted, context);
    if let Some(mut entry) = place.load() {
        // A conclusion is a function of the cells, so it is not cached.
        entry.found = (regenerator.conclude)(&entry).join(" ");
        return (entry, None);
    }
    let begun = (context.cpu_seconds)();
    let mut bench = Bench::new(context, wanted.scale, Seed(wanted.seed), &table.id);
    bench.positions = &wanted.positions;
    let mut entry = (regenerator.run)(table, &bench);
    compare::place_cells(table, &mut entry.cells);
    entry.drop_what_is_not_finite();
    entry.found = (regenerator.conclude)(&entry).join(" ");
    let cached_seconds = bench.cached_seconds.lock().map_or(0.0, |seconds| *seconds);
    let cpu_seconds = (context.cpu_seconds)() - begun + cached_seconds;
    entry.made = Some(Provenance { scale: wanted.scale.to_string(), seed: wanted.seed, cpu_seconds });
    entry.samples = bench.samples.into_inner().unwrap_or_default();
    let stopped = context.budget.stop().raised();
    match stopped {
        Some(_) => entry.cut_short(),
        None => place.store(&entry, bench.scale.scale_matters()),
    }
    (cache::as_cached(entry), stopped)
}

/// Regenerates the wanted entries. If the stop flag is raised, returns the entries done so far, the last of them cut
/// short, and the reason.
pub fn reproduce(
    wanted: &RunRequest,
    context: &Context<'_>,
) -> Result<(Reproduction, Option<Exhausted>), InputError> {
    reproduce_each(wanted, context, |_, _| ())
}

/// The same; `made` is called with each finished entry and the total number of entries.
pub fn reproduce_each(
    wanted: &RunRequest,
    context: &Context<'_>,
    mut made: impl FnMut(&Reproduced, usize),
) -> Result<(Reproduction, Option<Exhausted>), InputError> {
    let tables = select(&wanted.ids)?;
    for text in &wanted.positions {
        // Positions of either game; an error is reported for the game that the first line looks like.
        if games::authors::positions::othello(text).is_err() {
            games::authors::positions::connect_four(text)?;
        }
    }
    let before = (context.cpu_seconds)();
    let mut entries = Vec::new();
    let mut stopped = None;
    for (done, table) in tables.iter().enumerate() {
        if stopped.is_some() {
            break;
        }
        context.progress.report(&format!("reproducing {}", table.id), done as u64, tables.len() as u64);
        let entry = match regenerators().find(|(_, regenerator)| regenerator.id == table.id) {
            Some(found) => {
                let (entry, why) = make(table, found, wanted, context);
                stopped = why;
                entry
            }
            None => {
                let made =
                    Provenance { scale: wanted.scale.to_string(), seed: wanted.seed, cpu_seconds: 0.0 };
                Reproduced { made: Some(made), ..listed_only(table) }
            }
        };
        made(&entry, tables.len());
        entries.push(entry);
    }
    let cpu_seconds = (context.cpu_seconds)() - before;
    Ok((Reproduction { entries, scale: wanted.scale, seed: wanted.seed, cpu_seconds }, stopped))
}

fn select(ids: &[String]) -> Result<Vec<&'static Table>, InputError> {
    if ids.is_empty() {
        return Ok(tables().iter().collect());
    }
    ids.iter()
        .map(|id| {
            tables().iter().find(|table| table.id == *id).ok_or_else(|| {
                let close: Vec<&str> = tables()
                    .iter()
                    .map(|table| table.id.as_str())
                    .filter(|known| id.split('.').next() == known.split('.').next())
                    .collect();
                InputError::new(format!("there is no published entry `{id}`")).expected(if close.is_empty() {
                    "an id that begins with thesis., kbs., access., nono. or inria.".into()
                } else {
                    format!("one of {}", close.join(", "))
                })
            })
        })
        .collect()
}

/// An entry that is only listed: a definition, a quotation, or one for a puzzle that is not implemented yet.
fn listed_only(table: &Table) -> Reproduced {
    let (verdict, note) = match table.kind.as_str() {
        "definition" => (Verdict::Quoted, "defines words; there is nothing to compute"),
        "quoted" => (Verdict::Quoted, "quoted by the document from elsewhere"),
        _ => (Verdict::NotYet, "the puzzle it needs is not here yet"),
    };
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.found = note.into();
    entry.cells = table
        .cells()
        .map(|(row, column, printed)| Cell::without_ours(row, column, printed, verdict, note))
        .collect();
    if entry.cells.is_empty() {
        entry.cells.push(Cell::of_nothing("", "", verdict, note));
    }
    entry
}

#[cfg(test)]
mod tests {
    use quandary_core::stats::Interval;
    use serde_json::{Value, json};

    use super::*;
    use crate::judge::Test;
    use crate::reading::{TableFit, TableReadings};

    #[test]
    fn every_regenerator_belongs_to_a_published_entry_and_none_comes_twice() {
        let mut seen = Vec::new();
        for (_, regenerator) in regenerators() {
            assert!(tables().iter().any(|table| table.id == regenerator.id), "{}", regenerator.id);
            assert!(!seen.contains(&regenerator.id), "{} twice", regenerator.id);
            seen.push(regenerator.id);
        }
    }

    #[test]
    fn an_interrupted_entry_has_no_verdicts() {
        let context = Context::bare();
        context.budget.stop().raise(Exhausted::Cancelled);
        for id in ["access.PGAME", "access.F2", "access.T1", "access.T2"] {
            let wanted = RunRequest { ids: vec![id.into(), "access.T5".into()], ..RunRequest::default() };
            let (made, stopped) = reproduce(&wanted, &context).unwrap();
            assert_eq!((made.entries.len(), stopped), (1, Some(Exhausted::Cancelled)));
            assert!(made.entries[0].found.starts_with("Interrupted"));
            let judged = [Verdict::Agrees, Verdict::AgreesAs, Verdict::DiffersSlightly, Verdict::Disagrees];
            assert!(judged.iter().all(|&verdict| made.count(verdict) == 0), "{}", made.entries[0].id);
        }
    }

    /// Every entry at a tiny scale.
    static TINY: LazyLock<Vec<Reproduced>> = LazyLock::new(|| {
        let wanted = RunRequest { scale: Scale::Runs(2), seed: 1, ..RunRequest::default() };
        let (made, stopped) = reproduce(&wanted, &Context::bare()).unwrap();
        assert_eq!(stopped, None);
        made.entries
    });

    /// The same entry with every finding reversed.
    fn reversed(entry: &Reproduced) -> Reproduced {
        fn value(of: &Value) -> Value {
            match of {
                Value::Number(number) => json!(1000.5 - number.as_f64().unwrap_or(0.0)),
                Value::String(words) => json!(format!("not {words}")),
                Value::Array(all) => Value::Array(all.iter().map(value).collect()),
                Value::Object(all) => all.iter().map(|(key, of)| (key.clone(), value(of))).collect(),
                Value::Null => json!(1000.5),
                Value::Bool(yes) => json!(!yes),
            }
        }
        let mut other = entry.clone();
        for cell in &mut other.cells {
            cell.ours = value(&cell.ours);
            let interval = cell.interval.unwrap_or(Interval { low: 1.0, high: 2.0 });
            cell.interval = Some(Interval { low: 1000.5 - interval.high, high: 1000.5 - interval.low });
            if let Some(Test::Number(held)) = &mut cell.test {
                held.sees = held.sees.map(|sees| 1000.5 - sees);
            }
            cell.verdict = match cell.verdict {
                Verdict::Agrees | Verdict::AgreesAs | Verdict::Definition => Verdict::Disagrees,
                Verdict::Disagrees | Verdict::DiffersSlightly => Verdict::Agrees,
                Verdict::Arithmetic => Verdict::FormulaSlip,
                Verdict::FormulaSlip => Verdict::Arithmetic,
                Verdict::Undecided | Verdict::Quoted | Verdict::NotReproducible | Verdict::NotYet => {
                    Verdict::Agrees
                }
            };
        }
        for fact in &mut other.facts {
            fact.value = value(&fact.value);
        }
        if let Some(readings) = &mut other.readings {
            // Every value is reversed: what some reading explained no longer has one, and the other way round.
            let mut fits = std::mem::take(&mut readings.fits);
            let no_reading: Vec<(String, String)> = std::mem::take(&mut readings.unexplained)
                .into_iter()
                .map(|cell| (cell.row, cell.column))
                .collect();
            for row in fits.iter_mut().flat_map(|fit| &mut fit.rows) {
                row.chi_square = (1000.5 - row.chi_square).abs();
                for cell in &mut row.cells {
                    let explained = !no_reading.contains(&(row.row.clone(), cell.column.clone()));
                    cell.deviations = if explained { 9.0 } else { 0.0 };
                    cell.ours += 1000.5;
                }
            }
            let again = fits.into_iter().map(|fit| TableFit::new(fit.reading, fit.rows)).collect();
            other.readings = TableReadings::of(again);
        }
        other
    }

    #[test]
    fn every_sentence_of_every_conclusion_follows_from_the_cells() {
        let mut fixed = Vec::new();
        for (_, regenerator) in regenerators() {
            let entry = TINY.iter().find(|entry| entry.id == regenerator.id).unwrap();
            let (said, otherwise) = ((regenerator.conclude)(entry), (regenerator.conclude)(&reversed(entry)));
            assert!(!said.is_empty(), "{} concludes nothing", entry.id);
            let same = said.iter().filter(|sentence| otherwise.contains(sentence));
            fixed.extend(same.map(|sentence| format!("{}: {sentence}", entry.id)));
        }
        assert_eq!(fixed, Vec::<String>::new(), "these sentences do not depend on the findings");
    }

    #[test]
    fn every_judged_cell_notes_what_would_have_failed_and_its_verdict_follows_from_its_test() {
        for entry in TINY.iter() {
            for cell in entry.cells.iter().filter(|cell| cell.test.is_some()) {
                let place = format!("{} {} {}", entry.id, cell.row, cell.column);
                assert!(cell.note.contains("fail") || cell.note.contains("decide"), "{place}: {}", cell.note);
                let mut again = cell.clone();
                again.verdict = Verdict::NotYet;
                again.judge_again();
                assert_eq!(again.verdict, cell.verdict, "{place}");
            }
            let judged = [Verdict::Agrees, Verdict::AgreesAs, Verdict::DiffersSlightly, Verdict::Disagrees];
            let literal = |cell: &&Cell| cell.test.is_none() && judged.contains(&cell.verdict);
            assert_eq!(entry.cells.iter().find(literal), None, "{}: a verdict without a test", entry.id);
        }
    }

    #[test]
    fn with_two_runs_no_sampled_value_agrees() {
        // Only cells that need no sample of ours may agree at this scale.
        for cell in TINY.iter().flat_map(|entry| &entry.cells) {
            if let Some(Test::Number(held)) = &cell.test {
                let agrees = matches!(cell.verdict, Verdict::Agrees | Verdict::AgreesAs);
                let shown =
                    held.agrees.zip(cell.printed_number()).is_some_and(|(range, x)| range.contains(x));
                assert!(!agrees || (held.enough && shown), "{} {}", cell.row, cell.column);
            }
        }
    }

    #[test]
    fn an_entry_comes_back_from_the_cache_as_it_was() {
        for entry in TINY.iter() {
            let bytes = serde_json::to_vec(entry).unwrap();
            let again: Reproduced =
                serde_json::from_slice(&bytes).unwrap_or_else(|why| panic!("{}: {why}", entry.id));
            assert_eq!(again.cells.len(), entry.cells.len());
            assert_eq!(again.found, entry.found);
        }
    }

    #[test]
    fn an_unknown_id_is_refused_with_the_ids_of_its_document() {
        let wanted = RunRequest { ids: vec!["thesis.T9.9".into()], ..RunRequest::default() };
        let sentence = reproduce(&wanted, &Context::bare()).unwrap_err().to_string();
        assert!(sentence.contains("there is no published entry `thesis.T9.9`; expected one of thesis.T2.1"));
    }
}

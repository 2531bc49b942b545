//! Printed values, each counted once, no matter how many readings it is compared with.

use super::{Cell, Reproduced, Reproduction, Verdict};

/// A printed value and everything that was compared with it.
#[derive(Clone, Debug)]
pub struct PrintedValue<'r> {
    /// The comparison that decides.
    pub cell: &'r Cell,
    /// How many comparisons there are.
    pub comparisons: usize,
}

impl PrintedValue<'_> {
    /// Its verdict.
    pub fn verdict(&self) -> Verdict {
        self.cell.verdict
    }
}

/// The priority of a comparison when a printed value has several. A contradiction in the document itself comes first,
/// then any reading under which the value agrees; if a reading is undecided, so is the value.
fn weight(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::FormulaSlip => 0,
        Verdict::Agrees => 1,
        Verdict::AgreesAs => 2,
        Verdict::Undecided => 3,
        Verdict::DiffersSlightly => 4,
        Verdict::Disagrees => 5,
        Verdict::Arithmetic => 6,
        Verdict::Definition => 7,
        Verdict::NotReproducible => 8,
        Verdict::Quoted => 9,
        Verdict::NotYet => 10,
    }
}

impl Reproduced {
    /// Its printed values, in the order of its cells.
    ///
    /// ```
    /// use quandary_lab::reproduction::{Cell, Reproduced, Verdict};
    ///
    /// let cell = |row: &str, verdict| Cell::without_ours(row, "v", "0.4", verdict, "").about("8, v");
    /// let mut entry = Reproduced::new("thesis.T5.1", "A table");
    /// entry.cells = vec![cell("as printed", Verdict::Disagrees), cell("ties lifo", Verdict::AgreesAs)];
    /// let values = entry.values();
    /// assert_eq!((values.len(), values[0].comparisons, values[0].verdict()), (1, 2, Verdict::AgreesAs));
    /// ```
    pub fn values(&self) -> Vec<PrintedValue<'_>> {
        let mut all: Vec<PrintedValue<'_>> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for cell in self.cells.iter().filter(|cell| cell.printed.is_some()) {
            let place = *places.entry(cell.about.as_str()).or_insert(all.len());
            match all.get_mut(place) {
                Some(known) => {
                    known.comparisons += 1;
                    if weight(cell.verdict) < weight(known.cell.verdict) {
                        known.cell = cell;
                    }
                }
                None => all.push(PrintedValue { cell, comparisons: 1 }),
            }
        }
        all
    }

    /// How many of its printed values have this verdict.
    pub fn count_values(&self, verdict: Verdict) -> usize {
        self.values().iter().filter(|value| value.verdict() == verdict).count()
    }
}

impl Reproduction {
    /// How many printed values have this verdict.
    pub fn count_values(&self, verdict: Verdict) -> usize {
        self.entries.iter().map(|entry| entry.count_values(verdict)).sum()
    }
}

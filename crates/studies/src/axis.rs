//! A study as lines: one setting is the x axis, and each choice of the others is a line.

use quandary_core::InputError;

use crate::summary::CellSummary;

/// The setting on the x axis.
pub(crate) struct Axis<'s> {
    pub name: &'static str,
    index: usize,
    /// Its values, in the order of the cells.
    pub places: Vec<&'s str>,
    /// The other settings that have more than one value.
    varied: Vec<usize>,
}

impl<'s> Axis<'s> {
    /// The setting called `x`, or the one with the most values.
    pub(crate) fn of(summaries: &'s [CellSummary], x: Option<&str>) -> Result<Axis<'s>, InputError> {
        let names: Vec<&'static str> = summaries
            .first()
            .map_or_else(Vec::new, |first| first.settings.iter().map(|(name, _)| *name).collect());
        let values = |index: usize| {
            let mut values: Vec<&str> = Vec::new();
            for summary in summaries {
                let value = summary.settings[index].1.as_str();
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            values
        };
        let index = match x {
            Some(x) => names.iter().position(|name| *name == x).ok_or_else(|| {
                InputError::new(format!("the study has no setting `{x}`"))
                    .expected(format!("one of {}", names.join(", ")))
                    .of_option("x")
            })?,
            None => (0..names.len())
                .max_by_key(|&index| (values(index).len(), usize::MAX - index))
                .ok_or_else(|| {
                    InputError::new("the study has no setting to plot over")
                        .expected("a study with [settings]")
                })?,
        };
        let varied = (0..names.len()).filter(|&other| other != index && values(other).len() > 1).collect();
        Ok(Axis { name: names[index], index, places: values(index), varied })
    }

    /// The place of a cell: the number of its value among [`Axis::places`].
    pub(crate) fn place(&self, summary: &CellSummary) -> usize {
        self.places.iter().position(|value| *value == summary.settings[self.index].1).unwrap_or(0)
    }

    /// The line of a cell: the values of the other settings that vary.
    pub(crate) fn line(&self, summary: &CellSummary) -> String {
        let values: Vec<&str> = self.varied.iter().map(|&index| summary.settings[index].1.as_str()).collect();
        values.join(", ")
    }
}

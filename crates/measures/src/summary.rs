//! The measures in the answer of every `measure` verb: each symbol with its formula and its meaning.

use std::fmt;

use quandary_core::stats::Estimate;

use crate::TraceMeasures;

/// One measure.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Symbol {
    /// The documents' letter for it.
    pub symbol: &'static str,
    /// Its value.
    pub value: f64,
    /// Lower end of its 95 % interval (bootstrap over games).
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How it is computed.
    pub formula: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// All measures of a set of games.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measures {
    /// Games with at least one decision.
    pub traces: u64,
    /// The measures, in the order in which they build on each other.
    pub measures: Vec<Symbol>,
}

impl From<&TraceMeasures> for Measures {
    fn from(of: &TraceMeasures) -> Measures {
        let symbol = |symbol, estimate: Estimate, formula, meaning| Symbol {
            symbol,
            value: estimate.value,
            low: estimate.interval.low,
            high: estimate.interval.high,
            formula,
            meaning,
        };
        let measures = vec![
            symbol("D", of.length, "decisions", "how long a game is"),
            symbol("B", of.options, "options per decision", "how much there is to choose from"),
            symbol(
                "v",
                of.v,
                "mean of b/B",
                "how often a choice is right by itself: the certainty of progress",
            ),
            symbol("m", of.m, "1 - v", "how hard a right choice is: the weight of the puzzle"),
            symbol("F", of.force, "m 2v/D", "force: how much each decision moves"),
            symbol("p1", of.p1, "m v", "momentum: the push of playing it"),
            symbol("E_p", of.energy, "2 m v^2", "potential energy: what keeps a player at it"),
            symbol("p2", of.p2, "E_p - p1", "momentum in mind: above 0 it draws in, below 0 it wears out"),
            symbol("v2", of.v2, "p2 / m", "velocity in mind"),
            symbol(
                "GR1",
                of.gr_branching,
                "sqrt(n(n-1))/T",
                "game refinement by branching; people like 0.07 to 0.08",
            ),
            symbol(
                "GR2",
                of.gr_board,
                "sqrt(B)/D",
                "game refinement of a board game; people like 0.07 to 0.08",
            ),
            symbol(
                "GR3",
                of.gr_velocity,
                "sqrt(2v/D)",
                "game refinement by velocity; people like 0.07 to 0.08",
            ),
        ];
        Measures { traces: of.traces, measures }
    }
}

impl fmt::Display for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Symbol { symbol, value, low, high, formula, meaning } in &self.measures {
            writeln!(f, "  {symbol:<4} {value:>8.4}  [{low:.4}, {high:.4}]  {formula:<18} {meaning}")?;
        }
        Ok(())
    }
}

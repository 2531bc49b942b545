//! The measures in the answer of every `measure` verb: each symbol with its formula and its meaning.

use std::fmt;

use quandary_core::stats::Estimate;

use crate::TraceMeasures;
use crate::refinement::ZONE;

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
    /// What they say in a sentence: whether the games are as engaging as those that people play again and again.
    pub in_words: String,
}

/// How game refinement stands to the zone of games that people play again and again. The definition by velocity is the one
/// of the three that needs nothing but the games themselves; the other two are there to compare with what was printed.
fn in_words(refinement: Estimate) -> String {
    let (least, most) = ZONE;
    let Estimate { value, interval } = refinement;
    let place = if (least..=most).contains(&value) {
        "inside"
    } else if interval.high >= least && interval.low <= most {
        "at the edge of"
    } else if value < least {
        return format!(
            "GR {value:.3} (GR3) is below the zone of {least:.2} to {most:.2} that people like: longer, with less at stake \
             in each move."
        );
    } else {
        return format!(
            "GR {value:.3} (GR3) is above the zone of {least:.2} to {most:.2} that people like: over sooner, with more at \
             stake in each move."
        );
    };
    format!("GR {value:.3} (GR3) is {place} the zone of {least:.2} to {most:.2} that people like.")
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
            symbol("v2", of.v2, "p2 / m", "velocity in mind: momentum in mind for its weight"),
            symbol(
                "GR1",
                of.gr_branching,
                "sqrt(n(n-1))/T",
                "game refinement by branching, as it was first defined",
            ),
            symbol("GR2", of.gr_board, "sqrt(B)/D", "game refinement of a board game, by its choices"),
            symbol(
                "GR3",
                of.gr_velocity,
                "sqrt(2v/D)",
                "game refinement by velocity; people like 0.07 to 0.08",
            ),
        ];
        Measures { traces: of.traces, measures, in_words: in_words(of.gr_velocity) }
    }
}

impl fmt::Display for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Symbol { symbol, value, low, high, formula, meaning } in &self.measures {
            writeln!(f, "  {symbol:<4} {value:>8.4}  [{low:.4}, {high:.4}]  {formula:<18} {meaning}")?;
        }
        writeln!(f, "{}", self.in_words)
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::stats::Interval;

    use super::*;

    #[test]
    fn the_sentence_says_on_which_side_of_the_zone_the_games_are() {
        let estimate = |value, low, high| Estimate { value, interval: Interval { low, high } };
        for (refinement, says) in [
            (estimate(0.0744, 0.07, 0.08), "GR 0.074 (GR3) is inside the zone of 0.07 to 0.08"),
            (estimate(0.085, 0.079, 0.09), "at the edge of the zone"),
            (estimate(0.2, 0.19, 0.21), "above the zone of 0.07 to 0.08 that people like: over sooner"),
            (estimate(0.05, 0.04, 0.06), "below the zone of 0.07 to 0.08 that people like: longer"),
        ] {
            let sentence = in_words(refinement);
            assert!(sentence.contains(says) && sentence.ends_with('.'), "{sentence}");
        }
    }
}

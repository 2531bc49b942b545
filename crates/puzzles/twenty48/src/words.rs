//! A move's reason in words: what matters first, at most two facts, beside the next best move.

use serde::Serialize;

use crate::explain::{Contrast, Meaning};
use crate::facts::{Fact, Point};
use crate::rules::Direction;

/// Where the largest tile stands after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// In a corner, where the largest tile stood before.
    Kept,
    /// In a corner, where it did not stand before.
    Reached,
    /// Not in a corner.
    Elsewhere,
}

/// What sentences need to know beside the numbers.
pub(crate) struct WordContext {
    pub(crate) largest: u64,
    pub(crate) standing: Standing,
}

/// A difference in free squares to come that is worth a word.
const MUCH_ROOM: f64 = 0.25;

impl WordContext {
    /// The sentences: why a move is better than the next best.
    pub(crate) fn reason(
        &self,
        than: Direction,
        meaning: Meaning,
        keeps: &[Point],
        gives_up: &[Point],
        against: Option<&Contrast>,
    ) -> String {
        let (keeps, gives_up) = (worth_a_word(keeps), worth_a_word(gives_up));
        // What everybody sees at once has to be answered.
        let loss = gives_up
            .iter()
            .find(|point| matches!(point.fact, Fact::Death | Fact::Corner | Fact::FreeCells | Fact::Earned));
        let ahead = match meaning {
            Meaning::Judgement { moves_ahead: moves_ahead @ 2.. } => {
                format!("looking {moves_ahead} moves ahead")
            }
            _ => "further on".to_owned(),
        };
        match (keeps.as_slice(), loss) {
            ([first, ..], Some(loss)) => {
                let (lost, won) = (self.loses(loss), self.wins(first, than));
                // Not "it leaves …, but leaves …".
                let also = won.strip_prefix("it leaves ").filter(|_| lost.starts_with("it leaves "));
                let won = also.map_or_else(|| bare(&won).to_owned(), |also| format!("also {also}"));
                format!("{}, but {won}.", capital(&lost))
            }
            ([first], None) => format!("{}.", capital(&self.wins(first, than))),
            ([first, rest @ ..], None) => {
                let same = |fact: Fact| matches!(fact, Fact::FreeCells | Fact::Room);
                let second = rest.iter().find(|point| !(same(point.fact) && same(first.fact)));
                let second = second
                    .map_or_else(String::new, |point| format!(" It also {}.", bare(&self.loses(point))));
                format!("{}.{second}", capital(&self.wins(first, than)))
            }
            ([], _) => match (against.and_then(|contrast| Some((contrast, contrast.keeps.first()?))), loss) {
                (Some((contrast, point)), _) => format!(
                    "{}. {} does no worse there, but {ahead} it comes out behind.",
                    capital(&self.wins(point, contrast.than)),
                    capital(than.name()),
                ),
                (None, Some(loss)) => {
                    format!("{}, but {ahead} it comes out better than {than}.", capital(&self.loses(loss)))
                }
                (None, None) => {
                    format!("At first sight {than} is as good, but {ahead} this move comes out better.")
                }
            },
        }
    }

    /// What a move has more of than another, with the other named.
    fn wins(&self, point: &Point, than: Direction) -> String {
        let (mine, other) = (point.fact.in_words(point.chosen, self.largest), point.fact.shown(point.other));
        let less = if point.other == 0.0 { "none".to_owned() } else { format!("only {other}") };
        match point.fact {
            Fact::Death => format!(
                "the game ends within three new tiles in {} of cases, after {than} in {other}",
                point.fact.shown(point.chosen)
            ),
            Fact::Corner => self.corner(point, than),
            Fact::FreeCells | Fact::Pairs | Fact::Doubles => {
                format!("it leaves {mine}; {than} would leave {less}")
            }
            Fact::Room => format!(
                "after the next move about {} squares will be free, with {than} only {other}",
                point.fact.shown(point.chosen)
            ),
            Fact::Ordered => format!("it keeps {mine}; {than} would keep {less}"),
            Fact::Earned => format!("it earns {mine}; {than} would earn {less}"),
        }
    }

    /// The same of two moves without naming the other: for what a move has less of, and for a second fact.
    fn loses(&self, point: &Point) -> String {
        let mine = point.fact.in_words(point.chosen, self.largest);
        let other = match point.fact.shown(point.other) {
            zero if zero == "0" => "none".to_owned(),
            other => other,
        };
        match point.fact {
            Fact::Death => {
                let risk = point.fact.shown(point.chosen);
                format!("it risks the end of the game in {risk} of cases instead of {other}")
            }
            Fact::Corner => {
                let verb = if self.standing == Standing::Kept { "keeps" } else { "gets" };
                let there = if self.standing == Standing::Kept { "in its" } else { "into a" };
                format!(
                    "it {verb} the {} {there} corner {} instead of {}",
                    self.largest,
                    times(point.chosen),
                    times(point.other)
                )
            }
            Fact::FreeCells | Fact::Pairs | Fact::Doubles | Fact::Room => {
                format!("it leaves {mine} instead of {other}")
            }
            Fact::Ordered => format!("it keeps {mine} instead of {other}"),
            Fact::Earned => format!("it earns {mine} instead of {other}"),
        }
    }

    fn corner(&self, point: &Point, than: Direction) -> String {
        let largest = self.largest;
        let sure = point.chosen == 1.0;
        let mine = if sure { String::new() } else { format!(" {}", times(point.chosen)) };
        match (self.standing, point.other == 0.0) {
            (Standing::Kept, true) => {
                format!("it keeps the {largest} in its corner{mine}; {than} would lose the corner")
            }
            (Standing::Kept, false) => format!(
                "it keeps the {largest} in its corner{mine}; {than} would keep it there only {}",
                times(point.other)
            ),
            (Standing::Reached, true) => {
                format!("it puts the {largest} into a corner; {than} would keep it out")
            }
            (Standing::Reached, false) => format!(
                "it puts the {largest} into a corner{}; after {than} it could stand in one only {}",
                if sure { "" } else { " for now" },
                times(point.other)
            ),
            (Standing::Elsewhere, true) => {
                let always = if sure { "always " } else { "" };
                format!(
                    "the {largest} can {always}go to a corner on the next move{mine}; after {than} it cannot"
                )
            }
            (Standing::Elsewhere, false) => {
                let always = if sure { "always " } else { "" };
                format!(
                    "the {largest} can {always}go to a corner on the next move{mine}, after {than} only {}",
                    times(point.other)
                )
            }
        }
    }
}

/// The points that a person would mention.
fn worth_a_word(points: &[Point]) -> Vec<Point> {
    let counts = |point: &&Point| {
        point.fact != Fact::Room || (point.chosen - point.other).abs() >= MUCH_ROOM || points.len() == 1
    };
    points.iter().filter(counts).copied().collect()
}

/// A probability as people say it: `2 times in 3`, `in 87 % of cases`.
fn times(probability: f64) -> String {
    let near = (2..=10).find_map(|of| {
        let wins = (probability * f64::from(of)).round();
        let is_near = (probability - wins / f64::from(of)).abs() < 0.005;
        (is_near && wins >= 1.0 && wins < f64::from(of)).then_some((wins as u32, of))
    });
    match near {
        _ if probability >= 0.9995 => "every time".to_owned(),
        _ if probability <= 0.0005 => "never".to_owned(),
        Some((1, 2)) => "half the time".to_owned(),
        Some((1, of)) => format!("1 time in {of}"),
        Some((wins, of)) => format!("{wins} times in {of}"),
        None => format!("in {:.0} % of cases", 100.0 * probability),
    }
}

/// Without the `it ` that it may begin with.
fn bare(text: &str) -> &str {
    text.strip_prefix("it ").unwrap_or(text)
}

fn capital(text: &str) -> String {
    quandary_core::words::sentence_case(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(fact: Fact, chosen: f64, other: f64) -> Point {
        Point { fact, chosen, other }
    }

    fn said(standing: Standing, keeps: &[Point], gives_up: &[Point]) -> String {
        let spoken = WordContext { largest: 64, standing };
        spoken.reason(Direction::Up, Meaning::Judgement { moves_ahead: 6 }, keeps, gives_up, None)
    }

    #[test]
    fn what_is_lost_comes_before_what_is_won() {
        let text = said(
            Standing::Kept,
            &[point(Fact::Corner, 1.0, 2.0 / 3.0)],
            &[point(Fact::FreeCells, 5.0, 6.0), point(Fact::Room, 5.4, 6.0)],
        );
        assert_eq!(
            text,
            "It leaves 5 free squares instead of 6, but keeps the 64 in its corner; up would keep it there only 2 \
             times in 3."
        );
    }

    #[test]
    fn two_facts_at_most_and_never_the_same_one_twice() {
        let text = said(
            Standing::Elsewhere,
            &[
                point(Fact::FreeCells, 6.0, 5.0),
                point(Fact::Room, 6.5, 5.4),
                point(Fact::Ordered, 1.0, 0.0),
                point(Fact::Earned, 8.0, 4.0),
            ],
            &[],
        );
        assert_eq!(
            text,
            "It leaves 6 free squares; up would leave only 5. It also keeps 1 row or column in order instead of none."
        );
        assert_eq!(
            said(Standing::Kept, &[], &[]),
            "At first sight up is as good, but looking 6 moves ahead this move comes out better."
        );
    }

    #[test]
    fn a_probability_is_said_as_people_say_it() {
        for (probability, words) in [
            (2.0 / 3.0, "2 times in 3"),
            (0.5, "half the time"),
            (0.9, "9 times in 10"),
            (0.87, "in 87 % of cases"),
            (0.0, "never"),
            (1.0, "every time"),
        ] {
            assert_eq!(times(probability), words);
        }
    }
}

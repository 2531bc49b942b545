//! Many seeded games and the rows that they give.
//!
//! A [`Study`] is a function from the number of a game to what happened in it. `simulate` folds over its games,
//! `measure` uses their traces, `--rows` writes them to a file, and a reproduction is one of many studies.

use std::fmt;

use crate::stats::Rate;
use crate::{Context, Exhausted, InputError, Stop, Trace};

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Field {
    /// A count.
    Whole(u64),
    /// A number.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(String),
}

impl Field {
    /// What it is.
    pub fn kind(&self) -> FieldKind {
        match self {
            Field::Whole(_) => FieldKind::Whole,
            Field::Real(_) => FieldKind::Real,
            Field::Flag(_) => FieldKind::Flag,
            Field::Word(_) => FieldKind::Word,
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Whole(number) => number.fmt(f),
            Field::Real(number) => number.fmt(f),
            Field::Flag(flag) => flag.fmt(f),
            Field::Word(word) => f.write_str(word),
        }
    }
}

impl From<u64> for Field {
    fn from(number: u64) -> Field {
        Field::Whole(number)
    }
}

impl From<u32> for Field {
    fn from(number: u32) -> Field {
        Field::Whole(number.into())
    }
}

impl From<f64> for Field {
    fn from(number: f64) -> Field {
        Field::Real(number)
    }
}

impl From<bool> for Field {
    fn from(flag: bool) -> Field {
        Field::Flag(flag)
    }
}

impl From<String> for Field {
    fn from(word: String) -> Field {
        Field::Word(word)
    }
}

/// What the fields of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum FieldKind {
    /// [`Field::Whole`].
    Whole,
    /// [`Field::Real`].
    Real,
    /// [`Field::Flag`].
    Flag,
    /// [`Field::Word`].
    Word,
}

/// A column of the rows: its name and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Column {
    /// Its name: lower case, words joined by `_`.
    pub name: &'static str,
    /// The type of all its fields.
    pub kind: FieldKind,
    /// What it contains, in one line.
    pub about: &'static str,
}

impl Column {
    /// A column of counts.
    pub const fn whole(name: &'static str, about: &'static str) -> Column {
        Column { name, kind: FieldKind::Whole, about }
    }

    /// A column of numbers.
    pub const fn real(name: &'static str, about: &'static str) -> Column {
        Column { name, kind: FieldKind::Real, about }
    }

    /// A column of yes and no.
    pub const fn flag(name: &'static str, about: &'static str) -> Column {
        Column { name, kind: FieldKind::Flag, about }
    }

    /// A column of words.
    pub const fn word(name: &'static str, about: &'static str) -> Column {
        Column { name, kind: FieldKind::Word, about }
    }
}

/// The columns that every game has, before those of its puzzle. Numbers are whole, so that their sums do not depend on
/// the order of the rows.
pub const COMMON: [Column; 7] = [
    Column::whole("game", "number of the game under the study's seed"),
    Column::word("outcome", "won, lost, drawn or unfinished, as the player who began sees it"),
    Column::whole("length", "D: decisions of the game"),
    Column::whole("guesses", "decisions that were not certain to be right"),
    Column::whole("options", "the options of its decisions, summed: over length it is B"),
    Column::whole(
        "progress_ppb",
        "v: plausible options among all, b/B, averaged over the game, in billionths",
    ),
    Column::whole(
        "safety_ppb",
        "probability that a decision was right, averaged over the game, in billionths",
    ),
];

/// A share in billionths; a missing one is 0.
fn billionths(share: Option<f64>) -> Field {
    Field::Whole((share.unwrap_or(0.0) * 1e9).round() as u64)
}

/// How many of the games were won, as an answer has it.
///
/// ```
/// use quandary_core::stats::Rate;
/// use quandary_core::study::Wins;
/// assert_eq!(Wins::from(Rate::new(1, 4)).win_rate, Some(0.25));
/// assert_eq!(Wins::from(Rate::new(0, 0)).win_rate, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wins {
    /// Games played to their end.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Their share; null without games.
    pub win_rate: Option<f64>,
    /// Its Wilson interval at 95 %.
    pub ci95: [f64; 2],
}

impl From<Rate> for Wins {
    fn from(rate: Rate) -> Wins {
        let Rate { successes: wins, trials: games } = rate;
        Wins { games, wins, win_rate: (games > 0).then(|| rate.value()), ci95: rate.interval().into() }
    }
}

impl fmt::Display for Wins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Rate::new(self.wins, self.games).fmt(f)
    }
}

/// One game: what happened, and what the puzzle's own columns hold.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// What happened.
    pub trace: Trace,
    /// One field for each of [`Study::columns`].
    pub more: Vec<Field>,
}

impl PlayedGame {
    /// The whole row of game `index`.
    pub fn row(&self, index: u64) -> Vec<Field> {
        let PlayedGame { trace, more } = self;
        let mut row = vec![
            Field::Whole(index),
            Field::Word(trace.outcome.name().to_owned()),
            Field::Whole(trace.length() as u64),
            Field::Whole(trace.guesses() as u64),
            Field::Whole(trace.steps.iter().map(|step| u64::from(step.options)).sum()),
            billionths(trace.mean_progress()),
            billionths(trace.mean_safety()),
        ];
        row.extend_from_slice(more);
        row
    }
}

/// Many games under one seed. Game `i` is always the same, on any thread and after any other games.
pub trait Study: Send + Sync {
    /// The columns that the puzzle adds to [`COMMON`].
    fn columns(&self) -> &[Column];

    /// Plays game `index`.
    fn game(&self, index: u64, context: &Context<'_>) -> Result<PlayedGame, Stop>;
}

/// Plays games 0 to `games - 1` of a study, passes each to `take` in order, and writes the rows that are wanted. Each
/// decision of a game costs a node of the budget.
///
/// Returns what ended it early, if anything; the games taken until then stay valid.
pub fn run(
    study: &dyn Study,
    games: u64,
    context: &Context<'_>,
    mut take: impl FnMut(PlayedGame) + Send,
) -> Result<Option<Exhausted>, InputError> {
    let rows = context.sink.wants_rows();
    if rows {
        let columns: Vec<Column> = COMMON.iter().chain(study.columns()).copied().collect();
        context.sink.columns(&columns)?;
    }
    let mut budget = context.budget.clone();
    let (_, stopped) = context.fold_while(
        "games",
        games,
        |index| study.game(index, context),
        |index, played| {
            // Nodes are spent in the order of the games, so that the same budget ends every run at the same game.
            budget.spend(played.trace.length() as u64)?;
            if rows {
                context.sink.row(&played.row(index))?;
            }
            take(played);
            Ok(())
        },
    );
    Stop::cut(stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Outcome, Step};

    /// Games of three decisions.
    struct Threes;

    impl Study for Threes {
        fn columns(&self) -> &[Column] {
            &[]
        }

        fn game(&self, _: u64, _: &Context<'_>) -> Result<PlayedGame, Stop> {
            let step = Step { options: 2, plausible: 1, certain: true, probability: 1.0 };
            Ok(PlayedGame { trace: Trace { steps: vec![step; 3], outcome: Outcome::Won }, more: Vec::new() })
        }
    }

    #[test]
    fn a_decision_is_a_node_and_only_whole_games_are_taken() {
        let context = Context::bare().with_budget(Budget::nodes(10));
        let mut taken = 0;
        let cut = run(&Threes, 1_000_000_000_000, &context, |_| taken += 1).unwrap();
        assert_eq!((taken, cut), (3, Some(Exhausted::Nodes)));
    }
}

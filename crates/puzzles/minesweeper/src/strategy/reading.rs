//! Where a document can be read in more than one way: each reading has a name that is put behind a strategy's own,
//! `pafg+everywhere`, `cSimEnuLoAw+scan+one-pick`. Readings that touch different things go together in any order.

use super::blueprint::{
    Blueprint, Constrained, Guess, Inf, Method, Picks, Reach, Rounds, TieBreak, Ties, Weights, WhenCut, Where,
};
use super::distance::{Measure, Start};
use super::first::FirstMove;
use super::gauss::Sign;

/// Another way to read the description of a strategy.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Its name, after a `+`.
    pub name: &'static str,
    /// What it changes.
    pub about: &'static str,
    change: Change,
}

/// What a reading changes; false where there is nothing to change.
#[derive(Clone, Copy, Debug)]
enum Change {
    Player(fn(&mut Blueprint) -> bool),
    /// The first move of a name that has none of its own.
    First(FirstMove),
}

/// All readings.
pub const READINGS: [Reading; 20] = [
    of("weights", "G counts a solution as often as it can be completed", |player| {
        constrained(player).is_some_and(|g| set(&mut g.weights, Weights::Counted))
    }),
    of("everywhere", "G looks at the cells beyond the frontier too", |player| {
        constrained(player).is_some_and(|g| set(&mut g.reach, Reach::Everywhere))
    }),
    of("no-inf", "G does not ask which of the safest cells tells most", |player| {
        constrained(player).is_some_and(|g| g.inf == Some(Inf::Solutions) && set(&mut g.inf, None))
    }),
    of("inf-by-elimination", "Inf counts what elimination fixes, not what all solutions share", |player| {
        constrained(player).is_some_and(|g| g.inf.is_some() && set(&mut g.inf, Some(Inf::Elimination)))
    }),
    of("tree", "G searches a binary tree of at most 20 free variables", |player| {
        constrained(player).is_some_and(|g| g.weights == Weights::Equal && set(&mut g.method, Method::Tree))
    }),
    of("printed-sign", "A takes conjecture 3 as printed", |player| {
        player.gauss.as_mut().is_some_and(|sign| set(sign, Sign::Printed))
    }),
    of("scan", "of equally good cells the first one, row by row", |player| {
        !matches!(player.guess, Guess::Random(_)) && set(&mut player.ties, Ties::Scan)
    }),
    of("one-pick", "an enumeration opens one safe cell, not all it found", |player| {
        player.enumerate.as_mut().is_some_and(|enu| set(&mut enu.picks, Picks::One))
    }),
    of("laplace", "an enumeration that was cut leaves (mined + 1) / (met + 2)", |player| {
        player.enumerate.as_mut().is_some_and(|enu| set(&mut enu.when_cut, WhenCut::Laplace))
    }),
    of("fringe", "distances start at the cells beside open ones (algorithm 1)", |player| {
        match &mut player.guess {
            Guess::Narrow { from, .. } => set(from, Start::Fringe),
            _ => false,
        }
    }),
    of("no-flood", "areas do not open by themselves (footnote 1)", |player| set(&mut player.flood, false)),
    of("no-close", "closeness before the lowest probability has no effect", |player| {
        match &mut player.guess {
            Guess::Narrow { steps, .. } => {
                let close = |step: &TieBreak| {
                    matches!(step, TieBreak::Distance(Measure::Close | Measure::CloseOrFrame))
                };
                let first = steps.len() > 1 && close(&steps[0]);
                if first {
                    steps.remove(0);
                }
                first
            }
            _ => false,
        }
    }),
    of("beside", "R guesses among the cells beside a number", |player| guesses(player, Where::Beside)),
    of("beyond", "R guesses among the cells that no number touches", |player| guesses(player, Where::Beyond)),
    of("both", "safe cells are opened only in a round that also finds mines (kbs algorithm 1)", |player| {
        rounds(player).is_some_and(|rounds| set(&mut rounds.both, true))
    }),
    of("always-guess", "every round ends with a guess (kbs algorithm 1)", |player| {
        rounds(player).is_some_and(|rounds| set(&mut rounds.always_guess, true))
    }),
    of("overwrite", "of what single numbers settle only the last counts (kbs algorithm 2)", |player| {
        rounds(player).is_some_and(|rounds| set(&mut rounds.overwrite, true))
    }),
    Reading { name: "corner", about: "the corner first", change: Change::First(FirstMove::Corner) },
    Reading { name: "middle", about: "the middle first", change: Change::First(FirstMove::Middle) },
    Reading { name: "anywhere", about: "any cell first", change: Change::First(FirstMove::Random) },
];

const fn of(name: &'static str, about: &'static str, change: fn(&mut Blueprint) -> bool) -> Reading {
    Reading { name, about, change: Change::Player(change) }
}

impl Reading {
    /// The reading of a name.
    pub fn named(name: &str) -> Option<&'static Reading> {
        READINGS.iter().find(|reading| reading.name == name)
    }

    /// Reads a strategy this way. False when it has nothing of the kind, or is read this way already.
    pub(super) fn apply(&self, player: &mut Blueprint, first: &mut Option<FirstMove>) -> bool {
        match self.change {
            Change::Player(change) => change(player),
            Change::First(cell) => first.replace(cell).is_none(),
        }
    }
}

fn constrained(player: &mut Blueprint) -> Option<&mut Constrained> {
    match &mut player.guess {
        Guess::Safest(constrained) => Some(constrained),
        _ => None,
    }
}

/// Makes R guess somewhere; false where it does not guess, or already has to guess at a given place.
fn guesses(player: &mut Blueprint, place: Where) -> bool {
    match &mut player.guess {
        Guess::Random(from @ Where::Anywhere) => set(from, place),
        _ => false,
    }
}

/// The rounds of a player of the kbs; Inria's have none.
fn rounds(player: &mut Blueprint) -> Option<&mut Rounds> {
    if player.enumerate.is_some() || matches!(player.guess, Guess::Narrow { .. }) {
        return None;
    }
    Some(player.rounds.get_or_insert_default())
}

/// Every combination of what the kbs leaves open about its players, by name: A as corrected, as printed or missing; the
/// guess at random or by any reading of G; the first move.
///
/// ```
/// use quandary_minesweeper::strategy::{Strategy, kbs_grid};
/// let names = kbs_grid();
/// assert!(names.contains(&"pag+weights+everywhere+no-inf+corner".to_owned()));
/// assert!(names.iter().all(|name| name.parse::<Strategy>().is_ok()));
/// ```
pub fn kbs_grid() -> Vec<String> {
    let mut guesses = vec![("r", String::new())];
    for weights in ["", "+weights"] {
        for reach in ["", "+everywhere"] {
            for inf in ["", "+no-inf", "+inf-by-elimination"] {
                guesses.push(("g", format!("{weights}{reach}{inf}")));
            }
        }
    }
    let mut names = Vec::new();
    for (reasoning, sign) in [("pa", ""), ("pa", "+printed-sign"), ("p", "")] {
        for (guess, readings) in &guesses {
            for first in ["+corner", "+middle", "+anywhere"] {
                names.push(format!("{reasoning}{guess}{sign}{readings}{first}"));
            }
        }
    }
    names
}

/// Changes a value; false when it was that already.
fn set<T: PartialEq>(value: &mut T, to: T) -> bool {
    let changes = *value != to;
    *value = to;
    changes
}

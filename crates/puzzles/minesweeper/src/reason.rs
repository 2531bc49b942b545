//! Why a move is made, for a person: a value that every interface shows and `text` says in words.

use quandary_core::Decision;
use serde::Serialize;

use crate::argument::{Argument, argue};
use crate::board::{Board, Cell, Coord, FirstClick};
use crate::inference::Probabilities;
use crate::rules::{Action, Minesweeper, Observation};
use crate::strategy::{FirstMove, Reason};
use crate::words::many;

/// Why a cell is opened. Whichever it is, it has a `kind`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Why {
    /// It is certainly safe.
    Certain(Box<Argument>),
    /// Nothing is open yet.
    First(First),
    /// Nothing is certain.
    Guess(Guess),
    /// The player has flagged it: the flag has to go first.
    Flagged(Flagged),
}

/// Why a cell is opened first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename = "first-click")]
pub struct First {
    /// The cell.
    pub cell: Coord,
    /// What the rule promises.
    pub rule: FirstClick,
    /// The probability that it is safe: 1 where the rule says so.
    pub safe: f64,
    /// The probability that it opens an area.
    pub opens: f64,
    /// The same for a cell in the middle with eight neighbours, if there is one.
    pub opens_inside: Option<f64>,
    /// Why this cell and no other.
    pub choice: Choice,
}

/// Why a flag is to be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename = "flagged")]
pub struct Flagged {
    /// The cell.
    pub cell: Coord,
    /// Its probability of being safe.
    pub safe: f64,
}

/// How the first cell is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// A corner has the fewest neighbours, so it is the likeliest to open an area.
    LikeliestOpening,
    /// It opens an area anyway; how far inside the edges it is best, depends on how dense the mines are and was measured.
    Measured,
    /// The strategy starts there whatever the board.
    Habit,
}

/// Why an uncertain cell is opened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Guess {
    /// It is the most probably safe.
    Safest {
        /// The cell.
        cell: Coord,
        /// Its probability of being safe.
        safe: f64,
        /// How many cells were equally good in every respect.
        tied: u32,
    },
    /// It leads to the best positions.
    Ahead {
        /// The cell.
        cell: Coord,
        /// Its probability of being safe.
        safe: f64,
        /// The probability that it is safe and makes another cell certain.
        progress: f64,
    },
    /// It is half of a coin toss that no number can decide.
    Toss {
        /// The cell.
        cell: Coord,
        /// Its probability of being safe.
        safe: f64,
    },
    /// Exact search over all minefields that are left, on the board or in a sealed part of it.
    Endgame {
        /// The cell.
        cell: Coord,
        /// Its probability of being safe.
        safe: f64,
        /// Minefields in which best play wins.
        wins: u32,
        /// All minefields that are left.
        boards: u32,
    },
    /// It is drawn at random.
    Random {
        /// The cell.
        cell: Coord,
        /// Its probability of being safe.
        safe: f64,
    },
    /// The strategy calls it safe, and it is not certain: its reasoning is at fault.
    Unfounded {
        /// The cell.
        cell: Coord,
        /// Its probability of being safe.
        safe: f64,
    },
}

impl Why {
    /// Why a decision was made in a position. `found` must be the probabilities of `seen`.
    pub fn of(
        game: &Minesweeper,
        seen: &Observation,
        found: &Probabilities,
        decision: &Decision<Action, Reason>,
    ) -> Why {
        let chosen = decision.chosen.cell();
        let cell = seen.board().spot(chosen);
        let safe = 1.0 - found.mine[chosen.at()].unwrap_or(0.0);
        match decision.reason {
            Reason::First => Why::First(First::of(game, chosen)),
            Reason::Single { .. } | Reason::Exact | Reason::Gauss | Reason::Enumerated => {
                argue(seen, found, chosen).map_or(Why::Guess(Guess::Unfounded { cell, safe }), |argument| {
                    Why::Certain(Box::new(argument))
                })
            }
            Reason::Safest { tied, .. } | Reason::Narrowed { tied, .. } => {
                Why::Guess(Guess::Safest { cell, safe, tied })
            }
            Reason::Ahead { progress, .. } => Why::Guess(Guess::Ahead { cell, safe, progress }),
            Reason::Toss { .. } => Why::Guess(Guess::Toss { cell, safe }),
            Reason::Endgame { wins, boards } => Why::Guess(Guess::Endgame { cell, safe, wins, boards }),
            Reason::Random => Why::Guess(Guess::Random { cell, safe }),
        }
    }
}

impl quandary_core::Reason for Why {
    fn probability_is(&self) -> Option<&'static str> {
        Some("that the cell is safe")
    }

    fn text(&self) -> String {
        match self {
            Why::Certain(argument) => format!("{}.", argument.because()),
            Why::First(first) => first.text(),
            Why::Guess(guess) => guess.text(),
            Why::Flagged(Flagged { cell, safe: 1.0 }) => {
                format!("the flag at {cell} is wrong: no mine can be there.")
            }
            Why::Flagged(Flagged { cell, safe }) => format!(
                "{cell} is the best square to open, safe in {} of cases, but a flag stands on it.",
                percent(*safe)
            ),
        }
    }

    fn nudge(&self) -> String {
        match self {
            Why::Certain(argument) => argument.nudge(),
            Why::First(_) => "Where is an opening likeliest?".to_owned(),
            Why::Guess(Guess::Endgame { boards, .. }) => {
                format!("No square is certain; {} left.", fields_are(*boards))
            }
            Why::Guess(_) => "No square is certain: weigh the risks.".to_owned(),
            Why::Flagged(Flagged { safe: 1.0, .. }) => "A flag is wrong.".to_owned(),
            Why::Flagged(_) => "A flag is in doubt.".to_owned(),
        }
    }
}

impl First {
    /// Why `cell` is opened first.
    pub fn of(game: &Minesweeper, cell: Cell) -> First {
        let board = game.grid().board();
        let rule = game.first_click();
        let around = game.grid().around(cell).len();
        let best = FirstMove::best(board, rule).cell(board);
        let choice = match rule {
            _ if best != Some(cell) => Choice::Habit,
            FirstClick::Open if best != Some(Cell(0)) => Choice::Measured,
            _ => Choice::LikeliestOpening,
        };
        let inside = board.rows() > 2 && board.cols() > 2;
        First {
            cell: board.spot(cell),
            rule,
            safe: if rule == FirstClick::Any { free(board, 0, 1) } else { 1.0 },
            opens: opens(board, rule, around),
            opens_inside: inside.then(|| opens(board, rule, 8)),
            choice,
        }
    }

    fn text(&self) -> String {
        let First { rule, safe, opens, opens_inside, choice, .. } = self;
        let safety = match rule {
            FirstClick::Any => {
                format!("nothing is open yet; it is safe in {} of cases, like every square", percent(*safe))
            }
            FirstClick::Safe => "the rule keeps the first square clear of mines".to_owned(),
            FirstClick::Open => {
                "the rule keeps it and its neighbours clear of mines, so it opens an area".to_owned()
            }
        };
        let opening = match rule {
            FirstClick::Open => String::new(),
            _ => format!(". It opens an area in {} of cases", percent(*opens)),
        };
        let choice = match (choice, opens_inside) {
            (Choice::LikeliestOpening, Some(inside)) if opens > inside => format!(
                ", more than any square that is not a corner: it has the fewest neighbours ({} with eight)",
                percent(*inside)
            ),
            (Choice::LikeliestOpening, _) => String::new(),
            (Choice::Measured, _) => {
                ". In trials of first squares, most games were won a few steps from both edges, further in where mines \
                 are denser"
                    .to_owned()
            }
            (Choice::Habit, _) => ". It is where this strategy starts".to_owned(),
        };
        format!("{safety}{opening}{choice}.")
    }
}

/// The probability that the first cell, with this many neighbours, opens an area.
fn opens(board: Board, rule: FirstClick, around: usize) -> f64 {
    match rule {
        FirstClick::Any => free(board, 0, around + 1),
        FirstClick::Safe => free(board, 1, around),
        FirstClick::Open => 1.0,
    }
}

/// The probability that `count` given cells are free of mines when `clear` others are known to be.
fn free(board: Board, clear: usize, count: usize) -> f64 {
    let cells = board.cells() - clear;
    let safe = cells.saturating_sub(board.mines());
    (0..count).map(|taken| safe.saturating_sub(taken) as f64 / (cells - taken).max(1) as f64).product()
}

impl Guess {
    fn text(&self) -> String {
        match *self {
            Guess::Safest { safe, tied, .. } => {
                let equals = match tied {
                    0 | 1 => String::new(),
                    more => format!("; {} are equally good", many(more as usize, "square")),
                };
                format!("no square is certain. This one is safe in {} of cases{equals}.", percent(safe))
            }
            Guess::Ahead { safe, progress, .. } => format!(
                "no square is certain. This one is safe in {} of cases, and in {} it also makes another square \
                 certain – the best prospects.",
                percent(safe),
                percent(progress)
            ),
            Guess::Toss { safe, .. } => format!(
                "it is one half of a coin toss, safe in {} of cases: nothing else can decide it, and waiting gains \
                 nothing.",
                percent(safe)
            ),
            Guess::Endgame { wins, boards, .. } if wins == boards => {
                format!("it wins all {} that are left.", many(boards as usize, "minefield"))
            }
            Guess::Endgame { wins, boards, .. } => format!(
                "it wins {wins} of the {} left, and no other square wins more: all of them were searched.",
                many(boards as usize, "minefield")
            ),
            Guess::Random { safe, .. } => format!(
                "it is drawn at random, safe in {} of cases: this strategy knows nothing better.",
                percent(safe)
            ),
            Guess::Unfounded { safe, .. } => format!(
                "this strategy calls it safe, but it is safe only in {} of cases: the reasoning is at fault.",
                percent(safe)
            ),
        }
    }
}

fn fields_are(count: u32) -> String {
    format!("{} {}", many(count as usize, "minefield"), if count == 1 { "is" } else { "are" })
}

/// `87.5 %`, `50 %`; more places only where fewer would make it impossible or certain.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let places = (1..6).find(|&places| {
        let rounded: f64 = format!("{percent:.places$}").parse().unwrap_or(percent);
        share == 0.0 || share == 1.0 || (rounded > 0.0 && rounded < 100.0)
    });
    let text = format!("{percent:.*}", places.unwrap_or(6));
    format!("{} %", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::advise;
    use crate::notation::Position;
    use crate::strategy::Strategy;
    use quandary_core::Reason as _;
    use quandary_core::{Budget, Seed};

    fn why(text: &str, rule: FirstClick) -> Why {
        let seen = text.parse::<Position>().unwrap().observation;
        let game = Minesweeper::new(seen.board(), rule);
        advise(&game, &Strategy::best(), &seen, &mut Seed(1).stream(0), &Budget::unlimited()).unwrap().why
    }

    #[test]
    fn the_first_click_has_a_reason() {
        let empty = format!("9x9/10{}", " ?????????".repeat(9));
        let text = |rule| why(&empty, rule).text();
        // C(77, 10) / C(80, 10) for a corner, C(72, 10) / C(80, 10) for eight neighbours.
        assert_eq!(
            text(FirstClick::Safe),
            "the rule keeps the first square clear of mines. It opens an area in 66.6 % of cases, more than any square \
             that is not a corner: it has the fewest neighbours (32.6 % with eight)."
        );
        assert!(text(FirstClick::Any).starts_with("nothing is open yet; it is safe in 87.7 % of cases"));
        assert!(text(FirstClick::Open).ends_with("further in where mines are denser."));
        let Why::First(first) = why(&empty, FirstClick::Safe) else { panic!("the first click") };
        assert_eq!((first.safe, first.choice), (1.0, Choice::LikeliestOpening));
        assert_eq!(serde_json::to_value(first).unwrap()["kind"], "first-click");
    }

    #[test]
    fn a_chance_is_never_rounded_to_certainty() {
        for (share, words) in [
            (0.875, "87.5 %"),
            (0.5, "50 %"),
            (1.0, "100 %"),
            (0.0, "0 %"),
            (0.99999, "99.999 %"),
            (0.0001, "0.01 %"),
        ] {
            assert_eq!(percent(share), words);
        }
    }

    #[test]
    fn what_the_rule_promises_is_certain() {
        let seen = "2x2/1 ?? ??".parse::<Position>().unwrap().observation;
        for (rule, certain) in [(FirstClick::Safe, true), (FirstClick::Any, false)] {
            let game = Minesweeper::new(seen.board(), rule);
            let advice =
                advise(&game, &Strategy::best(), &seen, &mut Seed(1).stream(0), &Budget::unlimited())
                    .unwrap();
            assert_eq!(advice.decision.probability.is_certain(), certain);
        }
    }

    #[test]
    fn a_wrong_conclusion_is_not_dressed_up_as_an_argument() {
        let seen = "2x3/1 1?? 1??".parse::<Position>().unwrap().observation;
        let game = Minesweeper::new(seen.board(), FirstClick::Safe);
        let found = crate::inference::probabilities(&seen).unwrap();
        let claimed = Decision::certain(Action::Open(Cell(1)), Reason::Gauss);
        let why = Why::of(&game, &seen, &found, &claimed);
        assert!(matches!(why, Why::Guess(Guess::Unfounded { safe: 0.5, .. })), "{why:?}");
        let json = serde_json::to_value(&why).unwrap();
        assert_eq!((&json["kind"], &json["cell"]), (&"unfounded".into(), &"1,2".into()));
    }
}

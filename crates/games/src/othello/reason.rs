//! What a hint of Othello says: how the game ends or probably ends, by which line, and what speaks for the move.

use std::fmt::{self, Display, Formatter};

use quandary_core::Probability;
use quandary_core::words::count;
use schemars::JsonSchema;
use serde::Serialize;

use super::advice::Sight;
use super::facts::{Argument, Facts};
use super::pattern::DISC;
use crate::reason::{RandomGames, margin, sentence, shown};
use crate::value::{Bounds, Value};

/// What perfect play leads to, for the player who chooses the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outlook {
    /// Win, draw or loss.
    pub verdict: Value,
    /// The difference of discs at the end, empty squares given to the winner.
    pub score: i32,
    /// Own discs and the opponent's at the end of the line, when the line was followed to the end.
    pub discs: Option<[u32; 2]>,
    /// What both sides play when both play well, the chosen move first.
    pub line: Vec<String>,
}

/// Moves of a line that are shown to a person.
const LINE_SHOWN: usize = 12;

impl Display for Outlook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&ending(self.score))?;
        if let Some([own, other]) = self.discs {
            write!(f, ", {} to {other}", count(own.into(), "disc"))?;
        }
        if !self.line.is_empty() {
            write!(f, ": {}", shown(&self.line, LINE_SHOWN, 0))?;
        }
        Ok(())
    }
}

/// "wins by 12".
pub(super) fn ending(score: i32) -> String {
    match Value::of(score) {
        Value::Win => format!("wins by {score}"),
        Value::Draw => "leads to a draw".to_owned(),
        Value::Loss => format!("loses by {}", -score),
    }
}

/// What a move is probably worth, and why one may think so. An estimate, never a proof.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Opinion {
    /// The difference of discs at the end, as far as the learnt evaluation can tell.
    pub estimate: f64,
    /// Moves of both sides that were looked ahead.
    pub ahead: u32,
    /// Whether that is to the end of the game; only what is unlikely was left out.
    pub to_the_end: bool,
}

impl Opinion {
    pub(super) fn of(worth: i32, sight: Sight, empty: u32) -> Opinion {
        let (ahead, to_the_end) = match sight {
            Sight::Ahead(depth) => (depth, false),
            Sight::ProbablyTheEnd | Sight::Rough => (empty, true),
        };
        Opinion { estimate: f64::from(worth) / f64::from(DISC), ahead, to_the_end }
    }

    /// How likely it is to win, never quite sure: the estimate against how wrong it usually is. A square root is the same on
    /// every machine, which an exponential need not be.
    pub(super) fn probability(self) -> Probability {
        let usual = if self.to_the_end { 3.0 } else { 7.0 };
        let ratio = self.estimate / usual;
        Probability::clamped((0.5 + 0.5 * ratio / (1.0 + ratio * ratio).sqrt()).clamp(0.01, 0.99))
    }
}

/// "about +6 discs".
fn about(estimate: f64) -> String {
    match estimate.round() as i64 {
        0 => "about even".to_owned(),
        discs @ (1 | -1) => format!("about {discs:+} disc"),
        discs => format!("about {discs:+} discs"),
    }
}

impl Display for Opinion {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.to_the_end {
            f.write_str(&match (self.estimate / 2.0).round() as i64 * 2 {
                0 => "probably leads to a draw".to_owned(),
                score @ 1.. => format!("probably wins by {score}"),
                score => format!("probably loses by {}", -score),
            })
        } else {
            write!(f, "{}, {} ahead", about(self.estimate), count(self.ahead.into(), "move"))
        }
    }
}

/// Why a move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// No square flips anything, so the rules ask for a pass.
    MustPass {
        /// What follows.
        outlook: Outlook,
    },
    /// There is nothing to choose.
    OnlyMove {
        /// What follows.
        outlook: Outlook,
        /// What can be counted.
        facts: Facts,
    },
    /// The game was searched to its end.
    Calculated {
        /// By how many discs the next best move is worse; nothing where that is not known.
        better_by: Option<u32>,
        /// What follows.
        outlook: Outlook,
        /// What can be counted.
        facts: Facts,
        /// What speaks for it, the strongest first.
        arguments: Vec<Argument>,
    },
    /// Nothing is proved; the learnt evaluation says what looks best.
    Judged {
        /// What it rests on.
        opinion: Opinion,
        /// Between what the score is proved to lie.
        bounds: Bounds,
        /// By how many discs the next best move is probably worse; nothing where it is the only move.
        better_by: Option<f64>,
        /// How the game may go on, the chosen move first.
        line: Vec<String>,
        /// What can be counted.
        facts: Facts,
        /// What speaks for it, the strongest first.
        arguments: Vec<Argument>,
    },
    /// The search was not finished: the best of what is proved so far, and of equals what looks best.
    SoFar {
        /// Between what the score of this move lies.
        bounds: Bounds,
        /// Moves whose score is known.
        finished: u32,
        /// Moves there are.
        of: u32,
        /// What random games say of it.
        #[serde(flatten)]
        games: RandomGames,
        /// What can be counted.
        facts: Facts,
    },
}

impl Reason {
    /// What follows, where it is known.
    pub fn outlook(&self) -> Option<&Outlook> {
        match self {
            Reason::MustPass { outlook }
            | Reason::OnlyMove { outlook, .. }
            | Reason::Calculated { outlook, .. } => Some(outlook),
            Reason::Judged { .. } | Reason::SoFar { .. } => None,
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::MustPass { outlook } => write!(f, "no square flips a disc; {outlook}"),
            Reason::OnlyMove { outlook, facts } => write!(f, "the only legal move; {outlook}; {facts}"),
            Reason::Calculated { better_by, outlook, facts, arguments } => {
                write!(f, "{outlook}; ")?;
                if let Some(by) = better_by {
                    write!(f, "{}; ", margin((*by).into(), 0))?;
                }
                f.write_str(&because(arguments, facts))
            }
            Reason::Judged { opinion, bounds, better_by, line, facts, arguments } => {
                if better_by.is_none() {
                    let is_pass = line.first().is_some_and(|first| first == "pass");
                    f.write_str(if is_pass { "no square flips a disc; " } else { "the only legal move; " })?;
                }
                write!(f, "{opinion}")?;
                if !line.is_empty() {
                    write!(f, ": {}", shown(line, LINE_SHOWN, line.len() + 1))?;
                }
                if bounds.value().is_some() {
                    write!(f, "; {}, and that is proved", bounds.in_words())?;
                }
                match better_by {
                    // A count that is no better than elsewhere would be no reason.
                    Some(by) if arguments.is_empty() => write!(f, "; {}", beside(*by)),
                    _ => write!(f, "; {}", because(arguments, facts)),
                }
            }
            Reason::SoFar { bounds, finished, of, games, facts } => {
                let moves = if *of == 1 { "move is" } else { "moves are" };
                write!(
                    f,
                    "the best of what is known so far: {}; {finished} of {of} {moves} finished; {games}; {facts}",
                    bounds.in_words()
                )
            }
        }
    }
}

/// How the next best move compares, where nothing else can be said for the best.
fn beside(better_by: f64) -> String {
    match better_by.round() as u64 {
        0 => "another move is about as good".to_owned(),
        discs => format!("the next best is about {} worse", count(discs, "disc")),
    }
}

/// The arguments for a move, or what can be counted where there are none.
fn because(arguments: &[Argument], facts: &Facts) -> String {
    if arguments.is_empty() {
        return facts.to_string();
    }
    arguments.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl quandary_core::Reason for Reason {
    fn text(&self) -> String {
        sentence(self)
    }

    fn nudge(&self) -> String {
        match self {
            Reason::MustPass { .. } => "No square flips a disc.".to_owned(),
            Reason::OnlyMove { .. } => "There is only one legal move.".to_owned(),
            Reason::Calculated { facts: Facts { corner: true, .. }, .. } => {
                "A corner can be taken.".to_owned()
            }
            Reason::Calculated { outlook, facts, .. } => {
                format!("The best move {} and {facts}.", ending(outlook.score))
            }
            Reason::Judged { better_by: None, .. } => "There is nothing to choose.".to_owned(),
            Reason::Judged { facts: Facts { corner: true, .. }, .. }
            | Reason::SoFar { facts: Facts { corner: true, .. }, .. } => "A corner can be taken.".to_owned(),
            Reason::Judged { arguments, opinion, .. } => arguments
                .first()
                .and_then(hinted)
                .map_or_else(|| format!("The best move is {}.", about(opinion.estimate)), str::to_owned),
            Reason::SoFar { .. } => "Compare how many moves each of yours leaves the opponent.".to_owned(),
        }
    }
}

/// Where to look for a move of which this is the strongest argument.
fn hinted(argument: &Argument) -> Option<&'static str> {
    match argument {
        Argument::WipesOut => Some("You can end the game at once."),
        Argument::TakesCorner { .. } => Some("A corner can be taken."),
        Argument::ForcesPass => Some("You can make the opponent pass."),
        Argument::GuardsCorner { .. } | Argument::OtherGivesCorner { .. } => Some("Mind the corners."),
        Argument::FewerReplies { .. } => Some("Compare how many moves each of yours leaves the opponent."),
        Argument::MoreStable { .. } => Some("Some discs can be made safe for good."),
        Argument::Parity { .. } => Some("Count the empty squares of each area."),
        Argument::Quiet { .. } => Some("Look for a quiet move, one that flips few discs."),
        Argument::GivesCorner { .. } => None,
    }
}

//! Why a move is best: what it is worth this many moves ahead, by which line, and what can be seen on the board.
//!
//! ```
//! use quandary_core::Context;
//! use quandary_games::xiangqi::{Xiangqi, explain, notation};
//!
//! let position = notation::parse_fen("3k5/1R7/9/9/9/9/9/R8/9/5K3 w").unwrap();
//! let (hint, _) = explain::advise(Xiangqi::default(), &position, 3, &Context::bare()).unwrap();
//! let advice = hint.decision.unwrap();
//! // The king steps onto the open file, and Black has no move.
//! assert_eq!(advice.chosen, "f0e0");
//! use quandary_core::Reason;
//! assert_eq!(advice.reason.text(), "wins at once: K4.5; leaves no reply.");
//! ```

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::Rules;
use quandary_core::{Context, Decision, Exhausted, Probability, Stop};
use quandary_search::minimax::{Table, each_move, search, win_in};
use quandary_verbs::{Alternative, Hint};
use schemars::JsonSchema;
use serde::Serialize;

use super::board::Move;
use super::notation::{format_iccs, format_wxf};
use super::rules::{Position, Xiangqi};
use crate::reason::{game_over, margin, sentence};

/// What follows a move when both sides play what the search considers best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outlook {
    /// What the position is then worth to the side that chooses, in hundredths of a pawn; 30000 - n for a win in n plies.
    pub value: i32,
    /// In how many plies it wins (or, negative, loses) by force, where the search has seen the end.
    pub wins_in: Option<i32>,
    /// How many moves ahead the search looked, captures beyond them played out.
    pub depth: u32,
    /// The line, the chosen move first, as the world federation writes moves.
    pub line: Vec<String>,
}

/// A win, told from judgements: a win in n plies is worth this less n.
const WON: i32 = 30_000;

pub(super) fn told(value: i32) -> i32 {
    match win_in(value) {
        Some(plies) if plies > 0 => WON - plies,
        Some(plies) => -WON - plies,
        None => value,
    }
}

fn in_words(wins_in: Option<i32>, value: i32) -> String {
    match wins_in {
        Some(1) => "wins at once".to_owned(),
        Some(plies) if plies > 0 => format!("wins in {plies} plies"),
        Some(plies) => format!("loses in {} plies", -plies),
        None if value == 0 => "even".to_owned(),
        None => format!("{:+.2} pawns", f64::from(value) / 100.0),
    }
}

/// What a move does that can be seen at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Facts {
    /// What moves.
    pub piece: &'static str,
    /// What it captures.
    pub captures: Option<&'static str>,
    /// Whether it gives check.
    pub gives_check: bool,
    /// Whether it answers a check.
    pub answers_check: bool,
    /// Moves that it leaves the other side.
    pub replies: u32,
}

impl Facts {
    /// What a legal move does.
    pub fn of(rules: Xiangqi, position: &Position, chosen: Move) -> Facts {
        let after = rules.apply(position, chosen);
        let name = |at: u8| position.board().at(at).map(|piece| piece.kind.name());
        Facts {
            piece: name(chosen.from).unwrap_or("nothing"),
            captures: name(chosen.to),
            gives_check: after.in_check(),
            answers_check: position.in_check(),
            replies: rules.options(&after) as u32,
        }
    }
}

impl Display for Facts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut said = Vec::new();
        if let Some(captured) = self.captures {
            said.push(format!("the {} takes a {captured}", self.piece));
        }
        if self.gives_check {
            said.push("gives check".to_owned());
        }
        if self.answers_check {
            said.push("answers the check".to_owned());
        }
        match self.replies {
            0 => said.push("leaves no reply".to_owned()),
            1 => said.push("leaves one reply".to_owned()),
            n => said.push(format!("leaves {n} replies")),
        }
        f.write_str(&said.join(", "))
    }
}

/// Why a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// There is nothing to choose.
    OnlyMove {
        /// What follows.
        outlook: Outlook,
        /// What can be seen at once.
        facts: Facts,
    },
    /// It wins by force.
    Wins {
        /// What follows.
        outlook: Outlook,
        /// What can be seen at once.
        facts: Facts,
    },
    /// The search holds it for best.
    Searched {
        /// By how much the next best move is worse, in hundredths of a pawn; null where one of them ends the game.
        better_by: Option<i32>,
        /// What follows.
        outlook: Outlook,
        /// What can be seen at once.
        facts: Facts,
    },
}

impl Display for Outlook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&in_words(self.wins_in, self.value))?;
        if self.wins_in.is_none() {
            write!(f, " {} moves ahead", self.depth)?;
        }
        write!(f, ": {}", self.line.join(" "))
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OnlyMove { outlook, facts } => write!(f, "the only legal move; {outlook}; {facts}"),
            Reason::Wins { outlook, facts } => write!(f, "{outlook}; {facts}"),
            Reason::Searched { better_by, outlook, facts } => {
                write!(f, "{outlook}; ")?;
                if let Some(by) = better_by {
                    write!(f, "{}; ", margin(f64::from(*by) / 100.0, 2))?;
                }
                write!(f, "{facts}")
            }
        }
    }
}

impl quandary_core::Reason for Reason {
    fn text(&self) -> String {
        sentence(self)
    }

    fn nudge(&self) -> String {
        match self {
            Reason::OnlyMove { .. } => "There is only one legal move.".to_owned(),
            Reason::Wins { facts, .. } => format!("The {} wins by force.", facts.piece),
            Reason::Searched { facts: Facts { captures: Some(captured), .. }, .. } => {
                format!("A {captured} is to be had.")
            }
            Reason::Searched { facts, .. } => format!("Look at what your {} can do.", facts.piece),
        }
    }
}

/// What the worth of a move counts.
const VALUE_IS: &str = "hundredths of a pawn for the side to move; 30000 - n for a win in n plies";

/// This many moves are listed, the best first.
const SHOWN: usize = 8;

/// The table of a search: 2^16 entries of 16 bytes.
const TABLE_BITS: u32 = 16;

/// Advice on a position in which the game goes on, by looking at every move `depth` moves ahead, or less where the
/// budget runs out (then it says what did).
pub fn advise(
    rules: Xiangqi,
    position: &Position,
    depth: u32,
    context: &Context<'_>,
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let mut budget = context.budget.clone();
    let mut table = Table::new(TABLE_BITS);
    let (mut values, mut reached, mut stopped) = (Vec::new(), 0, None);
    for ahead in 1..=depth.max(1) {
        match each_move(&rules, position, ahead, &mut table, &mut budget) {
            Ok(found) => (values, reached) = (found, ahead),
            Err(why) if reached == 0 => return Err(why.into()),
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    let Some(&(chosen, value)) = values.first() else {
        return Err(game_over().into());
    };
    let facts = Facts::of(rules, position, chosen);
    let outlook = Outlook {
        value: told(value),
        wins_in: win_in(value),
        depth: reached,
        line: line(rules, position, chosen, reached, &mut table, context),
    };
    let next = values.get(1).map(|&(_, next)| next);
    let certain = win_in(value).is_some_and(|plies| plies > 0);
    let reason = match next {
        None => Reason::OnlyMove { outlook, facts },
        Some(_) if certain => Reason::Wins { outlook, facts },
        Some(next) => {
            let better_by = (win_in(value).is_none() && win_in(next).is_none()).then_some(value - next);
            Reason::Searched { better_by, outlook, facts }
        }
    };
    // A forced win is seen to its end and the only move cannot be wrong; a judgement is no probability of anything.
    let probability =
        if certain || next.is_none() { Probability::CERTAIN } else { Probability::clamped(chance(value)) };
    let alternatives = values
        .iter()
        .take(SHOWN)
        .map(|&(chosen, value)| Alternative {
            chosen: format_iccs(chosen),
            value: Some(f64::from(told(value))),
            text: format!("{}; {}", in_words(win_in(value), value), Facts::of(rules, position, chosen)),
        })
        .collect();
    let decision = Decision { chosen, reason, probability };
    Ok((Hint::new(decision, format_iccs(chosen), VALUE_IS).among(alternatives), stopped))
}

/// How likely a side wins that is so much better: a logistic curve that gives three wins in four for a rook's lead of 4½
/// pawns. A reading aid, fitted to nothing.
fn chance(value: i32) -> f64 {
    (1.0 / (1.0 + (-f64::from(value) / 410.0).exp())).clamp(0.01, 0.99)
}

/// The line after a move, as far as the search knows it.
fn line(
    rules: Xiangqi,
    position: &Position,
    chosen: Move,
    depth: u32,
    table: &mut Table,
    context: &Context<'_>,
) -> Vec<String> {
    let mut at = rules.apply(position, chosen);
    let mut moves = vec![chosen];
    if depth > 1 {
        // What was searched before is in the table: this costs little.
        moves
            .extend(search(&rules, &at, depth - 1, table, &mut context.budget.with_nodes(LINE_NODES)).0.line);
    }
    let mut names = Vec::new();
    at = position.clone();
    for chosen in moves {
        names.extend(format_wxf(&at, chosen));
        at = rules.apply(&at, chosen);
    }
    names
}

/// Nodes that following the line may cost.
const LINE_NODES: u64 = 100_000;

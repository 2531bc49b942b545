use std::collections::BTreeMap;
use std::fmt;

use quandary_core::verbs::{Command, InputSpec, Reply, Request, SEED, VerbSpec};
use quandary_core::{Alternative, Context, Hint, Seed, Stop};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_POSITION, STRATEGY, rows};
use crate::board::{Board, Coord};
use crate::explain::{Consultation, advise, consult, map};
use crate::grade::{Level, easiest};
use crate::inference::{NoAnswer, probabilities_within};
use crate::notation::Position;
use crate::play::{FIRST_CLICK, View, hint_of};
use crate::reason::Why;
use crate::rules::Minesweeper;
use crate::strategy::{Reason, TRAIT_NAMES, WeighedCell};
use crate::verbs::solve::{Clash, impossible};

pub(super) struct Explain;

quandary_core::names! {
    /// How the position stands.
    enum Verdict {
        Move = "move",
        Won = "won",
        Impossible = "impossible",
    }
}

/// The next move and why.
#[derive(Serialize, JsonSchema)]
pub(super) struct Explanation {
    #[serde(flatten)]
    view: View,
    /// `move`, `won` (only mines are closed) or `impossible` (no minefield agrees).
    verdict: Verdict,
    strategy: String,
    mine_count_known: bool,
    /// The mine probability of every closed cell, row by row; null where a cell is open.
    probabilities: Option<Vec<Vec<Option<f64>>>>,
    /// The natural logarithm of the number of minefields that agree.
    ln_minefields: Option<f64>,
    #[serde(flatten)]
    hint: Hint<Why>,
    /// The building block that made the move.
    block: Option<&'static str>,
    /// The easiest deduction that shows a safe cell here, as `generate --grade` counts: 1 one number, 2 two numbers, 3
    /// more at once, 4 the number of mines too; null where nothing is certain.
    level: Option<Level>,
    /// The next best guess.
    second_best: Option<Second>,
    /// The guesses that were weighed, best first.
    weighed: Vec<Candidate>,
    /// What contradicts what, where no minefield agrees.
    clash: Option<Clash>,
    #[serde(skip)]
    drawn: String,
}

/// The next best guess.
#[derive(Serialize, JsonSchema)]
struct Second {
    cell: Coord,
    /// Its probability of being safe.
    safe: f64,
    /// The share of wins it is estimated to give away.
    share_of_wins_lost: f64,
}

/// A guess that was weighed.
#[derive(Serialize, JsonSchema)]
struct Candidate {
    cell: Coord,
    /// Its probability of being safe.
    safe: f64,
    /// The probability that it is safe and makes another cell certain.
    progress: f64,
    /// The probability that it is a mine of a toss that would be due anyway.
    toss: f64,
    /// The estimated value of opening it, up to a factor that all share.
    score: f64,
    /// What it is judged by.
    traits: BTreeMap<&'static str, f64>,
}

impl Candidate {
    fn new(board: Board, of: &WeighedCell) -> Candidate {
        Candidate {
            cell: board.spot(of.cell),
            safe: of.safe,
            progress: of.progress,
            toss: of.toss,
            score: of.score,
            traits: TRAIT_NAMES.iter().copied().zip(of.traits).collect(),
        }
    }
}

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The mine probability of every cell, the move, why, and what the second best would lose",
        input: InputSpec::Required(A_POSITION),
        options: &[STRATEGY.spec, FIRST_CLICK.spec, SEED.spec],
        examples: &["explain minesweeper position.txt", "explain minesweeper \"3x3/2 ??? 121 000\" --json"],
        conventions: &[
            ("flags", "a flag is the player's word: probabilities do not rest on it"),
            ("probabilities", "before the first click, those without its rule"),
        ],
    };
    type Answer = Explanation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Explanation>, Stop> {
        context.budget.poll()?;
        let Position { observation: seen, first_click } = request.input_text()?.parse()?;
        let rule =
            first_click.filter(|_| !request.given(FIRST_CLICK)).unwrap_or_else(|| request.get(FIRST_CLICK));
        let game = Minesweeper::new(seen.board(), rule);
        if seen.opened().is_empty() {
            game.check_first_click()?;
        }
        let strategy = request.get(STRATEGY);
        let mut explanation = Explanation {
            view: View::of(rule, &seen),
            verdict: Verdict::Move,
            strategy: strategy.name().to_owned(),
            mine_count_known: true,
            probabilities: None,
            ln_minefields: None,
            hint: Hint::none("probability that the cell is safe"),
            block: None,
            level: None,
            second_best: None,
            weighed: Vec::new(),
            clash: None,
            drawn: String::new(),
        };
        let seen = explanation.view.observation.clone();
        let won = seen.is_won();
        let mut stream = Seed(request.get(SEED)).stream(0);
        let advice = if won {
            probabilities_within(&seen, &context.budget).map(|_| None)
        } else if strategy.name() == "best" {
            advise(&game, &seen, &mut stream, &context.budget).map(Some)
        } else {
            consult(&game, &strategy, &seen, &mut stream, &context.budget).map(Some)
        };
        match advice {
            Ok(Some(advice)) => {
                explanation.take(&game, advice);
                Ok(explanation.into())
            }
            Ok(None) => Ok(Explanation { verdict: Verdict::Won, ..explanation }.into()),
            Err(NoAnswer::TooWide(why)) => Err(why.into()),
            Err(NoAnswer::Impossible { .. }) => {
                let clash = Some(impossible(&seen, context)?);
                Ok(Reply::negative(Explanation { verdict: Verdict::Impossible, clash, ..explanation }))
            }
        }
    }
}

impl Explanation {
    fn take(&mut self, game: &Minesweeper, advice: Consultation) {
        let seen = &self.view.observation;
        let board = seen.board();
        self.drawn = map(seen, &advice.probabilities, Some(advice.decision.chosen.cell()));
        self.probabilities = Some(rows(board, &advice.probabilities.mine));
        self.ln_minefields = Some(advice.probabilities.ln_boards);
        self.block = Some(advice.decision.reason.block().name());
        self.level = if seen.opened().is_empty() { None } else { easiest(seen) };
        self.second_best = second_best(board, &advice);
        let weighed = advice.weighed.iter().filter(|weighed| weighed.score > f64::MIN);
        self.weighed = weighed.map(|weighed| Candidate::new(board, weighed)).collect();
        self.hint = hint_of(game, seen, advice);
    }
}

/// The best alternative and the share of wins it is estimated to give away.
fn second_best(board: Board, advice: &Consultation) -> Option<Second> {
    if advice.decision.probability.is_certain() || matches!(advice.decision.reason, Reason::Endgame { .. }) {
        return None;
    }
    let best = advice.weighed.first()?;
    let second = advice.weighed.get(1).filter(|second| second.score > f64::MIN)?;
    Some(Second {
        cell: board.spot(second.cell),
        safe: second.safe,
        share_of_wins_lost: 1.0 - second.score / best.score,
    })
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(clash) = &self.clash {
            return write!(f, "{}\n\n{clash}", self.view);
        }
        if self.verdict == Verdict::Won {
            return write!(f, "{}\n\nThe game is won: only mines are closed.", self.view);
        }
        // The map says what each cell is worth.
        let none: Vec<Alternative> = Vec::new();
        let headline = Hint { alternatives: none, ..self.hint.clone() };
        write!(f, "{}\n\n{headline}", self.drawn)?;
        match &self.second_best {
            Some(Second { cell, safe, share_of_wins_lost }) => write!(
                f,
                "\nSecond best: {cell} (safe with {:.2} %), which would give away about {:.2} % of the wins.",
                100.0 * safe,
                100.0 * share_of_wins_lost
            ),
            None => Ok(()),
        }
    }
}

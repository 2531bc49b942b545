use std::collections::BTreeMap;
use std::fmt;

use quandary_core::{Context, Seed, Stop};
use quandary_verbs::Hint;
use quandary_verbs::{Command, InputSpec, Page, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_POSITION, STRATEGY};
use crate::board::{Board, Cell, Coord};
use crate::explain::{Advice, conclude, map};
use crate::grade::{Level, easiest_of};
use crate::inference::{Consultation, NoAnswer};
use crate::notation::Position;
use crate::play::{FIRST_CLICK, View, hint_of, no_answer};
use crate::reason::Why;
use crate::rules::Minesweeper;
use crate::strategy::{Reason, TRAIT_NAMES, WeighedCell};
use crate::verbs::solve::{Clash, impossible};

pub(super) struct Explain;

quandary_verbs::names! {
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
    /// The cell that the map marks.
    #[serde(skip)]
    chosen: Option<Cell>,
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
        let explanation = Explanation::new(View::of(rule, &seen), strategy.name());
        let seen = &explanation.view.observation;
        let asked = match Consultation::of(seen, &context.budget) {
            Ok(asked) => asked,
            Err(NoAnswer::TooWide(why)) => return Err(why.into()),
            Err(NoAnswer::Impossible { .. }) => {
                let clash = Some(impossible(seen, context)?);
                return Ok(Reply::negative(Explanation {
                    verdict: Verdict::Impossible,
                    clash,
                    ..explanation
                }));
            }
        };
        if seen.is_won() {
            return Ok(Explanation { verdict: Verdict::Won, ..explanation }.into());
        }
        let level = if seen.opened().is_empty() { None } else { easiest_of(&asked) };
        let mut stream = Seed(request.get(SEED)).stream(0);
        let advice = conclude(asked, &game, &strategy, seen, &mut stream, &context.budget)
            .map_err(|error| no_answer(seen, &error))?;
        Ok(Explanation { level, ..explanation.with(&game, advice) }.into())
    }
}

impl Explanation {
    /// A position without a move.
    fn new(view: View, strategy: &str) -> Explanation {
        Explanation {
            view,
            verdict: Verdict::Move,
            strategy: strategy.to_owned(),
            mine_count_known: true,
            probabilities: None,
            ln_minefields: None,
            hint: Hint::none("probability that the cell is safe"),
            block: None,
            level: None,
            second_best: None,
            weighed: Vec::new(),
            clash: None,
            chosen: None,
        }
    }

    /// The same with a move.
    fn with(self, game: &Minesweeper, advice: Advice) -> Explanation {
        let seen = &self.view.observation;
        let board = seen.board();
        let weighed = advice.weighed.iter().filter(|weighed| weighed.score > f64::MIN);
        Explanation {
            probabilities: Some(advice.probabilities.rows(board)),
            ln_minefields: Some(advice.probabilities.ln_boards),
            block: Some(advice.decision.reason.block().name()),
            second_best: second_best(board, &advice),
            weighed: weighed.map(|weighed| Candidate::new(board, weighed)).collect(),
            chosen: Some(advice.decision.chosen.cell()),
            hint: hint_of(game, seen, advice),
            ..self
        }
    }
}

/// The best alternative and the share of wins it is estimated to give away.
fn second_best(board: Board, advice: &Advice) -> Option<Second> {
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
        let page = Page::of(f);
        let plain = |words: &str| page.arrange(words, &self.view.to_string());
        if let Some(clash) = &self.clash {
            return f.write_str(&plain(&clash.to_string()));
        }
        if self.verdict == Verdict::Won {
            return f.write_str(&plain("The game is won: only mines are closed."));
        }
        // The map says what each cell is worth.
        let mine = self.probabilities.as_deref().unwrap_or_default();
        let mut words = self.hint.headline();
        if let Some(Second { cell, safe, share_of_wins_lost }) = &self.second_best {
            words += &format!(
                "\nSecond best: {cell} (safe in {:.2} % of cases), which would cost about {:.2} % of the wins.",
                100.0 * safe,
                100.0 * share_of_wins_lost
            );
        }
        f.write_str(&page.arrange(&words, &map(&self.view.observation, mine, self.chosen)))
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Budget;
    use quandary_verbs::Input;

    use super::*;
    use crate::inference::counts;
    use crate::notation::show;
    use crate::rules::Observation;

    /// How often the exact count runs while a position is explained. Positions that look-ahead supposes do not count.
    fn counted(position: &str, strategy: &str) -> usize {
        let given = [("strategy", strategy.to_owned())];
        let request = Request::new(&Explain::SPEC, Some(Input::inline(position)), given).unwrap();
        let open = position.parse::<Position>().unwrap().observation.opened().len();
        counts::take();
        let explained = Explain::run(&request, &Context::bare()).unwrap().answer;
        let counted = counts::take().into_iter().filter(|&cells| cells == open).count();
        // Neither form of the answer counts anything.
        assert!(!explained.to_string().is_empty() && serde_json::to_value(&explained).is_ok());
        assert!(counts::take().is_empty());
        counted
    }

    #[test]
    fn the_exact_count_runs_once_for_an_explanation() {
        let (one_number, two_numbers) = ("2x3/1 1?? 0??", "3x3/2 ??? 121 000");
        let (many, mine_count, guess) = ("2x5/2 ????? 12221", "2x3/1 1?? 1??", "2x2/1 1? ??");
        for position in [one_number, two_numbers, many, mine_count, guess] {
            for strategy in ["best", "best-lookahead", "pseq"] {
                assert_eq!(counted(position, strategy), 1, "{position} {strategy}");
            }
        }
    }

    #[test]
    fn only_mines_that_the_count_proves_where_nothing_is_safe_are_a_reason_to_count_what_they_leave() {
        let mut stream = Seed(33).stream(0);
        let mut met = [0; 2];
        for _ in 0..400 {
            let board = Board::new(2 + stream.index(3), 3 + stream.index(3), 4).unwrap();
            let seen = Observation::scattered(board, 0.5, &mut stream).in_order();
            if seen.is_won() || seen.opened().is_empty() {
                continue;
            }
            let asked = Consultation::of(&seen, &Budget::unlimited()).unwrap();
            let changes = !asked.has_safe_cell() && !asked.base.mines.is_empty();
            assert_eq!(counted(&show(&seen), "best"), 1 + usize::from(changes), "{seen:?}");
            met[usize::from(changes)] += 1;
        }
        assert!(met.iter().all(|&positions| positions > 10), "{met:?}");
    }
}

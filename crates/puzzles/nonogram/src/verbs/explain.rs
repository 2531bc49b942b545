use std::fmt;

use quandary_core::Reason;
use quandary_core::words::{count, sentence_case};
use quandary_core::{Context, InputError, Stop};
use quandary_verbs::hint::{WithText, with_text};
use quandary_verbs::{Command, Explanation, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::colours::{ColourExplained, explain as explain_colours};
use super::{FORMAT, StepVerdict, sheet, write_warnings};
use crate::explain::{Next, Step, Why, next};
use crate::human::{End, Technique, Walk, walk_lessons};
use crate::notation::{Sheet, draw_board};
use crate::play::{Position, View};
use crate::{Board, Paint};

const NUDGE: Opt<bool> = Opt::switch("nudge", "Only say where to look");
const ALL: Opt<bool> = Opt::switch("all", "Every step to the end");

pub(super) struct Explain;

/// The next step of a puzzle and why, in black and white or in colours.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Explanations {
    Plain(Box<ExplainAnswer>),
    Coloured(Box<ColourExplained>),
}

impl fmt::Display for Explanations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Explanations::Plain(explained) => explained.fmt(f),
            Explanations::Coloured(explained) => explained.fmt(f),
        }
    }
}

/// The next step and why, or what is wrong; with `--all` every step to the end.
#[derive(Serialize, JsonSchema)]
pub(super) struct ExplainAnswer {
    /// `right` (a step follows), `wrong` (something painted is), `solved`, `unsolvable`, or `unknown` (no technique
    /// tells more, and search takes too long).
    verdict: StepVerdict,
    #[serde(flatten)]
    explanation: Explanation<View, Why>,
    /// The technique of the step, if it is one.
    technique: Option<Technique>,
    /// B: places where the technique could be tried: open lines, or both colours of the open cells.
    options: Option<u32>,
    /// b: places among them where it tells something.
    plausible: Option<u32>,
    /// Where to look, without giving the step away.
    nudge: Option<String>,
    /// The cells after the step, or after all of them.
    after: Vec<String>,
    /// With `--all`: the steps, in order.
    items: Option<Vec<StepAnswer>>,
    /// What is odd about INPUT.
    warnings: Vec<InputError>,
    #[serde(skip)]
    shown: TextParts,
}

/// One step of many.
#[derive(Serialize, JsonSchema)]
pub(super) struct StepAnswer {
    /// The technique.
    technique: Option<Technique>,
    /// Why.
    #[serde(serialize_with = "with_text")]
    #[schemars(with = "WithText<Why>")]
    reason: Why,
    /// The cells it paints.
    cells: Vec<Paint>,
    /// B: places where the technique could be tried: open lines, or both colours of the open cells.
    options: u32,
    /// b: places among them where it tells something.
    plausible: u32,
}

impl StepAnswer {
    pub(super) fn new(step: &Step) -> StepAnswer {
        let Step { why, options, plausible } = step;
        StepAnswer {
            technique: why.technique(),
            reason: why.clone(),
            cells: why.paints(),
            options: *options,
            plausible: *plausible,
        }
    }
}

/// What the text is made from.
struct TextParts {
    nudge_only: bool,
    after: Board,
    end: Option<End>,
}

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The next logical step and its reason, or which painted cell is wrong; or just a nudge",
        input: InputSpec::Required(
            "A puzzle; a .non file may hold a board half painted (`saved`), a line of clues its cells",
        ),
        options: &[FORMAT.spec, NUDGE.spec, ALL.spec],
        examples: &[
            "explain nonogram puzzle.non",
            "explain nonogram \"1-1 3 1/2 2 2/#??????#?\"",
            "explain nonogram puzzle.non --nudge",
            "explain nonogram puzzle.non --all",
        ],
        conventions: &[
            ("nodes", "lines looked at, and decisions of the solver, which makes at most 20,000"),
            ("move", "the first cell of the step; the reason has all of them"),
        ],
    };
    type Answer = Explanations;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Explanations>, Stop> {
        let mut document = match sheet(request)? {
            Sheet::Plain(document) => *document,
            Sheet::Coloured(document) => {
                let (nudge, all) = (request.is_on(NUDGE), request.is_on(ALL));
                let reply = explain_colours(*document, nudge, all, &mut context.budget.clone());
                return Ok(reply.map(|explained| Explanations::Coloured(Box::new(explained))));
            }
        };
        let warnings = std::mem::take(&mut document.warnings);
        let at = Position::from(document);
        let mut budget = context.budget.clone();
        let next = next(&at.puzzle, &at.board, &mut budget)?;
        // All steps make sense only where nothing has to be corrected first.
        let goes_on = matches!(&next, Next::Do(step) if !step.why.is_fault());
        let walked =
            (request.is_on(ALL) && goes_on).then(|| walk_lessons(&at.puzzle, &at.board, &mut budget));
        let cut = match walked {
            Some(Walk { end: End::Exhausted(why), .. }) => Some(why),
            _ => None,
        };
        let unsolvable = next == Next::Unsolvable;
        let explained = ExplainAnswer::new(at, next, walked, request.is_on(NUDGE), warnings);
        let answer = Explanations::Plain(Box::new(explained));
        Ok(if unsolvable { Reply::negative(answer) } else { answer.into() }.cut(cut))
    }
}

impl ExplainAnswer {
    fn new(
        at: Position,
        next: Next,
        walked: Option<Walk>,
        nudge_only: bool,
        warnings: Vec<InputError>,
    ) -> ExplainAnswer {
        let verdict = match &next {
            Next::Do(step) if step.why.is_fault() => StepVerdict::Wrong,
            Next::Do(_) => StepVerdict::Right,
            Next::Solved => StepVerdict::Solved,
            Next::Unsolvable => StepVerdict::Unsolvable,
            Next::Stuck => StepVerdict::Unknown,
        };
        let mut after = at.board.clone();
        let (mut technique, mut options, mut plausible) = (None, None, None);
        if let Next::Do(step) = &next {
            after.apply(&step.why.paints());
            technique = step.why.technique();
            (options, plausible) = (technique.map(|_| step.options), technique.map(|_| step.plausible));
        }
        let (items, end) = match walked {
            None => (None, None),
            Some(walk) => {
                after = walk.board;
                (Some(walk.steps.iter().map(StepAnswer::new).collect()), Some(walk.end))
            }
        };
        let hint = next.hint();
        let nudge = hint.nudge();
        let (rows, shown) = (after.rows(), TextParts { nudge_only, after, end });
        ExplainAnswer {
            verdict,
            explanation: Explanation { view: View(at), hint },
            technique,
            options,
            plausible,
            nudge,
            after: rows,
            items,
            warnings,
            shown,
        }
    }

    /// The board after the step, which can be read again.
    fn drawn(&self) -> String {
        draw_board(&self.explanation.view.0.puzzle, &self.shown.after)
    }

    /// What there is to say where there is no step.
    fn state(&self) -> String {
        match self.verdict {
            StepVerdict::Solved => "It is solved.".to_owned(),
            StepVerdict::Unsolvable => "No picture fits these clues.".to_owned(),
            _ => format!(
                "No single step leads on from here, and a search would take too long; {} open.",
                are(self.shown.after.open())
            ),
        }
    }
}

/// `1 cell is`, `2 cells are`.
fn are(cells: usize) -> String {
    format!("{} {}", count(cells as u64, "cell"), if cells == 1 { "is" } else { "are" })
}

impl fmt::Display for ExplainAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_warnings(f, &self.warnings)?;
        let Some(decision) = &self.explanation.hint.decision else { return f.write_str(&self.state()) };
        if self.shown.nudge_only {
            return f.write_str(self.nudge.as_deref().unwrap_or_default());
        }
        let Some(items) = &self.items else {
            return write!(f, "{}\n\n{}", sentence_case(&decision.reason.text()), self.drawn());
        };
        for (index, step) in items.iter().enumerate() {
            writeln!(f, "{:>3}. {}", index + 1, sentence_case(&step.reason.text()))?;
        }
        match self.shown.end {
            Some(End::Solved) => f.write_str("Solved.")?,
            Some(End::Exhausted(why)) => write!(f, "Then {why}; {} open.", are(self.shown.after.open()))?,
            _ => write!(
                f,
                "No single step leads on from here; {} left to search.",
                are(self.shown.after.open())
            )?,
        }
        write!(f, "\n\n{}", self.drawn())
    }
}

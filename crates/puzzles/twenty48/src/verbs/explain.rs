use std::fmt;

use quandary_core::words::thousands;
use quandary_core::{Context, InputError, Stop};
use quandary_verbs::Hint;
use quandary_verbs::{Command, InputSpec, Opt, Page, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{A_BOARD, DEPTH, Dice, EXPECTIMAX, PLIES, SHAPE, TARGET, Training, WEIGHTS};
use crate::explain::Why;
use crate::hint::{EXACT_CELLS, Guide, How, SourcedHint, advise};
use crate::play::{P4, Position, View};
use crate::rules::{Rules, Shape};
use crate::strategy::best::{SETTINGS, require_standard, setting};
use crate::strategy::champion::{Unfinished, load, strongest};
use crate::strategy::hand::hint_nodes;

const STRATEGY: Opt<&str> = Opt::choice(
    "strategy",
    "NAME",
    &["auto", "best", "deep", "quick", "hand", "expectimax", "exact"],
    "best, deep and quick look ahead over the strongest network there is, and a small one is trained first if there is \
     none; hand needs none; auto is exact up to six cells, otherwise the network if there is one, otherwise hand",
)
.or("auto");

pub(super) struct Explain;

/// The next move and why.
#[derive(Serialize, JsonSchema)]
pub(super) struct Explanation {
    #[serde(flatten)]
    view: View,
    /// Probability that a new tile is a 4.
    p4: Dice,
    /// How the values came about.
    how: How,
    /// How far the network is, where its training was cut short; the hint is then one by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    training: Option<Training>,
    #[serde(flatten)]
    hint: Hint<Why>,
}

impl Command for Explain {
    const SPEC: VerbSpec = VerbSpec {
        name: "explain",
        about: "The best move of a position, why, and what every move is worth",
        input: InputSpec::Required(A_BOARD),
        options: &[
            SHAPE.spec,
            STRATEGY.spec,
            TARGET.only_with("strategy", &["auto", "exact"]).spec,
            P4.spec,
            DEPTH.only_with("strategy", EXPECTIMAX).spec,
            PLIES.only_with("strategy", EXPECTIMAX).spec,
            WEIGHTS.only_with("strategy", EXPECTIMAX).spec,
        ],
        examples: &[
            "explain 2048 '2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128'",
            "explain 2048 EDCB89A745612301 --strategy hand",
            "explain 2048 '2 4 / 4 .' --strategy exact --target 32",
        ],
        conventions: CONVENTIONS,
    };
    type Answer = Explanation;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Explanation>, Stop> {
        let (rules, position) = position(request)?;
        let strategy = request.get(STRATEGY);
        let Some(setting) = setting(strategy) else {
            let guide = match strategy {
                "exact" => Guide::Exact { target: super::target(request, &rules)? },
                "expectimax" => Guide::Linear(super::weights(request)?, super::depth(request)),
                "hand" => Guide::Hand { nodes: hint_nodes(rules.shape) },
                _ if rules.shape.cells() <= EXACT_CELLS => {
                    Guide::Exact { target: super::target(request, &rules)? }
                }
                _ => {
                    let standard = rules.shape == Shape::STANDARD;
                    let network = if standard { load(rules.fours, context) } else { None };
                    let guide = network.as_ref().map(|network| (network, SETTINGS[1]));
                    return explain(&rules, position, Guide::strongest(&rules, guide), None, context);
                }
            };
            return explain(&rules, position, guide, None, context);
        };
        require_standard(rules.shape)?;
        match strongest(rules.fours, context) {
            Ok(champion) => explain(&rules, position, Guide::Network(&champion, setting), None, context),
            Err(Unfinished { why, moves, of }) => {
                let training = Training { moves, of };
                let guide = Guide::Hand { nodes: hint_nodes(rules.shape) };
                Ok(explain(&rules, position, guide, Some(training), context)?.cut(Some(why)))
            }
        }
    }
}

const CONVENTIONS: &[(&str, &str)] = &[
    ("probability", "that the game goes on: that a move is left after the new tile"),
    ("certain", "there is no other move, or every position that may follow has been looked at"),
    (
        "large tiles",
        "a network sees 16384 and more as if they were one step smaller, where a tile is missing below them, and counts \
         points accordingly",
    ),
    ("ties", "first of left, right, up, down"),
];

fn position(request: &Request) -> Result<(Rules, Position), InputError> {
    super::given(request)?.ok_or_else(|| InputError::new("INPUT is missing").expected(A_BOARD))
}

/// The moves of a position by expectimax over a weighted sum, for `solve --method expectimax`.
pub(super) fn by_expectimax(request: &Request, context: &Context<'_>) -> Result<Reply<Explanation>, Stop> {
    let (rules, position) = position(request)?;
    explain(&rules, position, Guide::Linear(super::weights(request)?, super::depth(request)), None, context)
}

fn explain(
    rules: &Rules,
    position: Position,
    guide: Guide<'_>,
    training: Option<Training>,
    context: &Context<'_>,
) -> Result<Reply<Explanation>, Stop> {
    let SourcedHint { hint, how, stopped } = advise(rules, position.board, guide, context)?;
    let over = hint.decision.is_none();
    let view = View { shape: rules.shape, position };
    let explanation = Explanation { view, p4: rules.fours.into(), how, training, hint };
    Ok(if over { Reply::negative(explanation) } else { Reply::from(explanation).cut(stopped) })
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let page = Page::of(f);
        if self.hint.decision.is_none() {
            return f.write_str(&page.arrange("No move is left.", &self.view.to_string()));
        }
        let mut words = format!("{}\n\n{}", page.show(&self.hint), self.how);
        if let Some(Training { moves, of }) = self.training {
            words += &format!(
                "\n\nThe training was cut short after {} of {} moves and will go on from there; this hint is one by \
                 hand.",
                thousands(moves),
                thousands(of)
            );
        }
        f.write_str(&page.arrange(&words, &self.view.to_string()))
    }
}

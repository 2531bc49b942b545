//! Hints that get better while they are shown: a game of sticks whose player looks one move further each time.

use std::fmt;

use quandary_core::decision::Probability;
use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{
    Budget, Context, Decision, Exhausted, InputError, Outcome, Reason, Seed, Stop, StopFlag, Stream,
};
use quandary_verbs::play::{AnyHint, AnySession, Play, Preset, Scene, Steering, Touch};
use quandary_verbs::{Alternative, Entry, Hint, OptionSpec, Options, Page};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

const ENTRY: Entry = Entry::of::<Sticks>("sticks", "Take one, two or three sticks; the last one wins", &[]);

/// Two players take one to three sticks in turn.
struct Sticks;

impl Rules for Sticks {
    type State = (u32, bool);
    type Move = u32;

    fn turn(&self, &(left, second): &(u32, bool)) -> Turn {
        match (left, second) {
            (0, true) => Turn::Over(Outcome::Won),
            (0, false) => Turn::Over(Outcome::Lost),
            (_, false) => Turn::To(Side::First),
            (_, true) => Turn::To(Side::Second),
        }
    }

    fn moves(&self, &(left, _): &(u32, bool), out: &mut Vec<u32>) {
        out.extend(1..=left.min(3));
    }

    fn apply(&self, &(left, second): &(u32, bool), taken: u32) -> (u32, bool) {
        (left - taken, !second)
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Why {
    Wins { in_moves: u32 },
    Looked { moves: u32 },
    Coin,
}

impl Reason for Why {
    fn text(&self) -> String {
        match self {
            Why::Wins { in_moves } => format!("wins in {in_moves}"),
            Why::Looked { moves } => format!("nothing better within {moves} moves"),
            Why::Coin => "as good as any".into(),
        }
    }

    fn nudge(&self) -> String {
        "Count in fours.".into()
    }

    fn probability_is(&self) -> Option<&'static str> {
        matches!(self, Why::Coin).then_some("that nobody knows better")
    }
}

#[derive(Serialize, JsonSchema)]
struct View {
    left: u32,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&"|".repeat(self.left as usize))
    }
}

/// In how many moves the player to move wins, looking this many moves ahead.
fn wins(left: u32, ahead: u32, budget: &mut Budget) -> Result<Option<u32>, Exhausted> {
    budget.spend(1)?;
    if ahead == 0 {
        return Ok(None);
    }
    for taken in 1..=left.min(3) {
        if taken == left {
            return Ok(Some(1));
        }
        let mut slowest = Some(0);
        for reply in 1..=(left - taken).min(3) {
            let rest = left - taken - reply;
            let after = if rest == 0 { None } else { wins(rest, ahead - 1, budget)? };
            slowest = slowest.zip(after).map(|(slow, after)| slow.max(after + 1));
        }
        if let Some(slow) = slowest {
            return Ok(Some(slow + 1));
        }
    }
    Ok(None)
}

fn hint_to(chosen: u32, reason: Why, probability: f64) -> Hint<Why> {
    let decision = Decision { chosen, reason, probability: Probability::clamped(probability) };
    Hint::new(decision, chosen.to_string(), "nothing")
}

impl Play for Sticks {
    const OPTIONS: &'static [OptionSpec] = &[];
    const PRESETS: &'static [Preset] = &[Preset { name: "ten", setup: "" }];
    type View = View;
    type Reason = Why;

    fn new(_: &Options) -> Result<Sticks, InputError> {
        Ok(Sticks)
    }

    fn start(&self, _: &mut Stream, _: &Context<'_>) -> Result<(u32, bool), Stop> {
        Ok((10, false))
    }

    fn view(&self, &(left, _): &(u32, bool)) -> View {
        View { left }
    }

    fn hint(&self, _: &View, _: &Context<'_>) -> Result<Hint<Why>, Stop> {
        Ok(hint_to(1, Why::Coin, 0.5))
    }

    fn refine(
        &self,
        view: &View,
        context: &Context<'_>,
        show: &mut dyn FnMut(&Hint<Why>),
    ) -> Result<Hint<Why>, Stop> {
        let mut budget = context.budget.clone();
        budget.spend(1)?;
        show(&hint_to(1, Why::Coin, 0.5));
        // The same once more: it is not news.
        show(&hint_to(1, Why::Coin, 0.5));
        for moves in 1.. {
            budget.poll()?;
            for taken in 1..=view.left.min(3) {
                let rest = view.left - taken;
                let lost = rest == 0 || {
                    let mut replies = 1..=rest.min(3);
                    let answered = |reply: u32, budget: &mut Budget| match rest - reply {
                        0 => Ok(false),
                        after => wins(after, moves, budget).map(|found| found.is_some()),
                    };
                    replies.try_fold(true, |all, reply| answered(reply, &mut budget).map(|one| all && one))?
                };
                if lost {
                    return Ok(hint_to(taken, Why::Wins { in_moves: moves }, 1.0));
                }
            }
            show(&hint_to(1, Why::Looked { moves }, 0.9));
        }
        unreachable!("every loop returns or runs out")
    }

    fn write(&self, &(left, second): &(u32, bool)) -> String {
        format!("{left}{}", if second { "-" } else { "" })
    }

    fn read(&self, text: &str) -> Result<(u32, bool), InputError> {
        let (number, second) = text.strip_suffix('-').map_or((text, false), |number| (number, true));
        number.parse().map(|left| (left, second)).map_err(|_| InputError::new("no number"))
    }

    fn write_move(&self, chosen: u32) -> String {
        chosen.to_string()
    }

    fn read_move(&self, text: &str) -> Result<u32, InputError> {
        text.parse().map_err(|_| InputError::new("no number"))
    }

    fn scene(&self, _: &View) -> Scene {
        Scene::new(Vec::new(), Steering::Arrows, "")
    }

    fn touch(&self, _: &View, _: Touch) -> Option<u32> {
        None
    }
}

fn sticks(position: &str) -> Box<dyn AnySession> {
    ENTRY.begin_at(&ENTRY.options([]).unwrap(), position, Seed(1)).unwrap()
}

/// All hints that are shown, and what came back.
fn shown(position: &str, budget: Budget) -> (Vec<AnyHint>, Result<AnyHint, Stop>) {
    let mut all = Vec::new();
    let last =
        sticks(position).refine(&Context::bare().with_budget(budget), &mut |hint| all.push(hint.clone()));
    (all, last)
}

#[test]
fn each_hint_is_news_and_the_last_one_is_the_answer() {
    let (all, last) = shown("10", Budget::unlimited());
    let texts: Vec<&str> = all.iter().map(|hint| hint.text.as_str()).collect();
    assert_eq!(
        texts,
        ["1 (50.00 %): as good as any", "1: nothing better within 1 moves", "2: wins in 2"],
        "a hint that says the same is not shown again"
    );
    assert_eq!(last.unwrap(), all[2]);
}

#[test]
fn what_was_shown_is_the_answer_when_the_budget_runs_out() {
    let (all, last) = shown("10", Budget::nodes(3));
    assert_eq!((all.len(), last.unwrap()), (1, all[0].clone()));
    let (all, last) = shown("10", Budget::nodes(0));
    assert_eq!((all.len(), last), (0, Err(Exhausted::Nodes.into())), "nothing was known yet");
    // Eight sticks are lost: there is no end but the budget's.
    let (all, last) = shown("8", Budget::nodes(10_000));
    assert!(all.len() > 3 && last.unwrap() == *all.last().unwrap());
}

#[test]
fn a_search_for_better_hints_ends_when_somebody_leaves() {
    let stop = StopFlag::new();
    let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop.clone()));
    let mut count = 0;
    let last = sticks("8").refine(&context, &mut |_| {
        count += 1;
        if count == 3 {
            stop.raise(Exhausted::Cancelled);
        }
    });
    assert_eq!(last.unwrap().text, "1: nothing better within 2 moves");
    assert_eq!(count, 3);
}

#[test]
fn a_number_is_shown_only_where_it_is_a_probability() {
    let (all, _) = shown("10", Budget::unlimited());
    let said = |hint: &AnyHint| {
        let decision = &hint.json()["decision"];
        json!([decision["certain"], decision["probability"], decision["probability_is"]])
    };
    assert_eq!(said(&all[0]), json!([false, 0.5, "that nobody knows better"]));
    assert_eq!(said(&all[1]), json!([false, null, null]), "an opinion is not a probability");
    assert_eq!(said(&all[2]), json!([true, 1.0, null]));
}

#[test]
fn ten_alternatives_are_listed_and_all_of_them_where_they_are_asked_for() {
    let other = |taken: u32| Alternative { chosen: taken.to_string(), value: None, text: "so so".into() };
    let hint = hint_to(1, Why::Coin, 0.5).among((0..25).map(other).collect());
    let (short, whole) = (hint.to_string(), Page { screen: None, whole: true }.show(&hint));
    assert_eq!((short.lines().count(), whole.lines().count()), (12, 26));
    assert!(short.ends_with("… 15 more; --all lists them"), "{short}");
    assert!(serde_json::to_value(&hint).unwrap()["alternatives"].as_array().unwrap().len() == 25);
}

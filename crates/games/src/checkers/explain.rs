//! Why a move: what the ending's table knows, or what a search of some moves ahead makes of it.
//!
//! ```
//! use quandary_core::Context;
//! use quandary_games::checkers::{Checkers, Draws, explain, notation};
//!
//! let rules = Checkers { draws: Draws::Wcdf };
//! let state = notation::parse_fen("B:WK26:BK31,K18").unwrap();
//! let (hint, stopped) = explain::advise(rules, &state, 8, &Context::bare()).unwrap();
//! use quandary_core::Reason;
//! assert_eq!(hint.decision.unwrap().reason.text(), "the only legal move, a capture; wins in 1 move: 31x22.");
//! assert_eq!(stopped, None);
//! ```

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::Rules;
use quandary_core::words::count;
use quandary_core::{Context, Decision, Exhausted, Probability, Stop};
use quandary_search::engine::{AlphaBeta, Board, Line, Thought};
use quandary_search::minimax::win_in;
use quandary_verbs::{Alternative, Hint};
use schemars::JsonSchema;
use serde::Serialize;

use super::board::{Move, Position};
use super::endings::{Ending, Endings, MOST_PIECES, Material};
use super::engine::Field;
use super::notation::format_move;
use super::rules::{Checkers, Draws, State};
use super::story::{self, Deed, Loss};
use crate::reason::{game_over, sentence, shown};
use crate::value::Value;

/// What is known of a move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "known", rename_all = "kebab-case")]
pub enum Outlook {
    /// The ending is solved.
    Solved {
        /// What perfect play gives the player who makes the move.
        verdict: Value,
        /// Moves of both sides to the end; null in a draw.
        plies: Option<u8>,
    },
    /// A search saw so far.
    Searched {
        /// Moves of both sides that were looked ahead, captures beyond them.
        depth: u32,
        /// Hundredths of a man ahead, as the engine estimates; null when the game was seen to end.
        ahead: Option<i32>,
        /// Moves of both sides to the end that was seen: won if positive, lost if negative.
        ends_in: Option<i32>,
    },
}

impl Outlook {
    /// What is known, as one number: hundredths of a man, wins and losses beyond all of them.
    fn value(&self) -> f64 {
        const DECIDED: i32 = 10_000;
        let ends = |plies: i32, sign: i32| f64::from(sign * (DECIDED - plies));
        match self {
            Outlook::Solved { verdict, plies } => match plies {
                Some(plies) => ends(i32::from(*plies), verdict.sign()),
                None => 0.0,
            },
            Outlook::Searched { ends_in: Some(plies), .. } => ends(plies.abs(), plies.signum()),
            Outlook::Searched { ahead, .. } => f64::from(ahead.unwrap_or(0)),
        }
    }
}

/// What the worth of a move counts.
const VALUE_IS: &str = "hundredths of a man, an estimate unless solved; 10000 less the moves to a win, the reverse for a loss, 0 for a draw";

impl Display for Outlook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let moves = |plies: i32| count(u64::from(plies.unsigned_abs()), "move");
        match self {
            Outlook::Solved { verdict: Value::Draw, .. } => f.write_str("holds the draw"),
            Outlook::Solved { verdict, plies } => {
                let how = if *verdict == Value::Win { "wins" } else { "loses" };
                write!(f, "{how} in {}", moves(plies.unwrap_or(0).into()))
            }
            Outlook::Searched { ends_in: Some(plies), .. } if *plies > 0 => {
                write!(f, "wins in {}", moves(*plies))
            }
            Outlook::Searched { ends_in: Some(plies), .. } => write!(f, "loses in {}", moves(*plies)),
            Outlook::Searched { depth, ahead, .. } => {
                match ahead.unwrap_or(0) {
                    -9..=9 => f.write_str("about even")?,
                    ahead => write!(f, "about {:+.1} men", f64::from(ahead) / 100.0)?,
                }
                write!(f, ", as the engine sees it {} ahead", moves(*depth as i32))
            }
        }
    }
}

/// Why a move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// There is nothing to choose.
    OnlyMove {
        /// Pieces that it takes.
        captures: u32,
        /// What is known of it.
        outlook: Outlook,
        /// What both sides play when both play well, the move first.
        line: Vec<String>,
        /// What the move does, the most important first.
        deeds: Vec<Deed>,
    },
    /// It is the best there is, or looks it.
    Best {
        /// Pieces that it takes.
        captures: u32,
        /// What is known of it.
        outlook: Outlook,
        /// What both sides play when both play well, the move first.
        line: Vec<String>,
        /// How many moves were weighed.
        of: usize,
        /// By how many hundredths of a man the next best is worse; null where one of the two ends the game.
        better_by: Option<i32>,
        /// What the move does, the most important first.
        deeds: Vec<Deed>,
        /// The next best move.
        next_best: Option<NextBest>,
    },
}

/// The move that comes next.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NextBest {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// What is known of it.
    pub outlook: Outlook,
    /// What it loses.
    pub loses: Option<Loss>,
}

/// Moves of a line that are shown to a person.
const LINE_SHOWN: usize = 8;

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (Reason::OnlyMove { captures, outlook, line, deeds }
        | Reason::Best { captures, outlook, line, deeds, .. }) = self;
        let only = matches!(self, Reason::OnlyMove { .. });
        if only {
            f.write_str("the only legal move")?;
            f.write_str(if *captures > 0 { ", a capture; " } else { "; " })?;
        } else if !deeds.is_empty() {
            let said: Vec<String> = deeds.iter().map(ToString::to_string).collect();
            write!(f, "{}; ", said.join(", "))?;
        }
        write!(f, "{outlook}: {}", shown(line, LINE_SHOWN, 0))?;
        let Reason::Best { of, better_by, next_best, .. } = self else { return Ok(()) };
        let Some(next) = next_best else { return Ok(()) };
        let other = &next.chosen;
        match (&next.loses, better_by) {
            (Some(loss), Some(40..)) => write!(f, "; the next best, {other}, {loss}"),
            (_, Some(-9..=9)) => write!(f, "; {other} is about as good"),
            (_, Some(by)) => {
                write!(f, "; the next best, {other}, is {:.1} men worse", f64::from(*by) / 100.0)
            }
            (_, None) => match next.outlook {
                Outlook::Solved { .. } | Outlook::Searched { ends_in: Some(_), .. }
                    if next.outlook.value() < outlook.value() =>
                {
                    write!(f, "; the next best, {other}, {}", next.outlook)
                }
                _ => write!(f, "; the best of {}", count(*of as u64, "move")),
            },
        }
    }
}

impl quandary_core::Reason for Reason {
    fn text(&self) -> String {
        sentence(self)
    }

    fn nudge(&self) -> String {
        match self {
            Reason::OnlyMove { captures: 0, .. } => "There is only one legal move.".into(),
            Reason::OnlyMove { .. } => "A capture must be made, and there is only one.".into(),
            Reason::Best { captures: 1.., of, .. } => {
                format!("A capture must be made; there are {}.", count(*of as u64, "way"))
            }
            Reason::Best { outlook: Outlook::Solved { verdict, .. }, .. } => match verdict {
                Value::Win => "The ending is won: which move keeps it so?".into(),
                Value::Draw => "The ending is drawn: which move keeps it so?".into(),
                Value::Loss => "The ending is lost: which move lasts longest?".into(),
            },
            Reason::Best { outlook: Outlook::Searched { ends_in: Some(1..), .. }, .. } => {
                "There is a win in sight.".into()
            }
            Reason::Best { deeds, .. } if matches!(deeds.first(), Some(Deed::Shot { .. })) => {
                "There is a shot: something can be given to take more.".into()
            }
            Reason::Best { deeds, .. } if matches!(deeds.first(), Some(Deed::Stops { .. })) => {
                "The other side threatens to capture.".into()
            }
            Reason::Best { .. } => "Look what each of your moves lets the other side capture.".into(),
        }
    }
}

/// An engine that advises looks no further.
pub const MOST_DEPTH: u32 = 50;
/// Bytes for the table of the engine when it advises.
const TABLE_BYTES: usize = 1 << 23;
/// How many moves get a value of their own.
const WEIGHED: usize = 4;
/// Before it has looked this far ahead, an engine has nothing to say.
const LEAST_DEPTH: u32 = 3;

/// Advice on a position: the move, why, and what is known of every move; and what ran out, if something did. Endings
/// whose positions the budget can pay for are solved; otherwise the search looks at most `depth` moves ahead, as far as
/// the budget goes.
pub fn advise(
    rules: Checkers,
    state: &State,
    depth: u32,
    context: &Context<'_>,
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    refine(rules, state, depth, context, &mut |_| ())
}

/// The same, each better hint handed to `show`.
pub fn refine(
    rules: Checkers,
    state: &State,
    depth: u32,
    context: &Context<'_>,
    show: &mut dyn FnMut(&Hint<Reason>),
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    if rules.turn(state).side().is_none() {
        return Err(game_over().into());
    }
    // Tables of endings take a while; if there is no time for them, what the engine saw without them stands.
    let left = context.budget.remaining();
    let waits = Field::waits_for_tables(&state.position) && left > 10 * AT_ONCE;
    let at_once = if waits {
        let field = Field::without_tables(rules, state);
        by_engine(rules, state, field, depth, &context.at_most(AT_ONCE), show).ok()
    } else {
        None
    };
    let mut stopped = match &at_once {
        Some((_, Some(why))) if *why != Exhausted::Nodes => Some(*why),
        _ => None,
    };
    if stopped.is_none() && has_table(&state.position, context) {
        match by_table(rules, state, context) {
            Ok(Some(hint)) => {
                show(&hint);
                return Ok((hint, None));
            }
            Ok(None) => {}
            Err(why) => stopped = Some(why),
        }
    }
    let found = match stopped {
        None => {
            let rest = context.at_most(if waits { left - AT_ONCE } else { left });
            by_engine(rules, state, Field::new(rules, state), depth, &rest, show)
        }
        Some(why) => Err(why.into()),
    };
    match (found, at_once) {
        (Err(_), Some((hint, _))) => Ok((hint, stopped.or_else(|| context.budget.poll().err()))),
        (found, _) => found,
    }
}

/// Positions that the engine looks at before tables of endings are made.
const AT_ONCE: u64 = 2_000;

/// Whether the budget allows for the table of this ending.
fn has_table(position: &Position, context: &Context<'_>) -> bool {
    position.pieces() <= MOST_PIECES && positions_behind(position) <= context.budget.remaining()
}

/// Positions that must be solved to know this one.
fn positions_behind(position: &Position) -> u64 {
    Material::of(position).reaches().into_iter().map(|material| 2 * material.numbers() as u64).sum()
}

fn by_table(
    rules: Checkers,
    state: &State,
    context: &Context<'_>,
) -> Result<Option<Hint<Reason>>, Exhausted> {
    let position = &state.position;
    let endings = Endings::of(position, &mut context.budget.clone())?;
    let Some(moves) = endings.moves(position) else { return Ok(None) };
    let outlook = |ending: Ending| Outlook::Solved { verdict: ending.verdict(), plies: ending.plies() };
    let weighed: Vec<(Move, Outlook)> =
        moves.iter().map(|&(chosen, ending)| (chosen, outlook(ending))).collect();
    let mut line = Vec::new();
    let mut at = *position;
    while let Some(&(chosen, ending)) = endings.moves(&at).as_deref().and_then(<[_]>::first) {
        line.push(chosen);
        at = at.after(chosen);
        if ending == Ending::Draw && line.len() > LINE_SHOWN {
            break;
        }
    }
    // The table knows nothing of the past, nor of conventions under which a win may take too long.
    let lasts = moves.first().and_then(|(_, ending)| ending.plies()).unwrap_or(0);
    let certain = rules.draws == Draws::Wcdf && state.quiet() == 0 && lasts <= 80;
    let probability = if certain { Probability::CERTAIN } else { Probability::clamped(0.99) };
    let of = weighed.len();
    Ok(Some(hint(position, weighed, &line, of, None, probability)))
}

fn by_engine(
    rules: Checkers,
    state: &State,
    field: Field,
    depth: u32,
    context: &Context<'_>,
    show: &mut dyn FnMut(&Hint<Reason>),
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let most = context.budget.remaining();
    let mut budget = context.budget.with_nodes(most);
    let mut engine =
        AlphaBeta::<Field>::new(budget.memory_or(TABLE_BYTES)).to_depth(depth).with_lines(WEIGHED);
    let (mut last, mut reached): (Option<Hint<Reason>>, u32) = (None, 0);
    let stands = field.clone().evaluate();
    let thought = engine.ponder(field, &mut budget, &mut |thought, lines| {
        context.progress.report("nodes", thought.nodes.min(most), most);
        reached = thought.depth;
        if thought.depth >= LEAST_DEPTH.min(depth) || thought.proved {
            let hint = by_thought(rules, state, thought, lines, stands);
            if last.as_ref() != Some(&hint) {
                show(&hint);
            }
            last = Some(hint);
        }
    });
    let stopped = budget.spend(0).err().or_else(|| budget.poll().err());
    let Some(thought) = thought else {
        return Err(stopped.unwrap_or(Exhausted::Nodes).into());
    };
    let hint = match last {
        Some(hint) => hint,
        None => by_thought(rules, state, &thought, engine.lines(), stands),
    };
    Ok((hint, if thought.proved || reached >= depth { None } else { stopped }))
}

/// What a thought of the engine says to a person.
fn by_thought(
    rules: Checkers,
    state: &State,
    thought: &Thought<Move>,
    lines: &[Line<Move>],
    stands: i32,
) -> Hint<Reason> {
    let outlook = |value: i32| {
        let ends_in = win_in(value);
        Outlook::Searched { depth: thought.depth, ahead: ends_in.is_none().then_some(value), ends_in }
    };
    let weighed: Vec<(Move, Outlook)> =
        thought.ranked.iter().map(|&(chosen, value)| (chosen, outlook(value))).collect();
    // An estimate is not a proof; a win that was seen is, and so is that there is nothing else.
    let won = thought.proved && thought.value > 0;
    let of = rules.options(state);
    let loses = lines
        .get(1)
        .and_then(|line| story::loss(&state.position, &line.moves, line.value - stands))
        .filter(|_| !won);
    let probability =
        if won || of == 1 { Probability::CERTAIN } else { Probability::clamped(chance(thought.value)) };
    hint(&state.position, weighed, &thought.line, of, loses, probability)
}

/// How likely a side wins that is so much better: a logistic curve that gives three wins in four for a lead of a man. A
/// reading aid, fitted to nothing.
fn chance(value: i32) -> f64 {
    (1.0 / (1.0 + (-f64::from(value) / 91.0).exp())).clamp(0.01, 0.99)
}

/// The first of the moves, which are best first, with its reason; there are `of` moves in all.
fn hint(
    position: &Position,
    weighed: Vec<(Move, Outlook)>,
    line: &[Move],
    of: usize,
    loses: Option<Loss>,
    probability: Probability,
) -> Hint<Reason> {
    let alternatives: Vec<Alternative> = weighed
        .iter()
        .map(|(chosen, outlook)| Alternative {
            chosen: format_move(*chosen),
            value: Some(outlook.value()),
            text: match outlook {
                Outlook::Searched { ahead: Some(-9..=9), .. } => "about even".to_owned(),
                Outlook::Searched { ahead: Some(ahead), .. } => {
                    format!("about {:+.1} men", f64::from(*ahead) / 100.0)
                }
                _ => outlook.to_string(),
            },
        })
        .collect();
    let mut weighed = weighed.into_iter();
    let Some((chosen, outlook)) = weighed.next() else { return Hint::none(VALUE_IS) };
    let captures = chosen.captures();
    let deeds = story::deeds(position, line);
    let line: Vec<String> = line.iter().map(|&chosen| format_move(chosen)).collect();
    let ahead = |outlook: &Outlook| match outlook {
        Outlook::Searched { ahead, .. } => *ahead,
        Outlook::Solved { .. } => None,
    };
    let reason = if of == 1 {
        Reason::OnlyMove { captures, outlook, line, deeds }
    } else {
        let next_best =
            weighed.next().map(|(next, outlook)| NextBest { chosen: format_move(next), outlook, loses });
        let better_by = next_best
            .as_ref()
            .and_then(|next| ahead(&outlook).zip(ahead(&next.outlook)))
            .map(|(best, next)| best - next);
        Reason::Best { captures, outlook, line, of, better_by, deeds, next_best }
    };
    Hint::new(Decision { chosen, reason, probability }, format_move(chosen), VALUE_IS).among(alternatives)
}

#[cfg(test)]
mod tests {
    use quandary_core::{Budget, StopFlag};

    use super::super::notation::parse_fen;
    use super::*;

    const RULES: Checkers = Checkers { draws: Draws::Wcdf };

    fn hint_for(fen: &str, nodes: u64) -> (Hint<Reason>, Option<Exhausted>) {
        let context = Context::bare().with_budget(Budget::nodes(nodes));
        advise(RULES, &parse_fen(fen).unwrap(), 6, &context).unwrap()
    }

    #[test]
    fn where_the_time_ends_before_the_table_is_there_the_engine_has_spoken() {
        let stop = StopFlag::new();
        let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop.clone()));
        let state = parse_fen("B:W18,K30:B9,K10").unwrap();
        let mut shown = Vec::new();
        let (hint, why) = refine(RULES, &state, 6, &context, &mut |hint| {
            shown.push(hint.clone());
            stop.raise(Exhausted::Time);
        })
        .unwrap();
        assert_eq!((why, shown.last()), (Some(Exhausted::Time), Some(&hint)));
        assert!(matches!(
            hint.decision.unwrap().reason,
            Reason::Best { outlook: Outlook::Searched { .. }, .. }
        ));
        let (last, why) = refine(RULES, &state, 6, &Context::bare(), &mut |_| ()).unwrap();
        assert_eq!(why, None);
        assert!(matches!(
            last.decision.unwrap().reason,
            Reason::Best { outlook: Outlook::Solved { .. }, .. }
        ));
    }

    #[test]
    fn an_ending_is_read_from_the_table_and_its_line_ends_the_game() {
        let (hint, _) = hint_for("B:WK32:BK1,K2", 1_000_000);
        let decision = hint.decision.unwrap();
        let Reason::Best {
            outlook: Outlook::Solved { verdict: Value::Win, plies: Some(plies) }, line, ..
        } = decision.reason
        else {
            panic!("{decision:?}")
        };
        assert_eq!(line.len(), usize::from(plies));
        assert!(decision.certain);
        let values: Vec<f64> = hint.alternatives.iter().filter_map(|other| other.value).collect();
        assert!(values.is_sorted_by(|one, next| one >= next) && values.len() == hint.alternatives.len());
    }

    #[test]
    fn without_the_means_for_a_table_of_its_own_the_engine_says_what_it_sees() {
        let (hint, stopped) = hint_for("B:WK32:BK1,K2", 300);
        assert_eq!(stopped, None);
        let decision = hint.decision.unwrap();
        let seen = &decision.reason;
        assert!(
            matches!(seen, Reason::Best { outlook: Outlook::Searched { ends_in: Some(1..), .. }, .. }),
            "{seen:?}"
        );
        assert!(decision.certain);
        let (hint, stopped) = hint_for("B:W21,22,25,29,30,31:B1,2,3,5,6,10", 300);
        assert_eq!(stopped, Some(Exhausted::Nodes));
        assert!(!hint.decision.unwrap().certain);
    }

    #[test]
    fn only_a_proof_is_certain_and_hints_get_deeper() {
        let mut depths = Vec::new();
        let mut show = |hint: &Hint<Reason>| {
            let decision = hint.decision.as_ref().unwrap();
            assert!(!decision.certain);
            if let Reason::Best { outlook: Outlook::Searched { depth, .. }, .. } = decision.reason {
                depths.push(depth);
            }
        };
        let context = Context::bare().at_most(60_000);
        let start = State::default();
        let (_, stopped) = refine(RULES, &start, MOST_DEPTH, &context, &mut show).unwrap();
        assert_eq!(stopped, Some(Exhausted::Nodes));
        assert!(depths.len() >= 3 && depths.is_sorted(), "{depths:?}");
    }

    #[test]
    fn a_shot_is_described_by_what_it_takes() {
        let (hint, _) = hint_for("B:W18,27,17,31,30,29:B14,15,1,2", 200_000);
        let said = quandary_core::Reason::text(&hint.decision.unwrap().reason);
        assert!(said.starts_with("takes two pieces for nothing, crowns a man; "), "{said}");
    }

    #[test]
    fn a_double_jump_is_preferred_to_a_single_one() {
        // 15x22 takes one; 14x23x32 takes two and crowns.
        let (hint, _) = hint_for("B:W18,27,17,31,30,29:B14,15,1,2", 200_000);
        assert_eq!(hint.decision.unwrap().chosen, "14x23x32");
    }
}

//! Why a move is best, from the engine's own lines: what it wins or saves, what it attacks, and what the next best loses.
//!
//! ```
//! use quandary_core::Context;
//! use quandary_games::xiangqi::{Xiangqi, explain, notation};
//!
//! let position = notation::parse_fen("3k5/1R7/9/9/9/9/9/R8/9/5K3 w").unwrap();
//! let context = Context::bare().at_most(20_000);
//! let (hint, _) = explain::advise(Xiangqi::default(), &position, 8, &context).unwrap();
//! let advice = hint.decision.unwrap();
//! assert!(advice.certain);
//! use quandary_core::Reason;
//! assert_eq!(advice.reason.text(), "wins at once: checkmate.");
//! ```

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::Rules;
use quandary_core::{Context, Decision, Exhausted, Probability, Stop};
use quandary_search::engine::{AlphaBeta, Board, Line, OnBoard, Thought};
use quandary_search::minimax::win_in;
use quandary_verbs::{Alternative, Hint};
use schemars::JsonSchema;
use serde::Serialize;

use super::board::Move;
use super::engine::{FORBIDDEN, Field};
use super::notation::{format_iccs, format_wxf, name};
use super::rules::{Position, Xiangqi};
use super::story::{self, Deed, Loss, Threat, article};
use crate::reason::{game_over, sentence};

/// What follows a move when both sides play what the engine considers best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outlook {
    /// What the position is then worth to the side that chooses, in hundredths of a pawn: an estimate; 30000 - n for a win in n
    /// plies, which is proved.
    pub value: i32,
    /// In how many plies it wins (or, negative, loses) by force, where the search has seen the end.
    pub wins_in: Option<i32>,
    /// How many moves ahead the search looked; captures and checks were followed further.
    pub depth: u32,
    /// The line, the chosen move first, as the world federation writes moves.
    pub line: Vec<String>,
    /// The same line by points, as moves are typed and the board is labelled.
    pub moves: Vec<String>,
}

/// What a proved win is worth in a hint, above every judgement: a win in n plies is this less n.
const WON: i32 = 30_000;

pub(super) fn shown_value(value: i32) -> i32 {
    match win_in(value) {
        Some(plies) if plies > 0 => WON - plies,
        Some(plies) => -WON - plies,
        None => value,
    }
}

/// Moves of one side in this many plies.
fn moves_of(plies: i32) -> i32 {
    (plies.abs() + 1) / 2
}

fn in_words(value: i32) -> String {
    let moves = |plies: i32| match moves_of(plies) {
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    };
    match win_in(value) {
        Some(1) => "wins at once".to_owned(),
        Some(plies) if plies > 0 => format!("wins in {}", moves(plies)),
        Some(plies) => format!("loses in {}", moves(plies)),
        None if value > FORBIDDEN / 2 => "the opponent may not go on checking".to_owned(),
        None if value < -FORBIDDEN / 2 => "it would be checking for ever, which loses".to_owned(),
        None if value.abs() < 15 => "about even".to_owned(),
        None => format!("about {:+.1} pawns", f64::from(value) / 100.0),
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
    /// What the move does, in the engine's opinion, the most important first.
    pub deeds: Vec<Deed>,
}

impl Facts {
    /// What a legal move does that needs no search.
    pub fn of(rules: Xiangqi, position: &Position, chosen: Move) -> Facts {
        let after = rules.apply(position, chosen);
        let name = |at: u8| position.board().at(at).map(|piece| piece.kind.name());
        Facts {
            piece: name(chosen.from).unwrap_or("nothing"),
            captures: name(chosen.to),
            gives_check: after.in_check(),
            answers_check: position.in_check(),
            replies: rules.options(&after) as u32,
            deeds: Vec::new(),
        }
    }
}

impl Display for Facts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut said = Vec::new();
        let is_the_capture =
            |deed: &Deed| matches!(deed, Deed::Wins { after: None, .. } | Deed::Exchanges { .. });
        if let Some(captured) = self.captures
            && !self.deeds.iter().any(is_the_capture)
        {
            said.push(format!("the {} takes {} {captured}", self.piece, article(captured)));
        }
        said.extend(self.deeds.iter().map(ToString::to_string));
        f.write_str(&said.join(", "))
    }
}

/// The move that comes next in the engine's opinion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NextBest {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// What it is worth, as [`Outlook::value`].
    pub value: i32,
    /// What it loses.
    pub loses: Option<Loss>,
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
        /// Who has lost then.
        loser: &'static str,
    },
    /// The engine holds it for best.
    Searched {
        /// By how much the next best move is worse, in hundredths of a pawn; null where one of them ends the game.
        better_by: Option<i32>,
        /// What follows.
        outlook: Outlook,
        /// What can be seen at once.
        facts: Facts,
        /// The next best move.
        next_best: Option<NextBest>,
    },
}

/// Moves of a line that are shown in a sentence.
const LINE_SHOWN: usize = 6;

impl Outlook {
    fn shown(&self) -> String {
        crate::reason::shown(&self.moves, LINE_SHOWN, 0)
    }
}

impl Display for Outlook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = match self.wins_in {
            Some(plies) if plies < 0 => -WON - plies,
            Some(plies) => WON - plies,
            None => self.value,
        };
        let said = if self.wins_in.is_some() { words_of_win(value) } else { in_words(value) };
        write!(f, "{said}")?;
        if self.wins_in.is_none() {
            write!(f, ", as the engine sees it {} moves ahead", self.depth)?;
        }
        if self.moves.len() > 1 {
            write!(f, ": {}", self.shown())?;
        }
        Ok(())
    }
}

/// The shown value of a proved win in words.
fn words_of_win(shown: i32) -> String {
    let plies = WON - shown.abs();
    in_words(if shown > 0 {
        quandary_search::minimax::WIN - plies
    } else {
        plies - quandary_search::minimax::WIN
    })
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OnlyMove { outlook, .. } => write!(f, "the only legal move; {outlook}"),
            Reason::Wins { outlook, facts, loser } => match (outlook.wins_in, facts.gives_check) {
                (Some(1), true) => write!(f, "wins at once: checkmate"),
                (Some(1), false) => write!(f, "wins at once: {loser} has no move"),
                _ => write!(f, "{outlook}"),
            },
            Reason::Searched { better_by, outlook, facts, next_best } => {
                let seen = facts.to_string();
                if !seen.is_empty() {
                    write!(f, "{seen}; ")?;
                }
                write!(f, "{outlook}")?;
                let Some(next) = next_best else { return Ok(()) };
                let other = &next.chosen;
                match (&next.loses, better_by) {
                    (Some(loss), Some(by)) if *by > 60 => {
                        let (piece, to) = (loss.piece, &loss.to);
                        write!(f, "; the next best, {other}, loses {} {piece} to {to}", article(piece))
                    }
                    (_, Some(by)) if by.abs() < 15 => write!(f, "; {other} is about as good"),
                    (_, Some(by)) => {
                        let by = f64::from(*by) / 100.0;
                        write!(f, "; the next best, {other}, is {by:.1} pawns worse")
                    }
                    (_, None) if next.value < -WON / 2 => {
                        write!(f, "; the next best, {other}, {}", words_of_win(next.value))
                    }
                    (_, None) => Ok(()),
                }
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
            Reason::Searched { facts, .. } => match facts.deeds.first() {
                Some(Deed::Wins { piece, .. }) => format!("Look how a {piece} can be won."),
                Some(Deed::Saves { piece, at }) => format!("The {piece} on {at} is in danger."),
                Some(Deed::StopsMate) => "Your king is in danger.".to_owned(),
                _ => match facts.captures {
                    Some(captured) => format!("There is something to capture: look at each {captured}."),
                    None => format!("Look at what your {} can do.", facts.piece),
                },
            },
        }
    }
}

/// What the worth of a move counts.
const VALUE_IS: &str = "the engine's estimate in hundredths of a pawn for the side to move; 30000 - n for a proved win in n plies";

/// An engine that advises looks no further.
pub const MOST_DEPTH: u32 = 40;

/// Bytes for the table of the engine when it advises.
const TABLE_BYTES: usize = 1 << 23;
/// How many moves get a value of their own.
const WEIGHED: usize = 3;
/// Nodes for finding out what the other side threatens.
const THREAT_NODES: u64 = 15_000;
/// What is threatened counts from this gain on, in hundredths of a pawn.
const THREAT: i32 = 150;
/// Before it has looked this far ahead, an engine has nothing to say.
const LEAST_DEPTH: u32 = 3;

/// Gives advice, better and better: see [`advise`] and [`refine`].
struct Adviser<'a> {
    rules: Xiangqi,
    position: &'a Position,
    stands: i32,
    threat: Option<Threat>,
}

impl<'a> Adviser<'a> {
    fn new(rules: Xiangqi, position: &'a Position, context: &Context<'_>) -> Adviser<'a> {
        let mut field = rules.board(position);
        let stands = field.evaluate();
        let threat = Adviser::threat(rules, position, context);
        Adviser { rules, position, stands, threat }
    }

    /// What the other side would do if it had the move.
    fn threat(rules: Xiangqi, position: &Position, context: &Context<'_>) -> Option<Threat> {
        let side = position.side().other();
        if position.in_check() {
            return None;
        }
        let passed = Position::new(*position.board(), side, 0, position.ply());
        rules.turn(&passed).side()?;
        let mut engine = AlphaBeta::<Field>::new(1 << 20).to_depth(6);
        let mut budget = context.budget.with_nodes(THREAT_NODES.min(context.budget.remaining() / 4));
        let stands = rules.board(&passed).evaluate();
        let thought = engine.ponder(rules.board(&passed), &mut budget, &mut |_, _| ())?;
        if win_in(thought.value).is_some_and(|plies| plies > 0) {
            return Some(Threat::Mates);
        }
        let (taken, balance) = story::captures(rules, &passed, &thought.line);
        if balance < THREAT || thought.value - stands < THREAT {
            return None;
        }
        taken.into_iter().find(|one| one.ply == 0).map(Threat::Takes)
    }

    fn names(&self, line: &[Move]) -> (Vec<String>, Vec<String>) {
        let (mut wxf, mut at) = (Vec::new(), self.position.clone());
        let mut points = Vec::new();
        for &chosen in line {
            if !at.is_legal(chosen) {
                break;
            }
            wxf.extend(format_wxf(&at, chosen));
            points.push(format_iccs(chosen));
            at = self.rules.apply(&at, chosen);
        }
        (wxf, points)
    }

    fn hint(&self, thought: &Thought<Move>, lines: &[Line<Move>]) -> Hint<Reason> {
        let (rules, position) = (self.rules, self.position);
        let (chosen, value) = (thought.best, thought.value);
        let mut facts = Facts::of(rules, position, chosen);
        let (line, moves) = self.names(&thought.line);
        let outlook =
            Outlook { value: shown_value(value), wins_in: win_in(value), depth: thought.depth, line, moves };
        let wins = thought.proved && win_in(value).is_some_and(|plies| plies > 0);
        let only = rules.options(position) == 1;
        if !wins {
            facts.deeds =
                story::deeds(rules, position, &thought.line, value - self.stands, self.threat.as_ref());
        }
        let next = thought.ranked.get(1).copied();
        let reason = if only {
            Reason::OnlyMove { outlook, facts }
        } else if wins {
            Reason::Wins { outlook, facts, loser: name(position.side().other()) }
        } else {
            let known = |other: i32| win_in(value).is_none() && win_in(other).is_none();
            let better_by = next.filter(|&(_, other)| known(other)).map(|(_, other)| value - other);
            let next_best = next.map(|(other, worth)| {
                let line = lines.get(1).map_or(&[][..], |line| &line.moves);
                let loses = story::loss(rules, position, line, worth - self.stands);
                NextBest { chosen: format_iccs(other), value: shown_value(worth), loses }
            });
            Reason::Searched { better_by, outlook, facts, next_best }
        };
        // A forced win is seen to its end and the only move cannot be wrong; an estimate is not a probability.
        let probability =
            if wins || only { Probability::CERTAIN } else { Probability::clamped(chance(value)) };
        let alternatives = thought
            .ranked
            .iter()
            .map(|&(chosen, value)| {
                let seen = Facts::of(rules, position, chosen);
                let mut text = in_words(value);
                if let Some(captured) = seen.captures {
                    text += &format!("; the {} takes {} {captured}", seen.piece, article(captured));
                }
                if seen.gives_check {
                    text += "; check";
                }
                Alternative { chosen: format_iccs(chosen), value: Some(f64::from(shown_value(value))), text }
            })
            .collect();
        let decision = Decision { chosen, reason, probability };
        Hint::new(decision, format_iccs(chosen), VALUE_IS).among(alternatives)
    }
}

/// Advice on a position in which the game goes on, looking at most `depth` moves ahead, or less where the budget runs out (then
/// it says what did).
pub fn advise(
    rules: Xiangqi,
    position: &Position,
    depth: u32,
    context: &Context<'_>,
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    refine(rules, position, depth, context, &mut |_| ())
}

/// The same, each better hint handed to `show`.
pub fn refine(
    rules: Xiangqi,
    position: &Position,
    depth: u32,
    context: &Context<'_>,
    show: &mut dyn FnMut(&Hint<Reason>),
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    if rules.turn(position).side().is_none() {
        return Err(game_over().into());
    }
    let adviser = Adviser::new(rules, position, context);
    let most = context.budget.remaining();
    let mut budget = context.budget.with_nodes(most);
    let mut engine =
        AlphaBeta::<Field>::new(budget.memory_or(TABLE_BYTES)).to_depth(depth).with_lines(WEIGHED);
    let mut last: Option<Hint<Reason>> = None;
    let mut reached = 0;
    let field = rules.board(position);
    let thought = engine.ponder(field, &mut budget, &mut |thought, lines| {
        context.progress.report("nodes", thought.nodes.min(most), most);
        if thought.depth >= LEAST_DEPTH.min(depth) || thought.proved {
            let hint = adviser.hint(thought, lines);
            if last.as_ref() != Some(&hint) {
                show(&hint);
            }
            last = Some(hint);
        }
        reached = thought.depth;
    });
    let stopped = budget.spend(0).err().or_else(|| budget.poll().err());
    let Some(thought) = thought else {
        return Err(stopped.unwrap_or(Exhausted::Nodes).into());
    };
    let hint = match last {
        Some(hint) => hint,
        None => adviser.hint(&thought, engine.lines()),
    };
    // An engine always looks further if it may: to have reached the depth asked for is the end, and so is a proof.
    let cut = if thought.proved || reached >= depth { None } else { stopped };
    Ok((hint, cut))
}

/// How likely a side wins that is so much better: a logistic curve that gives three wins in four for a rook's lead of 4½
/// pawns. A reading aid, fitted to nothing.
fn chance(value: i32) -> f64 {
    (1.0 / (1.0 + (-f64::from(value) / 410.0).exp())).clamp(0.01, 0.99)
}

#[cfg(test)]
mod tests {
    use quandary_core::Reason as _;

    use super::super::notation::{START_FEN, parse_fen, parse_position};
    use super::*;

    fn hint_for(text: &str, nodes: u64) -> Hint<Reason> {
        let rules = Xiangqi::default();
        let position = parse_position(text, rules).unwrap();
        advise(rules, &position, MOST_DEPTH, &Context::bare().at_most(nodes)).unwrap().0
    }

    fn text(hint: &Hint<Reason>) -> String {
        hint.decision.as_ref().unwrap().reason.text()
    }

    #[test]
    fn a_piece_that_is_taken_for_nothing_is_named() {
        let hint = hint_for("r1bakabnr/9/1c5c1/p1p1p1p1p/9/2n6/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 30_000);
        assert_eq!(hint.decision.as_ref().unwrap().chosen, "c3c4");
        assert!(text(&hint).starts_with("the pawn wins the horse on c4; "), "{}", text(&hint));
    }

    #[test]
    fn a_piece_in_danger_is_saved() {
        // Black's rook on b9 attacks the horse on b4, which nothing guards.
        let hint = hint_for("1r2k4/9/9/9/4p4/1N7/9/9/4A4/3AK4 w", 60_000);
        let said = text(&hint);
        assert!(said.contains("saves the horse on b4"), "{said}");
    }

    #[test]
    fn moves_are_written_as_they_are_typed() {
        let hint = hint_for("1. C2.5 H8+7 2. H2+3", 40_000);
        let Reason::Searched { outlook, .. } = &hint.decision.as_ref().unwrap().reason else {
            panic!("{hint:?}")
        };
        let said = text(&hint);
        assert!(outlook.line.iter().all(|wxf| !said.contains(wxf.as_str())), "{said}");
        assert!(said.contains(outlook.moves[1].as_str()), "{said}");
        assert_eq!(outlook.moves[0], hint.decision.as_ref().unwrap().chosen);
        assert!(hint.alternatives.len() >= 3);
    }

    #[test]
    fn only_a_proof_is_certain() {
        assert!(!hint_for(START_FEN, 20_000).decision.unwrap().certain);
        let mate = hint_for("3k5/9/9/9/9/9/9/R8/1R7/5K3 w", 200_000);
        assert!(mate.decision.as_ref().unwrap().certain);
        assert!(text(&mate).starts_with("wins in 2 moves: "), "{}", text(&mate));
    }

    #[test]
    fn hints_get_better_while_they_are_shown() {
        let (rules, position) = (Xiangqi::default(), parse_fen(START_FEN).unwrap());
        let mut depths = Vec::new();
        let mut show = |hint: &Hint<Reason>| {
            if let Reason::Searched { outlook, .. } = &hint.decision.as_ref().unwrap().reason {
                depths.push(outlook.depth);
            }
        };
        let context = Context::bare().at_most(60_000);
        let (last, stopped) = refine(rules, &position, MOST_DEPTH, &context, &mut show).unwrap();
        assert_eq!(stopped, Some(Exhausted::Nodes));
        assert!(depths.len() >= 2 && depths.is_sorted(), "{depths:?}");
        assert!(last.decision.is_some());
    }
}

//! What a person would say of a line of moves: which piece it wins or saves, what it attacks, what the next best loses.
//!
//! Everything here is read off the board and the engine's lines; nothing is searched.

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::{Rules, Side};
use schemars::JsonSchema;
use serde::Serialize;

use super::board::{Board, Kind, Move};
use super::evaluate::material;
use super::geometry::row;
use super::notation::{format_iccs, format_point};
use super::rules::{Position, Xiangqi};

/// One thing that a move does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case")]
pub enum Deed {
    /// It takes a piece for nothing, or begins to win one.
    Wins {
        /// The piece.
        piece: &'static str,
        /// Where it stands when it is taken.
        at: String,
        /// What the other side replies before, null where the move itself takes it.
        after: Option<String>,
        /// What takes it then.
        by: &'static str,
    },
    /// Pieces of about the same worth are taken on both sides.
    Exchanges {
        /// What the side to move gives.
        gives: &'static str,
        /// What it gets.
        takes: &'static str,
    },
    /// Without it the other side would take a piece.
    Saves {
        /// The piece.
        piece: &'static str,
        /// Where it stands before the move.
        at: String,
    },
    /// It stops a mate that the other side threatens.
    StopsMate,
    /// The piece attacks several others at once that it would be good to take.
    Forks {
        /// What is attacked: "the rook on a9".
        targets: Vec<String>,
    },
    /// A piece of the other side may not move any more, since its king would be taken.
    Pins {
        /// The piece.
        piece: &'static str,
        /// Where it stands.
        at: String,
    },
    /// It attacks one piece that is worth taking.
    Attacks {
        /// What is attacked: "the rook on a9".
        target: String,
    },
    /// It gives check.
    Checks,
    /// It answers a check.
    AnswersCheck,
    /// A pawn crosses the river.
    Crosses,
    /// The piece finds more points to go to than before.
    Frees {
        /// The piece.
        piece: &'static str,
        /// Moves that it has now and had before.
        moves: (u32, u32),
    },
}

impl Display for Deed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Wins { piece, at, after: None, by } => {
                write!(f, "the {by} wins the {piece} on {at}")
            }
            Deed::Wins { piece, at, after: Some(reply), by } => {
                write!(f, "wins {} {piece}: after {reply} the {by} takes it on {at}", article(piece))
            }
            Deed::Exchanges { gives, takes } if gives == takes => write!(f, "exchanges {}", plural(gives)),
            Deed::Exchanges { gives, takes } => {
                write!(f, "exchanges {} {gives} for {} {takes}", article(gives), article(takes))
            }
            Deed::Saves { piece, at } => write!(f, "saves the {piece} on {at}"),
            Deed::StopsMate => f.write_str("stops a mate"),
            Deed::Forks { targets } => match &targets[..] {
                [first @ .., last] if !first.is_empty() => {
                    write!(f, "attacks {} and {last} at once", first.join(", "))
                }
                _ => write!(f, "attacks {}", targets.join(", ")),
            },
            Deed::Pins { piece, at } => write!(f, "pins the {piece} on {at} to its king"),
            Deed::Attacks { target } => write!(f, "attacks {target}"),
            Deed::Checks => f.write_str("gives check"),
            Deed::AnswersCheck => f.write_str("answers the check"),
            Deed::Crosses => f.write_str("brings a pawn over the river"),
            Deed::Frees { piece, moves: (now, before) } => {
                write!(f, "gives the {piece} {now} moves instead of {before}")
            }
        }
    }
}

pub(super) fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn plural(word: &str) -> String {
    format!("{word}s")
}

/// Pieces that differ by less are worth the same, in hundredths of a pawn: a horse and a cannon, an advisor and an elephant.
const ABOUT: i32 = 90;

/// A piece that is taken on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Capture {
    /// At which move of the line, from 0.
    pub(super) ply: usize,
    pub(super) by: Kind,
    pub(super) kind: Kind,
    pub(super) at: u8,
}

impl Capture {
    fn worth(self) -> i32 {
        material(self.kind)
    }
}

/// What is taken along a line, and what the side that begins is ahead at its end.
pub(super) fn captures(rules: Xiangqi, position: &Position, line: &[Move]) -> (Vec<Capture>, i32) {
    let (mut at, mut taken, mut balance) = (position.clone(), Vec::new(), 0);
    for (ply, &chosen) in line.iter().enumerate() {
        if !at.is_legal(chosen) {
            break;
        }
        let board = at.board();
        if let (Some(by), Some(piece)) = (board.at(chosen.from), board.at(chosen.to)) {
            let one = Capture { ply, by: by.kind, kind: piece.kind, at: chosen.to };
            balance += if ply % 2 == 0 { one.worth() } else { -one.worth() };
            taken.push(one);
        }
        at = rules.apply(&at, chosen);
    }
    (taken, balance)
}

/// What a line wins or exchanges, if the engine's value agrees: `gain` is what it says the side to move gains by it.
fn by_capture(line: &[Move], taken: &[Capture], balance: i32, gain: i32) -> Option<Deed> {
    let ours = taken.iter().filter(|one| one.ply % 2 == 0);
    if balance >= ABOUT && gain >= balance / 2 {
        // The dearest piece that is taken, and of those the first.
        let best = ours.min_by_key(|one| (-one.worth(), one.ply))?;
        let after = best.ply.checked_sub(1).map(|before| format_iccs(line[before]));
        let by = best.by.name();
        // Only what happens soon fits in one sentence.
        let soon = best.ply <= 4;
        let piece = best.kind.name();
        return soon.then(|| Deed::Wins { piece, at: format_point(best.at), after, by });
    }
    let first = taken.first().filter(|one| one.ply <= 1)?;
    let second = taken.get(1).filter(|one| one.ply == first.ply + 1 && one.at == first.at)?;
    let even = (first.worth() - second.worth()).abs() < ABOUT && first.worth() > ABOUT;
    let (takes, gives) = if first.ply == 0 { (first, second) } else { (second, first) };
    even.then(|| Deed::Exchanges { gives: gives.kind.name(), takes: takes.kind.name() })
}

/// The points that a piece would capture on next.
fn targets(board: &Board, side: Side, from: u8) -> Vec<(u8, Kind)> {
    let mut found = Vec::new();
    board.any_move(side, |chosen| {
        if chosen.from == from
            && let Some(piece) = board.at(chosen.to)
        {
            found.push((chosen.to, piece.kind));
        }
        false
    });
    found
}

/// Whether a side could take back on a point after a capture there.
fn is_guarded(board: &Board, side: Side, capture: Move) -> bool {
    let mut after = *board;
    after.make(side, capture);
    after.any_move(side.other(), |reply| reply.to == capture.to)
}

/// Moves that a piece has, its king's safety included.
fn freedom(position: &Position, side: Side, from: u8) -> u32 {
    let board = position.board();
    let mut count = 0;
    board.any_move(side, |chosen| {
        count += u32::from(chosen.from == from);
        false
    });
    count
}

/// Whether a side's piece has moves but none that leaves its king safe.
fn is_pinned(board: &Board, side: Side, from: u8) -> bool {
    let (mut any, mut safe) = (false, false);
    board.any_move(side, |chosen| {
        if chosen.from == from {
            any = true;
            safe |= board.is_safe(side, chosen);
        }
        safe
    });
    any && !safe
}

/// What the other side would do if the side to move made no move: from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// It would take this piece, with profit.
    Takes(Capture),
    /// It would mate.
    Mates,
}

/// What a move does, the most important first.
pub(super) fn deeds(
    rules: Xiangqi,
    position: &Position,
    line: &[Move],
    gain: i32,
    threat: Option<&Threat>,
) -> Vec<Deed> {
    let Some(&chosen) = line.first() else { return Vec::new() };
    let (side, board) = (position.side(), position.board());
    let after = rules.apply(position, chosen);
    let (taken, balance) = captures(rules, position, line);
    let mut deeds = Vec::new();
    deeds.extend(by_capture(line, &taken, balance, gain));
    let wins = matches!(deeds.first(), Some(Deed::Wins { .. }));
    match threat {
        Some(Threat::Mates) => deeds.push(Deed::StopsMate),
        Some(Threat::Takes(threatened)) => {
            // Saved is what is not taken soon all the same.
            let lost =
                taken.iter().any(|one| one.ply % 2 == 1 && one.ply <= 3 && one.kind == threatened.kind);
            if !lost && gain > -threatened.worth() / 2 {
                let piece = threatened.kind.name();
                deeds.push(Deed::Saves { piece, at: format_point(threatened.at) });
            }
        }
        None => {}
    }
    let kind = board.at(chosen.from).map(|piece| piece.kind);
    let good: Vec<(u8, Kind)> = targets(after.board(), side, chosen.to)
        .into_iter()
        .filter(|&(at, target)| {
            let capture = Move { from: chosen.to, to: at };
            let cheap = kind.is_some_and(|kind| material(target) > material(kind) + ABOUT);
            target == Kind::King
                || material(target) > material(Kind::Pawn)
                    && (cheap || !is_guarded(after.board(), side, capture))
        })
        .collect();
    let pieces = good.iter().filter(|&&(_, kind)| kind != Kind::King);
    let names: Vec<String> =
        pieces.map(|&(at, kind)| format!("the {} on {}", kind.name(), format_point(at))).collect();
    let checks = after.in_check();
    if checks {
        if wins || good.len() < 2 {
            deeds.push(Deed::Checks);
        }
    } else if position.in_check() {
        deeds.push(Deed::AnswersCheck);
    }
    if !wins {
        if good.len() >= 2 {
            let mut targets = names;
            if good.len() > targets.len() {
                targets.insert(0, "the king".to_owned());
            }
            deeds.push(Deed::Forks { targets });
        } else if let [target] = &names[..] {
            deeds.push(Deed::Attacks { target: target.clone() });
        }
    }
    for (at, kind) in after.board().pieces(side.other()) {
        let heavy = matches!(kind, Kind::Rook | Kind::Cannon | Kind::Horse);
        if heavy
            && is_pinned(after.board(), side.other(), at)
            && !is_pinned(board, side.other(), at)
            && !checks
        {
            deeds.push(Deed::Pins { piece: kind.name(), at: format_point(at) });
            break;
        }
    }
    if deeds.is_empty()
        && let Some(kind) = kind
    {
        let over = |at: u8| if side == Side::First { row(at) >= 5 } else { row(at) <= 4 };
        let (now, before) = (freedom(&after, side, chosen.to), freedom(position, side, chosen.from));
        if kind == Kind::Pawn && over(chosen.to) && !over(chosen.from) {
            deeds.push(Deed::Crosses);
        } else if matches!(kind, Kind::Rook | Kind::Horse | Kind::Cannon) && now > before + 1 {
            deeds.push(Deed::Frees { piece: kind.name(), moves: (now, before) });
        } else {
            // A move may also make room for a rook.
            let mut rooks = board.pieces(side).filter(|&(at, kind)| kind == Kind::Rook && at != chosen.from);
            let freed = rooks.find_map(|(at, _)| {
                let moves = (freedom(&after, side, at), freedom(position, side, at));
                (moves.0 > moves.1 + 2).then_some(moves)
            });
            deeds.extend(freed.map(|moves| Deed::Frees { piece: "rook", moves }));
        }
    }
    deeds
}

/// What a move loses, in words: "a rook", with the reply that takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Loss {
    /// The piece.
    pub piece: &'static str,
    /// The move that takes it.
    pub to: String,
}

/// What a line costs the side to move, if the engine's value agrees.
pub(super) fn loss(rules: Xiangqi, position: &Position, line: &[Move], gain: i32) -> Option<Loss> {
    let (taken, balance) = captures(rules, position, line);
    if balance > -ABOUT || gain > balance / 2 {
        return None;
    }
    let worst = taken.iter().filter(|one| one.ply % 2 == 1 && one.ply <= 5).max_by_key(|one| one.worth())?;
    Some(Loss { piece: worst.kind.name(), to: format_iccs(line[worst.ply]) })
}

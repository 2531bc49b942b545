//! Games between players of several strengths, and what they leave behind.

use std::str::FromStr;

use quandary_core::rules::{Game, Side, Verdict};
use quandary_core::{Outcome, Step, Stream, Trace};

/// A way to choose moves that needs nothing but the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Wins at once when it can, never lets the opponent win at once when it can help it; otherwise any move.
    Careful,
    /// The move with the best share in this many random games each, a draw counting half.
    MonteCarlo(u32),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        match text {
            "random" => Ok(Player::Random),
            "careful" => Ok(Player::Careful),
            _ => match text.strip_prefix("mc:").and_then(|k| k.parse().ok()) {
                Some(k) if (1..=100_000).contains(&k) => Ok(Player::MonteCarlo(k)),
                _ => Err("expected random, careful or mc:K".into()),
            },
        }
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Player::Random => f.pad("random"),
            Player::Careful => f.pad("careful"),
            Player::MonteCarlo(k) => f.pad(&format!("mc:{k}")),
        }
    }
}

impl Player {
    /// The moves the player holds for best, at least one when there are any.
    pub fn best<G: Game>(self, game: &G, position: &G::Position, stream: &mut Stream) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        match self {
            Player::Random => moves,
            Player::Careful => careful(game, position, moves),
            Player::MonteCarlo(k) => by_playouts(game, position, moves, k, stream),
        }
    }
}

fn wins_at_once<G: Game>(game: &G, position: &G::Position) -> bool {
    let side = game.to_move(position);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().any(|chosen| game.verdict(&game.play(position, chosen)) == Some(Verdict::Win(side)))
}

fn careful<G: Game>(game: &G, position: &G::Position, moves: Vec<G::Move>) -> Vec<G::Move> {
    let side = game.to_move(position);
    let children: Vec<_> = moves.iter().map(|&chosen| (chosen, game.play(position, chosen))).collect();
    let wins: Vec<_> =
        children.iter().filter(|(_, child)| game.verdict(child) == Some(Verdict::Win(side))).collect();
    if !wins.is_empty() {
        return wins.into_iter().map(|(chosen, _)| *chosen).collect();
    }
    let safe: Vec<_> = children
        .iter()
        .filter(|(_, child)| game.verdict(child).is_some() || !wins_at_once(game, child))
        .map(|(chosen, _)| *chosen)
        .collect();
    if safe.is_empty() { moves } else { safe }
}

fn by_playouts<G: Game>(
    game: &G,
    position: &G::Position,
    moves: Vec<G::Move>,
    k: u32,
    stream: &mut Stream,
) -> Vec<G::Move> {
    let side = game.to_move(position);
    let scored: Vec<(u32, G::Move)> = moves
        .into_iter()
        .map(|chosen| {
            let child = game.play(position, chosen);
            let points = (0..k).map(|_| match random_end(game, child.clone(), stream) {
                Verdict::Win(winner) if winner == side => 2,
                Verdict::Draw => 1,
                Verdict::Win(_) => 0,
            });
            (points.sum(), chosen)
        })
        .collect();
    let best = scored.iter().map(|(points, _)| *points).max().unwrap_or(0);
    scored.into_iter().filter(|(points, _)| *points == best).map(|(_, chosen)| chosen).collect()
}

fn random_end<G: Game>(game: &G, mut position: G::Position, stream: &mut Stream) -> Verdict {
    let mut moves = Vec::new();
    loop {
        if let Some(verdict) = game.verdict(&position) {
            return verdict;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        let Some(&chosen) = stream.choose(&moves) else { return Verdict::Draw };
        position = game.play(&position, chosen);
    }
}

/// A game from `start` to its end: what happened (as the side to move at the start sees it) and who won.
///
/// A step's options are the legal moves and its plausible ones those the player held for best.
pub fn play<G: Game>(
    game: &G,
    start: &G::Position,
    first: Player,
    second: Player,
    stream: &mut Stream,
) -> (Trace, Verdict) {
    let opener = game.to_move(start);
    let mut position = start.clone();
    let mut steps = Vec::new();
    let mut moves = Vec::new();
    let verdict = loop {
        if let Some(verdict) = game.verdict(&position) {
            break verdict;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        let player = if game.to_move(&position) == Side::First { first } else { second };
        let best = player.best(game, &position, stream);
        let Some(&chosen) = stream.choose(&best) else { break Verdict::Draw };
        steps.push(Step {
            options: moves.len() as u32,
            plausible: best.len() as u32,
            certain: best.len() == 1,
            probability: 1.0 / best.len() as f64,
        });
        position = game.play(&position, chosen);
    };
    let outcome = match verdict {
        Verdict::Draw => Outcome::Drawn,
        Verdict::Win(side) if side == opener => Outcome::Won,
        Verdict::Win(_) => Outcome::Lost,
    };
    (Trace { steps, outcome }, verdict)
}

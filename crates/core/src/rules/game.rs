use std::fmt::Debug;

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first in the starting position.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This side won.
    Win(Side),
    /// Nobody did.
    Draw,
}

/// Two players, everything visible, no chance: Connect Four, Othello.
pub trait Game {
    /// A position.
    type Position: Clone + Eq + Debug;
    /// A move; a forced pass is a move of its own.
    type Move: Copy + Eq + Debug;

    /// Appends the legal moves, always in the same order. None exactly when the game has ended.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position;

    /// Who is to move.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// The result, once the game has ended.
    fn verdict(&self, position: &Self::Position) -> Option<Verdict>;
}

/// Counts the sequences of exactly `depth` legal moves: the field's test that rules are right.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|chosen| perft(game, &game.play(position, chosen), depth - 1)).sum()
}

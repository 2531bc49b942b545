//! Connect Four and Othello as the program plays them.

use quandary_core::Stream;
use quandary_core::rules::Rules;
use quandary_games::connect_four::{self, STANDARD};
use quandary_games::othello::{self, Board, Othello};
use quandary_search::tree::Tree;

use super::search::{Game, Switches};

/// Connect Four with the root's mover as the first player.
pub(super) struct Four {
    pub(super) root: connect_four::Position,
}

impl Four {
    fn question(&self) -> connect_four::Question<connect_four::Standard> {
        connect_four::Question { rules: STANDARD, root: self.root, draw_wins: false, sight: false }
    }
}

impl Game for Four {
    type Position = connect_four::Position;

    fn over(&self, position: &Self::Position) -> Option<bool> {
        if STANDARD.has_four(position.opponent()) {
            return Some(!self.is_or(position));
        }
        (STANDARD.playable(position.stones) == 0).then_some(false)
    }

    fn is_or(&self, position: &Self::Position) -> bool {
        (position.ply() - self.root.ply()).is_multiple_of(2)
    }

    fn children(&self, position: &Self::Position, _: &Switches, out: &mut Vec<Self::Position>) {
        let mut columns = Vec::new();
        STANDARD.moves(position, &mut columns);
        out.extend(columns.into_iter().map(|column| STANDARD.apply(position, column)));
    }

    fn playout(&self, position: Self::Position, _: &Switches, stream: &mut Stream) -> bool {
        self.question().playout(&position, stream)
    }
}

/// Othello; `black` says who is the first player.
pub(super) struct Reversi {
    pub(super) black: bool,
}

const RULES: Othello = Othello(Board::Eight);

/// The squares of a set, lowest first.
fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

impl Reversi {
    fn won(&self, position: othello::Position) -> bool {
        let score = RULES.final_score(position);
        if position.black_to_move == self.black { score > 0 } else { score < 0 }
    }
}

impl Game for Reversi {
    type Position = othello::Position;

    fn over(&self, position: &Self::Position) -> Option<bool> {
        RULES.is_over(*position).then(|| self.won(*position))
    }

    fn is_or(&self, position: &Self::Position) -> bool {
        position.black_to_move == self.black
    }

    fn children(&self, position: &Self::Position, switches: &Switches, out: &mut Vec<Self::Position>) {
        let legal = RULES.legal(*position);
        out.extend(squares(legal).map(|square| RULES.place(*position, square)));
        if legal == 0 && !switches.passes_decide {
            out.push(RULES.pass(*position));
        }
    }

    fn playout(&self, mut position: Self::Position, switches: &Switches, stream: &mut Stream) -> bool {
        let mut passed = false;
        loop {
            let listed = if switches.mixed_playouts { RULES.pass(position) } else { position };
            let legal = RULES.legal(listed);
            if legal == 0 {
                if passed {
                    return self.won(position);
                }
                passed = true;
                position = RULES.pass(position);
                continue;
            }
            passed = false;
            let choice = stream.below(u64::from(legal.count_ones())) as usize;
            if let Some(square) = squares(legal).nth(choice) {
                position = RULES.place(position, square);
            }
        }
    }
}

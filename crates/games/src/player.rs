//! Players of several strengths that need nothing but the rules and a judgement, and the traces that their games leave behind.

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Budget, Exhausted, InputError, Outcome, Step, Stream, Trace};
use quandary_search::minimax::{self, Heuristic};

/// A way to choose moves that needs nothing but the rules and a judgement of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Wins at once when it can, never lets the opponent win at once when it can help it; otherwise any move.
    Careful,
    /// The move with the best share in this many random games each, a draw counting half.
    MonteCarlo(u32),
    /// The best moves by minimax, this many moves ahead.
    Depth(u32),
}

impl Player {
    /// What the names of players look like.
    pub const NAMES: &'static str = "random, careful, mc:K with 1 to 100000 random games per move, or depth:N looking 1 to 32 moves ahead";
    /// Names that people often want.
    pub const KNOWN: [&'static str; 6] = ["random", "careful", "mc:10", "mc:100", "depth:1", "depth:3"];
}

/// A player's table: 2^14 entries of 16 bytes are quick to make.
const TABLE_BITS: u32 = 14;

impl FromStr for Player {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Player, InputError> {
        match text {
            "random" => Ok(Player::Random),
            "careful" => Ok(Player::Careful),
            _ => {
                let number = |name: &str| text.strip_prefix(name)?.parse().ok();
                match (number("mc:"), number("depth:")) {
                    (Some(k), _) if (1..=100_000).contains(&k) => Ok(Player::MonteCarlo(k)),
                    (_, Some(plies)) if (1..=32).contains(&plies) => Ok(Player::Depth(plies)),
                    _ => {
                        Err(InputError::new(format!("`{text}` is not a valid player"))
                            .expected(Player::NAMES))
                    }
                }
            }
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.pad("random"),
            Player::Careful => f.pad("careful"),
            Player::MonteCarlo(k) => f.pad(&format!("mc:{k}")),
            Player::Depth(plies) => f.pad(&format!("depth:{plies}")),
        }
    }
}

impl Player {
    /// The moves the player considers best, at least one when there are any. Random games and looking ahead may take
    /// long; they end when the budget's flag is raised, and looking ahead also when a move has cost all of its nodes.
    pub fn best<R: Heuristic>(
        self,
        rules: &R,
        state: &R::State,
        stream: &mut Stream,
        budget: &Budget,
    ) -> Result<Vec<R::Move>, Exhausted> {
        let mut moves = Vec::new();
        rules.moves(state, &mut moves);
        match self {
            Player::Random => Ok(moves),
            Player::Careful => Ok(careful(rules, state, moves)),
            Player::MonteCarlo(k) => {
                let points = points_of(rules, state, &moves, k, stream, budget)?;
                let best = points.iter().copied().max().unwrap_or(0);
                Ok(moves
                    .into_iter()
                    .zip(points)
                    .filter(|(_, own)| *own == best)
                    .map(|(one, _)| one)
                    .collect())
            }
            Player::Depth(plies) => {
                let mut table = minimax::Table::new(TABLE_BITS);
                Ok(minimax::best_moves(rules, state, plies, &mut table, &mut budget.clone())?.1)
            }
        }
    }
}

/// The side to move and how it sees the end of a child's game; `None` while the game goes on.
fn is_won<R: Rules>(rules: &R, child: &R::State, side: Side) -> bool {
    rules.turn(child) == Turn::Over(side.wins())
}

fn wins_at_once<R: Rules>(rules: &R, state: &R::State) -> bool {
    let Turn::To(side) = rules.turn(state) else { return false };
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    moves.into_iter().any(|chosen| is_won(rules, &rules.apply(state, chosen), side))
}

fn careful<R: Rules>(rules: &R, state: &R::State, moves: Vec<R::Move>) -> Vec<R::Move> {
    let Turn::To(side) = rules.turn(state) else { return moves };
    let children: Vec<_> = moves.iter().map(|&chosen| (chosen, rules.apply(state, chosen))).collect();
    let chosen = |wanted: &dyn Fn(&R::State) -> bool| -> Vec<R::Move> {
        children.iter().filter(|(_, child)| wanted(child)).map(|(chosen, _)| *chosen).collect()
    };
    let wins = chosen(&|child| is_won(rules, child, side));
    if !wins.is_empty() {
        return wins;
    }
    let safe = chosen(&|child| rules.turn(child).outcome().is_some() || !wins_at_once(rules, child));
    if safe.is_empty() { moves } else { safe }
}

/// What each move brings the side to move in `k` random games: 2 points for a win, 1 for a draw.
pub fn points_of<R: Rules>(
    rules: &R,
    state: &R::State,
    moves: &[R::Move],
    k: u32,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<Vec<u32>, Exhausted> {
    let side = rules.turn(state).side().unwrap_or(Side::First);
    let mut scratch = Vec::new();
    let mut points = Vec::with_capacity(moves.len());
    for &chosen in moves {
        let child = rules.apply(state, chosen);
        let mut sum = 0;
        for game in 0..k {
            if game % POLL_EVERY == 0 {
                budget.poll()?;
            }
            sum += match random_end(rules, child.clone(), stream, &mut scratch) {
                Outcome::Drawn | Outcome::Unfinished => 1,
                outcome if outcome == side.wins() => 2,
                _ => 0,
            };
        }
        points.push(sum);
    }
    Ok(points)
}

/// The flag is looked at once in this many random games.
const POLL_EVERY: u32 = 64;

fn random_end<R: Rules>(
    rules: &R,
    mut state: R::State,
    stream: &mut Stream,
    moves: &mut Vec<R::Move>,
) -> Outcome {
    loop {
        if let Turn::Over(outcome) = rules.turn(&state) {
            return outcome;
        }
        moves.clear();
        rules.moves(&state, moves);
        let Some(&chosen) = stream.choose(moves) else { return Outcome::Drawn };
        state = rules.apply(&state, chosen);
    }
}

/// Which moves the player of a side considers best in a position.
pub type Choose<'c, R> =
    dyn FnMut(Side, &<R as Rules>::State, &mut Stream) -> Result<Vec<<R as Rules>::Move>, Exhausted> + 'c;

/// A game from `start` to its end: what happened, as [`Side::First`] sees it. `best` says which moves the player of a side considers
/// best; one of them is drawn.
///
/// A step's options are the legal moves and its plausible ones those that the player considered best.
pub fn play_out<R: Rules>(
    rules: &R,
    start: &R::State,
    best: &mut Choose<'_, R>,
    stream: &mut Stream,
    budget: &Budget,
) -> Result<Trace, Exhausted> {
    let mut state = start.clone();
    let mut steps = Vec::new();
    let outcome = loop {
        let side = match rules.turn(&state) {
            Turn::Over(outcome) => break outcome,
            Turn::To(side) => side,
        };
        budget.poll()?;
        let best = best(side, &state, stream)?;
        let Some(&chosen) = stream.choose(&best) else { break Outcome::Drawn };
        steps.push(Step {
            options: rules.options(&state) as u32,
            plausible: best.len() as u32,
            certain: best.len() == 1,
            probability: 1.0 / best.len() as f64,
        });
        state = rules.apply(&state, chosen);
    };
    Ok(Trace { steps, outcome })
}

#[cfg(test)]
mod tests {
    use quandary_core::{Seed, StopFlag};

    use super::*;
    use crate::connect_four::{Position, STANDARD};

    #[test]
    fn a_player_of_many_random_games_stops_when_asked_to() {
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let budget = Budget::unlimited().with_stop(stop);
        let player: Player = "mc:100000".parse().unwrap();
        let best = player.best(&STANDARD, &Position::START, &mut Seed(1).stream(0), &budget);
        assert_eq!(best, Err(Exhausted::Time));
        let mut both =
            |_, state: &Position, stream: &mut Stream| player.best(&STANDARD, state, stream, &budget);
        let trace = play_out(&STANDARD, &Position::START, &mut both, &mut Seed(1).stream(0), &budget);
        assert_eq!(trace, Err(Exhausted::Time));
    }

    #[test]
    fn a_careful_player_wins_when_it_can_and_blocks_when_it_must() {
        let best = |columns: &[u32]| {
            let position = STANDARD.after(columns.iter().copied()).unwrap();
            Player::Careful.best(&STANDARD, &position, &mut Seed(1).stream(0), &Budget::unlimited()).unwrap()
        };
        assert_eq!(best(&[0, 1, 0, 1, 0, 1]), [0]);
        assert_eq!(best(&[0, 1, 0, 1, 0]), [0]);
    }

    #[test]
    fn the_outcome_is_that_of_the_first_side() {
        let won = STANDARD.after([0, 1, 0, 1, 0, 1, 0]).unwrap();
        let budget = Budget::unlimited();
        let mut both =
            |_, state: &Position, stream: &mut Stream| Player::Random.best(&STANDARD, state, stream, &budget);
        let trace = play_out(&STANDARD, &won, &mut both, &mut Seed(1).stream(0), &budget).unwrap();
        assert_eq!((trace.length(), trace.outcome), (0, Outcome::Won));
        assert!("mc:0".parse::<Player>().is_err() && "mc:5".parse::<Player>().is_ok());
    }
}

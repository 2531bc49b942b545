//! The vocabulary must fit every kind of puzzle to come. Three tiny doubles prove it: Minesweeper on one
//! row (hidden information), 2048 on one row (chance), Connect Two (two players). Each is played only
//! through the traits.

use quandary_core::rules::{Chance, Game, Hidden, Player, Side, Verdict, perft, play_out};
use quandary_core::{Decision, Outcome, Seed, Step, Stream, Trace};

/// Minesweeper on one row with one mine; the first opened cell is safe.
struct RowOfCells {
    length: usize,
}

/// What the dealer knows. The mine is private to this module's rules; a player gets [`Seen`].
struct Field {
    mine: Option<usize>,
    seen: Seen,
    stream: Stream,
}

#[derive(Debug)]
struct Seen {
    /// How many mines are next to each opened cell.
    opened: Vec<Option<u8>>,
}

impl Hidden for RowOfCells {
    type World = Field;
    type Observation = Seen;
    type Move = usize;

    fn deal(&self, stream: Stream) -> Field {
        Field { mine: None, seen: Seen { opened: vec![None; self.length] }, stream }
    }

    fn observe<'w>(&self, world: &'w Field) -> &'w Seen {
        &world.seen
    }

    fn play(&self, world: &mut Field, chosen: usize) -> Option<Outcome> {
        // Dealt only now: the rule depends on the first move.
        let mine = *world.mine.get_or_insert_with(|| {
            let other = world.stream.index(self.length - 1);
            if other >= chosen { other + 1 } else { other }
        });
        if chosen == mine {
            return Some(Outcome::Lost);
        }
        world.seen.opened[chosen] = Some(u8::from(chosen.abs_diff(mine) == 1));
        let hidden = world.seen.opened.iter().filter(|cell| cell.is_none()).count();
        (hidden == 1).then_some(Outcome::Won)
    }
}

/// Opens what the numbers leave possible, safest first.
struct Careful;

#[derive(Debug, PartialEq)]
enum Why {
    CannotBeTheMine,
    LeastLikely,
}

impl Player<RowOfCells> for Careful {
    type Reason = Why;

    fn decide(&mut self, seen: &Seen, stream: &mut Stream) -> Decision<usize, Why> {
        let possible = |mine: usize| {
            seen.opened.iter().enumerate().all(|(cell, shown)| match shown {
                None => true,
                Some(count) => cell != mine && u8::from(cell.abs_diff(mine) == 1) == *count,
            })
        };
        let hidden: Vec<usize> = (0..seen.opened.len()).filter(|&cell| seen.opened[cell].is_none()).collect();
        let mines = hidden.iter().filter(|&&cell| possible(cell)).count();
        if let Some(&safe) = hidden.iter().find(|&&cell| !possible(cell)) {
            return Decision::certain(safe, Why::CannotBeTheMine);
        }
        let chosen = *stream.choose(&hidden).unwrap();
        let first = hidden.len() == seen.opened.len();
        let probability = if first { 1.0 } else { 1.0 - 1.0 / mines as f64 };
        Decision {
            chosen,
            reason: Why::LeastLikely,
            probability: quandary_core::Probability::clamped(probability),
        }
    }
}

#[test]
fn hidden_information_is_played_from_observations_and_leaves_a_trace() {
    // Three cells: whoever opens the middle first is left with an even guess.
    let rules = RowOfCells { length: 3 };
    let mut won = 0;
    for game in 0..400 {
        let mut steps = Vec::new();
        let mut ties = Seed(2).stream(game);
        let outcome = play_out(&rules, &mut Careful, Seed(1).stream(game), &mut ties, |seen, decision| {
            let options = seen.opened.iter().filter(|cell| cell.is_none()).count() as u32;
            let certain = decision.probability.is_certain();
            steps.push(Step { options, plausible: 1, certain, probability: decision.probability.get() });
        });
        let trace = Trace { steps, outcome };
        assert!(trace.length() <= 2);
        if trace.guesses() == 0 {
            assert_eq!(trace.outcome, Outcome::Won, "a game without a guess is won");
        }
        won += u64::from(trace.outcome == Outcome::Won);
    }
    let interval = quandary_core::stats::Rate::new(won, 400).interval();
    assert!(interval.contains(5.0 / 6.0), "{won} of 400: one game in six is lost to the guess");
}

/// 2048 on one row of three cells: slide left or right, then a 2 appears.
struct RowOfTiles;

impl Chance for RowOfTiles {
    type State = [u32; 3];
    type Move = bool;

    fn moves(&self, state: &[u32; 3], out: &mut Vec<bool>) {
        out.extend([false, true].into_iter().filter(|&right| self.apply(state, right).0 != *state));
    }

    fn apply(&self, state: &[u32; 3], right: bool) -> ([u32; 3], f64) {
        let mut tiles: Vec<u32> = state.iter().copied().filter(|&tile| tile > 0).collect();
        if right {
            tiles.reverse();
        }
        let mut earned = 0;
        let mut index = 0;
        while index + 1 < tiles.len() {
            if tiles[index] == tiles[index + 1] {
                tiles[index] *= 2;
                earned += tiles[index];
                tiles.remove(index + 1);
            }
            index += 1;
        }
        tiles.resize(3, 0);
        if right {
            tiles.reverse();
        }
        ([tiles[0], tiles[1], tiles[2]], f64::from(earned))
    }

    fn outcomes(&self, after: &[u32; 3], out: &mut Vec<([u32; 3], f64)>) {
        let empty: Vec<usize> = (0..3).filter(|&cell| after[cell] == 0).collect();
        for &cell in &empty {
            let mut next = *after;
            next[cell] = 2;
            out.push((next, 1.0 / empty.len() as f64));
        }
    }
}

/// Expected score under best play, by plain recursion over the trait.
fn expected_score<C: Chance>(rules: &C, state: &C::State) -> f64 {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let value = |&chosen: &C::Move| {
        let (after, earned) = rules.apply(state, chosen);
        let mut outcomes = Vec::new();
        rules.outcomes(&after, &mut outcomes);
        earned + outcomes.iter().map(|(next, p)| p * expected_score(rules, next)).sum::<f64>()
    };
    moves.iter().map(value).fold(0.0, f64::max)
}

#[test]
fn chance_is_averaged_and_choice_maximised() {
    // From 2 2 _: merge to 4 (earning 4), and so on; the game always ends, and by hand the best is 12 at most.
    let score = expected_score(&RowOfTiles, &[2, 2, 0]);
    assert!((4.0..=16.0).contains(&score), "{score}");
    let mut outcomes = Vec::new();
    RowOfTiles.outcomes(&[4, 0, 0], &mut outcomes);
    assert_eq!(outcomes.iter().map(|(_, p)| p).sum::<f64>(), 1.0);
    assert_eq!(expected_score(&RowOfTiles, &[2, 4, 2]), 0.0, "a full row without a merge has ended");
}

/// Connect Two on three columns of two: the first pair in a row or column wins.
struct ConnectTwo;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Columns {
    cells: [[Option<Side>; 2]; 3],
    to_move: Side,
}

const EMPTY: Columns = Columns { cells: [[None; 2]; 3], to_move: Side::First };

impl Game for ConnectTwo {
    type Position = Columns;
    type Move = usize;

    fn moves(&self, position: &Columns, out: &mut Vec<usize>) {
        if self.verdict(position).is_none() {
            out.extend((0..3).filter(|&column| position.cells[column][1].is_none()));
        }
    }

    fn play(&self, position: &Columns, chosen: usize) -> Columns {
        let mut next = position.clone();
        let height = next.cells[chosen].iter().filter(|cell| cell.is_some()).count();
        next.cells[chosen][height] = Some(position.to_move);
        next.to_move = position.to_move.other();
        next
    }

    fn to_move(&self, position: &Columns) -> Side {
        position.to_move
    }

    fn verdict(&self, position: &Columns) -> Option<Verdict> {
        let cells = &position.cells;
        for column in 0..3 {
            for height in 0..2 {
                let Some(side) = cells[column][height] else { continue };
                let above = height == 0 && cells[column][1] == Some(side);
                let beside = column < 2 && cells[column + 1][height] == Some(side);
                if above || beside {
                    return Some(Verdict::Win(side));
                }
            }
        }
        cells.iter().flatten().all(Option::is_some).then_some(Verdict::Draw)
    }
}

/// +1 when the side to move wins with best play, by plain minimax over the trait.
fn minimax<G: Game>(game: &G, position: &G::Position) -> i32 {
    match game.verdict(position) {
        Some(Verdict::Draw) => return 0,
        Some(Verdict::Win(side)) => return if side == game.to_move(position) { 1 } else { -1 },
        None => {}
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|chosen| -minimax(game, &game.play(position, chosen))).max().unwrap_or(0)
}

#[test]
fn two_players_alternate_and_minimax_reaches_through_the_trait() {
    assert_eq!(perft(&ConnectTwo, &EMPTY, 1), 3);
    assert_eq!(perft(&ConnectTwo, &EMPTY, 2), 9);
    assert_eq!(minimax(&ConnectTwo, &EMPTY), 1, "whoever begins in the middle connects next");
    let mut stream = Seed(3).stream(0);
    let mut position = EMPTY;
    let mut moves = Vec::new();
    loop {
        moves.clear();
        ConnectTwo.moves(&position, &mut moves);
        assert_eq!(moves.is_empty(), ConnectTwo.verdict(&position).is_some());
        let Some(&chosen) = stream.choose(&moves) else { break };
        let before = ConnectTwo.to_move(&position);
        position = ConnectTwo.play(&position, chosen);
        assert_eq!(ConnectTwo.to_move(&position), before.other());
    }
}

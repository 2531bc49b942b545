//! Why a column is best: what can be seen on the board where that is enough, and the line of play where it is not.
//!
//! Every argument is a proof by itself, given the rules: a line of four, a threat that must be met, two threats of
//! which one cannot be met, a chain of threats, or the follow-up by which the second player gets the upper cell of every
//! pair. Only where none of them applies is the exact search quoted.
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_games::connect_four::{AnySolver, explain, notation};
//!
//! let size = notation::parse_size("4x6").unwrap();
//! let record = notation::parse_record("3344", size).unwrap();
//! let found = explain::explain(&record, &mut AnySolver::new(size, 16), None, &mut Budget::unlimited()).unwrap();
//! assert_eq!(
//!     found.decision.reason.to_string(),
//!     "threatens column 1, row 1 and column 5, row 1 at once: only one of them can be blocked; wins in 2 moves: 2 5 1"
//! );
//! ```

use std::cmp::Reverse;

use quandary_core::rules::Rules;
use quandary_core::{Budget, Context, Decision, Exhausted, InputError, Probability, Seed, Stop};
use quandary_verbs::{Alternative, Hint};

use super::any::AnySolver;
use super::book::Book;
use super::geometry::{AnySize, Geometry};
use super::notation::Record;
use super::reason::ending;
pub use super::reason::{Cell, Outlook, Reason};
use super::rules::{ConnectFour, Position};
use super::solve::{Bounds, Solver, Value, bounds_by_stones, most_natural_first};
use super::threats::{cells_of, chain_of_threats, follow_up, four_with, playable_wins, threatened};
use crate::reason::{RandomGames, game_over};

/// A column, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// From 1.
    pub column: u32,
    /// Where its score lies, for the player who chooses it.
    pub bounds: Bounds,
    /// Where the opponent would complete four at once after it.
    pub lets_win: Option<Cell>,
    /// Whether the opponent would complete four there if he could.
    pub blocks: bool,
}

/// What was found of every column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// From left to right.
    pub columns: Vec<ScoredMove>,
    /// Why it was not finished.
    pub stopped: Option<Exhausted>,
}

impl Examination {
    /// The column with the most proved of it: the highest lower bound, then the highest upper bound, then the first of
    /// `columns` (from 0). `None` when there is no move.
    fn best(&self, columns: &[u32]) -> Option<&ScoredMove> {
        self.columns.iter().max_by_key(|judged| {
            let place = columns.iter().position(|column| column + 1 == judged.column);
            (judged.bounds.lower, judged.bounds.upper, Reverse(place))
        })
    }
}

/// Examines every column: what the book knows at once; of the others first who wins after each, from the centre
/// outwards, then by how much. When the budget runs out, what is proved of each column stays.
pub fn examine<G: Geometry>(
    solver: &mut Solver<G>,
    book: Option<&Book>,
    position: Position,
    budget: &mut Budget,
) -> Examination {
    let rules = solver.rules();
    solver.forget();
    let mut columns = Vec::new();
    rules.moves(&position, &mut columns);
    let mut known: Vec<(u32, Position, Bounds)> = columns
        .into_iter()
        .map(|column| {
            let child = rules.apply(&position, column);
            let bounds = match book.and_then(|book| book.score(child)) {
                Some(score) => Bounds { lower: score, upper: score },
                None => bounds_by_stones(rules, position).turned(),
            };
            (column, child, bounds)
        })
        .collect();
    let twice_centre = rules.0.width() - 1;
    known.sort_by_key(|(column, ..)| (2 * column).abs_diff(twice_centre));
    let cells = rules.0.cells() as i32;
    let mut stopped = None;
    for window in [(-1, 1), (-cells, cells)] {
        // The best so far first: their scores are asked for most.
        known.sort_by_key(|(_, _, bounds)| bounds.upper);
        for (_, child, bounds) in &mut known {
            if stopped.is_none() {
                stopped = solver.narrow(*child, bounds, window, budget).err();
            }
        }
    }
    known.sort_by_key(|(column, ..)| *column);
    let threatened = threatened(rules, position);
    let judged = known.into_iter().map(|(column, child, bounds)| {
        let wins = if rules.turn(&child).outcome().is_some() { 0 } else { playable_wins(rules, child) };
        ScoredMove {
            column: column + 1,
            bounds: bounds.turned(),
            lets_win: cells_of(rules, wins).first().copied(),
            blocks: threatened & (child.stones ^ position.stones) != 0,
        }
    });
    Examination { columns: judged.collect(), stopped }
}

/// The columns (from 1) that both sides play when both play well, to the end of the game or of the budget. Of columns that
/// are equally good the most natural one is played.
///
/// `score` is the exact score of the position. Nothing is forgotten: right after it was found this costs little, and
/// what the book knows costs nothing.
pub fn line<G: Geometry>(
    solver: &mut Solver<G>,
    book: Option<&Book>,
    position: Position,
    score: i32,
    budget: &mut Budget,
) -> Vec<u32> {
    let rules = solver.rules();
    let (mut position, mut score) = (position, score);
    let mut line = Vec::new();
    while rules.turn(&position).outcome().is_none() {
        let column = book
            .and_then(|book| best_by_book(rules, book, position, score))
            .or_else(|| solver.best_column(position, score, budget).ok().flatten());
        let Some(column) = column else { break };
        line.push(column + 1);
        (position, score) = (rules.apply(&position, column), -score);
    }
    line
}

/// The most natural column of which the book knows that it reaches `score`.
fn best_by_book<G: Geometry>(
    rules: ConnectFour<G>,
    book: &Book,
    position: Position,
    score: i32,
) -> Option<u32> {
    most_natural_first(rules, position).into_iter().find(|&column| {
        let child = rules.drop(position, column).map(|cell| position.with(cell));
        child.and_then(|child| book.score(child)) == Some(-score)
    })
}

/// What is found of a position: the choice with its reason, and what is proved of every column.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The column (from 1) and why.
    pub decision: Decision<u32, Reason>,
    /// All columns.
    pub columns: Vec<ScoredMove>,
    /// Why the search was not finished.
    pub stopped: Option<Exhausted>,
}

/// Explains a position in which the game goes on. When the budget runs out, the explanation says what is proved so far.
pub fn explain(
    record: &Record,
    solver: &mut AnySolver,
    book: Option<&Book>,
    budget: &mut Budget,
) -> Result<Explanation, InputError> {
    let (rules, position) = (record.rules(), record.position);
    let examination = if rules.turn(&position).outcome().is_none() {
        solver.examine(book, position, budget)
    } else {
        Examination { columns: Vec::new(), stopped: None }
    };
    let Some(best) = examination.best(&most_natural_first(rules, position)).cloned() else {
        return Err(game_over());
    };
    let Examination { columns, stopped } = &examination;
    let decision = if best.bounds.is_exact() && is_best(&best, columns) {
        let child = rules.apply(&position, best.column - 1);
        let mut line = vec![best.column];
        let mut share = budget.with_nodes(budget.remaining().min(LINE_NODES + budget.spent()));
        line.extend(solver.line(book, child, -best.bounds.lower, &mut share));
        let score = best.bounds.lower;
        let (verdict, moves) = (Value::of(score), moves_to_win(rules, position, score));
        let outlook = Outlook { verdict, score, moves, line };
        Decision::certain(best.column, reason(rules, position, best.column - 1, outlook, columns))
    } else {
        so_far(rules, position, columns)
    };
    Ok(Explanation { decision, stopped: *stopped, columns: examination.columns })
}

/// Nodes that the line of play may cost beyond what the scores did: well under a second. Where the book knew the
/// scores, the line goes as far as this leads.
const LINE_NODES: u64 = 2_000_000;

/// The choice where the search was not finished: what is proved counts first, then how random games end.
fn so_far(rules: ConnectFour<AnySize>, position: Position, columns: &[ScoredMove]) -> Decision<u32, Reason> {
    let moves: Vec<u32> = columns.iter().map(|judged| judged.column - 1).collect();
    let stream = Seed(position.mover).stream(position.stones);
    let points = RandomGames::points(&rules, &position, &moves, stream);
    let (best, points) = columns
        .iter()
        .zip(points)
        .max_by_key(|(judged, points)| {
            let Bounds { lower, upper } = judged.bounds;
            let from_centre = (2 * judged.column).abs_diff(rules.0.width() + 1);
            (lower.signum(), upper.signum(), judged.blocks, *points, Reverse(from_centre))
        })
        .expect("an undecided position has a move");
    let games = RandomGames::of(points);
    let numbers = |exact: bool| {
        let those = columns.iter().filter(|judged| judged.bounds.is_exact() == exact);
        those.map(|judged| judged.column).collect()
    };
    let certain = best.bounds.lower > 0 || is_best(best, columns);
    let reason = Reason::SoFar {
        proved: certain,
        bounds: best.bounds,
        exact: numbers(true),
        bounded: numbers(false),
        games,
    };
    let probability = if certain { Probability::CERTAIN } else { games.probability() };
    Decision { chosen: best.column, reason, probability }
}

/// What the worth of a column counts.
const VALUE_IS: &str =
    "score: k when four is completed with the k-th last stone of one's own, negative for a loss";

/// Advice on a position in which the game goes on: the column, why, and what is proved of every column; and what ran
/// out, if something did.
pub fn advise(
    record: &Record,
    table_bits: u32,
    context: &Context<'_>,
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let mut solver = AnySolver::new(record.size, table_bits);
    let book = Book::load(record.size, context);
    let found = explain(record, &mut solver, book.as_deref(), &mut context.budget.clone())?;
    let (rules, position) = (record.rules(), record.position);
    let mut columns = found.columns;
    columns.sort_by_key(|judged| Reverse((judged.bounds.lower, judged.bounds.upper)));
    let alternatives = columns
        .iter()
        .map(|judged| {
            let Bounds { lower, upper } = judged.bounds;
            let mut text = if lower == upper {
                ending(Value::of(lower), moves_to_win(rules, position, lower))
            } else {
                format!("{}, the score is from {lower} to {upper}", judged.bounds.in_words())
            };
            if let Some(cell) = judged.lets_win {
                text += &format!("; lets the opponent complete four at {cell}");
            }
            let value = (lower == upper).then_some(f64::from(lower));
            Alternative { chosen: judged.column.to_string(), value, text }
        })
        .collect();
    let chosen = found.decision.chosen.to_string();
    Ok((Hint::new(found.decision, chosen, VALUE_IS).among(alternatives), found.stopped))
}

/// Whether nothing better can turn up.
fn is_best(best: &ScoredMove, columns: &[ScoredMove]) -> bool {
    columns.iter().all(|other| other.column == best.column || other.bounds.upper <= best.bounds.lower)
}

/// In how many stones of the winner a score is reached: his last stone but `|score| - 1` completes four.
fn moves_to_win(rules: ConnectFour<AnySize>, position: Position, score: i32) -> Option<u32> {
    let empty = rules.0.cells() - position.ply();
    match Value::of(score) {
        Value::Win => Some(empty.div_ceil(2) + 1 - score.unsigned_abs()),
        Value::Draw => None,
        Value::Loss => Some(empty / 2 + 1 - score.unsigned_abs()),
    }
}

/// The simplest argument that is enough for the verdict.
fn reason(
    rules: ConnectFour<AnySize>,
    position: Position,
    column: u32,
    outlook: Outlook,
    columns: &[ScoredMove],
) -> Reason {
    let child = rules.apply(&position, column);
    if rules.has_four(child.opponent()) {
        let cell = child.stones ^ position.stones;
        return Reason::WinsAtOnce { four: cells_of(rules, four_with(rules, child.opponent(), cell)) };
    }
    let threatened = threatened(rules, position);
    if threatened.count_ones() > 1 {
        return Reason::CannotBlock { cells: cells_of(rules, threatened), outlook };
    }
    if outlook.verdict == Value::Win {
        if playable_wins(rules, child) == 0 {
            let own = rules.winning_cells(child.opponent(), child.stones);
            let now = own & rules.playable(child.stones);
            if now.count_ones() > 1 {
                return Reason::DoubleThreat { cells: cells_of(rules, now), stacked: false, outlook };
            }
            if now != 0 && own & now << 1 != 0 {
                let mut cells = cells_of(rules, now);
                cells.extend(cells_of(rules, now << 1));
                return Reason::DoubleThreat { cells, stacked: true, outlook };
            }
        }
        if let Some(moves) = outlook.moves
            && let Some(line) = chain_of_threats(rules, position, column, moves)
        {
            return Reason::ChainOfThreats { outlook: Outlook { line, ..outlook } };
        }
    }
    if threatened & (child.stones ^ position.stones) != 0 {
        return Reason::MustBlock { cell: cells_of(rules, threatened)[0], outlook };
    }
    if follow_up(rules, child).is_some_and(|value| value == outlook.verdict) {
        return Reason::FollowUp { outlook };
    }
    let others = columns.iter().filter(|judged| judged.column != column + 1);
    let mut others = others.peekable();
    let only = outlook.verdict != Value::Loss
        && others.peek().is_some()
        && others.all(|judged| Value::of(judged.bounds.upper) != outlook.verdict);
    Reason::Calculated { only, outlook }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_search::alphabeta;

    use super::super::generate::undecided;
    use super::super::notation::{parse_record, parse_size};
    use super::*;

    fn explained(text: &str, nodes: u64) -> Explanation {
        let record = parse_record(text, parse_size("6x7").unwrap()).unwrap();
        explain(&record, &mut AnySolver::new(record.size, 18), None, &mut Budget::nodes(nodes)).unwrap()
    }

    fn sentence(text: &str) -> (u32, String) {
        let found = explained(text, u64::MAX);
        assert_eq!(found.stopped, None);
        (found.decision.chosen, found.decision.reason.to_string())
    }

    #[test]
    fn a_line_of_four_is_named_from_end_to_end() {
        let (column, reason) = sentence("4x4:121212");
        assert_eq!((column, reason.as_str()), (1, "completes four from column 1, row 1 to column 1, row 4"));
    }

    #[test]
    fn a_threat_that_must_be_met_is_named() {
        let (column, reason) = sentence("4x4:12121");
        assert_eq!(column, 1);
        assert!(
            reason.starts_with("blocks column 1, row 4, where the opponent would complete four; "),
            "{reason}"
        );
    }

    #[test]
    fn two_threats_at_once_are_named_and_so_is_their_end() {
        let (column, reason) = sentence("4x6:3344");
        assert_eq!(column, 2);
        assert!(reason.starts_with("threatens column 1, row 1 and column 5, row 1 at once"), "{reason}");
        let (_, reason) = sentence("4x6:33442");
        assert!(reason.starts_with("the opponent threatens column 1, row 1 and column 5, row 1"), "{reason}");
        assert!(reason.contains("loses in 1 move:"), "{reason}");
    }

    /// The line that is told ends where it says, with the winner's stone.
    #[test]
    fn the_line_ends_in_as_many_moves_as_it_says() {
        let size = parse_size("5x5").unwrap();
        let mut kinds = std::collections::BTreeSet::new();
        for index in 0..120 {
            let record = undecided(size, 6 + (index % 12) as u32, Seed(21), index);
            let found =
                explain(&record, &mut AnySolver::new(size, 16), None, &mut Budget::unlimited()).unwrap();
            let reason = &found.decision.reason;
            kinds.insert(serde_json::to_value(reason).unwrap()["kind"].as_str().unwrap().to_owned());
            let Some(outlook) = reason.outlook() else { continue };
            let mut position = record.position;
            for column in &outlook.line {
                assert_eq!(record.rules().turn(&position).outcome(), None, "{outlook:?}");
                position = record.rules().apply(&position, column - 1);
            }
            assert!(record.rules().turn(&position).outcome().is_some(), "{outlook:?}");
            let stones = outlook.line.len() as u32;
            match outlook.verdict {
                Value::Win => assert_eq!(outlook.moves, Some(stones.div_ceil(2)), "{reason} {record:?}"),
                Value::Loss => assert_eq!(outlook.moves, Some(stones / 2), "{reason} {record:?}"),
                Value::Draw => assert_eq!(position.ply(), size.cells()),
            }
            let value =
                alphabeta::value(&record.rules(), &record.position, &mut Budget::unlimited()).unwrap();
            assert_eq!(outlook.score.signum(), value);
        }
        for kind in ["must-block", "double-threat", "calculated", "chain-of-threats"] {
            assert!(kinds.contains(kind), "{kind} never came up: {kinds:?}");
        }
    }

    /// A board as a child would draw it, to hold sentences against: `board[column][row]`, the second side's stones false.
    struct Sketch {
        columns: Vec<Vec<bool>>,
        height: usize,
        first_to_move: bool,
    }

    impl Sketch {
        fn new(record: &Record) -> Sketch {
            let size = record.size;
            let mut drawn = Sketch {
                columns: vec![Vec::new(); size.width() as usize],
                height: size.height() as usize,
                first_to_move: true,
            };
            record.columns.iter().for_each(|&column| drawn.play(column as usize));
            drawn
        }

        fn play(&mut self, column: usize) {
            self.columns[column].push(self.first_to_move);
            self.first_to_move = !self.first_to_move;
        }

        fn stone(&self, column: i32, row: i32) -> Option<bool> {
            let column = self.columns.get(usize::try_from(column).ok()?)?;
            column.get(usize::try_from(row).ok()?).copied()
        }

        /// Whether a stone of this side in the column would complete four.
        fn would_win(&self, column: usize, side: bool) -> bool {
            if self.columns[column].len() == self.height {
                return false;
            }
            let (x, y) = (column as i32, self.columns[column].len() as i32);
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
                let run = |sign: i32| {
                    (1..4)
                        .take_while(|&i| self.stone(x + sign * i * dx, y + sign * i * dy) == Some(side))
                        .count()
                };
                run(1) + run(-1) >= 3
            })
        }

        /// Whether the next stone in the cell's column lies in it and would complete four for this side.
        fn threatens(&self, cell: Cell, side: bool) -> bool {
            let column = cell.column as usize - 1;
            self.columns[column].len() + 1 == cell.row as usize && self.would_win(column, side)
        }
    }

    #[test]
    fn whatever_a_reason_says_is_true_on_the_board() {
        let mut told = std::collections::BTreeMap::new();
        for (name, positions, most) in [("5x5", 600, 18), ("4x6", 300, 16), ("6x7", 100, 30)] {
            let size = parse_size(name).unwrap();
            for index in 0..positions {
                let plies =
                    if name == "6x7" { 22 + (index % 8) as u32 } else { 4 + (index % (most - 4)) as u32 };
                let record = undecided(size, plies, Seed(31), index);
                let found =
                    explain(&record, &mut AnySolver::new(size, 16), None, &mut Budget::unlimited()).unwrap();
                let (mut drawn, chosen) = (Sketch::new(&record), found.decision.chosen as usize - 1);
                let us = drawn.first_to_move;
                let said = format!("{record:?}: {} {}", chosen + 1, found.decision.reason);
                for judged in &found.columns {
                    let mut after = Sketch::new(&record);
                    let column = judged.column as usize - 1;
                    assert_eq!(judged.blocks, after.would_win(column, !us), "{said}");
                    let wins = after.would_win(column, us);
                    after.play(column);
                    let lets = !wins && (0..after.columns.len()).any(|reply| after.would_win(reply, !us));
                    assert_eq!(judged.lets_win.is_some(), lets, "{said}");
                    assert!(judged.lets_win.is_none_or(|cell| after.threatens(cell, !us)), "{said}");
                }
                let kind = match &found.decision.reason {
                    Reason::WinsAtOnce { four } => {
                        assert!(drawn.would_win(chosen, us), "{said}");
                        drawn.play(chosen);
                        assert!(four.len() >= 4, "{said}");
                        let ours = |cell: &Cell| drawn.stone(cell.column as i32 - 1, cell.row as i32 - 1);
                        assert!(four.iter().all(|cell| ours(cell) == Some(us)), "{said}");
                        "wins at once"
                    }
                    Reason::MustBlock { cell, .. } => {
                        assert_eq!(cell.column as usize, chosen + 1, "{said}");
                        assert!(drawn.threatens(*cell, !us), "{said}");
                        "must block"
                    }
                    Reason::CannotBlock { cells, .. } => {
                        assert!(cells.len() > 1 && cells.iter().all(|&c| drawn.threatens(c, !us)), "{said}");
                        assert!(cells.iter().any(|cell| cell.column as usize == chosen + 1), "{said}");
                        "cannot block"
                    }
                    Reason::DoubleThreat { cells, stacked, .. } => {
                        drawn.play(chosen);
                        assert!(drawn.threatens(cells[0], us), "{said}");
                        if *stacked {
                            drawn.play(cells[0].column as usize - 1);
                        }
                        assert!(cells[1..].iter().all(|&cell| drawn.threatens(cell, us)), "{said}");
                        "double threat"
                    }
                    Reason::ChainOfThreats { outlook } => {
                        for (ply, &column) in outlook.line.iter().enumerate() {
                            let column = column as usize - 1;
                            let wins = drawn.would_win(column, us);
                            drawn.play(column);
                            let threat = (0..drawn.columns.len()).any(|next| drawn.would_win(next, us));
                            assert!(ply % 2 == 1 || wins || threat, "{said}");
                        }
                        "chain of threats"
                    }
                    Reason::FollowUp { .. } => "follow-up",
                    Reason::Calculated { only, outlook } => {
                        let worse = |judged: &ScoredMove| {
                            judged.column == found.decision.chosen
                                || Value::of(judged.bounds.upper) != outlook.verdict
                        };
                        assert!(!only || found.columns.iter().all(worse), "{said}");
                        "calculated"
                    }
                    Reason::SoFar { .. } => panic!("the budget is unlimited"),
                };
                *told.entry(kind).or_insert(0) += 1;
            }
        }
        for kind in ["wins at once", "must block", "cannot block", "double threat", "chain of threats"] {
            assert!(told.get(kind).is_some_and(|&count| count > 5), "{told:?}");
        }
    }

    #[test]
    fn where_every_column_loses_as_soon_the_one_that_blocks_is_chosen() {
        let (column, reason) = sentence("44455554221");
        assert_eq!(column, 3);
        assert!(reason.starts_with("blocks column 3, row "), "{reason}");
    }

    #[test]
    fn solving_and_explaining_choose_the_same_column() {
        for (board, stones) in [("6x7", 22), ("6x6", 18), ("4x5", 8)] {
            let size = parse_size(board).unwrap();
            for index in 0..40 {
                let record = undecided(size, stones, Seed(33), index);
                let mut solver = AnySolver::new(size, 16);
                let mut budget = Budget::unlimited();
                let told = explain(&record, &mut solver, None, &mut budget).unwrap().decision.chosen;
                let score = solver.solve(record.position, &mut budget).unwrap().score;
                let best = solver.best_column(record.position, score, &mut budget).unwrap();
                assert_eq!(best.map(|column| column + 1), Some(told), "{board} {index}");
            }
        }
    }

    #[test]
    fn what_is_certain_is_not_called_a_guess() {
        let (mut proved, mut guessed) = (0, 0);
        for index in 0..30 {
            let record = undecided(parse_size("6x7").unwrap(), 16, Seed(32), index);
            for nodes in [100, 3_000, 30_000] {
                let mut solver = AnySolver::new(record.size, 16);
                let found = explain(&record, &mut solver, None, &mut Budget::nodes(nodes)).unwrap();
                let Reason::SoFar { proved: is_proved, .. } = found.decision.reason else { continue };
                let text = found.decision.reason.to_string();
                assert_eq!(found.decision.probability.is_certain(), is_proved, "{text}");
                assert_eq!(text.contains("guess"), !is_proved, "{text}");
                proved += u32::from(is_proved);
                guessed += u32::from(!is_proved);
            }
        }
        assert!(proved > 3 && guessed > 3, "{proved} proved, {guessed} guessed");
    }

    #[test]
    fn the_follow_up_is_claimed_only_where_it_holds() {
        let size = parse_size("4x5").unwrap();
        let mut claimed = 0;
        for index in 0..2000 {
            let record = undecided(size, 5 + (index % 12) as u32, Seed(22), index);
            let Some(value) = follow_up(record.rules(), record.position) else { continue };
            claimed += 1;
            let truth =
                alphabeta::value(&record.rules(), &record.position, &mut Budget::unlimited()).unwrap();
            match value {
                Value::Win => assert_eq!(truth, -1, "{record:?}"),
                _ => assert!(truth <= 0, "{record:?}"),
            }
        }
        assert!(claimed > 20, "{claimed} positions are too few to mean anything");
    }

    #[test]
    fn a_budget_that_runs_out_keeps_what_is_proved_of_every_column() {
        let mut narrowed = 0;
        for index in 0..12 {
            let record = undecided(parse_size("6x7").unwrap(), 18, Seed(23), index);
            let mut budget = Budget::unlimited();
            let whole = AnySolver::new(record.size, 18).examine(None, record.position, &mut budget);
            if budget.spent() < 1000 {
                continue;
            }
            for percent in [1, 50, 90] {
                let mut part_of_it = Budget::nodes(budget.spent() * percent / 100);
                let part =
                    explain(&record, &mut AnySolver::new(record.size, 18), None, &mut part_of_it).unwrap();
                assert_eq!(part.stopped, Some(Exhausted::Nodes));
                for (known, exact) in part.columns.iter().zip(&whole.columns) {
                    let (known, exact) = (known.bounds, exact.bounds);
                    assert!(known.lower <= exact.lower && exact.upper <= known.upper, "{known:?} {exact:?}");
                    narrowed += u32::from(known.value().is_some());
                }
            }
        }
        assert!(narrowed > 24, "{narrowed} decided columns are too few to mean anything");
    }

    #[test]
    fn a_column_that_is_proved_lost_is_not_chosen_while_another_is_open() {
        let rules = ConnectFour(parse_size("6x7").unwrap());
        let judged = |column: u32, upper: i32| ScoredMove {
            column,
            bounds: Bounds { lower: -18, upper },
            lets_win: None,
            blocks: false,
        };
        // Random games speak for the centre.
        let columns: Vec<ScoredMove> =
            (1..=7).map(|column| judged(column, if column == 7 { 18 } else { -1 })).collect();
        let decision = so_far(rules, Position::START, &columns);
        assert_eq!(decision.chosen, 7);
        assert!(!decision.probability.is_certain());
        let columns: Vec<ScoredMove> = (1..=7).map(|column| judged(column, -1)).collect();
        assert_ne!(so_far(rules, Position::START, &columns).chosen, 7);
    }

    #[test]
    fn a_stone_that_lets_the_opponent_win_says_where() {
        let found = explained("4x4:1212", u64::MAX);
        let three = &found.columns[2];
        assert_eq!((three.column, three.lets_win), (3, None));
        let found = explained("4x4:12121", u64::MAX);
        assert_eq!(found.columns[2].lets_win, Some(Cell { column: 1, row: 4 }));
        assert_eq!(found.columns[0].lets_win, None);
    }
}

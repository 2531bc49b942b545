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
use quandary_core::{Budget, Context, Decision, Exhausted, InputError, Probability, Stop};
use quandary_verbs::{Alternative, Hint};

use super::any::AnySolver;
use super::argue::{argue, moves_to_win};
use super::book::Book;
use super::geometry::{AnySize, Geometry};
use super::notation::Record;
use super::opinion::Opinion;
pub use super::reason::{Cell, Next, Outlook, Reason, Threat};
use super::reason::{ending, proved_so_far};
use super::rules::{ConnectFour, Position};
use super::solve::{Bounds, Column, Solver, Value, most_natural_first};
use super::threats::{cells_of, playable_wins, threatened};
use crate::reason::game_over;

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

/// What is proved of every column, with what can be seen on the board.
fn judged(rules: ConnectFour<AnySize>, position: Position, columns: &[Column]) -> Vec<ScoredMove> {
    let threatened = threatened(rules, position);
    let judge = |&Column { column, bounds }: &Column| {
        let child = rules.apply(&position, column);
        let wins = if rules.turn(&child).outcome().is_some() { 0 } else { playable_wins(rules, child) };
        ScoredMove {
            column: column + 1,
            bounds,
            lets_win: cells_of(rules, wins).first().copied(),
            blocks: threatened & (child.stones ^ position.stones) != 0,
        }
    };
    columns.iter().map(judge).collect()
}

/// The column that no other can be better than, if there is one: of equally good ones the first of `natural` (from 0).
fn proved_best<'a>(columns: &'a [ScoredMove], natural: &[u32]) -> Option<&'a ScoredMove> {
    let place = |judged: &ScoredMove| natural.iter().position(|column| column + 1 == judged.column);
    let is_best = |judged: &&ScoredMove| {
        let mut others = columns.iter().filter(|other| other.column != judged.column);
        others.all(|other| other.bounds.upper <= judged.bounds.lower)
    };
    columns.iter().filter(is_best).min_by_key(|judged| place(judged))
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
    refine(record, solver, book, budget, &mut |_| {})
}

/// The same step by step: `show` gets an explanation at once and then each that knows more, the last one too. It ends when
/// every column is exact, or with the budget.
pub fn refine(
    record: &Record,
    solver: &mut AnySolver,
    book: Option<&Book>,
    budget: &mut Budget,
    show: &mut dyn FnMut(&Explanation),
) -> Result<Explanation, InputError> {
    let (rules, position) = (record.rules(), record.position);
    if rules.turn(&position).outcome().is_some() {
        return Err(game_over());
    }
    let natural = most_natural_first(rules, position);
    let known = |position: Position| book.and_then(|book| book.score(position));
    let mut opinion = None;
    let surroundings = budget.clone();
    let mut explanation_of = |columns: &[Column], line: &mut dyn FnMut(u32, i32) -> Vec<u32>| {
        let columns = judged(rules, position, columns);
        let decision = match proved_best(&columns, &natural) {
            Some(best) if best.bounds.is_exact() => {
                let (column, score) = (best.column, best.bounds.lower);
                let (verdict, moves) = (Value::of(score), moves_to_win(rules, position, score));
                let outlook = Outlook { verdict, score, moves, line: line(column, score) };
                Decision::certain(column, argue(rules, position, column - 1, outlook, &columns))
            }
            best => {
                let opinion = opinion.get_or_insert_with(|| Opinion::of(rules, position, &surroundings));
                so_far(rules, best, &columns, opinion)
            }
        };
        (decision, columns)
    };
    let (columns, stopped) = solver.columns(position, &known, budget, &mut |columns| {
        let (decision, columns) = explanation_of(columns, &mut |column, _| vec![column]);
        show(&Explanation { decision, columns, stopped: None });
    });
    let (decision, columns) = explanation_of(&columns, &mut |column, score| {
        let child = rules.apply(&position, column - 1);
        let mut share = budget.with_nodes(budget.remaining().min(LINE_NODES + budget.spent()));
        let mut line = vec![column];
        line.extend(solver.line(book, child, -score, &mut share));
        line
    });
    let last = Explanation { decision, columns, stopped };
    show(&last);
    Ok(last)
}

/// Nodes that the line of play may cost beyond what the scores did: well under a second. Where the book knew the
/// scores, the line goes as far as this leads.
const LINE_NODES: u64 = 2_000_000;

/// The choice where the search is not finished: what is proved counts first, then what it looks like. `best` is the column that
/// is proved to be the best, though not by how much.
fn so_far(
    rules: ConnectFour<AnySize>,
    best: Option<&ScoredMove>,
    columns: &[ScoredMove],
    opinion: &Opinion,
) -> Decision<u32, Reason> {
    let proved = best.is_some();
    let merit = |judged: &&ScoredMove| {
        let Bounds { lower, upper } = judged.bounds;
        let from_centre = (2 * judged.column).abs_diff(rules.0.width() + 1);
        // How soon a column wins or loses counts only where that is all that is open.
        let soon = if upper < 0 || lower > 0 { (lower, upper) } else { (0, 0) };
        let looks = opinion.value(judged.column - 1);
        (lower.signum(), upper.signum(), soon, judged.blocks, looks, Reverse(from_centre))
    };
    let best = best.or_else(|| columns.iter().max_by_key(merit)).expect("an undecided position has a move");
    let others = columns.iter().filter(|judged| judged.column != best.column);
    let lost = others.filter(|judged| judged.bounds.upper < 0).map(|judged| judged.column).collect();
    let numbers = |exact: bool| {
        let those = columns.iter().filter(|judged| judged.bounds.is_exact() == exact);
        those.map(|judged| judged.column).collect()
    };
    let reason = Reason::SoFar {
        proved,
        bounds: best.bounds,
        exact: numbers(true),
        bounded: numbers(false),
        lost,
        ahead: opinion.ahead,
    };
    // There is nothing to count where nothing is proved: an even chance says so.
    let probability = if proved { Probability::CERTAIN } else { Probability::clamped(0.5) };
    Decision { chosen: best.column, reason, probability }
}

/// What the worth of a column counts.
const VALUE_IS: &str =
    "score: k when four is completed with the k-th last stone of one's own, negative for a loss";

/// Advice on a position in which the game goes on: the column, why, and what is proved of every column; and what ran out, if
/// something did. `show` gets every better state of it, the last one too.
pub fn advise(
    record: &Record,
    table_bits: u32,
    context: &Context<'_>,
    show: &mut dyn FnMut(&Hint<Reason>),
) -> Result<(Hint<Reason>, Option<Exhausted>), Stop> {
    let mut solver = AnySolver::new(record.size, table_bits);
    let book = Book::load(record.size, context);
    let mut last = None;
    let found = refine(record, &mut solver, book.as_deref(), &mut context.budget.clone(), &mut |found| {
        let hint = hint_of(record, found);
        // A step that changes nothing that people see is none.
        if last.as_ref() != Some(&hint) {
            show(&hint);
            last = Some(hint);
        }
    })?;
    Ok((hint_of(record, &found), found.stopped))
}

/// An explanation as every interface shows it.
fn hint_of(record: &Record, found: &Explanation) -> Hint<Reason> {
    let (rules, position) = (record.rules(), record.position);
    let mut columns: Vec<&ScoredMove> = found.columns.iter().collect();
    columns.sort_by_key(|judged| {
        let is_chosen = judged.column == found.decision.chosen;
        (Reverse((judged.bounds.lower, judged.bounds.upper)), Reverse(is_chosen))
    });
    let alternatives = columns
        .iter()
        .map(|judged| {
            let Bounds { lower, upper } = judged.bounds;
            let mut text = if lower == upper {
                ending(Value::of(lower), moves_to_win(rules, position, lower))
            } else {
                proved_so_far(judged.bounds).to_owned()
            };
            if let Some(cell) = judged.lets_win {
                text += &format!("; lets the opponent complete four at {cell}");
            }
            let value = (lower == upper).then_some(f64::from(lower));
            Alternative { chosen: judged.column.to_string(), value, text }
        })
        .collect();
    let chosen = found.decision.chosen.to_string();
    Hint::new(found.decision.clone(), chosen, VALUE_IS).among(alternatives)
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_search::alphabeta;

    use super::super::generate::undecided;
    use super::super::notation::{parse_record, parse_size};
    use super::super::threats::{follow_up, waiting_threat};
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

    /// The line of a reason ends where it says, with the winner's stone.
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

        /// Whether the cell is empty and a stone of this side in it would complete four, wherever the stones are below it.
        fn waits_for(&self, cell: Cell, side: bool) -> bool {
            let (x, y) = (cell.column as i32 - 1, cell.row as i32 - 1);
            let others = |(dx, dy): (i32, i32)| {
                let run = |sign: i32| {
                    (1..4)
                        .take_while(|&i| self.stone(x + sign * i * dx, y + sign * i * dy) == Some(side))
                        .count()
                };
                run(1) + run(-1) >= 3
            };
            self.stone(x, y).is_none() && [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(others)
        }

        /// Whether the next stone in the cell's column lies in it and would complete four for this side.
        fn threatens(&self, cell: Cell, side: bool) -> bool {
            let column = cell.column as usize - 1;
            self.columns[column].len() + 1 == cell.row as usize && self.would_win(column, side)
        }
    }

    #[test]
    fn whatever_a_reason_says_is_true_on_the_board() {
        let mut reasons = std::collections::BTreeMap::new();
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
                    Reason::OddThreat { cell, .. } => {
                        drawn.play(chosen);
                        assert!(cell.row % 2 == 1 && drawn.waits_for(*cell, us), "{said}");
                        "odd threat"
                    }
                    Reason::Calculated { only, threat, next, outlook } => {
                        if let Some(Threat { cell, ours, is_new }) = threat {
                            let owner = if *ours { us } else { !us };
                            assert_eq!(drawn.waits_for(*cell, owner), !is_new, "{said}");
                            outlook.line.iter().for_each(|&column| drawn.play(column as usize - 1));
                            let last = drawn.stone(cell.column as i32 - 1, cell.row as i32 - 1);
                            assert_eq!(last, Some(owner), "{said}");
                            *reasons.entry("a threat that decides").or_insert(0) += 1;
                        }
                        let next = next.as_ref().expect("all columns are exact");
                        let others =
                            found.columns.iter().filter(|judged| judged.column != found.decision.chosen);
                        let most = others.clone().map(|judged| judged.bounds.lower).max();
                        for judged in others {
                            let is_next = Some(judged.bounds.lower) == most;
                            assert_eq!(next.columns.contains(&judged.column), is_next, "{said}");
                        }
                        let worse = |judged: &ScoredMove| {
                            judged.column == found.decision.chosen
                                || Value::of(judged.bounds.upper) != outlook.verdict
                        };
                        assert!(!only || found.columns.iter().all(worse), "{said}");
                        "calculated"
                    }
                    Reason::SoFar { .. } => panic!("the budget is unlimited"),
                };
                *reasons.entry(kind).or_insert(0) += 1;
            }
        }
        for kind in ["wins at once", "must block", "cannot block", "double threat", "chain of threats"] {
            assert!(reasons.get(kind).is_some_and(|&count| count > 5), "{reasons:?}");
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
                let advised = explain(&record, &mut solver, None, &mut budget).unwrap().decision.chosen;
                let score = solver.solve(record.position, &mut budget).unwrap().score;
                let best = solver.best_column(record.position, score, &mut budget).unwrap();
                assert_eq!(best.map(|column| column + 1), Some(advised), "{board} {index}");
            }
        }
    }

    #[test]
    fn what_is_not_proved_is_never_called_certain() {
        let mut unfinished = 0;
        for index in 0..30 {
            let record = undecided(parse_size("6x7").unwrap(), 16, Seed(32), index);
            for nodes in [10, 3_000, 30_000] {
                let mut solver = AnySolver::new(record.size, 16);
                let found = explain(&record, &mut solver, None, &mut Budget::nodes(nodes)).unwrap();
                let Reason::SoFar { proved, bounds, .. } = found.decision.reason else { continue };
                let text = found.decision.reason.to_string();
                assert_eq!(found.decision.probability.is_certain(), proved, "{text}");
                assert_eq!(text.contains("not a proof"), bounds.value().is_none() && !proved, "{text}");
                assert!(proved || bounds.value().is_none() || text.contains("not known yet"), "{text}");
                unfinished += 1;
            }
        }
        assert!(unfinished > 10, "{unfinished} are too few to mean anything");
    }

    #[test]
    fn a_column_may_be_proved_best_before_its_score_is_known() {
        let rules = ConnectFour(parse_size("6x7").unwrap());
        let judged = |column: u32, lower: i32, upper: i32| ScoredMove {
            column,
            bounds: Bounds { lower, upper },
            lets_win: None,
            blocks: false,
        };
        let opinion = Opinion::of(rules, Position::START, &Budget::unlimited());
        let natural = most_natural_first(rules, Position::START);
        let mut columns: Vec<ScoredMove> = (1..=7).map(|column| judged(column, -18, 2)).collect();
        columns[6].bounds = Bounds { lower: 2, upper: 9 };
        let best = proved_best(&columns, &natural).cloned().unwrap();
        assert_eq!((best.column, best.bounds.is_exact()), (7, false));
        let decision = so_far(rules, Some(&best), &columns, &opinion);
        assert!(decision.probability.is_certain());
        assert!(decision.reason.to_string().contains("no other column is better"), "{}", decision.reason);
        columns[0].bounds.upper = 3;
        assert!(proved_best(&columns, &natural).is_none(), "column 1 may win sooner");
        let decision = so_far(rules, None, &columns, &opinion);
        assert_eq!((decision.chosen, decision.probability.is_certain()), (7, false));
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
            let (whole, _) =
                AnySolver::new(record.size, 18).columns(record.position, &|_| None, &mut budget, &mut |_| {});
            if budget.spent() < 1000 {
                continue;
            }
            for percent in [1, 50, 90] {
                let mut part_of_it = Budget::nodes(budget.spent() * percent / 100);
                let part =
                    explain(&record, &mut AnySolver::new(record.size, 18), None, &mut part_of_it).unwrap();
                assert_eq!(part.stopped, Some(Exhausted::Nodes));
                for (known, exact) in part.columns.iter().zip(&whole) {
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
        // Looking ahead speaks for the centre.
        let opinion = Opinion::of(rules, Position::START, &Budget::unlimited());
        let columns: Vec<ScoredMove> =
            (1..=7).map(|column| judged(column, if column == 7 { 18 } else { -1 })).collect();
        let decision = so_far(rules, None, &columns, &opinion);
        assert_eq!(decision.chosen, 7);
        assert!(!decision.probability.is_certain());
        let columns: Vec<ScoredMove> = (1..=7).map(|column| judged(column, -1)).collect();
        assert_ne!(so_far(rules, None, &columns, &opinion).chosen, 7);
    }

    #[test]
    fn the_odd_threat_is_claimed_only_where_it_wins_whatever_is_played() {
        let mut claimed = 0;
        for (name, most) in [("4x5", 18), ("4x6", 20), ("6x5", 26)] {
            let size = parse_size(name).unwrap();
            for index in 0..3000 {
                let record = undecided(size, 5 + (index % (most - 5)) as u32, Seed(24), index);
                let rules = record.rules();
                if playable_wins(rules, record.position) != 0 {
                    continue;
                }
                let Some(cell) = waiting_threat(rules, record.position) else { continue };
                claimed += 1;
                let mut stream = Seed(25).stream(index);
                for _ in 0..20 {
                    // The other side plays anything; every stone is answered in the same column.
                    let mut position = record.position;
                    loop {
                        let mut columns = Vec::new();
                        rules.moves(&position, &mut columns);
                        let column = *stream.choose(&columns).unwrap();
                        position = rules.apply(&position, column);
                        assert!(!rules.has_four(position.opponent()), "{record:?}");
                        let answer =
                            rules.drop(position, column).expect("the column has room for the answer");
                        position = position.with(answer);
                        if rules.has_four(position.opponent()) {
                            break;
                        }
                        assert_ne!(answer, cell, "the threat was not one: {record:?}");
                    }
                }
            }
        }
        assert!(claimed > 20, "{claimed} positions are too few to mean anything");
    }

    /// What is shown is never less than what was shown before, nothing is called certain that is not best, and the last
    /// explanation is the one that is returned.
    #[test]
    fn a_hint_gets_better_step_by_step_and_is_never_certain_of_a_column_that_is_not_best() {
        let size = parse_size("6x7").unwrap();
        let (mut several, mut estimates) = (0, 0);
        for index in 0..20 {
            let record = undecided(size, 16 + (index % 4) as u32, Seed(26), index);
            let mut shown: Vec<Explanation> = Vec::new();
            let mut solver = AnySolver::new(size, 18);
            let last = refine(&record, &mut solver, None, &mut Budget::unlimited(), &mut |step| {
                shown.push(step.clone());
            })
            .unwrap();
            assert_eq!(shown.last(), Some(&last));
            let best = last.columns.iter().map(|judged| judged.bounds.lower).max().unwrap();
            for pair in shown.windows(2) {
                for (before, after) in pair[0].columns.iter().zip(&pair[1].columns) {
                    let (before, after) = (before.bounds, after.bounds);
                    assert!(before.lower <= after.lower && after.upper <= before.upper);
                }
            }
            for step in &shown {
                let chosen = step.decision.chosen;
                let score = last.columns.iter().find(|judged| judged.column == chosen).unwrap().bounds.lower;
                assert!(!step.decision.probability.is_certain() || score == best, "{record:?} {chosen}");
                estimates += u32::from(!step.decision.probability.is_certain());
            }
            several += u32::from(shown.len() > 3);
        }
        assert!(several > 10 && estimates > 10, "{several} {estimates}");
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

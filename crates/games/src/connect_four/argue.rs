//! Which argument is enough: the simplest one that proves what is said of a column.

use super::explain::ScoredMove;
use super::geometry::{AnySize, Geometry};
use super::reason::{Next, Outlook, Reason, Threat};
use super::rules::{ConnectFour, Position};
use super::solve::Value;
use super::threats::{
    cells_of, chain_of_threats, follow_up, four_with, playable_wins, threatened, waiting_threat,
};

/// In how many stones of the winner a score is reached: his last stone but `|score| - 1` completes four.
pub(super) fn moves_to_win(rules: ConnectFour<AnySize>, position: Position, score: i32) -> Option<u32> {
    let empty = rules.0.cells() - position.ply();
    match Value::of(score) {
        Value::Win => Some(empty.div_ceil(2) + 1 - score.unsigned_abs()),
        Value::Draw => None,
        Value::Loss => Some(empty / 2 + 1 - score.unsigned_abs()),
    }
}

/// The simplest argument that is enough for the verdict of `column` (from 0), which no other of `columns` exceeds.
pub(super) fn argue(
    rules: ConnectFour<AnySize>,
    position: Position,
    column: u32,
    outlook: Outlook,
    columns: &[ScoredMove],
) -> Reason {
    let child = position.with(rules.drop(position, column).unwrap_or(0));
    let stone = child.stones ^ position.stones;
    if rules.has_four(child.opponent()) {
        return Reason::WinsAtOnce { four: cells_of(rules, four_with(rules, child.opponent(), stone)) };
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
    if threatened & stone != 0 {
        return Reason::MustBlock { cell: cells_of(rules, threatened)[0], outlook };
    }
    if outlook.verdict == Value::Win
        && let Some(cell) = waiting_threat(rules, child)
    {
        return Reason::OddThreat { cell: cells_of(rules, cell)[0], outlook };
    }
    if follow_up(rules, child).is_some_and(|value| value == outlook.verdict) {
        return Reason::FollowUp { outlook };
    }
    let others = columns.iter().filter(|judged| judged.column != column + 1);
    let mut others = others.peekable();
    let only = outlook.verdict != Value::Loss
        && others.peek().is_some()
        && others.all(|judged| Value::of(judged.bounds.upper) != outlook.verdict);
    let (threat, next) =
        (deciding_threat(rules, position, &outlook), next_best(rules, position, column, columns));
    Reason::Calculated { only, threat, next, outlook }
}

/// The threat by which the line of play ends: an empty cell that completes four for the winner as soon as the first stone of
/// the line is played, but that nobody can reach yet.
fn deciding_threat(rules: ConnectFour<AnySize>, position: Position, outlook: &Outlook) -> Option<Threat> {
    let (last, before) = outlook.line.split_last()?;
    let mut end = position;
    for column in before {
        end = end.with(rules.drop(end, column - 1)?);
    }
    let cell = rules.drop(end, last - 1)?;
    let winner = end.mover | cell;
    if !rules.has_four(winner) {
        return None;
    }
    let ours = end.ply() % 2 == position.ply() % 2;
    let child = position.with(rules.drop(position, outlook.line[0] - 1)?);
    let (own_before, own) =
        if ours { (position.mover, child.opponent()) } else { (position.opponent(), child.mover) };
    let waits = |own: u64, stones: u64| rules.winning_cells(own, stones) & cell != 0;
    if !waits(own, child.stones) || rules.playable(child.stones) & cell != 0 {
        return None;
    }
    let [cell_named] = cells_of(rules, cell)[..] else { return None };
    Some(Threat { cell: cell_named, ours, is_new: !waits(own_before, position.stones) })
}

/// The best of the other columns, where all of them are exact.
fn next_best(
    rules: ConnectFour<AnySize>,
    position: Position,
    column: u32,
    columns: &[ScoredMove],
) -> Option<Next> {
    let others = columns.iter().filter(|judged| judged.column != column + 1);
    let score = others.clone().map(|judged| judged.bounds.lower).max()?;
    if !columns.iter().all(|judged| judged.bounds.is_exact()) {
        return None;
    }
    Some(Next {
        columns: others.filter(|judged| judged.bounds.lower == score).map(|judged| judged.column).collect(),
        verdict: Value::of(score),
        moves: moves_to_win(rules, position, score),
    })
}

//! Sliding puzzles.
//!
//! | claim | evidence | checked |
//! |---|---|---|
//! | `optimal` | `goal` (a board), `moves` (letters: the way a tile slides), `length`; on more than 16 cells `patterns` where a bound needs them | the moves are legal and end at the goal, and no solution is shorter than `length` |
//! | `solution` | the same and `lower_bound` | the moves are legal and end at the goal, and no solution is shorter than `lower_bound` |
//! | `win`, `loss` | `goal`, `within` (most slides), `bars`, `inhibitor` (`and`, `or`, `chance`), and a [proof tree](crate::proof_tree) | whether the board is solved within this many slides although directions are barred: the winner's strategy is walked |
//! | `unsolvable` | `goal` | the parity of the arrangement against the parity of the empty cell's distance, counted by inversions; on a single row, the order of the tiles |
//!
//! Manhattan distance and linear conflict show that no solution is shorter, where they suffice. Otherwise the tiles are
//! split into patterns, the distances of every pattern are computed here, and all ways are tried that the sum of these
//! distances does not rule out, with a limit that grows to the claimed length. On up to 16 cells the checker chooses
//! the patterns itself, so that the certificate need not name them. `patterns` is a list of lists of tiles; no tile may
//! be in two of them.

mod audit;
mod bounds;
mod limited;
mod patterns;
mod search;

use std::rc::Rc;

use quandary_core::words::count;
use quandary_core::{Budget, Certificate, Exhausted};
use serde_json::Value;

use crate::evidence::Evidence;
use crate::number::whole;
use crate::{Rejection, Verified, Work, malformed, wrong};
use search::{BoardByHomes, Partition, Shorter, Tables};

pub(crate) const CLAIMS: &[&str] = &["optimal", "solution", "unsolvable", "win", "loss"];

pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let parts: &[&str] = match certificate.claim.as_str() {
        "optimal" => &["goal", "moves", "length", "patterns"],
        "solution" => &["goal", "moves", "length", "patterns", "lower_bound"],
        "unsolvable" => &["goal"],
        "win" | "loss" => return crate::proof_tree::verify::<limited::Place>(certificate, work),
        claim => return Err(Rejection::Unknown { puzzle: "sliding".into(), claim: claim.into() }),
    };
    let evidence = Evidence::with(&certificate.evidence, parts)?;
    let board = Grid::read(&certificate.instance)?;
    let goal = Grid::read(evidence.text("goal")?)?;
    if (board.rows, board.columns) != (goal.rows, goal.columns) {
        return malformed("the board and the goal differ in size");
    }
    let verified = match certificate.claim.as_str() {
        "optimal" => optimal(&board, &goal, evidence, work)?,
        "solution" => solution(&board, &goal, evidence, work)?,
        _ => unsolvable(&board, &goal)?,
    };
    Ok(verified.proves("board", format!("{}x{}", board.rows, board.columns)).proves("goal", goal.in_rows()))
}

/// Larger boards are refused.
const MOST_CELLS: usize = 256;

/// Numbers along the rows; 0 is the empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Grid {
    rows: usize,
    columns: usize,
    tiles: Vec<u16>,
}

impl Grid {
    fn read(text: &str) -> Result<Grid, Rejection> {
        let fault = |what: &str| malformed(format!("{what} in the board `{text}`"));
        let mut rows: Vec<Vec<u16>> = Vec::new();
        for line in text.lines() {
            let row: Option<Vec<u16>> = line.split_whitespace().map(whole).collect();
            let Some(row) = row else { return fault("something that is not a tile's number") };
            rows.push(row);
        }
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return fault("rows of different lengths, or none");
        }
        let grid = Grid { rows: rows.len(), columns, tiles: rows.concat() };
        if grid.tiles.len() > MOST_CELLS {
            return malformed(format!("a board of more than {MOST_CELLS} cells"));
        }
        let mut sorted = grid.tiles.clone();
        sorted.sort_unstable();
        if sorted.iter().enumerate().any(|(index, &tile)| index != usize::from(tile)) {
            return fault("not every number from 0 once");
        }
        Ok(grid)
    }

    fn empty(&self) -> usize {
        self.tiles.iter().position(|&tile| tile == 0).unwrap_or(0)
    }

    /// Where the tile comes from that slides this way; `None` at the border or for another letter.
    fn source(&self, empty: usize, letter: char) -> Option<usize> {
        let (row, column) = (empty / self.columns, empty % self.columns);
        match letter {
            'U' if row + 1 < self.rows => Some(empty + self.columns),
            'D' if row > 0 => Some(empty - self.columns),
            'L' if column + 1 < self.columns => Some(empty + 1),
            'R' if column > 0 => Some(empty - 1),
            _ => None,
        }
    }

    fn steps(&self, from: usize, to: usize) -> usize {
        (from / self.columns).abs_diff(to / self.columns) + (from % self.columns).abs_diff(to % self.columns)
    }

    /// Row by row, as an answer writes it.
    fn in_rows(&self) -> String {
        let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
        self.tiles.chunks(self.columns).map(row).collect::<Vec<_>>().join("\n")
    }

    /// The goal in words: in order where it is, otherwise row by row.
    fn in_words(&self) -> String {
        let in_order =
            self.tiles.iter().filter(|&&tile| tile != 0).zip(1..).all(|(&tile, place)| tile == place);
        match self.empty() {
            0 if in_order => "the goal in order with the empty cell first".into(),
            last if in_order && last + 1 == self.tiles.len() => {
                "the goal in order with the empty cell last".into()
            }
            _ => format!("the goal {}", self.in_rows().replace('\n', " / ")),
        }
    }
}

/// Plays the moves and returns how many there are.
fn play(board: &Grid, goal: &Grid, evidence: Evidence<'_>, budget: &mut Budget) -> Result<usize, Rejection> {
    let moves = evidence.text("moves")?;
    let length = moves.chars().count();
    evidence.agrees("length", length as u64)?;
    let mut at = board.clone();
    let mut empty = at.empty();
    for (number, letter) in moves.chars().enumerate() {
        budget.spend(1)?;
        let Some(source) = at.source(empty, letter) else {
            return wrong(format!("move {} ({letter}) is not legal", number + 1));
        };
        at.tiles.swap(empty, source);
        empty = source;
    }
    if at != *goal {
        return wrong(format!("the {length} moves do not end at {}", goal.in_words()));
    }
    Ok(length)
}

fn solution(
    board: &Grid,
    goal: &Grid,
    evidence: Evidence<'_>,
    work: &mut Work,
) -> Result<Verified, Rejection> {
    let length = play(board, goal, evidence, &mut work.budget)?;
    let claimed = evidence.whole("lower_bound")?;
    let Some(bound) = usize::try_from(claimed).ok().filter(|&bound| bound <= length) else {
        return wrong(format!("the bound {claimed} is claimed for a solution of {length} moves"));
    };
    let how = at_least(bound, board, goal, evidence, work)?;
    Ok(Verified::fact(reached(length, goal))
        .and(format!("no solution has fewer than {bound} moves: {how}"))
        .proves_one_of("verdict", ["bounded".into(), SOLVER_ALONE.into()])
        .proves("length", length as u64)
        .proves("moves", evidence.text("moves")?)
        .proves("lower_bound", claimed)
        .proves("gap", (length - bound) as u64))
}

/// The fact that the moves of a certificate reach the goal.
fn reached(length: usize, goal: &Grid) -> String {
    let lead = if length == 1 { "leads" } else { "lead" };
    format!("{} {lead} to {}", count(length as u64, "legal move"), goal.in_words())
}

/// The verdict of an answer that says more than its certificate proves.
const SOLVER_ALONE: &str = "optimal (proved by the solver alone)";

fn optimal(
    board: &Grid,
    goal: &Grid,
    evidence: Evidence<'_>,
    work: &mut Work,
) -> Result<Verified, Rejection> {
    let length = play(board, goal, evidence, &mut work.budget)?;
    let how = at_least(length, board, goal, evidence, work)?;
    Ok(Verified::fact(reached(length, goal))
        .and(format!("no solution has fewer: {how}"))
        .proves("verdict", "optimal")
        .proves("length", length as u64)
        .proves("moves", evidence.text("moves")?)
        .proves("lower_bound", length as u64)
        .proves("gap", 0))
}

/// Tables that are kept for the next certificate.
#[derive(Default)]
pub(crate) struct TableCache(Vec<Rc<CachedTables>>);

/// The tables of one partition of one board.
struct CachedTables {
    size: (usize, usize, usize),
    partition: Partition,
    tables: Tables,
}

impl TableCache {
    fn tables(
        &mut self,
        named: &BoardByHomes,
        partition: Partition,
        budget: &mut Budget,
    ) -> Result<Rc<CachedTables>, Rejection> {
        let shape = &named.shape;
        let size = (shape.rows, shape.columns, shape.blank);
        let known = self.0.iter().find(|kept| kept.size == size && kept.partition == partition);
        if let Some(known) = known {
            return Ok(Rc::clone(known));
        }
        // Tables of other boards are dropped.
        self.0.retain(|kept| kept.size == size);
        let tables = Tables::new(shape, &partition, budget)?;
        let made = Rc::new(CachedTables { size, partition, tables });
        self.0.push(Rc::clone(&made));
        Ok(made)
    }
}

/// Children made with small tables before large ones are built.
const FIRST_TRY: u64 = 30_000_000;
/// Cells up to which the checker chooses the patterns itself.
const OWN_PATTERNS: usize = 16;

/// Shows that no solution has fewer than `bound` moves, and says how.
fn at_least(
    bound: usize,
    board: &Grid,
    goal: &Grid,
    evidence: Evidence<'_>,
    work: &mut Work,
) -> Result<&'static str, Rejection> {
    let named_patterns = evidence.get("patterns").map(|value| read_patterns(value, goal)).transpose()?;
    if named_patterns.is_none() && bounds::linear_conflict(board, goal) >= bound {
        return Ok("Manhattan distance and linear conflict allow none");
    }
    let named = BoardByHomes::new(board.rows, board.columns, &board.tiles, &goal.tiles);
    let partitions = match named_patterns {
        Some(tiles) => {
            let home = |tile: u16| goal.tiles.iter().position(|&other| other == tile).unwrap_or(0);
            let rename = |tiles: Vec<u16>| tiles.into_iter().map(|tile| named.renamed[home(tile)]).collect();
            vec![tiles.into_iter().map(rename).collect()]
        }
        None if board.tiles.len() <= OWN_PATTERNS => search::partitions(&named.shape),
        None => {
            return wrong(format!(
                "a bound of {bound} is claimed; linear conflict gives {}, and no patterns are named",
                bounds::linear_conflict(board, goal)
            ));
        }
    };
    none_shorter(bound, &named, partitions, FIRST_TRY, work)
}

/// Searches for a solution of fewer than `bound` moves with the tables of one partition after the other. Each but the last
/// makes at most `first_try` children.
fn none_shorter(
    bound: usize,
    named: &BoardByHomes,
    partitions: Vec<Partition>,
    first_try: u64,
    work: &mut Work,
) -> Result<&'static str, Rejection> {
    let last = partitions.len() - 1;
    for (number, partition) in partitions.into_iter().enumerate() {
        let kept = work.kept.tables(named, partition, &mut work.budget)?;
        let allowed = if number == last { u64::MAX } else { first_try };
        let mut own = work.budget.with_nodes(allowed.min(work.budget.remaining()));
        let found = search::shorter(named, &kept.tables, bound, &mut own);
        work.budget.spend(own.spent())?;
        match found {
            Ok(Shorter::None) => return Ok("a search under sums of pattern tables finds none"),
            Ok(Shorter::Found(moves)) => {
                return wrong(format!("a solution of {} exists", count(moves as u64, "move")));
            }
            Err(Exhausted::Nodes) if number < last => {}
            Err(why) => return Err(why.into()),
        }
    }
    // The last attempt has no limit but the budget.
    Err(Exhausted::Nodes.into())
}

/// Reads lists of tiles, none of them twice.
fn read_patterns(value: &Value, goal: &Grid) -> Result<Vec<Vec<u16>>, Rejection> {
    if goal.tiles.len() > patterns::MOST_CELLS {
        return malformed(format!("there are no patterns on more than {} cells", patterns::MOST_CELLS));
    }
    let mut met = vec![false; goal.tiles.len()];
    let mut all = Vec::new();
    let Some(lists) = value.as_array() else { return malformed("`patterns` is not a list") };
    for list in lists {
        let mut tiles = Vec::new();
        for tile in list.as_array().map_or(&[] as &[Value], Vec::as_slice) {
            let tile = tile.as_u64().and_then(|tile| u16::try_from(tile).ok()).filter(|&tile| tile > 0);
            match tile.and_then(|tile| Some((tile, met.get_mut(usize::from(tile))?))) {
                Some((_, true)) => return malformed("a tile is in two patterns"),
                Some((tile, met)) => {
                    *met = true;
                    tiles.push(tile);
                }
                None => return malformed("`patterns` is not a list of lists of tiles"),
            }
        }
        if !(1..=patterns::MOST_TILES).contains(&tiles.len()) {
            return malformed(format!("a pattern has from 1 to {} tiles", patterns::MOST_TILES));
        }
        all.push(tiles);
    }
    if all.is_empty() { malformed("`patterns` is empty") } else { Ok(all) }
}

fn unsolvable(board: &Grid, goal: &Grid) -> Result<Verified, Rejection> {
    let order = |grid: &Grid| grid.tiles.iter().copied().filter(|&tile| tile != 0).collect::<Vec<u16>>();
    let target = goal.in_words();
    let proved = |why: String| {
        Ok(Verified::fact(format!("no moves lead to {target}: {why}"))
            .proves("verdict", "unsolvable")
            .proves_no())
    };
    if board.rows == 1 || board.columns == 1 {
        return if order(board) == order(goal) {
            wrong(format!("the tiles stand in the order of {target}: the board can be solved"))
        } else {
            proved("on a single row the tiles stand in another order".into())
        };
    }
    // Relabel so that the goal is 0, 1, 2, …; the parity of the inversions is then the parity of swaps.
    let mut label = vec![0; goal.tiles.len()];
    for (cell, &tile) in goal.tiles.iter().enumerate() {
        label[usize::from(tile)] = cell;
    }
    let places: Vec<usize> = board.tiles.iter().map(|&tile| label[usize::from(tile)]).collect();
    let inversions: usize =
        (0..places.len()).map(|i| places[i + 1..].iter().filter(|&&later| later < places[i]).count()).sum();
    let steps = board.steps(board.empty(), goal.empty());
    if inversions % 2 == steps % 2 {
        return wrong(format!("the parities agree: {target} can be reached"));
    }
    proved(format!(
        "{inversions} inversions and {steps} steps of the empty cell differ in parity, which no move changes"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const GOAL: &str = "1 2 3\n4 5 6\n7 8 0";

    fn certificate(claim: &str, board: &str, goal: &str, moves: &str) -> Certificate {
        let evidence = match claim {
            "unsolvable" => json!({"goal": goal}),
            _ => json!({"goal": goal, "moves": moves, "length": moves.len()}),
        };
        Certificate::new("sliding", claim, board, evidence)
    }

    #[test]
    fn a_shortest_solution_is_accepted_and_a_longer_one_is_not() {
        assert!(crate::verify(&certificate("optimal", "1 2 3\n4 5 6\n7 0 8", GOAL, "L")).is_ok());
        let detour = crate::verify(&certificate("optimal", "1 2 3\n4 5 6\n7 0 8", GOAL, "RLL"));
        assert!(matches!(detour, Err(Rejection::Wrong(_))), "{detour:?}");
        let goal4 = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0";
        let board = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 0 14 15";
        assert!(crate::verify(&certificate("optimal", board, goal4, "LL")).is_ok());
        assert!(crate::verify(&certificate("optimal", board, goal4, "RLLL")).is_err());
    }

    #[test]
    fn a_solution_is_accepted_with_a_bound_that_holds_and_with_no_other() {
        let goal = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 0";
        let board = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 0 18 19";
        let claim = |moves: &str, bound: u64| {
            let evidence = json!({"goal": goal, "moves": moves, "length": moves.len(), "lower_bound": bound});
            crate::verify(&Certificate::new("sliding", "solution", board, evidence))
        };
        assert!(claim("LL", 2).is_ok());
        assert!(claim("RLLL", 2).is_ok());
        assert!(matches!(claim("RLLL", 4), Err(Rejection::Wrong(_))));
        assert!(matches!(claim("L", 0), Err(Rejection::Wrong(_))));
        assert!(crate::verify(&certificate("optimal", board, goal, "LL")).is_ok());
        assert!(crate::verify(&certificate("optimal", board, goal, "RLLL")).is_err());
    }

    #[test]
    fn what_is_too_much_for_the_first_tables_is_left_to_the_last_ones() {
        let (board, goal) = (Grid::read("8 6 7\n2 5 4\n3 0 1").unwrap(), Grid::read(GOAL).unwrap());
        let named = BoardByHomes::new(3, 3, &board.tiles, &goal.tiles);
        let homes: Vec<usize> = (0..9).filter(|&home| home != named.shape.blank).collect();
        let cut = |size: usize| homes.chunks(size).map(<[usize]>::to_vec).collect::<Partition>();
        for (first_try, tables) in [(1, 2), (u64::MAX, 1)] {
            let mut work = Work::within(Budget::unlimited());
            assert!(none_shorter(31, &named, vec![cut(1), cut(4)], first_try, &mut work).is_ok());
            assert_eq!(work.kept.0.len(), tables, "tables made with {first_try} children of the first");
            let shorter = none_shorter(32, &named, vec![cut(1), cut(4)], first_try, &mut work);
            assert!(matches!(shorter, Err(Rejection::Wrong(_))), "{shorter:?}");
        }
    }

    #[test]
    fn rows_of_different_lengths_and_no_rows_are_refused() {
        for board in ["1 2 3\n4 5\n0", "1 2\n3 0 4", "", "\n\n"] {
            let read = crate::verify(&certificate("unsolvable", board, board, ""));
            assert!(matches!(read, Err(Rejection::Malformed(_))), "{board:?}: {read:?}");
        }
    }

    /// The distance between two near boards, by breadth-first search.
    fn distance(board: &Grid, goal: &Grid) -> usize {
        let mut layer = vec![board.clone()];
        let mut seen = std::collections::HashSet::from([board.tiles.clone()]);
        for depth in 0.. {
            if layer.contains(goal) {
                return depth;
            }
            let mut next = Vec::new();
            for grid in layer {
                for source in
                    ['U', 'D', 'L', 'R'].into_iter().filter_map(|way| grid.source(grid.empty(), way))
                {
                    let mut after = grid.clone();
                    after.tiles.swap(grid.empty(), source);
                    if seen.insert(after.tiles.clone()) {
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        unreachable!("the boards are connected")
    }

    #[test]
    fn on_large_boards_a_bound_is_accepted_up_to_the_distance_and_only_with_patterns() {
        let text = "1 2 3 4 5 6\n7 8 9 10 11 12\n13 14 15 16 17 0";
        let goal = Grid::read(text).unwrap();
        // Once round a square and on: after 12 moves there is a shorter way back, or there is not.
        for walk in ["DRULDRULDRUR", "DRRULDRULLDR", "DDRUULDDRUUL"] {
            let mut board = goal.clone();
            let mut moves = String::new();
            for way in walk.chars() {
                let back = match way {
                    'U' => 'D',
                    'D' => 'U',
                    'L' => 'R',
                    _ => 'L',
                };
                if let Some(source) = board.source(board.empty(), way) {
                    let empty = board.empty();
                    board.tiles.swap(empty, source);
                    moves.insert(0, back);
                }
            }
            let real = distance(&board, &goal);
            let rows: Vec<String> = board
                .tiles
                .chunks(6)
                .map(|row| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" "))
                .collect();
            for (patterns, reach) in [
                (Some(json!([[5, 6, 11, 12], [16, 17]])), real),
                (Some(json!([[17]])), real),
                (None, bounds::linear_conflict(&board, &goal)),
            ] {
                for bound in 0..=moves.len() {
                    let mut evidence =
                        json!({"goal": text, "moves": moves, "length": moves.len(), "lower_bound": bound});
                    if let Some(patterns) = &patterns {
                        evidence["patterns"] = patterns.clone();
                    }
                    let claim = Certificate::new("sliding", "solution", rows.join("\n"), evidence);
                    assert_eq!(crate::verify(&claim).is_ok(), bound <= reach, "{walk} {bound} {patterns:?}");
                }
            }
        }
    }

    #[test]
    fn patterns_that_share_a_tile_or_name_none_are_malformed() {
        let (goal, board) = (
            "1 2 3 4 5 6\n7 8 9 10 11 12\n13 14 15 16 17 0",
            "1 2 3 4 5 6\n7 8 9 10 11 12\n13 14 15 16 0 17",
        );
        for patterns in [
            json!([[1, 2], [2, 3]]),
            json!([[1, 1]]),
            json!([[0]]),
            json!([[18]]),
            json!([[]]),
            json!([]),
            json!("1"),
            json!([[1, 2, 3, 4, 5, 6, 7, 8]]),
            json!([[-1]]),
            json!([[4_294_967_297_u64]]),
        ] {
            let evidence = json!({"goal": goal, "moves": "L", "length": 1, "patterns": patterns});
            let result = crate::verify(&Certificate::new("sliding", "optimal", board, evidence));
            assert!(matches!(result, Err(Rejection::Malformed(_))), "{patterns}: {result:?}");
        }
    }

    #[test]
    fn a_length_beyond_32_bits_is_not_cut_to_fit() {
        let board = "1 2 3\n4 5 6\n0 7 8";
        for length in [json!(4_294_967_298_u64), json!(-2), json!(2.0), json!("2")] {
            let evidence = json!({"goal": GOAL, "moves": "LL", "length": length});
            assert!(
                crate::verify(&Certificate::new("sliding", "optimal", board, evidence)).is_err(),
                "{length}"
            );
        }
        assert!(crate::verify(&certificate("optimal", board, GOAL, "LL")).is_ok());
    }

    #[test]
    fn any_changed_move_is_rejected() {
        // A board four moves away; every other letter in every place must fail.
        let (board, moves) = ("1 2 3\n0 4 6\n7 5 8", "LUL");
        assert!(crate::verify(&certificate("optimal", board, GOAL, moves)).is_ok());
        for place in 0..moves.len() {
            for letter in ["U", "D", "L", "R"] {
                let mut changed = moves.to_owned();
                changed.replace_range(place..=place, letter);
                let accepted = crate::verify(&certificate("optimal", board, GOAL, &changed)).is_ok();
                assert_eq!(accepted, changed == moves, "{changed}");
            }
        }
    }

    #[test]
    fn unsolvable_is_accepted_only_when_it_is() {
        assert!(crate::verify(&certificate("unsolvable", "1 2 3\n4 5 6\n8 7 0", GOAL, "")).is_ok());
        assert!(crate::verify(&certificate("unsolvable", "1 2 3\n4 5 6\n7 0 8", GOAL, "")).is_err());
        assert!(crate::verify(&certificate("unsolvable", "2 1 0", "1 2 0", "")).is_ok());
    }

    #[test]
    fn broken_certificates_are_malformed_not_accepted() {
        for (board, goal) in [("", GOAL), ("1 2\n3 x", GOAL), ("1 1\n2 0", "1 2\n3 0"), ("1 2\n3 0", GOAL)] {
            let result = crate::verify(&certificate("optimal", board, goal, ""));
            assert!(matches!(result, Err(Rejection::Malformed(_))), "{board}");
        }
    }

    #[test]
    fn a_goal_is_called_in_order_where_it_is() {
        for (goal, words) in [
            ("1 2 3\n4 5 0", "the goal in order with the empty cell last"),
            ("0 1 2\n3 4 5", "the goal in order with the empty cell first"),
            ("1 2 0\n3 4 5", "the goal 1 2 0 / 3 4 5"),
            ("1 2 3\n5 4 0", "the goal 1 2 3 / 5 4 0"),
            ("0 2 1\n3 4 5", "the goal 0 2 1 / 3 4 5"),
        ] {
            assert_eq!(Grid::read(goal).unwrap().in_words(), words);
        }
    }

    #[test]
    fn tiles_slide_into_every_cell_from_all_its_neighbours() {
        for (rows, columns) in [(2_usize, 2_usize), (2, 4), (4, 2), (3, 3), (1, 3)] {
            let text: Vec<String> = (0..rows)
                .map(|row| {
                    (0..columns).map(|c| (row * columns + c).to_string()).collect::<Vec<_>>().join(" ")
                })
                .collect();
            let grid = Grid::read(&text.join("\n")).unwrap();
            for empty in 0..rows * columns {
                let (row, column) = (empty / columns, empty % columns);
                for (letter, (down, right)) in [('U', (1, 0)), ('D', (-1, 0)), ('L', (0, 1)), ('R', (0, -1))]
                {
                    let beside = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                    let expected = beside
                        .filter(|&(row, column)| row < rows && column < columns)
                        .map(|(row, column)| row * columns + column);
                    assert_eq!(grid.source(empty, letter), expected, "{rows}x{columns} {empty} {letter}");
                }
            }
        }
    }
}

//! Perfect play and grades on small boards of every shape, against brute force.

use std::collections::{BTreeMap, HashMap};

use quandary_check::verify;
use quandary_core::Certificate;
use serde_json::json;

/// A board; minefields are sets of bits.
#[derive(Clone, Copy)]
struct Board {
    rows: usize,
    columns: usize,
}

impl Board {
    fn cells(self) -> usize {
        self.rows * self.columns
    }

    fn fields(self, mines: u32) -> Vec<u32> {
        (0..1_u32 << self.cells()).filter(|field| field.count_ones() == mines).collect()
    }

    fn around(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        (0..self.cells()).filter(move |&other| {
            other != cell
                && (other / self.columns).abs_diff(row) <= 1
                && (other % self.columns).abs_diff(column) <= 1
        })
    }

    /// What a cell shows; none if it is a mine.
    fn shows(self, field: u32, cell: usize) -> Option<usize> {
        let mined = |cell: usize| field >> cell & 1 == 1;
        (!mined(cell)).then(|| self.around(cell).filter(|&near| mined(near)).count())
    }

    fn name(self, cell: usize) -> String {
        format!("{},{}", cell / self.columns + 1, cell % self.columns + 1)
    }
}

const NAMES: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-";

/// The set of minefields for each number that a cell may show.
fn parts(board: Board, set: &[u32], cell: usize) -> Vec<Vec<u32>> {
    let mut parts: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for &field in set {
        if let Some(number) = board.shows(field, cell) {
            parts.entry(number).or_default().push(field);
        }
    }
    parts.into_values().collect()
}

/// The most that can be won of a set, and how.
fn best(board: Board, set: &[u32], known: &mut HashMap<Vec<u32>, (usize, String)>) -> (usize, String) {
    if set.len() == 1 {
        return (1, String::new());
    }
    if let Some(found) = known.get(set) {
        return found.clone();
    }
    let mut found = (1, ".".to_owned());
    for (cell, &name) in NAMES.iter().enumerate().take(board.cells()) {
        let parts = parts(board, set, cell);
        if parts.len() == 1 && parts[0].len() == set.len() {
            continue;
        }
        let (mut won, mut tree) = (0, char::from(name).to_string());
        for part in &parts {
            let (more, below) = best(board, part, known);
            won += more;
            tree += &below;
        }
        if won > found.0 {
            found = (won, tree);
        }
    }
    known.insert(set.to_vec(), found.clone());
    found
}

#[test]
fn perfect_play_is_accepted_from_the_best_first_cells_and_nothing_less_is() {
    let small = (1..=6).flat_map(|rows| (1..=6 / rows).map(move |columns| (rows, columns)));
    let shapes = small.chain([(2, 4), (4, 2), (1, 7), (3, 3), (3, 4), (1, 11)]);
    let (mut accepted, mut refused) = (0, 0);
    for (rows, columns) in shapes {
        let board = Board { rows, columns };
        let few = if board.cells() > 8 { 2 } else { 3 };
        for mines in 0..board.cells().min(few + 1) {
            let all = board.fields(mines as u32);
            let mut known = HashMap::new();
            for rule in ["any", "safe", "open"] {
                // For each first cell: the minefields that the rule leaves, and the best that can be done.
                let from = |first: usize| -> Vec<u32> {
                    let clear = |field: &u32| match rule {
                        "any" => true,
                        "safe" => board.shows(*field, first).is_some(),
                        _ => board.shows(*field, first) == Some(0),
                    };
                    all.iter().copied().filter(clear).collect()
                };
                let mut plays = Vec::new();
                for first in 0..board.cells() {
                    let own = from(first);
                    let (mut won, mut tree, mut bets, mut betting) = (0, String::new(), 0, String::new());
                    for part in parts(board, &own, first) {
                        let (more, below) = best(board, &part, &mut known);
                        won += more;
                        tree += &below;
                        bets += 1;
                        betting += if part.len() > 1 { "." } else { "" };
                    }
                    plays.push((first, own.len(), won, tree));
                    plays.push((first, own.len(), bets, betting));
                }
                let share = |won: usize, of: usize| won as f64 / of as f64;
                let most = plays
                    .iter()
                    .filter(|play| play.1 > 0)
                    .map(|play| share(play.2, play.1))
                    .fold(0.0, f64::max);
                for (first, of, won, tree) in plays {
                    let evidence = json!({
                        "first_click": rule, "wins": won, "boards": of, "first_cell": board.name(first), "tree": tree,
                    });
                    let instance = format!("{rows}x{columns}/{mines}");
                    let result =
                        verify(&Certificate::new("minesweeper", "optimum", instance.as_str(), evidence));
                    let holds = of > 0 && (share(won, of) - most).abs() < 1e-12;
                    assert_eq!(
                        result.is_ok(),
                        holds,
                        "{instance} {rule} {first} {won} of {of} {tree}: {result:?}"
                    );
                    *(if holds { &mut accepted } else { &mut refused }) += 1;
                }
            }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} accepted, {refused} refused");
}

/// A game under way: what is open, and what was deduced of the closed cells.
struct Game {
    board: Board,
    field: u32,
    open: Vec<bool>,
    known: Vec<Option<bool>>,
}

impl Game {
    fn begin(board: Board, field: u32, first: usize) -> Game {
        let cells = board.cells();
        let mut game = Game { board, field, open: vec![false; cells], known: vec![None; cells] };
        game.open(first);
        game
    }

    fn open(&mut self, cell: usize) {
        if !std::mem::replace(&mut self.open[cell], true) && self.board.shows(self.field, cell) == Some(0) {
            self.board.around(cell).for_each(|near| self.open(near));
        }
    }

    fn is_won(&self) -> bool {
        self.open.iter().filter(|open| !**open).count() == self.field.count_ones() as usize
    }

    /// Whether a minefield has the numbers of these cells, and what is known.
    fn agrees(&self, other: u32, numbers: &[usize]) -> bool {
        let cells = 0..self.board.cells();
        cells.clone().all(|cell| {
            let mined = other >> cell & 1 == 1;
            !(self.open[cell] && mined) && self.known[cell].is_none_or(|known| known == mined)
        }) && numbers.iter().all(|&cell| self.board.shows(other, cell) == self.board.shows(self.field, cell))
    }

    /// Deduces from these numbers together, and from the number of mines if it is given; returns whether anything was
    /// found.
    fn deduce(&mut self, numbers: &[usize], count: bool) -> bool {
        let all = (0..1_u32 << self.board.cells()).filter(|&other| {
            self.agrees(other, numbers) && (!count || other.count_ones() == self.field.count_ones())
        });
        let (mut ever, mut always) = (0, u32::MAX);
        for other in all {
            (ever, always) = (ever | other, always & other);
        }
        let mut changed = false;
        for cell in (0..self.board.cells()).filter(|&cell| !self.open[cell]) {
            if self.known[cell].is_none() && (ever >> cell & 1 == 0 || always >> cell & 1 == 1) {
                self.known[cell] = Some(always >> cell & 1 == 1);
                changed = true;
            }
        }
        changed
    }

    /// Cells that deductions up to a level show to be safe.
    fn safe(&mut self, level: u64) -> Vec<usize> {
        let numbers: Vec<usize> = (0..self.board.cells()).filter(|&cell| self.open[cell]).collect();
        let unsettled = |game: &Game, cell: usize| -> Vec<usize> {
            game.board.around(cell).filter(|&near| !game.open[near] && game.known[near].is_none()).collect()
        };
        loop {
            let mut changed = false;
            for &one in &numbers {
                changed |= self.deduce(&[one], false);
            }
            if !changed && level >= 2 {
                for (at, &one) in numbers.iter().enumerate() {
                    for &other in &numbers[at + 1..] {
                        let (cells, more) = (unsettled(self, one), unsettled(self, other));
                        if cells.iter().any(|cell| more.contains(cell)) {
                            changed |= self.deduce(&[one, other], false);
                        }
                    }
                }
            }
            if !changed && level >= 3 {
                changed = self.deduce(&numbers, false);
            }
            if !changed && level >= 4 {
                changed = self.deduce(&numbers, true);
            }
            if !changed {
                break;
            }
        }
        (0..self.board.cells()).filter(|&cell| !self.open[cell] && self.known[cell] == Some(false)).collect()
    }
}

#[test]
fn a_board_has_the_grade_that_brute_force_gives_it_and_no_other() {
    let mut seen = [0; 5];
    for (rows, columns, mines, step) in [
        (3, 3, 1, 1),
        (3, 3, 2, 1),
        (2, 4, 2, 1),
        (4, 2, 2, 1),
        (1, 6, 2, 1),
        (3, 4, 2, 3),
        (3, 4, 3, 11),
        (2, 5, 3, 3),
    ] {
        let board = Board { rows, columns };
        let games = board
            .fields(mines)
            .into_iter()
            .flat_map(|field| (0..board.cells()).map(move |first| (field, first)));
        let games = games.filter(|&(field, first)| field >> first & 1 == 0).step_by(step);
        for (field, first) in games {
            let lines: Vec<String> = (0..rows)
                .map(|y| {
                    (0..columns)
                        .map(|x| if field >> (y * columns + x) & 1 == 1 { '*' } else { '.' })
                        .collect()
                })
                .collect();
            let instance = format!("{rows}x{columns}/{mines}\n{}", lines.join("\n"));
            let play = |level: u64| {
                let mut game = Game::begin(board, field, first);
                let mut order = vec![board.name(first)];
                while let Some(&cell) = game.safe(level).first() {
                    order.push(board.name(cell));
                    game.open(cell);
                }
                (game.is_won(), order)
            };
            let grade = (1..=4).find(|&level| play(level).0);
            seen[grade.unwrap_or(0) as usize] += 1;
            for level in 1..=4 {
                let (_, order) = play(level);
                let evidence = json!({"opened": order, "level": level});
                let result = verify(&Certificate::new("minesweeper", "graded", instance.as_str(), evidence));
                assert_eq!(result.is_ok(), grade == Some(level), "{instance} {first} at {level}: {result:?}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

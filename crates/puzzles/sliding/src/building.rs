//! What comes into place along a solution: tiles, rows and columns that from some move on stay as the goal has them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::rules::{Board, Slide, Sliding};

/// A row, a column or a tile that is in place from some move on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Milestone {
    /// `first row`, `last column`, or the tile.
    pub what: String,
    /// After how many moves it is in place for good.
    pub after: usize,
}

/// What comes into place along a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Building {
    /// Whether the tile that slides is then in its place for good.
    pub home: bool,
    /// The row or column that is complete next, and stays so; none where that is close to the end.
    pub line: Option<Milestone>,
    /// The tile that is in its place next, and stays there.
    pub tile: Option<Milestone>,
    /// A row or column that is complete and has to be broken up for a while.
    pub reopens: Option<String>,
}

impl Building {
    /// What comes into place along a path from a board to the goal. Nothing for a path that does not lead there.
    pub(crate) fn along(puzzle: &Sliding, board: &Board, path: &[Slide]) -> Building {
        let mut boards = vec![board.clone()];
        for &slide in path {
            let Some(next) = boards.last().and_then(|board| board.after(slide)) else {
                return Building::default();
            };
            boards.push(next);
        }
        if boards.last() != Some(puzzle.goal()) {
            return Building::default();
        }
        let goal = puzzle.goal().tiles();
        // From which board on these cells stay as they should be.
        let done =
            |board: &Board, cells: &[usize]| cells.iter().all(|&cell| board.tiles()[cell] == goal[cell]);
        let since =
            |cells: &[usize]| boards.iter().rposition(|board| !done(board, cells)).map_or(0, |at| at + 1);
        let next = |mut all: Vec<Milestone>| {
            all.retain(|milestone| milestone.after > 0);
            // The first of equals: rows come before columns.
            all.into_iter().min_by_key(|milestone| milestone.after)
        };
        let lines = lines(puzzle);
        let milestones =
            lines.iter().map(|(what, cells)| Milestone { what: what.clone(), after: since(cells) }).collect();
        let tiles = (0..goal.len()).filter(|&cell| goal[cell] != 0);
        let tiles = tiles.map(|cell| Milestone { what: goal[cell].to_string(), after: since(&[cell]) });
        let moved = path.first().and_then(|&slide| board.tile_for(slide));
        let home = moved.and_then(|tile| goal.iter().position(|&other| other == tile));
        let reopens = lines.iter().find(|(_, cells)| done(board, cells) && since(cells) > 0);
        Building {
            home: home.is_some_and(|cell| since(&[cell]) == 1),
            // What is complete only near the end is nothing that one works towards.
            line: next(milestones).filter(|line| line.after <= 1 || 3 * line.after <= 2 * path.len()),
            tile: next(tiles.collect()),
            reopens: reopens.map(|(what, _)| what.clone()),
        }
    }

    /// What it builds, after `slide 5 up`: ends the sentence.
    pub(crate) fn text(&self, tile: u8) -> String {
        let mut text = match (&self.line, &self.tile) {
            (Some(Milestone { what, after: 1 }), _) if self.home => {
                format!(", to its place, which completes the {what}.")
            }
            _ if self.home => ", to its place.".to_owned(),
            (Some(Milestone { what, after }), _) => {
                format!(", on the way to the {what}, which is complete after {after} moves.")
            }
            (None, Some(Milestone { what, after })) if *what != tile.to_string() => {
                format!(", to make way for the {what}, which is in its place after {after} moves.")
            }
            (None, Some(Milestone { after, .. })) => {
                format!(", on its way to its place, which it reaches after {after} moves.")
            }
            (None, None) => ".".to_owned(),
        };
        if let Some(line) = &self.reopens {
            text += &format!(" The {line} has to be broken up for a while.");
        }
        text
    }
}

/// Rows and columns with their names and the cells of their tiles; those with fewer than two tiles are left out.
fn lines(puzzle: &Sliding) -> Vec<(String, Vec<usize>)> {
    let size = puzzle.size();
    let with_tile = |&cell: &usize| puzzle.goal().tiles()[cell] != 0;
    let name = |index: usize, count: usize, noun: &str| {
        const NAMES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
        match NAMES.get(index) {
            _ if index + 1 == count => format!("last {noun}"),
            Some(nth) => format!("{nth} {noun}"),
            None => format!("{}th {noun}", index + 1),
        }
    };
    let rows = (0..size.rows()).map(|row| {
        let cells = (0..size.columns()).map(|column| row * size.columns() + column);
        (name(row, size.rows(), "row"), cells.filter(with_tile).collect())
    });
    let columns = (0..size.columns()).map(|column| {
        let cells = (0..size.rows()).map(|row| row * size.columns() + column);
        (name(column, size.columns(), "column"), cells.filter(with_tile).collect())
    });
    rows.chain(columns).filter(|(_, cells): &(String, Vec<usize>)| cells.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use crate::rules::Size;

    fn along(board: &str, path: &str) -> Building {
        let size = Size::new(3, 3).unwrap();
        let board = parse_board(board, Some(size)).unwrap();
        let path: Vec<Slide> = path.chars().map(|letter| Slide::from_letter(letter).unwrap()).collect();
        Building::along(&Sliding::ordered(size), &board, &path)
    }

    #[test]
    fn a_slide_that_completes_a_row_says_so() {
        let built = along("1 2 0 4 5 3 7 8 6", "UU");
        assert!(built.home);
        assert_eq!(built.line, Some(Milestone { what: "first row".to_owned(), after: 1 }));
        assert_eq!(built.text(3), ", to its place, which completes the first row.");
    }

    #[test]
    fn a_tile_that_has_to_leave_its_place_again_is_not_home() {
        let built = along("1 2 3 4 5 6 7 0 8", "RLL");
        assert!(!built.home);
        assert_eq!(built.line, Some(Milestone { what: "first column".to_owned(), after: 2 }));
        assert_eq!(built.reopens.as_deref(), Some("first column"));
        assert_eq!(built.tile, Some(Milestone { what: "7".to_owned(), after: 2 }));
        assert_eq!(along("1 2 3 4 5 6 7 0 8", "R"), Building::default(), "it does not lead to the goal");
    }

    #[test]
    fn a_row_that_has_to_be_broken_up_is_named() {
        let built = along("1 2 3 4 5 0 7 8 6", "DUU");
        assert_eq!(built.reopens.as_deref(), Some("first row"));
    }
}

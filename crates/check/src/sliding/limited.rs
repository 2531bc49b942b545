//! Slides with directions barred: the rules for the proof trees of the claims `win` and `loss`.
//!
//! Before each slide the inhibitor may bar one direction for that slide, as long as bars are left, but never the only
//! one; with no bars left the player slides at once. The player wins when the goal is reached, and loses when the
//! slides are used up first. A move is named by the letter of the slide or of the barred direction (U, L, R, D: the way
//! a tile goes), barring nothing by a dot; replies are walked in the order: nothing, then U, L, R, D. Dice (`chance`)
//! count as an opponent (`and`): a win must hold however they fall. A friend (`or`) is on the player's side.

use super::Grid;
use crate::evidence::Evidence;
use crate::walk::Position;
use crate::{Rejection, Verified, malformed};

/// Larger boards are refused.
const MOST_CELLS: usize = 16;
/// The directions in the order of replies.
const LETTERS: [char; 4] = ['U', 'L', 'R', 'D'];
/// The move that bars nothing.
const NOTHING: usize = LETTERS.len();

/// Tiles in reading order, the rest zero.
type Tiles = [u8; MOST_CELLS];

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    rows: u8,
    columns: u8,
    empty: u8,
    tiles: Tiles,
    goal: Tiles,
    moves_left: u64,
    bars_left: u64,
    turn: Turn,
    inhibitor: Inhibitor,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Turn {
    Barring,
    /// The player slides, in any direction but this one.
    Sliding(Option<usize>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Inhibitor {
    Opponent,
    Friend,
    Dice,
}

impl Inhibitor {
    fn name(self) -> &'static str {
        match self {
            Inhibitor::Opponent => "and",
            Inhibitor::Friend => "or",
            Inhibitor::Dice => "chance",
        }
    }
}

impl Place {
    /// Where the tile comes from that slides this way.
    fn source(&self, direction: usize) -> Option<u8> {
        let (row, column) = (self.empty / self.columns, self.empty % self.columns);
        match LETTERS.get(direction)? {
            'U' => (row + 1 < self.rows).then(|| self.empty + self.columns),
            'L' => (column + 1 < self.columns).then(|| self.empty + 1),
            'R' => (column > 0).then(|| self.empty - 1),
            _ => (row > 0).then(|| self.empty - self.columns),
        }
    }

    fn slides(&self) -> impl Iterator<Item = usize> {
        (0..NOTHING).filter(|&direction| self.source(direction).is_some())
    }

    /// The inhibitor has a choice only while it has bars.
    fn turn_over(self) -> Place {
        let turn = if self.bars_left > 0 { Turn::Barring } else { Turn::Sliding(None) };
        Place { turn, ..self }
    }
}

/// The tiles of a board of at most [`MOST_CELLS`] cells.
fn tiles(grid: &Grid) -> Result<Tiles, Rejection> {
    let mut tiles = [0; MOST_CELLS];
    if grid.tiles.len() > MOST_CELLS || grid.tiles.len() < 2 {
        return malformed(format!("a board of fewer than 2 or more than {MOST_CELLS} cells"));
    }
    for (to, &tile) in tiles.iter_mut().zip(&grid.tiles) {
        *to = u8::try_from(tile).unwrap_or_default();
    }
    Ok(tiles)
}

impl Position for Place {
    const NAME: usize = 1;
    const SCORE: &'static str = "1 when the goal is reached in time, and -1 otherwise";
    const SIDES: [&'static str; 2] = ["the player", "the one who bars directions"];
    const MORE: &'static [&'static str] = &["goal", "within", "bars", "inhibitor"];
    const REPLIES_KEPT: bool = true;

    fn read(text: &str, more: Evidence<'_>) -> Result<Place, Rejection> {
        let board = Grid::read(text)?;
        let goal = Grid::read(more.text("goal")?)?;
        if (board.rows, board.columns) != (goal.rows, goal.columns) {
            return malformed("the board and the goal differ in size");
        }
        let inhibitor = match more.text("inhibitor")? {
            "and" => Inhibitor::Opponent,
            "or" => Inhibitor::Friend,
            "chance" => Inhibitor::Dice,
            other => return malformed(format!("`{other}` is not a valid inhibitor")),
        };
        let (tiles, goal) = (tiles(&board)?, tiles(&goal)?);
        let small = |number: usize| u8::try_from(number).unwrap_or_default();
        let place = Place {
            rows: small(board.rows),
            columns: small(board.columns),
            empty: small(board.empty()),
            tiles,
            goal,
            moves_left: more.whole("within")?,
            bars_left: more.whole("bars")?,
            turn: Turn::Barring,
            inhibitor,
        };
        Ok(place.turn_over())
    }

    fn size(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    fn first_to_move(&self) -> bool {
        self.turn != Turn::Barring || self.inhibitor == Inhibitor::Friend
    }

    fn scores_of_first(&self) -> bool {
        true
    }

    fn end(&self) -> Option<i64> {
        if self.tiles == self.goal {
            return Some(1);
        }
        (self.moves_left == 0).then_some(-1)
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        match self.turn {
            Turn::Barring => {
                moves.push(NOTHING);
                if self.slides().count() > 1 {
                    moves.extend(self.slides());
                }
            }
            Turn::Sliding(barred) => moves.extend(self.slides().filter(|&slide| Some(slide) != barred)),
        }
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        match name {
            [b'.'] => Some(NOTHING),
            [letter] => LETTERS.iter().position(|&other| other == char::from(*letter)),
            _ => None,
        }
    }

    fn after(&self, chosen: usize) -> Place {
        match self.turn {
            Turn::Barring if chosen == NOTHING => Place { turn: Turn::Sliding(None), ..*self },
            Turn::Barring => {
                let bars_left = self.bars_left.saturating_sub(1);
                Place { bars_left, turn: Turn::Sliding(Some(chosen)), ..*self }
            }
            Turn::Sliding(_) => {
                let Some(source) = self.source(chosen) else { return *self };
                let mut tiles = self.tiles;
                tiles.swap(self.empty.into(), source.into());
                let moves_left = self.moves_left.saturating_sub(1);
                Place { tiles, empty: source, moves_left, ..*self }.turn_over()
            }
        }
    }

    fn binds(&self, claim: &str, verified: Verified) -> Verified {
        let (within, bars) = (self.moves_left, self.bars_left);
        let rows = usize::from(self.rows) * usize::from(self.columns);
        let goal: Vec<u16> = self.goal[..rows].iter().copied().map(u16::from).collect();
        let goal = Grid { rows: self.rows.into(), columns: self.columns.into(), tiles: goal };
        let who = match self.inhibitor {
            Inhibitor::Opponent => "an opponent",
            Inhibitor::Friend => "a friend",
            Inhibitor::Dice => "dice",
        };
        let verified = verified
            .and(format!("{within} slides are allowed to {}, and {bars} bars to {who}", goal.in_words()))
            .proves("goal", goal.in_rows())
            .proves("within", within)
            .proves("bars", bars)
            .proves("inhibitor", self.inhibitor.name());
        match (claim, self.inhibitor) {
            ("win", _) => verified.proves("value", 1.0),
            // Dice may prevent it but need not.
            (_, Inhibitor::Dice) => verified,
            _ => verified.proves("value", 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Certificate;
    use serde_json::{Value, json};

    use super::{LETTERS, Place};
    use crate::evidence::Evidence;
    use crate::walk::{Position, best};
    use crate::{Rejection, Verified, verify};

    const BOARD: &str = "1 2 3\n4 5 6\n0 7 8";

    fn claim(claim: &str, (within, bars, who): (u64, u64, &str), tree: &str) -> Result<Verified, Rejection> {
        let (side, goal) = if claim == "win" { ("at_least", 1) } else { ("at_most", -1) };
        let mut evidence = json!({"goal": "1 2 3\n4 5 6\n7 8 0", "within": within, "bars": bars,
            "inhibitor": who, side: {"goal": goal, "tree": tree}});
        if who.is_empty() {
            evidence["inhibitor"] = Value::Null;
        }
        verify(&Certificate::new("sliding", claim, BOARD, evidence))
    }

    #[test]
    fn two_slides_win_unless_an_opponent_may_bar_one() {
        let won = claim("win", (2, 0, "and"), "LL").unwrap();
        assert_eq!(won.proves["goal"], [json!("1 2 3\n4 5 6\n7 8 0")]);
        assert!(claim("win", (2, 1, "or"), ".L.L").is_ok(), "a friend bars nothing");
        for tree in ["L", "LLL", "LR", "UL", "..", ""] {
            assert!(matches!(claim("win", (2, 0, "and"), tree), Err(Rejection::Wrong(_))), "{tree}");
        }
        assert!(matches!(claim("win", (1, 0, "and"), "LL"), Err(Rejection::Wrong(_))));
        assert!(matches!(claim("win", (2, 1, "and"), "LL"), Err(Rejection::Wrong(_))));
        assert!(matches!(claim("win", (2, 0, "nobody"), "LL"), Err(Rejection::Malformed(_))));
        assert!(matches!(claim("win", (2, 0, ""), "LL"), Err(Rejection::Malformed(_))));
        let one = json!({"goal": "0", "within": 1, "bars": 0, "inhibitor": "and"});
        let read = Place::read("0", Evidence::with(&one, Place::MORE).unwrap());
        assert!(read.is_err(), "a board of one cell has nothing to slide");
    }

    #[test]
    fn an_opponent_bars_the_way_and_dice_may_bar_it() {
        for who in ["and", "chance"] {
            let lost = claim("loss", (2, 1, who), "L").unwrap();
            assert_eq!(lost.proves["verdict"], [json!("loss")]);
            assert_eq!(lost.proves.get("value"), (who == "and").then_some(&vec![json!(0.0)]));
            // Four slides are enough for the detour, against every barring.
            assert!(matches!(claim("loss", (4, 1, who), "L"), Err(Rejection::Wrong(_))));
        }
        assert!(matches!(claim("loss", (2, 1, "or"), "L"), Err(Rejection::Wrong(_))));
    }

    #[test]
    fn a_tree_without_choices_is_walked_once() {
        // No bars: the strategy has no choices, and every position is reached in many ways.
        let stuck = json!({"goal": "1 2 3\n4 5 6\n7 8 0", "within": 18, "bars": 0, "inhibitor": "and",
            "at_most": {"goal": -1, "tree": ""}});
        let far = Certificate::new("sliding", "loss", "8 6 7\n2 5 4\n3 0 1", stuck);
        assert!(verify(&far).is_ok());
    }

    #[test]
    fn on_six_cells_the_winner_found_by_brute_force_is_accepted_and_the_other_side_is_not() {
        let letter = |_: &Place, chosen: usize| LETTERS.get(chosen).copied().unwrap_or('.');
        let mut seen = [0, 0];
        for board in ["1 2 3\n4 5 0", "1 2 3\n0 4 5", "1 2 0\n4 5 3", "4 1 3\n2 0 5", "0 1 3\n4 2 5"] {
            for (within, bars) in [(0, 1), (1, 0), (3, 0), (4, 1), (5, 2)] {
                for who in ["and", "or", "chance"] {
                    let mut evidence =
                        json!({"goal": "1 2 3\n4 5 0", "within": within, "bars": bars, "inhibitor": who});
                    let read =
                        Evidence::with(&evidence, Place::MORE).and_then(|more| Place::read(board, more));
                    let (won, tree) = best(&read.unwrap(), letter);
                    seen[usize::from(won)] += 1;
                    let whole = tree.len();
                    evidence["at_least"] = json!({"goal": 1, "tree": tree});
                    let win = verify(&Certificate::new("sliding", "win", board, evidence.clone()));
                    assert_eq!(win.is_ok(), won, "{board} {within} {bars} {who}: {win:?}");
                    evidence["at_least"]["tree"] = json!(tree[..whole.saturating_sub(1)]);
                    let cut = verify(&Certificate::new("sliding", "win", board, evidence.clone()));
                    assert_eq!(cut.is_ok(), won && whole == 0, "{board} {within} {bars} {who}: {cut:?}");
                    evidence.as_object_mut().unwrap().remove("at_least");
                    evidence["at_most"] = json!({"goal": -1, "tree": tree});
                    let loss = verify(&Certificate::new("sliding", "loss", board, evidence));
                    assert_eq!(loss.is_ok(), !won, "{board} {within} {bars} {who}: {loss:?}");
                }
            }
        }
        assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
    }

    #[test]
    fn tiles_slide_into_every_cell_from_all_its_neighbours() {
        for (rows, columns) in [(2_usize, 2_usize), (2, 4), (4, 2), (3, 3), (4, 4)] {
            for empty in 0..rows * columns {
                // The empty cell is where it should be, and the other cells hold the rest in order.
                let tile = |cell: usize| if cell == empty { 0 } else { cell + usize::from(cell < empty) };
                let row = |row: usize| {
                    (0..columns).map(|c| tile(row * columns + c).to_string()).collect::<Vec<_>>().join(" ")
                };
                let board = (0..rows).map(row).collect::<Vec<_>>().join("\n");
                let evidence = json!({"goal": board, "within": 1, "bars": 0, "inhibitor": "and"});
                let place = Place::read(&board, Evidence::with(&evidence, Place::MORE).unwrap()).unwrap();
                let (at, column) = (empty / columns, empty % columns);
                for (letter, (down, right)) in [('U', (1, 0)), ('D', (-1, 0)), ('L', (0, 1)), ('R', (0, -1))]
                {
                    let beside = at.checked_add_signed(down).zip(column.checked_add_signed(right));
                    let expected = beside
                        .filter(|&(row, column)| row < rows && column < columns)
                        .and_then(|(row, column)| u8::try_from(row * columns + column).ok());
                    let direction = LETTERS.iter().position(|&other| other == letter).unwrap();
                    assert_eq!(place.source(direction), expected, "{rows}x{columns} {empty} {letter}");
                }
            }
        }
    }
}

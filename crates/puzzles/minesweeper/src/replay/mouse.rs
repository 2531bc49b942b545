//! From mouse buttons to moves, as the clients of the world ranking understand them.
//!
//! | the hand | the move |
//! |---|---|
//! | left goes up | opens the cell under the mouse |
//! | right goes down while left is up | sets a flag or takes it away |
//! | left or right goes up while the other is down | chords |
//! | middle goes up; left goes up after a press with shift | chords |
//!
//! Where a button went *down* does not matter, and what happens off the board does nothing. After a chord
//! the button that is still down has had its turn: letting go of left does not open. The middle button takes
//! over from the others. With question marks, right on a flag leaves a question mark, which is a closed cell
//! to everybody but the next right click, which only takes it away.

use std::collections::BTreeSet;

use crate::board::Cell;
use crate::rules::{Action, CellView};

use super::table::Table;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    Left,
    Right,
    Middle,
}

/// What a hand does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    Move,
    Down(Button),
    Up(Button),
    /// Down or up, whichever it can be.
    Either(Button),
    /// Left goes down with shift held.
    ShiftLeft,
    /// Now both left and right are down, whichever was first.
    Both,
    /// A flag from before the game, without the click that set it.
    EarlyFlag,
}

/// What letting go of the left button will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Left {
    /// Nothing: it is up.
    #[default]
    Up,
    /// Open, or chord while right is down.
    Down,
    /// Chord.
    WithShift,
    /// Nothing, unless right comes down again: there was a chord.
    Spent,
}

/// The buttons that are down.
#[derive(Default)]
pub(super) struct Hand {
    left: Left,
    right: bool,
    middle: bool,
    /// The cells with question marks; `None` when there are none in this game.
    questions: Option<BTreeSet<Cell>>,
}

impl Hand {
    pub(super) fn new(question_marks: bool) -> Hand {
        Hand { questions: question_marks.then(BTreeSet::new), ..Hand::default() }
    }

    /// Does a gesture over a cell (`None`: off the board), and the moves that follow from it.
    pub(super) fn act(
        &mut self,
        table: &mut Table,
        gesture: Gesture,
        place: Option<Cell>,
        milliseconds: u32,
    ) {
        let action = match gesture {
            Gesture::Either(button) if self.is_down(button) => self.up(button, place),
            Gesture::Either(button) | Gesture::Down(button) => self.down(button, place),
            Gesture::Up(button) => self.up(button, place),
            Gesture::ShiftLeft => {
                if !self.middle {
                    self.left = Left::WithShift;
                }
                None
            }
            Gesture::Both => {
                self.down(Button::Left, None);
                self.down(Button::Right, None)
            }
            Gesture::EarlyFlag => {
                place.filter(|&cell| table.seen(cell) == CellView::Hidden).map(Action::Flag)
            }
            Gesture::Move => None,
        };
        match action {
            Some(Action::Flag(cell)) => self.flag(table, cell, milliseconds),
            Some(action) => table.play(action, milliseconds),
            None => {}
        }
    }

    fn is_down(&self, button: Button) -> bool {
        match button {
            Button::Left => self.left != Left::Up,
            Button::Right => self.right,
            Button::Middle => self.middle,
        }
    }

    fn down(&mut self, button: Button, place: Option<Cell>) -> Option<Action> {
        match button {
            Button::Middle => {
                *self = Hand { middle: true, questions: self.questions.take(), ..Hand::default() };
                None
            }
            _ if self.middle => None,
            Button::Left => {
                // The release before it may be missing: then what is spent stays spent.
                if self.left != Left::Spent {
                    self.left = Left::Down;
                }
                None
            }
            Button::Right => {
                self.right = true;
                place.filter(|_| self.left == Left::Up).map(Action::Flag)
            }
        }
    }

    fn up(&mut self, button: Button, place: Option<Cell>) -> Option<Action> {
        if !self.is_down(button) {
            return None;
        }
        match button {
            Button::Middle => {
                self.middle = false;
                place.map(Action::Chord)
            }
            Button::Left => match (std::mem::take(&mut self.left), self.right) {
                (_, true) | (Left::WithShift, false) => place.map(Action::Chord),
                (Left::Down, false) => place.map(Action::Open),
                (Left::Up | Left::Spent, false) => None,
            },
            Button::Right => {
                self.right = false;
                if self.left == Left::Up {
                    return None;
                }
                self.left = Left::Spent;
                place.map(Action::Chord)
            }
        }
    }

    fn flag(&mut self, table: &mut Table, cell: Cell, milliseconds: u32) {
        if let Some(questions) = &mut self.questions {
            let seen = table.seen(cell);
            if seen == CellView::Hidden && questions.remove(&cell) {
                return;
            }
            if seen == CellView::Flag {
                questions.insert(cell);
            }
        }
        table.play(Action::Flag(cell), milliseconds);
    }
}

#[cfg(test)]
mod tests {
    use super::Button::{Left, Middle, Right};
    use super::Gesture::{Both, Down, EarlyFlag, Either, Move, ShiftLeft, Up};
    use super::*;
    use crate::game::show_action;

    /// The moves of gestures in the cells of
    ///
    /// ```text
    /// *1.
    /// 11.
    /// ```
    fn moves(question_marks: bool, gestures: &[(Gesture, &str)]) -> String {
        let mut table = Table::new("2x3/1\n*..\n...".parse().unwrap());
        let mut hand = Hand::new(question_marks);
        let board = table.board();
        for &(gesture, place) in gestures {
            hand.act(&mut table, gesture, board.parse_cell(place).ok(), 0);
        }
        let actions = table.finish().0.actions;
        actions.iter().map(|&action| show_action(board, action)).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn left_opens_where_it_goes_up_and_nothing_off_the_board() {
        assert_eq!(moves(false, &[(Down(Left), "1,2"), (Move, "2,2"), (Up(Left), "2,2")]), "open 2,2");
        assert_eq!(moves(false, &[(Down(Left), "out"), (Up(Left), "2,2")]), "open 2,2");
        assert_eq!(moves(false, &[(Down(Left), "2,2"), (Up(Left), "out")]), "");
        assert_eq!(moves(false, &[(Up(Left), "2,2")]), "", "it never went down");
        assert_eq!(moves(false, &[(Either(Left), "2,2"), (Either(Left), "2,2")]), "open 2,2");
        assert_eq!(
            moves(false, &[(Down(Left), "1,1"), (Up(Left), "1,1")]),
            "open 1,1",
            "a mine is opened too"
        );
    }

    #[test]
    fn right_flags_when_it_goes_down_and_unflags() {
        let click = [(Down(Right), "1,1"), (Up(Right), "1,1")];
        assert_eq!(moves(false, &click), "flag 1,1");
        assert_eq!(moves(false, &[click, click].concat()), "flag 1,1; flag 1,1");
        assert_eq!(moves(false, &[click, click, click].concat()), "flag 1,1; flag 1,1; flag 1,1");
        assert_eq!(moves(true, &[click, click, click].concat()), "flag 1,1; flag 1,1", "a question mark");
        assert_eq!(moves(false, &[(EarlyFlag, "1,1"), (EarlyFlag, "1,1")]), "flag 1,1");
    }

    #[test]
    fn both_buttons_chord_once_and_open_nothing_afterwards() {
        let before = [(Down(Right), "1,1"), (Up(Right), "1,1"), (Down(Left), "2,2"), (Up(Left), "2,2")];
        let played = "flag 1,1; open 2,2; chord 2,2";
        for ways in [
            &[(Down(Left), "2,2"), (Down(Right), "2,2"), (Up(Right), "2,2"), (Up(Left), "1,3")][..],
            &[(Down(Left), "2,2"), (Down(Right), "2,2"), (Up(Left), "2,2"), (Up(Right), "2,2")],
            &[(Down(Right), "2,2"), (Down(Left), "2,2"), (Up(Left), "2,2"), (Up(Right), "2,2")],
            &[(Down(Left), "2,2"), (Both, "2,2"), (Up(Left), "2,2"), (Up(Right), "2,2")],
            &[(ShiftLeft, "2,2"), (Up(Left), "2,2")],
            &[(Down(Middle), "2,2"), (Up(Middle), "2,2")],
            &[(Down(Left), "1,3"), (Down(Middle), "2,2"), (Up(Left), "1,3"), (Up(Middle), "2,2")],
        ] {
            assert_eq!(moves(false, &[&before[..], ways].concat()), played, "{ways:?}");
        }
    }

    #[test]
    fn a_chord_without_its_flags_or_off_the_board_is_nothing() {
        let chord =
            |place| [(Down(Left), place), (Down(Right), place), (Up(Right), place), (Up(Left), place)];
        let opened = [(Down(Left), "2,2"), (Up(Left), "2,2")];
        for place in ["2,2", "1,3", "out"] {
            assert_eq!(moves(false, &[&opened[..], &chord(place)].concat()), "open 2,2", "{place}");
        }
        // A press that chorded off the board is spent as well.
        let spent = [(Down(Left), "2,2"), (Down(Right), "2,2"), (Up(Right), "out"), (Up(Left), "2,2")];
        assert_eq!(moves(false, &spent), "");
    }
}

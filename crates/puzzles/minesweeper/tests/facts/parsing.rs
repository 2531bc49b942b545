//! Parsers: every input is read or refused in words.

use proptest::prelude::*;
use quandary_core::Seed;
use quandary_minesweeper::game::{self, Record, parse_action};
use quandary_minesweeper::strategy::Strategy;
use quandary_minesweeper::{
    AnyPosition, Board, FirstClick, FullBoard, Minefield, Minesweeper, Position, mbf,
};

fn read_everything(text: &str) {
    let _ = text.parse::<Board>();
    let _ = text.parse::<FirstClick>();
    let _ = text.parse::<Strategy>();
    let _ = text.parse::<Record>();
    let _ = parse_action(Board::new(9, 9, 10).unwrap(), text);
    if let Ok(position) = text.parse::<Position>() {
        let again: Position = position.to_string().parse().expect("what is written can be read");
        assert_eq!(again.to_string(), position.to_string());
        // Whatever the numbers say, there is an answer or a refusal.
        let _ = quandary_minesweeper::inference::probabilities(&position.observation);
        let _ = quandary_minesweeper::contradiction::find_clash(&position.observation);
    }
    let _ = text.parse::<AnyPosition>();
    if let Ok(full) = text.parse::<FullBoard>() {
        assert_eq!(full.to_string().parse::<FullBoard>().as_ref(), Ok(&full));
    }
    if let Ok(field) = text.parse::<Minefield>() {
        assert_eq!(field.to_string().parse::<Minefield>().as_ref(), Ok(&field));
    }
    for board in ["3x4/3", "3x4/2", "1x1/0"] {
        let rules = Minesweeper::new(board.parse().unwrap(), FirstClick::Any);
        if let Ok(world) = game::read(&rules, text) {
            let written = game::write(&rules, &world);
            let again = game::read(&rules, &written).expect("what is written can be read");
            assert_eq!(game::write(&rules, &again), written);
        }
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let _ = mbf::read(&bytes);
        read_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn damaged_positions_never_panic(place in 0_usize..40, symbol in "[0-9?Ffms*.,xX/ \n#_a-]", cut in any::<bool>()) {
        for text in ["3x4/3\n01??\n02F?\n1???", "3x4/3\n..**\n...*\n....", "3x4/2 any\n01ms\n02Ff\n011s",
            "3x4/3 open 1,1\n. . * *\n...*\n...."] {
            let mut letters: Vec<char> = text.chars().collect();
            let place = place % letters.len();
            if cut { letters.remove(place); } else { letters[place] = symbol.chars().next().unwrap(); }
            read_everything(&letters.into_iter().collect::<String>());
        }
    }

    #[test]
    fn strategy_names_never_panic(name in "[rcm]?(Sim|Enu|Lo|Aw|Awf|Cl|Clf|Ran|F|p|a|g|best|-|\\+|weights){0,6}") {
        let _ = name.parse::<Strategy>();
    }
}

#[test]
fn bad_boards_and_positions_say_what_and_where() {
    for (text, expected) in [
        ("3x3/10\n???\n???\n???", "line 1, column 1: 10 mines do not fit on 3x3 = 9 cells"),
        ("0x0/0", "line 1, column 1: a 0x0 board has no cells"),
        ("2x3/1\n1??\n1?", "line 3, column 3: this row has 2 cells, the header says 3"),
        ("2x3/1\n1??\n19?", "line 3, column 2: `9` is not a valid cell of a position"),
        ("3x3/1\n1??\n1??", "line 3: the header says 3 rows, the text has 2"),
        ("1x3/1\n1??\n1??", "line 3, column 1: the header says 1 row, here is one more"),
        ("2x2/3\n1?\n??", ""),
        ("2x2/4\n1?\n??", "line 1, column 1: 4 mines do not fit into 3 closed cells"),
    ] {
        match text.parse::<Position>() {
            Ok(_) => assert_eq!(expected, "", "{text} is fine"),
            Err(error) => assert!(error.to_string().starts_with(expected), "{error}"),
        }
    }
    let error = "2x2/2\n*.\n..".parse::<Minefield>().unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 1: the header says 2 mines, the rows have 1"), "{error}");
}

#[test]
fn boards_round_trip_through_mbf() {
    let board = Board::new(16, 30, 99).unwrap();
    for index in 0..20 {
        let field = Minefield::draw(board, &[], &mut Seed(6).stream(index)).unwrap();
        assert_eq!(mbf::read(&mbf::write(&field).unwrap()).as_ref(), Ok(&field));
    }
}

#[test]
fn rows_with_spaces_between_cells_are_read_as_cells() {
    let plain: Position = "2x3/1\n1??\n1F?".parse().unwrap();
    for text in [
        "2x3/1\n1 ? ?\n1 F ?",
        "2x3/1 1 ? ? 1 F ?",
        "2x3/1\r\n 1 ? ?\r\n\r\n1\tF\t?\r\n",
        "2x3/1\n1 ??\n1F ?",
    ] {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), plain.to_string(), "{text:?}");
    }
    let error = "2x3/1\n1 ? ?\n1 F".parse::<Position>().unwrap_err().to_string();
    assert!(error.starts_with("line 3, column 4: this row has 2 cells, the header says 3"), "{error}");
    let error = "2x3/1\n1 ? ? ?\n1 F ?".parse::<Position>().unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 7: this row has 4 cells, the header says 3"), "{error}");
    let error = "2x3/1\n1 ? ?\n1 x ?".parse::<Position>().unwrap_err().to_string();
    assert!(error.starts_with("line 3, column 3: `x` is not a valid cell of a position"), "{error}");
    let full: Minefield = "2x3/1\n. . *\n. . .".parse().unwrap();
    assert_eq!(full.to_string(), "2x3/1\n..*\n...");
}

#[test]
fn dots_dashes_hashes_and_underscores_are_hidden_cells_of_a_position() {
    for letter in ['?', '.', '-', '#', '_'] {
        let text = format!("2x3/1\n1{letter}{letter}\n1F{letter}");
        let Ok(AnyPosition::Position(position)) = text.parse::<AnyPosition>() else { panic!("{text}") };
        assert_eq!(position.to_string(), "2x3/1\n1??\n1F?");
    }
    let error = "2x3/1\n1??\n1F.".parse::<Position>().unwrap_err().to_string();
    assert!(error.starts_with("line 3, column 3: hidden cells are `?` before and `.` here"), "{error}");
}

#[test]
fn a_text_is_a_position_or_a_full_board_or_says_why_it_is_neither() {
    let full = |text: &str| matches!(text.parse::<AnyPosition>(), Ok(AnyPosition::Full(_)));
    let position = |text: &str| matches!(text.parse::<AnyPosition>(), Ok(AnyPosition::Position(_)));
    assert!(full("2x2/1\n*.\n..") && full("2x2/0\n..\n..") && full("1x1/1 *"));
    assert!(position("2x2/1\n..\n..") && position("2x2/1\n1?\n??"));
    let error = "2x2/1\n*1\n..".parse::<AnyPosition>().unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 2: this is neither a position nor a full board"), "{error}");
}

#[test]
fn the_first_cell_and_the_rule_are_part_of_a_full_boards_text() {
    let full: FullBoard = "2x3/1 open 1,1\n..*\n...".parse().unwrap();
    assert_eq!((full.first_click, full.first), (Some(FirstClick::Open), Some(quandary_minesweeper::Cell(0))));
    assert_eq!(full.to_string(), "2x3/1 open 1,1\n..*\n...");
    let one_line: FullBoard = "2x3/1 1,1 open ..* ...".parse().unwrap();
    assert_eq!(one_line, full);
    // A first cell that is a mine can be written and read: it is the board's answer, not a slip of the pen.
    assert!("2x3/1 open 1,3\n..*\n...".parse::<FullBoard>().is_ok());
    for (text, part) in [
        ("2x3/1 open 3,1\n..*\n...", "line 1, column 12: `3,1` is not a valid cell of this board"),
        ("2x3/1 open safe\n..*\n...", "line 1, column 12: `safe` comes after another of its kind"),
        ("2x3/1 opne\n..*\n...", "line 1, column 10: this row has 4 cells"),
    ] {
        let error = text.parse::<FullBoard>().unwrap_err().to_string();
        assert!(error.starts_with(part), "{error}");
    }
}

#[test]
fn one_of_a_thing_is_not_called_many() {
    let sentence = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        sentence("1x2/1\n11"),
        "line 1, column 1: 1 mine does not fit into 0 closed cells; expected at most 0 mines"
    );
    assert!(sentence("1x3/1\n??").contains("expected 3 cells"));
    assert!(sentence("1x1/2\n?").contains("2 mines do not fit on 1x1 = 1 cell; expected at most 1 mine"));
}

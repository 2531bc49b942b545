//! Parsers: every input is read or refused in words.

use proptest::prelude::*;
use quandary_core::Seed;
use quandary_minesweeper::game::{Game, Record, parse_action};
use quandary_minesweeper::strategy::Strategy;
use quandary_minesweeper::{Board, FirstClick, Minefield, Position, mbf};

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
    if let Ok(field) = text.parse::<Minefield>() {
        assert_eq!(field.to_string().parse::<Minefield>().as_ref(), Ok(&field));
    }
    if let Ok(game) = Game::parse(text) {
        assert_eq!(Game::parse(&game.text()).expect("what is written can be read").text(), game.text());
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let _ = mbf::read(&bytes);
        read_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn damaged_positions_never_panic(place in 0_usize..40, symbol in "[0-9?F*.xX/ \n-]", cut in any::<bool>()) {
        for text in ["3x4/3\n01??\n02F?\n1???", "3x4/3\n..**\n...*\n....", "3x4/2 any\n01*.\n02Ff\n011."] {
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
        ("2x3/1\n1??\n19?", "line 3, column 2: `9` is no cell of a position"),
        ("3x3/1\n1??\n1??", "line 3: the header says 3 rows, the text has 2"),
        ("1x3/1\n1??\n1??", "line 3, column 1: the header says 1 rows, here is one more"),
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

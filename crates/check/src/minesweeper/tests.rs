use quandary_core::Certificate;
use serde_json::{Value, json};

use super::sheet::{Sheet, Size};
use crate::{Rejection, Verified};

fn check(claim: &str, instance: &str, evidence: Value) -> Result<Verified, Rejection> {
    crate::verify(&Certificate::new("minesweeper", claim, instance, evidence))
}

#[test]
fn what_the_mine_count_makes_certain_is_accepted_and_what_is_open_is_not() {
    let position = "2x3/1\n1??\n1??";
    assert!(check("certain", position, json!({"safe": ["1,3", "2,3"], "mines": []})).is_ok());
    let guess = check("certain", position, json!({"safe": ["1,2"], "mines": []}));
    assert!(matches!(guess, Err(Rejection::Wrong(_))), "{guess:?}");
    let mine = check("certain", "2x2/1\n1?\n11", json!({"safe": [], "mines": ["1,2"]}));
    assert!(mine.is_ok(), "{mine:?}");
}

#[test]
fn empty_lists_prove_no_verdict_and_more_mines_than_cells_no_chances() {
    let nothing = check("certain", "2x3/1\n1??\n1??", json!({"safe": [], "mines": []})).unwrap();
    assert_eq!(nothing.proves.get("verdict"), None);
    for mines in ["10", "99999999999999", "18446744073709551615"] {
        let position = format!("3x3/{mines}\n???\n???\n???");
        let chances = check("chances", &position, json!({"safe": [], "mines": []}));
        assert!(matches!(chances, Err(Rejection::Wrong(_))), "{chances:?}");
    }
}

#[test]
fn a_no_guess_game_is_accepted_and_a_lucky_one_is_not() {
    let won = check("no-guess", "2x3/1\n..*\n...", json!({"opened": ["1,1"]}));
    assert!(matches!(won, Err(Rejection::Wrong(_))), "a cell stays closed: {won:?}");
    // After 1,1 the two cells on the right look the same.
    let lucky = check("no-guess", "2x3/1\n..*\n...", json!({"opened": ["1,1", "2,3"]}));
    assert!(matches!(lucky, Err(Rejection::Wrong(_))), "{lucky:?}");
    let proved = check("no-guess", "3x3/1\n..*\n...\n...", json!({"opened": ["3,1"]}));
    assert!(proved.is_ok(), "{proved:?}");
    let mine = check("no-guess", "3x3/1\n..*\n...\n...", json!({"opened": ["1,3"]}));
    assert!(matches!(mine, Err(Rejection::Wrong(_))));
}

#[test]
fn a_board_needs_a_guess_when_every_closed_cell_may_be_a_mine_and_only_then() {
    let claim = |board: &str, opened: &[&str]| check("needs-guess", board, json!({"opened": opened}));
    // The two cells on the right look the same.
    let stuck = claim("2x4/1 any 1,1\n...*\n....", &["1,1"]).unwrap();
    assert_eq!(stuck.proves["stuck"], [json!("2x4/1\n001?\n001?")]);
    assert_eq!(stuck.proves["no_guess"], [json!(false)]);
    let wrong = [
        // One cell is still certain: 1,3 after 1,1 on a board of one mine.
        ("2x4/1\n.*..\n....", &["1,1"][..]),
        // Everything is open.
        ("3x3/1\n..*\n...\n...", &["3,1"]),
        // The last click was a guess.
        ("2x4/1\n...*\n....", &["1,1", "2,4"]),
        // The header names another cell; a zero was promised.
        ("2x4/1 any 1,2\n...*\n....", &["1,1"]),
        ("2x4/1 open 1,3\n...*\n....", &["1,3"]),
    ];
    for (board, opened) in wrong {
        let claimed = claim(board, opened);
        assert!(matches!(claimed, Err(Rejection::Wrong(_))), "{board} {opened:?}: {claimed:?}");
    }
    assert!(matches!(claim("2x4/1\n...*\n....", &[]), Err(Rejection::Malformed(_))));
}

#[test]
fn a_first_cell_is_a_mine_if_it_is_one_and_is_named_in_the_header() {
    let claim = |board: &str, first: &str| check("first-is-mine", board, json!({"first_cell": first}));
    let board = "2x3/1 safe 1,3\n..*\n...";
    assert_eq!(claim(board, "1,3").unwrap().proves["verdict"], [json!("first-is-mine")]);
    assert!(matches!(claim(board, "1,1"), Err(Rejection::Wrong(_))));
    assert!(matches!(claim("2x3/1 safe 1,1\n..*\n...", "1,3"), Err(Rejection::Wrong(_))));
    assert!(matches!(claim(board, "9,9"), Err(Rejection::Malformed(_))));
}

#[test]
fn contradictions_are_confirmed_and_consistent_numbers_are_not() {
    let position = "2x3/1\n0??\n1??";
    let clash = json!({"numbers": ["1,1", "2,1"], "mine_count": false});
    assert!(check("impossible", position, clash).is_ok());
    let alone = json!({"numbers": ["2,1"], "mine_count": true});
    assert!(matches!(check("impossible", position, alone), Err(Rejection::Wrong(_))));
    let count = json!({"numbers": ["1,1"], "mine_count": true});
    assert!(check("impossible", "1x3/2\n1??", count).is_err(), "1 here and 1 unseen is possible");
    let count = json!({"numbers": ["1,1"], "mine_count": true});
    assert!(check("impossible", "1x2/0\n1?", count).is_ok());
}

#[test]
fn an_optimum_is_accepted_with_its_own_numbers_and_no_others() {
    // A corner of 2x2 with one mine shows 1 and gives no information: one of the other three cells is a bet.
    let claim = |rule: &str, wins: u64, boards: u64, first: &str, tree: &str| {
        let evidence = json!({"first_click": rule, "wins": wins, "boards": boards, "first_cell": first,
            "tree": tree});
        check("optimum", "2x2/1", evidence)
    };
    let good = claim("safe", 1, 3, "1,1", ".");
    assert_eq!(good.unwrap().proves["wins"], [json!(1)]);
    assert_eq!(claim("any", 1, 4, "1,1", ".").unwrap().proves["boards"], [json!(4)]);
    for (wins, boards, first, tree) in [
        (0, 0, "1,1", "."),
        (1000, 3000, "1,1", "."),
        (1, 6_148_914_691_236_517_207, "1,1", "."),
        (2, 3, "1,1", "."),
        (1, 3, "1,1", ""),
        (1, 3, "1,1", ".."),
        (1, 3, "1,1", "1"),
        (1, 3, "1,1", "!"),
        (1, 3, "3,1", "."),
    ] {
        assert!(claim("safe", wins, boards, first, tree).is_err(), "{wins} {boards} {first} {tree}");
    }
    let nowhere = claim("open", 1, 1, "1,1", "");
    assert!(matches!(nowhere, Err(Rejection::Wrong(_))), "the rule leaves no room: {nowhere:?}");
}

/// Every minefield of a position, one by one.
fn brute(size: Size, numbers: &[Option<u8>]) -> Vec<Vec<bool>> {
    (0..1_u32 << size.cells())
        .map(|mask| (0..size.cells()).map(|cell| mask >> cell & 1 == 1).collect::<Vec<bool>>())
        .filter(|field| field.iter().filter(|&&mine| mine).count() == size.mines)
        .filter(|field| {
            (0..size.cells()).all(|cell| {
                let around = size.around(cell).map(|near| u8::from(field[near])).sum::<u8>();
                numbers[cell].is_none_or(|number| !field[cell] && number == around)
            })
        })
        .collect()
}

#[test]
fn chances_are_those_of_all_minefields_and_false_lists_are_rejected() {
    let mut possible = 0;
    for (rows, cols, mines) in [(3, 4, 3), (4, 4, 5), (2, 6, 4), (1, 7, 3)] {
        let size = Size { rows, cols, mines };
        let mut random = 12345_u64;
        for _ in 0..40 {
            let mut draw = |below: u64| {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (random >> 33) % below
            };
            let symbols: String = (0..size.cells())
                .map(|cell| match draw(5) {
                    0 => char::from_digit(u32::try_from(draw(3)).unwrap(), 10).unwrap(),
                    _ if cell == 0 => '1',
                    _ => '?',
                })
                .collect();
            let lines: Vec<String> =
                symbols.chars().collect::<Vec<_>>().chunks(cols).map(|row| row.iter().collect()).collect();
            let instance = format!("{size}\n{}", lines.join("\n"));
            let numbers = Sheet::read(&instance).unwrap().numbers().unwrap();
            let fields = brute(size, &numbers);
            let mined = |cell: usize| fields.iter().filter(|field| field[cell]).count();
            let closed: Vec<usize> = (0..size.cells()).filter(|&cell| numbers[cell].is_none()).collect();
            let name = |cell: &usize| format!("{},{}", cell / cols + 1, cell % cols + 1);
            let list = |count: usize| {
                closed.iter().filter(|&&cell| mined(cell) == count).map(name).collect::<Vec<_>>()
            };
            let evidence = json!({"safe": list(0), "mines": list(fields.len())});
            let verified = check("chances", &instance, evidence.clone());
            if fields.is_empty() {
                assert!(matches!(verified, Err(Rejection::Wrong(_))), "{instance}: {verified:?}");
                continue;
            }
            possible += 1;
            let verified = verified.unwrap();
            assert_eq!(verified.proves["minefields"], [json!(fields.len().to_string())], "{instance}");
            let counts: Vec<Value> = (0..size.cells())
                .map(|cell| match numbers[cell] {
                    None => json!(mined(cell).to_string()),
                    Some(_) => Value::Null,
                })
                .collect();
            let counts: Vec<&[Value]> = counts.chunks(cols).collect();
            assert_eq!(verified.proves["mined"], [json!(counts)], "{instance}");
            assert!(check("certain", &instance, evidence.clone()).is_ok());
            for &cell in &closed {
                let mut forged = evidence.clone();
                let list = forged["safe"].as_array_mut().unwrap();
                match list.iter().position(|other| *other == name(&cell)) {
                    Some(at) => {
                        list.remove(at);
                    }
                    None => list.push(name(&cell).into()),
                }
                assert!(check("chances", &instance, forged.clone()).is_err(), "{instance} {cell}");
                let single = json!({"safe": [name(&cell)], "mines": []});
                assert_eq!(check("certain", &instance, single).is_ok(), mined(cell) == 0, "{instance}");
            }
        }
    }
    assert!(possible > 30, "{possible}");
}

#[test]
fn a_graded_board_takes_its_level_and_no_other() {
    let claim = |board: &str, opened: &[&str], level: u64| {
        check("graded", board, json!({"opened": opened, "level": level}))
    };
    // The first click opens everything; 1 2 1 in the middle row; a mine that only the count keeps from the far end.
    for (board, opened, level) in [
        ("3x3/1 open 1,1\n...\n...\n..*", &["1,1"][..], 1),
        ("3x3/2 open 1,1\n...\n...\n*.*", &["1,1", "3,2"], 2),
        ("1x4/1 safe 1,1\n..*.", &["1,1", "1,4"], 4),
    ] {
        for claimed in 1..=4 {
            let result = claim(board, opened, claimed);
            assert_eq!(result.is_ok(), claimed == level, "{board} as {claimed}: {result:?}");
        }
        assert_eq!(claim(board, opened, level).unwrap().proves["grade"], [json!(level)]);
        assert!(claim(board, &opened[..opened.len() - 1], level).is_err(), "a cell stays closed");
        for nonsense in [0, 5, u64::MAX] {
            assert!(matches!(claim(board, opened, nonsense), Err(Rejection::Malformed(_))));
        }
    }
    let lucky = claim("2x4/1\n...*\n....", &["1,1", "2,4"], 4);
    assert!(matches!(lucky, Err(Rejection::Wrong(_))), "{lucky:?}");
}

#[test]
fn a_board_that_is_all_mines_has_an_optimum_of_no_wins() {
    let evidence =
        |wins: u64| json!({"first_click": "any", "wins": wins, "boards": 1, "first_cell": "1,1", "tree": ""});
    assert_eq!(check("optimum", "2x2/4", evidence(0)).unwrap().proves["wins"], [json!(0)]);
    assert!(check("optimum", "2x2/4", evidence(1)).is_err());
    assert!(matches!(check("optimum", "2x2/5", evidence(0)), Err(Rejection::Malformed(_))));
}

#[test]
fn the_first_cell_of_a_board_counts_like_any_other() {
    let chances = check("chances", "1x3/1\n?1?", json!({"safe": [], "mines": []})).unwrap();
    assert_eq!(chances.proves["minefields"], [json!("2")]);
    assert_eq!(chances.proves["mined"], [json!([["1", null, "1"]])]);
    assert_eq!(chances.proves["mine_count_known"], [json!(true)]);
}

#[test]
fn a_player_who_opens_cells_knows_the_number_of_mines() {
    let proved = check("no-guess", "3x3/1\n..*\n...\n...", json!({"opened": ["3,1"]})).unwrap();
    assert_eq!(proved.proves["mine_count_known"], [json!(true)]);
    assert_eq!(proved.proves["first_cell"], [json!("3,1")]);
}

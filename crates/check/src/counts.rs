//! The rules of the games against published counts of the ways to play the first moves.

use serde_json::json;

use crate::evidence::Evidence;
use crate::walk::Position;

/// The ways to play this many plies; a pass is one, and a game that is over has none.
fn count<P: Position>(position: &P, plies: usize) -> u64 {
    if plies == 0 {
        return 1;
    }
    if position.end().is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if moves.is_empty() {
        return count(&position.passed(), plies - 1);
    }
    moves.iter().map(|&chosen| count(&position.after(chosen), plies - 1)).sum()
}

fn counts<P: Position>(text: &str, most: usize) -> Vec<u64> {
    let none = json!({});
    let evidence = Evidence::with(&none, &[]).expect("there is nothing else");
    let start = P::read(text, evidence).unwrap_or_else(|why| panic!("{text}: {why}"));
    (1..=most).map(|plies| count(&start, plies)).collect()
}

#[test]
fn othello_has_the_published_number_of_openings() {
    let start = format!("{}{}{}{} X", "-".repeat(27), "OX------", "XO", "-".repeat(27));
    assert_eq!(counts::<crate::othello::Board>(&start, 6), [4, 12, 56, 244, 1396, 8200]);
}

#[test]
fn connect_four_has_the_published_number_of_openings() {
    let all = counts::<crate::connect_four::Board>("6x7:start", 7);
    assert_eq!(all, [7, 49, 343, 2401, 16_807, 117_649, 823_536]);
}

#[test]
fn on_small_boards_connect_four_has_as_many_games_as_brute_force_finds() {
    /// Games of this many plies, with columns as strings of the plies that fell into them.
    fn games(rows: usize, columns: usize, stacks: &[Vec<usize>], plies: usize, played: usize) -> u64 {
        if plies == 0 {
            return 1;
        }
        let owner = |column: i64, row: i64| -> Option<usize> {
            let stack = stacks.get(usize::try_from(column).ok()?)?;
            stack.get(usize::try_from(row).ok()?).map(|ply| ply % 2)
        };
        let four = |column: i64, row: i64, (dx, dy): (i64, i64)| {
            let all: Vec<Option<usize>> = (0..4).map(|n| owner(column + n * dx, row + n * dy)).collect();
            all[0].is_some() && all.iter().all(|one| *one == all[0])
        };
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        // None of the boards has more than eight rows or columns.
        let over = (0..8).any(|column| (0..8).any(|row| ways.iter().any(|&way| four(column, row, way))));
        if over {
            return 0;
        }
        let open: Vec<usize> = (0..columns).filter(|&column| stacks[column].len() < rows).collect();
        open.into_iter()
            .map(|column| {
                let mut after = stacks.to_vec();
                after[column].push(played);
                games(rows, columns, &after, plies - 1, played + 1)
            })
            .sum()
    }
    for (rows, columns) in [(1, 6), (4, 2), (2, 5), (5, 2), (3, 4), (4, 4), (6, 1), (2, 4)] {
        let text = format!("{rows}x{columns}:start");
        let expected: Vec<u64> =
            (1..=7).map(|plies| games(rows, columns, &vec![Vec::new(); columns], plies, 0)).collect();
        assert_eq!(counts::<crate::connect_four::Board>(&text, 7), expected, "{rows}x{columns}");
    }
}

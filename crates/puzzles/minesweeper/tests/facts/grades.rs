//! Levels of boards against deductions by trying everything, and boards drawn by level.

use quandary_core::{Budget, Exhausted, Seed};
use quandary_minesweeper::generate::uniform;
use quandary_minesweeper::grade::{Grader, Level, easiest};
use quandary_minesweeper::{Cell, FirstClick, Grid, Minefield, Minesweeper, Position};

/// Whether deductions up to a level open every safe cell: what holds in all minefields that agree with one number, with
/// two, with all, or with all and the mine count, and with what was deduced before.
fn wins(field: &Minefield, first: Cell, level: Level) -> bool {
    let grid = Grid::new(field.board());
    let (cells, mines) = (grid.board().cells(), grid.board().mines());
    let around: Vec<u32> =
        grid.cells().map(|cell| grid.around(cell).iter().map(|near| 1_u32 << near.0).sum()).collect();
    let number = |cell: usize| u32::from(field.number(&grid, Cell(cell as u32)));
    let (mut safe, mut mined, mut open) = (1_u32 << first.0, 0_u32, 0_u32);
    loop {
        while safe & !open != 0 {
            let cell = (safe & !open).trailing_zeros() as usize;
            open |= 1 << cell;
            if number(cell) == 0 {
                safe |= around[cell];
            }
        }
        let numbers: Vec<usize> = (0..cells).filter(|cell| open >> cell & 1 == 1).collect();
        let premises: Vec<Vec<usize>> = match level {
            Level::OneNumber => numbers.iter().map(|&one| vec![one]).collect(),
            Level::TwoNumbers => {
                numbers.iter().flat_map(|&a| numbers.iter().map(move |&b| vec![a, b])).collect()
            }
            Level::ManyNumbers | Level::MineCount => vec![numbers],
        };
        let before = (safe, mined);
        for premise in premises {
            let mut covered: u32 = premise.iter().map(|&cell| around[cell]).fold(0, |all, own| all | own);
            let (mut always, mut ever) = (u32::MAX, 0);
            for set in 0..1_u32 << cells {
                if set & safe == 0
                    && set & mined == mined
                    && (level != Level::MineCount || set.count_ones() as usize == mines)
                    && premise.iter().all(|&cell| (set & around[cell]).count_ones() == number(cell))
                {
                    always &= set;
                    ever |= set;
                }
            }
            if level == Level::MineCount {
                covered = (1 << cells) - 1;
            }
            safe |= covered & !ever;
            mined |= covered & always;
        }
        if (safe, mined) == before {
            return open.count_ones() as usize == cells - mines;
        }
    }
}

#[test]
fn the_level_of_a_board_is_the_first_at_which_trying_everything_wins_it() {
    let mut met = [0; 5];
    for (text, boards) in [("4x3/2", 40), ("3x4/3", 40), ("2x6/3", 30), ("4x3/4", 20)] {
        for rule in [FirstClick::Safe, FirstClick::Open] {
            let game = Minesweeper::new(text.parse().unwrap(), rule);
            let first = if rule == FirstClick::Open { Cell(0) } else { Cell(1) };
            let mut grader = Grader::new(&game, first);
            for index in 0..boards {
                let field = uniform(&game, first, &mut Seed(8).stream(index)).unwrap();
                let graded = grader.grade(&field, &mut Budget::unlimited()).unwrap();
                let expected = Level::ALL.into_iter().find(|&level| wins(&field, first, level));
                assert_eq!(graded.as_ref().map(|graded| graded.level), expected, "{rule} {field:?}");
                met[expected.map_or(0, |level| usize::from(level.number()))] += 1;
                if let Some(graded) = graded {
                    let clicks = graded.needed.iter().sum::<u32>() as usize;
                    assert_eq!(clicks + 1, graded.opened.len());
                    let needed = Level::ALL.into_iter().filter(|&level| graded.needed[level as usize] > 0);
                    assert_eq!(needed.max().unwrap_or(Level::OneNumber), graded.level);
                }
            }
        }
    }
    assert!(met.iter().all(|&count| count > 0), "boards by level: {met:?}");
}

#[test]
fn boards_drawn_by_level_have_it_when_they_are_graded_again() {
    for (text, first) in [("9x9/10", 20), ("8x8/12", 18)] {
        let game = Minesweeper::new(text.parse().unwrap(), FirstClick::Open);
        for level in Level::ALL {
            for index in 0..3 {
                let mut grader = Grader::new(&game, Cell(first));
                let drawn = grader.draw(level, &mut Seed(4).stream(index), &mut Budget::unlimited());
                let drawn = drawn.unwrap().unwrap();
                let again = Grader::new(&game, Cell(first)).grade(&drawn.field, &mut Budget::unlimited());
                assert_eq!(again.unwrap().unwrap(), drawn.graded);
                assert_eq!(drawn.graded.level, level);
            }
        }
    }
}

#[test]
fn a_level_that_no_board_has_is_not_drawn_for_ever() {
    // One mine in a row of cells, all of it seen from one end: nothing takes two numbers.
    let game = Minesweeper::new("1x4/1".parse().unwrap(), FirstClick::Open);
    let drawn =
        Grader::new(&game, Cell(0)).draw(Level::TwoNumbers, &mut Seed(1).stream(0), &mut Budget::unlimited());
    assert_eq!(drawn, Ok(None));
    let game = Minesweeper::new("16x30/200".parse().unwrap(), FirstClick::Open);
    let drawn =
        Grader::new(&game, Cell(93)).draw(Level::OneNumber, &mut Seed(1).stream(0), &mut Budget::nodes(300));
    assert_eq!(drawn, Err(Exhausted::Nodes));
}

#[test]
fn the_easiest_deduction_of_a_position_is_the_one_a_person_needs() {
    let level = |text: &str| easiest(&text.parse::<Position>().unwrap().observation).map(Level::number);
    assert_eq!(level("2x3/1 01? 01?"), None);
    // The 1 at 2,1 has its mine at 1,1; then the 1 at 1,2 has it too.
    assert_eq!(level("2x3/1 ?1? 11?"), Some(1));
    // 1-1 from the edge: the third cell is safe.
    assert_eq!(level("2x4/2 1121 ????"), Some(2));
    // The mine is next to the 1s: the two cells at the end have none.
    assert_eq!(level("2x4/1 1??? 1???"), Some(4));
}

//! A position on paper, and the presses that put its lights out.

use quandary_core::{Context, Seed, Stop};
use quandary_verbs::Options;
use quandary_verbs::play::Play;
use quandary_verbs::sheet::{Art, BLACK, PALE, Printed, Prints, Tint};

use crate::notation::parse_board;
use crate::rules::LightsOut;
use crate::solve::fewest_presses;

/// How positions are printed.
pub(crate) static PRINTS: Prints = Prints { draw, read };

/// A light that is on.
const LIT: Tint = [250, 205, 80];

fn draw(setup: &Options, count: usize, seed: Seed, context: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let rules = <LightsOut as Play>::new(setup)?;
    let mut stream = seed.stream(0);
    (0..count).map(|_| Ok(printed(&rules, rules.start(&mut stream, context)?))).collect()
}

fn read(bytes: &[u8], _: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let text = String::from_utf8_lossy(bytes);
    let boards = quandary_verbs::blocks(&text);
    let boards = boards.into_iter().map(|board| parse_board(board, None).map_err(Stop::Input));
    boards.map(|board| board.map(|(rules, lit)| printed(&rules, lit))).collect()
}

fn printed(rules: &LightsOut, lit: u64) -> Printed {
    let presses = fewest_presses(rules, lit);
    let grade = match &presses {
        Some(presses) if presses.len() == 1 => "put out all lights; 1 press is enough".to_owned(),
        Some(presses) => format!("put out all lights; {} presses are enough", presses.len()),
        None => "no presses put out all lights".to_owned(),
    };
    let mut solution = board(rules, lit);
    for &cell in presses.iter().flatten() {
        let (row, column) = rules.place(cell);
        solution.disc((column as f64 + 0.5, row as f64 + 0.5), 0.26, BLACK);
    }
    Printed {
        title: format!("Lights Out, {rules}"),
        grade,
        puzzle: board(rules, lit),
        solution,
        answer: "press the dots, in any order".to_owned(),
    }
}

fn board(rules: &LightsOut, lit: u64) -> Art {
    let mut art = Art::new(rules.columns() as f64, rules.rows() as f64);
    for cell in 0..rules.cells() {
        let (row, column) = rules.place(cell);
        let fill = if lit >> cell & 1 == 1 { LIT } else { PALE };
        art.area((column as f64, row as f64), (1.0, 1.0), fill);
    }
    art.grid((0.0, 0.0), rules.rows(), rules.columns(), 0);
    art
}

#[cfg(test)]
mod tests {
    use quandary_verbs::sheet::Mark;

    use super::*;
    use crate::verbs::ENTRY;

    #[test]
    fn every_press_of_the_solution_is_a_dot() {
        let setup = ENTRY.read_setup("classic").unwrap();
        for one in draw(&setup, 5, Seed(3), &Context::bare()).unwrap() {
            let dots = one.solution.marks.iter().filter(|mark| matches!(mark, Mark::Disc { .. })).count();
            assert!(one.grade.contains(&format!("; {dots} presses are enough")), "{}", one.grade);
            assert!(one.puzzle.is_whole() && one.solution.is_whole());
            assert!(one.puzzle.marks.iter().all(|mark| !matches!(mark, Mark::Disc { .. })));
        }
        let two = read(b"##.\n#..\n...\n\n#..\n...\n", &Context::bare()).unwrap();
        assert_eq!(two[0].grade, "put out all lights; 1 press is enough");
        assert_eq!(two[1].grade, "no presses put out all lights");
    }
}

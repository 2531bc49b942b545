//! The line solver against two slower ones that share nothing with it.

use quandary_core::{Seed, Stream};

use super::{Automaton, ColourAutomaton, Scratch, Wide, Word};
use crate::{Colour, Colours};

/// Every clue that fits into `length` cells.
fn all_clues(length: usize) -> Vec<Vec<usize>> {
    let mut clues = vec![vec![]];
    for first in 1..=length {
        if first == length {
            clues.push(vec![first]);
        } else {
            for mut rest in all_clues(length - first - 1) {
                rest.insert(0, first);
                clues.push(rest);
            }
        }
    }
    clues
}

/// All fillings of a line with these blocks, as bit masks: by trying every mask.
fn fillings(clue: &[usize], length: usize) -> Vec<u64> {
    let runs = |mask: u64| crate::rules::blocks((0..length).map(|cell| mask >> cell & 1 == 1));
    (0..1_u64 << length).filter(|&mask| runs(mask) == clue).collect()
}

/// What all fillings that agree with the known cells have in common.
fn by_brute_force(fillings: &[u64], length: usize, filled: u64, empty: u64) -> Option<(u64, u64)> {
    let whole = (1 << length) - 1;
    let matching = fillings.iter().filter(|&&mask| mask & filled == filled && mask & empty == 0);
    let (black, white, count) =
        matching.fold((whole, whole, 0), |(black, white, n), mask| (black & mask, white & !mask, n + 1));
    (count > 0).then_some((black, white))
}

/// A random state of a line: usually part of a true filling, sometimes of none.
fn random_state(stream: &mut Stream, filling: u64, length: usize) -> (u64, u64) {
    let shown = (stream.next_u64() & (1_u64 << length).wrapping_sub(1)) & stream.next_u64();
    let filling = if stream.chance(0.2) { filling ^ (1 << stream.index(length)) } else { filling };
    (filling & shown, !filling & shown)
}

#[test]
fn line_solving_equals_brute_force_for_every_clue_of_up_to_twelve_cells() {
    let mut stream = Seed(12).stream(0);
    let mut states = 0;
    for length in 1..=12 {
        let mut scratch = Scratch::new(length);
        for clue in all_clues(length) {
            let automaton = Automaton::<u64>::new(&clue, length);
            let all = fillings(&clue, length);
            for _ in 0..110 {
                let filling = all[stream.index(all.len())];
                let (filled, empty) = random_state(&mut stream, filling, length);
                let expected = by_brute_force(&all, length, filled, empty);
                assert_eq!(automaton.solve(filled, empty, &mut scratch), expected, "{clue:?} {length}");
                assert_eq!(automaton.feasible(filled, empty), expected.is_some());
                states += 1;
            }
        }
    }
    assert!(states >= 100_000, "only {states} states");
}

#[test]
fn an_explanation_is_enough_and_nothing_in_it_can_be_spared() {
    let mut stream = Seed(13).stream(0);
    let mut explained = 0;
    for length in 1..=12 {
        let mut scratch = Scratch::new(length);
        for clue in all_clues(length) {
            let automaton = Automaton::<u64>::new(&clue, length);
            for _ in 0..60 {
                let (filled, known) = (stream.next_u64(), stream.next_u64() & ((1 << length) - 1));
                let (filled, empty) = (known & filled, known & !filled);
                if automaton.feasible(filled, empty) {
                    continue;
                }
                explained += 1;
                let free = known & stream.next_u64() & stream.next_u64();
                let why = automaton.explain(filled, empty, free, &mut scratch);
                assert_eq!(why & free, free, "cells that cost nothing stay");
                assert!(!automaton.feasible(filled & why, empty & why), "it explains");
                for cell in (why & !free).ones() {
                    let less = why & !(1 << cell);
                    assert!(automaton.feasible(filled & less, empty & less), "cell {cell} could be spared");
                }
            }
        }
    }
    assert!(explained > 10_000);
}

/// The same by positions of blocks: a table from the left and one from the right, O(blocks x length).
fn by_tables(clue: &[usize], cells: &[Option<bool>]) -> Option<Vec<Option<bool>>> {
    let reach = |clue: &[usize], cells: &[Option<bool>]| {
        // reach[j][i]: the first i cells can hold exactly the first j blocks, cell i - 1 not their last.
        let n = cells.len();
        let mut reach = vec![vec![false; n + 1]; clue.len() + 1];
        for i in 0..=n {
            reach[0][i] = cells[..i].iter().all(|&cell| cell != Some(true));
        }
        for (j, &block) in clue.iter().enumerate() {
            for i in 1..=n {
                let white = reach[j + 1][i - 1] && cells[i - 1] != Some(true);
                let ends = i > block
                    && cells[i - 1] != Some(true)
                    && cells[i - 1 - block..i - 1].iter().all(|&cell| cell != Some(false))
                    && reach[j][i - 1 - block];
                reach[j + 1][i] = white || ends;
            }
        }
        reach
    };
    // A white cell in front and behind makes every block end before a white cell.
    let padded: Vec<Option<bool>> =
        std::iter::once(Some(false)).chain(cells.iter().copied()).chain([Some(false)]).collect();
    let total = padded.len();
    let left = reach(clue, &padded);
    let mirrored_clue: Vec<usize> = clue.iter().rev().copied().collect();
    let mirrored: Vec<Option<bool>> = padded.iter().rev().copied().collect();
    let right = reach(&mirrored_clue, &mirrored);
    if !left[clue.len()][total] {
        return None;
    }
    let (mut black, mut white) = (vec![false; total], vec![false; total]);
    for j in 0..=clue.len() {
        for cell in 0..total {
            let free = padded[cell] != Some(true);
            white[cell] |= free && left[j][cell + 1] && right[clue.len() - j][total - cell];
        }
    }
    for (j, &block) in clue.iter().enumerate() {
        for start in 1..total - block {
            let fits = padded[start..start + block].iter().all(|&cell| cell != Some(false));
            if fits && left[j][start] && right[clue.len() - j - 1][total - start - block] {
                black[start..start + block].fill(true);
            }
        }
    }
    let common = |cell: usize| match (black[cell], white[cell]) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    Some((1..total - 1).map(common).collect())
}

/// A random clue of the given length and a random state of its line.
fn random_line(stream: &mut Stream, length: usize) -> (Vec<usize>, Vec<Option<bool>>) {
    let density = stream.unit();
    let mut colour = stream.chance(0.5);
    let picture: Vec<bool> = (0..length)
        .map(|_| {
            colour ^= stream.chance(0.1 + 0.5 * density);
            colour
        })
        .collect();
    let clue = crate::rules::blocks(picture.iter().copied());
    let show = stream.unit();
    let mut cells: Vec<Option<bool>> =
        picture.iter().map(|&cell| stream.chance(show).then_some(cell)).collect();
    if stream.chance(0.2) {
        let cell = stream.index(length);
        cells[cell] = Some(!picture[cell]);
    }
    (clue, cells)
}

fn agrees_with_tables<W: Word>(stream: &mut Stream, length: usize, lines: usize) {
    let mut scratch = Scratch::new(length);
    for _ in 0..lines {
        let (clue, cells) = random_line(stream, length);
        let set = |colour: bool| {
            let having = (0..length).filter(|&cell| cells[cell] == Some(colour));
            having.fold(W::ZERO, |set, cell| set | W::bit(cell))
        };
        let solved = Automaton::<W>::new(&clue, length).solve(set(true), set(false), &mut scratch);
        let solved = solved.map(|(black, white)| {
            let colour = |cell: usize| {
                assert!(!(black.has(cell) && white.has(cell)));
                if black.has(cell) { Some(true) } else { white.has(cell).then_some(false) }
            };
            (0..length).map(colour).collect::<Vec<_>>()
        });
        assert_eq!(solved, by_tables(&clue, &cells), "{clue:?} {cells:?}");
    }
}

#[test]
fn line_solving_equals_the_tables_at_the_edges_of_the_words() {
    let mut stream = Seed(14).stream(0);
    for length in [1, 2, 11, 25, 61, 62] {
        agrees_with_tables::<u64>(&mut stream, length, 300);
    }
    for length in [62, 63, 64, 65, 125, 126] {
        agrees_with_tables::<u128>(&mut stream, length, 300);
    }
    for length in [63, 64, 126, 127, 128, 253, 254] {
        agrees_with_tables::<Wide<4>>(&mut stream, length, 300);
    }
    agrees_with_tables::<Wide<16>>(&mut stream, 1022, 10);
}

#[test]
fn a_line_that_is_one_block_is_solved_at_every_width() {
    for length in [1, 2, 61, 62] {
        let whole = u64::low(length);
        assert_eq!(
            Automaton::new(&[length], length).solve(0, 0, &mut Scratch::new(length)),
            Some((whole, 0))
        );
    }
    for length in [63, 64, 126] {
        let whole = u128::low(length);
        assert_eq!(
            Automaton::new(&[length], length).solve(0, 0, &mut Scratch::new(length)),
            Some((whole, 0))
        );
    }
    let whole = Wide::<4>::low(127);
    let solved = Automaton::new(&[127], 127).solve(Wide::ZERO, Wide::ZERO, &mut Scratch::new(127));
    assert_eq!(solved, Some((whole, Wide::ZERO)));
}

/// A set of at least one of `count` colours.
fn random_colours(stream: &mut Stream, count: usize) -> Colours {
    let mut colours = Colours::one(Colour::new(stream.index(count)).unwrap());
    for index in 0..count {
        if stream.chance(0.4) {
            colours.insert(Colour::new(index).unwrap());
        }
    }
    colours
}

/// All lines of these cells, by trying every one.
fn colour_fillings(cells: &[Colours]) -> Vec<Vec<Colour>> {
    cells.iter().fold(vec![vec![]], |lines, colours| {
        let longer = |line: &Vec<Colour>| {
            let line = line.clone();
            colours.iter().map(move |colour| [line.clone(), vec![colour]].concat())
        };
        lines.iter().flat_map(longer).collect()
    })
}

#[test]
fn line_solving_in_colours_equals_brute_force_and_explanations_are_irreducible() {
    let (mut possible, mut explained) = (0, 0);
    for index in 0..6000 {
        let stream = &mut Seed(15).stream(index);
        let (length, count) = (1 + stream.index(7), 2 + stream.index(3));
        let cells: Vec<Colours> = (0..length).map(|_| random_colours(stream, count)).collect();
        let own = colour_fillings(&cells);
        let clue = if stream.chance(0.7) {
            crate::rules::blocks(own[stream.index(own.len())].iter().copied())
        } else {
            crate::rules::blocks((0..length).map(|_| Colour::new(stream.index(count)).unwrap()))
        };
        let automaton = ColourAutomaton::<u64>::new(&clue, length, count - 1);
        let mut scratch = Scratch::new(length);
        let matching = |cells: &[Colours]| -> Vec<Vec<Colour>> {
            let fits = |line: &Vec<Colour>| crate::rules::blocks(line.iter().copied()) == clue;
            colour_fillings(cells).into_iter().filter(fits).collect()
        };
        let mut left_over = Vec::new();
        let found = automaton.solve(&cells, &mut scratch, |colours| left_over.push(colours));
        left_over.reverse();
        let all = matching(&cells);
        assert_eq!(found, !all.is_empty(), "{clue:?} in {cells:?}");
        assert_eq!(automaton.feasible(&cells), found);
        if found {
            let mut expected = vec![Colours::NONE; length];
            for line in &all {
                expected.iter_mut().zip(line).for_each(|(set, &colour)| set.insert(colour));
            }
            assert_eq!(left_over, expected, "{clue:?} in {cells:?}");
            possible += 1;
            continue;
        }
        let why = automaton.explain(&cells, &vec![Colours::NONE; length], &mut scratch);
        let anything = Colours::all(count - 1);
        let left: Vec<Colours> = why.iter().map(|gone| anything.without(*gone)).collect();
        assert!(!automaton.feasible(&left), "{clue:?} in {cells:?} because of {why:?}");
        for cell in 0..length {
            for spared in why[cell].iter() {
                assert!(!cells[cell].has(spared), "only what is ruled out is a reason");
                let mut less = left.clone();
                less[cell].insert(spared);
                assert!(automaton.feasible(&less), "{clue:?} in {cells:?} because of {why:?}");
            }
        }
        explained += 1;
    }
    assert!(possible > 3000 && explained > 500, "{possible} {explained}");
}

//! Xiangqi beside what is published, beside brute force, and beside the independent checker.

use quandary_core::rules::{Rules, Turn, perft};
use quandary_core::{Outcome, Seed};
use quandary_games::xiangqi::notation::{
    format_fen, format_iccs, format_position, format_wxf, parse_fen, parse_game, parse_iccs, parse_position,
    parse_wxf,
};
use quandary_games::xiangqi::{Position, Repetition, Xiangqi};

/// Counts up to here are compared; deeper ones are for `quandary perft xiangqi`.
const MOST: u64 = 400_000;

#[test]
fn perft_gives_the_published_counts() {
    let rules = Xiangqi::default();
    let mut compared = 0;
    for line in include_str!("../data/xiangqi-perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(" ; ").unwrap();
        let position = parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(format_fen(&position), fen);
        for (depth, count) in (1..).zip(counts.split(' ').map(|count| count.parse::<u64>().unwrap())) {
            if count <= MOST {
                assert_eq!(perft(&rules, &position, depth), count, "depth {depth} of {fen}");
                assert_eq!(depth > 1 || rules.options(&position) as u64 == count, true);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 86);
}

/// Positions after random moves from the beginning, every `every` moves.
fn met(games: u64, every: u32) -> Vec<Position> {
    let rules = Xiangqi::default();
    let mut met = Vec::new();
    for index in 0..games {
        let mut stream = Seed(17).stream(index);
        let mut position = parse_fen(quandary_games::xiangqi::notation::START_FEN).unwrap();
        loop {
            let mut moves = Vec::new();
            rules.moves(&position, &mut moves);
            let Some(&chosen) = stream.choose(&moves) else { break };
            position = rules.apply(&position, chosen);
            if position.ply() % every == 0 {
                met.push(position.clone());
            }
        }
    }
    met
}

#[test]
fn moves_and_positions_are_read_as_they_were_written() {
    let rules = Xiangqi::default();
    let positions = met(20, 5);
    assert!(positions.len() > 300, "{}", positions.len());
    for position in &positions {
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        let mut names = Vec::new();
        for chosen in moves {
            assert_eq!(parse_iccs(&format_iccs(chosen)), Some(chosen));
            let name = format_wxf(position, chosen).unwrap();
            assert_eq!(parse_wxf(position, &name), Some(chosen), "{name} in {}", format_fen(position));
            assert!(!names.contains(&name), "{name} twice in {}", format_fen(position));
            names.push(name);
        }
        let text = format_position(position);
        let again = parse_position(&text, rules).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(format_position(&again), text);
        assert_eq!(rules.turn(&again), rules.turn(position), "{text}");
        assert_eq!((again.key(), again.times()), (position.key(), position.times()), "{text}");
    }
}

/// A rook that checks a king for ever; the king has no choice.
const CHECKING: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w";
/// The same rook going to and fro without a check.
const SHUFFLING: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w";

fn end(start: &str, round: &[&str], rounds: usize, repetition: Repetition) -> Turn {
    let rules = Xiangqi { repetition };
    let moves = round.repeat(rounds).join(" ");
    let game = parse_game(&format!("{start} moves {moves}"), rules).unwrap_or_else(|error| panic!("{error}"));
    rules.turn(&game.end)
}

#[test]
fn the_third_time_is_a_draw_unless_one_side_gave_check_all_the_while() {
    let quiet = ["a0a1", "d9d8", "a1a0", "d8d9"];
    assert!(matches!(end(SHUFFLING, &quiet, 1, Repetition::CheckLoses), Turn::To(_)), "twice is nothing");
    for repetition in [Repetition::CheckLoses, Repetition::Draws] {
        assert_eq!(end(SHUFFLING, &quiet, 2, repetition), Turn::Over(Outcome::Drawn));
    }
    let checks = ["a9a8", "d8d9", "a8a9", "d9d8"];
    let start = format!("{CHECKING} moves a0a9 d9d8");
    assert!(matches!(end(&start, &checks, 1, Repetition::CheckLoses), Turn::To(_)));
    let whole = [&checks[..], &checks[..3]].concat();
    // The check that repeats for the third time ends it: Red, who began, has lost.
    assert_eq!(end(&start, &whole, 1, Repetition::CheckLoses), Turn::Over(Outcome::Lost));
    assert_eq!(end(&start, &whole, 1, Repetition::Draws), Turn::Over(Outcome::Drawn));
}

#[test]
fn without_a_move_it_is_lost_in_check_or_not_and_whatever_the_clock_says() {
    let rules = Xiangqi::default();
    for (fen, outcome) in [
        // Mated by two rooks; stalemated by a rook and the other king's open file; the same at the limit.
        ("R2k5/1R7/9/9/9/9/9/9/9/5K3 b - - 0 1", Outcome::Won),
        ("5k3/9/4R4/9/9/9/9/9/9/4K4 b - - 0 1", Outcome::Unfinished),
        ("R2k5/1R7/9/9/9/9/9/9/9/5K3 b - - 120 80", Outcome::Won),
    ] {
        let turn = rules.turn(&parse_fen(fen).unwrap());
        match outcome {
            Outcome::Unfinished => assert!(matches!(turn, Turn::To(_)), "{fen}"),
            _ => assert_eq!(turn, Turn::Over(outcome), "{fen}"),
        }
    }
    let quiet = |clock: u32| parse_fen(&format!("3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - {clock} 70")).unwrap();
    assert!(matches!(rules.turn(&quiet(119)), Turn::To(_)));
    assert_eq!(rules.turn(&quiet(120)), Turn::Over(Outcome::Drawn));
    assert_eq!(rules.options(&quiet(120)), 0);
}

#[test]
fn bad_text_is_refused_with_its_place_and_what_would_be_right() {
    let rules = Xiangqi::default();
    for (text, told) in [
        ("", "there is no position; expected a FEN, `start`, or moves such as h2e2 or C2.5"),
        (
            "3kk4/9/9/9/9/9/9/9/9/4K4 w",
            "line 1, column 3: a second black king; expected one king of each side",
        ),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "there is no red king; expected one king of each side"),
        (
            "4k4/9/9/9/9/9/9/9/9/4K4 w",
            "the kings face each other; expected a position that a legal move leads to",
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/4K w",
            "the board ends after 9 rows and 5 points; expected ten rows of nine points, Black's first, joined by /",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/4KX3 w",
            "line 1, column 25: `X` is no piece; expected one of K A B N R C P, small letters for Black, or a number of empty points",
        ),
        (
            "3k5/9/9/9/9/9/9/4K4/9/4B4 w",
            "line 1, column 24: a red elephant cannot stand on e0; expected pieces where they can have gone",
        ),
        (
            "start moves h2e2 h2e2",
            "line 1, column 18: move 1 of Black: h2e2: nothing stands on h2; expected a legal move, such as h2e2 or C2.5",
        ),
        (
            "1. C2.5 H8+7\n2. H2+",
            "line 2, column 4: move 2 of Red: `H2+` is not a move; expected a legal move, such as h2e2 or C2.5",
        ),
        (
            "1. C2.5 C8.9",
            "line 1, column 9: move 1 of Black: C8.9 is not a legal move; expected a legal move, such as h2e2 or C2.5",
        ),
        ("1. C2.5 {unfinished", "line 1, column 9: a comment that does not end; expected a closing }"),
        ("[Event \"cut", "line 1: a tag that does not end; expected [NAME \"VALUE\"]"),
    ] {
        let error = parse_game(text, rules).expect_err(text);
        assert_eq!(error.to_string(), told, "{text}");
    }
}

//! Xiangqi beside what is published, beside brute force, and beside the independent checker.

use quandary_check::verify;
use quandary_core::rules::{Rules, Side, Turn, perft, positions, random_line};
use quandary_core::{Budget, Certificate, Context, Outcome, Seed, Stream};
use quandary_games::xiangqi::notation::{
    format_fen, format_iccs, format_position, format_wxf, parse_fen, parse_game, parse_iccs, parse_position,
    parse_wxf,
};
use quandary_games::xiangqi::verbs::ENTRY;
use quandary_games::xiangqi::{Attack, Mates, Position, Question, Repetition, Xiangqi};
use quandary_search::minimax::{Table, search, win_in};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::truth;
use quandary_verbs::{Input, Request};

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
                assert_eq!(
                    perft(&rules, &position, depth, &mut Budget::unlimited()),
                    Ok(count),
                    "depth {depth} of {fen}"
                );
                assert!(depth > 1 || rules.options(&position) as u64 == count);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 84);
}

/// The positions of a game of random moves.
fn random_game(rules: Xiangqi, stream: &mut Stream) -> Vec<Position> {
    let start = parse_fen(quandary_games::xiangqi::notation::START_FEN).unwrap();
    let (moves, _) = random_line(&rules, &start, usize::MAX, stream);
    positions(&rules, &start, &moves)
}

/// Positions after random moves from the beginning, every `every` moves.
fn met(games: u64, every: u32) -> Vec<Position> {
    let rules = Xiangqi::default();
    let mut met = Vec::new();
    for index in 0..games {
        let played = random_game(rules, &mut Seed(17).stream(index));
        met.extend(played.into_iter().skip(1).filter(|position| position.ply().is_multiple_of(every)));
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

#[test]
fn one_of_two_on_a_file_is_named_by_its_sign_or_by_the_file_where_that_is_clear() {
    let position = parse_fen("1R1a5/r3a3c/b3k4/4n4/6p2/C7P/2P6/4B4/3N1K3/1R1A1AB2 w").unwrap();
    let chosen = parse_iccs("b9b5");
    assert_eq!(format_wxf(&position, chosen.unwrap()).as_deref(), Some("R+-4"));
    for name in ["R+-4", "r+-4", "+R-4", "R8-4"] {
        assert_eq!(parse_wxf(&position, name), chosen, "{name}");
    }
    // Both could go there.
    assert_eq!(parse_wxf(&position, "R8.9"), None);
    assert_eq!(parse_wxf(&position, "R-.9"), parse_iccs("b0a0"));
}

/// A rook and a king that can go round for ever, with or without checks.
const ROOK: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w moves";

fn end(moves: &[&str], repetition: Repetition) -> Turn {
    let rules = Xiangqi { repetition };
    let game = parse_game(&format!("{ROOK} {}", moves.join(" ")), rules);
    rules.turn(&game.unwrap_or_else(|error| panic!("{error}")).end)
}

#[test]
fn the_third_time_is_a_draw_unless_one_side_gave_check_all_the_while() {
    let quiet = ["a0a1", "d9d8", "a1a0", "d8d9"];
    assert!(matches!(end(&quiet, Repetition::CheckLoses), Turn::To(_)), "twice is nothing");
    for repetition in [Repetition::CheckLoses, Repetition::Draws] {
        assert_eq!(end(&quiet.repeat(2), repetition), Turn::Over(Outcome::Drawn));
    }
    let mut checks = vec!["a0a9", "d9d8"];
    checks.extend(["a9a8", "d8d9", "a8a9", "d9d8"].repeat(2));
    assert!(matches!(end(&checks[..8], Repetition::CheckLoses), Turn::To(_)));
    // The ninth move gives check in the same position for the third time: Red, who began, has lost.
    assert_eq!(end(&checks[..9], Repetition::CheckLoses), Turn::Over(Outcome::Lost));
    assert_eq!(end(&checks[..9], Repetition::Draws), Turn::Over(Outcome::Drawn));
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
    for (text, message) in [
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
            "line 1, column 23: `X` is not a valid piece; expected one of K A B N R C P, small letters for Black, or a number of empty points",
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
            "1. C2.5 H8+5",
            "line 1, column 9: move 1 of Black: H8+5 is not a legal move; expected a legal move, such as h2e2 or C2.5",
        ),
        ("1. C2.5 {unfinished", "line 1, column 9: a comment that does not end; expected a closing }"),
        ("[Event \"cut", "line 1: a tag that does not end; expected [NAME \"VALUE\"]"),
    ] {
        let error = parse_game(text, rules).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

/// Positions from which somebody wins soon: the ends of random games, some plies before.
fn near_the_end(games: u64, plies: usize) -> Vec<Position> {
    let rules = Xiangqi::default();
    let mut found = Vec::new();
    for index in 0..games {
        let positions = random_game(rules, &mut Seed(5).stream(index));
        let last = &positions[positions.len() - 1];
        if last.diagram().is_lost() {
            found.push(positions[positions.len() - 1 - plies].clone());
        }
    }
    found
}

#[test]
fn forced_wins_are_what_brute_force_and_the_searches_find() {
    let (mut won, mut not) = (0, 0);
    for position in near_the_end(80, 3) {
        let root = *position.diagram();
        for winner in [Side::First, Side::Second] {
            for plies in 1..=3 {
                let budget = &mut Budget::unlimited();
                let question = Question { root, winner, plies, attack: Attack::Any };
                let truth = truth::wins(&question, budget).unwrap();
                let mates = Mates::new(winner, Attack::Any, budget).wins(&root, plies, budget).unwrap();
                assert_eq!(mates, truth, "{} plies of {winner:?} in {}", plies, format_fen(&position));
                let report = Settings::default().solve(&question, Method::DfPn, budget);
                let proved = report.conclusion == Conclusion::Proved;
                assert_eq!(proved, truth, "{}", format_fen(&position));
                // Checks alone never find more.
                let checks = Mates::new(winner, Attack::Checks, budget).wins(&root, plies, budget).unwrap();
                assert!(truth || !checks);
                *(if truth { &mut won } else { &mut not }) += 1;
            }
        }
        let (found, _) =
            search(&Xiangqi::default(), &position, 3, &mut Table::new(12), &mut Budget::unlimited());
        let budget = &mut Budget::unlimited();
        let shortest = Mates::new(root.side, Attack::Any, budget).shortest(&root, 3, budget).unwrap();
        assert_eq!(
            win_in(found.value).filter(|&plies| plies > 0),
            shortest.map(i32::from),
            "{}",
            format_fen(&position)
        );
    }
    assert!(won >= 20 && not >= 20, "{won} won and {not} not are too few to mean anything");
}

/// What `solve` answers.
fn solve(input: &str, options: &[(&str, &str)]) -> serde_json::Value {
    let verb = ENTRY.verb("solve").unwrap();
    let given = options.iter().map(|&(name, value)| (name, value.to_owned()));
    let request = Request::new(&verb.spec, Some(Input::inline(input)), given).unwrap();
    verb.run("xiangqi", &request, &Context::bare()).unwrap().json()
}

/// Verifies an answer's certificate, and that one ply less is not proved by it.
fn verified(answer: &serde_json::Value) {
    let certificate: Certificate = serde_json::from_value(answer["certificate"].clone()).unwrap();
    let proved = verify(&certificate).unwrap_or_else(|why| panic!("{why}: {answer}"));
    assert_eq!(proved.proves["plies"], [answer["plies"].clone()]);
    let plies = answer["plies"].as_u64().unwrap();
    assert_eq!(answer["line"].as_array().unwrap().len() as u64, plies, "{answer}");
    let mut touched = certificate;
    touched.evidence["plies"] = (plies - 1).into();
    assert!(verify(&touched).is_err());
}

#[test]
fn mates_are_proved_to_the_independent_checker_and_a_touched_proof_is_refused() {
    for (fen, most, verdict, plies) in
        [("3k5/9/9/9/9/9/9/R8/1R7/5K3 w", "5", "win", 3), ("3k5/1R7/9/9/9/9/9/R8/9/5K3 b", "4", "loss", 2)]
    {
        let answer = solve(fen, &[("plies", most), ("certificate", "")]);
        assert_eq!((&answer["verdict"], &answer["plies"]), (&verdict.into(), &plies.into()), "{answer}");
        verified(&answer);
    }
}

#[test]
fn the_positions_to_try_things_on_are_what_they_are_said_to_be() {
    let rules = Xiangqi::default();
    for line in include_str!("../data/xiangqi-positions.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [kind, _, text] = fields[..] else { panic!("{line}") };
        let position = parse_position(text, rules).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(rules.turn(&position).outcome().is_none(), "{line}");
        if let Some(plies) = kind.strip_prefix("tactical ") {
            let answer = solve(text, &[("plies", plies), ("attack", "checks"), ("certificate", "")]);
            assert_eq!(answer["verdict"], "win", "{line}");
            assert_eq!(answer["plies"].to_string(), plies, "{line}");
            verified(&answer);
        } else {
            assert_eq!(solve(text, &[("plies", "3")])["verdict"], "unknown", "{line}");
        }
    }
}

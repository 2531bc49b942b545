//! Solvers against brute force, and proofs against the independent checker.

use quandary_check::verify;
use quandary_core::rules::{Rules, random_line};
use quandary_core::{Budget, Certificate, Context, Seed};
use quandary_games::connect_four::{self, AnySize, AnySolver, ConnectFour, Question, Value};
use quandary_games::othello::{self, Board, Endgame, Othello};
use quandary_search::alphabeta;
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_verbs::{Answer, Entry, Input, Request, Status};

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// Plays random legal moves; `None` when the game ended before.
fn random_position<R: Rules>(rules: &R, start: &R::State, plies: usize, seed: u64) -> Option<R::State> {
    let (_, position) = random_line(rules, start, plies, &mut Seed(seed).stream(plies as u64));
    rules.turn(&position).outcome().is_none().then_some(position)
}

#[test]
fn connect_four_scores_agree_with_alpha_beta_on_small_boards() {
    for (width, height) in [(4, 4), (5, 4), (4, 5), (6, 4), (3, 8)] {
        let size = AnySize::new(width, height).unwrap();
        let rules = ConnectFour(size);
        let mut solver = AnySolver::new(size, 16);
        for seed in 0..12 {
            let plies = 4 + seed as usize % 6;
            let Some(position) = random_position(&rules, &connect_four::Position::START, plies, seed) else {
                continue;
            };
            let expected = alphabeta::value(&rules, &position, &mut unlimited()).unwrap();
            let strong = solver.solve(position, &mut unlimited()).unwrap().score;
            let weak = solver.solve_weakly(position, &mut unlimited()).unwrap().score;
            assert_eq!((strong.signum(), weak), (expected, expected), "{width}x{height} {position:?}");
            // The score is one more than the best that any child leaves, counted by the children's own scores.
            let best = solver.scores(position, &mut unlimited()).unwrap().iter().map(|(_, s)| s.score).max();
            assert_eq!(best, Some(strong), "{width}x{height} {position:?}");
        }
    }
}

#[test]
fn keys_that_fill_a_word_are_solved_too() {
    // 8x7 takes all 64 bits of a key and leaves the least room in an entry of the table.
    let size = AnySize::new(8, 7).unwrap();
    let rules = ConnectFour(size);
    let mut solver = AnySolver::new(size, 20);
    let mut solved = 0;
    for seed in 0..400 {
        let Some(position) = random_position(&rules, &connect_four::Position::START, 42, seed) else {
            continue;
        };
        let expected = alphabeta::value(&rules, &position, &mut unlimited()).unwrap();
        assert_eq!(
            solver.solve(position, &mut unlimited()).unwrap().score.signum(),
            expected,
            "{position:?}"
        );
        solved += 1;
    }
    assert!(solved > 0, "no random game lasted long enough");
}

#[test]
fn small_boards_have_their_published_values() {
    // Tromp's table of boards: these small ones are draws.
    for (width, height, value) in
        [(4, 4, Value::Draw), (5, 4, Value::Draw), (4, 6, Value::Draw), (5, 5, Value::Draw)]
    {
        let size = AnySize::new(width, height).unwrap();
        let solution =
            AnySolver::new(size, 20).solve_weakly(connect_four::Position::START, &mut unlimited()).unwrap();
        assert_eq!(Value::of(solution.score), value, "{width}x{height}");
    }
}

#[test]
fn the_proof_number_family_agrees_with_alpha_beta_on_connect_four() {
    let size = AnySize::new(5, 4).unwrap();
    let rules = ConnectFour(size);
    for seed in 0..6 {
        let Some(root) = random_position(&rules, &connect_four::Position::START, 8, seed) else { continue };
        let value = alphabeta::value(&rules, &root, &mut unlimited()).unwrap();
        for draw_wins in [false, true] {
            let expected = value == 1 || (draw_wins && value == 0);
            for sight in [false, true] {
                let question = Question { rules, root, draw_wins, sight };
                for method in Method::ALL {
                    let report = Settings::default().solve(&question, method, &mut unlimited());
                    let conclusion = if expected { Conclusion::Proved } else { Conclusion::Disproved };
                    assert_eq!(report.conclusion, conclusion, "{method:?} {root:?}");
                }
            }
        }
    }
}

/// Negamax without any pruning.
fn othello_by_brute_force(rules: Othello, position: othello::Position) -> i32 {
    let mut actions = Vec::new();
    rules.moves(&position, &mut actions);
    let scores =
        actions.into_iter().map(|action| -othello_by_brute_force(rules, rules.apply(&position, action)));
    scores.max().unwrap_or_else(|| rules.final_score(position))
}

#[test]
fn othello_endgames_agree_with_brute_force() {
    for (board, plies) in [(Board::Eight, 53), (Board::Six, 25)] {
        let rules = Othello(board);
        let mut solver = Endgame::new(board, 12);
        for index in 0..40 {
            let position = rules.random_position(plies, &mut Seed(3).stream(index));
            let solution = solver.solve(position, &mut unlimited()).unwrap();
            assert_eq!(solution.score, othello_by_brute_force(rules, position), "{position:?}");
            if let Some(action) = solution.best {
                assert_eq!(-othello_by_brute_force(rules, rules.apply(&position, action)), solution.score);
            }
        }
    }
}

#[test]
fn deeper_othello_endgames_do_not_depend_on_the_size_of_the_table() {
    let rules = Othello(Board::Eight);
    for index in 0..4 {
        let position = rules.random_position(48, &mut Seed(4).stream(index));
        let scores: Vec<i32> = [2, 8, 14]
            .into_iter()
            .map(|bits| Endgame::new(Board::Eight, bits).solve(position, &mut unlimited()).unwrap().score)
            .collect();
        assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
    }
}

/// Runs a verb of an entry as an interface would.
fn run(entry: &Entry, verb: &str, input: &str, options: &[(&str, &str)]) -> Answer {
    let verb = entry.verb(verb).unwrap();
    let given = options.iter().map(|(name, value)| (*name, (*value).to_owned()));
    let request = Request::new(&verb.spec, Some(Input::inline(input)), given).unwrap();
    verb.run(entry.name, &request, &Context::bare()).unwrap()
}

#[test]
fn proofs_are_verified_by_the_independent_checker_and_changed_ones_are_not() {
    let size = AnySize::new(5, 4).unwrap();
    let record = connect_four::generate::undecided(size, 6, Seed(2), 5);
    let small = connect_four::notation::format_record(&record);
    assert!(small.starts_with("4x5:"), "{small}");
    let tall = connect_four::generate::undecided(AnySize::new(6, 7).unwrap(), 30, Seed(2), 5);
    let tall = connect_four::notation::format_record(&tall);
    assert!(tall.starts_with("7rx6c:"), "{tall}");
    let late = Othello(Board::Eight).random_position(51, &mut Seed(6).stream(1));
    let late = othello::notation::OthelloPosition { board: Board::Eight, position: late };
    let entries: [(&Entry, String); 3] = [
        (&connect_four::verbs::ENTRY, small),
        (&connect_four::verbs::ENTRY, tall),
        (&othello::verbs::ENTRY, othello::notation::format_position(&late)),
    ];
    for (entry, position) in entries {
        let answer = run(entry, "solve", &position, &[("certificate", "")]);
        assert_eq!(answer.status, Status::Answered);
        let good: Certificate = serde_json::from_value(answer.json()["certificate"].clone()).unwrap();
        verify(&good).unwrap_or_else(|why| panic!("{position}: {why}"));
        let goal = good.evidence["at_least"]["goal"].as_i64().unwrap();
        for part in ["at_least", "at_most"] {
            let mut short = good.clone();
            let tree = good.evidence[part]["tree"].as_str().unwrap();
            short.evidence[part]["tree"] = tree[..tree.len().saturating_sub(2)].into();
            if !tree.is_empty() {
                assert!(verify(&short).is_err(), "{position}: a shortened tree was accepted");
            }
        }
        let mut bold = good.clone();
        bold.evidence["at_least"]["goal"] = (goal + 1).into();
        bold.evidence["at_most"]["goal"] = (goal + 1).into();
        assert!(verify(&bold).is_err(), "{position}: a higher score was accepted");
    }
}

#[test]
fn bad_positions_are_refused_with_a_sentence() {
    let sentence = |entry: &Entry, input: &str, options: &[(&str, &str)]| {
        let verb = entry.verb("solve").unwrap();
        let given = options.iter().map(|(name, value)| (*name, (*value).to_owned()));
        match Request::new(&verb.spec, Some(Input::inline(input)), given) {
            Ok(request) => match verb.run(entry.name, &request, &Context::bare()) {
                Ok(answer) => panic!("{}", answer.text()),
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        }
    };
    let connect_four = &connect_four::verbs::ENTRY;
    assert!(sentence(connect_four, "449", &[]).contains("there is no column `9`"));
    assert!(sentence(connect_four, "1212121", &[]).contains("the game is already won"));
    assert!(sentence(connect_four, "44", &[("board", "7x6")]).starts_with("--board: `7x6` has 7 rows"));
    assert!(sentence(connect_four, "4x5:33", &[("board", "4x4")]).contains("expected one on 4x4"));
    assert!(sentence(connect_four, "44", &[("method", "foo")]).starts_with("--method: `foo` cannot be used"));
    let board = format!("{} X", "-".repeat(63));
    assert!(sentence(&othello::verbs::ENTRY, &board, &[]).contains("a board of 63 squares"));
}

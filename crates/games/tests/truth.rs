//! Solvers against brute force, and proofs against the independent checker.

use quandary_check::verify;
use quandary_core::face::{Context, Entry, Input, Request, Status};
use quandary_core::rules::Game;
use quandary_core::{Budget, Certificate, Seed};
use quandary_games::connect_four::{self, AnySolver, ConnectFour, Question, Sized, Value};
use quandary_games::othello::{self, Board, Endgame, Othello};
use quandary_search::alphabeta;
use quandary_search::proof::{Conclusion, Method, Settings};

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// Plays random legal moves; `None` when the game ended before.
fn random_position<G: Game>(game: &G, start: &G::Position, plies: usize, seed: u64) -> Option<G::Position> {
    let mut stream = Seed(seed).stream(plies as u64);
    let mut position = start.clone();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        position = game.play(&position, *stream.choose(&moves)?);
    }
    game.verdict(&position).is_none().then_some(position)
}

#[test]
fn connect_four_scores_agree_with_alpha_beta_on_small_boards() {
    for (width, height) in [(4, 4), (5, 4), (4, 5), (6, 4), (3, 8)] {
        let size = Sized::new(width, height).unwrap();
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
fn small_boards_have_their_published_values() {
    // Tromp's table of boards: these small ones are draws.
    for (width, height, value) in
        [(4, 4, Value::Draw), (5, 4, Value::Draw), (4, 6, Value::Draw), (5, 5, Value::Draw)]
    {
        let size = Sized::new(width, height).unwrap();
        let solution =
            AnySolver::new(size, 20).solve_weakly(connect_four::Position::START, &mut unlimited()).unwrap();
        assert_eq!(Value::of(solution.score), value, "{width}x{height}");
    }
}

#[test]
fn the_proof_number_family_agrees_with_alpha_beta_on_connect_four() {
    let size = Sized::new(5, 4).unwrap();
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
        actions.into_iter().map(|action| -othello_by_brute_force(rules, rules.play(&position, action)));
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
                assert_eq!(-othello_by_brute_force(rules, rules.play(&position, action)), solution.score);
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

/// Runs a verb of an entry as a face would.
fn run(entry: &dyn Entry, verb: &str, input: &str, options: &[(&str, &str)]) -> quandary_core::face::Answer {
    let spec = entry.verbs().iter().find(|spec| spec.name == verb).unwrap();
    let input = Input { source: "test".into(), bytes: input.as_bytes().to_vec() };
    let given = options.iter().map(|(name, value)| (*name, (*value).to_owned()));
    let request = Request::new(spec, Some(input), given).unwrap();
    entry.run(verb, &request, &Context::bare()).unwrap()
}

fn certificate(answer: &quandary_core::face::Answer) -> Certificate {
    serde_json::from_value(answer.json["certificate"].clone()).unwrap()
}

#[test]
fn proofs_are_verified_by_the_independent_checker_and_changed_ones_are_not() {
    let position = quandary_games::connect_four::face::ENTRY
        .sample(&connect_four::face::ENTRY.presets()[1], Seed(2), 5)
        .unwrap();
    let entries: [(&dyn Entry, String); 2] = [
        (&connect_four::face::ENTRY, position),
        (&othello::face::ENTRY, {
            let position = Othello(Board::Eight).random_position(51, &mut Seed(6).stream(1));
            othello::notation::format_position(&othello::notation::Placed { board: Board::Eight, position })
        }),
    ];
    for (entry, position) in entries {
        let answer = run(entry, "solve", &position, &[("certificate", "")]);
        assert_eq!(answer.status, Status::Answered);
        let good = certificate(&answer);
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
fn bad_positions_and_budgets_are_refused_with_a_sentence() {
    let sentence = |entry: &dyn Entry, input: &str, nodes: u64| {
        let spec = entry.verbs().iter().find(|spec| spec.name == "solve").unwrap();
        let input = Input { source: "test".into(), bytes: input.as_bytes().to_vec() };
        let request = Request::new(spec, Some(input), []).unwrap();
        let context = Context { budget: Budget::nodes(nodes), ..Context::bare() };
        entry.run("solve", &request, &context).unwrap_err().to_string()
    };
    let connect_four = &connect_four::face::ENTRY;
    assert!(sentence(connect_four, "449", 9).contains("there is no column `9`"));
    assert!(sentence(connect_four, "1212121", 9).contains("the game is already won"));
    assert!(sentence(connect_four, "44", 0).contains("a budget of 0 nodes"));
    let board = format!("{} X", "-".repeat(63));
    assert!(sentence(&othello::face::ENTRY, &board, 9).contains("a board of 63 squares"));
}

//! Scratch.
use quandary_core::{Budget, Context, Seed};
use quandary_games::othello::pattern::{Judge, Lesson, Teacher, write};
use quandary_games::othello::{Action, Board, Endgame, Othello, Position, Thinker, notation};
use quandary_search::engine::Engine;
use quandary_search::minimax;
use std::sync::Arc;
use std::time::Instant;

struct Says;
impl quandary_core::context::Progress for Says {
    fn report(&self, what: &str, done: u64, total: u64) {
        if done == total || done.is_multiple_of((total / 4).max(1)) {
            eprintln!("{what} {done}/{total}");
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args[1].as_str() {
        "train" => {
            let begin = Instant::now();
            let context = Context { progress: &Says, ..Context::bare() };
            let (judge, errors) = Teacher::new(Lesson {
                games: args[2].parse().unwrap(),
                seed: Seed(args[3].parse().unwrap()),
            })
            .teach(&context)
            .unwrap();
            let bytes = write(&judge);
            std::fs::write(&args[4], &bytes).unwrap();
            for p in errors {
                println!("{p:?}");
            }
            println!(
                "{} bytes {:?} {:?} {:.1} s",
                bytes.len(),
                judge.spread,
                judge.spread_at_end,
                begin.elapsed().as_secs_f64()
            );
        }
        "think" => {
            let placed = notation::parse_position(&args[2]).unwrap();
            let begin = Instant::now();
            let mut thinker = Thinker::new(20);
            thinker.think(
                &placed.rules(),
                &placed.position,
                &mut Budget::nodes(args[3].parse().unwrap()),
                &mut |t| {
                    let line: Vec<String> =
                        t.line.iter().map(|&a| notation::format_action(placed.board, a)).collect();
                    println!(
                        "depth {} value {} proved {} nodes {} {:.3} s {}",
                        t.depth,
                        t.value,
                        t.proved,
                        t.nodes,
                        begin.elapsed().as_secs_f64(),
                        line.join(" ")
                    );
                },
            );
        }
        "match" => {
            // match NODES DEPTH GAMES: engine with NODES against depth:DEPTH.
            let (nodes, depth, games): (u64, u32, u64) =
                (args[2].parse().unwrap(), args[3].parse().unwrap(), args[4].parse().unwrap());
            let rules = Othello(Board::Eight);
            let (mut points, mut discs) = (0.0, 0);
            let (mut ours, mut theirs) = (0.0, 0.0);
            let mut old_nodes = 0;
            for game in 0..games {
                let mut position = rules.random_position(8, &mut Seed(77).stream(game / 2));
                let black = game % 2 == 0;
                let mut thinker = Thinker::new(16);
                let mut table = minimax::Table::new(16);
                while !rules.is_over(position) {
                    let begin = Instant::now();
                    let action = if position.black_to_move == black {
                        let a = thinker
                            .think(&rules, &position, &mut Budget::nodes(nodes), &mut |_| ())
                            .unwrap()
                            .best;
                        ours += begin.elapsed().as_secs_f64();
                        a
                    } else {
                        let mut budget = Budget::unlimited();
                        let a = minimax::best_moves(&rules, &position, depth, &mut table, &mut budget)
                            .unwrap()
                            .1[0];
                        old_nodes += budget.spent();
                        theirs += begin.elapsed().as_secs_f64();
                        a
                    };
                    position = match action {
                        Action::Place(s) => rules.place(position, s),
                        Action::Pass => rules.pass(position),
                    };
                }
                let score = rules.final_score(position);
                let score = if position.black_to_move == black { score } else { -score };
                points += match score {
                    1.. => 1.0,
                    0 => 0.5,
                    _ => 0.0,
                };
                discs += score;
            }
            println!(
                "{points} of {games}, {:.1} discs a game; CPU {ours:.1} s against {theirs:.1} s ({old_nodes} nodes)",
                f64::from(discs) / games as f64
            );
        }
        "duel" => {
            // duel NODES GAMES A B: two weight files.
            let (nodes, games): (u64, u64) = (args[2].parse().unwrap(), args[3].parse().unwrap());
            let judges: Vec<Arc<Judge>> = args[4..6]
                .iter()
                .map(|f| {
                    Arc::new(quandary_games::othello::pattern::read(&std::fs::read(f).unwrap()).unwrap())
                })
                .collect();
            let rules = Othello(Board::Eight);
            let (mut points, mut discs) = (0.0, 0);
            for game in 0..games {
                let mut position = rules.random_position(8, &mut Seed(78).stream(game / 2));
                let black = game % 2 == 0;
                let mut thinkers =
                    [Thinker::with_judge(16, judges[0].clone()), Thinker::with_judge(16, judges[1].clone())];
                while !rules.is_over(position) {
                    let which = usize::from(position.black_to_move != black);
                    let action = thinkers[which]
                        .think(&rules, &position, &mut Budget::nodes(nodes), &mut |_| ())
                        .unwrap()
                        .best;
                    position = match action {
                        Action::Place(s) => rules.place(position, s),
                        Action::Pass => rules.pass(position),
                    };
                }
                let score = rules.final_score(position);
                let score = if position.black_to_move == black { score } else { -score };
                points += match score {
                    1.. => 1.0,
                    0 => 0.5,
                    _ => 0.0,
                };
                discs += score;
            }
            println!("{points} of {games}, {:.1} discs a game", f64::from(discs) / games as f64);
        }
        "random" => {
            let (plies, count, bits): (u32, u64, u32) =
                (args[2].parse().unwrap(), args[3].parse().unwrap(), 20);
            let (mut nodes, begin) = (0, Instant::now());
            let mut sum = 0;
            for index in 0..count {
                let position: Position =
                    Othello(Board::Eight).random_position(plies, &mut Seed(1).stream(index));
                let mut budget = Budget::unlimited();
                sum = sum * 3 % 1000003
                    + Endgame::new(Board::Eight, bits).solve(position, &mut budget).unwrap().score
                    + 64;
                nodes += budget.spent();
            }
            println!("{nodes} nodes {:.2} s, check {sum}", begin.elapsed().as_secs_f64());
        }
        _ => {
            let text = std::fs::read_to_string(&args[1]).unwrap();
            let (from, count, bits): (usize, usize, u32) =
                (args[2].parse().unwrap(), args[3].parse().unwrap(), args[4].parse().unwrap());
            let (mut nodes, begin) = (0, Instant::now());
            for (line, (placed, expected)) in
                notation::parse_cases(&text).unwrap().into_iter().enumerate().skip(from - 1).take(count)
            {
                let start = Instant::now();
                let mut budget = Budget::unlimited();
                let found = Endgame::new(placed.board, bits).solve(placed.position, &mut budget).unwrap();
                nodes += budget.spent();
                println!(
                    "{} empty {} score {} expected {} {} nodes {:.2} s {}",
                    line + 1,
                    placed.empties(),
                    found.score,
                    expected,
                    budget.spent(),
                    start.elapsed().as_secs_f64(),
                    if found.score == expected { "" } else { "WRONG" }
                );
            }
            println!("{nodes} nodes {:.2} s", begin.elapsed().as_secs_f64());
        }
    }
}

//! Every claim about every instance up to a size, against brute force that shares no code with the verifiers: what is
//! accepted is true.

use quandary_check::verify;
use quandary_core::Certificate;
use serde_json::json;

/// Runs of black cells in a line.
fn clue(cells: impl Iterator<Item = bool>) -> Vec<usize> {
    let text: String = cells.map(|black| if black { '#' } else { '.' }).collect();
    text.split('.').map(str::len).filter(|&run| run > 0).collect()
}

/// The claims of a test, and how many of them were accepted.
#[derive(Default)]
struct Tally {
    accepted: usize,
    claims: usize,
}

impl Tally {
    /// Makes a claim about a nonogram: it may be accepted only if it is true.
    fn claim(&mut self, claim: &str, instance: &str, evidence: serde_json::Value, holds: bool) {
        let ok = verify(&Certificate::new("nonogram", claim, instance, evidence)).is_ok();
        assert!(holds || !ok, "{claim} is accepted of {instance}");
        self.accepted += usize::from(ok);
        self.claims += 1;
    }
}

fn fnv(lines: &[&str]) -> String {
    let bytes = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    format!("{sum:016x}")
}

#[test]
fn no_false_claim_about_a_nonogram_of_two_rows_is_accepted() {
    let (width, height) = (3, 2);
    let pictures: Vec<Vec<String>> = (0..1_u32 << (width * height))
        .map(|mask| {
            let cell = |x: usize, y: usize| if mask >> (y * width + x) & 1 == 1 { '#' } else { '.' };
            (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect()
        })
        .collect();
    let row_clues = [vec![], vec![1], vec![2], vec![3], vec![1, 1]];
    let column_clues = [vec![], vec![1], vec![2]];
    let clues_of = |picture: &[String]| -> Vec<Vec<usize>> {
        let black = |x: usize, y: usize| picture[y].as_bytes()[x] == b'#';
        let rows = (0..height).map(|y| clue((0..width).map(|x| black(x, y))));
        let columns = (0..width).map(|x| clue((0..height).map(|y| black(x, y))));
        rows.chain(columns).collect()
    };
    let mut tally = Tally::default();
    for number in 0..row_clues.len().pow(2) * column_clues.len().pow(3) {
        let (rows, columns) = (number % 25, number / 25);
        let clues: Vec<Vec<usize>> = (0..2)
            .map(|y| row_clues[rows / 5_usize.pow(y) % 5].clone())
            .chain((0..3).map(|x| column_clues[columns / 3_usize.pow(x) % 3].clone()))
            .collect();
        let line = |clue: &Vec<usize>| match clue[..] {
            [] => "0".to_owned(),
            _ => clue.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        };
        let instance = format!("3 2\n{}\n", clues.iter().map(line).collect::<Vec<_>>().join("\n"));
        let solutions: Vec<&Vec<String>> =
            pictures.iter().filter(|picture| clues_of(picture) == clues).collect();
        let mut check = |claim: &str, evidence: serde_json::Value, holds: bool| {
            tally.claim(claim, &instance, evidence, holds);
        };
        for picture in &pictures {
            let fits = solutions.contains(&picture);
            check("solved", json!({"solution": picture}), fits);
            let digest = fnv(&[&instance, "unique", &picture[0], &picture[1]]);
            let evidence = json!({"solution": picture, "steps": [], "digest": digest});
            check("unique", evidence, fits && solutions.len() == 1);
            for step in ["1: | s", "1: 1 | r1 s", "1: -1 | c1 s", "1: 1 2 | r1 r2 c1 s"] {
                let digest = fnv(&[&instance, "unique", &picture[0], &picture[1], step]);
                let evidence = json!({"solution": picture, "steps": [step], "digest": digest});
                check("unique", evidence, fits && solutions.len() == 1);
            }
            let other = solutions.first().map_or(picture, |first| *first);
            check("multiple", json!({"solutions": [picture, other]}), fits && picture != other);
        }
        let digest = fnv(&[&instance, "none"]);
        check("none", json!({"steps": [], "digest": digest}), solutions.is_empty());
    }
    let Tally { accepted, claims } = tally;
    assert!(accepted > 500 && claims > 300_000, "{accepted} of {claims}");
}

#[test]
fn no_false_claim_about_a_nonogram_of_two_colours_is_accepted() {
    let symbols = ['.', 'a', 'b'];
    let pictures: Vec<[String; 2]> = (0..81_usize)
        .map(|number| {
            let cell = |at: u32| symbols[number / 3_usize.pow(at) % 3];
            [0, 1].map(|y| (0..2).map(|x| cell(2 * y + x)).collect())
        })
        .collect();
    let blocks = |cells: [char; 2]| {
        let runs = cells.chunk_by(|a, b| a == b).filter(|run| run[0] != '.');
        let blocks: Vec<String> = runs.map(|run| format!("{}{}", run.len(), run[0])).collect();
        if blocks.is_empty() { "0".to_owned() } else { blocks.join(" ") }
    };
    let clues_of = |picture: &[String; 2]| -> Vec<String> {
        let cell = |x: usize, y: usize| picture[y].as_bytes()[x] as char;
        let rows = (0..2).map(|y| blocks([cell(0, y), cell(1, y)]));
        rows.chain((0..2).map(|x| blocks([cell(x, 0), cell(x, 1)]))).collect()
    };
    let clues = ["1a", "1b", "2a", "2b", "1a 1b", "1b 1a", "0"];
    let mut tally = Tally::default();
    for number in (0..clues.len().pow(4) - 1).step_by(5) {
        let lines: Vec<&str> = (0..4).map(|at| clues[number / clues.len().pow(at) % clues.len()]).collect();
        let instance = format!("2 2\n{}\n", lines.join("\n"));
        let solutions: Vec<&[String; 2]> = pictures.iter().filter(|one| clues_of(one) == lines).collect();
        let mut check = |claim: &str, evidence: serde_json::Value, holds: bool| {
            tally.claim(claim, &instance, evidence, holds);
        };
        for picture in &pictures {
            let fits = solutions.contains(&picture);
            check("solved", json!({"solution": picture}), fits);
            for steps in [&[][..], &["1: | s"], &["1: 1a | r1 s"], &["1: -1b 2. | c1 r2 s"]] {
                let head = [instance.as_str(), "unique", &picture[0], &picture[1]];
                let digest = fnv(&[&head, steps].concat());
                let evidence = json!({"solution": picture, "steps": steps, "digest": digest});
                check("unique", evidence, fits && solutions.len() == 1);
            }
        }
        let digest = fnv(&[&instance, "none"]);
        check("none", json!({"steps": [], "digest": digest}), solutions.is_empty());
    }
    let Tally { accepted, claims } = tally;
    assert!(accepted > 100 && claims > 150_000, "{accepted} of {claims}");
}

/// Two columns of four cells: a column of one's own wins. Whether the last move won.
fn is_won(columns: &[usize]) -> bool {
    let last = columns.last().copied().unwrap_or(0);
    let stack: Vec<usize> = (0..columns.len()).filter(|&ply| columns[ply] == last).collect();
    stack.len() == 4 && stack.iter().all(|ply| ply % 2 == stack[0] % 2)
}

/// The score for the player to move.
fn score(columns: &[usize]) -> i64 {
    if is_won(columns) {
        return -((10 - i64::try_from(columns.len()).unwrap()) / 2);
    }
    let open = (0..2).filter(|column| columns.iter().filter(|other| *other == column).count() < 4);
    open.map(|column| -score(&[columns, &[column]].concat())).max().unwrap_or(0)
}

#[test]
fn no_false_claim_about_two_columns_of_connect_four_is_accepted() {
    let mut games: Vec<Vec<usize>> = vec![vec![]];
    let mut at = 0;
    while at < games.len() {
        let game = games[at].clone();
        let open = (0..2).filter(|column| game.iter().filter(|other| *other == column).count() < 4);
        let longer: Vec<Vec<usize>> = open.map(|column| [&game[..], &[column]].concat()).collect();
        games.extend(longer.into_iter().filter(|game| game.len() < 8 && !is_won(game)));
        at += 1;
    }
    let mut trees = vec![String::new()];
    for _ in 0..3 {
        let longer: Vec<String> =
            trees.iter().flat_map(|tree| (0..=3).map(move |digit| format!("{tree}{digit}"))).collect();
        trees.extend(longer);
        trees.sort();
        trees.dedup();
    }
    // No position is lost here: a column is easily blocked.
    let mut accepted = [0; 2];
    for game in &games {
        let truth = score(game);
        let moves: String = game.iter().map(|column| (column + 1).to_string()).collect();
        let accepts = |claim: &str, evidence: serde_json::Value| {
            verify(&Certificate::new("connect-four", claim, format!("4x2:{moves}"), evidence)).is_ok()
        };
        for goal in -3..=3 {
            for tree in &trees {
                let part = json!({"goal": goal, "tree": tree});
                let win = accepts("win", json!({"at_least": part}));
                assert!(truth >= goal.max(1) || !win, "win by {goal} of {moves} by `{tree}`, truth {truth}");
                let loss = accepts("loss", json!({"at_most": part}));
                assert!(
                    truth <= goal.min(-1) || !loss,
                    "loss by {goal} of {moves} by `{tree}`, truth {truth}"
                );
                accepted[0] += usize::from(win);
                for other in trees.iter().filter(|other| other.len() < 2) {
                    let both = json!({"at_least": part, "at_most": {"goal": goal, "tree": other}});
                    let exact = accepts("score", both);
                    assert!(truth == goal || !exact, "score {goal} of {moves}, truth {truth}");
                    accepted[1] += usize::from(exact);
                }
            }
        }
    }
    assert!(accepted.iter().all(|&count| count > 0), "{accepted:?} of {} positions", games.len());
}

/// Every step over four cells with at most two literals and at most two hints, as the last of this many.
fn every_step(number: usize) -> Vec<String> {
    let literals: Vec<i32> = (1..=4).flat_map(|cell| [cell, -cell]).collect();
    let mut clauses = vec![String::new()];
    clauses.extend(literals.iter().map(|literal| format!(" {literal}")));
    clauses
        .extend(literals.iter().flat_map(|one| literals.iter().map(move |other| format!(" {one} {other}"))));
    let names = ["r1", "r2", "c1", "c2", "s", "#1"];
    let mut hints = vec![String::new()];
    hints.extend(names.iter().map(|name| format!(" {name}")));
    hints.extend(names.iter().flat_map(|one| names.iter().map(move |other| format!(" {one} {other}"))));
    let step = |clause: &String| {
        hints.iter().map(|hints| format!("{number}:{clause} |{hints}")).collect::<Vec<String>>()
    };
    clauses.iter().flat_map(step).collect()
}

#[test]
fn no_proof_of_two_steps_hides_the_second_picture_of_two_by_two() {
    let (instance, picture) = ("2 2\n1\n1\n1\n1\n", ["#.", ".#"]);
    let claim = |steps: &[&str]| {
        let lines = [&[instance, "unique", picture[0], picture[1]], steps].concat();
        let evidence = json!({"solution": picture, "steps": steps, "digest": fnv(&lines)});
        verify(&Certificate::new("nonogram", "unique", instance, evidence))
    };
    let (first, second) = (every_step(1), every_step(2));
    let mut followed = 0;
    for one in &first {
        let rejection = claim(&[one]).expect_err("there is another picture").to_string();
        // A step after a refused one is not read.
        if rejection.contains("step 1: ") || rejection.contains("cannot be read") {
            continue;
        }
        followed += 1;
        for two in &second {
            assert!(claim(&[one, two]).is_err(), "`{one}`, `{two}`");
        }
    }
    assert!(followed > 10, "{followed} of {} steps hold by themselves", first.len());
}

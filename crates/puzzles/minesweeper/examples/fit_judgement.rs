//! Fits the weights by which the strongest player judges a guess.
//!
//! In positions of a board's games where it must guess, minefields are drawn among those that agree with the
//! numbers; each candidate is opened in each of them and the player goes on to the end. Within a position, the
//! share of wins among the fields in which the candidate is safe is regressed on the candidate's traits. Prints
//! each weight with its 95 % interval (positions are the independent units).
//!
//! ```text
//! cargo run --release -p quandary-minesweeper --example fit_judgement -- BOARD SEED POSITIONS
//! ```

use quandary_core::{Outcome, Seed, Stream};
use quandary_minesweeper::strategy::{
    Best, Block, FirstMove, Parts, Player, TRAIT_NAMES, TRAITS, Traits, Tuning,
};
use quandary_minesweeper::{Action, Board, FirstClick, Minesweeper, World};

/// Minefields drawn in a position.
const FIELDS: u64 = 12;
/// Candidates tried in a position: the first few, the others drawn.
const TRIED: usize = 9;
const FIRST: usize = 5;

/// A candidate that was tried.
struct Trial {
    traits: Traits,
    safe: f64,
    wins: f64,
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, seed, positions] = arguments.as_slice() else {
        return Err("usage: fit_judgement BOARD SEED POSITIONS".to_owned());
    };
    let board: Board = board.parse().map_err(|error| format!("{error}"))?;
    let seed: u64 = seed.parse().map_err(|error| format!("SEED: {error}"))?;
    let positions: u64 = positions.parse().map_err(|error| format!("POSITIONS: {error}"))?;
    // One thread a rule, so that the result does not depend on the machine.
    let found: Vec<Vec<Trial>> = std::thread::scope(|scope| {
        let gather = |rule| scope.spawn(move || gather(board, Seed(seed), rule, positions.div_ceil(2)));
        let workers = [FirstClick::Safe, FirstClick::Open].map(gather);
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    let candidates: usize = found.iter().map(Vec::len).sum();
    println!("{} positions, {candidates} candidates, {FIELDS} minefields each", found.len());
    let (weights, errors) = fit(&found);
    for ((name, weight), error) in TRAIT_NAMES.iter().zip(weights).zip(errors) {
        println!("{name:10} {weight:+.5} ± {:.5}", 1.96 * error);
    }
    Ok(())
}

/// Plays games and tries the candidates of every guess.
fn gather(board: Board, seed: Seed, rule: FirstClick, positions: u64) -> Vec<Vec<Trial>> {
    let game = Minesweeper::new(board, rule);
    let first = FirstMove::best(board, rule);
    // A smaller end game and more candidates than in play: quicker, and wider than the player would look.
    let quick =
        Tuning { endgame_boards: 1000, endgame_nodes: 5000, sealed_boards: 1000, ..Tuning::for_board(board) };
    let wide = Tuning { candidate_share: 0.86, unseen_share: 0.88, ..quick };
    let mut player = Best::tuned(game.grid(), Parts::ALL, first, wide).weighing_everything();
    let mut follower = Best::tuned(game.grid(), Parts::ALL, first, quick);
    let seed = seed.named(&rule.to_string());
    let mut draws = seed.named("draws").stream(0);
    let mut found = Vec::new();
    for index in 0.. {
        let mut world = game.deal(seed.stream(index));
        loop {
            let decision = player.decide(world.observation(), &mut draws);
            // On the second move all candidates are alike.
            if decision.reason.block() == Block::Guess && world.observation().opened().len() > 3 {
                found.push(try_out(&game, &mut player, &mut follower, &mut draws));
                if found.len() % 500 == 0 {
                    eprintln!("{rule}: {} of {positions} positions", found.len());
                }
                if found.len() as u64 == positions {
                    return found;
                }
            }
            if game.play(&mut world, decision.chosen).is_some() {
                break;
            }
        }
    }
    found
}

fn try_out(game: &Minesweeper, player: &mut Best, follower: &mut Best, draws: &mut Stream) -> Vec<Trial> {
    let mut candidates: Vec<_> = player.weighed().iter().filter(|c| c.score > f64::MIN).copied().collect();
    while candidates.len() > TRIED {
        let dropped = FIRST + draws.index(candidates.len() - FIRST);
        candidates.swap_remove(dropped);
    }
    let mut tried: Vec<Trial> =
        candidates.iter().map(|c| Trial { traits: c.traits, safe: 0.0, wins: 0.0 }).collect();
    for _ in 0..FIELDS {
        let imagined = player.imagine(draws);
        for (candidate, tried) in candidates.iter().zip(&mut tried) {
            let mut world = imagined.clone();
            let outcome = game.play(&mut world, Action::Open(candidate.cell));
            if outcome != Some(Outcome::Lost) {
                tried.safe += 1.0;
                let won = outcome == Some(Outcome::Won) || finish(game, follower, world, draws);
                tried.wins += f64::from(u8::from(won));
            }
        }
    }
    tried
}

fn finish(game: &Minesweeper, player: &mut Best, mut world: World, draws: &mut Stream) -> bool {
    player.forget();
    loop {
        let decision = player.decide(world.observation(), draws);
        if let Some(outcome) = game.play(&mut world, decision.chosen) {
            return outcome == Outcome::Won;
        }
    }
}

type Matrix = [[f64; TRAITS]; TRAITS];

/// Least squares within positions: the weights and their standard errors.
///
/// A trait changes the wins by a share of what the position is worth, so traits are multiplied by that.
fn fit(positions: &[Vec<Trial>]) -> (Traits, Traits) {
    let mut parts: Vec<(Matrix, Traits)> = Vec::new();
    // A trait that never differs gets the weight zero.
    let mut matrix: Matrix =
        std::array::from_fn(|row| std::array::from_fn(|col| if row == col { 1e-6 } else { 0.0 }));
    let mut target = [0.0; TRAITS];
    for position in positions {
        let (part, side) = normal_equations(position);
        for row in 0..TRAITS {
            target[row] += side[row];
            for col in 0..TRAITS {
                matrix[row][col] += part[row][col];
            }
        }
        parts.push((part, side));
    }
    let inverse = invert(&matrix);
    let times = |matrix: &Matrix, vector: &Traits| -> Traits {
        std::array::from_fn(|row| matrix[row].iter().zip(vector).map(|(a, b)| a * b).sum())
    };
    let weights = times(&inverse, &target);
    let mut variance = [0.0; TRAITS];
    for (part, side) in &parts {
        let fitted = times(part, &weights);
        let left: Traits = std::array::from_fn(|row| side[row] - fitted[row]);
        for (sum, influence) in variance.iter_mut().zip(times(&inverse, &left)) {
            *sum += influence * influence;
        }
    }
    (weights, variance.map(f64::sqrt))
}

fn normal_equations(position: &[Trial]) -> (Matrix, Traits) {
    let mut matrix = [[0.0; TRAITS]; TRAITS];
    let mut side = [0.0; TRAITS];
    let safe: f64 = position.iter().map(|t| t.safe).sum();
    let wins: f64 = position.iter().map(|t| t.wins).sum();
    if safe == 0.0 {
        return (matrix, side);
    }
    // Drawn a little to the middle: few games say little.
    let worth = (wins + 2.0) / (safe + 5.0);
    let mean: Traits =
        std::array::from_fn(|of| position.iter().map(|t| t.safe * t.traits[of]).sum::<f64>() / safe);
    for tried in position.iter().filter(|tried| tried.safe > 0.0) {
        let centred: Traits = std::array::from_fn(|of| worth * (tried.traits[of] - mean[of]));
        let outcome = tried.wins / tried.safe - wins / safe;
        for row in 0..TRAITS {
            side[row] += tried.safe * centred[row] * outcome;
            for col in 0..TRAITS {
                matrix[row][col] += tried.safe * centred[row] * centred[col];
            }
        }
    }
    (matrix, side)
}

/// Gauss–Jordan with the largest pivot.
fn invert(matrix: &Matrix) -> Matrix {
    let mut left = *matrix;
    let mut right: Matrix =
        std::array::from_fn(|row| std::array::from_fn(|col| f64::from(u8::from(row == col))));
    for col in 0..TRAITS {
        let pivot = (col..TRAITS)
            .max_by(|&a, &b| left[a][col].abs().total_cmp(&left[b][col].abs()))
            .expect("there are rows left");
        left.swap(col, pivot);
        right.swap(col, pivot);
        let scale = left[col][col];
        for at in 0..TRAITS {
            left[col][at] /= scale;
            right[col][at] /= scale;
        }
        for row in (0..TRAITS).filter(|&row| row != col) {
            let factor = left[row][col];
            for at in 0..TRAITS {
                left[row][at] -= factor * left[col][at];
                right[row][at] -= factor * right[col][at];
            }
        }
    }
    right
}

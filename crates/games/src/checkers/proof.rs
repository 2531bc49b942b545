//! Strategies of endings, written down: what a certificate holds. The format is that of `check`'s page on checkers.

use std::collections::HashSet;

use quandary_core::{Budget, Certificate, Exhausted};
use serde_json::json;

use super::board::{Move, Position};
use super::endings::{Ending, Endings};
use super::notation::format_position;
use crate::proof_tree::{Unwritten, most_remembered};

/// What a strategy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// To win, in the fewest moves.
    Win,
    /// Not to have lost before this many moves of both sides; ever, without a number.
    Hold(Option<u8>),
}

/// A certificate of the value of a position, at most `limit` moves named.
pub fn prove(
    endings: &Endings,
    position: &Position,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, Unwritten> {
    let (mover, opponent) = (position.black_to_move, !position.black_to_move);
    let mut write = |black, aim| write(endings, position, black, aim, limit, budget);
    let (claim, evidence) = match endings.value(position).ok_or(Unwritten::Impossible)? {
        Ending::Win(plies) => (
            "win",
            json!({
                "plies": plies,
                "attack": write(mover, Aim::Win)?,
                "defence": write(opponent, Aim::Hold(Some(plies)))?,
            }),
        ),
        Ending::Loss(plies) => (
            "loss",
            json!({
                "plies": plies,
                "attack": write(opponent, Aim::Win)?,
                "defence": write(mover, Aim::Hold(Some(plies)))?,
            }),
        ),
        Ending::Draw => (
            "draw",
            json!({"mover": write(mover, Aim::Hold(None))?, "opponent": write(opponent, Aim::Hold(None))?}),
        ),
    };
    Ok(Certificate::new("checkers", claim, format_position(&(*position).into()), evidence))
}

/// The first move of the attack in a certificate of a win.
pub fn attack_begins(position: &Position, certificate: &Certificate) -> Option<Move> {
    let first = certificate.evidence.get("attack")?.as_str()?.bytes().next()?;
    in_order(position).get(usize::from(first.checked_sub(b'a')?)).copied()
}

/// The legal moves in the order of a certificate: by the squares they visit.
fn in_order(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.each_move(|chosen| moves.push(chosen));
    moves.sort_by_cached_key(|chosen| chosen.squares());
    moves
}

/// The strategy of one side, a letter for each position in which it is to move, in the order in which they are met.
fn write(
    endings: &Endings,
    start: &Position,
    black: bool,
    aim: Aim,
    limit: usize,
    budget: &mut Budget,
) -> Result<String, Unwritten> {
    let most = most_remembered::<Position>(budget);
    let mut met = HashSet::from([*start]);
    let mut layer = vec![*start];
    let mut letters = String::new();
    let mut plies = 0_u8;
    while !layer.is_empty() && aim != Aim::Hold(Some(plies)) {
        let mut next = Vec::new();
        for position in layer {
            budget.spend(1)?;
            if met.len() > most {
                return Err(Exhausted::Memory.into());
            }
            let moves = in_order(&position);
            if position.black_to_move != black {
                next.extend(
                    moves.into_iter().map(|reply| position.after(reply)).filter(|child| met.insert(*child)),
                );
                continue;
            }
            if letters.len() >= limit {
                return Err(Unwritten::TooLong);
            }
            // Of the moves that serve, the one after which there is least that has not been met: a short proof.
            let fits = |child: &Position| serves(endings, &position, child, aim, plies);
            let children = moves.iter().map(|&chosen| position.after(chosen)).enumerate();
            let chosen =
                children.filter(|(_, child)| fits(child)).min_by_key(|(_, child)| unmet(&met, child));
            let (index, child) = chosen.ok_or(Unwritten::Impossible)?;
            letters.push(letter(index).ok_or(Unwritten::Impossible)?);
            if met.insert(child) {
                next.push(child);
            }
        }
        layer = next;
        plies = plies.saturating_add(1);
    }
    Ok(letters)
}

/// `a` for the first move, `b` for the second, …
fn letter(index: usize) -> Option<char> {
    let code = b'a'.checked_add(u8::try_from(index).ok()?)?;
    (code <= b'z').then(|| char::from(code))
}

/// Whether a move from `position` to `child`, made after `plies` moves, serves the aim.
fn serves(endings: &Endings, position: &Position, child: &Position, aim: Aim, plies: u8) -> bool {
    let Some(value) = endings.value(child) else { return false };
    match (aim, value.before()) {
        (Aim::Win, after) => Some(after) == endings.value(position),
        (Aim::Hold(None), after) => !matches!(after, Ending::Loss(_)),
        (Aim::Hold(Some(most)), Ending::Loss(lasts)) => plies.saturating_add(lasts) >= most,
        (Aim::Hold(Some(_)), _) => true,
    }
}

/// How much new there is behind a position: nothing when it was met itself.
fn unmet(met: &HashSet<Position>, child: &Position) -> usize {
    if met.contains(child) {
        return 0;
    }
    let mut count = 1;
    child.each_move(|reply| count += usize::from(!met.contains(&child.after(reply))));
    count
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::super::endings::Material;
    use super::*;

    #[test]
    fn every_ending_of_three_pieces_that_is_drawn_by_chance_is_proved_and_a_touched_proof_is_not() {
        let mut budget = Budget::unlimited();
        let endings = Endings::up_to(3, &mut budget, |_, _| {}).unwrap();
        let mut stream = Seed(1).stream(0);
        let mut claims = [0; 3];
        for material in Material::all(2).into_iter().chain(Material::all(3)) {
            for _ in 0..3 {
                let number = stream.below(material.numbers() as u64) as usize;
                let Some(position) = material.position(number) else { continue };
                let certificate = prove(&endings, &position, 1_000_000, &mut budget).unwrap();
                let verified = quandary_check::verify(&certificate);
                assert!(verified.is_ok(), "{}: {verified:?}", certificate.instance);
                claims[["win", "draw", "loss"]
                    .iter()
                    .position(|claim| *claim == certificate.claim)
                    .unwrap()] += 1;
                let mut longer = certificate.clone();
                if let Some(plies) = certificate.evidence["plies"].as_u64() {
                    for wrong in [plies + 1, plies.saturating_sub(1)] {
                        longer.evidence["plies"] = wrong.into();
                        assert!(
                            wrong == plies || quandary_check::verify(&longer).is_err(),
                            "{}",
                            longer.instance
                        );
                    }
                }
            }
        }
        assert!(claims.iter().all(|&count| count > 5), "{claims:?}");
    }
}

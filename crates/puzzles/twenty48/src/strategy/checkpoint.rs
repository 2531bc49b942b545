//! A training in the middle, as bytes: what is kept when it is interrupted, to go on from.
//!
//! ```text
//! quandary 2048 training 1\n   the plan's name\n   moves, games (64 bits each)
//! for each late stage: how many positions (32 bits), the positions (64 bits each)
//! for each table: runs of entries that were touched, as in a stored network, three numbers an entry
//! checksum (64 bits)
//! ```
//!
//! All numbers are little-endian and every float keeps its bits, so a training that was interrupted any number of times
//! ends in the very network of one that was not.

use super::network::{ENTRIES, checksum, number};
use super::training::{Coherence, KEPT, Plan, Trainer};
use crate::quad::Quad;

const MAGIC: &[u8] = b"quandary 2048 training 1\n";

/// What the cache calls the checkpoint of a plan.
pub fn name(plan: &Plan) -> String {
    format!("{}-checkpoint", plan.cache_name())
}

/// Writes a training down.
pub fn to_bytes(trainer: &Trainer) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(trainer.plan().cache_name().bytes());
    bytes.push(b'\n');
    bytes.extend(trainer.moves.to_le_bytes());
    bytes.extend(trainer.games.to_le_bytes());
    for boards in &trainer.late.stages {
        bytes.extend((boards.len() as u32).to_le_bytes());
        bytes.extend(boards.iter().flat_map(|board| board.0.to_le_bytes()));
    }
    for (pattern, coherence) in trainer.coherence.iter().enumerate() {
        let values = trainer.network.table(pattern);
        let mut end = 0;
        while let Some(start) = next(coherence, end, true) {
            let stop = next(coherence, start, false).unwrap_or(ENTRIES);
            bytes.extend(((start - end) as u32).to_le_bytes());
            bytes.extend(((stop - start) as u32).to_le_bytes());
            for (value, [signed, absolute]) in values[start..stop].iter().zip(&coherence[start..stop]) {
                bytes.extend([*value, *signed, *absolute].into_iter().flat_map(f32::to_le_bytes));
            }
            end = stop;
        }
        bytes.extend(u64::MAX.to_le_bytes());
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The first entry from `from` on that was touched, or was not.
///
/// Whatever changes the value of an entry adds to the absolute sum of its errors, so that alone tells; and most of the
/// table was never touched, so whole blocks are looked at first.
fn next(coherence: &[Coherence], from: usize, touched: bool) -> Option<usize> {
    const BLOCK: usize = 1024;
    let is = |entry: &Coherence| (entry[1] != 0.0) == touched;
    let mut at = from;
    while at < coherence.len() {
        let end = (at + BLOCK - at % BLOCK).min(coherence.len());
        let block = &coherence[at..end];
        let empty = touched && block.iter().fold(0, |bits, entry| bits | entry[1].to_bits()) == 0;
        if !empty && let Some(found) = block.iter().position(is) {
            return Some(at + found);
        }
        at = end;
    }
    None
}

/// Reads a training of this plan; `None` when the bytes are damaged, of another kind or of another plan.
pub fn from_bytes(plan: Plan, bytes: &[u8]) -> Option<Trainer> {
    let (body, sum) = bytes.split_last_chunk::<8>()?;
    if u64::from_le_bytes(*sum) != checksum(body) {
        return None;
    }
    let rest = body.strip_prefix(MAGIC)?;
    let mut rest = rest.strip_prefix(plan.cache_name().as_bytes())?.strip_prefix(b"\n")?;
    let mut trainer = Trainer::new(plan);
    trainer.moves = word(&mut rest)?;
    trainer.games = word(&mut rest)?;
    for boards in &mut trainer.late.stages {
        let count = number(&mut rest)? as usize;
        if count > KEPT {
            return None;
        }
        for _ in 0..count {
            boards.push(Quad(word(&mut rest)?));
        }
    }
    for (pattern, coherence) in trainer.coherence.iter_mut().enumerate() {
        let values = trainer.network.table_mut(pattern);
        let mut end = 0;
        loop {
            let (skip, length) = (number(&mut rest)?, number(&mut rest)?);
            if (skip, length) == (u32::MAX, u32::MAX) {
                break;
            }
            let start = end + skip as usize;
            end = start.checked_add(length as usize).filter(|&end| end <= ENTRIES)?;
            for index in start..end {
                values[index] = f32::from_bits(number(&mut rest)?);
                coherence[index] = [f32::from_bits(number(&mut rest)?), f32::from_bits(number(&mut rest)?)];
            }
        }
    }
    rest.is_empty().then_some(trainer)
}

fn word(rest: &mut &[u8]) -> Option<u64> {
    let (first, after) = rest.split_first_chunk::<8>()?;
    *rest = after;
    Some(u64::from_le_bytes(*first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::cached::STANDARD;

    #[test]
    fn everything_that_the_next_game_depends_on_is_kept() {
        let mut trainer = Trainer::new(STANDARD);
        (trainer.moves, trainer.games) = (1234, 56);
        trainer.late.stages[1] = vec![Quad(7), Quad(8)];
        trainer.late.stages[2] = vec![Quad(9)];
        let mut touch = |pattern: usize, index: usize, value: f32, coherence: Coherence| {
            trainer.network.table_mut(pattern)[index] = value;
            trainer.coherence[pattern][index] = coherence;
        };
        touch(3, ENTRIES - 1, 1.5, [-3.0, 4.0]);
        // Errors that cancelled out, a value whose only bit is its sign, and a run across two blocks.
        touch(0, 5, 0.0, [0.0, 2.5]);
        touch(0, 7, -0.0, [1.0, 1.0]);
        (1020..1030).for_each(|index| touch(1, index, 0.5, [0.25, 0.25]));
        let bytes = to_bytes(&trainer);
        let restored = from_bytes(STANDARD, &bytes).unwrap();
        assert_eq!((restored.moves, restored.games), (1234, 56));
        assert_eq!(restored.late.stages, trainer.late.stages);
        assert_eq!(to_bytes(&restored), bytes);
        assert_eq!(restored.coherence[0][5], [0.0, 2.5]);
        assert!(restored.network.table(0)[7].is_sign_negative());
        assert_eq!(restored.network.table(1)[1019..1031], trainer.network.table(1)[1019..1031]);
        assert_eq!(
            (restored.network.table(3)[ENTRIES - 1], restored.coherence[3][ENTRIES - 1]),
            (1.5, [-3.0, 4.0])
        );
    }
}

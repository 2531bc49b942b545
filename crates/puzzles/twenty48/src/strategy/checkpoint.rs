//! A training in the middle, as bytes: what is kept when it is interrupted, to go on from.
//!
//! ```text
//! quandary 2048 training 2\n   the plan's name\n   its record as JSON\n
//! for each late stage: how many positions (32 bits), the positions (64 bits each)
//! for each table: runs of entries that were touched, as in a stored network, three numbers an entry
//! checksum (64 bits)
//! ```
//!
//! All numbers are little-endian and every float keeps its bits, so a training that was interrupted any number of times
//! ends in the very network of one that was not.

use std::sync::atomic::Ordering::Relaxed;

use super::late::KEPT;
use super::network::{Cell, checksum, number};
use super::patterns::ENTRIES;
use super::record::Record;
use super::training::{Plan, Trainer, pack, unpack};
use crate::quad::Quad;

const MAGIC: &[u8] = b"quandary 2048 training 2\n";

/// What the cache calls the checkpoint of a plan.
pub fn name(plan: &Plan) -> String {
    format!("{}-checkpoint", plan.cache_name())
}

/// Writes a training down.
pub fn to_bytes(trainer: &Trainer) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(trainer.plan().cache_name().bytes());
    bytes.push(b'\n');
    bytes.extend(serde_json::to_vec(&trainer.record()).expect("a record is plain data"));
    bytes.push(b'\n');
    for boards in &trainer.late.lock().expect("nobody panics with it").stages {
        bytes.extend((boards.len() as u32).to_le_bytes());
        bytes.extend(boards.iter().flat_map(|board| board.0.to_le_bytes()));
    }
    for (values, coherence) in trainer.values.iter().zip(&trainer.coherence) {
        // Whatever changes the value of an entry adds to the absolute sum of its errors.
        let touched = |index: usize| coherence[index].load(Relaxed) >> 32 != 0;
        let mut end = 0;
        while let Some(start) = (end..ENTRIES).find(|&index| touched(index)) {
            let stop = (start..ENTRIES).find(|&index| !touched(index)).unwrap_or(ENTRIES);
            bytes.extend(((start - end) as u32).to_le_bytes());
            bytes.extend(((stop - start) as u32).to_le_bytes());
            for index in start..stop {
                let [signed, absolute] = unpack(coherence[index].load(Relaxed));
                bytes.extend([values[index].get(), signed, absolute].into_iter().flat_map(f32::to_le_bytes));
            }
            end = stop;
        }
        bytes.extend(u64::MAX.to_le_bytes());
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads a training of this plan; `None` when the bytes are damaged, of another kind or of another plan.
pub fn from_bytes(plan: Plan, bytes: &[u8]) -> Option<Trainer> {
    let (body, sum) = bytes.split_last_chunk::<8>()?;
    if u64::from_le_bytes(*sum) != checksum(body) {
        return None;
    }
    let rest = body.strip_prefix(MAGIC)?;
    let rest = rest.strip_prefix(plan.cache_name().as_bytes())?.strip_prefix(b"\n")?;
    let line = rest.iter().position(|&byte| byte == b'\n')?;
    let record: Record = serde_json::from_slice(&rest[..line]).ok()?;
    let mut rest = &rest[line + 1..];
    let mut trainer = Trainer::new(plan);
    trainer.resume(record);
    for boards in &mut trainer.late.get_mut().ok()?.stages {
        let count = number(&mut rest)? as usize;
        if count > KEPT {
            return None;
        }
        for _ in 0..count {
            boards.push(Quad(word(&mut rest)?));
        }
    }
    for (values, coherence) in trainer.values.iter().zip(&trainer.coherence) {
        let mut end = 0;
        loop {
            let (skip, length) = (number(&mut rest)?, number(&mut rest)?);
            if (skip, length) == (u32::MAX, u32::MAX) {
                break;
            }
            let start = end + skip as usize;
            end = start.checked_add(length as usize).filter(|&end| end <= ENTRIES)?;
            for index in start..end {
                values[index].store(number(&mut rest)?, Relaxed);
                let sums = [f32::from_bits(number(&mut rest)?), f32::from_bits(number(&mut rest)?)];
                coherence[index].store(pack(sums), Relaxed);
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
    use crate::strategy::training::SMALL;

    #[test]
    fn everything_that_the_next_game_depends_on_is_kept() {
        let mut trainer = Trainer::new(SMALL);
        trainer.resume(Record { moves: 1234, games: 56, cpu_seconds: 0.1, threads: 1, curve: Vec::new() });
        trainer.late.get_mut().unwrap().stages[1] = vec![Quad(7), Quad(8)];
        trainer.late.get_mut().unwrap().stages[2] = vec![Quad(9)];
        let touch = |pattern: usize, index: usize, value: f32, sums: [f32; 2]| {
            trainer.values[pattern][index].store(value.to_bits(), Relaxed);
            trainer.coherence[pattern][index].store(pack(sums), Relaxed);
        };
        touch(3, ENTRIES - 1, 1.5, [-3.0, 4.0]);
        // Errors that cancelled out, and a value whose only bit is its sign.
        touch(0, 5, 0.0, [0.0, 2.5]);
        touch(0, 7, -0.0, [1.0, 1.0]);
        touch(1, 9, 0.5, [0.25, 0.25]);
        let bytes = to_bytes(&trainer);
        let restored = from_bytes(SMALL, &bytes).unwrap();
        assert_eq!(restored.record(), trainer.record());
        assert_eq!(to_bytes(&restored), bytes);
        assert_eq!(restored.late.lock().unwrap().stages, trainer.late.lock().unwrap().stages);
        for (pattern, index) in [(3, ENTRIES - 1), (0, 5), (0, 6), (0, 7), (1, 9)] {
            let both = |trainer: &Trainer| {
                (
                    trainer.values[pattern][index].load(Relaxed),
                    trainer.coherence[pattern][index].load(Relaxed),
                )
            };
            assert_eq!(both(&restored), both(&trainer));
        }
    }
}

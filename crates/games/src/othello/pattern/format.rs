//! The weights as they are kept: eight bits each, packed by what can be guessed of them.
//!
//! Most numbers are rare and most weights small, and a weight resembles that of the same number in the next phase. An
//! arithmetic coder whose probabilities learn from what it has seen packs them into about a third of their bytes; what it
//! unpacks is exactly what was packed.

use thiserror::Error;

use super::{Judge, KINDS, NUMBERS, PHASES, Spread, Weights, shared};

/// The format and its version.
const MAGIC: &[u8; 5] = b"QOth1";

/// These bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not the weights of an Othello evaluation of this version, or damaged")]
pub struct BadWeights;

/// Packs an evaluation.
pub fn write(judge: &Judge) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for number in judge.spread.plane.iter().chain(&judge.spread_at_end.plane) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(judge.turns.map(|worth| worth as u8));
    let mut coder = Encoder { low: 0, range: u32::MAX, held: 0, waiting: 1, bytes };
    each_weight(|phase, number, guess, model| {
        let weight = judge.phases[phase].numbers[number];
        model.code(weight, guess, &mut coder);
        weight
    });
    coder.finish()
}

/// Unpacks an evaluation.
pub fn read(bytes: &[u8]) -> Result<Judge, BadWeights> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(BadWeights)?;
    let (planes, rest) = rest.split_at_checked(32).ok_or(BadWeights)?;
    let (turns, rest) = rest.split_at_checked(64).ok_or(BadWeights)?;
    let mut numbers =
        planes.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let mut plane = || Spread { plane: std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
    let mut judge = Judge { spread: plane(), spread_at_end: plane(), ..Judge::blank() };
    for (worth, &byte) in judge.turns.iter_mut().zip(turns) {
        *worth = byte as i8;
    }
    let mut coder = Decoder::new(rest);
    each_weight(|phase, number, guess, model| {
        let weight = model.code(0, guess, &mut coder);
        judge.phases[phase].numbers[number] = weight;
        weight
    });
    // Unpacking takes exactly the bytes that packing made.
    if coder.taken != rest.len() {
        return Err(BadWeights);
    }
    let shared = shared();
    for Weights { numbers } in &mut judge.phases {
        for (number, &same) in shared.iter().enumerate() {
            numbers[number] = numbers[same as usize];
        }
    }
    Ok(judge)
}

/// Calls `code` for each weight that is kept with its phase, its number, the weight of the same number in the phase before,
/// and the model of its kind; `code` says what the weight is.
fn each_weight(mut code: impl FnMut(usize, usize, i8, &mut Model) -> i8) {
    let shared = shared();
    let mut before = vec![0_i8; NUMBERS];
    for phase in 0..PHASES {
        let mut number = 0;
        for kind in &KINDS {
            let mut model = Model::new();
            for _ in 0..kind.numbers() {
                if shared[number] as usize == number {
                    before[number] = code(phase, number, before[number], &mut model);
                }
                number += 1;
            }
        }
    }
}

/// A probability that the next bit is 0, in 1/4096.
#[derive(Clone, Copy)]
struct Chance(u16);

/// How fast a probability follows what is seen.
const PACE: u32 = 5;

impl Chance {
    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> PACE;
        } else {
            self.0 += (4096 - self.0) >> PACE;
        }
    }
}

/// Sizes of the guess that are distinguished.
const SIZES: usize = 6;

fn size(weight: i8) -> usize {
    match weight.unsigned_abs() {
        small @ 0..=2 => small.into(),
        3..=4 => 3,
        5..=8 => 4,
        _ => 5,
    }
}

/// What the weights of one kind in one phase look like.
struct Model {
    /// By the size of the guess and of the weight before.
    zero: [[Chance; 3]; SIZES],
    /// By the sign of the guess.
    negative: [Chance; 3],
    /// By the size of the guess: bits of the magnitude.
    longer: [[Chance; 9]; SIZES],
    bits: [[Chance; 8]; 9],
    last: usize,
}

impl Model {
    fn new() -> Model {
        let even = Chance(2048);
        Model {
            zero: [[even; 3]; SIZES],
            negative: [even; 3],
            longer: [[even; 9]; SIZES],
            bits: [[even; 8]; 9],
            last: 0,
        }
    }

    /// Codes a weight, and says which it is: an encoder looks at it, a decoder does not.
    fn code(&mut self, weight: i8, guess: i8, coder: &mut impl Coder) -> i8 {
        // What differs from the guess is coded.
        let about = size(guess);
        let last = self.last;
        let weight = weight.wrapping_sub(guess);
        self.last = 0;
        if coder.code(weight == 0, &mut self.zero[about][last]) {
            return guess;
        }
        let negative = coder.code(weight < 0, &mut self.negative[(1 + guess.signum()) as usize]);
        let magnitude = weight.unsigned_abs();
        let asked = (8 - magnitude.leading_zeros()).max(1) as usize;
        let mut length = 1;
        while length < 8 && coder.code(length < asked, &mut self.longer[about][length]) {
            length += 1;
        }
        let mut found = 1_u8;
        for at in (0..length - 1).rev() {
            let bit = coder.code(magnitude >> at & 1 == 1, &mut self.bits[length][at]);
            found = found << 1 | u8::from(bit);
        }
        self.last = if found == 1 { 1 } else { 2 };
        let difference = if negative { found.wrapping_neg() } else { found };
        guess.wrapping_add(difference as i8)
    }
}

/// One bit after the other, with its probability.
trait Coder {
    /// Codes a bit and says which it is: an encoder writes the one that is given, a decoder finds it.
    fn code(&mut self, bit: bool, chance: &mut Chance) -> bool;
}

struct Encoder {
    low: u64,
    range: u32,
    held: u8,
    waiting: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    /// Hands over the highest byte, once no carry can change it any more.
    fn shift(&mut self) {
        if self.low < 0xFF00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            let mut byte = self.held;
            while self.waiting > 0 {
                self.bytes.push(byte.wrapping_add(carry));
                byte = 0xFF;
                self.waiting -= 1;
            }
            self.held = (self.low >> 24) as u8;
        }
        self.waiting += 1;
        self.low = self.low << 8 & 0xFFFF_FFFF;
    }

    fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

impl Coder for Encoder {
    fn code(&mut self, bit: bool, chance: &mut Chance) -> bool {
        let bound = (self.range >> 12) * u32::from(chance.0);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

struct Decoder<'b> {
    bytes: &'b [u8],
    /// Bytes asked for, also beyond the end.
    taken: usize,
    range: u32,
    value: u32,
}

impl Decoder<'_> {
    fn new(bytes: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder { bytes, taken: 0, range: u32::MAX, value: 0 };
        for _ in 0..5 {
            decoder.value = decoder.value << 8 | decoder.next();
        }
        decoder
    }

    fn next(&mut self) -> u32 {
        let byte = self.bytes.get(self.taken).copied().unwrap_or(0);
        self.taken += 1;
        byte.into()
    }
}

impl Coder for Decoder<'_> {
    fn code(&mut self, _: bool, chance: &mut Chance) -> bool {
        let bound = (self.range >> 12) * u32::from(chance.0);
        let bit = self.value >= bound;
        if bit {
            self.value -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.value = self.value << 8 | self.next();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;

    #[test]
    fn what_is_unpacked_is_what_was_packed() {
        let mut stream = Seed(6).stream(0);
        let mut judge = Judge::blank();
        let shared = shared();
        for Weights { numbers } in &mut judge.phases {
            for number in 0..NUMBERS {
                let same = shared[number] as usize;
                numbers[number] = if same < number {
                    numbers[same]
                } else if stream.chance(0.5) {
                    0
                } else {
                    (stream.below(255) as i64 - 127) as i8 / (1 + stream.below(20) as i8)
                };
            }
        }
        judge.turns = std::array::from_fn(|empty| empty as i8 - 30);
        judge.spread.plane = [1, -2, 3000, -40_000];
        let packed = write(&judge);
        assert_eq!(read(&packed), Ok(judge));
        assert_eq!(read(&packed[..packed.len() / 2]), Err(BadWeights));
        assert_eq!(read(&packed[1..]), Err(BadWeights));
        assert_eq!(read(b""), Err(BadWeights));
    }
}

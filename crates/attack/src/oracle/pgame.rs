//! P-games of few leaves: every leaf. The random numbers are generated here again, from the published descriptions.

/// More leaves are not looked at.
const MOST_LEAVES: u64 = 300_000;

fn finalised(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The root's hash: SplitMix64 over seed and index fills xoshiro256++, whose first number it is.
fn root(seed: u64, index: u64) -> u64 {
    let study = finalised(seed.wrapping_add(STEP));
    let mixed = finalised((study ^ index.wrapping_mul(0xD1B5_4A32_D192_ED03)).wrapping_add(STEP));
    let word = |number: u64| finalised(mixed.wrapping_add(number.wrapping_mul(STEP)));
    word(1).wrapping_add(word(4)).rotate_left(23).wrapping_add(word(1))
}

fn max_wins(branching: u64, left: u32, hash: u64, sum: i64, max: bool) -> bool {
    if left == 0 {
        return sum > 0;
    }
    let mut children = (1..=branching).map(|number| {
        let child = finalised(hash.wrapping_add(number.wrapping_mul(STEP)));
        let edge = (child >> 57) as i64;
        max_wins(branching, left - 1, child, if max { sum + edge } else { sum - edge }, !max)
    });
    if max { children.any(|won| won) } else { children.all(|won| won) }
}

fn read(instance: &str) -> Result<(u64, u32, u64, u64), String> {
    let parts: Vec<&str> = instance.split('/').collect();
    let [shape, seed, index] = parts[..] else { return Err("no tree".into()) };
    let (branching, height) = shape.split_once('x').ok_or("no shape")?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| "no number".to_owned());
    Ok((number(branching)?, number(height)? as u32, number(seed)?, number(index)?))
}

/// Children and depth, as an answer writes them.
pub(super) fn board(instance: &str) -> Result<String, String> {
    read(instance).map(|(branching, height, ..)| format!("{branching}x{height}"))
}

/// 1 when MAX wins, and -1 otherwise.
pub(super) fn score(instance: &str) -> Result<i64, String> {
    let (branching, height, seed, index) = read(instance)?;
    if branching.checked_pow(height).is_none_or(|leaves| leaves > MOST_LEAVES) {
        return Err("too many leaves".into());
    }
    Ok(if max_wins(branching, height, root(seed, index), 0, true) { 1 } else { -1 })
}

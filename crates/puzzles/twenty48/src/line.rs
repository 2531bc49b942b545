//! One line of tiles pushed to its beginning: the whole of the rules, in one dimension.

/// The result of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// The sum of the tiles that merges made: what the player earns.
    pub score: u64,
    /// Whether anything moved or merged.
    pub changed: bool,
}

/// Pushes a line of exponents (0: empty, 1: tile 2, 2: tile 4, …) to its beginning, in place.
///
/// Two equal neighbours merge into one tile of the next exponent; a tile made by a merge does not merge
/// again in the same move, and the pair nearest the beginning merges first. O(length).
///
/// ```
/// use quandary_twenty48::line::push;
/// let mut line = [1, 0, 1, 2]; // 2 . 2 4
/// let pushed = push(&mut line);
/// assert_eq!(line, [2, 2, 0, 0]); // 4 4 . .: the new 4 does not merge again
/// assert_eq!((pushed.score, pushed.changed), (4, true));
/// ```
pub fn push(line: &mut [u8]) -> Pushed {
    let (mut filled, mut score, mut changed) = (0, 0, false);
    let mut may_merge = false;
    for from in 0..line.len() {
        let exponent = line[from];
        if exponent == 0 {
            continue;
        }
        line[from] = 0;
        if may_merge && line[filled - 1] == exponent {
            line[filled - 1] = exponent + 1;
            score += 1 << (exponent + 1);
            (changed, may_merge) = (true, false);
        } else {
            line[filled] = exponent;
            changed |= filled != from;
            filled += 1;
            may_merge = true;
        }
    }
    Pushed { score, changed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_pushed_as_on_the_original_site() {
        // line, after, score
        for (mut line, after, score) in [
            ([1, 1, 1, 1], [2, 2, 0, 0], 8),
            ([1, 1, 1, 0], [2, 1, 0, 0], 4),
            ([2, 1, 1, 0], [2, 2, 0, 0], 4),
            ([0, 0, 0, 5], [5, 0, 0, 0], 0),
            ([3, 0, 0, 3], [4, 0, 0, 0], 16),
            ([1, 2, 1, 2], [1, 2, 1, 2], 0),
            ([16, 16, 0, 0], [17, 0, 0, 0], 131072),
        ] {
            let before = line;
            let pushed = push(&mut line);
            assert_eq!((line, pushed.score), (after, score), "{before:?}");
            assert_eq!(pushed.changed, before != after);
        }
    }
}

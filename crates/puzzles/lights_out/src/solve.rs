use crate::Lights;

/// The fewest presses that put out the lights, as a set of cells; `None` when none do.
///
/// Gaussian elimination over the field of two elements, then the lightest of all solutions: presses that change
/// nothing together (at most 2^8 of them here) are tried with the first one found.
pub fn fewest_presses(rules: &Lights, lit: u64) -> Option<u64> {
    let cells = rules.rows * rules.columns;
    // Each row: the lights that a set of presses toggles, and the set. Reduced, every pivot stands in one row alone.
    let mut pivots: Vec<(u64, u64)> = Vec::new();
    let mut idle = Vec::new();
    let reduce = |pivots: &[(u64, u64)], mut row: (u64, u64)| {
        for &(lights, presses) in pivots {
            if row.0 & (1 << lights.trailing_zeros()) != 0 {
                row = (row.0 ^ lights, row.1 ^ presses);
            }
        }
        row
    };
    for cell in 0..cells {
        let row = reduce(&pivots, (rules.cross(cell), 1 << cell));
        if row.0 == 0 { idle.push(row.1) } else { pivots.push(row) }
    }
    let (left, presses) = reduce(&pivots, (lit, 0));
    let sum =
        |chosen: u64| (0..idle.len()).filter(|i| chosen >> i & 1 == 1).fold(presses, |all, i| all ^ idle[i]);
    (left == 0).then(|| (0..1 << idle.len()).map(sum).min_by_key(|all| all.count_ones()).unwrap_or(presses))
}

//! Every position that can be reached, layer by layer.

use quandary_core::{Budget, Exhausted};

use super::packed::Packing;
use super::size::CLASS_BYTES;

/// The positions with one sum of tiles: representatives of their classes, sorted.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// The sum of the tiles.
    pub sum: u64,
    /// One board for each class, in ascending order.
    pub boards: Vec<u64>,
}

/// What is to be listed.
pub struct Reach<'r> {
    /// The geometry.
    pub packing: &'r Packing,
    /// Which tiles chance may put: twos, fours.
    pub spawns: (bool, bool),
    /// Positions that hold a tile of this exponent are not played on.
    pub stop_at: Option<u8>,
    /// Memory for the boards, in bytes.
    pub memory: u64,
}

/// Boards looked at between two looks at the budget: a fraction of a millisecond.
pub(super) const CHUNK: usize = 4096;

/// Lists every position that can be reached from `starts`, in layers of ascending sum.
///
/// Memory: eight bytes a class. Time: about 100 ns for each class and each of its moves and spawns.
/// Stops with [`Exhausted::Memory`] when the boards would take more than allowed. `progress` hears the sum and the
/// classes listed after each layer, and may end the search.
pub fn enumerate<E: From<Exhausted>>(
    reach: &Reach<'_>,
    starts: impl IntoIterator<Item = u64>,
    budget: &mut Budget,
    mut progress: impl FnMut(u64, u64) -> Result<(), E>,
) -> Result<Vec<Layer>, E> {
    let packing = reach.packing;
    // Boards found so far for sums that are still to come, as unsorted heaps with repetitions.
    let mut waiting = std::collections::BTreeMap::<u64, Vec<u64>>::new();
    for start in starts {
        waiting.entry(packing.unpack(start).sum()).or_default().push(packing.canonical(start));
    }
    let mut layers = Vec::new();
    let mut total = 0;
    while let Some((sum, mut boards)) = waiting.pop_first() {
        boards.sort_unstable();
        boards.dedup();
        boards.shrink_to_fit();
        total += boards.len() as u64;
        fits(reach, total)?;
        let mut afters = Vec::new();
        for chunk in boards.chunks(CHUNK) {
            budget.spend(chunk.len() as u64)?;
            for &board in chunk {
                if reach.stop_at.is_none_or(|stop| Packing::largest(board) < stop) {
                    each_after(packing, board, |after, _| afters.push(after));
                }
            }
        }
        afters.sort_unstable();
        afters.dedup();
        for (wanted, exponent) in [(reach.spawns.0, 1), (reach.spawns.1, 2)] {
            if !wanted || afters.is_empty() {
                continue;
            }
            let next = waiting.entry(sum + (1 << exponent)).or_default();
            for chunk in afters.chunks(CHUNK) {
                if let Some(why) = budget.stop().raised() {
                    return Err(why.into());
                }
                for &after in chunk {
                    packing.each_spawn(after, exponent, |board| next.push(packing.canonical(board)));
                    // Repetitions would otherwise take many times the memory of the boards themselves.
                    if next.len() > 1 << 24 && next.len() == next.capacity() {
                        next.sort_unstable();
                        next.dedup();
                        fits(reach, total + next.len() as u64)?;
                    }
                }
            }
        }
        layers.push(Layer { sum, boards });
        progress(sum, total)?;
    }
    Ok(layers)
}

/// Whether this many boards may be kept.
fn fits(reach: &Reach<'_>, boards: u64) -> Result<(), Exhausted> {
    if boards * CLASS_BYTES > reach.memory { Err(Exhausted::Memory) } else { Ok(()) }
}

/// The representatives of the afterstates of a board, with what the moves earn.
#[inline]
pub fn each_after(packing: &Packing, board: u64, mut visit: impl FnMut(u64, u64)) {
    for (after, earned) in packing.pushes(board) {
        if after != board {
            visit(packing.canonical(after), earned);
        }
    }
}

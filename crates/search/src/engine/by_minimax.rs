use quandary_core::Budget;

use super::{Engine, Thought};
use crate::minimax::{Heuristic, Table, search, win_in};

/// The engine that needs nothing but a judgement: [`minimax::search`](crate::minimax::search), one move deeper each time.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_core::rules::{Rules, Side, Turn};
/// use quandary_search::engine::{ByMinimax, Engine};
/// use quandary_search::minimax::{Heuristic, WIN};
///
/// /// Take one, two or three matches; the player who takes the last one wins.
/// struct Nim;
///
/// impl Rules for Nim {
///     type State = (u32, Side);
///     type Move = u32;
///     fn turn(&self, &(left, side): &(u32, Side)) -> Turn {
///         if left == 0 { Turn::Over(side.other().wins()) } else { Turn::To(side) }
///     }
///     fn moves(&self, &(left, _): &(u32, Side), out: &mut Vec<u32>) {
///         out.extend(1..=left.min(3));
///     }
///     fn apply(&self, &(left, side): &(u32, Side), taken: u32) -> (u32, Side) {
///         (left - taken, side.other())
///     }
/// }
///
/// impl Heuristic for Nim {
///     fn worth(&self, _: &(u32, Side)) -> i32 {
///         0
///     }
///     fn key(&self, &(left, side): &(u32, Side)) -> u64 {
///         u64::from(left) << 1 | u64::from(side == Side::First)
///     }
/// }
///
/// let mut depths = Vec::new();
/// let mut budget = Budget::nodes(1000);
/// let thought = ByMinimax::new(10)
///     .think(&Nim, &(6, Side::First), &mut budget, &mut |thought| depths.push(thought.depth))
///     .unwrap();
/// // It stops where the win is proved.
/// assert_eq!((thought.best, thought.value, thought.proved), (2, WIN - 3, true));
/// assert_eq!(depths, [1, 2, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct ByMinimax {
    table: Table,
}

/// No engine looks further.
const MOST_PLIES: u32 = 64;

impl ByMinimax {
    /// With a table of 2^`bits` entries of 16 bytes.
    pub fn new(bits: u32) -> ByMinimax {
        ByMinimax { table: Table::new(bits) }
    }
}

impl<J: Heuristic> Engine<J> for ByMinimax {
    fn think(
        &mut self,
        rules: &J,
        state: &J::State,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Thought<J::Move>),
    ) -> Option<Thought<J::Move>> {
        let before = budget.spent();
        let mut thought = None;
        for depth in 1..=MOST_PLIES {
            let (found, stopped) = search(rules, state, depth, &mut self.table, budget);
            if stopped.is_some() {
                break;
            }
            let best = found.best?;
            let deeper = Thought {
                best,
                value: found.value,
                proved: win_in(found.value).is_some(),
                depth,
                nodes: budget.spent() - before,
                line: found.line,
                ranked: vec![(best, found.value)],
            };
            hear(&deeper);
            let is_proved = deeper.proved;
            thought = Some(deeper);
            if is_proved {
                break;
            }
        }
        thought
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

//! The next slide and why: exact where that is within reach, otherwise the start of a good solution.

use std::fmt::Write;

use quandary_core::Reason;
use quandary_core::words::count;
use quandary_core::{Context, Decision, Exhausted, Stop};
use quandary_verbs::{Alternative, Hint};
use schemars::JsonSchema;
use serde::Serialize;

use crate::building::{Building, Milestone};
use crate::progress::{Shortest, decide};
use crate::rules::{Board, Slide, Sliding};
use crate::solve::answer::{ALWAYS_EXACT_CELLS, by_construction};
use crate::solve::bound::{Manhattan, of_board};
use crate::solve::oracle::Oracle;

/// Nodes that exact advice on a large board may cost before a good solution has to do.
const HOPEFUL_NODES: u64 = 2_000_000;
/// Nodes spent on shortening the solution that the advice then comes from.
const IMPROVING_NODES: u64 = 500_000;

/// A slide and the tile that it moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TileSlide {
    /// U, L, R or D.
    #[serde(rename = "move")]
    pub slide: String,
    /// The tile that slides.
    pub tile: u8,
}

impl TileSlide {
    fn new(board: &Board, slide: Slide) -> TileSlide {
        TileSlide { slide: slide.letter().to_string(), tile: board.tile_for(slide).unwrap_or(0) }
    }
}

/// Why a slide is recommended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Why {
    /// It begins a shortest solution.
    Shortest {
        /// The tile that slides.
        tile: u8,
        /// Which way it slides: up, left, right or down.
        way: &'static str,
        /// Moves that a shortest solution takes.
        distance: u32,
        /// What comes into place along the solution that it begins.
        builds: Building,
        /// All slides that begin one: b of them.
        best: Vec<TileSlide>,
        /// All slides: B.
        options: usize,
        /// What makes the distance certain.
        rests_on: String,
    },
    /// It begins a solution that is not proved shortest.
    Good {
        /// The tile that slides.
        tile: u8,
        /// Which way it slides: up, left, right or down.
        way: &'static str,
        /// Moves of the solution.
        length: usize,
        /// What comes into place along the solution that it begins.
        builds: Building,
        /// No solution is shorter than this.
        lower_bound: u32,
        /// What makes the bound certain.
        rests_on: String,
    },
}

impl Reason for Why {
    fn text(&self) -> String {
        match self {
            Why::Shortest { tile, way, distance: 1, .. } => format!("slide {tile} {way}, and it is solved."),
            Why::Shortest { tile, way, distance, builds, best, options, rests_on } => {
                let others: Vec<String> = best
                    .iter()
                    .filter(|other| other.tile != *tile)
                    .map(|other| other.tile.to_string())
                    .collect();
                let others = match others.as_slice() {
                    [] => "no other slide leads closer".to_owned(),
                    all if all.len() + 1 == *options => "every slide leads closer".to_owned(),
                    [one] => format!("sliding {one} is as good"),
                    all => format!("sliding {} is as good", all.join(" or ")),
                };
                format!(
                    "slide {tile} {way}{} A shortest solution takes {distance} moves, as {rests_on} shows; {others}.",
                    builds.text(*tile)
                )
            }
            Why::Good { tile, way, length, builds, lower_bound, rests_on } => format!(
                "slide {tile} {way}{} The solution that it begins takes {length} moves. Whether there is a shorter one \
                 is not known: every solution takes at least {lower_bound} moves, by {rests_on}.",
                builds.text(*tile)
            ),
        }
    }

    fn nudge(&self) -> String {
        let work_on = |builds: &Building| match &builds.line {
            Some(Milestone { what, .. }) => format!("Work on the {what}; "),
            None => String::new(),
        };
        match self {
            Why::Shortest { distance: 1, .. } => "One slide solves it.".to_owned(),
            Why::Shortest { best, options, distance, builds, .. } => {
                match (best.len(), builds.line.is_some()) {
                    (_, true) => format!("{}{distance} moves to go.", work_on(builds)),
                    (1, false) => {
                        format!("Only one of {options} slides leads closer; {distance} moves to go.")
                    }
                    (all, false) => format!("{all} of {options} slides lead closer; {distance} moves to go."),
                }
            }
            Why::Good { length, builds, .. } if builds.line.is_some() => {
                format!("{}there is a way in {length} moves.", work_on(builds))
            }
            Why::Good { length, .. } => format!("There is a way in {length} moves."),
        }
    }
}

/// What the moves of this puzzle are worth, in a hint.
const VALUE_IS: &str = "moves still needed after it, with a minus sign";

/// Advice on a solvable board: the slide, why, and what every slide is worth. None recommended when it is solved.
pub fn advise(puzzle: &Sliding, board: &Board, context: &Context<'_>) -> Result<Hint<Why>, Stop> {
    let nodes = if board.size().cells() <= ALWAYS_EXACT_CELLS { u64::MAX } else { HOPEFUL_NODES };
    let oracle = Oracle::new(puzzle, nodes.min(context.budget.remaining()), context);
    match oracle.and_then(|oracle| Ok((decide(&oracle, board)?, oracle))) {
        Ok((Some(decision), oracle)) => Ok(exactly(puzzle, board, decision, &oracle)),
        Ok((None, _)) => Ok(Hint::none(VALUE_IS)),
        Err(why) => a_good_one(puzzle, board, why, context),
    }
}

fn exactly(
    puzzle: &Sliding,
    board: &Board,
    decision: Decision<Slide, Shortest>,
    oracle: &Oracle,
) -> Hint<Why> {
    let Decision { chosen, reason: Shortest { best, options, distance }, .. } = decision;
    // Without a path there is less to say, and the advice is the same.
    let path = board.after(chosen).and_then(|next| oracle.path(&next, distance - 1).ok().flatten());
    let path: Vec<Slide> = std::iter::once(chosen).chain(path.unwrap_or_default()).collect();
    let why = Why::Shortest {
        tile: board.tile_for(chosen).unwrap_or(0),
        way: chosen.word(),
        distance,
        builds: Building::along(puzzle, board, &path),
        best: best.iter().map(|&slide| TileSlide::new(board, slide)).collect(),
        options,
        rests_on: oracle.basis().to_owned(),
    };
    let mut alternatives: Vec<Alternative> = board
        .slides()
        .map(|slide| {
            let after = if best.contains(&slide) { distance - 1 } else { distance + 1 };
            let tile = board.tile_for(slide).unwrap_or(0);
            let text = format!("{tile} {}: {}", slide.word(), count(after.into(), "more move"));
            Alternative { chosen: slide.letter().to_string(), value: Some(-f64::from(after)), text }
        })
        .collect();
    alternatives.sort_by(|a, b| b.value.partial_cmp(&a.value).unwrap_or(std::cmp::Ordering::Equal));
    Hint::new(Decision::certain(chosen, why), chosen.letter().to_string(), VALUE_IS).among(alternatives)
}

/// When exact advice is out of reach: the first slide of a good solution, and how good it is.
fn a_good_one(
    puzzle: &Sliding,
    board: &Board,
    why: Exhausted,
    context: &Context<'_>,
) -> Result<Hint<Why>, Stop> {
    let solved = by_construction(puzzle, board, IMPROVING_NODES, context);
    let path = solved.path.unwrap_or_default();
    let Some(&chosen) = path.first() else { return Err(why.into()) };
    let apart = of_board(&Manhattan::new(puzzle), board);
    let more = solved.lower_bound.saturating_sub(apart);
    let mut rests_on = format!("the {apart} steps that the tiles are away from home");
    if more > 0 {
        let _ = write!(rests_on, " and {more} more for tiles that stand in each other's way");
    }
    let reason = Why::Good {
        tile: board.tile_for(chosen).unwrap_or(0),
        way: chosen.word(),
        length: path.len(),
        builds: Building::along(puzzle, board, &path),
        lower_bound: solved.lower_bound,
        rests_on,
    };
    Ok(Hint::new(Decision::certain(chosen, reason), chosen.letter().to_string(), VALUE_IS))
}

//! A recommended slide, in words. It renders a [`Decision`] and computes nothing.

use quandary_core::Decision;

use crate::notation;
use crate::progress::Shortest;
use crate::rules::{Board, Slide};

/// "Slide 5 left: …", with all best slides, b and B.
pub fn in_words(board: &Board, decision: &Decision<Slide, Shortest>) -> String {
    let Shortest { best, options, distance } = &decision.reason;
    let name = |slide: &Slide| {
        let tile = board.tile_for(*slide).unwrap_or(0);
        format!("{tile} {} ({})", slide.word(), slide.letter())
    };
    let others = if best.len() == 1 {
        "It is the only slide that begins a shortest solution.".to_owned()
    } else {
        let all: Vec<String> = best.iter().map(name).collect();
        format!("Equally good: {}.", all.join(", "))
    };
    let remaining =
        if *distance == 1 { "This solves it.".into() } else { format!("{distance} moves remain.") };
    format!(
        "{}\n\nSlide {}. {remaining}\n{others}\n{} of {options} slides lead closer (b = {}, B = {options}).",
        notation::draw_board(board),
        name(&decision.chosen),
        best.len(),
        best.len(),
    )
}

/// "Slide 5 left: …", when all that is known is a solution and a bound.
pub fn hint_in_words(board: &Board, slide: Slide, length: usize, lower_bound: u32) -> String {
    let tile = board.tile_for(slide).unwrap_or(0);
    format!(
        "{}\n\nSlide {tile} {} ({}): it begins a solution of {length} moves.\nA hint, not the best slide: a shortest \
         solution has at least {lower_bound} moves and is out of reach here.",
        notation::draw_board(board),
        slide.word(),
        slide.letter(),
    )
}

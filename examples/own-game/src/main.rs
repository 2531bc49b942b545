//! df-pn over your own game: players take 1 to 3 matches in turn, and the player who takes the last one wins.
use quandary_core::{Budget, rules::Rules, rules::Side, rules::Turn};
use quandary_search::{proof::Conclusion, proof::depth_first, tree::Question};

struct Matches;
impl Rules for Matches {
    type State = (u32, Side);
    type Move = u32;
    fn turn(&self, &(left, side): &(u32, Side)) -> Turn {
        if left == 0 { Turn::Over(side.other().wins()) } else { Turn::To(side) }
    }
    fn moves(&self, &(left, _): &(u32, Side), out: &mut Vec<u32>) {
        out.extend(1..=left.min(3));
    }
    fn apply(&self, &(left, side): &(u32, Side), taken: u32) -> (u32, Side) {
        (left - taken, side.other())
    }
}

fn main() {
    let question = Question { rules: Matches, root: (12, Side::First), side: Side::First, draw_wins: false };
    let report = depth_first(&question, 0.25, 1 << 20, &mut Budget::unlimited());
    println!("12 matches: a win of the first player is {:?} after {} nodes", report.conclusion, report.nodes);
    assert_eq!(report.conclusion, Conclusion::Disproved, "a multiple of 4 is lost");
}

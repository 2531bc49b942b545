//! What the verbs that need only the rules ask of P-games.

use quandary_core::InputError;
use quandary_verbs::{OptionSpec, Request};

use super::A_TREE;
use crate::pgame::notation::{Place, format_place, parse_place};
use crate::pgame::play::{BOARD, Match};
use crate::pgame::rules::{Node, PGame};
use crate::verbs::matches::{Start, TwoPlayer};
use crate::verbs::progress::Recorded;

impl TwoPlayer for Match {
    const INPUT: &'static str = A_TREE;
    const BOARD: OptionSpec = BOARD.with_help("Branching and depth, without INPUT").spec;
    const SIMULATES: &'static str = "Many seeded games between two players on one tree";
    const SIMULATE_EXAMPLES: &'static [&'static str] =
        &["simulate pgame 2x20/1/0 --first mc:10 --second random --games 200"];
    const MEASURE_EXAMPLES: &'static [&'static str] = &[
        "measure pgame --board 8x8",
        "measure pgame 2x20/1/0 --players random,mc:10",
        "measure pgame 2x20/1/0:0110 --scn --threshold 20",
    ];

    /// INPUT, or the root of the first tree of a shape.
    fn start_at(request: &Request) -> Result<Start<PGame>, InputError> {
        let place = match request.input() {
            Some(input) => {
                request.refuse(&[BOARD.spec], "no INPUT, which names its tree")?;
                parse_place(input.text()?)?
            }
            None => Place::root(request.get(BOARD), 1, 0),
        };
        Ok(Start {
            rules: place.tree,
            state: place.node,
            board: place.shape().to_string(),
            position: format_place(&place),
        })
    }

    /// A node inside a tree is the record of the way to it.
    fn record(request: &Request) -> Result<Recorded<PGame>, InputError> {
        let place = parse_place(request.input_text()?)?;
        let root = Place::root(place.shape(), place.seed, place.index);
        Ok(Recorded {
            rules: place.tree,
            start: root.node,
            board: place.shape().to_string(),
            position: format_place(&root),
            moves: place.path,
        })
    }

    fn move_text(_: &PGame, _: &Node, child: u32) -> String {
        char::from_digit(child, 36).map_or_else(|| child.to_string(), String::from)
    }
}

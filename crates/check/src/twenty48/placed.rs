//! Tiles placed by an opponent or a friend: the claims `win`, `loss` and `mixed`, by the winner's strategy on each
//! board.
//!
//! The player wins when the target is reached and loses when no push changes the board. A push is named by its letter
//! (L, R, U, D); a placed 2 by the small letter of its cell in reading order, a 4 by the capital. Replies are walked in
//! the order L, R, U, D, and cell by cell, the 2 before the 4. Tiles that never appear by chance are not placed. Dice
//! (`chance`) count as an opponent (`and`); a friend (`or`) is on the player's side.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use quandary_core::Budget;
use serde_json::{Value, json};

use super::{Question, Size, Tiles, malformed, overall};
use crate::evidence::Evidence;
use crate::walk::{Position, walk};
use crate::{Rejection, Verified, wrong};

/// Cells of the largest board.
const MOST_CELLS: usize = 25;
/// The pushes in the order of replies.
const LETTERS: [char; 4] = ['L', 'R', 'U', 'D'];

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    rows: usize,
    cols: usize,
    /// Exponents in reading order, the rest zero.
    tiles: [u32; MOST_CELLS],
    placing: bool,
    target: u32,
    /// Whether 2s and 4s are placed.
    placed: [bool; 2],
    friend: bool,
}

impl Place {
    fn new(question: &Question, board: &Tiles, friend: bool) -> Place {
        let placed = [&question.two, &question.four].map(|share| share.above != BigUint::ZERO);
        let Size { rows, cols } = question.size;
        let place = Place {
            rows,
            cols,
            tiles: [0; MOST_CELLS],
            placing: false,
            target: question.target,
            placed,
            friend,
        };
        place.with(board)
    }

    fn with(mut self, board: &Tiles) -> Place {
        for (to, &exponent) in self.tiles.iter_mut().zip(board) {
            *to = exponent;
        }
        self
    }

    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    fn pushed(&self, push: usize) -> Option<Tiles> {
        let size = Size { rows: self.rows, cols: self.cols };
        let board = self.tiles[..self.cells()].to_vec();
        size.pushed(&board, *LETTERS.get(push)?).map(|(after, _)| after)
    }
}

impl Position for Place {
    const NAME: usize = 1;
    const SCORE: &'static str = "1 when the target is reached, and -1 otherwise";
    const REPLIES_KEPT: bool = true;

    fn read(_: &str, _: Evidence<'_>) -> Result<Place, Rejection> {
        Err(malformed("a board alone does not say who places the tiles"))
    }

    fn size(&self) -> String {
        format!("{}x{}", self.rows, self.cols)
    }

    fn first_to_move(&self) -> bool {
        !self.placing || self.friend
    }

    fn end(&self) -> Option<i64> {
        if self.tiles.iter().any(|&exponent| exponent >= self.target) {
            return Some(1);
        }
        let over = !self.placing && (0..LETTERS.len()).all(|push| self.pushed(push).is_none());
        over.then_some(-1)
    }

    /// A push has its number; a tile has twice the number of its cell, and one more for a 4.
    fn moves(&self, moves: &mut Vec<usize>) {
        if !self.placing {
            moves.extend((0..LETTERS.len()).filter(|&push| self.pushed(push).is_some()));
            return;
        }
        for cell in (0..self.cells()).filter(|&cell| self.tiles[cell] == 0) {
            moves.extend((0..2).filter(|&kind| self.placed[kind]).map(|kind| 2 * cell + kind));
        }
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        let &[letter] = name else { return None };
        match letter {
            _ if !self.placing => LETTERS.iter().position(|&other| other == char::from(letter)),
            b'a'..=b'y' => Some(2 * usize::from(letter - b'a')),
            b'A'..=b'Y' => Some(2 * usize::from(letter - b'A') + 1),
            _ => None,
        }
    }

    fn after(&self, chosen: usize) -> Place {
        if !self.placing {
            let after = self.pushed(chosen).unwrap_or_default();
            return Place { placing: true, ..self.with(&after) };
        }
        let mut after = Place { placing: false, ..*self };
        after.tiles[chosen / 2] = if chosen.is_multiple_of(2) { 1 } else { 2 };
        after
    }
}

pub(super) fn verify(
    claim: &str,
    question: &Question,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let inhibitor = evidence.text("inhibitor")?;
    let who = match inhibitor {
        "and" => "an opponent",
        "or" => "a friend",
        "chance" => "dice",
        other => return Err(malformed(format!("`{other}` is not a valid inhibitor"))),
    };
    let trees = evidence.list("trees")?;
    if trees.len() != question.boards.len() {
        return Err(malformed(format!("{} trees for {} boards", trees.len(), question.boards.len())));
    }
    let (mut wins, mut items, mut walked) = (Vec::new(), Vec::new(), 0);
    for (board, tree) in question.boards.iter().zip(trees) {
        let tree = Evidence::with(tree, &["wins", "tree"])?;
        let won = tree.flag("wins")?;
        let start = Place::new(question, board, inhibitor == "or");
        walked += walk(&start, tree.text("tree")?, 1, won, budget)?;
        wins.push(won);
        let conclusion = if won { "proved" } else { "disproved" };
        let position: String = board.iter().filter_map(|&exponent| char::from_digit(exponent, 36)).collect();
        items.push(BTreeMap::from([
            ("position", json!(position.to_ascii_uppercase())),
            ("conclusion", json!(conclusion)),
            ("proved", json!(true)),
            ("out_of", Value::Null),
        ]));
    }
    let verdict = overall(&wins);
    if verdict != claim {
        return wrong(format!("the trees prove `{verdict}`, not `{claim}`"));
    }
    let what = format!("{}, the tiles placed by {who}: {walked} positions walked", question.in_words());
    let mut verified = question
        .proves(Verified::fact(what).and(format!("scores are {}", Place::SCORE)))
        .proves("verdict", verdict)
        .proves("inhibitor", inhibitor);
    verified.proves.remove("position");
    if inhibitor != "or" || verdict == "loss" {
        // What cannot be reached even with luck cannot be forced.
        verified = verified.proves("adversarial", verdict);
    }
    verified.items = items;
    Ok(verified)
}

#[cfg(test)]
mod tests {
    use quandary_core::Certificate;
    use serde_json::json;

    use super::{LETTERS, Place, Question};
    use crate::evidence::Evidence;
    use crate::walk::best;
    use crate::{Rejection, Verified, verify};

    fn claim(claim: &str, target: u64, who: &str, wins: bool, tree: &str) -> Result<Verified, Rejection> {
        let evidence = json!({"board": "2x2", "target": target, "p4": [0, 1], "inhibitor": who,
            "trees": [{"wins": wins, "tree": tree}]});
        verify(&Certificate::new("2048", claim, "1100", evidence))
    }

    #[test]
    fn a_four_is_forced_by_one_push_and_by_nothing_else() {
        assert!(claim("win", 4, "and", true, "L").is_ok());
        let forged = [
            ("win", 4, "and", true, ""),
            ("win", 4, "and", true, "U"),
            ("win", 4, "and", true, "LL"),
            ("loss", 4, "and", false, ""),
            ("loss", 4, "and", true, "L"),
            ("mixed", 4, "and", true, "L"),
            ("win", 8, "and", true, "L"),
            ("win", 8, "or", true, "LbL"),
        ];
        for (verdict, target, who, wins, tree) in forged {
            let claimed = claim(verdict, target, who, wins, tree);
            assert!(
                matches!(claimed, Err(Rejection::Wrong(_))),
                "{verdict} {target} {who} {tree}: {claimed:?}"
            );
        }
        assert!(matches!(claim("win", 4, "nobody", true, "L"), Err(Rejection::Malformed(_))));
    }

    #[test]
    fn on_four_cells_the_winner_found_by_brute_force_is_accepted_and_the_other_side_is_not() {
        let letter = |place: &Place, chosen: usize| match (place.placing, chosen % 2) {
            (false, _) => LETTERS[chosen],
            (true, 0) => char::from(b"abcd"[chosen / 2]),
            (true, _) => char::from(b"ABCD"[chosen / 2]),
        };
        let mut seen = [0, 0];
        for (board, p4) in [("1100", [0, 1]), ("1001", [1, 10]), ("2110", [1, 1]), ("1230", [1, 2])] {
            for (target, who) in
                [8_u64, 16, 32].into_iter().flat_map(|t| ["and", "or", "chance"].map(|w| (t, w)))
            {
                let mut evidence = json!({"board": "2x2", "target": target, "p4": p4, "inhibitor": who});
                let question = Question::read(
                    board,
                    Evidence::with(&evidence, &["board", "target", "p4", "inhibitor"]).unwrap(),
                )
                .unwrap();
                let (won, tree) = best(&Place::new(&question, &question.boards[0], who == "or"), letter);
                seen[usize::from(won)] += 1;
                for (claim, wins, tree, holds) in [
                    ("win", true, tree.as_str(), won),
                    ("loss", false, tree.as_str(), !won),
                    ("win", true, &tree[..tree.len().saturating_sub(1)], won && tree.is_empty()),
                ] {
                    evidence["trees"] = json!([{"wins": wins, "tree": tree}]);
                    let claimed = crate::verify(&Certificate::new("2048", claim, board, evidence.clone()));
                    assert_eq!(claimed.is_ok(), holds, "{board} {target} {who} {claim}: {claimed:?}");
                }
            }
        }
        assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
    }

    #[test]
    fn a_win_with_a_friend_is_not_a_win_against_an_opponent() {
        let said = |claimed: Result<Verified, Rejection>| claimed.unwrap().proves.get("adversarial").cloned();
        assert_eq!(said(claim("win", 4, "and", true, "L")), Some(vec![json!("win")]));
        assert_eq!(said(claim("win", 4, "or", true, "L")), None);
    }
}

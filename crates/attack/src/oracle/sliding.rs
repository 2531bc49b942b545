//! Sliding puzzles of up to nine cells: the distance of every arrangement from the goal, breadth first.

use std::collections::HashMap;
use std::rc::Rc;

use quandary_core::Certificate;
use serde_json::Value;

use super::{Truth, is_about, is_whole};

/// More cells are not looked at.
const MOST_CELLS: usize = 9;
/// Goals whose distances are kept.
const MOST_GOALS: usize = 12;

type FromGoal = Rc<HashMap<u64, u32>>;

/// The distances from each goal met.
#[derive(Default)]
pub(super) struct Distances(HashMap<(usize, u64), FromGoal>);

#[derive(Clone)]
struct Board {
    columns: usize,
    tiles: Vec<u8>,
}

impl Board {
    fn read(text: &str) -> Result<Board, String> {
        let rows: Vec<Vec<u8>> = text
            .lines()
            .map(|line| line.split_whitespace().map(|tile| tile.parse().map_err(|_| "no tile")).collect())
            .collect::<Result<_, _>>()?;
        let columns = rows.first().map_or(0, Vec::len);
        let tiles: Vec<u8> = rows.concat();
        let once = (0..tiles.len()).all(|tile| tiles.iter().any(|&other| usize::from(other) == tile));
        if rows.iter().any(|row| row.len() != columns) || !once || tiles.len() > MOST_CELLS {
            return Err("no board of up to nine cells".into());
        }
        Ok(Board { columns, tiles })
    }

    fn packed(&self) -> u64 {
        self.tiles.iter().fold(0, |all, &tile| all << 4 | u64::from(tile))
    }

    /// The board after a tile has slid this way.
    fn slid(&self, way: char) -> Option<Board> {
        let empty = self.tiles.iter().position(|&tile| tile == 0)?;
        let (row, column) = (empty / self.columns, empty % self.columns);
        let from = match way {
            'U' if empty + self.columns < self.tiles.len() => empty + self.columns,
            'D' if row > 0 => empty - self.columns,
            'L' if column + 1 < self.columns => empty + 1,
            'R' if column > 0 => empty - 1,
            _ => return None,
        };
        let mut after = self.clone();
        after.tiles.swap(empty, from);
        Some(after)
    }
}

impl Distances {
    fn from(&mut self, goal: &Board) -> FromGoal {
        if self.0.len() > MOST_GOALS {
            self.0.clear();
        }
        let made = self.0.entry((goal.columns, goal.packed())).or_insert_with(|| {
            let mut distances = HashMap::from([(goal.packed(), 0)]);
            let mut layer = vec![goal.clone()];
            let mut steps = 0;
            while !layer.is_empty() {
                steps += 1;
                let mut next = Vec::new();
                for board in layer.iter().flat_map(|board| "UDLR".chars().filter_map(|way| board.slid(way))) {
                    distances.entry(board.packed()).or_insert_with(|| {
                        next.push(board);
                        steps
                    });
                }
                layer = next;
            }
            Rc::new(distances)
        });
        Rc::clone(made)
    }
}

/// A board, its goal, and the claims of a certificate about the way between them.
pub(super) struct Slides {
    board: Board,
    goal: Board,
    distance: Option<u32>,
    claimed: ClaimedNumbers,
}

/// Numbers of the evidence that others must agree with.
struct ClaimedNumbers {
    unsolvable: bool,
    length: Option<u64>,
    lower_bound: Option<u64>,
}

impl Slides {
    pub(super) fn new(certificate: &Certificate, distances: &mut Distances) -> Result<Slides, String> {
        let board = Board::read(&certificate.instance)?;
        let goal = Board::read(certificate.evidence["goal"].as_str().ok_or("no goal")?)?;
        if (board.columns, board.tiles.len()) != (goal.columns, goal.tiles.len()) {
            return Err("the goal has another size".into());
        }
        let distance = distances.from(&goal).get(&board.packed()).copied();
        let length = certificate.evidence["moves"].as_str().map(|moves| moves.chars().count() as u64);
        let lower_bound = match certificate.claim.as_str() {
            "optimal" => length,
            _ => certificate.evidence["lower_bound"].as_u64(),
        };
        let claimed = ClaimedNumbers { unsolvable: certificate.claim == "unsolvable", length, lower_bound };
        Ok(Slides { board, goal, distance, claimed })
    }

    fn leads_to_the_goal(&self, moves: &str) -> bool {
        let end = moves.chars().try_fold(self.board.clone(), |board, way| board.slid(way));
        end.is_some_and(|end| end.tiles == self.goal.tiles)
    }
}

impl Truth for Slides {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        let length = self.claimed.length.unwrap_or_default();
        let distance = self.distance.map(u64::from);
        Some(match key {
            "board" => {
                let rows = self.board.tiles.len() / self.board.columns;
                value.as_str() == Some(&format!("{rows}x{}", self.board.columns))
            }
            "verdict" => match value.as_str() {
                Some("optimal") => distance == Some(length),
                Some("unsolvable") => distance.is_none(),
                // The rest of this verdict is not proved: only that there is a solution must be right.
                Some("bounded" | "optimal (proved by the solver alone)") => {
                    distance.is_some_and(|distance| distance <= length)
                }
                _ => false,
            },
            "status" => (value.as_str() == Some("negative")) == self.claimed.unsolvable,
            "moves" => value.as_str().is_some_and(|moves| self.leads_to_the_goal(moves)),
            "length" => is_whole(value, i128::from(length)) && distance.is_some_and(|least| least <= length),
            "lower_bound" => value.as_f64().is_some_and(|bound| {
                bound.fract() == 0.0 && distance.is_some_and(|least| bound <= least as f64)
            }),
            "gap" => {
                let gap = i128::from(length) - i128::from(self.claimed.lower_bound.unwrap_or_default());
                is_whole(value, gap)
            }
            _ => return None,
        })
    }
}

/// The most slides that are tried.
const MOST_SLIDES: u64 = 200;
/// Positions (with the slides and bars left) visited before the oracle gives up.
const MOST_POSITIONS: usize = 2_000_000;

/// Whether a board is solved in time although directions are barred.
pub(super) struct BarredBoard {
    size: String,
    asked: Question,
    won: bool,
}

/// Slides and bars allowed, and who bars.
#[derive(Clone)]
struct Question {
    within: u64,
    bars: u64,
    inhibitor: String,
}

impl BarredBoard {
    pub(super) fn new(certificate: &Certificate, distances: &mut Distances) -> Result<BarredBoard, String> {
        let board = Board::read(&certificate.instance)?;
        let evidence = &certificate.evidence;
        let goal = Board::read(evidence["goal"].as_str().ok_or("no goal")?)?;
        let number = |name: &str| evidence[name].as_u64().ok_or("no number");
        let inhibitor = evidence["inhibitor"].as_str().ok_or("no inhibitor")?.to_owned();
        let asked = Question { within: number("within")?, bars: number("bars")?, inhibitor };
        if (board.columns, board.tiles.len()) != (goal.columns, goal.tiles.len()) {
            return Err("the goal has another size".into());
        }
        let size = format!("{}x{}", board.tiles.len() / board.columns, board.columns);
        let distance = distances.from(&goal).get(&board.packed()).copied();
        let won = match distance.map(u64::from) {
            None => false,
            Some(distance) if distance > asked.within => false,
            // Without an opponent, no move on a shortest way is barred.
            Some(distance) if asked.bars == 0 || asked.inhibitor == "or" || distance == 0 => true,
            Some(_) => {
                // At most one bar per slide can be used.
                let slides = asked.within.min(MOST_SLIDES);
                let won = wins(&board, &goal, slides, asked.bars.min(slides), &mut HashMap::new());
                match won.ok_or("too many positions")? {
                    // More slides never hurt, but more than were searched may help.
                    false if asked.within > slides => return Err("too many slides".into()),
                    won => won,
                }
            }
        };
        Ok(BarredBoard { size, asked, won })
    }
}

/// Whether the player wins whatever is barred; none if there are too many positions.
fn wins(
    board: &Board,
    goal: &Board,
    slides: u64,
    bars: u64,
    known: &mut HashMap<(u64, u64, u64), bool>,
) -> Option<bool> {
    if board.tiles == goal.tiles || slides == 0 {
        return Some(board.tiles == goal.tiles);
    }
    if let Some(&won) = known.get(&(board.packed(), slides, bars)) {
        return Some(won);
    }
    let after: Vec<Board> = "UDLR".chars().filter_map(|way| board.slid(way)).collect();
    let mut tries = vec![(None, bars)];
    if bars > 0 && after.len() > 1 {
        tries.extend((0..after.len()).map(|barred| (Some(barred), bars - 1)));
    }
    let mut won = true;
    for (barred, bars) in tries {
        let mut one = false;
        for (_, next) in after.iter().enumerate().filter(|(at, _)| Some(*at) != barred) {
            one = one || wins(next, goal, slides - 1, bars, known)?;
        }
        won = won && one;
    }
    if known.len() >= MOST_POSITIONS {
        return None;
    }
    known.insert((board.packed(), slides, bars), won);
    Some(won)
}

impl Truth for BarredBoard {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        Some(match key {
            "board" => value.as_str() == Some(&self.size),
            "verdict" => value.as_str() == Some(if self.won { "win" } else { "loss" }),
            "within" => is_whole(value, self.asked.within.into()),
            "bars" => is_whole(value, self.asked.bars.into()),
            "inhibitor" => value.as_str() == Some(&self.asked.inhibitor),
            "value" => match (self.won, self.asked.inhibitor.as_str()) {
                (true, _) => is_about(value, 1.0),
                (false, "chance") => return None,
                (false, _) => is_about(value, 0.0),
            },
            _ => return None,
        })
    }
}

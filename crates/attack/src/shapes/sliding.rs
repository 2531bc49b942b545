//! All sliding boards of a shape, against breadth-first search from the goal.

use serde_json::{Value, json};

use super::{Claims, Row};
use crate::Finding;

/// Boards of one shape, by their number among the permutations of their tiles.
struct Shape {
    rows: usize,
    columns: usize,
    /// The factorials, up to that of the number of cells.
    orders: Vec<usize>,
}

/// The directions in which a tile slides, and their opposites.
const WAYS: [(u8, u8); 4] = [(b'U', b'D'), (b'D', b'U'), (b'L', b'R'), (b'R', b'L')];
/// Not reached.
const NEVER: u8 = u8::MAX;

impl Shape {
    fn new(rows: usize, columns: usize) -> Shape {
        let mut orders = vec![1];
        for n in 1..=rows * columns {
            orders.push(orders[n - 1] * n);
        }
        Shape { rows, columns, orders }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    fn boards(&self) -> usize {
        self.orders[self.cells()]
    }

    /// The board with a number: its tiles, row by row.
    fn board(&self, mut number: usize) -> Vec<u8> {
        let mut left: Vec<u8> = (0..=u8::MAX).take(self.cells()).collect();
        let mut tiles = Vec::with_capacity(self.cells());
        for n in (0..self.cells()).rev() {
            tiles.push(left.remove(number / self.orders[n]));
            number %= self.orders[n];
        }
        tiles
    }

    /// The number of a board.
    fn number(&self, tiles: &[u8]) -> usize {
        let smaller = |at: usize| tiles[at + 1..].iter().filter(|&&tile| tile < tiles[at]).count();
        (0..tiles.len()).map(|at| smaller(at) * self.orders[tiles.len() - 1 - at]).sum()
    }

    /// The board after a tile slid this way.
    fn slid(&self, tiles: &[u8], way: u8) -> Option<Vec<u8>> {
        let empty = tiles.iter().position(|&tile| tile == 0)?;
        let (row, column) = (empty / self.columns, empty % self.columns);
        let from = match way {
            b'U' if row + 1 < self.rows => empty + self.columns,
            b'D' if row > 0 => empty - self.columns,
            b'L' if column + 1 < self.columns => empty + 1,
            b'R' if column > 0 => empty - 1,
            _ => return None,
        };
        let mut after = tiles.to_vec();
        after.swap(empty, from);
        Some(after)
    }

    /// The distance of every board from a goal, in slides.
    fn distances(&self, goal: &[u8]) -> Vec<u8> {
        let mut distances = vec![NEVER; self.boards()];
        let mut layer = vec![self.number(goal)];
        distances[layer[0]] = 0;
        for depth in 1.. {
            let mut next = Vec::new();
            for number in layer {
                let tiles = self.board(number);
                for after in WAYS.iter().filter_map(|&(way, _)| self.slid(&tiles, way)) {
                    let number = self.number(&after);
                    if distances[number] == NEVER {
                        distances[number] = depth;
                        next.push(number);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        distances
    }

    /// A shortest way from a board to the goal.
    fn way(&self, tiles: &[u8], distances: &[u8]) -> String {
        let (mut tiles, mut moves) = (tiles.to_vec(), String::new());
        while distances[self.number(&tiles)] > 0 {
            let near = |&(way, _): &(u8, u8)| Some((way, self.slid(&tiles, way)?));
            let nearer =
                |(_, after): &(u8, Vec<u8>)| distances[self.number(after)] < distances[self.number(&tiles)];
            let (way, after) = WAYS.iter().filter_map(near).find(nearer).expect("a board nearer to the goal");
            moves.push(char::from(way));
            tiles = after;
        }
        moves
    }

    /// A legal move and its opposite.
    fn detour(&self, tiles: &[u8]) -> String {
        let (way, back) = WAYS
            .into_iter()
            .find(|&(way, _)| self.slid(tiles, way).is_some())
            .expect("a tile that can slide");
        [way, back].map(char::from).into_iter().collect()
    }

    fn text(&self, tiles: &[u8]) -> String {
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        tiles.chunks(self.columns).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Up to this many cells, goals with the empty cell at every place are tried; with one cell more, first and last;
/// beyond that, last only.
const ALL_GOALS: usize = 8;

/// Every shape of two to ten cells: rows, columns, and where the empty cell of the goal is.
pub fn sliding_shapes() -> Vec<(usize, usize, Vec<usize>)> {
    let shapes = (1..=10).flat_map(|rows| (1..=10 / rows).map(move |columns| (rows, columns)));
    let goals = |(rows, columns): (usize, usize)| {
        let cells = rows * columns;
        let blanks = match cells {
            0..=ALL_GOALS => (0..cells).collect(),
            9 => vec![0, cells - 1],
            _ => vec![cells - 1],
        };
        (rows, columns, blanks)
    };
    shapes.filter(|(rows, columns)| rows * columns > 1).map(goals).collect()
}

/// Tries every claim about every `every`th board of a shape, for a goal with its empty cell at each of some places.
///
/// ```
/// let (row, findings) = quandary_attack::shapes::sliding(2, 2, &[0, 3], 1);
/// assert_eq!((row.instances, row.true_rejected, row.false_accepted), (48, 0, 0));
/// assert!(findings.is_empty() && row.false_claims > 100);
/// ```
pub fn sliding(rows: usize, columns: usize, blanks: &[usize], every: usize) -> (Row, Vec<Finding>) {
    let shape = Shape::new(rows, columns);
    let mut claims = Claims::about(format!("sliding {rows}x{columns}"));
    for &blank in blanks {
        let tiles = (1..=u8::MAX).take(shape.cells() - 1);
        let mut goal: Vec<u8> = tiles.collect();
        goal.insert(blank, 0);
        let distances = shape.distances(&goal);
        for number in (0..shape.boards()).step_by(every) {
            claims.row.instances += 1;
            about_one(&shape, &shape.board(number), &goal, &distances, &mut claims);
        }
    }
    claims.done()
}

/// The true and the almost true claims about one board.
fn about_one(shape: &Shape, tiles: &[u8], goal: &[u8], distances: &[u8], claims: &mut Claims) {
    let (board, target) = (shape.text(tiles), shape.text(goal));
    let certificate = |claim: &str, evidence: Value| json!({"schema": 1, "puzzle": "sliding", "claim": claim, "instance": board, "evidence": evidence});
    let solution = |moves: &str, bound: usize| {
        let evidence = json!({"goal": target, "moves": moves, "length": moves.len(), "lower_bound": bound});
        certificate("solution", evidence)
    };
    let optimal =
        |moves: &str| certificate("optimal", json!({"goal": target, "moves": moves, "length": moves.len()}));
    let unsolvable = certificate("unsolvable", json!({"goal": target}));
    let distance = distances[shape.number(tiles)];
    claims.claim(&unsolvable, distance == NEVER);
    if distance == NEVER {
        claims.claim(&optimal(""), false);
        claims.claim(&optimal(&shape.detour(tiles)), false);
        return;
    }
    let (distance, moves) = (usize::from(distance), shape.way(tiles, distances));
    claims.claim(&optimal(&moves), true);
    claims.claim(&solution(&moves, distance), true);
    // Back and forth, before the solution and after it.
    let longer = [shape.detour(tiles) + &moves, moves.clone() + &shape.detour(goal)];
    claims.claim(&optimal(&longer[number_of(tiles) % 2]), false);
    claims.claim(&solution(&longer[1], distance), true);
    claims.claim(&solution(&longer[0], distance + 1 + number_of(tiles) % 2), false);
    claims.claim(&optimal(&(shape.detour(tiles).repeat(2) + &moves)), false);
    if distance > 0 {
        claims.claim(&optimal(&moves[1..]), false);
    }
    // A good certificate in an answer that says something else.
    let verdict = if number_of(tiles).is_multiple_of(2) { "optimal" } else { "unsolvable" };
    let length = distance + if verdict == "optimal" { 2 } else { 0 };
    let certificate = optimal(&moves);
    let answer =
        json!({"puzzle": "sliding", "verdict": verdict, "length": length, "certificate": certificate});
    claims.claim(&answer, false);
}

/// A number of the board by which one of two forgeries is chosen.
fn number_of(tiles: &[u8]) -> usize {
    usize::from(tiles[0])
}

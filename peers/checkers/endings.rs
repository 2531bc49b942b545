//! Wins, draws and losses of checkers endings, counted a second time: without bitboards, an index, backward moves or
//! any code of the crate. All placements are visited again and again until nothing changes.
//!
//!     rustc --edition 2024 -O -o endings peers/checkers/endings.rs && ./endings 4
//!     quandary endings checkers --pieces 4
//!
//! The sums over all placements with pieces on both sides, from the side to move's view, must be the same.

/// A square by row and column, counted from the side to move: its men go towards row 7.
type Square = (i8, i8);

/// Ours is even, theirs odd; a king is 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    at: Square,
    kind: u8,
}

const KING: u8 = 2;
const NEW: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;

fn dark(row: i8, column: i8) -> bool {
    (0..8).contains(&row) && (0..8).contains(&column) && (row + column) % 2 == 0
}

/// Seven bits per piece, in order: one place in a table of 2^28.
fn place(pieces: &[Piece]) -> usize {
    let mut codes: Vec<usize> = pieces
        .iter()
        .map(|piece| 1 + (piece.at.0 as usize * 4 + piece.at.1 as usize / 2) + 32 * usize::from(piece.kind))
        .collect();
    codes.sort_unstable();
    codes.iter().fold(0, |all, code| all * 129 + code)
}

fn on(pieces: &[Piece], at: Square) -> Option<usize> {
    pieces.iter().position(|piece| piece.at == at)
}

fn ways(kind: u8) -> &'static [(i8, i8)] {
    if kind & KING == 0 { &[(1, -1), (1, 1)] } else { &[(1, -1), (1, 1), (-1, -1), (-1, 1)] }
}

/// All ends of the captures that `mover` continues; `taken` pieces stay on the board until the move is over.
fn jumps(pieces: &[Piece], mover: usize, taken: &mut Vec<usize>, ends: &mut Vec<Vec<Piece>>) -> bool {
    let Piece { at, kind } = pieces[mover];
    let mut any = false;
    for &(down, right) in ways(kind) {
        let (over, to) = ((at.0 + down, at.1 + right), (at.0 + 2 * down, at.1 + 2 * right));
        let Some(victim) = on(pieces, over) else { continue };
        let blocked = on(pieces, to).is_some();
        if pieces[victim].kind & 1 == 0 || taken.contains(&victim) || !dark(to.0, to.1) || blocked {
            continue;
        }
        any = true;
        let mut next = pieces.to_vec();
        next[mover].at = to;
        taken.push(victim);
        let crowned = kind & KING == 0 && to.0 == 7;
        if crowned {
            next[mover].kind |= KING;
        }
        if crowned || !jumps(&next, mover, taken, ends) {
            let left = next.iter().enumerate().filter(|(index, _)| !taken.contains(index));
            ends.push(left.map(|(_, &piece)| piece).collect());
        }
        taken.pop();
    }
    any
}

/// Every position after a move, from the other side's view.
fn after(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    let ours = |index: &usize| pieces[*index].kind & 1 == 0;
    let mut ends = Vec::new();
    for mover in (0..pieces.len()).filter(ours) {
        jumps(pieces, mover, &mut Vec::new(), &mut ends);
    }
    if ends.is_empty() {
        for mover in (0..pieces.len()).filter(ours) {
            let Piece { at, kind } = pieces[mover];
            for &(down, right) in ways(kind) {
                let to = (at.0 + down, at.1 + right);
                if dark(to.0, to.1) && on(pieces, to).is_none() {
                    let mut next = pieces.to_vec();
                    next[mover].at = to;
                    if to.0 == 7 {
                        next[mover].kind |= KING;
                    }
                    ends.push(next);
                }
            }
        }
    }
    for end in &mut ends {
        for piece in end {
            *piece = Piece { at: (7 - piece.at.0, 7 - piece.at.1), kind: piece.kind ^ 1 };
        }
    }
    ends
}

/// Adds pieces on the squares from `from` on until there are `wanted`.
fn placements(from: i8, wanted: usize, so_far: &mut Vec<Piece>, all: &mut Vec<Vec<Piece>>) {
    if so_far.len() == wanted {
        let ours = so_far.iter().filter(|piece| piece.kind & 1 == 0).count();
        if ours > 0 && ours < wanted {
            all.push(so_far.clone());
        }
        return;
    }
    for square in from..32 {
        let row = square / 4;
        let at = (row, 2 * (square % 4) + row % 2);
        for kind in 0..4 {
            // A man never stands where it would be crowned.
            if (kind == 0 && row == 7) || (kind == 1 && row == 0) {
                continue;
            }
            so_far.push(Piece { at, kind });
            placements(square + 1, wanted, so_far, all);
            so_far.pop();
        }
    }
}

fn main() {
    let most: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(3);
    assert!((2..=4).contains(&most), "2 to 4 pieces");
    let mut value = vec![NEW; 129_usize.pow(most as u32)];
    for pieces in 2..=most {
        let mut all = Vec::new();
        placements(0, pieces, &mut Vec::new(), &mut all);
        let (mut wins, mut losses) = (0_u64, 0_u64);
        let mut open = all;
        let mut rounds = 0;
        loop {
            let mut decided = Vec::new();
            open.retain(|position| {
                let mut lost = true;
                let mut won = false;
                for next in after(position) {
                    // A side whose last piece was taken has lost.
                    let child =
                        if next.iter().all(|piece| piece.kind & 1 == 1) { LOSS } else { value[place(&next)] };
                    won |= child == LOSS;
                    lost &= child == WIN;
                }
                let verdict = if won {
                    WIN
                } else if lost {
                    LOSS
                } else {
                    NEW
                };
                if verdict != NEW {
                    decided.push((place(position), verdict));
                }
                verdict == NEW
            });
            if decided.is_empty() {
                break;
            }
            rounds += 1;
            for (place, verdict) in decided {
                value[place] = verdict;
                if verdict == WIN { wins += 1 } else { losses += 1 }
            }
        }
        println!(
            "{pieces} pieces: {wins} wins, {} draws, {losses} losses for the side to move; {rounds} rounds",
            open.len()
        );
    }
}

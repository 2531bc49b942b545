//! The claim `replay`: a game move by move.

use super::{Size, Tiles, malformed};
use crate::evidence::Evidence;
use crate::{Rejection, Verified};

pub(super) fn replay(instance: &str, evidence: Evidence<'_>) -> Result<Verified, Rejection> {
    let mut lines = instance.lines().map(str::trim).filter(|line| !line.is_empty());
    let size = lines.next().and_then(|line| line.strip_prefix("2048 "));
    let size = Size::read(size.ok_or_else(|| malformed("the record has no size"))?)?;
    let start = lines.next().and_then(|line| line.strip_prefix("start "));
    let mut tiles = size.tiles(start.ok_or_else(|| malformed("the record has no start"))?)?;
    let (mut score, mut moves) = (0_u64, 0_u64);
    let mut written = None;
    for line in lines {
        if written.is_some() {
            return Err(malformed("something follows the score"));
        }
        if let Some(end) = line.strip_prefix("score ") {
            written = Some(end);
            continue;
        }
        for word in line.split_whitespace() {
            moves += 1;
            score += turn(size, &mut tiles, word)
                .map_err(|what| Rejection::Wrong(format!("move {moves} (`{word}`) {what}")))?;
        }
    }
    let largest = tiles.iter().max().map_or(0, |&exponent| if exponent == 0 { 0 } else { 1_u64 << exponent });
    let said = [format!("{score}"), format!("{score} moves {moves}")];
    if let Some(end) = written.filter(|end| !said.contains(&(*end).to_owned())) {
        return Err(Rejection::Wrong(format!("the record says score {end}; it is {}", said[1])));
    }
    evidence.agrees("score", score)?;
    evidence.agrees("largest", largest)?;
    let ended = ['L', 'R', 'U', 'D'].iter().all(|&letter| size.pushed(&tiles, letter).is_none());
    Ok(Verified::fact(format!("{moves} legal moves earn {score} and end with {largest}"))
        .proves("board", size.to_string())
        .proves("moves", moves)
        .proves("score", score)
        .proves("largest", largest)
        .proves("ended", ended)
        .proves("position", size.grid(&tiles)))
}

/// Makes a move such as `L32+4` and returns what it earns, or says what is wrong with it.
fn turn(size: Size, tiles: &mut Tiles, word: &str) -> Result<u64, &'static str> {
    let chars: Vec<char> = word.chars().collect();
    let [letter, row, col, '+', tile] = chars[..] else { return Err("is not a move") };
    let (after, earned) = size.pushed(tiles, letter).ok_or("does not change the board")?;
    let place = |c: char, most: usize| c.to_digit(10).map(|d| d as usize).filter(|d| (1..=most).contains(d));
    let cell = place(row, size.rows).zip(place(col, size.cols));
    let (row, col) = cell.ok_or("puts a tile outside the board")?;
    let exponent = match tile {
        '2' => 1,
        '4' => 2,
        _ => return Err("puts a tile that is neither 2 nor 4"),
    };
    *tiles = after;
    let place = &mut tiles[(row - 1) * size.cols + col - 1];
    if *place != 0 {
        return Err("puts a tile on a tile");
    }
    *place = exponent;
    Ok(earned)
}

//! Small certificates that make much work for their verifier: large boards, long games, deep nesting.

use quandary_core::Stream;
use serde_json::{Value, json};

/// A certificate, or something like one, made of a few hundred repeated bytes.
pub(crate) fn bomb(stream: &mut Stream) -> String {
    let side = [1, 2, 5, 8, 16, 24, 40, 100, 300, 1000][stream.index(10)];
    let other = [1, 2, 5, 8, 16, 24, 40, 100, 300, 1000][stream.index(10)];
    let certificate = |puzzle: &str, claim: &str, instance: String, evidence: Value| {
        json!({"schema": 1, "puzzle": puzzle, "claim": claim, "instance": instance, "evidence": evidence})
            .to_string()
    };
    match stream.below(9) {
        0 => {
            // A lattice of numbers, or nothing open at all.
            let digit = ["0", "1", "2", "3", "?"][stream.index(5)];
            let gap = 1 + stream.index(4);
            let cell =
                |x: usize, y: usize| if x.is_multiple_of(gap) && y.is_multiple_of(gap) { digit } else { "?" };
            let row = |y: usize| (0..side).map(|x| cell(x, y)).collect::<String>();
            let rows: Vec<String> = (0..other).map(row).collect();
            let mines = (side * other / [2, 4, 10, 1][stream.index(4)]).to_string();
            let board = format!("{other}x{side}/{mines}\n{}", rows.join("\n"));
            let claim = ["chances", "certain", "impossible"][stream.index(3)];
            certificate("minesweeper", claim, board, json!({"safe": [], "mines": []}))
        }
        1 => {
            let board = format!("{side}x{other}/{}", 1 + stream.index(side * other));
            let evidence =
                json!({"first_click": "any", "wins": 1, "boards": 1, "first_cell": "1,1", "tree": ".2."});
            certificate("minesweeper", "optimum", board, evidence)
        }
        2 => {
            let (rows, columns) = (side.min(16), other.min(16));
            let mut tiles: Vec<usize> = (0..rows * columns).collect();
            let drawn = |tiles: &[usize]| {
                let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
                tiles.chunks(columns).map(row).collect::<Vec<_>>().join("\n")
            };
            let goal = drawn(&tiles);
            stream.shuffle(&mut tiles);
            let moves = ["L", "R", "LR", "UD", "DLUR"][stream.index(5)].repeat(stream.index(3000));
            let patterns: Vec<Vec<usize>> =
                (0..stream.index(4)).map(|n| (1 + 8 * n..=7 + 8 * n).collect()).collect();
            let bound = stream.index(200);
            let evidence = json!({"goal": goal, "moves": moves, "length": moves.len(), "lower_bound": bound, "patterns": patterns});
            let claim = ["optimal", "solution", "unsolvable"][stream.index(3)];
            certificate("sliding", claim, drawn(&tiles), evidence)
        }
        3 => {
            let clue = ["1", "1 1 1", "0", "2 1", "1000"][stream.index(5)];
            let clues = vec![clue; side + other].join("\n");
            let steps: Vec<&str> = vec!["1: | s"; stream.index(50)];
            let evidence =
                json!({"steps": steps, "digest": "0000000000000000", "solution": [".".repeat(side)]});
            let claim = ["unique", "none", "multiple", "solved"][stream.index(4)];
            certificate("nonogram", claim, format!("{side} {other}\n{clues}\n"), evidence)
        }
        4 => {
            let target = 1_u64 << (3 + stream.below(15));
            let (rows, columns) = (2 + stream.index(4), 2 + stream.index(4));
            let mut start = "0".repeat(rows * columns);
            start.replace_range(..2, "11");
            let size = format!("{rows}x{columns}");
            let claim = ["win-probability", "win-interval", "win", "mixed"][stream.index(4)];
            let mut evidence = json!({"board": size, "target": target, "p4": [1, 1 + stream.below(20)]});
            match claim {
                "win-interval" => evidence["interval"] = json!([0.0, 1.0]),
                "win-probability" => {
                    evidence["values"] = json!({});
                    evidence["win_probability"] = json!([[1, 2]]);
                    evidence["adversarial"] = json!([true]);
                    evidence["reachability"] = json!([true]);
                }
                _ => {
                    evidence["inhibitor"] = "and".into();
                    evidence["trees"] = json!(["0".repeat(stream.index(3000))]);
                }
            }
            certificate("2048", claim, start, evidence)
        }
        5 => {
            let tree = ["1", "0", "12", "()"][stream.index(4)].repeat(stream.index(5000));
            let part = json!({"goal": stream.below(9), "tree": tree});
            let puzzle =
                ["connect-four", "othello", "gomoku", "checkers", "xiangqi", "pgame"][stream.index(6)];
            let instance = match puzzle {
                "connect-four" => format!("{side}x{other}:1"),
                "gomoku" => format!("{side}x{other}/5: a1"),
                "pgame" => format!("{}x{}/1/1", 1 + stream.index(40), side),
                "checkers" => "W:WK1,K2,K3,K4,K5,K6:BK27,K28,K29,K30,K31,K32".to_owned(),
                _ => "start".to_owned(),
            };
            let claim = ["win", "loss", "score", "draw"][stream.index(4)];
            let evidence = match (puzzle, claim) {
                ("checkers", _) => json!({"mover": tree, "opponent": tree}),
                (_, "win") => json!({"at_least": part}),
                (_, "loss") => json!({"at_most": part}),
                _ => json!({"at_least": part, "at_most": part}),
            };
            certificate(puzzle, claim, instance, evidence)
        }
        6 => {
            // Nesting.
            let (open, close) = [("[", "]"), ("{\"items\":[", "]}"), ("{\"a\":", "}")][stream.index(3)];
            format!("{}1{}", open.repeat(side * other), close.repeat(side * other))
        }
        7 => {
            let digits = "9".repeat(1 + side * 4);
            format!(
                r#"{{"schema":1,"puzzle":"pgame","claim":"win","instance":"{digits}x{digits}/1/1","evidence":{{"tree":{digits}}}}}"#
            )
        }
        _ => {
            let board = vec!["#".repeat(side.min(64)); other.min(64)].join("\n");
            certificate("lights-out", "unsolvable", board, json!({"presses": null}))
        }
    }
}

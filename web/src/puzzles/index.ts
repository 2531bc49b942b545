// The puzzles in the order of the front page. A puzzle is one folder; one that the lab knows and nobody has dressed yet is
// played all the same, in plain squares.
import type { Skin } from "../lib/skin";
import { checkers } from "./checkers";
import { connectFour } from "./connect-four";
import { gomoku } from "./gomoku";
import { lightsOut } from "./lights-out";
import { minesweeper } from "./minesweeper";
import { nonogram } from "./nonogram";
import { othello } from "./othello";
import { pgame } from "./pgame";
import { sliding } from "./sliding";
import { twenty48 } from "./2048";
import { xiangqi } from "./xiangqi";

export const skins: Skin[] = [minesweeper, sliding, nonogram, twenty48, connectFour, othello, checkers, gomoku, xiangqi, pgame, lightsOut];

export function skinOf(name: string): Skin {
  return (
    skins.find((skin) => skin.name === name) ?? {
      name,
      title: name.charAt(0).toUpperCase() + name.slice(1),
      line: "",
      how: "",
      labels: "places",
      say: (square, row, column) => `row ${row + 1}, column ${column + 1}: ${square.text || "empty"}`,
      showcase: { setup: "", seed: 1, moves: 3 },
    }
  );
}

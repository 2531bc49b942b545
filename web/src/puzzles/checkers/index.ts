import type { Skin } from "../../lib/skin";
import { whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

const KING = "♛";

export const skin: Skin = {
  name: "checkers",
  order: 7,
  title: "Checkers",
  line: "Endings of four pieces known to the last move.",
  how: "Click a piece, then its square – or drag it. Captures must be made, to their end; a man that reaches the far row is crowned. Whoever cannot move loses.",
  glyph: ({ tone }) => (tone === "first" || tone === "second" ? "piece" : "none"),
  written: ({ text }) => (text === KING ? KING : ""),
  motion: "carry",
  sides: ["Black", "White"],
  counts: ({ view }) => [view.black[0] + view.black[1], view.white[0] + view.white[1]],
  counted: "pieces",
  flips: "second",
  levelIs: "rules",
  levels: { standard: "WCDF rules" },
  // A capture is written with an x, and then nothing else may be played.
  demand: ({ moves }) => (moves.some((move) => move.includes("x")) ? "You must take" : undefined),
  coordinate: (row, column) => ((row + column) % 2 === 1 ? String(row * 4 + (column >> 1) + 1) : undefined),
  say({ text, tone }, row, column) {
    const place = (row + column) % 2 === 1 ? `square ${row * 4 + (column >> 1) + 1}` : "light square";
    const who = tone === "first" ? "black" : tone === "second" ? "white" : "empty";
    return `${place}: ${who}${who === "empty" ? "" : text === KING ? " king" : " man"}`;
  },
  looks: ["solid"],
  print,
  showcase: { setup: "side=both", seed: 1, moves: 24, ahead: 8, nodes: 2000 },
  ending: (seen) => whoWon(seen, "black", "white"),
};

import type { Skin } from "../../lib/skin";
import { whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

const KING = "♛";

export const skin: Skin = {
  name: "checkers",
  order: 7,
  title: "Checkers",
  line: "Endings of four pieces known to the last move; before that, a search that says what it sees.",
  how: "Take a piece up with a click and put it down with another, or draw it. Captures must be made, to their end; a man that reaches the far row is crowned. Who cannot move loses.",
  glyph: ({ tone }) => (tone === "first" || tone === "second" ? "piece" : "none"),
  written: ({ text }) => (text === KING ? KING : ""),
  motion: "pop",
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

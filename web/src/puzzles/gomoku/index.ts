import type { Skin } from "../../lib/skin";
import { counted, whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

/** The lines on whose crossings boards have dots. */
function stars(length: number): number[] {
  const edge = length >= 13 ? 3 : 2;
  return length % 2 === 0 || length < 9 ? [] : [edge, length >> 1, length - 1 - edge];
}

export const skin: Skin = {
  name: "gomoku",
  order: 8,
  title: "Gomoku",
  line: "Five in a row: forced wins found and proved.",
  how: "Place a stone on a point; five in a row win, in any direction. Under renju, black may not make a double three, a double four or six in a row.",
  glyph: ({ tone }) => (tone === "first" || tone === "second" ? "disc" : "none"),
  labels: "places",
  motion: "pop",
  sides: ["Black", "White"],
  counts: ({ scene }) => counted(scene, "X", "O"),
  counted: "stones",
  star: (row, column, rows, columns) => stars(rows).includes(row) && stars(columns).includes(column),
  slip: (seen, at) => (at && ["X", "O"].includes(seen.scene.rows[at[0]]?.[at[1]]?.text ?? "") ? "That point is taken." : "Black may not place a stone there under these rules."),
  levelIs: "rules and board",
  levels: { free: "Free · 15×15", standard: "Standard · 15×15", renju: "Renju · 15×15", large: "Free · 19×19", small: "Four in a row · 5×5", "noughts-and-crosses": "Noughts and crosses" },
  say({ tone }, row, column, scene) {
    const place = `${scene.above[column]?.join("") ?? column + 1}${scene.left[row] ?? row + 1}`;
    return `${place}: ${tone === "first" ? "black" : tone === "second" ? "white" : "empty"}`;
  },
  looks: ["solid", "stones", "dotted", "points"],
  print,
  showcase: { setup: "board=9x9; side=both", seed: 1, moves: 20, ahead: 8, nodes: 2000 },
  ending: (seen) => whoWon(seen, "black", "white"),
};

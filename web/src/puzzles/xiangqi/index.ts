import { drawn } from "../../lib/drawn";
import type { Look, Skin } from "../../lib/skin";
import { whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

/** What stands on a piece, and its name in words. */
const PIECES: Record<string, [string, string]> = {
  K: ["帥", "king"],
  A: ["仕", "advisor"],
  B: ["相", "elephant"],
  N: ["傌", "horse"],
  R: ["俥", "rook"],
  C: ["炮", "cannon"],
  P: ["兵", "pawn"],
  k: ["將", "king"],
  a: ["士", "advisor"],
  b: ["象", "elephant"],
  n: ["馬", "horse"],
  r: ["車", "rook"],
  c: ["砲", "cannon"],
  p: ["卒", "pawn"],
};

export const skin: Skin = {
  name: "xiangqi",
  order: 9,
  title: "Xiangqi",
  line: "Chinese chess, with forced wins proved.",
  how: "Click a piece, then its point – or drag it. Red begins. The kings stay in their palaces and may never face each other; elephants do not cross the river; a cannon captures over exactly one piece.",
  glyph: ({ tone }) => (tone === "first" || tone === "second" ? "piece" : "none"),
  // Where no font has the characters, the letters of the notation stand on the pieces.
  written: ({ text }) => (drawn("帥") ? (PIECES[text]?.[0] ?? text) : text.toUpperCase()),
  labels: "places",
  motion: "carry",
  sides: ["Red", "Black"],
  flips: "first",
  levelIs: "rules",
  levels: { standard: "Perpetual check loses", "repetition-draws": "Repetition draws" },
  demand: ({ view }) => (view.in_check ? "You are in check" : undefined),
  say({ text, tone }, row, column, scene) {
    const place = `${scene.above[column]?.join("") ?? column + 1}${scene.left[row] ?? row + 1}`;
    const who = tone === "first" ? "red" : tone === "second" ? "black" : "empty";
    return `${place}: ${who}${who === "empty" ? "" : ` ${PIECES[text]?.[1] ?? text}`}`;
  },
  get looks(): Look[] {
    return drawn("楚") ? ["solid", "points", "river"] : ["solid", "points"];
  },
  print,
  showcase: { setup: "side=both", seed: 1, moves: 20, ahead: 6, nodes: 1000 },
  ending: (seen) => whoWon(seen, "red", "black"),
};

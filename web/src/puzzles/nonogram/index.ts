import type { Skin } from "../../lib/skin";
import Draw from "./Draw.svelte";

export const nonogram: Skin = {
  name: "nonogram",
  title: "Nonogram",
  line: "A picture hidden in the lengths of its runs; every step of the solver has a reason.",
  how: "The numbers are the lengths of the black runs, in order. Click or draw to fill, right click or the cross button to rule squares out.",
  marks: "cross",
  labels: "clues",
  group: 5,
  quick: true,
  glyph: ({ tone }) => (tone === "dim" ? "cross" : "none"),
  say: ({ tone }, row, column) => `row ${row + 1}, column ${column + 1}: ${tone === "filled" ? "black" : tone === "dim" ? "crossed out" : "open"}`,
  stroke(from, mark) {
    const wanted = mark ? "dim" : "filled";
    const clear = from.tone === wanted;
    const tone = clear ? "closed" : wanted;
    const paint = clear ? "?" : mark ? "." : "#";
    return {
      tone,
      // A stroke paints what is open, or takes away what is like the square it began on; it never paints over the other.
      takes: (square) => square.tone === from.tone,
      move: (row, column) => `r${row + 1}c${column + 1}=${paint}`,
    };
  },
  rooms: [{ id: "draw", title: "Draw", view: Draw }],
  showcase: { setup: "board=8x8", seed: 4, moves: 40, ahead: 16 },
  ending: () => "Solved: every clue is met.",
};

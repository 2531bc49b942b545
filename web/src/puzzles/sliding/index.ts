import type { Skin } from "../../lib/skin";
import type { Scene } from "../../lib/types";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import { print } from "./print";
import "./style.css";

/** A touch of a tile in the gap's row or column pushes all tiles between them: the one beside the gap goes first. */
function presses({ rows }: Scene, row: number, column: number): [number, number][] {
  const gap = rows.flatMap((line, r) => line.flatMap(({ text }, c) => (text === "" ? [[r, c] as const] : [])))[0];
  if (!gap || (gap[0] === row && gap[1] === column) || (gap[0] !== row && gap[1] !== column)) return [[row, column]];
  const [down, right] = [Math.sign(row - gap[0]), Math.sign(column - gap[1])];
  const far = Math.max(Math.abs(row - gap[0]), Math.abs(column - gap[1]));
  return Array.from({ length: far }, (_, step) => [gap[0] + down * (step + 1), gap[1] + right * (step + 1)]);
}

export const skin: Skin = {
  name: "sliding",
  order: 2,
  title: "Sliding puzzle",
  line: "How far is it, and which slides lead there?",
  how: "Bring the tiles into order. Click a tile in the row or column of the gap, press an arrow key, or swipe.",
  motion: "slide",
  levelIs: "size",
  levels: { "8-puzzle": "8-puzzle · 3×3", "5-puzzle": "5-puzzle · 2×3", "7-puzzle": "7-puzzle · 2×4", "15-puzzle": "15-puzzle · 4×4", "24-puzzle": "24-puzzle · 5×5" },
  presses,
  quick: true,
  say: ({ text, tone }, row, column) => `row ${row + 1}, column ${column + 1}: ${text === "" ? "the gap" : `tile ${text}${tone === "good" ? ", in its place" : ""}`}`,
  face: Face,
  rooms: [{ id: "picture", title: "Picture", view: Picture }],
  print,
  showcase: { setup: "board=3x3", seed: 5, moves: 12, ahead: 2 },
  ending: ({ played }, { time }) => `In order after ${played.length} slides${time ? ` and ${time}` : ""}!`,
};

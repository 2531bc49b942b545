import type { Skin } from "../../lib/skin";
import Watch from "../../rooms/Watch.svelte";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "2048",
  order: 4,
  title: "2048",
  line: "Slide, merge, double. What each of the four moves is worth, and why.",
  how: "Arrow keys or swipes push all tiles; two equal tiles that meet become one of twice their number.",
  motion: "pop",
  quick: true,
  say: ({ text }, row, column) => `row ${row + 1}, column ${column + 1}: ${text || "empty"}`,
  rooms: [{ id: "watch", title: "Watch", view: Watch }],
  print,
  showcase: { setup: "board=4x4", seed: 3, moves: 90, ahead: 24, nodes: 3000 },
  ending: ({ view }) => `No move is left. Score ${view.score}, largest tile ${view.largest}.`,
};

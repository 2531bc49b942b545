import type { Skin } from "../../lib/skin";
import Watch from "../../rooms/Watch.svelte";
import Bar from "./Bar.svelte";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "2048",
  order: 4,
  title: "2048",
  line: "Slide, merge, double. What is each move worth?",
  how: "Arrow keys or swipes push all tiles; two equal tiles that meet become one of twice their number.",
  motion: "merge",
  quick: true,
  say: ({ text }, row, column) => `row ${row + 1}, column ${column + 1}: ${text || "empty"}`,
  rooms: [{ id: "watch", title: "Watch", view: Watch }],
  print,
  showcase: { setup: "board=4x4", seed: 3, moves: 90, ahead: 24, nodes: 3000 },
  bar: Bar,
  levelIs: "size",
  levels: { standard: "4×4", tiny: "2×2", small: "3×3", large: "5×5" },
  ending: ({ view }, { time }) => `No move is left: ${view.score.toLocaleString("en")} points, largest tile ${view.largest}${time ? `, in ${time}` : ""}.`,
};

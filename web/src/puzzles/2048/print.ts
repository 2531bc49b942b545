import type { Print } from "../../lib/draw";

const TILES = ["#cdc1b1", "#f2e9dc", "#efdfbf", "#f5c98a", "#f4b06a", "#f0985c", "#ee8350", "#f3d467", "#efc94a", "#8fd0c0", "#5fbfae", "#7fc4f2", "#c9a2e8", "#f0a3cc"];

export const print: Print = {
  ground: "#bcae9c",
  square({ square, level, box, words }) {
    box(TILES[Math.min(level, TILES.length - 1)] ?? "#cdc1b1", 3, 5);
    words(square.text, "#2d241a", square.text.length > 3 ? 13 : 17);
  },
};

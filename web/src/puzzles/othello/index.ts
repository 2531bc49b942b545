import type { Skin } from "../../lib/skin";
import Search from "../../rooms/Search.svelte";
import { whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "othello",
  order: 6,
  title: "Othello",
  line: "Endgames solved to the last disc, mobility explained before that.",
  how: "Place a disc so that others are enclosed between two of yours: they turn. Who has more at the end wins. Without a legal square, a click anywhere passes.",
  glyph: ({ tone }) => (tone === "first" || tone === "second" ? "disc" : "none"),
  labels: "places",
  motion: "pop",
  say({ tone }, row, column, scene) {
    const place = `${scene.above[column]?.join("") ?? column + 1}${scene.left[row] ?? row + 1}`;
    return `${place}: ${tone === "first" ? "black" : tone === "second" ? "white" : tone === "marked" ? "empty, you can play here" : "empty"}`;
  },
  rooms: [{ id: "search", title: "Search", view: Search }],
  looks: ["solid", "stones", "dotted"],
  print,
  showcase: { setup: "board=8x8; side=both", seed: 1, moves: 24, ahead: 10, nodes: 2000 },
  ending: (seen) => `${seen.view.black} to ${seen.view.white}. ${whoWon(seen, "black", "white")}`,
};

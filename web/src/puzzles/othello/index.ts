import type { Skin } from "../../lib/skin";
import Search from "../../rooms/Search.svelte";
import { whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "othello",
  order: 6,
  title: "Othello",
  line: "Endgames solved to the last disc.",
  how: "Place a disc so that others are enclosed between two of yours: they turn. Whoever has more at the end wins. Without a legal square, a click anywhere passes.",
  glyph: ({ tone }) => (tone === "first" || tone === "second" ? "disc" : "none"),
  labels: "places",
  motion: "turn",
  sides: ["Black", "White"],
  counts: ({ view }) => [view.black, view.white],
  counted: "discs",
  demand: ({ moves }) => (moves.length === 1 && !/^[a-h][1-8]$/.test(moves[0] ?? "") ? "You have no move: click the board to pass" : undefined),
  slip: () => "A disc must enclose others: the dots show where it can go.",
  levelIs: "board",
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

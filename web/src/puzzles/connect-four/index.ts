import type { Skin } from "../../lib/skin";
import Search from "../../rooms/Search.svelte";
import { counted, whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "connect-four",
  order: 5,
  title: "Connect Four",
  line: "Solved exactly: what every column is worth.",
  how: "Drop a disc into a column; four in a row win, in any direction. The program answers at the strength you choose.",
  glyph: () => "disc",
  motion: "drop",
  labels: "places",
  drops: true,
  sides: ["Yellow", "Red"],
  counts: ({ scene }) => counted(scene, "X", "O"),
  counted: "discs",
  owner: ({ text }) => (text === "X" ? "first" : text === "O" ? "second" : undefined),
  slip: () => "That column is full.",
  levelIs: "board",
  say({ text, tone }, row, column, scene) {
    const who = text === "X" ? "yellow" : text === "O" ? "red" : "empty";
    return `column ${column + 1}, height ${scene.rows.length - row}: ${who}${tone === "good" ? ", part of four" : ""}`;
  },
  rooms: [{ id: "search", title: "Search", view: Search }],
  looks: ["solid", "dotted"],
  print,
  showcase: { setup: "board=6x7; side=both", seed: 1, moves: 16, ahead: 8, nodes: 20000 },
  ending: (seen) => whoWon(seen, "yellow", "red"),
};

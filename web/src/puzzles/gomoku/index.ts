import type { Skin } from "../../lib/skin";
import { whoWon } from "../ending";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "gomoku",
  order: 8,
  title: "Gomoku",
  line: "Five in a row, free, standard or renju; forced wins found and proved.",
  how: "Place a stone on a point; five in a row win, in any direction. Under renju, black may not make a double three, a double four or six in a row.",
  glyph: ({ tone }) => (tone === "first" || tone === "second" ? "disc" : "none"),
  labels: "places",
  motion: "pop",
  say({ tone }, row, column, scene) {
    const place = `${scene.above[column]?.join("") ?? column + 1}${scene.left[row] ?? row + 1}`;
    return `${place}: ${tone === "first" ? "black" : tone === "second" ? "white" : "empty"}`;
  },
  looks: ["solid", "stones", "dotted", "points"],
  print,
  showcase: { setup: "board=9x9; side=both", seed: 1, moves: 20, ahead: 8, nodes: 2000 },
  ending: (seen) => whoWon(seen, "black", "white"),
};

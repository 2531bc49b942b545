import type { Skin } from "../../lib/skin";
import Face from "./Face.svelte";
import Picture from "./Picture.svelte";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "sliding",
  order: 2,
  title: "Sliding puzzle",
  line: "Eight tiles, fifteen, twenty-four: how far is it, and which slides are on a shortest way?",
  how: "Bring the tiles into order. Click a tile beside the gap, press an arrow key, or swipe.",
  motion: "slide",
  quick: true,
  say: ({ text, tone }, row, column) => `row ${row + 1}, column ${column + 1}: ${text === "" ? "the gap" : `tile ${text}${tone === "good" ? ", in its place" : ""}`}`,
  face: Face,
  rooms: [{ id: "picture", title: "Picture", view: Picture }],
  print,
  showcase: { setup: "board=3x3", seed: 5, moves: 12, ahead: 2 },
  ending: ({ played }) => `In order after ${played.length} slides.`,
};

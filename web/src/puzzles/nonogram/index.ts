import { sameTone, type Skin } from "../../lib/skin";
import Brushes from "./Brushes.svelte";
import { brush, inks, wanted } from "./colours.svelte";
import Draw from "./Draw.svelte";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "nonogram",
  order: 3,
  title: "Nonogram",
  line: "Pictures hidden in numbers; every step has a reason.",
  how: "The numbers are the lengths of the black runs, in order. Click or drag to fill, right click or the cross button to rule squares out. In colours a clue names its colour by a letter, and blocks of two colours may touch; choose the colour above the board or with the keys 1, 2, …",
  marks: "cross",
  labels: "clues",
  group: 5,
  quick: true,
  bar: Brushes,
  glyph: ({ tone }) => (tone === "dim" ? "cross" : typeof tone === "object" ? "text" : "none"),
  say: ({ text, tone }, row, column) =>
    `row ${row + 1}, column ${column + 1}: ${tone === "filled" ? "black" : tone === "dim" ? "crossed out" : typeof tone === "object" ? `colour ${text}` : "open"}`,
  key(key, scene) {
    const ink = Number(key);
    if (!(ink >= 1 && ink <= inks(scene))) return false;
    brush.ink = ink;
    return true;
  },
  stroke(from, mark, scene) {
    const ink = wanted(scene);
    const paint = mark ? { tone: "dim" as const, letter: "." } : ink;
    const clear = sameTone(from.tone, paint.tone);
    const { tone, letter } = clear ? { tone: "closed" as const, letter: "?" } : paint;
    return {
      tone,
      // A stroke paints what is open, or takes away what is like the square it began on; it never paints over the other.
      takes: (square) => sameTone(square.tone, from.tone),
      move: (row, column) => `r${row + 1}c${column + 1}=${letter}`,
    };
  },
  rooms: [{ id: "draw", title: "Draw", view: Draw }],
  print,
  showcase: { setup: "board=8x8", seed: 4, moves: 40, ahead: 16 },
  levelIs: "pictures",
  levels: {
    pictures: "Pictures · all",
    "small-pictures": "Pictures · small",
    "medium-pictures": "Pictures · medium",
    "large-pictures": "Pictures · large",
    "colour-pictures": "Pictures · in colours",
    random: "Random · 10×10",
    "random-small": "Random · 5×5",
    "random-large": "Random · 15×15",
    tournament: "Random · 25×25",
    "random-colours": "Random · in colours",
  },
  palette: ({ view }) => view.picture?.palette,
  ending({ view }, { time }) {
    const title = view.picture?.title as string | undefined;
    return `${title ? `“${title}” – s` : "S"}olved${time ? ` in ${time}` : ""}!`;
  },
};

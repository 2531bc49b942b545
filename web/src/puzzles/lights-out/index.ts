import type { Skin } from "../../lib/skin";
import { print } from "./print";
import "./style.css";

export const skin: Skin = {
  name: "lights-out",
  order: 11,
  title: "Lights Out",
  line: "Put all lamps out in the fewest presses.",
  how: "A press toggles a lamp and its neighbours. Put out every light.",
  glyph: () => "lamp",
  quick: true,
  say: ({ tone }, row, column) => `row ${row + 1}, column ${column + 1}: ${tone === "good" ? "lit" : "dark"}`,
  print,
  showcase: { setup: "board=5x5", seed: 2, moves: 10, ahead: 3 },
  levelIs: "size",
  levels: { classic: "5×5", small: "3×3" },
  ending: ({ played }, { time }) => `All lights out in ${played.length} presses${time ? ` and ${time}` : ""}!`,
};

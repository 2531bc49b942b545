import { crossing, type Print } from "../../lib/draw";

export const print: Print = {
  ground: "#e4bf82",
  square(cell) {
    crossing(cell);
    if (cell.glyph === "disc") cell.disc(14, cell.tone === "first" ? "#111317" : "#f7f4ee");
  },
};

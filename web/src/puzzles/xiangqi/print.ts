import { crossing, type Print } from "../../lib/draw";

export const print: Print = {
  ground: "#e4bf82",
  square(cell) {
    crossing(cell, 4);
    if (cell.glyph !== "piece") return;
    const ink = cell.tone === "first" ? "#a3200a" : "#14202b";
    cell.disc(14, "#f6e5c4", ink);
    cell.words(cell.written, ink, 17);
  },
};

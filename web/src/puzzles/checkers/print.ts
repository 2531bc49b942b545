import type { Print } from "../../lib/draw";

export const print: Print = {
  ground: "#3b2b1e",
  square({ tone, glyph, written, box, disc, words }) {
    box(tone === "plain" ? "#ecd9b4" : "#7d5a3c");
    if (glyph !== "piece") return;
    disc(14, tone === "first" ? "#16181c" : "#f4f1ea");
    words(written, tone === "first" ? "#ffd27a" : "#7a3b00");
  },
};

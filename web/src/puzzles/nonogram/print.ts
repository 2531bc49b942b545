import type { Print } from "../../lib/draw";

export const print: Print = {
  square({ tone, glyph, box, words }) {
    box(tone === "filled" ? "#1c1e22" : "#ffffff", 0, 0, "#b9b0a0");
    if (glyph === "cross") words("×", "#8d8779", 18);
  },
};

import type { Print } from "../../lib/draw";

const NUMBERS = ["#444", "#005a9c", "#006b4e", "#b04300", "#5b3a8e", "#8c2f00", "#00606b", "#222", "#666"];

export const print: Print = {
  square({ square, tone, level, glyph, box, disc, words }) {
    box(tone === "closed" || tone === "marked" ? "#bcc8d3" : tone === "bad" ? "#f3c3ab" : "#f6f2ea", 0, 0, "#b9b0a0");
    if (glyph === "flag") words("⚑", "#b04300");
    else if (glyph === "mine") disc(10, "#23262b");
    else if (glyph === "cross") words("✕", "#23262b");
    else if (glyph === "text") words(square.text, NUMBERS[level] ?? "#222");
  },
};

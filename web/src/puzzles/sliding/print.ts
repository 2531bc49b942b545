import type { Print } from "../../lib/draw";

export const print: Print = {
  ground: "#6f4f33",
  square({ square, tone, box, words }) {
    if (!square.text) return;
    box(tone === "good" ? "#d9e6b4" : "#eed6a8", 2, 5);
    words(square.text, "#3b2a17");
  },
};

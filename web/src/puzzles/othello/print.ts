import type { Print } from "../../lib/draw";

export const print: Print = {
  ground: "#2f7d57",
  square({ square, tone, box, disc }) {
    box("#2f7d57", 0, 0, "#1c4a34");
    if (tone === "first" || tone === "second" || tone === "good") disc(15, square.text === "X" ? "#16181c" : "#f4f1ea", tone === "good" ? "#35c79b" : undefined);
  },
};

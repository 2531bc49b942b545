import type { Print } from "../../lib/draw";

export const print: Print = {
  ground: "#20639b",
  square({ square, tone, disc }) {
    disc(16, "#143f66");
    if (tone === "first" || tone === "second" || tone === "good") disc(15, square.text === "X" ? "#f2b705" : "#a32a12", tone === "good" ? "#35c79b" : undefined);
  },
};

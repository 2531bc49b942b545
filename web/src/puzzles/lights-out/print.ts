import type { Print } from "../../lib/draw";

export const print: Print = {
  ground: "#3a414c",
  square: ({ tone, box }) => box(tone === "good" ? "#ffd95e" : "#545d6b", 4, 8),
};

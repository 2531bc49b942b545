// Puzzles in colours: which there are, and with which one paints. Letters tell them apart as well as colours do.
import { inkOf } from "../../lib/skin";
import type { Scene, Tone } from "../../lib/types";

/** The colour that a press paints, counted from 1. */
export const brush = $state({ ink: 1 });

/** How many colours the clues of a board name; 0: it is in black and white. */
export function inks(scene: Scene): number {
  return Math.max(0, ...scene.left.flatMap((clues) => clues.split(" ")).map((clue) => inkOf(clue) ?? 0));
}

/** The letter of a colour. */
export const letterOf = (ink: number) => String.fromCharCode(96 + ink);

/** What a press paints on this board. */
export function wanted(scene: Scene): { tone: Tone; letter: string } {
  const most = inks(scene);
  if (!most) return { tone: "filled", letter: "#" };
  const ink = Math.min(brush.ink, most);
  return { tone: { scale: ink }, letter: letterOf(ink) };
}

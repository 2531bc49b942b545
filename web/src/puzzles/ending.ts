import type { Scene, SessionView } from "../lib/types";

/** How a game for two ended, for who sits at it: the outcome is told as the side that began sees it. */
export function whoWon({ outcome, setup }: SessionView, first: string, second: string): string {
  if (outcome === "drawn") return "A draw.";
  const winner = outcome === "won" ? "first" : "second";
  const name = winner === "first" ? first : second;
  const side = /side=(\w+)/.exec(setup)?.[1] ?? "first";
  if (side === "both") return `${name.charAt(0).toUpperCase()}${name.slice(1)} wins.`;
  return side === winner ? "You win!" : "You lost this one. The review shows where it turned.";
}

/** How many squares have each of two texts. */
export function counted({ rows }: Scene, first: string, second: string): [number, number] {
  const all = rows.flat();
  return [all.filter(({ text }) => text === first).length, all.filter(({ text }) => text === second).length];
}

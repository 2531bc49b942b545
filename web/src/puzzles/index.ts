// The puzzles in the order of the front page. A puzzle is one folder, which is found by itself; one that the lab knows and
// that has no folder is played all the same, in plain squares.
import type { Skin } from "../lib/skin";

const found = import.meta.glob<Skin>("./*/index.ts", { eager: true, import: "skin" });

export const skins: Skin[] = Object.values(found).sort((one, other) => one.order - other.order);

export function skinOf(name: string): Skin {
  return (
    skins.find((skin) => skin.name === name) ?? {
      name,
      order: Infinity,
      title: name.charAt(0).toUpperCase() + name.slice(1),
      line: "",
      how: "",
      labels: "places",
      say: (square, row, column) => `row ${row + 1}, column ${column + 1}: ${square.occupant ?? (square.text || "empty")}`,
      showcase: { setup: "", seed: 1, moves: 3 },
    }
  );
}

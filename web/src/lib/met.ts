import type { Scene } from "./types";

const runs = (filled: boolean[]): string => {
  const found: number[] = [];
  let length = 0;
  for (const black of [...filled, false]) {
    if (black) length += 1;
    else if (length) {
      found.push(length);
      length = 0;
    }
  }
  return found.length ? found.join(" ") : "0";
};

/** The lines whose black runs are those of their clues: "row 3", "column 0". Whether they are right is another question. */
export function metLines(scene: Scene): Set<string> {
  const met = new Set<string>();
  const black = (row: number, column: number) => scene.rows[row]?.[column]?.tone === "filled";
  scene.left.forEach((clue, row) => {
    if (runs(scene.rows[row]!.map((_, column) => black(row, column))) === clue.trim()) met.add(`row ${row}`);
  });
  scene.above.forEach((clue, column) => {
    if (runs(scene.rows.map((_, row) => black(row, column))) === clue.join(" ")) met.add(`column ${column}`);
  });
  return met;
}

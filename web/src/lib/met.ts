import type { Scene, Square } from "./types";

/** What a square counts as in a run: nothing, black (""), or a colour by its letter. */
const inkOf = ({ text, tone }: Square): string | undefined => (tone === "filled" ? "" : typeof tone === "object" ? text : undefined);

const runs = (line: Square[]): string => {
  const found: string[] = [];
  let [length, ink] = [0, undefined as string | undefined];
  for (const next of [...line.map(inkOf), undefined]) {
    if (next === ink) {
      length += 1;
      continue;
    }
    if (ink !== undefined) found.push(`${length}${ink}`);
    [length, ink] = [1, next];
  }
  return found.length ? found.join(" ") : "0";
};

/** The lines whose runs are those of their clues: "row 3", "column 0". Whether they are right is another question. */
export function metLines(scene: Scene): Set<string> {
  const met = new Set<string>();
  scene.left.forEach((clue, row) => {
    if (runs(scene.rows[row]!) === clue.trim()) met.add(`row ${row}`);
  });
  scene.above.forEach((clue, column) => {
    if (runs(scene.rows.map((row) => row[column]!)) === clue.join(" ")) met.add(`column ${column}`);
  });
  return met;
}

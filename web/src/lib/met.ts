import type { Scene, Square } from "./types";

/** What a square counts as in a run: nothing, black (""), or a colour by its letter. */
const inkOf = ({ text, tone }: Square): string | undefined => (tone === "filled" ? "" : typeof tone === "object" ? text : undefined);
const crossed = ({ tone }: Square) => tone === "dim";

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

/** How many clues from the beginning of a line are settled: each is a run with something known behind it, and no open square before it. */
function settled(line: Square[], clues: string[]): number {
  let [at, done] = [0, 0];
  while (done < clues.length) {
    while (at < line.length && crossed(line[at]!)) at += 1;
    const ink = at < line.length ? inkOf(line[at]!) : undefined;
    if (ink === undefined) break;
    let end = at;
    while (end < line.length && inkOf(line[end]!) === ink) end += 1;
    // What stands open behind it could still make it longer.
    const closed = end === line.length || crossed(line[end]!) || inkOf(line[end]!) !== undefined;
    if (!closed || `${end - at}${ink}` !== clues[done]) break;
    [at, done] = [end, done + 1];
  }
  return done;
}

/** The lines whose runs are those of their clues ("row 3"), and single clues that are settled from an end ("row 3 0"). Whether they
    are right is another question. */
export function metLines(scene: Scene): Set<string> {
  const met = new Set<string>();
  const look = (name: string, line: Square[], clues: string[]) => {
    if (runs(line) === clues.join(" ")) met.add(name);
    for (let index = settled(line, clues) - 1; index >= 0; index--) met.add(`${name} ${index}`);
    const back = settled([...line].reverse(), [...clues].reverse());
    for (let index = 0; index < back; index++) met.add(`${name} ${clues.length - 1 - index}`);
  };
  scene.left.forEach((clue, row) => look(`row ${row}`, scene.rows[row]!, clue.split(" ").filter(Boolean)));
  scene.above.forEach((clue, column) => look(`column ${column}`, scene.rows.map((row) => row[column]!), clue));
  return met;
}

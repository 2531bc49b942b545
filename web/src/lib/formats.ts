// A position as text: as people see it, as the puzzle writes it, and in the formats of its field.
import { ask } from "./lab.svelte";
import type { Seen } from "./types";

export interface Format {
  name: string;
  title: string;
  /** The ending of a file's name. */
  ending: string;
  text(): Promise<string>;
}

const NONOGRAM: [string, string][] = [
  ["non", "Simpson's .non"],
  ["nin", ".nin"],
  ["mk", "Olšák's .mk"],
  ["cwd", ".cwd"],
  ["webpbn", "webpbn XML"],
  ["g", ".g"],
];

export function formatsOf(seen: Seen): Format[] {
  const given = (name: string, title: string, text: string, ending = "txt"): Format => ({ name, title, ending, text: () => Promise.resolve(text) });
  const formats = [given("drawn", "as it is drawn", seen.text)];
  if (typeof seen.view?.position === "string") formats.unshift(given("position", "as the puzzle writes it", seen.view.position));
  if (seen.played.length) formats.push(given("moves", "the moves", seen.played.join(seen.puzzle === "minesweeper" ? "\n" : seen.puzzle === "othello" || seen.puzzle === "connect-four" ? "" : " ")));
  if (seen.puzzle === "nonogram") {
    const clues = String(seen.view.position).split(/\s*:\s*/)[0] ?? "";
    for (const [name, title] of NONOGRAM) {
      formats.push({ name, title, ending: name === "webpbn" ? "xml" : name, text: () => converted(clues, name) });
    }
  }
  return formats;
}

async function converted(input: string, format: string): Promise<string> {
  const answer = await ask<any>({ ask: "run", puzzle: "nonogram", verb: "generate", input, options: { format } }).answer;
  const found = answer.text ?? answer.items?.[0]?.text ?? answer.items?.[0]?.puzzle ?? answer.puzzle;
  return typeof found === "string" ? found : JSON.stringify(answer, null, 2);
}

// A position as text: as people see it, as the puzzle writes it, and in the formats of its field.
import { ask } from "./lab.svelte";
import type { Event, SessionView } from "./types";

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
  ["tcga", "the tournament's text"],
  ["svg", "a sheet to print (SVG)"],
];

export function formatsOf(seen: SessionView): Format[] {
  const given = (name: string, title: string, text: string, ending = "txt"): Format => ({ name, title, ending, text: () => Promise.resolve(text) });
  const formats = [given("drawn", "as it is drawn", seen.text)];
  if (typeof seen.view?.position === "string") formats.unshift(given("position", "as the puzzle writes it", seen.view.position));
  if (seen.played.length) formats.push(given("moves", "the moves", seen.played.join(seen.puzzle === "minesweeper" ? "\n" : seen.puzzle === "othello" || seen.puzzle === "connect-four" ? "" : " ")));
  if (seen.puzzle === "nonogram") {
    const side = (lines: number[][]) => lines.map((line) => (line.length ? line.join("-") : "0")).join(" ");
    const clues = `${side(seen.view.rows)}/${side(seen.view.columns)}`;
    for (const [name, title] of NONOGRAM) {
      formats.push({ name, title, ending: name === "tcga" ? "txt" : name, text: () => converted(clues, name) });
    }
  }
  return formats;
}

/** The puzzle in another format: the text that the command line would print. */
async function converted(input: string, format: string): Promise<string> {
  let text = "";
  const hear = (event: Event) => {
    if (event.event === "text") text = event.text;
  };
  await ask({ ask: "run", puzzle: "nonogram", verb: "generate", input, options: { write: format }, text: true }, "play", hear).answer;
  return text;
}

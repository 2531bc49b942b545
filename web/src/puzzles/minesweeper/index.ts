import { at, type Mark, type Skin } from "../../lib/skin";
import type { AnyHint } from "../../lib/types";
import Autopsy from "./Autopsy.svelte";
import Bar from "./Bar.svelte";
import Edit from "./Edit.svelte";
import { print } from "./print";
import "./style.css";

/** The chance of a mine on every closed square; what is certain is told apart. */
function heat(hint: AnyHint): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  hint.alternatives.forEach(({ value }, index) => {
    const square = hint.squares[index];
    if (!square || value === null) return;
    const mine = 1 - value;
    const percent = 100 * mine;
    const mark: Mark =
      mine <= 0
        ? { text: "✓", kind: "safe" }
        : mine >= 1
          ? { text: "✕", kind: "bad", heat: 1 }
          : { text: percent < 0.5 ? "<1" : percent > 99.5 ? ">99" : percent.toFixed(0), kind: "value", heat: mine };
    marks.set(at(...square), mark);
  });
  return marks;
}

export const skin: Skin = {
  name: "minesweeper",
  order: 1,
  title: "Minesweeper",
  line: "Exact chances for every square. Luck, or you?",
  how: "Open every square without a mine; a number counts the mines around it. Click opens, right click or holding flags, and a click on a number whose flags are set opens the rest.",
  marks: "flag",
  labels: "places",
  quick: true,
  glyph: ({ text, tone }) =>
    tone === "marked" ? "flag" : tone === "closed" || text === "·" ? "none" : text === "*" || text === "X" ? "mine" : text === "!" ? "cross" : "text",
  say({ text, tone }, row, column) {
    const what =
      tone === "closed" ? "closed" : tone === "marked" ? "flag" : tone === "dim" ? "open, no mines around" : text === "*" ? "mine" : text === "X" ? "the mine that went off" : text === "!" ? "wrong flag" : `${text} around`;
    return `row ${row + 1}, column ${column + 1}: ${what}`;
  },
  marksOf: heat,
  rooms: [{ id: "edit", title: "Edit", view: Edit }],
  review: Autopsy,
  hidden: true,
  levels: { beginner: "Beginner · 9×9, 10 mines", "beginner-8x8": "Classic beginner · 8×8, 10 mines", intermediate: "Intermediate · 16×16, 40 mines", expert: "Expert · 16×30, 99 mines" },
  bar: Bar,
  print,
  showcase: { setup: "board=8x8/10", seed: 11, moves: 14, ahead: 4 },
  ending: ({ outcome }, { time }) => (outcome === "won" ? `You cleared the board${time ? ` in ${time}` : ""}!` : "That was a mine. Was it your fault? The review knows."),
};

// What moved is shown moving. The lab says what stood where before and after; how it got there is only drawn here.
import { at, toneLevel, type Motion } from "./skin";
import type { Scene, Square, Step } from "./types";

export interface Moment {
  scene: Scene;
  /** How many moves were played: what is taken back does not move forward. */
  count: number;
  last: Step | null;
  /** The last move as it is written. */
  move: string;
}

const SLIDE = 110;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const texts = (scene: Scene) => scene.rows.map((line) => line.map((square) => square.text));

/** Shows how `then` became `now` on the squares of a grid. `dropped`: a hand has brought the piece to its place already. */
export function show(grid: HTMLElement, motion: Motion, then: Moment, now: Moment, dropped: boolean) {
  if (still() || then.scene.rows.length !== now.scene.rows.length || then.scene.rows[0]?.length !== now.scene.rows[0]?.length) return;
  const square = (r: number, c: number) => grid.querySelector<HTMLElement>(`[data-at="${at(r, c)}"]`);
  const face = (r: number, c: number) => square(r, c)?.querySelector<HTMLElement>(":scope > .face");
  const [before, after] = [texts(then.scene), texts(now.scene)];
  const forward = now.count > then.count;
  const pop = (r: number, c: number, delay = 0) =>
    face(r, c)?.animate([{ scale: 0.4, opacity: 0.2 }, { scale: 1.07 }, { scale: 1, opacity: 1 }], { duration: 170, delay, fill: "backwards", easing: "ease-out" });
  const changed = after.flatMap((line, r) => line.flatMap((text, c) => (text !== before[r]![c] && text !== "" && text !== "·" ? [[r, c] as const] : [])));

  if (motion === "carry") {
    const { from, to } = now.last ?? {};
    if (!forward || dropped || !from || !to) return;
    const [a, b] = [square(...from), square(...to)];
    const moved = face(...to);
    if (!a || !b || !moved) return;
    const [x, y] = [a.offsetLeft - b.offsetLeft, offset(a) - offset(b)];
    b.style.zIndex = "4";
    moved.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: 220, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" }).finished.finally(() => (b.style.zIndex = ""));
  } else if (motion === "turn") {
    const to = forward ? now.last?.to : undefined;
    if (to) pop(...to);
    for (const [r, c] of changed) {
      if ((to && r === to[0] && c === to[1]) || before[r]![c] === "" || before[r]![c] === "·") continue;
      const far = to ? Math.max(Math.abs(r - to[0]), Math.abs(c - to[1])) : 0;
      face(r, c)?.animate([{ scale: "1 1" }, { scale: "0.05 1" }, { scale: "1 1" }], { duration: 260, delay: 60 * far, easing: "ease-in-out" });
    }
  } else if (motion === "merge") {
    const ways = forward && now.count === then.count + 1 ? slid(before, after, now.move) : undefined;
    if (ways) merge(grid, then.scene, ways, face, square);
    else if (forward) for (const [r, c] of changed) pop(r, c);
  } else {
    for (const [r, c] of changed) {
      if (motion === "slide") {
        const old = place(before, after[r]![c]!);
        if (old) face(r, c)?.animate([{ translate: `${(old[1] - c) * 100}% ${(old[0] - r) * 100}%` }, { translate: "0 0" }], { duration: 120, easing: "ease-out" });
      } else if (motion === "drop") {
        if (forward) face(r, c)?.animate([{ translate: `0 ${-(r + 1) * 112}%` }, { translate: "0 0" }], { duration: 130 + 45 * r, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" });
      } else if (forward) pop(r, c);
    }
  }
}

/** How far down a square is on its board. */
const offset = (square: HTMLElement) => square.getBoundingClientRect().top;

/** A short shake: that was no move. */
export function shake(element: HTMLElement | null | undefined) {
  if (still()) return;
  element?.animate([{ translate: "0" }, { translate: "-5%" }, { translate: "5%" }, { translate: "-3%" }, { translate: "0" }], { duration: 260 });
}

function place(lines: string[][], text: string): [number, number] | undefined {
  for (const [r, line] of lines.entries()) {
    const c = line.indexOf(text);
    if (c >= 0) return [r, c];
  }
  return undefined;
}

interface Way {
  from: [number, number];
  to: [number, number];
  /** Whether it meets another one there. */
  merges: boolean;
}

/** Where each tile went when all were pushed to one side, and where a new one stands; nothing if that does not explain what is there. */
export function slid(before: string[][], after: string[][], move: string): { ways: Way[]; fresh: [number, number] | undefined } | undefined {
  const [rows, columns] = [before.length, before[0]?.length ?? 0];
  const across = move === "left" || move === "right";
  if (!across && move !== "up" && move !== "down") return undefined;
  const back = move === "right" || move === "down";
  const [lines, length] = across ? [rows, columns] : [columns, rows];
  const cell = (line: number, index: number): [number, number] => {
    const along = back ? length - 1 - index : index;
    return across ? [line, along] : [along, line];
  };
  const ways: Way[] = [];
  const result = before.map((line) => line.map(() => ""));
  for (let line = 0; line < lines; line++) {
    let [end, last] = [0, ""];
    for (let index = 0; index < length; index++) {
      const from = cell(line, index);
      const text = before[from[0]]![from[1]]!;
      if (text === "") continue;
      const merges = last === text;
      if (merges) {
        const to = cell(line, end - 1);
        result[to[0]]![to[1]] = String(2 * Number(text));
        ways.push({ from, to, merges });
        last = "";
      } else {
        const to = cell(line, end++);
        result[to[0]]![to[1]] = text;
        ways.push({ from, to, merges });
        last = text;
      }
    }
  }
  const other = after.flatMap((line, r) => line.flatMap((text, c) => (text === result[r]![c] ? [] : [[r, c] as [number, number]])));
  if (other.length > 1 || other.some(([r, c]) => result[r]![c] !== "")) return undefined;
  return { ways, fresh: other[0] };
}

/** Tiles slide as they were; where two met, the new one swells; then the one that chance has put there appears. */
function merge(
  grid: HTMLElement,
  before: Scene,
  { ways, fresh }: { ways: Way[]; fresh: [number, number] | undefined },
  face: (r: number, c: number) => HTMLElement | null | undefined,
  square: (r: number, c: number) => HTMLElement | null,
) {
  grid.querySelectorAll(".ghost").forEach((ghost) => ghost.remove());
  const hidden = (r: number, c: number) => face(r, c)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: SLIDE });
  for (const { from, to } of ways) {
    const [a, b] = [square(...from), square(...to)];
    if (!a || !b) continue;
    hidden(...to);
    const ghost = tile(before.rows[from[0]]![from[1]]!, a);
    grid.append(ghost);
    const moves = [{ translate: "0 0" }, { translate: `${b.offsetLeft - a.offsetLeft}px ${b.offsetTop - a.offsetTop}px` }];
    const motion = ghost.animate(moves, { duration: SLIDE, easing: "ease-in-out", fill: "forwards" });
    motion.finished.finally(() => ghost.remove());
  }
  for (const { to, merges } of ways) {
    if (merges) face(...to)?.animate([{ scale: 1 }, { scale: 1.16 }, { scale: 1 }], { duration: 150, delay: SLIDE, easing: "ease-out" });
  }
  if (fresh) face(...fresh)?.animate([{ scale: 0, opacity: 0 }, { scale: 1, opacity: 1 }], { duration: 140, delay: SLIDE, fill: "backwards", easing: "ease-out" });
}

/** A tile as it was, over the square on which it stood. */
function tile({ text, tone }: Square, over: HTMLElement): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "sq ghost";
  ghost.setAttribute("aria-hidden", "true");
  const level = toneLevel(tone);
  if (level !== undefined) ghost.dataset.scale = String(level);
  ghost.style.left = `${over.offsetLeft}px`;
  ghost.style.top = `${over.offsetTop}px`;
  const inner = document.createElement("span");
  inner.className = "face";
  const words = document.createElement("span");
  words.className = `text${text.length > 3 ? " long" : ""}${text.length > 4 ? " longer" : ""}`;
  words.textContent = text;
  inner.append(words);
  ghost.append(inner);
  return ghost;
}

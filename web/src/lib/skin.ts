// How a puzzle looks and what it is called on the page. The rules, the moves and the words of a hint come from the lab.
import type { Component } from "svelte";
import type { Print } from "./draw";
import type { Game } from "./game.svelte";
import type { AnyHint, Scene, SessionView, Square, Tone } from "./types";

/** A place beside the board where something can be done with the game. */
export interface Room {
  id: string;
  title: string;
  view: Component<{ game: Game; skin: Skin }>;
}

/** What is shown on a square over what stands in it. */
export interface Mark {
  text: string;
  /** `best` is recommended, `safe` and `bad` are certain, `value` is in between. */
  kind: "best" | "safe" | "bad" | "value";
  /** How bad it is, from 0 to 1, where that makes sense: the square is tinted. */
  heat?: number;
}

/** What happens while a finger or the mouse is drawn over squares. */
export interface Stroke {
  /** What a square under it will look like. */
  tone: Tone;
  /** Whether a square takes part: one that already is what is painted does not. */
  takes(square: Square): boolean;
  /** The move. */
  move(row: number, column: number): string;
}

/** What a square shows. */
export type Glyph = "flag" | "mine" | "disc" | "piece" | "cross" | "lamp" | "none" | "text";

/** How what moved is shown: tiles slide one by one, or all together and merge; discs fall; pieces are carried; discs are
    turned; stones appear. */
export type Motion = "slide" | "merge" | "drop" | "carry" | "turn" | "pop";

/** A look that several boards share; its style is in `boards.css`. What only one has is in `style.css` of its folder. */
export type Look = "solid" | "stones" | "dotted" | "points" | "river";

export interface Skin {
  /** The puzzle's name in the lab. */
  name: string;
  /** Its place on the front page. */
  order: number;
  title: string;
  /** One line for the front page. */
  line: string;
  /** How to play, in a sentence or two. */
  how: string;
  /** What a square shows, when not its text. */
  glyph?(square: Square): Glyph;
  /** What is written on a piece. */
  written?(square: Square): string;
  /** A square in words. */
  say(square: Square, row: number, column: number, scene: Scene): string;
  /** What the second button does, where it does something: "flag". */
  marks?: string;
  /** Whether labels above and beside the board are part of the game. */
  labels?: "clues" | "places";
  /** Heavier lines after this many squares. */
  group?: number;
  /** Whether what moves is shown moving. */
  motion?: Motion;
  /** Games for two: what the sides are called, who began first. */
  sides?: [string, string];
  /** What each side has on the board, and what is counted. */
  counts?(seen: SessionView): [number, number];
  counted?: string;
  /** Which side sits at the lower edge of the board as the lab draws it; then it can be turned round. */
  flips?: "first" | "second";
  /** What the player must do, where not any move will do. */
  demand?(seen: SessionView): string | undefined;
  /** Why a touch is not a move, where it can be said. */
  slip?(seen: SessionView, at: [number, number] | undefined): string;
  /** Whose a square is, where its tone says something else. */
  owner?(square: Square): "first" | "second" | undefined;
  /** What is written small on a square, as hints name it. */
  coordinate?(row: number, column: number): string | undefined;
  /** Whether a point of the board is marked with a dot. */
  star?(row: number, column: number, rows: number, columns: number): boolean;
  /** Whether a disc waits over the column that is meant. */
  drops?: boolean;
  /** What a touch means, where it means several moves at once. */
  presses?(scene: Scene, row: number, column: number): [number, number][];
  /** What the levels are called, by preset, and what they are levels of. */
  levels?: Record<string, string>;
  levelIs?: string;
  /** Whether there is a puzzle of the day; where chance draws the board there is. */
  daily?: boolean;
  /** Whether something on the board is hidden, which a link should not show. */
  hidden?: boolean;
  /** Drawing over squares, one or several. */
  stroke?(from: Square, mark: boolean, scene: Scene): Stroke;
  /** Whether a key means something here, which it then does. */
  key?(key: string, scene: Scene): boolean;
  /** What a hint puts on the squares when all values are shown. */
  marksOf?(hint: AnyHint, seen: SessionView): Map<string, Mark>;
  /** Whether values are shown as soon as they can be, when asked for: it is quick here. */
  quick?: boolean;
  /** More rooms in the laboratory than every puzzle has. */
  rooms?: Room[];
  /** What the look back begins with, when the game is over. */
  review?: Component<{ game: Game; skin: Skin }>;
  /** What stands above the board: clock, counters. */
  bar?: Component<{ game: Game }>;
  /** What stands in a square, drawn by the puzzle itself. */
  face?: Component<{ square: Square; row: number; column: number; scene: Scene }>;
  /** Drawn above the board, where squares alone do not show what it is. */
  stage?: Component<{ game: Game; skin: Skin }>;
  /** The looks that it shares with others. */
  looks?: Look[];
  /** How a square is drawn in print, where a box with its text is not enough. */
  print?: Print;
  /** The colours of a picture, the background first, where it has colours of its own. */
  palette?(seen: SessionView): string[] | undefined;
  /** The little board on the front page. */
  showcase: { setup: string; seed: number; moves: number; ahead?: number; nodes?: number };
  /** How an ending is told; `time` is how long it took, where that is known. */
  ending?(seen: SessionView, facts: { time: string }): string;
}

/** The name of a tone for a style sheet. */
export function toneName(tone: Tone): string {
  return typeof tone === "string" ? tone : "scale";
}

export function toneLevel(tone: Tone): number | undefined {
  return typeof tone === "string" ? undefined : tone.scale;
}

/** The colour, counted from 1, whose letter ends a clue. */
export const inkOf = (clue: string) => (/[a-z]$/.test(clue) ? clue.charCodeAt(clue.length - 1) - 96 : undefined);

export const sameTone = (one: Tone, other: Tone) => toneName(one) === toneName(other) && toneLevel(one) === toneLevel(other);

export const at = (row: number, column: number) => `${row},${column}`;

/** A number as people write it. */
export function shown(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en").replace("-", "−");
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits }).replace("-", "−");
}

/** What a hint puts on the squares when nothing else is said: the value of each move, the best one told apart. */
export function valuesOf(hint: AnyHint): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  hint.alternatives.forEach((alternative, index) => {
    const square = hint.squares[index];
    if (!square || alternative.value === null) return;
    const best = alternative.value === hint.alternatives[0]?.value;
    marks.set(at(...square), { text: shown(alternative.value), kind: best ? "best" : "value" });
  });
  return marks;
}

/** The square from which the recommended move takes a piece. */
export function origin(hint: AnyHint): string | undefined {
  return hint.from ? at(...hint.from) : undefined;
}

/** The square of the recommended move. */
export function target(hint: AnyHint): string | undefined {
  const index = hint.alternatives.findIndex((alternative) => alternative.move === hint.decision?.move);
  const square = hint.squares[index];
  return square ? at(...square) : undefined;
}

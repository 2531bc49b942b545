// Stands in for the generated file of the same name.
export type Tone = "plain" | "dim" | "closed" | "filled" | "first" | "second" | "good" | "bad" | "marked" | { scale: number };
export interface Square { text: string; tone: Tone }
export interface Scene { rows: Square[][]; above: string[][]; left: string[]; steering: "cursor" | "arrows"; keys: string }
export interface Alternative { move: string; value: number | null; text: string }
export interface Because { kind?: string; text: string; [key: string]: unknown }
export interface Counsel { move: string; certain: boolean; probability: number; reason: Because }
export interface Clue {
  decision: Counsel | null; alternatives: Alternative[]; squares: ([number, number] | null)[]; value_is: string; nudge: string; text: string;
}
export type Way = "up" | "down" | "left" | "right";
export type Action = { play: string } | { press: [number, number] } | { mark: [number, number] } | { arrow: Way } | "undo" | "redo" | { goto: number };
export interface Seen {
  schema: number; status: string; puzzle: string; setup: string; view: any; scene: Scene; text: string; moves: string[]; played: string[];
  undone: number; turn: "first" | "second" | null; score: number | null; outcome: string | null; summary: string | null; hint: Clue | null;
  link: string; saved: string;
}
export interface OptionSpec {
  name: string; value: string; default: string | null; help: string; only_with: { option: string; values: string[] } | null;
  kind: string; least?: number; most?: number; choices?: string[]; known?: string[];
}
export interface Preset { name: string; setup: string }
export interface VerbSpec { name: string; about: string; options: OptionSpec[]; [key: string]: any }
export interface Puzzle { name: string; about: string; presets: Preset[]; setup: OptionSpec[]; verbs: VerbSpec[] }
export interface Catalogue { schema: number; status: string; puzzles: Puzzle[] }
export interface Worth {
  at: number; turn: "first" | "second" | null; value: number | null; ci95: [number, number] | null; best: string | null;
  played: string | null; played_value: number | null; mistake: boolean;
}
export interface TimeLine { schema: number; status: string; stopped?: string; puzzle: string; value_is: string; points: Worth[] }
export type Event =
  | { event: "progress"; what: string; done: number; total: number }
  | { event: "note"; text: string }
  | { event: "item"; item: any }
  | { event: "columns"; columns: any[] }
  | { event: "row"; row: any[] }
  | { event: "text"; text: string }
  | { event: "figure"; figure: any }
  | { event: "answer"; answer: any };

// A setting as the lab writes it: `board=9x9/10; first-click=safe`.
import type { OptionSpec, Preset, Puzzle, SessionView } from "./types";

export type Values = Record<string, string>;

export function read(setup: string): Values {
  const pairs = setup.split(";").map((pair) => pair.trim()).filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => { const [name = "", ...value] = pair.split("="); return [name, value.join("=")]; }));
}

export function write(values: Values): string {
  return Object.entries(values).map(([name, value]) => `${name}=${value}`).join("; ");
}

/** What belongs to the seat and not to the board: who plays, and which side. */
const SEAT = ["side", "opponent"];

export function board(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SEAT.includes(name)));
}

export function seat(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => SEAT.includes(name)));
}

/** The presets that are about the board. Who plays is asked for beside it. */
export function levels(entry: Puzzle): Preset[] {
  return entry.presets.filter(({ setup }) => !("opponent" in read(setup)));
}

const plain = (option: OptionSpec | undefined, value: string) => value === (option?.default ?? (option?.kind === "switch" ? "false" : ""));

/** The level that a setting is, if it is one: all that the level says holds, and everything else is as usual. */
export function levelOf(entry: Puzzle, setup: string): Preset | undefined {
  const now = board(read(setup));
  const fits = levels(entry).filter((preset) => {
    const wanted = read(preset.setup);
    const option = (name: string) => entry.setup.find((option) => option.name === name);
    return Object.entries(now).every(([name, value]) => (name in wanted ? wanted[name] === value || preset.name === value : plain(option(name), value)));
  });
  return fits[0];
}

/** "9x9/10" as people read it. */
export const size = (board: string) => board.replaceAll("x", "×").replace(/\/.*$/, "");

/** Which level a game is played at: the same text for the same level, whoever has which side. */
export function levelName({ setup }: Pick<SessionView, "setup">): string {
  const { side: _, ...values } = read(setup);
  return write(values);
}

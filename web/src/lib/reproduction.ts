// A reproduction as `quandary reproduce --json` prints it.

/** What a cell holds: a number, words such as "Trap" or "N.A.", or nothing. */
export type Value = number | string | null;

export interface Cell {
  row: string;
  column: string;
  printed: Value;
  ours: Value;
  low: number | null;
  high: number | null;
  verdict: string;
  reading: string | null;
  settled_by: number | null;
  note: string;
}

export interface Entry {
  id: string;
  title: string;
  verdict: string;
  found: string;
  conventions: Record<string, string>;
  cells: Cell[];
  facts: { name: string; value: unknown; note: string }[];
}

export interface Report {
  verb: string;
  scale: string;
  seed: number;
  /** Printed values by verdict, each counted once. */
  values?: Record<string, number>;
  cells: Record<string, number>;
  documents?: { short: string; title: string; citation?: string; link?: string | null }[];
  entries: Entry[];
}

/** A value as people read it: four digits of a number, words as they stand, and the parts of anything larger by name. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return Number(value.toPrecision(4)).toString().replace("-", "−");
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value === "object") return Object.entries(value).map(([name, part]) => `${name} ${shown(part)}`).join(", ");
  return String(value);
}

export function read(text: string): Report | undefined {
  try {
    const report = JSON.parse(text) as Report;
    return report.verb === "reproduce" && Array.isArray(report.entries) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** The reproduction that stands in the page itself, where the page is a report (`reproduce --report`). */
export const enclosed: Report | undefined = read(document.getElementById("reproduction")?.textContent ?? "");

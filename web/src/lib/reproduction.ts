// A reproduction as `quandary reproduce --json` prints it.

export interface Cell {
  row: string;
  column: string;
  printed: number | null;
  ours: number | null;
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
  cells: Record<string, number>;
  documents?: { short: string; title: string }[];
  entries: Entry[];
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

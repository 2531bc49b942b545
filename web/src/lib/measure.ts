// What the lab says about a puzzle in numbers, found in whatever a verb answers.

/** A measure with its interval, as every verb writes it. */
export interface Measure {
  symbol: string;
  value: number;
  low: number;
  high: number;
  formula: string;
  meaning: string;
}

/** The measures of one part of an answer: of a strategy, of a convention. */
export interface Measured {
  name: string;
  measures: Measure[];
}

const isMeasure = (value: any): value is Measure => typeof value?.symbol === "string" && typeof value?.value === "number" && typeof value?.low === "number";

/** Every list of measures in an answer, with a name from what stands around it. */
export function measuredIn(answer: any, name = ""): Measured[] {
  if (Array.isArray(answer)) {
    if (answer.length > 0 && answer.every(isMeasure)) return [{ name, measures: answer }];
    return answer.flatMap((part) => measuredIn(part, part?.player ?? part?.strategy ?? part?.name ?? name));
  }
  if (answer === null || typeof answer !== "object") return [];
  return Object.entries(answer).flatMap(([key, part]) => measuredIn(part, Array.isArray(part) && part.some(isMeasure) ? [name, key === "measures" ? "" : key.replaceAll("_", " ")].filter(Boolean).join(", ") : name));
}

/** Where the literature places games that people like, by game refinement. */
export const ZONE = [0.07, 0.08] as const;

/** Whether a measure lies in the zone: said only when its whole interval agrees. */
export function zoneOf({ low, high }: Measure): "inside" | "outside" | "undecided" {
  if (low >= ZONE[0] && high <= ZONE[1]) return "inside";
  return high < ZONE[0] || low > ZONE[1] ? "outside" : "undecided";
}

/** Rows as CSV: what holds a comma, a quotation mark or a new line stands in quotation marks. */
export function csv(rows: unknown[][]): string {
  const field = (value: unknown) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

// A value of an option that stands for several: a range in braces, as study files write it, or a list of words.
// "9x9/{10..40..10}" is 9x9/10, 9x9/20, 9x9/30, 9x9/40; "{best,pafg}" is best, pafg.

/** One of the values, and what is different about it. */
export interface Choice {
  value: string;
  /** What stood in the braces: a number where it is one. */
  varied: string;
}

const BRACES = /\{([^{}]*)\}/;
const RANGE = /^\s*(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?\s*$/;
const MOST = 200;

/** The values that a text stands for; one without braces stands for itself. */
export function choices(text: string): Choice[] {
  const found = BRACES.exec(text);
  if (!found) return [{ value: text, varied: "" }];
  return words(found[1] ?? "").map((varied) => ({ value: text.replace(BRACES, varied), varied }));
}

function words(inside: string): string[] {
  const range = RANGE.exec(inside);
  if (!range) return inside.split(",").map((word) => word.trim()).filter(Boolean);
  const [low, high, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)];
  const decimals = Math.max(...[range[1], range[2], range[3]].map((text) => text?.split(".")[1]?.length ?? 0));
  if (!(step > 0) || high < low) return [];
  const count = Math.min(MOST, Math.floor((high - low) / step + 1e-9) + 1);
  return Array.from({ length: count }, (_, index) => (low + index * step).toFixed(decimals));
}

/** Whether a text stands for several values. */
export const varies = (text: string) => BRACES.test(text);

// What the transports share: a question goes out, events come back, the last of them is the answer.
import type { Event, InputError, Refusal, Request } from "./types";

/** What can be asked; `ask` says which. */
export type Question = Request;

/** A question about a game in progress. */
export type Sit = Extract<Question, { ask: "sit" }>;

/** Hears what happens before the answer. */
export type Listener = (event: Event) => void;

/** A refusal, with the sentence the command line would print. */
export class Refused extends Error {}

/** The work was ended by who asked for it. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

/** A question under way. */
export interface Work<T> {
  answer: Promise<T>;
  cancel(): void;
}

/** Whose machine the lab is on, and what the reader may do there. */
export interface Host {
  /** The server wants a token that this browser does not have: nothing will be answered. */
  readonly locked: boolean;
  /** The server also answers people without the token: what is kept is kept on its machine, not on the reader's. */
  readonly shared: boolean;
  /** The reader can see everybody's attempts, not only their own. */
  readonly experimenter: boolean;
}

/** Carries questions to the lab. Sessions go ahead of long work: `lane` says which it is. */
export interface Transport {
  /** `serve` with the program behind it, `worker` wholly in the browser. */
  readonly kind: "serve" | "worker";
  readonly host: Host;
  ask(question: Question, lane: Lane, hear: Listener): Work<unknown>;
}

export type Lane = "play" | "think";

/** An answer, or the refusal it is. */
export function accepted(answer: unknown): unknown {
  const { status, error } = (answer ?? {}) as Partial<Refusal>;
  if (status === "refused") throw new Refused(error ? sentence(error) : "The lab gave no reason.");
  return answer;
}

/** An error as a sentence: what, where, and what would be right. */
function sentence({ what, place, expected, option }: InputError): string {
  const where = place ? `line ${place.line}${place.column ? `, column ${place.column}` : ""}: ` : "";
  return `${option ? `${option}: ` : ""}${where}${what}${expected ? `; expected ${expected}` : ""}`;
}

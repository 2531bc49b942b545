// The one door to the lab for everything on the page.
import { findTransport } from "./transport";
import type { Host, Lane, Listener, Question, Transport, Work } from "./protocol";
import type { Catalogue, Puzzle } from "./types";

let found: Promise<Transport> | undefined;

function transport(): Promise<Transport> {
  return (found ??= findTransport());
}

/** Which transport was found, for who wants to know. */
export async function kind(): Promise<"serve" | "worker"> {
  return (await transport()).kind;
}

/** Whose machine the lab is on, and what the reader may do there. */
export async function host(): Promise<Host> {
  return (await transport()).host;
}

/** Asks the lab. `cancel` ends the work, whatever it has reached. */
export function ask<T>(question: Question, lane: Lane = "play", hear: Listener = () => {}): Work<T> {
  let cancelled = false;
  let work: Work<unknown> | undefined;
  const answer = transport().then((transport) => {
    work = transport.ask(question, lane, hear);
    if (cancelled) work.cancel();
    return work.answer;
  }) as Promise<T>;
  return {
    answer,
    cancel() {
      cancelled = true;
      work?.cancel();
    },
  };
}

let list: Promise<Catalogue> | undefined;

/** Every puzzle with its settings and verbs: asked once. */
export function catalogue(): Promise<Catalogue> {
  return (list ??= ask<Catalogue>({ ask: "catalogue" }).answer);
}

/** One puzzle of the catalogue. */
export async function puzzle(name: string): Promise<Puzzle | undefined> {
  return (await catalogue()).puzzles.find((puzzle) => puzzle.name === name);
}

// Where the lab is: behind the page's own server, or in workers of the browser. The page does not care.
import { Cancelled, Refused, accepted, type Host, type Lane, type Listener, type Question, type Transport, type Work } from "./protocol";
import type { AnyHint, Event, Health, HintAnswer } from "./types";

/** Events are read as they come; leaving the connection ends the search. */
class Serve implements Transport {
  readonly kind = "serve";

  constructor(readonly host: Host) {}

  ask(question: Question, _lane: Lane, hear: Listener): Work<unknown> {
    const leave = new AbortController();
    return { answer: this.#ask(question, hear, leave.signal), cancel: () => leave.abort() };
  }

  async #ask(question: Question, hear: Listener, signal: AbortSignal): Promise<unknown> {
    try {
      const response = await fetch("api/ask", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        body: JSON.stringify(question),
        signal,
      });
      if (response.status === 503) {
        // The queue is full: the server says when to come back.
        const seconds = Number(response.headers.get("retry-after") ?? 1);
        await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(Math.max(seconds, 0.2), 10)));
        return await this.#ask(question, hear, signal);
      }
      if (!response.ok || !response.body) return accepted(await refusal(response));
      for await (const event of events(response.body)) {
        if (event.event === "answer") return accepted(event.answer);
        hear(event);
      }
      throw new Refused("The server closed the connection before it had an answer.");
    } catch (error) {
      if (signal.aborted) throw new Cancelled();
      if (error instanceof TypeError) throw new Refused("The server does not answer. Is `quandary serve` still running?");
      throw error;
    }
  }
}

async function refusal(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(text || `The server answered ${response.status}.`);
  }
}

/** The messages of an event stream. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const messages = rest.split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const data = message.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      if (data.length) yield JSON.parse(data.join("\n")) as Event;
    }
  }
}

interface Waiting {
  hear: Listener;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  /** The best hint so far, and whether the time to look for a better one is over. */
  hint?: AnyHint;
  late?: boolean;
}

/** How long a hint gets better when nobody says so, in seconds. */
const PATIENCE = 3;

/** One worker for what is played and one for what takes thought: a long search never holds up a move. */
class InBrowser implements Transport {
  readonly kind = "worker";
  readonly host = { locked: false, shared: false, experimenter: true };
  #lanes = new Map<Lane, LaneOfWork>();

  ask(question: Question, lane: Lane, hear: Listener): Work<unknown> {
    const work = this.#lane(lane).ask(question, hear);
    // Who plays will ask: the first hint should not wait for a module to be compiled.
    if (lane === "play") void work.answer.then(() => this.#lane("think").prepare(), () => undefined);
    return work;
  }

  #lane(lane: Lane): LaneOfWork {
    let found = this.#lanes.get(lane);
    if (!found) this.#lanes.set(lane, (found = new LaneOfWork()));
    return found;
  }
}

/** Where the module is. */
const address = () => new URL("lab/", document.baseURI).href;

/** A worker with its queue. Nothing but the page holds a game, so ending the worker ends the search and loses nothing. */
class LaneOfWork {
  #worker: Worker | undefined;
  #queue: { id: number; question: Question }[] = [];
  #waiting = new Map<number, Waiting>();
  #now: number | undefined;
  #last = 0;

  ask(question: Question, hear: Listener): Work<unknown> {
    const id = ++this.#last;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { hear, resolve, reject }));
    this.#queue.push({ id, question });
    this.#next();
    return { answer, cancel: () => this.#cancel(id) };
  }

  #next() {
    if (this.#now !== undefined) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#now = next.id;
    this.#worker ??= this.#spawn();
    this.#worker.postMessage({ id: next.id, request: JSON.stringify(next.question), address: address() });
    if (next.question.ask === "hint") setTimeout(() => this.#late(next.id), 1000 * (next.question.seconds ?? PATIENCE));
  }

  /** There is no clock in the module: here it ends the search for a better hint, as soon as there is one. */
  #late(id: number) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    waiting.late = true;
    if (waiting.hint) this.#enough(id, waiting, waiting.hint);
  }

  #enough(id: number, waiting: Waiting, hint: AnyHint) {
    this.#end();
    this.#done(id);
    waiting.resolve({ hint, stopped: "time" } satisfies Partial<HintAnswer>);
  }

  /** Ends the worker with what it does; the next one is there when something is asked. */
  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#now = undefined;
    this.prepare();
  }

  /** Starts the worker, if there is none, so that it is there when something is asked. */
  prepare() {
    if (this.#worker) return;
    this.#worker = this.#spawn();
    this.#worker.postMessage({ id: 0, address: address() });
  }

  #spawn(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; event?: string; failed?: string }>) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      if (data.failed !== undefined) return this.#broken(data.failed);
      const event = JSON.parse(data.event ?? "null") as Event;
      if (event.event === "hint") {
        waiting.hint = event.hint;
        waiting.hear(event);
        if (waiting.late) this.#enough(data.id, waiting, event.hint);
        return;
      }
      if (event.event !== "answer") return waiting.hear(event);
      this.#done(data.id);
      try {
        waiting.resolve(accepted(event.answer));
      } catch (error) {
        waiting.reject(error as Error);
      }
    };
    worker.onerror = (event) => this.#broken(event.message || "the worker could not be started");
    return worker;
  }

  /** A trap in the module leaves it in no known state: the next question gets a new one. */
  #broken(why: string) {
    const id = this.#now;
    this.#worker?.terminate();
    this.#worker = undefined;
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#done(id);
    waiting?.reject(new Refused(`The lab stopped: ${why}`));
  }

  #cancel(id: number) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (this.#now === id) {
      this.#end();
    } else {
      this.#queue = this.#queue.filter((queued) => queued.id !== id);
    }
    this.#done(id);
    waiting.reject(new Cancelled());
  }

  #done(id: number) {
    this.#waiting.delete(id);
    if (this.#now === id) this.#now = undefined;
    this.#next();
  }
}

/** The page says where it was put: beside a server, or on a host that only has files. */
export async function findTransport(): Promise<Transport> {
  const said = document.querySelector<HTMLMetaElement>('meta[name="quandary-transport"]')?.content;
  if (said !== "worker") {
    try {
      const health = await fetch("api/health");
      if (health.status === 401) return new Serve({ locked: true, shared: false, experimenter: false });
      if (health.ok) {
        const said = (await health.json()) as Health;
        if (said.transport === "serve") return new Serve({ locked: false, ...said });
      }
    } catch {
      // No server: the browser does it.
    }
  }
  return new InBrowser();
}

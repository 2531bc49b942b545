// A game on the page. The lab keeps nothing: everything it needs comes with each question, so a reload loses nothing.
import { ask } from "./lab.svelte";
import { Cancelled, type Sit, type Work } from "./protocol";
import type { Action, AnyHint, HintAnswer, SessionView, TimeLine, Worth } from "./types";

/** How much of a hint is shown: each step says more than the one before. */
export const ASKED = ["nothing", "nudge", "move", "reason", "values"] as const;
export type Asked = (typeof ASKED)[number];

/** For how many seconds a hint gets better when it is asked for first, and at most. */
const PATIENCE = 3;
const MOST_PATIENCE = 20;

const key = (puzzle: string) => `quandary.game.${puzzle}`;

/** A new seed, small enough to be told to somebody. */
export const fresh = () => Math.floor(Math.random() * 1_000_000_000);

export class Game {
  readonly puzzle: string;
  /** What is seen now. */
  seen = $state.raw<SessionView>();
  /** What was seen before the last change: what moved is the difference. */
  before = $state.raw<SessionView>();
  /** What went wrong, as a sentence. */
  error = $state("");
  /** Whether a move is under way. */
  busy = $state(false);
  /** The hint for the position on the board: the best one found so far. */
  hint = $state.raw<AnyHint>();
  /** Whether the search for a better one ended only because its time was over. */
  unfinished = $state(false);
  asked = $state<Asked>("nothing");
  /** Whether every position is to be weighed as soon as it is there. */
  live = $state(false);
  /** What a search says while it runs; undefined when none does. */
  thinking = $state<string>();
  /** Whether a touch marks instead of pressing. */
  marking = $state(false);
  /** What the positions of the game were worth, as far as they are known. */
  line = $state.raw<Worth[]>([]);
  lineIs = $state("");
  lining = $state(false);
  /** When the first move of this game was made and when it ended, for the clock. */
  began = $state<number>();
  ended = $state<number>();

  #queue: Promise<unknown> = Promise.resolve();
  #moving: Work<SessionView> | undefined;
  #hinting: Work<HintAnswer> | undefined;
  #lining: Work<TimeLine> | undefined;
  #lineOf = "";
  /** How many times somebody wanted a better hint for this position. */
  #looks = 0;
  /** To how many hints the search for this position came, each better than the one before. */
  #met = 0;
  /** The most nodes for a hint or a reply; none: what the lab allows. */
  readonly nodes: number | undefined;

  constructor(puzzle: string, nodes?: number) {
    this.puzzle = puzzle;
    this.nodes = nodes;
  }

  /** A new game under a setting. */
  begin(setup: string, seed = fresh()) {
    return this.#sit({ setup, seed }, true);
  }

  /** A game that begins at a position, as text of any format the command line reads. */
  open(position: string, setup = "") {
    return this.#sit({ setup, position, seed: fresh() }, true);
  }

  /** Goes on with a saved game. */
  load(saved: string) {
    return this.#sit({ saved }, true);
  }

  /** The game that was played here last, if there is one. */
  async resume(): Promise<boolean> {
    const saved = recall(key(this.puzzle));
    return saved !== null && (await this.load(saved));
  }

  /** Does something; what is done while the last thing is under way waits its turn. */
  act(...actions: Action[]): Promise<boolean> {
    return this.#sit({ actions }, false);
  }

  get over(): boolean {
    return this.seen?.outcome != null;
  }

  #sit(what: Partial<Sit>, anew: boolean): Promise<boolean> {
    const done = this.#queue.then(() => this.#now(what, anew));
    this.#queue = done;
    return done;
  }

  async #now(what: Partial<Sit>, anew: boolean): Promise<boolean> {
    if (!anew && !this.seen) return false;
    this.busy = true;
    this.error = "";
    try {
      const from = anew ? {} : { saved: this.seen?.saved };
      const limit = this.nodes === undefined ? {} : { nodes: this.nodes };
      this.#moving = ask<SessionView>({ ...limit, ...from, ...what, ask: "sit", puzzle: this.puzzle });
      this.#take(await this.#moving.answer, anew);
      return true;
    } catch (error) {
      if (!(error instanceof Cancelled)) this.error = (error as Error).message;
      return false;
    } finally {
      this.busy = false;
      this.#moving = undefined;
    }
  }

  #take(seen: SessionView, anew: boolean) {
    const same = !anew && this.seen?.link === seen.link && this.seen.played.length === seen.played.length;
    this.before = anew ? undefined : this.seen;
    this.seen = seen;
    keep(key(this.puzzle), seen.saved);
    if (anew) this.began = this.ended = undefined;
    if (seen.played.length > 0 && !anew) this.began ??= Date.now();
    this.ended = seen.outcome == null ? undefined : (this.ended ?? Date.now());
    if (same) return;
    this.forget();
    if (this.live && seen.outcome == null) void this.ask("values");
  }

  /** Ends the search for a hint and puts away what it said. */
  forget() {
    this.#hinting?.cancel();
    this.#hinting = undefined;
    this.hint = undefined;
    this.thinking = undefined;
    this.unfinished = false;
    this.asked = "nothing";
    this.#looks = this.#met = 0;
  }

  /** Ends the search for a better hint; the one that is there stays. */
  settle() {
    if (!this.hint) return this.forget();
    this.#hinting?.cancel();
    this.#hinting = undefined;
    this.thinking = undefined;
    this.unfinished = true;
  }

  /** What the hint button does: a nudge, then the move, then the reason; after that it looks for something better. */
  async more(): Promise<void> {
    if (this.asked !== "reason" && this.asked !== "values") {
      return this.ask(ASKED[ASKED.indexOf(this.asked) + 1]!);
    }
    if (this.unfinished && !this.#hinting) await this.#search();
  }

  /** Asks for a hint, or shows more of the one that is there. It gets better for some seconds, or until the position changes. */
  async ask(how: Asked, seconds?: number): Promise<void> {
    if (!this.seen || this.over) return;
    this.asked = how;
    if (this.hint || this.#hinting || how === "nothing") return;
    await this.#search(seconds);
  }

  /** Looks for a hint, each time for longer than the last; a better one takes the place of the one that is there. */
  async #search(seconds = PATIENCE * 2 ** this.#looks): Promise<void> {
    if (!this.seen) return;
    this.#looks += 1;
    this.thinking = "thinking";
    this.unfinished = false;
    const { saved } = this.seen;
    const limit = this.nodes === undefined ? {} : { nodes: this.nodes };
    // A longer search begins with what was found before: nothing is shown until it has come to the last of it.
    const before = this.#met;
    let met = 0;
    const work = ask<HintAnswer>({ ask: "hint", puzzle: this.puzzle, saved, seconds: Math.min(seconds, MOST_PATIENCE), ...limit }, "think", (event) => {
      if (this.#hinting !== work) return;
      if (event.event === "hint" && ++met >= before) {
        this.hint = event.hint;
        this.#met = met;
      }
      if (event.event === "progress") this.thinking = `${event.what}: ${event.done.toLocaleString("en")} of ${event.total.toLocaleString("en")}`;
      if (event.event === "note") this.thinking = event.text;
    });
    this.#hinting = work;
    try {
      const { hint, stopped } = await work.answer;
      if (this.#hinting !== work) return;
      // Cut short before it was where the last search ended, it knows less.
      if (met >= before || stopped === null) this.hint = hint ?? undefined;
      this.unfinished = stopped !== null;
    } catch (error) {
      if (this.#hinting === work && !(error instanceof Cancelled)) this.error = (error as Error).message;
    } finally {
      if (this.#hinting === work) {
        this.#hinting = undefined;
        this.thinking = undefined;
      }
    }
  }

  /** Does what the hint recommends: plays the move, or takes the last one back. */
  async follow() {
    if (!this.hint) await this.ask("move");
    const chosen = this.hint?.decision?.move;
    if (chosen) await this.act({ play: chosen });
    else if (this.hint?.take_back) await this.act("undo");
  }

  /** What every position of the game was worth. Known values stay while more come in. */
  async trace(nodes?: number): Promise<void> {
    const seen = this.seen;
    if (!seen || this.#lineOf === seen.saved) return;
    this.#lining?.cancel();
    this.#lineOf = seen.saved;
    this.line = [];
    this.lining = true;
    const limit = nodes === undefined ? {} : { nodes };
    const work = ask<TimeLine>({ ask: "line", puzzle: this.puzzle, saved: seen.saved, ...limit }, "think", (event) => {
      if (event.event === "item" && this.#lining === work) this.line = [...this.line, event.item as Worth];
    });
    this.#lining = work;
    try {
      const answer = await work.answer;
      if (this.#lining !== work) return;
      this.line = answer.points;
      this.lineIs = answer.value_is;
    } catch (error) {
      if (this.#lining === work && !(error instanceof Cancelled)) this.error = (error as Error).message;
      if (this.#lining === work) this.#lineOf = "";
    } finally {
      if (this.#lining === work) this.lining = false;
    }
  }

  /** Ends whatever is being searched. */
  cancel() {
    this.#moving?.cancel();
    this.#lining?.cancel();
    this.forget();
  }
}

function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser without storage plays on; it only forgets at the end.
  }
}

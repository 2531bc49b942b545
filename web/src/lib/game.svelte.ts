// A game on the page. The lab keeps nothing: everything it needs comes with each question, so a reload loses nothing.
import { ask } from "./lab.svelte";
import { Cancelled, Refused, type Sit, type Work } from "./protocol";
import { records } from "./records.svelte";
import * as setting from "./setting";
import { keep, recall, recalled } from "./store";
import type { Action, AnyHint, Direction, HintAnswer, Landed, SessionView, TimeLine, Worth } from "./types";

/** How much of a hint is shown: each step says more than the one before. */
export const ASKED = ["nothing", "nudge", "move", "reason", "values"] as const;
export type Asked = (typeof ASKED)[number];

/** For how many seconds a hint gets better when it is asked for first, and at most. */
const PATIENCE = 3;
const MOST_PATIENCE = 20;

/** How long a move stands alone before the reply to it, in milliseconds. */
const BEAT = 420;
const SHORT_BEAT = 120;

const key = (puzzle: string) => `quandary.game.${puzzle}`;
const asideKey = (puzzle: string) => `quandary.aside.${puzzle}`;

/** What the browser remembers of a game beside the game itself. */
interface Aside {
  /** Which game it is about. */
  of: string;
  /** How long it was played, in milliseconds. */
  time: number;
  helped: boolean;
  again: boolean;
  counted: boolean;
  day?: string;
}

/** Which game it is: where it began, with which chances, under which setting. */
function identity(saved: string): string {
  const { setup, start, stream } = JSON.parse(saved) as Record<string, unknown>;
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify([setup, start, stream])) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** How moves in the four directions may be written. */
const ARROWS: Record<Direction, string[]> = { up: ["up", "u"], down: ["down", "d"], left: ["left", "l"], right: ["right", "r"] };
const isArrow = (move: string) => Object.values(ARROWS).some((names) => names.includes(move.toLowerCase()));

const rest = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A touch that was no move: where, and which one it was, so that the same twice is seen twice. */
export interface Slip {
  at: [number, number] | undefined;
  from: [number, number] | undefined;
  /** Why, where the board knows. */
  why: string;
  count: number;
}

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
  /** Whether the player's move stands on the board and the reply to it does not yet. */
  awaiting = $state(false);
  /** The last touch that was no move. */
  slip = $state.raw<Slip>();
  /** Whether the board is seen from its other side. */
  flipped = $state(false);
  /** How long the game was played until the clock was stopped last, and since when it runs. */
  time = $state(0);
  running = $state<number>();
  /** Whether hints were asked for or moves taken back, whether the board was known, and whose day it is. */
  helped = $state(false);
  again = $state(false);
  day = $state<string>();
  /** Whether this game has ended before the eyes of the player, and not before the page was opened. */
  finished = $state(false);

  #of = "";
  #counted = false;
  /** Moves that one gesture made, by how many were played before it and after: they are taken back as one. */
  #strokes: { from: number; to: number }[] = [];
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
  /** Whether the game is the reader's own: gone on with after a reload, and counted. */
  readonly own: boolean;

  constructor(puzzle: string, own = true, nodes?: number) {
    this.puzzle = puzzle;
    this.own = own;
    this.nodes = nodes;
  }

  /** A new game under a setting. */
  async begin(setup: string, seed = fresh(), day?: string) {
    const begun = await this.#sit({ setup, seed }, true);
    if (begun && day !== undefined) {
      this.day = day;
      this.#remember();
    }
    return begun;
  }

  /** The same game from its beginning. */
  async restart(): Promise<boolean> {
    if (!this.seen) return false;
    // Where the program moves first, its first move stands.
    const first = setting.read(this.seen.setup).side === "second" ? 1 : 0;
    const played = this.seen.played.length > first;
    const done = await this.act({ goto: Math.min(first, this.seen.played.length + this.seen.undone) });
    if (done && (played || this.time > 0)) {
      this.stop();
      this.time = 0;
      this.again = true;
      this.helped = this.finished = this.#counted = false;
      this.#remember();
    }
    return done;
  }

  /** Goes on under another setting where the board stays the same: another opponent. */
  async change(name: string, value: string): Promise<boolean> {
    if (!this.seen) return false;
    const saved = JSON.parse(this.seen.saved) as { setup: string };
    const { time, helped, again, day } = this;
    const done = await this.load(JSON.stringify({ ...saved, setup: setting.write({ ...setting.read(saved.setup), [name]: value }) }));
    if (done) {
      [this.time, this.helped, this.again, this.day] = [time, helped, again, day];
      this.#remember();
    }
    return done;
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
    const aside = recalled<Aside>(asideKey(this.puzzle));
    if (saved === null || !(await this.load(saved))) return false;
    if (aside?.of === this.#of) {
      [this.time, this.helped, this.again, this.day, this.#counted] = [aside.time, aside.helped, aside.again, aside.day, aside.counted];
    }
    return true;
  }

  /** Stops the clock; the next move starts it again. */
  stop() {
    if (this.running === undefined) return;
    this.time += Date.now() - this.running;
    this.running = undefined;
    this.#remember();
  }

  #remember() {
    if (!this.own) return;
    const aside: Aside = { of: this.#of, time: this.time + (this.running === undefined ? 0 : Date.now() - this.running), helped: this.helped, again: this.again, counted: this.#counted, day: this.day };
    keep(asideKey(this.puzzle), JSON.stringify(aside));
  }

  /** Does something; what is done while the last thing is under way waits its turn. */
  act(...actions: Action[]): Promise<boolean> {
    return this.#sit({ actions }, false);
  }

  /** A move in one of four directions; one that moves nothing is not asked for. */
  arrow(way: Direction): Promise<boolean> {
    const done = this.#queue.then(() => {
      const moves = this.seen?.moves ?? [];
      const known = moves.some(isArrow);
      if (known && !moves.some((move) => ARROWS[way].includes(move.toLowerCase()))) {
        this.#slipped();
        return false;
      }
      return this.#now({ actions: [{ arrow: way }] }, false);
    });
    this.#queue = done;
    return done;
  }

  /** Takes back the last move, or all moves of the last stroke. */
  async undo(): Promise<boolean> {
    const at = this.seen?.played.length ?? 0;
    if (!at) return false;
    const stroke = this.#strokes.find(({ to }) => to === at);
    const done = await this.act(stroke ? { goto: stroke.from } : "undo");
    if (done) this.helped = true;
    return done;
  }

  async redo(): Promise<boolean> {
    if (!this.seen?.undone) return false;
    const [at, end] = [this.seen.played.length, this.seen.played.length + this.seen.undone];
    const stroke = this.#strokes.find(({ from, to }) => from === at && to <= end);
    return this.act(stroke ? { goto: stroke.to } : "redo");
  }

  /** Says that a touch of the board was no move. */
  refuse(why: string, at?: [number, number]) {
    this.slip = { at, from: undefined, why, count: (this.slip?.count ?? 0) + 1 };
  }

  #slipped(action?: Action) {
    const touched = typeof action === "object" ? action : undefined;
    const [from, to] = touched && "carry" in touched ? touched.carry : [undefined, undefined];
    const at = touched && "press" in touched ? touched.press : to;
    this.slip = { at, from, why: "", count: (this.slip?.count ?? 0) + 1 };
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
    const before = this.seen;
    const touch = what.actions?.length === 1 ? what.actions[0] : undefined;
    let landed: number | undefined;
    try {
      const from = anew ? {} : { saved: this.seen?.saved };
      const limit = this.nodes === undefined ? {} : { nodes: this.nodes };
      this.#moving = ask<SessionView>({ ...limit, ...from, ...what, ask: "sit", puzzle: this.puzzle }, "play", (event) => {
        if (event.event !== "landed" || landed !== undefined || anew) return;
        landed = performance.now();
        this.#land(event.position);
      });
      const answer = await this.#moving.answer;
      // The player's own move is seen before the reply to it.
      const beat = matchMedia("(prefers-reduced-motion: reduce)").matches ? SHORT_BEAT : BEAT;
      if (landed !== undefined) await rest(Math.max(0, landed + beat - performance.now()));
      const same = !anew && answer.played.length === before?.played.length && answer.link === before.link;
      if (same && touch) this.#slipped(touch);
      const count = before?.played.length ?? 0;
      const played = !anew && !same && (what.actions?.every((action) => typeof action === "object" && !("goto" in action)) ?? false);
      if (played) {
        this.#strokes = this.#strokes.filter(({ to }) => to <= count);
        if ((what.actions?.length ?? 0) > 1) this.#strokes.push({ from: count, to: answer.played.length });
      }
      this.#take(answer, anew, played, before);
      return true;
    } catch (error) {
      if (landed !== undefined) this.seen = before;
      if (touch && typeof touch === "object" && !("play" in touch) && error instanceof Refused && !this.over) this.#slipped(touch);
      else if (!(error instanceof Cancelled)) this.error = (error as Error).message;
      return false;
    } finally {
      this.busy = this.awaiting = false;
      this.#moving = undefined;
    }
  }

  /** Shows the player's move while the program thinks about its reply. */
  #land({ scene, last }: Landed) {
    const now = this.seen;
    if (!now) return;
    this.before = now;
    this.seen = { ...now, scene, last, moves: [], steps: [], played: [...now.played, "…"], turn: now.turn === "first" ? "second" : "first" };
    this.awaiting = true;
    this.forget();
    this.running ??= Date.now();
  }

  #take(seen: SessionView, anew: boolean, played: boolean, earlier: SessionView | undefined) {
    const same = !anew && earlier?.link === seen.link && earlier.played.length === seen.played.length;
    this.before = anew ? undefined : this.seen;
    this.seen = seen;
    this.slip = same ? this.slip : undefined;
    if (this.own) keep(key(this.puzzle), seen.saved);
    if (anew) {
      this.#of = identity(seen.saved);
      this.#strokes = [];
      this.running = this.day = undefined;
      this.time = 0;
      this.helped = this.again = this.finished = this.#counted = false;
    } else if (!same) {
      const over = seen.outcome != null;
      if (!over && seen.played.length > 0) this.running ??= Date.now();
      if (over && played) this.#end(seen);
      if (!over) this.finished = false;
      if (over) this.stop();
    }
    this.#remember();
    if (same) return;
    this.forget();
    if (this.live && seen.outcome == null) void this.ask("values");
  }

  /** A game that ended is counted once, whatever is taken back and played again. */
  #end(seen: SessionView) {
    // A game of one click took no time at all, but it took some.
    if (this.running === undefined && this.time === 0) this.time = 1;
    this.stop();
    this.finished = true;
    const { outcome } = seen;
    const { side } = setting.read(seen.setup);
    if (this.#counted || !this.own || side === "both" || outcome == null || outcome === "unfinished") return;
    this.#counted = true;
    const turned = { won: "lost", lost: "won", drawn: "drawn" } as const;
    records.add({
      puzzle: this.puzzle,
      level: setting.levelName(seen),
      outcome: side === "second" ? turned[outcome] : outcome,
      time: this.time,
      moves: seen.played.length,
      score: seen.score,
      helped: this.helped,
      again: this.again,
      day: this.day,
      title: seen.view.picture?.title ?? undefined,
      when: Date.now(),
    });
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
    if (!this.seen || this.over || this.awaiting) return;
    this.asked = how;
    if (how !== "nothing") this.helped = true;
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
    else if (this.hint?.take_back) await this.undo();
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
    this.stop();
  }
}

// What was played in this browser: games, wins, best times, streaks. It stays here; it can be taken along as a file.
import { keep, recalled } from "./store";

/** A game that is over. */
export interface Played {
  puzzle: string;
  /** The setting without the side. */
  level: string;
  outcome: "won" | "lost" | "drawn";
  /** How long it took, in milliseconds. */
  time: number;
  moves: number;
  score: number | null;
  /** Whether hints were asked for or moves taken back. */
  helped: boolean;
  /** Whether the board was known from an earlier try. */
  again: boolean;
  /** The day whose puzzle it was. */
  day?: string;
  /** What was found out at the end: the name of a picture. */
  title?: string;
  /** When it ended: milliseconds since 1970. */
  when: number;
  /** Where a look back told them apart: what choice and what chance did to the chance to win. */
  skill?: number;
  luck?: number;
}

/** What there is to say about all games at one level. */
export interface Tally {
  puzzle: string;
  level: string;
  games: number;
  won: number;
  /** Wins in a row, until now and at most. */
  streak: number;
  longest: number;
  /** The best win without help on a new board. */
  best?: number;
  fewest?: number;
  high?: number;
  skill?: number;
  luck?: number;
}

const NAME = "quandary.records";
/** How many games are kept: the latest ones. */
const MOST = 5000;

class Records {
  games = $state.raw<Played[]>(recalled<Played[]>(NAME) ?? []);

  add(game: Played) {
    this.#set([...this.games, game].slice(-MOST));
  }

  /** Adds what a look back found to the game that ended last. */
  judged(puzzle: string, skill: number, luck: number) {
    const last = this.games.findLastIndex((game) => game.puzzle === puzzle);
    if (last >= 0) this.#set(this.games.map((game, index) => (index === last ? { ...game, skill, luck } : game)));
  }

  /** Takes games from a file; those that are here already are not taken twice. Gives how many were new. */
  take(text: string): number {
    const found = JSON.parse(text) as Played[];
    const proper = (game: Played) => typeof game.puzzle === "string" && typeof game.level === "string" && typeof game.when === "number" && ["won", "lost", "drawn"].includes(game.outcome);
    if (!Array.isArray(found) || !found.every(proper)) throw new Error("This is not a file of records saved on this page.");
    const key = (game: Played) => `${game.puzzle} ${game.when}`;
    const known = new Set(this.games.map(key));
    const fresh = found.filter((game) => !known.has(key(game)));
    this.#set([...this.games, ...fresh].sort((a, b) => a.when - b.when).slice(-MOST));
    return fresh.length;
  }

  clear() {
    this.#set([]);
  }

  #set(games: Played[]) {
    this.games = games;
    keep(NAME, JSON.stringify(games));
  }

  /** Whether a day's puzzle was played, and how it ended. */
  ofDay(puzzle: string, level: string, day: string): Played | undefined {
    return this.games.find((game) => game.puzzle === puzzle && game.level === level && game.day === day);
  }

  tally(puzzle: string, level: string): Tally {
    return tallied(this.games.filter((game) => game.puzzle === puzzle && game.level === level), puzzle, level);
  }

  /** The names of the pictures that were found, in the order in which that was. */
  titles(puzzle: string): string[] {
    return [...new Set(this.games.flatMap((game) => (game.puzzle === puzzle && game.title ? [game.title] : [])))];
  }

  get tallies(): Tally[] {
    const groups = new Map<string, Played[]>();
    for (const game of this.games) {
      const key = `${game.puzzle}\n${game.level}`;
      groups.set(key, [...(groups.get(key) ?? []), game]);
    }
    return [...groups.values()].map((games) => tallied(games, games[0]!.puzzle, games[0]!.level));
  }

  csv(): string {
    const columns = ["puzzle", "level", "outcome", "time", "moves", "score", "helped", "again", "day", "when", "skill", "luck"] as const;
    const field = (value: unknown) => (value == null ? "" : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
    const lines = this.games.map((game) => columns.map((column) => field(column === "when" ? new Date(game.when).toISOString() : game[column])).join(","));
    return [columns.join(","), ...lines].join("\r\n") + "\r\n";
  }
}

function tallied(games: Played[], puzzle: string, level: string): Tally {
  const tally: Tally = { puzzle, level, games: games.length, won: 0, streak: 0, longest: 0 };
  const least = (old: number | undefined, value: number) => (old === undefined ? value : Math.min(old, value));
  for (const game of games) {
    if (game.outcome === "won") {
      tally.won += 1;
      tally.streak += 1;
      tally.longest = Math.max(tally.longest, tally.streak);
      if (!game.helped && !game.again) {
        if (game.time > 0) tally.best = least(tally.best, game.time);
        tally.fewest = least(tally.fewest, game.moves);
      }
    } else if (game.outcome === "lost") tally.streak = 0;
    if (game.score !== null && !game.helped) tally.high = Math.max(tally.high ?? -Infinity, game.score);
    if (game.skill !== undefined) tally.skill = (tally.skill ?? 0) + game.skill;
    if (game.luck !== undefined) tally.luck = (tally.luck ?? 0) + game.luck;
  }
  return tally;
}

export const records = new Records();

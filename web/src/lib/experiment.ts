// Where the study's attempts are kept: the program's database where there is one, otherwise the browser's own storage.
// Levels, judging, tables and CSV are the lab's in both cases.
import { ask, kind } from "./lab.svelte";
import { Refused, accepted } from "./protocol";
import type { Attempt, FinishedAttempt, LevelAnswer, ChangeAnswer, ExportAnswer, AttemptAnswer, AttemptsAnswer, ExperimentTable } from "./types";

const KEY = "quandary.study";

const whose = (player: string | undefined) => (player === undefined ? "" : `?${new URLSearchParams({ player })}`);

async function api(path: string, init?: RequestInit): Promise<Response> {
  let response;
  try {
    response = await fetch(`api/study/${path}`, init);
  } catch {
    throw new Refused("The server does not answer. Is `quandary serve` still running?");
  }
  if (!response.ok) accepted(await response.json());
  return response;
}

const local = (): Attempt[] => JSON.parse(localStorage.getItem(KEY) ?? "[]") as Attempt[];
const same = (a: Attempt, b: Attempt) => a.player === b.player && a.level === b.level && a.position === b.position && a.began === b.began && a.moves.join() === b.moves.join() && a.milliseconds.join() === b.milliseconds.join();

/** Adds attempts that are not there yet; how many were new. */
function add(more: Attempt[]): number {
  const all = local();
  const fresh = more.filter((attempt) => !all.some((known) => same(known, attempt)));
  localStorage.setItem(KEY, JSON.stringify([...all, ...fresh]));
  return fresh.length;
}

/** A board of a level. */
export const level = (number: number, seed: number) => ask<LevelAnswer>({ ask: "study", study: "level", level: number, seed }).answer;

/** Judges an attempt that is over, and keeps it. */
export async function keep(attempted: FinishedAttempt): Promise<Attempt> {
  if ((await kind()) === "serve") {
    const response = await api("attempts", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(attempted) });
    return ((await response.json()) as AttemptAnswer).attempt;
  }
  const { attempt } = await ask<AttemptAnswer>({ ask: "study", study: "judge", ...attempted }).answer;
  add([attempt]);
  return attempt;
}

/** The attempts of one player, or of all. */
export async function attempts(player?: string): Promise<Attempt[]> {
  if ((await kind()) === "serve") return ((await (await api(`attempts${whose(player)}`)).json()) as AttemptsAnswer).attempts;
  return local().filter((attempt) => player === undefined || attempt.player === player);
}

/** Table 3.3 of one player's attempts, or of everybody's. */
export async function table(player?: string): Promise<ExperimentTable> {
  if ((await kind()) === "serve") return (await api(`table${whose(player)}`)).json() as Promise<ExperimentTable>;
  return ask<ExperimentTable>({ ask: "study", study: "table", attempts: await attempts(player) }).answer;
}

export async function exported(player?: string): Promise<string> {
  if ((await kind()) === "serve") return (await api(`export${whose(player)}`)).text();
  return (await ask<ExportAnswer>({ ask: "study", study: "export", attempts: await attempts(player) }).answer).csv;
}

/** Adds attempts from a file that was exported elsewhere; how many were new. */
export async function imported(csv: string): Promise<number> {
  if ((await kind()) === "serve") {
    const response = await api("import", { method: "POST", headers: { "content-type": "text/csv" }, body: csv });
    return ((await response.json()) as ChangeAnswer).attempts;
  }
  return add((await ask<AttemptsAnswer>({ ask: "study", study: "import", csv }, "think").answer).attempts);
}

/** Deletes the attempts of one player, or of all, for good; how many there were. */
export async function remove(player?: string): Promise<number> {
  if ((await kind()) === "serve") return ((await (await api(`attempts${whose(player)}`, { method: "DELETE" })).json()) as ChangeAnswer).attempts;
  const all = local();
  const left = player === undefined ? [] : all.filter((attempt) => attempt.player !== player);
  if (left.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(left));
  return all.length - left.length;
}

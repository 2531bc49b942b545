// What can be sent to somebody: a link that works where they are, and a result as text.
import { lasted, seedOf, written } from "./day";
import type { Game } from "./game.svelte";
import { write } from "./router.svelte";
import { seal } from "./seal";
import { levelOf, read, size } from "./setting";
import type { Skin } from "./skin";
import { keep, recall } from "./store";
import type { Puzzle } from "./types";

const BASE = "quandary.address";
/** Where links lead, if that was set here. */
let chosen = $state(recall(BASE) ?? "");

/** The address of a page that others can reach: what was set here, what the host says, or this page itself. */
export function base(): string {
  const said = document.querySelector<HTMLMetaElement>('meta[name="quandary-address"]')?.content;
  return chosen || said || location.href;
}

export function setBase(address: string) {
  chosen = address.trim();
  keep(BASE, chosen);
}

export const chosenBase = () => chosen;

/** Whether only this machine can open an address. */
export function onlyHere(address: string): boolean {
  try {
    const { hostname, protocol } = new URL(address);
    return protocol === "file:" || hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  } catch {
    return true;
  }
}

/** A link to an address of the page. The token of a server is nobody else's. */
export function linked(path: string[], query: Record<string, string>): string {
  try {
    const link = new URL(write(path, query), base());
    link.search = "";
    return link.href;
  } catch {
    return write(path, query);
  }
}

/** A link to the position on the board. */
export function linkTo(game: Game, skin: Skin): string {
  const seen = game.seen;
  if (!seen) return "";
  // What is hidden on the board is not to be read in its address.
  const position: Record<string, string> = skin.hidden ? { sealed: seal(seen.link) } : { position: seen.link };
  return linked([game.puzzle], { setup: seen.setup, ...position });
}

/** How a game went, to be pasted anywhere. It gives nothing of the board away. */
export function shareable(game: Game, skin: Skin, entry?: Puzzle): string {
  const seen = game.seen;
  if (!seen) return "";
  const values = read(seen.setup);
  const level = (entry && levelOf(entry, seen.setup)?.name) ?? (values.board ? size(values.board) : "");
  const what = [skin.title, level, game.day ? written(game.day) : ""].filter(Boolean).join(", ");
  const won = seen.outcome === (values.side === "second" ? "lost" : "won");
  const how = seen.outcome === "drawn" ? "a draw" : won ? "solved" : skin.sides ? "lost" : seen.score !== null ? `${seen.score.toLocaleString("en")} points` : "not solved";
  const facts = [`${how} in ${lasted(game.time)}`, `${seen.played.length} moves`, game.helped ? "with help" : "without help"];
  const link = game.day ? linked([game.puzzle], { setup: seen.setup, seed: String(seedOf(game.day)), day: game.day }) : "";
  return [`Quandary · ${what}`, facts.join(" · "), link && !onlyHere(link) ? link : ""].filter(Boolean).join("\n");
}

// Whole games to their end, by clicks, by touch and by keyboard alone. The moves are the lab's own hints.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { assert, open } from "./browser.mjs";

const PUZZLES = new URL("../src/puzzles/", import.meta.url);
/** How many moves are played where no small game is named: a game under the usual setting may be long. */
const SOME_MOVES = 10;

/** The games of every puzzle that has a folder: small settings from its `games.json`, so that a game is short and played to
    its end; without that file, the usual setting and some moves. */
export const GAMES = readdirSync(PUZZLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => {
    const file = new URL(`${name}/games.json`, PUZZLES);
    const games = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [{ setup: "", seed: 1, moves: SOME_MOVES }];
    return games.map((game) => ({ puzzle: name, ...game }));
  });
const WAYS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight", U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" };

export const addressOf = (base, { puzzle, setup, seed, position }) =>
  `${base}#/${puzzle}?${new URLSearchParams(position ? { setup, position } : { setup, seed: String(seed) })}`;

export async function begin(page, base, game) {
  await page.goto("about:blank");
  await page.goto(addressOf(base, game));
  await page.locator('[data-testid="board"] [role="grid"]').waitFor();
}

const board = (page) => page.locator('[data-testid="board"]');
export const moves = async (page) => Number(await board(page).getAttribute("data-moves"));
export const outcome = (page) => board(page).getAttribute("data-outcome");

/** Waits until the last move is on the board. */
async function settled(page, before) {
  await page.waitForFunction((before) => {
    const board = document.querySelector('[data-testid="board"]');
    return board && board.dataset.busy === undefined && Number(board.dataset.moves) > before;
  }, before);
}

/** Asks for a hint as a person would; gives the move and where it is on the board. One look at the page. */
async function hinted(page, how) {
  if (how === "keyboard") {
    await page.keyboard.press("h");
    await page.keyboard.press("h");
  } else {
    // A nudge, then the move.
    for (const _ of [1, 2]) await touchAt(page, how, await middle(page, ".tools .main"));
  }
  const found = await page.waitForFunction(() => {
    const move = document.querySelector('[data-testid="hint-move"]');
    if (!move) return undefined;
    const aim = document.querySelector('[data-testid="board"] .sq.aim');
    const from = document.querySelector('[data-testid="board"] .sq.from');
    return {
      from: from?.dataset.at,
      move: move.textContent.trim(),
      aim: aim?.dataset.at,
      arrows: document.querySelector(".pad") !== null,
    };
  });
  return found.jsonValue();
}

/** The middle of an element, brought into sight: on a small screen the hint stands over the lower edge. */
async function middle(page, selector) {
  return page.evaluate((selector) => {
    const element = document.querySelector(selector);
    element.scrollIntoView({ block: "center", inline: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, selector);
}

async function touchAt(page, how, [x, y], button = "left") {
  if (how === "touch") await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y, { button });
}

/** Where the focus is on the board. */
const place = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-at"));

async function toBoard(page) {
  for (let count = 0; count < 60 && (await place(page)) === null; count++) await page.keyboard.press("Tab");
  const reached = await place(page);
  assert(reached !== null, "the board cannot be reached with Tab");
  return reached;
}

async function step(page, how, { move, aim, from, arrows }) {
  const second = /=\.$/.test(move) || /^flag/.test(move);
  const ink = /=([a-z])$/.exec(move)?.[1].charCodeAt(0) - 96;
  if (how === "keyboard") {
    const here = await toBoard(page);
    if (ink) await page.keyboard.press(String(ink));
    if (arrows) return page.keyboard.press(WAYS[move]);
    if (from) {
      await walk(page, here, from);
      await page.keyboard.press("Enter");
    }
    await walk(page, from ?? here, aim ?? here);
    return page.keyboard.press(second ? "x" : "Enter");
  }
  // Each place is looked up when it is needed: bringing one into sight moves the others.
  const tap = async (selector, button) => touchAt(page, how, await middle(page, selector), button);
  const at = (place) => `[data-testid="board"] .sq[data-at="${place}"]`;
  if (ink) await tap(`.brush[data-ink="${ink}"]`);
  if (from) await tap(at(from));
  if (how === "touch") {
    if (arrows && !aim) return swipe(page, move);
    const mode = page.getByRole("button", { name: /mode$/ });
    if (second) await mode.tap();
    await tap(aim ? at(aim) : '[data-testid="board"] .sq');
    if (second) await mode.tap();
    return;
  }
  await tap(aim ? at(aim) : arrows ? ".pad .advised" : '[data-testid="board"] .sq', second ? "right" : "left");
}

/** The arrow keys from one square to another. */
async function walk(page, from, to) {
  // A board that is seen from its other side counts from the other corner.
  const turned = await page.locator('[data-testid="board"] [role="grid"][data-flipped]').count();
  const [[atRow, atColumn], [row, column]] = [from, to].map((place) => place.split(",").map((number) => (turned ? -Number(number) : Number(number))));
  for (let count = Math.abs(row - atRow); count > 0; count--) await page.keyboard.press(row > atRow ? "ArrowDown" : "ArrowUp");
  for (let count = Math.abs(column - atColumn); count > 0; count--) await page.keyboard.press(column > atColumn ? "ArrowRight" : "ArrowLeft");
}

/** A finger drawn over the board. */
async function swipe(page, way) {
  const box = await page.locator("[data-testid='board'] [role='grid']").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const far = { up: [0, -60], down: [0, 60], left: [-60, 0], right: [60, 0] }[way];
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (const share of [0.3, 0.7, 1]) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + share * far[0], y: y + share * far[1] }] });
  // A finger that is lifted in full flight would start a fling, and the next tap would only end that.
  await page.waitForTimeout(150);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** Plays one game to its end, or as many moves as it says. */
export async function play(page, base, game, how) {
  await begin(page, base, game);
  let count = 0;
  while ((await outcome(page)) === null && count < (game.moves ?? Infinity)) {
    const before = await moves(page);
    await step(page, how, await hinted(page, how));
    await settled(page, before);
    assert(++count < 200, `${game.puzzle} by ${how} does not end`);
  }
  if ((await outcome(page)) !== null) await page.locator('[data-testid="ending"]').waitFor();
  return { moves: await moves(page), outcome: await outcome(page) };
}

export async function allGames(browser, base, say) {
  for (const how of ["clicks", "touch", "keyboard"]) {
    const { page, context, wrong } = await open(browser, how === "touch" ? { hasTouch: true, isMobile: true, viewport: { width: 412, height: 860 } } : { viewport: { width: 1280, height: 900 } });
    for (const game of GAMES) {
      const began = Date.now();
      const { moves, outcome } = await play(page, base, game, how);
      assert(wrong.length === 0, `${game.puzzle} by ${how}: ${wrong.join("; ")}`);
      say(`${game.puzzle} by ${how}: ${outcome ?? "open"} after ${moves} moves (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    }
    await context.close();
  }
}

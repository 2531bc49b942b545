// What people come to do, and by how many gestures: a click, a choice from a menu, a file, a key. None takes more than four.
import { readFileSync } from "node:fs";
import { assert, open } from "./browser.mjs";
import { addressOf } from "./play.mjs";

const MOST = 4;
const button = (page, name) => page.getByRole("button", { name, exact: true }).first();
const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const square = (page, at) => page.locator(`[data-testid="board"] .sq[data-at="${at}"]`);
const moved = (page, count) => page.waitForFunction((count) => {
  const board = document.querySelector('[data-testid="board"]');
  return board?.dataset.busy === undefined && Number(board?.dataset.moves) === count;
}, count);
const setup = (page, part) => page.waitForFunction(([part, puzzle]) => JSON.parse(localStorage.getItem(`quandary.game.${puzzle}`) ?? "{}").setup?.includes(part), [part, new URL(page.url()).hash.replace(/^#\//, "").replace(/\?.*/, "")]);
const mines = { puzzle: "minesweeper", setup: "board=9x9/10", seed: 1 };
const four = { puzzle: "connect-four", setup: "opponent=random", seed: 1 };
const small = { puzzle: "nonogram", setup: "board=5x5", seed: 1 };

/** What to do, where it begins, how (each gesture goes through a hand that counts), and how to see that it is done. */
const TASKS = [
  ["play from the front page", "", async (page, hand) => { await hand.click(page.locator(".card", { hasText: "Minesweeper" }).first()); await hand.click(square(page, "4,4")); await moved(page, 1); }],
  ["go to another puzzle", mines, async (page, hand) => { await hand.click(page.getByRole("navigation").getByRole("link", { name: "Othello" })); await page.getByRole("heading", { name: "Othello" }).waitFor(); }],
  ["find expert", mines, async (page, hand) => { await hand.choose(page.getByLabel("level"), "expert"); await square(page, "15,29").waitFor(); }],
  ["a new game", mines, async (page, hand) => { await square(page, "0,0").click(); await moved(page, 1); await hand.click(button(page, "New game")); await moved(page, 0); }],
  ["the same board again", mines, async (page, hand) => { await square(page, "0,0").click(); await moved(page, 1); await hand.click(button(page, "Restart this board")); await moved(page, 0); }],
  ["take a move back", mines, async (page, hand) => { await square(page, "0,0").click(); await moved(page, 1); await hand.click(button(page, "Undo")); await moved(page, 0); }],
  ["a board of one's own size", mines, async (page, hand) => { await hand.choose(page.getByLabel("level"), "…"); await page.locator("#option-board").fill("7x7/5"); await hand.click(button(page, "Start")); await setup(page, "7x7/5"); }],
  ["flags by clicks", mines, async (page, hand) => { await hand.click(button(page, "flag mode")); await hand.click(square(page, "3,3")); await page.locator(".sq.marked").waitFor(); }],
  ["today's puzzle", mines, async (page, hand) => { await hand.click(button(page, "Puzzle of the day")); await page.locator(".says", { hasText: "Puzzle of the day" }).waitFor(); }],
  ["where to look", mines, async (page, hand) => { await square(page, "0,0").click(); await moved(page, 1); await hand.click(page.getByTestId("hint")); await page.locator(".nudge").waitFor(); }],
  ["play the best move", mines, async (page, hand) => { await square(page, "0,0").click(); await moved(page, 1); await hand.click(page.getByTestId("hint")); await hand.click(page.getByTestId("hint")); await hand.click(button(page, "Play it")); await moved(page, 2); }],
  ["why it is best", mines, async (page, hand) => { await square(page, "0,0").click(); await moved(page, 1); for (const _ of "123") await hand.click(page.getByTestId("hint")); await page.getByTestId("hint-reason").waitFor(); }],
  ["the chance on every square", mines, async (page, hand) => { await square(page, "0,0").click(); await moved(page, 1); await hand.click(button(page, "All values")); await page.locator(".sq[data-over]").first().waitFor(); }],
  ["a position on paper, with its chances", mines, async (page, hand) => { await hand.click(tab(page, "Lab")); await hand.click(tab(page, "Edit")); await page.getByRole("button", { name: "Play on from here" }).waitFor(); }],
  ["a stronger opponent", four, async (page, hand) => { await hand.choose(page.getByLabel("opponent"), "expert"); await setup(page, "opponent=expert"); }],
  ["a stronger opponent in the middle of a game", four, async (page, hand) => { await square(page, "0,3").click(); await moved(page, 2); await hand.choose(page.getByLabel("opponent"), "club"); await setup(page, "opponent=club"); await moved(page, 2); }],
  ["let the other side begin", four, async (page, hand) => { await hand.choose(page.getByLabel("your side"), "second"); await moved(page, 1); }],
  ["play with a friend at one table", four, async (page, hand) => { await hand.choose(page.getByLabel("opponent"), "both"); await setup(page, "side=both"); await square(page, "0,3").click(); await moved(page, 1); }],
  ["turn the board round", { puzzle: "checkers", setup: "opponent=random", seed: 1 }, async (page, hand) => { await hand.click(button(page, "Turn the board round")); await page.locator('[data-testid="board"] [role="grid"]:not([data-flipped])').waitFor(); }],
  ["go back two moves in a game", four, async (page, hand) => { await square(page, "0,3").click(); await moved(page, 2); await hand.click(tab(page, "Review")); await hand.click(page.getByRole("button", { name: "to the beginning" })); await moved(page, 0); }],
  ["what every position was worth", four, async (page, hand) => { await square(page, "0,3").click(); await moved(page, 2); await hand.click(tab(page, "Review")); await hand.click(button(page, "Weigh every position")); await page.getByText("The line shows").waitFor(); }],
  ["watch a search", { puzzle: "connect-four", setup: "", position: "44455554221" }, async (page, hand) => { await hand.click(tab(page, "Lab")); await hand.click(tab(page, "Search")); await hand.click(button(page, "Search")); await page.locator("figure svg").first().waitFor(); }],
  ["copy a link", mines, async (page, hand) => { await hand.click(tab(page, "Share")); await hand.click(button(page, "Copy link")); await page.getByText(/copied|does not let/).waitFor(); }],
  ["a drawing of the board", mines, async (page, hand) => { await hand.click(tab(page, "Share")); await saved(page, hand, "Drawing (SVG)", "<svg"); }],
  ["a picture of the board", mines, async (page, hand) => { await hand.click(tab(page, "Share")); await saved(page, hand, "Picture (PNG)", "PNG"); }],
  ["keep the whole game", mines, async (page, hand) => { await hand.click(tab(page, "Share")); await saved(page, hand, "Whole game", "\"minesweeper\""); }],
  ["open a game that was kept", mines, async (page, hand) => {
    const game = await page.evaluate(() => localStorage.getItem("quandary.game.minesweeper"));
    await hand.click(tab(page, "Lab"));
    await hand.click(page.getByText("Open a position"));
    await hand.file(page.locator('.drop input[type="file"]'), { name: "game.quandary.json", mimeType: "application/json", buffer: Buffer.from(game) });
    await moved(page, 0);
  }],
  ["paste a position", { puzzle: "sliding", setup: "board=4x4", seed: 1 }, async (page, hand) => {
    await hand.click(tab(page, "Lab"));
    await hand.click(page.getByText("Open a position"));
    await page.locator(".drop textarea").fill("1 2 3\n4 5 6\n7 0 8");
    await hand.click(button(page, "Open it"));
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="board"] .sq').length === 9);
  }],
  ["a proof", { puzzle: "sliding", setup: "board=3x3", seed: 4 }, async (page, hand) => { await hand.click(tab(page, "Lab")); await hand.click(tab(page, "Prove")); await hand.click(button(page, "Solve and check")); await page.getByTestId("proved").filter({ hasText: "Checked" }).waitFor(); }],
  ["slide one's own picture", { puzzle: "sliding", setup: "board=3x3", seed: 4 }, async (page, hand) => { await hand.click(tab(page, "Lab")); await hand.click(tab(page, "Picture")); await hand.file(page.locator('input[type="file"]'), { name: "dot.png", mimeType: "image/png", buffer: await dot(page) }); await page.locator(".sq canvas").first().waitFor(); }],
  ["push a row at once", { puzzle: "sliding", setup: "board=4x4", position: "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15" }, async (page, hand) => { await hand.click(square(page, "3,3")); await moved(page, 3); }],
  ["a small picture to solve", small, async (page, hand) => { await hand.choose(page.getByLabel("pictures"), "small-pictures"); await setup(page, "picture=small"); }],
  ["a picture in colours", small, async (page, hand) => { await hand.choose(page.getByLabel("pictures"), "colour-pictures"); await page.locator(".brush").first().waitFor(); }],
  ["a random board", small, async (page, hand) => { await hand.choose(page.getByLabel("pictures"), "random"); await setup(page, "board=10x10"); }],
  ["undo a stroke", small, async (page, hand) => {
    const [a, b] = [await square(page, "1,0").boundingBox(), await square(page, "1,4").boundingBox()];
    await page.mouse.move(a.x + 5, a.y + 5);
    await page.mouse.down();
    await page.mouse.move(b.x + 5, b.y + 5, { steps: 8 });
    await page.mouse.up();
    await moved(page, 5);
    await hand.click(button(page, "Undo"));
    await moved(page, 0);
  }],
  ["a puzzle from an image", small, async (page, hand) => { await hand.click(tab(page, "Lab")); await hand.click(tab(page, "Draw")); await hand.file(page.getByTestId("image"), { name: "dot.png", mimeType: "image/png", buffer: await dot(page) }); await hand.click(button(page, "Take this picture")); await page.getByTestId("verdict").waitFor(); }],
  ["2048 on a large board", { puzzle: "2048", setup: "", seed: 1 }, async (page, hand) => { await hand.choose(page.getByLabel("size"), "large"); await square(page, "4,4").waitFor(); }],
  ["watch the program play 2048", { puzzle: "2048", setup: "", seed: 1 }, async (page, hand) => { await hand.click(tab(page, "Lab")); await hand.click(tab(page, "Watch")); await hand.click(button(page, "Let it play")); await page.waitForFunction(() => Number(document.querySelector('[data-testid="board"]').dataset.moves) > 1); await button(page, "Stop").click(); }],
  ["the dark look", mines, async (page, hand) => { await hand.click(page.getByRole("button", { name: /^Switch to the (dark|light) look$/ })); await page.locator("html[data-look]").waitFor({ state: "attached" }); }],
  ["one's own records", mines, async (page, hand) => { await hand.click(page.getByRole("link", { name: "Records" })); await page.getByRole("heading", { name: "Your records" }).waitFor(); }],
  ["how engaging a game is", mines, async (page, hand) => { await hand.click(page.getByRole("link", { name: "Measure" })); await hand.click(page.getByRole("button", { name: /imperfect player of the 8-puzzle/ })); await hand.click(page.getByRole("button", { name: "Run", exact: true })); await page.getByRole("button", { name: "Stop" }).waitFor(); await page.getByRole("button", { name: "Stop" }).click(); }],
];

async function saved(page, hand, name, holds) {
  const [file] = await Promise.all([page.waitForEvent("download"), hand.click(page.getByRole("button", { name, exact: true }))]);
  assert(readFileSync(await file.path()).includes(holds), `${name} is none`);
}

async function dot(page) {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 64);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 64, 64);
    pen.fillStyle = "#000";
    pen.fillRect(8, 8, 40, 40);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

export async function allTasks(browser, base, say) {
  const { page, context, wrong } = await open(browser, { viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  page.setDefaultTimeout(30_000);
  await page.goto(base);
  const counts = [];
  for (const [what, where, run] of TASKS) {
    await page.goto("about:blank");
    await page.goto(where === "" ? base : addressOf(base, where));
    if (where !== "") await page.locator('[data-testid="board"] [role="grid"]').waitFor();
    let count = 0;
    const hand = {
      click: (target) => (count++, target.click()),
      choose: (target, value) => (count++, target.selectOption(value)),
      file: (target, file) => (count++, target.setInputFiles(file)),
    };
    await run(page, hand).catch((error) => { throw new Error(`${what}: ${error.message}`); });
    assert(count <= MOST, `${what} takes ${count} gestures`);
    assert(wrong.length === 0, `${what}: ${wrong.join("; ")}`);
    counts.push(`${what} ${count}`);
  }
  await context.close();
  say(`${TASKS.length} tasks, none with more than ${MOST} gestures: ${counts.join(", ")}`);
}

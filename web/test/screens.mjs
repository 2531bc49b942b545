// Pictures of the page for docs/screens: node test/screens.mjs --site FOLDER --out FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { files, launch, open } from "./browser.mjs";
import { addressOf } from "./play.mjs";

const given = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];
const SIZES = { 360: 780, 1280: 900, 3840: 2160 };
const VIEWS = [
  { name: "front" },
  { name: "minesweeper", puzzle: "minesweeper", setup: "board=16x16/40", seed: 3, moves: 12, ask: "All values" },
  { name: "sliding", puzzle: "sliding", setup: "board=4x4", seed: 3, ask: "The reason" },
  { name: "nonogram", puzzle: "nonogram", setup: "board=10x10", seed: 3, moves: 24, ask: "The reason" },
  { name: "2048", puzzle: "2048", setup: "", seed: 3, moves: 16, ask: "All values" },
  { name: "connect-four", puzzle: "connect-four", setup: "", seed: 3, moves: 6, ask: "The reason" },
  { name: "othello", puzzle: "othello", setup: "board=6x6", seed: 3, moves: 9, ask: "All values" },
  { name: "checkers", puzzle: "checkers", setup: "", seed: 3, moves: 8, ask: "The reason" },
  { name: "gomoku", puzzle: "gomoku", setup: "board=15x15", seed: 3, moves: 4, ask: "The reason" },
  { name: "xiangqi", puzzle: "xiangqi", setup: "", seed: 3, moves: 4, ask: "The reason" },
  { name: "pgame", puzzle: "pgame", setup: "board=3x6", seed: 3, moves: 2, ask: "All values" },
  { name: "measure", path: "measure", prepare: measure },
  { name: "study", path: "study", prepare: study },
];

async function measure(page) {
  await page.getByRole("button", { name: /over the mine count/ }).click();
  await page.locator("#option-games").fill("60");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("Which settings sit in the zone").waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
}

async function study(page) {
  await page.getByTestId("player").fill("me");
  await page.getByRole("button", { name: "I agree, let me play" }).click();
  await page.getByRole("button", { name: "level 12" }).click();
  await page.locator('[data-testid="study-board"] [role="grid"]').waitFor();
}

// Some pages in every size and look; the others once small and once in between, so that the folder stays small.
const wanted = ({ name }, size, look) => ["front", "minesweeper", "study"].includes(name) || (size === "1280" && look === "light") || (size === "360" && look === "dark");

const browser = await launch();
const source = await files(given("site"));
mkdirSync(given("out"), { recursive: true });
for (const [size, height] of Object.entries(SIZES)) {
  for (const look of ["light", "dark"]) {
    const { page, context } = await open(browser, { viewport: { width: Number(size), height }, colorScheme: look });
    const session = await context.newCDPSession(page);
    for (const view of VIEWS) {
      if (!wanted(view, size, look)) continue;
      await page.goto("about:blank");
      await page.goto(view.puzzle ? addressOf(source.address, view) : `${source.address}#/${view.path ?? ""}`);
      if (view.puzzle) {
        await page.locator('[data-testid="board"] [role="grid"]').waitFor();
        for (let count = 0; count < (view.moves ?? 0); count++) {
          if (await page.locator('[data-testid="ending"]').count()) break;
          for (const _ of ["nudge", "move"]) await page.getByTestId("hint").click();
          await page.getByRole("button", { name: "Play it" }).first().click();
          await page.waitForFunction((count) => Number(document.querySelector('[data-testid="board"]').dataset.moves) > count && document.querySelector('[data-testid="board"]').dataset.busy === undefined, count);
        }
        if (!(await page.locator('[data-testid="ending"]').count())) {
          await page.getByRole("button", { name: view.ask }).click();
          await page.locator(".nudge").waitFor();
        }
        await page.evaluate(() => scrollTo(0, 0));
      } else if (view.prepare) {
        await view.prepare(page);
        await page.evaluate(() => scrollTo(0, 0));
      } else {
        // Boards play while they are in sight: a small screen shows one.
        await page.waitForFunction((least) => document.querySelectorAll(".card .grid").length >= least, size === "360" ? 1 : 4);
        await page.waitForTimeout(1500);
      }
      // Smaller than the screen they show: a page of 3840 pixels is kept at half its size.
      const scale = size === "3840" ? 0.5 : 1;
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 70, clip: { x: 0, y: 0, width: Number(size), height, scale } });
      writeFileSync(`${given("out")}/${view.name}-${size}-${look}.webp`, Buffer.from(data, "base64"));
      console.log(`${view.name}-${size}-${look}`);
    }
    await context.close();
  }
}
source.close();
await browser.close();

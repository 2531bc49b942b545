// What makes it feel like a game: one move after the other, tiles that slide, a bar with everything, endings, records.
import { readFileSync } from "node:fs";
import { assert, open } from "./browser.mjs";
import { addressOf, begin, GAMES, moves, outcome } from "./play.mjs";

const square = (page, at) => page.locator(`[data-testid="board"] .sq[data-at="${at}"]`);
const settledAt = (page, count) => page.waitForFunction((count) => {
  const board = document.querySelector('[data-testid="board"]');
  return board && board.dataset.busy === undefined && Number(board.dataset.moves) === count;
}, count);

/** Every state of the discs on the board that was ever drawn, as "yellow-red". */
async function watchDiscs(page) {
  await page.evaluate(() => {
    const board = document.querySelector('[data-testid="board"]');
    const count = (text) => board.querySelectorAll(`.sq[data-text="${text}"]`).length;
    globalThis.states = [];
    new MutationObserver(() => {
      const state = `${count("X")}-${count("O")}`;
      if (globalThis.states.at(-1) !== state) globalThis.states.push(state);
    }).observe(board, { subtree: true, attributes: true, childList: true });
  });
}

export async function allFeel(browser, base, say) {
  const { page, context, wrong } = await open(browser, { viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference", acceptDownloads: true });
  const clean = (what) => assert(wrong.length === 0, `${what}: ${wrong.join("; ")}`);

  // One disc after the other: the player's stands alone before the reply comes.
  await begin(page, base, { puzzle: "connect-four", setup: "opponent=random", seed: 1 });
  await watchDiscs(page);
  const waits = page.locator(".hovering .disc.first");
  await square(page, "2,3").hover();
  await waits.waitFor();
  assert((await page.locator(".says").innerText()).includes("Your turn"), "nobody says whose turn it is");
  await square(page, "2,3").click();
  await settledAt(page, 2);
  const states = (await page.evaluate(() => globalThis.states)).filter((state) => state !== "0-0");
  assert(states.join(" ") === "1-0 1-1", `the discs came as ${states.join(" ")}`);
  assert((await page.locator(".players .number").allInnerTexts()).join() === "1,1", "the discs are not counted");
  assert((await page.locator(".sq.changed").count()) === 1, "the last move is not marked");
  clean("connect four");
  say(`a reply comes after the move: ${states.join(", then ")}`);

  // The four that win keep their colour.
  await begin(page, base, { puzzle: "connect-four", setup: "side=both", position: "112233" });
  await square(page, "5,3").click();
  await page.getByTestId("ending").waitFor();
  assert((await page.locator(".sq.good .disc.first").count()) === 4, "the winning four are not four of the winner's colour");
  say("the winning four keep their colour");

  // Legal squares, a shake with a word, and a forced capture.
  await begin(page, base, { puzzle: "checkers", setup: "opponent=random", seed: 3 });
  const from = await page.evaluate(() => [...document.querySelectorAll(".sq.first")].find((sq) => sq.dataset.text === "●").dataset.at);
  await square(page, from).click();
  const targets = await page.locator(".sq.target").count();
  assert(targets >= 1 && targets <= 2, `${targets} squares for a man that can move`);
  await square(page, "4,1").click();
  await page.locator(".says", { hasText: "It cannot go there" }).waitFor();
  assert((await moves(page)) === 0, "an illegal move was played");
  const [low, high] = await Promise.all([square(page, "0,1").boundingBox(), square(page, "7,0").boundingBox()]);
  assert(low.y > high.y, "the player's own side is not the lower one");
  await page.getByRole("button", { name: "Turn the board round" }).click();
  assert((await square(page, "0,1").boundingBox()).y < (await square(page, "7,0").boundingBox()).y, "the board was not turned round");
  await begin(page, base, { puzzle: "checkers", setup: "opponent=random", position: "B:W18,26:B15,1" });
  await page.locator(".says", { hasText: "You must take" }).waitFor();
  assert((await page.locator(".sq.must").count()) === 1, "the piece that must take is not marked");
  await square(page, "0,1").click();
  await page.locator(".says", { hasText: "the marked pieces can" }).waitFor();
  clean("checkers");
  say(`legal squares (${targets}), a word for an illegal one, the board turned round, a forced capture`);

  // Tiles slide from where they were to where they are: what each is animated from and to.
  await begin(page, base, { puzzle: "2048", setup: "board=4x4", position: "2 . . 2 . . . . . . . . . . . ." });
  await page.evaluate(() => {
    globalThis.ghosts = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!node.classList?.contains("ghost")) continue;
        const frames = node.getAnimations()[0].effect.getKeyframes();
        globalThis.ghosts.push({ text: node.textContent, left: node.offsetLeft, by: frames.at(-1).translate });
      }
    }).observe(document.querySelector('[data-testid="board"] [role="grid"]'), { childList: true });
  });
  await page.keyboard.press("ArrowLeft");
  await settledAt(page, 1);
  const ghosts = await page.evaluate(() => globalThis.ghosts);
  assert(ghosts.length === 2 && ghosts.every(({ text }) => text === "2"), `what slid: ${JSON.stringify(ghosts)}`);
  const lands = ghosts.map(({ left, by }) => left + Number.parseFloat(by));
  assert(Math.abs(lands[0] - lands[1]) < 1 && ghosts[0].left !== ghosts[1].left, `they do not meet: ${JSON.stringify(ghosts)}`);
  assert((await square(page, "0,0").innerText()) === "4", "they did not merge");
  await page.locator(".ghost").first().waitFor({ state: "detached" });
  clean("2048");
  say("2048: two tiles slide to one place and merge");
  // A key that moves nothing asks nobody: no refusal in the console.
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await begin(page, base, { puzzle: "2048", setup: "board=2x2", position: "2 . . ." });
  asked.length = 0;
  await page.keyboard.press("ArrowUp");
  await page.waitForTimeout(100);
  assert(!asked.some((url) => url.includes("api/ask")) && (await moves(page)) === 0, "a key that moves nothing was sent");

  // The bar: a level, the same board again, the puzzle of the day.
  await page.goto(`${base}#/minesweeper`);
  await page.getByLabel("level").selectOption("expert");
  await page.locator('.sq[data-at="15,29"]').waitFor();
  await square(page, "8,15").click();
  await settledAt(page, 1);
  const opened = async () => (await page.locator(".sq").evaluateAll((all) => all.map((sq) => sq.dataset.text).join(",")));
  const first = await opened();
  await page.getByRole("button", { name: "Restart this board" }).click();
  await settledAt(page, 0);
  await square(page, "8,15").click();
  await settledAt(page, 1);
  assert((await opened()) === first, "the same board is another one");
  await page.getByRole("button", { name: "Puzzle of the day" }).click();
  await settledAt(page, 0);
  await square(page, "0,0").click();
  await settledAt(page, 1);
  const today = await opened();
  const other = await open(browser, { viewport: { width: 1280, height: 800 } });
  await other.page.goto(base);
  await other.page.goto(`${base}#/minesweeper`);
  await other.page.getByLabel("level").selectOption("expert");
  await other.page.locator('.sq[data-at="15,29"]').waitFor();
  await other.page.getByRole("button", { name: "Puzzle of the day" }).click();
  await other.page.locator(".says", { hasText: "Puzzle of the day" }).waitFor();
  await other.page.locator('.sq[data-at="0,0"]').click();
  await settledAt(other.page, 1);
  assert((await other.page.locator(".sq").evaluateAll((all) => all.map((sq) => sq.dataset.text).join(","))) === today, "two people have two puzzles of the day");
  await other.context.close();
  clean("bar");
  say("expert, the same board again, and everybody's puzzle of the day");

  // A push of several tiles, and a stroke, are taken back by one press.
  await begin(page, base, { puzzle: "sliding", setup: "board=4x4", position: "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15" });
  await square(page, "3,2").click();
  await settledAt(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await settledAt(page, 0);
  await begin(page, base, { puzzle: "nonogram", setup: "board=10x10", seed: 1 });
  const [a, b] = [await square(page, "2,1").boundingBox(), await square(page, "2,6").boundingBox()];
  await page.mouse.move(a.x + 5, a.y + 5);
  await page.mouse.down();
  await page.mouse.move(b.x + 5, b.y + 5, { steps: 12 });
  await page.mouse.up();
  await settledAt(page, 6);
  await page.getByRole("button", { name: "Undo" }).click();
  await settledAt(page, 0);
  await page.getByRole("button", { name: "Redo" }).click();
  await settledAt(page, 6);
  clean("strokes");
  say("a push of two tiles and a stroke of six squares: one undo each");

  // An end in sight, and what is kept of it.
  await begin(page, base, { puzzle: "sliding", setup: "board=2x3", seed: 2 });
  let count = 0;
  while ((await outcome(page)) === null && count++ < 40) {
    const before = await moves(page);
    await page.getByRole("button", { name: "The move" }).first().click();
    await page.getByRole("button", { name: "Play it" }).first().click();
    await settledAt(page, before + 1);
  }
  const end = await page.getByTestId("ending").boundingBox();
  assert(end.y >= 0 && end.y + end.height <= 800, `the end is out of sight: ${JSON.stringify(end)}`);
  assert(/In order after \d+ slides/.test(await page.getByTestId("ending").innerText()), "the end is not told");
  await page.goto(`${base}#/records`);
  await page.getByTestId("records").waitFor();
  const rows = await page.getByTestId("records").locator("tbody tr").allInnerTexts();
  const row = rows.find((row) => row.startsWith("Sliding puzzle"));
  assert(row && /5-puzzle/.test(row) && /\b1 \(?/.test(row), `the records: ${rows.join(" | ")}`);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  const saved = readFileSync(await file.path(), "utf8");
  const kept = JSON.parse(saved).find(({ puzzle }) => puzzle === "sliding");
  assert(kept.outcome === "won" && kept.helped === true && kept.moves === count, `kept: ${saved}`);
  await page.getByRole("button", { name: "Delete all" }).click();
  await page.getByRole("button", { name: "Yes, delete all" }).click();
  await page.getByText("Nothing yet").waitFor();
  await page.getByTestId("records-file").setInputFiles({ name: "records.json", mimeType: "application/json", buffer: Buffer.from(saved) });
  await page.getByTestId("records").waitFor();
  clean("records");
  say("the end in sight; records kept, saved, deleted, taken back");
  await context.close();

  await onPhone(browser, base, say);
  await inSight(browser, base, say);
}

/** What is needed is in sight on a phone, nothing is wider than it, and fingers find what they press. */
export async function onPhone(browser, base, say) {
  const { page, context, wrong } = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const names = [...new Set(GAMES.map(({ puzzle }) => puzzle))];
  await page.goto(base);
  for (const puzzle of names) {
    await page.goto("about:blank");
    await page.goto(addressOf(base, { puzzle, setup: "", seed: 1 }));
    await page.locator('[data-testid="board"] [role="grid"]').waitFor();
    const fits = async (when) => {
      // What is too wide makes the phone show everything smaller.
      const wide = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth));
      assert(wide <= 390, `${puzzle} is ${wide} px wide on a phone of 390, ${when}`);
    };
    await fits("at first");
    const small = await page.evaluate(() => [...document.querySelectorAll(".bar button, .bar select, [role=tab], .menu, .look")].filter((element) => element.getBoundingClientRect().height < 39.5 || element.getBoundingClientRect().width < 39.5).map((element) => element.getAttribute("aria-label") ?? element.innerText));
    assert(small.length === 0, `${puzzle}: too small for fingers: ${small.join(", ")}`);
    await page.getByTestId("hint").tap();
    const sheet = page.getByTestId("hint-sheet");
    await sheet.locator(".words").waitFor();
    await fits("with a hint");
    const [said, board] = [await sheet.boundingBox(), await page.locator('[data-testid="board"] [role="grid"]').boundingBox()];
    assert(said.y >= 0 && said.y + said.height <= 844, `${puzzle}: what the hint says is out of sight`);
    assert(board.y >= 0 && board.y < said.y, `${puzzle}: the board is out of sight while the hint speaks`);
    await sheet.getByRole("button", { name: "Close" }).tap();
  }
  await page.locator(".menu").tap();
  const links = await page.locator("nav.opened a").all();
  assert(links.length >= names.length, `${links.length} pages in the menu`);
  for (const link of links) {
    const box = await link.boundingBox();
    assert(box.y + box.height <= 844 && box.height >= 39.5, `${await link.innerText()} is out of sight in the menu`);
  }
  assert(wrong.length === 0, wrong.join("; "));
  await context.close();
  say(`phone: ${names.length} puzzles fit, the hint stands with the board, ${links.length} pages in the menu`);
}

/** Every puzzle on the first screen of the front page, and in the line above every page. */
export async function inSight(browser, base, say) {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const { page, context } = await open(browser, { viewport: { width, height } });
    await page.goto(base);
    await page.locator(".puzzles .card").first().waitFor();
    const cards = await page.locator(".puzzles .card h3").evaluateAll((all) => all.map((title) => [title.innerText, title.getBoundingClientRect().bottom]));
    const below = cards.filter(([, bottom]) => bottom > height);
    assert(cards.length >= 11 && below.length === 0, `${width}: below the first screen: ${below.join("; ")}`);
    if (width === 1280) {
      const hidden = await page.locator("nav a").evaluateAll((all) => all.filter((link) => link.getBoundingClientRect().right > innerWidth || link.getBoundingClientRect().width === 0).map((link) => link.innerText));
      assert(hidden.length === 0, `not in sight above the page: ${hidden.join(", ")}`);
    }
    await context.close();
  }
  say("front page: every puzzle on the first screen, at 1280 and on a phone");
}

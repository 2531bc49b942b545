// The rooms: asking, going back, sharing, proving, drawing, the autopsy, and ending a search.
import { readFileSync } from "node:fs";
import { assert, open } from "./browser.mjs";
import { begin, moves, outcome } from "./play.mjs";

/** Shows a tab, or a room behind "Lab". */
const BESIDE = ["Help", "Review", "Share", "Lab"];
export async function tab(page, name) {
  if (!BESIDE.includes(name)) await page.getByRole("tab", { name: "Lab", exact: true }).click();
  await page.getByRole("tab", { name, exact: true }).click();
}

export async function allRooms(browser, base, say) {
  const { page, context, wrong } = await open(browser, { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  const clean = (what) => assert(wrong.length === 0, `${what}: ${wrong.join("; ")}`);

  // A nudge gives nothing away; each button says more.
  await begin(page, base, { puzzle: "minesweeper", setup: "board=9x9/10", seed: 1 });
  await page.locator('.sq[data-at="0,0"]').click();
  await page.waitForFunction(() => document.querySelector('[data-testid="board"]').dataset.moves === "1");
  await page.getByRole("button", { name: "A nudge" }).click();
  await page.locator(".nudge").waitFor();
  assert((await page.locator('[data-testid="hint-move"]').count()) === 0, "a nudge tells the move");
  await page.getByRole("button", { name: "The reason" }).click();
  const reason = await page.locator('[data-testid="hint-reason"]').innerText();
  assert(reason.length > 20, `no reason: ${reason}`);
  await page.getByRole("button", { name: "All values" }).click();
  const weighed = await page.locator('.sq[data-over]').count();
  assert(weighed > 10, `${weighed} squares have a probability`);
  assert((await page.locator('.sq[data-over="safe"]').count()) > 0, "no certain square is marked");
  clean("ask");
  say(`ask: nudge, move, reason, ${weighed} probabilities`);

  // Back and on again, and the same position through a link.
  await page.locator(".sq.aim").click();
  await page.waitForFunction(() => document.querySelector('[data-testid="board"]').dataset.moves === "2");
  const drawn = () => page.locator('[data-testid="board"] [role="grid"]').evaluate((grid) => [...grid.querySelectorAll(".sq")].map((sq) => `${sq.className}${sq.textContent}`).join("|").replaceAll(/ (aim|changed|svelte-\w+)/g, ""));
  const after = await drawn();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector('[data-testid="board"]').dataset.moves === "1");
  assert((await drawn()) !== after, "undo changes nothing");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForFunction(() => document.querySelector('[data-testid="board"]').dataset.moves === "2");
  assert((await drawn()) === after, "redo does not lead back");
  await tab(page, "Share");
  const link = await page.locator("#share-link").inputValue();
  await page.waitForFunction(() => document.querySelector('[data-testid="share-text"]')?.innerText);
  const text = await page.locator('[data-testid="share-text"]').innerText();
  // What the board hides is not to be read in its address, and an address that is nobody else's says so.
  assert(!new URL(link).hash.includes("position="), `the mines stand in the link: ${link}`);
  await page.locator('[data-testid="only-here"]').waitFor();
  await page.getByText("Where links lead").click();
  await page.getByTestId("share-base").fill("https://example.org/puzzles/");
  await page.waitForFunction(() => document.querySelector("#share-link").value.startsWith("https://example.org/puzzles/#/minesweeper?"));
  assert((await page.locator('[data-testid="only-here"]').count()) === 0, "an address for everybody is called this machine's");
  await page.getByTestId("share-base").fill("");
  const other = await open(browser, { viewport: { width: 1280, height: 900 } });
  // Another browser needs the token first: a link does not hold it.
  await other.page.goto(base);
  await other.page.goto(link);
  await other.page.locator('[data-testid="board"] [role="grid"]').waitFor();
  await other.page.getByRole("tab", { name: "Share" }).click();
  await other.page.waitForFunction((text) => document.querySelector('[data-testid="share-text"]')?.innerText === text, text);
  await other.context.close();
  for (const [name, ending] of [["Drawing (SVG)", "svg"], ["Picture (PNG)", "png"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    const bytes = readFileSync(await file.path());
    assert(bytes.length > 500 && file.suggestedFilename().endsWith(ending), `${name}: ${bytes.length} bytes`);
    assert(ending === "png" ? bytes.subarray(1, 4).toString() === "PNG" : bytes.toString().startsWith("<svg"), `${name} is none`);
  }
  clean("share");
  say("undo, redo, link round trip, SVG, PNG");

  // A reload loses neither the game nor its time.
  await page.waitForFunction(() => /^[1-9]/.test(document.querySelector('[data-testid="clock"]').innerText.replace(/^\D+/, "")));
  await page.goto("about:blank");
  await page.goto(`${base}#/minesweeper`);
  await page.waitForFunction(() => document.querySelector('[data-testid="board"]')?.dataset.moves === "2");
  await page.waitForFunction(() => /^[1-9]/.test(document.querySelector('[data-testid="clock"]').innerText.replace(/^\D+/, "")));

  // A game that is lost on purpose, and what the autopsy says of it.
  await begin(page, base, { puzzle: "minesweeper", setup: "board=6x6/8", seed: 5 });
  for (let count = 0; (await outcome(page)) === null && count < 40; count++) {
    const before = await moves(page);
    await tab(page, "Help");
    await page.getByRole("button", { name: "All values" }).click();
    await page.locator(".sq[data-over]").first().waitFor();
    const worst = await page.evaluate(() => {
      const squares = [...document.querySelectorAll(".sq.closed[data-over]")];
      const heat = (sq) => (sq.dataset.over === "bad" ? 1 : sq.dataset.over === "safe" ? 0 : Number(sq.style.getPropertyValue("--heat")));
      return squares.sort((a, b) => heat(b) - heat(a))[0]?.dataset.at;
    });
    await page.locator(`.sq[data-at="${worst}"]`).click();
    await page.waitForFunction((before) => Number(document.querySelector('[data-testid="board"]').dataset.moves) > before, before);
  }
  assert((await outcome(page)) === "lost", "the game was not lost");
  const again = page.getByRole("button", { name: "Replay from the worst decision" });
  await again.waitFor({ timeout: 60_000 });
  const total = await moves(page);
  await again.click();
  await page.waitForFunction((total) => Number(document.querySelector('[data-testid="board"]').dataset.moves) < total, total);
  assert((await outcome(page)) === null, "the game is still over");
  clean("autopsy");
  say("autopsy: the mistake is named and can be replayed");

  // The solver's answer, checked.
  await begin(page, base, { puzzle: "sliding", setup: "board=3x3", seed: 4 });
  await tab(page, "Prove");
  await page.getByRole("button", { name: "Solve and check" }).click();
  await page.locator('[data-testid="proved"]').filter({ hasText: "Checked" }).waitFor();
  clean("prove");
  say("prove: solved and checked");

  // The maker's path: an image, unique, a sheet to print.
  await begin(page, base, { puzzle: "nonogram", setup: "board=5x5", seed: 1 });
  await tab(page, "Draw");
  await page.locator('[data-testid="image"]').setInputFiles({ name: "ring.png", mimeType: "image/png", buffer: await ring(page) });
  await page.locator('input[type="range"]').first().fill("12");
  await page.getByRole("button", { name: "Take this picture" }).click();
  await page.locator('[data-testid="verdict"]').waitFor();
  if ((await page.locator('[data-testid="verdict"]').innerText()).includes("More than one")) {
    await page.getByRole("button", { name: "Make it unique" }).click();
    await page.locator('[data-testid="verdict"]').filter({ hasText: "One solution" }).waitFor();
  }
  const [sheet] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Puzzle (SVG)" }).click()]);
  assert(readFileSync(await sheet.path()).toString().includes("<svg"), "the sheet is no drawing");
  clean("draw");
  say("draw: image, one solution, SVG");

  // A search that takes long is ended, and the page plays on.
  await begin(page, base, { puzzle: "sliding", setup: "board=5x5", seed: 7 });
  await tab(page, "Prove");
  await page.getByRole("button", { name: "Solve and check" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  const before = await moves(page);
  await page.locator(".pad button:enabled").first().click();
  await page.locator(".pad button:enabled").nth(3).click();
  await page.waitForFunction((before) => Number(document.querySelector('[data-testid="board"]').dataset.moves) > before, before);
  clean("cancel");
  say("a long search is stopped and the game goes on");

  // What an expert's first hint takes, and how often the page was held up.
  await begin(page, base, { puzzle: "minesweeper", setup: "board=16x30/99", seed: 2 });
  await page.locator('.sq[data-at="7,14"]').click();
  await page.waitForFunction(() => document.querySelector('[data-testid="board"]').dataset.moves === "1");
  await tab(page, "Help");
  const took = await page.evaluate(async () => {
    // What the page did to begin is not what the search does to it.
    Object.assign(globalThis.quandaryLongTasks, { count: 0, longest: 0 });
    const began = performance.now();
    for (const _ of ["nudge", "move"]) document.querySelector('[data-testid="hint"]').click();
    while (!document.querySelector('[data-testid="hint-move"]')) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  });
  const tasks = await page.evaluate(() => globalThis.quandaryLongTasks);
  say(`expert hint in ${took.toFixed(0)} ms; long tasks meanwhile: ${tasks.count}, the longest ${tasks.longest.toFixed(0)} ms`);
  clean("expert");
  await context.close();
}

/** An image made here: a black ring with a dot. */
async function ring(page) {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(96, 96);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 96, 96);
    pen.fillStyle = "#000";
    pen.beginPath();
    pen.arc(48, 48, 44, 0, 7);
    pen.arc(48, 48, 26, 7, 0, true);
    pen.fill("evenodd");
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

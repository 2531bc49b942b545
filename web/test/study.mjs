// The human study: consent, three levels, the table they make, and everything still there after the program was killed.
import { readFileSync } from "node:fs";
import { assert, open } from "./browser.mjs";

const WAYS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
const GOAL = "1 2 3 4 5 6 7 8 0";

/** A shortest solution as the squares to press, one after the other. */
function solution(board) {
  let wave = [{ board, presses: [] }];
  const seen = new Set([board]);
  while (wave.length) {
    const next = [];
    for (const { board, presses } of wave) {
      if (board === GOAL) return presses;
      const cells = board.split(" ");
      const empty = cells.indexOf("0");
      for (const [down, right] of Object.values(WAYS)) {
        const [row, column] = [Math.floor(empty / 3) + down, (empty % 3) + right];
        if (row < 0 || row > 2 || column < 0 || column > 2) continue;
        const moved = [...cells];
        [moved[empty], moved[row * 3 + column]] = [moved[row * 3 + column], "0"];
        const key = moved.join(" ");
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ board: key, presses: [...presses, `${row},${column}`] });
      }
    }
    wave = next;
  }
  throw new Error(`${board} has no solution`);
}

const shown = (page) => page.locator('[data-testid="study-board"] .sq').evaluateAll((squares) => squares.map((square) => square.textContent.trim() || "0").join(" "));

async function level(page, number, how) {
  await page.getByRole("button", { name: new RegExp(`^level ${number}(,|$)`) }).click();
  await page.getByRole("heading", { name: `Level ${number}` }).waitFor();
  await page.locator('[data-testid="study-board"][data-moves="0"]').waitFor();
  if (how === "give up") {
    await page.getByRole("button", { name: "Give up and keep the attempt" }).click();
  } else {
    let done = 0;
    for (const at of solution(await shown(page))) {
      await page.locator(`[data-testid="study-board"] .sq[data-at="${at}"]`).click();
      done += 1;
      await page.locator(`[data-testid="study-board"][data-moves="${done}"]`).waitFor();
    }
    assert(done === number, `level ${number} was solved in ${done} moves`);
  }
  await page.locator('[data-testid="attempt"]').waitFor();
}

const rowOf = async (page, number) => (await page.locator(`[data-testid="table33"] tr[data-level="${number}"] td`).nth(1).innerText()).trim();

/** Consents, plays three levels, and looks at the table. `again`, where there is one, kills the program and starts it anew. */
export async function allStudy(browser, base, say, again) {
  const { page, context, wrong } = await open(browser, { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  const clean = (what) => assert(wrong.length === 0, `${what}: ${wrong.join("; ")}`);
  await page.goto("about:blank");
  await page.goto(`${base}#/study`);
  await page.getByText("What is recorded, and where").waitFor();
  assert((await page.getByRole("button", { name: /level/i }).count()) === 0, "levels before consent");
  await page.getByTestId("player").fill("me");
  await page.getByRole("button", { name: "I agree, let me play" }).click();
  await level(page, 1, "solve");
  await level(page, 4, "solve");
  await level(page, 12, "give up");
  await page.waitForFunction(() => document.querySelector('[data-testid="table33"] tr[data-level="12"] td:nth-child(2)')?.textContent.trim() === "0 / 1");
  assert((await rowOf(page, 1)) === "1 / 1" && (await rowOf(page, 4)) === "1 / 1", "the table does not count what was solved");
  clean("study");

  // The file of all attempts, everything deleted, and the file taken in again.
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export mine (CSV)" }).click()]);
  const csv = readFileSync(await file.path(), "utf8");
  assert(csv.trim().split("\n").length === 4 && csv.includes("me,12,"), `the file has not three attempts:\n${csv}`);
  await page.getByRole("button", { name: "Delete my data" }).click();
  await page.getByTestId("said").filter({ hasText: "3 attempts are deleted" }).waitFor();
  await page.getByTestId("import").setInputFiles({ name: "class.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByTestId("said").filter({ hasText: "3 new attempts" }).waitFor();
  await page.getByTestId("import").setInputFiles({ name: "forged.csv", mimeType: "text/csv", buffer: Buffer.from(csv.replace(",false,false", ",true,true")) });
  await page.locator(".error").filter({ hasText: "it does not say what its moves show" }).waitFor();
  clean("import and export");

  if (again) base = await again();
  await page.goto("about:blank");
  await page.goto(`${base}#/study`);
  if (again) {
    // Another port is another origin, which remembers no name.
    await page.getByTestId("player").fill("me");
    await page.getByRole("button", { name: "I agree, let me play" }).click();
  }
  await page.waitForFunction(() => document.querySelector('[data-testid="table33"] tr[data-level="12"] td:nth-child(2)')?.textContent.trim() === "0 / 1");
  assert((await rowOf(page, 1)) === "1 / 1" && (await rowOf(page, 4)) === "1 / 1", "attempts were lost");
  clean("after a new start");
  say(`study: consent, three levels, table 3.3, export, delete, import, a forged file refused; all there after ${again ? "kill -9" : "a reload"}`);
  await context.close();
  return base;
}

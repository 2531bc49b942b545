// Measuring: a curve over a setting with its zone, rows and figure as files, a study that is stopped, and the reproduction.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { assert, open } from "./browser.mjs";

export async function allMeasure(browser, base, say, program) {
  const { page, context, wrong } = await open(browser, { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  const clean = (what) => assert(wrong.length === 0, `${what}: ${wrong.join("; ")}`);
  await page.goto("about:blank");
  await page.goto(`${base}#/measure`);
  await page.getByRole("button", { name: /over the mine count/ }).click();
  await page.locator("#option-board").fill("8x8/{4..16..6}");
  await page.locator("#option-games").fill("40");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("Which settings sit in the zone").waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  const points = await page.locator("figure svg[role=img] circle").count();
  assert(points === 6, `${points} points of three mine counts and two strategies`);
  await page.getByTestId("sweep-measure").selectOption("GR3");
  const [numbers] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Measures (CSV)" }).click()]);
  const lines = readFileSync(await numbers.path(), "utf8").trim().split("\r\n");
  assert(lines[0] === "board,strategy,measure,of,value,low,high" && lines.length > 60, `measures: ${lines.length} lines, ${lines[0]}`);
  const [drawing] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as SVG" }).click()]);
  assert(readFileSync(await drawing.path(), "utf8").includes("<svg"), "the figure is no drawing");
  clean("a curve");

  // Games as rows, from a study of one setting.
  await page.getByRole("button", { name: /imperfect player of the 8-puzzle/ }).click();
  await page.locator("#option-skill").fill("0.8");
  await page.locator("#option-games").fill("50");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const [rows] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /Rows of all games \(CSV, 50\)/ }).click()]);
  assert(readFileSync(await rows.path(), "utf8").trim().split("\r\n").length === 51, "not a row for each game");
  clean("rows");

  // One that would take long shows how far it is, and ends when it is told to.
  await page.getByRole("button", { name: /over the mine count/ }).click();
  await page.locator("#option-board").fill("16x30/99");
  await page.locator("#option-strategy").fill("best");
  await page.locator("#option-games").fill("1000000");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector('[data-testid="progress"]')?.getAttribute("value") ?? document.querySelector('[data-testid="progress"]')?.value) > 0);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByTestId("stopped").waitFor();
  clean("stop");
  say("measure: a curve over the mine count with its zone, CSV and SVG; rows; progress and cancel");

  if (program) {
    const report = execFileSync(program, ["reproduce", "thesis.T3.2", "--json", "--quiet", "--no-cache"]);
    await page.goto(`${base}#/reproduction`);
    await page.getByTestId("report").setInputFiles({ name: "reproduction.json", mimeType: "application/json", buffer: report });
    await page.getByRole("button", { name: /^formula-slip/ }).click();
    await page.locator("button.cell").first().click();
    await page.getByTestId("story").filter({ hasText: "formula-slip" }).waitFor();
    assert(page.url().includes("verdict=formula-slip"), "the choice is not in the address");
    clean("reproduction");
    say("reproduction: opened, chosen by verdict, a cell with its note and command");
  }
  await context.close();
}

// The reproduction as one file, with cells of words and cells of numbers: every entry is opened, and nothing is complained about.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assert, open } from "./browser.mjs";

/** Quick entries: words, numbers, both in one table, and facts that have parts. */
const ENTRIES = ["thesis.T2.1", "thesis.T3.2", "thesis.T4.2", "thesis.eq4.2", "access.T7", "nono.METHODS"];

/** Runs the entries and reads their report. */
export async function allReport(browser, say, program) {
  const folder = mkdtempSync(join(tmpdir(), "quandary-report-"));
  const json = execFileSync(program, ["reproduce", ...ENTRIES, "--scale", "2", "--json", "--quiet", "--no-cache", "--report", folder]);
  const cells = JSON.parse(json).entries.flatMap((entry) => entry.cells);
  for (const kind of ["string", "number"]) assert(cells.some(({ printed }) => typeof printed === kind), `no cell is a ${kind}`);
  await readReport(browser, join(folder, "browse.html"), JSON.parse(json), say);
}

/** Opens every cell and everything that can be unfolded of a report that holds these entries. */
export async function readReport(browser, file, report, say) {
  const { page, context, wrong } = await open(browser, { viewport: { width: 1280, height: 900 } });
  const clean = (what) => assert(wrong.length === 0, `${what}: ${wrong.join("; ")}`);
  assert(readFileSync(file, "utf8").includes('id="reproduction"'), `${file} holds no reproduction`);
  await page.goto(pathToFileURL(file).href);
  await page.getByRole("heading", { name: "The reproduction", exact: true }).waitFor();
  for (const entry of report.entries) {
    const section = page.locator(`section[aria-labelledby="${entry.id}"]`);
    await section.waitFor();
    const opened = await section.evaluate(async (section) => {
      const stories = [];
      for (const cell of section.querySelectorAll("button.cell")) {
        cell.click();
        await new Promise((resolve) => setTimeout(resolve, 0));
        stories.push(document.querySelector('[data-testid="story"]')?.textContent ?? "");
      }
      for (const folded of section.querySelectorAll("details")) folded.open = true;
      return { stories, text: section.textContent };
    });
    assert(opened.stories.length >= new Set(entry.cells.map(({ row, column }) => `${row}|${column}`)).size, `${entry.id}: ${opened.stories.length} cells`);
    assert(opened.stories.every((story) => story.includes(`quandary reproduce ${entry.id} `)), `${entry.id}: a cell tells no story`);
    for (const { printed } of entry.cells) assert(typeof printed !== "string" || opened.text.includes(printed), `${entry.id}: "${printed}" is not shown`);
    assert(!/\[object|undefined|NaN/.test(opened.text), `${entry.id}: something is shown that is no value`);
    clean(entry.id);
  }
  say(`report: browse.html with ${report.entries.length} entries, every cell opened`);
  await context.close();
}

/** An address that cannot be decoded is still a page. */
export async function oddAddresses(browser, base, say) {
  const { page, context, wrong } = await open(browser);
  for (const hash of ["#/%", "#/%zz/%e0%a4", "#/sliding?position=%", "#%"]) {
    await page.goto("about:blank");
    await page.goto(`${base}${hash}`);
    await page.getByRole("navigation").first().waitFor();
    const text = await page.locator("main").innerText();
    assert(text.trim().length > 0, `${hash} is a blank page`);
    // The lab says that there is no such puzzle, with a status that a browser counts among its errors.
    assert(wrong.length === 0, `${hash}: ${wrong.join("; ")}`);
  }
  say("addresses that cannot be decoded are pages all the same");
  await context.close();
}

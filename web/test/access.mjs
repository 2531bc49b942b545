// axe-core over every page, light and dark: no serious violation.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assert, open } from "./browser.mjs";
import { GAMES, addressOf } from "./play.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The smallest report that has a cell of each colour. */
const REPORT = {
  verb: "reproduce", scale: "usual", seed: 1, cells: { agrees: 1, disagrees: 1, undecided: 1, arithmetic: 1 }, documents: [{ short: "thesis", title: "A thesis" }],
  entries: [{
    id: "thesis.T1", title: "A table", verdict: "disagrees", found: "One of each.", conventions: { interval: "Wilson, 95 %" }, facts: [],
    cells: ["agrees", "disagrees", "undecided", "arithmetic"].map((verdict, index) => ({ row: "1", column: `v${index}`, printed: 0.5, ours: 0.4, low: 0.3, high: 0.45, verdict, reading: null, settled_by: null, note: "none" })),
  }],
};

export async function allAccess(browser, base, say) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await open(browser, { viewport: { width: 1280, height: 900 }, colorScheme });
    let seen = 0;
    const faults = [];
    const check = async (what) => {
      const found = await page.evaluate(async (axe) => {
        if (!globalThis.axe) (0, eval)(axe);
        const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
        return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`).join(" | ")}`);
      }, axe).catch(async () => {
        // The policy forbids eval, as it should: the script goes in by way of the browser's own protocol.
        const session = await page.context().newCDPSession(page);
        await session.send("Runtime.evaluate", { expression: axe });
        const { result } = await session.send("Runtime.evaluate", { awaitPromise: true, returnByValue: true, expression: `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 160) + " " + (any[0] ? any[0].message : "")).join(" | ")))` });
        await session.detach();
        return result.value;
      });
      assert(Array.isArray(found), `axe did not run on ${what}`);
      faults.push(...found.map((fault) => `${what}, ${colorScheme}: ${fault}`));
      seen += 1;
    };
    await page.goto(base);
    await page.locator(".card .grid").first().waitFor();
    await check("the front page");
    await page.goto(`${base}#/records`);
    await page.getByRole("heading", { name: "Your records" }).waitFor();
    await check("the records");
    await page.goto(`${base}#/measure`);
    await page.getByRole("button", { name: /over the mine count/ }).click();
    await page.locator("#option-games").fill("20");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    await page.getByText("Which settings sit in the zone").waitFor();
    await check("measure with a curve");
    await page.goto(`${base}#/study`);
    await page.getByTestId("player").waitFor();
    await check("the study's consent");
    await page.getByTestId("player").fill("me");
    await page.getByRole("button", { name: "I agree, let me play" }).click();
    await page.getByRole("button", { name: /^Begin with level/ }).click();
    await page.locator('[data-testid="study-board"] [role="grid"]').waitFor();
    await page.getByTestId("table33").waitFor();
    await check("the study");
    await page.goto(`${base}#/reproduction`);
    await page.getByTestId("report").setInputFiles({ name: "reproduction.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(REPORT)) });
    await page.locator("button.cell").first().click();
    await page.getByTestId("story").waitFor();
    await check("the reproduction");
    for (const game of GAMES) {
      await page.goto(addressOf(base, game));
      await page.locator('[data-testid="board"] [role="grid"]').waitFor();
      const tabs = (name) => page.getByRole("tablist", { name }).getByRole("tab");
      for (const tab of await tabs("beside the board").all()) {
        await tab.click();
        await check(`${game.puzzle}, ${await tab.innerText()}`);
      }
      for (const tab of await tabs("laboratory").all()) {
        await tab.click();
        await check(`${game.puzzle}, ${await tab.innerText()}`);
      }
      await page.getByRole("tab", { name: "Help", exact: true }).click();
      await page.getByRole("button", { name: "All values" }).click();
      await page.locator(".values").waitFor();
      await check(`${game.puzzle} with its values`);
    }
    assert(faults.length === 0, faults.join("\n"));
    say(`axe: ${seen} views without a serious violation, ${colorScheme}`);
    await context.close();
  }
}

// axe-core over every page, light and dark: no serious violation.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assert, open } from "./browser.mjs";
import { GAMES, addressOf } from "./play.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function allAccess(browser, base, say) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await open(browser, { viewport: { width: 1280, height: 900 }, colorScheme });
    let seen = 0;
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
      assert(found.length === 0, `${what}, ${colorScheme}: ${found.join("\n")}`);
      seen += 1;
    };
    await page.goto(base);
    await page.locator(".card .grid").first().waitFor();
    await check("the front page");
    for (const game of GAMES) {
      await page.goto(addressOf(base, game));
      await page.locator('[data-testid="board"] [role="grid"]').waitFor();
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        await check(`${game.puzzle}, ${await tab.innerText()}`);
      }
      await page.getByRole("tab", { name: "Ask", exact: true }).click();
      await page.getByRole("button", { name: "All values" }).click();
      await page.locator(".values").waitFor();
      await check(`${game.puzzle} with its values`);
    }
    say(`axe: ${seen} views without a serious violation, ${colorScheme}`);
    await context.close();
  }
}

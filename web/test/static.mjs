// What only the static site promises: small enough to load, and all of it there without a network after the first visit.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { assert, open } from "./browser.mjs";
import { begin } from "./play.mjs";

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));

/** As hosts send it: brotli at the level that is quick enough for them, or gzip. */
export function sizes(folder, say) {
  const all = files(folder).map((file) => ({ file, bytes: readFileSync(file) }));
  const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
  const total = (list, squeeze) => list.reduce((sum, { bytes }) => sum + squeeze(bytes), 0) / 1000;
  const page = all.filter(({ file }) => !file.includes("/lab/") && !file.endsWith("sw.js"));
  const [small, whole, zipped] = [total(page, brotli), total(all, brotli), total(all, (bytes) => gzipSync(bytes, { level: 6 }).length)];
  say(`first load: ${small.toFixed(0)} kB without the WebAssembly, ${whole.toFixed(0)} kB with it (brotli; ${zipped.toFixed(0)} kB gzip)`);
  assert(small <= 300, `the page takes ${small.toFixed(0)} kB, more than 300`);
  assert(whole <= 1900, `the site takes ${whole.toFixed(0)} kB, more than 1900`);
}

export async function offline(browser, base, say) {
  const { page, context } = await open(browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(base);
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await begin(page, base, { puzzle: "minesweeper", setup: "board=5x5/3", seed: 1 });
  await page.locator('.sq[data-at="0,0"]').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-testid="board"]').dataset.moves) === 1);
  await context.setOffline(false);
  await context.close();
  say("without a network: the site opens and plays");
}

// The page in a real browser, through both transports: node test/all.mjs [--site FOLDER] [--program QUANDARY] [--only NAME]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allAccess } from "./access.mjs";
import { browserPath, files, launch, serve } from "./browser.mjs";
import { allGames } from "./play.mjs";
import { allRooms } from "./rooms.mjs";
import { offline, sizes } from "./static.mjs";

const given = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

if (!browserPath()) {
  console.error("there is no Chromium; `apt-get install chromium` installs one, or CHROMIUM=/path says where it is");
  process.exit(3);
}
const only = given("only");
const PARTS = { offline, games: allGames, rooms: allRooms, access: allAccess };
// What a page looks like does not depend on where its answers come from, and a server is never offline.
const STATIC = ["offline", "access"];
const began = Date.now();
const browser = await launch();
const sources = [];
if (given("site")) sources.push(["worker", () => files(given("site"))]);
if (given("program")) sources.push(["serve", () => serve(given("program"), mkdtempSync(join(tmpdir(), "quandary-")))]);
try {
  if (given("site") && !only) sizes(given("site"), (line) => console.log(`worker: ${line}`));
  for (const [name, start] of sources) {
    const source = await start();
    try {
      for (const [part, run] of Object.entries(PARTS)) {
        if ((only && only !== part) || (name === "serve" && STATIC.includes(part))) continue;
        await run(browser, source.address, (line) => console.log(`${name}: ${line}`));
      }
    } finally {
      source.close();
    }
  }
  console.log(`the page: all passed in ${((Date.now() - began) / 1000).toFixed(0)} s`);
} catch (error) {
  console.error(`the page: ${error.stack ?? error}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}

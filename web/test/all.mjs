// The page in a real browser, through both transports: node all.mjs [--site FOLDER] [--program QUANDARY] [--address PAGE] [--only NAME]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allAccess } from "./access.mjs";
import { allFeel } from "./feel.mjs";
import { browserPath, files, launch, leavesLoopback, serve } from "./browser.mjs";
import { allMeasure } from "./measure.mjs";
import { allGames } from "./play.mjs";
import { allReport, oddAddresses } from "./report.mjs";
import { allRooms } from "./rooms.mjs";
import { offline, sizes } from "./static.mjs";
import { allStudy } from "./study.mjs";
import { allTasks } from "./tasks.mjs";
import { locked, participants } from "./token.mjs";

const given = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

if (!browserPath()) {
  console.error("there is no Chromium; `apt-get install chromium` installs one, or CHROMIUM=/path says where it is");
  process.exit(3);
}
const only = given("only");
const [site, program] = [given("site"), given("program")];
const began = Date.now();
const browser = await launch();

/** One part, with what it took. */
async function part(where, name, run) {
  if (only && only !== name) return undefined;
  const since = Date.now();
  const result = await run((line) => console.log(`${where}: ${line}`));
  console.log(`${where}: ${name} in ${((Date.now() - since) / 1000).toFixed(0)} s`);
  return result;
}

async function overFiles() {
  const { address, close } = await files(site);
  try {
    await part("worker", "sizes", (say) => sizes(site, say));
    await part("worker", "offline", (say) => offline(browser, address, say));
    await part("worker", "addresses", (say) => oddAddresses(browser, address, say));
    await part("worker", "games", (say) => allGames(browser, address, say));
    await part("worker", "rooms", (say) => allRooms(browser, address, say));
    await part("worker", "feel", (say) => allFeel(browser, address, say));
    await part("worker", "study", (say) => allStudy(browser, address, say));
    await part("worker", "measure", (say) => allMeasure(browser, address, say));
    // What a page looks like does not depend on where its answers come from.
    await part("worker", "access", (say) => allAccess(browser, address, say));
  } finally {
    close();
  }
}

async function overProgram() {
  const folder = mkdtempSync(join(tmpdir(), "quandary-"));
  let server = await serve(program, folder);
  const again = async () => {
    await server.kill();
    server = await serve(program, folder);
    return server.address;
  };
  try {
    await part("serve", "token", (say) => locked(browser, server.address, say));
    await part("serve", "token", async (say) => {
      const others = await serve(program, mkdtempSync(join(tmpdir(), "quandary-")), ["--host", "0.0.0.0", "--token", "token-of-tests"]);
      await participants(browser, others.address, say).finally(() => others.close());
    });
    await part("serve", "addresses", (say) => oddAddresses(browser, server.address, say));
    await part("serve", "report", (say) => allReport(browser, say, program));
    await part("serve", "games", (say) => allGames(browser, server.address, say));
    await part("serve", "rooms", (say) => allRooms(browser, server.address, say));
    await part("serve", "feel", (say) => allFeel(browser, server.address, say));
    await part("serve", "tasks", (say) => allTasks(browser, server.address, say));
    await part("serve", "study", (say) => allStudy(browser, server.address, say, again));
    await part("serve", "measure", (say) => allMeasure(browser, server.address, say, program));
    await part("serve", "loopback", (say) => leavesLoopback(server.child.pid, say));
  } finally {
    server.close();
  }
}

/** A page that somebody serves already: while it is being written. */
async function overAddress(address) {
  await part("page", "games", (say) => allGames(browser, address, say));
  await part("page", "rooms", (say) => allRooms(browser, address, say));
  await part("page", "feel", (say) => allFeel(browser, address, say));
  await part("page", "tasks", (say) => allTasks(browser, address, say));
  await part("page", "access", (say) => allAccess(browser, address, say));
}

try {
  if (given("address")) await overAddress(given("address"));
  if (site) await overFiles();
  if (program) await overProgram();
  console.log(`the page: all passed in ${((Date.now() - began) / 1000).toFixed(0)} s`);
} catch (error) {
  console.error(`the page: ${error.stack ?? error}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}

// Chromium, and the two places the page comes from: the program's own server, and a folder of files on a sub-path.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** Where the browser is, if there is one. */
export function browserPath() {
  return [process.env.CHROMIUM, ...PLACES].find((place) => place && existsSync(place));
}

export function launch() {
  return chromium.launch({
    executablePath: browserPath(),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

const KINDS = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".json": "application/json" };
// What a careful host of files sends; the page must do with it.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** Hands out a folder under /some/where/, as any host of files would. */
export function files(folder) {
  const base = "/some/where/";
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = path === base ? "index.html" : path.startsWith(base) ? path.slice(base.length) : undefined;
    const file = name && join(folder, normalize(name).replace(/^(\.\.[/\\])+/, ""));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream", "content-security-policy": POLICY }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ address: `http://127.0.0.1:${server.address().port}${base}`, close: () => server.close() })));
}

/** Starts the program's server and waits until it says where it is: the address with its token. */
export function serve(program, folder, options = []) {
  const child = spawn(program, ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, XDG_DATA_HOME: folder } });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const kill = () => {
    child.kill("SIGKILL");
    return ended;
  };
  return new Promise((resolve, reject) => {
    let said = "";
    const late = setTimeout(() => reject(new Error(`the server said nothing: ${said}`)), 30_000);
    const hear = (data) => {
      said += data;
      const address = /http:\/\/[^\s]+/.exec(said)?.[0];
      if (!address) return;
      clearTimeout(late);
      resolve({ address, close: () => child.kill("SIGTERM"), kill, child });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`the server ended (${code}): ${said}`)));
  });
}

/** The sockets of a process, as the system lists them: every address at either end must be this machine's own. */
export function leavesLoopback(pid, say) {
  if (!existsSync(`/proc/${pid}/fd`)) return say("the sockets of the server are not listed on this system");
  const own = new Set();
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    try {
      own.add(/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1]);
    } catch {
      // Closed since it was listed.
    }
  }
  const listed = ["tcp", "tcp6", "udp", "udp6"].flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, "utf8").trim().split("\n").slice(1).map((line) => line.trim().split(/\s+/)));
  const sockets = listed.filter((fields) => own.has(fields[9]));
  assert(sockets.length > 0, "the server has no socket at all");
  for (const [, from, to] of sockets) {
    // 127.x.y.z as the system writes it, backwards in hexadecimal; a listening socket has nobody at its other end.
    for (const end of [from, to]) assert(/^[0-9A-F]{6}7F:/.test(end) || /^0+:0000$/.test(end), `the server has a socket to elsewhere: ${from} ${to}`);
  }
  say(`loopback: ${sockets.length} sockets of the server, all of this machine`);
  return undefined;
}

/** A page that complains: errors, refused styles and scripts, and requests that leave the machine end the test. */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refusal has a status of its own, which a browser counts among its errors; the page says it in words.
    if (message.type() === "error" && !message.text().includes("status of 422")) wrong.push(`console: ${message.text()}`);
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!["127.0.0.1", "localhost"].includes(url.hostname) && url.protocol.startsWith("http")) wrong.push(`a request left the machine: ${url.href}`);
  });
  page.setDefaultTimeout(90_000);
  return { page, context, wrong };
}

export function assert(fact, words) {
  if (!fact) throw new Error(words);
}

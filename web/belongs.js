// Writes `dist/sources.txt`: what the built page was made of. A test in Rust reads the sources and the built files again
// and finds the same sums, so a built page that does not belong to its sources does not pass, and no npm is needed to see it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MADE_OF = ["belongs.js", "index.html", "package-lock.json", "package.json", "svelte.config.js", "tsconfig.json", "vite.config.ts", "src", "public"];

/** Every file below a path, in the order of their names. */
function files(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path);
  } catch {
    return [path];
  }
  return entries.flatMap((name) => files(join(path, name)));
}

/** FNV-1a over names and contents, line ends as they are under Unix. Chance alone has to be excluded, nobody's malice. */
export function sum(paths) {
  let hash = 0xcbf29ce484222325n;
  for (const path of [...paths].sort()) {
    for (const bytes of [Buffer.from(path.replaceAll("\\", "/")), readFileSync(path)]) {
      for (const byte of bytes) {
        if (byte === 13) continue;
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
      }
    }
  }
  return hash.toString(16).padStart(16, "0");
}

export function belongs() {
  return {
    name: "belongs",
    apply: "build",
    closeBundle() {
      // The program sends them as they are to browsers that take them.
      for (const file of files("dist").filter((path) => /\.(js|css|html|svg)$/.test(path))) writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      const sources = MADE_OF.flatMap(files);
      const built = files("dist").filter((path) => !path.endsWith("sources.txt"));
      writeFileSync("dist/sources.txt", `sources ${sum(sources)}\nbuilt ${sum(built)}\n`);
    },
  };
}

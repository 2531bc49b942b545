// Answers requests with the WebAssembly build, a line of JSON each: node answer.mjs FOLDER < requests
// FOLDER holds what wasm-bindgen made of the module.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const lab = await import(pathToFileURL(`${folder}/quandary_wasm.js`));
lab.initSync({ module: readFileSync(`${folder}/quandary_wasm_bg.wasm`) });

for (const line of readFileSync(0, "utf8").split("\n").filter((line) => line.trim())) {
  // The way the page goes: by events, of which the last is the answer.
  let last;
  globalThis.quandaryEvent = (event) => (last = JSON.parse(event));
  lab.ask(line);
  if (last?.event !== "answer") throw new Error(`the last event of ${line} was no answer`);
  const answer = JSON.stringify(last.answer);
  if (answer !== JSON.stringify(JSON.parse(lab.answer(line)))) throw new Error(`two answers to ${line}`);
  console.log(lab.answer(line));
}

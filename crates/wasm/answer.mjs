// Answers requests with the WebAssembly build, a line of JSON each: node answer.mjs quandary_wasm.wasm < requests
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, quandary_room, quandary_answer, quandary_free } = instance.exports;

for (const line of readFileSync(0, "utf8").split("\n").filter((line) => line.trim())) {
  const request = new TextEncoder().encode(line);
  const room = quandary_room(request.length);
  new Uint8Array(memory.buffer, room, request.length).set(request);
  const place = quandary_answer(room, request.length);
  const length = new DataView(memory.buffer).getUint32(place, true);
  console.log(new TextDecoder().decode(new Uint8Array(memory.buffer, place + 4, length)));
  quandary_free(place);
}

// The lab in a worker: loads the WebAssembly once, then answers questions one after the other.
const scope = globalThis as unknown as DedicatedWorkerGlobalScope & { quandaryEvent?: (event: string) => void };

interface Lab {
  default(options: { module_or_path: URL }): Promise<unknown>;
  ask(request: string): void;
}

let lab: Promise<Lab> | undefined;

async function load(address: string): Promise<Lab> {
  const made = (await import(/* @vite-ignore */ `${address}quandary_wasm.js`)) as Lab;
  await made.default({ module_or_path: new URL("quandary_wasm_bg.wasm", address) });
  return made;
}

scope.onmessage = async ({ data }: MessageEvent<{ id: number; request?: string; address: string }>) => {
  try {
    lab ??= load(data.address);
    const { ask } = await lab;
    // Nothing asked: only to be there when something is.
    if (data.request === undefined) return;
    scope.quandaryEvent = (event) => scope.postMessage({ id: data.id, event });
    ask(data.request);
  } catch (error) {
    scope.postMessage({ id: data.id, failed: error instanceof Error ? error.message : String(error) });
  }
};

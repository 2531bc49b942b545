import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { belongs } from "./belongs.js";

export default defineConfig({
  // Relative addresses: the page works from any sub-path of any host.
  base: "./",
  plugins: [svelte(), belongs()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Both looks in one declaration: `light-dark()`, in every browser since 2024.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // A file is a file: nothing of it goes into a data address, which the content security policy would have to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { hashCharacters: "hex" } },
  },
  // Beside `quandary serve --port 8080 --token development`.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", headers: { authorization: "Bearer development" } } } },
});

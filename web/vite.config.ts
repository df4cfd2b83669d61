// Builds the page into the Python package, from where `kibitz serve` hands it out.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("."),
  base: "/",
  plugins: [svelte({ configFile: at("svelte.config.js") })],
  // The games' own folders lie outside web/, so Svelte must be found from here.
  resolve: { alias: { $table: at("src") }, dedupe: ["svelte"] },
  build: {
    outDir: at("../python/kibitz/server/static"),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 8192,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8037", "/ws": { target: "ws://127.0.0.1:8037", ws: true } } },
});

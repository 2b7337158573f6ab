import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const SERVER = process.env.COUNTERMARCH_SERVER ?? "http://127.0.0.1:8123";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: { outDir: "../src/countermarch/server/static", emptyOutDir: true, target: "es2022" },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});

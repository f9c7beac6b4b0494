import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Every file lies flat in one folder, named by its content; pages refer to them by relative address. */
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/sayso/web/static",
    emptyOutDir: true,
    assetsDir: ".",
    manifest: "manifest.json",
    modulePreload: false,
    target: "es2022",
    rolldownOptions: { input: ["src/write.ts", "src/chat.ts", "src/theme.ts", "src/page.css"] },
  },
});

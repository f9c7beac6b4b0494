import { defineConfig } from "vitest/config";

/** Modules without a page: what needs one is tested in tests/browser, with the service behind it. */
export default defineConfig({ test: { include: ["tests/*.test.ts"], isolate: false } });

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

/** `npm run test:inngest` runs these with a real Inngest server, one after the other. */
const WITH_INNGEST = ["inngest/background.test.ts", "e2e/inngest/*.test.ts"];
const isWithInngest = Boolean(process.env.TEST_INNGEST);

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    include: isWithInngest ? WITH_INNGEST : ["**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", ".next/**", "build/**", "bench/**", ...(isWithInngest ? [] : ["e2e/**"])],
    pool: "forks",
    maxWorkers: isWithInngest ? 1 : 2,
    // A machine may be busy with something else; these only end what hangs.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    setupFiles: ["./test/test-database.ts"],
    globalSetup: ["./test/database-template.ts"],
  },
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

/** `npm run test:inngest` runs these with a real Inngest server, one after the other. */
const WITH_INNGEST = ["inngest/background.test.ts", "e2e/inngest/*.test.ts"];
const isWithInngest = Boolean(process.env.TEST_INNGEST);

const EXCLUDED = ["**/node_modules/**", ".next/**", "build/**", "bench/**"];
/**
 * Tests that share a process: each module is evaluated once for all of them,
 * and test/renewal.ts makes the process as new for each file. The others have
 * a process for each file, as they replace modules, measure memory, or have
 * not been tried together.
 */
const SHARED = [
  "components/**",
  "lib/ai/models",
  "lib/ai/usage",
  "lib/automation/{tasks,task-actions}",
  "lib/chat/{canvas,chats,members,memories,mentions,messages,workspaces}",
  "lib/identity/{audit,groups,users}",
  "lib/knowledge/collections",
  "lib/surfaces/public-chats",
].map((folder) => `${folder}/*.test.{ts,tsx}`);

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    projects: isWithInngest
      ? [{ extends: true, test: { include: WITH_INNGEST, exclude: EXCLUDED } }]
      : [
          { extends: true, test: { name: "shared", include: SHARED, exclude: EXCLUDED, isolate: false } },
          {
            extends: true,
            test: {
              name: "isolated",
              include: ["**/*.test.{ts,tsx}"],
              exclude: [...EXCLUDED, "e2e/**", ...SHARED],
            },
          },
        ],
    pool: "forks",
    maxWorkers: isWithInngest ? 1 : 2,
    // A machine may be busy with something else; these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ["./test/test-database.ts"],
    globalSetup: ["./test/database-template.ts"],
  },
});

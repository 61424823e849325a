import { defineConfig, mergeConfig } from "vitest/config";
import shared from "./vitest.config";

/** What runs against a real Inngest server: `npm run test:inngest`. */
const merged = mergeConfig(shared, { test: { maxWorkers: 1, fileParallelism: false } });
merged.test.include = ["inngest/background.test.ts", "e2e/inngest/*.test.ts"];
merged.test.exclude = ["**/node_modules/**"];

export default defineConfig(merged);

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");

/** Run sequentially by `npm run test:inngest` with a real Inngest server. */
const WITH_INNGEST = ["inngest/background.test.ts", "e2e/inngest/*.test.ts"];
const isWithInngest = Boolean(process.env.TEST_INNGEST);

const EXCLUDED = ["**/node_modules/**", ".next/**", "build/**", "bench/**"];
/**
 * Tests that need their own process: they mock modules, measure memory or the process's requests, start threads and
 * processes, or use the shared users of `test/roles`, whose server ends with the file.
 */
const ALONE = [
  "app/(workspace)/live-operations.test.ts",
  "db/**/*.test.ts",
  "inngest/**/*.test.ts",
  "scripts/**/*.test.ts",
  "components/public-chat/page/unsent.test.ts",
  "lib/llm/indexing/schedule.test.ts",
  "lib/api/{costs,sliding-window,slow-readers}.test.ts",
  "lib/automation/inbound-mail/receive-mail.test.ts",
  "lib/replies/voice/whisper.test.ts",
  "lib/identity/access/{roles,disclosure}.test.ts",
  "lib/identity/auth/{limits,mail-limits,sessions,tokens}.test.ts",
  "lib/identity/groups/invitation-mails.test.ts",
  "lib/identity/oauth/oauth.test.ts",
  "lib/admin/installation/{installation,tracing}.test.ts",
  "lib/channels/public-chats/{abuse/abuse,handover/answers}.test.ts",
];

/** Files that take more than a minute are started first, so that none runs alone at the end. */
const LONG =
  /hostile|kill-points|costs|fuzz|roles|video\.test|recordings|reported|audience|pictures\.test|imports\.test/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    projects: isWithInngest
      ? [{ extends: true, test: { include: WITH_INNGEST, exclude: EXCLUDED } }]
      : [
          {
            extends: true,
            test: {
              name: "shared",
              include: ["**/*.test.{ts,tsx}"],
              exclude: [...EXCLUDED, "e2e/**", ...ALONE],
              isolate: false,
            },
          },
          { extends: true, test: { name: "isolated", include: ALONE, exclude: EXCLUDED } },
        ],
    pool: "forks",
    // Bounds the garbage that files leave in a shared process.
    execArgv: ["--max-old-space-size=1536"],
    sequence: { sequencer: LongFirst },
    // Tests wait half of the time.
    maxWorkers: isWithInngest ? 1 : 2 * availableParallelism(),
    // Generous, because the machine may be busy; these only end hanging tests.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Characters of a value shown in failure messages, which are all that the summary of `npm test` shows.
    chaiConfig: { truncateThreshold: 1000 },
    setupFiles: ["./test/test-database.ts"],
    globalSetup: ["./test/database-template.ts"],
  },
});

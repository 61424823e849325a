import { startProcess } from "@/test/process";
import { startProduct } from "@/test/product";
import { test } from "@/test/test";
import { surviveKills, surviveSignals } from "../resilience/rounds";

/** Runs the rounds of `e2e/resilience/rounds.ts` more often than `npm test` does. */
test.describe.configure({ timeout: 900_000 });

for (const [database, start] of [
  ["the embedded database", startProcess],
  ["PostgreSQL", startProduct],
] as const)
  test(`fifty kills with -9 around a reply on ${database} lose and duplicate nothing`, async ({ model }) => {
    const product = await start({ env: { OPENAI_BASE_URL: model.url } });
    try {
      await surviveKills(product, 50);
    } finally {
      await product.remove();
    }
  });

test("acknowledged messages survive 51 rounds of two signals in a row during writes", async () => {
  const product = await startProcess();
  try {
    await surviveSignals(product, 17);
  } finally {
    await product.remove();
  }
});

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { processorTime } from "@/test/processor-time";
import { startServer } from "@/test/server";
import { consumeRateLimit, refundRateLimit } from "./limits";
import * as queries from "./queries";

setFlagsFromString("--expose-gc");
// A single process counts in memory; several count in the database.
const database = vi.hoisted(() => ({ isShared: false }));
vi.mock("@/db/transaction", async (actual) => {
  const real = await actual<typeof import("@/db/transaction")>();
  return { ...real, isEmbedded: () => !database.isShared && real.isEmbedded() };
});
// Uses the machine's clock, which these tests fake, instead of the database's.
vi.mock("@/lib/platform/clock", async (actual) => ({
  ...(await actual<object>()),
  follow: async () => () => {},
}));
const server = await startServer();
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

const MINUTE = 60_000;
const begin = Math.ceil(Date.now() / MINUTE) * MINUTE;
const at = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: begin + seconds * 1000 });
const limit = (most: number) => ({ name: "tested", most, seconds: 60 });

let callers = 0;
let caller = "";
beforeEach(() => {
  caller = `caller ${++callers}`;
});
// Returns the number of permitted calls.
async function letIn(most: number, tries: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < tries; i++) {
    const isIn = await consumeRateLimit(limit(most), caller).then(
      () => true,
      () => false,
    );
    if (isIn) count++;
  }
  return count;
}
const retryAfter = (most: number) =>
  consumeRateLimit(limit(most), caller).then(
    () => 0,
    (error: AppError) => error.extra.retryAfter,
  );

describe.each([
  ["one process", false],
  ["several processes on one database", true],
])("%s", (_, isShared) => {
  beforeEach(() => {
    database.isShared = isShared;
  });

  test.each([8, 60])("a burst of %i at the end of a minute uses up the start of the next", async (most) => {
    at(59);
    expect(await letIn(most, most + 5)).toBe(most);
    at(60.5);
    expect(await letIn(most, most)).toBe(1);
    at(90);
    expect(await letIn(most, most)).toBe(most / 2 - 1);
    at(119);
    expect(await letIn(most, most)).toBeLessThanOrEqual(most / 2);
  });

  test("the whole limit is available after a quiet minute", async () => {
    at(30);
    expect(await letIn(10, 20)).toBe(10);
    at(120);
    expect(await letIn(10, 20)).toBe(10);
  });

  test("a refusal says when to retry, and a call is admitted then", async () => {
    at(20);
    expect(await letIn(10, 11)).toBe(10);
    expect(await retryAfter(10)).toBe(40);
    at(63);
    expect(await letIn(10, 5)).toBe(1);
    // The next call is permitted once fewer than nine of the ten lie in the last 60 seconds.
    expect(await retryAfter(10)).toBe(3);
    at(66.1);
    expect(await retryAfter(10)).toBe(0);
  });

  test("an admission reports the remaining calls", async () => {
    at(10);
    expect(await consumeRateLimit(limit(10), caller)).toEqual({ limit: 10, remaining: 9, resetSeconds: 50 });
    expect(await letIn(10, 5)).toBe(5);
    at(90);
    expect(await consumeRateLimit(limit(10), caller)).toEqual({ limit: 10, remaining: 6, resetSeconds: 30 });
  });

  test("refunded calls do not count", async () => {
    at(10);
    expect(await letIn(3, 3)).toBe(3);
    refundRateLimit(limit(3), caller);
    expect(await letIn(3, 3)).toBe(1);
  });
});

test("calls counted by other processes count", async () => {
  database.isShared = true;
  at(10);
  const key = `tested:${caller}`;
  const window = Math.floor(begin / MINUTE);
  const countsUntil = new Date(begin + 2 * MINUTE);
  expect(await queries.incrementWindow({ key, window, count: 6, most: 10, countsUntil })).toBe(6);
  expect(await queries.incrementWindow({ key, window, count: 6, most: 10, countsUntil })).toBeUndefined();
  expect(await letIn(10, 10)).toBe(4);
  at(90);
  expect(await letIn(10, 10)).toBe(5);
});

test("a refusal carries the headers of the limit", async () => {
  database.isShared = false;
  at(10);
  await letIn(2, 2);
  const refusal = await consumeRateLimit(limit(2), caller).catch((error) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal.extra.headers).toEqual({
    "ratelimit-limit": "2",
    "ratelimit-remaining": "0",
    "ratelimit-reset": "50",
  });
});

// Skipped with an external database, because it counts the calls instead of the process.
test.skipIf(process.env.DATABASE_URL)(
  "a million callers are counted in bounded memory and constant time each",
  async () => {
    database.isShared = false;
    at(10);
    const collectGarbage = runInNewContext("gc") as () => void;
    const used = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const nth = (n: number) => `2001:db8::${n.toString(16)}`;
    let next = 0;
    const quarter = () =>
      processorTime(async () => {
        for (const end = next + 250_000; next < end; next++) await consumeRateLimit(limit(2), nth(next));
      });
    const first = await quarter();
    const before = used();
    for (let n = 0; n < 3; n++) expect(await quarter()).toBeLessThan(3 * first);
    // Growth in bytes per further key. Keeping a key would take about 300 bytes.
    expect((used() - before) / 750_000).toBeLessThan(30);
    caller = nth(next - 1);
    expect(await letIn(2, 3)).toBe(1);
  },
);

import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, db, isEmbedded } from "../client";

afterAll(() => closeDatabase());

const MB = 1024 * 1024;
// In bytes; large enough that the test detects responses that stay in memory.
const ANSWER = MB / 4;
const ANSWERS = 2500;

test.runIf(isEmbedded())("answers of the embedded database do not stay in memory", async () => {
  const read = async (times: number) => {
    for (let n = 0; n < times; n++) await db().execute(sql`select repeat('x', ${ANSWER}::int) as text`);
  };
  await read(100);
  const before = process.memoryUsage().rss;
  await read(ANSWERS);
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan((0.5 * ANSWERS * ANSWER) / MB);
});

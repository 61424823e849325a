import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { config } from "@/lib/platform/config";
import { onIndexingStarted, scheduleIndexing } from "./schedule";

const group = randomUUID();

beforeAll(async () => {
  await migrateDatabase();
  Object.assign(config(), { INDEX_AFTER_MS: 0 });
});
afterAll(() => closeDatabase());

const asked = async () =>
  [
    ...(await db().execute(
      sql`select id from background_events where name = 'messages.stored' and data->>'group_id' = ${group}`,
    )),
  ].length;
// Exceeds the time that scheduling takes.
const moment = () => new Promise((resolve) => setTimeout(resolve, 100));

test("one more run is requested while a run with any number of steps is in progress", async () => {
  scheduleIndexing(group);
  await expect.poll(asked).toBe(1);
  onIndexingStarted(group, { isFirst: true });
  scheduleIndexing(group);
  await expect.poll(asked).toBe(2);
  for (let step = 0; step < 3; step++) {
    onIndexingStarted(group, { isFirst: false });
    scheduleIndexing(group);
    await moment();
  }
  expect(await asked()).toBe(2);
  // The waiting run starts.
  onIndexingStarted(group, { isFirst: true });
  scheduleIndexing(group);
  await expect.poll(asked).toBe(3);
});

test("later messages request a run again where another process may have started the requested one", async () => {
  onIndexingStarted(group, { isFirst: true });
  const before = await asked();
  scheduleIndexing(group);
  await expect.poll(asked).toBe(before + 1);
  scheduleIndexing(group);
  await expect.poll(asked).toBe(before + 2);
});

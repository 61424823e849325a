import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { config } from "@/lib/config";
import { begun, soon } from "./soon";

beforeAll(async () => {
  await migrateDatabase();
  Object.assign(config(), { INDEX_AFTER_MS: 0 });
});
afterAll(() => closeDatabase());

const asked = async () =>
  [...(await db().execute(sql`select id from background_events where name = 'messages.stored'`))].length;
/** Longer than it takes to ask. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 100));

test("while a run goes on, however many steps it has, one more is asked for", async () => {
  soon();
  await expect.poll(asked).toBe(1);
  begun({ isFirst: true });
  soon();
  await expect.poll(asked).toBe(2);
  for (let step = 0; step < 3; step++) {
    begun({ isFirst: false });
    soon();
    await moment();
  }
  expect(await asked()).toBe(2);
  // The one that waited begins.
  begun({ isFirst: true });
  soon();
  await expect.poll(asked).toBe(3);
});

test("where another process may have begun the run that was asked for, later messages are asked for again", async () => {
  begun({ isFirst: true });
  const before = await asked();
  soon();
  await expect.poll(asked).toBe(before + 1);
  soon();
  await expect.poll(asked, { timeout: 15_000 }).toBe(before + 2);
});

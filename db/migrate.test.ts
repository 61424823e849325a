import { readdirSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { explainFailedStart } from "@/scripts/lifecycle";
import { closeDatabase, db } from "./client";
import { migrateDatabase } from "./migrate";

afterAll(closeDatabase);
const migrations = sql`drizzle.__drizzle_migrations`;
const all = readdirSync("db/migrations").filter((name) => name.endsWith(".sql")).length;

test("an up-to-date database stays unchanged", async () => {
  await migrateDatabase();
  expect(await db().execute(sql`select 1 from ${migrations}`)).toHaveLength(all);
});

test("a database of another version stays unchanged, and the start explains what to do", async () => {
  await db().execute(sql`insert into ${migrations} (hash, created_at) values ('of another version', 1)`);
  const failure = await migrateDatabase().catch((error: unknown) => error);
  expect(explainFailedStart(failure)).toMatch(/another version of Parley.*start this one anew/);
  expect(await db().execute(sql`select 1 from ${migrations}`)).toHaveLength(all + 1);
});

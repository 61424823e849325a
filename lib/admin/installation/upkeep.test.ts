import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db, isEmbedded } from "@/db/client";
import { watch } from "@/db/embedded/watchdog";
import { executeLong } from "@/db/long-statement";
import { migrateDatabase } from "@/db/migrate";
import { vacuumEmbeddedTables } from "./service";

/** The sweep replaces autovacuum on the embedded database. */
beforeAll(() => migrateDatabase());
afterAll(() => closeDatabase());

const getSize = async (table: string) =>
  Number(
    [...(await db().execute<{ size: string }>(sql`select pg_table_size(${table}::regclass) as size`))][0]!
      .size,
  );

test.runIf(isEmbedded())("vacuumEmbeddedTables frees the space of changed rows for reuse", async () => {
  await db().execute(
    sql`create table changing as select n, repeat('x', 500) as text from generate_series(1, 2000) n`,
  );
  const change = async () => {
    await db().execute(sql`update changing set text = repeat('y', 500)`);
    await vacuumEmbeddedTables();
  };
  await change();
  const size = await getSize("changing");
  for (let n = 0; n < 5; n++) await change();
  expect(await getSize("changing")).toBeLessThanOrEqual(size * 1.1);
});

test.runIf(isEmbedded())(
  "vacuumEmbeddedTables replaces a plan that was made for an empty table once the table is full",
  async () => {
    await db().execute(sql`create table filling (n int primary key, text text)`);
    await db().execute(sql`create index filling_text on filling (text)`);
    await db().execute(sql`prepare look (text) as select n from filling where text = $1`);
    const plan = async () => JSON.stringify([...(await db().execute(sql`explain execute look ('7')`))]);
    await vacuumEmbeddedTables();
    await plan();
    await db().execute(sql`insert into filling select n, n::text from generate_series(1, 5000) n`);
    await vacuumEmbeddedTables();
    expect(await plan()).toContain("Index Scan using filling_text");
  },
);

test.runIf(isEmbedded())(
  "executeLong runs past the time limit of queries without blocking other queries",
  async () => {
    watch().longest.query = 1000;
    const long = executeLong("select 1 as one from pg_sleep(3)").then((rows) => [...rows]);
    const meanwhile = db().execute<{ two: number }>(sql`select 2 as two`);
    expect(await long).toEqual([{ one: 1 }]);
    expect([...(await meanwhile)]).toEqual([{ two: 2 }]);
  },
);

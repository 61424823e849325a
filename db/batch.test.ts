import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { startServer } from "@/test/server";
import { batchOnce } from "./batch";
import { db } from "./client";
import { isEmbedded, transaction } from "./transaction";

const server = await startServer();
afterAll(() => server.close());
await db().execute(sql`create table stored_numbers (
  id int primary key, name text not null, calls int not null default 0, check (id < 1000))`);

type StoredNumber = { nr: number; id: number; name: string; together: number };
const store = batchOnce<{ id: number; name: string; isLoud?: boolean }, StoredNumber>(
  ({ id, name, isLoud }, { calls }) => sql`with calls as ${calls}, stored as (
      insert into stored_numbers (id, name)
      select ${id}::int, ${isLoud ? sql`upper(${name}::text)` : sql`${name}::text`} from calls returning id, name)
    select calls.nr, stored.id, stored.name, (select count(*)::int from calls) as together
    from stored join calls on ${id}::int = stored.id`,
  ({ id }) => id % 100,
);
const increment = batchOnce<{ id: number }, { nr: number; calls: number }>(
  ({ id }, { calls, isShared }) => sql`with calls as ${calls}, locked as (
      select stored_numbers.id, calls.nr from stored_numbers join calls on stored_numbers.id = ${id}::int
      order by id for update of stored_numbers ${isShared ? sql`skip locked` : sql``})
    update stored_numbers set calls = stored_numbers.calls + 1 from locked where stored_numbers.id = locked.id
    returning locked.nr, stored_numbers.calls`,
  ({ id }) => id,
);

test("calls that arrive while a statement is in flight share the next one, and each gets its own row", async () => {
  const rows = await Promise.all(Array.from({ length: 30 }, (_, n) => store({ id: n, name: `'n"\\${n}😀` })));
  expect(rows.map((row) => row?.id)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  expect(rows.map((row) => row?.name)).toEqual(Array.from({ length: 30 }, (_, n) => `'n"\\${n}😀`));
  expect(rows.map((row) => row?.together)).toEqual([1, ...Array(29).fill(29)]);
});

test("a call that PostgreSQL refuses fails by itself", async () => {
  const ids = [100, 101, 5, 102, 1000, 103];
  const results = await Promise.allSettled(ids.map((id) => store({ id, name: "n" })));
  expect(results.map(({ status }) => status)).toEqual([
    ...["fulfilled", "fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"],
  ]);
  const [{ count }] = [
    ...(await db().execute<{ count: number }>(
      sql`select count(*)::int from stored_numbers where id between 100 and 199`,
    )),
  ] as [{ count: number }];
  expect(count).toBe(4);
});

test("calls of one key run in their order, one after another, and other shapes have statements of their own", async () => {
  const rows = await Promise.all([
    store({ id: 200, name: "a" }),
    store({ id: 300, name: "b" }),
    store({ id: 400, name: "c" }),
    store({ id: 201, name: "d" }),
    store({ id: 202, name: "loud", isLoud: true }),
  ]);
  expect(rows.map((row) => row?.together)).toEqual([1, 2, 1, 2, 1]);
  expect(rows[4]!.name).toBe("LOUD");
});

test("nobody waits for a call that waits for a lock", async () => {
  // The embedded database has one connection, on which nothing else runs during a transaction.
  if (isEmbedded()) return;
  for (const id of [501, 502, 503]) await store({ id, name: "n" });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const locking = transaction(async () => {
    await db().execute(sql`select from stored_numbers where id = 501 for update`);
    lock();
    await isReleased;
  });
  await isLocked;
  const waiting = increment({ id: 501 });
  expect(await Promise.all([increment({ id: 502 }), increment({ id: 503 })])).toMatchObject([
    { calls: 1 },
    { calls: 1 },
  ]);
  expect(await increment({ id: 502 })).toMatchObject({ calls: 2 });
  release();
  await locking;
  expect(await waiting).toMatchObject({ calls: 1 });
});

test("inside of a transaction, a call belongs to it", async () => {
  const rolledBack = transaction(async () => {
    expect(await store({ id: 600, name: "n" })).toMatchObject({ id: 600, together: 1 });
    throw new Error("Rolled back");
  });
  await expect(rolledBack).rejects.toThrow("Rolled back");
  expect(await increment({ id: 600 })).toBeUndefined();
});

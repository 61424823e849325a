import { type AddressInfo, createServer, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseUnavailableCodes } from "@/lib/api/problem";
import { config } from "@/lib/platform/config";
import { getErrorCode } from "@/lib/platform/errors";
import { query } from "@/test/query";
import { reopenDatabase } from "@/test/renewal";
import { closeDatabase, db, getDriver, isEmbedded, transaction } from "./client";

const insert = (n: number) => db().execute(sql`insert into numbers values (${n}::int)`);
const list = async () => (await query`select n from numbers order by n`).map(({ n }) => n);

let server: Server | undefined;
beforeAll(async () => {
  Object.assign(config(), { DATABASE_POOL: 3 });
  await query`create table numbers (n int check (n < 100))`;
});
afterAll(async () => {
  await closeDatabase();
  server?.close();
});

test("more transactions than connections run in turn, beside other statements", async () => {
  const add = (n: number) =>
    transaction(async () => {
      await insert(n);
      await insert(n + 1);
      return n;
    });
  const ids = [0, 10, 20, 30, 40, 50];
  const answers = await Promise.all(ids.flatMap((n) => [add(n), list()]));
  expect(answers.filter((answer) => typeof answer === "number")).toEqual(ids);
  expect(await list()).toEqual(ids.flatMap((n) => [n, n + 1]));
});

test("a transaction that catches the error of a statement fails with it, and stores nothing", async () => {
  const before = await list();
  const failed = transaction(async () => {
    await insert(60);
    await insert(100).catch(() => {});
    return "committed";
  });
  expect(await failed.catch(getErrorCode)).toBe("23514");
  expect(await list()).toEqual(before);
});

test("a statement that a transaction didn't wait for is refused", async () => {
  const gate = Promise.withResolvers<void>();
  let late: Promise<unknown> | undefined;
  await transaction(async () => {
    const inside = db();
    late = gate.promise.then(() => inside.execute(sql`insert into numbers values (70)`));
  });
  gate.resolve();
  await expect(late).rejects.toThrow();
  expect(await list()).not.toContain(70);
});

describe.skipIf(isEmbedded())("short statements", () => {
  const runShort = (text: string) => getDriver().unsafe(text, [], { isShort: true });
  const getProcess = async () => (await runShort("select pg_backend_pid() as pid"))[0]!.pid;

  beforeAll(async () => {
    // Opens all connections.
    await Promise.all([1, 2, 3].map(() => query`select pg_sleep(0.1)`));
  });

  test("share a connection that others leave to them", async () => {
    const pid = await getProcess();
    const [other] = await query`select pg_backend_pid() as pid`;
    expect(other!.pid).not.toBe(pid);
    expect(await Promise.all([getProcess(), getProcess()])).toEqual([pid, pid]);
  });

  test("don't wait for a slow one, nor for one that waits for a lock", async () => {
    await getProcess();
    let isOver = false;
    const slow = query`select pg_sleep(1)`.then(() => {
      isOver = true;
    });
    await getProcess();
    expect(isOver).toBe(false);
    await slow;

    const gate = Promise.withResolvers<void>();
    await insert(80);
    const locked = transaction(async () => {
      await db().execute(sql`update numbers set n = 81 where n = 80`);
      await gate.promise;
    });
    await expect.poll(() => query`select from pg_locks where relation = 'numbers'::regclass`).not.toEqual([]);
    const waiting = runShort("update numbers set n = 82 where n = 80");
    await expect
      .poll(async () =>
        Promise.race([getProcess(), new Promise((resolve) => setTimeout(resolve, 100, "late"))]),
      )
      .not.toBe("late");
    gate.resolve();
    await Promise.all([locked, waiting]);
  });
});

test.skipIf(isEmbedded())(
  "a server that closes connections at once is asked a few times a second",
  async () => {
    let attempts = 0;
    server = createServer((socket) => {
      attempts++;
      socket.end();
    });
    await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
    await reopenDatabase();
    const { port } = server.address() as AddressInfo;
    Object.assign(config(), { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` });
    const codes: (string | undefined)[] = [];
    const started = performance.now();
    while (performance.now() - started < 1500)
      await query`select 1`.catch((error) => codes.push(getErrorCode(error)));
    expect(codes.filter((code) => !databaseUnavailableCodes.has(code ?? ""))).toEqual([]);
    expect(attempts).toBeGreaterThan(1);
    expect(attempts).toBeLessThan(12);
  },
);

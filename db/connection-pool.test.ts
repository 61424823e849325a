import { type AddressInfo, createServer, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseUnavailableCodes } from "@/lib/api/problem";
import { config } from "@/lib/platform/config";
import { getErrorCode } from "@/lib/platform/errors";
import { query } from "@/test/query";
import { reopenDatabase } from "@/test/renewal";
import { closeDatabase, db, isEmbedded, transaction } from "./client";

const insert = (n: number) => db().execute(sql`insert into numbers values (${n}::int)`);
const list = async () => (await query`select n from numbers order by n`).map(({ n }) => n);

let server: Server | undefined;
beforeAll(async () => {
  Object.assign(config(), { DATABASE_POOL: 2 });
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

import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { getErrorCode } from "@/lib/platform/errors";
import { expectToSurvive } from "@/test/lost-connections";
import { closeDatabase, db, transaction } from "./client";
import { opened } from "./embedded/socket";

afterAll(() => closeDatabase());

const one = () => db().execute(sql`select 1 as one`);
const oneOrCode = () => one().then((rows) => [...rows], getErrorCode);

// The server closes connections one after the other, so a statement may be sent on a connection that is reset next.
const LOST = /^(CONNECTION_CLOSED|ECONNRESET)$/;

// Terminates all connections, as a database restart does.
async function loseConnections(): Promise<void> {
  const { DATABASE_URL } = config();
  if (!DATABASE_URL) {
    (await opened().socket)!.destroy();
    return;
  }
  const other = postgres(DATABASE_URL, { max: 1 });
  const ended = await other`select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const pids = ended.map(({ pid }) => pid as number);
  const left = () => other`select pid from pg_stat_activity where pid in ${other(pids)}`;
  if (pids.length > 0) await expect.poll(async () => (await left()).length).toBe(0);
  await other.end();
}

test("connections lost under load are reopened, and all queries are answered", async () => {
  for (let n = 0; n < 6; n++) {
    await one();
    await expectToSurvive(loseConnections, async () => one());
    await expect.poll(oneOrCode).toEqual([{ one: 1 }]);
  }
});

test("a transaction that loses its connection fails as a whole, including later statements", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", note);
  await db().execute(sql`create table written (n int)`);
  const write = (n: number) => db().execute(sql`insert into written values (${n}::int)`);

  // The connection is lost while the transaction runs a statement, does nothing, or waits until other statements
  // succeed again.
  for (const wait of ["statement", "turn", "others"]) {
    const [later, others] = [Promise.withResolvers<unknown>(), Promise.withResolvers<void>()];
    const whole = transaction(async () => {
      await write(1);
      const lost = loseConnections();
      if (wait === "statement")
        await db()
          .execute(sql`select pg_sleep(0.2)`)
          .catch(() => {});
      await lost;
      if (wait === "others") await others.promise;
      later.resolve(await write(2).catch(getErrorCode));
      return "committed";
    });
    expect(await whole.catch(getErrorCode)).toMatch(LOST);
    await expect.poll(oneOrCode).toEqual([{ one: 1 }]);
    others.resolve();
    expect(await later.promise).toMatch(LOST);
    await expect
      .poll(() =>
        db()
          .execute(sql`select n from written`)
          .then((rows) => [...rows], getErrorCode),
      )
      .toEqual([]);
  }
  process.off("uncaughtException", note);
  expect(uncaught).toEqual([]);
});

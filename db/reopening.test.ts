import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { expectToSurvive } from "@/e2e/fixtures/lost-connections";
import { config } from "@/lib/config";
import { single } from "@/lib/singleton";
import { closeDatabase, db } from "./client";
import type { openEmbedded } from "./embedded/socket";

afterAll(() => closeDatabase());

const one = () => db().execute(sql`select 1 as one`);

/** Ends all connections, as a restart of the database does. */
async function loseConnections(): Promise<void> {
  const { DATABASE_URL } = config();
  if (!DATABASE_URL) {
    const opened = single<{ socket?: ReturnType<typeof openEmbedded> }>("embedded", () => ({}));
    (await opened.socket)!.destroy();
    return;
  }
  const other = postgres(DATABASE_URL, { max: 1 });
  await other`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await other.end();
}

test("connections that are lost while much is asked are made again, and everybody is answered", async () => {
  for (let n = 0; n < 6; n++) {
    await one();
    await expectToSurvive(loseConnections, async () => one());
    expect([...(await one())]).toEqual([{ one: 1 }]);
  }
}, 60_000);

import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { startServer } from "@/test/server";
import { GET } from "./route";

const SECRET = "a secret of the schedule";
const server = await startServer();
afterAll(() => server.close());

const call = (authorization?: string) =>
  GET(new Request("http://localhost/api/cron", { headers: authorization ? { authorization } : {} }));
const withSecret = (secret: string | undefined) => Object.assign(config(), { CRON_SECRET: secret });

test("the cron endpoint returns 404 without a secret and 401 for a wrong one", async () => {
  withSecret(undefined);
  expect((await call(`Bearer ${SECRET}`)).status).toBe(404);
  withSecret(SECRET);
  for (const given of [undefined, "Bearer", "Bearer another secret", `Basic ${SECRET}`, `Bearer ${SECRET}x`])
    expect((await call(given)).status, given).toBe(401);
});

test("the cron endpoint removes expired rows", async () => {
  withSecret(SECRET);
  const old = () => db().execute(sql`select key from rate_limits where key = 'of yesterday'`);
  await db().execute(
    sql`insert into rate_limits (key, "window", taken, ends_at) values ('of yesterday', 1, 1, now() - interval '1 day')`,
  );
  expect([...(await old())]).toHaveLength(1);
  const answer = await call(`Bearer ${SECRET}`);
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect([...(await old())]).toEqual([]);
});

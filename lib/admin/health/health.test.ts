import { afterAll, expect, test } from "vitest";
import { client } from "@/test/client";
import { startServer } from "@/test/server";

process.env.RATE_LIMIT_REQUESTS = "5";
const server = await startServer();
afterAll(() => server.close());
const api = client(server.url);

test.each(["/health/live", "/health/ready"])("%s has no rate limit", async (path) => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.get(path)));
  for (const { status, headers, body } of answers)
    expect([status, headers.get("ratelimit-limit"), body.status]).toEqual([200, null, "ok"]);
});
